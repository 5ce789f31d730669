// Agents that have left the bounds and the view: how many there are beyond each edge of the
// picture.
#include "player/draw/draw_private.h"
#include "player/draw/labels.h"
#include "player/gui/palette.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum side { LEFT, RIGHT, TOP, BOTTOM, SIDES };

/// In the plan, heights do not count.
static bool is_inside(const struct canvas *canvas, const dv_bounds *bounds, dv_vec3 p) {
    bool is_at_height = !canvas->camera->orbits || !(p.z < bounds->min.z || p.z > bounds->max.z);
    return is_at_height && p.x >= bounds->min.x && p.x <= bounds->max.x && p.y >= bounds->min.y &&
           p.y <= bounds->max.y;
}

/// The edge beyond which something is, in the direction from the middle; SIDES: it is in the view.
/// What is behind the eye is below.
static enum side side_of(const dv_camera *camera, dv_pixel at) {
    double x = (at.x - camera->left) / camera->width * 2 - 1;
    double y = (at.y - camera->top) / camera->height * 2 - 1;
    if (isnan(x))
        return BOTTOM;
    if (fabs(x) <= 1 && fabs(y) <= 1)
        return SIDES;
    if (fabs(x) > fabs(y))
        return x < 0 ? LEFT : RIGHT;
    return y < 0 ? TOP : BOTTOM;
}

static void count(const struct canvas *canvas, const dv_bounds *bounds, uint32_t counts[SIDES]) {
    uint32_t limit = dv_world_agent_limit(canvas->world);
    for (uint32_t i = 0; i < limit; i++) {
        dv_agent agent = dv_world_agent_at(canvas->world, i);
        if (!agent.bits)
            continue;
        dv_vec3 place = dv_agent_position(canvas->world, agent);
        if (is_inside(canvas, bounds, place))
            continue;
        enum side side = side_of(canvas->camera, spot_at(canvas, place).pixel);
        if (side != SIDES)
            counts[side]++;
    }
}

static void write_count(const struct canvas *canvas, enum side side, uint32_t count) {
    static const char *const before[SIDES] = {[LEFT] = "← ", [TOP] = "↑ ", [BOTTOM] = "↓ "};
    const dv_camera *camera = canvas->camera;
    float line = 1.5f * DV_LABEL_HEIGHT * canvas->ratio;
    float middle = (float)(camera->left + camera->width / 2);
    float bottom = (float)(camera->top + camera->height);
    const dv_pixel places[SIDES] = {
        [LEFT] = {(float)camera->left, (float)(camera->top + camera->height / 2)},
        [RIGHT] = {(float)(camera->left + camera->width),
                   (float)(camera->top + camera->height / 2)},
        [TOP] = {middle, (float)camera->top + line / 2},
        [BOTTOM] = {middle, bottom - 2 * line}};
    char text[64];
    snprintf(text, sizeof text, "%s%" PRIu32 " more agent%s%s", before[side] ? before[side] : "",
             count, count == 1 ? "" : "s", side == RIGHT ? " →" : "");
    dv_write_beside(canvas, places[side], side != RIGHT, DV_COLOR_TEXT, text);
}

void dv_write_outside(const struct canvas *canvas) {
    dv_bounds bounds = dv_world_bounds(canvas->world);
    uint32_t counts[SIDES] = {0};
    if (bounds.edge != DV_EDGE_OPEN || !has_bounds(&bounds))
        return;
    count(canvas, &bounds, counts);
    for (enum side side = 0; side < SIDES; side++)
        if (counts[side] > 0)
            write_count(canvas, side, counts[side]);
}
