// Values that cannot be remembered: refused when they are assigned, found if they got in another
// way, and reported with the function and line that assigned them.
#include "../program.h"
#include "../read_script.h"
#include "scenario_fixture.h"

#define NO_DATA                                                                                    \
    " cannot be remembered: numbers, strings, booleans, vectors, handles and tables of these can"

/// The world has no hash, for this reason.
static void expect_no_hash(fixture *f, const char *message) {
    uint64_t hash = 7;
    assert_int_equal(dv_world_hash(dv_scenario_world(f->scenario), &hash, &f->error),
                     DV_ERROR_SCRIPT);
    assert_string_equal(f->error.message, message);
    assert_int_equal(hash, 7);
}

static void assignments_to_the_worlds_memory_are_checked(void **state) {
    expect_run(*state, read_script("remembering/assignments_to_the_worlds_memory_are_checked.lua"),
               0,
               "main.lua:11: world.memory.f: a function" NO_DATA "\n"
               "main.lua:11: world.memory.f.g.1: a function" NO_DATA "\n"
               "main.lua:11: world.memory.f: a thread" NO_DATA "\n"
               "main.lua:11: world.memory.f: a table with a metatable cannot be remembered\n"
               "main.lua:11: world.memory.f: a number with a fraction cannot be a key here\n"
               "main.lua:11: world.memory.f: a table with a metatable cannot be remembered\n"
               "main.lua:11: world.memory: a table cannot be a key here\n"
               "main.lua:11: world.memory: a function cannot be a key here\n"
               "main.lua:11: world.memory: a number with a fraction cannot be a key here\n"
               "main.lua:11: world.memory: a vector cannot be a key here\n"
               "nil\n"
               "1\ttrue\n2\ttrue\nt\ttrue\nx\ttrue\ntrue\ttrue\na#1\ttrue\n"
               "2\t1\ttrue\t(1, 2, 0)\t2\tnil\nnil\nfalse\trawset: this table is read-only\n");
}

static void assignments_to_agents_and_groups_are_checked(void **state) {
    expect_run(*state, read_script("remembering/assignments_to_agents_and_groups_are_checked.lua"),
               0,
               "main.lua:10: m.1.1: a function" NO_DATA "\n0\n"
               "main.lua:10: m.1.1: a function" NO_DATA "\n0\n"
               "main.lua:13: m.f: a function" NO_DATA "\n");
}

// A value is refused by the depth it has where it is kept, or can be saved and read back.
static void what_may_be_assigned_can_be_saved(void **state) {
    fixture *f = *state;
    char path[256];
    open_main(f, read_script("remembering/what_may_be_assigned_can_be_saved.lua"));
    for (int depth = 95; depth <= 105; depth++) {
        char line[64];
        snprintf(line, sizeof line, "%d\t%s\t%s", depth, depth < 100 ? "true" : "false",
                 depth < 100 ? "true" : "false");
        assert_non_null(strstr(f->log, line));
    }
    uint64_t hash = hash_of(f);
    dv_world *world = dv_scenario_world(f->scenario);
    assert_int_equal(dv_world_save(world, path_in(f, "s.snap", path), &f->error), DV_OK);
    assert_int_equal(dv_world_load(world, path, &f->error), DV_OK);
    assert_int_equal(hash_of(f), hash);
}

// Shared tables and cycles are looked at once.
static void shared_tables_are_checked_once(void **state) {
    fixture *f = *state;
    open_main(f, read_script("remembering/shared_tables_are_checked_once.lua"));
    expect_log(f, "true\n");
    hash_of(f);
    char expected[512] = "main.lua:12: world.memory.t.2.1";
    for (int level = 0; level < 61; level++)
        strcat(expected, ".1");
    strcat(expected, ": a function" NO_DATA);
    expect_refusal(f, read_script("remembering/shared_tables_with_a_function_inside.lua"),
                   expected);
}

static void who_assigned_the_field_is_named(void **state) {
    fixture *f = *state;
    open_main(f, read_script("remembering/who_assigned_the_field_is_named.lua"));
    step(f, 1);
    expect_no_hash(f, "a#1.bag.1.f: a function" NO_DATA
                      " (a#1.bag was last assigned by 'fill' (main.lua:4))");
    step(f, 1);
    expect_no_hash(f, "g.list.f: a function" NO_DATA);
    step(f, 1);
    expect_no_hash(f, "world.memory.t.f: a function" NO_DATA
                      " (world.memory.t was last assigned by 'update' (main.lua:27))");
    assert_string_equal(banner_of(f), "");
}

static void setup_is_checked_when_it_returns(void **state) {
    fixture *f = *state;
    expect_refusal(f, read_script("remembering/setup_is_checked_when_it_returns.lua"),
                   "a#1.bag.f: a function" NO_DATA);
    expect_refusal(f, read_script("remembering/setup_hides_a_metatable.lua"),
                   "world.memory.t.f: a table with a metatable cannot be remembered"
                   " (world.memory.t was last assigned by 'setup' (main.lua:6))");
}

static void init_is_checked_when_it_returns(void **state) {
    fixture *f = *state;
    open_main(f, read_script("remembering/init_is_checked_when_it_returns.lua"));
    step(f, 1);
    assert_int_equal(suspended(f), 1);
    assert_non_null(strstr(banner_of(f), "a#2.bag.f: a function" NO_DATA));
}

static void what_reading_callbacks_put_into_tables_is_found(void **state) {
    fixture *f = *state;
    open_main(f, read_script("remembering/what_reading_callbacks_put_into_tables_is_found.lua"));
    hash_of(f);
    dv_scenario_monitor(f->scenario, 0);
    assert_non_null(strstr(banner_of(f), "may read the world but not change it"));
    assert_true(dv_scenario_monitor(f->scenario, 1) == 1);
    expect_no_hash(f, "world.memory.t.f: a function" NO_DATA
                      " (world.memory.t was last assigned by 'setup' (main.lua:17))");
}

static void save_main(fixture *f, const char *source) { write_file(f, "main.lua", source); }

static void on_reload_and_migrate_are_checked_when_they_return(void **state) {
    fixture *f = *state;
    open_main(f, read_script("remembering/before_the_save.lua"));
    uint64_t before = hash_of(f);
    const char *const bad[][2] = {
        {read_script("remembering/on_reload_is_checked_when_it_returns.lua"),
         "world.memory.t.f: a function" NO_DATA
         " (world.memory.t was last assigned by 'setup' (main.lua:13))"},
        {read_script("remembering/migrate_is_checked_when_it_returns.lua"),
         "a#1.bag.f: a function" NO_DATA},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        save_main(f, bad[i][0]);
        assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_SWAPPED);
        assert_true(dv_scenario_trial_failed(f->scenario));
        dv_reload_report report = dv_scenario_roll_back(f->scenario);
        assert_int_equal(report.outcome, DV_RELOAD_ROLLED_BACK);
        assert_non_null(strstr(report.message, bad[i][1]));
        assert_int_equal(hash_of(f), before);
    }
}

// Else nobody could mend it but by starting again.
static void a_world_that_cannot_be_kept_takes_reloads_untried(void **state) {
    fixture *f = *state;
    open_main(f, read_script("remembering/a_world_that_cannot_be_kept.lua"));
    step(f, 1);
    save_main(f, read_script("remembering/a_world_that_can_be_kept_again.lua"));
    dv_reload_report report = dv_scenario_reload(f->scenario);
    assert_int_equal(report.outcome, DV_RELOAD_SWAPPED);
    assert_string_equal(report.message,
                        "not on trial: world.memory.t.f: a function" NO_DATA
                        " (world.memory.t was last assigned by 'update' (main.lua:6))");
    assert_int_equal(dv_scenario_trial_count(f->scenario), 0);
    step(f, 1);
    hash_of(f);
}

// Of several faults the same one is named whatever the seed of the hashes is.
static void the_first_fault_in_order_is_named(void **state) {
    fixture *f = *state;
    for (int i = 0; i < 8; i++)
        expect_refusal(f, read_script("remembering/the_first_fault_in_order_is_named.lua"),
                       "main.lua:9: world.memory.t.7: a function" NO_DATA);
}

// Equal data has one hash, in whatever order it came to be, whoever remembers alike before it, and
// whatever of it is shared.
static void equal_memory_has_one_hash_however_it_came_to_be(void **state) {
    fixture *f = *state;
    const char *source =
        read_script("remembering/equal_memory_has_one_hash_however_it_came_to_be.lua");
    uint64_t hashes[4];
    for (int i = 0; i < 4; i++) {
        char forth[64];
        snprintf(forth, sizeof forth, "return { t = %s, u = %s }", i & 1 ? "true" : "false",
                 i & 2 ? "true" : "false");
        write_file(f, "forth.lua", forth);
        open_main(f, source);
        hashes[i] = hash_of(f);
        assert_int_equal(hash_of(f), hashes[i]);
        assert_int_equal(hashes[i], hashes[0]);
        if (i < 3)
            close_scenario(f);
    }
}

// Defaults that were nested or shared took time without end to compare.
static void changed_defaults_of_any_shape_are_compared(void **state) {
    fixture *f = *state;
    write_file(f, "inside.lua", "return { deep = 1, shared = 1, loop = 1 }");
    open_main(f, read_script("remembering/changed_defaults_of_any_shape_are_compared.lua"));
    write_file(f, "inside.lua", "return { deep = 2, shared = 1, loop = 1 }");
    dv_reload_report report = dv_scenario_reload(f->scenario);
    assert_int_equal(report.outcome, DV_RELOAD_SWAPPED);
    assert_string_equal(report.defaults, "a.deep: 1 agent keeps the old value");
    write_file(f, "inside.lua", "return { deep = 2, shared = 3, loop = 3 }");
    report = dv_scenario_reload(f->scenario);
    assert_string_equal(report.defaults, "a.loop: 1 agent keeps the old value, "
                                         "a.same: 1 agent keeps the old value, "
                                         "a.shared: 1 agent keeps the old value");
}

static void keep_value(void *context, const char *name, const char *value) {
    char line[512];
    snprintf(line, sizeof line, "%.20s=%.100s", name, value);
    keep_line(context, line);
}

static void long_keys_and_values_are_described(void **state) {
    fixture *f = *state;
    open_main(f, read_script("remembering/long_keys_and_values_are_described.lua"));
    dv_scenario_describe(f->scenario, dv_world_agent_at(dv_scenario_world(f->scenario), 0),
                         keep_value, f);
    char expected[128] = "bag={ ";
    memset(expected + 6, 'x', 98);
    strcpy(expected + 104, "\n");
    expect_log(f, expected);
}

static void groups_are_described_like_agents(void **state) {
    fixture *f = *state;
    open_main(f, read_script("remembering/groups_are_described_like_agents.lua"));
    const dv_world *world = dv_scenario_world(f->scenario);
    for (uint32_t i = 0; i < 2; i++)
        dv_scenario_describe_group(f->scenario, dv_world_group_at(world, i), keep_value, f);
    dv_scenario_describe_group(f->scenario, (dv_group){0}, keep_value, f);
    expect_log(f, "hunts=3\nquarry=nil\nrest=(1, 2, 0)\n");
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(assignments_to_the_worlds_memory_are_checked),
        CASE(assignments_to_agents_and_groups_are_checked),
        CASE(what_may_be_assigned_can_be_saved),
        CASE(shared_tables_are_checked_once),
        CASE(who_assigned_the_field_is_named),
        CASE(setup_is_checked_when_it_returns),
        CASE(init_is_checked_when_it_returns),
        CASE(what_reading_callbacks_put_into_tables_is_found),
        CASE(on_reload_and_migrate_are_checked_when_they_return),
        CASE(a_world_that_cannot_be_kept_takes_reloads_untried),
        CASE(the_first_fault_in_order_is_named),
        CASE(equal_memory_has_one_hash_however_it_came_to_be),
        CASE(changed_defaults_of_any_shape_are_compared),
        CASE(long_keys_and_values_are_described),
        CASE(groups_are_described_like_agents),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
