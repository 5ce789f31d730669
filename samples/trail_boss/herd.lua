-- The herd that is there, for riders who are placed later, by a script or with the mouse; nil without cows.
return function(world)
  for cow in world:agents("cow") do
    if cow.group then return cow.group end
  end
end
