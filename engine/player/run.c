// What belongs between and around the ticks of a run; see run.h.
#include "player/run.h"

#include "base/alloc.h"
#include "base/names.h"
#include "base/result.h"
#include "player/clock.h"
#include "player/run_log.h"
#ifdef DROVER_VIEWER
#include "player/picture.h"
#endif

#include <errno.h>
#include <inttypes.h>
#include <libgen.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void dv_setting_text(const dv_setting_def *setting, double value, char text[DV_NUMBER_TEXT]) {
    uint32_t option = (uint32_t)value;
    if (setting->type == DV_TOGGLE)
        snprintf(text, DV_NUMBER_TEXT, "%s", value != 0 ? "true" : "false");
    else if (setting->type == DV_CHOICE && option < setting->option_count)
        snprintf(text, DV_NUMBER_TEXT, "%s", setting->options[option]);
    else
        dv_double_text(value, text);
}

// Messages

static void print_line(void *context, const char *line) {
    dv_run *run = context;
    puts(line);
    dv_log_print(run, line);
}

static void print_traceback(const char *traceback) {
    size_t length = strlen(traceback);
    if (length > 0)
        fprintf(stderr, "%s%s", traceback, traceback[length - 1] == '\n' ? "" : "\n");
}

void dv_run_print_error(const char *message, const char *traceback) {
    // What was printed before an error must not appear after it.
    fflush(stdout);
    fprintf(stderr, "drover: %s\n", message);
    print_traceback(traceback);
}

void dv_run_fail(dv_run *run, dv_result result, const dv_error *error) {
    if (run->result != DV_OK)
        return;
    run->result = result;
    run->error = *error;
    dv_run_print_error(error->message,
                       result == DV_ERROR_SCRIPT ? dv_scenario_traceback(run->scenario) : "");
}

static void print_script_error(dv_run *run) {
    const char *banner = dv_scenario_banner(run->scenario);
    // One fault can suspend an agent a tick; once is enough to read about it.
    if (!banner || strcmp(banner, run->told) == 0)
        return;
    snprintf(run->told, sizeof run->told, "%s", banner);
    dv_run_print_error(banner, "");
    const char *line = dv_scenario_banner_line(run->scenario);
    if (*line)
        fprintf(stderr, "    %s\n", line);
    print_traceback(dv_scenario_traceback(run->scenario));
}

// Opening

dv_result dv_run_check_path(const char *path, dv_error *error) {
    struct stat status;
    if (stat(path, &status) != 0)
        return dv_fail(error, DV_ERROR_IO, "no scenario at %s: %s", path, strerror(errno));
    if (!S_ISDIR(status.st_mode))
        return DV_OK;
    char main_path[PATH_MAX];
    int length = snprintf(main_path, sizeof main_path, "%s/main.lua", path);
    if (length >= (int)sizeof main_path || stat(main_path, &status) != 0)
        return dv_fail(error, DV_ERROR_IO, "no scenario at %s: it has no main.lua", path);
    return DV_OK;
}

// A setting that the scenario does not have is a mistake on the command line, not in the scenario:
// when opening failed, see whether that is why.
static dv_result blame_settings(const dv_options *options, dv_error *error) {
    dv_scenario_options plain = dv_scenario_options_default();
    plain.check_only = true;
    dv_scenario *scenario =
        options->setting_count > 0 ? dv_scenario_open(options->scenario, &plain, NULL) : NULL;
    if (!scenario)
        return DV_ERROR_SCRIPT;
    const dv_program *program = dv_world_program(dv_scenario_world(scenario));
    dv_result result = DV_ERROR_SCRIPT;
    for (uint32_t i = 0; i < options->setting_count && result == DV_ERROR_SCRIPT; i++) {
        const char *name = options->settings[i].name;
        if (dv_program_setting_named(program, name) >= 0)
            continue;
        const char *nearest = dv_program_nearest_setting(program, name);
        result = dv_fail(error, DV_ERROR_ARGUMENT, "--set: unknown setting '%s'%s%s%s", name,
                         nearest ? " (" : "", nearest ? nearest : "", nearest ? "?)" : "");
    }
    dv_scenario_close(scenario);
    return result;
}

// For those who hold results against each other: they do not depend on it.
static dv_result read_vector_bits(uint32_t *bits, dv_error *error) {
    const char *value = getenv("DROVER_VECTOR_BITS");
    *bits = 0;
    if (!value || strcmp(value, "") == 0)
        return DV_OK;
    if (strcmp(value, "128") != 0 && strcmp(value, "256") != 0)
        return dv_fail(error, DV_ERROR_ARGUMENT, "DROVER_VECTOR_BITS: '%s' is not 128 or 256",
                       value);
    *bits = (uint32_t)strtoul(value, NULL, 10);
    return DV_OK;
}

static dv_scenario *open_scenario(dv_run *run, const dv_setting_choice *settings, uint32_t count,
                                  dv_error *error) {
    const dv_options *options = run->options;
    dv_scenario_options choices = dv_scenario_options_default();
    choices.seed = options->has_seed ? &options->seed : NULL;
    choices.threads = options->threads;
    if (read_vector_bits(&choices.vector_bits, error) != DV_OK)
        return NULL;
    choices.settings = settings;
    choices.setting_count = count;
    choices.watched = options->watch;
    choices.shown = !options->headless || options->screenshot || options->frames;
    choices.print = print_line;
    choices.print_context = run;
    return dv_scenario_open(options->scenario, &choices, error);
}

static dv_result load(dv_run *run, dv_error *error) {
    if (!run->options->load)
        return DV_OK;
    return dv_world_load(run->world, run->options->load, error);
}

static void set_limits(dv_run *run) {
    const dv_options *options = run->options;
    run->first_tick = dv_world_tick(run->world);
    run->last_tick = DV_NO_LIMIT;
    if (options->ticks != DV_NO_LIMIT) {
        run->last_tick = run->first_tick + options->ticks;
    } else if (!isnan(options->seconds)) {
        // A whole number of ticks is not always one in floating point.
        double ticks = ceil(options->seconds / dv_world_dt(run->world) - 1e-6);
        run->last_tick = run->first_tick + (uint64_t)fmax(ticks, 0);
    }
}

// Columns are of the monitors there are at the start; a reload can take some away.
static dv_result open_report(dv_run *run, dv_error *error) {
    uint32_t count = dv_scenario_monitor_count(run->scenario);
    const char **names = dv_alloc((count + 1) * sizeof *names);
    run->values = dv_alloc((count + 1) * sizeof *run->values);
    if (!names || !run->values) {
        dv_free(names);
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    }
    for (uint32_t i = 0; i < count; i++)
        names[i] = dv_scenario_monitor_name(run->scenario, i);
    run->report = dv_report_create(run->options->report, names, count, error);
    dv_free(names);
    return run->report ? DV_OK : DV_ERROR_IO;
}

static dv_result open_files(dv_run *run, dv_error *error) {
    const dv_options *options = run->options;
    if (options->record && !(run->trace = dv_trace_create(options->record, error)))
        return DV_ERROR_IO;
    if (options->report && open_report(run, error) != DV_OK)
        return DV_ERROR_IO;
    if (options->frames && mkdir(options->frames, 0777) != 0 && errno != EEXIST)
        return dv_fail(error, DV_ERROR_IO, "cannot make folder %s: %s", options->frames,
                       strerror(errno));
    return DV_OK;
}

static void close_all(dv_run *run) {
    dv_error error;
    dv_result result = dv_trace_close(run->trace, &error);
    if (result != DV_OK)
        dv_run_fail(run, result, &error);
    result = dv_report_close(run->report, &error);
    if (result != DV_OK)
        dv_run_fail(run, result, &error);
    result = dv_text_close(run->log, &error);
    if (result != DV_OK)
        dv_run_fail(run, result, &error);
    dv_watch_destroy(run->watch);
    dv_scenario_close(run->scenario);
    dv_free(run->values);
    run->trace = NULL;
    run->report = NULL;
    run->log = NULL;
    run->watch = NULL;
    run->scenario = NULL;
    run->world = NULL;
    run->values = NULL;
}

static dv_result open_all(dv_run *run, dv_error *error) {
    const dv_options *options = run->options;
    // The log comes first: `setup` may print.
    if (options->log && !(run->log = dv_text_create(options->log, error)))
        return DV_ERROR_IO;
    run->scenario = open_scenario(run, options->settings, options->setting_count, error);
    if (!run->scenario)
        return blame_settings(options, error);
    run->world = dv_scenario_world(run->scenario);
    dv_result result = load(run, error);
    if (result != DV_OK)
        return result;
    set_limits(run);
    dv_log_start(run);
    return open_files(run, error);
}

dv_result dv_run_open(dv_run *run, const dv_options *options, dv_error *error) {
    *run = (dv_run){
        .options = options,
        .paused = options->paused,
        .speed = options->speed,
        .watching = options->watch,
        .reload_latency = NAN,
        .hashed_tick = DV_NO_LIMIT,
    };
    dv_result result = dv_run_check_path(options->scenario, error);
    if (result == DV_OK)
        result = open_all(run, error);
    if (result != DV_OK) {
        close_all(run);
        return result;
    }
    run->suspended = dv_world_suspended_count(run->world);
    if (run->suspended > 0)
        print_script_error(run);
    return DV_OK;
}

// Reloading

static void print_refusal(const dv_reload_report *report) {
    fprintf(stderr, "reload refused: %s\n", report->message);
    if (*report->line)
        fprintf(stderr, "    %s\n", report->line);
}

static void print_reload(const dv_run *run) {
    const dv_reload_report *report = &run->reload;
    fprintf(stderr, "reload %" PRIu32 ": %s (", report->generation, report->modules);
    if (!isnan(run->reload_latency))
        fprintf(stderr, "%.0f ms after the save, ", run->reload_latency * 1e3);
    fprintf(stderr, "%" PRIu32 " agent%s migrated", report->migrated,
            report->migrated == 1 ? "" : "s");
    if (report->revived > 0)
        fprintf(stderr, ", %" PRIu32 " revived", report->revived);
    fprintf(stderr, ")\n");
}

// A module that is a symbolic link changes where it points to as well as where it stands.
static void watch_module(dv_run *run, const char *path) {
    char folder[PATH_MAX], target[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", path);
    // A module that is gone, or not a file at all, has no folder to watch; its error is the
    // reload's.
    dv_watch_add(run->watch, dirname(folder), false, NULL);
    if (realpath(path, target))
        dv_watch_add(run->watch, dirname(target), false, NULL);
}

static void watch_modules(dv_run *run) {
    if (!run->watch)
        return;
    for (uint32_t i = 0; i < dv_scenario_module_count(run->scenario); i++)
        watch_module(run, dv_scenario_module_path(run->scenario, i));
}

static void take_reload(dv_run *run, double event_time) {
    dv_reload_report report = dv_scenario_reload(run->scenario);
    if (report.outcome == DV_RELOAD_UNCHANGED)
        return;
    run->reload = report;
    run->reload_count++;
    run->reload_time = dv_now();
    run->reload_latency = run->reload_time - event_time;
    run->suspended = dv_world_suspended_count(run->world);
    run->told[0] = '\0';
    fflush(stdout);
    if (report.outcome == DV_RELOAD_REFUSED)
        print_refusal(&report);
    else if (report.outcome == DV_RELOAD_MENDED)
        fprintf(stderr, "mended: the files are again what runs\n");
    else
        print_reload(run);
    dv_log_reload(run);
    watch_modules(run);
}

// Modules can come from any subfolder of a scenario that is a folder; beside a single file lies
// whatever people keep there.
static dv_result watch_scenario(dv_run *run, dv_error *error) {
    run->watch = dv_watch_create(DV_WATCH_BEST, error);
    if (!run->watch)
        return DV_ERROR_IO;
    struct stat status;
    bool is_folder = stat(run->options->scenario, &status) == 0 && S_ISDIR(status.st_mode);
    const char *folder = is_folder ? run->options->scenario : dv_scenario_folder(run->scenario);
    dv_result result = dv_watch_add(run->watch, folder, is_folder, error);
    if (result == DV_OK)
        watch_modules(run);
    return result;
}

static bool start_watching(dv_run *run) {
    dv_error error;
    if (watch_scenario(run, &error) == DV_OK) {
        // What was saved before the watch began.
        take_reload(run, NAN);
        return true;
    }
    dv_run_print_error(error.message, "");
    dv_watch_destroy(run->watch);
    run->watch = NULL;
    run->watching = false;
    return false;
}

bool dv_run_poll(dv_run *run) {
    double event_time;
    uint32_t before = run->reload_count;
    if (!run->watching || run->result != DV_OK)
        return false;
    if (!run->watch)
        start_watching(run);
    else if (dv_watch_poll(run->watch, &event_time))
        take_reload(run, event_time);
    return run->reload_count != before;
}

dv_reload_outcome dv_run_reload(dv_run *run) {
    uint32_t before = run->reload_count;
    take_reload(run, NAN);
    return run->reload_count == before ? DV_RELOAD_UNCHANGED : run->reload.outcome;
}

// Ticks

static void print_hash(dv_run *run) {
    run->hashed_tick = dv_world_tick(run->world);
    printf("hash %016" PRIx64 " tick %" PRIu64 " agents %" PRIu32 "\n", dv_world_hash(run->world),
           run->hashed_tick, dv_world_agent_count(run->world));
}

static double monitor_named(dv_run *run, const char *name) {
    uint32_t count = dv_scenario_monitor_count(run->scenario);
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(dv_scenario_monitor_name(run->scenario, i), name) == 0)
            return dv_scenario_monitor(run->scenario, i);
    }
    return NAN;
}

static dv_result write_report(dv_run *run, dv_error *error) {
    uint32_t count = dv_report_monitor_count(run->report);
    for (uint32_t i = 0; i < count; i++)
        run->values[i] = monitor_named(run, dv_report_monitor_name(run->report, i));
    return dv_report_write(run->report, run->world, run->values, error);
}

static dv_result draw(dv_run *run, const char *path, dv_error *error) {
#ifdef DROVER_VIEWER
    dv_result result = dv_picture_write(run->scenario, path, error);
    print_script_error(run);
    return result;
#else
    (void)run;
    return dv_fail(error, DV_ERROR_ARGUMENT, "cannot draw %s: built without the viewer", path);
#endif
}

static dv_result draw_frame(dv_run *run, dv_error *error) {
    char path[PATH_MAX];
    int length = snprintf(path, sizeof path, "%s/%08" PRIu64 ".png", run->options->frames,
                          dv_world_tick(run->world));
    if (length >= (int)sizeof path)
        return dv_fail(error, DV_ERROR_ARGUMENT, "--frames: the path is too long");
    return draw(run, path, error);
}

static dv_result write_rows(dv_run *run, dv_error *error) {
    dv_result result = DV_OK;
    if (run->trace)
        result = dv_trace_write(run->trace, run->world, error);
    if (result == DV_OK && run->report)
        result = write_report(run, error);
    if (result == DV_OK && run->options->frames && run->options->headless)
        result = draw_frame(run, error);
    return result;
}

static void publish(dv_run *run) {
    const dv_options *options = run->options;
    uint64_t tick = dv_world_tick(run->world);
    dv_error error;
    if (options->hash_every > 0 && tick % options->hash_every == 0)
        print_hash(run);
    dv_result result = tick % options->every == 0 ? write_rows(run, &error) : DV_OK;
    if (result != DV_OK)
        dv_run_fail(run, result, &error);
    uint32_t suspended = dv_world_suspended_count(run->world);
    if (suspended > run->suspended)
        print_script_error(run);
    run->suspended = suspended;
}

dv_result dv_run_tick(dv_run *run) {
    dv_run_poll(run);
    if (dv_run_over(run))
        return run->result;
    dv_error error;
    dv_result result = dv_scenario_step(run->scenario, &error);
    if (result != DV_OK)
        dv_run_fail(run, result, &error);
    else
        publish(run);
    return run->result;
}

uint32_t dv_run_due(dv_run *run, double elapsed, uint32_t most) {
    if (run->paused || dv_run_over(run))
        return 0;
    if (isinf(run->speed))
        return most;
    run->owed += fmax(elapsed, 0) * run->speed / dv_world_dt(run->world);
    if (run->owed > most)
        run->owed = most;
    uint32_t due = (uint32_t)run->owed;
    run->owed -= due;
    return due;
}

double dv_run_fraction(const dv_run *run) {
    return isinf(run->speed) ? 0 : run->owed - floor(run->owed);
}

bool dv_run_over(const dv_run *run) {
    return run->result != DV_OK || run->stopped || dv_run_interrupted() ||
           dv_world_tick(run->world) >= run->last_tick || dv_world_finished(run->world);
}

void dv_run_stop(dv_run *run) { run->stopped = true; }

// Beginning again

// Settings that the old program has and the new one does not are left out by name when it is
// opened; that it takes the rest is its own matter.
static dv_setting_choice *current_settings(const dv_run *run, uint32_t *count) {
    const dv_program *program = dv_world_program(run->world);
    *count = dv_program_setting_count(program);
    dv_setting_choice *choices =
        dv_alloc(*count * (sizeof *choices + DV_NUMBER_TEXT) + sizeof *choices);
    if (!choices)
        return NULL;
    char *text = (char *)(choices + *count);
    for (uint32_t i = 0; i < *count; i++, text += DV_NUMBER_TEXT) {
        const dv_setting_def *setting = dv_program_setting(program, i);
        dv_setting_text(setting, dv_world_setting(run->world, i), text);
        choices[i] = (dv_setting_choice){setting->name, text};
    }
    return choices;
}

dv_result dv_run_restart(dv_run *run, dv_error *error) {
    uint32_t count;
    dv_setting_choice *settings = current_settings(run, &count);
    if (!settings)
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    dv_scenario *scenario = open_scenario(run, settings, count, error);
    dv_free(settings);
    if (!scenario)
        return DV_ERROR_SCRIPT;
    dv_scenario_close(run->scenario);
    run->scenario = scenario;
    run->world = dv_scenario_world(scenario);
    run->owed = 0;
    run->hashed_tick = DV_NO_LIMIT;
    run->suspended = dv_world_suspended_count(run->world);
    set_limits(run);
    dv_log_start(run);
    watch_modules(run);
    return run->result;
}

// The end

static dv_result write_end(dv_run *run, dv_error *error) {
    const dv_options *options = run->options;
    if (options->screenshot && options->headless) {
        dv_result result = draw(run, options->screenshot, error);
        if (result != DV_OK)
            return result;
    }
    return options->save ? dv_world_save(run->world, options->save, error) : DV_OK;
}

// One line, whatever a script gave; on stderr, so that stdout ends with the hash.
static void print_reason(const dv_run *run) {
    const char *reason = dv_world_finished(run->world);
    if (!reason)
        return;
    fflush(stdout);
    fprintf(stderr, "finished at tick %" PRIu64 ": ", dv_world_tick(run->world));
    for (; *reason; reason++)
        fputc(*reason == '\n' || *reason == '\r' ? ' ' : *reason, stderr);
    fputc('\n', stderr);
}

static void finish(dv_run *run) {
    dv_error error;
    dv_result result = write_end(run, &error);
    if (result != DV_OK)
        dv_run_fail(run, result, &error);
    if (run->options->hash && run->hashed_tick != dv_world_tick(run->world))
        print_hash(run);
    print_reason(run);
    uint32_t suspended = dv_world_suspended_count(run->world);
    if (suspended > 0) {
        fflush(stdout);
        fprintf(stderr, "drover: the run ended with %" PRIu32 " suspended agent%s\n", suspended,
                suspended == 1 ? "" : "s");
    }
}

int dv_run_close(dv_run *run) {
    if (run->result == DV_OK)
        finish(run);
    dv_log_finish(run);
    bool suspended = dv_world_suspended_count(run->world) > 0;
    close_all(run);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "drover: cannot write to stdout\n");
        return 1;
    }
    return run->result != DV_OK || suspended ? 1 : 0;
}

int dv_run_whole(const dv_options *options, int (*drive)(dv_run *run)) {
    dv_run run;
    dv_error error;
    dv_result result = dv_run_open(&run, options, &error);
    if (result != DV_OK) {
        bool by_script = result == DV_ERROR_SCRIPT;
        dv_run_print_error(error.message, by_script ? dv_scenario_open_traceback() : "");
        return result == DV_ERROR_ARGUMENT ? 2 : 1;
    }
    int driven = drive(&run);
    int closed = dv_run_close(&run);
    return driven ? driven : closed;
}
