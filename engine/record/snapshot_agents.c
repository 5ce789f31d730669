// Agents in a snapshot: the columns as they are, then each agent's data in its kind's store.
#include "base/alloc.h"
#include "base/result.h"
#include "record/snapshot_parts.h"
#include "world/course.h"

#include <math.h>

/// Between ticks, only these two flags matter.
static void write_flags(dv_stream *s, const dv_columns *c) {
    for (uint32_t i = 0; i < c->limit; i++)
        dv_write_u8(s, c->flags[i] & (DV_AGENT_ALIVE | DV_AGENT_SUSPENDED));
}

static void write_zeros(dv_stream *s, size_t bytes) {
    static const unsigned char zeros[4096];
    for (size_t written = 0; written < bytes; written += sizeof zeros)
        dv_write_bytes(s, zeros, bytes - written < sizeof zeros ? bytes - written : sizeof zeros);
}

static void write_columns(dv_stream *s, const dv_columns *c) {
    dv_write_u32(s, c->limit);
#define DV_WRITE_COLUMN(type, name) dv_write_bytes(s, c->name, c->limit * sizeof(type));
    DV_WRITE_COLUMN(uint32_t, generation)
    DV_LIVING_COLUMNS(DV_WRITE_COLUMN)
    if (c->has_inertia) {
        DV_INERTIA_COLUMNS(DV_WRITE_COLUMN)
    } else {
#define DV_WRITE_NO_COLUMN(type, name) write_zeros(s, c->limit * sizeof(type));
        DV_INERTIA_COLUMNS(DV_WRITE_NO_COLUMN)
#undef DV_WRITE_NO_COLUMN
    }
    if (c->of_volume) {
        DV_VOLUME_COLUMNS(DV_WRITE_COLUMN)
    }
#undef DV_WRITE_COLUMN
    write_flags(s, c);
}

static uint32_t count_own(const dv_world *world, int property) {
    const float *own = world->own_properties[property];
    uint32_t count = 0;
    for (uint32_t i = 0; own && i < world->agents.limit; i++)
        count += !isnan(own[i]);
    return count;
}

static void write_own_property(dv_stream *s, const dv_world *world, int property, uint32_t count) {
    const float *own = world->own_properties[property];
    dv_write_u32(s, (uint32_t)property);
    dv_write_u32(s, count);
    for (uint32_t i = 0; i < world->agents.limit; i++)
        if (!isnan(own[i])) {
            dv_write_u32(s, i);
            dv_write_bytes(s, &own[i], sizeof own[i]);
        }
}

// Write only properties that some agent has a value of its own for, so that adding a property to
// the engine changes no hash.
static void write_own_values(dv_stream *s, const dv_world *world) {
    uint32_t counts[DV_OWN_PROPERTY_COUNT], properties = 0;
    for (int p = 0; p < DV_OWN_PROPERTY_COUNT; p++) {
        counts[p] = count_own(world, p);
        properties += counts[p] > 0;
    }
    dv_write_u32(s, properties);
    for (int p = 0; p < DV_OWN_PROPERTY_COUNT; p++)
        if (counts[p] > 0)
            write_own_property(s, world, p, counts[p]);
    uint32_t count = 0;
    for (uint32_t i = 0; world->own_colors && i < world->agents.limit; i++)
        count += world->own_colors[i] != 0;
    dv_write_u32(s, count);
    for (uint32_t i = 0; count && i < world->agents.limit; i++)
        if (world->own_colors[i]) {
            dv_write_u32(s, i);
            dv_write_u32(s, world->own_colors[i]);
        }
}

void dv_write_slots(dv_stream *s, const dv_slot_def *defs, uint32_t count, const dv_slot *slots) {
    for (uint32_t i = 0; i < count; i++) {
        dv_slot slot = slots[i];
        if (slot.is_set && dv_slot_holds_handle(defs[i].type))
            dv_slot_set_word(&slot, dv_slot_word(&slot) & ~DV_WORLD_BITS);
        dv_write_bytes(s, &slot, sizeof slot);
    }
}

/// Write what was applied to an agent and outlasts its tick, newest first. Only agents whose
/// scripts skip ticks have any.
static void write_lasting(dv_stream *s, const dv_world *world, uint32_t agent) {
    const dv_applied *all = world->applied;
    uint32_t first = world->agents.applied[agent], count = 0;
    for (uint32_t i = first; i; i = all[i - 1].next)
        count += all[i - 1].until != DV_UNTIL_THE_TICK_ENDS;
    dv_write_u32(s, count);
    for (uint32_t i = first; i; i = all[i - 1].next) {
        if (all[i - 1].until == DV_UNTIL_THE_TICK_ENDS)
            continue;
        dv_write_u64(s, all[i - 1].identity);
        dv_write_bytes(s, &all[i - 1].weight, sizeof all[i - 1].weight);
        dv_write_u32(s, all[i - 1].until);
    }
}

static void write_rows(dv_stream *s, const dv_world *world) {
    for (uint32_t i = 0; i < world->agents.limit; i++) {
        if (!(world->agents.flags[i] & DV_AGENT_ALIVE))
            continue;
        const dv_kind *kind = dv_kind_of(world, i);
        const dv_store *store = &world->stores[world->agents.kind[i]];
        dv_write_slots(s, kind->slots, kind->slot_count, dv_slots_of(world, i));
        dv_write_bytes(s, dv_states_of(world, i), store->state_bytes);
        if (store->has_rhythm)
            write_lasting(s, world, i);
    }
}

void dv_write_agents(dv_stream *s, const dv_world *world) {
    write_columns(s, &world->agents);
    dv_write_u32(s, world->free_count);
    dv_write_bytes(s, world->free_indices, world->free_count * sizeof *world->free_indices);
    write_own_values(s, world);
    write_rows(s, world);
}

static bool reserve_agents(dv_loading *l, uint32_t limit) {
    bool fits = limit <= DV_MAX_AGENTS && dv_read_fits(l->reader, limit, 32);
    dv_damaged_unless(l, fits);
    if (!dv_usable(l))
        return false;
    l->out_of_memory = !dv_columns_reserve(&l->world->agents, limit) ||
                       !dv_columns_have_inertia(&l->world->agents) ||
                       !dv_reserve((void **)&l->world->free_indices, &l->world->free_capacity,
                                   limit + 1, sizeof *l->world->free_indices);
    return dv_usable(l);
}

// Headings are stored as unit vectors; rounding makes them slightly longer or shorter.
#define ROUNDING 1e-3f

static bool is_unit(dv_vec3 v) { return fabsf(dv_length_squared(v) - 1) <= ROUNDING; }

/// Whether the up vector is one that dv_orient keeps; all zero means upright.
static bool is_valid_up(const dv_columns *c, uint32_t i) {
    dv_vec3 up = dv_vec(c->ux[i], c->uy[i], c->uz[i]);
    dv_vec3 forward = dv_vec(c->fx[i], c->fy[i], c->fz[i]);
    return dv_is_zero(up) || (is_unit(up) && fabsf(dv_dot(up, forward)) <= ROUNDING);
}

static bool is_level(const dv_columns *c, uint32_t i) {
    return c->z[i] == 0 && c->vz[i] == 0 && c->fz[i] == 0;
}

/// Whether a tick is past or present. Ticks are stored as their lower 32 bits.
static bool has_been(const dv_world *world, uint32_t tick) {
    return world->tick > UINT32_MAX || tick <= world->tick;
}

/// What a model keeps is in the range of one that keeps something: which model the agent has is not
/// known yet.
static dv_result check_kept(float value, dv_error *error) {
    dv_result result = DV_OK;
    for (uint32_t i = 0; i < dv_locomotion_type_count(); i++) {
        const dv_parameter *row = dv_locomotion_type_at(i)->kept;
        if (row && (result = dv_check_number(NULL, row, (double)value, error)) == DV_OK)
            return DV_OK;
    }
    return result;
}

static dv_result check_motion(const dv_world *world, uint32_t i, dv_error *error) {
    const dv_columns *c = &world->agents;
    dv_vec3 acceleration = dv_vec(c->ax[i], c->ay[i], c->az[i]);
    dv_result result = dv_check_vector(NULL, DV_ROW_POSITION, dv_position_of(world, i), error);
    if (result == DV_OK)
        result = dv_check_vector(NULL, DV_ROW_VELOCITY, dv_velocity_of(world, i), error);
    if (result == DV_OK)
        result = dv_check_vector(NULL, DV_ROW_ACCELERATION, acceleration, error);
    if (result == DV_OK)
        result = check_kept(c->kept[i], error);
    if (result == DV_OK &&
        (!is_unit(dv_forward_of(world, i)) || (c->of_volume && !is_valid_up(c, i))))
        result = dv_fail(error, DV_ERROR_FORMAT,
                         "forward and up are not at a right angle, or not of length 1");
    if (result == DV_OK && world->space == DV_PLANE && !is_level(c, i))
        result = dv_fail(error, DV_ERROR_FORMAT, "z: not 0 in a plane");
    return result;
}

/// Whether a dead agent has nothing left but its generation.
static bool is_cleared(const dv_columns *c, uint32_t i) {
    bool is_zero = c->flags[i] == 0;
#define DV_CHECK_ZERO(type, name) is_zero &= c->name[i] == 0;
    DV_LIVING_COLUMNS(DV_CHECK_ZERO)
    DV_INERTIA_COLUMNS(DV_CHECK_ZERO)
    if (c->of_volume) {
        DV_VOLUME_COLUMNS(DV_CHECK_ZERO)
    }
#undef DV_CHECK_ZERO
    return is_zero;
}

static bool is_valid_state(const dv_world *world, uint32_t i) {
    const dv_columns *c = &world->agents;
    if (c->flags[i] & ~(DV_AGENT_ALIVE | DV_AGENT_SUSPENDED) ||
        c->kind[i] >= world->program->kind_count)
        return false;
    const dv_kind *kind = dv_kind_of(world, i);
    uint32_t asked = c->pending_state[i];
    bool is_valid_request = asked & DV_TURNS_INTO
                                ? (asked & ~DV_TURNS_INTO) < world->program->kind_count
                                : asked <= kind->state_count;
    return c->state[i] < kind->state_count && is_valid_request &&
           c->blend[i] <= kind->blend_count && has_been(world, c->entered[i]) &&
           has_been(world, c->born[i]);
}

static void check_agent(dv_loading *l, uint32_t i) {
    const dv_columns *c = &l->world->agents;
    dv_error error;
    bool is_alive = c->flags[i] & DV_AGENT_ALIVE;
    dv_damaged_unless(l, c->generation[i] > 0 && c->generation[i] < DV_LAST_GENERATION + !is_alive);
    dv_damaged_unless(l, is_alive ? is_valid_state(l->world, i) : is_cleared(c, i));
    if (!dv_usable(l) || !is_alive || check_motion(l->world, i, &error) == DV_OK)
        return;
    dv_note(l, dv_fail(&l->reason, DV_ERROR_FORMAT, "agent %u: %s", i, error.message));
}

static void read_columns(dv_loading *l) {
    dv_columns *c = &l->world->agents;
    uint32_t limit = dv_read_u32(l->reader);
    if (!reserve_agents(l, limit))
        return;
    c->limit = limit;
#define DV_READ_COLUMN(type, name) dv_read_bytes(l->reader, c->name, limit * sizeof(type));
    DV_READ_COLUMN(uint32_t, generation)
    DV_LIVING_COLUMNS(DV_READ_COLUMN)
    DV_INERTIA_COLUMNS(DV_READ_COLUMN)
    if (c->of_volume) {
        DV_VOLUME_COLUMNS(DV_READ_COLUMN)
    }
#undef DV_READ_COLUMN
    dv_read_bytes(l->reader, c->flags, limit);
    for (uint32_t i = 0; dv_usable(l) && i < limit; i++) {
        check_agent(l, i);
        c->rank[i] = DV_NO_RANK;
        l->world->alive_count += (c->flags[i] & DV_AGENT_ALIVE) != 0;
        l->world->suspended_count += (c->flags[i] & DV_AGENT_SUSPENDED) != 0;
    }
}

static uint32_t used_up_indices(const dv_columns *c) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->limit; i++)
        count += c->generation[i] == DV_LAST_GENERATION;
    return count;
}

/// Every index must be alive, in the free list once, or used up.
static void read_free_indices(dv_loading *l) {
    dv_world *world = l->world;
    uint32_t count = dv_read_u32(l->reader);
    uint32_t dead = world->agents.limit - world->alive_count;
    dv_damaged_unless(l, count == dead - used_up_indices(&world->agents));
    if (!dv_usable(l))
        return;
    dv_read_bytes(l->reader, world->free_indices, count * sizeof *world->free_indices);
    world->free_count = count;
    for (uint32_t i = 0; dv_usable(l) && i < count; i++) {
        uint32_t index = world->free_indices[i];
        bool is_free = index < world->agents.limit && world->agents.flags[index] == 0 &&
                       world->agents.generation[index] != DV_LAST_GENERATION;
        dv_damaged_unless(l, is_free);
        if (is_free)
            world->agents.flags[index] = DV_AGENT_SENSED;
    }
    for (uint32_t i = 0; dv_usable(l) && i < count; i++)
        world->agents.flags[world->free_indices[i]] = 0;
}

static void read_own_property(dv_loading *l) {
    uint32_t property = dv_read_u32(l->reader), count = dv_read_u32(l->reader);
    dv_damaged_unless(l, property < DV_OWN_PROPERTY_COUNT);
    for (uint32_t n = 0; dv_usable(l) && n < count; n++) {
        dv_agent agent = dv_world_agent_at(l->world, dv_read_u32(l->reader));
        float value;
        dv_read_bytes(l->reader, &value, sizeof value);
        dv_damaged_unless(l, !isnan(value)); // NaN would clear the value
        dv_note(l, dv_agent_set_property(l->world, agent, (dv_property)property, (double)value,
                                         &l->reason));
    }
}

static void read_own_values(dv_loading *l) {
    dv_world *world = l->world;
    uint32_t properties = dv_read_u32(l->reader);
    for (uint32_t n = 0; dv_usable(l) && n < properties; n++)
        read_own_property(l);
    uint32_t count = dv_read_u32(l->reader);
    for (uint32_t n = 0; dv_usable(l) && n < count; n++) {
        dv_agent agent = dv_world_agent_at(world, dv_read_u32(l->reader));
        dv_note(l, dv_agent_set_color(world, agent, dv_read_u32(l->reader), &l->reason));
    }
}

void dv_read_slots(dv_loading *l, const dv_slot_def *defs, uint32_t count, dv_slot *slots) {
    for (uint32_t i = 0; i < count; i++) {
        dv_slot *slot = &slots[i];
        dv_read_bytes(l->reader, slot, sizeof *slot);
        dv_damaged_unless(l, slot->is_set <= 1);
        if (slot->is_set && dv_slot_holds_handle(defs[i].type))
            dv_slot_set_word(slot, dv_slot_word(slot) ? (dv_slot_word(slot) & ~DV_WORLD_BITS) |
                                                            (uint64_t)l->world->id << 46
                                                      : 0);
    }
    if (dv_usable(l))
        dv_note(l, dv_check_slots(l->world, defs, count, slots, &l->reason));
}

static void read_lasting(dv_loading *l, uint32_t agent) {
    dv_world *world = l->world;
    uint32_t count = dv_read_u32(l->reader);
    dv_damaged_unless(l, count <= DV_MAX_APPLIED);
    if (!dv_usable(l))
        return;
    l->out_of_memory = !dv_reserve((void **)&world->applied, &world->applied_capacity,
                                   world->applied_count + count, sizeof *world->applied);
    uint32_t *link = &world->agents.applied[agent];
    for (uint32_t i = 0; dv_usable(l) && i < count; i++) {
        dv_applied read = {.identity = dv_read_u64(l->reader)};
        dv_read_bytes(l->reader, &read.weight, sizeof read.weight);
        uint32_t until = dv_read_u32(l->reader);
        dv_note(l, dv_check_row(NULL, DV_ROW_WEIGHT, (double)read.weight, &l->reason));
        dv_damaged_unless(l, until == DV_UNTIL_ITS_KIND_STEPS || until == DV_UNTIL_ITS_STATE_STEPS);
        read.until = (uint8_t)until;
        read.count = (uint8_t)(count - i);
        world->applied[world->applied_count++] = read;
        *link = ++world->lasting_count;
        link = &world->applied[*link - 1].next;
    }
}

static void read_rows(dv_loading *l) {
    dv_world *world = l->world;
    for (uint32_t i = 0; dv_usable(l) && i < world->agents.limit; i++) {
        if (!(world->agents.flags[i] & DV_AGENT_ALIVE))
            continue;
        if (!dv_world_take_row(world, i)) {
            l->out_of_memory = true;
            return;
        }
        const dv_kind *kind = dv_kind_of(world, i);
        dv_read_slots(l, kind->slots, kind->slot_count, dv_slots_of(world, i));
        const dv_store *store = &world->stores[world->agents.kind[i]];
        dv_read_bytes(l->reader, dv_states_of(world, i), store->state_bytes);
        if (store->has_rhythm)
            read_lasting(l, i);
    }
}

static bool is_zero(const float *column, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (column[i] != 0 || signbit(column[i]))
            return false;
    return true;
}

/// Drop columns that were read as all zeros and that no agent needs. The snapshot's program has
/// only names and so gives no kind inertia; the running program adds the columns back for a kind
/// that has it.
static void drop_inertia_nobody_has(dv_world *world) {
    dv_columns *c = &world->agents;
    if (!world->own_properties[DV_SMOOTHING] && is_zero(c->ax, c->limit) &&
        is_zero(c->ay, c->limit) && is_zero(c->az, c->limit) && is_zero(c->kept, c->limit))
        dv_columns_drop_inertia(c);
}

void dv_read_agents(dv_loading *l) {
    read_columns(l);
    if (dv_usable(l))
        read_free_indices(l);
    if (dv_usable(l))
        read_own_values(l);
    if (dv_usable(l))
        read_rows(l);
    if (dv_usable(l))
        drop_inertia_nobody_has(l->world);
}

void dv_check_fitted_agents(dv_loading *l) {
    dv_world *world = l->world;
    for (uint32_t i = 0; dv_usable(l) && i < world->agents.limit; i++) {
        if (!(world->agents.flags[i] & DV_AGENT_ALIVE))
            continue;
        const dv_kind *kind = dv_kind_of(world, i);
        if (kind->locomotion->is_state &&
            !kind->locomotion->is_state(dv_states_of(world, i) + kind->model_offset))
            dv_note(l, dv_fail(&l->reason, DV_ERROR_FORMAT, "agent %u: no such step", i));
        if (kind->weighs && !dv_is_course(dv_course_of(world, i)))
            dv_note(l, dv_fail(&l->reason, DV_ERROR_FORMAT, "agent %u: no such course", i));
    }
}
