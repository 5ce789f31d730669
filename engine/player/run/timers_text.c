#include "player/run/timers_text.h"

#include "base/alloc.h"
#include "base/utf8.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/// Bytes of a line; names that are longer are cut.
#define LINE 160

void dv_timer_left(const dv_world *world, const dv_timer *timer, char text[DV_TIMER_TEXT]) {
    uint64_t tick = dv_world_tick(world), ticks = timer->due - tick;
    double seconds = (double)ticks * dv_world_dt(world);
    bool waits = timer->agent.bits && dv_agent_suspended(world, timer->agent);
    if (timer->due > tick)
        snprintf(text, DV_TIMER_TEXT, "%.*f s, %" PRIu64 " tick%s%s", seconds < 1000 ? 2 : 0,
                 seconds, ticks, ticks == 1 ? "" : "s", waits ? ", if revived by then" : "");
    else if (waits)
        snprintf(text, DV_TIMER_TEXT, "waits until it is revived");
    else if (timer->due == tick)
        snprintf(text, DV_TIMER_TEXT, "in the next tick");
    else
        snprintf(text, DV_TIMER_TEXT, "waits for its function");
}

static void write_line(const dv_world *world, const dv_timer *timer, char line[LINE]) {
    char name[64], left[DV_TIMER_TEXT];
    snprintf(name, sizeof name, "%s", timer->name);
    dv_utf8_trim(name);
    dv_timer_left(world, timer, left);
    snprintf(line, LINE, "  %-24s  %s\n", name, left);
}

dv_result dv_timers_append(const dv_world *world, dv_agent agent, char **lines) {
    dv_timer timers[DV_SHOWN_TIMERS];
    uint32_t count = dv_world_timers_of(world, agent, timers, DV_SHOWN_TIMERS);
    uint32_t shown = count < DV_SHOWN_TIMERS ? count : DV_SHOWN_TIMERS;
    size_t used = *lines ? strlen(*lines) : 0;
    if (count == 0)
        return DV_OK;
    char *longer = dv_resize(*lines, used + ((size_t)shown + 2) * LINE);
    if (!longer)
        return DV_ERROR_MEMORY;
    *lines = longer;
    used += (size_t)snprintf(longer + used, LINE, "Timers\n");
    for (uint32_t i = 0; i < shown; i++) {
        write_line(world, &timers[i], longer + used);
        used += strlen(longer + used);
    }
    if (shown < count)
        snprintf(longer + used, LINE, "  and %" PRIu32 " more\n", count - shown);
    return DV_OK;
}
