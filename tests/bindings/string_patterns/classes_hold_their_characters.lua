local all = {}

for i = 0, 255 do
  all[i + 1] = string.char(i)
end

all = table.concat(all)

for c in ("acdglpsuwxz"):gmatch "." do
  local text = all:gsub("%" .. c:upper(), "")
  local rest = all:gsub("%" .. c, "")
  assert(#text + #rest == 256)
  print(c, #text, ("%q"):format(text:sub(1, 3)), ("%q"):format(text:sub(-1)))
end
