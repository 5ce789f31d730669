// Arranging with the mouse: what is being dragged, the console lines that result, and geometry.
// arrange_mouse.h has what the mouse does.
#ifndef DV_PLAYER_ARRANGE_H
#define DV_PLAYER_ARRANGE_H

#include "player/draw/batch.h"
#include "player/draw/camera.h"

#include "drover/drover.h"
#include "scenario.h"

#define DV_ARRANGE_NAME_SIZE 128

typedef enum dv_arrange_drag {
    DV_ARRANGE_IDLE,
    DV_ARRANGE_MOVE,
    DV_ARRANGE_TURN,
    DV_ARRANGE_PLACE
} dv_arrange_drag;

/// An agent, an obstacle, or, if both are null, nothing.
typedef struct dv_arrange_thing {
    dv_agent agent;
    dv_obstacle obstacle;
} dv_arrange_thing;

/// Invariant: while the mouse button is down, `drag` isn't DV_ARRANGE_IDLE, and the drag goes from
/// (`from_x`, `from_y`) to (`x`, `y`), in m. Unless it places something, `thing` is dragged.
typedef struct dv_arrange {
    bool is_on;
    char placed[DV_ARRANGE_NAME_SIZE]; ///< the kind or shape that a click places; "": none
    bool places_obstacle;              ///< `placed` is a shape
    /// What the last change or click selected. If it is gone, the selected agent of the view
    /// counts.
    dv_arrange_thing selected;
    dv_arrange_drag drag;
    dv_arrange_thing thing;
    double from_x, from_y, x, y;
    bool is_far;                     ///< the mouse has moved too far for a click
    char message[DV_ERROR_CAPACITY]; ///< about the last change, or ""
    bool has_failed;                 ///< it was refused
    dv_batch batch;
} dv_arrange;

/// The shapes of obstacles that can be placed; the last entry is NULL.
extern const char *const dv_arrange_shapes[];

/// Choose what a click places. Choosing the same again places nothing.
void dv_arrange_choose(dv_arrange *arrange, const char *name, bool is_obstacle);
// Console lines

#define DV_ARRANGE_LINE 512

/// The drag that a line describes.
typedef struct dv_arrange_span {
    double from_x, from_y, x, y;
    bool is_far; ///< false: a click at (`x`, `y`)
} dv_arrange_span;

void dv_arrange_spawn_line(char line[DV_ARRANGE_LINE], const dv_world *world, const char *kind,
                           dv_arrange_span span);
void dv_arrange_obstacle_line(char line[DV_ARRANGE_LINE], const char *shape, dv_arrange_span span);
void dv_arrange_move_line(char line[DV_ARRANGE_LINE], dv_arrange_thing thing, double x, double y);
void dv_arrange_heading_line(char line[DV_ARRANGE_LINE], dv_arrange_thing thing, double heading);
void dv_arrange_remove_line(char line[DV_ARRANGE_LINE], dv_arrange_thing thing);

// Geometry

/// The distance from a body to the knob that turns it, in pixels times the scale of the panels.
#define DV_ARRANGE_NOSE 16.0

bool dv_arrange_is_there(const dv_world *world, dv_arrange_thing thing);
dv_vec3 dv_arrange_position(const dv_world *world, dv_arrange_thing thing);
double dv_arrange_heading(const dv_world *world, dv_arrange_thing thing);
/// Where the drag would put the thing, and its heading there.
void dv_arrange_dragged(const dv_arrange *arrange, const dv_world *world, double *x, double *y,
                        double *heading);
/// The obstacle at a place, or within `reach` m of it; the one made last if there are several.
dv_obstacle dv_arrange_obstacle_at(const dv_world *world, double x, double y, double reach);
/// The knob that turns a thing, `beyond` m from its body.
void dv_arrange_nose(const dv_world *world, dv_arrange_thing thing, double beyond, double *x,
                     double *y);
/// Say what the engine will do about a body at a place: outside the bounds, in an obstacle, or on
/// another body. "" if nothing.
void dv_arrange_explain_place(const dv_world *world, dv_agent agent, char *text, size_t size);

#endif
