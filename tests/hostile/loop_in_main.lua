-- does not return
local drover = require "drover"
while true do end
