// Write rows of monitor values and settings as CSV; see report.h.
#include "record/report.h"

#include "base/alloc.h"
#include "base/result.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SETTING "set."

typedef struct names {
    char **items;
    uint32_t count;
} names;

struct dv_report {
    dv_text_file *file;
    names monitors, settings;
};

const char *dv_setting_text(const dv_setting_def *setting, double value,
                            char text[DV_NUMBER_TEXT]) {
    uint32_t option = (uint32_t)value;
    if (setting->type == DV_TOGGLE)
        return value != 0 ? "true" : "false";
    if (setting->type == DV_CHOICE && option < setting->option_count)
        return setting->options[option];
    dv_double_text(value, text);
    return text;
}

// Columns

static void free_names(names *list) {
    for (uint32_t i = 0; list->items && i < list->count; i++)
        dv_free(list->items[i]);
    dv_free(list->items);
}

static void free_report(dv_report *report) {
    free_names(&report->monitors);
    free_names(&report->settings);
    dv_free(report);
}

static bool begin_names(names *list, uint32_t count) {
    list->items = dv_alloc((size_t)count * sizeof *list->items);
    list->count = count;
    return list->items != NULL;
}

static bool add_name(names *list, uint32_t i, const char *prefix, const char *name) {
    size_t size = strlen(prefix) + strlen(name) + 1;
    list->items[i] = dv_alloc(size);
    if (list->items[i])
        snprintf(list->items[i], size, "%s%s", prefix, name);
    return list->items[i] != NULL;
}

static bool copy_columns(dv_report *report, const dv_program *program, const char *const *monitors,
                         uint32_t count) {
    bool fits = begin_names(&report->monitors, count) &&
                begin_names(&report->settings, dv_program_setting_count(program));
    for (uint32_t i = 0; fits && i < count; i++)
        fits = add_name(&report->monitors, i, "", monitors[i]);
    for (uint32_t i = 0; fits && i < report->settings.count; i++)
        fits = add_name(&report->settings, i, SETTING, dv_program_setting(program, i)->name);
    return fits;
}

static void write_heading(dv_report *report) {
    dv_text_file *file = report->file;
    dv_text_add(file, "tick,time");
    for (uint32_t i = 0; i < report->monitors.count; i++) {
        dv_text_add(file, ",");
        dv_text_add_csv(file, report->monitors.items[i]);
    }
    dv_text_add(file, ",seed");
    for (uint32_t i = 0; i < report->settings.count; i++) {
        dv_text_add(file, ",");
        dv_text_add_csv(file, report->settings.items[i]);
    }
    dv_text_add(file, "\n");
}

dv_report *dv_report_create(const char *path, const dv_world *world, const char *const *monitors,
                            uint32_t monitor_count, dv_error *error) {
    dv_report *report = dv_alloc(sizeof *report);
    if (!report || !copy_columns(report, dv_world_program(world), monitors, monitor_count)) {
        if (report)
            free_report(report);
        dv_fail(error, DV_ERROR_MEMORY, "%s: out of memory", path);
        return NULL;
    }
    report->file = dv_text_create(path, error);
    if (!report->file) {
        free_report(report);
        return NULL;
    }
    write_heading(report);
    return report;
}

uint32_t dv_report_monitor_count(const dv_report *report) { return report->monitors.count; }

const char *dv_report_monitor_name(const dv_report *report, uint32_t monitor) {
    return report->monitors.items[monitor];
}

uint32_t dv_report_setting_count(const dv_report *report) { return report->settings.count; }

const char *dv_report_setting_name(const dv_report *report, uint32_t setting) {
    return report->settings.items[setting] + strlen(SETTING);
}

// Rows

/// The index that a setting has now, which is `likely` unless a reload moved it. −1: it is gone.
static int64_t setting_index(const dv_program *program, const char *name, uint32_t likely) {
    uint32_t count = dv_program_setting_count(program);
    if (likely < count && strcmp(dv_program_setting(program, likely)->name, name) == 0)
        return likely;
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(dv_program_setting(program, i)->name, name) == 0)
            return i;
    return -1;
}

static void add_settings(const dv_report *report, const dv_world *world) {
    const dv_program *program = dv_world_program(world);
    for (uint32_t i = 0; i < report->settings.count; i++) {
        char text[DV_NUMBER_TEXT];
        int64_t index = setting_index(program, dv_report_setting_name(report, i), i);
        dv_text_add(report->file, ",");
        if (index < 0)
            continue;
        double value = dv_world_setting(world, (uint32_t)index);
        dv_text_add_csv(report->file,
                        dv_setting_text(dv_program_setting(program, (uint32_t)index), value, text));
    }
}

dv_result dv_report_write(dv_report *report, const dv_world *world, const double *values,
                          dv_error *error) {
    dv_text_add_integer(report->file, dv_world_tick(world));
    dv_text_add(report->file, ",");
    dv_text_add_double(report->file, dv_world_time(world));
    for (uint32_t i = 0; i < report->monitors.count; i++) {
        dv_text_add(report->file, ",");
        if (!isnan(values[i]))
            dv_text_add_double(report->file, values[i]);
    }
    dv_text_add(report->file, ",");
    dv_text_add_integer(report->file, dv_world_seed(world));
    add_settings(report, world);
    dv_text_add(report->file, "\n");
    return dv_text_flush(report->file, error);
}

dv_text_file *dv_report_file(dv_report *report) { return report->file; }

dv_result dv_report_close(dv_report *report, dv_error *error) {
    if (!report)
        return DV_OK;
    dv_result result = dv_text_close(report->file, error);
    free_report(report);
    return result;
}
