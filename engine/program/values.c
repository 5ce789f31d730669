// Names of slot types, shapes, colors, and events.
#include "base/hash.h"
#include "base/names.h"
#include "drover/program.h"
#include "drover/world.h"

#include <string.h>

static const char *const slot_type_names[DV_SLOT_TYPE_COUNT] = {
    [DV_SLOT_AGENT] = "agent",     [DV_SLOT_POINT] = "point", [DV_SLOT_VECTOR] = "vector",
    [DV_SLOT_NUMBER] = "number",   [DV_SLOT_GROUP] = "group", [DV_SLOT_OBSTACLE] = "obstacle",
    [DV_SLOT_SURFACE] = "surface", [DV_SLOT_PATH] = "path",   [DV_SLOT_FLOW] = "flow",
    [DV_SLOT_REGION] = "region",   [DV_SLOT_POSE] = "pose",
};

const char *dv_slot_type_name(dv_slot_type type) {
    return (unsigned)type < DV_SLOT_TYPE_COUNT ? slot_type_names[type] : NULL;
}

dv_slot_type dv_slot_type_by_name(const char *name) {
    for (int type = DV_SLOT_NONE + 1; type < DV_SLOT_TYPE_COUNT; type++)
        if (strcmp(slot_type_names[type], name) == 0)
            return (dv_slot_type)type;
    return DV_SLOT_NONE;
}

const char *const dv_shape_names[] = {"arrow", "disc", "hoofed", "wolf", "car",
                                      "fish",  "bird", "person", "tree", "house"};
const uint32_t dv_shape_count = sizeof dv_shape_names / sizeof *dv_shape_names;

bool dv_shape_by_name(const char *name, dv_shape *shape) {
    for (uint32_t i = 0; i < dv_shape_count; i++)
        if (strcmp(dv_shape_names[i], name) == 0) {
            *shape = (dv_shape)i;
            return true;
        }
    return false;
}

// The names of colors in CSS.
const char *const dv_color_names[] = {
    "aqua",      "beige",      "black",    "blue",      "brown",     "chocolate", "coral",
    "crimson",   "cyan",       "darkblue", "darkgray",  "darkgreen", "darkred",   "firebrick",
    "gold",      "gray",       "green",    "indigo",    "ivory",     "khaki",     "lightblue",
    "lightgray", "lightgreen", "lime",     "magenta",   "maroon",    "navy",      "olive",
    "orange",    "orchid",     "peru",     "pink",      "plum",      "purple",    "red",
    "salmon",    "sienna",     "silver",   "skyblue",   "slateblue", "slategray", "steelblue",
    "tan",       "teal",       "tomato",   "turquoise", "violet",    "wheat",     "white",
    "yellow",
};

static const uint32_t color_values[] = {
    0x00ffff, 0xf5f5dc, 0x000000, 0x0000ff, 0xa52a2a, 0xd2691e, 0xff7f50, 0xdc143c, 0x00ffff,
    0x00008b, 0xa9a9a9, 0x006400, 0x8b0000, 0xb22222, 0xffd700, 0x808080, 0x008000, 0x4b0082,
    0xfffff0, 0xf0e68c, 0xadd8e6, 0xd3d3d3, 0x90ee90, 0x00ff00, 0xff00ff, 0x800000, 0x000080,
    0x808000, 0xffa500, 0xda70d6, 0xcd853f, 0xffc0cb, 0xdda0dd, 0x800080, 0xff0000, 0xfa8072,
    0xa0522d, 0xc0c0c0, 0x87ceeb, 0x6a5acd, 0x708090, 0x4682b4, 0xd2b48c, 0x008080, 0xff6347,
    0x40e0d0, 0xee82ee, 0xf5deb3, 0xffffff, 0xffff00,
};

#define COLOR_COUNT (sizeof dv_color_names / sizeof *dv_color_names)
_Static_assert(COLOR_COUNT == sizeof color_values / sizeof *color_values, "a value for each name");
const uint32_t dv_color_count = COLOR_COUNT;

static bool read_hexadecimal(const char *digits, size_t count, uint32_t *value) {
    *value = 0;
    for (size_t i = 0; i < count; i++) {
        const char *all = "0123456789abcdef0123456789ABCDEF";
        const char *digit = digits[i] ? strchr(all, digits[i]) : NULL;
        if (!digit)
            return false;
        *value = *value << 4 | (uint32_t)((digit - all) % 16);
    }
    return true;
}

bool dv_color_by_name(const char *name, uint32_t *color) {
    size_t length = strlen(name);
    if (name[0] == '#' && length == 7 && read_hexadecimal(name + 1, 6, color)) {
        *color = *color << 8 | 0xff;
        return true;
    }
    if (name[0] == '#' && length == 9)
        return read_hexadecimal(name + 1, 8, color);
    for (size_t i = 0; i < COLOR_COUNT; i++)
        if (strcmp(dv_color_names[i], name) == 0) {
            *color = color_values[i] << 8 | 0xff;
            return true;
        }
    return false;
}

const char *dv_nearest_color(const char *name) {
    return dv_nearest_name(name, dv_color_names, COLOR_COUNT);
}

uint64_t dv_event_name(const char *name) { return dv_hash_bytes(name, strlen(name)); }
