-- Fields, terrain, and regions: what the ground holds, and how fast one goes on it.
local function world(declare, lines, ticks)
  return declare .. [[ local a = drover.kind("a", {}) return drover.scenario { kinds = { a }, setup = function(world)
    world.memory.begins = 0 ]] .. (ticks and "end, update = function(world) " or "") .. lines .. " end }"
end

return {
  {
    "1/s, how fast amounts decay: after t seconds, the fraction e^(−evaporation · t) is left, so 0.1 halves them in 7 "
      .. "s",
    world("drover.field('smell', { evaporation = 0.1 })", [[
      local smell = world:field "smell"
      if world.tick == 0 then smell:set(5, 5, 1) end
      if world.tick == 421 then print(math.abs(smell:at(5, 5) - math.exp(-0.7)) < 0.002) end
    ]], true),
    422, "true",
  },
  {
    "What is added during a tick arrives when the tick ends. Outside the bounds, nothing is added.",
    world("drover.field('smell', {})", [[
      local smell = world:field "smell"
      if world.tick == 0 then smell:add(5, 5, 0.5) smell:add(500, 5, 0.5) print(smell:at(5, 5), smell:total()) end
      if world.tick == 1 then print(smell:at(5, 5), smell:total(), smell:at(500, 5)) smell:add(5, 5, -2) smell:add(0,
        0, 9) end
      if world.tick == 2 then print(smell:at(5, 5), smell:at(0, 0), smell.max) end
    ]], true),
    3, "0.0 0.0 | 0.5 0.5 0.0 | drover: warning: FILE:6: field 'smell': add: 9 does not fit, 1 is kept: a cell holds "
      .. "0 to 1. Other amounts of this line are cut without a message | 0.0 1.0 1.0",
  },
  {
    "With a radius, it is spread evenly over the cells within that distance; without one, all of it goes into a "
      .. "single cell.",
    world("drover.field('smell', { max = 100 })", [[
      local smell = world:field "smell"
      if world.tick == 0 then smell:add(5.5, 5.5, 9, 1) smell:add(-5.5, 5.5, 9) end
      if world.tick == 1 then
        print(math.abs(smell:total() - 18) < 1e-3, math.abs(smell:at(-5.5, 5.5) - 9) < 1e-6, smell:at(5.5, 5.5) ==
          smell:at(6.5, 5.5), smell:at(5.5, 5.5) < 9)
        local x, y = smell:highest()
        print(x, y)
      end
    ]], true),
    2, "true true true true | -5.5 5.5",
  },
  {
    "The center of the cell that holds the most, and its amount; nil if no cell's center is in the region.",
    world("drover.field('smell', { cell = 10 })", [[
      local none = world:region { shape = { sphere = { x = 0, y = 0, radius = 1 } } }
      print(world:field("smell"):highest(none), world:field("smell"):total(none), world:field("smell").alive)
    ]]),
    0, "nil 0.0 true",
  },
  {
    "It points toward larger amounts.",
    world("drover.field('smell', { max = 9 })", [[
      local smell = world:field "smell"
      if world.tick == 0 then smell:set(5.5, 5.5, 4) end
      if world.tick == 1 then print(smell:gradient(4.5, 5.5)) print(smell:gradient(5.5, 6.5)) print(smell:gradient(-9,
        -9)) end
    ]], true),
    2, "2.0 0.0 | 0.0 -2.0 | 0.0 0.0",
  },
  {
    "at a speed v, about that · cell / v in each cell",
    [[
      drover.field("smell", { cell = 1, max = 100 })
      local a = drover.kind("a", { body = { max_speed = 4, max_force = 1e6, response = 0 }, leaves = { smell = 2 },
        steer = steer.target_speed { speed = 4 } })
      return drover.scenario { kinds = { a }, setup = function(world) world:spawn("a", { x = -20, y = 0.5, speed = 4 })
        end,
        update = function(world)
          if world.tick == 300 then
            local sum = 0
            for x = -17, -8 do sum = sum + world:field("smell"):at(x + 0.5, 0.5) end
            print(math.abs(sum / 10 - 0.5) < 0.02)
          end
        end }
    ]],
    301, "true",
  },
  {
    "a field that scales the terrain: where it is half full, the weight counts half, and a speed of 0.5 becomes 0.75",
    [[
      drover.field("snow", { max = 2 })
      drover.terrain("drift", { speed = 0.5, field = "snow" })
      local a = drover.kind("a", { body = { max_speed = 4, max_force = 1e6, response = 0 }, steer = steer.wander {
        strength = 0 } })
      return drover.scenario { kinds = { a }, setup = function(world)
        world:field("snow"):fill(1)
        world:terrain "drift"
        world:spawn "a"
      end, update = function(world) if world.tick == 30 then for a in world:agents() do print(("%.3f"):format(a.speed))
        end end end }
    ]],
    31, "3.000",
  },
  {
    "desired speeds inside are multiplied by this; can be assigned",
    [[
      local a = drover.kind("a", { body = { max_speed = 4, max_force = 1e6, response = 0 }, steer = steer.wander {
        strength = 0 } })
      return drover.scenario { kinds = { a }, setup = function(world)
        world.memory.it = world:region { shape = { box = { x = 0, y = 0, w = 100, d = 100 } }, speed = 0.5 }
        world:spawn "a"
      end, update = function(world)
        if world.tick % 30 == 29 then for a in world:agents() do print(("%.3f"):format(a.speed)) end
          world.memory.it.speed = 0.25 end
      end }
    ]],
    60, "2.000 | 1.000",
  },
}
