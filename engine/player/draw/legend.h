// The legend of the world's picture: title, tick, scale, kinds, and states. The window shows it in
// its left panel; in a picture without a window, it has a panel of its own.
#ifndef DV_PLAYER_LEGEND_H
#define DV_PLAYER_LEGEND_H

#include "player/draw/draw.h"
#include "scenario.h"

/// The width of the left panel in pixels. `scale` is the number of pixels per pixel of a screen
/// without scaling.
float dv_legend_width(float scale);

/// The scenario's name, tick, time, and seed. Call it inside a panel.
void dv_legend_show_title(dv_scenario *scenario);
/// The colors of a kind in the legend: those in which most of its agents were drawn last, the most
/// frequent first; without agents, that of dv_color_of_kind. Returns how many there are, at
/// least one.
uint32_t dv_legend_colors(const dv_world *world, const dv_drawing *drawing, uint32_t kind,
                          uint32_t colors[DV_SHOWN_SWATCHES]);
/// What was clicked in a legend.
typedef struct dv_legend_click {
    dv_legend_entry entry; ///< of no kind: nothing
    bool finds;            ///< twice, or with shift: to go to the next of its agents
} dv_legend_click;

/// A row for each kind and, if agents show them, for each of its states, with the number of agents.
/// The entry `only` has a frame; `click` says what was clicked. If `click` is NULL, rows can't be
/// clicked. Call it inside a panel.
void dv_legend_show_kinds(const dv_world *world, const dv_drawing *drawing,
                          const dv_legend_entry *only, dv_legend_click *click);
/// A row that says how many agents are how bright, if they are drawn as a map of their density.
/// Call it inside a panel.
void dv_legend_show_density(const dv_drawing *drawing);
/// A row for each field, with its colors over the ground and its range. Those that `shown` hides
/// say so. The index of a field that is clicked goes to `clicked`. If `clicked` is NULL, rows can't
/// be clicked. Call it inside a panel.
void dv_legend_show_fields(const dv_world *world, const dv_drawing_options *shown,
                           int32_t *clicked);
/// A row for each type of links, with its color and how many there are; for the rest, as
/// dv_legend_show_fields.
void dv_legend_show_links(const dv_world *world, const dv_drawing_options *shown, int32_t *clicked);
/// The length that the scale bar represents, written at the lower right of the view.
void dv_legend_show_scale(const dv_camera *camera, float scale);

/// The whole legend but the scale bar, in a panel of its own, for a picture that shows a world as
/// `shown` says.
void dv_legend_show(dv_scenario *scenario, const dv_drawing *drawing,
                    const dv_drawing_options *shown, float scale, int height);

#endif
