-- Says that its code runs, and then what `helper` does: it may never return.
local drover = require "drover"
local helper = require "helper"
local function run() print "run" helper() return false end
local deer = drover.kind("deer", {
  step = run,
})
return drover.scenario { kinds = { deer }, setup = function(world) world:spawn("deer") end }
-- --[[saved]]
