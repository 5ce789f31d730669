-- a helper

local count, unused = 0, 1
local limit -- forward
local function raise() count = count + limit end
limit = 1 + unused

return { raise = raise, of = function() return count end }
