// Agents: spawning, removing, reading, and writing.
#include "base/alloc.h"
#include "base/result.h"
#include "program/value_rows.h"
#include "world/course.h"
#include "world/id_pool.h"
#include "world/incidents.h"
#include "world/links/links.h"
#include "world/timers.h"
#include "world/world_data.h"

#include <math.h>
#include <string.h>

static dv_result out_of_memory(dv_error *error) {
    return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
}

static dv_result fail_stale(dv_error *error) {
    return dv_fail(error, DV_ERROR_STALE, "the agent is gone");
}

dv_agent_def dv_agent_def_default(uint32_t kind) {
    return (dv_agent_def){.kind = kind, .state = -1};
}

static dv_result check_def(const dv_world *world, const dv_agent_def *def, dv_error *error) {
    if (def->kind >= world->program->kind_count)
        return dv_fail(error, DV_ERROR_NAME, "no kind number %u", def->kind);
    const dv_kind *kind = &world->program->kinds[def->kind];
    if (def->state >= (int32_t)kind->state_count)
        return dv_fail(error, DV_ERROR_NAME, "kind '%s' has no state number %d", kind->name,
                       def->state);
    if (dv_check_vector(NULL, DV_ROW_POSITION, def->position, error) != DV_OK ||
        dv_check_row(NULL, DV_ROW_HEADING, (double)def->heading, error) != DV_OK ||
        dv_check_row(NULL, DV_ROW_SPEED, (double)def->speed, error) != DV_OK)
        return DV_ERROR_ARGUMENT;
    if (def->group.bits && !dv_group_alive(world, def->group))
        return dv_fail(error, DV_ERROR_STALE, "group: not a group of this world");
    return DV_OK;
}

static bool reserve_own_values(dv_world *world, uint32_t old_capacity) {
    uint32_t capacity = world->agents.capacity;
    if (capacity == old_capacity)
        return true;
    for (int p = 0; p < DV_PROPERTY_COUNT; p++) {
        if (!world->own_properties[p])
            continue;
        float *wider = dv_resize(world->own_properties[p], capacity * sizeof *wider);
        if (!wider)
            return false;
        for (uint32_t i = old_capacity; i < capacity; i++)
            wider[i] = NAN;
        world->own_properties[p] = wider;
    }
    if (world->own_colors) {
        uint32_t *wider = dv_resize(world->own_colors, capacity * sizeof *wider);
        if (!wider)
            return false;
        world->own_colors = wider;
    }
    return true;
}

/// Take the index freed last, or else a new one.
static dv_result take_index(dv_world *world, uint32_t *agent, dv_error *error) {
    if (world->alive_count >= world->most_agents)
        return dv_fail_for_want_of_indices(world->most_agents, world->most_agents, "agent", error);
    if (world->free_count) {
        *agent = world->free_indices[--world->free_count];
        return DV_OK;
    }
    if (world->agents.limit == DV_MAX_AGENTS)
        return dv_fail_for_want_of_indices(DV_MAX_AGENTS, world->alive_count, "agent", error);
    uint32_t old_capacity = world->agents.capacity;
    // The free list grows with the columns, so that removing an agent never fails.
    if (!dv_columns_reserve(&world->agents, world->agents.limit + 1) ||
        !reserve_own_values(world, old_capacity) ||
        !dv_reserve((void **)&world->free_indices, &world->free_capacity, world->agents.limit + 1,
                    sizeof *world->free_indices))
        return out_of_memory(error);
    *agent = world->agents.limit++;
    world->agents.generation[*agent] = 1;
    return DV_OK;
}

bool dv_world_take_row(dv_world *world, uint32_t agent) {
    return dv_store_take_row(&world->stores[world->agents.kind[agent]], &world->agents.row[agent]);
}

dv_vec3 dv_into_space(const dv_world *world, dv_vec3 position) {
    if (world->space == DV_PLANE)
        position.z = 0;
    if (world->bounds.edge != DV_EDGE_WRAP)
        return position;
    const dv_bounds *bounds = &world->bounds;
    position.x = dv_wrap(position.x, bounds->min.x, bounds->max.x);
    position.y = dv_wrap(position.y, bounds->min.y, bounds->max.y);
    if (world->space == DV_VOLUME)
        position.z = dv_wrap(position.z, bounds->min.z, bounds->max.z);
    return position;
}

static void set_position(dv_world *world, uint32_t agent, dv_vec3 position) {
    position = dv_into_space(world, position);
    world->agents.x[agent] = position.x;
    world->agents.y[agent] = position.y;
    world->agents.z[agent] = position.z;
}

// A heading is for an upright body.
static void set_heading(dv_world *world, uint32_t agent, double heading) {
    dv_vec3 forward = dv_vec((float)dv_cos(heading), (float)dv_sin(heading), 0);
    dv_orient(world, agent, forward, dv_vec(0, 0, 1));
}

static void set_velocity(dv_world *world, uint32_t agent, dv_vec3 velocity) {
    world->agents.vx[agent] = velocity.x;
    world->agents.vy[agent] = velocity.y;
    world->agents.vz[agent] = world->space == DV_PLANE ? 0 : velocity.z;
}

dv_result dv_agent_spawn(dv_world *world, const dv_agent_def *def, dv_agent *agent,
                         dv_error *error) {
    dv_result result = check_def(world, def, error);
    uint32_t index = 0;
    if (result == DV_OK)
        result = take_index(world, &index, error);
    if (result != DV_OK)
        return result;
    dv_columns *c = &world->agents;
    c->kind[index] = (uint8_t)def->kind;
    if (!dv_world_take_row(world, index)) {
        world->free_indices[world->free_count++] = index;
        return out_of_memory(error);
    }
    dv_model_begin(&world->program->kinds[def->kind], dv_slots_of(world, index));
    uint32_t initial = world->program->kinds[def->kind].initial;
    c->flags[index] = DV_AGENT_ALIVE;
    c->rank[index] = DV_NO_RANK;
    c->state[index] = (uint16_t)(def->state >= 0 ? (uint32_t)def->state : initial);
    c->entered[index] = c->born[index] = (uint32_t)world->tick;
    c->fired[index] = DV_NO_GUARD;
    set_position(world, index, def->position);
    set_heading(world, index, def->heading);
    set_velocity(world, index, dv_scale(dv_forward_of(world, index), def->speed));
    world->alive_count++;
    agent->bits = dv_agent_bits(world, index);
    dv_note_of_agent(world, DV_INCIDENT_SPAWN, index);
    if (def->group.bits) {
        result = dv_agent_set_group(world, *agent, def->group, error);
        if (result != DV_OK)
            dv_agent_remove(world, *agent);
    }
    return result;
}

dv_result dv_agent_remove(dv_world *world, dv_agent agent) {
    uint32_t index;
    if (!dv_agent_index(world, agent.bits, &index))
        return DV_ERROR_STALE;
    dv_columns *c = &world->agents;
    dv_note_of_agent(world, DV_INCIDENT_REMOVAL, index);
    if (world->host.removed)
        world->host.removed(world->host.context, world, agent);
    dv_timers_end_agent(world, index);
    dv_links_end_agent(&world->links, index);
    dv_group_leave(world, index);
    if (c->rank[index] != DV_NO_RANK && c->rank[index] < world->sensed.count)
        world->sensed.records[c->rank[index]].kind = DV_NO_KIND;
    world->suspended_count -= (c->flags[index] & DV_AGENT_SUSPENDED) != 0;
    dv_store_free_row(&world->stores[c->kind[index]], c->row[index]);
    for (int p = 0; p < DV_PROPERTY_COUNT; p++)
        if (world->own_properties[p])
            world->own_properties[p][index] = NAN;
    if (world->own_colors)
        world->own_colors[index] = 0;
    dv_columns_clear(c, index);
    c->rank[index] = DV_NO_RANK;
    c->cohort[index] = DV_COHORT_NONE; // without a row, it can't steer
    if (++c->generation[index] < DV_LAST_GENERATION)
        world->free_indices[world->free_count++] = index;
    world->alive_count--;
    return DV_OK;
}

bool dv_agent_alive(const dv_world *world, dv_agent agent) {
    uint32_t index;
    return dv_agent_index(world, agent.bits, &index);
}

uint32_t dv_world_agent_count(const dv_world *world) { return world->alive_count; }

uint32_t dv_world_agent_limit(const dv_world *world) { return world->agents.limit; }

dv_agent dv_world_agent_at(const dv_world *world, uint32_t index) {
    if (index >= world->agents.limit || !(world->agents.flags[index] & DV_AGENT_ALIVE))
        return (dv_agent){0};
    return (dv_agent){dv_agent_bits(world, index)};
}

uint32_t dv_world_suspended_count(const dv_world *world) { return world->suspended_count; }

void dv_suspend(dv_world *world, uint32_t agent) {
    if (world->agents.flags[agent] & DV_AGENT_SUSPENDED)
        return;
    world->agents.flags[agent] |= DV_AGENT_SUSPENDED;
    world->suspended_count++;
    dv_note_of_agent(world, DV_INCIDENT_ERROR, agent);
}

void dv_agent_suspend(dv_world *world, dv_agent agent) {
    uint32_t i;
    if (dv_agent_index(world, agent.bits, &i))
        dv_suspend(world, i);
}

void dv_world_revive(dv_world *world) {
    for (uint32_t i = 0; i < world->agents.limit; i++)
        world->agents.flags[i] &= (uint8_t)~DV_AGENT_SUSPENDED;
    world->suspended_count = 0;
    dv_timers_resume(world);
}

uint32_t dv_agent_kind(const dv_world *world, dv_agent agent) {
    uint32_t i;
    return dv_agent_index(world, agent.bits, &i) ? world->agents.kind[i] : 0;
}

uint32_t dv_agent_state(const dv_world *world, dv_agent agent) {
    uint32_t i;
    return dv_agent_index(world, agent.bits, &i) ? world->agents.state[i] : 0;
}

double dv_agent_state_time(const dv_world *world, dv_agent agent) {
    uint32_t i;
    if (!dv_agent_index(world, agent.bits, &i))
        return 0;
    return (double)((uint32_t)world->tick - world->agents.entered[i]) * world->dt;
}

bool dv_agent_suspended(const dv_world *world, dv_agent agent) {
    uint32_t i;
    return dv_agent_index(world, agent.bits, &i) && (world->agents.flags[i] & DV_AGENT_SUSPENDED);
}

dv_vec3 dv_agent_position(const dv_world *world, dv_agent agent) {
    uint32_t i;
    return dv_agent_index(world, agent.bits, &i) ? dv_position_of(world, i) : dv_vec(0, 0, 0);
}

dv_vec3 dv_agent_velocity(const dv_world *world, dv_agent agent) {
    uint32_t i;
    return dv_agent_index(world, agent.bits, &i) ? dv_velocity_of(world, i) : dv_vec(0, 0, 0);
}

dv_vec3 dv_agent_forward(const dv_world *world, dv_agent agent) {
    uint32_t i;
    return dv_agent_index(world, agent.bits, &i) ? dv_forward_of(world, i) : dv_vec(0, 0, 0);
}

double dv_agent_heading(const dv_world *world, dv_agent agent) {
    dv_vec3 forward = dv_agent_forward(world, agent);
    return dv_atan2(forward.y, forward.x);
}

dv_vec3 dv_agent_steering(const dv_world *world, dv_agent agent) {
    uint32_t i;
    return dv_agent_index(world, agent.bits, &i) ? world->agents.steering[i] : dv_vec(0, 0, 0);
}

dv_result dv_agent_set_position(dv_world *world, dv_agent agent, dv_vec3 position,
                                dv_error *error) {
    uint32_t i;
    if (!dv_agent_index(world, agent.bits, &i))
        return fail_stale(error);
    dv_result result = dv_check_vector(NULL, DV_ROW_POSITION, position, error);
    if (result != DV_OK)
        return result;
    set_position(world, i, position);
    world->prefetch.has_gaps = true;
    return DV_OK;
}

dv_result dv_agent_set_velocity(dv_world *world, dv_agent agent, dv_vec3 velocity,
                                dv_error *error) {
    uint32_t i;
    if (!dv_agent_index(world, agent.bits, &i))
        return fail_stale(error);
    if (dv_check_vector(NULL, DV_ROW_VELOCITY, velocity, error) != DV_OK)
        return DV_ERROR_ARGUMENT;
    if (dv_length_double(velocity) > (double)DV_TOP_SPEED)
        return dv_fail(error, DV_ERROR_ARGUMENT, "velocity: faster than %g m/s",
                       (double)DV_TOP_SPEED);
    set_velocity(world, i, velocity);
    dv_vec3 moved = dv_velocity_of(world, i);
    if (dv_length_squared(moved) > 0)
        dv_face(world, i, dv_normalize(moved));
    return DV_OK;
}

dv_result dv_agent_set_heading(dv_world *world, dv_agent agent, double heading, dv_error *error) {
    uint32_t i;
    if (!dv_agent_index(world, agent.bits, &i))
        return fail_stale(error);
    if (dv_check_row(NULL, DV_ROW_HEADING, heading, error) != DV_OK)
        return DV_ERROR_ARGUMENT;
    float speed = dv_length(dv_velocity_of(world, i));
    set_heading(world, i, heading);
    set_velocity(world, i, dv_scale(dv_forward_of(world, i), speed));
    return DV_OK;
}

void dv_agent_halt(dv_world *world, dv_agent agent) {
    uint32_t i;
    if (!dv_agent_index(world, agent.bits, &i))
        return;
    set_velocity(world, i, dv_vec(0, 0, 0));
    if (world->agents.has_inertia)
        world->agents.ax[i] = world->agents.ay[i] = world->agents.az[i] = 0;
    const dv_kind *kind = dv_kind_of(world, i);
    if (kind->locomotion->halt)
        kind->locomotion->halt(dv_states_of(world, i) + kind->model_offset);
    if (kind->weighs)
        dv_course_of(world, i)->state = 0;
}

dv_result dv_agent_set_property(dv_world *world, dv_agent agent, dv_property property, double value,
                                dv_error *error) {
    uint32_t i;
    const dv_parameter *parameter = &dv_properties[property];
    if (!dv_agent_index(world, agent.bits, &i))
        return fail_stale(error);
    if (property >= DV_OWN_PROPERTY_COUNT)
        return dv_fail(error, DV_ERROR_ARGUMENT,
                       "%s: belongs to the kind, not to single agents: name a slot in the body",
                       parameter->name);
    value = dv_round_angle(parameter, value);
    if (!isnan(value) && dv_check_number(NULL, parameter, value, error) != DV_OK)
        return DV_ERROR_ARGUMENT;
    float **own = &world->own_properties[property];
    if (!*own) {
        if (isnan(value))
            return DV_OK;
        if (property == DV_SMOOTHING && !dv_columns_have_inertia(&world->agents))
            return out_of_memory(error);
        *own = dv_alloc_aligned(world->agents.capacity * sizeof **own);
        if (!*own)
            return out_of_memory(error);
        for (uint32_t a = 0; a < world->agents.capacity; a++)
            (*own)[a] = NAN;
    }
    (*own)[i] = (float)value;
    return DV_OK;
}

uint32_t dv_agent_color(const dv_world *world, dv_agent agent) {
    uint32_t i;
    if (!dv_agent_index(world, agent.bits, &i))
        return 0;
    uint32_t own = world->own_colors ? world->own_colors[i] : 0;
    return own ? own : dv_kind_of(world, i)->look.color;
}

dv_result dv_agent_set_color(dv_world *world, dv_agent agent, uint32_t color, dv_error *error) {
    uint32_t i;
    if (!dv_agent_index(world, agent.bits, &i))
        return fail_stale(error);
    if (!world->own_colors && color == 0)
        return DV_OK;
    if (!world->own_colors) {
        world->own_colors = dv_alloc(world->agents.capacity * sizeof *world->own_colors);
        if (!world->own_colors)
            return out_of_memory(error);
    }
    world->own_colors[i] = color;
    return DV_OK;
}

double dv_agent_random(dv_world *world, dv_agent agent) {
    uint32_t i;
    // Draws are counted by tick. Between ticks, numbers come from the world's own stream.
    if (!world->is_stepping || !dv_agent_index(world, agent.bits, &i))
        return dv_world_random(world);
    dv_random_key key = {
        .seed = world->seed, .tick = world->tick, .agent = i, .stream = DV_STREAM_AGENT};
    world->has_drawn = true;
    return dv_random_unit(key, world->agents.draws[i]++);
}

void dv_enter_state(dv_world *world, uint32_t agent, uint32_t state) {
    dv_columns *c = &world->agents;
    dv_applied_leave_state(world, agent);
    c->state[agent] = (uint16_t)state;
    c->entered[agent] = (uint32_t)world->tick;
    c->blend[agent] = 0;
    dv_store_enter(&world->stores[c->kind[agent]], c->row[agent]);
}

dv_result dv_agent_become(dv_world *world, dv_agent agent, uint32_t state, dv_error *error) {
    uint32_t i;
    if (!dv_agent_index(world, agent.bits, &i))
        return fail_stale(error);
    if (state >= dv_kind_of(world, i)->state_count)
        return dv_fail(error, DV_ERROR_NAME, "kind '%s' has no state number %u",
                       dv_kind_of(world, i)->name, state);
    if (!(world->agents.pending_state[i] & DV_TURNS_INTO))
        world->agents.pending_state[i] = (uint16_t)(state + 1);
    return DV_OK;
}

dv_result dv_agent_choose_blend(dv_world *world, dv_agent agent, int32_t blend, dv_error *error) {
    uint32_t i;
    if (!dv_agent_index(world, agent.bits, &i))
        return fail_stale(error);
    if (blend >= (int32_t)dv_kind_of(world, i)->blend_count)
        return dv_fail(error, DV_ERROR_NAME, "kind '%s' has no blend number %d",
                       dv_kind_of(world, i)->name, blend);
    world->agents.blend[i] = (uint16_t)(blend + 1);
    return DV_OK;
}
