local n = 700000
local s = ("aB"):rep(n)
assert(#s == 2 * n and s:sub(-3) == "BaB")
assert(s:lower() == ("ab"):rep(n) and s:upper() == ("AB"):rep(n))
assert(s:reverse() == ("Ba"):rep(n))

local t = ("x"):rep(n, ", ")
assert(#t == 3 * n - 2 and t:sub(-4) == "x, x")
assert(#s:rep(3, t) == 3 * #s + 2 * #t and s:rep(3, t) == s .. t .. s .. t .. s)
assert(("x"):rep(1, "y") == "x" and ("x"):rep(0) == "" and (""):rep(9, "") == "")
assert((""):rep(3, "ab") == "abab" and ("ab"):rep(2, "") == "abab")

assert(("%s-%d"):rep(n) == ("%%s-%%d"):rep(n):format())
local args = {}
for i = 1, 250 do
  args[i] = i
end
assert(("%d,"):rep(250):format(table.unpack(args)) == table.concat(args, ",") .. ",")

local q = ('a"\\\n\0001\1'):rep(n // 10)
local quoted = ('a\\"\\\\\\\n\\0001\\1'):rep(n // 10)
assert(("<%q|%q>"):format(q, "b") == '<"' .. quoted .. '"|"b">')

local u = ("\u{e4}\u{20ac}x"):rep(n // 10)
assert(utf8.len(u) == 3 * (n // 10) and utf8.offset(u, 3 * (n // 10)) == #u)
assert(utf8.offset(u, -1) == #u and utf8.offset(u, -2) == #u - 3)
assert(utf8.offset(u, 0, #u - 1) == #u - 3 and utf8.offset(u, 1, #u + 1) == #u + 1)
print(utf8.len(u .. "\x80"), utf8.len(u, -1), utf8.len(u, 2))

local count = 0
for _, c in utf8.codes(u) do
  count = count + c
end
assert(count == (0xe4 + 0x20ac + 0x78) * (n // 10))

print(tonumber((" "):rep(3 * n) .. "0x10" .. ("\n"):rep(n)), pcall(tonumber, ("1"):rep(2 * n)))
print(pcall(string.pack, (" "):rep(n)))
print(pcall(string.pack, "c16777217", "x"))
print(#string.pack("c16777216", "x"))
