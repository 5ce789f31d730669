for k, v in ("a=1, b=2"):gmatch "(%w+)=(%w+)" do
  print(k, v)
end

for p in ("abc"):gmatch "()" do
  print(p)
end

for w in ("a,b,,c"):gmatch "[^,]*" do
  print("<" .. w .. ">")
end

for w in ("xaxa"):gmatch("a", 3) do
  print(w)
end

for _ in ("aa"):gmatch "^a" do
  print "no"
end

for _ in ("ab"):gmatch("", 9) do
  print "no"
end
