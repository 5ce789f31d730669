local t = {
  [3] = "c",
  z = 1,
  [-5] = 0,
  a = 2,
  [true] = 1,
  [false] = 0,
  [1] = "a",
  ab = 3,
  [""] = 4,
  ["a\0"] = 5,
  ["\255"] = 6,
  B = 7,
}

for k, v in pairs(t) do
  print((type(k) == "string" and ("%q"):format(k) or k), v)
end
