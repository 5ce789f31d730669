local co = coroutine.wrap(function()
  error "inside"
end)
local _ = co()
