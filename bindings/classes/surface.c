// Surfaces in Lua. They are declared while modules load; a height function is sampled once then.
// world:surface creates a surface, which can be asked for its nearest point.
#include "classes/access.h"
#include "classes/classes.h"
#include "classes/ground.h"
#include "classes/handles.h"
#include "classes/image.h"
#include "classes/place.h"
#include "classes/vector.h"
#include "modules/modules.h"

#include "base/math.h"
#include "base/names.h"

#include <math.h>
#include <string.h>

// Declarations

static const char *string_field(lua_State *L, int record, const char *field) {
    const char *string = lua_getfield(L, record, field) == LUA_TSTRING ? lua_tostring(L, -1) : "";
    lua_pop(L, 1); // the record keeps it
    return string;
}

static double number_field(lua_State *L, int record, const char *field) {
    lua_getfield(L, record, field);
    double number = lua_tonumber(L, -1);
    lua_pop(L, 1);
    return number;
}

static bool axes_field(lua_State *L, int record, const char *field, double axes[3]) {
    lua_getfield(L, record, field);
    bool found = dv_to_point(L, -1, axes);
    lua_pop(L, 1);
    return found;
}

static bool place_field(lua_State *L, int record, const char *field, dv_vec3 *place) {
    double axes[3];
    bool found = axes_field(L, record, field, axes);
    if (found)
        *place = dv_locate(L, axes);
    return found;
}

/// The number of grid points along a side, such that their distance is at most the resolution.
static uint32_t heights_along(lua_State *L, const dv_surface_def *def, double span,
                              double resolution) {
    double cells = ceil(span / resolution - 1e-6);
    if (!(cells < DV_MAX_HEIGHTS))
        luaL_error(L, "%s: surface '%s': resolution: more than %d heights", def->where, def->name,
                   (int)DV_MAX_HEIGHTS);
    return cells < 1 ? 2 : (uint32_t)cells + 1;
}

static float surface_sample(lua_State *L, const dv_surface_def *def, int function, double x,
                            double y) {
    lua_pushvalue(L, function);
    lua_pushnumber(L, x);
    lua_pushnumber(L, y);
    lua_call(L, 2, 1);
    double height = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : (double)NAN;
    height -= dv_scenario_of(L)->origin.z;
    if (!isfinite((float)height))
        luaL_error(L, "%s: surface '%s': height(%f, %f) gave %s, not a finite number", def->where,
                   def->name, x, y, luaL_tolstring(L, -1, NULL));
    lua_pop(L, 1);
    return (float)height;
}

/// Take the pixels of the image as heights, from corner to corner. They are in a userdata left on
/// the stack.
static void take_pixels(lua_State *L, int record, dv_surface_def *def) {
    lua_getfield(L, record, "image");
    const dv_image *image = dv_to_image(L, -1);
    double origin = dv_scenario_of(L)->origin.z;
    double low = number_field(L, record, "low") - origin;
    double high = number_field(L, record, "high") - origin;
    if (image->width < 2 || image->height < 2)
        luaL_error(L, "%s: surface '%s': height: an image of 2 by 2 pixels or more expected",
                   def->where, def->name);
    def->columns = image->width;
    def->rows = image->height;
    lua_getfield(L, record, "channel");
    const char *what = lua_pushfstring(L, "%s: surface '%s'", def->where, def->name);
    const uint16_t *values = dv_push_channel(L, image, lua_gettop(L) - 1, what);
    size_t count = (size_t)def->columns * def->rows;
    float *heights = lua_newuserdatauv(L, count * sizeof *heights, 0);
    for (uint32_t row = 0; row < def->rows; row++)
        for (uint32_t column = 0; column < def->columns; column++) {
            size_t pixel = (size_t)(def->rows - 1 - row) * def->columns + column;
            double part = values[pixel] / 65535.0;
            heights[(size_t)row * def->columns + column] = (float)(low + (high - low) * part);
        }
    def->heights = heights;
}

/// Sample the height function over the grid, or take an image. The heights are in a userdata left
/// on the stack.
static void sample_heights(lua_State *L, int record, dv_surface_def *def, const dv_bounds *bounds) {
    if (!place_field(L, record, "min", &def->low)) {
        def->low = bounds->min;
        def->high = bounds->max;
    } else {
        place_field(L, record, "max", &def->high);
    }
    double resolution = number_field(L, record, "resolution");
    double width = (double)def->high.x - def->low.x, depth = (double)def->high.y - def->low.y;
    if (!(width > 0 && depth > 0))
        luaL_error(L, "%s: surface '%s': min must be below max", def->where, def->name);
    bool is_image = lua_getfield(L, record, "image") != LUA_TNIL;
    lua_pop(L, 1);
    if (is_image) {
        take_pixels(L, record, def);
        return;
    }
    def->columns = heights_along(L, def, width, resolution);
    def->rows = heights_along(L, def, depth, resolution);
    if ((uint64_t)def->columns * def->rows > DV_MAX_HEIGHTS)
        luaL_error(L, "%s: surface '%s': resolution: %d by %d are more than %d heights", def->where,
                   def->name, (int)def->columns, (int)def->rows, (int)DV_MAX_HEIGHTS);
    float *heights = lua_newuserdatauv(L, sizeof *heights * def->columns * def->rows, 0);
    lua_getfield(L, record, "height");
    int function = lua_gettop(L);
    dv_place origin = dv_scenario_of(L)->origin;
    for (uint32_t row = 0; row < def->rows; row++)
        for (uint32_t column = 0; column < def->columns; column++) {
            double x = origin.x + def->low.x + width * column / (def->columns - 1);
            double y = origin.y + def->low.y + depth * row / (def->rows - 1);
            heights[(size_t)row * def->columns + column] = surface_sample(L, def, function, x, y);
        }
    lua_pop(L, 1);
    def->heights = heights;
}

static void add_surface(lua_State *L, int record, dv_program *program, const dv_bounds *bounds) {
    dv_surface_def def = {.name = string_field(L, record, "name"),
                          .where = string_field(L, record, "where")};
    const char *shape = string_field(L, record, "shape");
    dv_error error;
    double axes[3];
    int top = lua_gettop(L);
    place_field(L, record, "point", &def.point);
    if (strcmp(shape, "plane") == 0) {
        def.shape = DV_SURFACE_PLANE;
        if (axes_field(L, record, "normal", axes))
            def.normal = dv_vector_of(axes);
    } else if (strcmp(shape, "sphere") == 0) {
        def.shape = DV_SURFACE_SPHERE;
        def.radius = (float)number_field(L, record, "radius");
    } else {
        def.shape = DV_SURFACE_HEIGHTS;
        sample_heights(L, record, &def, bounds);
    }
    dv_raise_if_failed(L, dv_program_add_surface(program, &def, &error), &error);
    lua_settop(L, top);
}

void dv_add_surfaces(lua_State *L, const dv_modules *modules, dv_program *program,
                     const dv_bounds *bounds) {
    int top = lua_gettop(L);
    for (uint32_t i = 0; i < dv_modules_count(modules); i++) {
        dv_modules_push_declarations(L, modules, dv_modules_name(modules, i));
        if (lua_getfield(L, -1, "surface") == LUA_TTABLE) {
            int surfaces = lua_gettop(L);
            lua_pushcfunction(L, dv_ordered_keys);
            lua_pushvalue(L, surfaces);
            lua_call(L, 1, 1);
            lua_Unsigned count = lua_rawlen(L, surfaces + 1);
            for (lua_Unsigned k = 1; k <= count; k++) {
                lua_rawgeti(L, surfaces + 1, (lua_Integer)k);
                lua_rawget(L, surfaces);
                add_surface(L, surfaces + 2, program, bounds);
                lua_settop(L, surfaces + 1);
            }
        }
        lua_settop(L, top);
    }
}

// Surfaces of the world

/// The name at an index, given as a string or as the reference that the declaration returned.
static const char *check_surface_name(lua_State *L, int index) {
    if (!luaL_testudata(L, index, "declared surface"))
        return luaL_checkstring(L, index);
    lua_getiuservalue(L, index, 1);
    return lua_tostring(L, -1);
}

int dv_make_surface(lua_State *L) {
    dv_world *world = dv_writable_world(L);
    const dv_program *program = dv_world_program(world);
    const char *name = check_surface_name(L, 2);
    int32_t type = dv_program_surface_type(program, name);
    dv_surface made;
    dv_error error;
    if (type < 0) {
        const char *names[DV_MAX_SURFACE_TYPES];
        uint32_t count = dv_program_surface_type_count(program);
        for (uint32_t i = 0; i < count; i++)
            names[i] = dv_program_surface_type_name(program, i);
        return dv_raise_unlisted(L, "no surface", name, names, count);
    }
    dv_raise_if_failed(L, dv_surface_create(world, (uint32_t)type, &made, &error), &error);
    dv_push_handle(L, made.bits);
    return 1;
}

static dv_surface check_surface(lua_State *L, int index) {
    dv_surface surface = {dv_to_handle(L, index)};
    if (!dv_surface_alive(dv_readable_world(L), surface))
        luaL_error(L, "self: not a surface of this world");
    return surface;
}

/// surface:nearest(x, y, z) → x, y, z of the nearest point, then of the normal there
static int surface_nearest(lua_State *L) {
    dv_surface surface = check_surface(L, 1);
    dv_vec3 place = dv_check_place_from(L, 2, "point"), vectors[2];
    dv_surface_nearest(dv_readable_world(L), surface, place, &vectors[0], &vectors[1]);
    dv_push_coordinates(L, vectors[0]);
    lua_pushnumber(L, (double)vectors[1].x);
    lua_pushnumber(L, (double)vectors[1].y);
    lua_pushnumber(L, (double)vectors[1].z);
    return 6;
}

static void get_name(lua_State *L, const dv_world *world, uint64_t self) {
    lua_pushstring(L, dv_program_surface_type_name(dv_world_program(world),
                                                   dv_surface_type(world, (dv_surface){self})));
}

static void get_alive(lua_State *L, const dv_world *world, uint64_t self) {
    lua_pushboolean(L, dv_surface_alive(world, (dv_surface){self}));
}

static void check_self(lua_State *L) { check_surface(L, 1); }

static const dv_field_row fields[] = {
    {"name", "string", "that it was declared with", get_name, NULL},
    {"alive", "boolean", "false once it was removed", get_alive, NULL},
    {0},
};

static const dv_method_row methods[] = {
    {"nearest", surface_nearest,
     "The nearest point on the surface, and the normal there.\n"
     "@param x drover.point|number\n"
     "@param y? number\n"
     "@param z? number\n"
     "@return number x, number y, number z, number nx, number ny, number nz"},
    {0},
};

static const dv_method_row *const method_lists[] = {methods, NULL};

const dv_class dv_surface_class = {
    .name = "surface",
    .heading = "drover.surface",
    .doc = "A surface made by `world:surface`.",
    .called = "a surface",
    .check = check_self,
    .fields = fields,
    .methods = method_lists,
};
