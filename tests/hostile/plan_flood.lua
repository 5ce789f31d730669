-- plan: more than 200 million cells
-- limited by map cells
local drover = require "drover"
return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function(world)
    -- The goals take turns: plans to one goal share their search.
    for i = 1, 1e9 do world:plan({ -40, -40 }, { 40, 40 - i % 2 }, { resolution = 0.05 }) end
  end,
}
