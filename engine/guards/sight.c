// Guards about sight: `sees`, `loses`, `seen_by`.
#include "guards/arguments.h"
#include "guards/guarded.h"
#include "neighbors/neighborhood.h"

#include <math.h>

enum { SEES_WHO, SEES_WITHIN, SEES_AS, SEES_AT };

static const dv_parameter sees_parameters[] = {
    {"who", DV_PARAMETER_WHO, true, "", 0, 0, 0, "kinds, or a slot that holds an agent"},
    {"within", DV_PARAMETER_NUMBER, false, "m", 0, INFINITY, INFINITY,
     "no farther than this, center to center; the sight range by default"},
    {"as", DV_PARAMETER_SLOT, false, "agent", 0, 0, 0, "the slot to store the nearest one in"},
    {"at", DV_PARAMETER_SLOT, false, "point", 0, 0, 0, "the slot to store its position in"},
};

static bool find_seen(const dv_guard_context *context, const dv_bound *parameters, uint32_t *seen) {
    const dv_bound *who = &parameters[SEES_WHO];
    dv_sight sight =
        dv_sight_from(context->world, context->agent, context->position, context->forward);
    double within = dv_guard_number(context, &parameters[SEES_WITHIN]);
    if (who->source == DV_SOURCE_KINDS)
        return dv_sight_nearest_again(&sight, &who->kinds, within, context->engine, seen);
    return dv_bound_agent(context->world, context->agent, who, seen) &&
           dv_sight_holds(&sight, *seen, within);
}

static dv_truth keep_seen(const dv_guard_context *context, const dv_bound *parameters,
                          uint32_t seen) {
    dv_write_agent(context, &parameters[SEES_AS], dv_agent_bits(context->world, seen));
    dv_write_point(context, &parameters[SEES_AT], dv_sensed_position(context->world, seen));
    return DV_TRUE;
}

static dv_truth test_sees(const dv_guard_context *context, const dv_bound *parameters,
                          void *state) {
    (void)state;
    uint32_t seen;
    return find_seen(context, parameters, &seen) ? keep_seen(context, parameters, seen) : DV_FALSE;
}

/// Store what members of a squad see in their slots `as` and `at`.
static void note_seen(const dv_guarded *g, const dv_bound *parameters, dv_members members) {
    const dv_bound *as = &parameters[SEES_AS], *at = &parameters[SEES_AT];
    if (as->source != DV_SOURCE_SLOT && at->source != DV_SOURCE_SLOT)
        return;
    for (dv_members left = members; left != 0; left = dv_without_first(left)) {
        uint32_t member = dv_first_member(left), seen = dv_sweep_seen(g, member);
        if (as->source == DV_SOURCE_SLOT)
            dv_keep_agent(dv_guarded_slot(g, member, as->index), dv_agent_bits(g->world, seen));
        if (at->source == DV_SOURCE_SLOT)
            dv_keep_point(dv_guarded_slot(g, member, at->index),
                          dv_sensed_position(g->world, seen));
    }
}

/// With fewer members left, a sweep of the whole squad costs more than searching one by one.
#define WORTH_A_SWEEP 8

static bool sees_many(dv_guarded *g, const dv_bound *parameters, dv_members members,
                      dv_verdict *verdict) {
    const dv_bound *who = &parameters[SEES_WHO], *within = &parameters[SEES_WITHIN];
    uint32_t count = (uint32_t)__builtin_popcountll(members);
    float reach;
    if (who->source != DV_SOURCE_KINDS || within->source != DV_SOURCE_LITERAL ||
        count * WORTH_A_SWEEP < g->count || !dv_sweep_for(g, &who->kinds, within->number, &reach))
        return false;
    verdict->holds = dv_sweep_within(g, reach) & members & ~g->sweep.unsure;
    note_seen(g, parameters, verdict->holds);
    for (dv_members left = members & g->sweep.unsure; left != 0; left = dv_without_first(left)) {
        uint32_t member = dv_first_member(left);
        dv_truth truth = test_sees(dv_guarded_context(g, member), parameters, NULL);
        verdict->holds |= (dv_members)(truth == DV_TRUE) << member;
    }
    return true;
}

const dv_guard_type dv_guard_sees = {
    .entry = {.name = "sees",
              .doc = "The agent perceives one of the kinds, or the agent in a slot.",
              .source = "Drover",
              .parameters = sees_parameters,
              .parameter_count = DV_COUNT_OF(sees_parameters),
              .positional = 1},
    .evaluate = test_sees,
    .told = "saw {}",
    .notice = find_seen,
};

const dv_squad_guard dv_squad_guard_sees = {&dv_guard_sees, sees_many};

enum { LOSES_SLOT, LOSES_SECONDS };

static const dv_parameter loses_parameters[] = {
    {"slot", DV_PARAMETER_AGENT, true, "", 0, 0, 0, "the slot that holds the agent"},
    {"seconds", DV_PARAMETER_NUMBER, true, "s", 0, INFINITY, 0, "how long it was out of sight"},
};

/// What `loses` remembers. Ticks are those of the guard's clock.
typedef struct watch {
    uint32_t last_seen; ///< tick when last seen, or of entering or turning to another agent
    uint32_t watched;   ///< index + 1; 0: no agent yet
} watch;

static dv_truth test_loses(const dv_guard_context *context, const dv_bound *parameters,
                           void *state) {
    watch *now = state;
    double dt = context->world->dt;
    uint32_t tick = (uint32_t)(context->clock / dt + 0.5), other;
    if (!dv_bound_agent(context->world, context->agent, &parameters[LOSES_SLOT], &other)) {
        *now = (watch){.last_seen = tick};
        return DV_FALSE;
    }
    bool is_new = now->watched != 0 && now->watched != other + 1;
    if (is_new || dv_perceives(context->world, context->agent, other))
        now->last_seen = tick;
    now->watched = other + 1;
    double unseen = (tick - now->last_seen + 0.5) * dt;
    return dv_truth_of(now->last_seen != tick &&
                       unseen >= dv_guard_number(context, &parameters[LOSES_SECONDS]));
}

const dv_guard_type dv_guard_loses = {
    .entry = {.name = "loses",
              .doc = "The agent in a slot has been out of sight for some time, counting from when "
                     "the state was entered.",
              .source = "Drover",
              .parameters = loses_parameters,
              .parameter_count = DV_COUNT_OF(loses_parameters),
              .positional = 2},
    .state_size = sizeof(watch),
    .evaluate = test_loses,
    .told = "lost sight of {slot} {seconds} ago",
};

enum { SEEN_BY_KIND, SEEN_BY_AS };

static const dv_parameter seen_by_parameters[] = {
    {"kind", DV_PARAMETER_KIND, false, "", 0, 0, 0, "kinds; all by default"},
    {"as", DV_PARAMETER_SLOT, false, "agent", 0, 0, 0,
     "the slot to store the nearest one that sees it in"},
};

static bool does_see(const void *context, const dv_record *other, dv_vec3 offset,
                     float distance_squared) {
    (void)offset, (void)distance_squared;
    const dv_guard_context *seen = context;
    return dv_perceives(seen->world, other->agent, seen->agent);
}

static bool find_watcher(const dv_guard_context *context, const dv_bound *parameters,
                         uint32_t *nearest) {
    const dv_world *world = context->world;
    const dv_kind_set *kinds = &parameters[SEEN_BY_KIND].kinds;
    float reach = (float)dv_lesser(dv_largest_of(world, world->largest_sight, kinds),
                                   (float)world->visibility);
    float squared;
    return dv_find_nearest(world, context->position, reach, kinds, context->agent, does_see,
                           context, nearest, &squared);
}

static dv_truth test_seen_by(const dv_guard_context *context, const dv_bound *parameters,
                             void *state) {
    (void)state;
    uint32_t nearest;
    if (!find_watcher(context, parameters, &nearest))
        return DV_FALSE;
    dv_write_agent(context, &parameters[SEEN_BY_AS], dv_agent_bits(context->world, nearest));
    return DV_TRUE;
}

const dv_guard_type dv_guard_seen_by = {
    .entry = {.name = "seen_by",
              .doc = "Another agent perceives this one.",
              .source = "Drover",
              .parameters = seen_by_parameters,
              .parameter_count = DV_COUNT_OF(seen_by_parameters),
              .positional = 1},
    .evaluate = test_seen_by,
    .told = "was seen by {}",
    .notice = find_watcher,
};
