// Guards about distances, perceived or not: `near`, `far`. From center to center.
#include "base/lanes.h"
#include "guards/arguments.h"
#include "guards/guarded.h"

#include <math.h>

enum { WHO, DISTANCE, AS };

static const dv_parameter near_parameters[] = {
    {"who", DV_PARAMETER_WHO, true, "point", 0, 0, 0,
     "kinds, or a slot that holds an agent or a point"},
    {"distance", DV_PARAMETER_NUMBER, true, "m", 0, INFINITY, 0, "at most this far"},
    {"as", DV_PARAMETER_SLOT, false, "agent", 0, 0, 0, "the slot to store the nearest one in"},
};

static dv_agent nearest_of(const dv_guard_context *context, dv_kind_set kinds, double distance) {
    dv_agent self = {dv_agent_bits(context->world, context->agent)};
    return dv_world_nearest(context->world, context->position, distance, kinds, self, NULL);
}

/// Find where a slot's agent or point is; `agent` is null for a point.
static bool place_of(const dv_guard_context *context, const dv_bound *who, dv_vec3 *place,
                     dv_agent *agent) {
    const dv_world *world = context->world;
    dv_slot_type type;
    dv_slot leader;
    uint32_t other;
    *agent = (dv_agent){0};
    if (dv_bound_agent(world, context->agent, who, &other)) {
        *place = who->source == DV_SOURCE_SLOT
                     ? dv_supposed_position(world, context->agent, who->index, other)
                     : dv_sensed_position(world, other);
        *agent = (dv_agent){dv_agent_bits(world, other)};
        return true;
    }
    const dv_slot *slot = dv_bound_slot(world, context->agent, who, &type, &leader);
    if (!slot || !slot->is_set || (type != DV_SLOT_POINT && type != DV_SLOT_POSE))
        return false;
    *place = dv_vec(slot->as.point[0], slot->as.point[1], slot->as.point[2]);
    return true;
}

static float distance_squared_to(const dv_guard_context *context, dv_vec3 place) {
    return dv_length_squared(dv_offset_between(context->world, context->position, place));
}

static dv_truth test_near(const dv_guard_context *context, const dv_bound *parameters,
                          void *state) {
    (void)state;
    const dv_bound *who = &parameters[WHO];
    float distance = (float)dv_guard_number(context, &parameters[DISTANCE]);
    dv_agent nearest;
    dv_vec3 place;
    if (who->source == DV_SOURCE_KINDS) {
        nearest = nearest_of(context, who->kinds, distance);
        if (!nearest.bits)
            return DV_FALSE;
    } else if (!place_of(context, who, &place, &nearest) ||
               !(distance_squared_to(context, place) <= distance * distance)) {
        return DV_FALSE;
    }
    if (nearest.bits)
        dv_write_agent(context, &parameters[AS], nearest.bits);
    return DV_TRUE;
}

static bool find_near(const dv_guard_context *context, const dv_bound *parameters,
                      uint32_t *agent) {
    const dv_bound *who = &parameters[WHO];
    if (who->source != DV_SOURCE_KINDS)
        return dv_bound_agent(context->world, context->agent, who, agent);
    double distance = dv_guard_number(context, &parameters[DISTANCE]);
    return dv_agent_index(context->world, nearest_of(context, who->kinds, distance).bits, agent);
}

/// The agents that members have in a slot, and their positions. A member without one has its own
/// position; squads whose members all have none have no positions.
typedef struct kept {
    dv_members members;
    uint32_t agent[DV_MAX_GUARDED];
    dv_vectors places[DV_GUARDED_SQUADS];
} kept;

static dv_members in_squad(dv_members members, uint32_t squad) {
    return members >> squad * DV_LANES & DV_EACH_LANE;
}

static void find_kept(const dv_guarded *g, uint32_t slot, dv_members members, kept *k) {
    const dv_world *world = g->world;
    dv_members found = 0;
    for (dv_members left = members; left != 0; left = dv_without_first(left)) {
        uint32_t member = dv_first_member(left), other;
        const dv_slot *own = dv_guarded_slot(g, member, slot);
        if (!own->is_set || !dv_agent_index(world, dv_slot_word(own), &other))
            continue;
        uint32_t squad = member / DV_LANES;
        if (!in_squad(found, squad))
            k->places[squad] = g->squads[squad].position;
        dv_vec3 place = dv_sensed_position(world, other);
        found |= (dv_members)1 << member;
        k->agent[member] = other;
        dv_set_lane(&k->places[squad], member % DV_LANES, place);
    }
    k->members = found;
}

/// For agents in the members' own slots, the most common use.
static bool near_many(dv_guarded *g, const dv_bound *parameters, dv_members members,
                      dv_verdict *verdict) {
    const dv_world *world = g->world;
    const dv_bound *who = &parameters[WHO], *as = &parameters[AS];
    if (who->source != DV_SOURCE_SLOT || who->slot_type != DV_SLOT_AGENT ||
        world->program->kinds[g->kind].suppositions ||
        parameters[DISTANCE].source != DV_SOURCE_LITERAL)
        return false;
    float distance = (float)parameters[DISTANCE].number;
    kept k;
    find_kept(g, who->index, members, &k);
    for (uint32_t squad = 0; squad * DV_LANES < g->count; squad++) {
        if (!in_squad(k.members, squad))
            continue;
        dv_members near =
            world->kernels->squad_near(&g->squads[squad], &k.places[squad], distance * distance);
        verdict->holds |= near << squad * DV_LANES;
    }
    verdict->holds &= k.members;
    for (dv_members left = verdict->holds; left != 0 && as->source == DV_SOURCE_SLOT;
         left = dv_without_first(left)) {
        uint32_t member = dv_first_member(left);
        dv_keep_agent(dv_guarded_slot(g, member, as->index), dv_agent_bits(world, k.agent[member]));
    }
    return true;
}

const dv_guard_type dv_guard_near = {
    .entry = {.name = "near",
              .doc = "An agent of one of the kinds, or what a slot holds, is within a distance, "
                     "perceived or not.",
              .source = "Drover",
              .parameters = near_parameters,
              .parameter_count = DV_COUNT_OF(near_parameters),
              .positional = 2},
    .evaluate = test_near,
    .told = "was within {distance} of {}",
    .notice = find_near,
};

const dv_squad_guard dv_squad_guard_near = {&dv_guard_near, near_many};

static const dv_parameter far_parameters[] = {
    {"who", DV_PARAMETER_WHO, true, "point", 0, 0, 0,
     "kinds, or a slot that holds an agent or a point"},
    {"distance", DV_PARAMETER_NUMBER, true, "m", 0, INFINITY, 0, "farther than this"},
};

static dv_truth test_far(const dv_guard_context *context, const dv_bound *parameters, void *state) {
    (void)state;
    const dv_bound *who = &parameters[WHO];
    float distance = (float)dv_guard_number(context, &parameters[DISTANCE]);
    dv_agent agent;
    dv_vec3 place;
    if (who->source == DV_SOURCE_KINDS)
        return dv_truth_of(distance >= 0 && !nearest_of(context, who->kinds, distance).bits);
    return dv_truth_of(place_of(context, who, &place, &agent) &&
                       distance_squared_to(context, place) > distance * distance);
}

const dv_guard_type dv_guard_far = {
    .entry = {.name = "far",
              .doc = "No agent of the kinds is within a distance, or what a slot holds is farther "
                     "away, perceived or not.",
              .source = "Drover",
              .parameters = far_parameters,
              .parameter_count = DV_COUNT_OF(far_parameters),
              .positional = 2},
    .evaluate = test_far,
    .told = "was more than {distance} from {who}",
};
