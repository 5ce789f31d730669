#include "fields/picture_mean.h"

#include <string.h>

/// What a cell covers of the pixels along an axis. A pixel is as many units long as there are
/// cells, and a cell as many as there are pixels, so both begin and end at whole units.
typedef struct cover {
    uint64_t begin, end; ///< units
    uint32_t pixel;      ///< units
    uint32_t first, last;
} cover;

static cover cover_of(uint32_t cell, uint32_t cells, uint32_t pixels) {
    uint64_t begin = (uint64_t)cell * pixels, end = begin + pixels;
    return (cover){.begin = begin,
                   .end = end,
                   .pixel = cells,
                   .first = (uint32_t)(begin / cells),
                   .last = (uint32_t)((end - 1) / cells)};
}

/// How much of a pixel is covered (units).
static uint32_t covered(const cover *c, uint32_t pixel) {
    uint64_t begin = (uint64_t)pixel * c->pixel, end = begin + c->pixel;
    return (uint32_t)((end < c->end ? end : c->end) - (begin > c->begin ? begin : c->begin));
}

static uint32_t value_at(const dv_field_picture *picture, size_t i) {
    return picture->white == 255 ? ((const unsigned char *)picture->values)[i]
                                 : ((const uint16_t *)picture->values)[i];
}

void dv_picture_sum_row(const dv_field_picture *picture, uint32_t row, uint32_t rows,
                        uint32_t sums[DV_MAX_FILL_PIXELS]) {
    cover c = cover_of(row, rows, picture->height);
    memset(sums, 0, picture->width * sizeof *sums);
    for (uint32_t y = c.first; y <= c.last; y++) {
        size_t first = (size_t)y * picture->width;
        uint32_t weight = covered(&c, y);
        for (uint32_t x = 0; x < picture->width; x++)
            sums[x] += weight * value_at(picture, first + x);
    }
}

static const uint64_t half = 1 << 15;
_Static_assert(DV_FIELD_FULL == 1 << 30, "two halves of the digits are all of them");

int64_t dv_picture_mean(const dv_field_picture *picture, uint32_t column, uint32_t columns,
                        const uint32_t sums[DV_MAX_FILL_PIXELS]) {
    cover c = cover_of(column, columns, picture->width);
    uint64_t sum = 0, most = (uint64_t)picture->white * picture->width * picture->height;
    for (uint32_t x = c.first; x <= c.last; x++)
        sum += (uint64_t)covered(&c, x) * sums[x];
    // sum * DV_FIELD_FULL takes up to 70 bits, so this divides by hand, half of the digits at a
    // time.
    uint64_t high = sum * half, low = high % most * half;
    return (int64_t)(high / most * half + (low + most / 2) / most);
}
