#include "neighbors/neighborhood.h"

#include "neighbors/index.h"

dv_vec3 dv_bring_into_bounds(const dv_sensed *s, dv_vec3 point, dv_space space) {
    point.x = dv_into_span(point.x, s->grid.origin.x, s->span.x);
    point.y = dv_into_span(point.y, s->grid.origin.y, s->span.y);
    if (space == DV_VOLUME)
        point.z = dv_into_span(point.z, s->grid.origin.z, s->span.z);
    return point;
}

static inline void take_cells(const dv_runs *runs, float low, float high, float size,
                              uint32_t cells, float span, dv_cells *stretch) {
    if (runs->sensed->wraps)
        dv_cells_around(low, high, size, cells, span, stretch);
    else
        dv_cells_between(low, high, size, cells, stretch);
}

static void begin_lists(dv_runs *runs, const dv_world *world) {
    runs->folds = world->sensed.wraps;
    runs->run_count = world->program->kind_count;
}

static void begin_cells(dv_runs *runs, const dv_world *world, dv_vec3 low, dv_vec3 high) {
    const dv_sensed *s = &world->sensed;
    const dv_grid *grid = runs->grid;
    take_cells(runs, low.x, high.x, grid->cell.x, grid->columns, s->span.x, &runs->columns);
    take_cells(runs, low.y, high.y, grid->cell.y, grid->rows, s->span.y, &runs->rows);
    if (world->space == DV_VOLUME)
        take_cells(runs, low.z, high.z, grid->cell.z, grid->layers, s->span.z, &runs->layers);
    else
        dv_only_cell(&runs->layers);
    runs->folds = runs->columns.is_all || runs->rows.is_all || runs->layers.is_all;
    if (grid->has_blocks) {
        dv_block_walk_begin(&runs->walk, grid, &runs->columns, &runs->rows, &runs->layers);
        return;
    }
    runs->runs_a_row = runs->columns.first + runs->columns.count > grid->columns ? 2 : 1;
    runs->run_count = runs->runs_a_row * runs->rows.count * runs->layers.count;
}

void dv_runs_begin(dv_runs *runs, const dv_world *world, dv_crowd crowd, const dv_kind_set *kinds,
                   dv_vec3 low, dv_vec3 high, float radius) {
    const dv_sensed *s = &world->sensed;
    runs->sensed = s;
    runs->kinds = kinds;
    runs->run.shift = dv_vec(0, 0, 0);
    runs->run.first = runs->run.end = runs->part = runs->row = runs->layer = 0;
    runs->grid = dv_grid_of(s, crowd);
    runs->list = dv_ranks_of(s, crowd);
    if (!runs->grid) {
        begin_lists(runs, world);
        return;
    }
    radius = radius * DV_RIM;
    dv_vec3 reach = dv_vec(radius, radius, radius), origin = runs->grid->origin;
    begin_cells(runs, world, dv_subtract(dv_subtract(low, origin), reach),
                dv_add(dv_subtract(high, origin), reach));
}

static void visit_kind(dv_runs *runs) {
    const dv_sensed *s = runs->sensed;
    uint32_t kind = runs->part++;
    bool wanted = dv_has_kind(runs->kinds, kind);
    runs->run.first = s->few_first[kind];
    runs->run.end = wanted ? runs->run.first + s->count_of[kind] : 0;
}

static void go_on(dv_runs *runs) {
    if (++runs->part < runs->runs_a_row)
        return;
    runs->part = 0;
    if (++runs->row < runs->rows.count)
        return;
    runs->row = 0;
    runs->layer++;
}

static void visit_row(dv_runs *runs) {
    const dv_grid *grid = runs->grid;
    const dv_cells *columns = &runs->columns;
    uint32_t row = dv_nth_cell(&runs->rows, runs->row, &runs->run.shift.y);
    uint32_t layer = dv_nth_cell(&runs->layers, runs->layer, &runs->run.shift.z);
    uint32_t first = columns->first, end = first + columns->count;
    runs->run.shift.x = columns->shift;
    if (runs->runs_a_row == 2 && runs->part == 0) {
        runs->run.shift.x += columns->span;
        end -= grid->columns;
        first = 0;
    } else if (runs->runs_a_row == 2) {
        end = grid->columns;
    }
    const uint32_t *start = grid->start + (size_t)(layer * grid->rows + row) * grid->columns;
    runs->run.first = start[first];
    runs->run.end = start[end];
    go_on(runs);
}

static bool visit_block(dv_runs *runs) {
    bool is_there = dv_block_walk_next(&runs->walk, &runs->run.first, &runs->run.end);
    runs->run.shift = runs->walk.shift;
    return is_there;
}

bool dv_next_run(dv_runs *runs) {
    if (runs->grid && runs->grid->has_blocks)
        return visit_block(runs);
    if (runs->run_count == 0)
        return false;
    runs->run_count--;
    if (runs->grid)
        visit_row(runs);
    else
        visit_kind(runs);
    return true;
}

// Begins the runs only if there is anything to visit.
static dv_neighborhood begin_neighborhood(const dv_world *world, dv_vec3 center, float radius,
                                          const dv_kind_set *kinds, const int16_t *states,
                                          uint32_t self) {
    const dv_sensed *s = &world->sensed;
    dv_neighborhood near;
    if (s->wraps)
        center = dv_into_bounds(s, center, world->space);
    near.rank = near.agent = DV_NO_RANK;
    near.offset = dv_vec(0, 0, 0);
    near.distance_squared = 0;
    near.world = world;
    near.center = center;
    near.radius_squared = radius * radius;
    near.kinds = kinds;
    near.states = states;
    near.self = self;
    near.place = near.runs.run.end = near.runs.run_count = 0;
    near.runs.grid = NULL; // until the runs begin
    return near;
}

dv_neighborhood dv_neighborhood_of(const dv_world *world, dv_vec3 center, float radius,
                                   const dv_kind_set *kinds, const int16_t *states, uint32_t self) {
    dv_neighborhood near = begin_neighborhood(world, center, radius, kinds, states, self);
    if (world->sensed.count > 0 && radius >= 0)
        dv_runs_begin(&near.runs, world, dv_crowd_of(world, kinds), kinds, near.center, near.center,
                      radius);
    return near;
}

dv_neighborhood dv_neighborhood_among(const dv_world *world, dv_vec3 center, float radius,
                                      const dv_kind_set *kinds, const int16_t *states,
                                      uint32_t self, const uint32_t *ranks, uint32_t count) {
    dv_neighborhood near = begin_neighborhood(world, center, radius, kinds, states, self);
    near.runs.list = ranks;
    near.runs.folds = world->sensed.wraps;
    near.runs.run.shift = dv_vec(0, 0, 0);
    near.runs.run.end = radius >= 0 ? count : 0;
    return near;
}
