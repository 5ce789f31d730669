// Draws a world: the ground, the grid, obstacles, trails, agents, and details of the selected
// agent. Only reads the world.
#ifndef DV_PLAYER_DRAW_H
#define DV_PLAYER_DRAW_H

#include "player/draw/batch.h"
#include "player/draw/camera.h"
#include "player/draw/density.h"
#include "player/draw/depths.h"
#include "player/draw/futures.h"
#include "player/draw/hidden_names.h"
#include "player/draw/motion.h"
#include "player/draw/own_shapes.h"
#include "player/draw/raster.h"
#include "player/draw/solid_list.h"
#include "player/draw/sprites.h"
#include "player/draw/swatches.h"
#include "player/draw/thoughts.h"
#include "player/draw/waves.h"
#include "player/options/theme.h"

#include "drover/drover.h"
#include "scenario.h"

/// How many triangles a frame may have without a graphics card.
#define DV_SOFTWARE_TRIANGLES 30000u

/// Of the slots that steer the selected agent, this many are shown.
#define DV_SHOWN_SLOTS 64u

/// The surfaces as last drawn, and what they were drawn from: they are only drawn again when that
/// changes.
typedef struct dv_surface_picture {
    dv_batch batch;
    const dv_program *program; ///< NULL: nothing has been drawn yet
    uint32_t reloads, count;
    int width, height;
    float ratio;
    dv_camera camera;
    dv_bounds bounds;
} dv_surface_picture;

typedef struct dv_drawing {
    dv_batch batch;
    dv_batch figures; ///< agents, until the shadows of all of them are drawn
    dv_raster raster;
    dv_sprites sprites;
    dv_own_shapes own_shapes;
    dv_surface_picture surfaces;
    dv_depths depths;
    dv_solids solids;
    dv_density density;
    dv_waves waves; ///< those drawn last
    dv_motion motion, ghost_motion;
    dv_thoughts thoughts;
    /// Living agents at the last drawing, by kind and state, and how many of them are suspended, by
    /// kind.
    uint32_t counts[DV_MAX_KINDS][DV_MAX_STATES];
    uint32_t suspended[DV_MAX_KINDS];
    /// The colors of all living agents but the suspended, by kind.
    dv_swatches swatches[DV_MAX_KINDS];
    uint32_t visible; ///< agents on the screen at the last drawing
    /// Of the ghosts on the screen that are joined to their agents, the one farthest from its own,
    /// and how far that is, in pixels; 0: there is none.
    dv_pixel farthest_ghost;
    float ghost_apart;
} dv_drawing;

/// A pulse around the agents that behave differently since a reload.
typedef struct dv_flash {
    const dv_reload_report *report; ///< says which agents; NULL: no pulse
    float age;                      ///< from 0 to 1, at which it ends
} dv_flash;

/// An entry of the legend: a kind, or one of its states.
/// Names outlive reloads.
typedef struct dv_legend_entry {
    char kind[128];  ///< "": none
    char state[128]; ///< "": all states
} dv_legend_entry;

typedef struct dv_drawing_options {
    float fraction;     ///< from the tick before the last (0) to the last tick (1)
    float pixel_ratio;  ///< pixels of the picture per pixel of a screen without scaling
    uint32_t triangles; ///< roughly how many the renderer can draw in a frame; UINT32_MAX: all
    uint32_t reloads;   ///< must change whenever scripts were reloaded
    bool trails;
    bool annotations; ///< draw what agents are thinking
    dv_density_choice density;
    dv_hidden_names hidden_fields, hidden_links;
    dv_agent selected;    ///< null: no agent
    dv_legend_entry only; ///< other agents are dimmed; a kind or state that isn't there: none are
    dv_flash flash;
    /// A second world, whose agents are drawn as outlines below those of the first; NULL: none.
    const dv_world *ghost;
    /// Paths to draw: of the selected agent, or else of those that end farthest apart; NULL: none.
    const dv_futures *futures;
    /// What scripts drew in the last tick and in their `draw` callbacks; NULL: nothing.
    const dv_sketch *of_tick, *of_callbacks;
    const dv_theme *theme; ///< NULL: the scenario's
    /// The scenario that drew `of_callbacks`: its labels are written beside the agents, and what
    /// happens in its world is shown as it wants; NULL: neither.
    dv_scenario *scenario;
} dv_drawing_options;

/// The theme that the options ask for: their own, or else the scenario's, or else the first.
const dv_theme *dv_theme_of(const dv_drawing_options *options);

/// Free everything that the drawing has allocated. Call it before the renderer is destroyed.
void dv_drawing_free(dv_drawing *drawing);

/// Forget everything about the previous world after it was replaced.
void dv_drawing_forget(dv_drawing *drawing);

/// Draw with the renderer. The picture covers the camera's view and what is around it.
dv_result dv_drawing_draw(dv_drawing *drawing, SDL_Renderer *renderer, const dv_camera *camera,
                          const dv_world *world, const dv_drawing_options *options);

/// Write the text in sketches, and the labels of agents. Call it between dv_gui_begin and
/// dv_gui_end.
void dv_drawing_write(const dv_drawing *drawing, SDL_Renderer *renderer, const dv_camera *camera,
                      const dv_drawing_options *options);

/// The agent drawn at a pixel, or else the nearest one within a few pixels; null if there is none.
dv_agent dv_drawing_pick(const dv_drawing *drawing, const dv_camera *camera, const dv_world *world,
                         const dv_drawing_options *options, float x, float y);

/// Where an agent is drawn: its middle, and half its length in pixels. False if it is behind the
/// eye, or something hides it.
bool dv_drawing_place(const dv_drawing *drawing, const dv_camera *camera, const dv_world *world,
                      const dv_drawing_options *options, dv_agent agent, dv_pixel *middle,
                      float *half);

#endif
