local drover = require "drover"

local Counter = {}
Counter.__index = Counter
function Counter:add(x) self.n = self.n + x end

local Heir = setmetatable({}, Counter)
Heir.__index = Heir

local Reader = setmetatable({}, Heir)
Reader.__index = Reader
function Reader:add(x) return self.n + x end

local Last = Counter
for _ = 1, 6 do
  Last = setmetatable({}, { __index = Last })
end

local own = { n = 0, add = function(t, x) t.n = t.n + x end }
local counter = setmetatable({ n = 0 }, Counter)
local heir = setmetatable({ n = 0 }, Heir)
local last = setmetatable({ n = 0 }, getmetatable(Last))
local reader = setmetatable({ n = 0 }, Reader)

local function add()
  own:add(1)
  counter:add(1)
  heir:add(1)
  last:add(1)
  reader:add(1)
end

return drover.scenario {
  kinds = { drover.kind("a", { step = add }) },
  setup = function(world) world:spawn("a", {}) end,
}
