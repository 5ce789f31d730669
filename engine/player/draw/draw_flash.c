// Draws a short pulse around the agents that behave differently since a save.
#include "player/draw/draw_private.h"
#include "player/gui/palette.h"

/// The triangles of a ring. If that is too much for a large crowd, each agent gets a diamond.
#define RING_TRIANGLES 64

static void draw_diamond(const struct canvas *canvas, dv_pixel center, float radius,
                         uint32_t color) {
    const dv_pixel left = {center.x - radius, center.y}, right = {center.x + radius, center.y};
    dv_batch_begin(canvas->batch);
    dv_batch_triangle(canvas->batch, left, (dv_pixel){center.x, center.y - radius}, right, color);
    dv_batch_triangle(canvas->batch, left, right, (dv_pixel){center.x, center.y + radius}, color);
    dv_batch_end(canvas->batch);
}

void dv_draw_flash(const struct canvas *canvas) {
    const dv_flash *flash = &canvas->options->flash;
    const dv_world *world = canvas->world;
    if (!flash->report)
        return; // then its age may be anything
    bool is_crowd = canvas->drawing->visible > canvas->options->triangles / RING_TRIANGLES;
    uint32_t color = dv_color_mix(DV_COLOR_FLASH, canvas->theme->ground, flash->age * flash->age);
    for (uint32_t i = 0; i < dv_world_agent_limit(world); i++) {
        dv_agent agent = dv_world_agent_at(world, i);
        if (!agent.bits || !dv_reload_changed(flash->report, dv_agent_kind(world, agent),
                                              dv_agent_state(world, agent)))
            continue;
        dv_look look = dv_program_look(dv_world_program(world), dv_agent_kind(world, agent));
        dv_figure figure = dv_figure_of(canvas, &canvas->drawing->motion, agent, &look);
        float radius = figure.length * 0.6f + (2 + 12 * flash->age) * canvas->ratio;
        if (!is_visible(canvas, figure.center, radius))
            continue;
        if (is_crowd)
            draw_diamond(canvas, figure.center, figure.length * (1.3f - 0.5f * flash->age), color);
        else
            dv_batch_ring(canvas->batch, figure.center, radius, 3 * canvas->ratio, color);
    }
}
