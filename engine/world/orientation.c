// Orientation: which way bodies face, and where their roofs are.
//
// Invariant: forward is a unit vector. In a volume, up is one, too, perpendicular to forward.
#include "world/world_data.h"

// The horizontal unit vector to the left of `forward`; +y if that points straight up or down.
static dv_vec3 level_left_of(dv_vec3 forward) {
    dv_vec3 left = dv_vec(-forward.y, forward.x, 0);
    return dv_length(left) < 1e-3f ? dv_vec(0, 1, 0) : dv_normalize(left);
}

static dv_vec3 upright_of(dv_vec3 forward) {
    return dv_normalize(dv_cross(forward, level_left_of(forward)));
}

/// The normalized part of `up` that is perpendicular to `forward`; the upright direction if that is
/// almost zero.
static dv_vec3 square_up(dv_vec3 forward, dv_vec3 up) {
    up = dv_normalize(up);
    dv_vec3 across = dv_subtract(up, dv_scale(forward, dv_dot(up, forward)));
    if (!(dv_length(across) > DV_LEAST_ACROSS))
        return upright_of(forward);
    // Twice, since the rounding error of a short vector would tilt the result.
    across = dv_normalize(across);
    return dv_normalize(dv_subtract(across, dv_scale(forward, dv_dot(across, forward))));
}

dv_vec3 dv_up_of(const dv_world *world, uint32_t agent) {
    const dv_columns *c = &world->agents;
    if (!c->of_volume)
        return dv_vec(0, 0, 1);
    dv_vec3 up = dv_vec(c->ux[agent], c->uy[agent], c->uz[agent]);
    return up.x == 0 && up.y == 0 && up.z == 0 ? upright_of(dv_forward_of(world, agent)) : up;
}

void dv_orient(dv_world *world, uint32_t agent, dv_vec3 forward, dv_vec3 up) {
    dv_columns *c = &world->agents;
    c->fx[agent] = forward.x, c->fy[agent] = forward.y, c->fz[agent] = forward.z;
    if (!c->of_volume)
        return;
    up = square_up(forward, up);
    c->ux[agent] = up.x, c->uy[agent] = up.y, c->uz[agent] = up.z;
}

dv_vec3 dv_up_after(dv_vec3 up, dv_vec3 before, dv_vec3 forward) {
    if (dv_is_zero(up))
        up = upright_of(before);
    float along = dv_dot(up, forward);
    // The body pitched by a right angle in one step: the nose points where the roof or floor did,
    // so the roof points where the tail or nose did.
    if (along > DV_UPENDED || along < -DV_UPENDED)
        up = dv_scale(before, along > 0 ? -1 : 1);
    return square_up(forward, up);
}

void dv_face(dv_world *world, uint32_t agent, dv_vec3 forward) {
    dv_columns *c = &world->agents;
    dv_vec3 before = dv_forward_of(world, agent);
    c->fx[agent] = forward.x, c->fy[agent] = forward.y, c->fz[agent] = forward.z;
    if (!c->of_volume)
        return;
    dv_vec3 up = dv_up_after(dv_vec(c->ux[agent], c->uy[agent], c->uz[agent]), before, forward);
    c->ux[agent] = up.x, c->uy[agent] = up.y, c->uz[agent] = up.z;
}

dv_vec3 dv_agent_up(const dv_world *world, dv_agent agent) {
    uint32_t i;
    return dv_agent_index(world, agent.bits, &i) ? dv_up_of(world, i) : dv_vec(0, 0, 0);
}

dv_vec3 dv_agent_to_local(const dv_world *world, dv_agent agent, dv_vec3 offset) {
    dv_vec3 forward = dv_agent_forward(world, agent), up = dv_agent_up(world, agent);
    return dv_vec(dv_dot(offset, forward), dv_dot(offset, dv_cross(up, forward)),
                  dv_dot(offset, up));
}

dv_vec3 dv_agent_to_world(const dv_world *world, dv_agent agent, dv_vec3 local) {
    dv_vec3 forward = dv_agent_forward(world, agent), up = dv_agent_up(world, agent);
    dv_vec3 level = dv_add(dv_scale(forward, local.x), dv_scale(dv_cross(up, forward), local.y));
    return dv_add(level, dv_scale(up, local.z));
}
