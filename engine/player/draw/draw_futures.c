// Draws two futures of agents as paths: pale without the last changes, and white with them. A dot
// is a second of simulated time, and a figure is where the agent ends up; a cross is where it is
// gone. Without a selected agent, these are the agents whose futures end farthest apart.
#include "player/draw/draw_private.h"

#include "player/gui/gui.h"
#include "player/gui/palette.h"

#include <math.h>
#include <stdio.h>

/// Agents with paths, if none is selected.
#define MOST_SHOWN 8u

struct chosen {
    uint32_t count;
    uint32_t agents[MOST_SHOWN]; // indices, the farthest first
    float apart[MOST_SHOWN];     // pixels
};

/// How one of the paths is drawn. Widths and radii are pixels of a screen without scaling.
struct manner {
    const dv_paths *paths;
    uint32_t color;
    float width, dot, paleness;
};

static uint32_t common_points(const dv_futures *futures) {
    uint32_t unchanged = futures->unchanged.points, changed = futures->changed.points;
    return unchanged < changed ? unchanged : changed;
}

// Choosing

static dv_pixel pixel_of(const struct canvas *canvas, dv_vec3 place) {
    return spot_at(canvas, place).pixel;
}

/// How far apart two places are, in pixels. In a world that wraps, this is the short way.
static float pixels_between(const struct canvas *canvas, dv_vec3 from, dv_vec3 to) {
    dv_pixel apart = offset_at(canvas, from, dv_world_offset(canvas->world, from, to));
    return hypotf(apart.x, apart.y);
}

/// How far apart the futures of an agent are at the last point that both have, in pixels. 0 if it
/// is gone in one of them, or if an end isn't on the picture.
static float apart_at_end(const struct canvas *canvas, uint32_t agent) {
    const dv_futures *futures = canvas->options->futures;
    uint32_t point = common_points(futures) - 1;
    dv_vec3 unchanged = dv_future_place(futures, &futures->unchanged, point, agent);
    dv_vec3 changed = dv_future_place(futures, &futures->changed, point, agent);
    float apart = pixels_between(canvas, unchanged, changed);
    bool is_shown = !isnan(apart) && is_visible(canvas, pixel_of(canvas, unchanged), 0) &&
                    is_visible(canvas, pixel_of(canvas, changed), 0);
    return is_shown ? apart : 0;
}

static void choose(struct chosen *chosen, uint32_t agent, float apart) {
    uint32_t place = chosen->count;
    while (place > 0 && chosen->apart[place - 1] < apart)
        place--;
    if (place == MOST_SHOWN)
        return;
    uint32_t last = chosen->count < MOST_SHOWN ? chosen->count++ : MOST_SHOWN - 1;
    for (uint32_t i = last; i > place; i--) {
        chosen->agents[i] = chosen->agents[i - 1];
        chosen->apart[i] = chosen->apart[i - 1];
    }
    chosen->agents[place] = agent;
    chosen->apart[place] = apart;
}

static struct chosen choose_agents(const struct canvas *canvas) {
    const dv_futures *futures = canvas->options->futures;
    struct chosen chosen = {0};
    dv_agent selected = canvas->options->selected;
    uint32_t index = dv_handle_index(selected.bits);
    if (dv_agent_alive(canvas->world, selected)) {
        if (index < futures->agents)
            choose(&chosen, index, 0);
        return chosen;
    }
    for (uint32_t i = 0; common_points(futures) > 1 && i < futures->agents; i++) {
        float apart = apart_at_end(canvas, i);
        if (apart > 3 * canvas->ratio)
            choose(&chosen, i, apart);
    }
    return chosen;
}

// Drawing

/// The number of points until the agent is gone.
static uint32_t length_of_path(const dv_futures *futures, const dv_paths *paths, uint32_t agent) {
    uint32_t count = 0;
    while (count < paths->points && !isnan(dv_future_place(futures, paths, count, agent).x))
        count++;
    return count;
}

/// Over an edge of a world that wraps, a path has a gap. Points that are hardly apart on the
/// picture are left out.
static void draw_line(const struct canvas *canvas, const struct manner *manner, uint32_t agent,
                      uint32_t points, float width, uint32_t color) {
    const dv_futures *futures = canvas->options->futures;
    dv_vec3 from = dv_future_place(futures, manner->paths, 0, agent);
    dv_batch_begin(canvas->batch);
    for (uint32_t p = 1; p < points; p++) {
        dv_vec3 to = dv_future_place(futures, manner->paths, p, agent);
        bool crosses = dv_motion_crosses_edge(canvas->world, from, to);
        if (!crosses && pixels_between(canvas, from, to) < 2.5f * canvas->ratio && p + 1 < points)
            continue;
        if (!crosses)
            dv_draw_line(canvas->batch, canvas->camera, from, to, width, color);
        from = to;
    }
    dv_batch_end(canvas->batch);
}

static void draw_dots(const struct canvas *canvas, const struct manner *manner, uint32_t agent,
                      uint32_t points) {
    const dv_futures *futures = canvas->options->futures;
    uint32_t second = (uint32_t)fmax(round(1 / futures->interval), 1);
    for (uint32_t p = second; p < points; p += second)
        dv_batch_disc(canvas->batch,
                      pixel_of(canvas, dv_future_place(futures, manner->paths, p, agent)),
                      manner->dot * canvas->ratio, manner->color);
}

static void draw_end(const struct canvas *canvas, const struct manner *manner, uint32_t index,
                     uint32_t points) {
    const dv_futures *futures = canvas->options->futures;
    dv_agent agent = dv_world_agent_at(canvas->world, index);
    dv_pixel end = pixel_of(canvas, dv_future_place(futures, manner->paths, points - 1, index));
    if (points < manner->paths->points || !agent.bits) {
        dv_batch_cross(canvas->batch, end, 5 * canvas->ratio, 2 * canvas->ratio, manner->color);
        return;
    }
    dv_look look =
        dv_program_look(dv_world_program(canvas->world), dv_agent_kind(canvas->world, agent));
    dv_figure figure = dv_figure_of(canvas, &canvas->drawing->motion, agent, &look);
    dv_pixel before =
        points > 1 ? pixel_of(canvas, dv_future_place(futures, manner->paths, points - 2, index))
                   : end;
    float x = end.x - before.x, y = end.y - before.y, length = hypotf(x, y);
    if (length > 0.1f) {
        figure.forward_x = x / length;
        figure.forward_y = y / length;
    }
    figure.center = end;
    figure.pitch = figure.roll = 0;
    figure.detail = canvas->detail;
    figure.color = dv_color_of_agent(canvas, agent);
    dv_figure_fade(&figure, canvas->theme->ghost_body, manner->paleness);
    figure.outline = manner->color;
    figure.outline_width = 1.6f * canvas->ratio;
    dv_draw_figure(canvas, &figure);
}

static void draw_path(const struct canvas *canvas, const struct manner *manner, uint32_t agent) {
    uint32_t points = length_of_path(canvas->options->futures, manner->paths, agent);
    float width = manner->width * canvas->ratio;
    if (points == 0)
        return;
    // The dark line below it sets it off from the ground.
    draw_line(canvas, manner, agent, points, width + 2 * canvas->ratio, canvas->theme->edge);
    draw_line(canvas, manner, agent, points, width, manner->color);
    draw_dots(canvas, manner, agent, points);
    draw_end(canvas, manner, agent, points);
}

void dv_draw_futures(const struct canvas *canvas) {
    const dv_futures *futures = canvas->options->futures;
    const struct manner manners[] = {
        {&futures->unchanged, canvas->theme->ghost, 1.6f, 2.6f, 0.65f},
        {&futures->changed, DV_COLOR_SELECTED, 2, 3.2f, 0},
    };
    struct chosen chosen = choose_agents(canvas);
    for (uint32_t m = 0; m < 2; m++)
        for (uint32_t i = 0; i < chosen.count; i++)
            draw_path(canvas, &manners[m], chosen.agents[i]);
}

// Writing

struct end {
    dv_pixel at;
    double time; // s from now
    bool is_gone;
};

static bool find_end(const struct canvas *canvas, const dv_paths *paths, uint32_t agent,
                     struct end *end) {
    const dv_futures *futures = canvas->options->futures;
    uint32_t points = length_of_path(futures, paths, agent);
    if (points < 2)
        return false;
    *end = (struct end){
        .at = pixel_of(canvas, dv_future_place(futures, paths, points - 1, agent)),
        .time = (points - 1) * futures->interval,
        .is_gone = points < paths->points,
    };
    return true;
}

/// "changed, 10 s ahead" or "changed, gone after 3.2 s".
static void write_end(const struct canvas *canvas, const struct end *end, bool at_right,
                      uint32_t color, const char *which) {
    char text[64];
    snprintf(text, sizeof text, end->is_gone ? "%s, gone after %.3g s" : "%s, %.3g s ahead", which,
             end->time);
    dv_write_beside(canvas, end->at, at_right, color, text);
}

/// Only once, where they are farthest apart.
void dv_write_futures(const struct canvas *canvas) {
    const dv_futures *futures = canvas->options->futures;
    struct chosen chosen = choose_agents(canvas);
    struct end unchanged, changed;
    if (chosen.count == 0 || !find_end(canvas, &futures->unchanged, chosen.agents[0], &unchanged) ||
        !find_end(canvas, &futures->changed, chosen.agents[0], &changed))
        return;
    float x = changed.at.x - unchanged.at.x, y = changed.at.y - unchanged.at.y;
    if (hypotf(x, y) < 4 * canvas->ratio && changed.is_gone == unchanged.is_gone) {
        write_end(canvas, &changed, true, DV_COLOR_SELECTED, "changed or not");
        return;
    }
    write_end(canvas, &unchanged, x < 0, DV_COLOR_TEXT, "unchanged");
    write_end(canvas, &changed, x >= 0, DV_COLOR_SELECTED, "changed");
}
