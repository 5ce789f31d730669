// Sorts agents into records; see kernels.h. Compiled once for each vector width.
#include "world/kernels.h"

#include "base/lanes.h"
#include "world/columns.h"
#include "world/sensed_record.h"

#include <stddef.h>

/// Convert places to cells along an axis. Places outside get the nearest cell, NaN the first.
static inline void cells_along(const float *places, float origin, float size, uint32_t count,
                               dv_mask *cells) {
    dv_floats place, none = {0}, last = DV_ALL_LANES((float)(count - 1));
    DV_LOAD_LANES(place, places);
    dv_floats cell = (place - origin) / size;
    cell = DV_WHERE(cell > 0, cell, none);
    cell = DV_WHERE(cell < last, cell, last);
    *cells = __builtin_convertvector(cell, dv_mask);
}

void DV_AT_WIDTH(dv_find_cells)(const dv_grid *grid, const dv_columns *columns, uint32_t first,
                                uint32_t *cells) {
    dv_mask column, row, layer;
    cells_along(columns->x + first, grid->origin.x, grid->cell.x, grid->columns, &column);
    cells_along(columns->y + first, grid->origin.y, grid->cell.y, grid->rows, &row);
    if (grid->layers > 1) {
        cells_along(columns->z + first, grid->origin.z, grid->cell.z, grid->layers, &layer);
        row += layer * (int32_t)grid->rows;
    }
    column += row * (int32_t)grid->columns;
    DV_STORE_LANES(cells, column);
}

// Positions of state and kind in the last word of a record, on the little-endian machines that
// hash.c requires.
enum { STATE_SHIFT = 0, KIND_SHIFT = 16 };

typedef uint16_t states __attribute__((vector_size(2 * DV_LANES)));
typedef uint8_t kinds __attribute__((vector_size(DV_LANES)));

/// Load the last fields of each record: agent, state, and kind.
static inline void load_identities(const dv_columns *c, uint32_t first, dv_rows *rows) {
    states state;
    kinds kind;
    memcpy(&state, c->state + first, sizeof state);
    memcpy(&kind, c->kind + first, sizeof kind);
    dv_mask agent = (dv_mask){0, 1, 2, 3, 4, 5, 6, 7} + (int32_t)first;
    dv_mask rest = __builtin_convertvector(state, dv_mask) << STATE_SHIFT |
                   __builtin_convertvector(kind, dv_mask) << KIND_SHIFT;
    rows->g = (dv_floats)agent;
    rows->h = (dv_floats)rest;
}

void DV_AT_WIDTH(dv_put_records)(dv_sensed *sensed, const dv_columns *c, uint32_t first,
                                 const uint32_t *ranks) {
    _Static_assert(offsetof(dv_record, agent) == 24 && offsetof(dv_record, state) == 28 &&
                       offsetof(dv_record, kind) == 30 && sizeof(dv_record) == sizeof(dv_floats),
                   "eight words, which are the lanes of a vector");
    dv_record *records = sensed->records;
    dv_rows rows;

    DV_LOAD_LANES(rows.a, c->x + first);
    DV_LOAD_LANES(rows.b, c->y + first);
    DV_LOAD_LANES(rows.c, c->z + first);
    DV_LOAD_LANES(rows.d, c->vx + first);
    DV_LOAD_LANES(rows.e, c->vy + first);
    DV_LOAD_LANES(rows.f, c->vz + first);
    load_identities(c, first, &rows);
    dv_turn_rows(&rows);
    DV_STORE_LANES(&records[ranks[0]], rows.a);
    DV_STORE_LANES(&records[ranks[1]], rows.b);
    DV_STORE_LANES(&records[ranks[2]], rows.c);
    DV_STORE_LANES(&records[ranks[3]], rows.d);
    DV_STORE_LANES(&records[ranks[4]], rows.e);
    DV_STORE_LANES(&records[ranks[5]], rows.f);
    DV_STORE_LANES(&records[ranks[6]], rows.g);
    DV_STORE_LANES(&records[ranks[7]], rows.h);
    for (uint32_t lane = 0; lane < DV_LANES; lane++) {
        uint32_t agent = first + lane;
        sensed->forward[ranks[lane]] = (dv_vec3){c->fx[agent], c->fy[agent], c->fz[agent]};
        c->rank[agent] = ranks[lane];
    }
}
