-- Links between agents.

local core, checks = ...

local definitions = {}

local STRONGEST, FARTHEST = 1e12, 1e9

---The force at both ends is `stiffness · (distance − length) + damping · (speed at which the ends part)`, in N.
---@class (exact) drover.link_definition.spring
---@field length? number m, between the centers of both bodies when the spring is at rest; 0 by default
---@field stiffness number N/m
---@field damping? number N·s/m, resists changes of the length; 0 by default

local function check_spring(where, spring)
  if spring == nil then return nil end
  checks.type(where, "spring", spring, "table")
  checks.keys(where, "spring", spring, { "length", "stiffness", "damping" })
  return {
    length = spring.length == nil and 0 or checks.between(where, "spring.length", spring.length, 0, FARTHEST),
    stiffness = checks.between(where, "spring.stiffness", spring.stiffness, 0, STRONGEST),
    damping = spring.damping == nil and 0 or checks.between(where, "spring.damping", spring.damping, 0, STRONGEST),
  }
end

---@class (exact) drover.link_definition
---@field directed? boolean a link leads from one agent to the other; by default, it is the same for both
---@field spring? drover.link_definition.spring pulls both ends together, and pushes them apart when they are too close; none by default
---@field color? drover.color in pictures; gray by default
---@field width? number m, in pictures, at least a pixel; 0.1 by default
---@field renamed_from? string|string[] what the link was called before, oldest name first

---Declare a type of links between agents, for `self:link(name, other)`.
---@param name string
---@param def drover.link_definition
---@return drover.declared_link
function definitions.link(where, name, def)
  checks.name(where, "drover.link", name)
  checks.type(where, "drover.link " .. name, def, "table")
  checks.keys(where, "", def, { "directed", "spring", "color", "width", "renamed_from" })
  return core.declare("link", name, {
    name = name,
    where = where,
    renamed_from = checks.renamed_from(where, "renamed_from", def.renamed_from),
    directed = checks.optional(where, "directed", def.directed, "boolean") or false,
    spring = check_spring(where, def.spring),
    color = checks.color(where, "color", def.color or "gray"),
    width = def.width == nil and 0.1 or checks.between(where, "width", def.width, 0, 2 * FARTHEST),
  })
end

return definitions
