// Whether the bytes of a file are a PNG picture. The parts of the file are checked, with their
// checksums. What is compressed in them is left to those who decode it; see png_read.h.
#ifndef DV_PICTURES_PNG_CHECK_H
#define DV_PICTURES_PNG_CHECK_H

#include <drover/program.h>

typedef struct dv_png_size {
    uint32_t width, height; ///< pixels
    uint32_t bits;          ///< of each value: 1 to 8, or 16
} dv_png_size;

/// What is wrong with a file, as in "map.png: the file is damaged", or NULL.
const char *dv_png_problem(const unsigned char *png, size_t size);
/// The size of the picture in a file that nothing is wrong with: from 1 to DV_MAX_PICTURE_PIXELS to
/// a side.
dv_png_size dv_png_size_of(const unsigned char *png);

#endif
