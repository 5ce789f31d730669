// The section that says how many agents are in the east.
#include "player/window/panels.h"

#include <stdio.h>

void dv_panels_show_east(dv_view *view) {
    const dv_world *world = view->run->world;
    char text[16];
    int count = 0;
    for (uint32_t i = 0; i < dv_world_agent_count(world); i++)
        count += dv_agent_position(world, dv_world_agent_at(world, i)).x > 0;
    snprintf(text, sizeof text, "%d", count);
    dv_gui_row("in the east", text);
}
