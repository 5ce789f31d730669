// Draws the agents of the ghost's world, pale, and what sets them apart from the run's agents,
// which are drawn on top: a line to where the same agent is in the run, and a sign at agents that
// are in only one of the worlds, "+" in the run and "−" in the ghost.
#include "player/draw/draw_private.h"
#include "player/gui/palette.h"

#include <math.h>

/// How much of its color a ghost loses.
static const float paleness = 0.65f;
/// How far from its agent a ghost must be to be named, in pixels of a screen without scaling.
/// Nearer ones are among other agents, which the name would cover.
static const float least_named = 40;

static bool are_alike(const dv_figure *a, const dv_figure *b) {
    return a->center.x == b->center.x && a->center.y == b->center.y &&
           a->forward_x == b->forward_x && a->forward_y == b->forward_y && a->length == b->length;
}

/// The same agent in another world; null if it isn't there.
static dv_agent counterpart(dv_agent agent, const dv_world *other) {
    dv_agent there = {dv_handle_in_world(agent.bits, dv_world_id(other))};
    return dv_agent_alive(other, there) ? there : (dv_agent){0};
}

/// The offset, in pixels, of where the agent is in the run. In a world that wraps, it is the short
/// way, which may lead across an edge.
static dv_pixel offset_to(const struct canvas *canvas, const struct canvas *ghost,
                          const dv_agent agents[2]) {
    dv_vec3 offset = dv_world_offset(canvas->world, dv_agent_position(ghost->world, agents[1]),
                                     dv_agent_position(canvas->world, agents[0]));
    return offset_at(canvas, dv_agent_position(ghost->world, agents[1]), offset);
}

/// Draw a line between the same agent in both worlds, `offset` apart. Across an edge, it is drawn
/// at either side.
static void draw_link(const struct canvas *canvas, dv_pixel ghost, dv_pixel agent,
                      dv_pixel offset) {
    float width = 1.2f * canvas->ratio;
    uint32_t color = canvas->theme->ghost;
    dv_pixel ends[] = {{ghost.x + offset.x, ghost.y + offset.y},
                       {agent.x - offset.x, agent.y - offset.y}};
    bool crosses =
        fabsf(ends[0].x - agent.x) + fabsf(ends[0].y - agent.y) > hypotf(offset.x, offset.y);
    dv_batch_line(canvas->batch, ghost, crosses ? ends[0] : agent, width, color);
    if (crosses)
        dv_batch_line(canvas->batch, ends[1], agent, width, color);
}

/// "+" or "−" beside a figure.
static void draw_sign(const struct canvas *canvas, const dv_figure *figure, bool is_plus,
                      uint32_t color) {
    float half = 4 * canvas->ratio, width = 2 * canvas->ratio;
    float away = figure->length * 0.45f + half;
    dv_pixel at = {figure->center.x + away, figure->center.y - away};
    dv_batch_line(canvas->batch, (dv_pixel){at.x - half, at.y}, (dv_pixel){at.x + half, at.y},
                  width, color);
    if (is_plus)
        dv_batch_line(canvas->batch, (dv_pixel){at.x, at.y - half}, (dv_pixel){at.x, at.y + half},
                      width, color);
}

static dv_figure figure_in(const struct canvas *canvas, const dv_motion *motion, dv_agent agent) {
    const dv_program *program = dv_world_program(canvas->world);
    dv_look look = dv_program_look(program, dv_agent_kind(canvas->world, agent));
    return dv_figure_of(canvas, motion, agent, &look);
}

/// What is drawn next is at an agent, one of the ghost's world or of the run's.
static void draw_at_agent(const struct canvas *canvas, const dv_motion *motion,
                          const dv_world *world, dv_agent agent) {
    dv_pose pose = dv_motion_pose(motion, world, agent, canvas->options->fraction);
    dv_vec3 place = {pose.x, pose.y, pose.z};
    dv_draw_at(canvas, place, spot_at(canvas, place));
}

static void draw_pale(const struct canvas *ghost, dv_figure *figure, dv_agent agent) {
    const dv_theme *theme = ghost->theme;
    figure->detail = ghost->detail < DV_DETAIL_OUTLINE ? ghost->detail : DV_DETAIL_OUTLINE;
    figure->color = dv_color_of_agent(ghost, agent);
    dv_figure_fade(figure, theme->ghost_body, paleness);
    figure->outline = theme->ghost;
    figure->outline_width = 1.4f * ghost->ratio;
    dv_draw_figure(ghost, figure);
}

static void note_farthest(dv_drawing *drawing, dv_pixel ghost, dv_pixel offset) {
    float apart = hypotf(offset.x, offset.y);
    // Not a number: one of the two is behind the eye.
    if (!(apart > drawing->ghost_apart))
        return;
    drawing->farthest_ghost = ghost;
    drawing->ghost_apart = apart;
}

static void draw_ghost_of(const struct canvas *canvas, const struct canvas *ghost, dv_agent agent) {
    dv_figure figure = figure_in(ghost, &canvas->drawing->ghost_motion, agent);
    dv_agent of_run = counterpart(agent, canvas->world);
    bool is_shown = is_visible(canvas, figure.center, figure.length);
    draw_at_agent(canvas, &canvas->drawing->ghost_motion, ghost->world, agent);
    if (of_run.bits) {
        dv_figure other = figure_in(canvas, &canvas->drawing->motion, of_run);
        if (are_alike(&figure, &other))
            return;
        dv_pixel offset = offset_to(canvas, ghost, (const dv_agent[]){of_run, agent});
        bool is_near = hypotf(offset.x, offset.y) <= figure.length;
        if (!is_near && (is_shown || is_visible(canvas, other.center, other.length)))
            draw_link(canvas, figure.center, other.center, offset);
        if (!is_near && is_visible(canvas, figure.center, 0))
            note_farthest(canvas->drawing, figure.center, offset);
    }
    if (!is_shown)
        return;
    draw_pale(ghost, &figure, agent);
    if (!of_run.bits)
        draw_sign(canvas, &figure, false, DV_COLOR_FAULT);
}

/// Signs at the agents that only the run has.
static void draw_new(const struct canvas *canvas, const struct canvas *ghost) {
    uint32_t limit = dv_world_agent_limit(canvas->world);
    for (uint32_t i = 0; i < limit; i++) {
        dv_agent agent = dv_world_agent_at(canvas->world, i);
        if (!agent.bits || counterpart(agent, ghost->world).bits)
            continue;
        dv_figure figure = figure_in(canvas, &canvas->drawing->motion, agent);
        if (!is_visible(canvas, figure.center, figure.length))
            continue;
        draw_at_agent(canvas, &canvas->drawing->motion, canvas->world, agent);
        draw_sign(canvas, &figure, true, DV_COLOR_GOOD);
    }
}

void dv_draw_ghost(const struct canvas *canvas) {
    struct canvas ghost = *canvas;
    ghost.world = canvas->options->ghost;
    canvas->drawing->ghost_apart = 0;
    uint32_t limit = dv_world_agent_limit(ghost.world);
    for (uint32_t i = 0; i < limit; i++) {
        dv_agent agent = dv_world_agent_at(ghost.world, i);
        if (agent.bits)
            draw_ghost_of(canvas, &ghost, agent);
    }
    draw_new(canvas, &ghost);
}

void dv_write_ghost(const struct canvas *canvas, const dv_drawing *drawing) {
    if (drawing->ghost_apart > least_named * canvas->ratio)
        dv_write_beside(canvas, drawing->farthest_ghost, true, DV_COLOR_TEXT, "under the old code");
}
