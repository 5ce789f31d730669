#include "player/run/compare.h"

#include "base/alloc.h"
#include "base/result.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double default_seconds = 10;

const char *const dv_compare_sides[DV_SIDES] = {"the code before the last reload",
                                                "the code in force"};

// Rows

static dv_compared *find_row(dv_compare *compare, const char *name) {
    for (uint32_t i = 0; i < compare->count; i++)
        if (strcmp(compare->rows[i].name, name) == 0)
            return &compare->rows[i];
    if (!dv_reserve((void **)&compare->rows, &compare->capacity, compare->count + 1,
                    sizeof *compare->rows))
        return NULL;
    dv_compared *row = &compare->rows[compare->count++];
    *row = (dv_compared){.last = {NAN, NAN}};
    snprintf(row->name, sizeof row->name, "%s", name);
    return row;
}

/// Find or add the row `name`. Row names may be cut, so cut `name` the same way to find it again.
static bool count_it(dv_compare *compare, int side, const char *name, struct dv_counted counted) {
    char cut[sizeof compare->rows->name];
    snprintf(cut, sizeof cut, "%s", name);
    dv_compared *row = find_row(compare, cut);
    // Monitors come first: a monitor that is named like another quantity takes precedence.
    if (row && row->counted[side].what == DV_NOT_THERE)
        row->counted[side] = counted;
    return row != NULL;
}

static bool count_monitors(dv_compare *compare, int side) {
    bool fine = true;
    const dv_scenario *scenario = compare->sides[side].scenario;
    for (uint32_t i = 0; fine && i < dv_scenario_monitor_count(scenario); i++)
        fine = count_it(compare, side, dv_scenario_monitor_name(scenario, i),
                        (struct dv_counted){.what = DV_MONITOR, .of = i});
    return fine;
}

static bool count_states(dv_compare *compare, int side, const dv_program *program, uint32_t kind) {
    uint32_t count = dv_program_state_count(program, kind);
    bool fine = true;
    for (uint32_t state = 0; fine && count > 1 && state < count; state++) {
        char name[512];
        snprintf(name, sizeof name, "%.60s, %.60s", dv_program_kind_name(program, kind),
                 dv_program_state_name(program, kind, state));
        fine = count_it(compare, side, name,
                        (struct dv_counted){.what = DV_STATE, .of = kind, .state = state});
    }
    return fine;
}

static bool count_kind(dv_compare *compare, int side, const dv_program *program, uint32_t kind) {
    char name[512];
    snprintf(name, sizeof name, "all %.100s", dv_program_kind_name(program, kind));
    return count_it(compare, side, name, (struct dv_counted){.what = DV_KIND, .of = kind}) &&
           count_states(compare, side, program, kind);
}

static bool count_agents(dv_compare *compare, int side) {
    const dv_program *program = dv_world_program(dv_beside_world(&compare->sides[side]));
    bool fine = count_it(compare, side, "agents", (struct dv_counted){.what = DV_AGENTS}) &&
                count_it(compare, side, "suspended", (struct dv_counted){.what = DV_SUSPENDED});
    for (uint32_t kind = 0; fine && kind < dv_program_kind_count(program); kind++)
        fine = count_kind(compare, side, program, kind);
    return fine;
}

// List the monitors of both sides before the agents of either.
static dv_result list_rows(dv_compare *compare, dv_error *error) {
    bool fine = true;
    for (int side = 0; fine && side < DV_SIDES; side++)
        fine = count_monitors(compare, side);
    for (int side = 0; fine && side < DV_SIDES; side++)
        fine = count_agents(compare, side);
    return fine ? DV_OK : dv_fail(error, DV_ERROR_MEMORY, "out of memory");
}

// Sampling

static double value_of(const dv_compare *compare, int side, const struct dv_counted *counted) {
    dv_scenario *scenario = compare->sides[side].scenario;
    const dv_world *world = dv_scenario_world(scenario);
    switch (counted->what) {
    case DV_MONITOR:
        return dv_scenario_monitor(scenario, counted->of);
    case DV_AGENTS:
        return dv_world_agent_count(world);
    case DV_SUSPENDED:
        return dv_world_suspended_count(world);
    case DV_KIND:
        return dv_world_count(world, dv_one_kind(counted->of), -1);
    case DV_STATE:
        return dv_world_count(world, dv_one_kind(counted->of), (int32_t)counted->state);
    case DV_NOT_THERE:
        break;
    }
    return (double)NAN;
}

static void sample_side(dv_compare *compare, int side) {
    for (uint32_t i = 0; i < compare->count; i++) {
        dv_compared *row = &compare->rows[i];
        double value = value_of(compare, side, &row->counted[side]);
        row->last[side] = value;
        if (isnan(value))
            continue;
        row->sum[side] += value;
        row->samples[side]++;
    }
}

static void sample_difference(dv_compare *compare) {
    for (int side = 0; side < DV_SIDES; side++)
        sample_side(compare, side);
    for (uint32_t i = 0; i < compare->count; i++) {
        dv_compared *row = &compare->rows[i];
        double difference = dv_compare_difference(row);
        if (!(fabs(difference) > fabs(row->greatest)))
            continue;
        row->greatest = difference;
        row->greatest_tick = compare->first_tick + compare->done;
    }
}

double dv_compare_mean(const dv_compared *row, int side) {
    return row->samples[side] > 0 ? row->sum[side] / (double)row->samples[side] : (double)NAN;
}

double dv_compare_difference(const dv_compared *row) {
    return row->last[DV_NOW] - row->last[DV_BEFORE];
}

// Running

static void note_error(dv_compare *compare, int side, const char *message) {
    if (*compare->errors[side])
        return;
    snprintf(compare->errors[side], sizeof compare->errors[side], "%s", message);
    compare->error_ticks[side] = dv_beside_tick(&compare->sides[side]);
}

/// The scripts may have failed, or a monitor.
static void note_banner(dv_compare *compare, int side) {
    const char *banner = dv_scenario_banner(compare->sides[side].scenario);
    if (banner)
        note_error(compare, side, banner);
}

bool dv_compare_tick(dv_compare *compare) {
    const dv_beside *before = &compare->sides[DV_BEFORE], *now = &compare->sides[DV_NOW];
    if (before->status != DV_BESIDE_GOES_ON && now->status != DV_BESIDE_GOES_ON)
        return false;
    compare->done++;
    for (int side = 0; side < DV_SIDES; side++)
        dv_beside_step(&compare->sides[side]);
    sample_difference(compare);
    for (int side = 0; side < DV_SIDES; side++) {
        note_banner(compare, side);
        if (*compare->sides[side].error.message)
            note_error(compare, side, compare->sides[side].error.message);
    }
    return true;
}

/// The world that the last reload started from, if it is kept; otherwise the world 10 s ago.
static const dv_moment *choose_moment(const dv_run *run) {
    const dv_history *history = &run->history;
    uint64_t now = dv_world_tick(run->world);
    for (uint32_t i = history->count; i > 0; i--) {
        const dv_moment *moment = &history->moments[i - 1];
        if (moment->ends_code && moment->snapshot.bytes && moment->tick <= now)
            return moment;
    }
    int32_t place = dv_history_at(history, dv_run_ticks_ago(run, default_seconds));
    return place < 0 ? NULL : &history->moments[place];
}

static dv_result open_side(dv_compare *compare, dv_run *run, const dv_moment *moment, int side,
                           dv_error *error) {
    dv_beside *beside = &compare->sides[side];
    dv_error reason;
    dv_result result = dv_beside_open_reloaded(beside, run->scenario, moment, side == DV_BEFORE,
                                               DV_BESIDE_OUTLIVES_ERRORS, &reason);
    if (result != DV_OK)
        return dv_fail(error, result, "cannot compare, %s: %s", dv_compare_sides[side],
                       reason.message);
    beside->last_tick = moment->tick + compare->ticks;
    note_banner(compare, side);
    return DV_OK;
}

static dv_result open_sides(dv_compare *compare, dv_run *run, dv_error *error) {
    if (!dv_scenario_can_undo(run->scenario))
        return dv_fail(error, DV_ERROR_ARGUMENT, "cannot compare: nothing has been reloaded yet");
    const dv_moment *moment = choose_moment(run);
    if (!moment)
        return dv_fail(error, DV_ERROR_ARGUMENT, "cannot compare: no earlier moment is kept");
    compare->first_tick = moment->tick;
    dv_result result = DV_OK;
    for (int side = 0; result == DV_OK && side < DV_SIDES; side++)
        result = open_side(compare, run, moment, side, error);
    return result == DV_OK ? list_rows(compare, error) : result;
}

dv_result dv_compare_begin(dv_compare *compare, dv_run *run, uint64_t ticks, dv_error *error) {
    *compare = (dv_compare){.ticks = ticks};
    dv_result result = open_sides(compare, run, error);
    if (result != DV_OK)
        dv_compare_free(compare);
    return result;
}

void dv_compare_free(dv_compare *compare) {
    for (int side = 0; side < DV_SIDES; side++)
        dv_beside_close(&compare->sides[side]);
    dv_free(compare->rows);
    *compare = (dv_compare){0};
}
