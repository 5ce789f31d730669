local land = { trees = { { 10, 10 }, { -10, 15 } } }

function land.place(i) return -30 + 60 * (i * 0.618 % 1), -30 + 60 * (i * 0.755 % 1) end

return land
