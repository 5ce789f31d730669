// Depth: go where there is room. An array of range sensors covers the field of view. Each is a fan
// that reports the distance of the nearest thing in it as a code of `bits` bits.
#include "neighbors/neighborhood.h"
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/evaluate.h"
#include "stress/sensors.h"
#include "stress/stress.h"
#include "world/obstacles.h"

enum { SENSORS, ANGLE, MIN, MAX, BITS, BIAS, KIND };

#define MAX_SENSORS 36

static const dv_parameter parameters_of_depth[] = {
    {"sensors", DV_PARAMETER_NUMBER, false, "", 1, MAX_SENSORS, 18,
     "how many sensors share the angle"},
    {"angle", DV_PARAMETER_NUMBER, false, "rad", 0, 2 * DV_PI, DV_PI,
     "the field of view, centered on the way it faces"},
    {"min", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 0,
     "from the body; anything nearer counts as this near"},
    {"max", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 10, "anything farther is not detected"},
    {"bits", DV_PARAMETER_NUMBER, false, "", 1, 16, 8, "resolution of a measured distance"},
    {"bias", DV_PARAMETER_NUMBER, false, "", 0, DV_HEAVIEST, 0.1,
     "weight of each sensor in addition to the cosine of its angle"},
    {"kind", DV_PARAMETER_KIND, false, "", 0, 0, 0,
     "whose bodies are detected, in addition to obstacles"},
};

/// The sensors, and the nearest distance that each one detects from every candidate.
typedef struct depth_sensor {
    const dv_steering_context *context;
    const dv_footsteps *steps;
    uint32_t count;
    float cosine[MAX_SENSORS], sine[MAX_SENSORS]; ///< of each direction, from straight ahead
    dv_view view;                                 ///< of one sensor
    float min, max;                               ///< m
    float nearest[DV_MAX_FOOTSTEPS][MAX_SENSORS]; ///< m, from the body; INFINITY: nothing
} depth_sensor;

static void begin_sensing(depth_sensor *sensor, const dv_steering_context *context,
                          const dv_bound *parameters, const dv_footsteps *steps) {
    const dv_parameter *descriptors = parameters_of_depth;
    sensor->context = context;
    sensor->steps = steps;
    sensor->count = dv_count_within(context, parameters, descriptors, SENSORS);
    sensor->min = dv_number_within(context, parameters, descriptors, MIN);
    sensor->max = dv_number_within(context, parameters, descriptors, MAX);
    float angle = dv_number_within(context, parameters, descriptors, ANGLE);
    double width = (double)angle / sensor->count;
    sensor->view = dv_view_of((float)width);
    for (uint32_t i = 0; i < sensor->count; i++) {
        double sine, cosine;
        dv_sin_cos((i + 0.5) * width - (double)angle / 2, &sine, &cosine);
        sensor->cosine[i] = (float)cosine;
        sensor->sine[i] = (float)sine;
    }
    for (uint32_t c = 0; c < steps->count; c++)
        for (uint32_t i = 0; i < sensor->count; i++)
            sensor->nearest[c][i] = INFINITY;
}

/// The viewer for sensor `i` at candidate `c`, shifted by an offset.
static dv_viewer viewer_of(const depth_sensor *sensor, uint32_t c, uint32_t i, dv_vec3 by) {
    const dv_footsteps *steps = sensor->steps;
    float x = steps->forward_x[c], y = steps->forward_y[c];
    return (dv_viewer){.x = steps->x[c] + by.x,
                       .y = steps->y[c] + by.y,
                       .forward_x = x * sensor->cosine[i] - y * sensor->sine[i],
                       .forward_y = y * sensor->cosine[i] + x * sensor->sine[i],
                       .radius = sensor->context->radius};
}

static void detect_at(depth_sensor *sensor, uint32_t c, uint32_t i, float distance) {
    float gap = distance - sensor->context->radius;
    gap = gap > 0 ? gap : 0;
    if (gap <= sensor->max && gap < sensor->nearest[c][i])
        sensor->nearest[c][i] = gap;
}

static void detect_line(depth_sensor *sensor, const dv_segment *line, dv_vec3 by) {
    float x, y, distance;
    for (uint32_t c = 0; c < sensor->steps->count; c++)
        for (uint32_t i = 0; i < sensor->count; i++) {
            dv_viewer viewer = viewer_of(sensor, c, i, by);
            if (dv_nearest_in_view(&viewer, &sensor->view, line, &x, &y, &distance))
                detect_at(sensor, c, i, distance);
        }
}

/// The distance (m) along one edge of the view, on the left (1) or the right (−1), to a disc at an
/// offset; INFINITY where the edge misses it.
static float along_edge(const dv_viewer *viewer, const dv_view *view, float side, float x, float y,
                        float radius) {
    float sine = side * view->sine;
    float edge_x = viewer->forward_x * view->cosine - viewer->forward_y * sine;
    float edge_y = viewer->forward_y * view->cosine + viewer->forward_x * sine;
    float along = x * edge_x + y * edge_y, off = x * edge_y - y * edge_x;
    float depth = radius * radius - off * off;
    return along > 0 && depth >= 0 ? along - sqrtf(depth) : INFINITY;
}

/// The distance (m) of the nearest part in view of a circle, seen from inside. It is where the ray
/// from the center meets it, or, if that is out of view, where an edge of the view does.
static float nearest_of_shell(const dv_viewer *viewer, const dv_view *view, float x, float y,
                              float radius) {
    float from_x = viewer->x - x, from_y = viewer->y - y;
    float out = sqrtf(from_x * from_x + from_y * from_y);
    if (view->is_whole ||
        viewer->forward_x * from_x + viewer->forward_y * from_y >= view->cosine * out)
        return radius - out;
    float nearest = INFINITY;
    for (int side = -1; side <= 1; side += 2) {
        float sine = (float)side * view->sine;
        float edge_x = viewer->forward_x * view->cosine - viewer->forward_y * sine;
        float edge_y = viewer->forward_y * view->cosine + viewer->forward_x * sine;
        float along = from_x * edge_x + from_y * edge_y, off = from_x * edge_y - from_y * edge_x;
        float distance = sqrtf(radius * radius - off * off) - along;
        nearest = distance < nearest ? distance : nearest;
    }
    return nearest;
}

static bool is_within(const dv_viewer *viewer, float x, float y, float radius) {
    float off_x = viewer->x - x, off_y = viewer->y - y;
    return off_x * off_x + off_y * off_y < radius * radius;
}

/// The distance (m) of the nearest part of a disc that is in view; INFINITY when none is. The
/// nearest part is the point that faces the viewer, or, if that is out of view, where an edge of
/// the view meets the disc.
static float nearest_of_disc(const dv_viewer *viewer, const dv_view *view, float x, float y,
                             float radius) {
    float to_x = x - viewer->x, to_y = y - viewer->y;
    float distance = sqrtf(to_x * to_x + to_y * to_y);
    if (distance <= radius)
        return 0;
    if (view->is_whole ||
        viewer->forward_x * to_x + viewer->forward_y * to_y >= view->cosine * distance)
        return distance - radius;
    float left = along_edge(viewer, view, 1, to_x, to_y, radius);
    float right = along_edge(viewer, view, -1, to_x, to_y, radius);
    return left < right ? left : right;
}

static void detect_shell(depth_sensor *sensor, float x, float y, float radius, dv_vec3 by) {
    for (uint32_t c = 0; c < sensor->steps->count; c++)
        for (uint32_t i = 0; i < sensor->count; i++) {
            dv_viewer viewer = viewer_of(sensor, c, i, by);
            bool is_inside = is_within(&viewer, x, y, radius);
            detect_at(sensor, c, i,
                      is_inside ? nearest_of_shell(&viewer, &sensor->view, x, y, radius)
                                : nearest_of_disc(&viewer, &sensor->view, x, y, radius));
        }
}

static void detect_disc(depth_sensor *sensor, float x, float y, float radius, dv_vec3 by) {
    for (uint32_t c = 0; c < sensor->steps->count; c++)
        for (uint32_t i = 0; i < sensor->count; i++) {
            dv_viewer viewer = viewer_of(sensor, c, i, by);
            detect_at(sensor, c, i, nearest_of_disc(&viewer, &sensor->view, x, y, radius));
        }
}

/// The radius (m) of a sphere or cylinder at the agent's height; negative where it does not reach
/// that height.
static float width_at(const dv_steering_context *context, const dv_obstacle_record *obstacle) {
    if (context->world->space == DV_PLANE)
        return obstacle->radius;
    float up = context->position.z - obstacle->position.z;
    if (obstacle->shape == DV_CYLINDER)
        return fabsf(up) <= obstacle->half_height ? obstacle->radius : -1;
    float squared = obstacle->radius * obstacle->radius - up * up;
    return squared >= 0 ? sqrtf(squared) : -1;
}

static void detect_outline(depth_sensor *sensor, const dv_obstacle_record *obstacle, dv_vec3 by) {
    float up = sensor->context->position.z - obstacle->position.z;
    const dv_outline *outline = obstacle->outline;
    uint32_t edges = obstacle->shape == DV_WALL ? 1 : outline->count;
    if (sensor->context->world->space == DV_VOLUME && fabsf(up) > obstacle->half_height)
        return;
    for (uint32_t e = 0; e < edges; e++) {
        dv_vec3 a = outline->points[e], b = outline->points[(e + 1) % outline->count];
        dv_segment edge = {a.x, a.y, b.x, b.y};
        detect_line(sensor, &edge, by);
    }
}

static void detect_obstacle(void *context, uint32_t index, dv_vec3 by) {
    depth_sensor *sensor = context;
    const dv_obstacle_record *obstacle = &sensor->context->world->obstacles.records[index];
    if (obstacle->shape != DV_SPHERE && obstacle->shape != DV_CYLINDER) {
        detect_outline(sensor, obstacle, by);
        return;
    }
    float radius = width_at(sensor->context, obstacle);
    if (radius < 0)
        return;
    (obstacle->hollow ? detect_shell : detect_disc)(sensor, obstacle->position.x,
                                                    obstacle->position.y, radius, by);
}

static void detect_all(depth_sensor *sensor, const dv_bound *parameters) {
    const dv_steering_context *context = sensor->context;
    const dv_world *world = context->world;
    float reach = 0;
    for (uint32_t c = 0; c < sensor->steps->count; c++) {
        float x = sensor->steps->x[c] - context->position.x;
        float y = sensor->steps->y[c] - context->position.y;
        float way = sqrtf(x * x + y * y);
        reach = way > reach ? way : reach;
    }
    reach += context->radius + sensor->max;
    dv_obstacles_each_near(&world->obstacles, world->space, context->position, reach,
                           detect_obstacle, sensor);
    const dv_kind_set *kinds = &parameters[KIND].kinds;
    if (parameters[KIND].source == DV_SOURCE_ABSENT || dv_has_no_kinds(kinds))
        return;
    reach += dv_largest_of(world, world->largest_radius, kinds);
    dv_neighborhood near =
        dv_neighborhood_of(world, context->position, reach, kinds, NULL, context->agent);
    while (dv_neighborhood_next(&near))
        detect_disc(sensor, context->position.x + near.offset.x,
                    context->position.y + near.offset.y,
                    dv_property_of(world, near.agent, DV_RADIUS), dv_vec(0, 0, 0));
}

/// The code, from 0 to `highest`, that a sensor reports for a distance; `highest` for nothing
/// detected.
static float code_of(const depth_sensor *sensor, float nearest, float highest) {
    float span = sensor->max - sensor->min;
    if (!(nearest <= sensor->max) || !(span > 0))
        return highest;
    return floorf(highest * dv_clamp((nearest - sensor->min) / span, 0, 1));
}

static void score_depth(const dv_steering_context *context, const dv_bound *parameters, void *state,
                        const dv_footsteps *steps, float *stress) {
    (void)state;
    depth_sensor sensor;
    begin_sensing(&sensor, context, parameters, steps);
    detect_all(&sensor, parameters);
    float bias = dv_number_within(context, parameters, parameters_of_depth, BIAS);
    uint32_t bits = dv_count_within(context, parameters, parameters_of_depth, BITS);
    float highest = (float)((1u << bits) - 1);
    for (uint32_t c = 0; c < steps->count; c++)
        for (uint32_t i = 0; i < sensor.count; i++) {
            float weight = sensor.cosine[i] + bias;
            if (weight > 0)
                stress[c] += weight / (code_of(&sensor, sensor.nearest[c][i], highest) + 1);
        }
}

/// Draw what each sensor detects from where the agent is now.
static void annotate_depth(const dv_steering_context *context, const dv_bound *parameters,
                           const void *state, dv_sketch *sketch) {
    (void)state;
    dv_footsteps here = {.count = 1,
                         .x = {context->position.x},
                         .y = {context->position.y},
                         .forward_x = {context->forward.x},
                         .forward_y = {context->forward.y}};
    depth_sensor sensor;
    begin_sensing(&sensor, context, parameters, &here);
    detect_all(&sensor, parameters);
    for (uint32_t i = 0; i < sensor.count; i++) {
        dv_viewer viewer = viewer_of(&sensor, 0, i, dv_vec(0, 0, 0));
        bool is_free = !(sensor.nearest[0][i] <= sensor.max);
        float length = context->radius + (is_free ? sensor.max : sensor.nearest[0][i]);
        dv_show_line(context, sketch, dv_vec(0, 0, 0),
                     dv_vec(viewer.forward_x * length, viewer.forward_y * length, 0),
                     is_free ? DV_INK_CLEAR : DV_INK_THREAT);
    }
}

static const char *refuse_parameters(const dv_bound *parameters) {
    bool are_written =
        parameters[MIN].source == DV_SOURCE_LITERAL && parameters[MAX].source == DV_SOURCE_LITERAL;
    return are_written && parameters[MIN].number >= parameters[MAX].number ? "min must be below max"
                                                                           : NULL;
}

const dv_stress_type dv_stress_depth = {
    .entry = {.name = "depth",
              .doc = "Go where there is room: range sensors cover the field of view. Each adds "
                     "more stress the less depth it measures and the more it looks straight ahead.",
              .source =
                  "Reich 1997, Attraction to Deep Spaces: Σ_i (cos φ_i + bias) / (code_i + 1), "
                  "code = ⌊(2^bits − 1) · (distance − min) / (max − min)⌋, of nothing "
                  "2^bits − 1",
              .parameters = parameters_of_depth,
              .parameter_count = DV_COUNT_OF(parameters_of_depth)},
    .refuse = refuse_parameters,
    .score = score_depth,
    .annotate = annotate_depth,
};
