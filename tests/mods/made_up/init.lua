-- A mod that changes what a seed says of any scenario, and prints the path of each definition that differs then:
-- "expect wolf.body.mass". Much of what it does changes nothing.

local drover = require "drover"
local name, seed = table.unpack(require "./seed")
local steer, when = drover.steer, drover.when

local drawn = seed * 7919 + 1

--- A number from 1 to `most`.
local function random(most)
  drawn = drawn * 48271 % 2147483647
  return drawn // 7 % most + 1
end

local function expect(path) print("expect " .. path) end

local function copy_of(value)
  if type(value) ~= "table" or getmetatable(value) then return value end
  local copy = {}
  for key, inner in pairs(value) do copy[key] = copy_of(inner) end
  return copy
end

--- Replace, wrap, or remove the function at a key, or assign it again.
local function change_function(def, at, key, path, full, may_go)
  local what = random(5)
  if what == 1 then
    def:wrap(path, function(before, ...) return before(...) end)
  elseif what == 2 then
    local former = at[key]
    at[key] = function(...) return former(...) end
  elseif what == 3 and may_go then
    at[key] = nil
  else
    at[key] = at[key]
    return
  end
  expect(full)
end

local function change_number(at, key, full)
  local what = random(3)
  if what == 1 then
    at[key] = at[key] * 0.97
    if at[key] ~= 0 then expect(full) end
  elseif what == 2 then
    at[key] = at[key] + 0.0
  else
    local former = at[key]
    at[key] = 0.001
    at[key] = former
  end
end

--- What moves an agent: a blend gets one more part, or the same part again; another behavior takes its place, or none.
local function change_steer(def, at, path, full)
  local what, is_blend = random(4), pcall(function() return #at.steer end)
  if what == 1 and is_blend then
    def:after(path, steer.wander { strength = 1 / seed })
  elseif what == 2 then
    at.steer = steer.wander { strength = 1 / seed }
  elseif what == 3 and is_blend then
    return def:replace(path .. "[1]", at.steer[1])
  else
    at.steer = at.steer
    return
  end
  expect(full)
end

local function change_guards(def, at, path, full)
  local what = random(3)
  if what == 1 then
    def:after(path, when.after(777))
    expect(full)
  elseif what == 2 then
    table.insert(at.on, 1, when.after(777))
    expect(full)
  else
    at.on = copy_of(at.on)
  end
end

local function change_state(def, kind, state, key)
  local path = "states." .. key
  local full = kind .. "." .. path
  for _, callback in ipairs { "enter", "leave", "step" } do
    if state[callback] and random(2) == 1 then
      local may_go = not getmetatable(state) and not state.think
      change_function(def, state, callback, path .. "." .. callback, full .. "." .. callback, may_go)
    end
  end
  if getmetatable(state) then return end
  if state.steer and random(2) == 1 then change_steer(def, state, path .. ".steer", full .. ".steer") end
  if state.on and random(2) == 1 then change_guards(def, state, path .. ".on", full .. ".on") end
  if type(state.speed) == "number" and random(2) == 1 then change_number(state, "speed", full .. ".speed") end
  if random(4) == 1 then
    state.color = ("#%06x"):format(seed)
    expect(full .. ".color")
  end
end

local function change_kind(kind, def)
  local untouched = copy_of(def.states)
  for _, section in ipairs { "body", "sight", "hearing" } do
    for key, value in pairs(def[section]) do
      if math.type(value) and random(2) == 1 then
        change_number(def[section], key, kind .. "." .. section .. "." .. key)
      end
    end
    if random(2) == 1 then def[section] = copy_of(def[section]) end
  end
  if random(2) == 1 then
    def.memory["of_" .. name] = { random(9), { deep = true } }
    expect(kind .. ".memory.of_" .. name)
  end
  if random(2) == 1 then
    def.slots["to_" .. name] = "number"
    expect(kind .. ".slots.to_" .. name)
  end
  for key in pairs(untouched) do
    if random(2) == 1 then change_state(def, kind, def.states[key], key) end
  end
  if def.initial and random(2) == 1 then
    def.states["in_" .. name] = { speed = random(3), on = { when.after(1) }, enter = function() end }
    expect(kind .. ".states.in_" .. name)
  end
  for _, callback in ipairs { "init", "step", "draw", "migrate" } do
    if def[callback] and random(2) == 1 then
      change_function(def, def, callback, callback, kind .. "." .. callback, callback ~= "step")
    end
  end
  if def.steer and random(2) == 1 then change_steer(def, def, "steer", kind .. ".steer") end
  if def.on and random(2) == 1 then change_guards(def, def, "on", kind .. ".on") end
  for _, key in ipairs { "look", "slots", "memory", "timers", "blends", "model", "reflexes", "initial" } do
    if random(2) == 1 then def[key] = copy_of(def[key]) end
  end
end

local function change_scenario(def)
  if random(2) == 1 then
    def.title = (def.title or "") .. " with " .. name
    expect "scenario.title"
  end
  if random(3) == 1 and def.seed ~= 4711 + seed then
    def.seed = 4711 + seed
    expect "scenario.seed"
  end
  if random(2) == 1 then
    table.insert(def.settings, random(2), drover.toggle("with_" .. name, true))
    expect "scenario.settings"
  end
  if random(2) == 1 then
    def.monitors["of_" .. name] = function() return 1 end
    expect("scenario.monitors.of_" .. name)
  end
  for key in pairs(copy_of(def.monitors)) do
    if not def.plots and key ~= "of_" .. name and random(3) == 1 then
      change_function(def, def.monitors, key, "monitors." .. key, "scenario.monitors." .. key, true)
    end
  end
  for _, callback in ipairs { "setup", "update", "draw", "setting", "on_reload", "keypressed" } do
    if def[callback] and random(2) == 1 then
      change_function(def, def, callback, callback, "scenario." .. callback, true)
    end
  end
  for _, key in ipairs { "kinds", "settings", "monitors", "tools", "timers", "bounds", "view", "plots", "removed" } do
    if random(2) == 1 then def[key] = copy_of(def[key]) end
  end
end

local function add(key, path)
  if random(3) > 1 then return false end
  expect(path .. " " .. name .. "." .. key)
  return true
end

local mod = { kinds = {}, settings = {}, monitors = {}, timers = {}, tools = {} }
if add("depth", "setting") then mod.settings[1] = drover.slider("depth", 1) end
if add("Go", "button") then table.insert(mod.settings, drover.button("Go", function() end)) end
if add("ones", "monitor") then mod.monitors.ones = function() return 1 end end
if add("thaw", "timer") then mod.timers.thaw = function() end end
if add("trap", "tool") then mod.tools.trap = { mousepressed = function() end } end
if add("setup", "mod") then function mod.setup() end end
if add("update", "mod") then function mod.update() end end
for _, family in ipairs { "kind", "group", "field", "terrain", "link", "flow" } do
  if random(3) == 1 then
    local made = drover[family](family .. "_of_" .. name, {})
    if family == "kind" and random(2) == 1 then mod.kinds[1] = made end
    expect((family == "kind" and "" or family .. " ") .. family .. "_of_" .. name)
  end
end

drover.extend_scenario(function(def)
  for _, kind in ipairs(def.kinds) do
    kind = tostring(kind)
    if random(2) == 1 then
      drover.extend(kind, function(of_kind) change_kind(kind, of_kind) end)
    end
  end
  change_scenario(def)
end)

return drover.mod(mod)
