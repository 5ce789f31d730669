-- Which scene of scaling.lua is run. `drover bench` puts each one in this file's place.
return "even"
