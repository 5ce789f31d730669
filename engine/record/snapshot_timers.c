// Timers in a snapshot: for each the tick that it is due in, its owner, its name, and its data, in
// the order in which they were set.
#include "record/snapshot_parts.h"
#include "world/timers.h"

// No timer can be due later.
#define LAST_DUE (2 * DV_LAST_TICK)

void dv_write_timers(dv_stream *s, const dv_world *world) {
    dv_timer timer;
    dv_write_u32(s, dv_world_timer_count(world));
    for (uint32_t i = 0; i < dv_world_timer_limit(world); i++) {
        if (!dv_world_timer_at(world, i, &timer))
            continue;
        dv_write_u64(s, timer.due);
        dv_write_u64(s, dv_handle_in_world(timer.agent.bits, 0));
        dv_write_text(s, timer.name);
        dv_write_string(s, timer.data, timer.size);
    }
}

static void read_timer(dv_loading *l) {
    dv_timer timer = {.due = dv_read_u64(l->reader)};
    timer.agent.bits = dv_handle_in_world(dv_read_u64(l->reader), l->world->id);
    timer.name = dv_read_text(l);
    size_t size;
    timer.data = dv_read_string(l->reader, &size);
    timer.size = (uint32_t)size;
    dv_damaged_unless(l, timer.due <= LAST_DUE && *timer.name && size <= DV_MAX_TIMER_BYTES &&
                             (!timer.agent.bits || dv_agent_alive(l->world, timer.agent)));
    if (dv_usable(l))
        dv_note(l, dv_timers_add(l->world, &timer, &l->reason));
}

void dv_read_timers(dv_loading *l) {
    uint32_t count = dv_read_u32(l->reader);
    for (uint32_t i = 0; dv_usable(l) && i < count; i++)
        read_timer(l);
}
