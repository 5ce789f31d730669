// Draws the selected thing while arranging, and what a drag would do to it.
#include "player/gui/palette.h"
#include "player/window/arrange_mouse.h"

#include "base/math.h"

#include <math.h>
#include <string.h>

static const float line_width = 2, dash = 6, nose_size = 5;

typedef struct sketch {
    dv_batch *batch;
    const dv_camera *camera;
    const dv_world *world;
    float scale; ///< of lines
} sketch;

static dv_pixel pixel_of(const sketch *s, double x, double y) {
    return dv_camera_to_screen(s->camera, x, y);
}

static void draw_line(const sketch *s, dv_pixel a, dv_pixel b) {
    dv_batch_line(s->batch, a, b, line_width * s->scale, DV_COLOR_SELECTED);
}

static void draw_circle(const sketch *s, double x, double y, double radius) {
    float pixels = fmaxf((float)(radius * s->camera->scale), 6 * s->scale);
    dv_batch_ring(s->batch, pixel_of(s, x, y), pixels, line_width * s->scale, DV_COLOR_SELECTED);
}

/// The outline of an obstacle at (x, y), turned by an angle.
static void draw_outline(const sketch *s, dv_obstacle obstacle, double x, double y, double turn) {
    const dv_vec3 *points;
    uint32_t count = dv_obstacle_outline(s->world, obstacle, &points);
    dv_vec3 center = dv_obstacle_position(s->world, obstacle);
    double c = dv_cos(turn), r = dv_sin(turn);
    if (count == 0)
        draw_circle(s, x, y, (double)dv_obstacle_radius(s->world, obstacle));
    for (uint32_t i = 0; i < count; i++) {
        dv_pixel ends[2];
        for (uint32_t end = 0; end < 2; end++) {
            dv_vec3 p = points[(i + end) % count];
            double dx = (double)(p.x - center.x), dy = (double)(p.y - center.y);
            ends[end] = pixel_of(s, x + c * dx - r * dy, y + r * dx + c * dy);
        }
        draw_line(s, ends[0], ends[1]);
    }
}

static void draw_thing(const sketch *s, dv_arrange_thing thing, double x, double y,
                       double heading) {
    double turn = heading - dv_arrange_heading(s->world, thing);
    if (thing.obstacle.bits)
        draw_outline(s, thing.obstacle, x, y, turn);
    else
        draw_circle(s, x, y, dv_agent_property(s->world, thing.agent, DV_RADIUS));
}

/// Draw the knob that turns a thing.
static void draw_nose(const sketch *s, dv_arrange_thing thing, double x, double y, double heading) {
    double nose_x, nose_y;
    double beyond = DV_ARRANGE_NOSE * (double)s->scale / s->camera->scale;
    dv_vec3 at = dv_arrange_position(s->world, thing);
    dv_arrange_nose(s->world, thing, beyond, &nose_x, &nose_y);
    double far = hypot(nose_x - (double)at.x, nose_y - (double)at.y);
    dv_pixel nose = pixel_of(s, x + far * dv_cos(heading), y + far * dv_sin(heading));
    draw_line(s, pixel_of(s, x, y), nose);
    dv_batch_disc(s->batch, nose, nose_size * s->scale, DV_COLOR_SELECTED);
}

static void draw_drag(const sketch *s, const dv_arrange *arrange) {
    double x, y, heading;
    dv_vec3 at = dv_arrange_position(s->world, arrange->thing);
    dv_arrange_dragged(arrange, s->world, &x, &y, &heading);
    if (arrange->drag == DV_ARRANGE_MOVE)
        dv_batch_dashes(s->batch, pixel_of(s, (double)at.x, (double)at.y), pixel_of(s, x, y),
                        line_width * s->scale, dash * s->scale, DV_COLOR_SELECTED);
    draw_thing(s, arrange->thing, x, y, heading);
    draw_nose(s, arrange->thing, x, y, heading);
}

/// Draw what is being placed, from where the button was pressed to the mouse.
static void draw_placing(const sketch *s, const dv_arrange *arrange) {
    dv_pixel a = pixel_of(s, arrange->from_x, arrange->from_y),
             b = pixel_of(s, arrange->x, arrange->y);
    bool is_box = arrange->places_obstacle && strcmp(arrange->placed, "box") == 0;
    bool is_wall = arrange->places_obstacle && strcmp(arrange->placed, "wall") == 0;
    if (is_box) {
        draw_line(s, a, (dv_pixel){a.x, b.y});
        draw_line(s, (dv_pixel){a.x, b.y}, b);
        draw_line(s, b, (dv_pixel){b.x, a.y});
        draw_line(s, (dv_pixel){b.x, a.y}, a);
    } else if (is_wall) {
        draw_line(s, a, b);
    } else if (arrange->places_obstacle) {
        draw_circle(s, arrange->from_x, arrange->from_y,
                    hypot(arrange->x - arrange->from_x, arrange->y - arrange->from_y));
    } else {
        dv_batch_arrow(s->batch, a, b, line_width * s->scale, DV_COLOR_SELECTED);
    }
}

void dv_arrange_draw(dv_view *view, SDL_Renderer *renderer) {
    dv_arrange *arrange = &view->arrange;
    const dv_world *world = view->run->world;
    const sketch s = {&arrange->batch, &view->camera, world, view->panels.scale};
    dv_arrange_thing selected = dv_arrange_selected(view);
    if (!arrange->is_on)
        return;
    if (arrange->drag == DV_ARRANGE_PLACE && arrange->is_far) {
        draw_placing(&s, arrange);
    } else if (arrange->is_far && arrange->drag != DV_ARRANGE_IDLE &&
               dv_arrange_is_there(world, arrange->thing)) {
        draw_drag(&s, arrange);
    } else if (dv_arrange_is_there(world, selected)) {
        dv_vec3 at = dv_arrange_position(world, selected);
        double heading = dv_arrange_heading(world, selected);
        if (selected.agent.bits != view->shown.selected.bits || selected.obstacle.bits)
            draw_thing(&s, selected, (double)at.x, (double)at.y, heading);
        draw_nose(&s, selected, (double)at.x, (double)at.y, heading);
    }
    // If memory runs out, a part of the lines is missing until the next frame.
    dv_batch_draw(&arrange->batch, renderer);
}
