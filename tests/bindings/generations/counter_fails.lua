local count = 500

do
  return {
    next = function()
      count = count + 7
      if count > 600 then error "no" end
      return count
    end,
  }
end
