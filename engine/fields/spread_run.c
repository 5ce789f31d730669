// Units that spread and evaporate. Compiled once for each vector width: compilers make vectors of
// these loops by themselves.
//
// What flows between two cells is a part of their difference, rounded toward zero. Both cells
// compute it from the same difference with opposite signs, so one gains exactly what the other
// loses. Evaporation is rounded up, so that a cell becomes empty in the end.
#include "fields/field_spread.h"

#include "base/compiler.h"
#include "fields/field_grid.h"

static DV_ALWAYS_INLINE int32_t flow(int32_t from, int32_t to, float share) {
    return (int32_t)(share * (float)(from - to));
}

static DV_ALWAYS_INLINE int32_t spread_cells(const dv_field_run *run, uint32_t count) {
    const int32_t *restrict cells = run->cells, *restrict above = run->above;
    const int32_t *restrict below = run->below;
    int32_t *restrict out = run->out;
    float share = run->share, loss = run->loss;
    int32_t least = loss > 0, any = 0;
    for (uint32_t i = 0; i < count; i++) {
        int32_t cell = cells[i];
        int32_t units = cell + flow(cells[(int64_t)i - 1], cell, share) +
                        flow(cells[i + 1], cell, share) + flow(above[i], cell, share) +
                        flow(below[i], cell, share);
        int32_t left = units - (int32_t)(loss * (float)units) - least;
        left = left > 0 ? left : 0;
        out[i] = left;
        any |= left;
    }
    return any;
}

int32_t DV_AT_WIDTH(dv_field_spread)(const dv_field_run *run) {
    return run->count == DV_FIELD_BLOCK ? spread_cells(run, DV_FIELD_BLOCK)
                                        : spread_cells(run, run->count);
}
