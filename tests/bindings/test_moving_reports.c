// What a reload reports about moving a world from one version of the code to another.
#include "../program.h"
#include "moving_fixture.h"

static void names_that_an_undo_takes_back_are_known_to_all_that_is_said(void **state) {
    fixture *f = *state;
    open_main(f, read_script("moving_reports/wolves.lua"));
    dv_reload_report report = save(f, read_script("moving_reports/hounds.lua"));
    assert_string_equal(report.defaults, "wolf.n: 2 agents keep the old value");
    assert_string_equal(report.stays,
                        "init of wolf changed: 2 agents keep what they have, enter "
                        "of wolf hunt changed: 2 agents are already in that state, flow wind "
                        "is painted: it keeps its resolution and bounds");
    report = undo(f);
    assert_string_equal(report.defaults, "hound.n: 2 agents keep the old value");
    assert_string_equal(
        report.stays,
        "init of hound changed: 2 agents keep what they have, enter of hound prowl "
        "changed: 2 agents are already in that state, flow gale is painted: it keeps its "
        "resolution and bounds");
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(names_that_an_undo_takes_back_are_known_to_all_that_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
