// Where the feet of legged bodies are, for drawing; see legs.h.
#include "world/legs.h"

bool dv_agent_feet(const dv_world *world, dv_agent agent, dv_feet *feet) {
    uint32_t i;
    if (!dv_agent_index(world, agent.bits, &i) || !dv_kind_of(world, i)->is_legged)
        return false;
    const dv_legs *legs = dv_legs_of(world, i);
    float z = world->agents.z[i];
    *feet = (dv_feet){.left = dv_vec(legs->left_x, legs->left_y, z),
                      .right = dv_vec(legs->right_x, legs->right_y, z),
                      .left_steps = legs->steps_left_foot,
                      .is_halted = legs->is_halted};
    if (legs->left > 0 && !legs->is_still) {
        dv_vec3 *swings = legs->steps_left_foot ? &feet->left : &feet->right;
        float done = 1 - (float)legs->left / (float)legs->ticks;
        *swings = dv_lerp(*swings, dv_vec(legs->foot_x, legs->foot_y, z), done);
    }
    return legs->has_stood;
}
