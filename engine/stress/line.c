// Line attraction and avoidance: walls, curbs, the edge of a sidewalk, the side of a truck.
#include "steering/annotations.h"
#include "steering/desired.h"
#include "steering/evaluate.h"
#include "stress/stress.h"
#include "stress/surroundings.h"
#include "world/obstacles.h"
#include "world/paths.h"

#include <string.h>

// Both behaviors share these first parameters.
enum { PATH, OBSTACLE, FROM, TO, TARGET, DISTANCE, ANGLE, CONTROL, LEAST_ANGLE = CONTROL + 4 };

#define LINES                                                                                      \
    {"path", DV_PARAMETER_PATH, false, "path", 0, 0, 0, "the line: a path, such as a curb"},       \
        {"obstacle", DV_PARAMETER_PATH,                                                            \
         false,      "obstacle",                                                                   \
         0,          0,                                                                            \
         0,          "the line: the outline of an obstacle"},                                      \
        {"from", DV_PARAMETER_VECTOR,                                                              \
         false,  "m",                                                                              \
         0,      0,                                                                                \
         0,      "where a line begins; with a target, ahead and left of it"},                      \
        {"to", DV_PARAMETER_VECTOR, false, "m", 0, 0, 0, "where it ends"}, {                       \
        "target", DV_PARAMETER_AGENT, false, "", 0, 0, 0,                                          \
            "the agent that the line between `from` and `to` moves with"                           \
    }

static const dv_parameter attract_parameters[] = {
    LINES,
    {"distance", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 1,
     "near enough to it, from the body's surface: no stress below this"},
    {"angle", DV_PARAMETER_NUMBER, false, "rad", 0, 2 * DV_PI, 2 * DV_PI, "the full cone of view"},
    DV_CONTROL_PARAMETERS,
    {"least_angle", DV_PARAMETER_NUMBER, false, "rad", 0, DV_PI, DV_PI / 2,
     "facing it closely enough: no stress below this"},
};

static const dv_parameter avoid_parameters[] = {
    LINES,
    {"distance", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 1.5,
     "far enough from it, from the body's surface: no stress beyond this"},
    {"angle", DV_PARAMETER_NUMBER, false, "rad", 0, 2 * DV_PI, DV_PI, "the full cone of view"},
    DV_CONTROL_PARAMETERS,
};

/// Called with each line.
typedef void each_line(void *passed, const dv_segment *line);

typedef struct lines {
    each_line *each;
    void *passed;
} lines;

static void each_edge(void *passed, const dv_obstacle_record *obstacle, dv_vec3 here) {
    lines *l = passed;
    for (uint32_t i = 0; i < dv_line_count(obstacle); i++) {
        dv_segment line = dv_line_at(obstacle, i, here);
        l->each(l->passed, &line);
    }
}

static void each_chord(const dv_steering_context *context, const dv_path_record *path, lines *l) {
    for (uint32_t i = 0; i + 1 < path->corner_count; i++) {
        const dv_path_chord *chord = &path->chords[i];
        dv_vec3 middle = dv_offset_to(context, chord->middle), half = chord->half;
        dv_segment line = {middle.x - half.x, middle.y - half.y, middle.x + half.x,
                           middle.y + half.y};
        l->each(l->passed, &line);
    }
}

/// The offset of a place that a script names; with a target, the place is in the target's axes.
static dv_vec3 offset_of(const dv_steering_context *context, const dv_bound *rides_on,
                         uint32_t target, dv_vec3 place) {
    if (rides_on->source == DV_SOURCE_ABSENT)
        return dv_offset_to(context, place);
    dv_axes axes = dv_level_axes(dv_sensed_forward(context->world, target));
    return dv_add(dv_offset_to(context, dv_sensed_position(context->world, target)),
                  dv_out_of_axes(&axes, place));
}

static void written_line(const dv_steering_context *context, const dv_bound *parameters, lines *l) {
    const dv_bound *rides_on = &parameters[TARGET];
    uint32_t target = 0;
    dv_vec3 from, to;
    if (!dv_vector_at(context, parameters, FROM, &from) ||
        !dv_vector_at(context, parameters, TO, &to))
        return;
    if (rides_on->source != DV_SOURCE_ABSENT &&
        !dv_bound_agent(context->world, context->agent, rides_on, &target))
        return;
    from = offset_of(context, rides_on, target, from);
    to = offset_of(context, rides_on, target, to);
    l->each(l->passed, &(dv_segment){from.x, from.y, to.x, to.y});
}

static bool is_given(const dv_bound *parameters, uint32_t i) {
    return parameters[i].source != DV_SOURCE_ABSENT;
}

/// Visit the lines that the parameters name, or all edges of obstacles within `reach` (m).
static void each_line_of(const dv_steering_context *context, const dv_bound *parameters,
                         float reach, lines *l) {
    const dv_world *world = context->world;
    if (is_given(parameters, PATH)) {
        uint64_t handle = dv_bound_handle(world, context->agent, &parameters[PATH]);
        const dv_path_record *path = dv_path_record_of(world, handle);
        if (path)
            each_chord(context, path, l);
    } else if (is_given(parameters, OBSTACLE)) {
        uint64_t handle = dv_bound_word(world, context->agent, &parameters[OBSTACLE]);
        const dv_obstacle_record *obstacle = dv_obstacle_record_of(world, handle);
        if (obstacle) {
            dv_vec3 offset = dv_offset_to(context, obstacle->position);
            each_edge(l, obstacle, dv_subtract(obstacle->position, offset));
        }
    } else if (is_given(parameters, FROM)) {
        written_line(context, parameters, l);
    } else {
        dv_obstacles_about(context, reach, each_edge, l);
    }
}

/// What each candidate senses of the lines.
typedef struct watch {
    const dv_viewers *viewers;
    dv_view view;
    float reach; ///< m from the agent; lines beyond it do not matter
    dv_control control;
    float distance;
    float *stress;                             ///< for avoidance: the greatest so far
    dv_sensed_thing nearest[DV_MAX_FOOTSTEPS]; ///< for attraction
} watch;

static void look_along_line(const dv_steering_context *context, const dv_bound *parameters,
                            const dv_parameter *descriptors, const dv_viewers *viewers, watch *w) {
    w->viewers = viewers;
    w->view = dv_view_at(context, parameters, descriptors, ANGLE);
    w->control = dv_control_of(context, parameters, descriptors, CONTROL);
    w->distance = dv_number_within(context, parameters, descriptors, DISTANCE);
    w->reach = w->distance + context->radius + viewers->reach;
}

static void keep_off(void *passed, const dv_segment *line) {
    watch *w = passed;
    if (!dv_line_within(line, w->reach))
        return;
    for (uint32_t i = 0; i < w->viewers->count; i++) {
        dv_sensed_thing thing = dv_sense_line(&w->viewers->at[i], &w->view, line);
        if (!thing.is_sensed)
            continue;
        float stress = dv_avoid_stress(&w->control, thing.distance, thing.angle, w->distance);
        if (stress > w->stress[i])
            w->stress[i] = stress;
    }
}

static void score_avoid(const dv_steering_context *context, const dv_bound *parameters, void *state,
                        const dv_footsteps *steps, float *stress) {
    (void)state;
    dv_viewers viewers;
    dv_viewers_of(context, steps, &viewers);
    watch w = {.stress = stress};
    look_along_line(context, parameters, avoid_parameters, &viewers, &w);
    each_line_of(context, parameters, w.reach, &(lines){keep_off, &w});
}

static void find_nearest(void *passed, const dv_segment *line) {
    watch *w = passed;
    for (uint32_t i = 0; i < w->viewers->count; i++) {
        dv_sensed_thing thing = dv_sense_line(&w->viewers->at[i], &w->view, line);
        dv_sensed_thing *nearest = &w->nearest[i];
        if (thing.is_sensed && (!nearest->is_sensed || thing.distance < nearest->distance))
            *nearest = thing;
    }
}

// A step that loses sight of the line costs as much as the worst of the others. If it cost nothing,
// agents would turn away from the line to be rid of the stress.
static void score_attract(const dv_steering_context *context, const dv_bound *parameters,
                          void *state, const dv_footsteps *steps, float *stress) {
    (void)state;
    dv_viewers viewers;
    dv_viewers_of(context, steps, &viewers);
    watch w = {.stress = stress};
    look_along_line(context, parameters, attract_parameters, &viewers, &w);
    each_line_of(context, parameters, w.reach, &(lines){find_nearest, &w});
    float least_angle = dv_number_within(context, parameters, attract_parameters, LEAST_ANGLE);
    float worst = 0;
    for (uint32_t i = 0; i < viewers.count; i++) {
        if (!w.nearest[i].is_sensed)
            continue;
        stress[i] = dv_attract_stress(&w.control, w.nearest[i].distance, w.nearest[i].angle,
                                      w.distance, least_angle);
        worst = stress[i] > worst ? stress[i] : worst;
    }
    for (uint32_t i = 0; i < viewers.count; i++)
        if (!w.nearest[i].is_sensed)
            stress[i] = worst;
}

// Draw the view and the nearest point of any line in it.
static void show_line(const dv_steering_context *context, const dv_bound *parameters,
                      const dv_parameter *descriptors, uint32_t ink, dv_sketch *sketch) {
    dv_viewers here;
    dv_viewers_here(context, &here);
    watch w = {.stress = NULL};
    look_along_line(context, parameters, descriptors, &here, &w);
    each_line_of(context, parameters, w.reach, &(lines){find_nearest, &w});
    dv_show_view(context, sketch, context->forward, w.distance + context->radius, w.view.cosine,
                 DV_INK_NEIGHBOR);
    if (!w.nearest[0].is_sensed)
        return;
    dv_axes axes = dv_level_axes(context->forward);
    float distance = w.nearest[0].distance + context->radius;
    double sine, cosine;
    dv_sin_cos((double)w.nearest[0].angle, &sine, &cosine);
    dv_vec3 way = dv_vec(distance * (float)cosine, distance * (float)sine, 0);
    dv_show_place(context, sketch, dv_out_of_axes(&axes, way), ink);
}

static void annotate_avoid(const dv_steering_context *context, const dv_bound *parameters,
                           const void *state, dv_sketch *sketch) {
    (void)state;
    show_line(context, parameters, avoid_parameters, DV_INK_THREAT, sketch);
}

static void annotate_attract(const dv_steering_context *context, const dv_bound *parameters,
                             const void *state, dv_sketch *sketch) {
    (void)state;
    show_line(context, parameters, attract_parameters, DV_INK_TARGET, sketch);
}

static const char *refuse_avoid(const dv_bound *parameters) {
    int named =
        is_given(parameters, PATH) + is_given(parameters, OBSTACLE) + is_given(parameters, FROM);
    if (named > 1)
        return "path, obstacle, from: one of them expected, not several";
    if (is_given(parameters, FROM) != is_given(parameters, TO))
        return "from, to: both ends of the line expected";
    if (is_given(parameters, TARGET) && !is_given(parameters, FROM))
        return "target: a line that moves with it expected, by from and to";
    return NULL;
}

static const char *refuse_attract(const dv_bound *parameters) {
    const char *message = refuse_avoid(parameters);
    if (message)
        return message;
    bool is_named =
        is_given(parameters, PATH) || is_given(parameters, OBSTACLE) || is_given(parameters, FROM);
    return is_named ? NULL : "path, obstacle, from: a line to go to is expected";
}

const dv_stress_type dv_stress_line_attract = {
    .entry = {.name = "line_attract",
              .doc = "Approach a line and face it: a curb, the wall on the right, someone's side.",
              .source =
                  "Reich 1997, Line (basic sensors) with Attract: the nearest point in view; "
                  "(distance_scale · (d − distance) ^ distance_power)² + (angle_scale · "
                  "|angle| ^ angle_power)²; where nothing is in view, the worst of the others",
              .parameters = attract_parameters,
              .parameter_count = DV_COUNT_OF(attract_parameters)},
    .refuse = refuse_attract,
    .score = score_attract,
    .annotate = annotate_attract,
    .leads = true,
};

const dv_stress_type dv_stress_line_avoid = {
    .entry = {.name = "line_avoid",
              .doc = "Keep away from a line in view, or from all walls and outlines of obstacles "
                     "if none is named. Of several, the one with the most stress counts.",
              .source = "Reich 1997, Line (basic sensors) with Avoid: the nearest point in view; "
                        "(distance_scale · gap ^ distance_power)² + (angle_scale · (π − |angle|) ^ "
                        "angle_power)² with gap = distance − d, above 0",
              .parameters = avoid_parameters,
              .parameter_count = DV_COUNT_OF(avoid_parameters)},
    .refuse = refuse_avoid,
    .score = score_avoid,
    .annotate = annotate_avoid,
};
