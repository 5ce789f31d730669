// The timeline along the bottom of the window: the population by state over the whole run, what
// happened, and where the run is. Dragging on it goes to a tick.
#ifndef DV_PLAYER_STRIP_H
#define DV_PLAYER_STRIP_H

#include "player/gui/gui_plot.h"
#include "player/run/run.h"

#include "drover/explain.h"

/// The population as last drawn, and what it was drawn from.
typedef struct dv_strip {
    dv_gui_picture picture;
    uint32_t *pixels;
    uint32_t capacity;
    uint32_t count, generation; ///< of the timeline
    uint64_t now, last, least, span;
    bool is_complete; ///< false: out of memory, or the renderer could not make the picture
    double most;      ///< agents at the top
    bool is_dragged;
} dv_strip;

/// What a frame of the timeline is drawn from. Ticks from `first` to `first` + `span` are on the
/// axis; the run can go to those from `least` to `last`.
typedef struct dv_strip_view {
    const dv_timeline *timeline;
    const dv_program *program;
    const dv_world *world;
    const dv_scenario *scenario;
    dv_gui_area area;
    float scale;
    float left, width;             ///< of the axis, pixels
    float stack_top, stack_bottom; ///< of the population
    uint64_t first, span, now, last, least;
    double dt;
    uint32_t ground; ///< the color behind the population
} dv_strip_view;

/// The height that the timeline takes of a window. `scale` as in dv_panels.
float dv_strip_height(float scale, int height);

/// Where a tick is, and which is at a place.
float dv_strip_place(const dv_strip_view *view, uint64_t tick);
uint64_t dv_strip_tick(const dv_strip_view *view, float x);

/// Draw the population.
void dv_strip_stack(dv_strip *strip, const dv_strip_view *view);
/// The rows of a legend with the counts of a sample.
void dv_strip_counts(const dv_strip_view *view, uint32_t sample);
void dv_strip_free(dv_strip *strip);

/// Draw how long the ghost has run beside the run, and how far apart the two were.
void dv_strip_ghost(const dv_strip_view *view, const dv_ghost *ghost);
/// Show the same for one tick as a row of a hint, if the ghost ran then.
void dv_strip_ghost_hint(const dv_strip_view *view, const dv_ghost *ghost, uint64_t tick);

/// Draw the marks.
void dv_strip_marks(const dv_strip_view *view);
/// The mark under the mouse; NULL if there is none.
const dv_mark *dv_strip_mark(const dv_strip_view *view);
/// Draw a line for each event that the scenario shows, and for each election, that is kept.
void dv_strip_incidents(const dv_strip_view *view);
/// The one of these that is nearest to the mouse. False if none is near.
bool dv_strip_incident(const dv_strip_view *view, dv_incident *incident);

#endif
