// Draws what is selected for editing, and what a drag would do.
#include "player/draw/palette.h"
#include "player/window/editing.h"

#include "base/math.h"

#include <math.h>
#include <string.h>

static const double nose_beyond = 16;
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

static void draw_thing(const sketch *s, dv_edit_thing thing, double x, double y, double heading) {
    double turn = heading - dv_edit_heading(s->world, thing);
    if (thing.obstacle.bits)
        draw_outline(s, thing.obstacle, x, y, turn);
    else
        draw_circle(s, x, y, dv_agent_property(s->world, thing.agent, DV_RADIUS));
}

/// The point that people drag in order to turn a thing.
static void draw_nose(const sketch *s, dv_edit_thing thing, double x, double y, double heading) {
    double nose_x, nose_y;
    double beyond = nose_beyond * (double)s->scale / s->camera->scale;
    dv_vec3 at = dv_edit_position(s->world, thing);
    dv_edit_nose(s->world, thing, beyond, &nose_x, &nose_y);
    double far = hypot(nose_x - (double)at.x, nose_y - (double)at.y);
    dv_pixel nose = pixel_of(s, x + far * dv_cos(heading), y + far * dv_sin(heading));
    draw_line(s, pixel_of(s, x, y), nose);
    dv_batch_disc(s->batch, nose, nose_size * s->scale, DV_COLOR_SELECTED);
}

static void draw_drag(const sketch *s, const dv_edit *edit) {
    double x, y, heading;
    dv_vec3 at = dv_edit_position(s->world, edit->thing);
    dv_edit_dragged(edit, s->world, &x, &y, &heading);
    if (edit->drag == DV_EDIT_MOVE)
        dv_batch_dashes(s->batch, pixel_of(s, (double)at.x, (double)at.y), pixel_of(s, x, y),
                        line_width * s->scale, dash * s->scale, DV_COLOR_SELECTED);
    draw_thing(s, edit->thing, x, y, heading);
    draw_nose(s, edit->thing, x, y, heading);
}

/// What is being placed, from where the button went down to where the mouse is.
static void draw_placing(const sketch *s, const dv_edit *edit) {
    dv_pixel a = pixel_of(s, edit->from_x, edit->from_y), b = pixel_of(s, edit->x, edit->y);
    bool is_box = edit->places_obstacle && strcmp(edit->placed, "box") == 0;
    bool is_wall = edit->places_obstacle && strcmp(edit->placed, "wall") == 0;
    if (is_box) {
        draw_line(s, a, (dv_pixel){a.x, b.y});
        draw_line(s, (dv_pixel){a.x, b.y}, b);
        draw_line(s, b, (dv_pixel){b.x, a.y});
        draw_line(s, (dv_pixel){b.x, a.y}, a);
    } else if (is_wall) {
        draw_line(s, a, b);
    } else if (edit->places_obstacle) {
        draw_circle(s, edit->from_x, edit->from_y,
                    hypot(edit->x - edit->from_x, edit->y - edit->from_y));
    } else {
        dv_batch_arrow(s->batch, a, b, line_width * s->scale, DV_COLOR_SELECTED);
    }
}

void dv_edit_draw(dv_view *view, SDL_Renderer *renderer) {
    dv_edit *edit = &view->edit;
    const dv_world *world = view->run->world;
    const sketch s = {&edit->batch, &view->camera, world, view->panels.scale};
    dv_edit_thing selected = dv_edit_selected(view);
    if (!edit->is_on)
        return;
    if (edit->drag == DV_EDIT_PLACE && edit->is_far) {
        draw_placing(&s, edit);
    } else if (edit->is_far && edit->drag != DV_EDIT_IDLE && dv_edit_is_there(world, edit->thing)) {
        draw_drag(&s, edit);
    } else if (dv_edit_is_there(world, selected)) {
        dv_vec3 at = dv_edit_position(world, selected);
        double heading = dv_edit_heading(world, selected);
        if (selected.agent.bits != view->shown.selected.bits || selected.obstacle.bits)
            draw_thing(&s, selected, (double)at.x, (double)at.y, heading);
        draw_nose(&s, selected, (double)at.x, (double)at.y, heading);
    }
    // If memory runs out, a part of the lines is missing until the next frame.
    dv_batch_draw(&edit->batch, renderer);
}
