// Custom: a function of the host scores each candidate. The host runs on one thread in the decide
// phase, for the agents that choose a step in this tick; its answers are kept in the behavior's
// state until the steer phase of the same tick.
#include "steering/behaviors.h"
#include "steering/evaluate.h"
#include "stress/course.h"
#include "stress/stress.h"

#include <math.h>
#include <string.h>

static const dv_parameter parameters_of_custom[] = {
    {"call", DV_PARAMETER_CALLBACK, true, "", 0, 0, 0,
     "function(self, x, y, turn, stride) → the stress of a step or velocity that leads to x, y "
     "(m), "
     "turned by turn (rad); it may read the world but not write it"},
};

typedef struct custom_state {
    uint32_t count; ///< how many steps the host scored
    float stress[DV_MAX_FOOTSTEPS];
} custom_state;

/// The step that steering adds is not yet known when the host is asked: it gets the stress of the
/// scored step that ends nearest to it.
static uint32_t nearest_asked(const dv_footsteps *steps, uint32_t step, uint32_t count) {
    uint32_t nearest = 0;
    float least = INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        float x = steps->x[i] - steps->x[step], y = steps->y[i] - steps->y[step];
        float square = x * x + y * y;
        if (square < least) {
            least = square;
            nearest = i;
        }
    }
    return nearest;
}

static void score_by_script(const dv_steering_context *context, const dv_bound *parameters,
                            void *state, const dv_footsteps *steps, float *stress) {
    (void)context;
    (void)parameters;
    const custom_state *kept = state;
    for (uint32_t i = 0; i < steps->count; i++)
        stress[i] = kept->stress[i < kept->count ? i : nearest_asked(steps, i, kept->count)];
}

const dv_stress_type dv_stress_custom = {
    .entry = {.name = "custom",
              .doc =
                  "The stress of each candidate, as returned by a Lua function. When the agent has "
                  "to choose, it is called some 27 times on legs and 49 times on other bodies, "
                  "after the `step` functions of all agents.",
              .source = "stress = function(self, x, y, turn, stride)",
              .parameters = parameters_of_custom,
              .parameter_count = DV_COUNT_OF(parameters_of_custom),
              .positional = 1},
    .state_size = sizeof(custom_state),
    .score = score_by_script,
};

/// List the candidates of an agent that chooses in this tick; false if it does not.
static bool list_candidates(const dv_steering_context *context, const dv_stress_list *list,
                            dv_footsteps *steps) {
    const dv_world *world = context->world;
    if (dv_kind_of(world, context->agent)->is_legged) {
        if (!dv_chooses(world, context->agent))
            return false;
        dv_footsteps_of(context, list, steps);
        return true;
    }
    dv_courses courses;
    if (!dv_chooses_course(world, context->agent))
        return false;
    dv_courses_of(context, list, &courses);
    *steps = courses.steps;
    return true;
}

bool dv_call_stress_callbacks(dv_world *world, uint32_t agent) {
    const dv_host *host = &world->host;
    const dv_stress_list *list = dv_stresses_of(world, agent);
    if (!list->asks_host)
        return true;
    dv_steering_context context = dv_steering_context_of(world, agent);
    unsigned char *states = dv_states_of(world, agent);
    dv_agent handle = {dv_agent_bits(world, agent)};
    dv_footsteps steps;
    if (!list_candidates(&context, list, &steps))
        return true;
    for (uint32_t i = 0; i < list->count; i++) {
        const dv_stress_node *node = list->nodes[i];
        if (!node->asks_host || node->type->score != score_by_script)
            continue;
        custom_state *state = (custom_state *)(void *)(states + node->state_offset);
        memset(state, 0, sizeof *state);
        state->count = steps.count;
        if (host->stress && !host->stress(host->context, world, handle,
                                          node->parameters[0].callback, &steps, state->stress))
            return false;
    }
    return true;
}
