// Draws surfaces like a map, seen from above: lit from the upper left, higher ground lighter,
// contour lines at round heights (every fifth one thicker), and small arrows that point downhill.
//
// The result is kept until the camera or the surfaces change.
#include "player/draw/relief.h"

#include "base/alloc.h"
#include "base/math.h"

#include <math.h>

static const float cell_width = 8;

// Ground

static void lay_net(struct dv_relief *relief) {
    const struct canvas *canvas = relief->canvas;
    struct dv_net *net = &relief->net;
    dv_camera_to_world(canvas->camera, 0, 0, &net->left, &net->top);
    dv_camera_to_world(canvas->camera, canvas->width, canvas->height, &net->right, &net->bottom);
    dv_bounds bounds = dv_world_bounds(canvas->world);
    if (has_bounds(&bounds)) {
        net->left = fmax(net->left, (double)bounds.min.x);
        net->right = fmin(net->right, (double)bounds.max.x);
        net->bottom = fmax(net->bottom, (double)bounds.min.y);
        net->top = fmin(net->top, (double)bounds.max.y);
    }
    net->step = (double)(cell_width * canvas->ratio) / canvas->camera->scale;
    net->first_column = floor(net->left / net->step);
    net->first_row = floor(net->bottom / net->step);
    net->columns = (int)(ceil(net->right / net->step) - net->first_column) + 1;
    net->rows = (int)(ceil(net->top / net->step) - net->first_row) + 1;
}

static bool is_seen(const struct dv_net *net) {
    return net->left < net->right && net->bottom < net->top && net->columns > 1 && net->rows > 1;
}

static void cell_at(const struct dv_net *net, int column, int row, struct dv_net_corner cell[4]) {
    const struct dv_net_corner *low =
        &net->corners[(size_t)row * (size_t)net->columns + (size_t)column];
    const struct dv_net_corner *high = low + net->columns;
    cell[0] = low[0];
    cell[1] = low[1];
    cell[2] = high[1];
    cell[3] = high[0];
}

static uint32_t cell_color(const struct dv_relief *relief, int column, int row) {
    struct dv_net_corner cell[4];
    double height = 0;
    float light = 0;
    cell_at(&relief->net, column, row, cell);
    for (int i = 0; i < 4; i++) {
        height += (double)cell[i].height / 4;
        light += cell[i].light / 4;
    }
    return dv_relief_color(relief, height, light);
}

static void shade_row(const struct dv_relief *relief, int row) {
    const struct dv_net *net = &relief->net;
    const struct canvas *canvas = relief->canvas;
    for (int first = 0; first + 1 < net->columns;) {
        uint32_t color = cell_color(relief, first, row);
        int next = first + 1;
        while (next + 1 < net->columns && cell_color(relief, next, row) == color)
            next++;
        dv_batch_rectangle(canvas->batch,
                           pixel_at(canvas, dv_net_x(net, first), dv_net_y(net, row + 1)),
                           pixel_at(canvas, dv_net_x(net, next), dv_net_y(net, row)), color);
        first = next;
    }
}

static void draw_contour(const struct dv_relief *relief, int column, int row,
                         const struct dv_net_corner cell[4], double level) {
    const struct dv_net *net = &relief->net;
    const struct canvas *canvas = relief->canvas;
    const double x[] = {dv_net_x(net, column), dv_net_x(net, column + 1)};
    const double y[] = {dv_net_y(net, row), dv_net_y(net, row + 1)};
    const dv_pixel places[] = {pixel_at(canvas, x[0], y[0]), pixel_at(canvas, x[1], y[0]),
                               pixel_at(canvas, x[1], y[1]), pixel_at(canvas, x[0], y[1])};
    dv_pixel crossings[4];
    int count = 0;
    for (int i = 0; i < 4; i++) {
        double from = (double)cell[i].height, to = (double)cell[(i + 1) % 4].height;
        dv_pixel a = places[i], b = places[(i + 1) % 4];
        if ((from < level) == (to < level))
            continue;
        float t = (float)((level - from) / (to - from));
        crossings[count++] = (dv_pixel){a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
    }
    bool heavy = fabs(remainder(level / relief->interval, 5)) < 0.5;
    for (int i = 0; i + 1 < count; i += 2)
        dv_batch_line(canvas->batch, crossings[i], crossings[i + 1],
                      (heavy ? 2.0f : 1.0f) * canvas->ratio, canvas->theme->contour);
}

// At a cliff, a cell would have a heap of lines; draw only one.
static void draw_contours(const struct dv_relief *relief, int column, int row) {
    struct dv_net_corner cell[4];
    cell_at(&relief->net, column, row, cell);
    double low = (double)INFINITY, high = (double)-INFINITY;
    for (int i = 0; i < 4; i++) {
        low = fmin(low, (double)cell[i].height);
        high = fmax(high, (double)cell[i].height);
    }
    double first = ceil(low / relief->interval), last = floor(high / relief->interval);
    if (last > first + 3)
        first = last;
    for (double level = first; level <= last; level++)
        draw_contour(relief, column, row, cell, level * relief->interval);
}

/// Arrows that point downhill, every 10 cells.
static void draw_fall(const struct dv_relief *relief) {
    const struct dv_net *net = &relief->net;
    const struct canvas *canvas = relief->canvas;
    double step = 10 * net->step;
    for (double y = ceil(net->bottom / step) * step; y <= net->top; y += step)
        for (double x = ceil(net->left / step) * step; x <= net->right; x += step) {
            float height;
            dv_vec3 normal;
            if (!dv_relief_at(canvas, x, y, &height, &normal) || normal.z > 0.9999f)
                continue;
            dv_vec3 down = dv_normalize(dv_vec(normal.x, normal.y, 0));
            double length = 2 * net->step * (0.5 + sqrt(1 - fmin((double)normal.z, 1)));
            dv_batch_arrow(
                canvas->batch, pixel_at(canvas, x, y),
                pixel_at(canvas, x + (double)down.x * length, y + (double)down.y * length),
                canvas->ratio, canvas->theme->contour);
        }
}

static void draw_ground(const struct dv_relief *relief) {
    const struct dv_net *net = &relief->net;
    for (int row = 0; row + 1 < net->rows; row++)
        shade_row(relief, row);
    dv_batch_begin(relief->canvas->batch);
    if (isfinite(relief->interval))
        for (int row = 0; row + 1 < net->rows; row++)
            for (int column = 0; column + 1 < net->columns; column++)
                draw_contours(relief, column, row);
    draw_fall(relief);
    dv_batch_end(relief->canvas->batch);
}

// Upright planes

// Seen edge-on: a line with ticks on the side where bodies can be.
static void draw_upright(const struct dv_relief *relief, const dv_surface_def *plane) {
    const struct dv_net *net = &relief->net;
    const struct canvas *canvas = relief->canvas;
    dv_vec3 n = dv_normalize(dv_vec(plane->normal.x, plane->normal.y, 0));
    double middle_x = (net->left + net->right) / 2, middle_y = (net->bottom + net->top) / 2;
    double off = (middle_x - (double)plane->point.x) * (double)n.x +
                 (middle_y - (double)plane->point.y) * (double)n.y;
    double x = middle_x - off * (double)n.x, y = middle_y - off * (double)n.y;
    int count = (net->columns + net->rows) / 2 + 1;
    for (int i = -count; i <= count; i++) {
        double along_x = -(double)n.y * net->step, along_y = (double)n.x * net->step;
        double from_x = x + i * along_x, from_y = y + i * along_y;
        if (from_x < net->left || from_x > net->right || from_y < net->bottom || from_y > net->top)
            continue;
        dv_pixel from = pixel_at(canvas, from_x, from_y);
        dv_batch_line(canvas->batch, from, pixel_at(canvas, from_x + along_x, from_y + along_y),
                      2 * canvas->ratio, canvas->theme->contour);
        if (i % 2 == 0)
            dv_batch_line(canvas->batch, from,
                          pixel_at(canvas, from_x + (double)n.x * net->step,
                                   from_y + (double)n.y * net->step),
                          canvas->ratio, canvas->theme->contour);
    }
}

// Spheres

struct ball {
    const dv_surface_def *surface;
    int sides, rings;
};

/// A point on the upper hemisphere, `share` of the radius away from its center, seen from above.
static dv_vec3 ball_point(const struct ball *ball, double share, int around) {
    double angle = 2 * 3.14159265358979 * around / ball->sides;
    double radius = (double)ball->surface->radius;
    dv_vec3 center = ball->surface->point;
    return dv_vec((float)((double)center.x + radius * share * cos(angle)),
                  (float)((double)center.y + radius * share * sin(angle)),
                  (float)((double)center.z + radius * sqrt(fmax(1 - share * share, 0))));
}

static bool is_in_sight(const struct dv_relief *relief, dv_vec3 point) {
    const struct dv_net *net = &relief->net;
    float height;
    dv_vec3 normal;
    if ((double)point.x < net->left - net->step || (double)point.x > net->right + net->step ||
        (double)point.y < net->bottom - net->step || (double)point.y > net->top + net->step)
        return false;
    return !dv_relief_at(relief->canvas, (double)point.x, (double)point.y, &height, &normal) ||
           height <= point.z;
}

static void draw_patch(const struct dv_relief *relief, const struct ball *ball, int ring,
                       int side) {
    const struct canvas *canvas = relief->canvas;
    double inner = (double)ring / ball->rings, outer = (double)(ring + 1) / ball->rings;
    dv_vec3 points[] = {ball_point(ball, inner, side), ball_point(ball, outer, side),
                        ball_point(ball, outer, side + 1), ball_point(ball, inner, side + 1)};
    dv_vec3 middle = dv_scale(dv_add(points[0], points[2]), 0.5f);
    if (!is_in_sight(relief, points[0]) && !is_in_sight(relief, points[2]))
        return;
    dv_vec3 normal = dv_normalize(dv_subtract(middle, ball->surface->point));
    uint32_t color = dv_relief_color(relief, (double)middle.z, dv_relief_light(normal));
    dv_pixel pixels[4];
    for (int i = 0; i < 4; i++)
        pixels[i] = pixel_at(canvas, (double)points[i].x, (double)points[i].y);
    canvas->batch->sharp = true;
    dv_batch_triangle(canvas->batch, pixels[0], pixels[1], pixels[2], color);
    dv_batch_triangle(canvas->batch, pixels[0], pixels[2], pixels[3], color);
    canvas->batch->sharp = false;
}

static void draw_ring(const struct dv_relief *relief, const struct ball *ball, double share,
                      float width, uint32_t color) {
    const struct canvas *canvas = relief->canvas;
    dv_batch_begin(canvas->batch);
    for (int side = 0; side < ball->sides; side++) {
        dv_vec3 a = ball_point(ball, share, side), b = ball_point(ball, share, side + 1);
        if (is_in_sight(relief, a) || is_in_sight(relief, b))
            dv_batch_line(canvas->batch, pixel_at(canvas, (double)a.x, (double)a.y),
                          pixel_at(canvas, (double)b.x, (double)b.y), width * canvas->ratio, color);
    }
    dv_batch_end(canvas->batch);
}

static void draw_ball(const struct dv_relief *relief, const dv_surface_def *surface) {
    const struct canvas *canvas = relief->canvas;
    double radius = (double)surface->radius, height = (double)surface->point.z;
    float pixels = (float)(radius * canvas->camera->scale) / canvas->ratio;
    if (!is_visible(canvas, pixel_at(canvas, (double)surface->point.x, (double)surface->point.y),
                    pixels * canvas->ratio))
        return;
    const struct ball ball = {surface, (int)dv_clamp(pixels, 24, 256),
                              (int)dv_clamp(pixels / 6, 4, 48)};
    for (int ring = 0; ring < ball.rings; ring++)
        for (int side = 0; side < ball.sides; side++)
            draw_patch(relief, &ball, ring, side);
    double interval = relief->interval;
    for (double level = ceil(height / interval) * interval; level < height + radius;
         level += interval) {
        double up = (level - height) / radius;
        draw_ring(relief, &ball, sqrt(fmax(1 - up * up, 0)), 1, canvas->theme->contour);
    }
    draw_ring(relief, &ball, 1, 2.5f, canvas->theme->surface_edge);
}

// All surfaces

static float top_of(const dv_surface_def *ball) { return ball->point.z + ball->radius; }

// Draw lower spheres first, because higher ones hide them.
static void draw_balls(const struct dv_relief *relief) {
    const dv_surface_def *balls[DV_MAX_SURFACES];
    uint32_t count = 0;
    for (uint32_t i = 0; i < dv_world_surface_limit(relief->canvas->world); i++) {
        const dv_surface_def *surface = dv_relief_surface(relief->canvas, i);
        if (!surface || surface->shape != DV_SURFACE_SPHERE)
            continue;
        uint32_t at = count++;
        for (; at > 0 && top_of(balls[at - 1]) > top_of(surface); at--)
            balls[at] = balls[at - 1];
        balls[at] = surface;
    }
    for (uint32_t i = 0; i < count; i++)
        draw_ball(relief, balls[i]);
}

static dv_result draw_all(const struct canvas *canvas) {
    struct dv_relief relief = {.canvas = canvas};
    lay_net(&relief);
    if (!is_seen(&relief.net))
        return DV_OK;
    dv_relief_measure(&relief);
    if (dv_has_ground(canvas)) {
        if (!dv_relief_sample(&relief))
            return DV_ERROR_MEMORY;
        draw_ground(&relief);
        dv_free(relief.net.corners);
    }
    for (uint32_t i = 0; i < dv_world_surface_limit(canvas->world); i++)
        if (dv_is_upright(dv_relief_surface(canvas, i)))
            draw_upright(&relief, dv_relief_surface(canvas, i));
    draw_balls(&relief);
    return DV_OK;
}

static bool is_current(const struct canvas *canvas, const dv_surface_picture *kept) {
    dv_camera a = *canvas->camera, b = kept->camera;
    dv_bounds bounds = dv_world_bounds(canvas->world);
    return kept->program == dv_world_program(canvas->world) &&
           kept->reloads == canvas->options->reloads &&
           kept->count == dv_world_surface_limit(canvas->world) && kept->width == canvas->width &&
           kept->height == canvas->height && kept->ratio == canvas->ratio && a.x == b.x &&
           a.y == b.y && a.scale == b.scale && a.left == b.left && a.top == b.top &&
           a.width == b.width && a.height == b.height && bounds.min.x == kept->bounds.min.x &&
           bounds.min.y == kept->bounds.min.y && bounds.max.x == kept->bounds.max.x &&
           bounds.max.y == kept->bounds.max.y;
}

dv_result dv_draw_surfaces(const struct canvas *canvas) {
    dv_surface_picture *kept = &canvas->drawing->surfaces;
    dv_result result = DV_OK;
    if (dv_world_surface_limit(canvas->world) == 0)
        return DV_OK;
    if (!is_current(canvas, kept)) {
        struct canvas beside = *canvas;
        beside.batch = &kept->batch;
        dv_batch_clear(&kept->batch);
        kept->program = NULL;
        result = draw_all(&beside);
        if (result != DV_OK || kept->batch.failed)
            return DV_ERROR_MEMORY;
        kept->program = dv_world_program(canvas->world);
        kept->reloads = canvas->options->reloads;
        kept->count = dv_world_surface_limit(canvas->world);
        kept->width = canvas->width;
        kept->height = canvas->height;
        kept->ratio = canvas->ratio;
        kept->camera = *canvas->camera;
        kept->bounds = dv_world_bounds(canvas->world);
    }
    dv_batch_append(canvas->batch, &kept->batch);
    return result;
}
