// Replays of runs that were rewound: they skip the ticks that the rewind discarded.
#include "../program.h"
#include "replay_fixture.h"

static void what_was_rewound_is_left_out(void **state) {
    fixture *f = *state;
    char what[64];
    dv_error error;
    write_pack(f);
    begin(f);
    dv_run_keep_history(&f->run);
    do_all_that_people_can(f);
    go_on(f, 50);
    // Held down from here on, whatever happens to the world, and under the code of later.
    dv_run_input(&f->run, &(dv_input){.type = DV_KEY_PRESSED, .key = "k"});
    write_text(f, "scenario/snow.lua",
               "local deep = 0 return { depth = function(world) deep = deep + world:random() "
               "return deep end }");
    expect_reload(f, DV_RELOAD_SWAPPED);
    go_on(f, 50);
    uint64_t first = rewind_to(f, 30);
    assert_int_equal(dv_run_set(&f->run, "pace", "9", &error), DV_OK);
    assert_true(rewind_to(f, 90) > first); // what was can still be gone to
    assert_int_equal(dv_run_set(&f->run, "pace", "8", &error), DV_OK);
    first = rewind_to(f, 40);
    assert_int_equal(dv_run_set(&f->run, "pace", "7", &error), DV_OK);
    go_on(f, 100);
    assert_int_equal(dv_run_undo(&f->run), DV_RELOAD_SWAPPED);
    go_on(f, 5);
    dv_run_input(&f->run, &(dv_input){.type = DV_KEY_RELEASED, .key = "k"});
    go_on(f, 70);
    // Back to where the code was another.
    assert_true(rewind_to(f, first + 95) > first + 10);
    go_on(f, 20);
    write_text(f, "scenario/snow.lua", "return { depth = function() return 6 end }");
    expect_reload(f, DV_RELOAD_SWAPPED);
    go_on(f, 10);
    snprintf(what, sizeof what, "%d ticks, 1 reload, 2 rewinds", (int)dv_world_tick(f->run.world));
    end_and_replay(f, what);
}

// The world that the save made of that tick is not the one that the tick left.
static void a_rewind_to_the_tick_of_a_save_is_replayed(void **state) {
    fixture *f = *state;
    write_text(f, "scenario/main.lua", read_script("replay/wanderers.lua"));
    begin(f);
    dv_run_keep_history(&f->run);
    go_on(f, 69);
    write_text(f, "scenario/main.lua",
               read_script_with("replay/wanderers.lua",
                                "setup = function(world) world:scatter(\"a\", 3)",
                                "on_reload = function(world) world:scatter('a', 2)", NULL));
    expect_reload(f, DV_RELOAD_SWAPPED);
    go_on(f, 5);
    assert_int_equal(rewind_to(f, 69), 69);
    assert_int_equal(dv_world_agent_count(f->run.world), 5);
    go_on(f, 5);
    end_and_replay(f, "74 ticks, 0 reloads, 1 rewind");
}

static void a_rewind_may_be_the_last_that_happens(void **state) {
    fixture *f = *state;
    char what[64];
    write_pack(f);
    begin(f);
    dv_run_keep_history(&f->run);
    go_on(f, 80);
    assert_true(rewind_to(f, 70) > 0);
    dv_run_input(&f->run, &(dv_input){.type = DV_KEY_PRESSED, .key = "k"});
    snprintf(what, sizeof what, "%d ticks, 0 reloads, 1 rewind", (int)dv_world_tick(f->run.world));
    char hash[DV_HASH_LINE];
    dv_error error;
    assert_int_equal(dv_hash_line(f->run.world, hash, &error), DV_OK);
    assert_int_equal(dv_run_close(&f->run), 0);
    expect_equal(f, what, hash);
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(what_was_rewound_is_left_out),
        CASE(a_rewind_to_the_tick_of_a_save_is_replayed),
        CASE(a_rewind_may_be_the_last_that_happens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
