local drover = require "drover"
local steer, blend, when = drover.steer, drover.blend, drover.when
local tree = drover.tree

local function nest(depth, first, wrap)
  for _ = 1, depth do
    first = wrap(first)
  end
  return first
end

local kept

for depth = 1, 200 do
  local fine, made = pcall(
    nest,
    depth,
    steer.wander {},
    function(b) return blend.weighted { b, { steer.wander {}, 2 } } end
  )
  if fine then kept = made end
  pcall(nest, depth, when.after(1), function(g) return g | when.after(2) end)
  pcall(nest, depth, when.after(1), function(g) return -g end)
  pcall(blend.weighted, nest(depth, { print }, function(t) return { t } end))
  pcall(steer.wander, nest(depth, { 1 }, function(t) return { rate = t } end))
  pcall(steer.separation, { kind = nest(depth, { 1 }, function(t) return { t } end) })
  pcall(
    drover.kind,
    "k" .. depth,
    { memory = { m = nest(depth, { print }, function(t) return { m = t } end) } }
  )
  pcall(drover.kind, "l" .. depth, nest(depth, { print }, function(t) return { states = t } end))
  pcall(tree.sequence, nest(depth, { print }, function(t) return { t } end))
  pcall(drover.scenario, nest(depth, { print }, function(t) return { kinds = t } end))
end

local a = drover.kind("a", { steer = kept })

return drover.scenario {
  kinds = { a },
  setup = function(world)
    world:spawn("a", {})
    print(kept ~= nil)
  end,
}
