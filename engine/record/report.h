// The report of a run: CSV with the columns `tick,time` and one column per monitor.
#ifndef DV_RECORD_REPORT_H
#define DV_RECORD_REPORT_H

#include "drover/drover.h"
#include "record/text_file.h"

typedef struct dv_report dv_report;

/// Create the file, replacing an existing one, and write the header. NULL with a message when that
/// fails.
dv_report *dv_report_create(const char *path, const char *const *monitors, uint32_t monitor_count,
                            dv_error *error);

/// The names of the columns after tick and time. They stay valid while the report is open.
uint32_t dv_report_monitor_count(const dv_report *report);
const char *dv_report_monitor_name(const dv_report *report, uint32_t monitor);

/// Write a row with one value per monitor. NaN is written as an empty field.
dv_result dv_report_write(dv_report *report, const dv_world *world, const double *values,
                          dv_error *error);

/// The file the report writes, for a caller that wants to hold back rows.
dv_text_file *dv_report_file(dv_report *report);

/// Close the file and free the report, even when closing fails. NULL is fine.
dv_result dv_report_close(dv_report *report, dv_error *error);

#endif
