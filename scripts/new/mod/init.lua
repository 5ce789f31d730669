-- NAME changes SCENARIO without touching its files. Leave it running, change something here, and save.

local drover = require "drover"

-- `def` is the table that the scenario gave to drover.kind("KIND", …). Change any of it before it is checked:
-- body, sight, memory, states, guards, blends. `drover help def` shows how to reach into states and blends.
drover.extend("KIND", function(def)
  def.look.color = "crimson"
end)

-- What the mod adds. All of it is called after the mod from outside: --set NAME.labels=false.
return drover.mod {
  settings = { drover.toggle("labels", true) },

  draw = function(world, draw)
    if not world.settings.labels then return end
    for agent in world:agents("KIND") do
      draw.text("KIND " .. agent.id, agent.x + 1, agent.y)
    end
  end,
}
