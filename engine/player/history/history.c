#include "player/history/history.h"

#include "base/alloc.h"

#include <math.h>
#include <string.h>

// Moments

static size_t size_of(const dv_moment *moment) {
    const dv_stops *stops = &moment->stops;
    return sizeof *moment + moment->snapshot.size + moment->notes_size +
           stops->function_count * sizeof *stops->functions +
           stops->mod_count * sizeof *stops->mods + stops->place_count * sizeof *stops->places;
}

void dv_history_drop(dv_history *history, dv_moment *moment) {
    dv_snapshot_free(&moment->snapshot);
    dv_part_notes_destroy(moment->notes);
    dv_stops_free(&moment->stops);
    dv_code_release(moment->code, &history->bytes);
    *moment = (dv_moment){0};
}

static void let_go(dv_history *history, uint32_t place) {
    dv_moment *moment = &history->moments[place];
    history->bytes -= size_of(moment);
    // Keep the memory: touching new pages is the slowest part of taking a moment.
    dv_snapshot_free(&history->spare);
    history->spare = moment->snapshot;
    moment->snapshot = (dv_snapshot){0};
    dv_history_drop(history, moment);
    history->count--;
    memmove(moment, moment + 1, (history->count - place) * sizeof *moment);
}

// Starting and stopping

void dv_history_start(dv_history *history, double dt, size_t budget) {
    dv_history_stop(history);
    history->budget = budget;
    history->second = (uint64_t)fmax(round(1 / dt), 1);
    history->span = history->second * DV_HISTORY_SECONDS;
    history->spacing = history->second;
}

void dv_history_stop(dv_history *history) {
    while (history->count > 0)
        let_go(history, history->count - 1);
    dv_snapshot_free(&history->spare);
    dv_history_use_code(history, NULL);
    dv_free(history->moments);
    *history = (dv_history){.acts = history->acts, .trial_acts = history->trial_acts};
}

void dv_history_use_code(dv_history *history, dv_kept_code *code) {
    dv_code_release(history->code, &history->bytes);
    history->code = code;
    for (uint32_t i = history->count; code && i > 0; i--) {
        dv_kept_code *former = history->moments[i - 1].code;
        if (former == code || !dv_code_equal(former, code))
            continue;
        history->code = dv_code_share(former);
        dv_code_release(code, &history->bytes);
        return;
    }
}

// Keeping

void dv_history_drop_last(dv_history *history) { let_go(history, history->count - 1); }

uint64_t dv_history_ticks_left(const dv_history *history, uint64_t tick) {
    if (history->span == 0 || history->refused > 0)
        return UINT64_MAX;
    if (history->count == 0)
        return 0;
    uint64_t due = history->moments[history->count - 1].tick + history->spacing;
    return due > tick ? due - tick : 0;
}

/// Spread the span over as many moments as the budget has room for, but not closer than a second.
static uint64_t spacing_of(const dv_history *history, size_t size) {
    uint64_t room = history->budget / size;
    uint64_t gaps = room > 1 ? room - 1 : 1;
    uint64_t spacing = (history->span + gaps - 1) / gaps;
    return spacing > history->second ? spacing : history->second;
}

static bool can_go(const dv_history *history, uint32_t place) {
    const dv_moment *moment = &history->moments[place];
    return place > 0 && place + 1 < history->count && !moment->is_boundary && !moment->ends_code;
}

/// Ticks between the neighbors of a moment.
static uint64_t gap_without(const dv_history *history, uint32_t place) {
    return history->moments[place + 1].tick - history->moments[place - 1].tick;
}

/// How far apart moments of this age may be: a second, doubled each time the span fits into the age
/// once more.
static uint64_t gap_at(const dv_history *history, uint64_t age) {
    uint64_t gap = history->second;
    for (uint64_t limit = history->span; age > limit && limit < UINT64_MAX / 2; limit *= 2)
        gap *= 2;
    return gap;
}

static void thin_out(dv_history *history, uint64_t tick) {
    for (uint32_t i = 1; i + 1 < history->count;) {
        uint64_t age = tick - history->moments[i].tick;
        if (can_go(history, i) && gap_without(history, i) <= gap_at(history, age))
            let_go(history, i);
        else
            i++;
    }
}

/// The moment that would leave the smallest gap for its age; the first one if no other can be
/// dropped.
static uint32_t choose_victim(const dv_history *history, uint64_t tick) {
    uint32_t victim = 0;
    double least = (double)INFINITY;
    for (uint32_t i = 1; i + 1 < history->count; i++) {
        if (!can_go(history, i))
            continue;
        uint64_t age = tick - history->moments[i].tick + history->second;
        double gap = (double)gap_without(history, i) / (double)age;
        if (gap < least) {
            least = gap;
            victim = i;
        }
    }
    return victim;
}

bool dv_history_forget_acts(dv_history *history) {
    uint64_t first = history->count > 0 ? history->moments[0].acts : UINT64_MAX;
    return dv_acts_forget(&history->acts,
                          first < history->trial_acts ? first : history->trial_acts);
}

void dv_history_make_room(dv_history *history, uint64_t tick) {
    while (history->count > 0 && history->bytes + history->acts.bytes > history->budget) {
        let_go(history, choose_victim(history, tick));
        // If the keys that these acts left down are unknown, the later moments are useless.
        if (!dv_history_forget_acts(history))
            while (history->count > 0)
                let_go(history, 0);
    }
}

bool dv_history_keep(dv_history *history, dv_moment *moment) {
    size_t size = size_of(moment);
    uint64_t tick = moment->tick;
    if (size > history->budget || !dv_reserve((void **)&history->moments, &history->capacity,
                                              history->count + 1, sizeof *history->moments)) {
        if (size > history->budget)
            history->refused = size;
        dv_history_drop(history, moment);
        return false;
    }
    if (moment->snapshot.bytes)
        history->spacing = spacing_of(history, size);
    history->moments[history->count++] = *moment;
    history->bytes += size;
    *moment = (dv_moment){0};
    thin_out(history, tick);
    dv_history_make_room(history, tick);
    if (history->count == 0)
        history->refused = size;
    return history->count > 0;
}

// Finding

int32_t dv_history_at(const dv_history *history, uint64_t tick) {
    int32_t first = -1;
    for (uint32_t i = history->count; i > 0; i--) {
        if (!history->moments[i - 1].snapshot.bytes)
            continue;
        first = (int32_t)i - 1;
        if (history->moments[i - 1].tick <= tick)
            break;
    }
    return first;
}

uint64_t dv_history_reach(const dv_history *history, uint32_t place) {
    for (uint32_t i = place + 1; i < history->count; i++)
        if (history->moments[i].is_boundary)
            return history->moments[i].tick;
    return UINT64_MAX;
}

// Rewinding

void dv_history_cut(dv_history *history, uint64_t tick, uint64_t acts) {
    while (history->count > 0) {
        const dv_moment *last = &history->moments[history->count - 1];
        if (last->tick <= tick && last->acts <= acts)
            break;
        let_go(history, history->count - 1);
    }
    dv_acts_cut(&history->acts, acts);
}

void dv_history_take_back(dv_history *history, uint64_t tick, dv_kept_code *code) {
    while (history->count > 0) {
        const dv_moment *last = &history->moments[history->count - 1];
        if (last->tick <= tick && last->code == code && !last->ends_code)
            break;
        let_go(history, history->count - 1);
    }
    dv_history_use_code(history, code);
}
