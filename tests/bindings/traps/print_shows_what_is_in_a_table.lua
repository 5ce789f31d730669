local drover = require "drover"
local steer, vec = drover.steer, drover.vec

local a = drover.kind("a", { memory = { bag = { 1 } } })
print({}, { 1, "two", true }, { x = 1, y = { 1 }, z = {} })
print { ["a b"] = 1, ["end"] = 2, [true] = 'say "so"\n', [0] = print, [3] = 3 }
print { vec(1, 2), steer.wander {}, drover.none }
print(setmetatable({ 1 }, { __tostring = function() return "mine" end }))
print { setmetatable({ 1 }, { __tostring = function() return "mine" end }) }
print(setmetatable({ 1, x = 2 }, { __index = error }), tostring { 1 })
print({ [1.5] = 1 }, setmetatable({}, { __pairs = error }))
local long = {}

for i = 1, 25 do
  long[i] = i
end

print(long)

for i = 26, 10001 do
  long[i] = i
end

print(long)
print { ("x"):rep(50), ("\u{e4}"):rep(50) }

return drover.scenario {
  kinds = { a },
  setup = function(world)
    local one = world:spawn "a"
    print(one.bag, { one, [one] = 1 })
  end,
}
