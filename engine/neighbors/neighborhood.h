// Iterates over the neighbors of a point in the order of the sensed records. If there are so few
// agents of the requested kinds that visiting all of them costs less than visiting cells, the order
// is by kind first.
//
//     dv_neighborhood near = dv_neighborhood_of(world, center, radius, kinds, NULL, self);
//     while (dv_neighborhood_next(&near))
//         … near.agent, near.offset, near.distance_squared …
#ifndef DV_NEIGHBORS_NEIGHBORHOOD_H
#define DV_NEIGHBORS_NEIGHBORHOOD_H

#include "world/world_data.h"

#include <string.h>

/// The records, or positions in a list, in [first, end).
typedef struct dv_run {
    uint32_t first, end;
    dv_vec3 shift; ///< m, to add to the offsets to its records, unless each is folded
} dv_run;

/// Runs of sensed records, or of ranks in a list, that hold all neighbors of a place.
typedef struct dv_runs {
    const uint32_t
        *list;  ///< ranks of the few agents to visit; NULL: the records of the grid's rows
    dv_run run; ///< the current one
    bool folds; ///< whether to fold each offset
    // The rest of the iteration.
    const dv_sensed *sensed;
    const dv_grid *grid; ///< NULL: the lists of kinds with few agents
    const dv_kind_set *kinds;
    dv_cells columns, rows, layers;
    uint32_t run_count;        ///< number of runs left
    uint32_t runs_a_row;       ///< 2 if rows cross the edge
    uint32_t part, row, layer; ///< position of the next run: part of the row, row, and layer
    dv_block_walk walk;        ///< instead, if the grid has blocks
} dv_runs;

/// Cells are selected with a slightly larger radius, so that rounding never misses a cell with a
/// neighbor on the rim. The exact distance decides.
#define DV_RIM 1.0001f

/// Begin to visit all records of some kinds within `radius` (m) of any place in a box. In a
/// wrapping world, `low` must be inside the bounds. `crowd` is dv_crowd_of the kinds.
void dv_runs_begin(dv_runs *runs, const dv_world *world, dv_crowd crowd, const dv_kind_set *kinds,
                   dv_vec3 low, dv_vec3 high, float radius);
/// Move on to the next run; false at the end.
bool dv_next_run(dv_runs *runs);

typedef struct dv_neighborhood {
    uint32_t rank;  ///< of the neighbor in world->sensed
    uint32_t agent; ///< its index
    dv_vec3 offset; ///< m, from the center to it
    float distance_squared;
    // The rest of the iteration.
    const dv_world *world;
    dv_vec3 center;
    float radius_squared;
    const dv_kind_set *kinds;
    const int16_t *states; ///< by kind: the required state; NULL: any
    uint32_t self;         ///< index of an agent to skip, or DV_NO_RANK
    dv_runs runs;
    uint32_t place; ///< in the current run
} dv_neighborhood;

/// Kinds as loops over many records look them up. They never have DV_NO_KIND, for which there is
/// one more word, so that the loops need not ask for it.
typedef struct dv_sought_kinds {
    uint64_t bits[DV_NO_KIND / 64 + 1];
} dv_sought_kinds;

static inline void dv_seek_kinds(dv_sought_kinds *sought, const dv_kind_set *kinds) {
    memcpy(sought->bits, kinds->bits, sizeof kinds->bits);
    sought->bits[DV_NO_KIND / 64] = 0;
}

/// Whether a record has one of the kinds, and the state required for its kind (NULL: any).
static inline bool dv_is_asked_for(const dv_record *record, const dv_sought_kinds *kinds,
                                   const int16_t *states) {
    uint32_t kind = record->kind;
    return kinds->bits[kind / 64] >> kind % 64 & 1 &&
           (!states || states[kind] == (int16_t)record->state);
}

/// Wrap a point into the bounds of a wrapping world.
dv_vec3 dv_bring_into_bounds(const dv_sensed *sensed, dv_vec3 point, dv_space space);

static inline dv_vec3 dv_into_bounds(const dv_sensed *s, dv_vec3 point, dv_space space) {
    dv_vec3 from = dv_subtract(point, s->grid.origin);
    bool is_inside = from.x >= 0 && from.x < s->span.x && from.y >= 0 && from.y < s->span.y &&
                     (space == DV_PLANE || (from.z >= 0 && from.z < s->span.z));
    return is_inside ? point : dv_bring_into_bounds(s, point, space);
}

/// Keep a neighbor if it is among the `capacity` nearest ones so far, which were chosen from
/// `count` found. They are in no order until dv_sort_nearest.
void dv_keep_nearest(dv_neighbor *neighbors, uint32_t count, uint32_t capacity, dv_neighbor new);
/// Sort neighbors by distance, ties by ID.
void dv_sort_nearest(dv_neighbor *neighbors, uint32_t count);

/// A filter: whether a record that would be the nearest so far counts.
typedef bool dv_counts(const void *context, const dv_record *record, dv_vec3 offset,
                       float distance_squared);
/// Find the nearest agent of the kinds within `radius` (m), ties by ID, among those that pass the
/// filter (NULL: all).
bool dv_find_nearest(const dv_world *world, dv_vec3 center, float radius, const dv_kind_set *kinds,
                     uint32_t except, dv_counts *counts, const void *context, uint32_t *nearest,
                     float *distance_squared);

/// Whether an agent's prefetched answer is still valid: the agent that it names still exists.
static inline bool dv_answer_holds(const dv_world *world, uint32_t agent,
                                   const dv_nearest_answer *answer) {
    const dv_columns *agents = &world->agents;
    const uint8_t *flags = agents->flags, sensed = DV_AGENT_ALIVE | DV_AGENT_SENSED;
    return world->is_stepping && (flags[agent] & sensed) == sensed &&
           (!world->prefetch.has_turned || dv_sensed_kind(world, agent) == agents->kind[agent]) &&
           (answer->nearest == DV_NO_RANK || (flags[answer->nearest] & sensed) == sensed);
}

/// The handle of the agent that an answer names.
static inline uint64_t dv_answer_bits(const dv_world *world, const dv_nearest_answer *answer) {
    return dv_handle_make(DV_HANDLE_AGENT, world->id, answer->generation, answer->nearest);
}

dv_neighborhood dv_neighborhood_of(const dv_world *world, dv_vec3 center, float radius,
                                   const dv_kind_set *kinds, const int16_t *states, uint32_t self);
/// Like dv_neighborhood_of, but only among a list of ranks, which is not copied.
dv_neighborhood dv_neighborhood_among(const dv_world *world, dv_vec3 center, float radius,
                                      const dv_kind_set *kinds, const int16_t *states,
                                      uint32_t self, const uint32_t *ranks, uint32_t count);
static inline bool dv_neighborhood_next(dv_neighborhood *near) {
    const dv_sensed *sensed = &near->world->sensed;
    for (;;) {
        while (near->place < near->runs.run.end) {
            uint32_t rank = near->runs.list ? near->runs.list[near->place] : near->place;
            near->place++;
            const dv_record *record = &sensed->records[rank];
            dv_vec3 offset = dv_subtract(dv_record_position(record), near->center);
            if (near->runs.folds)
                offset = dv_fold_offset(offset, sensed->span, near->world->space == DV_VOLUME);
            else
                offset = dv_add(offset, near->runs.run.shift);
            float distance_squared = dv_length_squared(offset);
            uint32_t kind = record->kind;
            if (!(distance_squared <= near->radius_squared) || record->agent == near->self ||
                kind == DV_NO_KIND || !dv_has_kind(near->kinds, kind) ||
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
