// Drawing a world: ground, grid, obstacles, trails, agents and what belongs to the one selected. It
// only reads the world.
#ifndef DV_PLAYER_DRAW_H
#define DV_PLAYER_DRAW_H

#include "player/draw/batch.h"
#include "player/draw/camera.h"
#include "player/draw/motion.h"
#include "player/draw/thoughts.h"

#include "drover/drover.h"
#include "scenario.h"

/// Surfaces as they were drawn last, and what of.
typedef struct dv_surface_picture {
    dv_batch batch;
    const dv_program *program; ///< NULL: nothing was drawn yet
    uint32_t reloads, count;
    int width, height;
    float ratio;
    dv_camera camera;
    dv_bounds bounds;
} dv_surface_picture;

typedef struct dv_drawing {
    dv_batch batch;
    dv_surface_picture surfaces;
    dv_motion motion, ghost_motion;
    dv_thoughts thoughts;
    /// Agents alive at the last drawing, by kind and state, and of these the suspended by kind.
    uint32_t counts[DV_MAX_KINDS][DV_MAX_STATES];
    uint32_t suspended[DV_MAX_KINDS];
    uint32_t visible; ///< agents on the screen at the last drawing
} dv_drawing;

/// A pulse round the agents that act otherwise since a reload.
typedef struct dv_flash {
    const dv_reload_report *report; ///< that says which; NULL: there is none
    float age;                      ///< from 0 to 1, when it is over
} dv_flash;

typedef struct dv_drawing_options {
    float fraction;     ///< between the tick before the last (0) and the last (1)
    float pixel_ratio;  ///< pixels of the picture for one of a plain screen
    uint32_t triangles; ///< about as many as the renderer can draw in a frame
    uint32_t reloads;   ///< another number whenever scripts were loaded anew
    bool trails;
    bool annotations;  ///< what agents think
    dv_agent selected; ///< null: none
    dv_flash flash;
    /// A second world whose agents are drawn in outline, below those of the first; NULL: none.
    const dv_world *ghost;
    /// What scripts drew in the last tick, and in their `draw` callbacks; NULL: nothing.
    const dv_sketch *of_tick, *of_callbacks;
} dv_drawing_options;

void dv_drawing_free(dv_drawing *drawing);

/// Forget what was kept of a world that was replaced.
void dv_drawing_forget(dv_drawing *drawing);

/// Draw into the renderer, which covers the camera's view and what is around it.
dv_result dv_drawing_draw(dv_drawing *drawing, SDL_Renderer *renderer, const dv_camera *camera,
                          const dv_world *world, const dv_drawing_options *options);

/// Write what of sketches is text, between dv_gui_begin and dv_gui_end.
void dv_drawing_write(const dv_drawing *drawing, SDL_Renderer *renderer, const dv_camera *camera,
                      const dv_drawing_options *options);

/// The agent drawn at a pixel, or the nearest within a few pixels of it; null when there is none.
dv_agent dv_drawing_pick(const dv_drawing *drawing, const dv_camera *camera, const dv_world *world,
                         const dv_drawing_options *options, float x, float y);

/// Show the world's bounds; all agents when the edge is open and most have left.
void dv_drawing_fit(dv_camera *camera, const dv_world *world, double margin);

#endif
