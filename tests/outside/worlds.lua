-- Worlds in the hands of stock Lua: worlds.lua SCENARIO FOLDER
local before = {}
for name in pairs(_G) do before[name] = true end
local number_before, string_before = getmetatable(1), getmetatable ""

local drover <const> = require "drover"
local scenario <const>, folder <const> = arg[1], arg[2]

local function refuses(pattern, f, ...)
  local fine, message = pcall(f, ...)
  assert(not fine, "not refused: " .. pattern)
  assert(message:find(pattern), message)
end

-- Nothing of the host is changed.
for name in pairs(_G) do assert(before[name], name) end
assert(getmetatable(1) == number_before and getmetatable "" == string_before)
assert(debug.getmetatable(io.stdout) == getmetatable(io.stdout))
assert(drover.version:match "^%d+%.%d+%.%d+$")

-- Mods.
refuses("open: mods: a list of names or folders expected, got string", drover.open, scenario, { mods = "winter" })
local none, missing = drover.open(scenario, { mods = { "nowhere" } })
assert(not none and missing:find "no mod 'nowhere'")
do
  os.execute("mkdir " .. folder .. "/modded")
  local sources = {
    mod = "{ name = 'added' }",
    init = "require 'drover'.mod { settings = { require 'drover'.slider('n', 3, { max = 5 }) } }",
  }
  for name, text in pairs(sources) do
    local file <close> = assert(io.open(folder .. "/modded/" .. name .. ".lua", "w"))
    file:write("return " .. text)
  end
  local options = { mods = { folder .. "/modded" }, settings = { ["added.n"] = 4 } }
  local modded <close> = assert(drover.open(scenario, options))
  assert(modded.settings["added.n"] == 4)
end

-- Queries, fields, methods and iterators, as in scripts.
local world = assert(drover.open(scenario, { seed = 7, settings = { herd = 40 }, threads = 2 }))
assert(world.seed == 7 and world.tick == 0 and world:count "caribou" == 40)
assert(world.settings.herd == 40)
assert(world:step(60) == false and world.tick == 60)
assert(world:step(1000, function(w) return w.tick == 70 end) and world.tick == 70)
local count, last = 0, 0
for agent in world:agents "caribou" do
  count, last = count + 1, agent.id
  assert(agent.kind == "caribou" and agent.alive and agent.world == world)
end
assert(count == 40)
local first = world:agents "caribou"()
assert(first.id < last and tostring(first):match "^caribou#%d+$")

-- Equal handles are the same value, also as keys.
assert(first == world:agents "caribou"())
local names = { [first] = "first" }
assert(names[world:agents "caribou"()] == "first")

-- Vectors, memory, and writing.
assert(first.position == drover.vec(first.x, first.y) and #{ first.position:unpack() } == 3)
first.x = 12.5
assert(first.x == 12.5)
first.label = "old"
assert(first.label == "old")
local wolf = world:nearest("wolf", first.x, first.y, 1e4)
assert(wolf.kind == "wolf" and first:distance(wolf) > 0)
local near, apart = first:nearest("caribou", 1e4)
assert(near ~= first and apart > 0)
world.memory.note = { list = { 1, 2, first } }
assert(world.memory.note.list[3] == first and #world.memory.note.list == 3)
world:input("setting", "mist", true)
assert(world.settings.mist == true)
assert(type(world:monitor "fleeing") == "number")

-- Mistakes name what is wrong; expected failures are nil and a message.
refuses("no option 'sede' %(seed%?%)", drover.open, scenario, { sede = 1 })
refuses("seed: a whole number", drover.open, scenario, { seed = 1.5 })
refuses("threads: a whole number", drover.open, scenario, { threads = 0 })
refuses("settings.herd: a number", drover.open, scenario, { settings = { herd = {} } })
refuses("string expected", drover.open)
local nothing, message = drover.open "nowhere"
assert(nothing == nil and message:find "nowhere", message)
nothing, message = drover.open(scenario, { settings = { hird = 1 } })
assert(nothing == nil and message:find "herd%?", message)
refuses("wings", function() return first.wings end)
refuses("scenario", function() world.memory.f = print end)
refuses("number", function() world:step "many" end)

-- An error of the program passes through, and the world goes on.
refuses("enough", function() world:step(10, function() error "enough" end) end)
world:step()

-- Several at once, in coroutines too; values of one do not go into another.
local other = assert(drover.open(scenario, { seed = 7, settings = { herd = 40 } }))
assert(other:agents "caribou"() ~= first)
refuses("another", function() first:distance(other:agents "wolf"()) end)
local runner = coroutine.wrap(function()
  for _ = 1, 3 do
    other:step(5)
    coroutine.yield(other.tick)
  end
end)
assert(runner() == 5 and runner() == 10)

-- A snapshot goes back, in this world or another of the scenario.
local hash <const> = other:hash()
assert(other:save(folder .. "/other.snap"))
other:step(30)
assert(other:hash() ~= hash)
assert(other:load(folder .. "/other.snap"))
assert(other:hash() == hash)
nothing, message = other:save(folder .. "/no/such.snap")
assert(nothing == nil and message)
nothing, message = other:load(folder .. "/none.snap")
assert(nothing == nil and message)

-- What is closed says so, and nothing else happens.
do
  local scoped <close> = assert(drover.open(scenario))
  other = scoped
end
refuses("closed", function() other:step() end)
world:close()
refuses("closed", function() return world.tick end)
refuses("closed", function() return first.x end)
refuses("closed", function() world:close() end)
assert(tostring(first):find "closed" and tostring(world):find "closed")

-- Worlds are collected, but not while something of them is in use.
local seen = setmetatable({}, { __mode = "v" })
local kept
for i = 1, 10 do
  local w = assert(drover.open(scenario))
  w.memory.list = { i }
  seen[i] = w
  kept = i == 5 and w.memory.list or kept
end
collectgarbage()
collectgarbage()
local alive = 0
for _ in pairs(seen) do alive = alive + 1 end
assert(alive == 1 and seen[5] and kept[1] == 5)
seen[5]:step()

-- A handle that is still there when the state is closed does no harm.
local finalizer = { __gc = function(held) pcall(function() return held[1].x end) end }
debug.getregistry()[finalizer] = setmetatable({ seen[5]:agents()(), kept }, finalizer)
print "fine"
