// Perception, and the questions about it that programs ask; see perception.h.
#include "guards/perception.h"

#include "world/neighborhood.h"

#include <math.h>

#define FURTHEST 1e6f // m, that a lookout goes

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

// Over the edge of a world that wraps, a line of sight goes the short way.
static bool is_hidden(const dv_sight *sight, dv_vec3 offset, dv_vec3 position) {
    const dv_world *world = sight->world;
    if (world->bounds.edge == DV_EDGE_WRAP)
        position = dv_add(sight->position, offset);
    return dv_obstacles_hide(&world->obstacles, world->space, sight->position, position);
}

static bool is_open(const dv_sight *sight, dv_vec3 offset, float distance_squared,
                    dv_vec3 position) {
    return dv_in_cone(sight->forward, offset, distance_squared, sight->half_cosine) &&
           !(sight->occluded && is_hidden(sight, offset, position));
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

static bool is_in_box(const dv_lookout *l, dv_vec3 p) {
    return p.x >= l->low.x && p.x <= l->high.x && p.y >= l->low.y && p.y <= l->high.y &&
           p.z >= l->low.z && p.z <= l->high.z;
}

/// Whether a place may be within reach of the box along one axis; what rounding moves is less.
static bool is_along(float place, float low, float high, float reach, float span) {
    float half = (high - low) * 0.5f, offset = place - (low + half);
    float slack = 1e-6f * (fabsf(low) + fabsf(high) + span);
    return !(fabsf(span > 0 ? dv_fold(offset, span) : offset) > (half + reach) * 1.0001f + slack);
}

static bool is_around(const dv_lookout *l, const dv_record *r, const dv_sensed *s) {
    dv_vec3 span = s->wraps ? s->span : dv_vec(0, 0, 0);
    return is_along(r->x, l->low.x, l->high.x, l->reach, span.x) &&
           is_along(r->y, l->low.y, l->high.y, l->reach, span.y) &&
           is_along(r->z, l->low.z, l->high.z, l->reach, span.z);
}

/// The cells of the agent's row that follow, since agents come in the order of cells.
static void lay_box(dv_lookout *l, const dv_world *world, dv_vec3 place) {
    const dv_grid *grid = &world->sensed.grid;
    float depth = world->space == DV_VOLUME ? grid->cell.z : 0;
    dv_vec3 beside = dv_vec(grid->cell.x, grid->cell.y, depth);
    l->low = dv_subtract(place, beside);
    l->high = dv_add(place, dv_vec(2 * l->reach, beside.y, beside.z));
    if (!world->sensed.wraps)
        return;
    l->low.x = l->low.x < grid->origin.x ? grid->origin.x : l->low.x;
    l->low.y = l->low.y < grid->origin.y ? grid->origin.y : l->low.y;
    if (world->space == DV_VOLUME)
        l->low.z = l->low.z < grid->origin.z ? grid->origin.z : l->low.z;
}

static void list_those_around(dv_lookout *l, const dv_world *world, dv_crowd crowd) {
    const dv_sensed *s = &world->sensed;
    dv_runs runs;
    l->count = 0;
    l->is_crowded = false;
    dv_runs_begin(&runs, world, crowd, l->kinds, l->low, l->high, l->reach);
    while (!l->is_crowded && dv_next_run(&runs))
        for (uint32_t place = runs.run.first; place < runs.run.end && !l->is_crowded; place++) {
            uint32_t rank = runs.list ? runs.list[place] : place;
            const dv_record *record = &s->records[rank];
            if (record->kind == DV_NO_KIND || !(l->kinds >> record->kind & 1) ||
                !is_around(l, record, s))
                continue;
            l->is_crowded = l->count == DV_MOST_LOOKED_OUT;
            if (!l->is_crowded)
                l->ranks[l->count++] = rank;
        }
}

/// Boxes are laid from inside the bounds and reach at most half around a world that wraps.
static bool may_lay_box(const dv_sight *sight, float reach) {
    const dv_sensed *s = &sight->world->sensed;
    if (!(reach < FURTHEST))
        return false;
    if (!s->wraps)
        return true;
    dv_vec3 inside = dv_into_bounds(s, sight->position, sight->world->space);
    return reach * 2 <= s->span.x && inside.x == sight->position.x &&
           inside.y == sight->position.y && inside.z == sight->position.z;
}

/// The lookout that serves a search; NULL when there is none and the plain way is to be taken.
static const dv_lookout *lookout_for(const dv_sighting *search, float reach) {
    const dv_sight *sight = &search->sight;
    dv_lookout *l = search->lookouts;
    for (int i = 0; l && l->kinds && l->kinds != search->kinds; l++)
        if (++i == DV_LOOKOUTS)
            return NULL;
    if (!l || !may_lay_box(sight, reach))
        return NULL;
    if (l->kinds && reach <= l->reach && is_in_box(l, sight->position))
        return l->is_crowded ? NULL : l;
    dv_crowd crowd = dv_crowd_of(sight->world, search->kinds);
    if (crowd == DV_CROWD_ALL)
        return NULL;
    l->kinds = search->kinds;
    l->reach = reach;
    lay_box(l, sight->world, sight->position);
    list_those_around(l, sight->world, crowd);
    return l->is_crowded || !is_in_box(l, sight->position) ? NULL : l;
}

static void search_lookout(dv_sighting *search, const dv_lookout *lookout, float reach) {
    const dv_sight *sight = &search->sight;
    const dv_sensed *s = &sight->world->sensed;
    dv_vec3 center = sight->position;
    search->reach = reach;
    search->agent = DV_NO_RANK;
    search->distance_squared = INFINITY;
    for (uint32_t i = 0; i < lookout->count; i++) {
        const dv_record *record = &s->records[lookout->ranks[i]];
        dv_vec3 place = dv_record_position(record), offset = dv_subtract(place, center);
        if (s->wraps)
            offset = dv_fold_offset(sight->world, offset);
        float squared = dv_length_squared(offset);
        bool is_nearer = squared < search->distance_squared ||
                         (squared == search->distance_squared && record->agent < search->agent);
        if (!(squared <= reach * reach) || !is_nearer || record->agent == sight->agent ||
            !is_open(sight, offset, squared, place))
            continue;
        search->agent = record->agent;
        search->distance_squared = squared;
    }
}

static bool is_in_sight(const void *context, const dv_record *record, dv_vec3 offset,
                        float distance_squared) {
    return is_open(context, offset, distance_squared, dv_record_position(record));
}

/// Search, and note what came of it.
static void search(dv_sighting *sighting, float reach) {
    const dv_sight *sight = &sighting->sight;
    const dv_lookout *lookout = lookout_for(sighting, reach);
    if (lookout) {
        search_lookout(sighting, lookout, reach);
        return;
    }
    sighting->reach = reach;
    if (!dv_find_nearest(sight->world, sight->position, reach, sighting->kinds, sight->agent,
                         is_in_sight, sight, &sighting->agent, &sighting->distance_squared))
        sighting->agent = DV_NO_RANK;
}

/// Guards of other makers may write the slots that sight is read from: then it is another sight.
static bool is_same(const dv_sight *a, const dv_sight *b) {
    return a->world == b->world && a->agent == b->agent && a->half_cosine == b->half_cosine;
}

static bool tells(const dv_sighting *last, const dv_sight *sight, dv_kind_set kinds, float reach) {
    return last->kinds == kinds && is_same(&last->sight, sight) &&
           (last->agent != DV_NO_RANK || reach <= last->reach);
}

bool dv_sight_nearest_again(const dv_sight *sight, dv_kind_set kinds, double range,
                            dv_sighting *last, uint32_t *nearest) {
    float reach = range_within(sight, range);
    if (isnan(range) || !(reach >= 0) || kinds == 0)
        return false;
    if (!tells(last, sight, kinds, reach)) {
        last->sight = *sight;
        last->kinds = kinds;
        search(last, reach);
    }
    *nearest = last->agent;
    return last->agent != DV_NO_RANK && last->distance_squared <= reach * reach;
}

bool dv_sight_nearest(const dv_sight *sight, dv_kind_set kinds, double range, uint32_t *nearest) {
    dv_sighting none = {.kinds = 0};
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

dv_agent dv_agent_nearest_seen(const dv_world *world, dv_agent agent, dv_kind_set kinds,
                               double range) {
    uint32_t seer, nearest;
    if (!dv_agent_index(world, agent.bits, &seer))
        return (dv_agent){0};
    dv_sight sight = dv_sight_of(world, seer);
    if (!dv_sight_nearest(&sight, kinds, range, &nearest))
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
        dv_neighborhood_of(world, sight.position, range_within(&sight, range), kinds, NULL, seer);
    while (dv_neighborhood_next(&near)) {
        if (!is_seen(&sight, &near))
            continue;
        uint64_t bits = dv_agent_bits(world, near.agent);
        dv_keep_nearest(neighbors, count++, capacity,
                        (dv_neighbor){{bits}, sqrtf(near.distance_squared)});
    }
    return count;
}
