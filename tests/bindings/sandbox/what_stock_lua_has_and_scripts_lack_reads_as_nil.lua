local unpack = table.unpack or unpack
local load = loadstring or load

print(
  _VERSION,
  collectgarbage,
  dofile,
  getfenv,
  load,
  loadfile,
  module,
  newproxy,
  setfenv,
  unpack ~= nil,
  require,
  bit32,
  debug,
  io,
  os,
  package,
  warn,
  jit,
  bit,
  arg,
  _G,
  gcinfo,
  string.foo,
  table.getn,
  math.ldexp
)
