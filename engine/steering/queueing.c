// Queueing: heading for a door one after another.
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/desired.h"
#include "steering/evaluate.h"
#include "steering/neighbors.h"

enum { TARGET, DISTANCE, ANGLE, RADIUS, KIND, STATE };

static const dv_parameter parameters_of_queueing[] = {
    {"target", DV_PARAMETER_TARGET, true, "", 0, 0, 0, "what the queue leads to"},
    {"distance", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 2,
     "gap to the one ahead where braking begins"},
    {"angle", DV_PARAMETER_NUMBER, false, "rad", 0, 2 * DV_PI, DV_PI / 2,
     "who is in this full cone toward the target is ahead"},
    {"radius", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 1.2,
     "distance below which others push"},
    {"kind", DV_PARAMETER_KIND, false, "", 0, 0, 0,
     "who queues; the agent's own kind when not given"},
    {"state", DV_PARAMETER_STATE, false, "", 0, 0, 0, "only those in this state"},
};

typedef struct queue {
    dv_vec3 target;      ///< offset to it
    dv_vec3 direction;   ///< to it
    float half_cosine;   ///< of the cone
    float distance;      ///< where braking begins
    float radius;        ///< of separation
    float allowed_speed; ///< by those ahead
    bool is_held_up;
    dv_vec3 one_ahead; ///< offset to who allows the least, when held up
    dv_vec3 pushes;
} queue;

// Nearer to the target, ties by id: so that there is always one who is first, and no two wait for
// each other.
static bool is_ahead(const dv_steering_context *context, const queue *q,
                     const dv_neighborhood *near) {
    if (!dv_in_cone(q->direction, near->offset, near->distance_squared, q->half_cosine))
        return false;
    double other = dv_length_double(dv_subtract(q->target, near->offset));
    double own = dv_length_double(q->target);
    return other < own || (other == own && near->agent < context->agent);
}

// Never faster than it can stop within the gap, if the one ahead stood, and its speed on top.
static float speed_behind(const dv_steering_context *context, const queue *q,
                          const dv_neighborhood *near) {
    uint32_t other = near->agent;
    float bodies = context->radius + dv_property_of(near->world, other, DV_RADIUS);
    float gap = dv_length(near->offset) - bodies;
    if (!(gap < q->distance))
        return context->cap;
    float ahead = dv_clamp(dv_dot(dv_neighbor_velocity(near), q->direction), 0, context->cap);
    dv_vec3 way = dv_scale(q->direction, gap > 0 ? gap : 0);
    dv_vec3 arriving = dv_add(dv_arrive_at(context, way, q->distance), context->velocity);
    return dv_clamp(ahead + dv_dot(arriving, q->direction), 0, context->cap);
}

static void look_at(const dv_steering_context *context, const dv_neighborhood *near, queue *q) {
    if (near->distance_squared <= q->radius * q->radius)
        q->pushes = dv_add(q->pushes, dv_push_from(context, near, q->radius));
    if (!is_ahead(context, q, near))
        return;
    float speed = speed_behind(context, q, near);
    if (!(speed < q->allowed_speed))
        return;
    q->allowed_speed = speed;
    q->is_held_up = true;
    q->one_ahead = near->offset;
}

static void look_around(const dv_steering_context *context, const dv_bound *parameters, queue *q) {
    dv_kind_set kinds = parameters[KIND].source == DV_SOURCE_ABSENT
                            ? (dv_kind_set)1 << context->kind
                            : parameters[KIND].kinds;
    // Bodies larger than the own one are noticed that much later.
    float reach = q->distance + 2 * context->radius;
    dv_neighborhood near =
        dv_neighborhood_of(context->world, context->position, reach > q->radius ? reach : q->radius,
                           kinds, parameters[STATE].states, context->agent);
    while (dv_neighborhood_next(&near))
        look_at(context, &near, q);
}

/// False when there is nothing to queue for.
static bool find_place(const dv_steering_context *context, const dv_bound *parameters, queue *q) {
    dv_vec3 target;
    if (!dv_offset_to_target(context, parameters, TARGET, &target))
        return false;
    *q = (queue){
        .target = target,
        .direction = dv_normalize(target),
        .half_cosine = dv_bound_half_cosine(context->world, context->agent, &parameters[ANGLE]),
        .distance = dv_number_within(context, parameters, parameters_of_queueing, DISTANCE),
        .radius = dv_number_within(context, parameters, parameters_of_queueing, RADIUS),
        .allowed_speed = context->cap,
    };
    look_around(context, parameters, q);
    return true;
}

static dv_vec3 queueing(const dv_steering_context *context, const dv_bound *parameters,
                        void *state) {
    (void)state;
    queue q;
    if (!find_place(context, parameters, &q))
        return DV_NO_STEERING;
    return dv_add(dv_steer_along(context, q.direction, q.allowed_speed),
                  dv_separate(context->cap, q.pushes, q.radius));
}

// The cone where others count as ahead, as far as the gap begins; who holds the agent up.
static void annotate_queueing(const dv_steering_context *context, const dv_bound *parameters,
                              const void *state, dv_sketch *sketch) {
    (void)state;
    queue q;
    if (!find_place(context, parameters, &q))
        return;
    dv_show_view(context, sketch, q.direction, q.distance + context->radius, q.half_cosine,
                 DV_INK_NEIGHBOR);
    dv_show_place(context, sketch, q.target, DV_INK_TARGET);
    if (q.is_held_up)
        dv_show_place(context, sketch, q.one_ahead, DV_INK_THREAT);
}

const dv_behavior_type dv_behavior_queueing = {
    .entry = {.name = "queueing",
              .doc = "Head for a target, slow down behind those ahead and stop before touching "
                     "them, apart from others beside.",
              .source =
                  "Reynolds, Steering Behaviors For Autonomous Characters (web page), Queuing: "
                  "s = speed · unit(target − position) − velocity + separation, speed = "
                  "min(cap, that of the one ahead + cap · gap / distance); who is nearer to "
                  "the target is ahead, ties by id",
              .parameters = parameters_of_queueing,
              .parameter_count = DV_COUNT_OF(parameters_of_queueing)},
    .evaluate = queueing,
    .annotate = annotate_queueing,
};
