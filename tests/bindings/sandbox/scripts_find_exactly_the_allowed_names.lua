for k, v in pairs(_ENV) do
  local line = k
  if type(v) == "table" then
    for name in pairs(v) do
      line = line .. " " .. name
    end
  end
  print(line)
end
