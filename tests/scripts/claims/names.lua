-- Names, units, modules, Lua, and settings: what loads, and what is refused.
local RETURN = [[ return drover.scenario { kinds = { a }, setup = function(world) world:spawn "a" end } ]]
local function kind(def) return "local a = drover.kind('a', { " .. def .. " })" .. RETURN end
local function setup(lines) return [[
  local a = drover.kind("a", {})
  return drover.scenario { kinds = { a }, setup = function(world) ]] .. lines .. " end }"
end
local function tries(...)
  local lines = {}
  for i, call in ipairs { ... } do lines[i] = ("print((pcall(%s)))"):format(call) end
  return setup(table.concat(lines, "\n"))
end

return {
  {
    "Kinds, states, slots, memory fields, settings, monitors, and tools have names made of letters, digits, and _, not "
      .. "starting with a digit.",
    [[
      print((pcall(drover.kind, "a-b", {})), (pcall(drover.kind, "2a", {})), (pcall(drover.kind, "a_2", {})))
      print((pcall(drover.slider, "a b", 1)), (pcall(drover.slider, "2", 1)))
      for _, name in ipairs { "9a", "a.b" } do
        print((pcall(drover.kind, "s", { slots = { [name] = "point" } })), (pcall(drover.kind, "m", { memory = { [name]
          = 1 } })))
        print((pcall(drover.kind, "t", { states = { [name] = {} } })))
      end
    ]] .. kind "",
    0, "false false true | false false | false false | false | false false | false",
  },
  {
    "A slot or memory can have the name of a property of the body, such as `stride`, and hides it; but not `mass`, "
      .. "`radius`, `max_speed`, `max_force`, `sight_range`, `sight_angle`, or `hearing_range`.",
    [[
      for _, name in ipairs { "stride", "damping", "solid", "response", "turn_rate", "mass", "radius", "max_speed",
        "max_force",
        "sight_range", "sight_angle", "hearing_range" } do
        print((pcall(drover.kind, "s_" .. name, { slots = { [name] = "number" } })),
          (pcall(drover.kind, "m_" .. name, { memory = { [name] = 1 } })))
      end
    ]] .. kind "memory = { stride = 7 }, init = function(self) print(self.stride) end",
    0, ("true true | "):rep(5) .. ("false false | "):rep(7) .. "7",
  },
  {
    "Do not name a slot after a kind, either: `when.near(\"seed\", 1)` could mean both, and is refused.",
    kind "slots = { a = 'agent' }, on = { { when.near('a', 1), function() end } }",
    0, "drover: FILE:3: when.near: who: both a kind and a slot of this kind are called 'a'",
  },
  {
    "In a kind with interrupts, no state can be called \"resume\".",
    [[
      local on = { { when.after(3), "x" } }
      print((pcall(drover.kind, "b", { initial = "x", interrupts = on, states = { x = {}, resume = {} } })))
      print((pcall(drover.kind, "c", { initial = "x", interrupts = on, states = { x = {} } })))
      print((pcall(drover.kind, "d", { initial = "x", states = { x = {}, resume = {} } })))
    ]] .. kind "",
    0, "false | true | true",
  },
  {
    "Assigning a global is an error, and so is reading one that does not exist: write `local`.",
    tries("function() x = 1 end", "function() return y end", "function() local z = 1 return z end"),
    0, "false | false | true",
  },
  {
    "No other modules exist: no `io`, `os`, `debug`, or `package`.",
    [[
      for _, name in ipairs { "io", "os", "debug", "package", "drover", "tiled", "pedestrian" } do
        print((pcall(require, name))) end
      print(io, os, debug, package, load, dofile)
    ]] .. kind "",
    0, "false | false | false | false | true | true | true | nil nil nil nil nil nil",
  },
  {
    "Use its functions while modules load, at the top of a file; only `drover.vec` and `drover.setting` also work "
      .. "later, and "
      .. "`drover.data` and `drover.image` in `setup`.",
    tries("drover.vec, 1, 2", "drover.setting, 'x'", "drover.kind, 'b', {}", "drover.slider, 'x', 1", "drover.by, "
      .. "'speed', { 0, 1 }",
      "drover.group, 'g', {}", "drover.flow, 'f', {}", "drover.field, 'f', {}", "drover.terrain, 't', {}",
        "drover.model, {}",
      "drover.link, 'l', {}", "drover.surface, 's', { plane = {} }", "drover.button, 'b', function() end",
      "drover.toggle, 't', true", "drover.choice, 'c', 'a', { 'a', 'b' }", "drover.mod, {}", "drover.extend, 'a', "
        .. "function() end",
      "drover.steer.wander, {}", "drover.when.after, 1", "drover.blend.sum, {}"),
    0, "true | true" .. (" | false"):rep(18),
  },
  {
    "`pairs` visits whole numbers first, then strings in order",
    setup [[
      local names = {}
      for key in pairs { z = 1, [3] = 1, b = 1, [-2] = 1, a = 1, [1] = 1 } do names[#names + 1] = tostring(key) end
      print(table.concat(names, " "))
    ]],
    0, "-2 1 3 a b z",
  },
  {
    "`math.random`, `world:random`, and `self:random` draw from the world's seed (there is no world yet while modules "
      .. "load)",
    [[
      print((pcall(math.random)))
      local a = drover.kind("a", { init = function(self) print(self:random() < 1, math.random() < 1) end })
    ]] .. RETURN,
    0, "true | true true",
  },
  {
    "`a + b`, `a - b`, `a * 2`, `a / 2`, and `-a` work.",
    setup [[
      local a, b = drover.vec(1, 2), drover.vec(3, 4, 5)
      print(a + b == drover.vec(4, 6, 5), a - b == drover.vec(-2, -2, -5), a * 2 == drover.vec(2, 4), a / 2 ==
        drover.vec(0.5, 1),
        -a == drover.vec(-1, -2))
      print(drover.vec(0, 0):unit() == drover.vec(0, 0), drover.vec(3, 4):length(), a:dot(b), (pcall(function() a.x = 3
        end)))
    ]],
    0, "true true true true true | true 5.0 11.0 false",
  },
  {
    "by default 0, or the default value if that is lower",
    [[
      local a = drover.kind("a", {})
      return drover.scenario { kinds = { a }, settings = {
          drover.slider("low", -3), drover.slider("high", 7), drover.slider("small", 0.2), drover.slider("steps", 1, {
            max = 9, step = 2 }),
        }, setup = function(world)
          local function fits(name, value) return (pcall(function() world.settings[name] = value end)) end
          print(fits("low", -3), fits("low", -3.1), fits("low", 1), fits("low", 1.1))
          print(fits("high", 0), fits("high", -0.1), fits("high", 14), fits("high", 14.1))
          print(fits("small", 0), fits("small", 1), fits("small", 1.1))
        end }
    ]],
    0, "true false true false | true false true false | true true false",
  },
  {
    "The scenario's `setting` function runs after somebody has changed one, by the window or a command, not after a "
      .. "script has.",
    [[
      local a = drover.kind("a", {})
      return drover.scenario { kinds = { a }, settings = { drover.slider("x", 1, { max = 9 }), drover.toggle("mist",
        false) },
        setting = function(world, name, value) print(name, value, world.settings[name]) end,
        update = function(world)
          if world.tick == 1 then world.settings.x = 3 world.settings.mist = true print(world.settings.x) end
        end,
        setup = function() end }
    ]],
    4, "3.0",
  },
  {
    "Heading 0 points along +x, and angles grow counter-clockwise, so `math.rad(90)` points along +y. z points up and "
      .. "stays 0 "
      .. "unless the scenario sets `space = \"volume\"`.",
    setup [[
      local one = world:spawn("a", { heading = math.rad(90), speed = 2 })
      print(one.forward.y > 0.999, one.vy > 1.999)
      one.z = 3
      print(one.z, world:spawn("a", { z = 4 }).z)
    ]],
    0, "true true | 0.0 0.0",
  },
  {
    "Without `bounds`, the world is a 100 m square from { -50, -50 } to { 50, 50 }, open at its edges.",
    setup [[
      local bounds = world.bounds
      print(bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y, bounds.edge)
    ]],
    0, "-50.0 -50.0 50.0 50.0 open",
  },
  {
    "Functions that take a place also take `x, y`.",
    setup [[
      local one = world:spawn "a"
      print(one:distance(3, 4), one:distance { 3, 4 }, one:distance { x = 3, y = 4 }, one:distance(drover.vec(3, 4)))
    ]],
    0, "5.0 5.0 5.0 5.0",
  },
  {
    "ticks per second, 1 to 1000; 60 by default",
    [[
      for _, rate in ipairs { 0.9, 1, 1000, 1001 } do
        print((pcall(drover.scenario, { kinds = { drover.kind("k" .. math.floor(rate), {}) }, tick_rate = rate })))
      end
    ]] .. kind "",
    0, "false | true | true | false",
  },
  {
    "a whole number, 0 or more, that all random numbers come from; 1 by default",
    [[
      for _, seed in ipairs { -1, 0.5, 0 } do
        print((pcall(drover.scenario, { kinds = { drover.kind("k" .. #tostring(seed), {}) }, seed = seed })))
      end
    ]] .. setup "print(world.seed)",
    0, "false | false | true | 1",
  },
}
