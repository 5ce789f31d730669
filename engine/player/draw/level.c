#include "player/draw/level.h"

#include <math.h>

static const float whole_turn = 6.2831853f;

static dv_spot center_of(const dv_level *level) {
    return dv_camera_spot(level->camera, level->center.x, level->center.y, level->center.z);
}

dv_level dv_level_at(const dv_camera *camera, dv_axis center, double radius) {
    dv_level level = {camera, center, 0};
    double scale = camera->orbits ? (double)center_of(&level).scale : camera->scale;
    level.radius = (float)(radius * scale);
    return level;
}

dv_pixel dv_level_middle(const dv_level *level) { return center_of(level).pixel; }

dv_pixel dv_level_rim(const dv_level *level, float angle) {
    dv_spot center = center_of(level);
    if (!level->camera->orbits)
        return (dv_pixel){center.pixel.x + level->radius * cosf(angle),
                          center.pixel.y - level->radius * sinf(angle)};
    double radius = (double)level->radius / (double)center.scale;
    return dv_camera_spot(level->camera, level->center.x + radius * cos((double)angle),
                          level->center.y + radius * sin((double)angle), level->center.z)
        .pixel;
}

static int parts_of(float first, float last) {
    const float parts_of_turn = 48;
    int count = (int)ceilf(fabsf(last - first) / whole_turn * parts_of_turn);
    return count < 1 ? 1 : count;
}

/// A line along the rim in an orbit, or the slice within, if the line's width is 0.
static void draw_slanted(dv_batch *batch, const dv_level *level, float width, float first,
                         float last, uint32_t color) {
    int count = parts_of(first, last);
    dv_pixel center = center_of(level).pixel, before = dv_level_rim(level, first);
    dv_batch_begin(batch);
    for (int i = 1; i <= count; i++) {
        dv_pixel next = dv_level_rim(level, first + (last - first) * (float)i / (float)count);
        if (width > 0)
            dv_batch_line(batch, before, next, width, color);
        else
            dv_batch_triangle(batch, center, before, next, color);
        before = next;
    }
    dv_batch_end(batch);
}

void dv_level_disc(dv_batch *batch, const dv_level *level, uint32_t color) {
    if (level->camera->orbits)
        draw_slanted(batch, level, 0, 0, whole_turn, color);
    else
        dv_batch_disc(batch, center_of(level).pixel, level->radius, color);
}

void dv_level_ring(dv_batch *batch, const dv_level *level, float width, uint32_t color) {
    dv_level_arc(batch, level, width, 0, whole_turn, color);
}

void dv_level_sector(dv_batch *batch, const dv_level *level, float first, float last,
                     uint32_t color) {
    if (level->camera->orbits)
        draw_slanted(batch, level, 0, first, last, color);
    else
        dv_batch_sector(batch, center_of(level).pixel, level->radius, first, last, color);
}

void dv_level_arc(dv_batch *batch, const dv_level *level, float width, float first, float last,
                  uint32_t color) {
    if (level->camera->orbits)
        draw_slanted(batch, level, width, first, last, color);
    else
        dv_batch_arc(batch, center_of(level).pixel, level->radius, width, first, last, color);
}
