-- Boids in the plane. volume.lua shows them in space: drover run samples/boids/volume.lua

return require "demo" "plane"
