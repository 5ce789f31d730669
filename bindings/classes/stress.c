// drover.stress: a constructor for each stress behavior of the catalog.
#include "arguments.h"
#include "building.h"
#include "classes/access.h"
#include "classes/class_names.h"
#include "classes/new_class.h"

typedef struct stress_box {
    dv_stress *stress;
    int callback; ///< index in the scenario's list of callbacks, or LUA_NOREF
} stress_box;

dv_stress *dv_to_stress(lua_State *L, int index) {
    stress_box *box = luaL_testudata(L, index, DV_STRESS_CLASS);
    return box ? box->stress : NULL;
}

static int stress_gc(lua_State *L) {
    stress_box *box = lua_touserdata(L, 1);
    dv_stress_release(box->stress);
    box->stress = NULL;
    dv_forget_callback(L, box->callback);
    return 0;
}

static int to_text(lua_State *L) {
    lua_pushfstring(L, "stress.%s", dv_stress_type_name(dv_to_stress(L, 1)));
    return 1;
}

static int make_stress(lua_State *L) {
    const dv_stress_type *type = lua_touserdata(L, lua_upvalueindex(1));
    int count = lua_gettop(L);
    dv_arguments all = {.count = 0};
    dv_error error;
    const char *where = dv_push_where(L, 1);
    const char *path = lua_pushfstring(L, "stress.%s", type->entry.name);
    dv_check_building(L, path);
    if (dv_takes_function(&type->entry))
        dv_unwrap_function(L, path);
    stress_box *box = lua_newuserdatauv(L, sizeof *box, 0);
    *box = (stress_box){NULL, LUA_NOREF};
    luaL_setmetatable(L, DV_STRESS_CLASS);
    int place = lua_gettop(L);
    if (dv_takes_function(&type->entry))
        dv_read_function(L, &type->entry, &box->callback, path, &all);
    else
        dv_read_arguments(L, &type->entry, count, path, &all);
    lua_pushvalue(L, place);
    box->stress = dv_stress_create(type->entry.name, all.list, all.count, where, &error);
    return box->stress ? 1 : dv_raise_placed(L, &error);
}

static int unknown_stress(lua_State *L) {
    const char *name = luaL_tolstring(L, 2, NULL);
    return dv_raise_unknown(L, "no stress behavior", name, dv_nearest_stress(name));
}

void dv_open_stress(lua_State *L) {
    static const luaL_Reg functions[] = {
        {"__gc", stress_gc}, {"__tostring", to_text}, {NULL, NULL}};
    dv_new_class(L, DV_STRESS_CLASS, functions);

    lua_newtable(L);
    for (uint32_t i = 0; i < dv_stress_type_count(); i++) {
        lua_pushlightuserdata(L, (void *)dv_stress_type_at(i));
        lua_pushcclosure(L, make_stress, 1);
        lua_setfield(L, -2, dv_stress_type_at(i)->entry.name);
    }
    dv_forbid_unknown(L, unknown_stress);
    lua_setfield(L, -2, "stress");
}
