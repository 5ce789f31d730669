// Pictures in the folder of a scenario: 4 × 3 pixels.
#ifndef DV_TEST_PICTURE_FILES_H
#define DV_TEST_PICTURE_FILES_H

#include "../png_bytes.h"
#include "scenario_fixture.h"

static inline void write_picture(const fixture *f, const char *name,
                                 uint32_t (*color)(uint32_t x, uint32_t y)) {
    png_bytes png;
    png_make(&png, 4, 3, color);
    write_bytes(f, name, png.bytes, png.size);
}

/// Write a picture whose checksums are right, but not what is compressed in it.
static inline void write_rotten(const fixture *f, const char *name) {
    static png_bytes png;
    png_begin(&png, 4, 3, 8, 6);
    png_add_chunk(&png, "IDAT", "rotten", 6);
    png_add_chunk(&png, "IEND", "", 0);
    write_bytes(f, name, png.bytes, png.size);
}

#endif
