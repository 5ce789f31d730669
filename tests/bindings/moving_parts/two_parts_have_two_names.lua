local drover = require "drover"
local schema = drover.schema

local one = schema.turning { angle = 1, name = "one" }

drover.kind("a", { states = { go = schema.select { one, one } } })
