-- Tools of a scenario, which handle the mouse.

local core, checks = ...

-- The keys that can choose a tool: letters, digits or signs that the window does not use, and of these the same.
local NAMED_KEYS = {
  "tab", "return", "insert",
  "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "f10", "f11", "f12",
}
local TOOL_CALLBACKS = { "mousepressed", "mousereleased", "mousemoved", "wheelmoved", "draw" }

---An entry of a scenario's `tools`: what the mouse does while the tool is selected.
---@class (exact) drover.tool
---@field title? string shown in the panel; its name by default
---@field key? string selects it: a letter, digit, or sign, "tab", "return", "insert", or "f1" to "f12", but none that the window uses: see `drover help input`
---@field mousepressed? fun(world: drover.world, x: number, y: number, button: integer, agent: drover.agent?) like the scenario's, while the tool is selected
---@field mousereleased? fun(world: drover.world, x: number, y: number, button: integer, agent: drover.agent?) like the scenario's
---@field mousemoved? fun(world: drover.world, x: number, y: number, dx: number, dy: number) like the scenario's
---@field wheelmoved? fun(world: drover.world, dx: number, dy: number) like the scenario's
---@field draw? fun(world: drover.world, draw: drover.draw) runs for every picture while the tool is selected

local function check_tool_key(where, path, key)
  if key == nil then return "" end
  checks.type(where, path, key, "string")
  if core.is_reserved(key) then checks.fail(where, path, "the window has a use for '" .. key .. "' already") end
  if checks.set_of(NAMED_KEYS)[key] then return key end
  if not key:match("^%g$") then
    checks.fail(where, path, "no key '" .. key .. "'" .. checks.suggestion(key, NAMED_KEYS))
  end
  if key:match("%u") then checks.fail(where, path, "no key '" .. key .. "' (" .. key:lower() .. "?)") end
  return key
end

local function check_tool(where, name, tool, taken)
  local path = "tools." .. name
  checks.type(where, path, tool, "table")
  checks.keys(where, path, tool, { "title", "key", table.unpack(TOOL_CALLBACKS) })
  local record = {
    name = name,
    title = checks.optional(where, path .. ".title", tool.title, "string") or name,
    key = check_tool_key(where, path .. ".key", tool.key),
  }
  if taken[record.key] then
    checks.fail(where, path .. ".key", "'" .. record.key .. "' is the key of " .. taken[record.key] .. " already")
  end
  if record.key ~= "" then taken[record.key] = path end
  for _, callback in ipairs(TOOL_CALLBACKS) do
    record[callback] = checks.optional(where, path .. "." .. callback, tool[callback], "function")
  end
  return record
end

return function(where, tools)
  local record, taken = {}, {}
  for name, tool in pairs(checks.table(where, "tools", tools)) do
    checks.name(where, "tools", name)
    record[#record + 1] = check_tool(where, name, tool, taken)
  end
  return record
end
