// Finds the nearest agent, for one place or for a squad; and queries about neighbors.
//
// Both search in rings of growing size, so that a near agent is found without visiting everything
// within the radius. A ring is a whole disc: once it has an agent, no nearer one is outside.
#include "base/lanes.h"
#include "drover/queries.h"
#include "neighbors/index.h"
#include "neighbors/nearest_lanes.h"
#include "neighbors/neighborhood.h"
#include "world/kernels.h"
#include "world/regions.h"

#include <math.h>

#define RING_GROWTH 4.0f
#define WIDEST_RING 1e7f // m
#define FEW_TO_SORT 48   // that insertion sorts faster than a heap
// The first ring of a squad, in average distances between neighbors. Most of its agents find one
// within it.
#define FIRST_RING_OF_SQUAD 1.5f

/// Nearer first, ties by ID.
static bool is_nearer(float distance_a, uint32_t a, float distance_b, uint32_t b) {
    return distance_a < distance_b || (distance_a == distance_b && a < b);
}

static bool comes_before(const dv_neighbor *a, const dv_neighbor *b) {
    return is_nearer(a->distance, dv_handle_index(a->agent.bits), b->distance,
                     dv_handle_index(b->agent.bits));
}

/// Move the neighbor at `place` down in a heap, which has the farthest at the top.
static void sift_down(dv_neighbor *heap, uint32_t count, uint32_t place) {
    dv_neighbor moved = heap[place];
    for (uint32_t below; (below = 2 * place + 1) < count; place = below) {
        if (below + 1 < count && comes_before(&heap[below], &heap[below + 1]))
            below++;
        if (!comes_before(&moved, &heap[below]))
            break;
        heap[place] = heap[below];
    }
    heap[place] = moved;
}

static void make_heap(dv_neighbor *neighbors, uint32_t count) {
    for (uint32_t i = count / 2; i-- > 0;)
        sift_down(neighbors, count, i);
}

void dv_keep_nearest(dv_neighbor *neighbors, uint32_t count, uint32_t capacity, dv_neighbor new) {
    if (count < capacity) {
        neighbors[count] = new;
        if (count + 1 == capacity)
            make_heap(neighbors, capacity);
    } else if (capacity > 0 && comes_before(&new, &neighbors[0])) {
        neighbors[0] = new;
        sift_down(neighbors, capacity, 0);
    }
}

static void sort_few(dv_neighbor *neighbors, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        dv_neighbor moved = neighbors[i];
        uint32_t place = i;
        for (; place > 0 && comes_before(&moved, &neighbors[place - 1]); place--)
            neighbors[place] = neighbors[place - 1];
        neighbors[place] = moved;
    }
}

void dv_sort_nearest(dv_neighbor *neighbors, uint32_t count) {
    if (count <= FEW_TO_SORT) {
        sort_few(neighbors, count);
        return;
    }
    make_heap(neighbors, count);
    for (uint32_t end = count - 1; end > 0; end--) {
        dv_neighbor farthest = neighbors[0];
        neighbors[0] = neighbors[end];
        neighbors[end] = farthest;
        sift_down(neighbors, end, 0);
    }
}

static uint32_t index_or_none(const dv_world *world, dv_agent agent) {
    uint32_t index;
    return dv_agent_index(world, agent.bits, &index) ? index : DV_NO_RANK;
}

uint32_t dv_world_neighbors_among(const dv_world *world, dv_vec3 point, double radius,
                                  const dv_agent_filter *filter, dv_neighbor *neighbors,
                                  uint32_t capacity) {
    const dv_region_record *within = dv_region_record_of(world, filter->within.bits);
    uint32_t found = 0;
    if (filter->within.bits && !within)
        return 0;
    if (world->space == DV_PLANE)
        point.z = 0;
    dv_neighborhood near = dv_neighborhood_of(world, point, (float)radius, &filter->kinds, NULL,
                                              index_or_none(world, filter->except));
    while (dv_neighborhood_next(&near)) {
        const dv_record *record = &world->sensed.records[near.rank];
        if ((filter->state >= 0 && record->state != (uint32_t)filter->state) ||
            (within && !dv_region_holds(world, within, dv_record_position(record))))
            continue;
        dv_neighbor neighbor = {{dv_agent_bits(world, near.agent)}, sqrtf(near.distance_squared)};
        dv_keep_nearest(neighbors, found++, capacity, neighbor);
    }
    dv_sort_nearest(neighbors, found < capacity ? found : capacity);
    return found;
}

uint32_t dv_world_neighbors(const dv_world *world, dv_vec3 point, double radius, dv_kind_set kinds,
                            dv_agent except, dv_neighbor *neighbors, uint32_t capacity) {
    dv_agent_filter filter = dv_agent_filter_default();
    filter.kinds = kinds;
    filter.except = except;
    return dv_world_neighbors_among(world, point, radius, &filter, neighbors, capacity);
}

/// A search for the nearest agent, with the best one so far.
typedef struct search {
    const dv_world *world;
    dv_vec3 center;
    const dv_kind_set *kinds;
    uint32_t except;
    dv_counts *counts; ///< NULL: all agents count
    const void *context;
    uint32_t nearest; ///< index, or DV_NO_RANK
    float distance_squared;
} search;

static void look_within(search *s, float radius) {
    dv_neighborhood near =
        dv_neighborhood_of(s->world, s->center, radius, s->kinds, NULL, s->except);
    while (dv_neighborhood_next(&near)) {
        const dv_record *record = &s->world->sensed.records[near.rank];
        if (!is_nearer(near.distance_squared, near.agent, s->distance_squared, s->nearest) ||
            (s->counts && !s->counts(s->context, record, near.offset, near.distance_squared)))
            continue;
        s->nearest = near.agent;
        s->distance_squared = near.radius_squared = near.distance_squared;
    }
}

bool dv_find_nearest(const dv_world *world, dv_vec3 center, float radius, const dv_kind_set *kinds,
                     uint32_t except, dv_counts *counts, const void *context, uint32_t *nearest,
                     float *distance_squared) {
    search s = {world, center, kinds, except, counts, context, DV_NO_RANK, radius * radius};
    float ring = dv_crowd_spacing(world, dv_crowd_of(world, kinds));
    for (; s.nearest == DV_NO_RANK && ring < radius && ring < WIDEST_RING; ring *= RING_GROWTH)
        look_within(&s, ring);
    if (s.nearest == DV_NO_RANK)
        look_within(&s, radius);
    *nearest = s.nearest;
    *distance_squared = s.distance_squared;
    return s.nearest != DV_NO_RANK;
}

static void look_for_squad(const dv_squad *squad, dv_crowd crowd, float radius,
                           dv_nearest_lanes *found) {
    dv_vicinity vicinity;
    dv_visits visits;
    dv_vicinity_begin(&vicinity, squad, NULL, crowd, found->kinds, radius);
    while (dv_next_visits(&vicinity, &visits))
        squad->world->kernels->nearest_run(squad, &visits, found);
}

void dv_find_nearest_for_squad(const dv_squad *squad, float radius, dv_nearest_lanes *found) {
    dv_crowd crowd = dv_crowd_of(squad->world, found->kinds);
    float ring = FIRST_RING_OF_SQUAD * dv_crowd_spacing(squad->world, crowd);
    for (; ring < radius && ring < WIDEST_RING; ring *= RING_GROWTH) {
        look_for_squad(squad, crowd, ring, found);
        if (squad->world->kernels->nearest_within(found, ring * ring) == DV_EACH_LANE)
            return;
    }
    look_for_squad(squad, crowd, radius, found);
}

dv_agent dv_world_nearest(const dv_world *world, dv_vec3 point, double radius, dv_kind_set kinds,
                          dv_agent except, double *distance) {
    uint32_t nearest;
    float distance_squared;
    if (!dv_find_nearest(world, point, (float)radius, &kinds, index_or_none(world, except), NULL,
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
        &world->prefetch, world->agents.kind[index], false, &kinds, (float)radius);
    const dv_nearest_answer *answer = prefetched ? &prefetched->answers[index] : NULL;
    if (!answer || !dv_answer_holds(world, index, answer) || !is_where_sensed(world, index))
        return dv_world_nearest(world, dv_position_of(world, index), radius, kinds, agent,
                                distance);
    if (answer->nearest == DV_NO_RANK)
        return (dv_agent){0};
    *distance = sqrt((double)answer->squared);
    return (dv_agent){dv_answer_bits(world, answer)};
}
