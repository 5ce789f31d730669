local drover = require "drover"

local rope = drover.link("rope", {})
drover.link("leads", { directed = true })
local a = drover.kind("a", {})

local function text(list)
  local names = {}
  for i, other in ipairs(list) do names[i] = tostring(other) end
  return #list .. ": " .. table.concat(names, " ")
end

return drover.scenario {
  kinds = { a },
  setup = function(world)
    local all = {}
    for i = 1, 4 do all[i] = world:spawn("a", { x = i }) end
    local one, two, three, four = table.unpack(all)
    print(rope, rope.name, one:link(rope, two))
    three:link("rope", one)
    one:link("rope", four)
    two:link("rope", one)
    print(text(one:links "rope"), text(two:links(rope)), text(one:links("rope", "in")))
    one:link("leads", three)
    one:link("leads", two)
    four:link("leads", one)
    print(text(one:links "leads"), text(one:links("leads", "in")), text(three:links("leads", "out")))
    print(one:linked("leads", two), two:linked("leads", one), two:linked(rope, one), two:linked(rope, four))
    for _, other in ipairs(one:links "rope") do one:unlink("rope", other) end
    print(text(one:links "rope"), one:unlink("rope", two), one:unlink("leads", two))
    for _, pair in ipairs(world:links "leads") do print(pair[1], pair[2]) end
    three:remove()
    print(#world:links "leads", #world:links(rope))
    for _, call in ipairs {
      function() one:link("rop", two) end,
      function() one:link("rope") end,
      function() one:link("rope", one) end,
      function() one:link("rope", three) end,
      function() one:link("rope", world) end,
      function() one:link(3, two) end,
      function() one:links() end,
      function() one:links("rope", "up") end,
      function() one:linked("ropes", two) end,
      function() three:links("rope") end,
      function() world:links("lead") end,
      function() one.links = {} end,
    } do
      print(select(2, pcall(call)))
    end
  end,
}
