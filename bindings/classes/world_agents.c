// Methods of the world that add and remove agents.
#include "classes/access.h"
#include "classes/classes.h"
#include "classes/handles.h"
#include "classes/members.h"
#include "classes/vector.h"
#include "memory/memory.h"
#include "sandbox/sandbox.h"
#include "scenario_data.h"
#include "values.h"
#include "warnings.h"

#include "base/math.h"
#include "base/names.h"

#include <math.h>
#include <string.h>

static bool is_slot_or_memory(lua_State *L, uint32_t kind, int key) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->generation->names);
    lua_rawgeti(L, -1, 2 * (lua_Integer)kind + 1);
    lua_pushvalue(L, key);
    bool known = lua_rawget(L, -2) != LUA_TNIL;
    lua_pop(L, 3);
    return known;
}

static const char *const spawn_keys[] = {"x",     "y",     "z",     "heading",
                                         "speed", "state", "group", "label"};
#define SPAWN_KEY_COUNT (sizeof spawn_keys / sizeof *spawn_keys)

static bool is_spawn_key(const char *name) {
    for (size_t i = 0; i < SPAWN_KEY_COUNT; i++)
        if (strcmp(spawn_keys[i], name) == 0)
            return true;
    return false;
}

/// The key of world:scatter that says where.
static const char region_key[] = "region";

/// Raise for keys that a kind can't be born with. `own_key` is allowed, too; NULL: none.
static void check_spawn_keys(lua_State *L, const dv_program *program, uint32_t kind, int table,
                             const char *own_key) {
    dv_sandbox_resolve_proxy(L, table);
    lua_pushnil(L);
    while (lua_next(L, table)) {
        lua_pop(L, 1);
        int key = lua_gettop(L);
        const char *name = lua_type(L, key) == LUA_TSTRING ? lua_tostring(L, key) : NULL;
        if (name && (is_spawn_key(name) || (own_key && strcmp(name, own_key) == 0) ||
                     is_slot_or_memory(L, kind, key)))
            continue;
        const char *what =
            lua_pushfstring(L, "spawn: kind '%s' has no", dv_program_kind_name(program, kind));
        if (lua_isinteger(L, key) && lua_tointeger(L, key) == 1)
            dv_raise_unnamed(L, what, spawn_keys, SPAWN_KEY_COUNT);
        name = luaL_tolstring(L, key, NULL);
        const char *nearest = dv_nearest_name(name, spawn_keys, SPAWN_KEY_COUNT);
        nearest = nearest ? nearest : dv_nearest_other_name(L, kind, name);
        if (nearest)
            dv_raise_unknown(L, what, name, nearest);
        luaL_error(L,
                   "%s '%s': x, y, z, heading, speed, state, group, label, a slot or memory "
                   "expected",
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

static dv_agent_def read_spawn(lua_State *L, const dv_world *world, uint32_t kind, int table,
                               const char *own_key) {
    dv_agent_def def = dv_agent_def_default(kind);
    if (lua_isnoneornil(L, table))
        return def;
    luaL_checktype(L, table, LUA_TTABLE);
    const dv_program *program = dv_world_program(world);
    check_spawn_keys(L, program, kind, table, own_key);
    dv_place origin = dv_world_origin(world);
    def.position = dv_world_locate(world, (dv_place){number_field(L, table, "x", origin.x),
                                                     number_field(L, table, "y", origin.y),
                                                     number_field(L, table, "z", origin.z)});
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

/// Whether a key of a spawn table is assigned: the label, slots, and memory fields. `region_key`
/// is, if the kind has such a slot or field.
static bool is_assigned(lua_State *L, uint32_t kind, int key) {
    const char *name = lua_tostring(L, key);
    if (strcmp(name, region_key) == 0)
        return is_slot_or_memory(L, kind, key);
    return !is_spawn_key(name) || strcmp(name, "label") == 0;
}

/// Assign what is in a spawn table, like assignments to the agent.
static void assign_fields(lua_State *L, dv_agent agent, int table) {
    if (lua_isnoneornil(L, table))
        return;
    uint32_t kind = dv_agent_kind(dv_readable_world(L), agent);
    lua_pushnil(L);
    while (lua_next(L, table)) {
        if (is_assigned(L, kind, lua_gettop(L) - 1)) {
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

/// Give a new agent its memory and the values of the spawn table at `table`. If a value is refused,
/// the agent is removed again and the error raised.
static void furnish_agent(lua_State *L, dv_world *world, dv_agent agent, int table) {
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

// A script that spawns agents one by one gets extra time for every BATCH of them, so that it can
// fill a world, while an endless loop still ends. The engine's own work in world:scatter is not
// charged, since its count bounds it; only scripts that run meanwhile are.
#define BATCH 1000
#define BATCH_SECONDS 0.02

static dv_agent spawn_one(lua_State *L, dv_world *world, const dv_agent_def *def, int table) {
    dv_agent agent;
    dv_error error;
    uint32_t most = dv_world_agent_limit(world);
    dv_raise_if_failed(L, dv_agent_spawn(world, def, &agent, &error), &error);
    if (dv_world_agent_limit(world) > most && most % BATCH == 0)
        dv_sandbox_prolong(L, BATCH_SECONDS);
    furnish_agent(L, world, agent, table);
    dv_agent_enter(world, agent);
    return agent;
}

static int world_spawn(lua_State *L) {
    dv_world *world = dv_writable_world(L);
    uint32_t kind = dv_check_kind(L, 2, dv_world_program(world));
    dv_agent_def def = read_spawn(L, world, kind, 3, NULL);
    dv_warn_if_far(L, "spawn", def.position);
    dv_push_handle(L, spawn_one(L, world, &def, 3).bits);
    return 1;
}

typedef struct places_box {
    dv_places *places;
    bool is_paused; ///< the timer of this call is paused
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

/// The region in which world:scatter draws places; null: the bounds. A slot or memory field of that
/// name would be meant as well.
static dv_region read_region(lua_State *L, const dv_program *program, uint32_t kind, int table) {
    if (!lua_istable(L, table) || lua_getfield(L, table, region_key) == LUA_TNIL)
        return (dv_region){0};
    lua_pushstring(L, region_key);
    if (is_slot_or_memory(L, kind, lua_gettop(L)))
        luaL_error(L,
                   "scatter: region: kind '%s' has a slot or memory of that name, which only "
                   "world:spawn fills",
                   dv_program_kind_name(program, kind));
    lua_pop(L, 1);
    dv_region region = dv_check_region_of(L, "scatter", region_key);
    lua_settop(L, 4);
    return region;
}

/// world:scatter draws the places itself, so its table must not give one.
static void refuse_place(lua_State *L, int table) {
    for (int axis = 0; lua_istable(L, table) && axis < 3; axis++)
        if (lua_getfield(L, table, spawn_keys[axis]) != LUA_TNIL)
            luaL_error(L,
                       "scatter: %s: places are drawn within the bounds or the region; "
                       "world:spawn takes one",
                       spawn_keys[axis]);
    lua_settop(L, 4);
}

static int world_scatter(lua_State *L) {
    dv_world *world = dv_writable_world(L);
    const dv_program *program = dv_world_program(world);
    uint32_t kind = dv_check_kind(L, 2, program);
    lua_Integer count = luaL_checkinteger(L, 3);
    if (count < 0 || count > (lua_Integer)DV_MAX_AGENTS)
        return luaL_error(L, "scatter: %I is not in 0 to %d", (LUAI_UACINT)count,
                          (int)DV_MAX_AGENTS);
    lua_settop(L, 4);
    refuse_place(L, 4);
    dv_region within = read_region(L, program, kind, 4);
    dv_agent_def def = read_spawn(L, world, kind, 4, region_key);
    bool has_heading = lua_istable(L, 4) && lua_getfield(L, 4, "heading") != LUA_TNIL;
    dv_error error;
    places_box *box = push_places(L);
    box->places = dv_places_begin(world, dv_kind_property(world, kind, DV_RADIUS), &error);
    dv_raise_if_failed(L, box->places ? DV_OK : DV_ERROR_MEMORY, &error);
    dv_places_within(box->places, within);
    if (dv_sandbox_take_bulk(L)) {
        dv_sandbox_pause(L);
        box->is_paused = true;
    }
    for (lua_Integer i = 0; i < count; i++) {
        dv_sandbox_check(L);
        dv_result found = dv_places_find(box->places, &def.position, &error);
        if (found == DV_ERROR_LIMIT)
            return luaL_error(L, "scatter: %s %I of %I: %s", dv_program_kind_name(program, kind),
                              (LUAI_UACINT)i + 1, (LUAI_UACINT)count, error.message);
        dv_raise_if_failed(L, found, &error);
        if (!has_heading)
            def.heading = (float)((dv_world_random(world) * 2 - 1) * DV_PI);
        dv_agent agent = spawn_one(L, world, &def, 4);
        dv_raise_if_failed(L, dv_places_add(box->places, agent, &error), &error);
    }
    return 0;
}

static int remove_agent(lua_State *L) {
    dv_world *world = dv_writable_world(L);
    dv_agent_remove(world, dv_check_agent(L, 2));
    return 0;
}

const dv_method_row dv_world_agent_methods[] = {
    {"spawn", world_spawn,
     "Spawn an agent. It is sensed, stepped, and steered from the next tick on.\n"
     "@param kind string|drover.declared_kind\n"
     "@param def? drover.birth\n"
     "@return drover.agent"},
    {"scatter", world_scatter,
     "Spawn many agents at random places, clear of obstacles and each other: anywhere within the "
     "bounds, or evenly over a region: `world:scatter(\"sheep\", 20, { region = meadow })`. Their "
     "bodies can cover about half of a region. If they need more, it fails.\n"
     "@param kind string|drover.declared_kind\n"
     "@param count integer\n"
     "@param def? drover.scattering"},
    {"remove", remove_agent,
     "Take an agent out of the world.\n"
     "@param agent drover.any_agent"},
    {0},
};
