// The report of a run: CSV with the columns `tick,time`, one per monitor, `seed`, and one per
// setting, named `set.NAME`.
#ifndef DV_RECORD_REPORT_H
#define DV_RECORD_REPORT_H

#include "drover/drover.h"
#include "record/text_file.h"

typedef struct dv_report dv_report;

/// Create the file, replacing an existing one, and write the header. The settings are those that
/// the world has now, in order of declaration. NULL with a message when that fails.
dv_report *dv_report_create(const char *path, const dv_world *world, const char *const *monitors,
                            uint32_t monitor_count, dv_error *error);

/// The names of the columns after tick and time. They stay valid while the report is open.
uint32_t dv_report_monitor_count(const dv_report *report);
const char *dv_report_monitor_name(const dv_report *report, uint32_t monitor);

/// The names of the settings that have a column, without `set.`.
uint32_t dv_report_setting_count(const dv_report *report);
const char *dv_report_setting_name(const dv_report *report, uint32_t setting);

/// Write a row with one value per monitor, and the values that the settings have in the world. NaN
/// is written as an empty field, and so is a setting that the world no longer has.
dv_result dv_report_write(dv_report *report, const dv_world *world, const double *values,
                          dv_error *error);

/// The file the report writes, for a caller that wants to hold back rows.
dv_text_file *dv_report_file(dv_report *report);

/// Close the file and free the report, even when closing fails. NULL is fine.
dv_result dv_report_close(dv_report *report, dv_error *error);

/// A setting's value as written on the command line. The result is `text`, the name of an option,
/// "true", or "false".
const char *dv_setting_text(const dv_setting_def *setting, double value, char text[DV_NUMBER_TEXT]);

#endif
