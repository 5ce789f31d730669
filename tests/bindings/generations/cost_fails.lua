require("pedestrian").body.radius = 3

do
  return {
    of = function(x)
      if x == 5 then error "no" end
      return x
    end,
  }
end
