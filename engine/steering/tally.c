// Tallies: choosing whom to visit; see tally.h.
#include "steering/tally.h"

#include <float.h>
#include <string.h>

void dv_tally_set_rule(dv_tally_lanes *lanes, uint32_t lane, const dv_tally_rule *rule) {
    float radius = rule->radius, nearest = radius * DV_NEAREST_PUSH, cosine = rule->half_cosine;
    lanes->radius[lane] = radius;
    lanes->radius_squared[lane] = radius >= 0 ? radius * radius : -1;
    lanes->nearest_squared[lane] = nearest * nearest;
    // All around: below what any offset gives.
    lanes->cone[lane] = cosine <= -1 ? -FLT_MAX : cosine * (cosine < 0 ? -cosine : cosine);
}

static float smaller(float a, float b) { return a < b ? a : b; }

static float larger(float a, float b) { return a > b ? a : b; }

/// The least of the first lane, pairwise.
static float least_of(const float lanes[DV_LANES]) {
    float half[DV_LANES];
    memcpy(half, lanes, sizeof half);
    for (uint32_t width = DV_LANES / 2; width > 0; width /= 2)
        for (uint32_t lane = 0; lane < width; lane++)
            half[lane] = smaller(half[lane + width], half[lane]);
    return half[0];
}

static float most_of(const float lanes[DV_LANES]) {
    float half[DV_LANES];
    memcpy(half, lanes, sizeof half);
    for (uint32_t width = DV_LANES / 2; width > 0; width /= 2)
        for (uint32_t lane = 0; lane < width; lane++)
            half[lane] = larger(half[lane + width], half[lane]);
    return half[0];
}

void dv_squad_runs(dv_runs *runs, const dv_squad *squad, dv_crowd crowd, dv_kind_set kinds,
                   float radius) {
    const dv_vectors *p = &squad->position;
    bool is_volume = squad->world->space == DV_VOLUME;
    dv_vec3 low = dv_vec(least_of(p->x), least_of(p->y), is_volume ? least_of(p->z) : 0);
    dv_vec3 high = dv_vec(most_of(p->x), most_of(p->y), is_volume ? most_of(p->z) : 0);
    dv_runs_begin(runs, squad->world, crowd, kinds, low, high, radius);
}

static void visit(dv_visits *visits, const dv_runs *runs) {
    if (runs->run.first == runs->run.end)
        return;
    visits->list = runs->list;
    visits->folds = runs->folds;
    visits->runs[visits->count++] = runs->run;
}

bool dv_next_visits(dv_runs *runs, dv_visits *visits) {
    visits->count = 0;
    while (visits->count < DV_MOST_VISITS && dv_next_run(runs))
        visit(visits, runs);
    return visits->count > 0;
}

void dv_take_tallies(const dv_tally_pass *pass) {
    const dv_tally_group *group = pass->group;
    dv_runs runs;
    dv_visits visits;
    if (group->reach < 0)
        return;
    dv_squad_runs(&runs, pass->squad, group->crowd, group->kinds, group->reach);
    while (dv_next_visits(&runs, &visits))
        pass->world->kernels->tally_run(pass, &visits);
}

/// Rules that visit the same records.
static bool go_together(const dv_tally_lanes *a, const dv_tally_lanes *b) {
    return a->crowd == b->crowd && (a->crowd != DV_CROWD_FEW || a->kinds == b->kinds);
}

static bool look_at_the_same(const dv_tally_lanes *a, const dv_tally_lanes *b) {
    return a->kinds == b->kinds && !a->states && !b->states && !a->counts && !b->counts;
}

static bool are_flock(const dv_tally_lanes *rules, uint32_t count) {
    return count == 3 && rules[0].term == DV_TALLY_PUSHES && rules[1].term == DV_TALLY_MOTIONS &&
           rules[2].term == DV_TALLY_OFFSETS && look_at_the_same(&rules[0], &rules[1]) &&
           look_at_the_same(&rules[1], &rules[2]);
}

static void note_rule(dv_tally_group *group, uint32_t i, const dv_tally_lanes *rule) {
    for (uint32_t kind = 0; kind < DV_MAX_KINDS; kind++)
        if (rule->kinds >> kind & 1)
            group->rules_for_kind[kind] |= (uint8_t)(1u << i);
    for (uint32_t lane = 0; lane < DV_LANES; lane++)
        group->reach = larger(rule->radius[lane], group->reach);
    group->asks_for_states = group->asks_for_states || rule->states;
}

static void arrange(const dv_tally_lanes *rules, uint32_t first, uint32_t count,
                    dv_tally_group *group) {
    *group = (dv_tally_group){
        .first = first,
        .count = count,
        .crowd = rules[first].crowd,
        .is_flock = are_flock(rules + first, count),
        .kinds = rules[first].kinds,
        .reach = -1,
    };
    for (uint32_t i = 0; i < count; i++)
        note_rule(group, i, &rules[first + i]);
}

uint32_t dv_tally_arrange(const dv_tally_lanes *rules, uint32_t count, dv_tally_group *groups) {
    uint32_t group_count = 0;
    for (uint32_t first = 0, last; first < count; first = last) {
        for (last = first + 1; last < count && last < first + DV_MOST_RULES_A_PASS; last++)
            if (!go_together(&rules[first], &rules[last]))
                break;
        arrange(rules, first, last - first, &groups[group_count++]);
    }
    return group_count;
}
