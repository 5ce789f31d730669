-- The share of trees that burn, with few trees and with many, and the README's changes.

local function burnt(t, trees, from, to)
  local edits = from and {
    ["main.lua"] = function(source)
      local at, last = source:find(from, 1, true)
      return source:sub(1, at - 1) .. to .. source:sub(last + 1)
    end,
  }
  local world = t:world { settings = { trees = trees }, edits = edits }
  while world:monitor "burning" > 0 or world.tick < 60 do
    world:step(60)
    assert(world.tick <= 2 * 60 * 60, "trees still burn after two minutes")
  end
  t:equal(world:monitor "green" + world:monitor "ash", trees, "trees")
  return world:monitor "ash" / trees
end

local function check(t, trees, least, most, from, to)
  t:seeds(5, function()
    local share = burnt(t, trees, from, to)
    assert(share >= least and share <= most, ("%.2f of %d trees burnt"):format(share, trees))
  end)
end

return {
  ["a fire among few trees dies"] = function(t) check(t, 600, 0, 0.25) end,
  ["a fire among many trees burns them"] = function(t) check(t, 1000, 0.9, 1) end,
  ["heat that spreads slowly reaches no other tree"] = function(t)
    check(t, 1000, 0, 0.1, "diffusion = 1", "diffusion = 0.3")
  end,
  ["heat that fades slowly reaches trees that are far apart"] = function(t)
    check(t, 600, 0.9, 1, "evaporation = 0.5", "evaporation = 0.25")
  end,
  ["a tree that burns for a second sets few others on fire"] = function(t)
    check(t, 900, 0, 0.2, "when.after(6)", "when.after(1)")
  end,
}
