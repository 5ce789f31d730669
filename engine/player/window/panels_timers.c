// The sections with the timers of the selected agent and of the world: those that are due first.
#include "player/window/panels.h"

static void show_timers(const dv_world *world, dv_agent agent, const char *title) {
    if (dv_world_timers_of(world, agent, NULL, 0) > 0 && dv_gui_section(title, true))
        dv_inspect_timers(world, agent, dv_panels_show_row, NULL);
}

void dv_panels_show_timers(dv_view *view) {
    show_timers(view->run->world, (dv_agent){0}, "Timers of the world");
}

void dv_panels_show_agent_timers(const dv_view *view, dv_agent agent) {
    show_timers(view->run->world, agent, "Timers");
}
