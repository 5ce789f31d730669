// What the files that draw a world share: the picture being drawn, and conversions to its pixels.
#ifndef DV_PLAYER_DRAW_PRIVATE_H
#define DV_PLAYER_DRAW_PRIVATE_H

#include "player/draw/draw.h"
#include "player/draw/shapes.h"

#include <math.h>

struct canvas {
    dv_drawing *drawing;
    dv_batch *batch;
    SDL_Renderer *renderer;
    const dv_camera *camera;
    const dv_world *world;
    const dv_drawing_options *options;
    const dv_theme *theme;
    float ratio;
    float least_length; // the shortest length at which an agent is drawn, pixels
    dv_detail detail;
    bool in_memory;   // the batch is drawn by `raster`, which draws sprites, too
    bool has_sprites; // figures are drawn as sprites where possible
    bool has_shadows;
    int32_t only_kind, only_state; // whose agents are not dimmed; −1: all
    int width, height;             // pixels
};

/// The pixel of a point in the world.
static inline dv_pixel pixel_at(const struct canvas *canvas, double x, double y) {
    return dv_camera_to_screen(canvas->camera, x, y);
}

/// Whether a pixel is on the picture or at most `margin` pixels outside.
static inline bool is_visible(const struct canvas *canvas, dv_pixel p, float margin) {
    return p.x > -margin && p.y > -margin && p.x < (float)canvas->width + margin &&
           p.y < (float)canvas->height + margin;
}

/// Whether the bounds are finite.
static inline bool has_bounds(const dv_bounds *bounds) {
    return isfinite(bounds->max.x - bounds->min.x) && isfinite(bounds->max.y - bounds->min.y);
}

/// How an agent of the canvas's world is drawn, except for its colors. `motion` must belong to that
/// world.
dv_figure dv_figure_of(const struct canvas *canvas, const dv_motion *motion, dv_agent agent,
                       const dv_look *look);

/// Draw a figure, as a sprite if that is possible.
void dv_draw_figure(const struct canvas *canvas, const dv_figure *figure);

/// The layers below the agents, from the bottom up.
void dv_draw_background(const struct canvas *canvas);
/// DV_ERROR_MEMORY if parts are missing.
dv_result dv_draw_surfaces(const struct canvas *canvas);
void dv_draw_regions(const struct canvas *canvas);
void dv_draw_paths(const struct canvas *canvas);
void dv_draw_grid(const struct canvas *canvas);
void dv_draw_flows(const struct canvas *canvas);
void dv_draw_edge(const struct canvas *canvas);
void dv_draw_obstacle_shadows(const struct canvas *canvas);
void dv_draw_obstacles(const struct canvas *canvas);
/// Draw the shadow of an agent's figure, below all figures.
void dv_draw_agent_shadow(const struct canvas *canvas, dv_agent agent, const dv_figure *figure);
/// Draw the agents of options->ghost.
void dv_draw_ghost(const struct canvas *canvas);
/// Draw options->futures: paths, below the agents, and write which is which.
void dv_draw_futures(const struct canvas *canvas);
void dv_write_futures(const struct canvas *canvas);
/// Draw options->flash.
void dv_draw_flash(const struct canvas *canvas);

/// Draw the ground that the selected agent sees, below the agents; and what else is shown of it,
/// above them.
void dv_draw_sight(const struct canvas *canvas);
void dv_draw_selected(const struct canvas *canvas);

/// Show what happened a moment ago, from the log of incidents of a world that explains, unless
/// options->scenario leaves it out. All of it follows the simulation's time: in a paused run, a
/// wave stands still. The veil of mist, over the ground; waves and marks, below the agents; the
/// marks above leaders.
void dv_draw_mist(const struct canvas *canvas);
void dv_draw_incidents(const struct canvas *canvas);
void dv_draw_leaders(const struct canvas *canvas);

/// Write the names of the events drawn last, at their waves.
void dv_write_incidents(const struct canvas *canvas);

/// Write a text beside a place, at its right or left as far as the view has room.
void dv_write_beside(const struct canvas *canvas, dv_pixel at, bool at_right, uint32_t color,
                     const char *text);

/// Write what the ghosts drawn last are, at the one that is farthest from its agent.
void dv_write_ghost(const struct canvas *canvas, const dv_drawing *drawing);

/// Write the labels of options->scenario beside the agents as `motion` has them.
void dv_write_labels(const struct canvas *canvas, const dv_motion *motion);

#endif
