#include "world/neighborhood.h"

#include <math.h>

// So many distances are computed in the time of looking through the cells of a few rows.
#define FEW 64

/// The cells along one axis that a stretch touches: in an open grid clamped to it, in one that
/// wraps counted from a first cell onward and over the edge, each at most once.
static void cells_between(float low, float high, float size, uint32_t cells, bool wraps,
                          uint32_t *first, uint32_t *count) {
    float from = floorf(low / size), to = floorf(high / size);
    if (wraps) {
        // A cell more on each side: positions on the seam may round into either neighbor.
        float touched = to - from + 3;
        if (!(touched < (float)cells)) {
            *first = 0;
            *count = cells;
            return;
        }
        float start = from - 1 - (float)cells * floorf((from - 1) / (float)cells);
        *first = start >= 0 && start < (float)cells ? (uint32_t)start : 0;
        *count = (uint32_t)touched;
        return;
    }
    float last = (float)(cells - 1);
    from = dv_clamp(from, 0, last);
    to = dv_clamp(to, 0, last);
    *first = (uint32_t)from;
    *count = (uint32_t)(to - from) + 1;
}

dv_vec3 dv_into_bounds(const dv_sensed *s, dv_vec3 point, dv_space space) {
    point.x -= s->span.x * floorf((point.x - s->origin.x) / s->span.x);
    point.y -= s->span.y * floorf((point.y - s->origin.y) / s->span.y);
    if (space == DV_VOLUME)
        point.z -= s->span.z * floorf((point.z - s->origin.z) / s->span.z);
    return point;
}

bool dv_are_few(const dv_world *world, dv_kind_set kinds) {
    const dv_sensed *s = &world->sensed;
    uint32_t count = 0;
    for (uint32_t kind = 0; kind < world->program->kind_count; kind++)
        if (kinds >> kind & 1)
            count += s->kind_first[kind + 1] - s->kind_first[kind];
    return count <= FEW;
}

dv_runs dv_runs_of_kinds(const dv_world *world, dv_kind_set kinds) {
    const dv_sensed *s = &world->sensed;
    return (dv_runs){
        .list = s->by_kind, .sensed = s, .kinds = kinds, .run_count = world->program->kind_count};
}

dv_runs dv_runs_about(const dv_world *world, dv_vec3 low, dv_vec3 high, float radius) {
    const dv_sensed *s = &world->sensed;
    dv_runs runs = {.sensed = s, .layer_count = 1};
    low = dv_subtract(low, s->origin);
    high = dv_subtract(high, s->origin);
    // A little more than the radius, so that rounding never leaves out a cell with a neighbor on
    // the rim; the distance decides.
    radius = radius * 1.0001f;
    cells_between(low.x - radius, high.x + radius, s->cell_width, s->columns, s->wraps,
                  &runs.first_column, &runs.column_count);
    cells_between(low.y - radius, high.y + radius, s->cell_depth, s->rows, s->wraps,
                  &runs.first_row, &runs.row_count);
    if (s->layers > 1)
        cells_between(low.z - radius, high.z + radius, s->cell_height, s->layers, s->wraps,
                      &runs.first_layer, &runs.layer_count);
    runs.runs_a_row = runs.first_column + runs.column_count > s->columns ? 2 : 1;
    runs.run_count = runs.runs_a_row * runs.row_count * runs.layer_count;
    return runs;
}

static void visit_kind(dv_runs *runs, uint32_t kind) {
    bool wanted = runs->kinds >> kind & 1;
    runs->first = runs->sensed->kind_first[kind];
    runs->end = wanted ? runs->sensed->kind_first[kind + 1] : 0;
}

/// Cells are visited in the order of their records, so those over the edge come first.
static uint32_t nth_cell(uint32_t first, uint32_t count, uint32_t cells, uint32_t n) {
    uint32_t over = first + count > cells ? first + count - cells : 0;
    return n < over ? n : first + n - over;
}

bool dv_next_run(dv_runs *runs) {
    const dv_sensed *s = runs->sensed;
    if (runs->run == runs->run_count)
        return false;
    uint32_t run = runs->run++;
    if (runs->list) {
        visit_kind(runs, run);
        return true;
    }
    uint32_t part = run % runs->runs_a_row, nth = run / runs->runs_a_row;
    uint32_t row = nth_cell(runs->first_row, runs->row_count, s->rows, nth % runs->row_count);
    uint32_t layer =
        nth_cell(runs->first_layer, runs->layer_count, s->layers, nth / runs->row_count);
    uint32_t first = runs->first_column, end = first + runs->column_count;
    if (runs->runs_a_row == 2) {
        end = part == 0 ? end - s->columns : s->columns;
        first = part == 0 ? 0 : first;
    }
    const uint32_t *start = s->cell_start + (size_t)(layer * s->rows + row) * s->columns;
    runs->first = start[first];
    runs->end = start[end];
    return true;
}

dv_neighborhood dv_neighborhood_of(const dv_world *world, dv_vec3 center, float radius,
                                   dv_kind_set kinds, const int16_t *states, uint32_t self) {
    const dv_sensed *s = &world->sensed;
    if (s->wraps)
        center = dv_into_bounds(s, center, world->space);
    dv_neighborhood near = {.world = world,
                            .center = center,
                            .radius_squared = radius * radius,
                            .kinds = kinds,
                            .states = states,
                            .self = self};
    if (s->count > 0 && radius >= 0)
        near.runs = dv_are_few(world, kinds) ? dv_runs_of_kinds(world, kinds)
                                             : dv_runs_about(world, center, center, radius);
    return near;
}
