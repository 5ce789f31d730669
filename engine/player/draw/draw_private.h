// What the files that draw a world share: the picture being drawn, and conversions to its pixels.
#ifndef DV_PLAYER_DRAW_PRIVATE_H
#define DV_PLAYER_DRAW_PRIVATE_H

#include "player/draw/draw.h"
#include "player/draw/faces.h"
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
    bool has_map;                  // of the density of agents, in place of most of them
    bool omits_hidden;             // what is drawn in order is left out where it's hidden
    int32_t only_kind, only_state; // whose agents are not dimmed; −1: all
    int width, height;             // pixels
    float floor;                   // m, the height of what lies on the ground
    float near, far;               // m: the depths of the volume, if the camera orbits
    // Where things of a volume go while they are put in order, and what may hide them; otherwise
    // NULL.
    dv_depths *depths;
    const dv_solids *solids;
};

/// The pixel of a point of the ground.
static inline dv_pixel pixel_at(const struct canvas *canvas, double x, double y) {
    return dv_camera_spot(canvas->camera, x, y, (double)canvas->floor).pixel;
}

/// A place on the ground.
static inline dv_vec3 ground_at(const struct canvas *canvas, double x, double y) {
    return (dv_vec3){(float)x, (float)y, canvas->floor};
}

/// Where a place of the world is in the picture.
static inline dv_spot spot_at(const struct canvas *canvas, dv_vec3 place) {
    return dv_camera_spot(canvas->camera, (double)place.x, (double)place.y, (double)place.z);
}

/// How far apart, in pixels, a place and one with an offset from it are.
static inline dv_pixel offset_at(const struct canvas *canvas, dv_vec3 place, dv_vec3 offset) {
    float scale = (float)canvas->camera->scale;
    if (!canvas->camera->orbits)
        return (dv_pixel){offset.x * scale, -offset.y * scale};
    dv_vec3 to = {place.x + offset.x, place.y + offset.y, place.z + offset.z};
    dv_pixel a = spot_at(canvas, place).pixel, b = spot_at(canvas, to).pixel;
    return (dv_pixel){b.x - a.x, b.y - a.y};
}

/// The way from a place to the eye, in meters.
static inline dv_vec3 vector_to_eye(const struct canvas *canvas, dv_vec3 place) {
    dv_axis way =
        dv_camera_toward_eye(canvas->camera, (double)place.x, (double)place.y, (double)place.z);
    return (dv_vec3){(float)way.x, (float)way.y, (float)way.z};
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

/// Whether an agent is selected.
static inline bool has_selected(const struct canvas *canvas) {
    return dv_agent_alive(canvas->world, canvas->options->selected);
}

/// Say that what is drawn next is at a place, which is at this spot of the picture. In the plan,
/// this has no effect.
void dv_draw_at(const struct canvas *canvas, dv_vec3 place, dv_spot spot);

/// The shortest length at which an agent of a world is drawn, in pixels.
float dv_least_length(const dv_camera *camera, const dv_world *world, float ratio);
/// The length of an agent in pixels, if a meter is `scale` pixels long where it is.
float dv_length_of(const struct canvas *canvas, const dv_look *look, dv_agent agent, float scale);

/// The color of an agent of the canvas's world: that of its body, unless it is suspended.
uint32_t dv_color_of_agent(const struct canvas *canvas, dv_agent agent);

/// How an agent of the canvas's world is drawn, except for its colors. `motion` must belong to that
/// world.
dv_figure dv_figure_of(const struct canvas *canvas, const dv_motion *motion, dv_agent agent,
                       const dv_look *look);

/// Draw a figure, as a sprite if that is possible.
void dv_draw_figure(const struct canvas *canvas, const dv_figure *figure);

/// Find whose agents are not dimmed.
void dv_find_only(struct canvas *canvas);
/// What the picture of an agent depends on.
struct seen_agent {
    dv_agent agent;
    uint32_t kind, state, color;
    bool is_suspended;
};
struct seen_agent dv_see_agent(const struct canvas *canvas, dv_agent agent);
/// Count agents for the legend: first reset the counts, then add each agent.
void dv_count_none(const struct canvas *canvas);
void dv_count_agent(const struct canvas *canvas, const struct seen_agent *agent);
/// Whether agents of a kind and state are dimmed, because the user looks for others.
bool dv_is_dimmed(const struct canvas *canvas, uint32_t kind, uint32_t state);
bool dv_agent_is_dimmed(const struct canvas *canvas, dv_agent agent);
/// A color of what belongs to dimmed agents.
uint32_t dv_dimmed_color(const struct canvas *canvas, uint32_t color);
/// Whether something hides a place in an orbit, which is seen at this spot.
bool dv_is_hidden(const struct canvas *canvas, dv_vec3 place, dv_spot spot);
/// Find out whether agents are drawn as a map of their density.
void dv_choose_density(struct canvas *canvas);
/// Draw the batch, which is then empty, and that map above it, and count all agents by kind and
/// state. In an orbit, agents that are hidden aren't on it. DV_ERROR_MEMORY if something is
/// missing.
dv_result dv_draw_density(const struct canvas *canvas);
/// Draw all agents, and count them by kind and state. Above a map of their density, only draw the
/// selected one and those that are suspended.
void dv_draw_agents(const struct canvas *canvas);
/// Draw where agents have been.
void dv_draw_trails(const struct canvas *canvas);
/// Draw what scripts drew below the agents.
void dv_draw_sketches_below(const struct canvas *canvas);
/// Draw what agents are thinking. DV_ERROR_MEMORY if something is missing.
dv_result dv_draw_thoughts(const struct canvas *canvas);

/// The layers below the agents, from the bottom up.
void dv_draw_background(const struct canvas *canvas);
/// DV_ERROR_MEMORY if parts are missing.
dv_result dv_draw_surfaces(const struct canvas *canvas);
void dv_draw_regions(const struct canvas *canvas);
void dv_draw_fields(const struct canvas *canvas);
void dv_draw_paths(const struct canvas *canvas);
void dv_draw_links(const struct canvas *canvas);
void dv_draw_grid(const struct canvas *canvas);
void dv_draw_flows(const struct canvas *canvas);
void dv_draw_edge(const struct canvas *canvas);
void dv_draw_obstacle_shadows(const struct canvas *canvas);
void dv_draw_obstacles(const struct canvas *canvas);
/// The color of an obstacle's body; and the alpha of bodies that do not block sight.
uint32_t dv_fill_of(const struct canvas *canvas, dv_obstacle obstacle);
#define DV_SEE_THROUGH 0x50u
/// Draw the shadow of an agent's figure, below all figures.
void dv_draw_agent_shadow(const struct canvas *canvas, dv_agent agent, const dv_figure *figure);
/// Draw the agents of options->ghost.
void dv_draw_ghost(const struct canvas *canvas);
/// Draw options->futures: paths, below the agents, and write which is which.
void dv_draw_futures(const struct canvas *canvas);
void dv_write_futures(const struct canvas *canvas);
/// Draw options->flash.
void dv_draw_flash(const struct canvas *canvas);

// What an orbiting camera sees

/// Draw a volume, for a canvas whose camera orbits. DV_ERROR_MEMORY if something is missing.
dv_result dv_draw_volume(struct canvas *canvas);

/// Measure the volume, for a canvas whose camera orbits: the height of its floor, and its nearest
/// and farthest depth.
void dv_orbit_measure(struct canvas *canvas);

/// Whether the volume has a floor: the bottom of its bounds, unless bodies walk on a surface.
bool dv_orbit_has_floor(const struct canvas *canvas);

/// How far what is at a depth fades, from 0 to 1.
float dv_orbit_fading(const struct canvas *canvas, float depth);
/// The color that it fades to.
uint32_t dv_orbit_haze(const struct canvas *canvas);
/// A color as it is seen at a depth.
uint32_t dv_orbit_fade(const struct canvas *canvas, uint32_t color, float depth);

/// Draw what is behind everything: the background, the floor with a grid, and the edges of the
/// bounds that are behind.
void dv_orbit_draw_behind(const struct canvas *canvas);
/// Draw the edges of the bounds that are in front of everything.
void dv_orbit_draw_in_front(const struct canvas *canvas);

/// Draw the shadow of a body on the floor below it.
void dv_orbit_draw_shadow(const struct canvas *canvas, dv_vec3 place, float length);
/// Draw a line from a place down to the floor.
void dv_orbit_draw_plumb(const struct canvas *canvas, dv_vec3 place, uint32_t color);

/// Find the solids of the world, and where they are in the picture. DV_ERROR_MEMORY if some are
/// missing.
dv_result dv_solids_find(dv_solids *solids, const struct canvas *canvas);

/// The depth at which something at a place, which is seen at this spot, must be drawn so that just
/// the solids in front of it hide it.
float dv_solids_depth(const dv_solids *solids, const struct canvas *canvas, dv_vec3 place,
                      dv_spot spot);

/// Whether solids that one can't look through are between a place, which is seen at this spot, and
/// the eye.
bool dv_solids_hide(const dv_solids *solids, const struct canvas *canvas, dv_vec3 place,
                    dv_spot spot);

/// Whether a solid is drawn at all: what is below the floor isn't.
bool dv_solid_is_drawn(const dv_solid *solid, const struct canvas *canvas);

/// Draw a solid.
void dv_solid_draw(const dv_solids *solids, const dv_solid *solid, const struct canvas *canvas);

/// Draw ground with hills, as it is seen from an orbit. DV_ERROR_MEMORY if parts are missing.
dv_result dv_draw_hills(const struct canvas *canvas);
/// Whether ground is between a place and the eye.
bool dv_hills_hide(const struct canvas *canvas, dv_vec3 place);

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
void dv_write_incidents(const struct canvas *canvas, const dv_waves *waves);

/// Write a text beside a place, at its right or left as far as the view has room.
void dv_write_beside(const struct canvas *canvas, dv_pixel at, bool at_right, uint32_t color,
                     const char *text);

/// Write what the ghosts drawn last are, at the one that is farthest from its agent.
void dv_write_ghost(const struct canvas *canvas, const dv_drawing *drawing);

/// Write at the edges of the view how many agents are outside it and outside the bounds.
void dv_write_outside(const struct canvas *canvas);

/// Write the labels of options->scenario beside the agents as `motion` has them.
void dv_write_labels(const struct canvas *canvas, const dv_motion *motion);

#endif
