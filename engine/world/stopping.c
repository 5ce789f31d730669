#include "world/stopping.h"

#include "base/result.h"

#include <inttypes.h>

void dv_world_ask(dv_world *world) {
    atomic_store_explicit(&world->stopping->is_asked, true, memory_order_relaxed);
}

static void ask(const dv_world *world) {
    struct dv_stopping *s = world->stopping;
    const dv_host *host = &world->host;
    atomic_store_explicit(&s->is_asked, false, memory_order_relaxed);
    if (host->may_go_on && !host->may_go_on(host->context, world))
        atomic_store_explicit(&s->is_stopped, true, memory_order_relaxed);
}

void dv_ask_host(const dv_world *world) {
    if (world->is_stepping && pthread_equal(pthread_self(), world->stopping->thread))
        ask(world);
}

typedef struct shared_work {
    dv_world *world;
    dv_work *work;
    void *context;
} shared_work;

static void work_unless_stopped(void *context, uint32_t first, uint32_t last, int thread) {
    const shared_work *shared = context;
    if (!dv_tick_is_stopped(shared->world))
        shared->work(shared->context, first, last, thread);
}

static void ask_while_waiting(void *context) { ask(((const shared_work *)context)->world); }

void dv_share(dv_world *world, uint32_t count, uint32_t block, dv_work *work, void *context) {
    shared_work shared = {world, work, context};
    dv_jobs_run(world->crew, count, block, work_unless_stopped, ask_while_waiting, &shared);
}

dv_result dv_check_finished(const dv_world *world, dv_error *error) {
    if (!world->stopping->is_unfinished)
        return DV_OK;
    return dv_fail(error, DV_ERROR_STOPPED,
                   "tick %" PRIu64 " was stopped midway: return to a snapshot first",
                   world->tick + 1);
}

dv_result dv_stopping_begin(dv_world *world, dv_error *error) {
    struct dv_stopping *s = world->stopping;
    if (s->is_unfinished)
        return dv_check_finished(world, error);
    s->thread = pthread_self();
    atomic_store_explicit(&s->is_stopped, false, memory_order_relaxed);
    return DV_OK;
}

void dv_stopping_forget(dv_world *world) {
    world->stopping->is_unfinished = false;
    atomic_store_explicit(&world->stopping->is_stopped, false, memory_order_relaxed);
}

dv_result dv_stopping_leave(dv_world *world, dv_error *error) {
    world->stopping->is_unfinished = true;
    return dv_fail(error, DV_ERROR_STOPPED, "tick %" PRIu64 " was stopped midway", world->tick + 1);
}
