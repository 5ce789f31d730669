local forest = { trees = { "oak", "elm" }, area = { { x = 0, y = 0 }, { x = 9, y = 0 }, { x = 0, y = 9 } } }

function forest.name() return "forest" end

return forest
