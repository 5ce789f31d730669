// Tells whoever watches a run that a tick took long or a population exploded; see dv_note.
#include "player/run/run_private.h"

#include "base/clock.h"
#include "player/terminal/messages.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#define SLOW_TICK 1.0 // s

static void __attribute__((format(printf, 2, 3))) note(dv_run *run, const char *format, ...) {
    dv_note *n = &run->note;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(n->text, sizeof n->text, format, arguments);
    va_end(arguments);
    n->time = dv_now();
    dv_say(run->options->scenario, "%s: rewind 1 goes back", n->text);
}

void dv_run_begin_note(dv_run *run) {
    dv_note *n = &run->note;
    uint64_t tick = dv_world_tick(run->world);
    uint32_t count = dv_world_agent_count(run->world);
    uint64_t second = (uint64_t)fmax(1, round(1 / dv_world_dt(run->world)));
    // Agents that were added between two ticks were asked for. After a rewind or a restart, the
    // counting begins again.
    if (tick != n->last_tick || tick >= n->since + second || tick < n->since) {
        n->since = tick;
        n->population = count;
    } else if (count > n->count) {
        n->population += count - n->count;
    }
    n->began = dv_now();
}

void dv_run_end_note(dv_run *run) {
    dv_note *n = &run->note;
    double seconds = dv_now() - n->began;
    bool was_slow = n->is_slow;
    n->last_tick = dv_world_tick(run->world);
    n->count = dv_world_agent_count(run->world);
    n->is_slow = seconds > SLOW_TICK;
    if (!run->options->watch)
        return;
    uint32_t least = n->population > DV_LEAST_POPULATION ? n->population : DV_LEAST_POPULATION;
    if (n->is_slow && !was_slow)
        note(run, "tick %" PRIu64 " took %.2g s", n->last_tick, seconds);
    if (n->count / DV_MAX_GROWTH >= least) {
        note(run, "%" PRIu32 " agent%s became %" PRIu32 " within a second", n->population,
             n->population == 1 ? "" : "s", n->count);
        n->since = n->last_tick;
        n->population = n->count;
    }
}
