// What happened in a world, as lines for people.
#ifndef DV_PLAYER_EVENT_LOG_H
#define DV_PLAYER_EVENT_LOG_H

#include "drover/explain.h"

#define DV_INCIDENT_LINE 512

/// Write an incident without its time: "wolf#152: howl, at 12.3, 4.5 (caribou/wolf.lua:122)".
void dv_incident_text(const dv_world *world, const dv_incident *incident,
                      char text[DV_INCIDENT_LINE]);

#define DV_INCIDENT_PLACE 256

/// Where in the code an incident comes from, "caribou/wolf.lua:122": its own place, or else the
/// first one that an error message names; "" if neither is known.
void dv_incident_place(const dv_incident *incident, char place[DV_INCIDENT_PLACE]);

/// The latest incidents of a world, at most `most`, a line each with tick and time, the latest
/// last. The result must be freed with dv_free; NULL when out of memory.
char *dv_event_log(const dv_world *world, uint32_t most);

#endif
