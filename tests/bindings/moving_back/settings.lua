local drover = require "drover"

local a = drover.kind("a", {})

local settings = {
  drover.slider("pace", 1, { max = 9 }),
  drover.toggle("fog", false),
  drover.choice("way", "a", { "a", "b", "c" }),
}

return drover.scenario { kinds = { a }, settings = settings }
