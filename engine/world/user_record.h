// Pointers of the host beside a world and its agents; see drover/data.h.
//
// Invariant: an entry counts only for the handle that it was set for, so that nothing has to be
// cleared when an agent goes. The list is as long as the highest index that has one needs it.
#ifndef DV_WORLD_USER_RECORD_H
#define DV_WORLD_USER_RECORD_H

#include <stdint.h>

typedef struct dv_agent_data {
    uint64_t agent; ///< the bits of its handle
    void *data;
} dv_agent_data;

typedef struct dv_user_data {
    void *data; ///< of the world
    dv_agent_data *agents;
    uint32_t capacity;
} dv_user_data;

#endif
