-- require "os"
local drover = require "drover"
return require "os"
