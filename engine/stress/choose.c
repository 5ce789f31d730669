// Choosing a step; see choose.h.
#include "stress/choose.h"

#include "steering/evaluate.h"
#include "stress/detour.h"
#include "stress/motion.h"

#include <string.h>

static bool is_any_free(const dv_footsteps *steps, const float *total) {
    for (uint32_t i = 0; i < steps->count; i++)
        if (total[i] < INFINITY)
            return true;
    return false;
}

void dv_weigh_steps(const dv_steering_context *context, const dv_stress_list *list,
                    unsigned char *states, const dv_detour *detour, const dv_footsteps *steps,
                    float *total) {
    if (!detour->is_under_way) {
        dv_add_stresses(context, list, states, steps, total);
        return;
    }
    dv_add_others(context, list, states, steps, total);
    // On legs, a turn on the spot serves better. Wheels need to back out of where they are stuck.
    bool minds_aside = dv_kind_of(context->world, context->agent)->is_legged;
    dv_add_detour(detour, steps, minds_aside, total);
}

bool dv_score_steps(const dv_steering_context *context, const dv_stress_list *list,
                    unsigned char *states, const dv_detour *detour, dv_footsteps *steps,
                    float *total) {
    memset(total, 0, steps->count * sizeof *total);
    dv_forbid_collisions(context, steps, total);
    bool is_free = is_any_free(steps, total);
    if (!is_free || detour->is_under_way) {
        uint32_t first = steps->count;
        dv_add_turns(context, steps);
        memset(total + first, 0, (steps->count - first) * sizeof *total);
    }
    dv_weigh_steps(context, list, states, detour, steps, total);
    return is_free;
}

/// How far a step turns the body or its motion: a step aside counts as a right angle.
static float turn_in_ties(const dv_footsteps *steps, uint32_t i) {
    return fabsf(steps->turn[i]) + (dv_goes_ahead(steps, i) ? 0 : (float)DV_PI / 2);
}

uint32_t dv_least_stress(const dv_footsteps *steps, const float *total) {
    uint32_t least = steps->count;
    for (uint32_t i = 0; i < steps->count; i++) {
        if (!(total[i] < INFINITY))
            continue;
        if (least == steps->count || total[i] < total[least] ||
            (total[i] == total[least] && turn_in_ties(steps, i) < turn_in_ties(steps, least)))
            least = i;
    }
    return least;
}

static void stand_for_ticks(dv_legs *legs, uint32_t ticks) {
    legs->velocity_x = legs->velocity_y = 0;
    legs->ticks = legs->left = ticks;
    legs->turn_cosine = 1;
    legs->turn_sine = 0;
    legs->is_still = 1;
}

/// Set both feet down beside the body: before the first step, and after a step is cut short.
static void set_feet(const dv_steering_context *context, dv_legs *legs) {
    float hip = dv_hip(context->radius);
    dv_vec3 p = context->position, f = context->forward;
    legs->left_x = p.x - f.y * hip, legs->left_y = p.y + f.x * hip;
    legs->right_x = p.x + f.y * hip, legs->right_y = p.y - f.x * hip;
    legs->has_stood = 1;
}

static void begin_step(const dv_steering_context *context, const dv_footsteps *steps, uint32_t i,
                       dv_legs *legs) {
    uint32_t ticks = (uint32_t)(steps->seconds / context->dt + 0.5f);
    if (steps->stride[i] == 0 && steps->turn[i] == 0) {
        stand_for_ticks(legs, ticks);
        return;
    }
    double turn = (double)steps->turn[i] / ticks;
    legs->detour.walked += legs->detour.is_under_way ? steps->stride[i] : 0;
    legs->velocity_x = steps->velocity_x[i], legs->velocity_y = steps->velocity_y[i];
    legs->forward_x = steps->forward_x[i], legs->forward_y = steps->forward_y[i];
    float hip = legs->steps_left_foot ? dv_hip(context->radius) : -dv_hip(context->radius);
    legs->foot_x = steps->foot_x[i], legs->foot_y = steps->foot_y[i];
    if (steps->stride[i] == 0) {
        legs->foot_x = steps->x[i] - steps->forward_y[i] * hip;
        legs->foot_y = steps->y[i] + steps->forward_x[i] * hip;
    }
    legs->turn_cosine = (float)dv_cos(turn), legs->turn_sine = (float)dv_sin(turn);
    legs->ticks = legs->left = ticks;
    legs->is_still = 0;
}

static void choose_footstep(const dv_world *world, const dv_steering_context *context,
                            dv_legs *legs) {
    const dv_stress_list *list = dv_stresses_of(world, context->agent);
    dv_footsteps steps;
    float total[DV_MAX_FOOTSTEPS];
    if (!legs->has_stood)
        set_feet(context, legs);
    legs->is_halted = 0;
    // An agent that nothing steers stands still.
    dv_footsteps_of(context, list, &steps);
    if (steps.count == 0 || (list->count == 0 && !dv_is_steered(world, context->agent))) {
        dv_end_detour(&legs->detour);
        stand_for_ticks(legs, 0);
        return;
    }
    if (dv_is_steered(world, context->agent))
        dv_add_steered_step(context, &steps);
    float turn = dv_property_of(world, context->agent, DV_TURN);
    dv_lead_detour(context, list, &steps, turn, false, &legs->detour);
    legs->is_halted = !dv_score_steps(context, list, dv_states_of(world, context->agent),
                                      &legs->detour, &steps, total);
    uint32_t chosen = dv_least_stress(&steps, total);
    if (chosen < steps.count)
        begin_step(context, &steps, chosen, legs);
    else
        stand_for_ticks(legs, (uint32_t)(steps.seconds / context->dt + 0.5f));
}

void dv_choose_step(dv_world *world, uint32_t agent) {
    dv_legs *legs = dv_legs_of(world, agent);
    if (legs->left > 0 && legs->is_still)
        return;
    dv_steering_context context = dv_steering_context_of(world, agent);
    if (legs->left == 0)
        choose_footstep(world, &context, legs);
    else if (dv_would_collide(&context, dv_vec(legs->velocity_x, legs->velocity_y, 0))) {
        // The foot comes down where the body is; the next step is chosen in the next tick.
        set_feet(&context, legs);
        stand_for_ticks(legs, 0);
        legs->is_halted = 1;
    }
}
