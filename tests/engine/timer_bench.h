// A world for tests of timers: 10 ticks a second, two kinds, and a host that logs each call.
#ifndef DV_TESTS_TIMER_BENCH_H
#define DV_TESTS_TIMER_BENCH_H

#include "behavior_world.h"

#include "base/alloc.h"
#include "drover/timers.h"

#include <stdio.h>
#include <string.h>

typedef struct bench {
    dv_program *program;
    dv_world *world;
    dv_error error;
    char log[1 << 15];      ///< "tick name data agent\n" for each call
    dv_timer_state state;   ///< of every timer whose name is not "unknown"
    bool only_bats;         ///< whether a moth has no function for any timer
    const char *remove_all; ///< when a timer of this name is called, the first agent is removed
    const char *cancel;     ///< when it is called, so are all timers of the world with this name
} bench;

static inline int32_t call(void *context, dv_world *world, const dv_timer *timer) {
    bench *b = context;
    size_t used = strlen(b->log);
    snprintf(b->log + used, sizeof b->log - used, "%u %s %.*s %u\n", (unsigned)dv_world_tick(world),
             timer->name, (int)timer->size, timer->size ? (const char *)timer->data : "",
             timer->agent.bits ? dv_agent_id(timer->agent) : 0);
    if (b->remove_all && strcmp(timer->name, b->remove_all) == 0)
        dv_agent_remove(world, dv_world_agent_at(world, 0));
    if (b->cancel)
        dv_world_cancel_timers(world, (dv_agent){0}, b->cancel);
    return strcmp(timer->name, "fails") == 0 ? DV_SUSPEND : DV_STAY;
}

static inline dv_timer_state state_of(void *context, const dv_world *world, dv_agent agent,
                                      const char *name) {
    if (((bench *)context)->only_bats && agent.bits && dv_agent_kind(world, agent) == 0)
        return DV_TIMER_UNKNOWN;
    return strcmp(name, "unknown") == 0 ? DV_TIMER_UNKNOWN : ((bench *)context)->state;
}

static inline void open_bench(bench *b) {
    dv_world_def def = dv_world_def_default();
    dv_kind_def kind = dv_kind_def_default();
    def.tick_rate = 10;
    *b = (bench){.program = dv_program_create(), .state = DV_TIMER_READY};
    kind.name = "moth";
    assert_int_equal(dv_program_add_kind(b->program, &kind, &b->error), DV_OK);
    kind.name = "bat";
    assert_int_equal(dv_program_add_kind(b->program, &kind, &b->error), DV_OK);
    assert_int_equal(dv_program_finish(b->program, &b->error), DV_OK);
    b->world = dv_world_create(&def, b->program, &b->error);
    const dv_host host = {.context = b, .timer = call, .timer_state = state_of};
    dv_world_set_host(b->world, &host);
}

static inline void close_bench(bench *b) {
    dv_world_destroy(b->world);
    dv_program_release(b->program);
    assert_int_equal(dv_allocated_bytes(), 0);
}

static inline dv_agent spawn(bench *b) {
    dv_agent_def def = dv_agent_def_default(0);
    dv_agent agent;
    assert_int_equal(dv_agent_spawn(b->world, &def, &agent, &b->error), DV_OK);
    return agent;
}

static inline void set(bench *b, dv_agent agent, const char *name, double seconds,
                       const char *data) {
    if (dv_world_set_timer(b->world, agent, name, seconds, data, (uint32_t)strlen(data),
                           &b->error) != DV_OK)
        fail_msg("%s", b->error.message);
}

static inline void step(bench *b, int ticks) {
    for (int i = 0; i < ticks; i++)
        assert_int_equal(dv_world_step(b->world, &b->error), DV_OK);
}

static inline void expect(bench *b, const char *log) {
    assert_string_equal(b->log, log);
    b->log[0] = '\0';
}

static inline uint64_t hash_of(const bench *b) {
    uint64_t hash = 0;
    assert_int_equal(dv_world_hash(b->world, &hash, NULL), DV_OK);
    return hash;
}

static const dv_agent nobody = {0};

#endif
