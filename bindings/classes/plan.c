// Planned paths in Lua: world:plan creates them.
#include "classes/access.h"
#include "classes/handles.h"
#include "classes/place.h"
#include "classes/places.h"
#include "classes/vector.h"
#include "sandbox/sandbox.h"
#include "scenario_data.h"
#include "values.h"

#define MAX_AVOIDED 64
/// What a plan costs in addition to its cells, so that an endless loop of the smallest ends, too.
#define CELLS_A_PLAN 1000

static const char *const option_names[] = {"clearance", "resolution", "boundary", "known",
                                           "terrain",   "kind",       "avoid"};

/// Read an end of the way: a point, or an agent, whose position is used.
static dv_vec3 check_end(lua_State *L, int index, const char *name, dv_agent *agent) {
    uint64_t bits = dv_to_handle(L, index);
    *agent = (dv_agent){0};
    if (!bits || dv_handle_type_of(bits) != DV_HANDLE_AGENT)
        return dv_check_place(L, index, name);
    *agent = dv_check_agent(L, index);
    return dv_agent_position(dv_readable_world(L), *agent);
}

float dv_check_plan_number(lua_State *L, int options, const char *what, const char *name,
                           float fallback) {
    int type = lua_getfield(L, options, name);
    if (type != LUA_TNIL && type != LUA_TNUMBER)
        luaL_error(L, "%s: %s: a number expected, got %s", what, name, dv_type_name(L, -1));
    float number = type == LUA_TNIL ? fallback : (float)lua_tonumber(L, -1);
    lua_pop(L, 1);
    return number;
}

bool dv_check_plan_terrain(lua_State *L, int options, const char *what, const dv_world *world,
                           int32_t *kind) {
    int type = lua_getfield(L, options, "terrain");
    if (type != LUA_TNIL && type != LUA_TBOOLEAN)
        luaL_error(L, "%s: terrain: a boolean expected, got %s", what, dv_type_name(L, -1));
    bool counts = type == LUA_TNIL || lua_toboolean(L, -1);
    if (lua_getfield(L, options, "kind") != LUA_TNIL)
        *kind = (int32_t)dv_check_kind(L, lua_gettop(L), dv_world_program(world));
    lua_pop(L, 2);
    return counts;
}

static void read_boundary(lua_State *L, int options, dv_plan_def *def) {
    static const char *const names[] = {"min", "max"};
    if (lua_getfield(L, options, "boundary") == LUA_TNIL) {
        lua_pop(L, 1);
        return;
    }
    int boundary = lua_gettop(L);
    if (!lua_istable(L, boundary))
        luaL_error(L, "plan: boundary: { min = , max = } expected, got %s",
                   dv_type_name(L, boundary));
    dv_check_keys(L, boundary, "plan: boundary takes no", names, 2);
    lua_getfield(L, boundary, "min");
    lua_getfield(L, boundary, "max");
    def->has_boundary = true;
    def->min = dv_check_place(L, boundary + 1, "plan: boundary.min");
    def->max = dv_check_place(L, boundary + 2, "plan: boundary.max");
    lua_settop(L, boundary - 1);
}

/// Read `{ kind = , radius = , cost = }`.
static dv_avoid check_avoid(lua_State *L, int index, const dv_world *world) {
    static const char *const names[] = {"kind", "radius", "cost"};
    if (!lua_istable(L, index))
        luaL_error(L,
                   "plan: avoid: a list of { kind = , radius = , cost = } expected, got %s in it",
                   dv_type_name(L, index));
    dv_check_keys(L, index, "plan: avoid takes no", names, sizeof names / sizeof *names);
    if (lua_getfield(L, index, "kind") == LUA_TNIL)
        luaL_error(L, "plan: avoid: kind: missing");
    dv_avoid avoid = {.kinds = dv_check_kinds(L, lua_gettop(L), dv_world_program(world))};
    for (int i = 1; i < 3; i++)
        if (lua_getfield(L, index, names[i]) != LUA_TNUMBER)
            luaL_error(L, "plan: avoid: %s: a number expected, got %s", names[i],
                       dv_type_name(L, -1));
    avoid.radius = (float)lua_tonumber(L, -2);
    avoid.cost = (float)lua_tonumber(L, -1);
    lua_pop(L, 3);
    return avoid;
}

/// The entries stay on the stack, in a block of Lua's.
static void read_avoid(lua_State *L, int options, const dv_world *world, dv_plan_def *def) {
    int type = lua_getfield(L, options, "avoid"), list = lua_gettop(L);
    if (type == LUA_TNIL)
        return;
    if (type != LUA_TTABLE)
        luaL_error(L, "plan: avoid: a list of { kind = , radius = , cost = } expected, got %s",
                   dv_type_name(L, list));
    dv_sandbox_resolve_proxy(L, list);
    lua_Unsigned count = lua_rawlen(L, list);
    if (count > MAX_AVOIDED)
        luaL_error(L, "plan: avoid: at most %d entries", MAX_AVOIDED);
    dv_avoid *all = lua_newuserdatauv(L, count * sizeof *all, 0);
    for (lua_Unsigned i = 0; i < count; i++) {
        lua_rawgeti(L, list, (lua_Integer)i + 1);
        all[i] = check_avoid(L, lua_gettop(L), world);
        lua_pop(L, 1);
    }
    def->avoid = all;
    def->avoid_count = (uint32_t)count;
}

uint64_t *dv_plan_cells(lua_State *L) {
    uint64_t *cells = &dv_scenario_of(L)->plan_cells;
    *cells -= *cells < CELLS_A_PLAN ? *cells : CELLS_A_PLAN;
    return cells;
}

bool dv_is_plan_canceled(void *state) { return dv_sandbox_is_stopping(state); }

void dv_check_plan_end(lua_State *L, const char *what, dv_result result, const dv_error *error) {
    dv_sandbox_resume(L);
    dv_sandbox_check(L);
    if (result != DV_OK && dv_scenario_of(L)->plan_cells == 0)
        luaL_error(L, "%s: more than 200 million cells", what);
    dv_raise_if_failed(L, result, error);
}

/// world:plan(from, to, { clearance, resolution, boundary, known, terrain, kind, avoid }) → path,
/// or nil and a reason
int dv_world_plan_way(lua_State *L) {
    dv_world *world = dv_writable_world(L);
    dv_plan_def def = dv_plan_def_default();
    dv_plan_outcome outcome;
    dv_path path;
    dv_error error;
    dv_agent from, to;
    lua_settop(L, 4);
    def.from = check_end(L, 2, "plan: from", &from);
    def.to = check_end(L, 3, "plan: to", &to);
    if (from.bits) {
        def.clearance = (float)dv_agent_property(world, from, DV_RADIUS);
        def.kind = (int32_t)dv_agent_kind(world, from);
        def.self = from;
    }
    if (!lua_isnil(L, 4)) {
        if (!lua_istable(L, 4))
            return luaL_error(L, "plan: a table of options expected, got %s", dv_type_name(L, 4));
        dv_check_keys(L, 4, "plan takes no", option_names,
                      sizeof option_names / sizeof *option_names);
        def.clearance = dv_check_plan_number(L, 4, "plan", "clearance", def.clearance);
        def.resolution = dv_check_plan_number(L, 4, "plan", "resolution", def.resolution);
        read_boundary(L, 4, &def);
        def.counts_terrain = dv_check_plan_terrain(L, 4, "plan", world, &def.kind);
        read_avoid(L, 4, world, &def);
        lua_getfield(L, 4, "known");
        def.known = dv_check_obstacles(L, lua_gettop(L), "plan: known", &def.known_count);
        def.knows_part = def.known != NULL;
    }
    def.cells = dv_plan_cells(L);
    def.cancel = dv_is_plan_canceled;
    def.cancel_context = L;
    // Planning is limited by a number of cells, not by time, so plans do not depend on the
    // machine's speed.
    dv_sandbox_pause(L);
    dv_result result = dv_world_plan(world, &def, &path, &outcome, &error);
    dv_check_plan_end(L, "plan", result, &error);
    dv_push_handle(L, path.bits);
    if (outcome == DV_PLAN_FOUND)
        return 1;
    lua_pushstring(L, dv_plan_reason(outcome));
    return 2;
}
