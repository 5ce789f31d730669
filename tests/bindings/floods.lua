-- An endless loop of each method that makes something which outlives its call, for test_floods.c: `floods` says how it
-- is called. The others read, change, or end what there is. Those that are not named in `others` have to prove it: many
-- calls of them come to no limit.
local drover = require "drover"
local METHOD, WHERE = "", "setup"

drover.flow("wind", { resolution = 1 })
drover.terrain("mud", {})
drover.group("pack", { slots = { den = "point" }, memory = { prey = {} } })
drover.link("rope", {})
drover.surface("ground", { plane = {} })

local dash = drover.steer.seek { target = "den" }
local ant = drover.kind("ant", { slots = { den = "point" }, timers = { later = function() end } })
local square = { { 0, 0 }, { 4, 0 }, { 4, 4 }, { 0, 4 } }

local ants = {}
local floods, others = {}, {}

function floods.world_spawn(world) world:spawn("ant", { x = 1, y = 2 }) end

function floods.world_scatter(world) world:scatter("ant", 10) end

function floods.world_obstacle(world) world:obstacle { polygon = { points = square } } end

function floods.world_build(world, i)
  world:build(drover.data "square.wkt", { as = i % 2 == 0 and "region" or "path" })
end

function floods.world_path(world) world:path { points = square, spline = true, closed = true } end

function floods.world_plan(world, i) world:plan({ 0, 0 }, { 10, i % 9 }, { resolution = 2 }) end

function floods.world_region(world) world:region { shape = { box = { x = 0, y = 0, w = 2, d = 2 } } } end

function floods.world_new_group(world) world:new_group "pack" end

function floods.world_flow_to(world) world:flow_to({ { 1, 1 } }, { resolution = 1 }) end

function floods.world_surface(world) world:surface "ground" end

function floods.world_terrain(world) world:terrain "mud" end

function floods.world_emit(world) world:emit("news", { about = ants[1] }) end

function floods.world_after(world) world:after(5, "later", { 1, 2, 3 }) end

others.world = "flow field remove links terrain_at cancel random_point finish"

function floods.agent_apply() ants[1]:apply(dash) end

function floods.agent_emit() ants[1]:emit "news" end

function floods.agent_after() ants[1]:after(5, "later", "soon") end

function floods.agent_link(world, i)
  for k = 1, i do
    if not ants[k] then ants[k] = world:spawn("ant", { x = k, y = 0 }) end
  end
  for k = 1, i - 1 do ants[i]:link("rope", ants[k]) end
end

others.agent = "steer become turn_into to_local to_world cancel steering turn_in_place remove set get unlink linked "
  .. "links sees in_sight discover supposed seen ray"

others.group = "members elect"
others.obstacle = "remove"
others.path = "point project blocked remove"
others.flow = "at set paint remove"
others.field = "add at fill gradient highest set total"
others.region = "contains remove"
others.surface = "nearest"
-- What these return is Lua's.
others.vector = "length dot unit unpack"
others.image = "at"
others.geometry = "contains points parts"

-- Arguments that many methods take.
local given = { {}, { 2 }, { "ant" }, { 1, 2 }, { 1, 2, 5 }, { "ant", 5 }, { "ant", 1, 2 } }

local function object_of(class, world)
  if class == "world" then return world end
  if class == "agent" then return ants[1] end
  if class == "path" then return world:path { points = square } end
  if class == "group" then return world:new_group "pack" end
  if class == "region" then return world:region { shape = { box = { x = 0, y = 0, w = 2, d = 2 } } } end
  if class == "obstacle" then return world:obstacle { polygon = { points = square } } end
end

-- Call a method that has no row so often that whatever it makes would come to a limit.
local function prove(world)
  local class, method = METHOD:match "^(%a+)_(.+)$"
  local object = object_of(class, world)
  for _, arguments in ipairs(given) do
    if object and pcall(object[method], object, table.unpack(arguments)) then
      for _ = 1, 200000 do object[method](object, table.unpack(arguments)) end
      print "makes nothing"
      return
    end
  end
end

local function print_rows()
  for name in pairs(floods) do print((name:gsub("_", ".", 1) .. " floods")) end
  for class, names in pairs(others) do
    for name in names:gmatch "%S+" do print(class .. "." .. name .. " does not") end
  end
end

local function flood(world, where)
  if where ~= WHERE or METHOD == "" then return end
  if not floods[METHOD] then return prove(world) end
  for i = 1, math.huge do floods[METHOD](world, i) end
end

return drover.scenario {
  space = METHOD:find "surface" and "volume" or "plane",
  kinds = { ant },
  timers = { later = function() end },
  setup = function(world)
    ants[1] = world:spawn("ant", { x = 0, y = 0, den = { 9, 9 } })
    if METHOD == "" then print_rows() end
    flood(world, "setup")
  end,
  update = function(world) flood(world, "update") end,
}
