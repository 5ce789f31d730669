local drover = require "drover"
local steer = drover.steer
local chase, dodge = steer.pursuit { target = "prey" }, steer.obstacle_avoidance {} -- made while the module loads

-- @example agent
local dog = drover.kind("dog", {
  slots = { prey = "agent", goal = "point", home = "pose" },
  memory = { barks = 0, known = {}, mood = "calm" },
  blends = {
    back = steer.arrival { target = "goal" }, out = steer.wander {},
  },
  initial = "out",
  states = { out = {}, back = {} },

  init = function(self)
    self.goal = { 0, 0 }
    -- a slot, without making garbage
    self:set("home", self.x, self.y, 0, self.heading)
    self.label, self.color = "dog " .. self.id, "gold"
  end,

  step = function(self, dt)
    -- What it perceives: the nearest of a kind, or whether it perceives
    -- a given agent or obstacle
    local cat = self:sees("cat")
    if cat then
      self.prey = cat
      self.heading = self.heading + self:bearing(cat) * dt
    end
    for other, distance in self:seen("dog", 15) do
      if distance < 1 then self:emit("bark", 20, other) end
    end
    -- Within a radius, perceived or not
    for other in self:neighbors("dog", 5) do
      if other.kind == self.kind and other.state ~= self.state then
        self.mood = "restless"
      end
    end
    local crowd, nearest = self:count(nil, 10), self:nearest("cat", 30)
    if crowd > 5 and nearest and self:distance(nearest) > 4 then
      self:become("back")
      nearest:turn_into("dog", { mood = "tame" })
    end
    local source, about, x, y = self:heard("bark")
    if source and about == self then self.goal = { x, y } end

    -- Where things are
    local dx, dy = self:offset(0, 0)
    local ahead, left = self:to_local(self.goal)
    local place_x, place_y = self:to_world(2, 0) -- 2 m ahead
    if self:in_sight(place_x, place_y) and ahead > 0 then
      self.mood = left > 0 and "left" or "right"
    end
    -- what is ahead, and how far away: an obstacle, another agent, or nil
    local free, what = self:ray(self.forward.x, self.forward.y, 10)
    if what and free < 2 then self.mood = "blocked" end
    self:discover(self.known) -- obstacles that it sees
    local supposed_x, _, _, sure = self:supposed("prey")
    if supposed_x and not sure then self.mood = "guessing" end

    -- What it does
    self:apply(dodge) -- added to what the blend gives, for this tick
    if self.prey and self.prey.alive then self:apply(chase, 2) end
    self:steer(dx * dx + dy * dy > 900 and "back" or "out")
    local sx = self:steering(chase)
    if sx == 0 and self:random() < 0.001 then self:turn_in_place(0.1) end
    if self.state_time > 30 and self.state == "back" then self:halt() end
    local home_x, home_y = self:get("home")
    if self:distance(home_x, home_y) > 60 then
      self.world:finish("a dog is lost")
    end

    -- Later: a function of `timers`
    if cat then
      self:cancel("calm_down")
      self:after(5, "calm_down", { after = cat }) -- 5 s from now
    end
  end,
  timers = {
    calm_down = function(self, data)
      self.mood = data.after.alive and "calm" or "sad"
    end,
  },
})
-- @end

-- @example agent, drover, declared_link
-- a rope that pulls at both ends, and a link that leads one way
local rope = drover.link("rope", {
  spring = { length = 2, stiffness = 30, damping = 2 },
  color = "brown", width = 0.1,
})
local leads = drover.link("leads", { directed = true })

local mule = drover.kind("mule", {
  body = { max_speed = 3 },
  steer = steer.wander {},
  think = 60,
  step = function(self)
    local other = self:nearest("mule", 8)
    if other and not self:linked(rope, other) then
      self:link(rope, other) -- in the other's list, too
      self:link(leads, other)
    end
    if #self:links(rope) > 2 then
      self:unlink(rope, self:links(rope)[1]) -- the oldest
    end
    local led = self:links(leads, "in") -- those that lead here
    self.label = #led .. ", " .. leads.name .. " " .. #self:links(leads)
  end,
})
-- @end

-- @example agent
local function look_at(self)
  local sum = self.x + self.y + self.z + self.vx + self.vy + self.vz
  local way = self.position + self.velocity * 2 + self.forward - self.up
  -- this agent's own, until set to nil
  self.mass, self.radius, self.max_speed, self.max_force = 20, 0.4, 6, 100
  self.sight_range, self.sight_angle, self.hearing_range = 20, math.pi, 40
  self.sight_uncertainty, self.sight_drift = 2, 0.5
  self.response, self.smoothing, self.damping = 0.2, 0.1, 0.05
  self.min_speed, self.min_force, self.turn_rate = 0, 0, nil
  self.wheelbase, self.max_steering_angle, self.max_brake = 1, 0.5, nil
  self.reverse = 1
  -- set by the kind, read-only
  local length = self.stride - self.min_stride
  local steps = self.arcs * self.spokes
  if self.stand_still or self.side_step or self.back_step then
    sum = sum + steps * length * self.turn
  end
  if self.group and self.speed > 0 and self.posture == 1 then
    return sum, way
  end
  if self.x > 1000 then self:remove() end
end
-- @end

-- @example agent, body
local sheep = drover.kind("sheep", {
  body = { radius = 0.4, mass = 80, solid = "agents" },
  steer = steer.wander {},
  think = 1,
  step = function(self)
    -- lambs slip through between the others
    self.solid = self.mass >= 20 and "agents" or true
  end,
})
-- @end

local cat = drover.kind("cat", { step = look_at, think = 10, steer = steer.wander {} })
return drover.scenario {
  kinds = { dog, cat, sheep, mule },
  setup = function(world)
    world:obstacle { sphere = { x = 15, y = 0, radius = 2 } }
    world:scatter("dog", 4)
    world:scatter("cat", 3)
    world:scatter("sheep", 5)
    world:scatter("mule", 5)
  end,
}
