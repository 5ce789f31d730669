// The events that can be heard in a tick, by name and audience, then by place: an agent finds the
// nearest one without looking at the others.
#ifndef DV_WORLD_HEARD_H
#define DV_WORLD_HEARD_H

#include "world/heard_record.h"

/// Make room for so many events. False when memory is short.
bool dv_heard_reserve(dv_heard *heard, uint32_t count);
/// Index the events in the list, for which there must be room.
void dv_heard_index(dv_heard *heard);

#endif
