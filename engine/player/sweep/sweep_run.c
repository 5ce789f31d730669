#include "player/sweep/sweep_run.h"

#include "base/alloc.h"
#include "base/result.h"
#include "player/run/beside.h"
#include "player/run/run.h"
#include "player/sweep/sweep_check.h"
#include "player/terminal/messages.h"
#include "record/text_file.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

const char *const dv_sweep_status_names[] = {
    [DV_SWEEP_TICKS] = "ticks",
    [DV_SWEEP_UNTIL] = "until",
    [DV_SWEEP_FINISHED] = "finished",
    [DV_SWEEP_FAILED] = "failed",
};

/// A run under way. Rows are written to a file in memory.
typedef struct running {
    const dv_sweep_plan *plan;
    dv_beside beside; ///< closed: it did not open
    int memory;
    dv_text_file *rows;
    dv_sweep_answer *answer;
} running;

// Rows

static dv_result open_rows(int *memory, dv_text_file **rows, dv_error *error) {
    *memory = memfd_create("rows", MFD_CLOEXEC);
    if (*memory < 0)
        return dv_fail(error, DV_ERROR_MEMORY, "no memory for the rows of a run: %s",
                       strerror(errno));
    *rows = dv_text_use(*memory, "the rows of a run", error);
    if (*rows)
        return DV_OK;
    close(*memory);
    return DV_ERROR_MEMORY;
}

/// Copy what was written, and close both.
static dv_result close_rows(int memory, dv_text_file *rows, char **bytes, uint64_t *size,
                            dv_error *error) {
    dv_result result = dv_text_close(rows, error);
    off_t end = lseek(memory, 0, SEEK_END);
    *size = end > 0 ? (uint64_t)end : 0;
    *bytes = result == DV_OK ? dv_alloc(*size + 1) : NULL;
    if (result == DV_OK && (!*bytes || pread(memory, *bytes, *size, 0) != (ssize_t)*size)) {
        dv_free(*bytes);
        result = dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    }
    close(memory);
    return result;
}

char *dv_sweep_heading(const dv_sweep_plan *plan, size_t *size) {
    int memory;
    dv_text_file *rows = NULL;
    dv_error error;
    char *heading, name[DV_ERROR_CAPACITY];
    uint64_t length;
    if (open_rows(&memory, &rows, &error) != DV_OK)
        return NULL;
    dv_text_add(rows, "run,seed");
    for (uint32_t i = 0; i < plan->setting_count; i++) {
        snprintf(name, sizeof name, "set.%s", plan->settings[i]);
        dv_text_add(rows, ",");
        dv_text_add_csv(rows, name);
    }
    for (uint32_t i = 0; i < plan->monitor_count; i++) {
        dv_text_add(rows, ",");
        dv_text_add_csv(rows, plan->monitors[i]);
    }
    dv_text_add(rows, ",tick,status,error\n");
    if (close_rows(memory, rows, &heading, &length, &error) != DV_OK)
        return NULL;
    *size = length;
    return heading;
}

static void write_settings(const running *r) {
    const dv_sweep_plan *plan = r->plan;
    uint64_t run = r->answer->run;
    dv_text_add_integer(r->rows, run);
    dv_text_add(r->rows, ",");
    dv_text_add_integer(r->rows, dv_sweep_seed(plan, run));
    for (uint32_t i = 0; i < plan->setting_count; i++) {
        dv_text_add(r->rows, ",");
        dv_text_add_csv(r->rows, dv_sweep_setting(plan, run, i));
    }
}

/// Settings could make a script declare its monitors differently, so look at the names.
static double monitor_value(const running *r, uint32_t monitor) {
    const char *name = r->plan->monitors[monitor];
    dv_scenario *scenario = r->beside.scenario;
    uint32_t count = scenario ? dv_scenario_monitor_count(scenario) : 0;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t i = (monitor + k) % count;
        if (strcmp(dv_scenario_monitor_name(scenario, i), name) == 0)
            return dv_scenario_monitor(scenario, i);
    }
    return NAN;
}

static void write_monitors(const running *r, bool have_values) {
    for (uint32_t i = 0; i < r->plan->monitor_count; i++) {
        double value = have_values ? monitor_value(r, i) : NAN;
        dv_text_add(r->rows, ",");
        if (!isnan(value))
            dv_text_add_double(r->rows, value);
    }
    dv_text_add(r->rows, ",");
}

static void write_row(const running *r) {
    write_settings(r);
    write_monitors(r, true);
    dv_text_add_integer(r->rows, dv_beside_tick(&r->beside));
    dv_text_add(r->rows, ",,\n");
}

// A failing monitor makes the run a failed one, so take the status after the values.
static void write_end(const running *r, void (*judge)(const running *r)) {
    bool is_fine = r->answer->status != DV_SWEEP_FAILED;
    write_settings(r);
    write_monitors(r, is_fine);
    judge(r);
    dv_text_add_integer(r->rows, r->answer->tick);
    dv_text_add(r->rows, ",");
    dv_text_add(r->rows, dv_sweep_status_names[r->answer->status]);
    dv_text_add(r->rows, ",");
    if (r->answer->status == DV_SWEEP_FAILED)
        dv_text_add_csv(r->rows, r->answer->note);
    dv_text_add(r->rows, "\n");
}

// The run

static void note_failure(const running *r, const char *message) {
    r->answer->status = DV_SWEEP_FAILED;
    dv_show_text(NULL, message, r->answer->note, sizeof r->answer->note);
}

static void note_warning(void *context, const char *message) {
    running *r = context;
    if (!*r->answer->note)
        dv_show_text(NULL, message, r->answer->note, sizeof r->answer->note);
}

static void ignore_line(void *context, const char *line) { (void)context, (void)line; }

/// Whether the scripts that were loaded are those that the sweep began with.
static bool is_unchanged(const running *r) {
    uint32_t known = 0, count = dv_scenario_module_count(r->beside.scenario);
    for (uint32_t i = 0; i < count; i++) {
        dv_scenario_module module = dv_scenario_module_at(r->beside.scenario, i);
        for (uint32_t k = 0; k < r->plan->module_count; k++) {
            const dv_sweep_module *noted = &r->plan->modules[k];
            if (strcmp(noted->path, module.path) != 0)
                continue;
            if (noted->hash != module.hash) {
                snprintf(r->answer->note, sizeof r->answer->note, "%s", module.path);
                return false;
            }
            known++;
        }
    }
    return known == r->plan->module_count;
}

static void open_scenario(running *r, dv_setting_choice *settings) {
    uint64_t seed = dv_sweep_seed(r->plan, r->answer->run);
    dv_scenario_options choices = dv_sweep_scenario_options(r->plan, r->answer->run, settings);
    dv_error error;
    choices.seed = &seed;
    choices.print = ignore_line;
    choices.warn = note_warning;
    choices.warn_context = r;
    dv_scenario *scenario = NULL;
    if (dv_run_read_vector_bits(&choices.vector_bits, &error) == DV_OK)
        scenario = dv_scenario_open(r->plan->options->scenario, &choices, &error);
    if (scenario)
        dv_beside_own(&r->beside, scenario, DV_BESIDE_OUTLIVES_ERRORS);
    else
        note_failure(r, error.message);
}

static bool is_due(const dv_sweep_plan *plan, uint64_t tick) {
    const dv_sweep_options *options = &plan->options->sweep;
    return options->every > 0 && tick >= options->warmup &&
           (tick - options->warmup) % options->every == 0;
}

/// A world that has finished ends for that reason, whatever the monitor says.
static bool reaches_condition(const running *r) {
    const dv_sweep_plan *plan = r->plan;
    const dv_sweep_options *options = &plan->options->sweep;
    return r->beside.status != DV_BESIDE_FINISHED && options->until &&
           dv_beside_tick(&r->beside) >= options->warmup &&
           dv_condition_holds(&plan->until, monitor_value(r, (uint32_t)plan->until_monitor));
}

/// Step until the run is over; the status then says why.
static void step_to_the_end(running *r) {
    static const dv_sweep_status statuses[] = {[DV_BESIDE_ARRIVED] = DV_SWEEP_TICKS,
                                               [DV_BESIDE_FINISHED] = DV_SWEEP_FINISHED,
                                               [DV_BESIDE_FAILED] = DV_SWEEP_FAILED};
    dv_beside *beside = &r->beside;
    beside->last_tick = r->plan->options->sweep.warmup + r->plan->options->ticks;
    bool reaches = reaches_condition(r);
    while (!reaches && beside->status == DV_BESIDE_GOES_ON) {
        if (is_due(r->plan, dv_beside_tick(beside)))
            write_row(r);
        reaches = dv_beside_step(beside) && reaches_condition(r);
    }
    r->answer->status = reaches ? DV_SWEEP_UNTIL : statuses[beside->status];
    if (beside->status == DV_BESIDE_FAILED)
        note_failure(r, beside->error.message);
}

/// An agent whose script failed, a monitor that failed, or a world without a hash make a run a
/// failed one, as in drover run.
static void judge(const running *r) {
    dv_scenario *scenario = r->beside.scenario;
    if (!scenario || r->answer->status == DV_SWEEP_FAILED)
        return;
    dv_error error;
    dv_world *world = dv_scenario_world(scenario);
    dv_reported_reason reason;
    if (dv_world_suspended_count(world) > 0 || dv_scenario_has_failed(scenario)) {
        bool has_reason = dv_scenario_take_reason(scenario, &reason);
        const char *banner = dv_scenario_banner(scenario);
        note_failure(r, has_reason ? reason.message : banner ? banner : "a script failed");
    }
    r->answer->has_hash = dv_world_hash(world, &r->answer->hash, &error) == DV_OK;
    if (!r->answer->has_hash && r->answer->status != DV_SWEEP_FAILED)
        note_failure(r, error.message);
}

static void run_it(running *r) {
    if (r->beside.scenario && !is_unchanged(r)) {
        r->answer->status = DV_SWEEP_STALE;
        return;
    }
    if (r->beside.scenario) {
        step_to_the_end(r);
        r->answer->tick = dv_beside_tick(&r->beside);
    }
    write_end(r, judge);
}

dv_result dv_sweep_run(const dv_sweep_plan *plan, uint64_t run, dv_sweep_answer *answer,
                       char **rows, dv_error *error) {
    running r = {.plan = plan, .answer = answer};
    memset(answer, 0, sizeof *answer); // its padding is sent, too
    answer->run = run;
    dv_setting_choice *settings = dv_alloc(dv_sweep_setting_room(plan) * sizeof *settings);
    dv_result result = settings ? open_rows(&r.memory, &r.rows, error)
                                : dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    if (result == DV_OK) {
        open_scenario(&r, settings);
        run_it(&r);
        dv_beside_close(&r.beside);
        result = close_rows(r.memory, r.rows, rows, &answer->size, error);
    }
    dv_free(settings);
    return result;
}

dv_result dv_sweep_lost(const dv_sweep_plan *plan, uint64_t run, const char *reason,
                        dv_sweep_answer *answer, char **rows, dv_error *error) {
    running r = {.plan = plan, .answer = answer};
    memset(answer, 0, sizeof *answer);
    answer->run = run;
    note_failure(&r, reason);
    dv_result result = open_rows(&r.memory, &r.rows, error);
    if (result != DV_OK)
        return result;
    write_end(&r, judge);
    return close_rows(r.memory, r.rows, rows, &answer->size, error);
}
