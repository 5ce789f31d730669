// Lists what the behaviors of an agent ask for; see dv_agent_influences.
#include "base/alloc.h"
#include "steering/evaluate.h"
#include "tick/phases.h"

#include <stdio.h>
#include <string.h>

/// A behavior that was evaluated.
typedef struct answer {
    const dv_node *node;
    dv_vec3 vector;
} answer;

typedef struct listing {
    dv_observer observer;
    const dv_steering_context *context;
    answer *answers;
    uint32_t answer_count, answer_capacity;
    bool is_short; ///< out of memory
    dv_influence *influences;
    uint32_t capacity, count;
    double total; ///< the sum of all weighted lengths
} listing;

static void note_asked(dv_observer *observer, const dv_node *behavior,
                       const dv_steering_context *context, const void *state, dv_vec3 vector) {
    (void)context, (void)state;
    listing *l = (listing *)observer;
    l->is_short |= !dv_reserve((void **)&l->answers, &l->answer_capacity, l->answer_count + 1,
                               sizeof *l->answers);
    if (!l->is_short)
        l->answers[l->answer_count++] = (answer){behavior, vector};
}

static const char *name_of(const dv_node *node) {
    return node->behavior ? node->behavior->entry.name : node->blend->entry.name;
}

/// The number of a part among those of its name, from 1.
static uint32_t number_among(const dv_node *blend, uint32_t part) {
    uint32_t number = 1;
    for (uint32_t i = 0; i < part; i++)
        number += strcmp(name_of(&blend->parts[i]), name_of(&blend->parts[part])) == 0;
    return number;
}

/// `scale` is the product of the weights on the path, `weight` the last of them. A share is a
/// weighted length until the total is known.
static void list_behavior(listing *l, const dv_node *node, const char *path, float weight,
                          double scale) {
    dv_influence influence = {.weight = weight};
    snprintf(influence.path, sizeof influence.path, "%s", path);
    for (uint32_t i = 0; i < l->answer_count && !influence.was_asked; i++) {
        if (l->answers[i].node != node)
            continue;
        influence.was_asked = true;
        influence.vector = l->answers[i].vector;
    }
    double length = dv_length_double(influence.vector) * (scale < 0 ? -scale : scale);
    influence.share = (float)length;
    l->total += length;
    if (l->count < l->capacity)
        l->influences[l->count] = influence;
    l->count++;
}

static void list_node(listing *l, const dv_node *node, const char *path, float weight,
                      double scale) {
    if (node->behavior) {
        list_behavior(l, node, path, weight, scale);
        return;
    }
    for (uint32_t i = 0; i < node->part_count; i++) {
        const dv_node *part = &node->parts[i];
        uint32_t number = number_among(node, i);
        float own = dv_part_weight(node, l->context, i);
        char part_path[DV_INFLUENCE_PATH];
        if (number > 1)
            snprintf(part_path, sizeof part_path, "%.60s.%s[%u]", path, name_of(part), number);
        else
            snprintf(part_path, sizeof part_path, "%.60s.%s", path, name_of(part));
        list_node(l, part, part_path, own, scale * (double)own);
    }
}

static void list_applied(listing *l, const dv_world *world, uint32_t agent) {
    for (uint32_t i = world->agents.applied[agent]; i; i = world->applied[i - 1].next) {
        const dv_applied *applied = &world->applied[i - 1];
        char path[DV_INFLUENCE_PATH];
        if (!applied->node)
            continue;
        snprintf(path, sizeof path, "applied.%s", name_of(applied->node));
        list_node(l, applied->node, path, applied->weight, (double)applied->weight);
    }
}

uint32_t dv_agent_influences(const dv_world *world, dv_agent handle, dv_influence *influences,
                             uint32_t capacity) {
    uint32_t agent;
    if (!dv_agent_index(world, handle.bits, &agent) ||
        world->agents.flags[agent] & DV_AGENT_SUSPENDED)
        return 0;
    const dv_node *node = dv_composition_of(world, agent);
    dv_steering_context context = dv_steering_context_of(world, agent);
    listing l = {.observer = {note_asked},
                 .context = &context,
                 .influences = influences,
                 .capacity = capacity};
    dv_observe_all(world, &context, node, &l.observer);
    if (node && !l.is_short)
        list_node(&l, node, name_of(node), 1, 1);
    if (!l.is_short)
        list_applied(&l, world, agent);
    dv_free(l.answers);
    for (uint32_t i = 0; i < l.count && i < capacity; i++)
        influences[i].share = l.total > 0 ? (float)(influences[i].share / l.total) : 0;
    return l.count;
}
