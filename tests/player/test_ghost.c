// The ghost, the world as it would be without the last save: it gets the same input as the run,
// reports only the first difference, ends if it cannot continue, and does not affect the run.
#include "../program.h"
#include "../world_hash.h"
#include "player/run/ghost.h"
#include "player/run/run.h"

#include "base/alloc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../read_script.h"
#include "run_fixture.h"

typedef struct fixture {
    char folder[64], main[96];
    dv_options options;
    dv_run run;
    dv_error error;
} fixture;

static int set_up(void **state) {
    fixture *f = calloc(1, sizeof *f);
    make_folder(f->folder, "ghost");
    snprintf(f->main, sizeof f->main, "%s/main.lua", f->folder);
    f->options = headless_options(f->folder);
    f->options.budget = 1;
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    fixture *f = *state;
    dv_run_close(&f->run);
    remove_folder(f->folder);
    free(f);
    assert_int_equal(dv_allocated_bytes(), 0);
    return 0;
}

static void save(fixture *f, const char *from, const char *to) {
    write_edited(f->main, read_script("ghost/wolves.lua"), from, to);
}

static void tick(fixture *f, int count) { tick_run(&f->run, count); }

static void begin(fixture *f) {
    char text[DV_GHOST_TEXT];
    save(f, "", "");
    if (dv_run_open(&f->run, &f->options, &f->error) != DV_OK)
        fail_msg("%s", f->error.message);
    dv_run_keep_history(&f->run);
    dv_ghost_turn(&f->run, true, text);
    assert_string_equal(text, "begins with the next accepted save");
    tick(f, 40);
}

/// Save, and have it taken over.
static void change(fixture *f, const char *from, const char *to) {
    save(f, from, to);
    if (dv_run_reload(&f->run) != DV_RELOAD_SWAPPED)
        fail_msg("%s", f->run.reloads.last.message);
}

/// A save that changes nothing that runs.
static void change_nothing(fixture *f) { change(f, "local steer", "local  steer"); }

static dv_world *ghost_world(fixture *f) {
    assert_non_null(f->run.ghost.beside.scenario);
    return dv_beside_world(&f->run.ghost.beside);
}

static void expect_no_difference(fixture *f) {
    if (f->run.ghost.has_diverged) {
        const dv_difference *d = &f->run.ghost.difference;
        fail_msg("%s: %s is %s, was %s", d->whose, d->field, d->values[0], d->values[1]);
    }
    assert_int_equal(dv_world_tick(ghost_world(f)), dv_world_tick(f->run.world));
    assert_int_equal(world_hash(ghost_world(f)), world_hash(f->run.world));
}

/// The code may have other names: then the hashes differ, and nothing else.
static void expect_alike(fixture *f) {
    assert_int_equal(dv_world_tick(ghost_world(f)), dv_world_tick(f->run.world));
    assert_false(f->run.ghost.has_diverged);
}

static void expect_difference(fixture *f, uint64_t at, const char *whose, const char *field) {
    const dv_ghost *ghost = &f->run.ghost;
    assert_true(ghost->has_diverged);
    assert_string_equal(ghost->difference.whose, whose);
    assert_string_equal(ghost->difference.field, field);
    assert_int_equal(ghost->diverged_tick, at);
}

static void expect_values(fixture *f, const char *now, const char *before) {
    assert_string_equal(f->run.ghost.difference.values[0], now);
    assert_string_equal(f->run.ghost.difference.values[1], before);
}

static void expect_none(fixture *f) {
    assert_null(f->run.ghost.beside.scenario);
    assert_true(f->run.ghost.is_on);
}

// What goes on

static void none_goes_on_unless_asked_for(void **state) {
    fixture *f = *state;
    char text[DV_GHOST_TEXT];
    begin(f);
    dv_ghost_turn(&f->run, false, text);
    change_nothing(f);
    tick(f, 5);
    assert_null(f->run.ghost.beside.scenario);
}

/// An agent that lives, the first of a kind.
static dv_agent first_of(fixture *f, uint32_t kind) {
    for (uint32_t i = 0;; i++) {
        dv_agent agent = dv_world_agent_at(f->run.world, i);
        if (agent.bits && dv_agent_kind(f->run.world, agent) == kind)
            return agent;
    }
}

static void click(fixture *f, dv_agent agent) {
    dv_run_input(&f->run,
                 &(dv_input){.type = DV_MOUSE_PRESSED, .x = 3, .button = 1, .agent = agent});
}

static void the_same_code_and_acts_give_the_same_world(void **state) {
    fixture *f = *state;
    begin(f);
    dv_run_input(&f->run, &(dv_input){.type = DV_KEY_PRESSED, .key = "k"});
    dv_run_place_mouse(&f->run, &(dv_vec3){4, 5, 0});
    tick(f, 3);
    // Right after the save agents answer with what they sensed before it.
    change_nothing(f);
    click(f, first_of(f, 0));
    expect_no_difference(f);
    tick(f, 20);
    expect_no_difference(f);
    assert_int_equal(dv_run_set(&f->run, "births", "4", &f->error), DV_OK);
    assert_int_equal(dv_run_set_attribute(&f->run, first_of(f, 0), "shy", 0.9, &f->error), DV_OK);
    click(f, (dv_agent){0});
    tick(f, 20);
    expect_no_difference(f);
    dv_run_input(&f->run, &(dv_input){.type = DV_KEY_RELEASED, .key = "k"});
    dv_run_place_mouse(&f->run, NULL);
    click(f, (dv_agent){0});
    tick(f, 100);
    expect_no_difference(f);
}

static void what_stood_still_stands_still(void **state) {
    fixture *f = *state;
    begin(f);
    f->run.watching = true;
    dv_agent_suspend(f->run.world, first_of(f, 0));
    change_nothing(f);
    // The save revives, and the world without it does not.
    expect_difference(f, 40, "wolf#1", "suspended");
    expect_values(f, "false", "true");
    assert_int_equal(dv_world_suspended_count(ghost_world(f)), 1);
}

// What differs

static void a_field_of_memory_is_named_with_both_values(void **state) {
    fixture *f = *state;
    begin(f);
    change(f, "hunger + 0.1", "hunger + (self.id == 4 and self.world.tick > 59 and 0.25 or 0.1)");
    tick(f, 20);
    expect_no_difference(f);
    char values[2][DV_NUMBER_TEXT];
    double hunger = 0;
    for (int i = 0; i < 60; i++)
        hunger += 0.1;
    tick(f, 1);
    dv_double_text(hunger + 0.25, values[0]);
    dv_double_text(hunger + 0.1, values[1]);
    expect_difference(f, 61, "wolf#4", "memory.hunger");
    expect_values(f, values[0], values[1]);
    // The first stays the first.
    tick(f, 20);
    expect_difference(f, 61, "wolf#4", "memory.hunger");
    assert_int_equal(dv_world_tick(ghost_world(f)), 81);
}

static void each_field_has_its_name(void **state) {
    fixture *f = *state;
    static const struct {
        const char *from, *to, *whose, *field;
    } cases[] = {
        {"list[1] + 1", "list[1] + 1 first.bag.n = 1", "wolf#1", "memory.bag"},
        {"calm = { steer = steer.wander {}", "calm = { steer = steer.wander { rate = 3 }", "wolf#",
         "velocity"},
        {"when.after(0.4)", "when.after(0.2)", "wolf#", "state"},
        {"first.goal = world.mouse", "first.goal = { 1, 2 }", "wolf#1", "goal"},
        {"births == 0 then world:scatter(\"wolf\", 1)",
         "births == 0 then world:scatter(\"wolf\", 2)", "wolf#", "alive"},
        {"if world.mouse then", "first.label = 'x' if world.mouse then", "wolf#1", "label"},
        {"if world.mouse then", "first.color = 'tan' if world.mouse then", "wolf#1", "color"},
        {"if world.mouse then", "first.max_speed = 1 if world.mouse then", "wolf#1", "max_speed"},
        {"if world.mouse then", "first.group.howls = 3 if world.mouse then", "pack#1",
         "memory.howls"},
        {"if world.mouse then", "world.memory.clicks = 3 if world.mouse then", "", "memory.clicks"},
        {"if world.mouse then", "world.memory[2] = 3 if world.mouse then", "", "memory"},
        {"if world.mouse then", "world.visibility = 12 if world.mouse then", "", "visibility"},
        {"if world.mouse then",
         "world:obstacle { sphere = { x = 900, y = 0, radius = 1 } } if world.mouse then", "",
         "obstacles"},
        {"if world.mouse then",
         "world:emit('howl', { at = { 900, 0 }, radius = 1 }) if world.mouse then", "", "events"},
        {"if world.mouse then",
         "if world.tick % 13 == 0 then world:random() end if world.mouse then", "",
         "random numbers drawn"},
        {"if world.mouse then", "first.group = nil if world.mouse then", "wolf#1", "group"},
    };
    begin(f);
    dv_run_place_mouse(&f->run, &(dv_vec3){4, 5, 0});
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        change(f, cases[i].from, cases[i].to);
        for (int n = 0; n < 200 && !f->run.ghost.has_diverged; n++)
            tick(f, 1);
        const dv_difference *d = &f->run.ghost.difference;
        if (!f->run.ghost.has_diverged || strcmp(d->field, cases[i].field) != 0 ||
            strncmp(d->whose, cases[i].whose, strlen(cases[i].whose)) != 0)
            fail_msg("%s: %s: %s is %s, was %s", cases[i].to, d->whose, d->field, d->values[0],
                     d->values[1]);
        assert_int_equal(strlen(cases[i].whose) == 0, strlen(d->whose) == 0);
        change(f, "", "");
    }
}

static void what_has_another_name_is_no_difference(void **state) {
    fixture *f = *state;
    begin(f);
    change(f, "drover.kind(\"deer\", {})", "drover.kind('moose', { renamed_from = 'deer' })");
    tick(f, 70);
    expect_alike(f);
    // The undo takes the new name for the old one.
    assert_int_equal(dv_run_undo(&f->run), DV_RELOAD_SWAPPED);
    tick(f, 70);
    expect_alike(f);
    change(f, "\"wild\" } } },\n    wild = {", "'mad' } } },\n    mad = { renamed_from = 'wild',");
    tick(f, 70);
    expect_alike(f);
    assert_int_equal(dv_run_undo(&f->run), DV_RELOAD_SWAPPED);
    tick(f, 70);
    expect_alike(f);
}

static void what_one_code_alone_has_is_no_difference(void **state) {
    fixture *f = *state;
    begin(f);
    change(f, "hunger = 0,", "hunger = 0, added = { 5 },");
    tick(f, 70);
    expect_alike(f);
    change(f, "pace = \"number\"", "pace = 'number', fresh = 'agent'");
    tick(f, 70);
    expect_alike(f);
    change(f, "local deer = ", "local moose = drover.kind('moose', {}) local deer = ");
    tick(f, 70);
    expect_alike(f);
}

static void a_save_that_changes_the_world_differs_at_once(void **state) {
    fixture *f = *state;
    begin(f);
    change(
        f, "  setting = function",
        "  on_reload = function(world) world:agents('deer')():remove() end,\n  setting = function");
    expect_difference(f, 40, "deer#13", "alive");
    expect_values(f, "false", "true");
}

// What follows

static void each_accepted_save_begins_another(void **state) {
    fixture *f = *state;
    begin(f);
    change(f, "hunger + 0.1", "hunger + 0.2");
    tick(f, 5);
    expect_difference(f, 41, "wolf#1", "memory.hunger");
    change(f, "hunger + 0.1", "hunger + 0.2 ");
    assert_int_equal(f->run.ghost.since, 45);
    tick(f, 5);
    expect_no_difference(f);
    assert_int_equal(dv_run_undo(&f->run), DV_RELOAD_SWAPPED);
    assert_int_equal(f->run.ghost.since, 50);
    tick(f, 5);
    expect_no_difference(f);
}

static void a_refused_save_leaves_it_alone(void **state) {
    fixture *f = *state;
    begin(f);
    change_nothing(f);
    tick(f, 5);
    save(f, "local steer", "local = ");
    assert_int_equal(dv_run_reload(&f->run), DV_RELOAD_REFUSED);
    // One that fails as it is taken over too.
    save(f, "  setting = function",
         "  on_reload = function(world) error 'on purpose' end,\n  setting = function");
    dv_run_reload(&f->run);
    tick(f, 5);
    assert_int_equal(f->run.trials.rollback_count, 1);
    assert_int_equal(f->run.ghost.since, 40);
    expect_no_difference(f);
}

static void a_rollback_ends_it(void **state) {
    fixture *f = *state;
    begin(f);
    change(f, "hunger + 0.1", "hunger + (self.world.tick < 50 and 0.1 or nil)");
    tick(f, 9);
    expect_no_difference(f);
    click(f, (dv_agent){0});
    tick(f, 20);
    assert_int_equal(f->run.trials.rollback_count, 1);
    expect_none(f);
    change_nothing(f);
    tick(f, 5);
    expect_no_difference(f);
}

static void going_back_ends_it(void **state) {
    fixture *f = *state;
    begin(f);
    change_nothing(f);
    tick(f, 5);
    assert_int_equal(dv_run_rewind_to(&f->run, 43, &f->error), DV_OK);
    expect_none(f);
    tick(f, 5);
    change(f, "", "");
    tick(f, 5);
    expect_no_difference(f);
}

static void a_restart_ends_it(void **state) {
    fixture *f = *state;
    begin(f);
    change_nothing(f);
    tick(f, 5);
    assert_int_equal(dv_run_restart(&f->run, &f->error), DV_OK);
    expect_none(f);
    tick(f, 5);
}

// How far apart

static void how_far_apart_they_are_is_recorded(void **state) {
    fixture *f = *state;
    const dv_ghost *ghost = &f->run.ghost;
    char text[DV_GHOST_TEXT];
    begin(f);
    change(
        f, "hunger + 0.1 end",
        "hunger + 0.1 if self.world.tick == 99 and self.id == 1 then self.x = self.x + 6 end end");
    tick(f, 59);
    expect_no_difference(f);
    assert_int_equal(ghost->record.count, 10);
    tick(f, 1);
    // One of the agents at tick 100, and a value every six ticks.
    assert_int_equal(dv_world_tick(f->run.world), 100);
    assert_int_equal(ghost->record.count, 11);
    assert_true(dv_apart_at(&ghost->record, 94) == 0);
    double mean = (double)dv_apart_at(&ghost->record, 100);
    uint32_t count = dv_world_agent_count(f->run.world);
    assert_int_equal(ghost->apart.both, count);
    assert_int_equal(ghost->apart.farthest.bits, first_of(f, 0).bits);
    assert_true(fabs(ghost->apart.most - 6) < 0.5 && fabs(mean - ghost->apart.most / count) < 1e-4);
    dv_ghost_text(ghost, text);
    assert_non_null(strstr(text, "m apart on average"));
}

static void a_record_of_any_length_takes_the_same_room(void **state) {
    (void)state;
    dv_apart_record record;
    dv_apart_begin(&record, 40, 1.0 / 60);
    for (uint64_t tick = 40; tick <= 10040; tick++)
        if (dv_apart_due(&record, tick))
            dv_apart_add(&record, (double)tick);
    assert_in_range(record.count, DV_APART_VALUES / 2, DV_APART_VALUES - 1);
    assert_int_equal(record.stride, 24);
    for (uint64_t tick = 40; tick <= 10040; tick++) {
        double value = (double)dv_apart_at(&record, tick);
        assert_true(value <= (double)tick && value > (double)tick - 24);
    }
}

static void births_in_one_world_are_counted(void **state) {
    fixture *f = *state;
    char text[DV_GHOST_TEXT];
    begin(f);
    change(f, "world.tick % world.settings.births == 0 then", "world.tick == 43 then");
    tick(f, 6);
    assert_int_equal(f->run.ghost.apart.first, 0);
    assert_int_equal(f->run.ghost.apart.other, 0);
    tick(f, 48);
    dv_ghost_text(&f->run.ghost, text);
    assert_non_null(strstr(text, " only there"));
}

// What ends it

static void an_error_of_the_old_code_ends_it_alone(void **state) {
    fixture *f = *state;
    begin(f);
    change(f, "hunger + 0.1", "hunger + (self.world.tick < 190 and 0.1 or nil)");
    tick(f, 70);
    change(f, "", "");
    tick(f, 60);
    expect_no_difference(f);
    tick(f, 60);
    expect_none(f);
    assert_null(dv_scenario_banner(f->run.scenario));
    assert_int_equal(dv_world_suspended_count(f->run.world), 0);
}

static void an_endless_loop_of_the_old_code_ends_it_alone(void **state) {
    fixture *f = *state;
    begin(f);
    change(f, "hunger + 0.1", "hunger + 0.1 while self.world.tick > 175 do end");
    tick(f, 70);
    change(f, "", "");
    tick(f, 80);
    expect_none(f);
    assert_null(dv_scenario_banner(f->run.scenario));
    assert_int_equal(dv_world_tick(f->run.world), 190);
}

static void a_setting_that_the_old_code_lacks_is_left_out(void **state) {
    fixture *f = *state;
    begin(f);
    change(f, "settings = {", "settings = { drover.slider('more', 1, { min = 0, max = 2 }),");
    assert_int_equal(dv_run_set(&f->run, "more", "2", &f->error), DV_OK);
    assert_non_null(f->run.ghost.beside.scenario);
    tick(f, 3);
    // `setting` was called in the one world alone.
    assert_true(f->run.ghost.has_diverged);
    assert_string_equal(f->run.ghost.difference.field, "alive");
}

#define CASE(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(none_goes_on_unless_asked_for),
        CASE(the_same_code_and_acts_give_the_same_world),
        CASE(what_stood_still_stands_still),
        CASE(a_field_of_memory_is_named_with_both_values),
        CASE(each_field_has_its_name),
        CASE(what_has_another_name_is_no_difference),
        CASE(what_one_code_alone_has_is_no_difference),
        CASE(a_save_that_changes_the_world_differs_at_once),
        CASE(each_accepted_save_begins_another),
        CASE(a_refused_save_leaves_it_alone),
        CASE(a_rollback_ends_it),
        CASE(how_far_apart_they_are_is_recorded),
        cmocka_unit_test(a_record_of_any_length_takes_the_same_room),
        CASE(births_in_one_world_are_counted),
        CASE(going_back_ends_it),
        CASE(a_restart_ends_it),
        CASE(an_error_of_the_old_code_ends_it_alone),
        CASE(an_endless_loop_of_the_old_code_ends_it_alone),
        CASE(a_setting_that_the_old_code_lacks_is_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
