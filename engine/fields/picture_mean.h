// Means over parts of a picture, for the cells of a field that it spans. They are exact: columns of
// pixels and of cells are measured in the same whole units, so that only the mean is rounded.
#ifndef DV_FIELDS_PICTURE_MEAN_H
#define DV_FIELDS_PICTURE_MEAN_H

#include "fields/field_grid.h"

#include "drover/fields.h"

typedef struct dv_field_picture {
    const void *values;     ///< by row, from the top down, and column
    uint32_t white;         ///< 255: they are bytes; 65535: they are uint16_t
    uint32_t width, height; ///< 1 to DV_MAX_FILL_PIXELS
} dv_field_picture;

/// Add up what a row of cells covers of each column of pixels: one of `rows`, counted from the top.
void dv_picture_sum_row(const dv_field_picture *picture, uint32_t row, uint32_t rows,
                        uint32_t sums[DV_MAX_FILL_PIXELS]);
/// The mean over a cell, one of `columns` in the row with these sums: DV_FIELD_FULL if it covers
/// only white pixels.
int64_t dv_picture_mean(const dv_field_picture *picture, uint32_t column, uint32_t columns,
                        const uint32_t sums[DV_MAX_FILL_PIXELS]);

#endif
