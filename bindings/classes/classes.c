#include "classes/classes.h"

#include "classes/access.h"

#include "base/names.h"

#include <assert.h>
#include <string.h>

#define MAX_MEMBERS 256

const dv_field_row *dv_class_field(lua_State *L, const dv_class *class) {
    if (lua_type(L, 2) != LUA_TSTRING)
        return NULL;
    const char *name = lua_tostring(L, 2);
    for (const dv_field_row *row = class->fields; row && row->name; row++)
        if (strcmp(row->name, name) == 0)
            return row;
    return NULL;
}

bool dv_push_value_member(lua_State *L, const dv_class *class) {
    const dv_field_row *row = dv_class_field(L, class);
    if (row) {
        row->get(L, NULL, 0);
        return true;
    }
    lua_pushvalue(L, 2);
    return lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL;
}

const dv_method_row *dv_class_method(const dv_class *class, const char *name) {
    for (const dv_method_row *const *list = class->methods; *list; list++)
        for (const dv_method_row *row = *list; row->name; row++)
            if (strcmp(row->name, name) == 0)
                return row;
    return NULL;
}

void dv_push_class_methods(lua_State *L, const dv_class *class) {
    lua_newtable(L);
    for (const dv_method_row *const *list = class->methods; *list; list++)
        for (const dv_method_row *row = *list; row->name; row++) {
            lua_pushcfunction(L, row->call);
            lua_setfield(L, -2, row->name);
        }
}

/// List the names of fields, then those of methods. Returns their number.
static size_t list_members(const dv_class *class, const char *names[MAX_MEMBERS]) {
    size_t count = 0;
    for (const dv_field_row *row = class->fields; row && row->name; row++)
        names[count++] = row->name;
    for (const dv_method_row *const *list = class->methods; *list; list++)
        for (const dv_method_row *row = *list; row->name; row++)
            names[count++] = row->name;
    assert(count <= MAX_MEMBERS);
    return count;
}

void dv_add_method_names(lua_State *L, const dv_class *class) {
    lua_Integer place = (lua_Integer)lua_rawlen(L, -1);
    for (const dv_method_row *const *list = class->methods; *list; list++)
        for (const dv_method_row *row = *list; row->name; row++) {
            lua_pushstring(L, row->name);
            lua_rawseti(L, -2, ++place);
        }
}

void dv_push_member_names(lua_State *L, const dv_class *class) {
    lua_Integer place = 0;
    lua_newtable(L);
    for (const dv_field_row *row = class->fields; row && row->name; row++) {
        lua_pushstring(L, row->name);
        lua_rawseti(L, -2, ++place);
    }
    dv_add_method_names(L, class);
}

int dv_assign_field(lua_State *L, const dv_field_row *row, uint64_t self) {
    dv_world *world = dv_writable_world(L);
    dv_error error;
    if (!row->set)
        return luaL_error(L, "%s: cannot be assigned", row->name);
    dv_raise_if_failed(L, row->set(L, world, self, &error), &error);
    return 0;
}

static int raise_no_field(lua_State *L, const dv_class *class) {
    const char *name = luaL_tolstring(L, 2, NULL);
    const char *what = lua_pushfstring(L, "%s has no field", class->called);
    return dv_raise_no_member(L, class, what, name);
}

int dv_get_field_of(lua_State *L, const dv_class *class, uint64_t self) {
    const dv_world *world = dv_readable_world(L);
    const char *name = luaL_checkstring(L, 2);
    const dv_field_row *row = dv_class_field(L, class);
    if (strcmp(name, "alive") != 0)
        class->check(L);
    if (!row)
        return raise_no_field(L, class);
    row->get(L, world, self);
    return 1;
}

int dv_set_field_of(lua_State *L, const dv_class *class, uint64_t self) {
    dv_writable_world(L);
    class->check(L);
    const char *name = luaL_checkstring(L, 2);
    const dv_field_row *row = dv_class_field(L, class);
    if (row)
        return dv_assign_field(L, row, self);
    if (dv_class_method(class, name))
        return luaL_error(L, "%s: cannot be assigned", name);
    return raise_no_field(L, class);
}

const char *dv_nearest_member(const dv_class *class, const char *name) {
    const char *names[MAX_MEMBERS];
    return dv_nearest_name(name, names, list_members(class, names));
}

int dv_raise_no_member(lua_State *L, const dv_class *class, const char *what, const char *name) {
    const char *names[MAX_MEMBERS];
    return dv_raise_unlisted(L, what, name, names, list_members(class, names));
}
