#include "world/neighborhood.h"

#include <math.h>

// So many distances are computed in the time of looking through the cells of a few rows.
#define FEW 64

/// The cells along one axis that a stretch touches: in an open grid clamped to it, in one that
/// wraps counted from a first cell onward, each at most once.
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

/// Where a point stands inside the bounds of a world that wraps.
static dv_vec3 into_bounds(const dv_sensed *s, dv_vec3 point, dv_space space) {
    point.x = dv_into_span(point.x, s->origin.x, s->span.x);
    point.y = dv_into_span(point.y, s->origin.y, s->span.y);
    if (space == DV_VOLUME)
        point.z = dv_into_span(point.z, s->origin.z, s->span.z);
    return point;
}

static bool are_few(const dv_world *world, dv_kind_set kinds) {
    const dv_sensed *s = &world->sensed;
    uint32_t count = 0;
    for (uint32_t kind = 0; kind < world->program->kind_count; kind++)
        if (kinds >> kind & 1)
            count += s->kind_first[kind + 1] - s->kind_first[kind];
    return count <= FEW;
}

dv_neighborhood dv_neighborhood_of(const dv_world *world, dv_vec3 center, float radius,
                                   dv_kind_set kinds, const int16_t *states, uint32_t self) {
    const dv_sensed *s = &world->sensed;
    if (s->wraps)
        center = into_bounds(s, center, world->space);
    dv_neighborhood near = {.place = 0,
                            .world = world,
                            .center = center,
                            .radius_squared = radius * radius,
                            .kinds = kinds,
                            .states = states,
                            .self = self,
                            .layer_count = 1};
    near.place--;
    if (s->count == 0 || !(radius >= 0))
        return near;
    if (are_few(world, kinds)) {
        near.list = s->by_kind;
        near.run_count = world->program->kind_count;
        return near;
    }
    dv_vec3 from = dv_subtract(center, s->origin);
    // A little more than the radius, so that rounding never leaves out a cell with a neighbor on
    // the rim; the distance decides.
    radius = radius * 1.0001f;
    cells_between(from.x - radius, from.x + radius, s->cell_width, s->columns, s->wraps,
                  &near.first_column, &near.column_count);
    cells_between(from.y - radius, from.y + radius, s->cell_depth, s->rows, s->wraps,
                  &near.first_row, &near.row_count);
    if (s->layers > 1)
        cells_between(from.z - radius, from.z + radius, s->cell_height, s->layers, s->wraps,
                      &near.first_layer, &near.layer_count);
    near.runs_a_row = near.first_column + near.column_count > s->columns ? 2 : 1;
    near.run_count = near.runs_a_row * near.row_count * near.layer_count;
    return near;
}

static void visit_kind(dv_neighborhood *near, uint32_t kind) {
    const dv_sensed *s = &near->world->sensed;
    bool wanted = near->kinds >> kind & 1;
    near->place = s->kind_first[kind] - 1;
    near->end = wanted ? s->kind_first[kind + 1] : 0;
}

bool dv_neighborhood_next_run(dv_neighborhood *near) {
    const dv_sensed *s = &near->world->sensed;
    if (near->run == near->run_count)
        return false;
    if (near->list) {
        visit_kind(near, near->run++);
        return true;
    }
    uint32_t run = near->run++;
    uint32_t part = run % near->runs_a_row;
    uint32_t row_number = run / near->runs_a_row;
    uint32_t row = (near->first_row + row_number % near->row_count) % s->rows;
    uint32_t layer = (near->first_layer + row_number / near->row_count) % s->layers;
    uint32_t first = part == 0 ? near->first_column : 0;
    uint32_t end = near->first_column + near->column_count;
    if (near->runs_a_row == 2)
        end = part == 0 ? s->columns : end - s->columns;
    const uint32_t *start = s->cell_start + (size_t)(layer * s->rows + row) * s->columns;
    near->place = start[first] - 1;
    near->end = start[end];
    return true;
}
