// Draws the ground, the grid, the edge, regions, flows, and obstacles.
#include "player/draw/draw_private.h"
#include "player/draw/level.h"
#include "player/draw/triangulate.h"
#include "player/gui/palette.h"

void dv_draw_background(const struct canvas *canvas) {
    dv_bounds bounds = dv_world_bounds(canvas->world);
    uint32_t color = has_bounds(&bounds) ? canvas->theme->outside : canvas->theme->ground;
    dv_batch_rectangle(canvas->batch, (dv_pixel){0, 0},
                       (dv_pixel){(float)canvas->width, (float)canvas->height}, color);
    if (has_bounds(&bounds))
        dv_batch_rectangle(canvas->batch, pixel_at(canvas, bounds.min.x, bounds.min.y),
                           pixel_at(canvas, bounds.max.x, bounds.max.y), canvas->theme->ground);
}

/// A line along the grid, which covers whole pixels.
static void draw_grid_line(const struct canvas *canvas, dv_pixel a, dv_pixel b) {
    float width = fmaxf(roundf(canvas->ratio), 1), half = fmodf(width, 2) / 2;
    dv_batch_line(canvas->batch, (dv_pixel){floorf(a.x) + half, floorf(a.y) + half},
                  (dv_pixel){floorf(b.x) + half, floorf(b.y) + half}, width, canvas->theme->grid);
}

void dv_draw_grid(const struct canvas *canvas) {
    dv_bounds bounds = dv_world_bounds(canvas->world);
    double left, top, right, bottom;
    dv_camera_to_world(canvas->camera, 0, 0, &left, &top);
    dv_camera_to_world(canvas->camera, canvas->width, canvas->height, &right, &bottom);
    if (has_bounds(&bounds)) {
        left = fmax(left, bounds.min.x);
        right = fmin(right, bounds.max.x);
        bottom = fmax(bottom, bounds.min.y);
        top = fmin(top, bounds.max.y);
    }
    double step = dv_camera_step(canvas->camera, 48 * canvas->ratio);
    for (double x = ceil(left / step) * step; x <= right; x += step)
        draw_grid_line(canvas, pixel_at(canvas, x, bottom), pixel_at(canvas, x, top));
    for (double y = ceil(bottom / step) * step; y <= top; y += step)
        draw_grid_line(canvas, pixel_at(canvas, left, y), pixel_at(canvas, right, y));
}

// The edge of a contained world is solid, of a wrapped world dashed, and of an open world faint.
void dv_draw_edge(const struct canvas *canvas) {
    dv_bounds bounds = dv_world_bounds(canvas->world);
    if (!has_bounds(&bounds))
        return;
    const dv_pixel corners[5] = {
        pixel_at(canvas, bounds.min.x, bounds.min.y), pixel_at(canvas, bounds.max.x, bounds.min.y),
        pixel_at(canvas, bounds.max.x, bounds.max.y), pixel_at(canvas, bounds.min.x, bounds.max.y),
        pixel_at(canvas, bounds.min.x, bounds.min.y),
    };
    float width = (bounds.edge == DV_EDGE_CONTAIN ? 3.0f : 1.5f) * canvas->ratio;
    for (int i = 0; i < 4; i++) {
        if (bounds.edge == DV_EDGE_WRAP)
            dv_batch_dashes(canvas->batch, corners[i], corners[i + 1], width, 8 * canvas->ratio,
                            canvas->theme->sight_edge);
        else
            dv_batch_line(canvas->batch, corners[i], corners[i + 1], width,
                          bounds.edge == DV_EDGE_CONTAIN ? canvas->theme->edge
                                                         : canvas->theme->grid);
    }
}

uint32_t dv_fill_of(const struct canvas *canvas, dv_obstacle obstacle) {
    uint32_t own = dv_obstacle_color(canvas->world, obstacle);
    return own ? own : canvas->theme->stone;
}

// Obstacles that don't block sight are translucent; those that don't block movement have a dashed
// edge, or none. Of hollow ones, only the edge is drawn, like a wall.
#define EDGE_WIDTH 1.5f
#define WALL_WIDTH 4.0f

static uint32_t tint_of(const struct canvas *canvas, dv_obstacle obstacle, uint32_t color) {
    bool hides = dv_obstacle_blocks(canvas->world, obstacle) & DV_BLOCKS_SIGHT;
    return hides ? color : (color & ~0xffu) | DV_SEE_THROUGH;
}

/// The edge between two points, on the ground.
static void draw_edge(const struct canvas *canvas, dv_vec3 from, dv_vec3 to, float width,
                      uint32_t color, bool is_solid) {
    dv_vec3 a = ground_at(canvas, from.x, from.y), b = ground_at(canvas, to.x, to.y);
    width *= canvas->ratio;
    if (is_solid)
        dv_draw_line(canvas->batch, canvas->camera, a, b, width, color);
    else
        dv_draw_dashes(canvas->batch, canvas->camera, a, b, width, 6 * canvas->ratio, color);
}

static void fill_polygon(const struct canvas *canvas, const dv_vec3 *points, uint32_t count,
                         uint32_t color) {
    uint16_t corners[3 * DV_MAX_POLYGON_POINTS];
    uint32_t triangles = dv_triangulate(points, count, corners);
    dv_batch_begin(canvas->batch);
    for (uint32_t i = 0; i < 3 * triangles; i += 3) {
        dv_vec3 face[3];
        for (uint32_t k = 0; k < 3; k++)
            face[k] = ground_at(canvas, points[corners[i + k]].x, points[corners[i + k]].y);
        dv_draw_face(canvas->batch, canvas->camera, face, 3, color);
    }
    dv_batch_end(canvas->batch);
}

static void draw_edges(const struct canvas *canvas, const dv_vec3 *points, uint32_t count,
                       float width, uint32_t color, bool is_solid) {
    dv_batch_begin(canvas->batch);
    for (uint32_t i = 0; i < count; i++)
        draw_edge(canvas, points[i], points[(i + 1) % count], width, color, is_solid);
    dv_batch_end(canvas->batch);
}

/// Balls with a greater radius, in pixels, are shaded.
static const float least_domed = 3;

/// Lighten a ball where it faces the light, at the upper left.
static void draw_dome(const struct canvas *canvas, dv_pixel center, float radius, uint32_t color) {
    for (int i = 1; i <= 2; i++) {
        float up = 0.15f * (float)i * radius;
        dv_batch_disc(canvas->batch, (dv_pixel){center.x - up, center.y - up},
                      radius * (1 - 0.3f * (float)i),
                      dv_color_mix(color, 0xffffffffu, 0.06f * (float)i));
    }
}

static void draw_sphere(const struct canvas *canvas, dv_obstacle obstacle, bool is_solid) {
    dv_vec3 center = dv_obstacle_position(canvas->world, obstacle);
    dv_pixel pixel = pixel_at(canvas, center.x, center.y);
    float radius = (float)(dv_obstacle_radius(canvas->world, obstacle) * canvas->camera->scale);
    if (!is_visible(canvas, pixel, radius))
        return;
    uint32_t edge_color = tint_of(canvas, obstacle, canvas->theme->stone_edge);
    if (dv_obstacle_hollow(canvas->world, obstacle)) {
        float width = (is_solid ? WALL_WIDTH : EDGE_WIDTH) * canvas->ratio;
        dv_batch_ring(canvas->batch, pixel, radius, width, edge_color);
        return;
    }
    float edge = is_solid ? EDGE_WIDTH * canvas->ratio : 0;
    if (is_solid)
        dv_batch_disc(canvas->batch, pixel, radius, edge_color);
    uint32_t fill = dv_fill_of(canvas, obstacle), color = tint_of(canvas, obstacle, fill);
    dv_batch_disc(canvas->batch, pixel, fmaxf(radius - edge, 0), color);
    if (is_solid && (color & 0xff) == 0xff && radius > least_domed * canvas->ratio)
        draw_dome(canvas, pixel, radius, fill);
}

static void draw_obstacle(const struct canvas *canvas, dv_obstacle obstacle) {
    dv_obstacle_shape shape = dv_obstacle_shape_of(canvas->world, obstacle);
    bool is_solid = dv_obstacle_blocks(canvas->world, obstacle) & DV_BLOCKS_MOVEMENT;
    bool is_hollow = dv_obstacle_hollow(canvas->world, obstacle);
    uint32_t edge = tint_of(canvas, obstacle, canvas->theme->stone_edge);
    if (shape == DV_SPHERE || shape == DV_CYLINDER) {
        draw_sphere(canvas, obstacle, is_solid);
        return;
    }
    const dv_vec3 *points;
    uint32_t count = dv_obstacle_outline(canvas->world, obstacle, &points);
    if (shape == DV_WALL && count >= 2)
        draw_edge(canvas, points[0], points[1], WALL_WIDTH, edge, is_solid);
    if (shape != DV_WALL && count >= 3 && count <= DV_MAX_POLYGON_POINTS) {
        if (!is_hollow)
            fill_polygon(canvas, points, count,
                         tint_of(canvas, obstacle, dv_fill_of(canvas, obstacle)));
        draw_edges(canvas, points, count, is_hollow ? WALL_WIDTH : EDGE_WIDTH, edge, is_solid);
    }
}

void dv_draw_obstacles(const struct canvas *canvas) {
    uint32_t limit = dv_world_obstacle_limit(canvas->world);
    for (uint32_t i = 0; i < limit; i++) {
        dv_obstacle obstacle = dv_world_obstacle_at(canvas->world, i);
        if (obstacle.bits)
            draw_obstacle(canvas, obstacle);
    }
}

// The color of a region's terrain; without one, slow ground looks like mud and fast ground like
// lawn.
static uint32_t ground_color(const struct canvas *canvas, dv_region region) {
    const dv_world *world = canvas->world;
    int32_t terrain = dv_region_terrain(world, region);
    float speed = dv_region_speed(world, region);
    if (terrain >= 0) {
        const dv_terrain_def *def =
            dv_program_terrain_at(dv_world_program(world), (uint32_t)terrain);
        if (def->color)
            return dv_color_mix(canvas->theme->ground, def->color, 0.6f);
        speed *= (float)def->speed;
    }
    return speed < 1   ? canvas->theme->region_slow
           : speed > 1 ? canvas->theme->region_fast
                       : canvas->theme->region;
}

static void draw_region(const struct canvas *canvas, dv_region region) {
    uint32_t color = ground_color(canvas, region);
    dv_obstacle_shape shape = dv_region_shape_of(canvas->world, region);
    if (shape == DV_SPHERE || shape == DV_CYLINDER) {
        dv_vec3 center = dv_region_position(canvas->world, region);
        const dv_level level =
            dv_level_at(canvas->camera, (dv_axis){center.x, center.y, canvas->floor},
                        dv_region_radius(canvas->world, region));
        dv_level_disc(canvas->batch, &level, color);
        return;
    }
    const dv_vec3 *points;
    uint32_t count = dv_region_outline(canvas->world, region, &points);
    if (count >= 3 && count <= DV_MAX_POLYGON_POINTS) {
        fill_polygon(canvas, points, count, color);
        draw_edges(canvas, points, count, EDGE_WIDTH, color, true);
    }
}

void dv_draw_regions(const struct canvas *canvas) {
    for (uint32_t i = 0; i < dv_world_region_limit(canvas->world); i++) {
        dv_region region = dv_world_region_at(canvas->world, i);
        if (region.bits)
            draw_region(canvas, region);
    }
}

/// How long it takes from `x` at a speed to one end of a range.
static double until(double x, double speed, double low, double high) {
    return speed > 0 ? (high - x) / speed : speed < 0 ? (low - x) / speed : INFINITY;
}

/// The most arrows along each side of the ground, in an orbit.
#define MOST_ARROWS 64

// Arrows are on a grid whose cell is at least 28 pixels wide and a round number of meters, so that
// they stay in place when the camera moves. The fastest flow on the screen has the longest arrow.
// Arrows begin and end within bounds that agents do not leave; in a world that wraps, the flow
// repeats beyond them.
static void draw_flow(const struct canvas *canvas, dv_flow flow) {
    double left, top, right, bottom;
    dv_camera_to_world(canvas->camera, 0, 0, &left, &top);
    dv_camera_to_world(canvas->camera, canvas->width, canvas->height, &right, &bottom);
    dv_bounds bounds = dv_world_bounds(canvas->world);
    bool is_bounded = bounds.edge != DV_EDGE_OPEN || canvas->camera->orbits;
    if (canvas->camera->orbits && !has_bounds(&bounds))
        return; // there is no ground to draw it on
    if (canvas->camera->orbits) {
        left = bottom = -INFINITY;
        right = top = INFINITY;
    }
    if (is_bounded) {
        left = fmax(left, bounds.min.x);
        right = fmin(right, bounds.max.x);
        bottom = fmax(bottom, bounds.min.y);
        top = fmin(top, bounds.max.y);
    }
    double step = dv_camera_step(canvas->camera, 28 * canvas->ratio);
    // Near the ground, a step of so few pixels would give far too many arrows.
    if (canvas->camera->orbits)
        step = fmax(step, fmax(right - left, top - bottom) / MOST_ARROWS);
    float height = canvas->camera->orbits ? canvas->floor : 0;
    double fastest = 0, first_x = ceil(left / step) * step, first_y = ceil(bottom / step) * step;
    for (int pass = 0; pass < 2; pass++)
        for (double y = first_y; y <= top; y += step)
            for (double x = first_x; x <= right; x += step) {
                dv_vec3 v = dv_flow_at(canvas->world, flow, (dv_vec3){(float)x, (float)y, height});
                double speed = sqrt((double)v.x * v.x + (double)v.y * v.y);
                if (pass == 0) {
                    fastest = fmax(fastest, speed);
                    continue;
                }
                double length = fastest > 0 ? 0.8 * step / fastest : 0;
                if (is_bounded) {
                    length = fmin(length, until(x, (double)v.x, bounds.min.x, bounds.max.x));
                    length = fmin(length, until(y, (double)v.y, bounds.min.y, bounds.max.y));
                }
                if (speed > 0.02 * fastest && length > 0)
                    dv_draw_arrow(canvas->batch, canvas->camera, ground_at(canvas, x, y),
                                  ground_at(canvas, x + v.x * length, y + v.y * length),
                                  canvas->ratio, canvas->theme->flow);
            }
}

void dv_draw_flows(const struct canvas *canvas) {
    for (uint32_t i = 0; i < dv_world_flow_limit(canvas->world); i++) {
        dv_flow flow = dv_world_flow_at(canvas->world, i);
        if (flow.bits)
            draw_flow(canvas, flow);
    }
}
