-- Three owls in the dark, each with a meadow of its own, hear mice that they can't see. One hears far and exactly, one
-- far but vaguely, and one exactly but not far.

local drover = require "drover"
local steer, blend, when = drover.steer, drover.blend, drover.when

local WIDTH, DEPTH, APART = 26, 44, 28 -- meters: a meadow, and from the middle of one to that of the next
local MICE = 6 -- in each meadow
local MOUSE = 0.15 -- meters: the radius of one
local CLAWS = 0.7 -- meters: how far they reach from the middle of an owl

-- From left to right. In meters: how far it hears, and how far off the place is where it takes a mouse to be.
local OWLS = {
  { name = "keen", hearing = 30, uncertainty = 0.5, color = "white" },
  { name = "vague", hearing = 30, uncertainty = 5, color = "gold" },
  { name = "deaf", hearing = 9, uncertainty = 0.5, color = "skyblue" },
}

drover.group("meadow", {}) -- a rustle is heard in its own meadow
local night = drover.terrain("night", { color = "#1d2b3a" })

-- Guards and behaviors go by the place where the owl takes the mouse to be. The claws close where the owl is.
local function pounce(self)
  local caught = self.prey and self:distance(self.prey) < CLAWS
  local pounces = self.world.memory.pounces[self.number]
  pounces[#pounces + 1] = { x = self.x, y = self.y, caught = caught }
  if caught then self.prey:become "gone" end
  self.prey = nil
  return "returning"
end

local function draw_belief(self, draw)
  if not self.prey then return end
  local x, y, _, sure = self:supposed "prey"
  local color = sure and "lime" or "orange"
  draw.line(self.x, self.y, x, y, { color = color })
  draw.circle(x, y, CLAWS, { color = color, width = 2 })
  draw.line(x, y, self.prey.x, self.prey.y, { color = "white" }) -- how far off that is
end

local kinds = {}
for i, owl in ipairs(OWLS) do
  kinds[i] = drover.kind(owl.name, {
    body = { mass = 0.5, radius = 0.4, max_speed = 7, max_force = 14, response = 0.15 },
    look = { size = 2, color = owl.color },
    sight = { range = drover.setting "moonlight", uncertainty = owl.uncertainty, drift = 0.3 },
    hearing = { range = owl.hearing },
    slots = { prey = "agent", perch = "point" },
    memory = { number = i },
    initial = "perched",
    states = {
      perched = {
        speed = 0,
        on = { { when.after(1) & when.hears("rustle", { as = "prey" }), "gliding" } },
      },
      -- To the mouse, and then along with it: an owl that passes over it at full speed can't come down on it.
      gliding = {
        steer = steer.shadow { target = "prey", radius = 0.4, slowing_distance = 4 },
        on = { { ~when.has "prey", "returning" }, { when.near("prey", 0.8), "above" } },
      },
      above = {
        steer = steer.shadow { target = "prey", radius = 0.2, slowing_distance = 1 },
        on = { { when.after(0.5), pounce } },
      },
      returning = {
        steer = steer.arrival { target = "perch", slowing_distance = 4 },
        on = { { when.near("perch", 0.3), "perched" } },
      },
    },
    draw = draw_belief,
  })
end

local function rustle(self)
  self.world:emit("rustle", { at = self, about = self, among = self.group })
end

-- A place in a meadow where no mouse is, if a hundred tries find one.
local function free_place(world, middle)
  local x, y
  for _ = 1, 100 do
    x, y = middle + (world:random() - 0.5) * (WIDTH - 2), (world:random() - 0.5) * (DEPTH - 2)
    local is_free = true
    for each in world:agents "mouse" do is_free = is_free and each:distance(x, y) > 3 * MOUSE end
    if is_free then break end
  end
  return x, y
end

local mouse = drover.kind("mouse", {
  body = { mass = 0.02, radius = MOUSE, max_speed = 1.5, max_force = 0.2, response = 0.1, solid = "agents" },
  look = { shape = "disc", size = 0.7, color = "tan" },
  slots = { meadow = "region" },
  initial = "still",
  states = {
    still = { speed = 0, on = { { when.chance(0.3), "running" } } }, -- per second
    running = {
      -- Noise that changes slowly makes long bends; wander would make it jitter.
      steer = blend.weighted {
        steer.noise_wander { strength = 2, rate = 1 },
        { steer.containment { region = "meadow" }, 3 },
      },
      on = { { when.every(0.4), rustle }, { when.chance(0.4), "still" } },
    },
    -- Caught. Another mouse comes out of its hole.
    gone = {
      speed = 0,
      enter = function(self)
        if self.meadow then self.x, self.y = free_place(self.world, self.meadow.x) end
      end,
      on = { { when.after(1), "still" } },
    },
  },
})

local function count(world, i, caught)
  local sum = 0
  for _, each in ipairs(world.memory.pounces[i]) do if each.caught == caught then sum = sum + 1 end end
  return sum
end

local monitors = {}
for i, owl in ipairs(OWLS) do
  monitors[owl.name .. "_caught"] = function(world) return count(world, i, true) end
  monitors[owl.name .. "_missed"] = function(world) return count(world, i, false) end
end

local function middle(i) return (i - 2) * APART end

return drover.scenario {
  name = "owl",
  title = "Owls",
  effects = { events = { rustle = false } }, -- every step of a mouse is one
  kinds = { kinds[1], kinds[2], kinds[3], mouse },
  bounds = { min = { -1.5 * APART, -DEPTH / 2 - 4 }, max = { 1.5 * APART, DEPTH / 2 + 4 }, edge = "open" },
  settings = { drover.slider("moonlight", 1.5, { min = 0, max = 20, title = "moonlight: how far they see (m)" }) },
  monitors = monitors,

  setup = function(world)
    world.memory.pounces = {}
    for i, kind in ipairs(kinds) do
      world.memory.pounces[i] = {}
      local shape = { box = { x = middle(i), y = 0, w = WIDTH, d = DEPTH } }
      local meadow, group = world:region { shape = shape, terrain = night }, world:new_group "meadow"
      world:spawn(kind, { x = middle(i), y = 0, perch = { middle(i), 0 }, group = group })
      for _ = 1, MICE do
        local x, y = free_place(world, middle(i))
        world:spawn(mouse, { x = x, y = y, heading = 2 * math.pi * world:random(), meadow = meadow, group = group })
      end
    end
  end,

  -- How far each owl hears, within its meadow, and how its last pounces ended.
  draw = function(world, draw)
    for i, owl in ipairs(OWLS) do
      local pounces = world.memory.pounces[i]
      if owl.hearing < WIDTH / 2 then draw.circle(middle(i), 0, owl.hearing, { color = "#ffffff60" }) end
      for k = math.max(1, #pounces - 40), #pounces do
        local place = pounces[k]
        local color = place.caught and "lime" or "coral"
        draw.circle(place.x, place.y, CLAWS, { color = color, fill = place.caught, width = 3 })
      end
      local text = ("%s: %d caught, %d missed"):format(owl.name, count(world, i, true), count(world, i, false))
      draw.text(text, middle(i) - WIDTH / 2, DEPTH / 2 + 2, { size = 18, color = owl.color })
    end
  end,
}
