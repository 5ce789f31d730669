// One tick. Phases read what the phase before wrote; none looks back, so a tick is a function of
// the world, the program, the host's answers and the inputs taken between ticks.
#include "base/clock.h"
#include "base/result.h"
#include "tick/phases.h"
#include "world/value_rows.h"

#include <inttypes.h>

/// Seconds since the last lap.
static double lap_seconds(double *last) {
    double now = dv_now(), taken = now - *last;
    *last = now;
    return taken;
}

// Waking threads and waiting for them takes some 60 µs a tick: less work than this is done sooner
// by the caller alone. Who looks for data races wants threads all the same.
#if defined(__SANITIZE_THREAD__)
#define LEAST_SHARED 0.0
#else
#define LEAST_SHARED 150e-6 // s of one thread
#endif
#define SHARING 60e-6 // s

/// How long one thread would have worked in the last tick, the host's part apart.
static double last_work(const dv_world *world) {
    const dv_profile *p = &world->profile;
    double taken = p->sense + p->steer + p->move;
    return world->crew ? (taken - SHARING) * dv_jobs_threads(world->crew) : taken;
}

/// The first tick is shared: nothing is known of it.
static dv_jobs *crew_for(const dv_world *world) {
    bool is_first = world->profile.steer == 0;
    return is_first || last_work(world) >= LEAST_SHARED ? world->jobs : NULL;
}

dv_result dv_world_step(dv_world *world, dv_error *error) {
    if (world->tick >= DV_LAST_TICK)
        return dv_fail(error, DV_ERROR_LIMIT, "the world has reached its last tick, %" PRIu64,
                       DV_LAST_TICK);
    if (world->tick == 0)
        dv_world_trim(world);
    double last = dv_now();
    world->crew = crew_for(world);
    dv_result result = dv_tick_sense(world, error);
    if (result != DV_OK)
        return result;
    world->profile.sense = lap_seconds(&last);
    dv_tick_decide(world);
    world->profile.decide = lap_seconds(&last);
    dv_tick_steer(world);
    world->profile.steer = lap_seconds(&last);
    dv_tick_move(world);
    world->profile.move = lap_seconds(&last);
    dv_tick_publish(world);
    world->profile.publish = lap_seconds(&last);
    return DV_OK;
}

dv_profile dv_world_profile(const dv_world *world) { return world->profile; }

void dv_tick_publish(dv_world *world) {
    world->tick++;
    world->is_stepping = false;
}
