// Images: the pixels of a PNG file of the scenario.
#include "classes/image.h"

#include "classes/access.h"
#include "classes/classes.h"
#include "classes/handles.h"
#include "classes/new_class.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "pictures/png_check.h"
#include "pictures/png_read.h"

#include <string.h>

const dv_image *dv_to_image(lua_State *L, int index) {
    const dv_scenario *scenario = dv_scenario_of(L);
    const dv_image *image = luaL_testudata(L, index, DV_IMAGE_CLASS);
    if (image && scenario->is_setting_up)
        dv_modules_note_setup_uses(scenario->modules, image->hash);
    return image;
}

static const dv_image *check_image(lua_State *L, int index) {
    const dv_image *image = dv_to_image(L, index);
    if (!image)
        luaL_error(L, "an image expected, got %s", dv_type_name(L, index));
    return image;
}

// Reading files

/// Push the image in a PNG file whose parts are right.
static void push_decoded(lua_State *L, const char *what, const char *path, const unsigned char *png,
                         size_t size) {
    dv_png_size of = dv_png_size_of(png);
    int width, height;
    size_t bytes = (size_t)4 * of.width * of.height * (of.bits == 16 ? 2 : 1);
    dv_image *image = lua_newuserdatauv(L, sizeof *image + bytes, 0);
    uint64_t refused = dv_refused_allocations();
    void *pixels = of.bits == 16 ? (void *)dv_png_read_16(png, size, 4, &width, &height)
                                 : dv_png_read(png, size, 4, &width, &height);
    if (!pixels && dv_refused_allocations() != refused)
        luaL_error(L, "out of memory");
    if (!pixels)
        luaL_error(L, "%s: %s: the file is damaged", what, path);
    image->width = of.width;
    image->height = of.height;
    image->hash = dv_hash_bytes(png, size);
    image->white = of.bits == 16 ? 65535 : 255;
    memcpy(image->pixels, pixels, bytes);
    dv_free(pixels);
    luaL_setmetatable(L, DV_IMAGE_CLASS);
}

void dv_push_image(lua_State *L, const char *what, const char *path) {
    const dv_scenario *scenario = dv_scenario_of(L);
    size_t size;
    const unsigned char *png = dv_modules_data(scenario->modules, &path, &size);
    lua_Integer key = (lua_Integer)dv_hash_bytes(png, size);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->images);
    if (lua_rawgeti(L, -1, key) != LUA_TNIL)
        return;
    lua_pop(L, 1);
    push_decoded(L, what, path, png, size);
    lua_pushvalue(L, -1);
    lua_rawseti(L, -3, key);
}

// Channels

static const char *const channels[] = {"red", "green", "blue", "alpha", "brightness"};
#define CHANNEL_COUNT (sizeof channels / sizeof *channels)
#define BRIGHTNESS (CHANNEL_COUNT - 1)

static size_t channel_named(lua_State *L, int index, const char *what) {
    if (lua_isnil(L, index))
        return BRIGHTNESS;
    if (lua_type(L, index) != LUA_TSTRING)
        luaL_error(L, "%s: channel: a string expected, got %s", what, dv_type_name(L, index));
    const char *name = lua_tostring(L, index);
    for (size_t i = 0; i < CHANNEL_COUNT; i++)
        if (strcmp(channels[i], name) == 0)
            return i;
    lua_pushfstring(L, "%s: no channel", what);
    dv_raise_unlisted(L, lua_tostring(L, -1), name, channels, CHANNEL_COUNT);
    return 0;
}

/// How bright a pixel is: its luma by Rec. 709 in ten-thousandths, times alpha.
static uint32_t brightness_of(const dv_image *image, size_t pixel) {
    uint64_t luma = UINT64_C(2126) * dv_image_value(image, 4 * pixel) +
                    UINT64_C(7152) * dv_image_value(image, 4 * pixel + 1) +
                    UINT64_C(722) * dv_image_value(image, 4 * pixel + 2);
    const uint64_t white = UINT64_C(10000) * image->white;
    return (uint32_t)((luma * dv_image_value(image, 4 * pixel + 3) + white / 2) / white);
}

const uint16_t *dv_push_channel(lua_State *L, const dv_image *image, int name, const char *what) {
    size_t channel = channel_named(L, name, what), count = (size_t)image->width * image->height;
    uint16_t *values = lua_newuserdatauv(L, count * sizeof *values, 0);
    for (size_t i = 0; i < count; i++) {
        uint32_t value = channel == BRIGHTNESS ? brightness_of(image, i)
                                               : dv_image_value(image, 4 * i + channel);
        values[i] = (uint16_t)(value * (65535 / image->white));
    }
    return values;
}

// The class

static uint32_t check_place(lua_State *L, int index, const char *name, uint32_t count) {
    int is_whole;
    if (lua_type(L, index) != LUA_TNUMBER)
        luaL_error(L, "at: %s: a number expected, got %s", name, dv_type_name(L, index));
    lua_Integer place = lua_tointegerx(L, index, &is_whole);
    if (!is_whole || place < 1 || place > (lua_Integer)count)
        luaL_error(L, "at: %s: %s is not a whole number from 1 to %d", name,
                   luaL_tolstring(L, index, NULL), (int)count);
    return (uint32_t)place - 1;
}

/// image:at(x, y) → red, green, blue, alpha
static int image_at(lua_State *L) {
    const dv_image *image = check_image(L, 1);
    uint32_t x = check_place(L, 2, "x", image->width), y = check_place(L, 3, "y", image->height);
    size_t pixel = (size_t)y * image->width + x;
    for (size_t i = 0; i < 4; i++)
        lua_pushnumber(L, (double)dv_image_value(image, 4 * pixel + i) / image->white);
    return 4;
}

static void get_width(lua_State *L, const dv_world *world, uint64_t self) {
    (void)world, (void)self;
    lua_pushinteger(L, check_image(L, 1)->width);
}

static void get_height(lua_State *L, const dv_world *world, uint64_t self) {
    (void)world, (void)self;
    lua_pushinteger(L, check_image(L, 1)->height);
}

static const dv_field_row fields[] = {
    {"width", "integer", "in pixels", get_width, NULL},
    {"height", "integer", "in pixels", get_height, NULL},
    {0},
};

static const dv_method_row methods[] = {
    {"at", image_at,
     "The color of a pixel: its red, green, and blue, and its alpha, which is 0 where the image is "
     "transparent.\n"
     "@param x integer 1 at the left, `width` at the right\n"
     "@param y integer 1 at the top, `height` at the bottom\n"
     "@return number red, number green, number blue, number alpha 0 to 1, in steps of "
     "1/255, or of 1/65535 if the file has 16 bits"},
    {0},
};

static const dv_method_row *const method_lists[] = {methods, NULL};

const dv_class dv_image_class = {
    .name = "image",
    .heading = "drover.image",
    .doc = "A picture that `drover.image` or `drover.data` has read, for `field:fill`. Images are "
           "immutable.",
    .fields = fields,
    .methods = method_lists,
};

static int image_field(lua_State *L) {
    check_image(L, 1);
    if (dv_push_value_member(L, &dv_image_class))
        return 1;
    return dv_raise_no_member(L, &dv_image_class, "an image has no", luaL_tolstring(L, 2, NULL));
}

static int refuse_change(lua_State *L) { return luaL_error(L, "images are immutable"); }

static int to_text(lua_State *L) {
    const dv_image *image = check_image(L, 1);
    lua_pushfstring(L, "image (%d × %d)", (int)image->width, (int)image->height);
    return 1;
}

void dv_open_images(lua_State *L) {
    static const luaL_Reg functions[] = {
        {"__tostring", to_text}, {"__newindex", refuse_change}, {NULL, NULL}};
    dv_new_class(L, DV_IMAGE_CLASS, functions);
    luaL_getmetatable(L, DV_IMAGE_CLASS);
    dv_push_class_methods(L, &dv_image_class);
    lua_pushcclosure(L, image_field, 1);
    lua_setfield(L, -2, "__index");
    lua_pop(L, 1);
}
