-- `require "drover"` for LuaRocks: `luarocks make bindings/drover-0.1.0-1.rockspec`, in the folder of the project. Needs a C
-- compiler, meson, ninja, libxxhash, jansson, libcsv, GEOS, and the headers of stb and Lua 5.4.
rockspec_format = "3.0"
package = "drover"
version = "0.1.0-1"
source = { url = "git+file://." } -- the folder that `luarocks make` is called in
description = {
  summary = "Run simulations of agents that Lua scripts describe",
  detailed = "Opens Drover's scenarios from Lua, each in a Lua state of its own: step, ask, change, save and load.",
  license = "MIT",
}
dependencies = { "lua >= 5.4, < 5.5" }
supported_platforms = { "linux" }
build = {
  type = "command",
  build_command = "([ -d build-rock ] || meson setup build-rock -Dviewer=disabled -Dtests=disabled)"
    .. " && ninja -C build-rock bindings/hosting/drover.so",
  install_command = "install -D build-rock/bindings/hosting/drover.so $(LIBDIR)/drover.so",
}
