// Perception, and queries of it by programs; see perception.h.
#include "senses/perception.h"

#include "neighbors/neighborhood.h"
#include "world/obstacles.h"

#include <math.h>

static float half_cosine_of(const dv_world *world, uint32_t agent) {
    const float *own = world->own_properties[DV_SIGHT_ANGLE];
    const dv_bound *bound = &dv_kind_of(world, agent)->properties[DV_SIGHT_ANGLE];
    if (bound->source == DV_SOURCE_LITERAL && !(own && !isnan(own[agent])))
        return bound->half_cosine;
    double angle = dv_property_of(world, agent, DV_SIGHT_ANGLE);
    return angle < (float)(2 * DV_PI) ? (float)dv_cos(angle / 2) : -1.0f;
}

dv_sight dv_sight_of(const dv_world *world, uint32_t agent) {
    return dv_sight_from(world, agent, dv_sensed_position(world, agent),
                         dv_sensed_forward(world, agent));
}

dv_sight dv_sight_from(const dv_world *world, uint32_t agent, dv_vec3 position, dv_vec3 forward) {
    return (dv_sight){
        .world = world,
        .agent = agent,
        .position = position,
        .forward = forward,
        .range = (float)dv_lesser(dv_property_of(world, agent, DV_SIGHT_RANGE),
                                  (float)world->visibility),
        .half_cosine = half_cosine_of(world, agent),
        .occluded = dv_kind_of(world, agent)->occluded && world->obstacles.alive_count > 0,
    };
}

bool dv_sight_is_blocked(const dv_sight *sight, dv_vec3 offset, dv_vec3 position) {
    const dv_world *world = sight->world;
    // In a world that wraps, a line of sight goes the short way across the edge.
    if (world->bounds.edge == DV_EDGE_WRAP)
        position = dv_add(sight->position, offset);
    return dv_obstacles_hide(&world->obstacles, world->space, sight->position, position);
}

static bool is_open(const dv_sight *sight, dv_vec3 offset, float distance_squared,
                    dv_vec3 position) {
    return dv_in_cone(sight->forward, offset, distance_squared, sight->half_cosine) &&
           !(sight->occluded && dv_sight_is_blocked(sight, offset, position));
}

static float range_within(const dv_sight *sight, double range) {
    return range < (double)sight->range ? (float)range : sight->range;
}

bool dv_sight_holds(const dv_sight *sight, uint32_t other, double range) {
    const dv_world *world = sight->world;
    uint32_t rank;
    if (other == sight->agent || isnan(range) || !dv_rank_of(world, other, &rank) ||
        world->sensed.records[rank].kind == DV_NO_KIND)
        return false;
    dv_vec3 position = dv_sensed_position(world, other);
    dv_vec3 offset = dv_offset_between(world, sight->position, position);
    float distance_squared = dv_length_squared(offset);
    float reach = range_within(sight, range);
    return reach >= 0 && distance_squared <= reach * reach &&
           is_open(sight, offset, distance_squared, position);
}

static bool is_seen(const dv_sight *sight, const dv_neighborhood *near) {
    dv_vec3 position = dv_record_position(&sight->world->sensed.records[near->rank]);
    return is_open(sight, near->offset, near->distance_squared, position);
}

static bool is_in_sight(const void *context, const dv_record *record, dv_vec3 offset,
                        float distance_squared) {
    return is_open(context, offset, distance_squared, dv_record_position(record));
}

/// Search, and store the result in the sighting.
static void search_and_note(dv_sighting *sighting, float reach) {
    const dv_sight *sight = &sighting->sight;
    sighting->reach = reach;
    if (!dv_find_nearest(sight->world, sight->position, reach, sighting->kinds, sight->agent,
                         is_in_sight, sight, &sighting->agent, &sighting->distance_squared))
        sighting->agent = DV_NO_RANK;
}

/// Whether two sights are equal. Guards of other authors may write the slots that sight is read
/// from, which changes it.
static bool is_same(const dv_sight *a, const dv_sight *b) {
    return a->world == b->world && a->agent == b->agent && a->half_cosine == b->half_cosine;
}

static bool still_tells(const dv_sighting *last, const dv_sight *sight, const dv_kind_set *kinds,
                        float reach) {
    return last->kinds && dv_are_same_kinds(last->kinds, kinds) && is_same(&last->sight, sight) &&
           (last->agent != DV_NO_RANK || reach <= last->reach);
}

bool dv_sight_nearest_again(const dv_sight *sight, const dv_kind_set *kinds, double range,
                            dv_sighting *last, uint32_t *nearest) {
    float reach = range_within(sight, range);
    if (isnan(range) || !(reach >= 0) || dv_has_no_kinds(kinds))
        return false;
    if (!still_tells(last, sight, kinds, reach)) {
        last->sight = *sight;
        last->kinds = kinds;
        search_and_note(last, reach);
    }
    *nearest = last->agent;
    return last->agent != DV_NO_RANK && last->distance_squared <= reach * reach;
}

bool dv_sight_nearest(const dv_sight *sight, const dv_kind_set *kinds, double range,
                      uint32_t *nearest) {
    dv_sighting none = {.kinds = NULL};
    return dv_sight_nearest_again(sight, kinds, range, &none, nearest);
}

bool dv_perceives(const dv_world *world, uint32_t agent, uint32_t other) {
    dv_sight sight = dv_sight_of(world, agent);
    return dv_sight_holds(&sight, other, INFINITY);
}

bool dv_agent_sees(const dv_world *world, dv_agent agent, dv_agent other) {
    uint32_t seer, seen;
    return dv_agent_index(world, agent.bits, &seer) && dv_agent_index(world, other.bits, &seen) &&
           dv_perceives(world, seer, seen);
}

bool dv_agent_has_in_sight(const dv_world *world, dv_agent agent, dv_vec3 place) {
    uint32_t seer;
    if (!dv_agent_index(world, agent.bits, &seer))
        return false;
    dv_sight sight = dv_sight_of(world, seer);
    return !dv_sight_is_blocked(&sight, dv_offset_between(world, sight.position, place), place);
}

bool dv_common_sight(const dv_world *world, uint32_t kind, float range, float *reach,
                     float *half_cosine) {
    const dv_bound *properties = world->program->kinds[kind].properties;
    const dv_bound *sight = &properties[DV_SIGHT_RANGE], *angle = &properties[DV_SIGHT_ANGLE];
    if (world->own_properties[DV_SIGHT_RANGE] || world->own_properties[DV_SIGHT_ANGLE] ||
        sight->source != DV_SOURCE_LITERAL || angle->source != DV_SOURCE_LITERAL)
        return false;
    float furthest = (float)dv_lesser((float)sight->number, (float)world->visibility);
    *reach = range < furthest ? range : furthest;
    *half_cosine = angle->half_cosine;
    return *reach >= 0;
}

/// The result prefetched for this agent, unless its sight has changed since; NULL if there is none.
static const dv_nearest_answer *prefetched_for(dv_world *world, uint32_t seer,
                                               const dv_kind_set *kinds, double range) {
    if (!(range >= 0))
        return NULL;
    const dv_prefetched *prefetched = dv_look_up_prefetched(
        &world->prefetch, world->agents.kind[seer], true, kinds, (float)range);
    const dv_nearest_answer *answer = prefetched ? &prefetched->answers[seer] : NULL;
    // Sight is that of the kind unless some agent has its own.
    if (!answer || !dv_answer_holds(world, seer, answer) ||
        prefetched->visibility != world->visibility || world->own_properties[DV_SIGHT_RANGE] ||
        world->own_properties[DV_SIGHT_ANGLE])
        return NULL;
    // If the nearest is hidden behind an obstacle, an agent farther away may be visible.
    bool may_hide = dv_kind_of(world, seer)->occluded && world->obstacles.alive_count > 0;
    bool is_seen =
        answer->nearest == DV_NO_RANK || !may_hide || dv_perceives(world, seer, answer->nearest);
    return is_seen ? answer : NULL;
}

dv_agent dv_agent_nearest_seen(dv_world *world, dv_agent agent, dv_kind_set kinds, double range) {
    uint32_t seer, nearest;
    if (!dv_agent_index(world, agent.bits, &seer))
        return (dv_agent){0};
    const dv_nearest_answer *answer = prefetched_for(world, seer, &kinds, range);
    if (answer)
        return (dv_agent){answer->nearest == DV_NO_RANK ? 0 : dv_answer_bits(world, answer)};
    dv_sight sight = dv_sight_of(world, seer);
    if (!dv_sight_nearest(&sight, &kinds, range, &nearest))
        return (dv_agent){0};
    return (dv_agent){dv_agent_bits(world, nearest)};
}

uint32_t dv_agent_seen(const dv_world *world, dv_agent agent, dv_kind_set kinds, double range,
                       dv_neighbor *neighbors, uint32_t capacity) {
    uint32_t seer, count = 0;
    if (!dv_agent_index(world, agent.bits, &seer) || isnan(range))
        return 0;
    dv_sight sight = dv_sight_of(world, seer);
    dv_neighborhood near =
        dv_neighborhood_of(world, sight.position, range_within(&sight, range), &kinds, NULL, seer);
    while (dv_neighborhood_next(&near)) {
        if (!is_seen(&sight, &near))
            continue;
        uint64_t bits = dv_agent_bits(world, near.agent);
        dv_keep_nearest(neighbors, count++, capacity,
                        (dv_neighbor){{bits}, sqrtf(near.distance_squared)});
    }
    dv_sort_nearest(neighbors, count < capacity ? count : capacity);
    return count;
}
