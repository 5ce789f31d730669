// The host's classes for worlds, references, and handles; see bridge.h.
#include "hosting/bridge.h"

#include "calls/calls.h"
#include "classes/access.h"
#include "classes/classes.h"
#include "classes/handles.h"
#include "hosting/crossing.h"
#include "hosting/objects.h"
#include "scenario_data.h"

#include "base/alloc.h"

#include <string.h>

#define MAX_PINNED 1000 ///< number of pins before a collection is forced
#define COUNT(array) (sizeof(array) / sizeof *(array))

static dv_bridge *bridge_of(lua_State *L) { return lua_touserdata(L, lua_upvalueindex(1)); }

/// Calls a method of its first argument. The upvalue is the method's name.
static int call_method(lua_State *L);

static void push_method(lua_State *L, const char *name) {
    if (lua_getfield(L, lua_upvalueindex(2), name) != LUA_TNIL)
        return;
    lua_pop(L, 1);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushvalue(L, lua_upvalueindex(2));
    lua_pushstring(L, name);
    lua_pushcclosure(L, call_method, 3);
    lua_pushvalue(L, -1);
    lua_setfield(L, lua_upvalueindex(2), name);
}

static int ask_world(lua_State *L, dv_hosted *hosted, dv_question what, const char *method) {
    bool is_method;
    int count = dv_ask(L, hosted, what, method, &is_method);
    if (is_method)
        push_method(L, luaL_checkstring(L, 2));
    // The host's collector sees the small size of references, not the size of the values that they
    // keep alive in the scenario, so it would run too rarely.
    if (hosted->pinned >= MAX_PINNED) {
        hosted->pinned = 0;
        lua_gc(L, LUA_GCCOLLECT);
    }
    return is_method ? 1 : count;
}

// Finding the world of a value

static dv_hosted *refuse_closed(lua_State *L) {
    luaL_error(L, "the world of this value is closed");
    return NULL;
}

static dv_hosted *world_of_handle(lua_State *L, uint64_t bits) {
    const dv_bridge *bridge = bridge_of(L);
    for (uint32_t i = bridge->count; i-- > 0;) {
        dv_hosted *hosted = bridge->worlds[i];
        if (hosted->scenario && dv_world_id(hosted->scenario->world) == dv_handle_world(bits))
            return hosted;
    }
    return refuse_closed(L);
}

static dv_hosted *open_world(lua_State *L, dv_hosted *hosted) {
    return hosted->scenario ? hosted : refuse_closed(L);
}

static dv_hosted *world_of(lua_State *L, int index) {
    const dv_hosted_handle *handle = dv_bridge_to_handle(L, index);
    if (handle)
        return open_world(L, handle->hosted);
    if (lua_islightuserdata(L, index) && !bridge_of(L)->is_program)
        return world_of_handle(L, dv_to_handle(L, index));
    dv_hosted *const *world = luaL_testudata(L, index, DV_HOSTED_CLASS);
    if (world)
        return open_world(L, *world);
    const dv_reference *ref = luaL_testudata(L, index, DV_REFERENCE_CLASS);
    if (ref)
        return open_world(L, ref->hosted);
    luaL_error(L, "the world or a value of it expected before the colon, got %s",
               dv_type_name(L, index));
    return NULL;
}

dv_hosted *dv_check_hosted(lua_State *L, int index) {
    dv_hosted *const *world = luaL_testudata(L, index, DV_HOSTED_CLASS);
    if (world && (*world)->scenario)
        return *world;
    if (world)
        luaL_error(L, "the world is closed");
    luaL_error(L,
               "the world that t:world or drover.open returned expected before the colon, got %s",
               dv_type_name(L, index));
    return NULL;
}

// Metamethods. Their upvalues are the bridge and the table of methods by name.

/// Methods that do not change the world.
static const char *const readers[] = {
    "agents",   "count",    "nearest",   "terrain_at", "key_down", "sees",
    "seen",     "heard",    "neighbors", "distance",   "bearing",  "offset",
    "to_local", "to_world", "get",       "supposed",   "in_sight", "steering",
    "members",  "point",    "project",   "at",         "contains", "ray",
};

static void note_call(dv_hosted *hosted, const char *method) {
    for (size_t i = 0; i < COUNT(readers); i++)
        if (strcmp(readers[i], method) == 0)
            return;
    hosted->is_touched = true;
}

static int call_method(lua_State *L) {
    const char *name = lua_tostring(L, lua_upvalueindex(3));
    luaL_checkany(L, 1);
    dv_hosted *hosted = world_of(L, 1);
    note_call(hosted, name);
    return ask_world(L, hosted, DV_ASK_METHOD, name);
}

static int hosted_get(lua_State *L) { return ask_world(L, world_of(L, 1), DV_ASK_GET, NULL); }

static bool push_own_method(lua_State *L, const luaL_Reg *methods, const char *name) {
    for (; methods->name; methods++)
        if (strcmp(methods->name, name) == 0) {
            lua_pushcfunction(L, methods->func);
            return true;
        }
    return false;
}

static int get_of_world(lua_State *L) {
    dv_hosted *hosted = dv_check_hosted(L, 1);
    const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
    if (hosted->bridge->is_program && push_own_method(L, dv_program_methods, name))
        return 1;
    const dv_method_row *method = dv_class_method(&dv_test_world_class, name);
    if (method) {
        lua_pushcfunction(L, method->call);
        return 1;
    }
    const dv_field_row *field = dv_class_field(L, &dv_test_world_class);
    if (!field)
        return ask_world(L, hosted, DV_ASK_GET, NULL);
    field->get(L, hosted->scenario->world, 0);
    return 1;
}

static int hosted_set(lua_State *L) {
    dv_hosted *hosted = world_of(L, 1);
    int count = ask_world(L, hosted, DV_ASK_SET, NULL);
    hosted->is_touched = true;
    return count;
}

static void release_pin(dv_reference *ref) {
    lua_State *there = ref->hosted->scenario->state;
    lua_rawgeti(there, LUA_REGISTRYINDEX, ref->hosted->pins);
    luaL_unref(there, -1, ref->pin);
    lua_pop(there, 1);
    ref->pin = LUA_NOREF;
}

/// After an iterator has returned nil, release it at once: it may keep a large value alive.
static int call_reference(lua_State *L) {
    dv_reference *ref = luaL_checkudata(L, 1, DV_REFERENCE_CLASS);
    if (ref->pin == LUA_NOREF)
        return 0;
    int count = ask_world(L, world_of(L, 1), DV_ASK_CALL, NULL);
    if (count > 0 && lua_isnil(L, -count))
        release_pin(ref);
    return count;
}

static int hosted_length(lua_State *L) {
    lua_settop(L, 1);
    return ask_world(L, world_of(L, 1), DV_ASK_LENGTH, NULL);
}

static int hosted_text(lua_State *L) {
    lua_settop(L, 1);
    const dv_hosted_handle *handle = dv_bridge_to_handle(L, 1);
    dv_hosted *const *world = luaL_testudata(L, 1, DV_HOSTED_CLASS);
    if ((handle && !handle->hosted->scenario) || (world && !(*world)->scenario)) {
        lua_pushstring(L, handle ? "handle of a closed world" : "closed world");
        return 1;
    }
    if (lua_islightuserdata(L, 1)) {
        const dv_bridge *bridge = bridge_of(L);
        bool is_open = false;
        for (uint32_t i = 0; i < bridge->count; i++)
            is_open |=
                bridge->worlds[i]->scenario && dv_world_id(bridge->worlds[i]->scenario->world) ==
                                                   dv_handle_world(dv_to_handle(L, 1));
        if (!is_open) {
            lua_pushfstring(L, "%s of a closed world", dv_type_name(L, 1));
            return 1;
        }
    }
    return ask_world(L, world_of(L, 1), DV_ASK_TEXT, NULL);
}

static int iterate_pairs(lua_State *L) {
    lua_settop(L, 1);
    return ask_world(L, world_of(L, 1), DV_ASK_PAIRS, NULL);
}

static int forget_reference(lua_State *L) {
    dv_reference *ref = lua_touserdata(L, 1);
    if (ref->hosted && ref->hosted->scenario && ref->pin != LUA_NOREF)
        release_pin(ref);
    ref->hosted = NULL;
    return 0;
}

static int close_world(lua_State *L) {
    dv_hosted *const *world = lua_touserdata(L, 1);
    if ((*world)->scenario)
        dv_hosted_close(*world);
    return 0;
}

/// Add functions to the metatable at the top. Upvalues: the bridge and the table of methods.
static void set_functions(lua_State *L, dv_bridge *bridge, int methods, const luaL_Reg *functions) {
    if (bridge->is_program)
        lua_rawgetp(L, LUA_REGISTRYINDEX, bridge);
    else
        lua_pushlightuserdata(L, bridge);
    lua_pushvalue(L, methods);
    luaL_setfuncs(L, functions, 2);
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
}

void dv_bridge_open(lua_State *L, dv_bridge *bridge) {
    static const luaL_Reg of_world[] = {{"__index", get_of_world},
                                        {"__newindex", hosted_set},
                                        {"__tostring", hosted_text},
                                        {"__close", close_world},
                                        {NULL, NULL}};
    static const luaL_Reg of_reference[] = {{"__index", hosted_get},     {"__newindex", hosted_set},
                                            {"__call", call_reference},  {"__len", hosted_length},
                                            {"__tostring", hosted_text}, {"__pairs", iterate_pairs},
                                            {"__gc", forget_reference},  {NULL, NULL}};
    static const luaL_Reg of_handle[] = {{"__index", hosted_get},
                                         {"__newindex", hosted_set},
                                         {"__len", hosted_length},
                                         {"__tostring", hosted_text},
                                         {NULL, NULL}};
    bridge->host = L;
    if (bridge->is_program)
        dv_bridge_open_objects(L, bridge);
    lua_newtable(L);
    int methods = lua_gettop(L);
    luaL_newmetatable(L, DV_HOSTED_CLASS);
    set_functions(L, bridge, methods, of_world);
    lua_pushstring(L, bridge->is_program ? "world" : "test world");
    lua_setfield(L, -2, "__name");
    if (bridge->is_program) {
        lua_pushcfunction(L, close_world);
        lua_setfield(L, -2, "__gc");
    }
    luaL_newmetatable(L, DV_REFERENCE_CLASS);
    set_functions(L, bridge, methods, of_reference);
    lua_pushliteral(L, "table of the scenario");
    lua_setfield(L, -2, "__name");
    if (bridge->is_program) {
        luaL_getmetatable(L, DV_HANDLE_CLASS);
        set_functions(L, bridge, methods, of_handle);
    } else {
        lua_pushlightuserdata(L, NULL);
        lua_newtable(L);
        set_functions(L, bridge, methods, of_handle);
        lua_pushliteral(L, "handle");
        lua_setfield(L, -2, "__name");
        lua_setmetatable(L, -2);
    }
    lua_settop(L, methods - 1);
}

// Worlds

dv_hosted *dv_bridge_add(dv_bridge *bridge) {
    if (!dv_reserve((void **)&bridge->worlds, &bridge->capacity, bridge->count + 1,
                    sizeof(dv_hosted *)))
        return NULL;
    dv_hosted *hosted = dv_alloc(sizeof *hosted);
    if (!hosted)
        return NULL;
    hosted->bridge = bridge;
    hosted->pins = hosted->box = LUA_NOREF;
    bridge->worlds[bridge->count++] = hosted;
    return hosted;
}

static int make_pins(lua_State *L) {
    dv_hosted *hosted = lua_touserdata(L, 1);
    lua_newtable(L);
    hosted->pins = luaL_ref(L, LUA_REGISTRYINDEX);
    return 0;
}

void dv_bridge_prepare_world(lua_State *L, dv_hosted *hosted) {
    dv_error error;
    lua_pushcfunction(hosted->scenario->state, make_pins);
    lua_pushlightuserdata(hosted->scenario->state, hosted);
    dv_result result =
        dv_call(hosted->scenario, 1, 0, DV_SETUP, hosted->scenario->call_seconds, &error);
    dv_raise_if_failed(L, result, &error);
    hosted->bridge->last = hosted;
}

void dv_bridge_push_world(lua_State *L, dv_hosted *hosted) {
    dv_bridge_prepare_world(L, hosted);
    dv_hosted **world = lua_newuserdatauv(L, sizeof(dv_hosted *), 0);
    *world = hosted;
    luaL_setmetatable(L, DV_HOSTED_CLASS);
    lua_pushvalue(L, -1);
    hosted->box = luaL_ref(L, LUA_REGISTRYINDEX);
}

void dv_hosted_close(dv_hosted *hosted) {
    dv_scenario_close(hosted->scenario);
    hosted->scenario = NULL;
    luaL_unref(hosted->bridge->host, LUA_REGISTRYINDEX, hosted->box);
    hosted->box = LUA_NOREF;
    for (uint32_t i = 0; i < hosted->setting_count; i++) {
        dv_free((char *)hosted->settings[i].name);
        dv_free((char *)hosted->settings[i].value);
    }
    for (uint32_t i = 0; i < hosted->edit_count; i++) {
        dv_free(hosted->edits[i].path);
        dv_free(hosted->edits[i].source);
    }
    for (uint32_t i = 0; i < hosted->mod_count; i++)
        dv_free(hosted->mods[i]);
    dv_free(hosted->settings);
    dv_free(hosted->mods);
    dv_free(hosted->edits);
    dv_free(hosted->path);
    dv_free(hosted->file);
    hosted->settings = NULL;
    hosted->mods = NULL;
    hosted->edits = NULL;
    hosted->path = hosted->file = NULL;
    hosted->setting_count = hosted->edit_count = hosted->mod_count = 0;
    if (hosted->bridge->last == hosted)
        hosted->bridge->last = NULL;
}

void dv_bridge_close_worlds(dv_bridge *bridge) {
    for (uint32_t i = 0; i < bridge->count; i++)
        dv_hosted_close(bridge->worlds[i]);
}

void dv_bridge_free(dv_bridge *bridge) {
    for (uint32_t i = 0; i < bridge->count; i++)
        dv_free(bridge->worlds[i]);
    dv_free(bridge->worlds);
    *bridge = (dv_bridge){0};
}
