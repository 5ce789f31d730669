// Agents that plan with the obstacles they have seen: they walk into an unknown dead end and out of
// it again, and return to the path when they are pushed off it.
#include "../program.h"
#include "../read_script.h"
#include "scenario_fixture.h"

/// A scenario of the walker, the room and this file prints exactly this.
static void expect_walk(fixture *f, const char *script, int ticks, const char *expected) {
    write_file(f, "walker.lua", read_script("replanning/walker.lua"));
    write_file(f, "room.lua", read_script("replanning/room.lua"));
    expect_run(f, read_script(script), ticks, expected);
}

static void who_knows_nothing_walks_into_the_dead_end_and_out_again(void **state) {
    expect_walk(*state, "replanning/who_knows_nothing_walks_into_the_dead_end_and_out_again.lua",
                60 * 60,
                "1\t0\t20.0\n"
                "blocked\tobstacle#1\ttrue\nblocked\tobstacle#2\ttrue\n"
                "blocked\tobstacle#3\ttrue\nthere\t4\t3\ttrue\ttrue\n");
}

static void who_knows_the_room_goes_around_it(void **state) {
    expect_walk(*state, "replanning/who_knows_the_room_goes_around_it.lua", 60 * 60,
                "3\ntrue\tnil\tnil\nthere\t2\t3\tfalse\tfalse\n");
}

static void who_is_pushed_off_the_way_plans_another(void **state) {
    expect_walk(*state, "replanning/who_is_pushed_off_the_way_plans_another.lua", 60 * 30,
                "off\nthere\t2\ttrue\n");
}

static void what_is_given_for_obstacles_is_checked(void **state) {
    expect_walk(*state, "replanning/what_is_given_for_obstacles_is_checked.lua", 0,
                "obstacle#1\t3.0\n2.500\nnil\n"
                "obstacle#1\t3.0\nnil\n"
                "1\ttrue\ttrue\t2\n"
                "true\tnil\t0\t2\n"
                "0\t1\ttrue\tnil\n"
                "9.0\n"
                "discover: a list of obstacles expected, got no value\n"
                "discover: known[2]: an obstacle expected, got agent\n"
                "blocked: clearance must be 0 to 1e+06 m, not -1\n"
                "blocked: known: a list of obstacles expected, got number\n"
                "plan: known[2]: an obstacle expected, got number\n"
                "plan: known: a list of obstacles expected, got obstacle\n");
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(who_knows_nothing_walks_into_the_dead_end_and_out_again),
        CASE(who_knows_the_room_goes_around_it),
        CASE(who_is_pushed_off_the_way_plans_another),
        CASE(what_is_given_for_obstacles_is_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
