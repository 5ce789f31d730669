return { round = function(x) return x end }
