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

static void draw_trail(const struct canvas *canvas, const dv_trail *trail, dv_spot head,
                       uint32_t color, uint32_t segments, uint32_t stride) {
    dv_spot newer = head;
    float longest = (float)canvas->width / 3;
    for (uint32_t i = 0; i < segments; i++) {
        uint32_t back = (i + 1) * stride;
        if (back > trail->count)
            break;
        const float *point =
            trail->points[(trail->next + DV_TRAIL_POINTS - back) % DV_TRAIL_POINTS];
        dv_vec3 place = {point[0], point[1], point[2]};
        dv_spot older = spot_at(canvas, place);
        float age = (float)i / (float)segments;
        // Such a long segment means that the agent jumped or crossed a wrapped edge.
        if (fabsf(older.pixel.x - newer.pixel.x) + fabsf(older.pixel.y - newer.pixel.y) < longest) {
            dv_draw_at(canvas, place, older);
            draw_segment(canvas, older.pixel, newer.pixel, stride > 1,
                         dv_color_mix(color, canvas->theme->ground, 0.35f + 0.6f * age));
        }
        newer = older;
    }
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
        dv_spot head = spot_at(canvas, (dv_vec3){pose.x, pose.y, pose.z});
        if (is_visible(canvas, head.pixel, (float)canvas->width / 2))
            draw_trail(canvas, trail, head, dv_color_of_agent(canvas, agent), segments, stride);
    }
}
