#include "player/history/timeline.h"

#include "base/alloc.h"

#include <math.h>
#include <string.h>

/// The record never has room for fewer samples.
#define LEAST_SAMPLES 64u

// Series

static void free_series(dv_series *series) {
    dv_free(series->kind);
    dv_free(series->name);
    dv_free(series->values);
    *series = (dv_series){0};
}

static bool is_named(const dv_series *series, const char *kind, const char *name) {
    if (!series->name || !series->kind != !kind)
        return false;
    return strcmp(series->name, name) == 0 && (!kind || strcmp(series->kind, kind) == 0);
}

/// A new series, which has no value for the samples so far. Without a name when out of memory.
static dv_series make_series(const dv_timeline *timeline, const char *kind, const char *name) {
    dv_series series = {.kind = kind ? dv_copy_string(kind) : NULL,
                        .name = dv_copy_string(name),
                        .values = dv_alloc(timeline->capacity * sizeof *series.values),
                        .now = NAN};
    if (!series.name || !series.values || (kind && !series.kind)) {
        free_series(&series);
        return series;
    }
    for (uint32_t i = 0; i < timeline->count; i++)
        series.values[i] = NAN;
    return series;
}

/// Move the series with these names from the old list to the end of the new one, or make it. False
/// when out of memory.
static bool list_series(dv_timeline *timeline, dv_series *old, uint32_t old_count, const char *kind,
                        const char *name) {
    dv_series *series = &timeline->series[timeline->series_count];
    uint32_t i = 0;
    while (i < old_count && !is_named(&old[i], kind, name))
        i++;
    if (i < old_count) {
        *series = old[i];
        old[i] = (dv_series){0};
    } else {
        *series = make_series(timeline, kind, name);
    }
    timeline->series_count += series->name != NULL;
    return series->name != NULL;
}

static bool list_current(dv_timeline *timeline, dv_scenario *scenario, dv_series *old,
                         uint32_t old_count) {
    const dv_program *program = dv_world_program(dv_scenario_world(scenario));
    bool fine = true;
    for (uint32_t kind = 0; fine && kind < dv_program_kind_count(program); kind++)
        for (uint32_t state = 0; fine && state < dv_program_state_count(program, kind); state++) {
            fine = list_series(timeline, old, old_count, dv_program_kind_name(program, kind),
                               dv_program_state_name(program, kind, state));
            if (fine) {
                timeline->series[timeline->series_count - 1].of = kind;
                timeline->series[timeline->series_count - 1].state = state;
            }
        }
    for (uint32_t i = 0; fine && i < dv_scenario_monitor_count(scenario); i++) {
        fine = list_series(timeline, old, old_count, NULL, dv_scenario_monitor_name(scenario, i));
        if (fine)
            timeline->series[timeline->series_count - 1].of = i;
    }
    return fine;
}

static uint32_t count_current(dv_scenario *scenario) {
    const dv_program *program = dv_world_program(dv_scenario_world(scenario));
    uint32_t count = dv_scenario_monitor_count(scenario);
    for (uint32_t kind = 0; kind < dv_program_kind_count(program); kind++)
        count += dv_program_state_count(program, kind);
    return count;
}

static bool had_values(const dv_timeline *timeline, const dv_series *series) {
    for (uint32_t i = 0; i < timeline->count; i++)
        if (series->values[i] != 0 && !isnan(series->values[i]))
            return true;
    return false;
}

// Fewer samples

/// Double the stride, and keep the samples at its multiples, and the first.
static void halve(dv_timeline *timeline) {
    uint32_t kept = 1;
    timeline->stride *= 2;
    for (uint32_t i = 1; i < timeline->count; i++) {
        if (timeline->ticks[i] % timeline->stride != 0)
            continue;
        timeline->ticks[kept] = timeline->ticks[i];
        for (uint32_t s = 0; s < timeline->series_count; s++)
            timeline->series[s].values[kept] = timeline->series[s].values[i];
        kept++;
    }
    timeline->count = kept;
}

static uint32_t capacity_for(size_t budget, uint32_t series) {
    size_t most = budget / (sizeof(double) * (series + 1));
    return most > DV_TIMELINE_SAMPLES ? DV_TIMELINE_SAMPLES
           : most < LEAST_SAMPLES     ? LEAST_SAMPLES
                                      : (uint32_t)most;
}

/// More series leave room for fewer samples.
static void shrink(dv_timeline *timeline, uint32_t series) {
    uint32_t capacity = capacity_for(timeline->budget, series);
    if (capacity >= timeline->capacity)
        return;
    while (timeline->count >= capacity)
        halve(timeline);
    for (uint32_t i = 0; i < timeline->series_count; i++) {
        double *values = dv_resize(timeline->series[i].values, capacity * sizeof *values);
        timeline->series[i].values = values ? values : timeline->series[i].values;
    }
    timeline->capacity = capacity;
}

// Reading

/// Match the series with the names of the code in force. Those of earlier code that have values
/// follow. False when out of memory; the record then keeps what it had.
static bool match(dv_timeline *timeline, dv_scenario *scenario) {
    dv_series *old = timeline->series;
    uint32_t old_count = timeline->series_count, current = count_current(scenario);
    uint32_t most = old_count + current;
    if (timeline->generation == dv_scenario_generation(scenario))
        return true;
    shrink(timeline, most);
    dv_series *all = dv_alloc((most + 1) * sizeof *all);
    if (!all)
        return false;
    timeline->series = all;
    timeline->series_count = 0;
    bool fine = list_current(timeline, scenario, old, old_count);
    timeline->current = timeline->series_count;
    for (uint32_t i = 0; i < old_count; i++) {
        if (old[i].name && had_values(timeline, &old[i]))
            all[timeline->series_count++] = old[i];
        else
            free_series(&old[i]);
    }
    dv_free(old);
    timeline->generation = dv_scenario_generation(scenario);
    timeline->read_tick = UINT64_MAX;
    return fine;
}

static void count_agents(const dv_timeline *timeline, const dv_world *world) {
    dv_series *firsts[DV_MAX_KINDS]; // of each kind's states
    uint32_t limit = dv_world_agent_limit(world);
    for (uint32_t i = 0; i < timeline->current && timeline->series[i].kind; i++) {
        timeline->series[i].now = 0;
        if (timeline->series[i].state == 0)
            firsts[timeline->series[i].of] = &timeline->series[i];
    }
    for (uint32_t i = 0; i < limit; i++) {
        dv_agent agent = dv_world_agent_at(world, i);
        if (agent.bits)
            firsts[dv_agent_kind(world, agent)][dv_agent_state(world, agent)].now++;
    }
}

dv_result dv_timeline_read(dv_timeline *timeline, dv_scenario *scenario) {
    const dv_world *world = dv_scenario_world(scenario);
    if (!timeline->is_on)
        return DV_OK;
    if (!match(timeline, scenario))
        return DV_ERROR_MEMORY;
    if (timeline->read_tick == dv_world_tick(world))
        return DV_OK;
    count_agents(timeline, world);
    for (uint32_t i = 0; i < timeline->current; i++)
        if (!timeline->series[i].kind)
            timeline->series[i].now = dv_scenario_monitor(scenario, timeline->series[i].of);
    for (uint32_t i = timeline->current; i < timeline->series_count; i++)
        timeline->series[i].now = NAN;
    timeline->read_tick = dv_world_tick(world);
    return DV_OK;
}

// Samples

static void add_sample(dv_timeline *timeline, uint64_t tick) {
    timeline->ticks[timeline->count] = tick;
    for (uint32_t i = 0; i < timeline->series_count; i++)
        timeline->series[i].values[timeline->count] = timeline->series[i].now;
    timeline->count++;
}

dv_result dv_timeline_take(dv_timeline *timeline, dv_scenario *scenario) {
    uint64_t tick = dv_world_tick(dv_scenario_world(scenario));
    bool is_taken = timeline->count > 0 && timeline->ticks[timeline->count - 1] >= tick;
    if (!timeline->is_on || is_taken || tick % timeline->stride != 0)
        return DV_OK;
    dv_result result = dv_timeline_read(timeline, scenario);
    if (result != DV_OK)
        return result;
    while (timeline->count >= timeline->capacity)
        halve(timeline);
    if (tick % timeline->stride == 0)
        add_sample(timeline, tick);
    return DV_OK;
}

void dv_timeline_cut(dv_timeline *timeline, uint64_t tick) {
    while (timeline->count > 0 && timeline->ticks[timeline->count - 1] > tick)
        timeline->count--;
    dv_marks_cut(&timeline->marks, tick);
}

uint32_t dv_timeline_until(const dv_timeline *timeline, uint64_t tick) {
    uint32_t low = 0, high = timeline->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (timeline->ticks[middle] <= tick)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const dv_series *dv_timeline_monitor(const dv_timeline *timeline, const char *name) {
    for (uint32_t i = 0; i < timeline->current; i++)
        if (is_named(&timeline->series[i], NULL, name))
            return &timeline->series[i];
    return NULL;
}

// Starting and stopping

dv_result dv_timeline_start(dv_timeline *timeline, dv_scenario *scenario, size_t budget) {
    const dv_world *world = dv_scenario_world(scenario);
    dv_timeline_stop(timeline);
    timeline->is_on = true;
    timeline->budget = budget;
    timeline->stride = (uint64_t)fmax(round(DV_TIMELINE_SECONDS / dv_world_dt(world)), 1);
    timeline->capacity = capacity_for(budget, count_current(scenario));
    timeline->read_tick = UINT64_MAX;
    timeline->ticks = dv_alloc(timeline->capacity * sizeof *timeline->ticks);
    if (!timeline->ticks || dv_timeline_read(timeline, scenario) != DV_OK) {
        dv_timeline_stop(timeline);
        return DV_ERROR_MEMORY;
    }
    add_sample(timeline, dv_world_tick(world));
    return DV_OK;
}

void dv_timeline_stop(dv_timeline *timeline) {
    for (uint32_t i = 0; i < timeline->series_count; i++)
        free_series(&timeline->series[i]);
    dv_free(timeline->series);
    dv_free(timeline->ticks);
    dv_marks_free(&timeline->marks);
    *timeline = (dv_timeline){0};
}
