-- Snow on the ground: it slows caribou more than wolves, and the herd leaves tracks in it. A pack that sees no caribou
-- follows the tracks.

local drover = require "drover"

local STEP = 30 -- ticks between tracks
local KEPT = 240 -- tracks; the snow covers older ones
local SCENT = 30 -- meters from which a wolf finds a track

drover.terrain("snow", { color = "white", kinds = { caribou = { speed = 0.8 } } })

-- The freshest track close by, which leads toward the herd.
local function freshest(wolf)
  local tracks = wolf.world.memory.tracks
  for i = #tracks, 1, -1 do
    local x, y = tracks[i][1], tracks[i][2]
    if wolf:distance(x, y) < SCENT then return x, y end
  end
end

-- The leader decides where the pack goes, so only the leader follows tracks.
drover.extend("wolf", function(def)
  def:wrap("states.stalking.step", function(take_side, self, dt)
    local switch = take_side(self, dt)
    if not switch and not self.goal and self.group.leader == self then
      local x, y = freshest(self)
      if x then self:set("goal", x, y) end
    end
    return switch
  end)
end)

local function lay_snow(world, depth)
  local snow = world.memory.snow
  if snow.alive then snow.speed = 1 - 0.4 * depth end
  world.memory.depth = depth
end

-- One caribou in ten leaves a track, and every half second another one does.
local function leave_tracks(world)
  local tracks, turn = world.memory.tracks, world.tick // STEP
  for caribou in world:agents("caribou") do
    if (caribou.id + turn) % 10 == 0 then tracks[#tracks + 1] = { caribou.x, caribou.y } end
  end
  local gone = #tracks - KEPT
  if gone > 0 then
    table.move(tracks, gone + 1, #tracks, 1)
    for i = KEPT + 1, KEPT + gone do tracks[i] = nil end
  end
end

return drover.mod {
  settings = { drover.slider("depth", 0.5, { title = "depth of the snow" }) },
  monitors = { tracks = function(world) return #world.memory.tracks end },

  setup = function(world, settings)
    world.memory.tracks = {}
    world.memory.snow = world:terrain("snow")
    lay_snow(world, settings.depth)
  end,

  update = function(world)
    if world.settings.depth ~= world.memory.depth then lay_snow(world, world.settings.depth) end
    if world.tick % STEP == 0 then leave_tracks(world) end
  end,

  draw = function(world, draw)
    for _, track in ipairs(world.memory.tracks) do
      draw.circle(track[1], track[2], 0.35, { color = "#8fa3b5", fill = true, layer = "below" })
    end
  end,
}
