// What edits with the mouse are made of: what is dragged, lines of the console, and geometry. What
// the mouse does is in editing.h.
#ifndef DV_PLAYER_EDIT_H
#define DV_PLAYER_EDIT_H

#include "player/draw/batch.h"
#include "player/draw/camera.h"

#include "drover/drover.h"
#include "scenario.h"

#define DV_EDIT_NAME_SIZE 128

typedef enum dv_edit_drag { DV_EDIT_IDLE, DV_EDIT_MOVE, DV_EDIT_TURN, DV_EDIT_PLACE } dv_edit_drag;

/// An agent or an obstacle; both null: neither.
typedef struct dv_edit_thing {
    dv_agent agent;
    dv_obstacle obstacle;
} dv_edit_thing;

/// Invariant: while the mouse button is down, `drag` isn't DV_EDIT_IDLE, and the drag goes from
/// (`from_x`, `from_y`) to (`x`, `y`), in m. Unless it places something, `thing` is dragged.
typedef struct dv_edit {
    bool is_on;
    char placed[DV_EDIT_NAME_SIZE]; ///< the kind or shape that a click places; "": none
    bool places_obstacle;           ///< `placed` is a shape
    /// Selected by the last edit or click; if it is gone, the view's selected agent is.
    dv_edit_thing selected;
    dv_edit_drag drag;
    dv_edit_thing thing;
    double from_x, from_y, x, y;
    bool is_far;                     ///< the mouse has moved so far that it isn't a click
    char message[DV_ERROR_CAPACITY]; ///< about the last edit, or ""
    bool has_failed;                 ///< it was refused
    dv_batch batch;
} dv_edit;

/// The shapes of obstacles that can be placed, ended by NULL.
extern const char *const dv_edit_shapes[];

/// Choose what a click places, or nothing if that is chosen already.
void dv_edit_choose(dv_edit *edit, const char *name, bool is_obstacle);
// Lines of the console

#define DV_EDIT_LINE 512

/// The drag that a line describes.
typedef struct dv_edit_span {
    double from_x, from_y, x, y;
    bool is_far; ///< false: a click at (`x`, `y`)
} dv_edit_span;

void dv_edit_spawn_line(char line[DV_EDIT_LINE], const dv_world *world, const char *kind,
                        dv_edit_span span);
void dv_edit_obstacle_line(char line[DV_EDIT_LINE], const char *shape, dv_edit_span span);
void dv_edit_move_line(char line[DV_EDIT_LINE], dv_edit_thing thing, double x, double y);
void dv_edit_heading_line(char line[DV_EDIT_LINE], dv_edit_thing thing, double heading);
void dv_edit_remove_line(char line[DV_EDIT_LINE], dv_edit_thing thing);

// Geometry

bool dv_edit_is_there(const dv_world *world, dv_edit_thing thing);
dv_vec3 dv_edit_position(const dv_world *world, dv_edit_thing thing);
double dv_edit_heading(const dv_world *world, dv_edit_thing thing);
/// Where the drag would bring the thing, and its heading there.
void dv_edit_dragged(const dv_edit *edit, const dv_world *world, double *x, double *y,
                     double *heading);
/// The obstacle at a place, or within `reach` m of it; the one made last if there are several.
dv_obstacle dv_edit_obstacle_at(const dv_world *world, double x, double y, double reach);
/// The point to drag in order to turn a thing, which is `beyond` m from its body.
void dv_edit_nose(const dv_world *world, dv_edit_thing thing, double beyond, double *x, double *y);
/// Say what the engine will do about a body at a place: outside the bounds, in an obstacle, or on
/// another body. "" if nothing.
void dv_edit_explain_place(const dv_world *world, dv_agent agent, char *text, size_t size);

#endif
