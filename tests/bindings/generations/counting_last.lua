local last

-- a helper
local count = 0

return {
  raise = function()
    count = count + 1
    last = count
  end,
}
