// Pointers that the host attaches to a world and its agents; see drover/data.h.
//
// Invariant: an entry is valid only for the handle that it was set for, so nothing has to be
// cleared when an agent is removed. The list covers at least the highest agent index with data.
#ifndef DV_WORLD_USER_RECORD_H
#define DV_WORLD_USER_RECORD_H

#include <stdint.h>

typedef struct dv_agent_data {
    uint64_t agent; ///< its handle
    void *data;
} dv_agent_data;

typedef struct dv_user_data {
    void *data;            ///< of the world
    dv_agent_data *agents; ///< by index
    uint32_t capacity;
} dv_user_data;

#endif
