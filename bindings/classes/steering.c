// drover.steer and drover.blend: a constructor for each behavior and blend of the catalog.
#include "arguments.h"
#include "building.h"
#include "classes/access.h"
#include "classes/class_names.h"
#include "classes/handles.h"
#include "classes/new_class.h"
#include "modules/modules.h"
#include "reload/generation_data.h"
#include "sandbox/sandbox.h"
#include "scenario_data.h"
#include "values.h"

#include "base/compiler.h"
#include "base/hash.h"
#include "base/names.h"

#include <stdio.h>
#include <string.h>

typedef struct steering_box {
    dv_steering *steering;
    int callback; ///< index in the scenario's list of callbacks, or LUA_NOREF
} steering_box;

/// The box's entry in the cache, or the entry to use for it.
static const void **known_place(lua_State *L, const steering_box *box) {
    const void **known = dv_scenario_of(L)->known;
    size_t place = dv_place_by_address(box, DV_KNOWN_BEHAVIORS);
    return known[place] == box || known[place ^ 1] != box ? &known[place] : &known[place ^ 1];
}

/// Add a box to the cache. The newest entry takes the first of its two places.
static void learn_box(lua_State *L, const steering_box *box) {
    const void **known = dv_scenario_of(L)->known;
    size_t place = dv_place_by_address(box, DV_KNOWN_BEHAVIORS);
    known[place ^ 1] = known[place];
    known[place] = box;
}

/// Compare the metatable itself: this is faster than looking up the class by name.
static DV_NOINLINE dv_steering *look_at(lua_State *L, int index, const steering_box *box) {
    if (lua_type(L, index) != LUA_TUSERDATA || !lua_getmetatable(L, index))
        return NULL;
    bool is_steering = lua_topointer(L, -1) == dv_scenario_of(L)->behavior_class;
    lua_pop(L, 1);
    if (!is_steering)
        return NULL;
    learn_box(L, box);
    return box->steering;
}

dv_steering *dv_to_steering(lua_State *L, int index) {
    // This runs at every `apply`, mostly for a behavior that is already in the cache.
    const steering_box *box = lua_touserdata(L, index);
    const void **known = dv_scenario_of(L)->known;
    size_t place = dv_place_by_address(box, DV_KNOWN_BEHAVIORS);
    if (!box)
        return NULL;
    return known[place] == box || known[place ^ 1] == box ? box->steering : look_at(L, index, box);
}

static int steering_gc(lua_State *L) {
    steering_box *box = lua_touserdata(L, 1);
    const void **known = known_place(L, box);
    if (*known == box)
        *known = NULL;
    dv_steering_release(box->steering);
    box->steering = NULL;
    dv_forget_callback(L, box->callback);
    return 0;
}

static int to_text(lua_State *L) {
    const dv_steering *steering = dv_to_steering(L, 1);
    lua_pushfstring(L, "%s.%s", dv_steering_is_behavior(steering) ? "steer" : "blend",
                    dv_steering_type_name(steering));
    return 1;
}

/// A blend's user value is the list that it was made of. Behaviors have none.
static steering_box *push_box(lua_State *L) {
    steering_box *box = lua_newuserdatauv(L, sizeof *box, 1);
    *box = (steering_box){NULL, LUA_NOREF};
    luaL_setmetatable(L, DV_BEHAVIOR_CLASS);
    return box;
}

/// Whether the function at a stack level is in C or in one of the engine's scripts.
static bool is_own(lua_State *L, int level) {
    lua_Debug info;
    return lua_getstack(L, level, &info) && lua_getinfo(L, "S", &info) &&
           (*info.what == 'C' || strncmp(info.short_src, "<drover>/", 9) == 0);
}

const char *dv_push_where(lua_State *L, int level) {
    while (is_own(L, level))
        level++;
    luaL_where(L, level);
    size_t length;
    const char *where = lua_tolstring(L, -1, &length);
    if (length >= 2)
        lua_pushlstring(L, where, length - 2); // without ": "
    else
        lua_pushliteral(L, "");
    lua_remove(L, -2);
    return lua_tostring(L, -1);
}

/// What is built is not in the memory of Lua.
#define MOST_BUILT 100000

void dv_check_building(lua_State *L, const char *what) {
    dv_scenario *scenario = dv_scenario_of(L);
    if (scenario->activity == DV_LOADING && ++scenario->load_built > MOST_BUILT)
        luaL_error(L, "%s: a scenario has at most %d behaviors, blends, guards and definitions",
                   what, MOST_BUILT);
    if (scenario->activity != DV_LOADING)
        luaL_error(L,
                   "%s: behaviors, blends, guards and definitions are made while modules load, not "
                   "in a callback: keep it in a local at the top",
                   what);
}

/// The identity of a behavior, which stays the same after a reload: a hash of the module's name and
/// the behavior's sequence number in the module.
static uint64_t next_identity(lua_State *L) {
    dv_scenario *scenario = dv_scenario_of(L);
    const char *module = dv_modules_loading(scenario->modules);
    if (!module)
        return 0;
    dv_modules_push_declarations(L, scenario->modules, module);
    lua_getfield(L, -1, "built");
    lua_Integer number = lua_tointeger(L, -1) + 1;
    lua_pop(L, 1);
    lua_pushinteger(L, number);
    lua_setfield(L, -2, "built");
    lua_pop(L, 1);
    char text[320];
    int length = snprintf(text, sizeof text, "%.255s:%lld", module, (long long)number);
    return dv_hash_bytes(text, (size_t)length);
}

// Key in a module's declarations: its behaviors by identity.
static const char behaviors_key = 'b';

/// Keep the behavior alive as long as its module is in force: agents may steer by it until then
/// even if no variable of the script refers to it. The function of a behavior made outside a module
/// is kept forever.
static void keep_with_module(lua_State *L, steering_box *box, uint64_t identity) {
    dv_scenario *scenario = dv_scenario_of(L);
    const char *module = dv_modules_loading(scenario->modules);
    if (!module) {
        box->callback = LUA_NOREF;
        return;
    }
    int place = lua_gettop(L);
    dv_modules_push_declarations(L, scenario->modules, module);
    if (lua_rawgetp(L, -1, &behaviors_key) == LUA_TNIL) {
        lua_pop(L, 1);
        lua_newtable(L);
        lua_pushvalue(L, -1);
        lua_rawsetp(L, -3, &behaviors_key);
    }
    lua_pushvalue(L, place);
    lua_rawseti(L, -2, (lua_Integer)identity);
    lua_settop(L, place);
}

dv_steering *dv_find_behavior(const dv_scenario *scenario, uint64_t identity) {
    lua_State *L = scenario->state;
    const dv_modules *modules = scenario->modules;
    dv_steering *found = NULL;
    int top = lua_gettop(L);
    for (uint32_t i = 0; !found && i < dv_modules_count(modules); i++) {
        dv_modules_push_declarations(L, modules, dv_modules_name(modules, i));
        if (lua_rawgetp(L, -1, &behaviors_key) == LUA_TTABLE) {
            lua_rawgeti(L, -1, (lua_Integer)identity);
            found = dv_to_steering(L, -1);
        }
        lua_settop(L, top);
    }
    return found;
}

/// Create the behavior for the box at the top of the stack.
static int finish_behavior(lua_State *L, const dv_behavior_type *type, steering_box *box,
                           const dv_arguments *all, const char *where) {
    dv_error error;
    uint64_t identity = next_identity(L);
    box->steering =
        dv_behavior_create(type->entry.name, all->list, all->count, where, identity, &error);
    if (!box->steering)
        return dv_raise_placed(L, &error);
    keep_with_module(L, box, identity);
    return 1;
}

static int make_custom(lua_State *L, const dv_behavior_type *type, const char *where,
                       const char *path) {
    dv_arguments all = {.count = 0};
    dv_unwrap_function(L, path);
    steering_box *box = push_box(L);
    dv_read_function(L, &type->entry, &box->callback, path, &all);
    return finish_behavior(L, type, box, &all, where);
}

static int make_behavior(lua_State *L) {
    const dv_behavior_type *type = lua_touserdata(L, lua_upvalueindex(1));
    int count = lua_gettop(L);
    dv_arguments all = {.count = 0};
    const char *where = dv_push_where(L, 1);
    const char *path = lua_pushfstring(L, "steer.%s", type->entry.name);
    dv_check_building(L, path);
    if (dv_takes_function(&type->entry))
        return make_custom(L, type, where, path);
    dv_read_arguments(L, &type->entry, count, path, &all);
    steering_box *box = push_box(L);
    return finish_behavior(L, type, box, &all, where);
}

/// Reject other keys next to a behavior and its weight, because they would have no effect.
static void check_part_keys(lua_State *L, int index, const char *path) {
    lua_pushnil(L);
    while (lua_next(L, index)) {
        lua_pop(L, 1);
        if (!dv_is_list_index(L, lua_gettop(L), 2))
            luaL_error(L, "%s: { behavior, weight } expected, found the key %s", path,
                       luaL_tolstring(L, -1, NULL));
    }
}

/// A part is a behavior or blend, or { one of these, weight }.
static dv_part check_part(lua_State *L, int index, const char *path) {
    dv_part part = {.steering = dv_to_steering(L, index)};
    if (part.steering)
        return part;
    if (lua_istable(L, index)) {
        dv_sandbox_resolve_proxy(L, index);
        lua_rawgeti(L, index, 1);
        part.steering = dv_to_steering(L, -1);
        lua_pop(L, 1);
        check_part_keys(L, index, path);
        if (lua_rawgeti(L, index, 2) != LUA_TNIL)
            part.weight = dv_to_value(L, -1, path);
        // If the weight is a string, the table keeps it alive until the blend is created. A list of
        // names is not a valid weight, so the names in it are never read.
    }
    if (!part.steering)
        luaL_error(L, "%s: a behavior, a blend or { behavior, weight } expected, got %s", path,
                   dv_type_name(L, index));
    return part;
}

static dv_part *check_parts(lua_State *L, int table, lua_Unsigned count, const char *path) {
    if (count == 0)
        luaL_error(L, "%s: a list of behaviors expected, got a table without any", path);
    dv_part *parts = lua_newuserdatauv(L, count * sizeof *parts, 0);
    int top = lua_gettop(L);
    for (lua_Unsigned i = 0; i < count; i++) {
        dv_sandbox_check(L);
        const char *part_path = lua_pushfstring(L, "%s[%d]", path, (int)i + 1);
        lua_rawgeti(L, table, (lua_Integer)i + 1);
        parts[i] = check_part(L, lua_gettop(L), part_path);
        lua_settop(L, top); // the list of parts keeps them
    }
    return parts;
}

/// Push a copy of the list that a blend is made of: its parts and parameters.
static void copy_parts(lua_State *L, int list) {
    lua_newtable(L);
    int copy = lua_gettop(L);
    lua_pushnil(L);
    while (lua_next(L, list)) {
        int part = lua_gettop(L);
        if (lua_istable(L, part)) {
            lua_createtable(L, 2, 0);
            for (int i = 1; i <= 2; i++) {
                lua_rawgeti(L, part, i);
                lua_rawseti(L, -2, i);
            }
            lua_replace(L, part);
        }
        lua_pushvalue(L, part - 1);
        lua_insert(L, part);
        lua_rawset(L, copy);
    }
}

/// Let the blend at the top remember the list that it is made of.
static void keep_parts(lua_State *L, int list) {
    copy_parts(L, list);
    lua_setiuservalue(L, -2, 1);
}

static const dv_steering *check_blend(lua_State *L) {
    const dv_steering *steering = dv_to_steering(L, 1);
    if (!steering || lua_getiuservalue(L, 1, 1) != LUA_TTABLE)
        luaL_error(L, "a blend expected, got %s", luaL_tolstring(L, 1, NULL));
    return steering;
}

int dv_blend_parts(lua_State *L) {
    lua_settop(L, 1);
    check_blend(L);
    copy_parts(L, 2);
    return 1;
}

static int make_blend(lua_State *L) {
    const dv_blend_type *type = lua_touserdata(L, lua_upvalueindex(1));
    int given = lua_gettop(L);
    dv_arguments all = {.count = 0};
    dv_error error;
    const char *where = dv_push_where(L, 1);
    const char *path = lua_pushfstring(L, "blend.%s", type->entry.name);
    dv_check_building(L, path);
    if (!lua_istable(L, 1))
        luaL_error(L, "%s: a list of behaviors expected, got %s", path, dv_type_name(L, 1));
    dv_sandbox_resolve_proxy(L, 1);
    if (given > 1)
        luaL_error(L, "%s: one list of behaviors expected, got %d values", path, given);
    lua_Unsigned count = lua_rawlen(L, 1);
    dv_part *parts = check_parts(L, 1, count, path);
    dv_read_table(L, &type->entry, 1, "", count, &all, path);
    steering_box *box = push_box(L);
    box->steering = dv_blend_create(type->entry.name, parts, (uint32_t)count, all.list, all.count,
                                    where, &error);
    if (!box->steering)
        return dv_raise_placed(L, &error);
    keep_parts(L, 1);
    return 1;
}

int dv_remake_blend(lua_State *L) {
    lua_settop(L, 2);
    const char *name = dv_steering_type_name(check_blend(L));
    const dv_blend_type *type = dv_blend_type_by_name(name);
    if (!type)
        return luaL_error(L, "no blend '%s'", name);
    lua_pushlightuserdata(L, (void *)type);
    lua_pushcclosure(L, make_blend, 1);
    lua_pushvalue(L, 2);
    lua_call(L, 1, 1);
    return 1;
}

/// `blend[i]`: a part as it was written, a behavior or blend, or { one of these, weight }.
static int read_part(lua_State *L) {
    dv_check_building(L, "reading a blend");
    lua_settop(L, 2);
    if (!dv_to_steering(L, 1) || lua_getiuservalue(L, 1, 1) != LUA_TTABLE)
        return luaL_error(L, "a behavior has no parts, only a blend has");
    lua_pop(L, 1);
    if (!lua_isinteger(L, 2))
        return luaL_error(L,
                          "a blend is read as a list: blend[1], and #blend; it has no field '%s'",
                          luaL_tolstring(L, 2, NULL));
    lua_pushcfunction(L, dv_blend_parts);
    lua_pushvalue(L, 1);
    lua_call(L, 1, 1);
    lua_pushvalue(L, 2);
    lua_rawget(L, -2);
    return 1;
}

static int count_parts(lua_State *L) {
    dv_check_building(L, "reading a blend");
    lua_settop(L, 1);
    check_blend(L);
    lua_pushinteger(L, (lua_Integer)lua_rawlen(L, 2));
    return 1;
}

/// blend.with(old, { behavior, weight }): a new blend; the old one does not change.
static int extend_blend(lua_State *L) {
    int given = lua_gettop(L);
    dv_error error;
    const char *where = dv_push_where(L, 1);
    dv_check_building(L, "blend.with");
    const dv_steering *old = given > 0 ? dv_to_steering(L, 1) : NULL;
    if (!old || given != 2)
        luaL_error(L, "blend.with: a blend and { behavior, weight } expected");
    dv_part part = check_part(L, 2, "blend.with");
    steering_box *box = push_box(L);
    box->steering = dv_blend_with(old, part, where, &error);
    if (!box->steering)
        return dv_raise_placed(L, &error);
    int made = lua_gettop(L);
    lua_getiuservalue(L, 1, 1);
    copy_parts(L, made + 1);
    lua_pushvalue(L, 2);
    lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
    lua_replace(L, made + 1);
    lua_pushvalue(L, made);
    keep_parts(L, made + 1);
    return 1;
}

static int unknown_behavior(lua_State *L) {
    const char *name = luaL_tolstring(L, 2, NULL);
    return dv_raise_unknown(L, "no behavior", name, dv_nearest_behavior(name));
}

static int unknown_blend(lua_State *L) {
    const char *name = luaL_tolstring(L, 2, NULL);
    static const char *const with[] = {"with"};
    const char *nearest = dv_nearest_blend(name);
    return dv_raise_unknown(L, "no blend", name,
                            nearest ? nearest : dv_nearest_name(name, with, 1));
}

void dv_open_steering(lua_State *L) {
    luaL_newmetatable(L, DV_BEHAVIOR_CLASS);
    dv_scenario_of(L)->behavior_class = lua_topointer(L, -1);
    lua_pushcfunction(L, steering_gc);
    lua_setfield(L, -2, "__gc");
    lua_pushcfunction(L, to_text);
    lua_setfield(L, -2, "__tostring");
    lua_pushcfunction(L, read_part);
    lua_setfield(L, -2, "__index");
    lua_pushcfunction(L, count_parts);
    lua_setfield(L, -2, "__len");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 1);

    lua_newtable(L);
    for (uint32_t i = 0; i < dv_behavior_type_count(); i++) {
        lua_pushlightuserdata(L, (void *)dv_behavior_type_at(i));
        lua_pushcclosure(L, make_behavior, 1);
        lua_setfield(L, -2, dv_behavior_type_at(i)->entry.name);
    }
    dv_forbid_unknown(L, unknown_behavior);
    lua_setfield(L, -2, "steer");

    lua_newtable(L);
    for (uint32_t i = 0; i < dv_blend_type_count(); i++) {
        lua_pushlightuserdata(L, (void *)dv_blend_type_at(i));
        lua_pushcclosure(L, make_blend, 1);
        lua_setfield(L, -2, dv_blend_type_at(i)->entry.name);
    }
    lua_pushcfunction(L, extend_blend);
    lua_setfield(L, -2, "with");
    dv_forbid_unknown(L, unknown_blend);
    lua_setfield(L, -2, "blend");
}
