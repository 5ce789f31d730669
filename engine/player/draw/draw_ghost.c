// Draws the agents of the ghost's world as outlines. They are visible where they differ from the
// run's agents, which are drawn on top.
#include "player/draw/draw_private.h"
#include "player/draw/palette.h"

void dv_draw_ghost(const struct canvas *canvas) {
    struct canvas ghost = *canvas;
    ghost.world = canvas->options->ghost;
    const dv_program *program = dv_world_program(ghost.world);
    uint32_t limit = dv_world_agent_limit(ghost.world);
    for (uint32_t i = 0; i < limit; i++) {
        dv_agent agent = dv_world_agent_at(ghost.world, i);
        if (!agent.bits)
            continue;
        dv_look look = dv_program_look(program, dv_agent_kind(ghost.world, agent));
        dv_figure figure = dv_figure_of(&ghost, &canvas->drawing->ghost_motion, agent, &look);
        if (!is_visible(&ghost, figure.center, figure.length))
            continue;
        figure.detail = ghost.detail < DV_DETAIL_OUTLINE ? ghost.detail : DV_DETAIL_OUTLINE;
        figure.color = canvas->theme->ghost_body;
        figure.outline = canvas->theme->ghost;
        figure.outline_width = 1.4f * ghost.ratio;
        dv_draw_figure(&ghost, &figure);
    }
}
