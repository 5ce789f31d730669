// Tallies: selects the records to visit; see tally.h.
#include "neighbors/tally.h"

#include "base/lanes.h"
#include "neighbors/parting.h"
#include "world/kernels.h"

#include <float.h>

dv_vec3 dv_push_apart(const dv_world *world, uint32_t agent, uint32_t other, dv_vec3 offset,
                      float radius) {
    float nearest = radius * DV_NEAREST_PUSH;
    if (nearest == 0)
        return dv_vec(0, 0, 0);
    dv_vec3 away = dv_length_squared(offset) > 0
                       ? dv_scale(dv_normalize(offset), -1)
                       : dv_parting_direction(agent, other, world->space == DV_VOLUME);
    return dv_scale(away, 1 / nearest);
}

void dv_tally_set_rule(dv_tally_lanes *lanes, uint32_t lane, const dv_tally_rule *rule) {
    float radius = rule->radius, nearest = radius * DV_NEAREST_PUSH, cosine = rule->half_cosine;
    lanes->radius[lane] = radius;
    lanes->radius_squared[lane] = radius >= 0 ? radius * radius : -1;
    lanes->nearest_squared[lane] = nearest * nearest;
    // All around: less than the value for any offset.
    lanes->cone[lane] = cosine <= -1 ? -FLT_MAX : cosine * (cosine < 0 ? -cosine : cosine);
}

// In a volume, two squads at once did not pay: flocks took as long or up to 14 % longer.
bool dv_may_go_abreast(const dv_world *world) {
    return world->kernels->tally_two && world->space == DV_PLANE;
}

bool dv_goes_abreast(const dv_world *world, const dv_tally_group *group) {
    return dv_may_go_abreast(world) && group->is_flock && group->crowd == DV_CROWD_ALL;
}

static void add_visited(const dv_tally_pass *pass, const dv_visits *visits) {
    const dv_kernels *kernels = pass->world->kernels;
    if (pass->beside && kernels->tally_two(pass, visits))
        return;
    kernels->tally_run(pass, visits);
    if (!pass->beside)
        return;
    dv_tally_pass second = *pass;
    second.squad = pass->beside;
    second.tallies = pass->tallies_beside;
    kernels->tally_run(&second, visits);
}

void dv_take_tallies(const dv_tally_pass *pass) {
    const dv_tally_group *group = pass->group;
    dv_vicinity vicinity;
    dv_visits visits;
    if (group->reach < 0)
        return;
    dv_vicinity_begin(&vicinity, pass->squad, pass->beside, group->crowd, group->kinds,
                      group->reach);
    while (dv_next_visits(&vicinity, &visits))
        add_visited(pass, &visits);
}

/// Whether two rules visit the same records.
static bool go_together(const dv_tally_lanes *a, const dv_tally_lanes *b) {
    return !a->chooses && !b->chooses && a->crowd == b->crowd &&
           (a->crowd != DV_CROWD_FEW || dv_are_same_kinds(a->kinds, b->kinds));
}

static bool look_at_the_same(const dv_tally_lanes *a, const dv_tally_lanes *b) {
    return dv_are_same_kinds(a->kinds, b->kinds) && !a->states && !b->states && !a->counts &&
           !b->counts;
}

static bool are_flock(const dv_tally_lanes *rules, uint32_t count) {
    return count == 3 && rules[0].term == DV_TALLY_PUSHES && rules[1].term == DV_TALLY_MOTIONS &&
           rules[2].term == DV_TALLY_OFFSETS && look_at_the_same(&rules[0], &rules[1]) &&
           look_at_the_same(&rules[1], &rules[2]);
}

static void note_rule(dv_tally_group *group, uint32_t i, const dv_tally_lanes *rule,
                      uint32_t kind_count) {
    for (uint32_t kind = 0; kind < kind_count; kind++)
        if (dv_has_kind(rule->kinds, kind))
            group->rules_for_kind[kind] |= (uint8_t)(1u << i);
    for (uint32_t lane = 0; lane < DV_LANES; lane++)
        group->reach = dv_larger(rule->radius[lane], group->reach);
    group->asks_for_states = group->asks_for_states || rule->states;
}

static void arrange_rules(const dv_tally_lanes *rules, uint32_t first, uint32_t count,
                          uint32_t kind_count, dv_tally_group *group) {
    *group = (dv_tally_group){
        .first = first,
        .count = count,
        .crowd = rules[first].crowd,
        .is_flock = are_flock(rules + first, count),
        .kinds = rules[first].kinds,
        .reach = -1,
    };
    // Rules that choose have a group of their own, without a pass.
    for (uint32_t i = 0; i < count && !rules[first].chooses; i++)
        note_rule(group, i, &rules[first + i], kind_count);
}

uint32_t dv_tally_arrange(const dv_tally_lanes *rules, uint32_t count, uint32_t kind_count,
                          dv_tally_group *groups) {
    uint32_t group_count = 0;
    for (uint32_t first = 0, last; first < count; first = last) {
        for (last = first + 1; last < count && last < first + DV_MAX_RULES_A_PASS; last++)
            if (!go_together(&rules[first], &rules[last]))
                break;
        arrange_rules(rules, first, last - first, kind_count, &groups[group_count++]);
    }
    return group_count;
}
