// Turning into another kind: the agent stays the same, and gets the body, the senses, the slots,
// and the states of its new kind.
#include "base/result.h"
#include "world/world_data.h"

#include <math.h>

dv_result dv_agent_turn_into(dv_world *world, dv_agent agent, uint32_t kind, dv_error *error) {
    uint32_t i;
    if (!dv_agent_index(world, agent.bits, &i))
        return dv_fail(error, DV_ERROR_STALE, "the agent is gone");
    if (kind >= world->program->kind_count)
        return dv_fail(error, DV_ERROR_NAME, "no kind number %u", kind);
    world->agents.pending_state[i] = (uint16_t)(DV_TURNS_INTO | kind);
    return DV_OK;
}

/// Copy the slots that both kinds have.
static void keep_slots(const dv_world *world, uint32_t agent, const dv_kind *to, dv_slot *slots) {
    const dv_kind *from = dv_kind_of(world, agent);
    const dv_named_slots old = {from->slots, from->slot_count, dv_slots_of(world, agent)};
    for (uint32_t i = 0; i < to->slot_count; i++) {
        const dv_slot *kept = dv_find_slot(&old, &to->slots[i]);
        if (kept)
            slots[i] = *kept;
    }
    dv_model_join(to, from, slots);
}

/// Values that scripts assigned to its body and its look were for the old kind.
static void drop_own_values(dv_world *world, uint32_t agent) {
    dv_columns *c = &world->agents;
    for (int p = 0; p < DV_PROPERTY_COUNT; p++)
        if (world->own_properties[p])
            world->own_properties[p][agent] = NAN;
    if (world->own_colors)
        world->own_colors[agent] = 0;
    if (c->has_inertia)
        c->ax[agent] = c->ay[agent] = c->az[agent] = c->kept[agent] = 0;
}

/// Until the tick ends, others sense the agent as one of its old kind `from`, with its new body.
static void note_size(dv_world *world, uint32_t agent, uint32_t from) {
    float radius = dv_property_of(world, agent, DV_RADIUS);
    float *radii = world->largest_radius, *sights = world->largest_sight;
    uint32_t kind = world->agents.kind[agent];
    radii[from] = dv_larger(radii[from], radius);
    radii[kind] = dv_larger(radii[kind], radius);
    sights[kind] = dv_larger(sights[kind], dv_property_of(world, agent, DV_SIGHT_RANGE));
}

void dv_take_kind(dv_world *world, uint32_t agent, uint32_t kind, uint32_t row) {
    dv_columns *c = &world->agents;
    uint32_t from = c->kind[agent];
    keep_slots(world, agent, &world->program->kinds[kind],
               dv_store_slots(&world->stores[kind], row));
    dv_store_free_row(&world->stores[from], c->row[agent]);
    c->kind[agent] = (uint8_t)kind;
    c->row[agent] = row;
    drop_own_values(world, agent);
    note_size(world, agent, from);
    c->state[agent] = (uint16_t)world->program->kinds[kind].initial;
    c->entered[agent] = c->born[agent] = (uint32_t)world->tick;
    c->blend[agent] = c->pending_state[agent] = 0;
    c->applied[agent] = 0; // these are bound to the slots and states of the old kind
    c->fired[agent] = DV_NO_GUARD;
    world->prefetch.has_turned = true;
}
