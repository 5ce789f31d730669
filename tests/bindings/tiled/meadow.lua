-- As Tiled exports a map to Lua: properties by name, shapes as words, and the tiles of an infinite map in chunks.
return {
  version = "1.10", luaversion = "5.1", tiledversion = "1.10.2", class = "", orientation = "orthogonal",
  renderorder = "right-down", width = 4, height = 4, tilewidth = 10, tileheight = 20, infinite = true,
  properties = { ["windy"] = true },
  tilesets = {
    {
      name = "inner", firstgid = 1, class = "", tilewidth = 10, tileheight = 20, objectalignment = "center",
      tilecount = 2, tiles = { { id = 1, type = "bush", properties = { ["height"] = 2 } } },
    },
    { name = "outer", firstgid = 3, filename = "outer.tsx" },
  },
  layers = {
    {
      type = "tilelayer", x = 0, y = 0, width = 4, height = 4, id = 1, name = "grass", class = "", visible = true,
      opacity = 1, offsetx = 0, offsety = 0, parallaxx = 1, parallaxy = 1, properties = {}, encoding = "lua",
      chunks = {
        { x = -2, y = -1, width = 2, height = 2, data = { 1, 2, 2, 2 } },
        { x = 0, y = 0, width = 2, height = 1, data = { 2, 0 } },
      },
    },
    {
      type = "objectgroup", draworder = "topdown", id = 2, name = "things", class = "", visible = true, opacity = 1,
      offsetx = 0, offsety = 0, parallaxx = 1, parallaxy = 1, properties = {},
      objects = {
        { id = 1, name = "", type = "", shape = "rectangle", x = 10, y = 20, width = 10, height = 20, rotation = 0,
          gid = 2, visible = true, properties = { ["height"] = 3 } },
        { id = 2, name = "", type = "way", shape = "polygon", x = -10, y = 0, width = 0, height = 0, rotation = 0,
          visible = true, polygon = { { x = 0, y = 0 }, { x = 10, y = 0 }, { x = 0, y = 20 } }, properties = {} },
        { id = 3, name = "here", class = "mark", shape = "point", x = 5, y = -20, width = 0, height = 0, rotation = 0,
          visible = true, properties = {} },
      },
    },
    { type = "tilelayer", name = "packed", encoding = "base64", compression = "zlib", width = 4, data = "e" },
    { type = "tilelayer", name = "foreign", width = 1, height = 1, data = { 3 } },
  },
}
