local drover = require "drover"

return {
  late = drover.when.lua(function(self)
    return --[[holds]]
  end),
}
