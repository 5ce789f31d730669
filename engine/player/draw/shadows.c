// Soft shadows of obstacles and agents, from a light at the upper left. A shadow is laid down in a
// few layers, each wider than the one above, so that it fades toward its edge.
#include "player/draw/draw_private.h"
#include "player/draw/relief.h"

#include "base/math.h"

/// The opacity of one layer, and of all.
#define LAYERS 3
static const uint32_t layer_color = 0x0000001eu;

/// Away from the light, on the screen.
static const float away = 0.7071f;

/// The height of obstacles that block sight, in m and in pixels. Others are lower.
static const float height_of_obstacles = 0.8f, least_height = 2, most_height = 9;
/// The height of a ball, of which the ground hides half, in its radii.
static const float height_of_balls = 0.4f;
/// The farthest that the shadow of an agent in a volume falls, in lengths of the agent.
static const float farthest = 3;

// Obstacles

/// How far a shadow falls, in pixels; 0: there is none, because nothing stands there.
static float height_at(const struct canvas *canvas, dv_obstacle obstacle, float meters) {
    uint32_t blocks = dv_obstacle_blocks(canvas->world, obstacle);
    float height = dv_clamp(meters * (float)canvas->camera->scale, least_height * canvas->ratio,
                            most_height * canvas->ratio);
    if (!(blocks & DV_BLOCKS_MOVEMENT))
        return 0;
    return blocks & DV_BLOCKS_SIGHT ? height : 0.4f * height;
}

/// How much wider a layer is than the body, in pixels.
static float layer_width(int layer, float height) {
    return ((float)layer / (LAYERS - 1) - 0.5f) * 0.7f * height;
}

/// The area that a line covers as it moves away from the light.
static void sweep_line(const struct canvas *canvas, dv_pixel a, dv_pixel b, float far,
                       float width) {
    dv_pixel c = {b.x + far, b.y + far}, d = {a.x + far, a.y + far};
    dv_batch_triangle(canvas->batch, a, b, c, layer_color);
    dv_batch_triangle(canvas->batch, a, c, d, layer_color);
    if (width > 0) {
        dv_batch_line(canvas->batch, c, d, 2 * width, layer_color);
        dv_batch_disc(canvas->batch, c, width, layer_color);
        dv_batch_disc(canvas->batch, d, width, layer_color);
    }
}

static void shade_ball(const struct canvas *canvas, dv_obstacle obstacle) {
    dv_vec3 center = dv_obstacle_position(canvas->world, obstacle);
    dv_pixel at = pixel_at(canvas, center.x, center.y);
    float meters = (float)dv_obstacle_radius(canvas->world, obstacle);
    float radius = meters * (float)canvas->camera->scale;
    float far = away * height_at(canvas, obstacle, height_of_balls * meters);
    if (far == 0 || !is_visible(canvas, at, radius + 2 * far))
        return;
    const dv_figure disc = {.shape = DV_SHAPE_DISC,
                            .center = {at.x + far, at.y + far},
                            .forward_x = 1,
                            .length = 2 * radius,
                            .detail = DV_DETAIL_ALL};
    bool is_hollow = dv_obstacle_hollow(canvas->world, obstacle);
    // There may be a forest of them.
    if (!is_hollow && canvas->in_memory &&
        dv_sprites_shadow(&canvas->drawing->sprites, canvas->batch, &disc))
        return;
    for (int layer = 0; layer < LAYERS; layer++) {
        float width = layer_width(layer, far / away);
        if (is_hollow)
            dv_batch_ring(canvas->batch, disc.center, radius, 2 * (far + width), layer_color);
        else
            dv_batch_disc(canvas->batch, disc.center, radius + width, layer_color);
    }
}

static bool find_pixels(const struct canvas *canvas, const dv_vec3 *points, uint32_t count,
                        float margin, dv_pixel pixels[DV_MAX_POLYGON_POINTS]) {
    dv_pixel low = {INFINITY, INFINITY}, high = {-INFINITY, -INFINITY};
    for (uint32_t i = 0; i < count; i++) {
        dv_pixel p = pixels[i] = pixel_at(canvas, points[i].x, points[i].y);
        low = (dv_pixel){fminf(low.x, p.x), fminf(low.y, p.y)};
        high = (dv_pixel){fmaxf(high.x, p.x), fmaxf(high.y, p.y)};
    }
    return high.x > -margin && high.y > -margin && low.x < (float)canvas->width + margin &&
           low.y < (float)canvas->height + margin;
}

// The obstacle itself is drawn over its shadow, so what its edges sweep is enough.
static void shade_outline(const struct canvas *canvas, dv_obstacle obstacle) {
    const dv_vec3 *points;
    dv_pixel pixels[DV_MAX_POLYGON_POINTS];
    uint32_t count = dv_obstacle_outline(canvas->world, obstacle, &points);
    float far = away * height_at(canvas, obstacle, height_of_obstacles);
    if (far == 0 || count < 2 || count > DV_MAX_POLYGON_POINTS ||
        !find_pixels(canvas, points, count, 2 * far, pixels))
        return;
    uint32_t edges = count == 2 ? 1 : count;
    for (int layer = 0; layer < LAYERS; layer++) {
        float width = layer_width(layer, far / away);
        dv_batch_begin(canvas->batch);
        for (uint32_t i = 0; i < edges; i++)
            sweep_line(canvas, pixels[i], pixels[(i + 1) % count], far + fminf(width, 0), width);
        dv_batch_end(canvas->batch);
    }
}

void dv_draw_obstacle_shadows(const struct canvas *canvas) {
    uint32_t limit = canvas->has_shadows ? dv_world_obstacle_limit(canvas->world) : 0;
    for (uint32_t i = 0; i < limit; i++) {
        dv_obstacle obstacle = dv_world_obstacle_at(canvas->world, i);
        if (!obstacle.bits)
            continue;
        dv_obstacle_shape shape = dv_obstacle_shape_of(canvas->world, obstacle);
        if (shape == DV_SPHERE || shape == DV_CYLINDER)
            shade_ball(canvas, obstacle);
        else
            shade_outline(canvas, obstacle);
    }
}

// Agents

/// How far the shadow of a figure falls, in pixels. In a volume where bodies walk on no surface,
/// the higher an agent is, the farther.
static float fall_of(const struct canvas *canvas, dv_agent agent, const dv_figure *figure) {
    const dv_world *world = canvas->world;
    float far = dv_shadow_fall(figure);
    dv_bounds bounds = dv_world_bounds(world);
    if (dv_world_space(world) == DV_PLANE || !isfinite(bounds.min.z) || dv_has_footing(canvas))
        return far;
    float up = (dv_agent_position(world, agent).z - bounds.min.z) * (float)canvas->camera->scale;
    return far + dv_clamp(0.25f * up, 0, farthest * figure->length);
}

void dv_draw_agent_shadow(const struct canvas *canvas, dv_agent agent, const dv_figure *figure) {
    if (!canvas->has_shadows)
        return;
    dv_figure shadow = *figure;
    float far = fall_of(canvas, agent, figure);
    shadow.center = (dv_pixel){figure->center.x + far, figure->center.y + far};
    if (!canvas->in_memory || !dv_sprites_shadow(&canvas->drawing->sprites, canvas->batch, &shadow))
        dv_figure_shadow(canvas->batch, &shadow);
}
