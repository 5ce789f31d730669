// The section of the panel with the plots.
#include "player/window/panels.h"
#include "player/window/plot.h"

#include "player/gui/palette.h"

#include <inttypes.h>
#include <stdio.h>

/// A button that writes the plots to a file in the current folder.
static void show_button(dv_view *view, const char *label, float start, const char *ending) {
    char line[DV_LONGEST_COMMAND];
    snprintf(line, sizeof line, "plots plots-%" PRIu64 ".%s", dv_world_tick(view->run->world),
             ending);
    dv_panels_button(view, label, start, 0.5f, false, line);
}

void dv_panels_show_plots(dv_view *view) {
    const dv_run *run = view->run;
    if (dv_scenario_plot_count(run->scenario) == 0 || !dv_gui_section("Plots", true))
        return;
    if (!run->timeline.is_on) {
        dv_gui_text(DV_COLOR_FAULT, "out of memory");
        return;
    }
    dv_plots_show(run, view->panels.scale);
    show_button(view, "Save CSV", 0, "csv");
    show_button(view, "Save PNG", 0.5f, "png");
}
