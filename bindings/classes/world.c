// The world in Lua: a single object, passed to every scenario callback.
#include "classes/world.h"

#include "building.h"
#include "classes/access.h"
#include "classes/class_names.h"
#include "classes/classes.h"
#include "classes/ground.h"
#include "classes/handles.h"
#include "classes/links.h"
#include "classes/notes.h"
#include "classes/place.h"
#include "classes/places.h"
#include "classes/timers.h"
#include "classes/vector.h"
#include "memory/memory.h"
#include "modules/module_path.h"
#include "sandbox/sandbox.h"
#include "scenario_data.h"
#include "values.h"
#include "warnings.h"

#include "base/math.h"
#include "base/names.h"

#include <string.h>

// Settings

static uint32_t check_setting(lua_State *L, const dv_world *world) {
    const dv_program *program = dv_world_program(world);
    const char *given = luaL_checkstring(L, 2), *name = given;
    if (dv_scenario_of(L)->generation->mod_count > 0) {
        dv_push_calling_mod(L);
        name = dv_push_in_scope(L, given);
    }
    int32_t setting = dv_program_setting_named(program, name);
    if (setting < 0)
        dv_raise_unknown(L, "no setting", given, dv_program_nearest_setting(program, name));
    return (uint32_t)setting;
}

void dv_push_setting(lua_State *L, const dv_world *world, uint32_t setting) {
    const dv_setting_def *def = dv_program_setting(dv_world_program(world), setting);
    double value = dv_world_setting(world, setting);
    if (def->type == DV_TOGGLE)
        lua_pushboolean(L, value != 0);
    else if (def->type == DV_CHOICE)
        lua_pushstring(L, def->options[(uint32_t)value]);
    else
        lua_pushnumber(L, value);
}

static int settings_index(lua_State *L) {
    const dv_world *world = dv_readable_world(L);
    dv_push_setting(L, world, check_setting(L, world));
    return 1;
}

static void check_setting_type(lua_State *L, const dv_setting_def *def, int type,
                               const char *words) {
    if (lua_type(L, 3) != type)
        luaL_error(L, "setting '%s': %s expected, got %s", def->name, words, dv_type_name(L, 3));
}

static double check_option(lua_State *L, const dv_setting_def *def) {
    check_setting_type(L, def, LUA_TSTRING, "an option's name");
    const char *given = lua_tostring(L, 3);
    for (uint32_t i = 0; i < def->option_count; i++)
        if (strcmp(def->options[i], given) == 0)
            return i;
    const char *what = lua_pushfstring(L, "setting '%s' has no option", def->name);
    dv_raise_unlisted(L, what, given, def->options, def->option_count);
    return 0;
}

static int settings_set_index(lua_State *L) {
    dv_world *world = dv_writable_world(L);
    uint32_t setting = check_setting(L, world);
    const dv_setting_def *def = dv_program_setting(dv_world_program(world), setting);
    dv_error error;
    double value;
    if (def->type == DV_TOGGLE) {
        check_setting_type(L, def, LUA_TBOOLEAN, "true or false");
        value = lua_toboolean(L, 3);
    } else if (def->type == DV_SLIDER) {
        check_setting_type(L, def, LUA_TNUMBER, "a number");
        value = lua_tonumber(L, 3);
    } else {
        value = check_option(L, def);
    }
    dv_raise_if_failed(L, dv_world_set_setting(world, setting, value, &error), &error);
    return 0;
}

// Spawning

static int world_obstacle(lua_State *L) {
    dv_world *world = dv_writable_world(L);
    dv_obstacle_def def = {0};
    dv_obstacle made;
    dv_error error;
    dv_check_obstacle_def(L, 2, &def);
    dv_raise_if_failed(L, dv_obstacle_create(world, &def, &made, &error), &error);
    dv_push_handle(L, made.bits);
    return 1;
}

// The first call makes it: computing a field takes time, and not each run needs every flow.
static int world_flow(lua_State *L) {
    const dv_world *world = dv_readable_world(L);
    uint32_t count = dv_program_flow_type_count(dv_world_program(world));
    uint32_t type = dv_check_declared(L, "flow", count, dv_program_flow_type_name);
    dv_flow flow = dv_world_flow(world, type);
    dv_error error;
    if (!flow.bits)
        dv_raise_if_failed(L, dv_flow_create(dv_writable_world(L), type, &flow, &error), &error);
    dv_push_handle(L, flow.bits);
    return 1;
}

static int world_field(lua_State *L) {
    const dv_world *world = dv_readable_world(L);
    uint32_t count = dv_program_field_count(dv_world_program(world));
    uint32_t type = dv_check_declared(L, "field", count, dv_program_field_name);
    dv_push_handle(L, dv_world_field(world, type).bits);
    return 1;
}

static int new_group(lua_State *L) {
    dv_world *world = dv_writable_world(L);
    uint32_t count = dv_program_group_type_count(dv_world_program(world));
    uint32_t type = dv_check_declared(L, "group", count, dv_program_group_type_name);
    dv_group made;
    dv_error error;
    dv_raise_if_failed(L, dv_group_create(world, type, &made, &error), &error);
    dv_begin_group_memory(L, dv_scenario_of(L), made);
    dv_push_handle(L, made.bits);
    return 1;
}

/// The old name of new_group, which works until 1.0. It read like a lookup.
static int world_group(lua_State *L) {
    dv_push_where(L, 1);
    lua_pushliteral(L, ": world:group is called world:new_group now; the old name works until 1.0");
    lua_concat(L, 2);
    dv_warn_once(L, lua_tostring(L, -1));
    lua_pop(L, 1);
    return new_group(L);
}

static void read_event_option(lua_State *L, const dv_world *world, dv_event *event,
                              const char *name) {
    if (strcmp(name, "at") == 0) {
        dv_agent agent = {dv_to_handle(L, -1)};
        event->has_no_place = false;
        event->position = agent.bits && dv_agent_alive(world, agent)
                              ? dv_agent_position(world, agent)
                              : dv_check_place(L, -1, "emit: at");
    } else if (strcmp(name, "radius") == 0) {
        event->radius = (float)luaL_checknumber(L, -1);
    } else if (strcmp(name, "about") == 0) {
        event->about = dv_check_agent(L, lua_gettop(L));
    } else if (strcmp(name, "among") == 0) {
        event->among = dv_check_group(L, lua_gettop(L));
    } else {
        static const char *const names[] = {"at", "radius", "about", "among"};
        dv_raise_unlisted(L, "emit takes no", name, names, 4);
    }
}

static int world_emit(lua_State *L) {
    dv_world *world = dv_writable_world(L);
    const char *name = luaL_checkstring(L, 2);
    dv_event event = {.name = dv_event_name(name), .radius = 1e9f, .has_no_place = true};
    dv_error error;
    if (!lua_isnoneornil(L, 3)) {
        luaL_checktype(L, 3, LUA_TTABLE);
        lua_pushnil(L);
        while (lua_next(L, 3)) {
            if (lua_type(L, -2) != LUA_TSTRING)
                return luaL_error(L, "emit: at, radius, about or among expected");
            read_event_option(L, world, &event, lua_tostring(L, -2));
            lua_pop(L, 1);
        }
    }
    dv_raise_if_failed(L, dv_world_emit(world, &event, &error), &error);
    dv_note_emit(L, world, event.source, name);
    return 0;
}

static int draw_random(lua_State *L) {
    dv_world *world = dv_writable_world(L);
    if (lua_gettop(L) < 2) {
        lua_pushnumber(L, dv_world_random(world));
        return 1;
    }
    lua_Integer low = lua_gettop(L) > 2 ? luaL_checkinteger(L, 2) : 1;
    lua_Integer high = luaL_checkinteger(L, lua_gettop(L) > 2 ? 3 : 2);
    if (low > high)
        return luaL_error(L, "random: the range %I to %I is empty", (LUAI_UACINT)low,
                          (LUAI_UACINT)high);
    lua_pushinteger(L, dv_sandbox_random_between(L, low, high));
    return 1;
}

static int random_point(lua_State *L) {
    dv_world *world = dv_writable_world(L);
    dv_vec3 point;
    dv_error error;
    if (lua_isnoneornil(L, 2))
        dv_raise_if_failed(L, dv_world_random_point(world, &point, &error), &error);
    else if (dv_region_random_point(world, dv_check_region(L, 2), &point, &error) != DV_OK)
        luaL_error(L, "random_point: %s", error.message);
    dv_push_place(L, point);
    return 1;
}

static int key_down(lua_State *L) {
    luaL_checkstring(L, 2);
    lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->keys);
    lua_pushvalue(L, 2);
    lua_rawget(L, -2);
    lua_pushboolean(L, lua_toboolean(L, -1));
    return 1;
}

static int world_finish(lua_State *L) {
    dv_world_finish(dv_writable_world(L), luaL_optstring(L, 2, "finished"));
    return 0;
}

// The object

static void push_bounds(lua_State *L, const dv_world *world) {
    static const char *const edges[] = {"open", "contain", "wrap"};
    dv_bounds bounds = dv_world_bounds(world);
    lua_createtable(L, 0, 3);
    dv_push_place(L, bounds.min);
    lua_setfield(L, -2, "min");
    dv_push_place(L, bounds.max);
    lua_setfield(L, -2, "max");
    lua_pushstring(L, edges[bounds.edge]);
    lua_setfield(L, -2, "edge");
}

static void get_settings(lua_State *L, const dv_world *world, uint64_t self) {
    (void)world, (void)self;
    lua_getiuservalue(L, 1, 1);
}

static void get_memory(lua_State *L, const dv_world *world, uint64_t self) {
    (void)world, (void)self;
    lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->world_memory_object);
}

static void get_visibility(lua_State *L, const dv_world *world, uint64_t self) {
    (void)self;
    lua_pushnumber(L, dv_world_visibility(world));
}

static dv_result set_visibility(lua_State *L, dv_world *world, uint64_t self, dv_error *error) {
    (void)self;
    return dv_world_set_visibility(world, luaL_checknumber(L, 3), error);
}

static void get_bounds(lua_State *L, const dv_world *world, uint64_t self) {
    (void)self;
    push_bounds(L, world);
}

static void get_tick(lua_State *L, const dv_world *world, uint64_t self) {
    (void)self;
    lua_pushinteger(L, (lua_Integer)dv_world_tick(world));
}

static void get_time(lua_State *L, const dv_world *world, uint64_t self) {
    (void)self;
    lua_pushnumber(L, dv_world_time(world));
}

static void get_dt(lua_State *L, const dv_world *world, uint64_t self) {
    (void)self;
    lua_pushnumber(L, dv_world_dt(world));
}

static void get_seed(lua_State *L, const dv_world *world, uint64_t self) {
    (void)self;
    lua_pushinteger(L, (lua_Integer)dv_world_seed(world));
}

static void get_mouse(lua_State *L, const dv_world *world, uint64_t self) {
    (void)self;
    dv_vec3 mouse;
    if (dv_world_mouse(world, &mouse))
        dv_push_place(L, mouse);
    else
        lua_pushnil(L);
}

static void get_draw(lua_State *L, const dv_world *world, uint64_t self) {
    (void)world, (void)self;
    lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->draw_object);
}

static int world_index(lua_State *L) {
    const dv_world *world = dv_readable_world(L);
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL)
        return 1;
    const dv_field_row *row = dv_class_field(L, &dv_world_class);
    if (row) {
        row->get(L, world, 0);
        return 1;
    }
    const char *name = luaL_tolstring(L, 2, NULL);
    return dv_raise_unknown(L, "the world has no", name, dv_nearest_member(&dv_world_class, name));
}

static int world_set_index(lua_State *L) {
    dv_writable_world(L);
    const char *name = luaL_checkstring(L, 2);
    const dv_field_row *row = dv_class_field(L, &dv_world_class);
    if (row && row->set)
        return dv_assign_field(L, row, 0);
    if (row)
        return luaL_error(L, "world.%s: cannot be assigned", name);
    return luaL_error(L, "world.%s: keep data of your own in world.memory", name);
}

static int world_tostring(lua_State *L) {
    lua_pushliteral(L, "world");
    return 1;
}

static void set_class_functions(lua_State *L, const luaL_Reg *functions) {
    luaL_setfuncs(L, functions, 0);
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
}

static const dv_field_row fields[] = {
    {"settings", "drover.settings", "by name: `world.settings.herd`", get_settings, NULL},
    {"memory", "table<string,", "any> data of the scenario, kept through reloads; see memory",
     get_memory, NULL},
    {"visibility", "number", "m, how far anyone can see; math.huge in clear air; can be assigned",
     get_visibility, set_visibility},
    {"bounds", "drover.world_bounds", "min, max and edge; read-only", get_bounds, NULL},
    {"tick", "integer", "how many ticks have passed", get_tick, NULL},
    {"time", "number", "s", get_time, NULL},
    {"dt", "number", "s, of one tick", get_dt, NULL},
    {"seed", "integer", "that all random numbers come from", get_seed, NULL},
    {"mouse", "drover.vector?", "m, where the mouse is; nil while it is outside the window",
     get_mouse, NULL},
    {"draw", "drover.draw", "draws for one tick", get_draw, NULL},
    {0},
};

static const dv_method_row methods[] = {
    {"obstacle", world_obstacle,
     "Make an obstacle. It stops bodies, unless their `solid` is false. Avoidance behaviors and "
     "plans go around it; agents that steer by something else stop at it.\n"
     "@param shape drover.obstacle_definition\n"
     "@return drover.obstacle"},
    {"build", dv_world_build,
     "Build what a geometry of a file describes, all of it or, if something is wrong, nothing. "
     "Obstacles are made of polygons, and of lines a wall for each straight part; with `walkable`, "
     "agents walk inside the polygons, whose holes are the obstacles. Regions are made of polygons "
     "without holes, paths of lines; one that ends where it begins is closed. Polygons may not "
     "overlap as obstacles. An outline has at most 256 points. Of an image, terrain is made by "
     "colors: it spans the bounds, with its top where y is highest, and pixels of other colors "
     "leave the ground as it is.\n"
     "@param from drover.geometry|drover.image\n"
     "@param options drover.build_options\n"
     "@return (drover.obstacle|drover.region|drover.path)[] in the order of the file, a polygon's "
     "outline before its holes"},
    {"path", dv_world_path,
     "Make a path through points, for behaviors such as `steer.path_following`.\n"
     "@param def drover.path_definition\n"
     "@return drover.path"},
    {"plan", dv_world_plan_way,
     "Plan a route around the obstacles and make a path of it, with a tube one cell wide. If "
     "there is no route, return nil and the reason. The route is the one that takes least: a "
     "meter counts as (1 + weight) / speed meters on terrain, and more near those to `avoid`. "
     "Both ends must be outside every obstacle, "
     "and `to` farther from it than the clearance: for a house, a point in front of its door. "
     "Where the world wraps, the route may lead across the edge. Gaps narrower than twice the "
     "clearance count as closed; gaps three cells wider than that count as open. A gap in "
     "between may be missed by the first search. Where that finds no way, or one more than a tenth "
     "longer than the straight line, a second one looks into such gaps, too, which can take "
     "several "
     "times as long. It may miss a gap where a cell holds several, or one between an obstacle and "
     "the boundary: use a finer `resolution` where that matters. Plans of the same tick to the "
     "same "
     "goal, with the same options, share their searches. Remove a path when it is no longer "
     "needed: `path:remove()`. All plans of one tick, or of `setup`, may together "
     "search 200 million cells of the map. In a wide world, the map is a window around `to` that "
     "grows until its route is the best. It has at most 4,194,304 cells. Without a `boundary`, "
     "they are larger than `resolution` where that is not enough: with 0.25 m, if the ends are "
     "more than about 235 m apart along x or y.\n"
     "@param from drover.any_agent|drover.point\n"
     "@param to drover.any_agent|drover.point\n"
     "@param options? drover.plan_options\n"
     "@return drover.path? path, string? reason"},
    {"region", dv_world_region,
     "Make a region. It can slow agents inside it, carry a terrain, or serve `when.inside`. "
     "A region without a terrain is drawn as a faint patch; if you only need it for "
     "`world:scatter`, call `region:remove()` afterward.\n"
     "@param def drover.region_definition\n"
     "@return drover.region"},
    {"new_group", new_group,
     "Make a new group of a kind declared by `drover.group`. Each call makes another one.\n"
     "@param name string|drover.declared_group\n"
     "@return drover.group"},
    {"field", world_field,
     "The field declared by `drover.field` under a name. There is one of each.\n"
     "@param name string|drover.declared_field\n"
     "@return drover.field"},
    {"links", dv_world_links,
     "All links of a type, in the order in which they were linked: `{ from, to }` of each.\n"
     "@param name string|drover.declared_link\n"
     "@return drover.agent[][] pairs"},
    {"flow", world_flow,
     "The flow field declared by `drover.flow` under a name. There is one of each: the first call "
     "makes it, and computes its `field`; after `flow:remove()`, the next call makes it again. For "
     "two winds to blend, declare two.\n"
     "@param name string|drover.declared_flow\n"
     "@return drover.flow"},
    {"flow_to", dv_world_flow_to_goals,
     "Make a flow that leads from everywhere to the nearest of its goals, for "
     "`steer.flow_following` and for `prefer`. A goal is a point, an agent, or a region; several "
     "go into a list. If it cannot lead to each of them, return nil and the reason. From each "
     "place, the flow leads along the way that takes least, with meters that count as in "
     "`world:plan`, and more where it is crowded, if there is a `density`. So a hundred people "
     "with the same goal share one flow, where each would need a plan. The flow has a length of 1: "
     "use "
     "`direction_only` to go at full speed. It is zero at a goal, and where no way leads to one. "
     "It covers the world's bounds, which must be a plane. A gap narrower than twice the clearance "
     "is closed, and one wider than that by one and a half cells is open. Every 0.5 s of simulated "
     "time, the flow is renewed, so that goals and obstacles may move. When all goals are gone, it "
     "becomes zero, and `flow.still` says why. It goes on until `flow:remove()`, even if nobody "
     "follows it. Goals: at most 256; cells: at most 2²⁰ in a flow and 2²³ in all flows to goals.\n"
     "@param goals drover.point|drover.any_agent|drover.region|(drover.point|drover.any_agent|"
     "drover.region)[]\n"
     "@param options? drover.flow_to_options\n"
     "@return drover.flow? flow, string? reason"},
    {"surface", dv_make_surface,
     "Make a surface declared by `drover.surface`.\n"
     "@param name string|drover.declared_surface\n"
     "@return drover.surface"},
    {"terrain", dv_world_terrain,
     "Cover the whole world with a terrain, on top of any other. Returns the region that carries "
     "it.\n"
     "@param name string|drover.declared_terrain\n"
     "@return drover.region"},
    {"terrain_at", dv_world_terrain_of,
     "The name of the topmost terrain at a place.\n"
     "@param place drover.any_agent|drover.point|number an agent, a place, or its x\n"
     "@param y? number\n"
     "@param z? number\n"
     "@return string? name"},
    {"emit", world_emit,
     "Send an event. It is heard in the next tick.\n"
     "@param name drover.event_name\n"
     "@param def? drover.emission"},
    {"after", dv_world_after_method,
     "Call a function under `timers` of the scenario, `f(world, data)`, in the first tick that "
     "begins at least `seconds` from now, and never in the current one. Timers of one tick run in "
     "the order in which they were set, before `update`.\n"
     "@param seconds number of simulated time, 0 or more\n"
     "@param name string of the timer\n"
     "@param data? any what memory can keep; copied"},
    {"cancel", dv_world_cancel_method,
     "Cancel all of the scenario's waiting timers with that name.\n"
     "@param name string\n"
     "@return integer count how many there were"},
    {"random", draw_random,
     "A random number, at least 0 and below 1; with m, a whole number from 1 to m; with m and n, "
     "from m to n.\n"
     "@param m? integer\n"
     "@param n? integer\n"
     "@return number"},
    {"random_point", random_point,
     "A random point within the bounds, or within a region.\n"
     "@param region? drover.region\n"
     "@return drover.vector"},
    {"key_down", key_down,
     "Whether a key is held down.\n"
     "@param key string in small letters: \"a\", \"1\", \"space\", \"return\", \"tab\", \"left\", "
     "\"up\", \"f1\", \"left shift\", \"left ctrl\"\n"
     "@return boolean"},
    {"finish", world_finish,
     "End the run after this tick.\n"
     "@param reason? string"},
    {"group", world_group, NULL}, // as new_group was called before
    {0},
};

static const dv_method_row *const method_lists[] = {dv_world_agent_methods, dv_world_queries,
                                                    methods, NULL};

const dv_class dv_world_class = {
    .name = "world",
    .heading = "drover.world",
    .doc = "The world: the first argument of all the scenario's callbacks, and `self.world` of an "
           "agent.",
    .fields = fields,
    .methods = method_lists,
};

void dv_open_world(lua_State *L) {
    static const luaL_Reg world_class[] = {
        {"__newindex", world_set_index}, {"__tostring", world_tostring}, {NULL, NULL}};
    static const luaL_Reg settings_class[] = {
        {"__index", settings_index}, {"__newindex", settings_set_index}, {NULL, NULL}};
    luaL_newmetatable(L, DV_SETTINGS_CLASS);
    set_class_functions(L, settings_class);
    luaL_newmetatable(L, DV_WORLD_CLASS);
    set_class_functions(L, world_class);
    dv_push_class_methods(L, &dv_world_class);
    lua_pushcclosure(L, world_index, 1);
    lua_setfield(L, -2, "__index");
    lua_newuserdatauv(L, 0, 1);
    lua_newuserdatauv(L, 0, 0);
    luaL_setmetatable(L, DV_SETTINGS_CLASS);
    lua_setiuservalue(L, -2, 1);
    luaL_setmetatable(L, DV_WORLD_CLASS);
    dv_scenario_of(L)->world_object = luaL_ref(L, LUA_REGISTRYINDEX);
    lua_pop(L, 2);
}
