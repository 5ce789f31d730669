// What a reload reports about moving a world from one version of the code to another.
#include "moving_fixture.h"

#define HERD(kind, more, state, state_more, wind, wind_more)                                       \
    HEAD "drover.flow('" wind "', { field = function() return 1, 0 end, " wind_more " })\n"        \
         "local a = drover.kind('" kind "', { " more ",\n"                                         \
         "  initial = 'calm', states = { calm = {}, " state " = { " state_more " } } })\n"         \
         "return drover.scenario { kinds = { a }, setup = function(world)\n"                       \
         "  local wind = world:flow('" wind "')\n"                                                 \
         "  wind:set(1, 1, 1, 0)\n"                                                                \
         "  for i = 1, 2 do world:spawn('" kind "', { state = '" state "' }) end end }"
#define WOLVES                                                                                     \
    HERD("wolf", "memory = { n = 1 }, init = function() end", "hunt", "enter = function() end",    \
         "wind", "resolution = 2")

static void names_that_an_undo_takes_back_are_known_to_all_that_is_said(void **state) {
    fixture *f = *state;
    open_main(f, WOLVES);
    dv_reload_report report =
        save(f, HERD("hound",
                     "renamed_from = 'wolf', memory = { n = 2 }, init = function() print(1) end",
                     "prowl", "renamed_from = 'hunt', enter = function() print(1) end", "gale",
                     "renamed_from = 'wind', resolution = 3"));
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

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(names_that_an_undo_takes_back_are_known_to_all_that_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
