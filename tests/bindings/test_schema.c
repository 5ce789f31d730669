// Schemas in a running world: mistakes, and what they keep through snapshots and reloads.
// tests/scripts/schema tests how they act.
#include "../program.h"
#include "../read_script.h"
#include "scenario_fixture.h"

#define SCHEMAS HEAD "local schema = drover.schema\n"

static void a_schema_is_a_state(void **state) {
    expect_run(*state, read_script("schema/a_schema_is_a_state.lua"), 400,
               "from\tnil\n1/target\ttrue\ttrue\nfrom\tgo\tdone\tnil\n");
}

#define REFUSED(states, message)                                                                   \
    expect_refusal(*state,                                                                         \
                   SCHEMAS "local a = drover.kind('a', { initial = 'a', slots = { den = 'point' "  \
                           "},\n"                                                                  \
                           "  states = {\n" states "} })\n"                                        \
                           "return drover.scenario { kinds = { a } }",                             \
                   message)

static void mistakes_are_caught_at_load(void **state) {
    REFUSED("a = schema.attraction { target = 'den', done = 'arest' }, arrest = {}",
            "main.lua:5: states.a.done: no state 'arest' (arrest?)");
    REFUSED("a = schema.attraction { target = 'den', failed = 'b' }",
            "main.lua:5: states.a.failed: no state 'b': only a is known");
    REFUSED("a = schema.attraction { target = 'den', done = 'resume' }",
            "main.lua:5: states.a.done: no state 'resume': only a is known");
    REFUSED("a = schema.attraction { target = 'dan' }",
            "main.lua:5: steer.arrival: target: kind 'a' has no slot 'dan' (den?)");
    REFUSED("a = schema.attraction {}", "main.lua:5: schema.attraction.target: missing");
    REFUSED(
        "a = schema.attraction { target = true }",
        "main.lua:5: schema.attraction.target: a slot's name, a point or drover.mouse expected, "
        "got boolean");
    REFUSED("a = schema.attraction { target = 'den', distanse = 1 }",
            "main.lua:5: schema.attraction.distanse: unknown key (distance?)");
    REFUSED("a = schema.chasing { target = 'den', give_up = -1 }",
            "main.lua:5: schema.chasing.give_up: -1 is below 0 s");
    REFUSED("a = schema.chasing { target = 'den', speed = true }",
            "main.lua:5: states.a.speed: a number, a number slot's name or a drover.setting "
            "expected, got boolean");
    REFUSED("a = schema.turning { target = 'den', angle = 1 }",
            "main.lua:5: schema.turning: give one of target, heading and angle");
    REFUSED("a = schema.turning { angle = 1, direction = 'up' }",
            "main.lua:5: schema.turning.direction: \"left\" or \"right\" expected, got 'up'");
    REFUSED("a = schema.path {}", "main.lua:5: schema.path: give a target or a path");
    REFUSED("a = schema.path { target = 'goal', terrain = 1 }",
            "main.lua:5: schema.path.terrain: a boolean expected, got number");
    REFUSED("a = schema.path { target = 'goal', avoid = 'bear' }",
            "main.lua:5: schema.path.avoid: a table expected, got string");
    REFUSED("a = schema.path { path = 'way' }",
            "main.lua:5: steer.path_following: path: kind 'a' has no slot 'way'");
    REFUSED("a = schema.custom { precondition = true }",
            "main.lua:5: schema.custom.precondition: a function expected, got boolean");
    REFUSED("a = schema.select {}", "main.lua:5: schema.select: at least one schema expected");
    REFUSED("a = schema.select { {} }",
            "main.lua:5: schema.select[1]: a schema expected, got table");
    REFUSED("a = schema.select { schema.custom { done = 'a' } }",
            "main.lua:5: schema.select[1].done: only the whole schema is a state");
    REFUSED("a = schema.goals { { schema.custom {}, urgent = 1 } }",
            "main.lua:5: schema.goals[1].urgent: unknown key (urgency?)");
    REFUSED("a = schema.chasin { target = 'den' }",
            "main.lua:5: drover.schema has no 'chasin' (chasing?)");
    expect_refusal(
        *state,
        SCHEMAS "return drover.scenario { kinds = { drover.kind('a', {}) },\n"
                "  setup = function() schema.custom {} end }",
        "main.lua:4: drover.schema.custom: behaviors, blends, guards and definitions are "
        "made while modules load, not in a callback: keep it in a local at the top");
}

#define MONITORED(monitors, states, message)                                                       \
    expect_refusal(*state,                                                                         \
                   SCHEMAS "local a = drover.kind('a', { initial = 'a', interrupts = {\n" monitors \
                           "}, states = { " states " } })\n"                                       \
                           "return drover.scenario { kinds = { a } }",                             \
                   message)

static void mistakes_in_monitors_are_caught_at_load(void **state) {
    MONITORED("{ when.after(1), 'lok' }", "a = {}, look = {}",
              "main.lua:4: interrupts[1][2]: no state 'lok' (look?)");
    MONITORED("{ when.after(1) }", "a = {}",
              "main.lua:4: interrupts[1][2]: a state's name or a function expected");
    MONITORED(
        "'a'", "a = {}",
        "main.lua:4: interrupts[1]: a guard or { guard, \"state\" or function } expected, got "
        "string");
    MONITORED("", "a = {}, resume = {}",
              "main.lua:4: states.resume: means the state that a monitor interrupted");
}

static void what_monitors_and_steps_return_is_a_state(void **state) {
    fixture *f = *state;
    static const struct {
        const char *kind, *banner;
    } cases[] = {
        {"interrupts = { { when.after(0.1), function() return 'lok' end } }, states = { a = {}, "
         "look "
         "= {} }",
         "main.lua:4: returned 'lok', which is not a state (look?) [a#1 a]"},
        {"interrupts = {}, states = { a = { step = function() return 3 end } }",
         "main.lua:4: returned a number, not a state's name or nil [a#1 a]"},
        {"interrupts = {}, states = { a = { on = { { when.after(0.1), function() return 'b' end } "
         "} "
         "} }",
         "main.lua:4: returned 'b', which is not a state: only a is known [a#1 a]"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char source[1024];
        snprintf(source, sizeof source,
                 SCHEMAS "local a = drover.kind('a', { initial = 'a',\n%s })\n"
                         "return drover.scenario { kinds = { a }, setup = function(world)\n"
                         "  world:spawn('a') end }",
                 cases[i].kind);
        open_main(f, source);
        step(f, 10);
        assert_string_equal(banner_of(f), cases[i].banner);
        assert_int_equal(suspended(f), 1);
    }
}

#define WALKER read_script("schema/walker.lua")

#define WALKED                                                                                     \
    "walk\tnil\nwalk\t1\nwalk\t1\nwalk\tnil\nwalk\t2\nlook\tnil\nwalk\t2\nwalk\t2\nwalk\t2\n"      \
    "home\tnil\n"

static void snapshots_keep_where_a_schema_is(void **state) {
    fixture *f = *state;
    char path[256];
    static const int saves[] = {30, 200, 300, 400};
    for (size_t i = 0; i < sizeof saves / sizeof *saves; i++) {
        uint64_t hashes[90];
        open_main(f, WALKER);
        step(f, saves[i]);
        path_in(f, "s.snap", path);
        assert_int_equal(dv_world_save(dv_scenario_world(f->scenario), path, &f->error), DV_OK);
        for (int k = 0; k < 90; k++) {
            step(f, 1);
            hashes[k] = hash_of(f);
        }
        open_main(f, WALKER);
        if (dv_world_load(dv_scenario_world(f->scenario), path, &f->error) != DV_OK)
            fail_msg("%s", f->error.message);
        for (int k = 0; k < 90; k++) {
            step(f, 1);
            assert_int_equal(hash_of(f), hashes[k]);
        }
    }
}

static void reload(fixture *f, const char *source) {
    write_file(f, "main.lua", source);
    dv_reload_report report = dv_scenario_reload(f->scenario);
    if (report.outcome != DV_RELOAD_SWAPPED)
        fail_msg("outcome %d: %s", report.outcome, report.message);
}

static void a_reload_goes_on_where_the_schema_is(void **state) {
    fixture *f = *state;
    open_main(f, WALKER);
    step(f, 541);
    expect_log(f, WALKED);
    // In the middle of a turn, of which it remembers how far it has to go: it turns faster.
    open_main(f, WALKER);
    f->log[0] = '\0';
    step(f, 31);
    reload(f, read_script_with("schema/walker.lua", "rate = 1", "rate = 100", NULL));
    step(f, 30);
    expect_log(f, "walk\tnil\nwalk\t2\n");
    // On the planned way, and while it is put aside: to the same end.
    static const int saves[] = {200, 300};
    for (size_t i = 0; i < sizeof saves / sizeof *saves; i++) {
        open_main(f, WALKER);
        f->log[0] = '\0';
        step(f, saves[i]);
        reload(f, read_script_with("schema/walker.lua", "rate = 1", "rate = 2", NULL));
        step(f, 541 - saves[i]);
        expect_log(f, WALKED);
    }
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(a_schema_is_a_state),
        CASE(mistakes_are_caught_at_load),
        CASE(mistakes_in_monitors_are_caught_at_load),
        CASE(what_monitors_and_steps_return_is_a_state),
        CASE(snapshots_keep_where_a_schema_is),
        CASE(a_reload_goes_on_where_the_schema_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
