local half = ("x"):rep(1 << 23)
print(#string.pack("z", half), pcall(string.pack, "zz", half, half .. "x"))
print(pcall(print, half, half))
