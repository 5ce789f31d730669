// Choosing a step; see choose.h.
#include "stress/choose.h"

#include "steering/evaluate.h"
#include "stress/control.h"
#include "stress/stress.h"

#include <string.h>

/// A behavior's weight or power for this agent, clamped to [0, most]; NaN for an empty slot.
static float share_of(const dv_steering_context *context, const dv_bound *bound, float most) {
    float number = dv_number_of(context, bound, 0);
    return number < 0 ? 0 : number > most ? most : number;
}

static bool has_all_numbers(const dv_stress_node *node, const dv_steering_context *context) {
    const dv_entry *entry = &node->type->entry;
    for (uint32_t i = 0; node->reads_slots && i < entry->parameter_count; i++)
        if (entry->parameters[i].type == DV_PARAMETER_NUMBER &&
            (node->parameters[i].source == DV_SOURCE_SLOT ||
             node->parameters[i].source == DV_SOURCE_GROUP_SLOT) &&
            isnan(dv_number_of(context, node->parameters, i)))
            return false;
    return true;
}

static void add_stress(const dv_steering_context *context, const dv_stress_node *node,
                       unsigned char *states, const dv_footsteps *steps, float *total) {
    float stress[DV_MAX_FOOTSTEPS];
    float weight = share_of(context, &node->weight, DV_HEAVIEST);
    float power = share_of(context, &node->power, 8);
    if (!(weight > 0) || isnan(power) || !has_all_numbers(node, context))
        return;
    dv_steering_context own = *context;
    own.stream = node->stream;
    memset(stress, 0, steps->count * sizeof *stress);
    node->type->score(&own, node->parameters, states + node->state_offset, steps, stress);
    for (uint32_t i = 0; i < steps->count; i++)
        total[i] += weight * dv_powered(dv_excess(stress[i]), power);
}

/// Steering counts with weight 1, unless the agent's list weighs follow_steering itself.
static void add_steering(const dv_steering_context *context, const dv_footsteps *steps,
                         float *total) {
    float stress[DV_MAX_FOOTSTEPS];
    memset(stress, 0, steps->count * sizeof *stress);
    dv_stress_follow_steering.score(context, NULL, NULL, steps, stress);
    for (uint32_t i = 0; i < steps->count; i++)
        total[i] += dv_excess(stress[i]);
}

static bool is_steered(const dv_world *world, uint32_t agent) {
    return dv_composition_of(world, agent) || world->agents.applied[agent];
}

void dv_add_stresses(const dv_steering_context *context, const dv_stress_list *list,
                     unsigned char *states, const dv_footsteps *steps, float *total) {
    for (uint32_t i = 0; i < list->count; i++)
        add_stress(context, list->nodes[i], states, steps, total);
    if (!list->follows && is_steered(context->world, context->agent))
        add_steering(context, steps, total);
}

uint32_t dv_least_stress(const dv_footsteps *steps, const float *total) {
    uint32_t least = steps->count;
    for (uint32_t i = 0; i < steps->count; i++) {
        if (!(total[i] < INFINITY))
            continue;
        if (least == steps->count || total[i] < total[least] ||
            (total[i] == total[least] && fabsf(steps->turn[i]) < fabsf(steps->turn[least])))
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
    if (list->count == 0 && !is_steered(world, context->agent)) {
        stand_for_ticks(legs, 0);
        return;
    }
    dv_footsteps_of(context, list, &steps);
    if (steps.count == 0) {
        stand_for_ticks(legs, 0);
        return;
    }
    if (is_steered(world, context->agent))
        dv_add_steered_step(context, &steps);
    memset(total, 0, steps.count * sizeof *total);
    dv_forbid_collisions(context, &steps, total);
    dv_add_stresses(context, list, dv_states_of(world, context->agent), &steps, total);
    uint32_t chosen = dv_least_stress(&steps, total);
    if (chosen < steps.count) {
        begin_step(context, &steps, chosen, legs);
        return;
    }
    stand_for_ticks(legs, (uint32_t)(steps.seconds / context->dt + 0.5f));
    legs->is_halted = 1;
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
