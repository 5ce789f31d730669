-- Mods: what they add, and when their functions run.
local BASE = [[
  local a = drover.kind("a", { memory = { n = 1 }, initial = "calm", states = {
    calm = { steer = blend.weighted { { steer.wander {}, 3 }, { steer.separation { radius = 2 }, 1 } },
      on = { { when.after(99), "wild" } }, step = function(self) print "calm" end }, wild = {} } })
  return drover.scenario { kinds = { a }, mods = { MODS },
    setup = function(world) print "setup" world:spawn "a" end,
    update = function(world) print "update" end, }
]]

--- A scenario with the mods m and, in the order of their names, others.
local function claim(says, init, ticks, prints, more)
  more = more or {}
  local files = { ["mods/m/mod.lua"] = "return { name = 'm' " .. (more.keys or "") .. " }", ["mods/m/init.lua"] = init }
  local mods = "'m'"
  for name, other in pairs(more.mods or {}) do
    files["mods/" .. name .. "/mod.lua"] = "return { name = '" .. name .. "' " .. (other.keys or "") .. " }"
    files["mods/" .. name .. "/init.lua"] = other.init or ""
    mods = mods .. ", '" .. name .. "'"
  end
  return {
    says, (BASE:gsub("MODS", mods)), ticks, prints, files = files, options = more.options, commands = more.commands,
  }
end

local EXTEND = "drover.extend('a', function(def) %s end)"

return {
  claim(
    "runs after the scenario's and those of mods before it",
    "return drover.mod { setup = function() print 'm' end }", 0, "setup | m | n",
    { mods = { n = { init = "return drover.mod { setup = function() print 'n' end }", keys = ", depends = { 'm' }" } } }
  ),
  claim(
    "`update` function(world, dt): runs after the scenario's",
    "return drover.mod { update = function() print 'm' end }", 1, "setup | update | m | calm"
  ),
  claim(
    "called by the mod's name and theirs, as in `--set winter.depth=2` and `press winter.Thaw`; in the mod's own code "
      .. "by theirs",
    [[return drover.mod { settings = { drover.slider("depth", 1, { min = 0, max = 5 }) },
      setup = function(world, settings) print(settings.depth) end }]],
    0, "setup | 2.0", { options = "--set m.depth=2" }
  ),
  claim(
    "Put a function around the one at a path. It gets the former function, then what that one gets.",
    EXTEND:format [[def:wrap("states.calm.step", function(before, self) print(self.id) before(self) end)]],
    1, "setup | update | 1 | calm"
  ),
  claim(
    "Without a former function, `before` does nothing.",
    EXTEND:format [[def:wrap("states.calm.enter", function(before, self) before(self) print "in" end)]],
    0, "setup | in"
  ),
  claim(
    "A part of a blend keeps its weight unless `new` has one.",
    EXTEND:format [[def:replace("states.calm.steer.wander", steer.noise_wander {})
      print(def.states.calm.steer[1][2])]],
    0, "3 | setup"
  ),
  claim(
    "Insert an entry before the one at a path or, if the path ends in the name of a list or a blend, at its beginning.",
    EXTEND:format [[def:before("states.calm.on", { when.after(7), "wild" }) print(#def.states.calm.on)
      def:before("states.calm.steer", { steer.alignment { radius = 3 }, 1 }) print(#def.states.calm.steer)]],
    0, "2 | 3 | setup"
  ),
  claim(
    "mods that it needs, which are applied before it",
    "print 'm'", 0, "n | m | setup", { keys = ", depends = { 'n' }", mods = { n = { init = "print 'n'" } } }
  ),
  claim(
    "mods that are applied before it if they are there", "print 'm'", 0, "m | setup",
    { keys = ", optional_depends = { 'n' }" }
  ),
  claim(
    "mods that it does not work with", "", 0, "drover: …",
    { keys = ", conflicts = { 'n' }", mods = { n = {} } }
  ),
}
