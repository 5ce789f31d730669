-- Calls of what the catalogue lists.
local arguments = {}

-- A parameter "separation.radius" stands in a table of its own.
local function put(def, name, given)
  local group, inner = name:match("^([%w_]+)%.([%w_]+)$")
  if not group then
    def[name] = given
    return
  end
  def[group] = def[group] or {}
  def[group][inner] = given
end

--- Call an entry as a function of `room`, such as `steer`. `give` returns the argument for a parameter, or nil to leave
--- it out. `def` is the table of those that are given by name, with what stands there already.
function arguments.call(room, entry, give, def)
  local positional = {}
  def = def or {}
  for i, parameter in ipairs(entry) do
    local given = give(parameter)
    if i <= entry.positional then positional[i] = given else put(def, parameter[1], given) end
  end
  if entry.positional == 0 then return room[entry.name](def) end
  positional[entry.positional + 1] = next(def) and def or nil
  return room[entry.name](table.unpack(positional, 1, entry.positional + 1))
end

return arguments
