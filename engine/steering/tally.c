// Tallies: choosing whom to visit; see tally.h.
#include "steering/tally.h"

#include <float.h>

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

static float largest_radius(const dv_tally_pass *pass) {
    float largest = -1;
    for (uint32_t i = 0; i < pass->rule_count; i++)
        for (uint32_t lane = 0; lane < DV_LANES; lane++)
            if (pass->rules[i].radius[lane] > largest)
                largest = pass->rules[i].radius[lane];
    return largest;
}

static dv_runs runs_of_grid(const dv_tally_pass *pass, float radius) {
    const dv_vectors *p = &pass->squad->position;
    dv_vec3 low = dv_vec(p->x[0], p->y[0], p->z[0]), high = low;
    for (uint32_t lane = 1; lane < DV_LANES; lane++) {
        low = dv_vec(smaller(p->x[lane], low.x), smaller(p->y[lane], low.y),
                     smaller(p->z[lane], low.z));
        high = dv_vec(larger(p->x[lane], high.x), larger(p->y[lane], high.y),
                      larger(p->z[lane], high.z));
    }
    return dv_runs_about(pass->world, low, high, radius);
}

static void take(const dv_tally_pass *pass, dv_runs runs) {
    dv_tally_run *run = pass->world->kernels->tally_run;
    while (dv_next_run(&runs))
        if (runs.first < runs.end)
            run(pass, &runs);
}

static void take_from_grid(const dv_tally_pass *pass) {
    float radius = largest_radius(pass);
    if (radius >= 0)
        take(pass, runs_of_grid(pass, radius));
}

/// Rules that visit the same records are taken together.
static bool go_together(const dv_tally_lanes *a, const dv_tally_lanes *b) {
    return a->is_few == b->is_few && (!a->is_few || a->kinds == b->kinds);
}

void dv_take_tallies(const dv_tally_pass *pass) {
    uint32_t last;
    for (uint32_t first = 0; first < pass->rule_count; first = last) {
        for (last = first + 1; last < pass->rule_count; last++)
            if (!go_together(&pass->rules[first], &pass->rules[last]))
                break;
        dv_tally_pass some = *pass;
        some.rules = &pass->rules[first];
        some.tallies = &pass->tallies[first];
        some.rule_count = last - first;
        if (some.rules->is_few)
            take(&some, dv_runs_of_kinds(pass->world, some.rules->kinds));
        else
            take_from_grid(&some);
    }
}
