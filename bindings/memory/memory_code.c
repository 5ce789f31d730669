// The section of a snapshot about the code that made it: nested defaults of memory, the names of
// monitors, the options of choices, and the mods that applied. (Names of fields are in the section
// for memory.) When other code loads the snapshot, it is compared with this as with the old code in
// a reload. For scripts that have none of these, the section is a nil.
//
// { kinds = { deer = { memory = { t = { x = 1 } }, monitors = { { name = "flee", place = 1 } } } },
//   groups = { herd = { memory = { t = {} } } }, options = { way = { "left", "right" } },
//   mods = { { name = "winter", version = "1.0" } } }
#include "calls/calls.h"
#include "calls/mods.h"
#include "classes/access.h"
#include "memory/memory.h"
#include "memory/memory_private.h"
#include "reload/generation_data.h"
#include "scenario_data.h"
#include "warnings.h"

#include "base/name_list.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// Number of tables that the section puts around a default.
#define DEPTH 4

/// Pop a table. Unless it is empty, put it into the table below it under a key.
static void put_unless_empty(lua_State *L, const char *key) {
    if (dv_is_empty_table(L, lua_gettop(L)))
        lua_pop(L, 1);
    else
        lua_setfield(L, -2, key);
}

/// Push a table with those defaults of a kind or group type that are tables.
static void push_nested(lua_State *L, int names, uint32_t type) {
    lua_newtable(L);
    int nested = lua_gettop(L), defaults = dv_push_memory_defaults(L, names, type);
    lua_pushnil(L);
    while (lua_next(L, defaults)) {
        if (!lua_istable(L, -1)) {
            lua_pop(L, 1);
            continue;
        }
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, nested);
    }
    lua_settop(L, nested);
}

static void push_kind(lua_State *L, const dv_generation *generation, uint32_t kind) {
    lua_newtable(L);
    push_nested(L, generation->names, kind);
    put_unless_empty(L, "memory");
    lua_rawgeti(L, LUA_REGISTRYINDEX, generation->names);
    lua_rawgeti(L, -1, dv_monitors_place(kind));
    lua_setfield(L, -3, "monitors");
    lua_pop(L, 1);
}

static void push_group(lua_State *L, const dv_generation *generation, uint32_t type) {
    lua_newtable(L);
    push_nested(L, generation->group_names, type);
    put_unless_empty(L, "memory");
}

static void push_options(lua_State *L, const dv_program *program) {
    lua_newtable(L);
    for (uint32_t i = 0; i < dv_program_setting_count(program); i++) {
        const dv_setting_def *setting = dv_program_setting(program, i);
        if (setting->type != DV_CHOICE)
            continue;
        lua_newtable(L);
        for (uint32_t k = 0; k < setting->option_count; k++) {
            lua_pushstring(L, setting->options[k]);
            lua_rawseti(L, -2, (lua_Integer)k + 1);
        }
        lua_setfield(L, -2, setting->name);
    }
}

/// Push a list of the mods that apply, in their order.
static void push_mods(lua_State *L, const dv_generation *generation) {
    lua_newtable(L);
    for (uint32_t i = 0; i < generation->mod_count; i++) {
        lua_newtable(L);
        lua_pushstring(L, generation->mods[i].name);
        lua_setfield(L, -2, "name");
        lua_pushstring(L, generation->mods[i].version);
        lua_setfield(L, -2, "version");
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

/// Push the section's content for a generation: a table, or nil if there is nothing to say.
static void push_code(lua_State *L, const dv_generation *generation) {
    const dv_program *program = generation->program;
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    int top = lua_gettop(L);
    lua_newtable(L);
    lua_newtable(L);
    for (uint32_t i = 0; i < dv_program_kind_count(program); i++) {
        push_kind(L, generation, i);
        put_unless_empty(L, dv_program_kind_name(program, i));
    }
    put_unless_empty(L, "kinds");
    lua_newtable(L);
    for (uint32_t i = 0; i < dv_program_group_type_count(program); i++) {
        push_group(L, generation, i);
        put_unless_empty(L, dv_program_group_type_name(program, i));
    }
    put_unless_empty(L, "groups");
    push_options(L, program);
    put_unless_empty(L, "options");
    push_mods(L, generation);
    put_unless_empty(L, "mods");
    if (dv_is_empty_table(L, top + 1))
        lua_settop(L, top);
    lua_settop(L, top + 1);
}

static int save_code(lua_State *L) {
    push_code(L, dv_scenario_of(L)->generation);
    dv_write_data(L, lua_gettop(L), DEPTH, lua_touserdata(L, 1));
    return 0;
}

dv_result dv_memory_save_code(void *context, const dv_world *world, dv_stream *stream,
                              dv_error *error) {
    (void)world;
    dv_scenario *scenario = context;
    lua_pushcfunction(scenario->state, save_code);
    lua_pushlightuserdata(scenario->state, stream);
    return dv_call(scenario, 1, 0, DV_READING, (double)INFINITY, error);
}

// Reading

static void fail_unless(lua_State *L, bool holds) {
    if (!holds)
        luaL_error(L, "the snapshot is damaged");
}

/// Put the nested defaults in the table at the top, or none if it is nil, into the list of names at
/// stack index `fields`. Each name has to be declared there.
static void take_memory(lua_State *L, int fields) {
    if (lua_isnil(L, -1))
        return;
    fail_unless(L, lua_istable(L, -1));
    int memory = lua_gettop(L);
    lua_pushnil(L);
    while (lua_next(L, memory)) {
        lua_pushvalue(L, -2);
        fail_unless(L, lua_istable(L, -2) && lua_rawget(L, fields) != LUA_TNIL);
        lua_pop(L, 1);
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, fields);
    }
}

static void check_monitors(lua_State *L, int monitors) {
    lua_Integer count = 0;
    lua_pushnil(L);
    while (lua_next(L, monitors)) {
        fail_unless(L, lua_isinteger(L, -2) && lua_istable(L, -1));
        fail_unless(L, lua_getfield(L, -1, "name") == LUA_TSTRING);
        fail_unless(L, lua_getfield(L, -2, "place") == LUA_TNUMBER && lua_isinteger(L, -1));
        lua_pop(L, 3);
        count++;
    }
    fail_unless(L, count == (lua_Integer)lua_rawlen(L, monitors));
}

/// Take the entries for all kinds or group types, in the table at the top, into a list of names.
static void take_all(lua_State *L, int list, const dv_program *program,
                     int32_t (*find)(const dv_program *program, const char *name)) {
    int all = lua_gettop(L);
    if (lua_isnil(L, all))
        return;
    fail_unless(L, lua_istable(L, all));
    lua_pushnil(L);
    while (lua_next(L, all)) {
        fail_unless(L, lua_type(L, all + 1) == LUA_TSTRING && lua_istable(L, all + 2));
        int32_t number = find(program, lua_tostring(L, all + 1));
        fail_unless(L,
                    number >= 0 && lua_rawgeti(L, list, 2 * (lua_Integer)number + 2) == LUA_TTABLE);
        lua_getfield(L, all + 2, "memory");
        take_memory(L, all + 3);
        lua_settop(L, all + 3);
        if (lua_getfield(L, all + 2, "monitors") != LUA_TNIL) {
            fail_unless(L, lua_istable(L, -1));
            check_monitors(L, lua_gettop(L));
            lua_rawseti(L, list, dv_monitors_place((uint32_t)number));
        }
        lua_settop(L, all + 1);
    }
}

/// Name the options of a choice. The list of options is at the top, the setting's name below it.
static void take_options(lua_State *L, dv_world *world) {
    dv_error error;
    int list = lua_gettop(L);
    fail_unless(L, lua_type(L, list - 1) == LUA_TSTRING && lua_istable(L, list));
    lua_Unsigned count = lua_rawlen(L, list);
    const char **options = lua_newuserdatauv(L, (size_t)(count + 1) * sizeof *options, 0);
    for (lua_Unsigned i = 0; i < count; i++) {
        fail_unless(L, lua_rawgeti(L, list, (lua_Integer)i + 1) == LUA_TSTRING);
        options[i] = lua_tostring(L, -1); // the list keeps the string alive
        lua_pop(L, 1);
    }
    dv_result result =
        dv_world_name_options(world, lua_tostring(L, list - 1), options, (uint32_t)count, &error);
    if (result == DV_ERROR_MEMORY)
        dv_raise_failure(L, &error);
    fail_unless(L, result == DV_OK);
    lua_settop(L, list);
}

static void take_all_options(lua_State *L, dv_world *world) {
    int all = lua_gettop(L);
    if (lua_isnil(L, all))
        return;
    fail_unless(L, lua_istable(L, all));
    lua_pushnil(L);
    while (lua_next(L, all)) {
        take_options(L, world);
        lua_pop(L, 1);
    }
}

static void list_mod(dv_name_list *list, const char *name, const char *version) {
    dv_list_add(list, *version ? "%s %s" : "%s%s", name, version);
}

/// Say which of the mods in the list at the top, with which the snapshot was made, are missing or
/// have another version now, and which mods it was made without. The latter are new to its world.
static void compare_mods(lua_State *L, dv_scenario *scenario) {
    const dv_generation *generation = scenario->generation;
    char missing[256] = "", others[256] = "", added[256] = "", message[DV_ERROR_CAPACITY];
    dv_name_list without = {.text = missing, .size = sizeof missing},
                 other = {.text = others, .size = sizeof others},
                 more = {.text = added, .size = sizeof added};
    int mods = lua_gettop(L);
    lua_Unsigned count = lua_istable(L, mods) ? lua_rawlen(L, mods) : 0;
    lua_newtable(L); // names in the snapshot
    for (lua_Unsigned i = 1; i <= count; i++) {
        fail_unless(L, lua_rawgeti(L, mods, (lua_Integer)i) == LUA_TTABLE);
        fail_unless(L, lua_getfield(L, -1, "version") == LUA_TSTRING);
        fail_unless(L, lua_getfield(L, -2, "name") == LUA_TSTRING);
        const char *name = lua_tostring(L, -1), *version = lua_tostring(L, -2);
        uint32_t now = dv_mod_named(generation, name, strlen(name));
        if (now == 0)
            list_mod(&without, name, version);
        else if (strcmp(generation->mods[now - 1].version, version) != 0)
            list_mod(&other, name, version);
        lua_pushboolean(L, true);
        lua_setfield(L, mods + 1, name);
        lua_settop(L, mods + 1);
    }
    for (uint32_t i = 0; i < generation->mod_count; i++) {
        dv_mod_code *mod = &generation->mods[i];
        mod->is_new = lua_getfield(L, mods + 1, mod->name) == LUA_TNIL;
        if (mod->is_new)
            list_mod(&more, mod->name, mod->version);
        lua_pop(L, 1);
    }
    dv_list_end(&without);
    dv_list_end(&other);
    dv_list_end(&more);
    lua_settop(L, mods);
    if (without.count + other.count + more.count == 0)
        return;
    snprintf(message, sizeof message, "the snapshot was made%s%s%s%s%s%s",
             without.count ? " with mods that are missing: " : "", missing,
             other.count ? (without.count ? "; with" : " with") : "",
             other.count ? " other versions of mods: " : "", others,
             more.count ? (without.count + other.count ? "; without " : " without ") : "");
    size_t used = strlen(message);
    snprintf(message + used, sizeof message - used, "%s", added);
    dv_warn(scenario, message);
}

void dv_read_code(lua_State *L, dv_world *world, dv_reader *reader, int names, int group_names) {
    const dv_program *program = dv_world_program(world);
    int top = lua_gettop(L);
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    dv_read_data(L, world, DEPTH, reader);
    fail_unless(L, !reader->damaged && reader->position == reader->size);
    if (!lua_isnil(L, -1)) {
        fail_unless(L, lua_istable(L, -1));
        lua_getfield(L, top + 1, "kinds");
        take_all(L, names, program, dv_program_kind);
        lua_settop(L, top + 1);
        lua_getfield(L, top + 1, "groups");
        take_all(L, group_names, program, dv_program_group_type);
        lua_settop(L, top + 1);
        lua_getfield(L, top + 1, "options");
        take_all_options(L, world);
        lua_settop(L, top + 1);
    }
    if (dv_scenario_of(L)->tells_mods) {
        if (lua_istable(L, top + 1))
            lua_getfield(L, top + 1, "mods");
        compare_mods(L, dv_scenario_of(L));
    }
    lua_settop(L, top);
}
