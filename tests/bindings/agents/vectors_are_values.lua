local drover = require "drover"
local vec = drover.vec

return drover.scenario {
  kinds = require "kinds",
  setup = function()
    local v, w = vec(1, 2), vec(3, 4, 5)
    print(v + w, w - v, v * 2, 2 * v, w / 2, -v, v == vec(1, 2, 0), v == w)
    print(v.x, v.y, v.z, vec(3, 4):length(), v:dot(w), vec(0, 2):unit(), vec(0, 0):unit())
    print(v:unpack())
    print(pcall(function() v.x = 3 end))
    print(v.x)
    print(pcall(function() return v.w end))
    print(pcall(function() return v + 1 end))
    print(pcall(vec, 1))
    print(pcall(function() return v < w end))
  end,
}
