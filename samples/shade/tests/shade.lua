-- Three minutes: who was in the sun for how long, and who got across how often.

local TICKS = 180 * 60

local function run(t, heat)
  local world = t:world { settings = { heat = heat } }
  world:step(TICKS)
  return function(name) return world:monitor(name) end
end

return {
  ["who minds the sun crosses in the shade, and as often"] = function(t)
    t:seeds(5, function()
      local at = run(t, 2)
      local cool, straight = at "cool_in_sun", at "straight_in_sun"
      assert(cool <= 0.75 * straight, ("in the sun: %.2f and %.2f"):format(cool, straight))
      assert(at "cool_crossings" >= 20, "crossings: " .. at "cool_crossings")
    end)
  end,

  ["who minds it too much does not get across"] = function(t)
    t:seeds(5, function()
      local at = run(t, 5)
      assert(at "cool_crossings" <= 0.75 * at "straight_crossings", "crossings: " .. at "cool_crossings")
    end)
  end,

  ["strollers and tourists look for shade, too"] = function(t)
    t:seeds(5, function()
      local before, after = run(t, 0), run(t, 5)
      for _, name in ipairs { "stroller_in_sun", "tourist_in_sun" } do
        assert(after(name) <= 0.75 * before(name), ("%s: %.2f of %.2f"):format(name, after(name), before(name)))
      end
    end)
  end,
}
