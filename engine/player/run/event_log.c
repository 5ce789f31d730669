#include "player/run/event_log.h"

#include "base/alloc.h"
#include "player/terminal/code_place.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *happened(dv_incident_type type) {
    switch (type) {
    case DV_INCIDENT_SPAWN:
        return "is new";
    case DV_INCIDENT_REMOVAL:
        return "is gone";
    case DV_INCIDENT_ELECTION:
        return "leads";
    case DV_INCIDENT_EVENT:
    case DV_INCIDENT_ERROR:
    case DV_INCIDENT_RELOAD:
        break;
    }
    return "";
}

void dv_incident_text(const dv_world *world, const dv_incident *incident,
                      char text[DV_INCIDENT_LINE]) {
    char where[64] = "";
    dv_place at = dv_world_place(world, incident->position);
    const char *verb = happened(incident->type);
    if (incident->has_position)
        snprintf(where, sizeof where, ", at %.1f, %.1f", at.x, at.y);
    snprintf(text, DV_INCIDENT_LINE, "%s%s%s%s%s%s%s%s", incident->who,
             !*incident->who ? ""
             : *verb         ? " "
                             : ": ",
             verb, incident->what, where, *incident->place ? " (" : "", incident->place,
             *incident->place ? ")" : "");
}

void dv_incident_place(const dv_incident *incident, char place[DV_INCIDENT_PLACE]) {
    dv_code_place named = dv_first_code_place(incident->what);
    snprintf(place, DV_INCIDENT_PLACE, "%s", incident->place);
    if (!*place && named.start)
        snprintf(place, DV_INCIDENT_PLACE, "%.*s", (int)(named.end - named.start), named.start);
}

char *dv_event_log(const dv_world *world, uint32_t most) {
    uint32_t count = dv_world_incident_count(world);
    count = count < most ? count : most;
    size_t capacity = (size_t)count * (DV_INCIDENT_LINE + 64) + 1, used = 0;
    char *log = dv_alloc(capacity);
    for (uint32_t back = count; log && back-- > 0;) {
        char text[DV_INCIDENT_LINE];
        dv_incident incident;
        dv_world_incident(world, back, &incident);
        dv_incident_text(world, &incident, text);
        used += (size_t)snprintf(log + used, capacity - used, "%8" PRIu64 " %9.2f s  %s\n",
                                 incident.tick, (double)incident.tick * dv_world_dt(world), text);
    }
    return log;
}
