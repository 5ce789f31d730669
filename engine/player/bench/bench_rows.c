// The benchmarks; see bench.h.
#include "player/bench/bench_measure.h"

#include "base/clock.h"

#include "base/names.h"
#include "base/result.h"
#include "player/terminal/progress.h"

#include <dirent.h>
#include <fcntl.h>
#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static void run_flock(const dv_bench_plan *plan) {
    static const uint32_t sizes[] = {1000, 10000, 100000, 1000000};
    double medians[4][2];
    for (int i = 0; i < 4; i++)
        for (int threads = 1; threads <= 2; threads++) {
            dv_subject s = {.script = "flock", .agents = sizes[i], .threads = threads, .reach = 9};
            dv_bench_row row = dv_row_new("flock", "ns/agent");
            if (sizes[i] == 100000)
                row.target = threads == 1 ? 60 : 32;
            medians[i][threads - 1] = dv_subject_measure_row(plan, &row, &s);
        }
    for (int threads = 1; threads <= 2; threads++) {
        dv_bench_row row = dv_row_new("flock", "×");
        snprintf(row.subject, sizeof row.subject, "1M / 10k");
        row.threads = threads;
        row.median = medians[3][threads - 1] / medians[1][threads - 1];
        row.target = 1.3;
        if (isfinite(row.median))
            dv_report_row(plan, &row);
    }
}

static void run_flock_volume(const dv_bench_plan *plan) {
    static const uint32_t sizes[] = {10000, 100000};
    for (int i = 0; i < 2; i++) {
        dv_subject s = {.script = "flock_volume", .agents = sizes[i], .threads = 1, .reach = 9};
        dv_bench_row row = dv_row_new("flock-volume", "ns/agent");
        if (sizes[i] == 100000)
            row.target = 110;
        dv_subject_measure_row(plan, &row, &s);
    }
}

static void run_guards(const dv_bench_plan *plan) {
    static const char *const names[] = {"none, the flock", "flock with guards"};
    static const char *const guarded[] = {"false", "true"};
    dv_subject s[2];
    for (int i = 0; i < 2; i++)
        s[i] = (dv_subject){.script = "guards",
                            .agents = 20000,
                            .threads = 1,
                            .reach = 9,
                            .choice = {"guarded", guarded[i]}};
    dv_subject_measure_pair(plan, "guards", s, names, 25);
}

// How much garbage a tick leaves in Lua, in bytes per agent.
static void tell_garbage(const dv_bench_plan *plan, dv_subject *s) {
    const uint32_t ticks = 10;
    dv_bench_row row = dv_row_new("step", "B/agent, tick");
    dv_error error;
    double values[DV_MAX_BENCH_RUNS], seconds = 0;
    snprintf(row.subject, sizeof row.subject, "garbage");
    row.agents = s->agents;
    row.threads = s->threads;
    row.target = 0;
    for (uint32_t run = 0; run < plan->runs; run++) {
        dv_scenario_collect(s->scenario, true);
        size_t before = dv_scenario_lua_bytes(s->scenario);
        if (dv_subject_step(s, ticks, &seconds, &error) != DV_OK) {
            dv_report_failed_row(plan, &row, error.message);
            return;
        }
        size_t after = dv_scenario_lua_bytes(s->scenario);
        values[run] = ((double)after - (double)before) / ticks / fmax(1, s->agents);
    }
    dv_row_take_median(&row, values, plan->runs);
    dv_report_row(plan, &row);
}

static void run_step(const dv_bench_plan *plan) {
    dv_subject s = {.script = "step", .agents = 10000, .threads = 1, .reach = 10};
    dv_bench_row row = dv_row_new("step", "ns/agent");
    dv_error error;
    row.target = 450;
    if (dv_subject_measure(plan, &s, 1, &error) == DV_OK) {
        dv_subject_describe(&row, plan, &s);
        dv_report_row(plan, &row);
        tell_garbage(plan, &s);
    } else {
        dv_report_failed_row(plan, &row, error.message);
    }
    dv_subject_close(&s);
}

static void run_caribou(const dv_bench_plan *plan) {
    // until the packs hunt
    const uint32_t settling = plan->most_ticks < 240 ? plan->most_ticks : 240;
    dv_subject s = {
        .script = "herds", .agents = 20000, .threads = 1, .reach = 15, .settling = settling};
    dv_bench_row row = dv_row_new("caribou", "ns/agent");
    row.target = 1e9 / 60 / 20000; // for 60 ticks per second
    dv_subject_measure_row(plan, &row, &s);
}

static void run_crowd(const dv_bench_plan *plan) {
    dv_subject s = {.script = "crowd", .agents = 10000, .threads = 1, .reach = 6};
    dv_bench_row row = dv_row_new("crowd", "ns/agent");
    row.target = 600;
    dv_subject_measure_row(plan, &row, &s);
}

static void run_reciprocal(const dv_bench_plan *plan) {
    for (int threads = 1; threads <= 2; threads++) {
        dv_subject s = {.script = "reciprocal", .agents = 10000, .threads = threads, .reach = 10};
        dv_bench_row row = dv_row_new("reciprocal", "ns/agent");
        dv_subject_measure_row(plan, &row, &s);
    }
}

// In each tick, every agent takes a step. The cost of a decision grows with the number of footsteps
// and of behaviors.
static void run_legged(const dv_bench_plan *plan) {
    static const struct {
        const char *subject;
        dv_setting_choice choice;
        double target;
    } rows[] = {
        {"27 by 5", {NULL, NULL}, 4000},
        {"54 by 5", {"arcs", "6"}, NAN},
        {"27 by 10", {"behaviors", "ten"}, NAN},
        {"as pedestrians", {"behaviors", "pedestrian"}, 4000},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        dv_subject s = {
            .script = "legs", .agents = 2000, .threads = 1, .reach = 2, .choice = rows[i].choice};
        dv_bench_row row = dv_row_new("legged", "ns/decision");
        snprintf(row.subject, sizeof row.subject, "%s", rows[i].subject);
        row.target = rows[i].target;
        dv_subject_measure_row(plan, &row, &s);
    }
}

static bool start_program(const dv_bench_plan *plan, double *milliseconds) {
    char scenario[4200];
    snprintf(scenario, sizeof scenario, "%s/caribou", plan->samples);
    char *words[] = {"drover", "run", scenario, "--headless", "--ticks", "1", NULL};
    posix_spawn_file_actions_t actions;
    if (posix_spawn_file_actions_init(&actions) != 0)
        return false;
    pid_t child;
    int status = 1;
    double start = dv_now();
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    bool fine = posix_spawn(&child, plan->program, &actions, NULL, words, environ) == 0 &&
                waitpid(child, &status, 0) == child;
    *milliseconds = (dv_now() - start) * 1e3;
    posix_spawn_file_actions_destroy(&actions);
    return fine && status == 0;
}

static const char no_samples[] = "the samples are neither in ./samples nor next to the program";

static void run_start(const dv_bench_plan *plan) {
    double values[DV_MAX_BENCH_RUNS], warm;
    dv_bench_row row = dv_row_new("start", "ms");
    snprintf(row.subject, sizeof row.subject, "caribou, one tick");
    row.target = 50;
    if (!plan->samples) {
        dv_report_skipped_row(plan, "start", no_samples);
        return;
    }
    bool fine = start_program(plan, &warm);
    for (uint32_t run = 0; run < plan->runs; run++)
        fine = fine && start_program(plan, &values[run]);
    if (!fine) {
        dv_report_failed_row(plan, &row, "the program could not run samples/caribou");
        return;
    }
    dv_row_take_median(&row, values, plan->runs);
    dv_report_row(plan, &row);
}

static void tell_memory(const dv_bench_plan *plan, const dv_subject *s, const char *what,
                        double bytes, double target) {
    dv_bench_row row = dv_row_new("memory", "B/agent");
    snprintf(row.subject, sizeof row.subject, "%s", what);
    row.agents = s->agents;
    row.threads = 1;
    row.median = row.least = row.most = bytes;
    row.target = target;
    dv_report_row(plan, &row);
}

// Memory needs only one measurement.
static void run_memory(const dv_bench_plan *plan) {
    static const struct {
        const char *script, *name;
        uint32_t agents;
    } of[] = {{"flock", "flock", 100000}, {"herds", "caribou", 20000}};
    dv_bench_plan once = *plan;
    once.runs = 1;
    once.most_ticks = 1;
    for (int i = 0; i < 2; i++) {
        dv_subject s = {.script = of[i].script, .agents = of[i].agents, .threads = 1};
        dv_error error;
        if (dv_subject_measure(&once, &s, 1, &error) != DV_OK) {
            dv_bench_row row = dv_row_new("memory", "B/agent");
            dv_report_failed_row(plan, &row, error.message);
        } else {
            char lua[40];
            snprintf(lua, sizeof lua, "%s, in Lua", of[i].name);
            dv_scenario_collect(s.scenario, false);
            double bytes = (double)dv_scenario_lua_bytes(s.scenario) / fmax(1, s.agents);
            tell_memory(plan, &s, of[i].name, s.bytes, 256);
            tell_memory(plan, &s, lua, bytes, (double)NAN);
        }
        dv_subject_close(&s);
    }
}

static void run_published(const dv_bench_plan *plan) {
    static const struct {
        uint32_t agents;
        double reach, target;
    } models[] = {{200, 5, 3}, {400, 15, 16}};
    for (int i = 0; i < 2; i++) {
        dv_subject s = {.script = "published",
                        .agents = models[i].agents,
                        .threads = 1,
                        .reach = models[i].reach};
        dv_bench_row row = dv_row_new("published", "ms/100 ticks");
        row.target = models[i].target;
        dv_error error;
        if (dv_subject_measure(plan, &s, 1, &error) == DV_OK) {
            dv_subject_describe(&row, plan, &s);
            dv_row_scale(&row, 100 * 1e-6 * s.agents);
            dv_report_row(plan, &row);
        } else {
            dv_report_failed_row(plan, &row, error.message);
        }
        dv_subject_close(&s);
    }
}

// Save and restore in turns.
static dv_result time_snapshots(const dv_bench_plan *plan, dv_subject *s, const char *path,
                                double *saving, double *restoring, dv_error *error) {
    for (uint32_t run = 0; run <= plan->runs; run++) {
        uint32_t at = run ? run - 1 : 0; // the first only warms up
        double start = dv_now();
        dv_result result = dv_world_save(s->world, path, error);
        saving[at] = (dv_now() - start) * 1e3;
        start = dv_now();
        if (result == DV_OK)
            result = dv_world_load(s->world, path, error);
        restoring[at] = (dv_now() - start) * 1e3;
        if (result != DV_OK)
            return result;
    }
    return DV_OK;
}

static dv_result measure_snapshots(const dv_bench_plan *plan, dv_subject *s, double *saving,
                                   double *restoring, dv_error *error) {
    dv_bench_plan once = *plan;
    once.runs = 1;
    once.most_ticks = 1;
    dv_result result = dv_subject_measure(&once, s, 1, error);
    if (result != DV_OK)
        return result;
    const char *folder = getenv("TMPDIR");
    char path[4096];
    snprintf(path, sizeof path, "%s/drover-bench-XXXXXX", folder && *folder ? folder : "/tmp");
    int file = mkstemp(path);
    if (file < 0)
        return dv_fail(error, DV_ERROR_IO, "cannot write %s", path);
    close(file);
    result = time_snapshots(plan, s, path, saving, restoring, error);
    unlink(path);
    return result;
}

static void run_snapshot(const dv_bench_plan *plan) {
    dv_subject s = {.script = "flock", .agents = 100000, .threads = 1};
    double values[2][DV_MAX_BENCH_RUNS];
    static const char *const names[] = {"save", "restore"};
    dv_error error;
    dv_bench_row row = dv_row_new("snapshot", "ms");
    if (measure_snapshots(plan, &s, values[0], values[1], &error) != DV_OK)
        dv_report_failed_row(plan, &row, error.message);
    else
        for (int i = 0; i < 2; i++) {
            snprintf(row.subject, sizeof row.subject, "%s", names[i]);
            row.agents = s.agents;
            row.target = 40;
            dv_row_take_median(&row, values[i], plan->runs);
            dv_report_row(plan, &row);
        }
    dv_subject_close(&s);
}

#ifdef DROVER_VIEWER
typedef enum way { WITH_LEGEND, IN_WINDOW, IN_PAUSED_WINDOW } way;

static dv_result draw_scenario(dv_scenario *scenario, way drawn, double *values, uint32_t count,
                               dv_error *error) {
    if (drawn == WITH_LEGEND)
        return dv_bench_draw(scenario, values, count, error);
    return dv_bench_draw_window(scenario, drawn == IN_PAUSED_WINDOW, values, count, error);
}

static void draw_subject(const dv_bench_plan *plan, const char *script, uint32_t agents, way drawn,
                         double target) {
    static const char *const notes[] = {"", ", window", ", paused window"};
    dv_bench_row row = dv_row_new("drawing", "ms/frame");
    dv_subject s = {.script = script, .agents = agents, .threads = 1};
    dv_bench_plan once = *plan;
    once.runs = 1;
    once.most_ticks = 1;
    double values[DV_MAX_BENCH_RUNS];
    dv_error error;
    snprintf(row.subject, sizeof row.subject, "%s%s", script, notes[drawn]);
    row.target = target;
    dv_result result = dv_subject_measure(&once, &s, 1, &error);
    if (result == DV_OK)
        result = draw_scenario(s.scenario, drawn, values, plan->runs, &error);
    if (result == DV_OK) {
        row.agents = s.agents;
        dv_row_take_median(&row, values, plan->runs);
        dv_report_row(plan, &row);
    } else {
        dv_report_failed_row(plan, &row, error.message);
    }
    dv_subject_close(&s);
}
#endif

static void run_drawing(const dv_bench_plan *plan) {
#ifdef DROVER_VIEWER
    const double frame = 1e3 / 60; // at 60 frames per second
    draw_subject(plan, "flock", 10000, WITH_LEGEND, frame);
    draw_subject(plan, "colored", 10000, WITH_LEGEND, frame);
    draw_subject(plan, "herds", 10000, WITH_LEGEND, frame);
    draw_subject(plan, "flock", 50000, WITH_LEGEND, frame);
    draw_subject(plan, "flock", 200000, WITH_LEGEND, frame);
    draw_subject(plan, "herds", 10000, IN_WINDOW, frame);
    draw_subject(plan, "herds", 10000, IN_PAUSED_WINDOW, frame);
    draw_subject(plan, "herds", 50000, IN_WINDOW, (double)NAN);
    draw_subject(plan, "herds", 50000, IN_PAUSED_WINDOW, (double)NAN);
#else
    dv_report_skipped_row(plan, "drawing", "built without the viewer");
#endif
}

static int is_sample(const struct dirent *entry) { return entry->d_name[0] != '.'; }

static void run_samples(const dv_bench_plan *plan) {
    struct dirent **entries = NULL;
    int count = plan->samples ? scandir(plan->samples, &entries, is_sample, alphasort) : 0;
    if (count <= 0)
        dv_report_skipped_row(plan, "samples", no_samples);
    for (int i = 0; i < count; i++) {
        char path[4600], entry[4700];
        snprintf(path, sizeof path, "%s/%s", plan->samples, entries[i]->d_name);
        snprintf(entry, sizeof entry, "%s/main.lua", path);
        if (access(entry, R_OK) == 0) {
            dv_subject s = {.path = path, .threads = 1, .settling = plan->most_ticks / 2};
            dv_bench_row row = dv_row_new("samples", "ns/agent");
            snprintf(row.subject, sizeof row.subject, "%.40s", entries[i]->d_name);
            dv_subject_measure_row(plan, &row, &s);
        }
        free(entries[i]);
    }
    free(entries);
}

typedef struct benchmark {
    const char *name;
    void (*run)(const dv_bench_plan *plan);
} benchmark;

static const benchmark benchmarks[] = {
    {"flock", run_flock},           {"flock-volume", run_flock_volume},
    {"guards", run_guards},         {"step", run_step},
    {"caribou", run_caribou},       {"crowd", run_crowd},
    {"reciprocal", run_reciprocal}, {"legged", run_legged},
    {"start", run_start},           {"memory", run_memory},
    {"published", run_published},   {"snapshot", run_snapshot},
    {"drawing", run_drawing},       {"reload", dv_bench_reload},
    {"history", dv_bench_history},  {"plan", dv_bench_planning},
    {"fields", dv_bench_fields},    {"timers", dv_bench_timers},
    {"queries", dv_bench_queries},  {"scaling", dv_bench_scaling},
    {"samples", run_samples},
};

#define BENCHMARKS (sizeof benchmarks / sizeof *benchmarks)

uint32_t dv_benchmark_count(void) { return BENCHMARKS; }

const char *dv_benchmark_name(uint32_t i) { return benchmarks[i].name; }

dv_result dv_bench_check_name(const char *name, dv_error *error) {
    const char *names[BENCHMARKS];
    for (size_t i = 0; i < BENCHMARKS; i++) {
        names[i] = benchmarks[i].name;
        if (strcmp(names[i], name) == 0)
            return DV_OK;
    }
    const char *nearest = dv_nearest_name(name, names, BENCHMARKS);
    return dv_fail(error, DV_ERROR_NAME, "no benchmark '%s'%s%s%s", name, nearest ? " (" : "",
                   nearest ? nearest : "", nearest ? "?)" : "");
}

void dv_bench_measure(const dv_bench_plan *plan) {
    char what[64];
    dv_progress_begin("bench", "benchmarks", plan->name ? 1 : BENCHMARKS);
    for (size_t i = 0; i < BENCHMARKS; i++) {
        if (plan->name && strcmp(plan->name, benchmarks[i].name) != 0)
            continue;
        snprintf(what, sizeof what, "bench %s:", benchmarks[i].name);
        dv_progress_name(what);
        dv_progress_at(plan->name ? 0 : i);
        benchmarks[i].run(plan);
    }
    dv_progress_end();
}
