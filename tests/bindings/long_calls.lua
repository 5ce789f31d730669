-- Calls of every C function that scripts can reach, with the largest arguments that it takes; for
-- test_long_calls.c. Each entry makes what a call needs and returns the call. It may fail: what
-- counts is how long it takes to. A method that has no entry is called with large values of any
-- type; one that takes others, such as the names of what is declared here, needs an entry.
local drover = require "drover"
local steer, blend, when, vec = drover.steer, drover.blend, drover.when, drover.vec

local environment = _ENV
local MIB = 1 << 20
local MAX_ARGUMENTS = 900000 -- that Lua's stack has room for
local calls = {}

-- Made when they are needed: a third of all memory, so that a function can make one more, and has
-- room to make it in.
local function text(size, of) return (of or "a"):rep(size or 80 * MIB) end

-- What Lua does with a string at one go: it hashes all of one that is a key, at a nanosecond a
-- byte, and reads all of one that is a number. No C function of ours can be asked meanwhile.
local function long_name() return text(32 * MIB) end

local function digits() return text(32 * MIB, "1") end

local function list(count, value)
  local made = {}
  for i = 1, count do made[i] = value or i end
  return made
end

-- Keys that are no list.
local function sparse(count)
  local made = {}
  for i = 1, count do made[i * 3] = i end
  return made
end

local function arguments(value) return list(MAX_ARGUMENTS, value) end

local ant = drover.kind("ant", {
  memory = { kept = drover.none },
  slots = { route = "path", ball = "number" },
  initial = "idle",
  states = { idle = {}, busy = {} },
  timers = { later = function() end },
})
local colony = drover.group("colony", { memory = { kept = drover.none } })
local wind = drover.flow("wind", { resolution = 2 })
local scent = drover.field("scent", { cell = 1, diffusion = 0.01, evaporation = 0.1 })
local mud = drover.terrain("mud", {})
local rope = drover.link("rope", { spring = { stiffness = 1 } })
local ground = drover.surface("ground", { height = function() return 0 end, resolution = 100 })
local wander, chance = steer.wander {}, when.chance(0.1)

-- The world, which `setup` fills when there is a test of time.
local ants, rocks = {}, {}

-- Lua's own

calls.assert = function() local s = text() return function() assert(false, s) end end
calls.error = function() local s = text() return function() error(s) end end
calls.getmetatable = function() return function() getmetatable("") end end
calls.ipairs = function() local t = list(4 * MIB) return function() ipairs(t) end end
calls.next = function() local t = sparse(2 * MIB) return function() next(t) end end
calls.pairs = function() local t = sparse(1 * MIB) return function() pairs(t) end end
calls.pairs_list = function()
  local t = list(4 * MIB)
  local step = pairs(t)
  for i = 2, #t do t[i] = nil end
  t[8 * MIB] = 1
  return function() step(t, 1) end
end
calls.pairs_small = function()
  local step = pairs { a = 1 }
  local t = sparse(2 * MIB)
  return function() step(t, 1) end
end
calls.pairs_large = function()
  local t = sparse(1 * MIB)
  local step = pairs(t)
  for i = 1, 1 * MIB do t[i * 3] = nil end
  return function() step(t) end
end
calls.pcall = function() local t = arguments() return function() pcall(select, table.unpack(t)) end end
calls.xpcall = function()
  local t = arguments()
  return function() xpcall(select, print, table.unpack(t)) end
end
calls.print = function() local s = text(40 * MIB) return function() print(s, s) end end
calls.rawequal = function()
  local a, b = text(60 * MIB), text(60 * MIB)
  return function() rawequal(a, b) end
end
calls.rawget = function()
  local t, s = { a = 1 }, long_name()
  return function() rawget(t, s) end
end
calls.rawlen = function() local t = list(4 * MIB) return function() rawlen(t) end end
calls.rawset = function()
  local t, s = { a = 1 }, long_name()
  return function() rawset(t, s, 1) end
end
calls.require = function() local s = long_name() return function() require(s) end end
calls.select = function()
  local t = arguments()
  return function() select(-1, table.unpack(t)) end
end
calls.setmetatable = function()
  local t, m = {}, sparse(2 * MIB)
  return function() setmetatable(t, m) end
end
calls.tonumber = function()
  local one, spaces, hex = digits(), text(60 * MIB, " "), text(20 * MIB, "f")
  return function() tonumber(one) tonumber(spaces) tonumber(hex, 16) end
end
calls.tostring = function() local s = text() return function() tostring(s) end end
calls.type = function() local s = text() return function() type(s) end end

-- coroutine

calls["coroutine.close"] = function()
  local t = arguments()
  return function()
    local co = coroutine.create(function(...) coroutine.yield(...) end)
    coroutine.resume(co, table.unpack(t))
    coroutine.close(co)
  end
end
calls["coroutine.create"] = function() return function() coroutine.create(print) end end
calls["coroutine.isyieldable"] = function() return function() coroutine.isyieldable() end end
calls["coroutine.resume"] = function()
  local t = arguments()
  return function() coroutine.resume(coroutine.create(select), table.unpack(t)) end
end
calls["coroutine.running"] = function() return function() coroutine.running() end end
calls["coroutine.status"] = function()
  local co = coroutine.create(print)
  return function() coroutine.status(co) end
end
calls["coroutine.wrap"] = function() return function() coroutine.wrap(print) end end
calls.wrapped = function()
  local t = arguments()
  return function() coroutine.wrap(select)(table.unpack(t)) end
end
calls["coroutine.yield"] = function()
  local t = arguments()
  return function()
    coroutine.wrap(function() coroutine.yield(table.unpack(t)) end)()
  end
end

-- math: numbers may be written in strings, however long.

for name in ("abs acos asin atan ceil cos deg exp floor fmod log modf pow rad sin sqrt tan ult type"
    .. " tointeger random randomseed"):gmatch("%a+") do
  calls["math." .. name] = function()
    local s = digits()
    return function() math[name](s, s) end
  end
end
for name in ("max min"):gmatch("%a+") do
  calls["math." .. name] = function()
    local t = arguments()
    return function() math[name](table.unpack(t)) end
  end
end

-- string

calls["string.byte"] = function()
  local s = text()
  return function() s:byte(1, MAX_ARGUMENTS) end
end
calls["string.char"] = function()
  local t = arguments(65)
  return function() string.char(table.unpack(t)) end
end
calls["string.find"] = function()
  local s, part = text(), text(20 * MIB) .. "b"
  return function() s:find(part, 1, true) s:find(".-b") end
end
calls["string.format"] = function()
  local numbers, s = arguments(1e300), text(32 * MIB, "\1")
  local format = ("%.99f"):rep(100000)
  return function(turn)
    if turn % 2 == 0 then format:format(table.unpack(numbers)) else ("%q"):format(s) end
  end
end
calls["string.gmatch"] = function() local s = text() return function() s:gmatch("a-b") end end
calls.matches = function()
  local s = text()
  return function() s:gmatch("a-b")() end
end
calls["string.gsub"] = function()
  local s = text()
  return function() s:gsub("a", "b") end
end
calls["string.len"] = function() local s = text() return function() s:len() end end
calls["string.lower"] = function() local s = text() return function() s:lower() end end
calls["string.match"] = function()
  local s = text()
  return function() s:match("a*a*a*b") end
end
calls["string.pack"] = function()
  local s = text()
  return function() string.pack("c8000000c8000000", "", "") string.pack("zs", s, s) end
end
calls["string.packsize"] = function()
  local s = text(65536, "!16d")
  return function() string.packsize(s) end
end
calls["string.rep"] = function()
  local s = text(30 * MIB)
  return function() ("x"):rep(100 * MIB) s:rep(3, "y") end
end
calls["string.reverse"] = function() local s = text() return function() s:reverse() end end
calls["string.sub"] = function() local s = text() return function() s:sub(2) end end
calls["string.unpack"] = function()
  local s, format = text(), text(65536, "b")
  return function() string.unpack(format, s) end
end
calls["string.upper"] = function() local s = text() return function() s:upper() end end
for name in ("add sub mul div mod pow unm idiv"):gmatch("%a+") do
  calls["text:meta.__" .. name] = function()
    local s = digits()
    return function()
      local _ = name == "add" and s + s or name == "sub" and s - s or name == "mul" and s * s
        or name == "div" and s / s or name == "mod" and s % s or name == "pow" and s ^ s
        or name == "unm" and -s or s // s
    end
  end
end

-- table

calls["table.concat"] = function()
  local t = list(4 * MIB)
  return function() table.concat(t, ", ") end
end
calls["table.insert"] = function()
  local t = list(4 * MIB)
  return function() table.insert(t, 1, 0) end
end
calls["table.move"] = function()
  local t = list(4 * MIB)
  return function() table.move(t, 1, #t, 2) end
end
calls["table.pack"] = function()
  local t = arguments()
  return function() table.pack(table.unpack(t)) end
end
calls["table.remove"] = function()
  local t = list(4 * MIB)
  return function() table.remove(t, 1) end
end
calls["table.sort"] = function()
  local t = {}
  for i = 1, 4 * MIB do t[i] = (i * 7919) % 1048573 end
  return function() table.sort(t) end
end
calls["table.unpack"] = function()
  local t = arguments()
  return function() table.unpack(t) end
end

-- utf8

calls["utf8.char"] = function()
  local t = arguments(0x10ffff)
  return function() utf8.char(table.unpack(t)) end
end
calls["utf8.codepoint"] = function()
  local s = text()
  return function() utf8.codepoint(s, 1, MAX_ARGUMENTS) end
end
calls["utf8.codes"] = function() local s = text() return function() utf8.codes(s) end end
calls.codes = function()
  local step, s = utf8.codes("a"), "a" .. text(nil, "\x80")
  return function() step(s, 1) end
end
calls["utf8.len"] = function() local s = text() return function() utf8.len(s) end end
calls["utf8.offset"] = function()
  local s, rest = text(40 * MIB), text(nil, "\x80")
  return function() utf8.offset(s, 40 * MIB) utf8.offset(rest, 0, 80 * MIB) end
end

-- drover: what is made while modules load

calls["drover.vec"] = function()
  local s = digits()
  return function() vec(s, s, s) vec({ s, s }) end
end
-- A file can have 16 MiB, which would be too much to keep here. Every reader heeds a stop at least every 4 KiB.
calls["drover.data"] = function() return function() drover.data("data/largest.json") end end
calls["drover.image"] = function() return function() drover.image("images/largest.png") end end
calls["drover.setting"] = function()
  local s = text()
  return function() drover.setting(s) end
end
calls["drover.slider"] = function()
  local s, n = text(), digits()
  return function() drover.slider(s, n, { min = n, max = n }) drover.choice("x", s, { s, s }) end
end
calls["drover:meta.__index"] = function() local s = long_name() return function() return drover[s] end end
calls["drover.steer:meta.__index"] = function()
  local s = long_name()
  return function() return steer[s] end
end
calls["drover:meta.__newindex"] = function() local s = long_name() return function() drover[s] = s end end
for name in ("mouse none"):gmatch("%a+") do
  calls["drover." .. name .. ":meta.__tostring"] = function()
    return function() tostring(drover[name]) end
  end
end
calls["drover.mouse:meta.__newindex"] = function()
  local s = long_name()
  return function() drover.mouse[s] = s end
end
calls["drover:meta.__len"] = function() return function() return #drover end end
calls["drover:meta.__pairs"] = function() return function() pairs(drover) end end
calls["drover.when.has"] = function()
  local s = text()
  return function() when.has(s) when.sees({ s, s }) when[s]() end
end
calls["drover.steer.wander"] = function()
  local names, keys, s = list(4 * MIB, "ant"), sparse(2 * MIB), text(20 * MIB)
  return function(turn)
    local def = turn % 3 == 0 and keys or turn % 3 == 1 and { kind = names } or { kind = s, [s] = s }
    steer.separation(def)
  end
end
calls["drover.blend.weighted"] = function()
  local parts = list(2 * MIB, wander)
  return function() blend.weighted(parts) end
end
calls["drover.blend.random"] = function()
  local parts = list(2 * MIB, wander)
  return function() blend.random(parts) end
end
calls["drover.blend.with"] = function()
  local s = text()
  return function() blend.with({ wander, with = s }) end
end
calls["drover.stress.custom"] = function() return function() drover.stress.custom(print) end end
for name in ("when blend stress subsumption"):gmatch("%a+") do
  calls["drover." .. name .. ":meta.__index"] = function()
    local s = long_name()
    return function() return drover[name][s] end
  end
end
calls["drover.none:meta.__newindex"] = function()
  local s = long_name()
  return function() drover.none[s] = s end
end
calls["declared.1:meta.__index"] = function() local s = long_name() return function() return colony[s] end end
calls["declared.1:meta.__tostring"] = function() return function() tostring(colony) end end
local many_parts = drover.blend.sum(list(900, wander))
calls["behavior:meta.__index"] = function() return function() return many_parts[900] end end
calls["behavior:meta.__len"] = function() return function() return #many_parts end end
calls["behavior:meta.__tostring"] = function() return function() tostring(wander) end end
calls["guard:meta.__bor"] = function()
  local s = text()
  return function() return chance | s end
end
calls["guard:meta.__band"] = function()
  local deep = chance
  for _ = 1, 30 do deep = deep & chance end
  return function() return deep & deep end
end
calls["guard:meta.__bnot"] = function() return function() return ~chance end end
calls["guard:meta.__tostring"] = function() return function() tostring(chance) end end
calls["guard:meta.__index"] = function() local s = long_name() return function() return chance[s] end end

-- vectors

do
  local a, b = vec(1e300, 1e300, 1e300), vec(1, 2, 3)
  local operators = {
    __add = function() return a + b end, __sub = function() return a - b end,
    __mul = function() return a * 1e300 end, __div = function() return a / 1e-300 end,
    __unm = function() return -a end, __eq = function() return a == b end,
    __tostring = function() return tostring(a) end,
  }
  for name, operator in pairs(operators) do
    calls["vector:meta." .. name] = function() return operator end
  end
  calls["vector:meta.__index"] = function() local s = long_name() return function() return a[s] end end
  calls["vector:meta.__newindex"] = function() local s = long_name() return function() a[s] = s end end
  for name in ("length dot unit unpack"):gmatch("%a+") do
    calls["vector." .. name] = function() return function() a[name](a, b) end end
  end
end

-- The world

calls["world.agents"] = function(world) return function() world:agents("ant", { state = "idle" }) end end
calls.agents = function(world)
  return function(turn)
    if turn > 1 then return end
    local step = world:agents("ant")
    for i = 1, #ants do world:remove(ants[i]) ants[i] = nil end
    step()
  end
end
calls["world.count"] = function(world) return function() world:count("ant", { state = "idle" }) end end
calls["world.emit"] = function(world)
  local s = text()
  return function() world:emit(s) world:emit("cry", { at = vec(0, 0), radius = 1e9 }) end
end
calls["world.after"] = function(world)
  local kept = list(MIB, "a")
  return function() world:after(0, "later", kept) end
end
calls["world.cancel"] = function(world)
  for _ = 1, 100000 do world:after(1e9, "later") end
  return function() world:cancel("later") end
end
calls["world.links"] = function(world)
  for i = 2, #ants do ants[1]:link(rope, ants[i]) end
  return function() world:links(rope) end
end
calls["world.finish"] = function(world) local s = text() return function() world:finish(s) end end
calls["world.flow"] = function(world) return function() world:flow(wind) end end
calls["world.new_group"] = function(world) return function() world:new_group(colony) end end
calls["world.group"] = function(world) return function() world:group(colony) end end
calls["world.key_down"] = function(world) local s = long_name() return function() world:key_down(s) end end
calls["world.nearest"] = function(world)
  local s = text()
  return function() world:nearest("ant", 1e8, 1e8) world:nearest(s, 0, 0) end
end
calls["world.obstacle"] = function(world)
  local points = {}
  for i = 1, 256 do
    points[i] = { 100 * math.cos(i * math.pi / 128), 100 * math.sin(i * math.pi / 128) }
  end
  return function() world:obstacle { polygon = points } end
end
local function zigzag()
  local points = {}
  for i = 1, 4096 do points[i] = { i % 2 * 1000, i / 5 } end
  return points
end
calls["world.build"] = function(world)
  local geometry = drover.data("data/largest.wkt")
  return function()
    for _, made in ipairs(world:build(geometry, { as = "obstacle" })) do made:remove() end
  end
end
calls["world.path"] = function(world)
  local points = zigzag()
  return function() world:path { points = points, radius = 1, spline = true, closed = true } end
end
calls["world.plan"] = function(world)
  local known = list(1 * MIB, rocks[1])
  return function(turn)
    if turn % 2 == 0 then
      world:plan(vec(-999, -999), vec(999, 999), { resolution = 1, clearance = 0 })
    else
      world:plan(vec(-999, -999), vec(999, 999), { resolution = 100, known = known })
    end
  end
end
calls["world.flow_to"] = function(world)
  local goals = list(256, vec(0, 0))
  for i = 1, 256 do goals[i] = vec(i, -999 + 7 * i) end
  return function()
    local flow = world:flow_to(goals, { resolution = 2, density = 1 })
    if flow then flow:remove() end
  end
end
calls["world.random"] = function(world) return function() world:random(1, math.maxinteger) end end
calls["world.random_point"] = function(world)
  return function() world:random_point(1e9) end
end
calls["world.region"] = function(world)
  return function() world:region { shape = { sphere = { x = 0, y = 0, radius = 1e6 } }, terrain = mud } end
end
calls["world.remove"] = function(world)
  return function(turn) world:remove(ants[turn]) end
end
calls["world.neighbors"] = function(world) return function() world:neighbors(0, 0, math.huge) end end
calls["world.scatter"] = function(world) return function() world:scatter("ant", 1000000) end end
calls["world.spawn"] = function(world)
  local fields = { kept = list(2 * MIB) }
  return function() world:spawn("ant", fields) end
end
calls["world.surface"] = function(world) return function() world:surface(ground) end end
calls["world.terrain"] = function(world) return function() world:terrain(mud) end end
calls["world.terrain_at"] = function(world)
  for _ = 1, 1000 do world:terrain(mud) end
  return function() world:terrain_at(0, 0) end
end
calls["world:meta.__index"] = function(world) local s = long_name() return function() return world[s] end end
calls["world:meta.__newindex"] = function(world)
  local big, s = list(4 * MIB), text(20 * MIB)
  return function(turn)
    if turn % 2 == 0 then world.memory = big else world[s] = s end
  end
end
calls["world:meta.__tostring"] = function(world) return function() tostring(world) end end
calls["settings:meta.__index"] = function(world)
  local s = long_name()
  return function() return world.settings[s] end
end
calls["settings:meta.__newindex"] = function(world)
  local s = long_name()
  return function() world.settings[s] = s end
end

-- Handles

calls["handle:meta.__index"] = function()
  local s = long_name()
  return function() return ants[1][s] end
end
calls["handle:meta.__newindex"] = function()
  local big, s = list(4 * MIB), text(20 * MIB)
  return function(turn)
    if turn % 2 == 0 then ants[1].kept = big else ants[1][s] = s end
  end
end
calls["handle:meta.__len"] = function(world)
  local group = world:new_group(colony)
  return function() return #group end
end
calls["handle:meta.__tostring"] = function() return function() tostring(ants[1]) end end

local function of_ant(name, ...)
  local given = table.pack(...)
  calls["agent." .. name] = function()
    local ant_ = ants[1]
    return function() ant_[name](ant_, table.unpack(given, 1, given.n)) end
  end
end
of_ant("apply", wander, 1e300)
of_ant("steer", "none")
of_ant("become", "busy")
of_ant("turn_into", "ant")
of_ant("sees", "ant")
of_ant("seen", "ant", 1e9)
of_ant("neighbors", "ant", 1e9)
of_ant("count", "ant", 1e9)
of_ant("nearest", "ant", 1e9)
of_ant("ray", 1, 0.7, math.huge)
of_ant("heard", "cry")
of_ant("emit", "cry", 1e9)
of_ant("after", 1e9, "later", list(1000, "a"))
of_ant("cancel", "later")
for _, name in ipairs { "link", "unlink", "linked" } do
  calls["agent." .. name] = function()
    for i = 2, #ants do ants[1]:link(rope, ants[i]) end
    for i = 3, #ants do ants[2]:link(rope, ants[i]) end
    return function() ants[1][name](ants[1], rope, ants[2]) end
  end
end
calls["agent.links"] = function()
  for i = 2, #ants do ants[1]:link(rope, ants[i]) end
  return function() ants[1]:links(rope) end
end
of_ant("random", 1, math.maxinteger)
of_ant("remove")
of_ant("set", "ball", 1e300)
of_ant("get", "ball")
of_ant("supposed", "ant")
calls["agent.steering"] = function()
  return function() ants[1]:steering(wander) end
end
calls["agent.discover"] = function()
  local known = list(1 * MIB, rocks[1])
  return function() ants[1]:discover(known) end
end

calls.neighbors = function(world)
  return function(turn)
    if turn > 1 then return end
    local step = ants[1]:neighbors("ant", 1e9)
    for i = 1, #ants do world:remove(ants[i]) ants[i] = nil end
    step()
  end
end

calls["group.members"] = function(world)
  local group = world:new_group(colony)
  for i = 1, #ants do ants[i].group = group end
  return function() group:members() end
end
calls["group.elect"] = function(world)
  local group = world:new_group(colony)
  return function() group:elect() end
end
calls.members = function(world)
  local group = world:new_group(colony)
  for i = 1, #ants do ants[i].group = group end
  return function(turn)
    if turn > 1 then return end
    local step = group:members()
    for i = 1, #ants do world:remove(ants[i]) ants[i] = nil end
    step()
  end
end
calls["obstacle.remove"] = function(world)
  return function() world:obstacle({ sphere = { x = 0, y = 0, radius = 1e6 } }):remove() end
end
calls["path.point"] = function(world)
  local path = world:path { points = zigzag(), spline = true }
  return function() path:point(1e9) end
end
calls["path.project"] = function(world)
  local path = world:path { points = zigzag(), spline = true }
  return function() path:project(1e6, 1e6) end
end
calls["path.blocked"] = function(world)
  local path, known = world:path { points = zigzag(), spline = true }, list(1 * MIB, rocks[1])
  return function(turn) path:blocked(1000, turn % 2 == 0 and known or nil) end
end
calls["path.remove"] = function(world)
  local points = zigzag()
  return function() world:path({ points = points }):remove() end
end
calls["flow.set"] = function(world)
  local flow = world:flow(wind)
  return function() flow:set(0, 0, 1, 1) end
end
calls["flow.paint"] = function(world)
  local flow = world:flow(wind)
  return function() flow:paint(0, 0, 1e6, 1, 1) end
end
calls["flow.remove"] = function(world) return function() world:flow(wind):remove() end end
calls["world.field"] = function(world) return function() world:field(scent) end end
calls["field.add"] = function(world)
  local field = world:field(scent)
  return function() field:add(0, 0, 1, 1e6) end
end
calls["field.fill"] = function(world)
  local field, all = world:field(scent), drover.image("images/largest.png")
  return function() field:fill(all) end
end
calls["field.highest"] = function(world)
  local field, region = world:field(scent), world:terrain(mud)
  return function() field:highest(region) end
end
calls["field.set"] = function(world)
  local field = world:field(scent)
  return function() field:set(0, 0, 1) end
end
calls["field.total"] = function(world)
  local field, region = world:field(scent), world:terrain(mud)
  return function() field:total(region) end
end
do
  local function largest() return drover.image("images/largest.png") end
  calls["image.at"] = function()
    local image = largest()
    return function() image:at(1024, 1024) end
  end
  calls["image:meta.__index"] = function()
    local image, s = largest(), long_name()
    return function() return image[s] end
  end
  calls["image:meta.__newindex"] = function()
    local image, s = largest(), long_name()
    return function() image[s] = s end
  end
  calls["image:meta.__tostring"] = function()
    local image = largest()
    return function() return tostring(image) end
  end
end
do
  local function largest() return drover.data("data/largest.wkt") end
  calls["geometry.contains"] = function()
    local geometry = largest()
    return function() geometry:contains(0.25, 0.25) end
  end
  calls["geometry.points"] = function()
    local geometry = largest()
    return function() geometry[1]:points() end
  end
  calls["geometry.parts"] = function()
    local geometry = largest()
    return function() geometry:parts() end
  end
  calls["geometry_parts"] = function()
    local geometry = largest()
    return geometry:parts()
  end
  calls["geometry:meta.__index"] = function()
    local geometry, s = largest(), long_name()
    return function() return geometry[s] end
  end
  calls["geometry:meta.__newindex"] = function()
    local geometry, s = largest(), long_name()
    return function() geometry[s] = s end
  end
  calls["geometry:meta.__len"] = function()
    local geometry = largest()
    return function() return #geometry end
  end
  calls["geometry:meta.__tostring"] = function()
    local geometry = largest()
    return function() return tostring(geometry) end
  end
end
calls["region.remove"] = function(world) return function() world:terrain(mud):remove() end end

-- Pictures

calls["draw.text"] = function(world)
  local s = text()
  return function() world.draw.text(s, 0, 0) end
end
calls["draw.polygon"] = function(world)
  local points = list(256, { 1, 2 })
  return function() world.draw.polygon(points) end
end
calls["draw.line"] = function(world) return function() world.draw.line(0, 0, 1e9, 1e9) end end
calls["draw.arrow"] = function(world) return function() world.draw.arrow(0, 0, 1e9, 1e9) end end
calls["draw.circle"] = function(world) return function() world.draw.circle(0, 0, 1e9) end end
calls["draw.arc"] = function(world) return function() world.draw.arc(0, 0, 1e9, 0, 1e9) end end
calls["draw.shape"] = function(world)
  return function() world.draw.shape("tree", 0, 0, 1e9, 1e9) end
end
calls["draw:meta.__index"] = function(world)
  local s = long_name()
  return function() return world.draw[s] end
end

-- Methods without a call of their own

local receivers = {
  agent = function() return ants[1] end,
  field = function(world) return world:field(scent) end,
  flow = function(world) return world:flow(wind) end,
  geometry = function() return drover.data("data/largest.wkt") end,
  group = function(world) return world:new_group(colony) end,
  image = function() return drover.image("images/largest.png") end,
  obstacle = function(world) return world:obstacle { sphere = { x = 0, y = 0, radius = 1e6 } } end,
  path = function(world) return world:path { points = zigzag(), spline = true } end,
  region = function(world) return world:terrain(mud) end,
  surface = function(world) return world:surface(ground) end,
  vector = function() return vec(1, 2) end,
  world = function(world) return world end,
}

-- Each is called with nothing, numbers, strings, tables, a kind, and an agent.
setmetatable(calls, {
  __index = function(_, name)
    local class, method = name:match("^(%a+)%.(%a[%w_]*)$")
    if not receivers[class] then return nil end
    return function(world)
      local self, s, big = receivers[class](world), text(40 * MIB), list(2 * MIB)
      local given = {
        {}, { 0, 0, 0 }, { 1e9, 1e9, 1e9, 1e9 }, { s, s, s }, { big, big, big }, { "ant", 1e9 }, { ants[2], 1e9 },
      }
      return function(turn) self[method](self, table.unpack(given[turn % #given + 1])) end
    end
  end,
})

-- The way in

-- One of each class, so that its functions are found.
local function roots(world)
  local found = {}
  for name, value in pairs(environment) do found[name] = value end
  found.drover, found.world = drover, world
  found.vector, found.behavior, found.guard = vec(1, 2), wander, chance
  found.declared = { colony, wind, mud, ground, ant }
  found.image = drover.image("images/largest.png")
  found.geometry = drover.data("data/largest.wkt")
  found.geometry_parts = found.geometry:parts()
  found.draw, found.settings = world.draw, world.settings
  found.matches, found.codes = ("a"):gmatch("a"), (utf8.codes("a"))
  found.agents, found.members = world:agents("ant"), world:new_group(colony):members()
  local one = world:spawn("ant")
  found.neighbors = one:neighbors("ant", 1)
  one:remove()
  found.wrapped = coroutine.wrap(print)
  found.pairs_list, found.pairs_small = pairs { 1 }, (pairs { a = 1 })
  found.pairs_large = pairs { 1, 2, a = 1, b = 1, c = 1, d = 1, e = 1, f = 1, g = 1 }
  return found
end

local MAX_ANTS = 100000

local function are_there()
  local first, last = ants[1], ants[MAX_ANTS]
  return first and last and first.alive and last.alive
end

local function fill(world)
  for i = 1, MAX_ANTS do
    ants[i] = world:spawn("ant", { x = world:random(-999, 999), y = world:random(-999, 999) })
  end
  for i = 1, 200 do
    rocks[i] = world:obstacle { sphere = { x = i * 9 - 900, y = i * 7 % 900, radius = 3 } }
  end
end

local needs_ants = { world = true, handle = true, agent = true, group = true, agents = true,
  members = true, neighbors = true, path = true }
local current

return drover.scenario {
  kinds = { ant },
  bounds = { min = { -1000, -1000 }, max = { 1000, 1000 } },
  setting = function(world, name, phase)
    if phase == "calls" then
      return calls
    elseif phase == "roots" then
      return roots(world)
    elseif phase == "forget" then
      current = nil
    elseif phase == "prepare" then
      if needs_ants[name:match("^%a+")] and not are_there() then fill(world) end
      current = calls[name](world)
    elseif phase == "call" then
      for turn = 1, math.maxinteger do pcall(current, turn) end
    end
  end,
}
