local drover = require "drover"

local function fill(kept)
  local made = #kept
  while pcall(function() kept[#kept + 1] = ("x"):rep(4 << 20) end) do
  end
  return #kept - made
end

return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function(world)
    local kept = {}
    local few = fill(kept)
    assert(few >= 60 and few <= 64, few)
    for _ = 1, 40 * 1024 do
      world:spawn "ant"
    end
    local more = fill(kept)
    assert(more >= 8 and more <= 10, more)
    for i = #kept, 32, -1 do
      kept[i] = nil
    end
    for ant in world:agents "ant" do
      world:remove(ant)
    end
    local again = fill(kept)
    assert(31 + again == few, again)
    print(pcall(string.rep, "x", 8 << 20))
  end,
}
