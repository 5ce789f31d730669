// Where an agent supposes another to be that it has in a slot but does not perceive. After B. D.
// Reich, An Architecture for Behavioral Locomotion (1997), on uncertainty in object sensing: the
// supposed place begins on a circle around the true one and wanders. It is exact while the other is
// perceived.
//
// Invariant: a supposition names no agent, and its error is zero, while its slot is empty or the
// agent in it is perceived. Otherwise the error is no longer than the uncertainty. Suppositions are
// updated once a tick, before guards; for an agent put into the slot later in the tick, the place
// is computed on demand.
#include "base/random.h"
#include "senses/perception.h"
#include "world/stopping.h"

#include <math.h>

#define SUPPOSING_BLOCK 256
#define DRAWS_PER_SECOND 10
// Draws of the random stream.
enum { FIRST_DIRECTION, DIRECTION, PACE };

/// The supposition of one slot, in the agent's block.
typedef struct supposition {
    uint32_t target[2]; ///< the handle without its world; 0: no agent
    float x, y, z;      ///< m, offset of the supposed place from the true one
} supposition;

_Static_assert(sizeof(supposition) <= DV_SUPPOSITION_BYTES, "it has a place in the agent's block");

static void set_target(supposition *s, uint64_t bits, dv_vec3 error) {
    *s = (supposition){{(uint32_t)bits, (uint32_t)(bits >> 32)}, error.x, error.y, error.z};
}

/// An agent's name as in snapshots: the same in every world.
static uint64_t name_of(const dv_world *world, uint32_t agent) {
    return dv_handle_make(DV_HANDLE_AGENT, 0, world->agents.generation[agent], agent);
}

static bool is_of(const supposition *s, uint64_t name) {
    return s->target[0] == (uint32_t)name && s->target[1] == (uint32_t)(name >> 32);
}

static dv_random_key key_of(const dv_world *world, uint32_t agent, uint32_t slot, uint64_t tick) {
    return (dv_random_key){world->seed, tick, agent, DV_STREAM_SUPPOSING + slot};
}

/// The first error for an agent that is no longer seen. `tick` is the one before the update, so
/// that a place computed on demand in between is the same.
static dv_vec3 first_error(const dv_world *world, uint32_t agent, uint32_t slot, uint64_t tick,
                           float uncertainty) {
    dv_random_key key = key_of(world, agent, slot, tick);
    return dv_scale(dv_random_direction(key, FIRST_DIRECTION, world->space == DV_VOLUME),
                    uncertainty);
}

/// Move the error a random step; direction and length are drawn ten times a second.
static dv_vec3 wander_error(const dv_world *world, uint32_t agent, uint32_t slot, dv_vec3 error,
                            float uncertainty) {
    uint64_t tenth = (uint64_t)((double)world->tick * DRAWS_PER_SECOND / world->tick_rate);
    dv_random_key key = key_of(world, agent, slot, tenth);
    double most = (double)dv_property_of(world, agent, DV_SIGHT_DRIFT) * world->dt;
    dv_vec3 direction = dv_random_direction(key, DIRECTION, world->space == DV_VOLUME);
    error = dv_add(error, dv_scale(direction, (float)(most * dv_random_unit(key, PACE))));
    float length = dv_length(error);
    if (!(length > uncertainty))
        return error;
    return isfinite(length) ? dv_scale(error, uncertainty / length) : dv_vec(0, 0, 0);
}

static supposition *supposition_of(const dv_world *world, uint32_t agent, uint32_t slot) {
    uint32_t offset = dv_kind_of(world, agent)->suppositions[slot];
    return (supposition *)(void *)(dv_states_of(world, agent) + offset);
}

static void follow_slot(const dv_world *world, uint32_t agent, uint32_t slot, const dv_sight *sight,
                        float uncertainty) {
    supposition *s = supposition_of(world, agent, slot);
    const dv_slot *held = dv_slots_of(world, agent) + slot;
    uint32_t other;
    if (!(uncertainty > 0) || !held->is_set || !dv_agent_index(world, dv_slot_word(held), &other) ||
        other == agent || dv_sight_holds(sight, other, INFINITY)) {
        *s = (supposition){{0, 0}, 0, 0, 0};
        return;
    }
    uint64_t name = name_of(world, other);
    dv_vec3 error = dv_vec(s->x, s->y, s->z);
    if (is_of(s, name))
        error = wander_error(world, agent, slot, error, uncertainty);
    else
        error = first_error(world, agent, slot, world->tick - 1, uncertainty);
    set_target(s, name, error);
}

static void follow_supposed(void *context, uint32_t first, uint32_t last, int thread) {
    (void)thread;
    const dv_world *world = context;
    for (uint32_t rank = first; rank < last; rank++) {
        const dv_record *record = &world->sensed.records[rank];
        const dv_kind *kind = &world->program->kinds[record->kind];
        if (!kind->suppositions)
            continue;
        uint32_t agent = record->agent;
        float uncertainty = dv_property_of(world, agent, DV_SIGHT_UNCERTAINTY);
        dv_sight sight = dv_sight_of(world, agent);
        for (uint32_t slot = 0; slot < kind->slot_count; slot++)
            if (kind->slots[slot].type == DV_SLOT_AGENT)
                follow_slot(world, agent, slot, &sight, uncertainty);
    }
}

void dv_follow_suppositions(dv_world *world) {
    if (world->program->supposes)
        dv_share(world, world->sensed.count, SUPPOSING_BLOCK, follow_supposed, world);
}

/// The error of the supposed place of the agent in a slot; zero while it is perceived.
static dv_vec3 error_of(const dv_world *world, uint32_t agent, uint32_t slot, uint32_t other) {
    const dv_kind *kind = dv_kind_of(world, agent);
    float uncertainty = dv_property_of(world, agent, DV_SIGHT_UNCERTAINTY);
    if (!(uncertainty > 0) || kind->slots[slot].type != DV_SLOT_AGENT || other == agent)
        return dv_vec(0, 0, 0);
    const supposition *s = supposition_of(world, agent, slot);
    if (is_of(s, name_of(world, other)))
        return dv_vec(s->x, s->y, s->z);
    return dv_perceives(world, agent, other)
               ? dv_vec(0, 0, 0)
               : first_error(world, agent, slot, world->tick, uncertainty);
}

dv_vec3 dv_supposed_position(const dv_world *world, uint32_t agent, uint32_t slot, uint32_t other) {
    dv_vec3 place = dv_sensed_position(world, other);
    if (!dv_kind_of(world, agent)->suppositions)
        return place;
    return dv_add(place, error_of(world, agent, slot, other));
}

bool dv_agent_supposed(const dv_world *world, dv_agent agent, uint32_t slot, dv_vec3 *place,
                       bool *is_sure) {
    uint32_t i, other;
    *place = dv_vec(0, 0, 0);
    *is_sure = false;
    dv_slot_value value = dv_agent_slot(world, agent, slot);
    if (!dv_agent_index(world, agent.bits, &i) || !value.is_set ||
        dv_kind_of(world, i)->slots[slot].type != DV_SLOT_AGENT ||
        !dv_agent_index(world, value.as.handle, &other))
        return false;
    *place = dv_supposed_position(world, i, slot, other);
    *is_sure = dv_perceives(world, i, other);
    return true;
}
