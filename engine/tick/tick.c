// One tick. Phases read what the phase before wrote; none looks back, so a tick is a function of
// the world, the program, the host's answers and the inputs taken between ticks.
#include "base/clock.h"
#include "tick/phases.h"

/// Seconds since the last lap.
static double lap(double *last) {
    double now = dv_now(), taken = now - *last;
    *last = now;
    return taken;
}

dv_result dv_world_step(dv_world *world, dv_error *error) {
    double last = dv_now();
    dv_result result = dv_tick_sense(world, error);
    if (result != DV_OK)
        return result;
    world->profile.sense = lap(&last);
    dv_tick_decide(world);
    world->profile.decide = lap(&last);
    dv_tick_steer(world);
    world->profile.steer = lap(&last);
    dv_tick_move(world);
    world->profile.move = lap(&last);
    dv_tick_publish(world);
    world->profile.publish = lap(&last);
    return DV_OK;
}

dv_profile dv_world_profile(const dv_world *world) { return world->profile; }

void dv_tick_publish(dv_world *world) {
    world->tick++;
    world->is_stepping = false;
}
