// Mistakes at run time that used to stay silent: each is one message that names its place.
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
         "main.lua:3: enter returned 'idle', which nothing reads: a state is returned by step or "
         "by a function in on [a#1 idle]"},
        {KIND("states = { idle = {\nenter = function() return false end } }"),
         "main.lua:3: enter returned boolean, which nothing reads: a state is returned by step or "
         "by a function in on [a#1 idle]"},
        {KIND("initial = 'b', states = { b = { leave = function(self) return self end,\n"
              "on = { { when.after(0), 'c' } } }, c = {} }"),
         "main.lua:2: leave returned agent, which nothing reads: a state is returned by step or by "
         "a function in on [a#1 b]"},
        {KIND("init = function() return 'idle' end, states = { idle = {} }"),
         "main.lua:2: init returned 'idle', which nothing reads: agents begin in initial, or in "
         "the state that spawn is given [a#1 idle]"},
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

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(what_enter_leave_and_init_return_is_refused),
        CASE(callbacks_that_return_nothing_may_return_nil),
        CASE(a_monitor_gives_a_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
