// States that monitors put aside, when the code changes. If such a state no longer exists, it is
// lost just like the current state of an agent.
#include "../program.h"
#include "moving_fixture.h"

/// Two agents that were in `calm` when their monitor sent them to fetch, under code that asks
/// `migrate` or does not, and has these states besides `begin`.
static const char *fetching(const char *migrate, const char *states) {
    return read_script_with("moving_aside/fetching.lua", "--[[migrate]]", migrate,
                            "calm = {}, fetch = {}", states, NULL);
}

static const char *calm(void) { return read_script("moving_aside/fetching.lua"); }

#define RETURN "fetch = { step = function() return 'resume' end }"
#define ASKED                                                                                      \
    "migrate = function(self, old) print(old) if old == 'calm' then return 'still' end end,"

static void run(fixture *f, dv_scenario *scenario, int ticks) {
    for (int i = 0; i < ticks; i++)
        must(f, dv_scenario_step(scenario, &f->error));
}

static void are_in(dv_scenario *scenario, const char *state) {
    for (uint32_t i = 0; i < 2; i++)
        assert_string_equal(state_of(scenario, i), state);
}

static void go_on_in_still(fixture *f, dv_scenario *scenario, dv_moved moved) {
    assert_int_equal(moved.migrated, 2);
    are_in(scenario, "fetch");
    run(f, scenario, 2);
    are_in(scenario, "still");
}

static void
migrate_is_asked_about_a_state_put_aside_whichever_way_code_meets_a_world(void **state) {
    move_every_way(*state, calm(), fetching(ASKED, "still = {}, " RETURN), go_on_in_still);
}

static void go_on_in_begin(fixture *f, dv_scenario *scenario, dv_moved moved) {
    assert_int_equal(moved.migrated, 2);
    run(f, scenario, 2);
    are_in(scenario, "begin");
}

static void who_lost_a_state_put_aside_is_counted_without_migrate_too(void **state) {
    move_every_way(*state, calm(), fetching("", "still = {}, " RETURN), go_on_in_begin);
}

static void an_undo_brings_the_state_put_aside_back(void **state) {
    fixture *f = *state;
    open_main(f, calm());
    step(f, 5);
    uint64_t before = hash_of(f);
    assert_int_equal(save(f, fetching(ASKED, "still = {}, fetch = {}")).moved.migrated, 2);
    expect_log(f, "calm\ncalm\n");
    assert_int_equal(undo(f).moved.migrated, 0);
    assert_int_equal(hash_of(f), before);
    // Redone, it is asked again; and once only while it stays gone.
    assert_int_equal(undo(f).moved.migrated, 2);
    expect_log(f, "calm\ncalm\n");
    assert_int_equal(save(f, fetching(ASKED, "still = {}, more = {}, fetch = {}")).moved.migrated,
                     0);
    expect_log(f, "");
    // What was chosen instead may be renamed, and be lost in turn.
    save(f, fetching("migrate = function(self, old) print(old) end, ",
                     "quiet = { renamed_from = 'still' }, fetch = {}"));
    expect_log(f, "");
    assert_int_equal(
        save(f, fetching("migrate = function(self, old) print(old) end, ", "fetch = {}"))
            .moved.migrated,
        2);
    expect_log(f, "quiet\nquiet\n");
    // A new name of the one that was put aside first finds it after all.
    save(f, fetching("", "cool = { renamed_from = 'calm' }, " RETURN));
    step(f, 2);
    are_in(f->scenario, "cool");
}

static void who_lost_several_states_is_counted_once(void **state) {
    fixture *f = *state;
    open_main(f, calm());
    step(f, 5);
    dv_reload_report report =
        save(f, fetching("migrate = function(self, old) print(self.id, old) end, ",
                         "get = {}, fetch = {}"));
    assert_int_equal(report.moved.migrated, 2);
    expect_log(f, "1\tcalm\n2\tcalm\n");
    undo(f);
    report = save(f, read_script("moving_aside/getting.lua"));
    assert_int_equal(report.moved.migrated, 2);
    expect_log(f, "1\tfetch\n1\tcalm\n2\tfetch\n2\tcalm\n");
}

static void a_migrate_that_fails_for_a_state_put_aside_is_rolled_back(void **state) {
    fixture *f = *state;
    open_main(f, calm());
    step(f, 5);
    uint64_t before = hash_of(f);
    write_file(
        f, "main.lua",
        fetching("migrate = function(self, old) print(old) return 'nowhere' end, ", "fetch = {}"));
    dv_scenario_reload(f->scenario);
    expect_log(f, "calm\n");
    assert_non_null(strstr(banner_of(f), "migrate returned 'nowhere', which is not a state"));
    assert_int_equal(dv_scenario_roll_back(f->scenario).outcome, DV_RELOAD_ROLLED_BACK);
    assert_int_equal(hash_of(f), before);
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(migrate_is_asked_about_a_state_put_aside_whichever_way_code_meets_a_world),
        CASE(who_lost_a_state_put_aside_is_counted_without_migrate_too),
        CASE(an_undo_brings_the_state_put_aside_back),
        CASE(who_lost_several_states_is_counted_once),
        CASE(a_migrate_that_fails_for_a_state_put_aside_is_rolled_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
