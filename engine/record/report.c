// Write rows of monitor values as CSV; see report.h.
#include "record/report.h"

#include "base/alloc.h"
#include "base/result.h"

#include <math.h>

struct dv_report {
    dv_text_file *file;
    uint32_t monitor_count;
    char **monitors;
};

static void free_report(dv_report *report) {
    for (uint32_t i = 0; report->monitors && i < report->monitor_count; i++)
        dv_free(report->monitors[i]);
    dv_free(report->monitors);
    dv_free(report);
}

static bool copy_names(dv_report *report, const char *const *monitors, uint32_t count) {
    report->monitors = dv_alloc((size_t)count * sizeof *report->monitors);
    report->monitor_count = count;
    for (uint32_t i = 0; report->monitors && i < count; i++) {
        report->monitors[i] = dv_copy_string(monitors[i]);
        if (!report->monitors[i])
            return false;
    }
    return report->monitors != NULL;
}

static void write_heading(dv_report *report) {
    dv_text_add(report->file, "tick,time");
    for (uint32_t i = 0; i < report->monitor_count; i++) {
        dv_text_add(report->file, ",");
        dv_text_add_csv(report->file, report->monitors[i]);
    }
    dv_text_add(report->file, "\n");
}

dv_report *dv_report_create(const char *path, const char *const *monitors, uint32_t monitor_count,
                            dv_error *error) {
    dv_report *report = dv_alloc(sizeof *report);
    if (!report || !copy_names(report, monitors, monitor_count)) {
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

uint32_t dv_report_monitor_count(const dv_report *report) { return report->monitor_count; }

const char *dv_report_monitor_name(const dv_report *report, uint32_t monitor) {
    return report->monitors[monitor];
}

dv_result dv_report_write(dv_report *report, const dv_world *world, const double *values,
                          dv_error *error) {
    dv_text_add_integer(report->file, dv_world_tick(world));
    dv_text_add(report->file, ",");
    dv_text_add_double(report->file, dv_world_time(world));
    for (uint32_t i = 0; i < report->monitor_count; i++) {
        dv_text_add(report->file, ",");
        if (!isnan(values[i]))
            dv_text_add_double(report->file, values[i]);
    }
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
