// The sections with the timers of the selected agent and of the world: those that are due first.
#include "player/window/panels.h"

#include "player/gui/palette.h"
#include "player/run/timers_text.h"

#include <inttypes.h>

static void show_timers(const dv_world *world, dv_agent agent, const char *title) {
    dv_timer timers[DV_SHOWN_TIMERS];
    char left[DV_TIMER_TEXT];
    uint32_t count = dv_world_timers_of(world, agent, NULL, 0);
    if (count == 0 || !dv_gui_section(title, true))
        return;
    dv_world_timers_of(world, agent, timers, DV_SHOWN_TIMERS);
    for (uint32_t i = 0; i < count && i < DV_SHOWN_TIMERS; i++) {
        dv_timer_left(world, &timers[i], left);
        dv_gui_row(timers[i].name, left);
    }
    if (count > DV_SHOWN_TIMERS)
        dv_gui_print(DV_COLOR_TEXT_DIM, "and %" PRIu32 " more", count - DV_SHOWN_TIMERS);
}

void dv_panels_show_timers(dv_view *view) {
    show_timers(view->run->world, (dv_agent){0}, "Timers of the world");
}

void dv_panels_show_agent_timers(const dv_view *view, dv_agent agent) {
    show_timers(view->run->world, agent, "Timers");
}
