// Mistakes at run time that used to go unnoticed. Each gives a single message that names its place.
#include "../program.h"
#include "../read_script.h"
#include "scenario_fixture.h"

#include <math.h>

#define KIND(definition)                                                                           \
    HEAD "local a = drover.kind('a', {" definition "})\n"                                          \
         "return drover.scenario { kinds = { a }, setup = function(world) world:spawn(a) end }"

typedef struct trap {
    const char *source, *banner;
} trap;

static void what_enter_leave_and_init_return_is_refused(void **state) {
    fixture *f = *state;
    static const trap traps[] = {
        {KIND("states = { idle = {\nenter = function() return 'idle' end } }"),
         "main.lua:3: enter returned 'idle', which nothing reads: return a state from step or from "
         "a function in on [a#1 idle]"},
        {KIND("states = { idle = {\nenter = function() return false end } }"),
         "main.lua:3: enter returned boolean, which nothing reads: return a state from step or "
         "from a function in on [a#1 idle]"},
        {KIND("initial = 'b', states = { b = { leave = function(self) return self end,\n"
              "on = { { when.after(0), 'c' } } }, c = {} }"),
         "main.lua:2: leave returned agent, which nothing reads: return a state from step or from "
         "a function in on [a#1 b]"},
        {KIND("init = function() return 'idle' end, states = { idle = {} }"),
         "main.lua:2: init returned 'idle', which nothing reads: agents begin in `initial`, or in "
         "the state passed to spawn [a#1 idle]"},
    };
    for (size_t i = 0; i < sizeof traps / sizeof *traps; i++) {
        expect_failing_run(f, traps[i].source, 2, "", traps[i].banner);
        assert_int_equal(suspended(f), 1);
    }
}

static void callbacks_that_return_nothing_may_return_nil(void **state) {
    expect_run(*state,
               KIND("init = function() return nil end, states = { idle = {\n"
                    "enter = function(self) return self:emit('moo', 3) end } }"),
               2, "");
}

static void a_monitor_gives_a_number(void **state) {
    fixture *f = *state;
    static const struct {
        const char *value, *given;
    } monitors[] = {{"nil", "nil"}, {"'12'", "string"}, {"true", "boolean"}, {"{}", "table"}};
    char source[512], banner[128];
    for (size_t i = 0; i < sizeof monitors / sizeof *monitors; i++) {
        snprintf(source, sizeof source,
                 HEAD "local function bad() return %s end\n"
                      "return drover.scenario { kinds = { drover.kind('a', {}) },\n"
                      "monitors = { good = function() return 3 end, wild = bad } }",
                 monitors[i].value);
        snprintf(banner, sizeof banner, "main.lua:2: monitors.wild: a number expected, got %s",
                 monitors[i].given);
        open_main(f, source);
        assert_false(dv_scenario_has_failed(f->scenario));
        assert_true(dv_scenario_monitor(f->scenario, 0) == 3);
        assert_true(isnan(dv_scenario_monitor(f->scenario, 1)));
        assert_string_equal(banner_of(f), banner);
        assert_true(isnan(dv_scenario_monitor(f->scenario, 1)));
        assert_true(dv_scenario_has_failed(f->scenario));
    }
}

static void an_angle_may_be_rounded_up_to_a_full_circle(void **state) {
    fixture *f = *state;
    expect_run(f, read_script("traps/an_angle_may_be_rounded_up_to_a_full_circle.lua"), 1,
               "true\ntrue\n");
    expect_refusal(f, KIND("sight = { angle = 6.2834 }"),
                   "main.lua:2: sight.angle: 6.2834 is not in 0 to 6.28319 rad");
    expect_refusal(f, KIND("steer = steer.separation { angle = 6.2834 }"),
                   "main.lua:2: steer.separation: angle: 0 to 6.28319 rad expected, got 6.2834");
}

static void iterators_are_not_given_to_pairs(void **state) {
    static const char *const loops[] = {"ipairs(world:agents())",
                                        "pairs(world:agents())",
                                        "ipairs(one:neighbors('a', 3))",
                                        "ipairs(one:seen('a', 3))",
                                        "pairs(herd:members())",
                                        "ipairs(herd)",
                                        "pairs(one)",
                                        "pairs(world)"};
    fixture *f = *state;
    for (size_t i = 0; i < sizeof loops / sizeof *loops; i++) {
        close_scenario(f);
        write_file(f, "main.lua",
                   read_script_with("traps/loops.lua", "ipairs { one, herd }", loops[i], NULL));
        assert_null(try_open(f));
        const char *end = i < 5 ? ": a table expected, got a function; use an iterator by itself, "
                                  "as in: for agent in world:agents() do"
                                : "; iterate over what it holds as in: for agent in "
                                  "group:members() do";
        assert_memory_equal(f->error.message, "main.lua:12: ", 13);
        assert_string_equal(f->error.message + strlen(f->error.message) - strlen(end), end);
    }
}

static void unknown_colors_and_keys_list_what_there_is(void **state) {
    static const trap traps[] = {
        {"world:spawn('a', { size = 3 })", "main.lua:3: spawn: kind 'a' has no 'size': x, y, z, "
                                           "heading, speed, state, group, label, a slot "
                                           "or memory expected"},
        {"world:obstacle { disc = { x = 0, y = 0, radius = 1 } }",
         "main.lua:3: obstacle takes no 'disc': one of sphere, box, polygon, wall, cylinder, "
         "color, "
         "blocks or hollow expected"},
        {"world:obstacle { sphere = { x = 0, y = 0, size = 1 } }",
         "main.lua:3: obstacle: a sphere takes no 'size': one of x, y, z or radius expected"},
        {"world:emit('moo', { from = 3 })",
         "main.lua:3: emit takes no 'from': one of at, radius, about or among expected"},
    };
    fixture *f = *state;
    char source[1024];
    for (size_t i = 0; i < sizeof traps / sizeof *traps; i++) {
        snprintf(source, sizeof source,
                 HEAD "local a = drover.kind('a', {})\n"
                      "return drover.scenario { kinds = { a }, setup = function(world) %s end }",
                 traps[i].source);
        expect_refusal(f, source, traps[i].banner);
    }
    static const char *const colors[] = {
        "world:spawn('a').color = 'xyzzy'",
        "world:obstacle { sphere = { x = 0, y = 0, radius = 1 }, color = 'xyzzy' }",
        "world.draw.line(0, 0, 1, 1, { color = 'xyzzy' })"};
    for (size_t i = 0; i < sizeof colors / sizeof *colors; i++) {
        snprintf(source, sizeof source,
                 HEAD "local a = drover.kind('a', {})\n"
                      "return drover.scenario { kinds = { a }, setup = function(world) %s end }",
                 colors[i]);
        close_scenario(f);
        write_file(f, "main.lua", source);
        assert_null(try_open(f));
        assert_non_null(strstr(f->error.message, "no color 'xyzzy': one of aqua, beige, black, "));
        assert_non_null(strstr(f->error.message, ", yellow or \"#rrggbb\" expected"));
    }
}

static void print_shows_what_is_in_a_table(void **state) {
    expect_run(*state, read_script("traps/print_shows_what_is_in_a_table.lua"), 0,
               "{}\t{ 1, \"two\", true }\t{ x = 1, y = {...}, z = {} }\n"
               "{ [0] = function, [3] = 3, [\"a b\"] = 1, [\"end\"] = 2, [true] = \"say "
               "\\\"so\\\"\\n\" }\n"
               "{ (1, 2, 0), steer.wander, drover.none }\n"
               "mine\n{ mine }\n{ 1, x = 2 }\ttable\ntable\ttable\n"
               "{ 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, "
               "... 5 more }\n"
               "{ 10001 entries }\n"
               "{ \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...\", "
               "\"ääääääääääääääääääää...\" }\n"
               "{ 1 }\t{ a#1, [a#1] = 1 }\n");
}

#define UNUSED                                                                                     \
    ": a guard is built here and never used ('and' and 'or' keep one of two guards and drop the "  \
    "other: write & and |)\n"

static void expect_warnings(fixture *f, const char *source, int ticks, const char *warnings) {
    f->warnings[0] = '\0';
    open_main(f, source);
    step(f, ticks);
    assert_string_equal(f->warnings, warnings);
    assert_string_equal(banner_of(f), "");
}

static void a_guard_that_nothing_uses_is_warned_of(void **state) {
    fixture *f = *state;
    expect_warnings(f,
                    KIND("on = {\n{ when.sees('a')\nand when.after(1), 'b' } },\n"
                         "states = { b = {} }"),
                    1, "main.lua:3" UNUSED);
    expect_warnings(f,
                    "\n" HEAD "local calm = when.after(1)\nlocal late = when.after(2) & calm\n"
                    "local a = drover.kind('a', {})\n"
                    "return drover.scenario { kinds = { a } }",
                    1, "main.lua:4" UNUSED);
    expect_warnings(f,
                    KIND("on = { when.after(1) & when.sees('a') |\nwhen.after(2) and\n"
                         "~when.after(3) }"),
                    1, "main.lua:2" UNUSED);
    // In a loop it is said once.
    expect_warnings(f,
                    HEAD "for i = 1, 3 do\nlocal _ = when.after(i) end\n"
                         "return drover.scenario { kinds = { drover.kind('a', {}) } }",
                    1, "main.lua:3" UNUSED);
}

static void a_guard_that_scripts_can_reach_is_not_warned_of(void **state) {
    fixture *f = *state;
    write_file(f, "guards.lua",
               HEAD "return { calm = when.after(1), late = ~when.after(2), near = when.after(3) }");
    expect_warnings(f, read_script("traps/a_guard_that_scripts_can_reach_is_not_warned_of.lua"), 2,
                    "");
}

static void a_reload_warns_of_its_guards(void **state) {
    fixture *f = *state;
    expect_warnings(f, KIND("on = { when.after(1) }"), 1, "");
    write_file(f, "main.lua", KIND("on = { when.after(1) and when.after(2) }"));
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_SWAPPED);
    assert_string_equal(f->warnings, "main.lua:2" UNUSED);
    f->warnings[0] = '\0';
    write_file(f, "main.lua", KIND("on = { when.after(1) and stee.wander {} }"));
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_REFUSED);
    write_file(f, "main.lua", KIND("on = { when.after(1) & when.after(2) }"));
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_SWAPPED);
    assert_string_equal(f->warnings, "");
}

static void a_speed_that_is_not_set_is_warned_of(void **state) {
    fixture *f = *state;
    expect_warnings(f, read_script("traps/a_speed_that_is_not_set_in_a_state.lua"), 5,
                    "main.lua:4: speed: the number slot 'pace' of kind 'a' is not set in state "
                    "'idle', so agents move at max_speed: set it in spawn or in init\n");
    expect_warnings(f, read_script("traps/a_speed_that_is_not_set.lua"), 5,
                    "main.lua:4: speed: the number slot 'pace' of kind 'a' is not set, so agents "
                    "move at max_speed: set it in spawn or in init\n");
    expect_warnings(f, read_script("traps/a_speed_that_is_set_in_init.lua"), 5, "");
}

static void steering_a_fixed_body_is_warned_of(void **state) {
    fixture *f = *state;
    expect_warnings(f, read_script("traps/a_fixed_body_that_steers.lua"), 1,
                    "main.lua:2: steer: no behavior moves kind 'a', whose body has locomotion = "
                    "\"fixed\": give it another locomotion, or leave steer out\n"
                    "main.lua:3: steer: no behavior moves kind 'b' in state 'y', whose body has "
                    "locomotion = \"fixed\": give it another locomotion, or leave steer out\n");
}

static void a_body_inside_an_obstacle_is_warned_of_once(void **state) {
    fixture *f = *state;
    expect_warnings(f, read_script("traps/a_body_inside_an_obstacle.lua"), 5,
                    "main.lua:2: agent 1 of kind 'a' was inside an obstacle, the box at (0, 0), "
                    "and was moved out to (0, 2.5): spawn it elsewhere, or give its body solid = "
                    "false. Others of this kind are moved out without a message\n");
}

static void an_agent_that_finds_no_way_is_warned_of_once(void **state) {
    fixture *f = *state;
    expect_warnings(f, read_script("traps/a_goal_that_is_walled_in.lua"), 5,
                    "main.lua:2: wayfinding of agent 1 of kind 'a' at (-5, 0): no way leads there "
                    "with this clearance, so it goes straight ahead. Others of this kind do so "
                    "without a message\n");
}

static void an_empty_slot_is_named_beside_the_nil_found_in_it(void **state) {
    fixture *f = *state;
    static const trap traps[] = {
        {KIND("slots = { food = 'agent' }, memory = { bag = drover.none }, states = { x = {\n"
              "step = function(self) self.food:remove() end } }"),
         "main.lua:3: attempt to index a nil value (field 'food'); its slot 'food' is empty "
         "[a#1 x]"},
        {KIND("slots = { food = 'agent' }, memory = { bag = drover.none }, states = { x = {\n"
              "step = function(self) self.bag:remove() end } }"),
         "main.lua:3: attempt to index a nil value (field 'bag') [a#1 x]"},
        {KIND("slots = { food = 'agent' }, states = { x = {\n"
              "step = function(self) self.food = self local t = {} t.food.x = 1 end } }"),
         "main.lua:3: attempt to index a nil value (field 'food') [a#1 x]"},
    };
    for (size_t i = 0; i < sizeof traps / sizeof *traps; i++)
        expect_failing_run(f, traps[i].source, 2, "", traps[i].banner);
}

static void a_place_that_no_body_fits_in_is_named_once(void **state) {
    expect_warnings(*state, read_script("traps/a_place_that_no_body_fits_in_is_named_once.lua"),
                    200,
                    "main.lua:3: schema.path: to lies inside an obstacle; it tries again every "
                    "second\n");
}

static void old_names_work_with_a_hint(void **state) {
    fixture *f = *state;
    const char *source = read_script("traps/old_names_work_with_a_hint.lua");
    expect_warnings(f, source, 3,
                    "main.lua:4: targets is called slots now; the old name works until 1.0\n"
                    "main.lua:6: monitors is called interrupts now; the old name works until 1.0\n"
                    "main.lua:6: targets is called slots now; the old name works until 1.0\n"
                    "main.lua:17: world:group is called world:new_group now; the old name works "
                    "until 1.0\n");
    expect_log(f, "3.0\ta#1\tx\n3.0\ta#1\tx\n3.0\ta#1\ty\n");
    expect_refusal(f, KIND("slots = {}, targets = {}"),
                   "main.lua:2: targets: the old name of slots, which is there too");
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(what_enter_leave_and_init_return_is_refused),
        CASE(callbacks_that_return_nothing_may_return_nil),
        CASE(a_monitor_gives_a_number),
        CASE(an_angle_may_be_rounded_up_to_a_full_circle),
        CASE(iterators_are_not_given_to_pairs),
        CASE(unknown_colors_and_keys_list_what_there_is),
        CASE(print_shows_what_is_in_a_table),
        CASE(a_guard_that_nothing_uses_is_warned_of),
        CASE(a_guard_that_scripts_can_reach_is_not_warned_of),
        CASE(a_reload_warns_of_its_guards),
        CASE(an_empty_slot_is_named_beside_the_nil_found_in_it),
        CASE(a_place_that_no_body_fits_in_is_named_once),
        CASE(old_names_work_with_a_hint),
        CASE(a_speed_that_is_not_set_is_warned_of),
        CASE(steering_a_fixed_body_is_warned_of),
        CASE(a_body_inside_an_obstacle_is_warned_of_once),
        CASE(an_agent_that_finds_no_way_is_warned_of_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
