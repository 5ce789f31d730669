// What an undo does with kinds, groups, flows, surfaces, and terrains. It separates what the save
// had merged, and drops what only the save had a name for.
#include "../program.h"
#include "moving_fixture.h"

static const char *wild(void) { return read_script("moving_back/wild.lua"); }
static const char *tame(void) { return read_script("moving_back/tame.lua"); }
static const char *rich(void) { return read_script("moving_back/rich.lua"); }

static const char *kind_of(fixture *f, uint32_t agent) {
    const dv_world *world = dv_scenario_world(f->scenario);
    return dv_program_kind_name(dv_world_program(world),
                                dv_agent_kind(world, dv_world_agent_at(world, agent)));
}

static void an_undo_gives_back_what_became_something_else(void **state) {
    fixture *f = *state;
    open_main(f, wild());
    step(f, 5);
    uint64_t wild = hash_of(f);
    save(f, tame());
    uint64_t tame = hash_of(f);
    assert_int_equal(count_of(f->scenario, "deer"), 5);
    // To and fro: each undo takes back what the one before did.
    for (int i = 0; i < 3; i++) {
        assert_int_equal(undo(f).moved.migrated, 0);
        assert_int_equal(hash_of(f), wild);
        undo(f);
        assert_int_equal(hash_of(f), tame);
    }
    // Past its trial, with what happened since, and of those alone who still live.
    step(f, 90);
    dv_world *world = dv_scenario_world(f->scenario);
    assert_int_equal(dv_agent_remove(world, dv_world_agent_at(world, 1)), DV_OK);
    undo(f);
    assert_string_equal(kind_of(f, 0), "deer");
    assert_string_equal(kind_of(f, 2), "wolf");
    assert_string_equal(kind_of(f, 3), "wolf");
    assert_string_equal(kind_of(f, 4), "deer");
    expect_field(f->scenario, 3, "hunger", "3");
    expect_field(f->scenario, 3, "level", "3");
    expect_field(f->scenario, 3, "prey", "deer#1");
    assert_string_equal(state_of(f->scenario, 3), "hunt");
    step(f, 2);
}

static void going_back_under_the_code_before_gives_it_back_too(void **state) {
    fixture *f = *state;
    open_main(f, wild());
    step(f, 5);
    uint64_t wild = hash_of(f);
    save(f, tame());
    dv_snapshot tame = take(f);
    undo(f);
    step(f, 5);
    must(f, dv_scenario_return_to(f->scenario, &tame, &f->error));
    assert_int_equal(hash_of(f), wild);
    // And forth again, to the code that made them the same.
    undo(f);
    step(f, 5);
    must(f, dv_scenario_return_to(f->scenario, &tame, &f->error));
    assert_int_equal(count_of(f->scenario, "deer"), 5);
    undo(f);
    assert_int_equal(hash_of(f), wild);
    dv_snapshot_free(&tame);
}

static void what_became_something_else_twice_comes_back_step_by_step(void **state) {
    fixture *f = *state;
    static const char name[] = "moving_back/chain.lua";
    static const char all[] = "{ \"a\", \"b\", \"c\" }";
    const char *sources[] = {
        read_script(name),
        read_script_with(name, all, "{ 'b', 'c' }", "removed = {",
                         "removed = { { kind = 'a', into = 'b' }", NULL),
        read_script_with(name, all, "{ 'c' }", "removed = {",
                         "removed = { { kind = 'b', into = 'c' }", NULL),
    };
    static const char *const kinds[][3] = {{"a", "b", "c"}, {"b", "b", "c"}, {"c", "c", "c"}};
    static const int order[] = {1, 2, 1, 0, 1, 2, 1, 2, 1, 0, 1};
    open_main(f, sources[0]);
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        save(f, sources[order[i]]);
        for (uint32_t agent = 0; agent < 3; agent++)
            assert_string_equal(kind_of(f, agent), kinds[order[i]][agent]);
    }
}

static void names_that_a_save_made_one_are_several_again(void **state) {
    fixture *f = *state;
    static const char name[] = "moving_back/merged.lua";
    open_main(f, read_script(name));
    uint64_t before = hash_of(f);
    save(f, read_script_with(name, "(\"a\", {}", "('c', { renamed_from = { 'a', 'b' } }", "(\"b\"",
                             "('y'", NULL));
    assert_int_equal(count_of(f->scenario, "c"), 3);
    undo(f);
    assert_int_equal(hash_of(f), before);
    // Another that is called as one was before is another.
    undo(f);
    save(f, read_script_with(name, "(\"a\"", "('c'", NULL));
    assert_int_equal(count_of(f->scenario, "c"), 3);
}

static void states_that_a_save_made_one_are_several_again(void **state) {
    fixture *f = *state;
    static const char name[] = "moving_back/moods.lua", apart[] = "calm = by, wild = by";
    open_main(f, read_script(name));
    step(f, 5);
    uint64_t before = hash_of(f);
    save(f,
         read_script_with(name, apart,
                          "mild = { steer = by.steer, renamed_from = { 'calm', 'wild' } }", NULL));
    assert_string_equal(state_of(f->scenario, 0), "mild");
    assert_string_equal(state_of(f->scenario, 1), "mild");
    assert_int_equal(undo(f).moved.migrated, 0);
    assert_string_equal(state_of(f->scenario, 0), "calm");
    assert_string_equal(state_of(f->scenario, 1), "wild");
    assert_int_equal(hash_of(f), before);
    // A state that is called as one was before is another.
    undo(f);
    save(f, read_script_with(name, apart, "mild = by, calm = by", NULL));
    assert_string_equal(state_of(f->scenario, 0), "mild");
}

static void a_state_made_of_parts_comes_back_with_what_steers(void **state) {
    fixture *f = *state;
    static const char name[] = "moving_back/walks.lua";
    open_main(f, read_script(name));
    step(f, 5);
    uint64_t before = hash_of(f);
    assert_int_equal(save(f, read_script_with(name, "walk = walk,", "", NULL)).moved.migrated, 1);
    undo(f);
    assert_int_equal(hash_of(f), before);
    undo(f);
    step(f, 60);
    undo(f);
    step(f, 120);
    const dv_world *world = dv_scenario_world(f->scenario);
    dv_vec3 velocity = dv_agent_velocity(world, dv_world_agent_at(world, 0));
    assert_true(velocity.x > 0.5f);
}

/// A scenario with other settings.
static const char *settings(const char *list) {
    return read_script_with("moving_back/settings.lua", "= settings", list, NULL);
}

static void settings_come_back_with_their_values(void **state) {
    fixture *f = *state;
    open_main(f, read_script("moving_back/settings.lua"));
    must(f, dv_scenario_set(f->scenario, "pace", "7", &f->error));
    must(f, dv_scenario_set(f->scenario, "fog", "true", &f->error));
    must(f, dv_scenario_set(f->scenario, "way", "c", &f->error));
    uint64_t before = hash_of(f);
    save(f, settings("= { drover.toggle('way', true) }"));
    undo(f);
    assert_int_equal(hash_of(f), before);
    // An option is known by its name, and a value stays in range.
    save(f, settings("= {}"));
    save(f, settings("= { drover.slider('pace', 1, { max = 5 }), "
                     "drover.choice('way', 'c', { 'c', 'd' }) }"));
    const dv_world *world = dv_scenario_world(f->scenario);
    assert_true(dv_world_setting(world, 0) == 5);
    assert_true(dv_world_setting(world, 1) == 0);
}

static void are_on_the_same_way(fixture *f, dv_scenario *scenario, dv_moved moved) {
    (void)f, (void)moved;
    assert_true(dv_world_setting(dv_scenario_world(scenario), 0) == 2);
}

static void options_are_known_by_name_whichever_way_code_meets_a_world(void **state) {
    move_every_way(*state, settings("= { drover.choice('way', 'b', { 'a', 'b' }) }"),
                   settings("= { drover.choice('way', 'c', { 'c', 'd', 'b', 'a' }) }"),
                   are_on_the_same_way);
}

static void surfaces_come_back_and_are_let_go_as_well(void **state) {
    fixture *f = *state;
    static const char name[] = "moving_back/balls.lua", balls[] = "{ \"ball\" }";
    open_main(f, read_script(name));
    const dv_world *world = dv_scenario_world(f->scenario);
    uint64_t before = hash_of(f);
    save(f, read_script_with(name, balls, "{ 'cube' }", "removed = {",
                             "removed = { { surface = 'ball', into = 'cube' }", NULL));
    undo(f);
    assert_int_equal(hash_of(f), before);
    assert_true(dv_surface_alive(world, dv_world_surface_at(world, 0)));
    save(f, read_script_with(name, balls, "{ 'ball', 'orb' }", NULL));
    assert_true(dv_surface_alive(world, dv_world_surface_at(world, 1)));
    assert_string_equal(undo(f).moved.removed, "1 surface 'orb' removed");
    assert_int_equal(dv_world_surface_at(world, 1).bits, 0);
}

// What only the save knew

static void an_undo_lets_go_what_only_the_save_had_a_name_for(void **state) {
    fixture *f = *state;
    open_main(f, wild());
    step(f, 5);
    save(f, rich());
    dv_snapshot rich = take(f);
    assert_int_equal(count_of(f->scenario, "lynx"), 2);
    step(f, 5);
    dv_reload_report report = undo(f);
    const char removed[] = "2 lynxes removed, 1 group 'herd' removed, 1 flow 'gale' removed, 1 "
                           "terrain 'mire' removed";
    assert_string_equal(report.moved.removed, removed);
    assert_string_equal(report.message,
                        "an undo does not bring back what was removed; a rewind does");
    assert_int_equal(dv_world_agent_count(dv_scenario_world(f->scenario)), 5);
    // So it is: the redo has none, and the moment of before the undo has them.
    undo(f);
    assert_int_equal(dv_world_agent_count(dv_scenario_world(f->scenario)), 7); // by on_reload
    must(f, dv_scenario_return_to(f->scenario, &rich, &f->error));
    assert_string_equal(dv_scenario_moved(f->scenario).removed, "");
    assert_int_equal(count_of(f->scenario, "lynx"), 2);
    undo(f);
    step(f, 90);
    // The moments between can be visited, under this code and that of a later save.
    must(f, dv_scenario_return_to(f->scenario, &rich, &f->error));
    assert_string_equal(dv_scenario_moved(f->scenario).removed, removed);
    save(f, read_script_with("moving_back/wild.lua", "local drover", "-- a comment\nlocal drover",
                             NULL));
    must(f, dv_scenario_return_to(f->scenario, &rich, &f->error));
    assert_string_equal(dv_scenario_moved(f->scenario).removed, removed);
    dv_snapshot_free(&rich);
}

static void what_an_undo_let_go_has_to_be_written_once_a_save_has_the_name_again(void **state) {
    fixture *f = *state;
    open_main(f, wild());
    save(f, rich());
    undo(f);
    save(f,
         read_script_with("moving_back/rich.lua", "local drover", "-- again\nlocal drover", NULL));
    assert_int_equal(count_of(f->scenario, "lynx"), 2);
    write_file(
        f, "main.lua",
        read_script_with("moving_back/wild.lua", "local drover", "-- without\nlocal drover", NULL));
    dv_reload_report report = dv_scenario_reload(f->scenario);
    assert_int_equal(report.outcome, DV_RELOAD_REFUSED);
    assert_non_null(strstr(report.message, "kind 'lynx' is gone, and 2 of its agents live: write"));
}

static void the_code_before_is_compared_without_what_it_had_no_name_for(void **state) {
    fixture *f = *state;
    open_main(f, wild());
    save(f, rich());
    dv_snapshot rich = take(f);
    dv_scenario *before = dv_scenario_open_beside(f->scenario, true, &f->error);
    assert_non_null(before);
    must(f, dv_scenario_load_snapshot(before, &rich, &f->error));
    assert_int_equal(dv_world_agent_count(dv_scenario_world(before)), 5);
    dv_scenario_close(before);
    dv_snapshot_free(&rich);
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(an_undo_gives_back_what_became_something_else),
        CASE(going_back_under_the_code_before_gives_it_back_too),
        CASE(what_became_something_else_twice_comes_back_step_by_step),
        CASE(names_that_a_save_made_one_are_several_again),
        CASE(states_that_a_save_made_one_are_several_again),
        CASE(a_state_made_of_parts_comes_back_with_what_steers),
        CASE(settings_come_back_with_their_values),
        CASE(options_are_known_by_name_whichever_way_code_meets_a_world),
        CASE(surfaces_come_back_and_are_let_go_as_well),
        CASE(an_undo_lets_go_what_only_the_save_had_a_name_for),
        CASE(what_an_undo_let_go_has_to_be_written_once_a_save_has_the_name_again),
        CASE(the_code_before_is_compared_without_what_it_had_no_name_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
