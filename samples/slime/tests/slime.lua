-- Within six seconds, most of the ground is bare, and the specks are on a few veins. Where they avoid the trail, hardly
-- any of the ground is.

local SPECKS, SECONDS = 10000, 6

local function bare(t, direction)
  local world = t:world { settings = { specks = SPECKS, direction = direction } }
  world:step(SECONDS * 60)
  local share = world:monitor "bare"
  t:equal(world:count "speck", SPECKS)
  world:close()
  return share
end

return {
  ["a network grows, unless specks avoid the trail"] = function(t)
    t:seeds(3, function()
      local network, cover = bare(t, 1), bare(t, -1)
      print(("bare ground: %.2f with a network, %.2f where they avoid the trail"):format(network, cover))
      assert(network > 0.5, "there is no network")
      assert(cover < 0.2, "the ground is not covered")
    end)
  end,
}
