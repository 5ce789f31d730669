// One tick. Each phase reads only what earlier phases wrote, so a tick is a function of the world,
// the program, the host's answers, and the inputs between ticks.
#include "base/clock.h"
#include "base/result.h"
#include "program/value_rows.h"
#include "tick/phases.h"
#include "world/fields.h"
#include "world/stopping.h"

#include <inttypes.h>

/// Seconds since the last lap.
static double lap_seconds(double *last) {
    double now = dv_now(), taken = now - *last;
    *last = now;
    return taken;
}

// Waking threads and waiting for them takes about 60 µs per tick, so the calling thread is faster
// alone if there is less work than this. Runs that look for data races use threads anyway.
#if defined(__SANITIZE_THREAD__)
#define LEAST_SHARED 0.0
#else
#define LEAST_SHARED 150e-6 // s of one thread
#endif
#define SHARING 60e-6 // s

/// An estimate of how long the last tick would have taken on one thread, without the host's part.
static double last_work(const dv_world *world) {
    const dv_profile *p = &world->profile;
    double taken = p->sense + p->steer + p->move;
    return world->crew ? (taken - SHARING) * dv_jobs_threads(world->crew) : taken;
}

/// The first tick uses all threads, because there is no earlier tick to estimate from.
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
    if (dv_stopping_begin(world, error) != DV_OK)
        return DV_ERROR_STOPPED;
    dv_explain_tick(world);
    double last = dv_now();
    world->crew = crew_for(world);
    dv_result result = dv_tick_sense(world, error);
    if (result != DV_OK)
        return result;
    world->profile.sense = lap_seconds(&last);
    if (!dv_tick_is_stopped(world))
        dv_tick_decide(world);
    world->profile.decide = lap_seconds(&last);
    if (!dv_tick_is_stopped(world))
        dv_tick_steer(world);
    world->profile.steer = lap_seconds(&last);
    if (!dv_tick_is_stopped(world))
        dv_tick_move(world);
    world->profile.move = lap_seconds(&last);
    if (!dv_tick_is_stopped(world))
        dv_tick_fields(world);
    world->profile.fields = lap_seconds(&last);
    if (dv_tick_is_stopped(world))
        return dv_stopping_leave(world, error);
    dv_tick_publish(world);
    world->knows_last_tick = true;
    dv_world_forget_wave(world);
    world->profile.publish = lap_seconds(&last);
    return DV_OK;
}

dv_profile dv_world_profile(const dv_world *world) { return world->profile; }

void dv_tick_publish(dv_world *world) {
    world->tick++;
    world->is_stepping = false;
}
