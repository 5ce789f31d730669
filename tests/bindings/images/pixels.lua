local drover = require "drover"

local image = drover.image
local map <const> = image("maps/map 1.PNG")
local ant = drover.kind("ant", {})

local function show(x, y)
  local red, green, blue, alpha = map:at(x, y)
  print(x, y, red * 255, green * 255, blue * 255, alpha * 255)
end

return drover.scenario {
  kinds = { ant },
  setup = function()
    print(map, map.width, map.height, math.type(map.width))
    show(1, 1)
    show(4.0, 1)
    show(1, 3)
    show(4, 3)
    -- The same bytes are the same image.
    print(rawequal(map, image("maps/map 1.PNG")), rawequal(map, image("maps/copy.png")))
  end,
  update = function()
    show(2, 2)
  end,
}
