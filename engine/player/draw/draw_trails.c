// Draws where agents have been.
#include "player/draw/draw_private.h"
#include "player/gui/palette.h"

// A tapered segment takes one triangle; a line takes two.
static void draw_segment(const struct canvas *canvas, dv_pixel older, dv_pixel newer, bool tapered,
                         uint32_t color) {
    float width = 1.4f * canvas->ratio;
    if (!tapered) {
        dv_batch_line(canvas->batch, older, newer, width, color);
        return;
    }
    float x = newer.x - older.x, y = newer.y - older.y, length = sqrtf(x * x + y * y);
    float across = length > 0 ? width / length : 0;
    dv_batch_triangle(canvas->batch, older, (dv_pixel){newer.x - y * across, newer.y + x * across},
                      (dv_pixel){newer.x + y * across, newer.y - x * across}, color);
}

/// Whether an agent has not moved from one place to the other, but jumped or crossed a wrapped
/// edge.
static bool is_jump(const struct canvas *canvas, dv_vec3 from, dv_vec3 to) {
    if (!canvas->camera->orbits)
        to.z = from.z; // the plan doesn't show heights
    double longest = canvas->width / (3 * canvas->camera->scale);
    double way = fabs((double)from.x - (double)to.x) + fabs((double)from.y - (double)to.y) +
                 fabs((double)from.z - (double)to.z);
    return !(way < longest) || dv_motion_crosses_edge(canvas->world, from, to);
}

static void draw_trail(const struct canvas *canvas, const dv_trail *trail, dv_vec3 head,
                       uint32_t color, uint32_t segments, uint32_t stride) {
    dv_vec3 newer = head;
    for (uint32_t i = 0; i < segments; i++) {
        uint32_t back = (i + 1) * stride;
        if (back > trail->count)
            break;
        const float *point =
            trail->points[(trail->next + DV_TRAIL_POINTS - back) % DV_TRAIL_POINTS];
        dv_vec3 older = {point[0], point[1], point[2]}, from = older, to = newer;
        float age = (float)i / (float)segments;
        if (!is_jump(canvas, older, newer) && dv_cut_line(canvas->camera, &from, &to)) {
            dv_spot spot = spot_at(canvas, from);
            dv_draw_at(canvas, from, spot);
            draw_segment(canvas, spot.pixel, spot_at(canvas, to).pixel, stride > 1,
                         dv_color_mix(color, canvas->theme->ground, 0.35f + 0.6f * age));
        }
        newer = older;
    }
}

static uint32_t color_of(const struct canvas *canvas, dv_agent agent) {
    uint32_t color = dv_color_of_agent(canvas, agent);
    return dv_agent_is_dimmed(canvas, agent) ? dv_dimmed_color(canvas, color) : color;
}

void dv_draw_trails(const struct canvas *canvas) {
    uint32_t limit = dv_world_agent_limit(canvas->world);
    uint32_t count = dv_world_agent_count(canvas->world);
    uint32_t segments = count ? canvas->options->triangles / 2 / count : 0;
    segments = segments < 1 ? 1 : segments > DV_TRAIL_POINTS ? DV_TRAIL_POINTS : segments;
    uint32_t stride = segments < 16 ? 16 / segments : 1;
    for (uint32_t i = 0; i < limit; i++) {
        dv_agent agent = dv_world_agent_at(canvas->world, i);
        const dv_trail *trail =
            agent.bits ? dv_motion_trail(&canvas->drawing->motion, agent) : NULL;
        if (!trail)
            continue;
        dv_pose pose = dv_motion_pose(&canvas->drawing->motion, canvas->world, agent,
                                      canvas->options->fraction);
        dv_vec3 head = {pose.x, pose.y, pose.z};
        dv_pixel pixel = spot_at(canvas, head).pixel;
        // From behind the eye, a trail may lead anywhere.
        if (isnan(pixel.x) || is_visible(canvas, pixel, (float)canvas->width / 2))
            draw_trail(canvas, trail, head, color_of(canvas, agent), segments, stride);
    }
}
