// Why agents are suspended: each distinct message once, and who it befell.
//
// Invariant: reasons stand in the order in which they came, and each is among those from `since` on
// once. The first `told` of them were handed out to be printed.
#ifndef DROVER_BINDINGS_REASONS_H
#define DROVER_BINDINGS_REASONS_H

#include "drover/drover.h"

/// Reasons beyond that are not kept: the window then says only that the agent's script failed.
#define DV_MOST_REASONS 4096

typedef struct dv_reason {
    uint64_t hash;       ///< of `error`
    char *bytes;         ///< that hold the texts, a zero behind each
    const char *error;   ///< the message of the script
    const char *message; ///< the same with the agent it befell first
    const char *line, *traceback;
} dv_reason;

typedef struct dv_reason_of {
    dv_agent agent;
    uint32_t reason;
} dv_reason_of;

typedef struct dv_reasons {
    dv_reason *items;
    uint32_t count, capacity, since, told;
    dv_reason_of *agents; ///< in the order in which they failed
    uint32_t agent_count, agent_capacity;
} dv_reasons;

/// Find the reason with an error; its place is set. False: it is new.
bool dv_reasons_find(const dv_reasons *reasons, const char *error, uint32_t *place);
/// Add one, the texts of which are copied; false when memory is short or there are too many.
bool dv_reasons_add(dv_reasons *reasons, const dv_reason *reason);
/// Put down to an agent the reason at a place. What memory is too short for is not kept.
void dv_reasons_note(dv_reasons *reasons, dv_agent agent, uint32_t place);
/// The last reason of an agent; NULL: none is known.
const dv_reason *dv_reasons_of(const dv_reasons *reasons, dv_agent agent);
/// Errors count as new from now on. What is known of agents stays.
void dv_reasons_begin_again(dv_reasons *reasons);
void dv_reasons_free(dv_reasons *reasons);

#endif
