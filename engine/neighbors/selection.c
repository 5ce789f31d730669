#include "neighbors/selection.h"

#include "base/lanes.h"
#include "neighbors/closest.h"

/// Whether a neighbor within the radius counts: it is in view, or so near that the view does not
/// matter.
static bool is_counted(const dv_selection *selection, dv_vec3 offset, float distance_squared) {
    const dv_tally_rule *rule = selection->rule;
    return distance_squared < rule->min_distance * rule->min_distance ||
           dv_in_cone(selection->chooser.forward, offset, distance_squared, rule->half_cosine);
}

static bool next_that_counts(dv_selection *selection) {
    while (dv_neighborhood_next(&selection->near))
        if (is_counted(selection, selection->near.offset, selection->near.distance_squared))
            return true;
    return false;
}

static dv_chosen chosen_of(const dv_neighborhood *near) {
    return (dv_chosen){near->distance_squared, near->agent, near->rank, near->offset};
}

static bool is_nearer(const dv_chosen *a, const dv_chosen *b) {
    return dv_near_of(a->distance_squared, a->agent) < dv_near_of(b->distance_squared, b->agent);
}

/// Insert a neighbor into the sorted list, which drops its farthest when it is full.
static void keep_nearest(dv_selection *selection, dv_chosen new) {
    uint32_t most = selection->rule->nearest, i = selection->count;
    if (i == most && !is_nearer(&new, &selection->nearest[i - 1]))
        return;
    if (i < most)
        selection->count++;
    else
        i--;
    for (; i > 0 && is_nearer(&new, &selection->nearest[i - 1]); i--)
        selection->nearest[i] = selection->nearest[i - 1];
    selection->nearest[i] = new;
}

void dv_selection_begin(dv_selection *selection, const dv_chooser *chooser,
                        const dv_tally_rule *rule) {
    selection->near = dv_neighborhood_of(chooser->world, chooser->position, rule->radius,
                                         rule->kinds, rule->states, chooser->agent);
    selection->chooser = *chooser;
    selection->rule = rule;
    selection->count = selection->next = 0;
    while (rule->nearest > 0 && next_that_counts(selection))
        keep_nearest(selection, chosen_of(&selection->near));
}

bool dv_selection_next(dv_selection *selection) {
    if (selection->rule->nearest > 0) {
        if (selection->next == selection->count)
            return false;
        selection->now = selection->nearest[selection->next++];
        return true;
    }
    if (!next_that_counts(selection))
        return false;
    selection->now = chosen_of(&selection->near);
    return true;
}

static dv_vec3 push_from(const dv_chooser *chooser, const dv_chosen *neighbor, float radius) {
    float nearest = radius * DV_NEAREST_PUSH;
    if (neighbor->distance_squared > nearest * nearest)
        return dv_scale(neighbor->offset, -1 / neighbor->distance_squared);
    return dv_push_apart(chooser->world, chooser->agent, neighbor->agent, neighbor->offset, radius);
}

dv_vec3 dv_selection_term(const dv_selection *selection) {
    const dv_chooser *chooser = &selection->chooser;
    const dv_chosen *neighbor = &selection->now;
    const dv_sensed *sensed = &chooser->world->sensed;
    switch (selection->rule->term) {
    case DV_TALLY_PUSHES:
        return push_from(chooser, neighbor, selection->rule->radius);
    case DV_TALLY_MOTIONS:
        return dv_record_velocity(&sensed->records[neighbor->rank]);
    case DV_TALLY_VELOCITIES:
        return dv_subtract(dv_record_velocity(&sensed->records[neighbor->rank]), chooser->velocity);
    case DV_TALLY_FORWARDS:
        return dv_subtract(sensed->forward[neighbor->rank], chooser->forward);
    default:
        return neighbor->offset;
    }
}

bool dv_selection_includes(const dv_selection *selection, const dv_chosen *neighbor) {
    const dv_tally_rule *rule = selection->rule;
    if (rule->nearest == 0)
        return rule->radius >= 0 && neighbor->distance_squared <= rule->radius * rule->radius &&
               is_counted(selection, neighbor->offset, neighbor->distance_squared);
    for (uint32_t i = 0; i < selection->count; i++)
        if (selection->nearest[i].agent == neighbor->agent)
            return true;
    return false;
}

void dv_tally_by_choice(const dv_squad *squad, uint32_t lane, const dv_tally_rule *rule,
                        dv_tally *tally) {
    const dv_chooser chooser = {
        squad->world, squad->agent[lane], dv_in_lane(&squad->position, lane),
        dv_in_lane(&squad->velocity, lane), dv_in_lane(&squad->forward, lane)};
    dv_selection choice;
    dv_vec3 sum = dv_vec(0, 0, 0);
    int32_t count = 0;
    if (rule->radius >= 0)
        for (dv_selection_begin(&choice, &chooser, rule); dv_selection_next(&choice); count++)
            sum = dv_add(sum, dv_selection_term(&choice));
    dv_set_lane(&tally->sum, lane, sum);
    tally->count[lane] = count;
}
