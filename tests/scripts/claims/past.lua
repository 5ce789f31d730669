-- What going back keeps.
local SOURCE = [[
  local steps = 0
  local a = drover.kind("a", { memory = { n = 0 }, step = function(self) self.n, steps = self.n + 1, steps + 1 end })
  return drover.scenario { kinds = { a },
    setup = function(world) print "setup" world:spawn "a" end,
    update = function(world)
      world.memory.all = (world.memory.all or 0) + 1
      if world.tick % 5 == 0 then
        for one in world:agents() do print(world.tick, one.n, world.memory.all, steps) end
      end
    end }
]]

return {
  {
    "Reloads, snapshots, and rewinding keep it. They do not keep the locals of a module: those start over "
      .. "with every save.",
    SOURCE, nil, "setup | 0 0 1 0 | 5 5 6 5 | 10 10 11 10 | 5 5 6 1", commands = "step 12\nback 8\nstep 2\nquit\n",
  },
  {
    "runs once, before the first tick, to build the world and spawn agents; again after a restart, but not after "
      .. "a reload",
    SOURCE, nil, "setup | 0 0 1 0 | setup | 0 0 1 0", commands = "step 2\nreload!\nrestart\nstep 2\nquit\n",
  },
}
