// How tests and what came of them are printed: as text for people, as TAP version 14, or as JUnit's
// XML. All go to standard output, and nothing else does.
#ifndef DV_PLAYER_TEST_REPORT_H
#define DV_PLAYER_TEST_REPORT_H

#include "player/options/options.h"
#include "testing/test_file.h"

typedef struct dv_test_report {
    dv_test_format format;
    const char *folder; ///< of the scenario
    uint32_t passed, failed;
    double seconds;
} dv_test_report;

void dv_test_report_begin(dv_test_report *report, dv_test_format format, const char *folder);
/// Tests from here on are of that file, "tests/herd.lua".
void dv_test_report_file(dv_test_report *report, const char *file);
/// A test ran.
void dv_test_report_test(dv_test_report *report, const char *file, const char *name,
                         const dv_test_result *result);
/// A file cannot be loaded. It counts as a test that failed.
void dv_test_report_broken(dv_test_report *report, const char *file, const char *message,
                           const char *traceback);
void dv_test_report_end(const dv_test_report *report);

#endif
