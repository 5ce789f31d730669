// Timers: calls of the host that wait until some seconds have passed. A timer belongs to an agent
// or to the world, and has a name and some bytes that only the host reads. Timers are part of the
// world's state: hashes cover them, and snapshots keep them.
//
// Timers that are due are called at the start of the decide phase, before dv_host.update: those of
// the earliest tick first, and those of one tick in the order in which they were set.
#ifndef DROVER_TIMERS_H
#define DROVER_TIMERS_H

#include <drover/world.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

#define DV_MAX_TIMERS 1000000u                 ///< that wait in a world at a time
#define DV_MAX_TIMER_BYTES ((uint64_t)1 << 28) ///< of the data and names of all timers of a world

struct dv_timer {
    dv_agent agent; ///< its owner; null: the world
    const char *name;
    uint64_t due;     ///< the tick that calls it
    const void *data; ///< `size` bytes; NULL: none
    uint32_t size;
};

/// Set a timer for an agent, or with a null handle for the world. The host is called in the first
/// tick that begins `seconds` (0 to 1e9) or more after now, but never in the same tick. The bytes
/// are copied. Fails with DV_ERROR_ARGUMENT if the seconds are out of range or the name is empty,
/// and with DV_ERROR_LIMIT if too many timers wait, or if their data and names take too much.
dv_result dv_world_set_timer(dv_world *world, dv_agent agent, const char *name, double seconds,
                             const void *data, uint32_t size, dv_error *error);
/// Cancel the timers of an agent, or with a null handle of the world, that have a name. Returns how
/// many there were.
uint32_t dv_world_cancel_timers(dv_world *world, dv_agent agent, const char *name);
/// The number of timers that wait.
uint32_t dv_world_timer_count(const dv_world *world);
/// Timers have indices below this limit, in the order in which they were set. Setting a timer may
/// change the indices of others.
uint32_t dv_world_timer_limit(const dv_world *world);
/// Get the timer at an index. Its strings and bytes are valid until timers change. False if there
/// is none.
bool dv_world_timer_at(const dv_world *world, uint32_t index, dv_timer *timer);
/// Get up to `most` timers of an agent, or, with a null handle, of the world, in the order in which
/// they are due. Their strings and bytes are valid until timers change. Returns how many
/// timers it has, which may be more; 0 if the agent is gone. `timers` may be NULL if `most` is 0.
uint32_t dv_world_timers_of(const dv_world *world, dv_agent agent, dv_timer *timers, uint32_t most);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
