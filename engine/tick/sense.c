// Sense: copy what agents can perceive, then test their guards on the copy.
#include "base/alloc.h"
#include "base/lanes.h"
#include "base/result.h"
#include "guards/guarded.h"
#include "locomotion/apart.h"
#include "neighbors/batch.h"
#include "steering/evaluate.h"
#include "tick/phases.h"
#include "world/heard.h"
#include "world/obstacles.h"
#include "world/stopping.h"

#include <string.h>

#define GUARD_BLOCK 256

const dv_on *dv_guard_entry(const dv_world *world, uint32_t agent, uint16_t entry) {
    const dv_kind *kind = dv_kind_of(world, agent);
    if (entry < kind->on_count)
        return &kind->on[entry];
    return &kind->states[world->agents.state[agent]].on[entry - kind->on_count];
}

static void note_fired(dv_guarded *g, dv_members members, uint16_t entry) {
    for (dv_members left = members; left != 0; left = dv_without_first(left))
        g->world->agents.fired[g->agent[dv_first_member(left)]] = entry;
}

/// Record the guard for members for which it holds or needs the host. Returns the members that
/// continue with the next guard.
static dv_members settle_members(dv_guarded *g, uint16_t entry, const dv_on *on,
                                 const dv_verdict *verdict, dv_members pending) {
    bool acts = on->state >= 0 || on->callback >= 0;
    dv_members fires = acts ? verdict->holds : 0;
    note_fired(g, fires, entry);
    note_fired(g, verdict->asks, entry | DV_FIRED_ASKS);
    return pending & ~(fires | verdict->asks);
}

/// Test the guards of a squad's members from entry `from` on.
static void test_from(dv_guarded *g, uint32_t from) {
    const dv_kind *kind = &g->world->program->kinds[g->kind];
    const dv_state *state = &kind->states[g->state];
    dv_members pending = dv_first_members(g->count);
    for (uint32_t entry = from; entry < kind->on_count + state->on_count && pending != 0; entry++) {
        bool of_kind = entry < kind->on_count;
        const dv_on *on = of_kind ? &kind->on[entry] : &state->on[entry - kind->on_count];
        g->are_of_kind = of_kind;
        dv_verdict verdict = dv_guarded_evaluate(g, on->guard, pending);
        pending = settle_members(g, (uint16_t)entry, on, &verdict, pending);
    }
}

// Test a squad of one. Read columns from the world each time: a callback of the host can spawn
// agents, which reallocates them.
uint16_t dv_first_guard(dv_world *world, uint32_t agent, uint16_t from, bool may_ask_host) {
    uint16_t before = world->agents.fired[agent];
    dv_guarded g;
    uint32_t rank;
    if (!dv_rank_of(world, agent, &rank))
        return DV_NO_GUARD;
    dv_guarded_open(&g, world, world->agents.kind[agent], world->agents.state[agent], NULL);
    g.may_ask_host = may_ask_host;
    dv_guarded_gather(&g, &rank, 1);
    world->agents.fired[agent] = DV_NO_GUARD;
    test_from(&g, from);
    uint16_t first = world->agents.fired[agent];
    world->agents.fired[agent] = before;
    return first;
}

/// Tests guards for batches of agents of one kind and state.
typedef struct watch {
    dv_world *world;
    dv_batcher batcher;
    dv_guarded guarded;               ///< the current batch
    dv_lookout lookouts[DV_LOOKOUTS]; ///< shared, because agents come in order of cells
} watch;

static uint32_t kind_and_state(const dv_record *record) {
    return (uint32_t)record->kind << 16 | record->state;
}

static void test_batch(void *owner, const dv_batch *batch) {
    watch *w = owner;
    dv_guarded_open(&w->guarded, w->world, batch->key >> 16, batch->key & 0xffff, w->lookouts);
    dv_guarded_gather(&w->guarded, batch->ranks, batch->count);
    test_from(&w->guarded, 0);
}

// Blocks can run in parallel because guards only write to their own agent.
static void test_guards(void *context, uint32_t first, uint32_t last, int thread) {
    (void)thread;
    dv_world *world = context;
    watch w;
    w.world = world;
    dv_batcher_begin(&w.batcher, world, false, test_batch, &w);
    for (int i = 0; i < DV_LOOKOUTS; i++)
        w.lookouts[i].kinds = NULL;
    const dv_kind_set guarded = world->program->guarded_kinds;
    const bool are_suspended = world->suspended_count > 0;
    for (uint32_t rank = first; rank < last; rank++) {
        const dv_record *record = &world->sensed.records[rank];
        if (!dv_has_kind(&guarded, record->kind) ||
            (are_suspended && (world->agents.flags[record->agent] & DV_AGENT_SUSPENDED)))
            continue;
        dv_batch *batch = dv_find_batch(&w.batcher, dv_has_key, kind_and_state(record));
        if (!batch)
            batch = dv_open_batch(&w.batcher, kind_and_state(record), DV_MAX_GUARDED);
        dv_join_batch(&w.batcher, batch, rank);
    }
    dv_hand_out_all(&w.batcher);
}

/// List all living agents, including suspended ones, which are sensed although they do nothing.
static uint32_t list_living(dv_world *world) {
    const uint32_t limit = world->agents.limit;
    uint8_t *flags = world->agents.flags;
    uint32_t *active = world->active, count = 0;
    for (uint32_t i = 0; i < limit; i++) {
        if (!(flags[i] & DV_AGENT_ALIVE))
            continue;
        flags[i] |= DV_AGENT_SENSED;
        active[count++] = i;
    }
    return count;
}

/// Reset the working columns that the last tick may have written.
static void clear_working_columns(dv_world *world) {
    dv_columns *c = &world->agents;
    if (c->limit == 0) // the columns are not allocated yet
        return;
    memset(c->fired, 0xff, c->limit * sizeof *c->fired); // DV_NO_GUARD
    if (world->has_drawn)
        memset(c->draws, 0, c->limit * sizeof *c->draws);
    world->has_drawn = false;
    // dv_form_cohorts sets all others.
    if (world->suspended_count > 0)
        memset(c->cohort, 0xff, c->limit * sizeof *c->cohort); // DV_COHORT_NONE
}

static void leave_out_suspended(dv_world *world, uint32_t count) {
    world->active_count = world->suspended_count > 0 ? 0 : count;
    for (uint32_t i = 0; i < count && world->suspended_count > 0; i++)
        if (!(world->agents.flags[world->active[i]] & DV_AGENT_SUSPENDED))
            world->active[world->active_count++] = world->active[i];
}

static void hear_events(dv_world *world) {
    dv_event_list heard = world->heard.list;
    world->heard.list = world->pending;
    world->pending = heard;
    world->pending.count = 0;
    dv_heard_index(&world->heard);
}

dv_result dv_tick_sense(dv_world *world, dv_error *error) {
    if (!dv_reserve((void **)&world->active, &world->active_capacity, world->agents.limit,
                    sizeof *world->active) ||
        !dv_obstacles_index(&world->obstacles) ||
        !dv_heard_reserve(&world->heard, world->pending.count) || !dv_applied_begin_tick(world))
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    if (dv_bind_applied(world, error) != DV_OK)
        return DV_ERROR_MEMORY;
    uint32_t count = list_living(world);
    clear_working_columns(world);
    if (!dv_sense_agents(world, world->active, count) || !dv_apart_reserve(world, count))
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    dv_note_largest(world);
    dv_note_paces(world);
    leave_out_suspended(world, count);
    world->is_stepping = true;
    hear_events(world);
    dv_follow_suppositions(world);
    dv_prefetch_answers(world);
    if (!dv_has_no_kinds(&world->program->guarded_kinds))
        dv_share(world, world->sensed.count, GUARD_BLOCK, test_guards, world);
    return DV_OK;
}
