local drover = require "drover"

local balls = { "ball" }
for _, name in ipairs(balls) do
  drover.surface(name, { sphere = { radius = 5 } })
end

local a = drover.kind("a", {})

return drover.scenario {
  space = "volume",
  kinds = { a },
  removed = {},
  setup = function(world) world:surface "ball" end,
  on_reload = function(world)
    if balls[2] then world:surface "orb" end
  end,
}
