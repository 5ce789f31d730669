// Prints tests and their results to stdout: as text for people, as TAP version 14, or as JUnit XML.
// Nothing else may print to stdout.
#ifndef DV_PLAYER_TEST_REPORT_H
#define DV_PLAYER_TEST_REPORT_H

#include "testing/test_file.h"

typedef enum dv_test_format { DV_TEST_TEXT, DV_TEST_TAP, DV_TEST_JUNIT } dv_test_format;

typedef struct dv_test_report {
    dv_test_format format;
    const char *folder; ///< of the scenario
    uint32_t passed, failed;
    double seconds;
    char unopened[DV_ERROR_CAPACITY]; ///< why no world could be opened, as last printed
} dv_test_report;

/// Begin a report. Nothing is printed before the first test. `folder` must outlive the report.
void dv_test_report_begin(dv_test_report *report, dv_test_format format, const char *folder);
/// The next tests are from this file, such as "tests/herd.lua".
void dv_test_report_file(dv_test_report *report, const char *file);
/// Report a test that ran.
void dv_test_report_test(dv_test_report *report, const char *file, const char *name,
                         const dv_test_result *result);
/// Report a file that can't be loaded. It counts as a failed test.
void dv_test_report_broken(dv_test_report *report, const char *file, const char *message,
                           const char *traceback);
/// Print the end of the report.
void dv_test_report_end(const dv_test_report *report);

#endif
