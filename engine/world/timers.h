// Timers that wait for their tick.
//
// Invariant: `records` has the timers in the order in which they were set, with gaps where timers
// have ended; so the index of a record says which of two was set first, and snapshots list them in
// that order. Each timer is either in `queue`, a binary heap by due tick and then by index, or
// among `held`: those that are due but cannot be called before the host, the program, or the
// agent's kind changes, or the agent is revived. The queue may still list records that have ended.
// Which timers are held is no part of the state: all of them could as well be in the queue, as
// whatever can change the host's answer for a timer puts it back. Timers of one owner are linked,
// so that the end of an agent ends its timers.
#ifndef DV_WORLD_TIMERS_H
#define DV_WORLD_TIMERS_H

#include "drover/timers.h"
#include "world/timer_record.h"

/// Add a timer; `agent` is the handle of a living agent, or 0. Fails with DV_ERROR_LIMIT or
/// DV_ERROR_MEMORY.
dv_result dv_timers_add(dv_world *world, const dv_timer *timer, dv_error *error);
/// The index of the next timer that is due at a tick; false if there is none.
bool dv_timers_next(dv_world *world, uint64_t tick, uint32_t *record);
/// Hold back the timer that dv_timers_next returned.
void dv_timers_hold(dv_world *world, uint32_t record);
/// End the timer that dv_timers_next returned, and get what it was. The caller frees what is
/// returned, which holds the name and the data.
void *dv_timers_take(dv_world *world, uint32_t record, dv_timer *timer);
/// Put all timers that are held back into the queue.
void dv_timers_resume(dv_world *world);
/// End the timers of an agent that will be removed.
void dv_timers_end_agent(dv_world *world, uint32_t agent);
/// End the timers of an agent that turned into a kind for which the host does not know them, and
/// put those of its timers that are held back into the queue.
void dv_timers_turn(dv_world *world, uint32_t agent);
void dv_timers_free(dv_timers *timers);

#endif
