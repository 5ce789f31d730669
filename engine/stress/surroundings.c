// The surroundings that candidate steps are scored against; see surroundings.h.
#include "stress/surroundings.h"

#include "steering/evaluate.h"
#include "world/obstacle_shapes.h"
#include "world/obstacles.h"

void dv_viewers_of(const dv_steering_context *context, const dv_footsteps *steps,
                   dv_viewers *viewers) {
    float furthest = 0;
    viewers->count = steps->count;
    for (uint32_t i = 0; i < steps->count; i++) {
        dv_vec3 there = dv_vec(steps->x[i], steps->y[i], context->position.z);
        dv_vec3 at = dv_offset_between(context->world, context->position, there);
        float square = at.x * at.x + at.y * at.y;
        furthest = square > furthest ? square : furthest;
        viewers->at[i] = (dv_viewer){
            .x = at.x,
            .y = at.y,
            .forward_x = steps->forward_x[i],
            .forward_y = steps->forward_y[i],
            .foot_x = at.x + (steps->foot_x[i] - steps->x[i]),
            .foot_y = at.y + (steps->foot_y[i] - steps->y[i]),
            .radius = context->radius,
        };
    }
    viewers->reach = sqrtf(furthest);
}

void dv_viewers_here(const dv_steering_context *context, dv_viewers *viewers) {
    dv_vec3 level = dv_normalize(dv_vec(context->forward.x, context->forward.y, 0));
    viewers->count = 1;
    viewers->reach = 0;
    viewers->at[0] =
        (dv_viewer){.forward_x = level.x, .forward_y = level.y, .radius = context->radius};
}

dv_view dv_view_at(const dv_steering_context *context, const dv_bound *parameters,
                   const dv_parameter *descriptors, uint32_t i) {
    return dv_view_of(dv_number_within(context, parameters, descriptors, i));
}

dv_neighborhood dv_bodies_within(const dv_steering_context *context, const dv_bound *kind,
                                 const dv_bound *state, float reach) {
    const dv_world *world = context->world;
    float largest = dv_largest_of(world, world->largest_radius, &kind->kinds);
    return dv_neighbors_of(context, kind, state, reach + largest);
}

typedef struct visit {
    const dv_steering_context *context;
    dv_each_obstacle *each;
    void *passed;
} visit;

static void visit_one(void *passed, uint32_t index, dv_vec3 by) {
    const visit *v = passed;
    const dv_world *world = v->context->world;
    const dv_obstacle_record *obstacle = &world->obstacles.records[index];
    dv_vec3 here = dv_add(v->context->position, by);
    float radius = v->context->radius;
    dv_box box = dv_obstacle_box(obstacle);
    bool is_level =
        world->space == DV_PLANE || (here.z + radius >= box.low.z && here.z - radius <= box.high.z);
    if (is_level)
        v->each(v->passed, obstacle, here);
}

void dv_obstacles_about(const dv_steering_context *context, float reach, dv_each_obstacle *each,
                        void *passed) {
    const dv_world *world = context->world;
    visit v = {context, each, passed};
    if (world->obstacles.alive_count > 0)
        dv_obstacles_each_near(&world->obstacles, world->space, context->position, reach, visit_one,
                               &v);
}

dv_segment dv_line_at(const dv_obstacle_record *obstacle, uint32_t i, dv_vec3 here) {
    const dv_outline *outline = obstacle->outline;
    dv_vec3 a = outline->points[i], b = outline->points[i + 1 < outline->count ? i + 1 : 0];
    return (dv_segment){a.x - here.x, a.y - here.y, b.x - here.x, b.y - here.y};
}

bool dv_line_within(const dv_segment *line, float reach) {
    const dv_view all = {.is_whole = true};
    const dv_viewer here = {.radius = 0};
    float x, y, distance;
    return dv_nearest_in_view(&here, &all, line, &x, &y, &distance) && distance < reach;
}
