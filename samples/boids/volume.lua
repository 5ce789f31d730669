-- Boids in space, seen from above: drover run samples/boids/volume.lua

return require "demo" "volume"
