local drover = require "drover"
local pack = require "pack"

return drover.scenario {
  kinds = pack.kinds,
  setup = function(world)
    local p, q = world:new_group "pack", world:new_group(pack.group)
    print(p, q, p == q, #p, p.leader, p.kind, p.world == world, p.kills, p.quarry)
    local s = {}
    for i = 1, 4 do
      s[i] = world:spawn("a", { group = p })
    end
    s[2].group = q
    print(#p, #q, s[2].group)
    s[2].group = p
    s[3].group = nil
    local t = {}
    for m in p:members() do
      t[#t + 1] = m.id
    end
    print(table.concat(t, " "))
    p.kills = 5
    p.plan.step = 2
    print(p.kills, q.kills, p.plan.step, q.plan.step)
    p.quarry = s[3]
    print(p.quarry)
    s[3]:remove()
    print(p.quarry, #p)
    for m in p:members() do
      if m.id == 1 then s[2]:remove() end
      print(m)
    end
    print(#p)
    print(pcall(function() p.kils = 3 end))
    print(pcall(function() return p.qarry end))
    print(pcall(function() p.quarry = 3 end))
    print(pcall(function() p.kind = 3 end))
    print(pcall(function() p.plan = print end))
    print(pcall(function() p.members = 3 end))
  end,
}
