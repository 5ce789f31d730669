#include "neighbors/selection.h"

/// Whether a neighbor counts: it is in view, or so near that the view does not matter.
static bool is_counted(const dv_selection *selection) {
    const dv_neighborhood *near = &selection->near;
    float least = selection->rule->min_distance;
    return near->distance_squared < least * least ||
           dv_in_cone(selection->forward, near->offset, near->distance_squared,
                      selection->rule->half_cosine);
}

static bool next_that_counts(dv_selection *selection) {
    while (dv_neighborhood_next(&selection->near))
        if (is_counted(selection))
            return true;
    return false;
}

static dv_chosen chosen_of(const dv_neighborhood *near) {
    return (dv_chosen){near->distance_squared, near->agent, near->rank, near->offset};
}

static bool is_nearer(const dv_chosen *a, const dv_chosen *b) {
    return a->distance_squared < b->distance_squared ||
           (a->distance_squared == b->distance_squared && a->agent < b->agent);
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

void dv_selection_begin(dv_selection *selection, const dv_world *world, uint32_t agent,
                        dv_vec3 position, dv_vec3 forward, const dv_tally_rule *rule) {
    selection->near =
        dv_neighborhood_of(world, position, rule->radius, rule->kinds, rule->states, agent);
    selection->forward = forward;
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
