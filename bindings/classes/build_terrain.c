// world:build with an image: terrain by colors.
//
// An image spans the bounds, with its top where y is highest, as for field:fill. Pixels of one
// color side by side become one rectangle.
#include "classes/access.h"
#include "classes/ground.h"
#include "classes/handles.h"
#include "classes/image.h"
#include "classes/places.h"
#include "sandbox/sandbox.h"

#include "base/math.h"

#include <string.h>

#define MOST_COLORS 64
/// Whatever looks up a terrain looks at every region.
#define MOST_RECTANGLES 4096

typedef struct painted {
    uint32_t color; ///< 0xRRGGBBAA
    int32_t terrain;
} painted;

typedef struct rectangle {
    uint32_t left, top, width, height; ///< pixels
    int32_t terrain;
} rectangle;

typedef struct terrain_image {
    lua_State *L;
    const dv_image *image;
    painted colors[MOST_COLORS];
    uint32_t color_count;
    unsigned char *numbers; ///< of each pixel's color from 1; 0: another, or built already
    rectangle *rectangles;
    uint32_t count;
} terrain_image;

/// Read { ["#6b4423"] = "mud", green = "grass" }, in the order of the keys.
static void read_colors(terrain_image *t, int index) {
    lua_State *L = t->L;
    if (!lua_istable(L, index))
        luaL_error(L, "build: colors: { green = \"grass\", … } expected, got %s",
                   dv_type_name(L, index));
    dv_sandbox_resolve_proxy(L, index);
    lua_pushcfunction(L, dv_ordered_keys);
    lua_pushvalue(L, index);
    lua_call(L, 1, 1);
    int keys = lua_gettop(L);
    lua_Unsigned count = lua_rawlen(L, keys);
    if (count < 1 || count > MOST_COLORS)
        luaL_error(L, "build: colors: 1 to %d expected, not %d", MOST_COLORS, (int)count);
    for (lua_Unsigned i = 0; i < count; i++) {
        painted *made = &t->colors[t->color_count++];
        if (lua_rawgeti(L, keys, (lua_Integer)i + 1) != LUA_TSTRING)
            luaL_error(L, "build: colors: a color expected as key, got %s", dv_type_name(L, -1));
        const char *name = lua_tostring(L, -1);
        if (!dv_color_by_name(name, &made->color))
            dv_raise_unknown_color(L, "build: colors: no color", name);
        lua_pushvalue(L, -1);
        lua_rawget(L, index);
        made->terrain = dv_check_terrain(L, -1, "build: colors");
        for (uint32_t j = 0; j + 1 < t->color_count; j++)
            if (t->colors[j].color == made->color)
                luaL_error(L, "build: colors: '%s' is there twice", name);
        lua_settop(L, keys);
    }
}

/// Colors have 8 bits for each value: of 16, these are the upper ones.
static unsigned char number_of(const terrain_image *t, size_t pixel) {
    uint32_t color = 0;
    for (size_t i = 4 * pixel; i < 4 * pixel + 4; i++)
        color = color << 8 | dv_image_value(t->image, i) >> (t->image->white == 255 ? 0 : 8);
    for (uint32_t i = 0; i < t->color_count; i++)
        if (t->colors[i].color == color)
            return (unsigned char)(i + 1);
    return 0;
}

static bool is_alike(const terrain_image *t, uint32_t row, uint32_t left, uint32_t width,
                     unsigned char number) {
    const unsigned char *numbers = t->numbers + (size_t)row * t->image->width;
    for (uint32_t i = left; i < left + width; i++)
        if (numbers[i] != number)
            return false;
    return true;
}

/// Add the rectangle whose left upper corner is at a pixel: first to the right, then down.
static void take_rectangle(terrain_image *t, uint32_t row, uint32_t column) {
    uint32_t width = t->image->width, right = column + 1, bottom = row + 1;
    unsigned char *numbers = t->numbers, number = numbers[(size_t)row * width + column];
    while (right < width && numbers[(size_t)row * width + right] == number)
        right++;
    while (bottom < t->image->height && is_alike(t, bottom, column, right - column, number))
        bottom++;
    if (t->count == MOST_RECTANGLES)
        luaL_error(
            t->L,
            "build: the image has more than %d rectangles of these colors: use one with fewer "
            "pixels, or without smoothed edges",
            MOST_RECTANGLES);
    for (uint32_t i = row; i < bottom; i++)
        memset(numbers + (size_t)i * width + column, 0, right - column);
    t->rectangles[t->count++] =
        (rectangle){column, row, right - column, bottom - row, t->colors[number - 1].terrain};
}

static void find_rectangles(terrain_image *t) {
    uint32_t width = t->image->width, height = t->image->height;
    t->numbers = lua_newuserdatauv(t->L, (size_t)width * height, 0);
    t->rectangles = lua_newuserdatauv(t->L, MOST_RECTANGLES * sizeof *t->rectangles, 0);
    for (size_t i = 0; i < (size_t)width * height; i++)
        t->numbers[i] = number_of(t, i);
    for (uint32_t row = 0; row < height; row++) {
        dv_sandbox_check(t->L);
        for (uint32_t column = 0; column < width; column++)
            if (t->numbers[(size_t)row * width + column])
                take_rectangle(t, row, column);
    }
}

static dv_result build_rectangle(dv_world *world, const dv_image *image, const rectangle *r,
                                 dv_region *made, dv_error *error) {
    dv_bounds b = dv_world_bounds(world);
    double width = ((double)b.max.x - b.min.x) / image->width;
    double depth = ((double)b.max.y - b.min.y) / image->height;
    dv_region_def def = dv_region_def_default();
    def.shape = (dv_obstacle_def){
        .shape = DV_BOX,
        .position =
            dv_vec((float)(b.min.x + width * (r->left + r->width / 2.0)),
                   (float)(b.max.y - depth * (r->top + r->height / 2.0)), (b.min.z + b.max.z) / 2),
        .width = (float)(width * r->width),
        .depth = (float)(depth * r->height),
        .height = b.max.z - b.min.z,
    };
    dv_result result = dv_region_create(world, &def, made, error);
    if (result == DV_OK)
        result = dv_region_set_terrain(world, *made, r->terrain, error);
    return result;
}

int dv_build_terrain(lua_State *L) {
    static const char *const names[] = {"as", "colors"};
    dv_world *world = dv_writable_world(L);
    terrain_image t = {.L = L, .image = dv_to_image(L, 2)};
    dv_result result = DV_OK;
    dv_error error;
    bool is_terrain = lua_istable(L, 3) && lua_getfield(L, 3, "as") == LUA_TSTRING &&
                      strcmp(lua_tostring(L, -1), "terrain") == 0;
    if (!is_terrain)
        return luaL_error(L, "build: { as = \"terrain\", colors = { … } } expected for an image");
    dv_check_keys(L, 3, "build: terrain takes no", names, 2);
    lua_getfield(L, 3, "colors");
    read_colors(&t, lua_gettop(L));
    find_rectangles(&t);
    dv_region *made = lua_newuserdatauv(L, (t.count + 1) * sizeof *made, 0);
    lua_createtable(L, (int)t.count, 0);
    uint32_t count = 0;
    while (count < t.count && result == DV_OK) {
        result = build_rectangle(world, t.image, &t.rectangles[count], &made[count], &error);
        count += made[count].bits != 0;
    }
    while (result != DV_OK && count > 0)
        dv_region_remove(world, made[--count]);
    dv_raise_if_failed(L, result, &error);
    for (uint32_t i = 0; i < count; i++) {
        dv_push_handle(L, made[i].bits);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}
