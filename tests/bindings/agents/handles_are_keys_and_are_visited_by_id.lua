local drover = require "drover"

return drover.scenario {
  kinds = require "kinds",
  setup = function(world)
    local t, all = {}, {}
    for i = 1, 4 do
      all[i] = world:spawn("a", { x = i })
    end
    for _, i in ipairs { 3, 1, 4, 2 } do
      t[all[i]] = i * 10
    end
    t.word, t[2], t[true] = "w", "two", "yes"
    for k, v in pairs(t) do
      print(k, v)
    end
    for agent in world:agents "a" do
      print(t[agent])
    end
    print(rawequal(all[1], all[1]), all[1] == all[2], tostring(all[3]))
  end,
}
