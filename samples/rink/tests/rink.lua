-- Nobody leaves the ice, which has no boards, and no two bodies overlap by more than a tenth of their width.
-- Skaters who look only half a second ahead slide off.

local TICKS = 10000
local OVERLAP = 0.08 -- m

--- The number of ticks at which somebody is off the ice.
local function skate(world, look)
  local off = 0
  world:step(TICKS, function()
    if world:monitor("least_margin") < 0 then off = off + 1 end
    if look then look() end
  end)
  return off
end

return {
  ["nobody leaves the ice, and skaters keep apart"] = function(t)
    t:seeds(5, function()
      local world = t:world()
      local off = skate(world, function()
        local overlap = world:monitor("overlap")
        assert(overlap <= OVERLAP, "two overlap by " .. overlap .. " m")
      end)
      t:equal(off, 0, "ticks off the ice")
    end)
  end,

  ["skaters who look half a second ahead slide off"] = function(t)
    t:seeds(5, function()
      local off = skate(t:world { settings = { look_ahead = 0.5 } })
      assert(off > 0, "nobody slides off")
    end)
  end,
}
