// Finds the nearest agents in the world as sensed.
#include "neighbors/index.h"
#include "neighbors/neighborhood.h"

#include <math.h>

#define RING_GROWTH 4.0f
// Cells are selected with a slightly larger radius, so that rounding never misses a cell with an
// agent on the rim. The exact distance decides.
#define MARGIN 1.0001f

/// Nearer first, ties by ID.
static bool precedes(float distance_a, uint32_t a, float distance_b, uint32_t b) {
    return distance_a < distance_b || (distance_a == distance_b && a < b);
}

static bool comes_before(const dv_neighbor *a, const dv_neighbor *b) {
    return precedes(a->distance, dv_handle_index(a->agent.bits), b->distance,
                    dv_handle_index(b->agent.bits));
}

void dv_keep_nearest(dv_neighbor *neighbors, uint32_t count, uint32_t capacity, dv_neighbor new) {
    uint32_t place = count < capacity ? count : capacity;
    while (place > 0 && comes_before(&new, &neighbors[place - 1])) {
        if (place < capacity)
            neighbors[place] = neighbors[place - 1];
        place--;
    }
    if (place < capacity)
        neighbors[place] = new;
}

static uint32_t index_or_none(const dv_world *world, dv_agent agent) {
    uint32_t index;
    return dv_agent_index(world, agent.bits, &index) ? index : DV_NO_RANK;
}

uint32_t dv_world_neighbors(const dv_world *world, dv_vec3 point, double radius, dv_kind_set kinds,
                            dv_agent except, dv_neighbor *neighbors, uint32_t capacity) {
    uint32_t found = 0;
    dv_neighborhood near =
        dv_neighborhood_of(world, point, (float)radius, kinds, NULL, index_or_none(world, except));
    while (dv_neighborhood_next(&near)) {
        uint32_t agent = near.agent;
        dv_neighbor neighbor = {{dv_agent_bits(world, agent)}, sqrtf(near.distance_squared)};
        dv_keep_nearest(neighbors, found++, capacity, neighbor);
    }
    return found;
}

/// The shift to add to all offsets to a row's records, or `folds` if each is folded by itself.
typedef struct image_of_row {
    dv_vec3 shift;
    bool folds;
} image_of_row;

/// A search for the nearest agent, with the best one so far.
typedef struct search {
    const dv_world *world;
    const dv_grid *grid;
    const uint32_t *list; ///< ranks by position in the grid; NULL: the positions are the ranks
    dv_vec3 center, from; ///< relative to the world's origin and to the grid's
    dv_kind_set kinds;
    uint32_t except;
    dv_counts *counts; ///< NULL: all agents count
    const void *context;
    uint32_t nearest; ///< index, or DV_NO_RANK
    float distance_squared;
} search;

static bool does_count(const search *s, const dv_record *record, dv_vec3 offset,
                       float distance_squared) {
    return !s->counts || s->counts(s->context, record, offset, distance_squared);
}

static void visit(search *s, uint32_t first, uint32_t end, const image_of_row *image) {
    const dv_record *records = s->world->sensed.records;
    const dv_vec3 span = s->world->sensed.span;
    const bool is_volume = s->world->space == DV_VOLUME;
    for (uint32_t place = first; place < end; place++) {
        const dv_record *record = &records[s->list ? s->list[place] : place];
        dv_vec3 offset = dv_subtract(dv_record_position(record), s->center);
        offset =
            image->folds ? dv_fold_offset(offset, span, is_volume) : dv_add(offset, image->shift);
        float distance_squared = dv_length_squared(offset);
        if (!(distance_squared <= s->distance_squared) || record->agent == s->except ||
            record->kind == DV_NO_KIND || !(s->kinds >> record->kind & 1) ||
            (distance_squared == s->distance_squared && record->agent > s->nearest) ||
            !does_count(s, record, offset, distance_squared))
            continue;
        s->nearest = record->agent;
        s->distance_squared = distance_squared;
    }
}

static void take_stretch(const search *s, float from, float reach, float size, uint32_t cells,
                         float span, dv_cells *stretch) {
    if (s->world->sensed.wraps)
        dv_cells_around(from - reach, from + reach, size, cells, span, stretch);
    else
        dv_cells_between(from - reach, from + reach, size, cells, stretch);
}

/// Visit the records of a row within `reach` along x; `image` has the row's shift.
static void visit_row(search *s, uint32_t row, float reach, image_of_row image) {
    const dv_grid *grid = s->grid;
    uint32_t columns = grid->columns;
    const uint32_t *start = grid->start + (size_t)row * columns;
    dv_cells in;
    take_stretch(s, s->from.x, reach, grid->cell.x, columns, s->world->sensed.span.x, &in);
    uint32_t end = in.first + in.count;
    image.folds = image.folds || in.is_all;
    image.shift.x = in.shift + in.span;
    if (end > columns) {
        visit(s, start[0], start[end - columns], &image);
        end = columns;
    }
    image.shift.x = in.shift;
    visit(s, start[in.first], start[end], &image);
}

/// Look at all agents within `reach`, and possibly some beyond: first in the row of the place, then
/// in rows that are not farther away than the nearest agent so far.
static void look_within(search *s, float reach) {
    const dv_grid *grid = s->grid;
    const dv_vec3 *span = &s->world->sensed.span;
    bool is_volume = s->world->space == DV_VOLUME;
    uint32_t home = dv_grid_cell(grid, s->center) / grid->columns;
    float within = reach * MARGIN;
    // With three or more rows, no agent in the home row is nearer across the edge.
    bool folds = s->world->sensed.wraps && (grid->rows < 3 || (is_volume && grid->layers < 3));
    visit_row(s, home, within, (image_of_row){{0, 0, 0}, folds});
    float found = sqrtf(s->distance_squared) * MARGIN;
    within = found < within ? found : within;
    dv_cells rows;
    take_stretch(s, s->from.y, within, grid->cell.y, grid->rows, span->y, &rows);
    dv_cells layers = {.count = 1, .cells = 1};
    if (is_volume)
        take_stretch(s, s->from.z, within, grid->cell.z, grid->layers, span->z, &layers);
    for (uint32_t l = 0; l < layers.count; l++)
        for (uint32_t r = 0; r < rows.count; r++) {
            image_of_row image = {{0, 0, 0}, rows.is_all || layers.is_all};
            uint32_t row = dv_nth_cell(&rows, r, &image.shift.y);
            row += dv_nth_cell(&layers, l, &image.shift.z) * grid->rows;
            if (row != home)
                visit_row(s, row, within, image);
        }
}

/// Search the lists of kinds with few agents.
static void look_among_few(search *s, float radius) {
    dv_neighborhood near =
        dv_neighborhood_of(s->world, s->center, radius, s->kinds, NULL, s->except);
    while (dv_neighborhood_next(&near)) {
        const dv_record *record = &s->world->sensed.records[near.rank];
        if (!precedes(near.distance_squared, near.agent, s->distance_squared, s->nearest) ||
            !does_count(s, record, near.offset, near.distance_squared))
            continue;
        s->nearest = near.agent;
        s->distance_squared = near.distance_squared;
    }
}

/// Search in rings of growing size, so that a near agent is found without visiting the whole world.
static void look_in_rings(search *s, dv_crowd crowd, float radius) {
    float ring = dv_crowd_spacing(s->world, crowd);
    for (; ring < radius && ring < 1e7f; ring *= RING_GROWTH) {
        look_within(s, ring);
        if (s->nearest == DV_NO_RANK)
            continue;
        // The agent was in a visited cell but beyond the ring, so a nearer one may be unvisited.
        if (s->distance_squared > ring * ring)
            look_within(s, sqrtf(s->distance_squared));
        return;
    }
    look_within(s, radius);
}

static search search_from(const dv_world *world, dv_crowd crowd, dv_vec3 point, float radius,
                          dv_kind_set kinds, uint32_t except) {
    const dv_sensed *sensed = &world->sensed;
    search s = {.world = world,
                .grid = crowd == DV_CROWD_RARE ? &sensed->rare_grid : &sensed->grid,
                .list = crowd == DV_CROWD_RARE ? sensed->rare : NULL,
                .center = point,
                .kinds = kinds,
                .except = except,
                .nearest = DV_NO_RANK,
                .distance_squared = radius * radius};
    if (sensed->wraps && sensed->count > 0)
        s.center = dv_into_bounds(sensed, point, world->space);
    s.from = dv_subtract(s.center, s.grid->origin);
    return s;
}

bool dv_find_nearest(const dv_world *world, dv_vec3 center, float radius, dv_kind_set kinds,
                     uint32_t except, dv_counts *counts, const void *context, uint32_t *nearest,
                     float *distance_squared) {
    dv_crowd crowd = dv_crowd_of(world, kinds);
    search s = search_from(world, crowd, center, radius, kinds, except);
    s.counts = counts;
    s.context = context;
    if (world->sensed.count == 0 || !(radius >= 0))
        return false;
    if (crowd == DV_CROWD_FEW)
        look_among_few(&s, radius);
    else
        look_in_rings(&s, crowd, radius);
    *nearest = s.nearest;
    *distance_squared = s.distance_squared;
    return s.nearest != DV_NO_RANK;
}

dv_agent dv_world_nearest(const dv_world *world, dv_vec3 point, double radius, dv_kind_set kinds,
                          dv_agent except, double *distance) {
    uint32_t nearest;
    float distance_squared;
    if (!dv_find_nearest(world, point, (float)radius, kinds, index_or_none(world, except), NULL,
                         NULL, &nearest, &distance_squared))
        return (dv_agent){0};
    if (distance)
        *distance = sqrt((double)distance_squared);
    return (dv_agent){dv_agent_bits(world, nearest)};
}

/// Whether the agent is where it was sensed. Scripts may have moved it since.
static bool is_where_sensed(const dv_world *world, uint32_t agent) {
    // Reading an agent's sensed record is likely a cache miss, so avoid it if nothing moved.
    if (!world->prefetch.has_gaps)
        return true;
    dv_vec3 sensed = dv_sensed_position(world, agent), now = dv_position_of(world, agent);
    return sensed.x == now.x && sensed.y == now.y && sensed.z == now.z;
}

dv_agent dv_agent_nearest(dv_world *world, dv_agent agent, dv_kind_set kinds, double radius,
                          double *distance) {
    uint32_t index;
    if (!dv_agent_index(world, agent.bits, &index) || !(radius >= 0))
        return (dv_agent){0};
    const dv_prefetched *prefetched = dv_look_up_prefetched(
        &world->prefetch, world->agents.kind[index], false, kinds, (float)radius);
    const dv_nearest_answer *answer = prefetched ? &prefetched->answers[index] : NULL;
    if (!answer || !dv_answer_holds(world, index, answer) || !is_where_sensed(world, index))
        return dv_world_nearest(world, dv_position_of(world, index), radius, kinds, agent,
                                distance);
    if (answer->nearest == DV_NO_RANK)
        return (dv_agent){0};
    *distance = sqrt((double)answer->squared);
    return (dv_agent){dv_answer_bits(world, answer)};
}
