#include "player/draw/level.h"

#include "player/draw/faces.h"

#include <math.h>

static const float whole_turn = 6.2831853f;

static dv_spot center_of(const dv_level *level) {
    return dv_camera_spot(level->camera, level->center.x, level->center.y, level->center.z);
}

dv_level dv_level_at(const dv_camera *camera, dv_axis center, double radius) {
    dv_level level = {camera, center, 0};
    level.radius = (float)(radius * (double)center_of(&level).scale);
    return level;
}

dv_vec3 dv_level_middle(const dv_level *level) {
    return (dv_vec3){(float)level->center.x, (float)level->center.y, (float)level->center.z};
}

dv_vec3 dv_level_rim(const dv_level *level, float angle) {
    double radius = (double)level->radius / (double)center_of(level).scale;
    return (dv_vec3){(float)(level->center.x + radius * cos((double)angle)),
                     (float)(level->center.y + radius * sin((double)angle)),
                     (float)level->center.z};
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
    dv_vec3 slice[3] = {dv_level_middle(level), dv_level_rim(level, first)};
    dv_batch_begin(batch);
    for (int i = 1; i <= count; i++) {
        slice[2] = dv_level_rim(level, first + (last - first) * (float)i / (float)count);
        if (width > 0)
            dv_draw_line(batch, level->camera, slice[1], slice[2], width, color);
        else
            dv_draw_face(batch, level->camera, slice, 3, color);
        slice[1] = slice[2];
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
