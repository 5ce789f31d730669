local drover = require "drover"
local steer, blend, when, vec = drover.steer, drover.blend, drover.when, drover.vec

local a = drover.kind("a", { memory = { n = 0 }, sight = { range = 100, angle = 6 } })

return drover.scenario {
  kinds = { a },
  setup = function(world)
    local s = world:spawn("a", {})
    world:scatter("a", 300)
    local many, points, names, keys = {}, {}, {}, {}
    for i = 1, 100000 do
      many[i], points[i] = i, { i % 977, i }
    end
    for i = 1, 3000 do
      names[i], keys["key" .. i] = "a", i
    end
    local wrong = { table.unpack(points, 1, 5000) }
    wrong[5001] = { "x" }
    local draw = world.draw
    for _, list in ipairs { points, wrong, many, names, keys, {} } do
      pcall(draw.polygon, list, keys)
      pcall(draw.polygon, list, { fill = true })
      pcall(world.path, world, { points = list, spline = true })
      pcall(world.path, world, list)
      pcall(world.obstacle, world, { polygon = list })
      pcall(world.obstacle, world, list)
      pcall(world.region, world, { polygon = list })
      pcall(world.obstacle, world, { box = list, blocks = list })
      pcall(world.spawn, world, "a", list)
      pcall(world.scatter, world, "a", 3, list)
      pcall(world.agents, world, list, list)
      pcall(world.count, world, list, list)
      pcall(world.plan, world, list)
      pcall(world.nearest, world, 0, 0, 0, list)
      pcall(s.discover, s, list)
      pcall(s.neighbors, s, list, 100)
      pcall(s.seen, s, list)
      pcall(s.apply, s, list)
      pcall(s.become, s, list)
      pcall(function() s.n = list end)
      pcall(function() s.label = list end)
      pcall(function() world.memory.n = list end)
      pcall(world.emit, world, "e", list)
    end
    local function all(f) return pcall(f, table.unpack(many, 1, 30000)) end
    for _, f in ipairs {
      vec,
      world.spawn,
      world.path,
      world.agents,
      world.nearest,
      s.apply,
      s.neighbors,
      s.distance,
      steer.wander,
      blend.weighted,
      when.after,
      drover.kind,
      drover.scenario,
      draw.line,
      draw.polygon,
      draw.text,
      pcall,
      xpcall,
      select,
      next,
      pairs,
      ipairs,
      rawset,
      rawget,
      error,
      tostring,
      string.char,
      string.format,
      string.rep,
      string.byte,
      math.max,
      math.min,
      math.random,
      table.pack,
      table.concat,
      table.insert,
      table.move,
      table.sort,
      utf8.char,
      coroutine.create,
      coroutine.wrap,
      coroutine.close,
      coroutine.status,
    } do
      all(f)
    end
    local n =
      select("#", coroutine.wrap(function(...) return ... end)(table.unpack(many, 1, 30000)))
    local t = table.pack(
      coroutine.resume(
        coroutine.create(function(...) return select("#", coroutine.yield(...)) end),
        table.unpack(many, 1, 30000)
      )
    )
    local _, m = xpcall(function() error(many) end, function(e) return #e end)
    print(n, t.n, m, #table.concat(many), select("#", ("x"):rep(30000):byte(1, -1)))
  end,
}
