#include "player/draw/relief.h"

#include "player/gui/palette.h"

#include "base/alloc.h"
#include "base/math.h"

#include <math.h>

static const float steepest_seen = 0.001f;
static const double most_lines = 12;

const dv_surface_def *dv_relief_surface(const struct canvas *canvas, uint32_t index) {
    dv_surface surface = dv_world_surface_at(canvas->world, index);
    if (!surface.bits)
        return NULL;
    return dv_program_surface(dv_world_program(canvas->world),
                              dv_surface_type(canvas->world, surface));
}

bool dv_is_upright(const dv_surface_def *surface) {
    return surface && surface->shape == DV_SURFACE_PLANE &&
           fabsf(surface->normal.z) < steepest_seen;
}

bool dv_is_ground(const dv_surface_def *surface) {
    return surface && surface->shape != DV_SURFACE_SPHERE && !dv_is_upright(surface);
}

bool dv_has_footing(const struct canvas *canvas) {
    for (uint32_t i = 0; i < dv_world_surface_limit(canvas->world); i++) {
        const dv_surface_def *surface = dv_relief_surface(canvas, i);
        if (surface && !dv_is_upright(surface))
            return true;
    }
    return false;
}

bool dv_has_ground(const struct canvas *canvas) {
    for (uint32_t i = 0; i < dv_world_surface_limit(canvas->world); i++)
        if (dv_is_ground(dv_relief_surface(canvas, i)))
            return true;
    return false;
}

static double plane_height(const dv_surface_def *plane, double x, double y) {
    dv_vec3 n = plane->normal, p = plane->point;
    return (double)p.z -
           ((x - (double)p.x) * (double)n.x + (y - (double)p.y) * (double)n.y) / (double)n.z;
}

bool dv_relief_at(const struct canvas *canvas, double x, double y, float *height, dv_vec3 *normal) {
    bool found = false;
    for (uint32_t i = 0; i < dv_world_surface_limit(canvas->world); i++) {
        const dv_surface_def *surface = dv_relief_surface(canvas, i);
        if (!dv_is_ground(surface))
            continue;
        dv_vec3 point = dv_vec((float)x, (float)y, 0), up = surface->normal;
        if (surface->shape == DV_SURFACE_PLANE) {
            point.z = (float)plane_height(surface, x, y);
            up = up.z < 0 ? dv_scale(up, -1) : up;
        } else {
            dv_surface_nearest(canvas->world, dv_world_surface_at(canvas->world, i), point, &point,
                               &up);
        }
        if (found && point.z <= *height)
            continue;
        *height = point.z;
        *normal = up;
        found = true;
    }
    return found;
}

float dv_relief_light(dv_vec3 normal) {
    const dv_vec3 sun = {-0.45f, 0.45f, 0.77f};
    return dv_dot(normal, sun) - sun.z;
}

uint32_t dv_relief_color(const struct dv_relief *relief, double height, float light) {
    double range = relief->high - relief->low;
    float share = range > 0 ? (float)((height - relief->low) / range) : 0.5f;
    share = floorf(dv_clamp(share, 0, 1) * 24 + 0.5f) / 24;
    light = floorf(dv_clamp(light, -0.8f, 0.5f) * 48 + 0.5f) / 48;
    const dv_theme *theme = relief->canvas->theme;
    uint32_t color = dv_color_mix(theme->surface_low, theme->surface_high, share);
    return light > 0 ? dv_color_mix(color, 0xffffffffu, 0.7f * light)
                     : dv_color_mix(color, 0x000000ffu, -0.7f * light);
}

// The net

double dv_net_x(const struct dv_net *net, int column) {
    return fmin(fmax((net->first_column + column) * net->step, net->left), net->right);
}

double dv_net_y(const struct dv_net *net, int row) {
    return fmin(fmax((net->first_row + row) * net->step, net->bottom), net->top);
}

bool dv_relief_sample(struct dv_relief *relief) {
    struct dv_net *net = &relief->net;
    net->corners = dv_alloc((size_t)net->columns * (size_t)net->rows * sizeof *net->corners);
    if (!net->corners)
        return false;
    for (int row = 0; row < net->rows; row++)
        for (int column = 0; column < net->columns; column++) {
            struct dv_net_corner *corner =
                &net->corners[(size_t)row * (size_t)net->columns + (size_t)column];
            dv_vec3 normal;
            *corner = (struct dv_net_corner){0, 0};
            if (dv_relief_at(relief->canvas, dv_net_x(net, column), dv_net_y(net, row),
                             &corner->height, &normal))
                corner->light = dv_relief_light(normal);
        }
    return true;
}

// The range of heights

static void reach_height(struct dv_relief *relief, double height) {
    relief->low = fmin(relief->low, height);
    relief->high = fmax(relief->high, height);
}

static void reach_surface(struct dv_relief *relief, const dv_surface_def *surface) {
    const struct dv_net *net = &relief->net;
    dv_bounds bounds = dv_world_bounds(relief->canvas->world);
    bool bounded = has_bounds(&bounds);
    double x[] = {bounded ? (double)bounds.min.x : net->left,
                  bounded ? (double)bounds.max.x : net->right};
    double y[] = {bounded ? (double)bounds.min.y : net->bottom,
                  bounded ? (double)bounds.max.y : net->top};
    if (surface->shape == DV_SURFACE_SPHERE) {
        reach_height(relief, (double)surface->point.z);
        reach_height(relief, (double)surface->point.z + (double)surface->radius);
    } else if (surface->shape == DV_SURFACE_HEIGHTS) {
        for (size_t i = 0; i < (size_t)surface->columns * surface->rows; i++)
            reach_height(relief, (double)surface->heights[i]);
    } else if (!dv_is_upright(surface)) {
        for (int i = 0; i < 4; i++)
            reach_height(relief, plane_height(surface, x[i % 2], y[i / 2]));
    }
}

void dv_relief_measure(struct dv_relief *relief) {
    const dv_camera *camera = relief->canvas->camera;
    relief->low = (double)INFINITY;
    relief->high = (double)-INFINITY;
    for (uint32_t i = 0; i < dv_world_surface_limit(relief->canvas->world); i++)
        if (dv_relief_surface(relief->canvas, i))
            reach_surface(relief, dv_relief_surface(relief->canvas, i));
    double range = relief->high - relief->low;
    relief->interval =
        range > 0 ? dv_camera_step(camera, range / most_lines * camera->scale) : (double)INFINITY;
}
