// The events that can be heard in a tick, with their index; see heard.h.
#ifndef DV_WORLD_HEARD_RECORD_H
#define DV_WORLD_HEARD_RECORD_H

#include "drover/world.h"

typedef struct dv_event_list {
    dv_event *events;
    uint32_t count, capacity;
} dv_event_list;

typedef struct dv_heard {
    dv_event_list list; ///< in the order in which they were emitted
    struct dv_event_place *places;
    struct dv_event_node *nodes;
    struct dv_audience *audiences;
    uint32_t *slots; ///< a hash table of audiences: index + 1, or 0
    uint32_t node_count, audience_count, slot_count;
    uint32_t node_capacity, place_capacity, audience_capacity, slot_capacity;
} dv_heard;

void dv_heard_free(dv_heard *heard);

#endif
