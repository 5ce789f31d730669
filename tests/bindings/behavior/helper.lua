return { note = function(self, x) self.label = tostring(x) end }
