// The section with what happened last. A click on a line shows where it was and selects the agent;
// a click on its place in the code opens the editor there.
#include "player/window/panels.h"

#include "player/gui/gui_lines.h"
#include "player/gui/palette.h"
#include "player/run/event_log.h"

#include <stdio.h>
#include <string.h>

/// How many are listed.
#define LISTED_INCIDENTS 8

static uint32_t color_of(dv_incident_type type) {
    return type == DV_INCIDENT_ERROR    ? DV_COLOR_FAULT
           : type == DV_INCIDENT_RELOAD ? DV_COLOR_GOOD
                                        : DV_COLOR_TEXT;
}

static void go_to(dv_view *view, const dv_incident *incident) {
    if (dv_agent_alive(view->run->world, incident->agent))
        view->shown.selected = incident->agent;
    if (incident->has_position) {
        view->camera.x = (double)incident->position.x;
        view->camera.y = (double)incident->position.y;
        view->camera.z = (double)incident->position.z;
    }
}

/// "wolf.lua:122" for "caribou/wolf.lua:122".
static const char *short_place(const char *place) {
    const char *slash = strrchr(place, '/');
    return slash ? slash + 1 : place;
}

static void show_incident(dv_view *view, const dv_incident *incident, uint32_t back) {
    char text[DV_INCIDENT_LINE], line[DV_INCIDENT_LINE + 32], place[DV_INCIDENT_PLACE];
    dv_incident_place(incident, place);
    dv_incident_text(view->run->world, incident, text);
    snprintf(line, sizeof line, "%.1f s  %s",
             (double)incident->tick * dv_world_dt(view->run->world), text);
    switch (dv_gui_line(color_of(incident->type), line, short_place(place), "open it in the editor",
                        back)) {
    case DV_LINE_CHOSEN:
        go_to(view, incident);
        break;
    case DV_LINE_LINK:
        dv_request_command(&view->requests, "edit %s", place);
        break;
    case DV_LINE_LEFT_ALONE:
        break;
    }
}

void dv_panels_show_events(dv_view *view) {
    const dv_world *world = view->run->world;
    dv_incident incident;
    if (!dv_gui_section("Events", true))
        return;
    if (dv_world_incident_count(world) == 0)
        dv_gui_text(DV_COLOR_TEXT_DIM, "nothing yet");
    for (uint32_t back = 0; back < LISTED_INCIDENTS && dv_world_incident(world, back, &incident);
         back++)
        show_incident(view, &incident, back);
}
