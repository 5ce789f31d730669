local function inner() error "deep" end

local function outer()
  inner()
  return 1
end

outer()
