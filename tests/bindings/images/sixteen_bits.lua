local drover = require "drover"

drover.field("grass", { cell = 1, max = 65535 })
local ant = drover.kind("ant", {})
local images <const> = {
  gray = drover.image("gray.png"), colors = drover.data("colors.png"), bytes = drover.image("bytes.png"),
}

-- Shares of 65,535, which must be whole.
local function show(name, ...)
  local wholes = {}
  for i, share in ipairs { ... } do
    wholes[i] = math.floor(share * 65535 + 0.5)
    assert(share == wholes[i] / 65535)
  end
  print(name, table.concat(wholes, " "))
end

return drover.scenario {
  bounds = { min = { 0, 0 }, max = { 4, 3 } },
  kinds = { ant },
  setup = function(world)
    local grass = world:field("grass")
    local function fill(name, channel)
      grass:fill(images[name], { channel = channel })
      print(name, channel, ("%.3f %.3f %.3f %.3f"):format(
        grass:at(0.5, 2.5), grass:at(1.5, 2.5), grass:at(0.5, 0.5), grass:at(3.5, 0.5)))
    end
    for _, name in ipairs { "gray", "colors", "bytes" } do
      local image = images[name]
      show(name, image:at(1, 1))
      show(name, image:at(2, 1))
      show(name, image:at(4, 3))
      for _, channel in ipairs { "green", "alpha", "brightness" } do fill(name, channel) end
    end
  end,
}
