// Path following: go along a spine inside a tube around it, alone or in a crowd.
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/desired.h"
#include "steering/evaluate.h"
#include "steering/neighbors.h"
#include "world/paths.h"

// Both behaviors share these first parameters.
enum { PATH, DIRECTION, HORIZON, PROJECTION, REGULATION, LAST_SHARED = REGULATION };

#define SHARED_PARAMETERS                                                                            \
    {"path", DV_PARAMETER_PATH, true, "path", 0, 0, 0, "the path to follow"},                        \
        {"direction", DV_PARAMETER_NUMBER,                                                           \
         false,       "",                                                                            \
         -1,          1,                                                                             \
         1,           "1: along it, -1: back along it, 0: in any direction, only kept in the tube"}, \
        {"horizon", DV_PARAMETER_NUMBER,                                                             \
         false,     "s",                                                                             \
         0,         DV_FURTHEST,                                                                     \
         0.5,       "how far ahead the place is predicted that must be in the tube"},                \
        {"projection",                                                                               \
         DV_PARAMETER_NUMBER,                                                                        \
         false,                                                                                      \
         "m",                                                                                        \
         0,                                                                                          \
         DV_LONGEST,                                                                                 \
         0,                                                                                          \
         "predict the place at this distance ahead instead; 0: by horizon"},                         \
    {                                                                                                \
        "regulation", DV_PARAMETER_NUMBER, false, "", 0, 1, 0,                                       \
            "pull toward the spine inside the tube: this times the cap at the tube's edge"           \
    }

static const dv_parameter parameters_of_following[] = {SHARED_PARAMETERS};

// The agent's last place on a path. The search for its next place begins there, so that a path that
// passes near itself or crosses itself is followed to its end.
typedef struct progress {
    float s;
    uint32_t path; // from its handle, plus 1; 0: none yet
} progress;

// The agent's position relative to the path.
typedef struct course {
    const dv_path_record *path;
    dv_path_place here;  // place nearest to the agent
    dv_path_place ahead; // place nearest to the predicted place; `offset` is from there
    dv_vec3 prediction;  // from the agent to its predicted place
    float direction;     // 1, −1 or 0
    float lead;          // m along the spine, from `here` to the point to seek
    bool is_inside;      // whether the predicted place is in the tube
} course;

static uint32_t name_of(uint64_t handle) {
    return (dv_handle_index(handle) | dv_handle_generation(handle) << DV_HANDLE_INDEX_BITS) + 1;
}

// Stay on the stretch around `s` as long as it is near.
static dv_path_place place_near(const dv_steering_context *context, const dv_path_record *path,
                                dv_vec3 from, double s, float reach) {
    dv_path_place place = dv_path_nearest_within(context->world, path, from, s, reach);
    if (place.distance <= 2 * path->radius)
        return place;
    return dv_path_nearest(context->world, path, from);
}

static dv_path_place place_of_agent(const dv_steering_context *context, const dv_path_record *path,
                                    uint32_t name, progress *kept) {
    float way = dv_length(context->velocity) * context->dt;
    dv_path_place here =
        kept->path == name
            ? place_near(context, path, context->position, kept->s, 2 * path->radius + 4 * way)
            : dv_path_nearest(context->world, path, context->position);
    *kept = (progress){(float)here.s, name};
    return here;
}

static dv_vec3 prediction_of(const dv_steering_context *context, float horizon, float projection) {
    if (!(projection > 0))
        return dv_scale(context->velocity, horizon);
    dv_vec3 way = dv_is_zero(context->velocity) ? context->forward : context->velocity;
    return dv_scale(dv_normalize(way), projection);
}

static bool course_of(const dv_steering_context *context, const dv_bound *parameters,
                      progress *kept, course *c) {
    uint64_t handle = dv_bound_word(context->world, context->agent, &parameters[PATH]);
    c->path = dv_path_record_of(context->world, handle);
    if (!c->path)
        return false;
    const dv_parameter *shared = parameters_of_following;
    float horizon = dv_number_within(context, parameters, shared, HORIZON);
    float projection = dv_number_within(context, parameters, shared, PROJECTION);
    float direction = dv_number_within(context, parameters, shared, DIRECTION);
    float radius = c->path->radius;
    c->direction = direction > 0 ? 1 : direction < 0 ? -1 : 0;
    c->here = place_of_agent(context, c->path, name_of(handle), kept);
    c->prediction = prediction_of(context, horizon, projection);
    c->ahead = place_near(context, c->path, dv_add(context->position, c->prediction), c->here.s,
                          dv_length(c->prediction) + 2 * radius);
    c->is_inside = c->ahead.distance <= radius;
    // At least the tube's radius: from the edge, the way in is at most 45° steep.
    c->lead = dv_larger(projection > 0 ? projection : context->cap * horizon, radius);
    float quarter = (float)(dv_path_length_of(c->path) / 4);
    if (c->path->closed && c->lead > quarter)
        c->lead = quarter;
    return true;
}

// As Reynolds does: go back to where the predicted place is nearest to the spine. If the agent is
// crossing the spine, that place may be where it is; then go inward.
static dv_vec3 offset_inside(const course *c) {
    dv_vec3 offset = dv_add(c->prediction, c->ahead.offset);
    return dv_length(offset) > 1e-3f * c->ahead.distance ? offset : c->ahead.offset;
}

static float distance_to_end(const course *c) {
    if (c->path->closed)
        return INFINITY;
    double end = dv_path_length_of(c->path);
    return (float)(c->direction > 0 ? end - c->here.s : c->here.s);
}

static bool must_think_of_the_end(const dv_steering_context *context, const course *c, float rest) {
    double lag = dv_larger(context->response, context->dt);
    double braking = context->cap * 4 * lag +
                     (double)context->cap * context->cap * context->mass / context->max_force;
    return rest <= c->lead + braking;
}

// The offset to the point of the spine that is `lead` further on. With `keeps_lane`, an agent
// inside the tube keeps its distance from the spine.
static dv_vec3 offset_to_lead(const course *c, bool keeps_lane) {
    dv_vec3 here = dv_path_point_of(c->path, c->here.s, NULL);
    dv_vec3 there = dv_path_point_of(c->path, c->here.s + c->direction * c->lead, NULL);
    dv_vec3 inward = c->here.offset;
    if (keeps_lane)
        inward = dv_subtract(inward, dv_truncate(inward, c->path->radius));
    return dv_add(dv_subtract(there, here), inward);
}

static dv_vec3 stop_at_the_end(const dv_steering_context *context, const course *c, float rest) {
    dv_vec3 way = dv_normalize(offset_to_lead(c, true));
    float beside = c->here.distance - c->path->radius;
    return dv_arrive_at(context, dv_scale(way, rest + dv_larger(beside, 0)), 0);
}

// Nothing to correct: only bring the speed up or down to the cap.
static dv_vec3 keep_speed(const dv_steering_context *context) {
    float speed = dv_length(context->velocity), lack = context->cap - speed;
    if (fabsf(lack) <= 0.01f * context->cap)
        return DV_NO_STEERING;
    return dv_scale(dv_normalize(context->velocity), lack);
}

static dv_vec3 regulate_speed(const dv_steering_context *context, const dv_bound *parameters,
                              const course *c) {
    float regulation = dv_number_within(context, parameters, parameters_of_following, REGULATION);
    if (!(regulation > 0) || !(c->here.distance <= c->path->radius) || c->path->radius == 0)
        return DV_NO_STEERING;
    return dv_scale(c->here.offset, regulation * context->cap / c->path->radius);
}

/// What the agent does on its course.
typedef struct plan {
    enum { GO_ON, SEEK, STOP } kind;
    dv_vec3 goal; ///< the place to seek, as an offset from the agent
    float rest;   ///< m to the end, for stopping there
} plan;

static plan plan_of(const dv_steering_context *context, const course *c) {
    if (c->direction == 0)
        return c->is_inside ? (plan){.kind = GO_ON} : (plan){SEEK, offset_inside(c), 0};
    float rest = distance_to_end(c);
    if (must_think_of_the_end(context, c, rest))
        return (plan){.kind = STOP, .rest = rest};
    if (c->is_inside && c->direction * dv_dot(context->velocity, c->here.tangent) > 0)
        return (plan){.kind = GO_ON};
    dv_vec3 goal = offset_to_lead(c, false);
    return (plan){SEEK, dv_is_zero(goal) ? dv_scale(c->here.tangent, c->direction) : goal, 0};
}

static dv_vec3 follow_path(const dv_steering_context *context, const dv_bound *parameters,
                           const course *c) {
    plan p = plan_of(context, c);
    if (p.kind == STOP)
        return stop_at_the_end(context, c, p.rest);
    dv_vec3 steering = p.kind == SEEK      ? dv_steer_along(context, p.goal, context->cap)
                       : c->direction == 0 ? DV_NO_STEERING
                                           : keep_speed(context);
    // With a direction, an agent off its course gets back to it before it cares about the middle of
    // the tube.
    bool regulates = c->direction == 0 || p.kind == GO_ON;
    return regulates ? dv_add(steering, regulate_speed(context, parameters, c)) : steering;
}

static dv_vec3 path_following(const dv_steering_context *context, const dv_bound *parameters,
                              void *state) {
    course c;
    if (!course_of(context, parameters, state, &c))
        return DV_NO_STEERING;
    return follow_path(context, parameters, &c);
}

#define TUBE_PIECES 16 ///< pieces in which a tube's sides are drawn

/// Draw the sides of the tube, from here to where the agent looks ahead.
static void show_tube(const dv_steering_context *context, const course *c, dv_sketch *sketch) {
    // From the spine's coordinates to the agent's side of a wrapping world.
    dv_vec3 shift = dv_subtract(c->here.offset, dv_path_point_of(c->path, c->here.s, NULL));
    float way = (c->direction < 0 ? -1 : 1) * dv_larger(c->lead, dv_length(c->prediction));
    dv_vec3 left_before = {0, 0, 0}, right_before = {0, 0, 0};
    for (int i = 0; i <= TUBE_PIECES; i++) {
        dv_vec3 tangent;
        double s = c->here.s + (double)way * i / TUBE_PIECES;
        dv_vec3 spine = dv_add(dv_path_point_of(c->path, s, &tangent), shift);
        dv_vec3 aside = dv_scale(dv_left_of(tangent), c->path->radius);
        dv_vec3 left = dv_add(spine, aside), right = dv_subtract(spine, aside);
        if (i > 0) {
            dv_show_line(context, sketch, left_before, left, DV_INK_CLEAR);
            dv_show_line(context, sketch, right_before, right, DV_INK_CLEAR);
        }
        left_before = left;
        right_before = right;
    }
}

// Draw the tube ahead, the predicted place with the nearest point of the spine, and the place
// sought.
static void show_course(const dv_steering_context *context, const course *c, dv_sketch *sketch) {
    plan p = plan_of(context, c);
    uint32_t ink = c->is_inside ? DV_INK_CLEAR : DV_INK_THREAT;
    show_tube(context, c, sketch);
    dv_show_place(context, sketch, c->prediction, ink);
    dv_show_prediction(context, sketch, c->prediction, dv_add(c->prediction, c->ahead.offset), ink);
    if (p.kind == SEEK)
        dv_show_place(context, sketch, p.goal, DV_INK_TARGET);
    else if (p.kind == STOP)
        dv_show_place(context, sketch, offset_to_lead(c, true), DV_INK_TARGET);
}

static void annotate_path_following(const dv_steering_context *context, const dv_bound *parameters,
                                    const void *state, dv_sketch *sketch) {
    progress kept = *(const progress *)state;
    course c;
    if (course_of(context, parameters, &kept, &c))
        show_course(context, &c, sketch);
}

const dv_behavior_type dv_behavior_path_following = {
    .entry = {.name = "path_following",
              .doc = "Follow a path within its radius, first approaching it; stop at the end of an "
                     "open one. Zero when the predicted place is in the tube, the direction is "
                     "right, and the speed is within 1 % of the cap.",
              .source = "Reynolds 1999, Path Following: where position + velocity · horizon is "
                        "further than the radius from the spine or the way is wrong, s = seek(the "
                        "spine max(cap · horizon, radius) further on), without direction "
                        "seek(the nearest point of the spine); Popelová & Gemrot, Path Following: "
                        "projection length, s += regulation · cap · (spine − position) / radius",
              .parameters = parameters_of_following,
              .parameter_count = DV_COUNT_OF(parameters_of_following)},
    .state_size = sizeof(progress),
    .evaluate = path_following,
    .annotate = annotate_path_following,
};

enum { KIND = LAST_SHARED + 1, STATE, RADIUS, ANGLE };

static const dv_parameter parameters_of_crowd[] = {
    SHARED_PARAMETERS,
    {"kind", DV_PARAMETER_KIND, false, "", 0, 0, 0, "the kinds to keep away from; all by default"},
    {"state", DV_PARAMETER_STATE, false, "", 0, 0, 0, "only agents in this state"},
    {"radius", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 2, "the neighborhood"},
    {"angle", DV_PARAMETER_NUMBER, false, "rad", 0, 2 * DV_PI, 2 * DV_PI,
     "the neighborhood's full cone of view"},
};

// A push straight against the way would only stop both, so each gives way to its left.
static dv_vec3 give_way(const course *c, dv_vec3 push) {
    if (c->direction == 0 || dv_is_zero(push))
        return push;
    dv_vec3 way = dv_scale(c->here.tangent, c->direction);
    float against = -dv_dot(push, way);
    if (!(against > 0) || dv_length(dv_across(push, way)) > 1e-3f * against)
        return push;
    return dv_add(push, dv_scale(dv_left_of(way), 0.5f * against));
}

// Over the outer quarter of the tube, pushes outward fade; outside, they have no effect.
static dv_vec3 hold_inside(const dv_path_record *path, const dv_path_place *place, dv_vec3 push) {
    float room = path->radius - place->distance;
    float share = room > 0 ? dv_clamp(4 * room / path->radius, 0, 1) : 0;
    dv_vec3 inward = dv_normalize(place->offset);
    float outward = -dv_dot(push, inward);
    return outward > 0 ? dv_add(push, dv_scale(inward, outward * (1 - share))) : push;
}

/// The agents to keep away from, and the radius and view cone of the neighborhood.
static dv_neighborhood look_around(const dv_steering_context *context, const dv_bound *parameters,
                                   float *radius, float *half_cosine) {
    *radius = dv_number_within(context, parameters, parameters_of_crowd, RADIUS);
    *half_cosine = dv_bound_half_cosine(context->world, context->agent, &parameters[ANGLE]);
    return dv_neighbors_of(context, &parameters[KIND], &parameters[STATE], *radius);
}

static dv_vec3 keep_apart(const dv_steering_context *context, const dv_bound *parameters,
                          const course *c) {
    float radius, half_cosine;
    dv_neighborhood near = look_around(context, parameters, &radius, &half_cosine);
    dv_vec3 pushes = {0, 0, 0};
    while (dv_neighborhood_next_in_view(&near, context, half_cosine))
        pushes = dv_add(pushes, dv_push_from(context, &near, radius));
    dv_vec3 push = give_way(c, dv_separate(context->cap, pushes, radius));
    return hold_inside(c->path, &c->here, hold_inside(c->path, &c->ahead, push));
}

static dv_vec3 crowd_path_following(const dv_steering_context *context, const dv_bound *parameters,
                                    void *state) {
    course c;
    if (!course_of(context, parameters, state, &c))
        return DV_NO_STEERING;
    return dv_add(follow_path(context, parameters, &c), keep_apart(context, parameters, &c));
}

static void annotate_crowd(const dv_steering_context *context, const dv_bound *parameters,
                           const void *state, dv_sketch *sketch) {
    progress kept = *(const progress *)state;
    course c;
    if (!course_of(context, parameters, &kept, &c))
        return;
    float radius, half_cosine;
    dv_neighborhood near = look_around(context, parameters, &radius, &half_cosine);
    dv_show_neighbors(context, near, radius, half_cosine, sketch);
    show_course(context, &c, sketch);
}

const dv_behavior_type dv_behavior_crowd_path_following = {
    .entry = {.name = "crowd_path_following",
              .doc = "Follow a path within its radius and keep apart from others on it, stepping "
                     "left for those met head-on. Pushes out of the tube fade toward its edge.",
              .source = "Reynolds 1999, Path Following and Separation: s = path_following + "
                        "separation",
              .parameters = parameters_of_crowd,
              .parameter_count = DV_COUNT_OF(parameters_of_crowd)},
    .state_size = sizeof(progress),
    .evaluate = crowd_path_following,
    .annotate = annotate_crowd,
};
