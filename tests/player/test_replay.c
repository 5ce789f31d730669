// A run with reloads, undo, inputs, settings, and everything else from outside is replayed from its
// log alone, with the same hash in every tick.
#include "../program.h"
#include "../read_script.h"
#include "replay_fixture.h"

static void what_people_do_is_done_again(void **state) {
    fixture *f = *state;
    write_pack(f);
    begin(f);
    do_all_that_people_can(f);
    end_and_replay(f, "24 ticks, 0 reloads");
}

static void attributes_are_set_again(void **state) {
    fixture *f = *state;
    dv_error error;
    write_text(f, "scenario/main.lua", read_script("replay/attributes_are_set_again.lua"));
    begin(f);
    go_on(f, 5);
    uint64_t before = world_hash(f->run.world);
    dv_agent first = dv_world_agent_at(f->run.world, 0),
             second = dv_world_agent_at(f->run.world, 1);
    assert_int_equal(dv_run_set_attribute(&f->run, second, "drunk", 0.7, &error), DV_OK);
    assert_int_not_equal(world_hash(f->run.world), before);
    assert_int_equal(dv_run_set_attribute(&f->run, second, "drunk", 1.5, &error),
                     DV_ERROR_ARGUMENT);
    assert_int_equal(dv_run_set_attribute(&f->run, second, "pace", 1, &error), DV_ERROR_NAME);
    assert_string_equal(error.message, "kind 'man' has no attribute 'pace'");
    assert_int_equal(dv_run_set_attribute(&f->run, second, "goal", 1, &error), DV_ERROR_NAME);
    go_on(f, 10);
    assert_int_equal(dv_run_set_attribute(&f->run, first, "drunk", 1, &error), DV_ERROR_STALE);
    go_on(f, 5);
    end_and_replay(f, "20 ticks, 0 reloads");
}

static void reloads_are_done_again(void **state) {
    fixture *f = *state;
    write_pack(f);
    begin(f);
    go_on(f, 10);
    write_text(f, "scenario/snow.lua",
               "local deep = 0 return { depth = function(world) deep = deep + world:random() "
               "return deep end }");
    expect_reload(f, DV_RELOAD_SWAPPED); // one that was missed is there now
    go_on(f, 10);
    write_text(f, "scenario/deer.lua", "return drover.");
    expect_reload(f, DV_RELOAD_REFUSED);
    go_on(f, 5);
    write_text(f, "scenario/deer.lua", deer);
    expect_reload(f, DV_RELOAD_MENDED);
    const char bytes[] = "return { depth = function(world) return 'a\0b' .. world:random() end }";
    write_bytes(f, "scenario/snow.lua", bytes, sizeof bytes - 1);
    expect_reload(f, DV_RELOAD_SWAPPED);
    go_on(f, 70);
    assert_int_equal(dv_run_undo(&f->run), DV_RELOAD_SWAPPED);
    go_on(f, 5);
    assert_int_equal(dv_run_undo(&f->run), DV_RELOAD_SWAPPED);
    go_on(f, 5);
    unlink(path_in(f, "scenario/snow.lua"));
    expect_reload(f, DV_RELOAD_SWAPPED);
    go_on(f, 5);
    assert_int_equal(dv_world_suspended_count(f->run.world), 0);
    end_and_replay(f, "110 ticks, 5 reloads");
}

static void what_failed_on_trial_is_not_done_again(void **state) {
    fixture *f = *state;
    write_pack(f);
    begin(f);
    go_on(f, 10);
    write_text(f, "scenario/snow.lua",
               "return { depth = function(world) if world.tick == 15 then error 'x' end return "
               "world:random() end }");
    expect_reload(f, DV_RELOAD_SWAPPED);
    go_on(f, 3);
    dv_run_input(&f->run, &(dv_input){.type = DV_KEY_PRESSED, .key = "k"});
    go_on(f, 7);
    assert_int_equal(f->run.trials.rollback_count, 1);
    // A population that runs away is an error like another.
    write_text(f, "scenario/snow.lua",
               "return { depth = function(world) world:scatter('deer', world:count()) return "
               "world:random() end }");
    expect_reload(f, DV_RELOAD_SWAPPED);
    go_on(f, 10);
    assert_int_equal(f->run.trials.rollback_count, 2);
    write_text(f, "scenario/snow.lua", "return { depth = function() return 5 end }");
    expect_reload(f, DV_RELOAD_SWAPPED);
    go_on(f, 5);
    end_and_replay(f, "35 ticks, 1 reload");
}

// What modules leave in each other's tables: nothing of it outlives a save, refused, rolled back or
// taken, nor a rewind.
static void modules_that_share_tables_are_replayed(void **state) {
    fixture *f = *state;
    char what[64];
    write_text(f, "scenario/registry.lua", "return { list = {}, speed = 1 }");
    write_text(f, "scenario/counter.lua",
               "local count = 0 return function() count = count + 1 return count end");
    write_text(f, "scenario/plug.lua", read_script("replay/plug.lua"));
    write_text(f, "scenario/main.lua", read_script("replay/modules_that_share_tables.lua"));
    begin(f);
    dv_run_keep_history(&f->run);
    go_on(f, 60);
    write_text(f, "scenario/plug.lua", read_script("replay/plug_that_fails_at_once.lua"));
    expect_reload(f, DV_RELOAD_REFUSED);
    go_on(f, 10);
    write_text(f, "scenario/plug.lua", read_script("replay/plug_that_fails_later.lua"));
    expect_reload(f, DV_RELOAD_SWAPPED);
    go_on(f, 20);
    assert_int_equal(f->run.trials.rollback_count, 1);
    for (int i = 2; i < 4; i++) {
        char speed[32];
        snprintf(speed, sizeof speed, "speed = %d", i);
        write_text(f, "scenario/plug.lua",
                   read_script_with("replay/plug_with_a_speed.lua", "speed = 1", speed, NULL));
        expect_reload(f, DV_RELOAD_SWAPPED);
        go_on(f, 70);
    }
    assert_int_equal(dv_run_undo(&f->run), DV_RELOAD_SWAPPED);
    go_on(f, 70);
    rewind_to(f, dv_world_tick(f->run.world) - 30);
    go_on(f, 50);
    snprintf(what, sizeof what, "%d ticks, 3 reloads, 1 rewind", (int)dv_world_tick(f->run.world));
    end_and_replay(f, what);
}

static void kinds_that_come_and_go_do_so_in_a_replay(void **state) {
    fixture *f = *state;
    char what[64];
    write_text(f, "scenario/main.lua", read_script("replay/herds.lua"));
    begin(f);
    dv_run_keep_history(&f->run);
    go_on(f, 10);
    write_text(f, "scenario/main.lua", read_script("replay/herds_with_others.lua"));
    expect_reload(f, DV_RELOAD_SWAPPED);
    go_on(f, 90);
    uint64_t between = dv_world_tick(f->run.world) - 5;
    assert_int_equal(dv_run_undo(&f->run), DV_RELOAD_SWAPPED);
    assert_string_equal(f->run.reloads.last.moved.removed, "1 c removed");
    go_on(f, 90);
    // To where there was what is let go, under the code that does.
    assert_true(rewind_to(f, between) > 0);
    assert_string_equal(dv_scenario_moved(f->run.scenario).removed, "1 c removed");
    go_on(f, 30);
    assert_int_equal(dv_run_undo(&f->run), DV_RELOAD_SWAPPED);
    go_on(f, 30);
    // The undo is what the rewind takes over.
    snprintf(what, sizeof what, "%d ticks, 2 reloads, 1 rewind", (int)dv_world_tick(f->run.world));
    end_and_replay(f, what);
}

static void a_restart_starts_over(void **state) {
    fixture *f = *state;
    dv_error error;
    write_pack(f);
    begin(f);
    go_on(f, 5);
    assert_int_equal(dv_run_set(&f->run, "pace", "2.5", &error), DV_OK);
    assert_int_equal(
        dv_run_set(&f->run, "wind", "one that is longer than most names of options are", &error),
        DV_OK);
    write_text(f, "scenario/snow.lua", "return { depth = function() return 5 end }");
    assert_int_equal(dv_run_restart(&f->run, &error), DV_OK);
    do_all_that_people_can(f);
    end_and_replay(f, "29 ticks, 0 reloads, 1 restart");
}

// Somebody edited the file while the run was paused.
static void a_restart_leaves_out_settings_that_are_gone(void **state) {
    fixture *f = *state;
    dv_error error;
    write_text(f, "scenario/main.lua", read_script("replay/settings_before.lua"));
    begin(f);
    go_on(f, 5);
    assert_int_equal(dv_run_set(&f->run, "pace", "2.5", &error), DV_OK);
    assert_int_equal(dv_run_set(&f->run, "depth", "9", &error), DV_OK);
    assert_int_equal(dv_run_set(&f->run, "width", "3", &error), DV_OK);
    write_text(f, "scenario/main.lua", read_script("replay/settings_after.lua"));
    assert_int_equal(dv_run_restart(&f->run, &error), DV_OK);
    const dv_program *program = dv_world_program(f->run.world);
    assert_int_equal(dv_program_setting_count(program), 2);
    assert_float_equal(dv_world_setting(f->run.world, 0), 1, 0); // 9 is above the range now
    assert_float_equal(dv_world_setting(f->run.world, 1), 3, 0);
    go_on(f, 5);
    end_and_replay(f, "10 ticks, 0 reloads, 1 restart");
}

static void a_snapshot_to_begin_with_is_in_the_log(void **state) {
    fixture *f = *state;
    char snapshot[128];
    write_pack(f);
    begin(f);
    snprintf(snapshot, sizeof snapshot, "%s/start.snap", f->folder);
    do_all_that_people_can(f);
    assert_int_equal(dv_world_save(f->run.world, snapshot, NULL), DV_OK);
    assert_int_equal(dv_run_close(&f->run), 0);
    f->options.load = snapshot;
    f->options.has_seed = true;
    f->options.seed = UINT64_MAX;
    begin(f);
    assert_int_equal(unlink(snapshot), 0);
    go_on(f, 12);
    assert_int_equal(dv_world_tick(f->run.world), 36);
    end_and_replay(f, "12 ticks, 0 reloads");
}

static void a_scenario_of_one_file_is_replayed(void **state) {
    fixture *f = *state;
    char path[128];
    snprintf(path, sizeof path, "%s/one.lua", f->scenario);
    write_text(f, "scenario/one.lua", read_script("replay/one_file.lua"));
    f->options.scenario = path;
    begin(f);
    go_on(f, 7);
    end_and_replay(f, "7 ticks, 0 reloads");
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(what_people_do_is_done_again),
        CASE(attributes_are_set_again),
        CASE(reloads_are_done_again),
        CASE(what_failed_on_trial_is_not_done_again),
        CASE(modules_that_share_tables_are_replayed),
        CASE(kinds_that_come_and_go_do_so_in_a_replay),
        CASE(a_restart_starts_over),
        CASE(a_restart_leaves_out_settings_that_are_gone),
        CASE(a_snapshot_to_begin_with_is_in_the_log),
        CASE(a_scenario_of_one_file_is_replayed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
