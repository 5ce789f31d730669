-- What a rider looks like from above, on each mount: the mount in a color of its own, on it his shoulders in the color
-- of his kind, and his hat.

-- Half a mount, from its nose along its left side, and the same for its right side.
local function mirrored(half)
  local points = {}
  for index, point in ipairs(half) do points[index] = point end
  for index = #half, 1, -1 do
    local x, y = table.unpack(half[index])
    if y ~= 0 then points[#points + 1] = { x, -y } end
  end
  return points
end

local function with_rider(half, color, seat)
  local mount = mirrored(half)
  mount.color = color
  local shoulders = mirrored {
    { seat + 0.13, 0 }, { seat + 0.14, 0.18 }, { seat + 0.05, 0.27 }, { seat - 0.1, 0.22 }, { seat - 0.13, 0 },
  }
  local hat = { color = "lighter" }
  for corner = 1, 8 do
    local angle = corner * math.pi / 4
    hat[corner] = { seat + 0.12 * math.cos(angle), 0.12 * math.sin(angle) }
  end
  return { mount, shoulders, hat }
end

return {
  horse = with_rider({
    { 0.5, 0 }, { 0.49, 0.04 }, { 0.4, 0.07 }, { 0.3, 0.05 }, { 0.2, 0.13 }, { -0.02, 0.15 }, { -0.28, 0.15 },
    { -0.38, 0.08 }, { -0.5, 0.03 }, { -0.46, 0 },
  }, "#6e4424", -0.04),
  mule = with_rider({
    { 0.46, 0 }, { 0.45, 0.05 }, { 0.34, 0.06 }, { 0.22, 0.16 }, { 0.24, 0.06 }, { 0.14, 0.12 }, { -0.3, 0.14 },
    { -0.42, 0.05 }, { -0.44, 0 },
  }, "#a39a8c", -0.06),
  motorcycle = with_rider({
    { 0.5, 0 }, { 0.48, 0.05 }, { 0.3, 0.05 }, { 0.24, 0.2 }, { 0.19, 0.2 }, { 0.2, 0.07 }, { -0.2, 0.1 },
    { -0.28, 0.06 }, { -0.5, 0.06 }, { -0.5, 0 },
  }, "#26282c", -0.1),
}
