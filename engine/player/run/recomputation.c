#include "player/run/recomputation.h"

#include "base/clock.h"
#include "base/result.h"

// Beginning

static uint64_t end_of_acts(const dv_history *history, uint32_t place) {
    for (uint32_t i = place + 1; i < history->count; i++)
        if (history->moments[i].is_boundary)
            return history->moments[i].acts;
    return dv_acts_next(&history->acts);
}

/// Where to begin, and the moment that is the target, if one is. A tick is computed from the moment
/// before it, even if it is a moment itself; only the first one can't be computed.
static void choose_moments(dv_recomputation *recomputation, uint32_t place, uint64_t tick) {
    const dv_history *history = recomputation->history;
    const dv_moment *moment = &history->moments[place];
    uint64_t reach = dv_history_reach(history, place);
    recomputation->from = moment;
    recomputation->arrival = tick <= moment->tick ? moment : NULL;
    recomputation->to = tick <= moment->tick ? moment->tick : tick < reach ? tick : reach;
    if (!recomputation->arrival)
        return;
    for (uint32_t i = place; i > 0 && recomputation->from == moment; i--) {
        const dv_moment *before = &history->moments[i - 1];
        if (before->tick == moment->tick)
            continue;
        if (!before->snapshot.bytes || dv_history_reach(history, i - 1) < moment->tick)
            return;
        recomputation->from = before;
    }
}

/// Open the world if there is something to compute. What a kept target lacks is not worth failing.
static dv_result open_world(dv_recomputation *recomputation, dv_run *run, dv_error *error) {
    const dv_history *history = &run->history;
    const dv_moment *from = recomputation->from;
    dv_beside *beside = &recomputation->beside;
    if (from->tick == recomputation->to)
        return DV_OK;
    if (dv_beside_open_moment(beside, run->scenario, &run->history, from, DV_BESIDE_REPEATS_PAST,
                              error) != DV_OK)
        return recomputation->arrival ? DV_OK : DV_ERROR_SCRIPT;
    beside->last_tick = recomputation->to;
    beside->acts = &history->acts;
    beside->act = from->acts;
    beside->acts_end = end_of_acts(history, (uint32_t)(from - history->moments));
    return DV_OK;
}

dv_result dv_recomputation_begin(dv_recomputation *recomputation, dv_run *run, uint64_t tick,
                                 dv_error *error) {
    const dv_history *history = &run->history;
    int32_t place = dv_history_at(history, tick);
    *recomputation = (dv_recomputation){.history = history};
    if (place < 0)
        return dv_fail(error, DV_ERROR_ARGUMENT, "no earlier moment is kept");
    choose_moments(recomputation, (uint32_t)place, tick);
    dv_result result = open_world(recomputation, run, error);
    recomputation->is_over = !recomputation->beside.scenario;
    return result;
}

// Continuing

uint64_t dv_recomputation_tick(const dv_recomputation *recomputation) {
    return recomputation->beside.scenario ? dv_beside_tick(&recomputation->beside)
                                          : recomputation->to;
}

/// Whether the world is as it was when it reached the target the first time: the target
/// may have been changed since then, by a reload for example.
static bool is_as_it_was(const dv_recomputation *recomputation, uint64_t hash) {
    for (const dv_moment *moment = recomputation->from; moment <= recomputation->arrival; moment++)
        if (moment->tick == recomputation->to && moment->snapshot.bytes &&
            dv_snapshot_hash(&moment->snapshot) == hash)
            return true;
    return false;
}

static dv_result take_target(dv_recomputation *recomputation) {
    const dv_world *world = dv_beside_world(&recomputation->beside);
    uint64_t hash;
    dv_error *error = &recomputation->error;
    if (recomputation->beside.result != DV_OK) {
        *error = recomputation->beside.error;
        return recomputation->beside.result;
    }
    if (!recomputation->arrival)
        return dv_world_take_snapshot(world, &recomputation->snapshot, error);
    dv_result result = dv_world_hash(world, &hash, error);
    recomputation->explains = result == DV_OK && is_as_it_was(recomputation, hash);
    return result;
}

static void arrive(dv_recomputation *recomputation) {
    recomputation->is_over = true;
    recomputation->result = take_target(recomputation);
    if (recomputation->arrival)
        recomputation->result = DV_OK; // its snapshot is kept
    else
        recomputation->explains = recomputation->result == DV_OK;
}

bool dv_recomputation_continue(dv_recomputation *recomputation, double seconds) {
    dv_beside *beside = &recomputation->beside;
    double deadline = dv_now() + seconds;
    if (recomputation->is_over)
        return false;
    while (dv_beside_step(beside) && beside->status == DV_BESIDE_GOES_ON)
        if (dv_now() >= deadline)
            return true;
    arrive(recomputation);
    return false;
}

bool dv_recomputation_retarget(dv_recomputation *recomputation, uint64_t tick) {
    int32_t place = dv_history_at(recomputation->history, tick);
    dv_recomputation other = {.history = recomputation->history};
    if (recomputation->is_over || place < 0)
        return false;
    choose_moments(&other, (uint32_t)place, tick);
    if (other.from != recomputation->from || other.to < dv_recomputation_tick(recomputation))
        return false;
    recomputation->to = recomputation->beside.last_tick = other.to;
    recomputation->arrival = other.arrival;
    return true;
}

const dv_snapshot *dv_recomputation_snapshot(const dv_recomputation *recomputation) {
    const dv_moment *arrival = recomputation->arrival;
    return arrival ? &arrival->snapshot : &recomputation->snapshot;
}

dv_kept_code *dv_recomputation_code(const dv_recomputation *recomputation) {
    return (recomputation->arrival ? recomputation->arrival : recomputation->from)->code;
}

uint64_t dv_recomputation_acts(const dv_recomputation *recomputation) {
    return recomputation->arrival           ? recomputation->arrival->acts
           : recomputation->beside.scenario ? recomputation->beside.act
                                            : recomputation->from->acts;
}

void dv_recomputation_end(dv_recomputation *recomputation) {
    dv_beside_close(&recomputation->beside);
    dv_snapshot_free(&recomputation->snapshot);
    *recomputation = (dv_recomputation){0};
}
