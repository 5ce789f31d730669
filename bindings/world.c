// The world in Lua: one object, given to every scenario callback.
#include "script.h"

#include "base/math.h"
#include "base/names.h"

#include <math.h>
#include <string.h>

static const char *const field_names[] = {"settings", "memory", "visibility", "bounds", "tick",
                                          "time",     "dt",     "seed",       "mouse",  "draw"};

// Settings

static uint32_t check_setting(lua_State *L, const dv_world *world) {
    const char *name = luaL_checkstring(L, 2);
    const dv_program *program = dv_world_program(world);
    int32_t setting = dv_program_setting_named(program, name);
    if (setting < 0)
        dv_raise_unknown(L, "no setting", name, dv_program_nearest_setting(program, name));
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

static bool is_slot_or_memory(lua_State *L, uint32_t kind, int key) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->generation->names);
    lua_rawgeti(L, -1, 2 * (lua_Integer)kind + 1);
    lua_pushvalue(L, key);
    bool known = lua_rawget(L, -2) != LUA_TNIL;
    lua_pop(L, 3);
    return known;
}

static const char *const spawn_keys[] = {"x", "y", "z", "heading", "speed", "state", "group"};
#define SPAWN_KEY_COUNT (sizeof spawn_keys / sizeof *spawn_keys)

static bool is_spawn_key(const char *name) {
    for (size_t i = 0; i < SPAWN_KEY_COUNT; i++)
        if (strcmp(spawn_keys[i], name) == 0)
            return true;
    return false;
}

static void check_spawn_keys(lua_State *L, const dv_program *program, uint32_t kind, int table) {
    lua_pushnil(L);
    while (lua_next(L, table)) {
        lua_pop(L, 1);
        int key = lua_gettop(L);
        const char *name = lua_type(L, key) == LUA_TSTRING ? lua_tostring(L, key) : NULL;
        if (name && (is_spawn_key(name) || is_slot_or_memory(L, kind, key)))
            continue;
        const char *what =
            lua_pushfstring(L, "spawn: kind '%s' has no", dv_program_kind_name(program, kind));
        if (lua_isinteger(L, key) && lua_tointeger(L, key) == 1)
            dv_raise_unnamed(L, what, spawn_keys, SPAWN_KEY_COUNT);
        name = luaL_tolstring(L, key, NULL);
        const char *nearest = dv_nearest_name(name, spawn_keys, SPAWN_KEY_COUNT);
        nearest = nearest ? nearest : dv_nearest_agent_name(L, kind, name);
        if (nearest)
            dv_raise_unknown(L, what, name, nearest);
        luaL_error(L, "%s '%s': x, y, z, heading, speed, state, group, a slot or memory expected",
                   what, name);
    }
}

static double number_field(lua_State *L, int table, const char *name, double fallback) {
    int type = lua_getfield(L, table, name);
    if (type != LUA_TNIL && type != LUA_TNUMBER)
        luaL_error(L, "spawn: %s: a number expected, got %s", name, dv_type_name(L, -1));
    double value = type == LUA_TNIL ? fallback : lua_tonumber(L, -1);
    lua_pop(L, 1);
    return value;
}

static dv_agent_def read_spawn(lua_State *L, const dv_world *world, uint32_t kind, int table) {
    dv_agent_def def = dv_agent_def_default(kind);
    if (lua_isnoneornil(L, table))
        return def;
    luaL_checktype(L, table, LUA_TTABLE);
    const dv_program *program = dv_world_program(world);
    check_spawn_keys(L, program, kind, table);
    def.position =
        dv_vec((float)number_field(L, table, "x", 0), (float)number_field(L, table, "y", 0),
               (float)number_field(L, table, "z", 0));
    def.heading = (float)number_field(L, table, "heading", 0);
    def.speed = (float)number_field(L, table, "speed", 0);
    if (lua_getfield(L, table, "state") != LUA_TNIL) {
        const char *name = luaL_checkstring(L, -1);
        def.state = dv_program_state(program, kind, name);
        if (def.state < 0)
            dv_raise_unknown(L, "spawn: no state", name,
                             dv_program_nearest_state(program, kind, name));
    }
    lua_pop(L, 1);
    if (lua_getfield(L, table, "group") != LUA_TNIL) {
        def.group.bits = dv_to_handle(L, -1);
        if (dv_handle_type_of(def.group.bits) != DV_HANDLE_GROUP)
            luaL_error(L, "spawn: group: a group expected, got %s", dv_type_name(L, -1));
    }
    lua_pop(L, 1);
    return def;
}

/// Assign the slots and memory fields of a spawn table, as if written to the agent.
static void assign_fields(lua_State *L, dv_agent agent, int table) {
    if (lua_isnoneornil(L, table))
        return;
    lua_pushnil(L);
    while (lua_next(L, table)) {
        if (!is_spawn_key(lua_tostring(L, -2))) {
            dv_push_handle(L, agent.bits);
            lua_pushvalue(L, -3);
            lua_pushvalue(L, -3);
            lua_settable(L, -3);
            lua_pop(L, 1);
        }
        lua_pop(L, 1);
    }
}

static int run_furnish(lua_State *L) {
    dv_agent agent = {dv_to_handle(L, 1)};
    dv_begin_agent_memory(L, dv_scenario_of(L), agent);
    assign_fields(L, agent, 2);
    return 0;
}

/// Give a new agent its memory and what the spawn table at `table` says. Who is refused something
/// is not spawned.
static void furnish(lua_State *L, dv_world *world, dv_agent agent, int table) {
    bool has_table = !lua_isnoneornil(L, table);
    lua_pushcfunction(L, dv_sandbox_message_handler);
    lua_pushcfunction(L, run_furnish);
    dv_push_handle(L, agent.bits);
    if (has_table)
        lua_pushvalue(L, table);
    if (lua_pcall(L, has_table ? 2 : 1, 0, has_table ? -4 : -3) != LUA_OK) {
        dv_agent_remove(world, agent);
        lua_error(L);
    }
    lua_pop(L, 1);
}

// Who fills a world one by one gets some more time, but not without end. Scattering, whose work is
// bounded by the count that is given, takes the time it takes, but for what scripts do in it.
#define BATCH 1000
#define BATCH_SECONDS 0.02

static dv_agent spawn_one(lua_State *L, dv_world *world, const dv_agent_def *def, int table) {
    dv_agent agent;
    dv_error error;
    uint32_t most = dv_world_agent_limit(world);
    dv_raise_if_failed(L, dv_agent_spawn(world, def, &agent, &error), &error);
    if (dv_world_agent_limit(world) > most && most % BATCH == 0)
        dv_sandbox_prolong(L, BATCH_SECONDS);
    furnish(L, world, agent, table);
    dv_agent_enter(world, agent);
    return agent;
}

static int spawn(lua_State *L) {
    dv_world *world = dv_writable_world(L);
    uint32_t kind = dv_check_kind(L, 2, dv_world_program(world));
    dv_agent_def def = read_spawn(L, world, kind, 3);
    dv_push_handle(L, spawn_one(L, world, &def, 3).bits);
    return 1;
}

typedef struct places_box {
    dv_places *places;
    bool is_paused; ///< the time of the call
} places_box;

static int close_places(lua_State *L) {
    places_box *box = lua_touserdata(L, 1);
    dv_places_end(box->places);
    if (box->is_paused)
        dv_sandbox_resume(L);
    *box = (places_box){0};
    return 0;
}

static places_box *push_places(lua_State *L) {
    places_box *box = lua_newuserdatauv(L, sizeof *box, 0);
    *box = (places_box){0};
    if (luaL_newmetatable(L, "places")) {
        lua_pushcfunction(L, close_places);
        lua_setfield(L, -2, "__gc");
        lua_pushcfunction(L, close_places);
        lua_setfield(L, -2, "__close");
    }
    lua_setmetatable(L, -2);
    lua_toclose(L, -1);
    return box;
}

/// Scattering draws places, so it takes none.
static void refuse_place(lua_State *L, int table) {
    for (int axis = 0; lua_istable(L, table) && axis < 3; axis++)
        if (lua_getfield(L, table, spawn_keys[axis]) != LUA_TNIL)
            luaL_error(L, "scatter: %s: places are drawn within the bounds; world:spawn takes one",
                       spawn_keys[axis]);
    lua_settop(L, 4);
}

static int scatter(lua_State *L) {
    dv_world *world = dv_writable_world(L);
    const dv_program *program = dv_world_program(world);
    uint32_t kind = dv_check_kind(L, 2, program);
    lua_Integer count = luaL_checkinteger(L, 3);
    if (count < 0 || count > (lua_Integer)DV_MAX_AGENTS)
        return luaL_error(L, "scatter: %I is not in 0 to %d", (LUAI_UACINT)count,
                          (int)DV_MAX_AGENTS);
    lua_settop(L, 4);
    refuse_place(L, 4);
    dv_agent_def def = read_spawn(L, world, kind, 4);
    bool has_heading = lua_istable(L, 4) && lua_getfield(L, 4, "heading") != LUA_TNIL;
    dv_error error;
    places_box *box = push_places(L);
    box->places = dv_places_begin(world, dv_kind_property(world, kind, DV_RADIUS), &error);
    dv_raise_if_failed(L, box->places ? DV_OK : DV_ERROR_MEMORY, &error);
    if (dv_sandbox_take_bulk(L)) {
        dv_sandbox_pause(L);
        box->is_paused = true;
    }
    for (lua_Integer i = 0; i < count; i++) {
        dv_sandbox_check(L);
        dv_raise_if_failed(L, dv_places_find(box->places, &def.position, &error), &error);
        if (!has_heading)
            def.heading = (float)((dv_world_random(world) * 2 - 1) * DV_PI);
        dv_agent agent = spawn_one(L, world, &def, 4);
        dv_raise_if_failed(L, dv_places_add(box->places, agent, &error), &error);
    }
    return 0;
}

// Asking

static int32_t state_option(lua_State *L, const dv_program *program, dv_kind_set kinds, int index) {
    if (lua_isnoneornil(L, index))
        return -1;
    luaL_checktype(L, index, LUA_TTABLE);
    lua_pushnil(L);
    while (lua_next(L, index)) {
        if (lua_type(L, -2) != LUA_TSTRING || strcmp(lua_tostring(L, -2), "state") != 0)
            luaL_error(L, "{ state = name } expected, found the key %s",
                       luaL_tolstring(L, -2, NULL));
        lua_pop(L, 1);
    }
    if (lua_getfield(L, index, "state") == LUA_TNIL)
        return -1;
    const char *name = luaL_checkstring(L, -1);
    if (kinds == DV_ANY_KIND || kinds == 0 || (kinds & (kinds - 1)))
        luaL_error(L, "state: name one kind with it");
    uint32_t kind = 0;
    while (!(kinds >> kind & 1))
        kind++;
    int32_t state = dv_program_state(program, kind, name);
    if (state < 0)
        dv_raise_unknown(L, "no state", name, dv_program_nearest_state(program, kind, name));
    lua_pop(L, 1);
    return state;
}

/// A loop over the agents that were alive when it began.
typedef struct agent_loop {
    uint32_t count, next;
    dv_agent agents[];
} agent_loop;

static int next_agent(lua_State *L) {
    agent_loop *loop = lua_touserdata(L, lua_upvalueindex(1));
    const dv_world *world = dv_readable_world(L);
    while (loop->next < loop->count) {
        dv_agent agent = loop->agents[loop->next++];
        if (!dv_agent_alive(world, agent))
            continue;
        dv_push_handle(L, agent.bits);
        return 1;
    }
    lua_pushnil(L);
    return 1;
}

static int agents(lua_State *L) {
    const dv_world *world = dv_readable_world(L);
    lua_settop(L, 3);
    dv_kind_set kinds = dv_check_kinds(L, 2, dv_world_program(world));
    int32_t state = state_option(L, dv_world_program(world), kinds, 3);
    uint32_t count = dv_world_count(world, kinds, state);
    agent_loop *loop =
        lua_newuserdatauv(L, sizeof *loop + (size_t)count * sizeof loop->agents[0], 0);
    loop->count = loop->next = 0;
    for (uint32_t i = 0; loop->count < count; i++) {
        dv_agent agent = dv_world_agent_at(world, i);
        if (agent.bits && (kinds >> dv_agent_kind(world, agent) & 1) &&
            (state < 0 || dv_agent_state(world, agent) == (uint32_t)state))
            loop->agents[loop->count++] = agent;
    }
    lua_pushcclosure(L, next_agent, 1);
    return 1;
}

static int count_agents(lua_State *L) {
    const dv_world *world = dv_readable_world(L);
    lua_settop(L, 3);
    dv_kind_set kinds = dv_check_kinds(L, 2, dv_world_program(world));
    int32_t state = state_option(L, dv_world_program(world), kinds, 3);
    lua_pushinteger(L, dv_world_count(world, kinds, state));
    return 1;
}

static int nearest(lua_State *L) {
    const dv_world *world = dv_readable_world(L);
    dv_kind_set kinds = dv_check_kinds(L, 2, dv_world_program(world));
    bool numbers = lua_type(L, 3) == LUA_TNUMBER;
    dv_vec3 place = dv_check_coordinates(L, 3, "point");
    double radius = luaL_optnumber(L, numbers ? 6 : 4, INFINITY), apart = 0;
    dv_agent found = dv_world_nearest(world, place, radius, kinds, (dv_agent){0}, &apart);
    dv_push_handle(L, found.bits);
    if (!found.bits)
        return 1;
    lua_pushnumber(L, apart);
    return 2;
}

// Things

static int obstacle(lua_State *L) {
    dv_world *world = dv_writable_world(L);
    dv_obstacle_def def = {0};
    dv_obstacle made;
    dv_error error;
    dv_check_obstacle_def(L, 2, &def);
    dv_raise_if_failed(L, dv_obstacle_create(world, &def, &made, &error), &error);
    dv_push_handle(L, made.bits);
    return 1;
}

/// The number of a declared group or flow (`what`) that the name or reference at 2 gives.
static uint32_t check_declared(lua_State *L, const char *what, uint32_t count,
                               const char *(*name_of)(const dv_program *, uint32_t)) {
    const dv_program *program = dv_world_program(dv_readable_world(L));
    if (luaL_testudata(L, 2, lua_pushfstring(L, "declared %s", what)))
        lua_getiuservalue(L, 2, 1);
    else
        lua_pushvalue(L, 2);
    if (lua_type(L, -1) != LUA_TSTRING)
        luaL_error(L, "a %s's name expected, got %s", what, dv_type_name(L, 2));
    const char *name = lua_tostring(L, -1);
    const char
        *names[DV_MAX_GROUP_TYPES > DV_MAX_FLOW_TYPES ? DV_MAX_GROUP_TYPES : DV_MAX_FLOW_TYPES];
    for (uint32_t i = 0; i < count; i++) {
        names[i] = name_of(program, i);
        if (strcmp(names[i], name) == 0)
            return i;
    }
    dv_raise_unlisted(L, lua_pushfstring(L, "no %s", what), name, names, count);
    return 0;
}

static int flow(lua_State *L) {
    dv_world *world = dv_writable_world(L);
    uint32_t count = dv_program_flow_type_count(dv_world_program(world));
    uint32_t type = check_declared(L, "flow", count, dv_program_flow_type_name);
    dv_flow made;
    dv_error error;
    dv_raise_if_failed(L, dv_flow_create(world, type, &made, &error), &error);
    dv_push_handle(L, made.bits);
    return 1;
}

static int new_group(lua_State *L) {
    dv_world *world = dv_writable_world(L);
    uint32_t count = dv_program_group_type_count(dv_world_program(world));
    uint32_t type = check_declared(L, "group", count, dv_program_group_type_name);
    dv_group made;
    dv_error error;
    dv_raise_if_failed(L, dv_group_create(world, type, &made, &error), &error);
    dv_begin_group_memory(L, dv_scenario_of(L), made);
    dv_push_handle(L, made.bits);
    return 1;
}

/// The name that read like a look-up, until 1.0.
static int group(lua_State *L) {
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
        event->position = agent.bits && dv_agent_alive(world, agent)
                              ? dv_agent_position(world, agent)
                              : dv_check_point(L, -1, "emit: at");
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

static int emit(lua_State *L) {
    dv_world *world = dv_writable_world(L);
    dv_event event = {.name = dv_event_name(luaL_checkstring(L, 2)), .radius = 1e9f};
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
    else
        dv_raise_if_failed(L, dv_region_random_point(world, dv_check_region(L, 2), &point, &error),
                           &error);
    dv_push_vector(L, (double)point.x, (double)point.y, (double)point.z);
    return 1;
}

static int remove_agent(lua_State *L) {
    dv_world *world = dv_writable_world(L);
    dv_agent_remove(world, dv_check_agent(L, 2));
    return 0;
}

static int key_down(lua_State *L) {
    luaL_checkstring(L, 2);
    lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->keys);
    lua_pushvalue(L, 2);
    lua_rawget(L, -2);
    lua_pushboolean(L, lua_toboolean(L, -1));
    return 1;
}

static int finish(lua_State *L) {
    dv_world_finish(dv_writable_world(L), luaL_optstring(L, 2, "finished"));
    return 0;
}

// The object

static void push_corner(lua_State *L, dv_vec3 corner) {
    dv_push_vector(L, (double)corner.x, (double)corner.y, (double)corner.z);
}

static void push_bounds(lua_State *L, const dv_world *world) {
    static const char *const edges[] = {"open", "contain", "wrap"};
    dv_bounds bounds = dv_world_bounds(world);
    lua_createtable(L, 0, 3);
    push_corner(L, bounds.min);
    lua_setfield(L, -2, "min");
    push_corner(L, bounds.max);
    lua_setfield(L, -2, "max");
    lua_pushstring(L, edges[bounds.edge]);
    lua_setfield(L, -2, "edge");
}

static bool push_field(lua_State *L, const dv_world *world, const char *name) {
    dv_vec3 mouse;
    if (strcmp(name, "settings") == 0)
        lua_getiuservalue(L, 1, 1);
    else if (strcmp(name, "memory") == 0)
        lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->world_memory_object);
    else if (strcmp(name, "draw") == 0)
        lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->draw_object);
    else if (strcmp(name, "visibility") == 0)
        lua_pushnumber(L, dv_world_visibility(world));
    else if (strcmp(name, "bounds") == 0)
        push_bounds(L, world);
    else if (strcmp(name, "tick") == 0)
        lua_pushinteger(L, (lua_Integer)dv_world_tick(world));
    else if (strcmp(name, "time") == 0)
        lua_pushnumber(L, dv_world_time(world));
    else if (strcmp(name, "dt") == 0)
        lua_pushnumber(L, dv_world_dt(world));
    else if (strcmp(name, "seed") == 0)
        lua_pushinteger(L, (lua_Integer)dv_world_seed(world));
    else if (strcmp(name, "mouse") != 0)
        return false;
    else if (dv_world_mouse(world, &mouse))
        push_corner(L, mouse);
    else
        lua_pushnil(L);
    return true;
}

static int unknown_field(lua_State *L) {
    const char *names[64];
    size_t count = 0;
    const char *name = luaL_tolstring(L, 2, NULL);
    for (size_t i = 0; i < sizeof field_names / sizeof *field_names; i++)
        names[count++] = field_names[i];
    lua_pushnil(L);
    while (count < 64 && lua_next(L, lua_upvalueindex(1))) {
        lua_pop(L, 1);
        names[count++] = lua_tostring(L, -1);
    }
    return dv_raise_unknown(L, "the world has no", name, dv_nearest_name(name, names, count));
}

static int world_index(lua_State *L) {
    const dv_world *world = dv_readable_world(L);
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL)
        return 1;
    if (lua_type(L, 2) == LUA_TSTRING && push_field(L, world, lua_tostring(L, 2)))
        return 1;
    return unknown_field(L);
}

static int world_set_index(lua_State *L) {
    dv_world *world = dv_writable_world(L);
    const char *name = luaL_checkstring(L, 2);
    dv_error error;
    if (strcmp(name, "visibility") == 0) {
        dv_raise_if_failed(L, dv_world_set_visibility(world, luaL_checknumber(L, 3), &error),
                           &error);
        return 0;
    }
    for (size_t i = 0; i < sizeof field_names / sizeof *field_names; i++)
        if (strcmp(name, field_names[i]) == 0)
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

static const luaL_Reg methods[] = {{"spawn", spawn},
                                   {"scatter", scatter},
                                   {"remove", remove_agent},
                                   {"agents", agents},
                                   {"count", count_agents},
                                   {"nearest", nearest},
                                   {"obstacle", obstacle},
                                   {"path", dv_world_path},
                                   {"plan", dv_world_plan_way},
                                   {"flow", flow},
                                   {"region", dv_world_region},
                                   {"new_group", new_group},
                                   {"group", group},
                                   {"surface", dv_make_surface},
                                   {"terrain", dv_world_terrain},
                                   {"terrain_at", dv_world_terrain_of},
                                   {"emit", emit},
                                   {"random", draw_random},
                                   {"random_point", random_point},
                                   {"key_down", key_down},
                                   {"finish", finish},
                                   {NULL, NULL}};

void dv_push_world_names(lua_State *L) {
    dv_push_member_names(L, field_names, sizeof field_names / sizeof *field_names, methods);
}

void dv_open_world(lua_State *L) {
    static const luaL_Reg world_class[] = {
        {"__newindex", world_set_index}, {"__tostring", world_tostring}, {NULL, NULL}};
    static const luaL_Reg settings_class[] = {
        {"__index", settings_index}, {"__newindex", settings_set_index}, {NULL, NULL}};
    luaL_newmetatable(L, DV_SETTINGS_CLASS);
    set_class_functions(L, settings_class);
    luaL_newmetatable(L, DV_WORLD_CLASS);
    set_class_functions(L, world_class);
    luaL_newlib(L, methods);
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
