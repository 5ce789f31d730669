// A fan of feelers; see rays.h.
#include "steering/behaviors/rays.h"

#include "steering/annotations.h"
#include "steering/desired.h"
#include "world/obstacles.h"

dv_fan dv_fan_of(const dv_steering_context *context, dv_vec3 direction, float rays, float angle) {
    dv_vec3 left = dv_left_of(direction);
    return (dv_fan){
        .direction = direction,
        .left = left,
        .up = dv_cross(direction, left),
        .angle = angle,
        .rays = rays >= 1 ? (uint32_t)dv_clamp(rays, 1, DV_MAX_RAYS) : 0, // NaN, too
        .fans = context->world->space == DV_VOLUME ? 2 : 1,
    };
}

uint32_t dv_fan_size(const dv_fan *fan) { return fan->rays * fan->fans; }

dv_vec3 dv_fan_ray(const dv_fan *fan, uint32_t i, float *place) {
    uint32_t in_fan = i % fan->rays;
    dv_vec3 side = i < fan->rays ? fan->left : fan->up;
    *place = fan->rays > 1 ? 2 * (float)in_fan / (float)(fan->rays - 1) - 1 : 0;
    double turn = 0.5 * fan->angle * *place;
    return dv_normalize(
        dv_add(dv_scale(fan->direction, (float)dv_cos(turn)), dv_scale(side, (float)dv_sin(turn))));
}

bool dv_feel(const dv_steering_context *context, dv_vec3 ray, float length, dv_sweep_hit *hit) {
    const dv_world *world = context->world;
    return dv_obstacles_sweep(&world->obstacles, world->space, context->position, ray, length, 0,
                              hit);
}

void dv_show_fan(const dv_steering_context *context, const dv_fan *fan, float length,
                 dv_sketch *sketch) {
    for (uint32_t i = 0; i < dv_fan_size(fan); i++) {
        float place;
        dv_vec3 ray = dv_fan_ray(fan, i, &place);
        dv_sweep_hit hit;
        if (dv_feel(context, ray, length, &hit))
            dv_show_place(context, sketch, dv_scale(ray, hit.distance), DV_INK_THREAT);
        else
            dv_show_line(context, sketch, DV_NO_STEERING, dv_scale(ray, length), DV_INK_CLEAR);
    }
}
