// How agents, groups, and places move from one version of the code to another. A save, an undo, a
// rewind, a load, and a comparison must all do the same.
#include "../program.h"
#include "moving_fixture.h"

/// Three agents in `wild`, under code that says this of the kind.
static const char *states(const char *definition) {
    return read_script_with("moving/states.lua", "states = { calm = {}, wild = {} }", definition,
                            NULL);
}

static const char *with_wild(void) { return read_script("moving/states.lua"); }

static void are_mild(fixture *f, dv_scenario *scenario, dv_moved moved) {
    for (uint32_t i = 0; i < 3; i++)
        assert_string_equal(state_of(scenario, i), "mild");
    assert_int_equal(moved.migrated, 3);
    (void)f;
}

static void migrate_is_called_whichever_way_code_meets_a_world(void **state) {
    move_every_way(*state, with_wild(),
                   states("migrate = function(self, old) if old == 'wild' then return 'mild' end "
                          "end, states = { calm = {}, mild = {} }"),
                   are_mild);
}

static void are_mild_unasked(fixture *f, dv_scenario *scenario, dv_moved moved) {
    for (uint32_t i = 0; i < 3; i++)
        assert_string_equal(state_of(scenario, i), "mild");
    assert_int_equal(moved.migrated, 0);
    (void)f;
}

static void a_state_has_any_number_of_earlier_names(void **state) {
    move_every_way(*state, with_wild(),
                   states("states = { calm = {}, mild = { renamed_from = 'wild' } }"),
                   are_mild_unasked);
    move_every_way(
        *state, with_wild(),
        states("states = { calm = {}, mild = { renamed_from = { 'rough', 'wild', 'tame' } } }"),
        are_mild_unasked);
}

/// Wolves in a pack, on mud, in a wind, and what a save says of them.
static const char *places(const char *said) {
    return read_script_with("moving/places.lua", "said = {}", said, NULL);
}

static const char *wild(void) { return read_script("moving/places.lua"); }

static void are_hounds(fixture *f, dv_scenario *scenario, dv_moved moved) {
    const dv_world *world = dv_scenario_world(scenario);
    (void)f;
    assert_int_equal(moved.migrated, 0);
    assert_string_equal(moved.removed, "");
    assert_int_equal(count_of(scenario, "hound"), 5);
    expect_field(scenario, 2, "hunger", "3");
    expect_field(scenario, 2, "level", "13");
    dv_group group = dv_agent_group(world, dv_world_agent_at(world, 2));
    assert_int_equal(dv_group_size(world, group), 6);
    assert_string_equal(
        dv_program_group_type_name(dv_world_program(world), dv_group_type(world, group)), "gang");
    assert_true(dv_flow_alive(world, dv_world_flow_at(world, 0)));
    assert_int_equal(dv_world_terrain_at(world, (dv_vec3){0}), 0);
}

static void whatever_has_a_name_can_be_renamed_while_in_use(void **state) {
    move_every_way(*state, wild(),
                   places("said = { wolf = 'hound', was_wolf = 'wolf', pack = 'gang', was_pack = { "
                          "'pack' }, wind = 'gale', was_wind = 'wind', mud = 'mire', "
                          "was_mud = { 'mud', 'dirt' } }"),
                   are_hounds);
}

#define OTHER_NAMES "said = { wolf = 'lynx', pack = 'gang', wind = 'gale', mud = 'mire', "

static void are_gone(fixture *f, dv_scenario *scenario, dv_moved moved) {
    const dv_world *world = dv_scenario_world(scenario);
    (void)f;
    assert_string_equal(moved.removed, "5 wolves removed, 1 group 'pack' removed, 1 flow 'wind' "
                                       "removed, 1 terrain 'mud' removed");
    assert_int_equal(dv_world_agent_count(world), 1);
    assert_int_equal(count_of(scenario, "deer"), 1);
    assert_int_equal(dv_agent_group(world, dv_world_agent_at(world, 5)).bits, 0);
    assert_int_equal(dv_world_group_at(world, 0).bits, 0);
    assert_false(dv_flow_alive(world, dv_world_flow_at(world, 0)));
    assert_int_equal(dv_world_terrain_at(world, (dv_vec3){0}), -1);
    expect_field(scenario, 5, "fear", "2");
}

static void whatever_has_a_name_can_be_removed_while_in_use(void **state) {
    fixture *f = *state;
    move_every_way(f, wild(),
                   places(OTHER_NAMES "removed = { { kind = 'wolf' }, { group = 'pack' }, { flow = "
                                      "'wind' }, { terrain = 'mud' } } }"),
                   are_gone);
    // An empty place is kept by snapshots.
    dv_snapshot snapshot = take(f);
    uint64_t hash = hash_of(f);
    must(f, dv_scenario_load_snapshot(f->scenario, &snapshot, &f->error));
    assert_int_equal(hash_of(f), hash);
    step(f, 2);
    dv_snapshot_free(&snapshot);
}

static void are_deer(fixture *f, dv_scenario *scenario, dv_moved moved) {
    const dv_world *world = dv_scenario_world(scenario);
    (void)f;
    assert_string_equal(moved.removed, "");
    assert_int_equal(count_of(scenario, "deer"), 6);
    expect_field(scenario, 2, "hunger", "3");
    expect_field(scenario, 2, "fear", "2");
    dv_group group = dv_agent_group(world, dv_world_agent_at(world, 2));
    assert_int_equal(dv_group_size(world, group), 6);
}

static void what_is_removed_may_become_something_else(void **state) {
    move_every_way(*state, wild(),
                   places(OTHER_NAMES
                          "removed = { { kind = 'wolf', into = 'deer' }, { group = 'pack', into = "
                          "'gang' }, { flow = 'wind', into = 'gale' }, { terrain = 'mud', into = "
                          "'mire' } } }"),
                   are_deer);
}

static void a_kind_that_is_merely_gone_is_named_with_what_to_write(void **state) {
    fixture *f = *state;
    open_main(f, wild());
    uint64_t before = hash_of(f);
    dv_snapshot snapshot = take(f);
    static const char message[] =
        "main.lua:22: kind 'wolf' is gone, and 5 of its agents live: write renamed_from = \"wolf\" "
        "in the new kind, or removed = { { kind = \"wolf\" } } in the scenario";
    write_file(f, "main.lua", places("said = { wolf = 'hound' }"));
    dv_reload_report report = dv_scenario_reload(f->scenario);
    assert_int_equal(report.outcome, DV_RELOAD_REFUSED);
    assert_string_equal(report.message, message);
    assert_int_equal(hash_of(f), before);
    close_scenario(f);
    open_for_loading(f);
    assert_int_equal(dv_scenario_load_snapshot(f->scenario, &snapshot, &f->error), DV_ERROR_NAME);
    assert_string_equal(f->error.message, message);
    dv_snapshot_free(&snapshot);
}

/// One on a ball, and what a save says of that.
static const char *surfaces(const char *said) {
    return read_script_with("moving/surfaces.lua", "said = {}", said, NULL);
}

static void surfaces_are_renamed_and_removed(void **state) {
    fixture *f = *state;
    open_main(f, read_script("moving/surfaces.lua"));
    const dv_world *world = dv_scenario_world(f->scenario);
    save(f, surfaces("said = { ball = 'orb', was_ball = 'ball' }"));
    assert_true(dv_surface_alive(world, dv_world_surface_at(world, 0)));
    expect_field(f->scenario, 0, "surface", "surface#1");
    step(f, 2);
    dv_reload_report report =
        save(f, surfaces("said = { ball = 'cube', removed = { { surface = 'orb' } } }"));
    assert_string_equal(report.moved.removed, "1 surface 'orb' removed");
    assert_int_equal(dv_world_surface_at(world, 0).bits, 0);
    assert_true(dv_surface_alive(world, dv_world_surface_at(world, 1)));
    step(f, 2);
    dv_snapshot snapshot = take(f);
    uint64_t hash = hash_of(f);
    must(f, dv_scenario_load_snapshot(f->scenario, &snapshot, &f->error));
    assert_int_equal(hash_of(f), hash);
    dv_snapshot_free(&snapshot);
}

static void expect_refused(fixture *f, const char *removed, const char *message) {
    char source[512];
    snprintf(source, sizeof source,
             HEAD "return drover.scenario { kinds = { drover.kind('deer', {}) }, removed = %s }",
             removed);
    expect_refusal(f, source, message);
}

static void removals_are_checked(void **state) {
    fixture *f = *state;
    expect_refused(f, "{ { kind = 'a', into = 'dear' } }",
                   "main.lua:2: removed: kind 'a' into 'dear': no such kind (deer?)");
    expect_refused(f, "{ { into = 'deer' } }",
                   "main.lua:2: removed[1]: what is removed is missing: it is written { kind = "
                   "\"old\", into = \"other\" }");
    expect_refused(
        f, "{ { kind = 'a', flow = 'b' } }",
        "main.lua:2: removed[1]: one name, and optionally into, expected: it is written { "
        "kind = \"old\", into = \"other\" }");
    expect_refused(f, "{ { kind = 'a' }, { kind = 'a' } }",
                   "main.lua:2: removed[2]: kind 'a' is removed twice");
    expect_refused(f, "{ 'a' }", "main.lua:2: removed[1]: a table expected, got string");
    expect_refusal(
        f,
        HEAD "drover.group('a', { renamed_from = 'x' })\ndrover.group('b', { renamed_from = 'x' "
             "})\nreturn drover.scenario { kinds = { drover.kind('deer', {}) } }",
        "main.lua:3: group 'b': renamed_from: 'x' already became 'a'");
    expect_refusal(f, HEAD "drover.group('a', { renamed_from = 7 })",
                   "main.lua:2: renamed_from: a name or a list of names expected, got number");
}

// What comes back

static const char *whole(void) { return read_script("moving/fields.lua"); }

static const char *without_n(void) {
    return read_script_with("moving/fields.lua", "n = 0, ", "", NULL);
}

static const char *bare(void) {
    return read_script_with("moving/fields.lua", "level = \"number\", prey = \"agent\"", "",
                            "n = 0, t = {}, gone = 1", "other = 2", "run = {}, ", "", NULL);
}

static void an_undo_brings_back_what_the_save_dropped(void **state) {
    fixture *f = *state;
    open_main(f, whole());
    step(f, 5);
    uint64_t before = hash_of(f);
    assert_int_equal(save(f, bare()).moved.migrated, 2);
    assert_string_equal(state_of(f->scenario, 2), "calm");
    assert_int_equal(undo(f).moved.migrated, 0);
    assert_int_equal(hash_of(f), before);
    // Past its trial too, and with what happened to the rest of the world.
    undo(f);
    step(f, 90);
    undo(f);
    expect_field(f->scenario, 2, "n", "20");
    expect_field(f->scenario, 2, "t", "{ 2, who = 2 }");
    expect_field(f->scenario, 2, "level", "1");
    expect_field(f->scenario, 2, "prey", "a#4");
    assert_string_equal(state_of(f->scenario, 0), "calm");
    assert_string_equal(state_of(f->scenario, 2), "run");
    assert_string_equal(state_of(f->scenario, 4), "run");
}

static void a_line_that_is_commented_out_and_in_again_costs_nothing(void **state) {
    fixture *f = *state;
    open_main(f, whole());
    step(f, 5);
    uint64_t before = hash_of(f);
    save(f, without_n());
    save(f, bare());
    save(f, without_n());
    save(f, whole());
    assert_int_equal(hash_of(f), before);
}

static void renames_are_undone_too(void **state) {
    fixture *f = *state;
    open_main(f, with_wild());
    step(f, 3);
    uint64_t before = hash_of(f);
    assert_int_equal(
        save(f, states("states = { calm = {}, rough = { renamed_from = 'wild' } }")).moved.migrated,
        0);
    assert_int_equal(
        save(f, states("states = { calm = {}, mild = { renamed_from = 'rough' } }")).moved.migrated,
        0);
    assert_string_equal(state_of(f->scenario, 1), "mild");
    assert_int_equal(undo(f).moved.migrated, 0);
    assert_string_equal(state_of(f->scenario, 1), "rough");
    assert_int_equal(save(f, with_wild()).moved.migrated, 0);
    assert_int_equal(hash_of(f), before);
    open_main(f, wild());
    before = hash_of(f);
    save(f, places("said = { wolf = 'hound', was_wolf = 'wolf', pack = 'gang', was_pack = 'pack', "
                   "wind = 'gale', was_wind = 'wind', mud = 'mire', was_mud = 'mud' }"));
    undo(f);
    assert_int_equal(hash_of(f), before);
}

static void going_back_finds_what_had_been_dropped_by_then(void **state) {
    fixture *f = *state;
    open_main(f, whole());
    step(f, 5);
    dv_snapshot whole = take(f);
    uint64_t before = hash_of(f);
    save(f, bare());
    step(f, 5);
    dv_snapshot bare = take(f);
    undo(f);
    uint64_t back = hash_of(f);
    step(f, 5);
    // To a moment of the code that is not in force any more.
    must(f, dv_scenario_return_to(f->scenario, &bare, &f->error));
    assert_int_equal(hash_of(f), back);
    // To one before, with what is dropped again.
    undo(f);
    must(f, dv_scenario_return_to(f->scenario, &whole, &f->error));
    undo(f);
    assert_int_equal(hash_of(f), before);
    dv_snapshot_free(&whole);
    dv_snapshot_free(&bare);
}

static void what_was_dropped_is_no_part_of_the_state(void **state) {
    fixture *f = *state;
    char path[256];
    open_main(f, whole());
    step(f, 5);
    save(f, bare());
    uint64_t hash = hash_of(f);
    dv_snapshot snapshot = take(f);
    must(f, dv_world_save(dv_scenario_world(f->scenario), path_in(f, "a.snap", path), &f->error));
    close_scenario(f);
    open_for_loading(f);
    must(f, dv_world_load(dv_scenario_world(f->scenario), path, &f->error));
    assert_int_equal(hash_of(f), hash);
    // Another run knows nothing of it.
    save(f, whole());
    expect_field(f->scenario, 2, "n", "0");
    dv_snapshot_free(&snapshot);
}

static void nested_defaults_reach_who_lives(void **state) {
    fixture *f = *state;
    open_main(f, read_script("moving/nested.lua"));
    step(f, 1);
    uint64_t before = hash_of(f);
    save(f, read_script_with("moving/nested.lua", "{ x = 0, gone = 1, inner = { a = 1 } }",
                             "{ x = 9, gone = 1, inner = { a = 2, b = { 3 } }, y = 2 }", NULL));
    expect_field(f->scenario, 0, "t", "{ inner = { a = 1, b = { 3 } }, x = 1, y = 2 }");
    expect_field(f->scenario, 1, "t", "{ inner = { a = 1, b = { 3 } }, x = 2, y = 2 }");
    // Who else refers to such a table sees it too, and the same code changes nothing.
    uint64_t filled = hash_of(f);
    dv_snapshot snapshot = take(f);
    must(f, dv_scenario_return_to(f->scenario, &snapshot, &f->error));
    assert_int_equal(hash_of(f), filled);
    assert_int_equal(dv_scenario_roll_back(f->scenario).outcome, DV_RELOAD_UNCHANGED);
    assert_true(before != filled);
    dv_snapshot_free(&snapshot);
}

static void have_more(fixture *f, dv_scenario *scenario, dv_moved moved) {
    (void)f, (void)moved;
    expect_field(scenario, 0, "t", "{ inner = { a = 1, b = { 3 } }, x = 1, y = 2 }");
    expect_field(scenario, 1, "t", "{ inner = { a = 1, b = { 3 } }, x = 2, y = 2 }");
    expect_field(scenario, 1, "u", "1");
    assert_int_equal(dv_scenario_step(scenario, &f->error), DV_OK);
    expect_field(scenario, 0, "had", "2");
}

static void nested_defaults_reach_who_lives_whichever_way_code_meets_a_world(void **state) {
    static const char name[] = "moving/nested_herd.lua";
    move_every_way(*state, read_script(name),
                   read_script_with(name, "{ x = 0, inner = { a = 1 } }",
                                    "{ x = 9, inner = { a = 2, b = { 3 } }, y = 2 }", NULL),
                   have_more);
}

static const char *watchful(const char *monitors, const char *states) {
    return read_script_with("moving/watchful.lua", "--[[monitors]]", monitors, "--[[states]]",
                            states, NULL);
}

static void a_monitor_that_holds_does_not_fire_again_when_others_come(void **state) {
    fixture *f = *state;
    open_main(f, read_script("moving/watchful.lua"));
    step(f, 5);
    expect_log(f, "fetch\n");
    assert_string_equal(state_of(f->scenario, 0), "calm");
    save(f, watchful("{ when.has 'other', 'flee' },", "flee = {},"));
    step(f, 5);
    save(f, watchful("{ when.has 'other', function() end }, { when.has 'other', 'flee' },",
                     "flee = {},"));
    step(f, 5);
    undo(f);
    step(f, 5);
    expect_log(f, "");
    assert_string_equal(state_of(f->scenario, 0), "calm");
}

static void has_not_fired_again(fixture *f, dv_scenario *scenario, dv_moved moved) {
    const dv_world *world = dv_scenario_world(scenario);
    (void)moved;
    for (int i = 0; i < 3; i++)
        assert_int_equal(dv_scenario_step(scenario, &f->error), DV_OK);
    assert_string_equal(state_of(scenario, 0), "calm");
    assert_true(dv_agent_state_time(world, dv_world_agent_at(world, 0)) > 4 * dv_world_dt(world));
}

static void monitors_are_known_by_name_whichever_way_code_meets_a_world(void **state) {
    move_every_way(*state, read_script("moving/watchful.lua"),
                   watchful("{ when.has 'other', 'flee' },", "flee = {},"), has_not_fired_again);
}

static void a_state_put_aside_is_found_under_its_new_name(void **state) {
    fixture *f = *state;
    open_main(f, read_script("moving/put_aside.lua"));
    step(f, 3);
    assert_string_equal(state_of(f->scenario, 0), "fetch");
    dv_snapshot snapshot = take(f);
    save(f, read_script_with(
                "moving/put_aside.lua", "\"fetch\" }", "'get' }", "calm = {}, fetch = {}",
                "still = { renamed_from = 'calm' }, get = { renamed_from = 'fetch', step = "
                "function() return 'resume' end }",
                NULL));
    step(f, 3);
    assert_string_equal(state_of(f->scenario, 0), "still");
    must(f, dv_scenario_return_to(f->scenario, &snapshot, &f->error));
    step(f, 1);
    assert_string_equal(state_of(f->scenario, 0), "still");
    dv_snapshot_free(&snapshot);
}

static void a_rollback_forgets_what_its_code_dropped(void **state) {
    fixture *f = *state;
    open_main(f, whole());
    step(f, 5);
    uint64_t before = hash_of(f);
    save(f, bare());
    assert_int_equal(dv_scenario_roll_back(f->scenario).outcome, DV_RELOAD_ROLLED_BACK);
    assert_int_equal(hash_of(f), before);
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(migrate_is_called_whichever_way_code_meets_a_world),
        CASE(a_state_has_any_number_of_earlier_names),
        CASE(whatever_has_a_name_can_be_renamed_while_in_use),
        CASE(whatever_has_a_name_can_be_removed_while_in_use),
        CASE(what_is_removed_may_become_something_else),
        CASE(a_kind_that_is_merely_gone_is_named_with_what_to_write),
        CASE(surfaces_are_renamed_and_removed),
        CASE(removals_are_checked),
        CASE(an_undo_brings_back_what_the_save_dropped),
        CASE(a_line_that_is_commented_out_and_in_again_costs_nothing),
        CASE(renames_are_undone_too),
        CASE(going_back_finds_what_had_been_dropped_by_then),
        CASE(what_was_dropped_is_no_part_of_the_state),
        CASE(nested_defaults_reach_who_lives),
        CASE(nested_defaults_reach_who_lives_whichever_way_code_meets_a_world),
        CASE(monitors_are_known_by_name_whichever_way_code_meets_a_world),
        CASE(a_monitor_that_holds_does_not_fire_again_when_others_come),
        CASE(a_state_put_aside_is_found_under_its_new_name),
        CASE(a_rollback_forgets_what_its_code_dropped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
