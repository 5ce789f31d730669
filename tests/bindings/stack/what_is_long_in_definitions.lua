local drover = require "drover"
local steer, blend, when = drover.steer, drover.blend, drover.when

local function list(count, of)
  local t = {}
  for i = 1, count do
    t[i] = of(i)
  end
  return t
end

local function name(i) return "name" .. i end

for _, count in ipairs { 5, 30, 64, 300, 600, 3000 } do
  pcall(blend.weighted, list(count, function() return steer.wander {} end))
  pcall(blend.weighted, list(count, function() return { steer.wander {}, 1, 2 } end))
  pcall(steer.separation, { kind = list(count, name) })
  pcall(when.near, list(count, name), 3)
  pcall(drover.choice, "c", "nmae7", list(count, name))
  pcall(drover.scenario, { kinds = list(count, name) })
  pcall(
    drover.scenario,
    { kinds = {}, settings = list(count, function(i) return drover.toggle(name(i), true) end) }
  )
  local fields, states = {}, {}
  for i = 1, count do
    fields[name(i)] = i
    states[name(i)] = {}
  end
  pcall(steer.wander, fields)
  pcall(steer.seek, fields)
  pcall(drover.kind, "f" .. count, fields)
  pcall(drover.kind, "m" .. count, { memory = fields, slots = { name1 = "point" } })
  pcall(drover.kind, "s" .. count, { states = states, initial = "nmae1" })
  pcall(drover.kind, "t" .. count, { states = states, initial = "name1" })
  pcall(drover.kind, "g" .. count, {
    initial = "a",
    states = {
      a = {
        when = list(count, function() return { when.after(1), "a" } end),
      },
    },
  })
  pcall(drover.group, "g" .. count, { memory = fields })
  pcall(drover.tree.sequence, list(count, function() return math.abs end))
  pcall(drover.goap.goals, { facts = fields, goals = fields, actions = fields })
  pcall(table.unpack(list(math.min(count, 200), function() return math.abs end)))
end

local big = {}

for i = 1, 200 do
  big["field" .. i] = i
end

local a = drover.kind("a", { memory = big })

return drover.scenario {
  kinds = { a },
  setup = function(world) print(world:spawn("a", big).field200) end,
}
