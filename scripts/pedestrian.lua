-- People who walk as measured people do: a body, and how it walks. The numbers are Weidmann's (1993, Transporttechnik
-- der Fußgänger): a free speed of 1.34 m/s, and v = 1.34 (1 − exp(−1.913 (1/ρ − 1/5.4))) m/s at ρ people per square
-- meter. A disc of 0.113 m² is the space of an adult in street clothes (Predtechenskii & Milinskii 1969).
--
--   local pedestrian = require "pedestrian"
--   drover.kind("person", { body = pedestrian.body, slots = { goal = "point" },
--     steer = pedestrian.walk { target = "goal" } })
--
-- tests/scripts/pedestrian measures them: walking time, corner, speed over density in a corridor, flow through doors,
-- and streams that meet or cross.

local drover = require "drover"
local steer, blend = drover.steer, drover.blend

---People who walk as measured people do: `local pedestrian = require "pedestrian"`.
---@class drover.pedestrian
---@field body drover.body of an adult, for `body` of a kind
local pedestrian = {}

pedestrian.body = {
  mass = 75, radius = 0.19, max_speed = 1.34, max_force = 375, response = 0.2, solid = "agents",
}

local DENSITY = 1.913 -- people per square meter: Weidmann's γ
local REACH = 2 -- meters: beyond, a person ahead takes less than a thousandth of the speed
local VIEW = math.rad(117) -- a person in this cone counts as ahead
local SWAY = 0.1 -- meters: in a dense crowd, bodies sway that far from side to side (Fruin 1971, Pedestrian Planning)

local WALK_KEYS = { target = true, prefer = true, kind = true, state = true }

---@param name string
---@param keys table<string, boolean>
local function check(name, keys, def)
  if type(def) ~= "table" then error("pedestrian." .. name .. ": a table expected, got " .. type(def), 3) end
  for key in pairs(def) do
    if not keys[key] then error("pedestrian." .. name .. ": unknown key " .. tostring(key), 3) end
  end
end

---@class (exact) drover.pedestrian.walk
---@field target? drover.target where to go
---@field prefer? drover.composition what says where to go instead of a target, such as flow_following
---@field kind? drover.kinds whose room counts; the agent's own kind by default
---@field state? drover.state_name only those in this state

---Walk to a target among others: more slowly the less room those ahead leave, aside for those who come the other way
---or cross, past walls and pillars.
---@param def drover.pedestrian.walk
---@return drover.composition
function pedestrian.walk(def)
  check("walk", WALK_KEYS, def)
  if def.target == nil and def.prefer == nil then error("pedestrian.walk: target: missing", 2) end
  if def.target ~= nil and def.prefer ~= nil then error("pedestrian.walk: prefer: only instead of target", 2) end
  local others = steer.queueing {
    target = def.target, prefer = def.prefer, kind = def.kind, state = def.state,
    density = DENSITY, distance = REACH, angle = VIEW,
  }
  -- Added instead of ranked first: an agent that avoids a wall must still avoid the others.
  local walls = steer.obstacle_avoidance { horizon = 0.6, target = def.target }
  return blend.weighted { others, { walls, 2 } }
end

local CROWD_KEYS = { target = true, kind = true, state = true, clearance = true }

---@class (exact) drover.pedestrian.crowd
---@field target drover.target where to go
---@field kind? drover.kinds the kinds to avoid; all by default
---@field state? drover.state_name only those in this state
---@field clearance? number m, free space kept from others and from walls, 0.2 by default; less in gaps that leave less

---Find a way to a target around obstacles, past others who do the same, and stop there. Where many have the same
---target, each gets there once, and all come to rest around it. Give the body `solid = "agents"`.
---@param def drover.pedestrian.crowd
---@return drover.composition
function pedestrian.crowd(def)
  check("crowd", CROWD_KEYS, def)
  if def.target == nil then error("pedestrian.crowd: target: missing", 2) end
  return steer.reciprocal_avoidance {
    prefer = steer.wayfinding { target = def.target }, kind = def.kind, state = def.state, clearance = def.clearance,
  }
end

---The place in a doorway that is nearest to x, y. A body sways as it walks, so it keeps another 0.1 m from the posts.
---Aim at the far side of the wall, so that nobody arrives before being through.
---@param doorway number[][] two points { from, to }
---@param x number m
---@param y number m
---@param clearance number m, the least distance from its posts, such as the radius of the body
---@return number x, number y m
function pedestrian.place_in(doorway, x, y, clearance)
  local from, to = doorway[1], doorway[2]
  local dx, dy = to[1] - from[1], to[2] - from[2]
  local length = math.sqrt(dx * dx + dy * dy)
  local along = ((x - from[1]) * dx + (y - from[2]) * dy) / length
  local margin = math.min(clearance + SWAY, length / 2)
  local share = math.max(margin, math.min(length - margin, along)) / length
  return from[1] + share * dx, from[2] + share * dy
end

return pedestrian
