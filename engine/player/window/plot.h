// Plots of monitors over the whole run: several pens with a legend, axes, and a crosshair.
#ifndef DV_PLAYER_PLOT_H
#define DV_PLAYER_PLOT_H

#include "player/run/run.h"

/// Show all plots of the scenario, one below the other, in the current panel. `scale` as in
/// dv_panels.
void dv_plots_show(const dv_run *run, float scale);
/// How high that is, about, in pixels.
float dv_plots_height(const dv_run *run, float scale);

#endif
