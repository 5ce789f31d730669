// Sense: freeze what agents can perceive, then test their guards on it.
#include "base/alloc.h"
#include "base/result.h"
#include "guards/guards.h"
#include "guards/perception.h"
#include "steering/evaluate.h"
#include "tick/phases.h"

#include <string.h>

#define GUARD_BLOCK 256
#define AHEAD 8 // agents

const dv_on *dv_guard_entry(const dv_world *world, uint32_t agent, uint16_t entry) {
    const dv_kind *kind = dv_kind_of(world, agent);
    if (entry < kind->on_count)
        return &kind->on[entry];
    return &kind->states[world->agents.state[agent]].on[entry - kind->on_count];
}

static dv_guard_context context_of(dv_world *world, uint32_t agent) {
    return (dv_guard_context){
        .world = world, .agent = agent, .kind = world->agents.kind[agent], .dt = (float)world->dt};
}

static double seconds_since(const dv_world *world, uint32_t tick) {
    return (double)((uint32_t)world->tick - tick) * world->dt;
}

static uint16_t first_guard(dv_guard_context *context, uint16_t from, dv_lookout *lookouts) {
    dv_world *world = context->world;
    uint32_t agent = context->agent;
    const dv_kind *kind = dv_kind_of(world, agent);
    uint32_t state_count = kind->states[world->agents.state[agent]].on_count;
    uint32_t count = kind->on_count + state_count;
    if (from >= count)
        return DV_NO_GUARD;
    unsigned char *states = dv_states_of(world, agent);
    context->sighting->kinds = 0; // none yet
    context->sighting->lookouts = lookouts;
    for (uint16_t entry = from; entry < count; entry++) {
        const dv_on *on = dv_guard_entry(world, agent, entry);
        bool of_kind = entry < kind->on_count;
        context->clock = seconds_since(world, of_kind ? world->agents.born[agent]
                                                      : world->agents.entered[agent]);
        dv_truth truth = dv_guard_evaluate(on->guard, context, states);
        if (truth == DV_ASK_HOST)
            return entry | DV_FIRED_ASKS;
        if (truth == DV_TRUE && (on->state >= 0 || on->callback >= 0))
            return entry;
    }
    return DV_NO_GUARD;
}

uint16_t dv_first_guard(dv_world *world, uint32_t agent, uint16_t from, bool may_ask_host) {
    dv_guard_context context = context_of(world, agent);
    context.position = dv_sensed_position(world, agent);
    context.forward = dv_sensed_forward(world, agent);
    context.may_ask_host = may_ask_host;
    dv_sighting sighting;
    context.sighting = &sighting;
    return first_guard(&context, from, NULL);
}

/// What is by id lies anywhere in the order of cells: have it fetched before its turn.
static void fetch_ahead(const dv_world *world, uint32_t rank, uint32_t last) {
    if (rank + 2 * AHEAD < last) {
        uint32_t agent = world->sensed.records[rank + 2 * AHEAD].agent;
        __builtin_prefetch(&world->agents.row[agent]);
        __builtin_prefetch(&world->agents.entered[agent]);
        __builtin_prefetch(&world->agents.fired[agent], 1);
    }
    if (rank + AHEAD < last)
        __builtin_prefetch(dv_slots_of(world, world->sensed.records[rank + AHEAD].agent), 1);
}

static bool is_guarded(const dv_world *world, const dv_record *record) {
    return world->program->kinds[record->kind].is_guarded &&
           !(world->agents.flags[record->agent] & DV_AGENT_SUSPENDED);
}

// Agents in the order of cells share lookouts; each writes only to itself.
static void test_guards(void *context, uint32_t first, uint32_t last, int thread) {
    (void)thread;
    dv_world *world = context;
    dv_sighting sighting;
    dv_lookout lookouts[DV_LOOKOUTS];
    for (int i = 0; i < DV_LOOKOUTS; i++)
        lookouts[i].kinds = 0;
    for (uint32_t rank = first; rank < last; rank++) {
        const dv_record *record = &world->sensed.records[rank];
        fetch_ahead(world, rank, last);
        if (!is_guarded(world, record))
            continue;
        dv_guard_context guarded = context_of(world, record->agent);
        guarded.position = dv_record_position(record);
        guarded.forward = world->sensed.forward[rank];
        guarded.sighting = &sighting;
        world->agents.fired[record->agent] = first_guard(&guarded, 0, lookouts);
    }
}

/// Everyone alive is sensed; who is suspended does nothing.
static uint32_t list_living(dv_world *world) {
    dv_columns *c = &world->agents;
    if (c->limit == 0) // and no column has a place in memory yet
        return 0;
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->limit; i++) {
        if (!(c->flags[i] & DV_AGENT_ALIVE))
            continue;
        world->active[count++] = i;
    }
    for (uint32_t i = 0; i < c->limit; i++)
        c->flags[i] |= c->flags[i] & DV_AGENT_ALIVE ? DV_AGENT_SENSED : 0;
    memset(c->draws, 0, c->limit * sizeof *c->draws);
    memset(c->fired, 0xff, c->limit * sizeof *c->fired);   // DV_NO_GUARD
    memset(c->cohort, 0xff, c->limit * sizeof *c->cohort); // DV_COHORT_NONE
    return count;
}

static void leave_out_suspended(dv_world *world, uint32_t count) {
    world->active_count = world->suspended_count > 0 ? 0 : count;
    for (uint32_t i = 0; i < count && world->suspended_count > 0; i++)
        if (!(world->agents.flags[world->active[i]] & DV_AGENT_SUSPENDED))
            world->active[world->active_count++] = world->active[i];
}

static void hear(dv_world *world) {
    dv_event_list heard = world->heard;
    world->heard = world->pending;
    world->pending = heard;
    world->pending.count = 0;
}

dv_result dv_tick_sense(dv_world *world, dv_error *error) {
    if (!dv_reserve((void **)&world->active, &world->active_capacity, world->agents.limit,
                    sizeof *world->active) ||
        !dv_obstacles_index(&world->obstacles) || !dv_applied_begin_tick(world))
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    if (dv_bind_what_lasts(world, error) != DV_OK)
        return DV_ERROR_MEMORY;
    uint32_t count = list_living(world);
    if (!dv_sense_agents(world, world->active, count))
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    dv_note_largest(world);
    dv_note_paces(world);
    leave_out_suspended(world, count);
    world->is_stepping = true;
    hear(world);
    if (world->program->is_guarded)
        dv_jobs_run(world->crew, world->sensed.count, GUARD_BLOCK, test_guards, world);
    return DV_OK;
}
