// One tick. Phases read what the phase before wrote; none looks back, so a tick is a function of
// the world, the program, the host's answers and the inputs taken between ticks.
#include "tick/phases.h"

dv_result dv_world_step(dv_world *world, dv_error *error) {
    dv_result result = dv_tick_sense(world, error);
    if (result != DV_OK)
        return result;
    dv_tick_decide(world);
    dv_tick_steer(world);
    dv_tick_move(world);
    dv_tick_publish(world);
    return DV_OK;
}

void dv_tick_publish(dv_world *world) {
    world->tick++;
    world->is_stepping = false;
}
