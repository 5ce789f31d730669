// How long it takes from saving a script of a running scenario until it is in force. Uses real
// files, a real watcher, and a thread that saves at random times. It alternates between overwriting
// the file and replacing it.
#include "player/bench/bench_measure.h"

#include "base/clock.h"
#include "base/random.h"
#include "player/watch/watch.h"

#include "base/result.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SAVES 200
#define AGENTS 1000
#define STREAM_SAVES 1

static const char saved_module[] = "boid";
static const char *const modules[] = {"boid", "density", "flock"};
static const double tick_time = 1.0 / 60;
/// Seconds after which a save counts as missed.
static const double patience = 5;

typedef struct saving {
    char folder[4096];
    uint32_t saves;
    double saved_at[SAVES]; ///< s, by the clock of dv_now
    atomic_uint saved, taken;
    atomic_bool over, failed;
} saving;

// `save` makes the contents of each save different.
static bool write_module(const saving *s, const char *file, const char *module, uint32_t save) {
    char path[4200];
    const dv_library_module *script = dv_bench_script(module, strlen(module));
    snprintf(path, sizeof path, "%s/%s", s->folder, file);
    FILE *out = fopen(path, "w");
    if (!out || !script)
        return false;
    fwrite(script->source, 1, script->size, out);
    fprintf(out, "-- save %u\n", save);
    return fclose(out) == 0;
}

static bool save_module(const saving *s, uint32_t save) {
    char path[4200], other[4200];
    snprintf(path, sizeof path, "%s/%s.lua", s->folder, saved_module);
    snprintf(other, sizeof other, "%s/%s.lua~", s->folder, saved_module);
    if (save % 2)
        return write_module(s, "boid.lua", saved_module, save);
    return write_module(s, "boid.lua~", saved_module, save) && rename(other, path) == 0;
}

static void *save_all(void *context) {
    saving *s = context;
    dv_random_key key = {.stream = STREAM_SAVES};
    for (uint32_t i = 0; i < s->saves && !atomic_load(&s->over); i++) {
        dv_sleep(0.01 + 0.03 * dv_random_unit(key, i));
        s->saved_at[i] = dv_now();
        if (!save_module(s, i + 1)) {
            atomic_store(&s->failed, true);
            break;
        }
        atomic_store(&s->saved, i + 1);
        while (atomic_load(&s->taken) <= i && !atomic_load(&s->over))
            dv_sleep(0.001);
    }
    return NULL;
}

static bool write_folder(const saving *s, uint32_t agents) {
    char path[4200];
    snprintf(path, sizeof path, "%s/agents.lua", s->folder);
    FILE *out = fopen(path, "w");
    if (!out)
        return false;
    fprintf(out, "return %u\n", agents);
    bool fine = fclose(out) == 0;
    for (size_t i = 0; i < sizeof modules / sizeof *modules; i++) {
        char file[32];
        snprintf(file, sizeof file, "%s.lua", modules[i]);
        fine = fine && write_module(s, file, modules[i], 0);
    }
    return fine;
}

static void remove_folder(const saving *s) {
    static const char *const files[] = {"agents.lua", "boid.lua", "boid.lua~", "density.lua",
                                        "flock.lua"};
    char path[4200];
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "%s/%s", s->folder, files[i]);
        unlink(path);
    }
    rmdir(s->folder);
}

// Take saves like a run does: between two ticks, and again while waiting for the next tick.
static dv_result take_saves(saving *s, dv_scenario *scenario, dv_watch *watch, double *latencies,
                            dv_error *error) {
    double next = dv_now(), last_change = next;
    dv_result result = DV_OK;
    for (uint32_t taken = 0; taken < s->saves && result == DV_OK;) {
        double now = dv_now();
        if (dv_watch_poll(watch, NULL)) {
            dv_reload_report report = dv_scenario_reload(scenario);
            if (report.outcome == DV_RELOAD_REFUSED)
                return dv_fail(error, DV_ERROR_SCRIPT, "%s", report.message);
            if (report.outcome == DV_RELOAD_SWAPPED) {
                last_change = dv_now();
                latencies[taken] = (last_change - s->saved_at[taken]) * 1e3;
                atomic_store(&s->taken, ++taken);
            }
        }
        if (now >= next) {
            result = dv_scenario_step(scenario, error);
            next = fmax(next + tick_time, now);
        }
        if (atomic_load(&s->failed))
            return dv_fail(error, DV_ERROR_IO, "cannot write in %s", s->folder);
        if (now > last_change + patience)
            return dv_fail(error, DV_ERROR_IO, "a save was not seen within %.0f s", patience);
        dv_sleep(fmax(0, fmin(next - dv_now(), 0.005)));
    }
    return result;
}

static dv_result run_saves(saving *s, dv_watch_method method, double *latencies, dv_error *error) {
    char path[4200];
    snprintf(path, sizeof path, "%s/flock.lua", s->folder);
    dv_scenario_options options = dv_scenario_options_default();
    dv_scenario *scenario = dv_scenario_open(path, &options, error);
    dv_watch *watch = scenario ? dv_watch_create(method, error) : NULL;
    dv_result result = watch ? dv_watch_add(watch, s->folder, false, error) : DV_ERROR_IO;
    pthread_t thread;
    if (result == DV_OK && pthread_create(&thread, NULL, save_all, s) != 0)
        result = dv_fail(error, DV_ERROR_MEMORY, "cannot start a thread");
    else if (result == DV_OK) {
        result = take_saves(s, scenario, watch, latencies, error);
        atomic_store(&s->over, true);
        pthread_join(thread, NULL);
    }
    dv_watch_destroy(watch);
    dv_scenario_close(scenario);
    return result;
}

// A histogram: how many saves took how long. Empty bins are left out.
static void tell_counts(const dv_bench_plan *plan, const char *how, const double *latencies,
                        uint32_t count) {
    static const double limits[] = {0, 10, 20, 25, 30, 40, 50, 75, 100, 150, 200, INFINITY};
    for (size_t bin = 0; bin + 1 < sizeof limits / sizeof *limits; bin++) {
        dv_bench_row row = dv_row_new("reload", "saves");
        uint32_t inside = 0;
        for (uint32_t i = 0; i < count; i++)
            inside += latencies[i] > limits[bin] && latencies[i] <= limits[bin + 1];
        if (!inside)
            continue;
        if (isinf(limits[bin + 1]))
            snprintf(row.subject, sizeof row.subject, "%s, over %g ms", how, limits[bin]);
        else
            snprintf(row.subject, sizeof row.subject, "%s, %g to %g ms", how, limits[bin],
                     limits[bin + 1]);
        row.median = row.least = row.most = inside;
        dv_report_row(plan, &row);
    }
}

static void measure_reloads(const dv_bench_plan *plan, dv_watch_method method, const char *how,
                            double target) {
    static saving s;
    static double latencies[SAVES];
    dv_bench_row row = dv_row_new("reload", "ms");
    dv_error error;
    const char *folder = getenv("TMPDIR");
    s = (saving){.saves = SAVES / plan->divisor};
    snprintf(s.folder, sizeof s.folder, "%s/drover-bench-XXXXXX",
             folder && *folder ? folder : "/tmp");
    snprintf(row.subject, sizeof row.subject, "%s, save to force", how);
    row.agents = AGENTS / plan->divisor;
    row.target = target;
    if (!mkdtemp(s.folder)) {
        dv_report_failed_row(plan, &row, "cannot make a folder for temporary files");
        return;
    }
    dv_result result = write_folder(&s, row.agents)
                           ? run_saves(&s, method, latencies, &error)
                           : dv_fail(&error, DV_ERROR_IO, "cannot write in %s", s.folder);
    remove_folder(&s);
    if (result != DV_OK) {
        dv_report_failed_row(plan, &row, error.message);
        return;
    }
    dv_row_take_median(&row, latencies, s.saves);
    dv_report_row(plan, &row);
    tell_counts(plan, how, latencies, s.saves);
}

void dv_bench_reload(const dv_bench_plan *plan) {
    measure_reloads(plan, DV_WATCH_NOTIFIED, "notified", 50);
    measure_reloads(plan, DV_WATCH_POLLED, "polled", (double)NAN);
}
