#include "player/history.h"

#include "base/alloc.h"

#include <math.h>
#include <string.h>

void dv_history_start(dv_history *history, double dt, size_t budget) {
    dv_history_stop(history);
    history->budget = budget;
    history->second = (uint64_t)fmax(round(1 / dt), 1);
    history->span = history->second * DV_HISTORY_SECONDS;
    history->spacing = history->second;
}

static void forget_first(dv_history *history) {
    history->bytes -= history->moments[0].snapshot.size;
    dv_snapshot_free(&history->moments[0].snapshot);
    history->count--;
    memmove(history->moments, history->moments + 1, history->count * sizeof *history->moments);
}

static void forget_last(dv_history *history) {
    dv_snapshot *last = &history->moments[--history->count].snapshot;
    history->bytes -= last->size;
    dv_snapshot_free(last);
}

void dv_history_stop(dv_history *history) {
    while (history->count > 0)
        forget_last(history);
    dv_free(history->moments);
    *history = (dv_history){0};
}

bool dv_history_due(const dv_history *history, uint64_t tick) {
    if (history->span == 0 || history->refused > 0)
        return false;
    return history->count == 0 ||
           tick >= history->moments[history->count - 1].tick + history->spacing;
}

/// The span is shared out among as many as the budget has room for.
static uint64_t spacing_of(const dv_history *history, size_t size) {
    uint64_t room = history->budget / size;
    uint64_t gaps = room > 1 ? room - 1 : 1;
    uint64_t spacing = (history->span + gaps - 1) / gaps;
    return spacing > history->second ? spacing : history->second;
}

static void make_room(dv_history *history, uint64_t tick, size_t size) {
    while (history->count > 0 && (history->bytes + size > history->budget ||
                                  tick - history->moments[0].tick > history->span))
        forget_first(history);
}

bool dv_history_keep(dv_history *history, uint64_t tick, dv_snapshot *snapshot) {
    while (history->count > 0 && history->moments[history->count - 1].tick >= tick)
        forget_last(history);
    bool fits = snapshot->size <= history->budget;
    if (!fits)
        history->refused = snapshot->size;
    if (!fits || !dv_reserve((void **)&history->moments, &history->capacity, history->count + 1,
                             sizeof *history->moments)) {
        dv_snapshot_free(snapshot);
        return false;
    }
    make_room(history, tick, snapshot->size);
    history->spacing = spacing_of(history, snapshot->size);
    history->moments[history->count++] = (dv_moment){tick, *snapshot};
    history->bytes += snapshot->size;
    *snapshot = (dv_snapshot){0};
    return true;
}

int32_t dv_history_at(const dv_history *history, uint64_t tick) {
    for (uint32_t i = history->count; i > 0; i--)
        if (history->moments[i - 1].tick <= tick)
            return (int32_t)i - 1;
    return history->count > 0 ? 0 : -1;
}

void dv_history_forget_after(dv_history *history, uint64_t tick) {
    while (history->count > 0 && history->moments[history->count - 1].tick > tick)
        forget_last(history);
}
