local a, b = require "caribou", require "flock.boid"

print(a.name, b.name, require "caribou" == a, select("#", require "caribou"))

return { 42, a, b }
