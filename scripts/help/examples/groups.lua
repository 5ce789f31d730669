local drover = require "drover"
local steer, blend = drover.steer, drover.blend

-- @example drover, group, declared_group, world
local pack = drover.group("pack", {
  slots = { prey = "agent" },
  memory = { kills = 0 },
  elect = function(group) -- whenever there is no leader
    local best
    for member in group:members() do
      if not best or member.mass > best.mass then best = member end
    end
    return best
  end,
})

local wolf = drover.kind("wolf", {
  steer = blend.priority { -- slots of the group, by their path
    steer.pursuit { target = "group.prey" },
    steer.leader_following { leader = "group.leader", offset = 3 },
    steer.wander {},
  },
  step = function(self)
    local group = self.group
    if group.leader == self and not group.prey then
      group.prey = self:sees("elk")
    end
    if #group > 3 and group.kind == "pack" and group.world.tick == 60 then
      group:elect()
    end
  end,
})

local function setup(world)
  local ours = world:new_group(pack) -- each call makes another group
  world:scatter("wolf", 4, { group = ours })
  world:spawn("wolf", { x = 5, group = ours })
  world:scatter("elk", 10)
  world:emit("howl", { among = ours })
end
-- @end

local elk = drover.kind("elk", { steer = steer.wander {} })
return drover.scenario { kinds = { wolf, elk }, setup = setup }
