-- Boids in space: drover run samples/boids/volume.lua

return require "demo" "volume"
