// How to measure benchmarks; see bench_measure.h.
//
// The scenarios are the Lua files of tests/bench, which are embedded in the program.
#include "player/bench/bench_measure.h"

#include "base/clock.h"

#include "base/alloc.h"
#include "base/result.h"
#include "scripts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ASKED 1000 // agents whose neighbors are counted
#define FEW 1000   // with fewer agents, bytes per agent mean nothing

// Rows

dv_bench_row dv_row_new(const char *benchmark, const char *unit) {
    const double none = NAN;
    return (dv_bench_row){.benchmark = benchmark,
                          .unit = unit,
                          .neighbors = none,
                          .median = none,
                          .least = none,
                          .most = none,
                          .ticks = none,
                          .bytes = none,
                          .target = none};
}

void dv_report_row(const dv_bench_plan *plan, const dv_bench_row *row) {
    plan->each(plan->context, row);
}

void dv_report_failed_row(const dv_bench_plan *plan, dv_bench_row *row, const char *message) {
    row->failed = true;
    snprintf(row->note, sizeof row->note, "%s", message);
    dv_report_row(plan, row);
}

void dv_report_skipped_row(const dv_bench_plan *plan, const char *benchmark, const char *why) {
    dv_bench_row row = dv_row_new(benchmark, "");
    snprintf(row.note, sizeof row.note, "%s", why);
    dv_report_row(plan, &row);
}

static int compare_times(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void dv_row_take_median(dv_bench_row *row, const double *values, uint32_t count) {
    double sorted[DV_MAX_BENCH_VALUES];
    memcpy(sorted, values, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare_times);
    row->median = sorted[count / 2];
    row->least = sorted[0];
    row->most = sorted[count - 1];
}

void dv_row_scale(dv_bench_row *row, double factor) {
    row->median *= factor;
    row->least *= factor;
    row->most *= factor;
}

// Scenarios

const dv_library_module *dv_bench_script(const char *name, size_t length) {
    for (size_t i = 0; i < dv_bench_scripts_count; i++) {
        const dv_library_module *script = &dv_bench_scripts[i];
        if (strlen(script->name) == length && strncmp(name, script->name, length) == 0)
            return script;
    }
    return NULL;
}

// Provides modules embedded in the program, the number of agents as the module `agents`, and the
// name of a scene as `scene`.
static bool read_module(void *context, const char *path, const char **source, size_t *size) {
    dv_subject *s = context;
    *source = strcmp(path, "agents.lua") == 0  ? s->agents_module
              : strcmp(path, "scene.lua") == 0 ? s->scene_module
                                               : NULL;
    if (*source) {
        *size = strlen(*source);
        return true;
    }
    const char *end = strstr(path, ".lua");
    const dv_library_module *script = end ? dv_bench_script(path, (size_t)(end - path)) : NULL;
    if (!script || strcmp(end, ".lua") != 0)
        return false;
    *source = script->source;
    *size = script->size;
    return true;
}

static void keep_quiet(void *context, const char *line) { (void)context, (void)line; }

void dv_subject_close(dv_subject *s) {
    dv_scenario_close(s->scenario);
    s->scenario = NULL;
}

static dv_result open_subject(const dv_bench_plan *plan, dv_subject *s, dv_error *error) {
    char file[64];
    s->agents = s->agents / plan->divisor;
    snprintf(s->agents_module, sizeof s->agents_module, "return %u\n", s->agents);
    snprintf(s->scene_module, sizeof s->scene_module, "return '%s'\n", s->scene ? s->scene : "");
    dv_scenario_options options = dv_scenario_options_default();
    options.threads = s->threads;
    options.vector_bits = plan->vector_bits;
    options.print = keep_quiet;
    if (s->script) {
        snprintf(file, sizeof file, "%s.lua", s->script);
        options.reader = read_module;
        options.reader_context = s;
    }
    if (s->choice.name) {
        options.settings = &s->choice;
        options.setting_count = 1;
    }
    s->scenario = dv_scenario_open(s->script ? file : s->path, &options, error);
    if (!s->scenario)
        return DV_ERROR_SCRIPT;
    s->world = dv_scenario_world(s->scenario);
    s->agents = dv_world_agent_count(s->world);
    return DV_OK;
}

// Bytes per agent, without Lua's.
static double engine_bytes(const dv_subject *s, size_t before) {
    size_t bytes = dv_allocated_bytes() - before - dv_scenario_lua_bytes(s->scenario);
    return (double)bytes / fmax(1, s->agents);
}

dv_result dv_subject_step(dv_subject *s, uint32_t ticks, double *seconds, dv_error *error) {
    double start = dv_now();
    for (uint32_t i = 0; i < ticks; i++) {
        dv_result result = dv_scenario_step(s->scenario, error);
        if (result != DV_OK)
            return result;
    }
    *seconds = dv_now() - start;
    if (dv_world_suspended_count(s->world) == 0)
        return DV_OK;
    const char *banner = dv_scenario_banner(s->scenario);
    return dv_fail(error, DV_ERROR_SCRIPT, "%s", banner ? banner : "agents are suspended");
}

// Also finds the number of ticks that make a run last long enough.
static dv_result warm_up(const dv_bench_plan *plan, dv_subject *s, dv_error *error) {
    double seconds = 0;
    uint32_t timed = plan->warm_up / 4;
    dv_result result = dv_subject_step(s, s->settling, &seconds, error);
    if (result == DV_OK)
        result = dv_subject_step(s, plan->warm_up - timed, &seconds, error);
    if (result == DV_OK)
        result = dv_subject_step(s, timed, &seconds, error);
    if (result != DV_OK)
        return result;
    double wanted = ceil(plan->seconds * timed / fmax(seconds, 1e-9));
    s->ticks = (uint32_t)fmax(1, fmin(wanted, plan->most_ticks));
    return DV_OK;
}

// The number of agents may change during a run of a sample, so use the mean.
static dv_result run_once(dv_subject *s, uint32_t run, dv_error *error) {
    double seconds = 0, before = dv_world_agent_count(s->world);
    dv_result result = dv_subject_step(s, s->ticks, &seconds, error);
    double agents = fmax(1, (before + dv_world_agent_count(s->world)) / 2);
    s->ns[run] = seconds * 1e9 / s->ticks / agents;
    return result;
}

dv_result dv_subject_measure(const dv_bench_plan *plan, dv_subject *subjects, uint32_t count,
                             dv_error *error) {
    dv_result result = DV_OK;
    for (uint32_t i = 0; i < count && result == DV_OK; i++) {
        size_t before = dv_allocated_bytes();
        result = open_subject(plan, &subjects[i], error);
        if (result == DV_OK)
            result = warm_up(plan, &subjects[i], error);
        if (result == DV_OK)
            subjects[i].bytes = engine_bytes(&subjects[i], before);
    }
    for (uint32_t run = 0; run < plan->runs; run++)
        for (uint32_t i = 0; i < count && result == DV_OK; i++)
            result = run_once(&subjects[i], run, error);
    return result;
}

static double mean_neighbors(const dv_subject *s) {
    if (s->reach <= 0)
        return (double)NAN;
    uint32_t limit = dv_world_agent_limit(s->world), asked = 0;
    uint64_t found = 0;
    for (uint32_t i = 0; i < limit; i += 1 + limit / ASKED) {
        dv_agent agent = dv_world_agent_at(s->world, i);
        if (!dv_agent_alive(s->world, agent))
            continue;
        found += dv_world_neighbors(s->world, dv_agent_position(s->world, agent), s->reach,
                                    DV_ANY_KIND, agent, NULL, 0);
        asked++;
    }
    return asked ? (double)found / asked : (double)NAN;
}

void dv_subject_describe(dv_bench_row *row, const dv_bench_plan *plan, const dv_subject *s) {
    row->agents = s->agents;
    row->threads = s->threads;
    row->neighbors = mean_neighbors(s);
    row->bytes = s->agents < FEW ? (double)NAN : s->bytes;
    dv_row_take_median(row, s->ns, plan->runs);
    row->ticks = 1e9 / row->median / fmax(1, s->agents);
}

void dv_row_take_difference(dv_bench_row *row, const dv_bench_plan *plan, const dv_subject *more,
                            const dv_subject *less, double count) {
    double difference[DV_MAX_BENCH_RUNS];
    for (uint32_t run = 0; run < plan->runs; run++)
        difference[run] = (more->ns[run] - less->ns[run]) / count;
    row->agents = more->agents;
    row->threads = more->threads;
    dv_row_take_median(row, difference, plan->runs);
}

void dv_subject_measure_pair(const dv_bench_plan *plan, const char *benchmark, dv_subject s[2],
                             const char *const names[2], double target) {
    dv_bench_row row = dv_row_new(benchmark, "ns/agent");
    dv_error error;
    if (dv_subject_measure(plan, s, 2, &error) == DV_OK) {
        for (int i = 0; i < 2; i++) {
            dv_bench_row each = dv_row_new(benchmark, "ns/agent");
            snprintf(each.subject, sizeof each.subject, "%s", names[i]);
            dv_subject_describe(&each, plan, &s[i]);
            dv_report_row(plan, &each);
        }
        snprintf(row.subject, sizeof row.subject, "difference");
        row.target = target;
        dv_row_take_difference(&row, plan, &s[1], &s[0], 1);
        dv_report_row(plan, &row);
    } else {
        dv_report_failed_row(plan, &row, error.message);
    }
    dv_subject_close(&s[0]);
    dv_subject_close(&s[1]);
}

double dv_subject_measure_row(const dv_bench_plan *plan, dv_bench_row *row, dv_subject *s) {
    dv_error error;
    if (dv_subject_measure(plan, s, 1, &error) == DV_OK) {
        dv_subject_describe(row, plan, s);
        dv_report_row(plan, row);
    } else {
        dv_report_failed_row(plan, row, error.message);
    }
    dv_subject_close(s);
    return row->median;
}
