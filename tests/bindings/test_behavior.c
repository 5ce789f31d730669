// What a reload reports as changed: functions by their places, and the states in which agents now
// behave differently.
#include "../program.h"
#include "../read_script.h"
#include "scenario_fixture.h"

/// What stands in the places of scenario.lua that saves change.
typedef struct parts {
    const char *top, *pace, *far, *color, *weight, *within, *flee, *push, *speed, *kinds, *update;
} parts;

static parts plain(void) {
    return (parts){"", "", "3", "\"tan\"", "1", "30", "", "1", "5", "sheep, wolf", ""};
}

/// Put a value into a text, such as "far = 4" in the place of "far = 3".
static void set_value(char text[4096], const char *before, const char *was, const char *value) {
    char from[64], to[64];
    snprintf(from, sizeof from, "%s%s", before, was);
    snprintf(to, sizeof to, "%s%s", before, value);
    replace_in(text, 4096, from, to);
}

static const char *scenario(const parts *p) {
    static char text[4096];
    const parts was = plain();
    snprintf(text, sizeof text, "%s", read_script("behavior/scenario.lua"));
    replace_in(text, sizeof text, "--[[top]]", p->top);
    replace_in(text, sizeof text, "--[[pace]]", p->pace);
    replace_in(text, sizeof text, "--[[flee]]", p->flee);
    replace_in(text, sizeof text, "--[[update]]", p->update);
    set_value(text, "far = ", was.far, p->far);
    set_value(text, "color = ", was.color, p->color);
    set_value(text, "steer.wander {}, ", was.weight, p->weight);
    set_value(text, "within = ", was.within, p->within);
    set_value(text, "return ", was.push, p->push);
    set_value(text, "max_speed = ", was.speed, p->speed);
    set_value(text, "kinds = { ", was.kinds, p->kinds);
    return text;
}

static void begin(fixture *f) {
    parts p = plain();
    write_file(f, "helper.lua", read_script("behavior/helper.lua"));
    open_main(f, scenario(&p));
    step(f, 1);
}

static bool acts_otherwise(fixture *f, const dv_reload_report *report, const char *kind,
                           const char *state) {
    const dv_program *program = dv_world_program(dv_scenario_world(f->scenario));
    for (uint32_t k = 0; k < dv_program_kind_count(program); k++)
        for (uint32_t s = 0; s < dv_program_state_count(program, k); s++)
            if (strcmp(dv_program_kind_name(program, k), kind) == 0 &&
                strcmp(dv_program_state_name(program, k, s), state) == 0)
                return dv_reload_changed(report, k, s);
    fail_msg("no %s %s", kind, state);
    return false;
}

static dv_reload_report reload(fixture *f) {
    dv_reload_report report = dv_scenario_reload(f->scenario);
    if (report.outcome != DV_RELOAD_SWAPPED)
        fail_msg("outcome %d: %s", report.outcome, report.message);
    return report;
}

static void expect(fixture *f, const dv_reload_report *report, const char *functions, bool grazing,
                   bool fleeing, bool wolf) {
    assert_string_equal(report->functions, functions);
    assert_int_equal(acts_otherwise(f, report, "sheep", "grazing"), grazing);
    assert_int_equal(acts_otherwise(f, report, "sheep", "fleeing"), fleeing);
    assert_int_equal(acts_otherwise(f, report, "wolf", ""), wolf);
}

static void expect_of(fixture *f, const parts *p, const char *functions, bool grazing, bool fleeing,
                      bool wolf) {
    write_file(f, "main.lua", scenario(p));
    dv_reload_report report = reload(f);
    expect(f, &report, functions, grazing, fleeing, wolf);
}

static void a_comment_changes_nothing(void **state) {
    fixture *f = *state;
    parts p = plain();
    begin(f);
    p.top = "-- one line\n-- and another";
    expect_of(f, &p, "", false, false, false);
}

static void a_look_or_an_order_changes_nothing_that_agents_do(void **state) {
    fixture *f = *state;
    parts p = plain();
    begin(f);
    p.color = "'red'";
    expect_of(f, &p, "", false, false, false);
    p.kinds = "wolf, sheep";
    expect_of(f, &p, "", false, false, false);
}

static void what_a_state_composes_counts_there(void **state) {
    fixture *f = *state;
    parts p = plain();
    begin(f);
    p.weight = "2";
    expect_of(f, &p, "", true, false, false);
    p.within = "31";
    expect_of(f, &p, "", true, false, false);
    p.speed = "6";
    expect_of(f, &p, "", false, false, true);
}

static void a_function_is_named_by_its_place(void **state) {
    fixture *f = *state;
    parts p = plain();
    begin(f);
    p.flee = "self.x = 1";
    expect_of(f, &p, "sheep fleeing.step", false, true, false);
    p.update = "world.memory.n = 1";
    expect_of(f, &p, "update", false, false, false);
    p.push = "2";
    expect_of(f, &p, "", false, false, true);
}

static void what_a_function_calls_or_reads_counts(void **state) {
    fixture *f = *state;
    parts p = plain();
    begin(f);
    p.pace = "self.heading = 0";
    expect_of(f, &p, "", false, false, true);
    p.far = "4";
    expect_of(f, &p, "", false, true, false);
    write_file(f, "helper.lua", "return { note = function(self, x) self.label = 'far' end }");
    dv_reload_report report = reload(f);
    expect(f, &report, "", false, true, false);
}

static void parts_of_other_states_change_nothing(void **state) {
    fixture *f = *state;
    static const struct {
        const char *extra, *flee;
        bool hunting, fleeing;
    } saves[] = {{"tree.action(function() end),", "v = 1", true, false},
                 {"tree.action(function() end),", "v = 2", false, true},
                 {"", "v = 2", true, false}};
    static const char name[] = "behavior/parts.lua";
    open_main(f, read_script(name));
    for (size_t i = 0; i < sizeof saves / sizeof *saves; i++) {
        step(f, 3);
        write_file(
            f, "main.lua",
            read_script_with(name, "--[[extra]]", saves[i].extra, "v = 1", saves[i].flee, NULL));
        dv_reload_report report = reload(f);
        assert_int_equal(acts_otherwise(f, &report, "wolf", "hunt"), saves[i].hunting);
        assert_int_equal(acts_otherwise(f, &report, "sheep", "grazing"), false);
        assert_int_equal(acts_otherwise(f, &report, "sheep", "fleeing"), saves[i].fleeing);
    }
}

static void an_undo_changes_it_back(void **state) {
    fixture *f = *state;
    parts p = plain();
    begin(f);
    p.flee = "self.x = 1";
    expect_of(f, &p, "sheep fleeing.step", false, true, false);
    dv_reload_report report = dv_scenario_undo(f->scenario);
    assert_int_equal(report.outcome, DV_RELOAD_SWAPPED);
    expect(f, &report, "sheep fleeing.step", false, true, false);
}

static void data_that_leads_to_itself_is_read_once(void **state) {
    fixture *f = *state;
    parts p = plain();
    begin(f);
    write_file(f, "helper.lua", read_script("behavior/data_that_leads_to_itself.lua"));
    dv_reload_report report = reload(f);
    expect(f, &report, "", false, true, false);
    p.top = "-- again";
    expect_of(f, &p, "", false, false, false);
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(a_comment_changes_nothing),
        CASE(a_look_or_an_order_changes_nothing_that_agents_do),
        CASE(what_a_state_composes_counts_there),
        CASE(a_function_is_named_by_its_place),
        CASE(what_a_function_calls_or_reads_counts),
        CASE(parts_of_other_states_change_nothing),
        CASE(an_undo_changes_it_back),
        CASE(data_that_leads_to_itself_is_read_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
