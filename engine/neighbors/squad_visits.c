// Selects the records that a squad visits: a stretch of each row of cells near it. In a volume, the
// stretch is shorter for rows that are farther away, because the agents' spheres are narrower
// there. This saves a twelfth of the visits. In a plane, with only three rows, it would cost as
// much as it saves. Compiled once for each vector width.
#include "neighbors/visits.h"

#include "base/lanes.h"
#include "world/kernels.h"

#include <math.h>

// As a share of a grid's span: more than the rounding error of converting places to cells.
#define GRAIN 1e-6f
// m, beyond which squares could overflow single precision.
#define FURTHEST 1e15f
#define MAX_CELLS 1e6f // more than any side has

/// Several rows, one per lane.
typedef struct abreast {
    uint32_t count;
    uint32_t row[DV_LANES], layer[DV_LANES];
    dv_vec3 shift[DV_LANES]; // see dv_nth_cell
    // Cells along x. In a wrapping world they may extend beyond either edge.
    int32_t from[DV_LANES], to[DV_LANES];
} abreast;

static inline float least_of(const dv_floats *lanes) {
    dv_floats other = DV_PICK(*lanes, *lanes, 4, 5, 6, 7, 0, 1, 2, 3);
    dv_floats least = DV_LESSER_LANES(*lanes, other);
    other = DV_PICK(least, least, 2, 3, 0, 1, 6, 7, 4, 5);
    least = DV_LESSER_LANES(least, other);
    // Shuffles as in the steps before, because branches would be mispredicted half of the time.
    other = DV_PICK(least, least, 1, 0, 3, 2, 5, 4, 7, 6);
    least = DV_LESSER_LANES(least, other);
    return least[0];
}

static inline float most_of(const dv_floats *lanes) {
    dv_floats opposite = -*lanes;
    return -least_of(&opposite);
}

/// The cells that the squads reach along an axis. `beside` equals `lanes` if there is only one
/// squad.
static inline void take_cells(const dv_vicinity *v, const float *lanes, const float *beside,
                              float origin, float size, uint32_t cells, float span,
                              dv_cells *stretch) {
    dv_floats places, others;
    DV_LOAD_LANES(places, lanes);
    DV_LOAD_LANES(others, beside);
    dv_floats lows = DV_LESSER_LANES(places, others), highs = DV_GREATER_LANES(places, others);
    float low = least_of(&lows) - origin - v->radius;
    float high = most_of(&highs) - origin + v->radius;
    if (v->squad->world->sensed.wraps)
        dv_cells_around(low, high, size, cells, span, stretch);
    else
        dv_cells_between(low, high, size, cells, stretch);
}

static void begin_vicinity(dv_vicinity *v) {
    const dv_vectors *p = &v->squad->position, *b = v->beside ? &v->beside->position : p;
    const dv_vec3 *span = &v->squad->world->sensed.span;
    const dv_grid *grid = v->grid;
    const dv_vec3 *origin = &grid->origin, *cell = &grid->cell;
    take_cells(v, p->x, b->x, origin->x, cell->x, grid->columns, span->x, &v->columns);
    take_cells(v, p->y, b->y, origin->y, cell->y, grid->rows, span->y, &v->rows);
    if (v->squad->world->space == DV_VOLUME)
        take_cells(v, p->z, b->z, origin->z, cell->z, grid->layers, span->z, &v->layers);
    else
        dv_only_cell(&v->layers);
    v->folds = v->columns.is_all || v->rows.is_all || v->layers.is_all;
    v->row = v->layer = 0;
    v->has_begun = true;
}

/// Take the next rows, at most DV_LANES, with the cells that the squad as a whole can reach there.
static inline void take_rows(dv_vicinity *v, abreast *rows) {
    const dv_cells *columns = &v->columns;
    int32_t from = (int32_t)columns->first;
    from -= columns->shift < 0 ? (int32_t)columns->cells : 0;
    uint32_t i = 0;
    for (; i < DV_LANES && v->layer < v->layers.count; i++) {
        rows->row[i] = dv_nth_cell(&v->rows, v->row, &rows->shift[i].y);
        rows->layer[i] = dv_nth_cell(&v->layers, v->layer, &rows->shift[i].z);
        rows->from[i] = from;
        rows->to[i] = from + (int32_t)columns->count - 1;
        if (++v->row == v->rows.count)
            v->row = 0, v->layer++;
    }
    rows->count = i;
}

/// The extent of rows along an axis. The first and the last cell also hold agents beyond them.
typedef struct edges {
    float low[DV_LANES], high[DV_LANES]; // m
} edges;

static inline void set_edges(edges *e, uint32_t lane, const dv_cells *stretch, uint32_t cell,
                             float shift, float size) {
    float grain = GRAIN * size * (float)stretch->cells;
    bool is_first = cell == 0 || stretch->is_all;
    bool is_last = cell + 1 == stretch->cells || stretch->is_all;
    e->low[lane] = is_first ? -INFINITY : (float)(int32_t)cell * size + shift - grain;
    e->high[lane] = is_last ? INFINITY : (float)(int32_t)(cell + 1) * size + shift + grain;
}

/// Add the squared distance of a place from each row along an axis.
static inline void add_gaps(const edges *e, float place, dv_floats *squares) {
    dv_floats low, high, none = {0};
    DV_LOAD_LANES(low, e->low);
    DV_LOAD_LANES(high, e->high);
    dv_floats below = low - place, above = place - high;
    below = DV_GREATER_LANES(below, above);
    below = DV_GREATER_LANES(below, none);
    *squares += below * below;
}

/// Round places, in units of cells, down to whole cells.
static inline void store_cells(const dv_floats *places, int32_t *cells) {
    dv_floats most = DV_ALL_LANES(MAX_CELLS), least = DV_ALL_LANES(-MAX_CELLS);
    dv_floats held = DV_LESSER_LANES(*places, most);
    held = DV_GREATER_LANES(held, least);
    dv_mask whole = __builtin_convertvector(held, dv_mask);
    whole += __builtin_convertvector(whole, dv_floats) > held;
    DV_STORE_LANES(cells, whole);
}

/// Extend the range along x that a squad reaches in each row.
static inline void extend_rows(const dv_vicinity *v, const dv_vectors *p, const edges *along_y,
                               const edges *along_z, dv_floats *low, dv_floats *high) {
    const dv_grid *grid = v->grid;
    for (uint32_t lane = 0; lane < DV_LANES; lane++) {
        dv_floats apart = {0};
        add_gaps(along_y, p->y[lane] - grid->origin.y, &apart);
        add_gaps(along_z, p->z[lane] - grid->origin.z, &apart);
        // The root is NaN if the agent does not reach the row, and the comparison then keeps the
        // other value.
        dv_floats half = v->radius * v->radius - apart;
        dv_take_roots(&half);
        float place = p->x[lane] - grid->origin.x;
        dv_floats before = place - half, behind = place + half;
        *low = DV_LESSER_LANES(before, *low);
        *high = DV_GREATER_LANES(behind, *high);
    }
}

// Here the rows are the lanes, and a loop goes over the agents, so no minimum across lanes is
// needed. With fewer rows than lanes, this would cost more than it saves.
static inline void trim_rows(const dv_vicinity *v, abreast *rows) {
    const dv_grid *grid = v->grid;
    edges along_y, along_z;
    for (uint32_t lane = 0; lane < DV_LANES; lane++) {
        set_edges(&along_y, lane, &v->rows, rows->row[lane], rows->shift[lane].y, grid->cell.y);
        set_edges(&along_z, lane, &v->layers, rows->layer[lane], rows->shift[lane].z, grid->cell.z);
    }
    dv_floats low = DV_ALL_LANES(INFINITY), high = DV_ALL_LANES(-INFINITY);
    extend_rows(v, &v->squad->position, &along_y, &along_z, &low, &high);
    if (v->beside)
        extend_rows(v, &v->beside->position, &along_y, &along_z, &low, &high);
    float grain = GRAIN * grid->cell.x * (float)grid->columns;
    low = (low - grain) / grid->cell.x;
    high = (high + grain) / grid->cell.x;
    store_cells(&low, rows->from);
    store_cells(&high, rows->to);
}

static inline void add_run(dv_visits *visits, const uint32_t *row, int32_t from, int32_t to,
                           dv_vec3 shift) {
    visits->runs[visits->count] = (dv_run){row[from], row[to + 1], shift};
    visits->count += row[from] < row[to + 1];
}

/// Visit the part of a row that is beyond the edge first.
static void visit_over_edge(const dv_vicinity *v, const uint32_t *row, int32_t from, int32_t to,
                            dv_vec3 shift, dv_visits *visits) {
    int32_t columns = (int32_t)v->grid->columns;
    float span = v->squad->world->sensed.span.x;
    shift.x = 0;
    if (from < 0) {
        from += columns, to += columns;
        shift.x = -span;
    }
    if (to >= columns) {
        add_run(visits, row, 0, to - columns, dv_vec(shift.x + span, shift.y, shift.z));
        to = columns - 1;
    }
    add_run(visits, row, from, to, shift);
}

static inline void visit_row(const dv_vicinity *v, const abreast *rows, uint32_t i,
                             dv_visits *visits) {
    const dv_grid *grid = v->grid;
    size_t row = (size_t)rows->layer[i] * grid->rows + rows->row[i];
    const uint32_t *start = grid->start + row * grid->columns;
    int32_t from = rows->from[i], to = rows->to[i], last = (int32_t)grid->columns - 1;
    dv_vec3 shift = dv_vec(0, rows->shift[i].y, rows->shift[i].z);
    if (from > to)
        return;
    if (from >= 0 && to <= last) {
        add_run(visits, start, from, to, shift);
    } else if (v->squad->world->sensed.wraps) {
        visit_over_edge(v, start, from, to, shift, visits);
    } else {
        from = from < 0 ? 0 : from > last ? last : from;
        to = to < 0 ? 0 : to > last ? last : to;
        add_run(visits, start, from, to, shift);
    }
}

void DV_AT_WIDTH(dv_visit_rows)(dv_vicinity *v, dv_visits *visits) {
    abreast rows;
    if (!v->has_begun)
        begin_vicinity(v);
    bool trims = v->squad->world->space == DV_VOLUME && !v->columns.is_all && v->radius < FURTHEST;
    visits->list = v->list;
    visits->folds = v->folds;
    // A row that crosses the edge is two runs.
    while (v->layer < v->layers.count && visits->count + 2 * DV_LANES <= DV_MAX_VISITS) {
        take_rows(v, &rows);
        if (trims && rows.count == DV_LANES)
            trim_rows(v, &rows);
        for (uint32_t i = 0; i < rows.count; i++)
            visit_row(v, &rows, i, visits);
    }
}
