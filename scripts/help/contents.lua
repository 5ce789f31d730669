-- The order of the reference, and the names of its parts. A test checks that every class of the editor stub has a
-- place: as a part, as the keys that a function takes, or among the types.

local contents = {}

-- Parts of a section: `name` is what people look for, `class` its class in the stub, `members` how a script writes
-- the name of a member: "field" x.name and x:name(), "module" name.name, "key" name = . The members of the classes in
-- `with` belong to it, too.
contents.sections = {
  {
    title = "What a scenario is made of",
    { name = "drover", class = "drover", members = "module", other = { "module" } },
    { name = "scenario", class = "drover.scenario_definition", members = "key" },
    { name = "view", class = "drover.view", members = "key" },
    { name = "effects", class = "drover.effects", members = "key" },
    { name = "kind", class = "drover.kind_definition", members = "key", other = { "kinds" } },
    { name = "state", class = "drover.state", members = "key", other = { "states" } },
    { name = "body", class = "drover.body", members = "key", other = { "bodies" } },
    { name = "sight", class = "drover.sight", members = "key", other = { "senses" } },
    { name = "hearing", class = "drover.hearing", members = "key" },
    { name = "look", class = "drover.look", members = "key", other = { "looks" } },
    { name = "tool", class = "drover.tool", members = "key", other = { "tools" } },
  },
  {
    title = "What runs",
    {
      name = "agent", class = "drover.any_agent", with = { "drover.own_properties", "drover.agent" }, members = "field",
      other = { "agents", "self" },
    },
    { name = "world", class = "drover.world", members = "field" },
    { name = "world.bounds", class = "drover.world_bounds", members = "field" },
    { name = "bounds", title = "Bounds of geometries and maps", class = "drover.geometry_bounds", members = "field" },
    { name = "draw", class = "drover.draw", members = "module", other = { "drawing" } },
    { name = "group", class = "drover.group", members = "field", other = { "groups" } },
    { name = "obstacle", class = "drover.obstacle", members = "field", other = { "obstacles" } },
    { name = "path", class = "drover.path", members = "field", other = { "paths" } },
    { name = "region", class = "drover.region", members = "field", other = { "regions" } },
    { name = "flow", class = "drover.flow", members = "field", other = { "flows" } },
    { name = "field", class = "drover.field", members = "field", other = { "fields", "scents", "pheromones" } },
    { name = "image", class = "drover.image", members = "field", other = { "images", "png" } },
    { name = "geometry", class = "drover.geometry", members = "field", other = { "geometries", "wkt", "plan.wkt" } },
    { name = "surface", class = "drover.surface", members = "field", other = { "surfaces" } },
    { name = "vector", class = "drover.vector", members = "field", other = { "vectors" } },
  },
  {
    title = "What an agent wants, and when it changes its mind",
    { name = "steer", class = "drover.steer", members = "module", other = { "behavior", "behaviors", "steering" } },
    { name = "blend", class = "drover.blend", members = "module", other = { "blends" } },
    { name = "when", class = "drover.when", members = "module", other = { "guard", "guards" } },
    { name = "stress", class = "drover.stress", members = "module", other = { "stresses" } },
  },
  {
    title = "States made of parts",
    { name = "schema", class = "drover.schema", members = "module", other = { "schemas" } },
    { name = "schema.*", title = "What every schema takes", class = "drover.schema_definition", members = "key" },
    { name = "goap", class = "drover.goap", members = "module", other = { "goals", "plans", "planning" } },
    { name = "tree", class = "drover.tree", members = "module", other = { "trees" } },
    { name = "utility", class = "drover.utility", members = "module" },
    { name = "subsumption", class = "drover.subsumption", members = "module" },
    {
      name = "tree.*", title = "What every tree, choice by utility, list of layers, and plan takes",
      class = "drover.composed", members = "key",
    },
  },
  {
    title = "Mods",
    { name = "mod", class = "drover.mod_definition", members = "key", other = { "mods" } },
    { name = "mod.lua", title = "What mod.lua returns", class = "drover.manifest", members = "key" },
    { name = "def", class = "drover.extended", members = "field" },
  },
  {
    title = "Tests",
    { name = "test", class = "drover.test", members = "field", other = { "tests" } },
    { name = "test_world", class = "drover.test_world", members = "field" },
  },
  {
    title = "Libraries",
    { name = "pedestrian", class = "drover.pedestrian", members = "module" },
    { name = "tiled", class = "drover.tiled", members = "module", other = { "maps", "tmj" } },
    { name = "map", class = "drover.tiled_map", members = "field" },
    { name = "math", title = "What Drover adds to Lua's `math`", class = "math", members = "module" },
  },
}

-- Types that other pages name, as opposed to the keys of a single place.
contents.types = {
  "drover.point", "drover.axes", "drover.pose", "drover.quantity", "drover.target", "drover.slot_name",
  "drover.slot_type", "drover.kinds", "drover.state_name", "drover.event_name", "drover.field_name", "drover.color",
  "drover.color_name", "drover.color_map", "drover.look_shape", "drover.look_polygon", "drover.look_picture",
  "drover.locomotion", "drover.edge", "drover.theme", "drover.tiled_object", "drover.tiled_cell",
  "drover.shape", "drover.guard_entry", "drover.transition", "drover.part", "drover.stress_list",
  "drover.stress_part", "drover.guard", "drover.behavior", "drover.composition", "drover.steering",
  "drover.stress_behavior", "drover.setting", "drover.setting_declaration", "drover.settings", "drover.mouse",
  "drover.none", "drover.outcome", "drover.schema_state", "drover.fact_value", "drover.tree_node", "drover.self",
  "drover.declared_kind",
  "drover.declared_group", "drover.declared_surface", "drover.declared_flow", "drover.declared_field",
  "drover.declared_terrain", "drover.declared_link",
  "drover.declared_model", "drover.declared_scenario", "drover.declared_mod", "drover.test_function",
}

-- Other names that people may use for a type or a topic.
contents.other_names = {
  ["drover.color_name"] = { "colors" }, ["drover.look_shape"] = { "shapes", "shape_names" },
  ["drover.shape"] = { "shapes" }, ["drover.slot_type"] = { "slot_types" }, ["drover.edge"] = { "edges" },
  ["drover.theme"] = { "themes", "ground" },
  ["drover.composition"] = { "blends" },
  tick = { "ticks", "order" }, units = { "angles", "places" }, names = { "reserved" }, recipes = { "how" },
  modules = { "require", "module" }, lua = { "print", "pairs", "string", "table", "globals" },
  input = { "mouse", "keyboard", "keys" }, mistakes = { "traps" },
  avoidance = { "avoid", "collisions" }, trails = { "trail" }, wrap = { "wrapping", "torus" },
}

-- Earlier names; both are accepted until 1.0.
contents.renamed = {
  targets = "kind.slots", ["kind.targets"] = "kind.slots", ["drover.group.targets"] = "drover.group.slots",
  monitors = "kind.interrupts", ["kind.monitors"] = "kind.interrupts", ["world:group"] = "world:new_group",
}

return contents
