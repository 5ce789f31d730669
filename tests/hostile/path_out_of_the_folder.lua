-- a module's name is made of
local drover = require "drover"
return require "..secret"
