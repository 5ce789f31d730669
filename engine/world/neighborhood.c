#include "world/neighborhood.h"

#include <math.h>

/// The cells along one axis that a stretch touches: in an open grid clamped to it, in one that
/// wraps counted from a first cell onward and over the edge, each at most once.
static dv_cells cells_between(float low, float high, float size, uint32_t cells, float span) {
    (void)span;
    float last = (float)(cells - 1);
    float from = dv_clamp(floorf(low / size), 0, last), to = dv_clamp(floorf(high / size), 0, last);
    return (dv_cells){.first = (uint32_t)from, .count = (uint32_t)(to - from) + 1, .cells = cells};
}

static dv_cells cells_around(float low, float high, float size, uint32_t cells, float span) {
    // A little more, since places across the edge are rounded to the grain of the whole span.
    float margin = span * 1e-6f;
    float from = floorf((low - margin) / size), to = floorf((high + margin) / size);
    float touched = to - from + 1;
    if (!(touched < (float)cells && from >= (float)cells * -1.0f))
        return (dv_cells){.first = 0, .count = cells, .cells = cells, .is_all = true};
    bool begins_before = from < 0;
    float first = begins_before ? from + (float)cells : from;
    if (!(first < (float)cells))
        return (dv_cells){.first = 0, .count = cells, .cells = cells, .is_all = true};
    return (dv_cells){
        .first = (uint32_t)first,
        .count = (uint32_t)touched,
        .cells = cells,
        .shift = begins_before ? -span : 0,
        .span = span,
    };
}

/// Cells are visited in the order of their records, so those over the edge come first.
static uint32_t nth_cell(const dv_cells *c, uint32_t n, float *shift) {
    uint32_t over = c->first + c->count > c->cells ? c->first + c->count - c->cells : 0;
    *shift = n < over ? c->shift + c->span : c->shift;
    return n < over ? n : c->first + n - over;
}

dv_vec3 dv_bring_into_bounds(const dv_sensed *s, dv_vec3 point, dv_space space) {
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
            count += s->count_of[kind];
    return count <= DV_FEW;
}

dv_runs dv_runs_of_kinds(const dv_world *world, dv_kind_set kinds) {
    const dv_sensed *s = &world->sensed;
    return (dv_runs){
        .list = s->few,
        .folds = s->wraps,
        .sensed = s,
        .kinds = kinds,
        .run_count = world->program->kind_count,
    };
}

dv_runs dv_runs_about(const dv_world *world, dv_vec3 low, dv_vec3 high, float radius) {
    const dv_sensed *s = &world->sensed;
    // A little more than the radius, so that rounding never leaves out a cell with a neighbor on
    // the rim; the distance decides.
    radius = radius * 1.0001f;
    dv_vec3 from = dv_subtract(dv_subtract(low, s->origin), dv_vec(radius, radius, radius));
    dv_vec3 to = dv_add(dv_subtract(high, s->origin), dv_vec(radius, radius, radius));
    dv_cells (*cells)(float, float, float, uint32_t, float) =
        s->wraps ? cells_around : cells_between;
    dv_runs runs = {
        .sensed = s,
        .columns = cells(from.x, to.x, s->cell_width, s->columns, s->span.x),
        .rows = cells(from.y, to.y, s->cell_depth, s->rows, s->span.y),
        .layers = {.count = 1, .cells = 1},
    };
    if (world->space == DV_VOLUME)
        runs.layers = cells(from.z, to.z, s->cell_height, s->layers, s->span.z);
    runs.folds = runs.columns.is_all || runs.rows.is_all || runs.layers.is_all;
    runs.runs_a_row = runs.columns.first + runs.columns.count > s->columns ? 2 : 1;
    runs.run_count = runs.runs_a_row * runs.rows.count * runs.layers.count;
    return runs;
}

static void visit_kind(dv_runs *runs, uint32_t kind) {
    const dv_sensed *s = runs->sensed;
    bool wanted = runs->kinds >> kind & 1;
    runs->first = s->few_first[kind];
    runs->end = wanted ? runs->first + s->count_of[kind] : 0;
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
    const dv_cells *columns = &runs->columns;
    uint32_t part = run % runs->runs_a_row, nth = run / runs->runs_a_row;
    uint32_t row = nth_cell(&runs->rows, nth % runs->rows.count, &runs->shift.y);
    uint32_t layer = nth_cell(&runs->layers, nth / runs->rows.count, &runs->shift.z);
    uint32_t first = columns->first, end = first + columns->count;
    runs->shift.x = columns->shift;
    if (runs->runs_a_row == 2 && part == 0) {
        runs->shift.x += columns->span;
        end -= s->columns;
        first = 0;
    } else if (runs->runs_a_row == 2) {
        end = s->columns;
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
