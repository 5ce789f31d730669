// How scripts failed: each distinct message once, the agents that it concerns, and what is off
// since then.
//
// Invariant: reasons are in order of arrival. Among those from `since` on, each message is there
// once. The first `reported` of them have been handed out for printing.
#ifndef DROVER_BINDINGS_REASONS_H
#define DROVER_BINDINGS_REASONS_H

#include "drover/drover.h"

/// No more reasons than this are kept. The window then says only that the agent's script failed.
#define DV_MAX_REASONS 4096

typedef struct dv_reason {
    uint64_t hash;       ///< of `error`
    uint64_t tick;       ///< of the world, when it came
    char *bytes;         ///< owns the four texts below, each with a terminating zero
    const char *error;   ///< the script's message
    const char *message; ///< the same, naming the first agent that failed with it, if one did
    const char *line, *traceback;
} dv_reason;

typedef struct dv_reason_of {
    dv_agent agent;
    uint32_t reason;
} dv_reason_of;

/// Something that is no longer called, because it failed or took too much time.
typedef struct dv_reason_off {
    uint64_t tick;
    char *bytes;            ///< owns both texts
    const char *what, *why; ///< "'update'", and the message
} dv_reason_off;

typedef struct dv_reasons {
    dv_reason *items;
    uint32_t count, capacity, since, reported;
    dv_reason_off *offs; ///< since the last good reload or rewind
    uint32_t off_count, off_capacity;
    dv_reason_of *agents; ///< in order of failure; an agent may be there more than once
    uint32_t agent_count, agent_capacity;
} dv_reasons;

/// Find the reason with an error and set `place` to its index. Returns false if the error is new.
bool dv_reasons_find(const dv_reasons *reasons, const char *error, uint32_t *place);
/// Add a reason, copying its texts. Returns false when out of memory or if there are too many.
bool dv_reasons_add(dv_reasons *reasons, const dv_reason *reason);
/// Note that an agent failed for the reason at index `place`. Does nothing when out of memory.
void dv_reasons_note(dv_reasons *reasons, dv_agent agent, uint32_t place);
/// Note that `what` is off from a tick on. Does nothing if that is known, or when out of memory.
void dv_reasons_note_off(dv_reasons *reasons, const char *what, const char *why, uint64_t tick);
/// The last reason of an agent; NULL if none is known.
const dv_reason *dv_reasons_of(const dv_reasons *reasons, dv_agent agent);
/// Treat all errors as new, and everything as on, from now on. What is known about agents remains.
void dv_reasons_begin_again(dv_reasons *reasons);
void dv_reasons_free(dv_reasons *reasons);

#endif
