-- Everyone goes through doors that fit, all doors are used, and nobody's body reaches into the wall. When a door
-- closes, nobody uses it any more, and they use the others; without the wide one, the carts wait.

local RADIUS = { slim = 0.3, stout = 0.7, cart = 1.2 }                      -- m, as main.lua has them
local WALL = { { -12, -5.6 }, { -4.4, 0.9 }, { 3.1, 5.8 }, { 10.2, 12 } } -- what is between the doors, along y
local HALF_WALL = 0.2                                                      -- m, at x = 0
local DEEP = 0.05                                                          -- m
local EVERY = 5                                                            -- ticks between looks

local function door_at(y) return y < -3 and "narrow" or y < 4.5 and "middle" or "wide" end

--- How far a body reaches into the wall; below zero, not at all.
local function depth(kind, x, y)
  local across, deepest = math.max(math.abs(x) - HALF_WALL, 0), -math.huge
  for _, part in ipairs(WALL) do
    local along = math.max(part[1] - y, y - part[2], 0)
    deepest = math.max(deepest, RADIUS[kind] - math.sqrt(across ^ 2 + along ^ 2))
  end
  return deepest
end

--- Runs two minutes. Returns how often each kind went through each door, through.slim.wide, and how often anybody did
--- after tick 900, through.late.wide.
local function walk(world)
  local through, before = {}, {}
  for _, who in ipairs { "slim", "stout", "cart", "late" } do through[who] = { narrow = 0, middle = 0, wide = 0 } end
  world:step(7200, function()
    if world.tick % EVERY > 0 then return end
    for agent in world:agents() do
      local kind, id, x, y = agent.kind, agent.id, agent.x, agent.y
      if before[id] and before[id] * x < 0 then
        local door = door_at(y)
        through[kind][door] = through[kind][door] + 1
        if world.tick > 900 then through.late[door] = through.late[door] + 1 end
      end
      before[id] = x
      assert(depth(kind, x, y) <= DEEP, "somebody is in the wall")
    end
  end)
  return through
end

return {
  ["everyone takes doors that fit"] = function(t)
    t:seeds(5, function()
      local through = walk(t:world())
      t:equal(through.stout.narrow + through.cart.narrow + through.cart.middle, 0, "through a door that is too narrow")
      assert(through.slim.narrow > 0 and through.stout.middle > 0 and through.cart.wide > 0, "a door is not used")
    end)
  end,

  ["without the wide door, the carts wait"] = function(t)
    t:seeds(5, function()
      local world = t:world { settings = { wide = false } }
      t:equal(walk(world).cart, { narrow = 0, middle = 0, wide = 0 }, "carts")
      t:equal(world:monitor("waiting"), 2, "waiting carts")
    end)
  end,

  -- After ten seconds; walkers on their way through it plan again.
  ["nobody uses a door after it closes"] = function(t)
    local through = walk(t:world {
      edits = {
        ["main.lua"] = function(source)
          return (source:gsub("\n  setup = function%(world%)\n", [[

  update = function(world)
    if world.tick == 600 then
      world.settings.narrow = false
      door_changed(world, DOORS[1])
    end
  end,
%0]], 1))
        end,
      },
    })
    assert(through.slim.narrow > 0, "nobody went through before it closed")
    t:equal(through.late.narrow, 0, "through the closed door")
    assert(through.late.middle > through.slim.narrow and through.late.wide > 0, "the other doors are hardly used")
  end,
}
