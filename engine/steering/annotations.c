// Figures of annotations; see annotations.h.
#include "steering/annotations.h"

#include "steering/desired.h"

static dv_vec3 at_agent(const dv_steering_context *context, dv_vec3 offset) {
    return dv_add(context->position, offset);
}

static dv_pen thin_pen(uint32_t ink) { return (dv_pen){.color = ink, .width = 1.2f}; }

float dv_figure_unit(const dv_steering_context *context) {
    float unit = (float)dv_greater(6 * context->radius, context->max_speed / 2);
    return unit > 0 ? unit : 1;
}

dv_vec3 dv_figure_velocity(const dv_steering_context *context, dv_vec3 velocity) {
    float fastest = context->max_speed;
    return fastest > 0 ? dv_scale(velocity, dv_figure_unit(context) / fastest) : velocity;
}

void dv_show_line(const dv_steering_context *context, dv_sketch *sketch, dv_vec3 from, dv_vec3 to,
                  uint32_t ink) {
    dv_sketch_line(sketch, at_agent(context, from), at_agent(context, to), thin_pen(ink));
}

void dv_show_arrow(const dv_steering_context *context, dv_sketch *sketch, dv_vec3 from, dv_vec3 way,
                   uint32_t ink) {
    if (!dv_is_zero(way))
        dv_sketch_arrow(sketch, at_agent(context, from), at_agent(context, dv_add(from, way)),
                        thin_pen(ink));
}

void dv_show_velocity(const dv_steering_context *context, dv_sketch *sketch, dv_vec3 from,
                      dv_vec3 velocity, uint32_t ink) {
    dv_show_arrow(context, sketch, from, dv_figure_velocity(context, velocity), ink);
}

void dv_show_point(const dv_steering_context *context, dv_sketch *sketch, dv_vec3 at,
                   uint32_t ink) {
    float radius = context->radius > 0 ? context->radius / 3 : dv_figure_unit(context) / 24;
    dv_sketch_circle(sketch, at_agent(context, at), radius, (dv_pen){.color = ink, .fills = true});
}

void dv_show_place(const dv_steering_context *context, dv_sketch *sketch, dv_vec3 at,
                   uint32_t ink) {
    dv_show_prediction(context, sketch, DV_NO_STEERING, at, ink);
}

void dv_show_prediction(const dv_steering_context *context, dv_sketch *sketch, dv_vec3 now,
                        dv_vec3 then, uint32_t ink) {
    dv_show_line(context, sketch, now, then, ink);
    dv_show_point(context, sketch, then, ink);
}

void dv_show_circle(const dv_steering_context *context, dv_sketch *sketch, dv_vec3 center,
                    float radius, uint32_t ink) {
    if (radius > 0)
        dv_sketch_circle(sketch, at_agent(context, center), radius, thin_pen(ink));
}

void dv_show_arrival(const dv_steering_context *context, dv_sketch *sketch, dv_vec3 at,
                     float slowing_distance) {
    dv_show_place(context, sketch, at, DV_INK_TARGET);
    dv_show_circle(context, sketch, at, slowing_distance, DV_INK_TARGET);
}

void dv_show_strip(const dv_steering_context *context, dv_sketch *sketch, dv_vec3 from,
                   dv_vec3 direction, float length, float half_width, uint32_t ink) {
    dv_vec3 aside = dv_scale(dv_left_of(direction), half_width);
    dv_vec3 near = at_agent(context, from), far = dv_add(near, dv_scale(direction, length));
    const dv_vec3 corners[] = {dv_subtract(near, aside), dv_subtract(far, aside),
                               dv_add(far, aside), dv_add(near, aside)};
    dv_sketch_polygon(sketch, corners, 4, thin_pen(ink));
}

void dv_show_view(const dv_steering_context *context, dv_sketch *sketch, dv_vec3 direction,
                  float radius, float half_cosine, uint32_t ink) {
    if (half_cosine <= -1 || !(radius > 0)) {
        dv_show_circle(context, sketch, DV_NO_STEERING, radius, ink);
        return;
    }
    double half = dv_acos((double)half_cosine);
    double middle = dv_atan2((double)direction.y, (double)direction.x);
    float first = (float)(middle - half), last = (float)(middle + half);
    dv_sketch_arc(sketch, context->position, radius, first, last, thin_pen(ink));
    const double sides[] = {middle - half, middle + half};
    for (int i = 0; i < 2; i++)
        dv_show_line(context, sketch, DV_NO_STEERING,
                     dv_vec(radius * (float)dv_cos(sides[i]), radius * (float)dv_sin(sides[i]), 0),
                     ink);
}

void dv_show_obstacle(const dv_steering_context *context, dv_sketch *sketch, uint32_t obstacle,
                      uint32_t ink) {
    const dv_obstacle_record *record = &context->world->obstacles.records[obstacle];
    if (!record->outline)
        dv_sketch_circle(sketch, record->position, record->radius, thin_pen(ink));
    else
        dv_sketch_polygon(sketch, record->outline->points, record->outline->count, thin_pen(ink));
}
