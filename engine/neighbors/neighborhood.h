// Going through the neighbors of a point, in the order of the sensed records; by kind first, when
// there are so few of the kinds asked for that visiting all of them is less than visiting cells.
//
//     dv_neighborhood near = dv_neighborhood_of(world, center, radius, kinds, NULL, self);
//     while (dv_neighborhood_next(&near))
//         … near.agent, near.offset, near.distance_squared …
#ifndef DV_NEIGHBORS_NEIGHBORHOOD_H
#define DV_NEIGHBORS_NEIGHBORHOOD_H

#include "world/world_data.h"

/// From the first to before the end.
typedef struct dv_run {
    uint32_t first, end;
    dv_vec3 shift; ///< m, to add to offsets to its records, unless all are folded
} dv_run;

/// Runs of sensed records, or of ranks in a list, that hold all neighbors of a place.
typedef struct dv_runs {
    const uint32_t
        *list;  ///< of ranks, when few are asked for; NULL: the records of the grid's rows
    dv_run run; ///< the present one
    bool folds; ///< offsets are to be folded one by one
    // What is still to be visited.
    const dv_sensed *sensed;
    const dv_grid *grid; ///< NULL: the lists of few, by kind
    dv_kind_set kinds;
    dv_cells columns, rows, layers;
    uint32_t run_count;        ///< still to come
    uint32_t runs_a_row;       ///< two where a row goes over the edge
    uint32_t part, row, layer; ///< of the next run: which of the row's, of the rows, of the layers
} dv_runs;

/// Cells are looked for in a little more than the radius, so that rounding never leaves out one
/// with a neighbor on the rim; the distance decides.
#define DV_RIM 1.0001f

/// Begin with all records of some kinds within `radius` of any place in a box; in a world that
/// wraps the box begins inside the bounds. `crowd` is that of the kinds.
void dv_runs_begin(dv_runs *runs, const dv_world *world, dv_crowd crowd, dv_kind_set kinds,
                   dv_vec3 low, dv_vec3 high, float radius);
/// Move on to the next run; false at the end.
bool dv_next_run(dv_runs *runs);

typedef struct dv_neighborhood {
    uint32_t rank;  ///< of the neighbor in world->sensed
    uint32_t agent; ///< its index
    dv_vec3 offset; ///< from the center to it, m
    float distance_squared;
    // What is still to be visited.
    const dv_world *world;
    dv_vec3 center;
    float radius_squared;
    dv_kind_set kinds;
    const int16_t *states; ///< by kind: the state asked for; NULL: any
    uint32_t self;         ///< index of the agent left out, or DV_NO_RANK
    dv_runs runs;
    uint32_t place; ///< in the present run
} dv_neighborhood;

/// Whether a record is of the kinds, and of a state by kind (NULL: any).
static inline bool dv_is_asked_for(const dv_record *record, dv_kind_set kinds,
                                   const int16_t *states) {
    return record->kind != DV_NO_KIND && kinds >> record->kind & 1 &&
           (!states || states[record->kind] == (int16_t)record->state);
}

/// Where a point stands inside the bounds of a world that wraps.
dv_vec3 dv_bring_into_bounds(const dv_sensed *sensed, dv_vec3 point, dv_space space);

static inline dv_vec3 dv_into_bounds(const dv_sensed *s, dv_vec3 point, dv_space space) {
    dv_vec3 from = dv_subtract(point, s->grid.origin);
    bool is_inside = from.x >= 0 && from.x < s->span.x && from.y >= 0 && from.y < s->span.y &&
                     (space == DV_PLANE || (from.z >= 0 && from.z < s->span.z));
    return is_inside ? point : dv_bring_into_bounds(s, point, space);
}

/// Put a neighbor in its place in a list of the `capacity` nearest so far (ties by id), of which
/// `count` were found; more than that fall off the end.
void dv_keep_nearest(dv_neighbor *neighbors, uint32_t count, uint32_t capacity, dv_neighbor new);

/// Whether one counts who would be the nearest.
typedef bool dv_counts(const void *context, const dv_record *record, dv_vec3 offset,
                       float distance_squared);
/// The nearest of the kinds within `radius` (m), ties by id, among those that count (NULL: all).
bool dv_find_nearest(const dv_world *world, dv_vec3 center, float radius, dv_kind_set kinds,
                     uint32_t except, dv_counts *counts, const void *context, uint32_t *nearest,
                     float *distance_squared);

/// Whether an answer that was foreseen for an agent still names somebody who is there.
static inline bool dv_answer_holds(const dv_world *world, uint32_t agent, const dv_answer *answer) {
    const uint8_t *flags = world->agents.flags, sensed = DV_AGENT_ALIVE | DV_AGENT_SENSED;
    return world->is_stepping && (flags[agent] & sensed) == sensed &&
           (answer->nearest == DV_NO_RANK || (flags[answer->nearest] & sensed) == sensed);
}

/// The handle of whom such an answer names.
static inline uint64_t dv_answer_bits(const dv_world *world, const dv_answer *answer) {
    return dv_handle_make(DV_HANDLE_AGENT, world->id, answer->generation, answer->nearest);
}

dv_neighborhood dv_neighborhood_of(const dv_world *world, dv_vec3 center, float radius,
                                   dv_kind_set kinds, const int16_t *states, uint32_t self);
/// Among those of a list of ranks only, which the neighborhood does not copy.
dv_neighborhood dv_neighborhood_among(const dv_world *world, dv_vec3 center, float radius,
                                      dv_kind_set kinds, const int16_t *states, uint32_t self,
                                      const uint32_t *ranks, uint32_t count);
static inline bool dv_neighborhood_next(dv_neighborhood *near) {
    const dv_sensed *sensed = &near->world->sensed;
    for (;;) {
        while (near->place < near->runs.run.end) {
            uint32_t rank = near->runs.list ? near->runs.list[near->place] : near->place;
            near->place++;
            const dv_record *record = &sensed->records[rank];
            dv_vec3 offset = dv_subtract(dv_record_position(record), near->center);
            if (sensed->wraps)
                offset = dv_fold_offset(offset, sensed->span, near->world->space == DV_VOLUME);
            float distance_squared = dv_length_squared(offset);
            uint8_t kind = record->kind;
            if (!(distance_squared <= near->radius_squared) || record->agent == near->self ||
                kind == DV_NO_KIND || !(near->kinds >> kind & 1) ||
                (near->states && near->states[kind] != (int16_t)record->state))
                continue;
            near->agent = record->agent;
            near->rank = rank;
            near->offset = offset;
            near->distance_squared = distance_squared;
            return true;
        }
        if (!dv_next_run(&near->runs))
            return false;
        near->place = near->runs.run.first;
    }
}

#endif
