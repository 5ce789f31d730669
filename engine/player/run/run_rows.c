// The rows that a run writes: of its agents for --record, and of its monitors and settings for
// --report.
#include "player/run/run_columns.h"
#include "player/run/run_private.h"

#include "base/alloc.h"
#include "base/result.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Opening

static dv_result open_report(dv_run *run, dv_error *error) {
    uint32_t count = dv_scenario_monitor_count(run->scenario);
    const char **names = dv_alloc((count + 1) * sizeof *names);
    run->rows.values = dv_alloc((count + 1) * sizeof *run->rows.values);
    if (!names || !run->rows.values) {
        dv_free(names);
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    }
    for (uint32_t i = 0; i < count; i++)
        names[i] = dv_scenario_monitor_name(run->scenario, i);
    run->rows.report = dv_report_create(run->options->report, run->world, names, count, error);
    dv_free(names);
    return run->rows.report ? DV_OK : DV_ERROR_IO;
}

static dv_result open_trace(dv_run *run, dv_error *error) {
    dv_result result = dv_run_choose_columns(run, error);
    if (result != DV_OK)
        return result;
    const struct dv_run_columns *chosen = run->rows.columns;
    const dv_trace_def def = {.path = run->options->record,
                              .columns = chosen->columns,
                              .column_count = chosen->count,
                              .kinds = chosen->kinds,
                              .kind_count = chosen->kind_count,
                              .every = run->options->every};
    run->rows.trace = dv_trace_create(&def, run->world, error);
    return run->rows.trace ? DV_OK : DV_ERROR_IO;
}

dv_result dv_run_open_rows(dv_run *run, dv_error *error) {
    const dv_options *options = run->options;
    dv_result result = options->record ? open_trace(run, error) : DV_OK;
    return result == DV_OK && options->report ? open_report(run, error) : result;
}

// Writing

/// NaN if a reload removed the monitor.
static double monitor_named(dv_run *run, const char *name) {
    uint32_t count = dv_scenario_monitor_count(run->scenario);
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(dv_scenario_monitor_name(run->scenario, i), name) == 0)
            return dv_scenario_monitor(run->scenario, i);
    }
    return NAN;
}

static dv_result write_report(dv_run *run, dv_error *error) {
    uint32_t count = dv_report_monitor_count(run->rows.report);
    for (uint32_t i = 0; i < count; i++) {
        run->rows.values[i] = monitor_named(run, dv_report_monitor_name(run->rows.report, i));
        dv_run_print_script_error(run);
    }
    return dv_report_write(run->rows.report, run->world, run->rows.values, error);
}

dv_result dv_run_write_first_row(dv_run *run, dv_error *error) {
    return run->rows.report ? write_report(run, error) : DV_OK;
}

dv_result dv_run_write_rows(dv_run *run, dv_error *error) {
    dv_result result = DV_OK;
    if (run->rows.trace)
        result = dv_trace_write(run->rows.trace, run->world, error);
    if (result == DV_ERROR_SCRIPT) {
        dv_run_blame_columns(run, error);
        result = run->result;
    }
    if (result == DV_OK && run->rows.report)
        result = write_report(run, error);
    return result;
}

// Columns that a reload adds

static bool has_monitor(const dv_report *report, const char *name) {
    for (uint32_t i = 0; i < dv_report_monitor_count(report); i++)
        if (strcmp(dv_report_monitor_name(report, i), name) == 0)
            return true;
    return false;
}

static bool has_setting(const dv_report *report, const char *name) {
    for (uint32_t i = 0; i < dv_report_setting_count(report); i++)
        if (strcmp(dv_report_setting_name(report, i), name) == 0)
            return true;
    return false;
}

static bool was_told(const dv_run *run, const char *name) {
    for (const char *told = run->rows.told_columns; *told; told += strlen(told) + 1)
        if (strcmp(told, name) == 0)
            return true;
    return false;
}

/// `name` is "monitors.fleeing" or "settings.herd".
static void tell_missing_column(dv_run *run, const char *name) {
    char *end = run->rows.told_columns;
    if (was_told(run, name))
        return;
    dv_say(NULL, "    %s is not in %s: its columns were set at the start", name,
           run->options->report);
    while (*end)
        end += strlen(end) + 1;
    // If the name doesn't fit, it is told again at the next reload.
    if (end + strlen(name) + 2 < run->rows.told_columns + sizeof run->rows.told_columns)
        stpcpy(end, name);
}

void dv_run_tell_missing_columns(dv_run *run) {
    const dv_program *program = dv_world_program(run->world);
    char name[256];
    for (uint32_t i = 0; run->rows.report && i < dv_scenario_monitor_count(run->scenario); i++) {
        const char *monitor = dv_scenario_monitor_name(run->scenario, i);
        snprintf(name, sizeof name, "monitors.%s", monitor);
        if (!has_monitor(run->rows.report, monitor))
            tell_missing_column(run, name);
    }
    for (uint32_t i = 0; run->rows.report && i < dv_program_setting_count(program); i++) {
        const char *setting = dv_program_setting(program, i)->name;
        snprintf(name, sizeof name, "settings.%s", setting);
        if (!has_setting(run->rows.report, setting))
            tell_missing_column(run, name);
    }
}
