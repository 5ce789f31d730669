// Lists the slots that steer an agent; see dv_agent_slots_read.
#include "steering/evaluate.h"

typedef struct listing {
    const dv_world *world;
    uint32_t agent;
    dv_slot_read *reads;
    uint32_t capacity, count;
    int32_t sought; ///< a slot of the agent; −1: none
    bool is_found;  ///< `sought` is read
    bool asks_host; ///< a function of the host is called, and what it reads isn't known
} listing;

static void add(listing *l, dv_slot_owner owner, uint32_t slot) {
    if (owner == DV_OWNED_BY_AGENT && (int32_t)slot == l->sought)
        l->is_found = true;
    for (uint32_t i = 0; i < l->count; i++)
        if (l->reads[i].owner == owner && l->reads[i].slot == slot)
            return;
    if (l->count < l->capacity)
        l->reads[l->count++] = (dv_slot_read){owner, slot};
}

static void see_bound(listing *l, const dv_bound *bound) {
    dv_agent agent = {dv_agent_bits(l->world, l->agent)};
    dv_group group = dv_agent_group(l->world, agent);
    bool has_group = dv_group_alive(l->world, group);
    if (bound->source == DV_SOURCE_SLOT)
        add(l, DV_OWNED_BY_AGENT, bound->index);
    if (bound->source == DV_SOURCE_GROUP_LEADER && has_group)
        add(l, DV_LEADER_OF_GROUP, 0);
    if (bound->source == DV_SOURCE_GROUP_SLOT && has_group) {
        int16_t slot = bound->group_slots[dv_group_type(l->world, group)];
        if (slot >= 0)
            add(l, DV_OWNED_BY_GROUP, (uint32_t)slot);
    }
}

static void see_parameters(listing *l, const dv_entry *entry, const dv_bound *parameters) {
    for (uint32_t i = 0; i < entry->parameter_count; i++) {
        see_bound(l, &parameters[i]);
        l->asks_host = l->asks_host || parameters[i].callback >= 0;
    }
}

static void see_node(listing *l, const dv_node *node) {
    if (!node)
        return;
    see_parameters(l, node->behavior ? &node->behavior->entry : &node->blend->entry,
                   node->parameters);
    for (uint32_t i = 0; i < node->part_count; i++) {
        if (!node->behavior)
            see_bound(l, &node->weights[i]);
        see_node(l, &node->parts[i]);
    }
}

static void see_stress(listing *l, const dv_stress_list *stress) {
    for (uint32_t i = 0; i < stress->count; i++) {
        const dv_stress_node *node = stress->nodes[i];
        see_parameters(l, &node->type->entry, node->parameters);
        see_bound(l, &node->weight);
        see_bound(l, &node->power);
    }
}

static void see_state(listing *l, const dv_state *state, const dv_node *composition) {
    see_node(l, composition);
    see_stress(l, &state->stress);
    see_bound(l, &state->speed);
}

/// Whether any state or named blend of the agent's kind reads one of its slots.
static bool is_read_somewhere(const dv_world *world, uint32_t agent, uint32_t slot) {
    const dv_kind *kind = dv_kind_of(world, agent);
    listing all = {.world = world, .agent = agent, .sought = (int32_t)slot};
    for (uint32_t i = 0; i < kind->state_count; i++)
        see_state(&all, &kind->states[i], kind->states[i].steer);
    for (uint32_t i = 0; i < kind->blend_count; i++)
        see_node(&all, kind->blends[i].node);
    return all.is_found;
}

uint32_t dv_agent_slots_read(const dv_world *world, dv_agent handle, dv_slot_read *reads,
                             uint32_t capacity) {
    listing l = {.world = world, .reads = reads, .capacity = capacity, .sought = -1};
    if (!dv_agent_index(world, handle.bits, &l.agent))
        return 0;
    const dv_kind *kind = dv_kind_of(world, l.agent);
    see_state(&l, &kind->states[world->agents.state[l.agent]], dv_composition_of(world, l.agent));
    for (uint32_t i = world->agents.applied[l.agent]; i; i = world->applied[i - 1].next)
        see_node(&l, world->applied[i - 1].node);
    for (int i = 0; i < DV_PROPERTY_COUNT; i++)
        see_bound(&l, &kind->properties[i]);
    for (uint32_t slot = 0; l.asks_host && slot < kind->slot_count; slot++)
        if (!is_read_somewhere(world, l.agent, slot))
            add(&l, DV_OWNED_BY_AGENT, slot);
    return l.count;
}
