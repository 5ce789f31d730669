// drover.vec: points and offsets. They are immutable and compared by component.
#include "classes/vector.h"

#include "classes/class_names.h"
#include "classes/classes.h"
#include "classes/handles.h"
#include "sandbox/sandbox.h"

#include "base/math.h"
#include "base/names.h"
#include "base/utf8.h"

#include <stdio.h>
#include <string.h>

typedef struct vector {
    double axes[3];
} vector;

void dv_push_vector(lua_State *L, double x, double y, double z) {
    vector *v = lua_newuserdatauv(L, sizeof *v, 0);
    *v = (vector){{x, y, z}};
    luaL_setmetatable(L, DV_VECTOR_CLASS);
}

static const vector *to_vector(lua_State *L, int index) {
    return luaL_testudata(L, index, DV_VECTOR_CLASS);
}

static const vector *check_vector(lua_State *L, int index) {
    const vector *v = to_vector(L, index);
    if (!v)
        luaL_error(L, "a vector expected, got %s", dv_type_name(L, index));
    return v;
}

/// The number of entries of a table, up to `most`.
static int count_entries(lua_State *L, int index, int most) {
    int count = 0;
    lua_pushnil(L);
    while (lua_next(L, index)) {
        lua_pop(L, 1);
        if (++count == most) {
            lua_pop(L, 1);
            break;
        }
    }
    return count;
}

/// Read a list of two or three numbers without other entries.
static bool read_list(lua_State *L, int index, double point[3]) {
    int count = 0;
    for (int axis = 0; axis < 3; axis++) {
        int type = lua_rawgeti(L, index, axis + 1);
        point[axis] = lua_tonumber(L, -1);
        lua_pop(L, 1);
        if (type != LUA_TNUMBER && !(axis == 2 && type == LUA_TNIL))
            return false;
        count += type == LUA_TNUMBER;
    }
    return count_entries(L, index, count + 1) == count;
}

/// Read a table whose only keys are x, y, and perhaps z. Creates no strings, because this must not
/// raise.
static bool read_keys(lua_State *L, int index, double point[3]) {
    bool found[3] = {false, false, false};
    point[2] = 0;
    lua_pushnil(L);
    while (lua_next(L, index)) {
        const char *key = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "";
        if (*key < 'x' || *key > 'z' || key[1] || lua_type(L, -1) != LUA_TNUMBER) {
            lua_pop(L, 2);
            return false;
        }
        point[*key - 'x'] = lua_tonumber(L, -1);
        found[*key - 'x'] = true;
        lua_pop(L, 1);
    }
    return found[0] && found[1];
}

const void *dv_vector_metatable(lua_State *L) {
    luaL_getmetatable(L, DV_VECTOR_CLASS);
    const void *metatable = lua_topointer(L, -1);
    lua_pop(L, 1);
    return metatable;
}

const double *dv_vector_axes(lua_State *L, int index, const void *metatable) {
    if (!lua_getmetatable(L, index))
        return NULL;
    bool is_vector = lua_topointer(L, -1) == metatable;
    lua_pop(L, 1);
    return is_vector ? ((const vector *)lua_touserdata(L, index))->axes : NULL;
}

bool dv_to_point(lua_State *L, int index, double point[3]) {
    const vector *v = to_vector(L, index);
    index = lua_absindex(L, index);
    if (v) {
        memcpy(point, v->axes, sizeof v->axes);
        return true;
    }
    if (!lua_istable(L, index))
        return false;
    dv_sandbox_resolve_proxy(L, index);
    return read_list(L, index, point) || read_keys(L, index, point);
}

dv_vec3 dv_vector_of(const double point[3]) {
    return dv_vec((float)point[0], (float)point[1], (float)point[2]);
}

// What is wrong with a point

static const char *const axis_names[] = {"x", "y", "z"};

/// Whether a table has a number under the first or second of its coordinates, as a list or by name.
static bool is_meant_as_point(lua_State *L, int index, bool is_list) {
    for (int axis = 0; axis < 2; axis++) {
        if (is_list)
            lua_rawgeti(L, index, axis + 1);
        else {
            lua_pushstring(L, axis_names[axis]);
            lua_rawget(L, index);
        }
        bool is_number = lua_type(L, -1) == LUA_TNUMBER;
        lua_pop(L, 1);
        if (is_number)
            return true;
    }
    return false;
}

/// Whether the key on the top of the stack is that of a coordinate.
static bool is_axis(lua_State *L, bool is_list) {
    if (is_list)
        return lua_isinteger(L, -1) && lua_tointeger(L, -1) >= 1 && lua_tointeger(L, -1) <= 3;
    const char *key = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
    return *key >= 'x' && *key <= 'z' && !key[1];
}

/// Say which key on the top of the stack a point does not take.
static void write_wrong_key(lua_State *L, bool is_list, char fault[DV_POINT_FAULT]) {
    char suggestion[48] = "";
    if (lua_type(L, -1) == LUA_TSTRING) {
        const char *key = lua_tostring(L, -1);
        if (!is_list)
            dv_write_suggestion(key, axis_names, 3, suggestion, sizeof suggestion);
        snprintf(fault, DV_POINT_FAULT, "a point%s takes no '%.60s'%s", is_list ? " { x, y }" : "",
                 key, suggestion);
    } else if (lua_isinteger(L, -1)) {
        snprintf(fault, DV_POINT_FAULT, "a point%s takes no [%lld]",
                 is_list ? " { x, y, z }" : " { x = , y = }", (long long)lua_tointeger(L, -1));
    } else {
        snprintf(fault, DV_POINT_FAULT, "a point takes no key that is a %s",
                 lua_typename(L, lua_type(L, -1)));
    }
    dv_utf8_trim(fault);
}

bool dv_find_point_fault(lua_State *L, int index, char fault[DV_POINT_FAULT]) {
    if (!lua_istable(L, index))
        return false;
    index = lua_absindex(L, index);
    dv_sandbox_resolve_proxy(L, index);
    bool is_list = !is_meant_as_point(L, index, false);
    if (is_list && !is_meant_as_point(L, index, true))
        return false;
    lua_pushnil(L);
    while (lua_next(L, index)) {
        lua_pop(L, 1);
        if (is_axis(L, is_list))
            continue;
        write_wrong_key(L, is_list, fault);
        lua_pop(L, 1);
        return true;
    }
    return false;
}

void dv_refuse_point_fault(lua_State *L, int index, const char *name) {
    char fault[DV_POINT_FAULT];
    if (dv_find_point_fault(L, index, fault))
        luaL_error(L, "%s: %s", name, fault);
}

void dv_check_axes(lua_State *L, int index, const char *name, double axes[3]) {
    if (dv_to_point(L, index, axes))
        return;
    dv_refuse_point_fault(L, index, name);
    luaL_error(L, "%s: a point expected (" DV_POINT_FORMS " or a vector), got %s", name,
               dv_type_name(L, index));
}

void dv_check_axes_from(lua_State *L, int index, const char *name, double axes[3]) {
    if (lua_type(L, index) != LUA_TNUMBER) {
        dv_check_axes(L, index, name, axes);
        return;
    }
    axes[0] = lua_tonumber(L, index);
    axes[1] = luaL_checknumber(L, index + 1);
    axes[2] = luaL_optnumber(L, index + 2, 0);
}

dv_vec3 dv_check_point(lua_State *L, int index, const char *name) {
    double axes[3];
    dv_check_axes(L, index, name, axes);
    return dv_vector_of(axes);
}

dv_vec3 dv_check_point_from(lua_State *L, int index, const char *name) {
    double axes[3];
    dv_check_axes_from(L, index, name, axes);
    return dv_vector_of(axes);
}

static int new_vector(lua_State *L) {
    dv_push_vector(L, luaL_checknumber(L, 1), luaL_checknumber(L, 2), luaL_optnumber(L, 3, 0));
    return 1;
}

static int vector_add(lua_State *L) {
    const double *a = check_vector(L, 1)->axes, *b = check_vector(L, 2)->axes;
    dv_push_vector(L, a[0] + b[0], a[1] + b[1], a[2] + b[2]);
    return 1;
}

static int vector_subtract(lua_State *L) {
    const double *a = check_vector(L, 1)->axes, *b = check_vector(L, 2)->axes;
    dv_push_vector(L, a[0] - b[0], a[1] - b[1], a[2] - b[2]);
    return 1;
}

static int vector_multiply(lua_State *L) {
    int at = to_vector(L, 1) ? 1 : 2;
    const double *v = check_vector(L, at)->axes;
    double factor = luaL_checknumber(L, 3 - at);
    dv_push_vector(L, v[0] * factor, v[1] * factor, v[2] * factor);
    return 1;
}

static int vector_divide(lua_State *L) {
    const double *v = check_vector(L, 1)->axes;
    double divisor = luaL_checknumber(L, 2);
    dv_push_vector(L, v[0] / divisor, v[1] / divisor, v[2] / divisor);
    return 1;
}

static int vector_negate(lua_State *L) {
    const double *v = check_vector(L, 1)->axes;
    dv_push_vector(L, -v[0], -v[1], -v[2]);
    return 1;
}

static int vector_equal(lua_State *L) {
    const vector *a = to_vector(L, 1), *b = to_vector(L, 2);
    lua_pushboolean(L, a && b && a->axes[0] == b->axes[0] && a->axes[1] == b->axes[1] &&
                           a->axes[2] == b->axes[2]);
    return 1;
}

static int to_text(lua_State *L) {
    const double *v = check_vector(L, 1)->axes;
    char text[96];
    snprintf(text, sizeof text, "(%.6g, %.6g, %.6g)", v[0], v[1], v[2]);
    lua_pushstring(L, text);
    return 1;
}

static int vector_length(lua_State *L) {
    const double *v = check_vector(L, 1)->axes;
    lua_pushnumber(L, dv_sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]));
    return 1;
}

static int vector_dot(lua_State *L) {
    const double *a = check_vector(L, 1)->axes, *b = check_vector(L, 2)->axes;
    lua_pushnumber(L, a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
    return 1;
}

static int vector_unit(lua_State *L) {
    const double *v = check_vector(L, 1)->axes;
    double size = dv_sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    double scale = size > 0 ? 1 / size : 0;
    dv_push_vector(L, v[0] * scale, v[1] * scale, v[2] * scale);
    return 1;
}

static int vector_unpack(lua_State *L) {
    const double *v = check_vector(L, 1)->axes;
    for (int axis = 0; axis < 3; axis++)
        lua_pushnumber(L, v[axis]);
    return 3;
}

static void get_x(lua_State *L, const dv_world *world, uint64_t self) {
    (void)world, (void)self;
    lua_pushnumber(L, check_vector(L, 1)->axes[0]);
}

static void get_y(lua_State *L, const dv_world *world, uint64_t self) {
    (void)world, (void)self;
    lua_pushnumber(L, check_vector(L, 1)->axes[1]);
}

static void get_z(lua_State *L, const dv_world *world, uint64_t self) {
    (void)world, (void)self;
    lua_pushnumber(L, check_vector(L, 1)->axes[2]);
}

static int vector_field(lua_State *L) {
    check_vector(L, 1);
    const char *key = luaL_checkstring(L, 2);
    if (dv_push_value_member(L, &dv_vector_class))
        return 1;
    return luaL_error(L, "a vector has no '%s': x, y, z, length, unit, dot or unpack", key);
}

static int refuse_change(lua_State *L) {
    return luaL_error(L, "vectors are immutable: make a new one with drover.vec");
}

static const dv_field_row fields[] = {
    {"x", "number", "its part along x", get_x, NULL},
    {"y", "number", "its part along y", get_y, NULL},
    {"z", "number", "its part along z, up", get_z, NULL},
    {0},
};

static const dv_method_row methods[] = {
    {"length", vector_length,
     "Its length.\n"
     "@return number length"},
    {"dot", vector_dot,
     "The dot product.\n"
     "@param other drover.vector\n"
     "@return number"},
    {"unit", vector_unit,
     "The vector of length 1 in its direction; zero stays zero.\n"
     "@return drover.vector"},
    {"unpack", vector_unpack,
     "Its components as three numbers.\n"
     "@return number x, number y, number z"},
    {0},
};

static const dv_method_row *const method_lists[] = {methods, NULL};

const dv_class dv_vector_class = {
    .name = "vector",
    .heading = "drover.vector",
    .doc = "A vector, made by `drover.vec`. Vectors are immutable and compare by component.",
    .more = "@operator add(drover.vector): drover.vector\n"
            "@operator sub(drover.vector): drover.vector\n"
            "@operator mul(number): drover.vector\n"
            "@operator div(number): drover.vector\n"
            "@operator unm: drover.vector\n",
    .fields = fields,
    .methods = method_lists,
};

void dv_open_vectors(lua_State *L) {
    static const luaL_Reg operators[] = {
        {"__add", vector_add},    {"__sub", vector_subtract},    {"__mul", vector_multiply},
        {"__div", vector_divide}, {"__unm", vector_negate},      {"__eq", vector_equal},
        {"__tostring", to_text},  {"__newindex", refuse_change}, {NULL, NULL}};
    luaL_newmetatable(L, DV_VECTOR_CLASS);
    lua_pushliteral(L, "vector");
    lua_setfield(L, -2, "__name");
    luaL_setfuncs(L, operators, 0);
    dv_push_class_methods(L, &dv_vector_class);
    lua_pushcclosure(L, vector_field, 1);
    lua_setfield(L, -2, "__index");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 1);
    lua_pushcfunction(L, new_vector);
    lua_setfield(L, -2, "vec");
}
