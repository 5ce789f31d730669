// The benchmarks, and how they are measured; see bench.h.
//
// Scenarios are the Lua files of tests/bench, which are in the program. Each is warmed up, then run
// several times for a moment; what is to be compared runs by turns, so that a noisy machine
// troubles both alike.
#include "player/bench.h"

#include "base/clock.h"

#include "base/alloc.h"
#include "base/names.h"
#include "base/result.h"
#include "scripts.h"

#include <dirent.h>
#include <fcntl.h>
#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define WARM_UP 20 // ticks
#define ASKED 1000 // agents whose neighbors are counted
#define FEW 1000   // agents, below which bytes an agent say nothing

extern char **environ;

// A scenario under measurement.
typedef struct subject {
    const char *script; // a file of tests/bench without ".lua", or NULL
    const char *path;   // or a scenario's path
    uint32_t agents;
    int threads;
    double reach;      // m, to count neighbors in; 0: they are not counted
    uint32_t settling; // ticks until what goes on is typical
    dv_setting_choice choice;

    dv_scenario *scenario;
    dv_world *world;
    char agents_module[64];
    double bytes; // an agent
    uint32_t ticks;
    double ns[DV_MOST_BENCH_RUNS]; // an agent and tick
} subject;

// Rows

static dv_bench_row new_row(const char *benchmark, const char *unit) {
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

static void tell(const dv_bench_plan *plan, const dv_bench_row *row) {
    plan->each(plan->context, row);
}

static void tell_failure(const dv_bench_plan *plan, dv_bench_row *row, const char *message) {
    row->failed = true;
    snprintf(row->note, sizeof row->note, "%s", message);
    tell(plan, row);
}

static void tell_skipped(const dv_bench_plan *plan, const char *benchmark, const char *why) {
    dv_bench_row row = new_row(benchmark, "");
    snprintf(row.note, sizeof row.note, "%s", why);
    tell(plan, &row);
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void take_median(dv_bench_row *row, const double *values, uint32_t count) {
    double sorted[DV_MOST_BENCH_RUNS];
    memcpy(sorted, values, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare);
    row->median = sorted[count / 2];
    row->least = sorted[0];
    row->most = sorted[count - 1];
}

// Scenarios

// Gives modules out of the program, and the number of agents as the module `agents`.
static bool read_module(void *context, const char *path, const char **source, size_t *size) {
    subject *s = context;
    if (strcmp(path, "agents.lua") == 0) {
        *source = s->agents_module;
        *size = strlen(s->agents_module);
        return true;
    }
    for (size_t i = 0; i < dv_bench_scripts_count; i++) {
        const dv_library_module *script = &dv_bench_scripts[i];
        size_t length = strlen(script->name);
        if (strncmp(path, script->name, length) != 0 || strcmp(path + length, ".lua") != 0)
            continue;
        *source = script->source;
        *size = script->size;
        return true;
    }
    return false;
}

static void keep_quiet(void *context, const char *line) { (void)context, (void)line; }

static void close_subject(subject *s) {
    dv_scenario_close(s->scenario);
    s->scenario = NULL;
}

static dv_result open_subject(const dv_bench_plan *plan, subject *s, dv_error *error) {
    char file[64];
    s->agents = s->agents / plan->divisor;
    snprintf(s->agents_module, sizeof s->agents_module, "return %u\n", s->agents);
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

// Bytes an agent that are not Lua's. The 16 bytes before each of its blocks are counted, so agents
// with memory of their own seem a little larger.
static double engine_bytes(const subject *s, size_t before) {
    size_t bytes = dv_allocated_bytes() - before - dv_scenario_lua_bytes(s->scenario);
    return (double)bytes / fmax(1, s->agents);
}

static dv_result step(subject *s, uint32_t ticks, double *seconds, dv_error *error) {
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

// As many ticks as make a run last long enough.
static dv_result warm_up(const dv_bench_plan *plan, subject *s, dv_error *error) {
    double seconds = 0;
    uint32_t timed = WARM_UP / 4;
    dv_result result = step(s, s->settling, &seconds, error);
    if (result == DV_OK)
        result = step(s, WARM_UP - timed, &seconds, error);
    if (result == DV_OK)
        result = step(s, timed, &seconds, error);
    if (result != DV_OK)
        return result;
    double wanted = ceil(plan->seconds * timed / fmax(seconds, 1e-9));
    s->ticks = (uint32_t)fmax(1, fmin(wanted, plan->most_ticks));
    return DV_OK;
}

// Agents may die and be born in a run of a sample.
static dv_result run_once(subject *s, uint32_t run, dv_error *error) {
    double seconds = 0, before = dv_world_agent_count(s->world);
    dv_result result = step(s, s->ticks, &seconds, error);
    double agents = fmax(1, (before + dv_world_agent_count(s->world)) / 2);
    s->ns[run] = seconds * 1e9 / s->ticks / agents;
    return result;
}

// Open, warm up and run; subjects run by turns.
static dv_result measure(const dv_bench_plan *plan, subject *subjects, uint32_t count,
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

static double mean_neighbors(const subject *s) {
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

static void describe(dv_bench_row *row, const dv_bench_plan *plan, const subject *s) {
    row->agents = s->agents;
    row->threads = s->threads;
    row->neighbors = mean_neighbors(s);
    row->bytes = s->agents < FEW ? (double)NAN : s->bytes;
    take_median(row, s->ns, plan->runs);
    row->ticks = 1e9 / row->median / fmax(1, s->agents);
}

// Measure one subject and tell of it; its median, or NaN.
static double measure_row(const dv_bench_plan *plan, dv_bench_row *row, subject *s) {
    dv_error error;
    if (measure(plan, s, 1, &error) == DV_OK) {
        describe(row, plan, s);
        tell(plan, row);
    } else {
        tell_failure(plan, row, error.message);
    }
    close_subject(s);
    return row->median;
}

// The benchmarks

static void run_flock(const dv_bench_plan *plan) {
    static const uint32_t sizes[] = {1000, 10000, 100000, 1000000};
    double medians[4][2];
    for (int i = 0; i < 4; i++)
        for (int threads = 1; threads <= 2; threads++) {
            subject s = {.script = "flock", .agents = sizes[i], .threads = threads, .reach = 9};
            dv_bench_row row = new_row("flock", "ns/agent");
            if (sizes[i] == 100000)
                row.target = threads == 1 ? 60 : 32;
            medians[i][threads - 1] = measure_row(plan, &row, &s);
        }
    for (int threads = 1; threads <= 2; threads++) {
        dv_bench_row row = new_row("flock", "×");
        snprintf(row.subject, sizeof row.subject, "1M / 10k");
        row.threads = threads;
        row.median = medians[3][threads - 1] / medians[1][threads - 1];
        row.target = 1.3;
        if (isfinite(row.median))
            tell(plan, &row);
    }
}

static void run_flock_volume(const dv_bench_plan *plan) {
    static const uint32_t sizes[] = {10000, 100000};
    for (int i = 0; i < 2; i++) {
        subject s = {.script = "flock_volume", .agents = sizes[i], .threads = 1, .reach = 9};
        dv_bench_row row = new_row("flock-volume", "ns/agent");
        if (sizes[i] == 100000)
            row.target = 110;
        measure_row(plan, &row, &s);
    }
}

static void run_guards(const dv_bench_plan *plan) {
    subject s[2] = {
        {.script = "guards", .agents = 20000, .threads = 1, .choice = {"guarded", "false"}},
        {.script = "guards", .agents = 20000, .threads = 1, .choice = {"guarded", "true"}},
    };
    dv_error error;
    dv_bench_row row = new_row("guards", "ns/agent");
    if (measure(plan, s, 2, &error) == DV_OK) {
        static const char *const names[] = {"none, the flock", "flock with guards"};
        double difference[DV_MOST_BENCH_RUNS];
        for (int i = 0; i < 2; i++) {
            dv_bench_row each = new_row("guards", "ns/agent");
            snprintf(each.subject, sizeof each.subject, "%s", names[i]);
            s[i].reach = 9;
            describe(&each, plan, &s[i]);
            tell(plan, &each);
        }
        for (uint32_t run = 0; run < plan->runs; run++)
            difference[run] = s[1].ns[run] - s[0].ns[run];
        snprintf(row.subject, sizeof row.subject, "difference");
        row.agents = s[1].agents;
        row.threads = 1;
        row.target = 25;
        take_median(&row, difference, plan->runs);
        tell(plan, &row);
    } else {
        tell_failure(plan, &row, error.message);
    }
    close_subject(&s[0]);
    close_subject(&s[1]);
}

// What a tick leaves behind in Lua for the collector, bytes an agent.
static void tell_garbage(const dv_bench_plan *plan, subject *s) {
    const uint32_t ticks = 10;
    dv_bench_row row = new_row("step", "B/agent, tick");
    dv_error error;
    double values[DV_MOST_BENCH_RUNS], seconds = 0;
    snprintf(row.subject, sizeof row.subject, "garbage");
    row.agents = s->agents;
    row.threads = s->threads;
    row.target = 0;
    for (uint32_t run = 0; run < plan->runs; run++) {
        dv_scenario_collect(s->scenario, true);
        size_t before = dv_scenario_lua_bytes(s->scenario);
        if (step(s, ticks, &seconds, &error) != DV_OK) {
            tell_failure(plan, &row, error.message);
            return;
        }
        size_t after = dv_scenario_lua_bytes(s->scenario);
        values[run] = ((double)after - (double)before) / ticks / fmax(1, s->agents);
    }
    take_median(&row, values, plan->runs);
    tell(plan, &row);
}

static void run_step(const dv_bench_plan *plan) {
    subject s = {.script = "step", .agents = 10000, .threads = 1, .reach = 10};
    dv_bench_row row = new_row("step", "ns/agent");
    dv_error error;
    row.target = 450;
    if (measure(plan, &s, 1, &error) == DV_OK) {
        describe(&row, plan, &s);
        tell(plan, &row);
        tell_garbage(plan, &s);
    } else {
        tell_failure(plan, &row, error.message);
    }
    close_subject(&s);
}

static void run_caribou(const dv_bench_plan *plan) {
    // Until the packs hunt.
    const uint32_t settling = plan->most_ticks < 240 ? plan->most_ticks : 240;
    subject s = {
        .script = "herds", .agents = 20000, .threads = 1, .reach = 15, .settling = settling};
    dv_bench_row row = new_row("caribou", "ns/agent");
    row.target = 1e9 / 60 / 20000; // 60 ticks a second
    measure_row(plan, &row, &s);
}

static void run_crowd(const dv_bench_plan *plan) {
    subject s = {.script = "crowd", .agents = 10000, .threads = 1, .reach = 6};
    dv_bench_row row = new_row("crowd", "ns/agent");
    row.target = 600;
    measure_row(plan, &row, &s);
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

static const char no_samples[] = "the samples are neither in ./samples nor beside the program";

static void run_start(const dv_bench_plan *plan) {
    double values[DV_MOST_BENCH_RUNS], warm;
    dv_bench_row row = new_row("start", "ms");
    snprintf(row.subject, sizeof row.subject, "caribou, one tick");
    row.target = 50;
    if (!plan->samples) {
        tell_skipped(plan, "start", no_samples);
        return;
    }
    bool fine = start_program(plan, &warm);
    for (uint32_t run = 0; run < plan->runs; run++)
        fine = fine && start_program(plan, &values[run]);
    if (!fine) {
        tell_failure(plan, &row, "the program does not run samples/caribou");
        return;
    }
    take_median(&row, values, plan->runs);
    tell(plan, &row);
}

static void tell_memory(const dv_bench_plan *plan, const subject *s, const char *what, double bytes,
                        double target) {
    dv_bench_row row = new_row("memory", "B/agent");
    snprintf(row.subject, sizeof row.subject, "%s", what);
    row.agents = s->agents;
    row.threads = 1;
    row.median = row.least = row.most = bytes;
    row.target = target;
    tell(plan, &row);
}

// Of memory there is but one measure.
static void run_memory(const dv_bench_plan *plan) {
    static const struct {
        const char *script, *name;
        uint32_t agents;
    } of[] = {{"flock", "flock", 100000}, {"herds", "caribou", 20000}};
    dv_bench_plan once = *plan;
    once.runs = 1;
    once.most_ticks = 1;
    for (int i = 0; i < 2; i++) {
        subject s = {.script = of[i].script, .agents = of[i].agents, .threads = 1};
        dv_error error;
        if (measure(&once, &s, 1, &error) != DV_OK) {
            dv_bench_row row = new_row("memory", "B/agent");
            tell_failure(plan, &row, error.message);
        } else {
            char lua[40];
            snprintf(lua, sizeof lua, "%s, in Lua", of[i].name);
            dv_scenario_collect(s.scenario, false);
            double bytes = (double)dv_scenario_lua_bytes(s.scenario) / fmax(1, s.agents);
            tell_memory(plan, &s, of[i].name, s.bytes, 256);
            tell_memory(plan, &s, lua, bytes, (double)NAN);
        }
        close_subject(&s);
    }
}

static void run_published(const dv_bench_plan *plan) {
    static const struct {
        uint32_t agents;
        double reach, target;
    } models[] = {{200, 5, 3}, {400, 15, 16}};
    for (int i = 0; i < 2; i++) {
        subject s = {.script = "published",
                     .agents = models[i].agents,
                     .threads = 1,
                     .reach = models[i].reach};
        dv_bench_row row = new_row("published", "ms/100 ticks");
        row.target = models[i].target;
        dv_error error;
        if (measure(plan, &s, 1, &error) == DV_OK) {
            const double scale = 100 * 1e-6 * s.agents;
            describe(&row, plan, &s);
            row.median *= scale;
            row.least *= scale;
            row.most *= scale;
            tell(plan, &row);
        } else {
            tell_failure(plan, &row, error.message);
        }
        close_subject(&s);
    }
}

// Save and restore by turns, in the folder for temporary files.
static dv_result time_snapshots(const dv_bench_plan *plan, subject *s, const char *path,
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

static dv_result measure_snapshots(const dv_bench_plan *plan, subject *s, double *saving,
                                   double *restoring, dv_error *error) {
    dv_bench_plan once = *plan;
    once.runs = 1;
    once.most_ticks = 1;
    dv_result result = measure(&once, s, 1, error);
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
    subject s = {.script = "flock", .agents = 100000, .threads = 1};
    double values[2][DV_MOST_BENCH_RUNS];
    static const char *const names[] = {"save", "restore"};
    dv_error error;
    dv_bench_row row = new_row("snapshot", "ms");
    if (measure_snapshots(plan, &s, values[0], values[1], &error) != DV_OK)
        tell_failure(plan, &row, error.message);
    else
        for (int i = 0; i < 2; i++) {
            snprintf(row.subject, sizeof row.subject, "%s", names[i]);
            row.agents = s.agents;
            row.target = 40;
            take_median(&row, values[i], plan->runs);
            tell(plan, &row);
        }
    close_subject(&s);
}

static void run_drawing(const dv_bench_plan *plan) {
#ifdef DROVER_VIEWER
    subject s = {.script = "flock", .agents = 10000, .threads = 1};
    dv_bench_row row = new_row("drawing", "ms/frame");
    dv_bench_plan once = *plan;
    once.runs = 1;
    once.most_ticks = 1;
    double values[DV_MOST_BENCH_RUNS];
    dv_error error;
    row.target = 1e3 / 60; // 60 frames a second
    dv_result result = measure(&once, &s, 1, &error);
    if (result == DV_OK)
        result = dv_bench_draw(s.world, values, plan->runs, &error);
    if (result == DV_OK) {
        row.agents = s.agents;
        take_median(&row, values, plan->runs);
        tell(plan, &row);
    } else {
        tell_failure(plan, &row, error.message);
    }
    close_subject(&s);
#else
    tell_skipped(plan, "drawing", "built without the viewer");
#endif
}

static int is_sample(const struct dirent *entry) { return entry->d_name[0] != '.'; }

static void run_samples(const dv_bench_plan *plan) {
    struct dirent **entries = NULL;
    int count = plan->samples ? scandir(plan->samples, &entries, is_sample, alphasort) : 0;
    if (count <= 0)
        tell_skipped(plan, "samples", no_samples);
    for (int i = 0; i < count; i++) {
        char path[4600], entry[4700];
        snprintf(path, sizeof path, "%s/%s", plan->samples, entries[i]->d_name);
        snprintf(entry, sizeof entry, "%s/main.lua", path);
        if (access(entry, R_OK) == 0) {
            subject s = {.path = path, .threads = 1, .settling = plan->most_ticks / 2};
            dv_bench_row row = new_row("samples", "ns/agent");
            snprintf(row.subject, sizeof row.subject, "%.40s", entries[i]->d_name);
            measure_row(plan, &row, &s);
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
    {"flock", run_flock},         {"flock-volume", run_flock_volume},
    {"guards", run_guards},       {"step", run_step},
    {"caribou", run_caribou},     {"crowd", run_crowd},
    {"start", run_start},         {"memory", run_memory},
    {"published", run_published}, {"snapshot", run_snapshot},
    {"drawing", run_drawing},     {"samples", run_samples},
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
    for (size_t i = 0; i < BENCHMARKS; i++)
        if (!plan->name || strcmp(plan->name, benchmarks[i].name) == 0)
            benchmarks[i].run(plan);
}
