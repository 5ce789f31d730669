// drover.kind, group, scenario, and settings. They run the checks of scripts/definitions.lua; this
// file gives these scripts the functions that need C.
#include "building.h"
#include "classes/access.h"
#include "classes/class_names.h"
#include "classes/classes.h"
#include "classes/handles.h"
#include "classes/image.h"
#include "classes/markers.h"
#include "classes/members.h"
#include "classes/new_class.h"
#include "classes/quantity.h"
#include "classes/vector.h"
#include "memory/memory.h"
#include "modules/modules.h"
#include "parts.h"
#include "reload/coverage.h"
#include "reload/value_hashes.h"
#include "sandbox/mistakes.h"
#include "sandbox/sandbox.h"
#include "scenario_data.h"
#include "values.h"
#include "warnings.h"

#include "base/alloc.h"
#include "base/names.h"
#include "scripts.h"

#include <string.h>

#define MAX_NAMES 512

static int core_nearest(lua_State *L) {
    const char *given = luaL_tolstring(L, 1, NULL);
    const char *names[MAX_NAMES];
    size_t count = 0;
    lua_Unsigned length = lua_rawlen(L, 2);
    for (lua_Unsigned i = 1; i <= length && count < MAX_NAMES; i++) {
        if (lua_rawgeti(L, 2, (lua_Integer)i) == LUA_TSTRING)
            names[count++] = lua_tostring(L, -1); // the list keeps it
        lua_pop(L, 1);
    }
    lua_pushstring(L, dv_nearest_name(given, names, count));
    return 1;
}

/// type_of(value): the type as messages name it.
static int type_of(lua_State *L) {
    const dv_steering *steering = dv_to_steering(L, 1);
    if (steering)
        lua_pushstring(L, dv_steering_is_behavior(steering) ? "behavior" : "blend");
    else if (dv_to_guard(L, 1))
        lua_pushliteral(L, "guard");
    else if (dv_to_stress(L, 1))
        lua_pushliteral(L, "stress behavior");
    else if (dv_to_setting(L, 1))
        lua_pushliteral(L, "setting");
    else if (dv_is_none(L, 1))
        lua_pushliteral(L, "none");
    else if (dv_is_mouse(L, 1))
        lua_pushliteral(L, "mouse");
    else if (luaL_testudata(L, 1, DV_VECTOR_CLASS))
        lua_pushliteral(L, "vector");
    else if (lua_islightuserdata(L, 1))
        lua_pushliteral(L, "handle");
    else
        lua_pushstring(L, dv_type_name(L, 1));
    return 1;
}

static int core_shape(lua_State *L) {
    dv_shape found;
    if (!dv_shape_by_name(luaL_checkstring(L, 1), &found))
        return 0;
    lua_pushinteger(L, found);
    return 1;
}

/// core.shape_problem(coordinates): what is wrong with a polygon, whose list of coordinates is x,
/// y, x, y, …; nil: nothing.
static int core_shape_problem(lua_State *L) {
    dv_shape_point points[DV_MAX_SHAPE_POINTS];
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_Unsigned count = lua_rawlen(L, 1) / 2;
    for (lua_Unsigned i = 0; i < count && i < DV_MAX_SHAPE_POINTS; i++) {
        lua_rawgeti(L, 1, 2 * (lua_Integer)i + 1);
        lua_rawgeti(L, 1, 2 * (lua_Integer)i + 2);
        points[i] = (dv_shape_point){(float)lua_tonumber(L, -2), (float)lua_tonumber(L, -1)};
        lua_pop(L, 2);
    }
    lua_pushstring(L, dv_shape_problem(points, count < UINT32_MAX ? (uint32_t)count : UINT32_MAX));
    return 1;
}

/// core.picture(path): make a PNG file part of what loads. Returns what is wrong with it, or nil.
static int core_picture(lua_State *L) {
    lua_pushstring(L,
                   dv_modules_take_picture(L, dv_scenario_of(L)->modules, luaL_checkstring(L, 1)));
    return 1;
}

/// core.is_image(value)
static int core_is_image(lua_State *L) {
    lua_pushboolean(L, dv_to_image(L, 1) != NULL);
    return 1;
}

/// core.is_reserved(key): whether the program uses this key itself.
static int core_is_reserved(lua_State *L) {
    const char *key = luaL_checkstring(L, 1);
    const char *const *reserved = dv_scenario_of(L)->options.reserved_keys;
    while (reserved && *reserved && strcmp(*reserved, key) != 0)
        reserved++;
    lua_pushboolean(L, reserved && *reserved);
    return 1;
}

static int core_color(lua_State *L) {
    uint32_t value;
    if (!dv_color_by_name(luaL_checkstring(L, 1), &value))
        return 0;
    lua_pushinteger(L, value);
    return 1;
}

static int check_data(lua_State *L) {
    dv_check_data(L, 1, luaL_checkstring(L, 2));
    return 0;
}

static int core_point(lua_State *L) {
    double axes[3];
    if (!dv_to_point(L, 1, axes))
        return 0;
    for (int axis = 0; axis < 3; axis++)
        lua_pushnumber(L, axes[axis]);
    return 3;
}

/// core.point_fault(value): what is wrong with the keys of what is meant as a point.
static int core_point_fault(lua_State *L) {
    char fault[DV_POINT_FAULT];
    if (!dv_find_point_fault(L, 1, fault))
        return 0;
    lua_pushstring(L, fault);
    return 1;
}

/// core.mark(class, record): an opaque value that scripts can only pass on.
static int core_mark(lua_State *L) {
    lua_newuserdatauv(L, 0, 1);
    lua_pushvalue(L, 2);
    lua_setiuservalue(L, -2, 1);
    if (luaL_newmetatable(L, luaL_checkstring(L, 1))) {
        lua_pushboolean(L, 0);
        lua_setfield(L, -2, "__metatable");
    }
    lua_setmetatable(L, -2);
    return 1;
}

/// core.marked(class, value): the value's record, or nil.
static int core_marked(lua_State *L) {
    if (!luaL_testudata(L, 2, luaL_checkstring(L, 1)))
        return 0;
    lua_getiuservalue(L, 2, 1);
    return 1;
}

/// core.declare(family, name, record): store the record with the loading module. Returns a
/// reference.
static int core_declare(lua_State *L) {
    const char *family = luaL_checkstring(L, 1);
    const dv_modules *modules = dv_scenario_of(L)->modules;
    const char *module = dv_modules_loading(modules);
    if (!module)
        return luaL_error(L, "drover.%s: only while a module loads", family);
    const dv_mistake_listener *listener = dv_mistakes_of(L);
    if (listener && listener->noted > listener->began) {
        lua_pushboolean(L, true);
        lua_setfield(L, 3, "is_faulty");
    }
    dv_modules_push_declarations(L, modules, module);
    if (lua_getfield(L, -1, family) == LUA_TNIL) {
        lua_pop(L, 1);
        lua_newtable(L);
        lua_pushvalue(L, -1);
        lua_setfield(L, -3, family);
    }
    lua_pushvalue(L, 2);
    if (lua_rawget(L, -2) != LUA_TNIL) {
        lua_getfield(L, 3, "where");
        lua_pushfstring(L, "%s: drover.%s: '%s' is declared twice in this module",
                        lua_tostring(L, -1), family, lua_tostring(L, 2));
        return lua_error(L);
    }
    lua_pop(L, 1);
    lua_pushvalue(L, 2);
    lua_pushvalue(L, 3);
    lua_rawset(L, -3);
    lua_newuserdatauv(L, 0, 1);
    lua_pushvalue(L, 2);
    lua_setiuservalue(L, -2, 1);
    const char *prefix = strcmp(family, "kind") == 0 ? "" : "declared ";
    luaL_getmetatable(L, lua_pushfstring(L, "%s%s", prefix, family));
    lua_setmetatable(L, -3);
    lua_pop(L, 1);
    return 1;
}

/// core.mod(): the name of the mod that is loading, or nil.
static int core_mod(lua_State *L) {
    dv_modules_push_loading_mod(L, dv_scenario_of(L)->modules);
    return 1;
}

void dv_push_declared(lua_State *L, const char *family) {
    const dv_modules *modules = dv_scenario_of(L)->modules;
    lua_newtable(L);
    int records = lua_gettop(L);
    for (uint32_t i = 0; i < dv_modules_count(modules); i++) {
        dv_modules_push_declarations(L, modules, dv_modules_name(modules, i));
        if (lua_getfield(L, -1, family) == LUA_TTABLE) {
            lua_pushcfunction(L, dv_ordered_keys);
            lua_pushvalue(L, -2);
            lua_call(L, 1, 1);
            for (lua_Unsigned k = 1; k <= lua_rawlen(L, -1); k++) {
                lua_rawgeti(L, -1, (lua_Integer)k);
                lua_rawget(L, -3);
                lua_rawseti(L, records, (lua_Integer)lua_rawlen(L, records) + 1);
            }
        }
        lua_settop(L, records);
    }
}

/// core.declared(family): a list of their records; see dv_push_declared.
static int core_declared(lua_State *L) {
    dv_push_declared(L, luaL_checkstring(L, 1));
    return 1;
}

/// core.scenario(): what mods call the scenario: its folder's name or, if it is one file among
/// others, the file's. Nil in a replay, whose folder may be somewhere else.
static int core_scenario(lua_State *L) {
    const dv_scenario *scenario = dv_scenario_of(L);
    if (scenario->options.reader)
        return 0;
    char path[PATH_MAX];
    lua_pushstring(L, dv_modules_scenario_name(scenario->modules, path));
    return 1;
}

/// core.warn(message)
static int core_warn(lua_State *L) {
    dv_warn_once(L, luaL_checkstring(L, 1));
    return 0;
}

static int kind_name(lua_State *L) {
    if (lua_type(L, 1) != LUA_TSTRING && !luaL_testudata(L, 1, "kind"))
        return 0;
    dv_check_kind_name(L, 1);
    return 1;
}

static int reference_tostring(lua_State *L) {
    lua_getiuservalue(L, 1, 1);
    return 1;
}

static int reference_index(lua_State *L) {
    if (strcmp(luaL_checkstring(L, 2), "name") != 0)
        return luaL_error(L, "a declaration has a name, and no other field");
    lua_getiuservalue(L, 1, 1);
    return 1;
}

static void new_reference_class(lua_State *L, const char *name) {
    static const luaL_Reg functions[] = {
        {"__tostring", reference_tostring}, {"__index", reference_index}, {NULL, NULL}};
    dv_new_class(L, name, functions);
}

static void push_strings(lua_State *L, const char *const *names, uint32_t count) {
    lua_createtable(L, (int)count, 0);
    for (uint32_t i = 0; i < count; i++) {
        lua_pushstring(L, names[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

void dv_push_own_script(lua_State *L, const char *name) {
    for (size_t i = 0; i < dv_own_scripts_count; i++) {
        if (strcmp(dv_own_scripts[i].name, name) != 0)
            continue;
        lua_pushnil(L);
        dv_sandbox_push_environment(L);
        const char *chunk = lua_pushfstring(L, "<drover>/%s.lua", name);
        lua_insert(L, -2);
        dv_sandbox_load(L, dv_own_scripts[i].source, dv_own_scripts[i].size, chunk);
        lua_remove(L, -2);
        return;
    }
    luaL_error(L, "the engine's script '%s' is missing", name);
}

/// script(name): the engine's script of that name as a function.
static int push_script(lua_State *L) {
    dv_push_own_script(L, luaL_checkstring(L, 1));
    return 1;
}

/// core.place(function): where it is defined, "main.lua:7: "; "" if it is in C.
static int core_place(lua_State *L) {
    lua_Debug info;
    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_settop(L, 1);
    lua_getinfo(L, ">S", &info);
    if (*info.what == 'C')
        lua_pushliteral(L, "");
    else
        lua_pushfstring(L, "%s:%d: ", info.short_src, info.linedefined);
    return 1;
}

/// core.where(): where the script that called runs, "main.lua:7".
static int core_where(lua_State *L) {
    dv_push_where(L, 1);
    return 1;
}

/// core.hint(message): warn once that something still works but is outdated.
static int core_hint(lua_State *L) {
    dv_warn_once(L, luaL_checkstring(L, 1));
    return 0;
}

/// core.part(function): register it as a part that is loading; see coverage.h.
static int core_part(lua_State *L) {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    dv_note_part(L, 1);
    return 0;
}

/// core.lists_mistakes(): whether loading continues after a mistake; see sandbox/mistakes.h.
static int core_lists_mistakes(lua_State *L) {
    lua_pushboolean(L, dv_mistakes_of(L) != NULL);
    return 1;
}

/// core.try(check, …): call a check while mistakes are listed. Returns true and its results, or
/// false if it failed, which is noted.
static int core_try(lua_State *L) {
    bool fine = dv_check_gently(L, lua_gettop(L) - 1, LUA_MULTRET);
    lua_pushboolean(L, fine);
    if (!fine)
        return 1;
    lua_insert(L, 1);
    return lua_gettop(L);
}

/// core.lost(): names may be missing in what is defined.
static int core_lost(lua_State *L) {
    dv_mistakes_of(L)->has_lost = true;
    return 0;
}

/// core.ran(function): note that the part runs.
static int core_ran(lua_State *L) {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    dv_part_ran(L, 1);
    return 0;
}

/// The function of the module `checks` for a property.
static const char *name_of_check(const dv_parameter *property) {
    switch (property->type) {
    case DV_PARAMETER_BOOLEAN:
        return "switch";
    case DV_PARAMETER_SOLIDITY:
        return "solidity";
    default:
        return "quantity";
    }
}

static void push_core(lua_State *L) {
    static const luaL_Reg functions[] = {{"nearest", core_nearest},
                                         {"type", type_of},
                                         {"is_reserved", core_is_reserved},
                                         {"is_image", core_is_image},
                                         {"shape", core_shape},
                                         {"shape_problem", core_shape_problem},
                                         {"picture", core_picture},
                                         {"color", core_color},
                                         {"check_data", check_data},
                                         {"point", core_point},
                                         {"point_fault", core_point_fault},
                                         {"mark", core_mark},
                                         {"marked", core_marked},
                                         {"declare", core_declare},
                                         {"declared", core_declared},
                                         {"mod", core_mod},
                                         {"scenario", core_scenario},
                                         {"warn", core_warn},
                                         {"parts", dv_blend_parts},
                                         {"blend", dv_remake_blend},
                                         {"kind_name", kind_name},
                                         {"script", push_script},
                                         {"place", core_place},
                                         {"where", core_where},
                                         {"part", core_part},
                                         {"hint", core_hint},
                                         {"ran", core_ran},
                                         {"lists_mistakes", core_lists_mistakes},
                                         {"try", core_try},
                                         {"lost", core_lost},
                                         {"hashes", dv_hash_values},
                                         {"number", dv_read_quantity},
                                         {NULL, NULL}};
    const char *names[DV_PROPERTY_COUNT + DV_SLOT_TYPE_COUNT];
    luaL_newlib(L, functions);
    if (dv_scenario_of(L)->options.explained)
        dv_open_part_notes(L);
    lua_pushboolean(L, dv_scenario_of(L)->options.lists_changes);
    lua_setfield(L, -2, "lists_changes");
    for (int i = 0; i < DV_PROPERTY_COUNT; i++)
        names[i] = dv_properties[i].name;
    push_strings(L, names, DV_PROPERTY_COUNT);
    lua_setfield(L, -2, "properties");
    lua_newtable(L);
    for (int i = 0; i < DV_PROPERTY_COUNT; i++) {
        lua_pushstring(L, name_of_check(&dv_properties[i]));
        lua_setfield(L, -2, dv_properties[i].name);
    }
    lua_setfield(L, -2, "property_checks");
    lua_pushinteger(L, DV_MAX_STRESSES);
    lua_setfield(L, -2, "most_stresses");
    for (int i = 1; i < DV_SLOT_TYPE_COUNT; i++)
        names[i - 1] = dv_slot_type_name((dv_slot_type)i);
    push_strings(L, names, DV_SLOT_TYPE_COUNT - 1);
    lua_setfield(L, -2, "slot_types");
    push_strings(L, dv_shape_names, dv_shape_count);
    lua_setfield(L, -2, "shapes");
    lua_pushinteger(L, DV_MAX_SHAPE_POLYGONS);
    lua_setfield(L, -2, "most_polygons");
    push_strings(L, dv_color_names, dv_color_count);
    lua_pushliteral(L, "\"#rrggbb\"");
    lua_rawseti(L, -2, (lua_Integer)dv_color_count + 1);
    lua_setfield(L, -2, "colors");
    dv_push_reserved_agent_names(L);
    lua_setfield(L, -2, "agent_names");
    dv_push_member_names(L, &dv_group_class);
    lua_setfield(L, -2, "group_names");
}

/// Call the check of the same name, with the script's place before the arguments.
static int call_check(lua_State *L) {
    int count = lua_gettop(L);
    dv_check_building(L, lua_tostring(L, lua_upvalueindex(2)));
    dv_push_where(L, 1);
    lua_insert(L, 1);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    dv_mistake_listener *listener = dv_mistakes_of(L);
    if (listener)
        listener->began = listener->noted;
    lua_call(L, count + 1, 1);
    return 1;
}

static int unknown_member(lua_State *L) {
    const char *name = luaL_tolstring(L, 2, NULL);
    const char *names[MAX_NAMES];
    size_t count = 0;
    lua_pushcfunction(L, dv_ordered_keys);
    lua_pushvalue(L, 1);
    lua_call(L, 1, 1);
    lua_Unsigned length = lua_rawlen(L, -1);
    for (lua_Unsigned i = 1; i <= length && count < MAX_NAMES; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i);
        names[count++] = lua_tostring(L, -1); // the table keeps it
        lua_pop(L, 1);
    }
    const char *what = lua_pushfstring(L, "%s has no", lua_tostring(L, lua_upvalueindex(1)));
    return dv_raise_unlisted(L, what, name, names, count);
}

void dv_forbid_unknown_members(lua_State *L, const char *name) {
    lua_newtable(L);
    lua_pushstring(L, name);
    lua_pushcclosure(L, unknown_member, 1);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
}

/// Add the constructors of a script about composed states, such as trees, to the table at stack
/// index `drover`. Their checks are at index `checks`, their shared functions at index `composed`.
static void open_states(lua_State *L, const char *script, int drover, int checks, int composed) {
    dv_push_own_script(L, script);
    push_core(L);
    static const char *const own[] = {"steer", "blend"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        lua_getfield(L, drover, own[i]);
        lua_setfield(L, -2, own[i]);
    }
    lua_pushvalue(L, checks);
    lua_pushvalue(L, composed);
    lua_call(L, 3, 1);
    lua_newtable(L);
    lua_pushnil(L);
    while (lua_next(L, -3)) {
        lua_pushfstring(L, "drover.%s.%s", script, lua_tostring(L, -2));
        lua_pushcclosure(L, call_check, 2);
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, -4);
    }
    lua_pushfstring(L, "drover.%s", script);
    lua_insert(L, -2);
    dv_forbid_unknown_members(L, lua_tostring(L, -2));
    lua_setfield(L, drover, script);
    lua_pop(L, 2);
}

void dv_open_definitions(lua_State *L) {
    static const char *const names[] = {
        "kind",     "group",  "surface",         "flow",   "field",  "terrain",
        "scenario", "slider", "toggle",          "choice", "button", "model",
        "mod",      "extend", "extend_scenario", "by",     "link"};
    static const char *const parts[] = {"schema", "goap", "tree", "utility", "subsumption"};
    new_reference_class(L, "kind");
    new_reference_class(L, "declared group");
    new_reference_class(L, "declared surface");
    new_reference_class(L, "declared flow");
    new_reference_class(L, "declared field");
    new_reference_class(L, "declared link");
    new_reference_class(L, "declared terrain");
    dv_push_own_script(L, "definitions");
    push_core(L);
    lua_call(L, 1, 1);
    lua_getfield(L, -1, "monitors");
    lua_setfield(L, LUA_REGISTRYINDEX, DV_MONITORS);
    lua_getfield(L, -1, "mods");
    lua_setfield(L, LUA_REGISTRYINDEX, DV_MOD_RULES);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        lua_getfield(L, -1, names[i]);
        lua_pushfstring(L, "drover.%s", names[i]);
        lua_pushcclosure(L, call_check, 2);
        lua_setfield(L, -3, names[i]);
    }
    int checks = lua_gettop(L) + 1, drover = checks - 2;
    lua_getfield(L, -1, "checks");
    dv_push_own_script(L, "composed");
    push_core(L);
    lua_pushvalue(L, checks);
    lua_call(L, 2, 1);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        open_states(L, parts[i], drover, checks, checks + 1);
    lua_pop(L, 3);
}
