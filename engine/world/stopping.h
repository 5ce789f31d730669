// Stops a tick midway. Work that grows with crowding checks between agents, or between batches of
// them, so every phase ends soon after the host wants the tick to end. A stopped tick leaves no
// valid state behind: the world must return to a snapshot.
#ifndef DV_WORLD_STOPPING_H
#define DV_WORLD_STOPPING_H

#include "base/compiler.h"
#include "base/jobs.h"
#include "world/world_data.h"

#include <pthread.h>
#include <stdatomic.h>

struct dv_stopping {
    pthread_t thread;       ///< that steps the world
    atomic_bool is_asked;   ///< by dv_world_ask: the host wants a look
    atomic_bool is_stopped; ///< what is left of this tick is skipped
    bool is_unfinished;     ///< the last tick was stopped, and the world has not returned since
};

/// Ask the host, if this is the thread that steps the world.
void dv_ask_host(const dv_world *world);

/// Whether the tick must end. Called on any thread of the tick.
static inline bool dv_tick_is_stopped(const dv_world *world) {
    struct dv_stopping *s = world->stopping;
    if (DV_UNLIKELY(atomic_load_explicit(&s->is_asked, memory_order_relaxed)))
        dv_ask_host(world);
    return atomic_load_explicit(&s->is_stopped, memory_order_relaxed);
}

/// Share a loop among the threads of this tick, see dv_jobs_run. Once the tick is stopped, the
/// blocks that are left are skipped.
void dv_share(dv_world *world, uint32_t count, uint32_t block, dv_work *work, void *context);

/// A tick begins. Fails if the tick before was stopped.
dv_result dv_stopping_begin(dv_world *world, dv_error *error);
/// Leave a tick that was stopped: always DV_ERROR_STOPPED.
dv_result dv_stopping_leave(dv_world *world, dv_error *error);
/// The world has returned to a snapshot.
void dv_stopping_forget(dv_world *world);
/// Fails if the world is in the midst of a tick that was stopped.
dv_result dv_check_finished(const dv_world *world, dv_error *error);

#endif
