// How units spread and evaporate, in a run of cells. The kernels are compiled once for each vector
// width and give the same results.
#ifndef DV_FIELDS_FIELD_SPREAD_H
#define DV_FIELDS_FIELD_SPREAD_H

#include <stdint.h>

/// Cells of a row, and their neighbors; `cells[-1]` and `cells[count]` exist.
typedef struct dv_field_run {
    const int32_t *cells, *above, *below;
    int32_t *out;
    uint32_t count;
    float share, loss;
} dv_field_run;

/// Compute a run of cells; not 0 if any of them holds something.
typedef int32_t dv_field_spread(const struct dv_field_run *run);

dv_field_spread dv_field_spread_128, dv_field_spread_256, dv_field_spread_512;

#endif
