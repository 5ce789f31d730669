// The messages of a run on stderr: reloads and their outcomes, errors of scripts, and the lines
// that scripts print while a reload is on trial.
#include "player/run/run_private.h"

#include "player/run/control.h"
#include "player/run/run_columns.h"
#include "player/run/run_log.h"
#include "player/terminal/messages.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/// The maximum number of reasons why agents failed that are printed after a reload.
#define MAX_REASONS 100

static void tell_details(const char *scenario, const char *line, const char *traceback) {
    if (*line)
        dv_say(NULL, "    %s", line);
    if (*traceback)
        dv_say_lines(scenario, "", traceback, strlen(traceback));
}

// Errors

void dv_run_print_error(const char *scenario, const char *message, const char *traceback) {
    dv_say(scenario, "drover: %s", message);
    tell_details(scenario, "", traceback);
}

/// Further mistakes of code, one a line.
static void tell_further(const char *scenario, const char *prefix, const char *further) {
    if (*further)
        dv_say_lines(scenario, prefix, further, strlen(further));
}

void dv_run_print_load_error(const char *scenario, const char *message) {
    dv_run_print_error(scenario, message, dv_scenario_open_traceback());
    tell_further(scenario, "drover: ", dv_scenario_open_further());
}

void dv_run_print_warning(const char *scenario, const char *message) {
    dv_say(scenario, "drover: warning: %s", message);
}

static void tell_script_error(dv_run *run, const char *message, const char *line,
                              const char *traceback) {
    snprintf(run->told.error, sizeof run->told.error, "%s", message);
    dv_log_error(run, message);
    dv_run_mark_error(run, message);
    dv_run_print_error(run->options->scenario, message, "");
    tell_details(run->options->scenario, line, traceback);
}

/// One fault may suspend an agent every tick, so each reason is printed once. If every agent fails
/// in its own way, printing stops after MAX_REASONS.
static void tell_reasons(dv_run *run) {
    dv_reported_reason reason;
    while (dv_scenario_take_reason(run->scenario, &reason)) {
        if (reason.number <= MAX_REASONS)
            tell_script_error(run, reason.message, reason.line, reason.traceback);
        else if (reason.number == MAX_REASONS + 1)
            dv_say(NULL, "drover: scripts failed in more ways; status lists what is off");
        snprintf(run->told.error, sizeof run->told.error, "%s", reason.message);
    }
}

void dv_run_print_script_error(dv_run *run) {
    // A failure on trial is reported when the reload is rolled back.
    if (run->result != DV_OK || dv_scenario_trial_failed(run->scenario))
        return;
    tell_reasons(run);
    const char *banner = dv_scenario_banner(run->scenario);
    if (banner && strcmp(banner, run->told.error) != 0)
        tell_script_error(run, banner, dv_scenario_banner_line(run->scenario),
                          dv_scenario_traceback(run->scenario));
}

// Reloads

static void add_agents(const dv_run *run, char *text, size_t capacity) {
    const dv_reload_report *report = &run->reloads.last;
    char latency[64] = "", revived[64] = "";
    const dv_moved *moved = &report->moved;
    if (!isnan(run->reloads.latency))
        snprintf(latency, sizeof latency, "%.0f ms after the save, ", run->reloads.latency * 1e3);
    if (report->revived > 0)
        snprintf(revived, sizeof revived, ", %" PRIu32 " revived", report->revived);
    snprintf(text, capacity, "(%s%" PRIu32 " agent%s migrated%s%s%s)", latency, moved->migrated,
             moved->migrated == 1 ? "" : "s", *moved->removed ? ", " : "", moved->removed, revived);
}

const char *dv_run_reload_outcome(const dv_run *run) {
    switch (run->reloads.last.outcome) {
    case DV_RELOAD_REFUSED:
        return "refused";
    case DV_RELOAD_ROLLED_BACK:
        return "rolled back";
    default:
        return "accepted";
    }
}

void dv_run_reload_text(const dv_run *run, char text[DV_MESSAGE_CAPACITY]) {
    const dv_reload_report *report = &run->reloads.last;
    char agents[512], what[DV_MESSAGE_CAPACITY];
    bool is_switch = strncmp(report->changed, "mod ", 4) == 0; // "mod winter on"
    add_agents(run, agents, sizeof agents);
    if (report->outcome == DV_RELOAD_REFUSED)
        snprintf(what, sizeof what, "%s", report->message);
    else if (report->outcome == DV_RELOAD_ROLLED_BACK)
        snprintf(what, sizeof what, "reload %" PRIu32 ": %s", report->taken_back, report->message);
    else if (report->outcome == DV_RELOAD_MENDED)
        snprintf(what, sizeof what, "the files match the running code again");
    else
        snprintf(what, sizeof what, "%sreload %" PRIu32 ": %s%s; reloaded %s %s",
                 report->is_undo ? "undo: " : "", report->generation, report->changed,
                 is_switch ? "" : " changed", report->modules, agents);
    snprintf(text, DV_MESSAGE_CAPACITY, "%s: %.4000s", dv_run_reload_outcome(run), what);
}

void dv_run_report_unfinished(dv_run *run) {
    const char *file = dv_watch_unfinished(run->watch);
    char path[PATH_MAX];
    if (file && !run->told.of_unfinished) {
        snprintf(path, sizeof path, "%s", file);
        dv_shorten_path(path);
        dv_say(NULL, "%s is still being written: the old code keeps running until it is finished",
               path);
    }
    run->told.of_unfinished = file;
}

void dv_coverage_text(dv_coverage coverage, char text[DV_COVERAGE_TEXT]) {
    snprintf(text, DV_COVERAGE_TEXT, "%" PRIu32 " of %" PRIu32 " changed function%s run",
             coverage.run, coverage.changed, coverage.changed == 1 ? " has" : "s have");
}

void dv_run_report_trial_ends(dv_run *run) {
    dv_trial_end end;
    while (dv_scenario_take_trial_end(run->scenario, &end)) {
        char text[DV_COVERAGE_TEXT];
        run->trials.end = end;
        if (end.coverage.changed == 0 || end.ticks == 0)
            continue;
        dv_coverage_text(end.coverage, text);
        dv_say(run->options->scenario,
               "trial of reload %" PRIu32 " over after %" PRIu64 " tick%s: %s", end.generation,
               end.ticks, end.ticks == 1 ? "" : "s", text);
    }
}

void dv_run_report_migrated(const dv_run *run, const char *what) {
    dv_moved moved = dv_scenario_moved(run->scenario);
    char text[DV_MOVED_TEXT];
    dv_moved_text(&moved, text);
    if (*text)
        dv_say(run->options->scenario, "drover: %s: %s", what, text);
}

void dv_run_report_reload(dv_run *run) {
    const dv_reload_report *report = &run->reloads.last;
    const char *scenario = run->options->scenario;
    char text[DV_MESSAGE_CAPACITY];
    bool rolled_back = report->outcome == DV_RELOAD_ROLLED_BACK;
    dv_run_reload_text(run, text);
    dv_say(scenario, "%s", text);
    dv_world_note_incident(run->world, DV_INCIDENT_RELOAD, (dv_agent){0}, text, "");
    tell_details(scenario, report->line, rolled_back ? dv_scenario_traceback(run->scenario) : "");
    if (report->outcome == DV_RELOAD_REFUSED)
        tell_further(scenario, "  ", dv_scenario_further(run->scenario));
    if (*report->defaults)
        dv_say(scenario, "    changed defaults: %s", report->defaults);
    if (report->outcome == DV_RELOAD_SWAPPED && *report->message)
        dv_say(scenario, "    %s", report->message);
    if (report->outcome == DV_RELOAD_SWAPPED) {
        if (*report->stays)
            dv_say(NULL, "    %s", report->stays);
        dv_run_tell_missing_columns(run);
        dv_run_forget_told_columns(run);
    }
    if (*report->kept_out)
        dv_say(scenario, "    kept out: %s, undone; reload! brings it back", report->kept_out);
    dv_control_tell_reload(run->commands.socket, run);
    dv_run_mark_reload(run);
    // The banner of a failed reload only repeats what was printed here.
    bool failed = rolled_back || report->outcome == DV_RELOAD_REFUSED;
    snprintf(run->told.error, sizeof run->told.error, "%s", failed ? report->message : "");
}

void dv_run_report_ghost(dv_run *run, const char *outcome, const char *text) {
    dv_say(run->options->scenario, "ghost: %s", text);
    dv_control_tell_ghost(run->commands.socket, run, outcome, text);
}
