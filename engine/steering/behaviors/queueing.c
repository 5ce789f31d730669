// Queueing: go to a door one after another.
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/behaviors/drive_to.h"
#include "steering/behaviors/threats.h"
#include "steering/desired.h"
#include "steering/evaluate.h"
#include "steering/intents.h"
#include "steering/neighbors.h"

enum { TARGET, DISTANCE, ANGLE, RADIUS, DENSITY, KIND, STATE, PREFER };

static const dv_parameter parameters_of_queueing[] = {
    {"target", DV_PARAMETER_TARGET, false, "", 0, 0, 0,
     "what the line leads to; agents nearer to it are ahead"},
    {"distance", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 2,
     "gap to the agent ahead at which braking begins; with a density, how far away others count"},
    {"angle", DV_PARAMETER_NUMBER, false, "rad", 0, 2 * DV_PI, DV_PI / 2,
     "agents in this full cone toward the target count as ahead"},
    {"radius", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 1.2,
     "distance below which others push; with a density only touching bodies do"},
    {"density", DV_PARAMETER_NUMBER, false, "1/m²", 0, 1e6, 0,
     "walk as in a crowd, slower the less room there is ahead: the density at which half the speed "
     "is left (people: 1.913), and past those who go another way; 0: brake only for the gap"},
    {"kind", DV_PARAMETER_KIND, false, "", 0, 0, 0,
     "the kinds that queue; the agent's own by default"},
    {"state", DV_PARAMETER_STATE, false, "", 0, 0, 0, "only agents in this state"},
    {"prefer", DV_PARAMETER_STEERING, false, "", 0, 0, 0,
     "a behavior or blend that gives the preferred velocity, such as path_following, instead of "
     "the straight way to the target; without a target, agents farther along that way are ahead"},
};

#define ASIDE 0.35f    ///< how far others turn an agent aside when they slow it to a standstill
#define SAME_WAY 0.7f  ///< cosine: who faces farther than 45° off the agent's way goes another way
#define IN_FRONT 0.7f  ///< of both radii: who is that near the line ahead blocks the agent
#define FORESIGHT 2.0f ///< s, how far ahead an agent sees that it would touch one of those
#define MARGIN 0.3f    ///< m between bodies that pass
#define SIDESTEP 2.0f  ///< how far one that would be hit fully and now turns an agent aside
#define FIRMNESS 8.0f  ///< in caps: speed at which bodies leave an overlap of their full depth

typedef struct queue {
    bool has_target;
    bool has_wheels;     ///< only those ahead push it
    dv_vec3 target;      ///< offset to the target
    dv_vec3 direction;   ///< unit, the way to go
    float speed;         ///< m/s, with nobody ahead
    float half_cosine;   ///< of the cone
    float distance;      ///< where braking begins
    float radius;        ///< m, of separation
    float density;       ///< that slows
    float allowed_speed; ///< m/s, given the agents ahead
    bool is_held_up;
    dv_vec3 one_ahead; ///< offset to the agent ahead that allows the least speed, when held up
    dv_vec3 pushes;
    dv_vec3 aside;    ///< away from others in a crowd, by how much each one slows
    dv_vec3 sidestep; ///< away from those who go another way and would touch the agent
    dv_vec3 contact;  ///< m/s, out of overlapping bodies
} queue;

// Whether a neighbor is nearer to the target, or farther along the way if there is none; ties by
// id. So one agent is always first, and no two wait for each other.
static bool is_before(const dv_steering_context *context, const queue *q,
                      const dv_neighborhood *near) {
    if (!q->has_target) {
        float along = dv_dot(near->offset, q->direction);
        return along > 0 || (along == 0 && near->agent < context->agent);
    }
    double other = dv_length_double(dv_subtract(q->target, near->offset));
    double own = dv_length_double(q->target);
    return other < own || (other == own && near->agent < context->agent);
}

static bool is_in_cone(const queue *q, const dv_neighborhood *near) {
    return dv_in_cone(q->direction, near->offset, near->distance_squared, q->half_cosine);
}

static bool is_ahead(const dv_steering_context *context, const queue *q,
                     const dv_neighborhood *near) {
    return is_in_cone(q, near) && is_before(context, q, near);
}

static float bodies_of(const dv_steering_context *context, const dv_neighborhood *near) {
    return context->radius + dv_property_of(near->world, near->agent, DV_RADIUS);
}

// Slow enough to stop within the gap if the agent ahead stood, plus that agent's speed.
static float speed_behind(const dv_steering_context *context, const queue *q,
                          const dv_neighborhood *near) {
    float gap = dv_length(near->offset) - bodies_of(context, near);
    if (!(gap < q->distance))
        return context->cap;
    float ahead = dv_clamp(dv_dot(dv_neighbor_velocity(near), q->direction), 0, context->cap);
    dv_vec3 way = dv_scale(q->direction, gap > 0 ? gap : 0);
    dv_vec3 arriving = dv_add(dv_arrive_at(context, way, q->distance), context->velocity);
    return dv_clamp(ahead + dv_dot(arriving, q->direction), 0, context->cap);
}

static void hold_up(queue *q, const dv_neighborhood *near, float speed) {
    if (!(speed < q->allowed_speed))
        return;
    q->allowed_speed = speed;
    q->is_held_up = true;
    q->one_ahead = near->offset;
}

static void look_at(const dv_steering_context *context, const dv_neighborhood *near, queue *q) {
    bool counts = !q->has_wheels || is_before(context, q, near);
    if (counts && near->distance_squared <= q->radius * q->radius)
        q->pushes = dv_add(q->pushes, dv_push_from(context, near, q->radius));
    if (is_ahead(context, q, near))
        hold_up(q, near, speed_behind(context, q, near));
}

static dv_neighborhood neighbors_within(const dv_steering_context *context,
                                        const dv_bound *parameters, float radius) {
    const dv_kind_set *kinds = parameters[KIND].source == DV_SOURCE_ABSENT
                                   ? &context->world->program->kinds[context->kind].itself
                                   : &parameters[KIND].kinds;
    return dv_neighborhood_of(context->world, context->position, radius, kinds,
                              parameters[STATE].states, context->agent);
}

// How much a neighbor slows the agent, from 0 far away to 1 where the bodies touch.
static float slowing_by(const queue *q, const dv_neighborhood *near, float bodies) {
    float room = near->distance_squared - bodies * bodies;
    return room > 0 ? (float)dv_exp(-(double)q->density * (double)room) : 1;
}

// A neighbor past the target is no longer before the agent in the queue, but still in its way.
static bool is_in_the_way(const dv_steering_context *context, const queue *q,
                          const dv_neighborhood *near) {
    return is_in_cone(q, near) &&
           (is_before(context, q, near) ||
            (q->has_target && dv_dot(near->offset, q->direction) >= dv_length(q->target)));
}

static dv_vec3 forward_of(const dv_neighborhood *near) {
    return near->world->sensed.forward[near->rank];
}

static bool goes_another_way(const queue *q, const dv_neighborhood *near) {
    return dv_dot(forward_of(near), q->direction) < SAME_WAY;
}

// Of two whose ways meet, the one that is nearer to the other's way goes first; ties by id. Both
// compare the same two numbers, so they agree.
static bool goes_first(const dv_steering_context *context, const dv_neighborhood *near) {
    float own = dv_dot(near->offset, context->forward);
    float other = -dv_dot(near->offset, forward_of(near));
    return own > other || (own == other && near->agent < context->agent);
}

// Bodies that only graze each other slide past.
static bool blocks(const queue *q, const dv_neighborhood *near, float bodies) {
    return dv_dot(near->offset, q->direction) > 0 &&
           dv_length(dv_across(near->offset, q->direction)) < IN_FRONT * bodies;
}

// Turn aside for a neighbor that the agent would touch if it walked its way: to the side on which
// it would pass, and more the sooner they meet and the nearer they pass. An agent that stands
// looks ahead as if it walked at half its speed, or two who stand face to face would never part.
static void turn_aside(const dv_steering_context *context, const dv_neighborhood *near,
                       float bodies, queue *q) {
    float pace = dv_clamp(dv_dot(context->velocity, q->direction), q->speed / 2, q->speed);
    dv_vec3 closing = dv_subtract(dv_scale(q->direction, pace), dv_neighbor_velocity(near));
    float time = dv_dot(near->offset, closing) / dv_length_squared(closing);
    if (!(time > 0 && time < FORESIGHT))
        return;
    dv_vec3 miss = dv_across(dv_subtract(near->offset, dv_scale(closing, time)), q->direction);
    float hit = 1 - dv_length(miss) / (bodies + MARGIN);
    if (!(hit > 0))
        return;
    dv_vec3 side = dv_side_along(dv_scale(miss, -1), q->direction, 1e-3f * bodies);
    q->sidestep = dv_add(q->sidestep, dv_scale(side, SIDESTEP * hit * (1 - time / FORESIGHT)));
}

// Bodies larger than the agent's own are noticed slightly later than they should be.
static float reach_of(const dv_steering_context *context, const queue *q) {
    return q->distance + 2 * context->radius;
}

static void make_room(const dv_steering_context *context, const dv_neighborhood *near, float bodies,
                      float slowing, queue *q) {
    float overlap = bodies - dv_length(near->offset);
    dv_vec3 away = dv_normalize(dv_push_from(context, near, bodies));
    q->aside = dv_add(q->aside, dv_scale(away, ASIDE * slowing));
    if (overlap > 0)
        q->contact = dv_add(q->contact, dv_scale(away, FIRMNESS * context->cap * overlap / bodies));
}

static void look_at_in_crowd(const dv_steering_context *context, const dv_neighborhood *near,
                             queue *q) {
    float bodies = bodies_of(context, near), reach = reach_of(context, q);
    bool goes_another = goes_another_way(q, near);
    if (goes_another)
        turn_aside(context, near, bodies, q);
    if (near->distance_squared > reach * reach)
        return;
    float slowing = slowing_by(q, near, bodies);
    make_room(context, near, bodies, slowing, q);
    if (goes_another ? blocks(q, near, bodies) && goes_first(context, near)
                     : is_in_the_way(context, q, near))
        hold_up(q, near, context->cap * (1 - slowing));
}

static void look_around(const dv_steering_context *context, const dv_bound *parameters, queue *q) {
    float reach = reach_of(context, q);
    bool in_crowd = q->density > 0;
    // Two who walk toward each other close in at twice their speed.
    if (in_crowd)
        reach = dv_larger(reach, 2 * context->cap * FORESIGHT);
    dv_neighborhood near =
        neighbors_within(context, parameters, in_crowd || reach > q->radius ? reach : q->radius);
    while (dv_neighborhood_next(&near))
        if (in_crowd)
            look_at_in_crowd(context, &near, q);
        else
            look_at(context, &near, q);
}

/// The way to go, and how fast. False when there is none.
static bool find_way(const dv_steering_context *context, const dv_bound *parameters, queue *q) {
    q->has_target = dv_offset_to_target(context, parameters, TARGET, &q->target);
    q->direction = dv_normalize(q->target);
    q->speed = context->cap;
    if (!dv_is_given(parameters, PREFER))
        return q->has_target;
    dv_vec3 preferred = dv_preferred_velocity(context);
    dv_make_way(context, neighbors_within(context, parameters, dv_reach_of_intents(context)), true,
                &preferred);
    q->direction = dv_normalize(preferred);
    q->speed = dv_length(preferred);
    return q->speed > 0;
}

/// False when there is nowhere to go.
static bool find_place(const dv_steering_context *context, const dv_bound *parameters, queue *q) {
    queue way = {.has_target = false};
    if (!find_way(context, parameters, &way))
        return false;
    *q = (queue){
        .has_target = way.has_target,
        .has_wheels = dv_kind_of(context->world, context->agent)->locomotion->turning_radius,
        .target = way.target,
        .direction = way.direction,
        .half_cosine = dv_bound_half_cosine(context->world, context->agent, &parameters[ANGLE]),
        .distance = dv_number_within(context, parameters, parameters_of_queueing, DISTANCE),
        .radius = dv_number_within(context, parameters, parameters_of_queueing, RADIUS),
        .speed = way.speed,
        .density = dv_number_within(context, parameters, parameters_of_queueing, DENSITY),
        .allowed_speed = way.speed,
    };
    look_around(context, parameters, q);
    return true;
}

// A car cannot make room to the side or back: it would have to turn around. So those ahead slow it
// and turn its way aside. If it has passed the target and nobody is near, it drives around to it.
static dv_vec3 drive_in_queue(const dv_steering_context *context, const dv_bound *parameters,
                              const queue *q) {
    dv_vec3 steering, push = dv_separate(context->cap, q->pushes, q->radius);
    bool is_free = !q->is_held_up && dv_is_zero(push) && !dv_is_given(parameters, PREFER);
    if (is_free && dv_drive_around(context, q->target, &steering))
        return steering;
    float back = dv_smaller(dv_dot(push, q->direction), 0);
    dv_vec3 aside = dv_scale(dv_across(push, q->direction), 1 / context->cap);
    return dv_steer_along(context, dv_add(q->direction, aside),
                          dv_larger(q->allowed_speed + back, 0));
}

// In a crowd, others turn an agent aside but never back: one that is pressed from ahead stands.
static dv_vec3 evaluate_queueing(const dv_steering_context *context, const dv_bound *parameters,
                                 void *state) {
    (void)state;
    queue q;
    if (!find_place(context, parameters, &q))
        return DV_NO_STEERING;
    if (q.density > 0) {
        dv_vec3 way = dv_add(q.direction, dv_across(q.aside, q.direction));
        way = dv_add(way, dv_truncate(q.sidestep, 1));
        return dv_add(dv_steer_along(context, way, q.allowed_speed),
                      dv_truncate(q.contact, context->cap));
    }
    return q.has_wheels ? drive_in_queue(context, parameters, &q)
                        : dv_add(dv_steer_along(context, q.direction, q.allowed_speed),
                                 dv_separate(context->cap, q.pushes, q.radius));
}

// Draw the cone in which others count as ahead, as long as the braking gap, and the agent that
// holds this one up.
static void annotate_queueing(const dv_steering_context *context, const dv_bound *parameters,
                              const void *state, dv_sketch *sketch) {
    (void)state;
    queue q;
    if (!find_place(context, parameters, &q))
        return;
    dv_show_view(context, sketch, q.direction, q.distance + context->radius, q.half_cosine,
                 DV_INK_NEIGHBOR);
    if (q.has_target)
        dv_show_place(context, sketch, q.target, DV_INK_TARGET);
    if (q.is_held_up)
        dv_show_place(context, sketch, q.one_ahead, DV_INK_THREAT);
}

static const char *refuse_nowhere(const dv_bound *parameters) {
    return dv_is_given(parameters, TARGET) || dv_is_given(parameters, PREFER)
               ? NULL
               : "target: missing, a slot name, point or drover.mouse expected, or prefer";
}

const dv_behavior_type dv_behavior_queueing = {
    .entry =
        {.name = "queueing",
         .doc = "Head for a target, slow down behind those ahead, stop before touching them, and "
                "keep apart from others at the side.",
         .source =
             "Reynolds, Steering Behaviors For Autonomous Characters (web page), Queuing: "
             "s = speed · unit(target − position) − velocity + separation, speed = "
             "min(cap, that of the one ahead + cap · gap / distance); who is nearer to "
             "the target is ahead, ties by id. Ours: on wheels, only those ahead push; the part "
             "back slows, and the part aside turns the way by up to 45°. With a density: Weidmann "
             "1993, Transporttechnik "
             "der Fußgänger, speed = cap · (1 − exp(−density · (1/ρ − 1/ρ_max))), read at "
             "the room 1/ρ = distance² of the agent ahead that leaves the least, 1/ρ_max = (both "
             "radii)²; as in Tordeux, Chraibi, Seyfried 2016, Collision-Free Speed Model, "
             "along unit(to target + 0.35 · Σ exp(…) · unit(away), across the way). Ours: who "
             "faces more than 45° off the way slows the agent only straight ahead, within 0.7 of "
             "both radii, and if nearer to its way than it is to theirs; for those that it would "
             "touch within 2 s it turns aside by up to 45°, as in Xu, Chraibi, Seyfried 2021, "
             "Anticipation in a Velocity-Based Model for Pedestrian Dynamics. With `prefer`, "
             "agents make way as in reciprocal_avoidance, but not for others with the same goal, "
             "who wait in line",
         .parameters = parameters_of_queueing,
         .parameter_count = DV_COUNT_OF(parameters_of_queueing)},
    .refuse = refuse_nowhere,
    .evaluate = evaluate_queueing,
    .annotate = annotate_queueing,
};
