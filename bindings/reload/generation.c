// Builds a generation of code: turns the modules' declarations and the scenario that they return
// into a program for the engine, plus a list of the Lua functions that it calls.
#include "reload/generation.h"

#include "builder.h"
#include "building.h"
#include "calls/calls.h"
#include "classes/ground.h"
#include "classes/vector.h"
#include "modules/modules.h"
#include "reload/coverage.h"
#include "reload/generation_data.h"
#include "reload/module_locals.h"
#include "reload/restart.h"
#include "scenario_data.h"

#include "base/alloc.h"
#include "base/result.h"

#include <string.h>

static void add_setting(dv_builder *b) {
    lua_State *L = b->L;
    const char *kind = dv_string_field(L, "kind");
    dv_setting_def def = {
        .name = dv_string_field(L, "name"),
        .type = strcmp(kind, "slider") == 0   ? DV_SLIDER
                : strcmp(kind, "toggle") == 0 ? DV_TOGGLE
                                              : DV_CHOICE,
        .fallback = dv_number_field(L, "default"),
        .minimum = dv_number_field(L, "min"),
        .maximum = dv_number_field(L, "max"),
        .step = dv_number_field(L, "step"),
        .restart = dv_flag_field(L, "restart"),
        .title = dv_string_field(L, "title"),
    };
    if (lua_getfield(L, -1, "options") == LUA_TTABLE) {
        def.option_count = (uint32_t)lua_rawlen(L, -1);
        const char **options = dv_builder_take(b, (def.option_count + 1) * sizeof *options);
        for (uint32_t i = 0; i < def.option_count; i++) {
            lua_rawgeti(L, -1, (lua_Integer)i + 1);
            options[i] = dv_builder_keep(b, lua_tostring(L, -1));
            lua_pop(L, 1);
        }
        def.options = options;
    }
    lua_pop(L, 1);
    dv_builder_check(b, dv_program_add_setting(b->generation->program, &def, &b->error));
}

static void add_settings(dv_builder *b, int scenario) {
    lua_State *L = b->L;
    lua_getfield(L, scenario, "settings");
    lua_Unsigned count = lua_rawlen(L, -1);
    for (lua_Unsigned i = 1; i <= count; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i);
        add_setting(b);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

static void add_group(dv_builder *b, int list, uint32_t number) {
    dv_group_def def = {.name = dv_string_field(b->L, "name"),
                        .where = dv_string_field(b->L, "where")};
    def.slots = dv_builder_slots(b, &def.slot_count);
    dv_builder_begin(b, "group %.200s", def.name);
    dv_function elect = dv_builder_function(b, "elect");
    def.has_elect = elect != 0;
    if (!dv_builder_check(b, dv_program_add_group(b->generation->program, &def, &b->error)))
        return;
    dv_builder_renames(b, DV_FAMILY_GROUP, NULL);
    b->generation->elect[number] = elect;
    dv_builder_add_names(b->L, list, number);
}

/// Call `add` for everything of a family that the modules declare, in order, with the record at the
/// top of the stack. Do not use it for kinds: only those that the scenario lists count.
static void each_declared(dv_builder *b, const char *family, int list,
                          void (*add)(dv_builder *b, int list, uint32_t number)) {
    lua_State *L = b->L;
    dv_push_declared(L, family);
    lua_Unsigned count = lua_rawlen(L, -1);
    for (lua_Unsigned i = 0; i < count; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        b->is_faulty = b->listener && dv_flag_field(L, "is_faulty");
        add(b, list, (uint32_t)i);
        lua_pop(L, 1);
    }
    b->is_faulty = false;
    lua_pop(L, 1);
}

static void add_groups(dv_builder *b) {
    lua_State *L = b->L;
    b->generation->elect = dv_builder_take(b, DV_MAX_GROUP_TYPES * sizeof *b->generation->elect);
    lua_newtable(L);
    each_declared(b, "group", lua_gettop(L), add_group);
    b->generation->group_names = luaL_ref(L, LUA_REGISTRYINDEX);
}

static dv_place read_place(lua_State *L, const char *name) {
    double axes[3] = {0, 0, 0};
    lua_getfield(L, -1, name);
    dv_to_point(L, -1, axes);
    lua_pop(L, 1);
    return (dv_place){axes[0], axes[1], axes[2]};
}

static dv_vec3 read_corner(dv_builder *b, const char *name) {
    return dv_program_locate(b->generation->program, read_place(b->L, name));
}

/// The origin that the scenario names, or else the one nearest to the middle of its bounds or, if
/// it has none, of the maps that its modules have read. `is_named` returns whether it is the first.
static dv_place read_origin(lua_State *L, int scenario, bool *is_named) {
    const dv_scenario *loading = dv_scenario_of(L);
    dv_place origin = {0, 0, 0};
    lua_pushvalue(L, scenario);
    *is_named = lua_getfield(L, scenario, "origin") == LUA_TTABLE;
    lua_pop(L, 1);
    if (*is_named)
        origin = read_place(L, "origin");
    bool has_bounds = lua_getfield(L, scenario, "bounds") == LUA_TTABLE;
    if (has_bounds && !*is_named)
        origin = dv_origin_between(read_place(L, "min"), read_place(L, "max"));
    else if (loading->has_map && !*is_named)
        origin = dv_origin_between(loading->map_low, loading->map_high);
    lua_pop(L, 2);
    return origin;
}

/// Set what places count from, before any place is read. A world that runs keeps its origin.
static void set_origin(dv_builder *b, int scenario) {
    dv_generation *generation = b->generation;
    dv_error error;
    bool is_named;
    generation->origin = read_origin(b->L, scenario, &is_named);
    dv_place origin = b->scenario->world ? dv_world_origin(b->scenario->world) : generation->origin;
    dv_result result = dv_program_set_origin(generation->program, origin, &error);
    if (result != DV_OK) {
        lua_getfield(b->L, scenario, "where");
        if (is_named)
            dv_fail(&b->error, result, "%s: %s", lua_tostring(b->L, -1), error.message);
        else
            dv_fail(&b->error, result,
                    "%s: bounds: the middle of the world is more than %g m from zero",
                    lua_tostring(b->L, -1), DV_FARTHEST_ORIGIN);
        lua_pop(b->L, 1);
        dv_builder_check(b, result);
    }
    b->scenario->origin = dv_program_origin(generation->program);
}

static void add_flow(dv_builder *b, int list, uint32_t number) {
    lua_State *L = b->L;
    (void)list;
    dv_flow_def def = {.name = dv_string_field(L, "name"),
                       .where = dv_string_field(L, "where"),
                       .resolution = dv_number_field(L, "resolution"),
                       .interval = dv_number_field(L, "interval")};
    def.has_bounds = lua_getfield(L, -1, "bounds") == LUA_TTABLE;
    if (def.has_bounds) {
        def.min = read_corner(b, "min");
        def.max = read_corner(b, "max");
    }
    lua_pop(L, 1);
    dv_builder_begin(b, "flow %.200s", def.name);
    dv_function field = dv_builder_function(b, "field");
    def.has_field = field != 0;
    if (!dv_builder_check(b, dv_program_add_flow(b->generation->program, &def, &b->error)))
        return;
    dv_builder_renames(b, DV_FAMILY_FLOW, NULL);
    b->generation->field[number] = field;
}

static void add_flows(dv_builder *b) {
    b->generation->field = dv_builder_take(b, DV_MAX_FLOW_TYPES * sizeof *b->generation->field);
    each_declared(b, "flow", 0, add_flow);
}

static void add_field(dv_builder *b, int list, uint32_t number) {
    lua_State *L = b->L;
    (void)list;
    (void)number;
    dv_field_def def = {.name = dv_string_field(L, "name"),
                        .where = dv_string_field(L, "where"),
                        .cell = dv_number_field(L, "cell"),
                        .evaporation = dv_number_field(L, "evaporation"),
                        .diffusion = dv_number_field(L, "diffusion"),
                        .max = dv_number_field(L, "max"),
                        .color = (uint32_t)dv_number_field(L, "color")};
    dv_builder_check(b, dv_program_add_field(b->generation->program, &def, &b->error));
    dv_builder_renames(b, DV_FAMILY_FIELD, NULL);
}

static void add_link(dv_builder *b, int list, uint32_t number) {
    lua_State *L = b->L;
    (void)list;
    (void)number;
    dv_link_def def = {.name = dv_string_field(L, "name"),
                       .where = dv_string_field(L, "where"),
                       .is_directed = dv_flag_field(L, "directed"),
                       .width = dv_number_field(L, "width"),
                       .color = (uint32_t)dv_number_field(L, "color")};
    def.has_spring = lua_getfield(L, -1, "spring") == LUA_TTABLE;
    if (def.has_spring) {
        def.length = dv_number_field(L, "length");
        def.stiffness = dv_number_field(L, "stiffness");
        def.damping = dv_number_field(L, "damping");
    }
    lua_pop(L, 1);
    dv_builder_check(b, dv_program_add_link(b->generation->program, &def, &b->error));
    dv_builder_renames(b, DV_FAMILY_LINK, NULL);
}

static void add_terrain(dv_builder *b, int list, uint32_t number) {
    (void)list;
    (void)number;
    dv_add_terrain(b->L, lua_gettop(b->L), b->generation->program);
    dv_builder_renames(b, DV_FAMILY_TERRAIN, NULL);
}

static void add_surface_names(dv_builder *b, int list, uint32_t number) {
    (void)list;
    (void)number;
    dv_builder_renames(b, DV_FAMILY_SURFACE, NULL);
}

static dv_family family_named(dv_builder *b, const char *name) {
    int family = 0;
    while (family < DV_FAMILY_COUNT && strcmp(dv_family_name((dv_family)family), name) != 0)
        family++;
    if (family == DV_FAMILY_COUNT)
        dv_builder_check(b, dv_fail(&b->error, DV_ERROR_NAME, "removed: nothing is a '%s'", name));
    return (dv_family)family;
}

/// What a mod had declared that is no longer there goes with the mod.
static void remove_dropped(void *context, const char *family_name, const char *name) {
    dv_builder *b = context;
    dv_program *program = b->generation->program;
    dv_family family = family_named(b, family_name);
    if (dv_program_named(program, family, NULL, name) < 0)
        dv_builder_check(b, dv_program_add_removal(program, family, name, NULL, &b->error));
}

/// Add what the scenario at `scenario` removes although it may be in use.
static void add_removals(dv_builder *b, int scenario) {
    lua_State *L = b->L;
    dv_program *program = b->generation->program;
    lua_pushvalue(L, scenario);
    dv_builder_check(b, dv_program_set_where(program, dv_string_field(L, "where"), &b->error));
    lua_getfield(L, scenario, "removed");
    lua_Unsigned count = lua_rawlen(L, -1);
    for (lua_Unsigned i = 1; i <= count; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i);
        dv_builder_check(b, dv_program_add_removal(
                                program, family_named(b, dv_string_field(L, "family")),
                                dv_string_field(L, "name"), dv_string_field(L, "into"), &b->error));
        lua_pop(L, 1);
    }
    lua_pop(L, 2);
    dv_modules_each_dropped(L, b->scenario->modules, remove_dropped, b);
}

static void read_world(dv_builder *b, int scenario) {
    lua_State *L = b->L;
    dv_world_def *def = &b->generation->world;
    lua_pushvalue(L, scenario);
    *def = dv_world_def_default();
    def->tick_rate = dv_number_field(L, "tick_rate");
    lua_getfield(L, -1, "seed");
    def->seed = (uint64_t)lua_tointeger(L, -1);
    lua_pop(L, 1);
    def->space = strcmp(dv_string_field(L, "space"), "volume") == 0 ? DV_VOLUME : DV_PLANE;
    if (lua_getfield(L, -1, "bounds") == LUA_TTABLE) {
        const char *edge = dv_string_field(L, "edge");
        def->bounds.min = read_corner(b, "min");
        def->bounds.max = read_corner(b, "max");
        def->bounds.edge = strcmp(edge, "wrap") == 0      ? DV_EDGE_WRAP
                           : strcmp(edge, "contain") == 0 ? DV_EDGE_CONTAIN
                                                          : DV_EDGE_OPEN;
    }
    lua_pop(L, 1);
    b->generation->name = dv_builder_keep(b, dv_string_field(L, "name"));
    b->generation->title = dv_builder_keep(b, dv_string_field(L, "title"));
    b->generation->theme = dv_builder_keep(b, dv_string_field(L, "theme"));
    dv_builder_begin(b, "scenario");
    b->generation->setup = dv_builder_function(b, "setup");
    b->generation->setting = dv_builder_function(b, "setting");
    b->generation->update = dv_builder_function(b, "update");
    b->generation->on_reload = dv_builder_function(b, "on_reload");
    b->generation->draw = dv_builder_function(b, "draw");
    for (int type = 0; type < DV_INPUT_COUNT; type++)
        b->generation->input[type] = dv_builder_function(b, dv_input_names[type]);
    b->generation->timers = dv_builder_timers(b, "scenario");
    lua_pop(L, 1);
}

static void read_view(dv_builder *b, int scenario) {
    lua_getfield(b->L, scenario, "view");
    b->generation->view.yaw = dv_number_field(b->L, "yaw");
    b->generation->view.pitch = dv_number_field(b->L, "pitch");
    lua_pop(b->L, 1);
}

static void read_effects(dv_builder *b, int scenario) {
    lua_State *L = b->L;
    dv_effects *effects = &b->generation->effects;
    lua_getfield(L, scenario, "effects");
    effects->events = dv_flag_field(L, "events");
    effects->spawns = dv_flag_field(L, "spawns");
    effects->removals = dv_flag_field(L, "removals");
    effects->leaders = dv_flag_field(L, "leaders");
    effects->mist = dv_flag_field(L, "mist");
    effects->shadows = dv_flag_field(L, "shadows");
    lua_getfield(L, -1, "quiet");
    uint32_t count = (uint32_t)lua_rawlen(L, -1);
    b->generation->quiet_events =
        dv_builder_take(b, (count + 1) * sizeof *b->generation->quiet_events);
    for (uint32_t i = 0; i < count; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        b->generation->quiet_events[i] = dv_builder_keep(b, lua_tostring(L, -1));
        lua_pop(L, 1);
    }
    b->generation->quiet_event_count = count;
    lua_pop(L, 2);
}

static void read_mods(dv_builder *b, int scenario) {
    lua_State *L = b->L;
    lua_getfield(L, scenario, "mods");
    uint32_t count = (uint32_t)lua_rawlen(L, -1);
    b->generation->mods = dv_builder_take(b, (count + 1) * sizeof *b->generation->mods);
    for (uint32_t i = 0; i < count; i++) {
        dv_mod_code *mod = &b->generation->mods[i];
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        mod->name = dv_builder_keep(b, dv_string_field(L, "name"));
        mod->version = dv_builder_keep(b, dv_string_field(L, "version"));
        dv_builder_begin(b, "mod %.200s", mod->name);
        mod->setup = dv_builder_function(b, "setup");
        mod->update = dv_builder_function(b, "update");
        mod->draw = dv_builder_function(b, "draw");
        mod->on_reload = dv_builder_function(b, "on_reload");
        mod->is_new = dv_modules_is_new_mod(b->scenario->modules, mod->name);
        lua_pop(L, 1);
    }
    b->generation->mod_count = count;
    lua_pop(L, 1);
    lua_getfield(L, scenario, "suspended");
    b->generation->suspended_mods = luaL_ref(L, LUA_REGISTRYINDEX);
}

static void read_changes(dv_builder *b, int scenario) {
    lua_State *L = b->L;
    if (lua_getfield(L, scenario, "changes") == LUA_TTABLE) {
        uint32_t count = (uint32_t)lua_rawlen(L, -1);
        b->generation->changes = dv_builder_take(b, (count + 1) * sizeof *b->generation->changes);
        for (uint32_t i = 0; i < count; i++) {
            lua_rawgeti(L, -1, (lua_Integer)i + 1);
            b->generation->changes[i] =
                (dv_mod_change){dv_builder_keep(b, dv_string_field(L, "path")),
                                dv_builder_keep(b, dv_string_field(L, "mod"))};
            lua_pop(L, 1);
        }
        b->generation->change_count = count;
    }
    lua_pop(L, 1);
}

static void read_monitors(dv_builder *b, int scenario) {
    lua_State *L = b->L;
    lua_getfield(L, scenario, "monitors");
    uint32_t count = (uint32_t)lua_rawlen(L, -1);
    b->generation->monitors = dv_builder_take(b, (count + 1) * sizeof *b->generation->monitors);
    for (uint32_t i = 0; i < count; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        b->generation->monitors[i].name = dv_builder_keep(b, dv_string_field(L, "name"));
        dv_builder_begin(b, "monitor %.200s", b->generation->monitors[i].name);
        b->generation->monitors[i].function = dv_builder_function(b, "monitor");
        lua_pop(L, 1);
    }
    b->generation->monitor_count = count;
    lua_pop(L, 1);
}

static uint32_t monitor_named(dv_builder *b, const char *name) {
    const dv_generation *generation = b->generation;
    uint32_t i = 0;
    while (i < generation->monitor_count && strcmp(generation->monitors[i].name, name) != 0)
        i++;
    if (i == generation->monitor_count)
        dv_builder_check(b, dv_fail(&b->error, DV_ERROR_NAME, "plots: no monitor '%s'", name));
    return i;
}

/// Read the plot at the top of the stack. The definitions have checked its names.
static void read_plot(dv_builder *b, bool *is_shown) {
    lua_State *L = b->L;
    dv_plot *plot = &b->generation->plots[b->generation->plot_count++];
    plot->title = dv_builder_keep(b, dv_string_field(L, "title"));
    plot->unit = dv_builder_keep(b, dv_string_field(L, "unit"));
    lua_getfield(L, -1, "monitors");
    plot->count = (uint32_t)lua_rawlen(L, -1);
    uint32_t *monitors = dv_builder_take(b, plot->count * sizeof *monitors);
    for (uint32_t i = 0; i < plot->count; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        monitors[i] = monitor_named(b, lua_tostring(L, -1));
        is_shown[monitors[i]] = true;
        lua_pop(L, 1);
    }
    plot->monitors = monitors;
    lua_pop(L, 1);
}

/// Add a plot for each monitor that is in none.
static void add_plots(dv_builder *b, const bool *is_shown) {
    dv_generation *generation = b->generation;
    for (uint32_t i = 0; i < generation->monitor_count; i++) {
        if (is_shown[i])
            continue;
        uint32_t *monitor = dv_builder_take(b, sizeof *monitor);
        *monitor = i;
        generation->plots[generation->plot_count++] =
            (dv_plot){generation->monitors[i].name, "", monitor, 1};
    }
}

static void read_plots(dv_builder *b, int scenario) {
    lua_State *L = b->L;
    uint32_t monitors = b->generation->monitor_count;
    lua_getfield(L, scenario, "plots");
    uint32_t count = (uint32_t)lua_rawlen(L, -1);
    bool *is_shown = dv_builder_take(b, (monitors + 1) * sizeof *is_shown);
    b->generation->plots =
        dv_builder_take(b, ((size_t)count + monitors + 1) * sizeof *b->generation->plots);
    for (uint32_t i = 0; i < count; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        read_plot(b, is_shown);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    add_plots(b, is_shown);
}

static void read_tool(dv_builder *b, dv_tool *tool) {
    lua_State *L = b->L;
    tool->name = dv_builder_keep(b, dv_string_field(L, "name"));
    tool->title = dv_builder_keep(b, dv_string_field(L, "title"));
    tool->key = dv_builder_keep(b, dv_string_field(L, "key"));
    dv_builder_begin(b, "tool %.200s", tool->name);
    for (int type = 0; type < DV_INPUT_COUNT; type++)
        tool->input[type] = dv_builder_function(b, dv_input_names[type]);
    tool->draw = dv_builder_function(b, "draw");
}

static void read_tools(dv_builder *b, int scenario) {
    lua_State *L = b->L;
    lua_getfield(L, scenario, "tools");
    uint32_t count = (uint32_t)lua_rawlen(L, -1);
    b->generation->tools = dv_builder_take(b, (count + 1) * sizeof *b->generation->tools);
    for (uint32_t i = 0; i < count; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        read_tool(b, &b->generation->tools[i]);
        lua_pop(L, 1);
    }
    b->generation->tool_count = count;
    lua_pop(L, 1);
}

static void read_buttons(dv_builder *b, int scenario) {
    lua_State *L = b->L;
    lua_getfield(L, scenario, "buttons");
    uint32_t count = (uint32_t)lua_rawlen(L, -1);
    b->generation->buttons = dv_builder_take(b, (count + 1) * sizeof *b->generation->buttons);
    for (uint32_t i = 0; i < count; i++) {
        dv_button *button = &b->generation->buttons[i];
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        button->name = dv_builder_keep(b, dv_string_field(L, "name"));
        button->title = dv_builder_keep(b, dv_string_field(L, "title"));
        lua_getfield(L, -1, "place");
        button->place = (uint32_t)lua_tointeger(L, -1);
        lua_pop(L, 1);
        dv_builder_begin(b, "button %.200s", button->name);
        button->press = dv_builder_function(b, "press");
        lua_pop(L, 1);
    }
    b->generation->button_count = count;
    lua_pop(L, 1);
}

/// A name that is missing may have been in a definition that is lost.
static void note_unbound(void *context, dv_result result, const char *message) {
    dv_mistake_listener *listener = context;
    if (result != DV_ERROR_NAME || !listener->has_lost)
        dv_note_mistake(listener, message);
}

static int build_generation(lua_State *L) {
    dv_builder *b = lua_touserdata(L, 1);
    b->L = L;
    b->listener = dv_mistakes_of(L);
    if (b->listener)
        dv_program_list_mistakes(b->generation->program, note_unbound, b->listener);
    if (!luaL_testudata(L, 2, "scenario")) {
        lua_pushfstring(
            L, "%s: return drover.scenario { ... }, not %s",
            dv_modules_path(b->scenario->modules, dv_modules_count(b->scenario->modules) - 1),
            luaL_typename(L, 2));
        return lua_error(L);
    }
    lua_getiuservalue(L, 2, 1);
    int scenario = lua_gettop(L);
    lua_newtable(L);
    b->places = lua_gettop(L);
    lua_newtable(L);
    b->functions = lua_gettop(L);
    set_origin(b, scenario);
    add_settings(b, scenario);
    add_groups(b);
    add_flows(b);
    each_declared(b, "field", 0, add_field);
    each_declared(b, "link", 0, add_link);
    each_declared(b, "terrain", 0, add_terrain);
    dv_builder_add_kinds(b, scenario);
    read_world(b, scenario);
    read_view(b, scenario);
    read_effects(b, scenario);
    read_mods(b, scenario);
    read_changes(b, scenario);
    read_monitors(b, scenario);
    read_plots(b, scenario);
    read_tools(b, scenario);
    read_buttons(b, scenario);
    dv_note_start(L, scenario, b->scenario->modules, b->generation);
    dv_add_surfaces(L, b->scenario->modules, b->generation->program, &b->generation->world.bounds);
    each_declared(b, "surface", 0, add_surface_names);
    add_removals(b, scenario);
    b->generation->function_count = (uint32_t)lua_rawlen(L, b->functions);
    b->generation->stopped = dv_builder_take(b, (size_t)b->generation->function_count + 1);
    dv_note_functions(L, b->generation, b->functions, b->places);
    dv_watch_locals(L, b->generation, b->functions);
    b->generation->functions = luaL_ref(L, LUA_REGISTRYINDEX);
    dv_builder_check(b, dv_program_finish(b->generation->program, &b->error));
    return 0;
}

dv_generation *dv_generation_create(dv_scenario *scenario, dv_error *error) {
    lua_State *L = scenario->state;
    dv_generation *generation = dv_alloc(sizeof *generation);
    dv_builder b = {
        .scenario = scenario, .generation = generation, .trees = {.modules = scenario->modules}};
    if (!generation || !(generation->program = dv_program_create())) {
        dv_free(generation);
        lua_pop(L, 1);
        dv_fail(error, DV_ERROR_MEMORY, "out of memory");
        return NULL;
    }
    generation->functions = generation->names = generation->group_names = LUA_NOREF;
    generation->locals = generation->contents = generation->suspended_mods = LUA_NOREF;
    lua_pushcfunction(L, build_generation);
    lua_insert(L, -2);
    lua_pushlightuserdata(L, &b);
    lua_insert(L, -2);
    dv_result result = dv_call(scenario, 2, 0, DV_LOADING, scenario->load_seconds, error);
    dv_free_trees(&b.trees);
    if (result == DV_OK)
        return generation;
    if (error)
        dv_modules_improve_place(scenario->modules, error);
    dv_generation_destroy(scenario, generation);
    return NULL;
}

void dv_generation_destroy(dv_scenario *scenario, dv_generation *generation) {
    if (!generation)
        return;
    luaL_unref(scenario->state, LUA_REGISTRYINDEX, generation->functions);
    luaL_unref(scenario->state, LUA_REGISTRYINDEX, generation->locals);
    luaL_unref(scenario->state, LUA_REGISTRYINDEX, generation->contents);
    luaL_unref(scenario->state, LUA_REGISTRYINDEX, generation->suspended_mods);
    luaL_unref(scenario->state, LUA_REGISTRYINDEX, generation->names);
    luaL_unref(scenario->state, LUA_REGISTRYINDEX, generation->group_names);
    dv_program_release(generation->program);
    dv_arena_free(&generation->memory);
    dv_start_release(generation->start);
    dv_free(generation->stopped_places);
    dv_free(generation);
}
