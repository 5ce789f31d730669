// Predictive collision avoidance: small, early evasions from where bodies will collide.
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/behaviors/threats.h"
#include "steering/desired.h"
#include "steering/evaluate.h"
#include "steering/intents.h"
#include "steering/neighbors.h"
#include "steering/shared_neighbors.h"

enum {
    KIND,
    STATE,
    RADIUS,
    ANGLE,
    HORIZON,
    CLEARANCE,
    NEAREST,
    MIDDLE,
    FARTHEST,
    STRENGTH,
    PREFER
};

static const dv_parameter parameters_of_avoidance[] = {
    {"kind", DV_PARAMETER_KIND, false, "", 0, 0, 0, "the kinds to avoid; all by default"},
    {"state", DV_PARAMETER_STATE, false, "", 0, 0, 0, "only agents in this state"},
    {"radius", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 10, "the neighborhood"},
    {"angle", DV_PARAMETER_NUMBER, false, "rad", 0, 2 * DV_PI, 200 * DV_PI / 180,
     "the neighborhood's full cone of view"},
    {"horizon", DV_PARAMETER_NUMBER, false, "s", 0, DV_FURTHEST, 4,
     "how far ahead collisions are predicted"},
    {"clearance", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 0.5,
     "personal space around the agent's own body; 0: nothing keeps bodies apart that touch"},
    {"nearest", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 1,
     "collisions nearer than this push harder the nearer they are"},
    {"middle", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 4,
     "between `nearest` and this distance, the push is constant"},
    {"farthest", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 8,
     "from `middle` to this distance, the push falls to zero"},
    {"strength", DV_PARAMETER_NUMBER, false, "", 0, DV_HEAVIEST, 0.5,
     "the constant push, as a share of the cap"},
    {"prefer", DV_PARAMETER_STEERING, false, "", 0, 0, 0,
     "what says where to go, such as path_following; collisions are predicted for the velocity it "
     "asks for, and avoidance is added to it"},
};

// Nearer than this, motions are too small to tell who approaches and who moves away.
#define LEAST_TOUCH 1e-6f  ///< m
#define MOST_KEPT_OFF 2.0f ///< times the cap
#define ASIDE 0.1f         ///< of the push away from a near body

typedef struct bands {
    float nearest, middle, farthest, strength;
} bands;

static bands bands_of(const dv_steering_context *context, const dv_bound *parameters) {
    return (bands){
        .nearest = dv_number_within(context, parameters, parameters_of_avoidance, NEAREST),
        .middle = dv_number_within(context, parameters, parameters_of_avoidance, MIDDLE),
        .farthest = dv_number_within(context, parameters, parameters_of_avoidance, FARTHEST),
        .strength = dv_number_within(context, parameters, parameters_of_avoidance, STRENGTH),
    };
}

/// The push as a part of the cap, by the distance left until the collision plus the gap between the
/// bodies then.
static float magnitude_of_push(const bands *b, float distance) {
    if (distance < b->nearest) {
        const float most = (float)DV_HEAVIEST;
        return b->strength * (distance * most > b->nearest ? b->nearest / distance : most);
    }
    if (distance >= b->farthest)
        return 0;
    if (distance <= b->middle)
        return b->strength;
    return b->strength * (b->farthest - distance) / (b->farthest - b->middle);
}

// A push along the relative motion changes when two agents meet, but not whether they do: two that
// meet head-on would only brake. So the push gets a sideways part of at least a tenth, each agent's
// own left if it has none.
static dv_vec3 with_a_side(dv_vec3 push, dv_vec3 relative) {
    dv_vec3 direction = dv_scale(dv_normalize(relative), -1);
    dv_vec3 across = dv_across(push, direction);
    const float least = 0.1f;
    if (dv_is_zero(direction) || dv_length(across) >= least)
        return push;
    dv_vec3 along = dv_subtract(push, across);
    dv_vec3 side = dv_scale(dv_side_along(across, direction, 1e-3f), least);
    return dv_normalize(dv_add(along, side));
}

// Agents at the same place take opposite directions; see dv_push_from.
static dv_vec3 away_from(const dv_steering_context *context, const dv_neighborhood *near,
                         dv_vec3 offset, dv_vec3 relative) {
    if (dv_is_zero(offset))
        return dv_normalize(dv_push_from(context, near, 1));
    return with_a_side(dv_normalize(dv_scale(offset, -1)), relative);
}

/// A neighbor that the agent would meet.
typedef struct encounter {
    double time; ///< s from now, when personal spaces touch
    dv_vec3 relative;
    dv_vec3 then; ///< offset to the neighbor at that time
    float bodies; ///< m, both radii
} encounter;

/// The agents to regard, and how.
typedef struct outlook {
    dv_vec3 preferred; ///< steering, in m/s; zero without a `prefer`
    dv_vec3 velocity;  ///< m/s, for which collisions are predicted
    float radius, half_cosine, horizon, clearance;
    dv_neighborhood near;
} outlook;

// A touch within the horizon may come long before the nearest approach, which may be at any time.
// Where personal spaces overlap, neighbors that neither approach nor move away count, too.
static dv_neighborhood worth_a_look(const dv_steering_context *context, const dv_bound *parameters,
                                    float radius, float clearance) {
    // A sieve selects by the present velocity, not by the preferred one.
    if (dv_is_given(parameters, PREFER))
        return dv_neighbors_of(context, &parameters[KIND], &parameters[STATE], radius);
    dv_sieve_rule rule = {
        .kinds = &parameters[KIND].kinds,
        .states = parameters[STATE].states,
        .radius = radius,
        .horizon = INFINITY,
        .clearance = clearance,
        .touch = clearance + LEAST_TOUCH,
        .margin = 1,
    };
    return dv_sifted_neighbors(context, &rule);
}

/// The sum of the radii of both bodies.
static float bodies_of(const dv_steering_context *context, const dv_neighborhood *near) {
    return context->radius + dv_property_of(near->world, near->agent, DV_RADIUS);
}

static outlook look_around(const dv_steering_context *context, const dv_bound *parameters) {
    const dv_parameter *descriptors = parameters_of_avoidance;
    bool prefers = dv_is_given(parameters, PREFER);
    dv_vec3 preferred =
        prefers ? dv_considerate_steering(context, &parameters[KIND], &parameters[STATE])
                : DV_NO_STEERING;
    float radius = dv_number_within(context, parameters, descriptors, RADIUS);
    dv_patience patience = dv_patience_of(context->intent);
    float clearance =
        patience.clearance * dv_number_within(context, parameters, descriptors, CLEARANCE);
    return (outlook){
        .preferred = preferred,
        .velocity = prefers ? dv_truncate(dv_add(context->velocity, preferred), context->cap)
                            : context->velocity,
        .radius = radius,
        .half_cosine = dv_bound_half_cosine(context->world, context->agent, &parameters[ANGLE]),
        .horizon = patience.horizon * dv_number_within(context, parameters, descriptors, HORIZON),
        .clearance = clearance,
        .near = worth_a_look(context, parameters, radius, clearance),
    };
}

/// Whether the agent would meet the neighbor that it looks at.
static bool meets(const dv_steering_context *context, const outlook *o, encounter *e) {
    const dv_neighborhood *near = &o->near;
    if (!dv_in_cone(context->forward, near->offset, near->distance_squared, o->half_cosine))
        return false;
    e->relative = dv_subtract(dv_neighbor_velocity(near), o->velocity);
    // Overlapping personal spaces do not matter when the two move apart.
    if (dv_dot(near->offset, e->relative) > 0)
        return false;
    e->bodies = bodies_of(context, near);
    e->time = dv_time_of_touch(near->offset, e->relative, e->bodies + o->clearance);
    if (!(e->time < o->horizon))
        return false;
    e->then = dv_add(near->offset, dv_scale(e->relative, (float)e->time));
    return true;
}

static dv_vec3 evade_collision(const dv_steering_context *context, const outlook *o, const bands *b,
                               const encounter *e) {
    float between = dv_length(e->then) - e->bodies;
    float way = dv_length(o->velocity) * (float)e->time + (between > 0 ? between : 0);
    float soon = (float)(1 - e->time / o->horizon);
    return dv_scale(away_from(context, &o->near, e->then, e->relative),
                    magnitude_of_push(b, way) * soon);
}

// The push that keeps a neighbor's body out of the agent's own, as a part of the cap: 0 at the edge
// of personal space, 1 halfway, and so on. A body that near counts even if it is out of view or
// moves away. Without this push, bodies that all want through the same place overlap: predicted
// pushes add up to the cap at most, and those of a crowd all around cancel out. A part of it leads
// past the neighbor, or such a crowd would come to a stand. A third was tried: at a weight of 1,
// bodies overlap.
static dv_vec3 keep_off(const dv_steering_context *context, const outlook *o) {
    const dv_neighborhood *near = &o->near;
    float bodies = bodies_of(context, near), reach = bodies + o->clearance;
    if (!(near->distance_squared < reach * reach))
        return DV_NO_STEERING;
    float gap = (float)dv_sqrt((double)near->distance_squared) - bodies;
    float push = gap * (MOST_KEPT_OFF + 1) > o->clearance ? o->clearance / gap - 1 : MOST_KEPT_OFF;
    if (dv_is_zero(near->offset))
        return dv_scale(dv_normalize(dv_push_from(context, near, 1)), push);
    dv_vec3 away = dv_normalize(dv_scale(near->offset, -1));
    dv_vec3 past = dv_side_along(dv_across(context->forward, away), away, 1e-3f);
    return dv_scale(dv_add(away, dv_scale(past, ASIDE)), push);
}

static dv_vec3 predictive_avoidance(const dv_steering_context *context, const dv_bound *parameters,
                                    void *state) {
    (void)state;
    bands b = bands_of(context, parameters);
    outlook o = look_around(context, parameters);
    encounter e;
    dv_vec3 pushes = {0, 0, 0}, contact = {0, 0, 0};
    while (dv_neighborhood_next(&o.near)) {
        contact = dv_add(contact, keep_off(context, &o));
        if (meets(context, &o, &e))
            pushes = dv_add(pushes, evade_collision(context, &o, &b, &e));
    }
    pushes = dv_truncate(dv_scale(pushes, context->cap), context->cap);
    contact = dv_scale(dv_truncate(contact, MOST_KEPT_OFF), context->cap);
    return dv_add(o.preferred, dv_add(pushes, contact));
}

static void annotate_predictive_avoidance(const dv_steering_context *context,
                                          const dv_bound *parameters, const void *state,
                                          dv_sketch *sketch) {
    (void)state;
    outlook o = look_around(context, parameters);
    encounter e;
    dv_show_view(context, sketch, context->forward, o.radius, o.half_cosine, DV_INK_NEIGHBOR);
    while (dv_neighborhood_next(&o.near)) {
        if (!dv_is_zero(keep_off(context, &o)))
            dv_show_line(context, sketch, DV_NO_STEERING, o.near.offset, DV_INK_THREAT);
        if (meets(context, &o, &e))
            dv_show_approach(context, o.near.offset, dv_neighbor_velocity(&o.near), (float)e.time,
                             sketch);
    }
}

const dv_behavior_type dv_behavior_predictive_avoidance = {
    .entry =
        {.name = "predictive_avoidance",
         .doc = "Push away, early and gently, from where neighbors will be when they first "
                "touch personal space.",
         .source =
             "Karamouzas, Heil, van Beek, Overmars 2009, A Predictive Collision "
             "Avoidance Model for Pedestrian Simulation, Collision Avoidance: with D the "
             "way to the collision and between the bodies there, Σ cap · f(D) · unit(own "
             "place then − other's), f = strength · nearest / D, strength, strength "
             "falling to 0; each weighed by 1 − time / horizon instead of only the "
             "soonest few, so that nothing jumps; truncated to the cap. Ours: bodies in "
             "personal space, out of view and parting, too, are kept off by cap · (clearance / "
             "gap − 1), at most 2 cap, and a tenth of it past them. With `prefer`, agents make way "
             "and keep less clearance as in reciprocal_avoidance",
         .parameters = parameters_of_avoidance,
         .parameter_count = DV_COUNT_OF(parameters_of_avoidance)},
    .evaluate = predictive_avoidance,
    .annotate = annotate_predictive_avoidance,
};

const dv_squad_behavior dv_squad_predictive_avoidance = {
    .type = &dv_behavior_predictive_avoidance,
    .predicts = true,
};
