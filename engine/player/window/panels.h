// What stands beside and above the world: the run's controls, settings, counts, monitors, reloads,
// the agent selected and the error banner.
#ifndef DV_PLAYER_PANELS_H
#define DV_PLAYER_PANELS_H

#include "player/draw/draw.h"
#include "player/draw/gui.h"
#include "player/run/compare.h"
#include "player/run/run.h"
#include "tools.h"

#define DV_PLOT_VALUES 160
#define DV_PLOT_COUNT 16

typedef struct dv_plot {
    float values[DV_PLOT_VALUES];   ///< a ring, NaN where there is none yet
    uint64_t ticks[DV_PLOT_VALUES]; ///< when each was taken
    uint32_t next;
    double last;
} dv_plot;

typedef struct dv_panels {
    float scale;         ///< pixels for one of a plain screen
    float banner_height; ///< pixels; 0: there is none
    double frame_rate;   ///< frames drawn a second
    double tick_rate;    ///< ticks done a second
    dv_profile profile;  ///< s, of the last few ticks
    dv_plot plots[DV_PLOT_COUNT];
    uint32_t plot_count; ///< plots that have begun
    uint64_t plotted_tick;
    double plotted_time;
    double *started_with; ///< settings at the start of the run
    uint32_t started_count;
    char refusal[DV_ERROR_CAPACITY]; ///< why the last action failed, or ""

    dv_compare comparison;
    bool comparing;                       ///< there is one, to be shown until it is closed
    char time_refusal[DV_ERROR_CAPACITY]; ///< why there is no way back, or nothing to compare; ""

    // What was asked for since the last frame; the window does it and clears it.
    bool step, restart, reload, reload_again, undo, fit, compare;
    bool back;         ///< a tick
    double rewind;     ///< s; 0: nothing was
    bool scrub;        ///< the bar was moved, to
    uint64_t scrub_to; ///< this tick
} dv_panels;

/// What the panels and the world's picture share.
typedef struct dv_view {
    dv_run *run;
    dv_drawing drawing;
    dv_camera camera;
    dv_drawing_options shown;
    dv_panels panels;
    dv_tools tools;
} dv_view;

/// The speeds of the keys [ and ].
extern const double dv_speeds[];
extern const int dv_speed_count;

/// Keep the settings a run starts with, to tell which wait for a restart.
dv_result dv_panels_start(dv_panels *panels, const dv_world *world);
void dv_panels_free(dv_panels *panels);

/// Take the monitors' values for the plots, at most ten times a second and only after a tick.
void dv_panels_sample(dv_panels *panels, dv_run *run, double now);

/// Take the values away that were sampled after a tick: the world went back to it.
void dv_panels_take_back(dv_panels *panels, uint64_t tick);

/// The bar over the moments that are kept, and the table of a comparison under the banner.
void dv_panels_show_time(dv_view *view);
void dv_panels_show_comparison(dv_view *view, float left, float width);

/// The error there is, or the save that was accepted a moment ago, above the world.
void dv_panels_show_banner(dv_view *view, float left, float width);
/// The last reload and its trial, to stand in the panel at the left.
void dv_panels_show_scripts(dv_view *view);
/// The content of the panel at the right.
void dv_panels_show_agent(dv_view *view);

/// Build all panels, between dv_gui_begin and dv_gui_end, after the world was drawn.
void dv_panels_show(dv_view *view, int width, int height);

#endif
