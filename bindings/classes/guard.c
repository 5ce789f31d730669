// drover.when: a constructor for each guard of the catalog, and their operators.
#include "arguments.h"
#include "building.h"
#include "classes/access.h"
#include "classes/class_names.h"
#include "classes/handles.h"
#include "classes/new_class.h"
#include "sandbox/mistakes.h"
#include "warnings.h"

typedef struct guard_box {
    dv_guard *guard;
    lua_Integer number; ///< number among the guards that modules built, or 0
    int callback;       ///< index in the scenario's list of callbacks, or LUA_NOREF
} guard_box;

dv_guard *dv_to_guard(lua_State *L, int index) {
    guard_box *box = luaL_testudata(L, index, DV_GUARD_CLASS);
    return box ? box->guard : NULL;
}

dv_guard *dv_use_guard(lua_State *L, int index) {
    const guard_box *box = luaL_testudata(L, index, DV_GUARD_CLASS);
    if (!box)
        return NULL;
    dv_note_guard_use(L, box->number);
    return box->guard;
}

/// The user values keep the guard's parts alive: their callbacks must outlive the whole guard.
static guard_box *push_guard_box(lua_State *L) {
    guard_box *box = lua_newuserdatauv(L, sizeof *box, 2);
    *box = (guard_box){.callback = LUA_NOREF};
    luaL_setmetatable(L, DV_GUARD_CLASS);
    return box;
}

/// Return the guard whose box is at the top of the stack, or raise the error of creating it.
static int finish_guard(lua_State *L, guard_box *box, const dv_error *error) {
    if (!box->guard)
        return dv_raise_placed(L, error);
    box->number = dv_note_guard(L);
    return 1;
}

static int collect_guard(lua_State *L) {
    guard_box *box = lua_touserdata(L, 1);
    dv_guard_release(box->guard);
    box->guard = NULL;
    dv_forget_callback(L, box->callback);
    return 0;
}

static int make_guard(lua_State *L) {
    const dv_guard_type *type = lua_touserdata(L, lua_upvalueindex(1));
    int count = lua_gettop(L);
    dv_arguments all = {.count = 0};
    dv_error error;
    const char *where = dv_push_where(L, 1);
    const char *path = lua_pushfstring(L, "when.%s", type->entry.name);
    dv_check_building(L, path);
    guard_box *box = push_guard_box(L);
    int place = lua_gettop(L);
    if (dv_takes_function(&type->entry))
        dv_read_function(L, &type->entry, &box->callback, path, &all);
    else
        dv_read_arguments(L, &type->entry, count, path, &all);
    lua_pushvalue(L, place);
    box->guard = dv_guard_create(type->entry.name, all.list, all.count, where, &error);
    return finish_guard(L, box, &error);
}

static int combine_guards(lua_State *L, dv_guard *(*combine)(dv_guard *, dv_guard *, dv_error *)) {
    if (dv_is_placeholder(L, 1) || dv_is_placeholder(L, 2)) {
        dv_push_placeholder(L);
        return 1;
    }
    dv_guard *a = dv_use_guard(L, 1), *b = dv_use_guard(L, 2);
    bool is_negated = lua_isboolean(L, 1) || lua_isboolean(L, 2);
    dv_error error;
    if (!a || !b)
        return luaL_error(L, "guards combine with guards, got %s and %s%s", dv_type_name(L, 1),
                          dv_type_name(L, 2), is_negated ? ": 'not' is written ~guard" : "");
    guard_box *box = push_guard_box(L);
    box->guard = combine(a, b, &error);
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, 1);
    lua_pushvalue(L, 2);
    lua_setiuservalue(L, -2, 2);
    return finish_guard(L, box, &error);
}

static int guard_both(lua_State *L) { return combine_guards(L, dv_guard_both); }

static int guard_either(lua_State *L) { return combine_guards(L, dv_guard_either); }

static int guard_negate(lua_State *L) {
    dv_error error;
    guard_box *box = push_guard_box(L);
    box->guard = dv_guard_not(dv_use_guard(L, 1), &error);
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, 1);
    return finish_guard(L, box, &error);
}

static int unknown_guard(lua_State *L) {
    const char *name = luaL_tolstring(L, 2, NULL);
    return dv_raise_unknown(L, "no guard", name, dv_nearest_guard(name));
}

void dv_open_guards(lua_State *L) {
    static const luaL_Reg operators[] = {{"__gc", collect_guard},
                                         {"__band", guard_both},
                                         {"__bor", guard_either},
                                         {"__bnot", guard_negate},
                                         {NULL, NULL}};
    dv_new_class(L, DV_GUARD_CLASS, operators);

    lua_newtable(L);
    for (uint32_t i = 0; i < dv_guard_type_count(); i++) {
        lua_pushlightuserdata(L, (void *)dv_guard_type_at(i));
        lua_pushcclosure(L, make_guard, 1);
        lua_setfield(L, -2, dv_guard_type_at(i)->entry.name);
    }
    dv_forbid_unknown(L, unknown_guard);
    lua_setfield(L, -2, "when");
}
