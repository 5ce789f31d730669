// Turning on the spot: foot after foot on legs, otherwise about the center.
//
// B. D. Reich, An Architecture for Behavioral Locomotion (1997), Turning: a clockwise turn begins
// with the right foot; each step turns as far as it can and leaves the rest to the next; at the end
// the other foot follows.
#include "base/math.h"
#include "stress/choose.h"

#include <math.h>

#define BESIDE 0.01f ///< m; a foot this close to its place need not follow

/// The place of the foot that steps next, when the body faces `forward`.
static dv_vec3 place_of_foot(const dv_world *world, uint32_t agent, dv_vec3 forward) {
    float hip = dv_hip(dv_property_of(world, agent, DV_RADIUS));
    float aside = dv_legs_of(world, agent)->steps_left_foot ? hip : -hip;
    dv_vec3 place = dv_position_of(world, agent);
    return dv_vec(place.x - forward.y * aside, place.y + forward.x * aside, place.z);
}

/// Whether the foot that steps next is already in its place.
static bool is_beside(const dv_world *world, uint32_t agent) {
    const dv_legs *legs = dv_legs_of(world, agent);
    dv_vec3 place = place_of_foot(world, agent, dv_forward_of(world, agent));
    float x = (legs->steps_left_foot ? legs->left_x : legs->right_x) - place.x;
    float y = (legs->steps_left_foot ? legs->left_y : legs->right_y) - place.y;
    return x * x + y * y <= BESIDE * BESIDE;
}

/// Begin to turn by an angle with one foot. A turn of 0 sets the foot down beside the body.
static void set_out(dv_world *world, uint32_t agent, double turn, double seconds) {
    dv_legs *legs = dv_legs_of(world, agent);
    dv_vec3 f = dv_forward_of(world, agent);
    float cosine = (float)dv_cos(turn), sine = (float)dv_sin(turn);
    dv_vec3 forward = dv_vec(f.x * cosine - f.y * sine, f.x * sine + f.y * cosine, 0);
    dv_vec3 foot = place_of_foot(world, agent, forward);
    double ticks = ceil(seconds / world->dt);
    legs->ticks = legs->left = ticks > 1 ? (uint32_t)dv_lesser(ticks, 1e6) : 1;
    legs->velocity_x = legs->velocity_y = 0;
    legs->forward_x = forward.x, legs->forward_y = forward.y;
    legs->foot_x = foot.x, legs->foot_y = foot.y;
    legs->turn_cosine = (float)dv_cos(turn / legs->ticks);
    legs->turn_sine = (float)dv_sin(turn / legs->ticks);
    legs->is_still = legs->is_halted = 0;
}

static double limit_angle(double angle, double most) {
    return angle > most ? most : angle < -most ? -most : angle;
}

static dv_turning turn_on_legs(dv_world *world, uint32_t agent, const dv_turn_def *def) {
    dv_legs *legs = dv_legs_of(world, agent);
    if (legs->left > 0 && !legs->is_still)
        return (dv_turning){.is_under_way = true};
    double most = (double)dv_property_of(world, agent, DV_TURN);
    double turn = limit_angle(def->angle, most);
    if (turn == 0 && (!def->follows || is_beside(world, agent)))
        return (dv_turning){0};
    if (def->begins && turn != 0)
        legs->steps_left_foot = turn > 0;
    set_out(world, agent, turn, (turn != 0 ? fabs(turn) : most) / def->rate);
    return (dv_turning){.angle = turn, .takes_step = true};
}

dv_turning dv_agent_turn(dv_world *world, dv_agent agent, const dv_turn_def *def) {
    uint32_t i;
    if (!dv_agent_index(world, agent.bits, &i) || !isfinite(def->angle) || !(def->rate > 0))
        return (dv_turning){0};
    if (dv_kind_of(world, i)->is_legged)
        return turn_on_legs(world, i, def);
    double turn = limit_angle(def->angle, def->rate * world->dt);
    dv_agent_halt(world, agent);
    // Whole turns change nothing, and headings have a range. fmod is exact on every platform.
    double part = fabs(turn) > 2 * DV_PI ? fmod(turn, 2 * DV_PI) : turn;
    dv_agent_set_heading(world, agent, dv_agent_heading(world, agent) + part, NULL);
    return (dv_turning){.angle = turn};
}
