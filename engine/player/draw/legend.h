// What explains the world's picture: its title, tick, scale, kinds and states. The window shows it
// in its panel at the left; a picture without a window has a panel with nothing else.
#ifndef DV_PLAYER_LEGEND_H
#define DV_PLAYER_LEGEND_H

#include "player/draw/draw.h"
#include "scenario.h"

/// Width of the panel at the left, in pixels. `scale`: pixels for one of a plain screen.
float dv_legend_width(float scale);

/// Between dv_gui_panel_begin and dv_gui_panel_end: the scenario's name, tick, time, and seed.
void dv_legend_show_title(dv_scenario *scenario);
/// A row for each kind, and for each of its states if it has several, with the number of agents.
void dv_legend_show_kinds(const dv_world *world, const dv_drawing *drawing);
/// The length of a step of the grid, at the lower right of the world.
void dv_legend_show_scale(const dv_camera *camera, float scale);

/// All of it in a panel of its own, for a picture.
void dv_legend_show(dv_scenario *scenario, const dv_drawing *drawing, const dv_camera *camera,
                    float scale, int height);

#endif
