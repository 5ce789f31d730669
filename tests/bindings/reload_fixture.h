// Checks the result of a reload.
#ifndef DV_TEST_RELOAD_FIXTURE_H
#define DV_TEST_RELOAD_FIXTURE_H

#include "scenario_fixture.h"

static inline dv_reload_report expect_swapped(fixture *f) {
    dv_reload_report report = dv_scenario_reload(f->scenario);
    if (report.outcome != DV_RELOAD_SWAPPED)
        fail_msg("outcome %d: %s", report.outcome, report.message);
    return report;
}

static inline void expect_refused(fixture *f, const char *message, const char *line) {
    dv_reload_report report = dv_scenario_reload(f->scenario);
    assert_int_equal(report.outcome, DV_RELOAD_REFUSED);
    assert_string_equal(report.message, message);
    assert_string_equal(report.line, line);
    assert_string_equal(banner_of(f), message);
    assert_string_equal(dv_scenario_banner_line(f->scenario), line);
}

static inline void expect_unchanged(fixture *f) {
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_UNCHANGED);
}

#endif
