// Scripts that run too long are stopped, whatever they do.
#include "../program.h"
#include "sandbox_fixture.h"

#include "sandbox/sandbox_private.h"

#include <sys/resource.h>

static void expect_stop(struct fixture *f, const char *source) {
    if (SIGNALS_ARE_HELD_BACK)
        return;
    double start = processor_seconds();
    dv_result result = run_for(f, source, 0.1);
    double used = processor_seconds() - start;
    if (result != DV_ERROR_SCRIPT ||
        !strstr(f->error.message, "stopped after 0.1 s: the script does not return"))
        fail_msg("%d %s\n%s", result, f->error.message, source);
    assert_true(dv_sandbox_stopped(f->sandbox));
    assert_int_equal(strncmp(f->error.message, "test.lua:", 9), 0);
    assert_true(dv_sandbox_traceback(f->sandbox)[0] != 0);
    // The timer may be early by a beat of the system's clock.
    if (used < 0.09 || used > 1)
        fail_msg("stopped after %g s\n%s", used, source);
    // Nothing is left behind: no hook, no stop under way.
    expect(f, "local n = 0 for i = 1, 1e5 do n = n + 1 end print(n, pcall(error, 'x'))",
           "100000\tfalse\tx\n");
    assert_null(lua_gethook(f->L));
}

static void endless_loops_are_stopped(void **state) {
    struct fixture *f = *state;
    static const char *const loops[] = {
        "while true do end",
        "for i = 1, math.huge do end",
        "repeat until false",
        "::again:: goto again",
        "local function f() return f() end f()",
        "while true do pcall(function() while true do end end) end",
        "while true do pcall(error) end",
        "while true do xpcall(function() while true do end end, function() while true do end end) "
        "end",
        "xpcall(function() while true do end end, function() while true do end end)",
        "xpcall(error, function() while true do end end)",
        "xpcall(error, function() while true do pcall(function() while true do end end) end end)",
        "while true do xpcall(error, function(m) return m end) end",
        "while true do string.rep(' ', 100) end",
        "error(setmetatable({}, { __tostring = function() while true do end end }))",
        "local x = setmetatable({}, { __index = function() while true do end end }).y",
        "setmetatable({}, { __newindex = function() while true do end end }).y = 1",
        "local x = setmetatable({}, { __add = function() while true do end end }) + 1",
        "print(setmetatable({}, { __tostring = function() while true do end end }))",
        "for _ in pairs(setmetatable({}, { __pairs = function() while true do end end })) do end",
        "for _ in function() return 1 end do end",
        "('x'):gsub('x', function() while true do end end)",
        "for _ in ('x'):gmatch('x') do while true do end end",
        "table.sort({ 3, 2, 1 }, function() while true do end end)",
        "table.sort({ 3, 2, 1 }, function() while true do pcall(function() while true do end end) "
        "end end)",
    };
    for (size_t i = 0; i < sizeof loops / sizeof loops[0]; i++)
        expect_stop(f, loops[i]);
}

static void endless_coroutines_are_stopped(void **state) {
    struct fixture *f = *state;
    static const char *const loops[] = {
        "coroutine.wrap(function() while true do end end)()",
        "coroutine.resume(coroutine.create(function() while true do end end)) while true do end",
        "while true do coroutine.resume(coroutine.create(function() while true do end end)) end",
        "while true do pcall(coroutine.wrap(function() while true do end end)) end",
        "while true do coroutine.wrap(function() end)() end",
        "local c = coroutine.wrap(function() while true do coroutine.yield() end end) "
        "while true do c() end",
        "coroutine.wrap(function() pcall(coroutine.wrap(function() "
        "coroutine.resume(coroutine.create(function() while true do end end)) while true do end "
        "end)) while true do end end)()",
        "local function f() pcall(coroutine.wrap(f)) while true do end end f()",
    };
    for (size_t i = 0; i < sizeof loops / sizeof loops[0]; i++)
        expect_stop(f, loops[i]);
}

static void endless_closing_is_stopped(void **state) {
    struct fixture *f = *state;
    static const char *const loops[] = {
        "local x <close> = setmetatable({}, { __close = function() while true do end end })",
        "local endless = setmetatable({}, { __close = function() while true do end end })\n"
        "local a <close> = endless local b <close> = endless local c <close> = endless\n"
        "while true do end",
        "local endless = setmetatable({}, { __close = function() while true do end end })\n"
        "pcall(function() local a <close> = endless local b <close> = endless error 'x' end)",
        "local endless = setmetatable({}, { __close = function() while true do end end })\n"
        "pcall(coroutine.wrap(function() local a <close> = endless while true do end end))",
        "local endless = setmetatable({}, { __close = function() while true do end end })\n"
        "pcall(coroutine.wrap(function() local a <close> = endless error 'x' end))",
        "local endless = setmetatable({}, { __close = function() while true do end end })\n"
        "local co = coroutine.create(function() local a <close> = endless coroutine.yield() end)\n"
        "coroutine.resume(co) coroutine.close(co)",
        "local endless = setmetatable({}, { __close = function() while true do end end })\n"
        "local co = coroutine.create(function() local a <close> = endless while true do end end)\n"
        "pcall(coroutine.resume, co) pcall(coroutine.close, co) while true do end",
        "for _ in function() return 1 end, nil, nil,\n"
        "  setmetatable({}, { __close = function() while true do end end }) do break end",
    };
    for (size_t i = 0; i < sizeof loops / sizeof loops[0]; i++)
        expect_stop(f, loops[i]);
}

static void loops_inside_the_library_are_stopped(void **state) {
    struct fixture *f = *state;
    static const char *const loops[] = {
        "table.move({}, 1, math.maxinteger - 1, 2)",
        "pcall(table.move, {}, 1, math.maxinteger - 1, 2) while true do end",
        "table.insert(setmetatable({}, { __len = function() return 1e15 end }), 1, 1)",
        "table.remove(setmetatable({}, { __len = function() return 1e15 end }), 1)",
        "table.concat(setmetatable({}, { __index = function() return '' end }), '', 1, 1e15)",
    };
    for (size_t i = 0; i < sizeof loops / sizeof loops[0]; i++)
        expect_stop(f, loops[i]);
}

static void the_stop_names_the_line(void **state) {
    struct fixture *f = *state;
    if (SIGNALS_ARE_HELD_BACK)
        return;
    assert_int_equal(
        run_for(f, "local n = 0\nlocal function spin()\n  while true do end\nend\nspin()", 0.05),
        DV_ERROR_SCRIPT);
    assert_string_equal(f->error.message,
                        "test.lua:3: stopped after 0.05 s: the script does not return");
    assert_string_equal(dv_sandbox_traceback(f->sandbox), "test.lua:3: in function 'spin'\n"
                                                          "test.lua:5: in main chunk");
}

static int call_again(lua_State *L) {
    dv_error error;
    lua_pushvalue(L, 1);
    dv_result result = dv_sandbox_call_on(L, 0, 0, 1000, &error);
    lua_pushboolean(L, result == DV_OK);
    lua_pushstring(L, result == DV_OK ? "" : error.message);
    return 2;
}

static void nested_calls_keep_the_outer_deadline(void **state) {
    struct fixture *f = *state;
    static const char *const scripts[] = {
        "local again = ... again(function() while true do end end) while true do end",
        "local again = ... while true do again(function() again(function() while true do end end) "
        "end) end",
        "local again = ... coroutine.wrap(function() again(function() while true do end end) "
        "end)()",
    };
    for (size_t i = 0; i < 3 && !SIGNALS_ARE_HELD_BACK; i++) {
        assert_int_equal(load(f, scripts[i]), DV_OK);
        lua_pushcfunction(f->L, call_again);
        double start = processor_seconds();
        assert_int_equal(dv_sandbox_call(f->sandbox, 1, 0, 0.1, &f->error), DV_ERROR_SCRIPT);
        assert_true(processor_seconds() - start < 1);
        assert_string_equal(f->error.message,
                            "test.lua:1: stopped after 0.1 s: the script does not return");
    }
    assert_int_equal(load(f, "local again = ... print(again(function() end)) "
                             "print(again(function() error 'x' end))"),
                     DV_OK);
    lua_pushcfunction(f->L, call_again);
    assert_int_equal(dv_sandbox_call(f->sandbox, 1, 0, 5, &f->error), DV_OK);
    assert_string_equal(f->printed, "true\t\nfalse\ttest.lua:1: x\n");
}

static void two_sandboxes_nest(void **state) {
    struct fixture *f = *state;
    dv_sandbox *inner = dv_sandbox_create(MEMORY_CAP, NULL);
    assert_ptr_equal(dv_sandbox_of(dv_sandbox_state(inner)), inner);
    assert_ptr_equal(dv_sandbox_of(f->L), f->sandbox);
    dv_sandbox_set_owner(inner, &inner);
    assert_ptr_equal(dv_sandbox_owner(inner), &inner);
    dv_sandbox_destroy(inner);
}

static void short_calls_never_expire(void **state) {
    struct fixture *f = *state;
    assert_int_equal(load(f, "local n = 0 return function() for i = 1, 2000 do n = n + 1 end end"),
                     DV_OK);
    assert_int_equal(dv_sandbox_call(f->sandbox, 0, 1, 5, &f->error), DV_OK);
    double start = processor_seconds();
    while (processor_seconds() - start < 0.5) {
        lua_pushvalue(f->L, -1);
        assert_int_equal(dv_sandbox_call(f->sandbox, 0, 0, 0.05, &f->error), DV_OK);
    }
    lua_pop(f->L, 1);
}

static void child_processes_are_watched_too(void **state) {
    struct fixture *f = *state;
    if (SIGNALS_ARE_HELD_BACK)
        return;
    expect_stop(f, "while true do end"); // the timer of this process runs
    pid_t child = fork();
    if (child == 0) {
        setrlimit(RLIMIT_CPU, &(struct rlimit){20, 20}); // seconds, of this process alone
        dv_result result = run_for(f, "while true do end", 0.1);
        dv_sandbox_destroy(f->sandbox);
        _exit(result != DV_ERROR_SCRIPT);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

// C functions, which no hook stops: they are asked, or go on.

/// Work for so many seconds of processor time.
static void burn(double seconds) {
    double end = processor_seconds() + seconds;
    while (processor_seconds() < end)
        continue;
}

static void burn_until_stopped(lua_State *L) {
    double end = processor_seconds() + 5;
    while (!dv_sandbox_is_stopping(L) && processor_seconds() < end)
        continue;
}

static int outlast_the_budget_and_the_deadline(lua_State *L) {
    burn_until_stopped(L);
    burn(0.2);
    dv_sandbox_check(L);
    return 0;
}

static void of_two_stops_the_first_is_the_reason(void **state) {
    struct fixture *f = *state;
    if (SIGNALS_ARE_HELD_BACK)
        return;
    dv_sandbox_begin_budget(f->sandbox, 0.05);
    lua_pushcfunction(f->L, outlast_the_budget_and_the_deadline);
    assert_int_equal(dv_sandbox_call(f->sandbox, 0, 0, 0.15, &f->error), DV_ERROR_SCRIPT);
    assert_int_equal(dv_sandbox_stopped(f->sandbox), DV_STOP_BUDGET);
    assert_string_equal(f->error.message,
                        "stopped: Lua has used up the 0.05 s of a tick (--budget)");
}

static int call_and_forget(lua_State *L) {
    lua_pcall(L, 0, 0, 0);
    return 0;
}

static void a_stop_that_c_code_keeps_to_itself_fails_the_call(void **state) {
    struct fixture *f = *state;
    if (SIGNALS_ARE_HELD_BACK)
        return;
    lua_pushcfunction(f->L, call_and_forget);
    assert_int_equal(load(f, "while true do end"), DV_OK);
    assert_int_equal(dv_sandbox_call(f->sandbox, 1, 0, 0.05, &f->error), DV_ERROR_SCRIPT);
    assert_string_equal(f->error.message,
                        "test.lua:1: stopped after 0.05 s: the script does not return");
    assert_null(lua_gethook(f->L));
}

/// Take too long, and begin the next call all the same.
static int be_late_twice(lua_State *L) {
    for (int i = 0; i < 2; i++) {
        burn_until_stopped(L);
        dv_sandbox_restart_call(L);
    }
    lua_pushboolean(L, !dv_sandbox_is_stopping(L) && !lua_gethook(L));
    return 1;
}

static void a_call_that_returned_late_leaves_the_next_its_time(void **state) {
    struct fixture *f = *state;
    if (SIGNALS_ARE_HELD_BACK)
        return;
    lua_pushcfunction(f->L, be_late_twice);
    assert_int_equal(dv_sandbox_call(f->sandbox, 0, 1, 0.05, &f->error), DV_OK);
    assert_true(lua_toboolean(f->L, -1));
    lua_pop(f->L, 1);
    // What all calls have together is used up for the next one too.
    dv_sandbox_begin_budget(f->sandbox, 0.05);
    lua_pushcfunction(f->L, be_late_twice);
    assert_int_equal(dv_sandbox_call(f->sandbox, 0, 1, 10, &f->error), DV_ERROR_SCRIPT);
    assert_int_equal(dv_sandbox_stopped(f->sandbox), DV_STOP_BUDGET);
}

static int take_time_that_was_added(lua_State *L) {
    dv_sandbox_prolong(L, 0.3);
    burn(0.2);
    lua_pushboolean(L, !dv_sandbox_is_stopping(L));
    return 1;
}

static void added_time_is_added_to_the_budget_too(void **state) {
    struct fixture *f = *state;
    dv_sandbox_begin_budget(f->sandbox, 0.05);
    lua_pushcfunction(f->L, take_time_that_was_added);
    assert_int_equal(dv_sandbox_call(f->sandbox, 0, 1, 0.05, &f->error), DV_OK);
    assert_true(lua_toboolean(f->L, -1));
    lua_pop(f->L, 1);
}

static void burn_periods(const dv_sandbox *sandbox, uint64_t periods) {
    uint64_t end = sandbox->used[0] + periods;
    while (sandbox->used[0] < end)
        continue;
}

static int run_many_functions(lua_State *L) {
    dv_sandbox *sandbox = dv_sandbox_of(L);
    for (uint32_t function = 1; function <= DV_MAX_SAMPLED + 1; function++) {
        dv_sandbox_enter(sandbox, (dv_running){.function = function});
        burn_periods(sandbox, 1);
    }
    burn_periods(sandbox, 20);
    dv_sandbox_enter(sandbox, (dv_running){.function = 7});
    burn_periods(sandbox, 10);
    return 0;
}

static void of_very_many_functions_some_are_sampled(void **state) {
    struct fixture *f = *state;
    double seconds;
    if (SIGNALS_ARE_HELD_BACK)
        return;
    dv_sandbox_begin_budget(f->sandbox, 1000);
    lua_pushcfunction(f->L, run_many_functions);
    assert_int_equal(dv_sandbox_call(f->sandbox, 0, 0, 1000, &f->error), DV_OK);
    assert_int_equal(dv_sandbox_busiest(f->sandbox, &seconds), 7);
    assert_true(seconds > 0.1);
}

/// Use 3 of 5 periods of the first budget, and more than all of the second.
static int run_on_two_budgets(lua_State *L) {
    dv_sandbox *sandbox = dv_sandbox_of(L);
    dv_sandbox_enter(sandbox, (dv_running){.function = 1, .budget = 0});
    burn_periods(sandbox, 3);
    dv_sandbox_enter(sandbox, (dv_running){.function = 2, .budget = 1});
    uint64_t end = sandbox->used[1] + 10;
    while (sandbox->used[1] < end && !dv_sandbox_is_stopping(L))
        continue;
    lua_pushinteger(L, (lua_Integer)sandbox->used[1]);
    dv_sandbox_enter(sandbox, (dv_running){0});
    dv_sandbox_check(L);
    return 1;
}

static void each_budget_is_used_up_alone(void **state) {
    struct fixture *f = *state;
    double seconds;
    if (SIGNALS_ARE_HELD_BACK)
        return;
    dv_sandbox_begin_budget(f->sandbox, 0.05);
    lua_pushcfunction(f->L, run_on_two_budgets);
    assert_int_equal(dv_sandbox_call(f->sandbox, 0, 0, 1000, &f->error), DV_ERROR_SCRIPT);
    assert_int_equal(dv_sandbox_stopped(f->sandbox), DV_STOP_BUDGET);
    const dv_sandbox *sandbox = f->sandbox;
    assert_in_range(sandbox->used[0], 3, 4);
    assert_in_range(sandbox->used[1], 5, 10);
    assert_int_equal(dv_sandbox_busiest(f->sandbox, &seconds), 2);
}

static void an_interrupt_stops_what_runs_when_it_is_due(void **state) {
    struct fixture *f = *state;
    if (SIGNALS_ARE_HELD_BACK)
        return;
    dv_sandbox_interrupt_after(1e6);
    assert_int_equal(run_for(f, "while true do end", 0.1), DV_ERROR_SCRIPT);
    assert_int_equal(dv_sandbox_stopped(f->sandbox), DV_STOP_CALL);
    dv_sandbox_interrupt_after(0);
    assert_int_equal(run_for(f, "while true do end", 1000), DV_ERROR_SCRIPT);
    assert_int_equal(dv_sandbox_stopped(f->sandbox), DV_STOP_INTERRUPT);
    assert_string_equal(f->error.message, "test.lua:1: stopped by an interrupt");
    dv_sandbox_forget_interrupt();
    expect(f, "for i = 1, 1e6 do end print 'on'", "on\n");
}

/// What a call in a process comes to that the system gives no timer.
static int call_without_a_timer(struct fixture *f) {
    struct rlimit limit;
    getrlimit(RLIMIT_SIGPENDING, &limit);
    setrlimit(RLIMIT_SIGPENDING, &(struct rlimit){0, limit.rlim_max});
    dv_result result = load(f, "return 1");
    bool is_refused = result == DV_ERROR_LIMIT && lua_gettop(f->L) == 0 &&
                      strstr(f->error.message, "no timer to watch over scripts: ");
    setrlimit(RLIMIT_SIGPENDING, &limit);
    bool goes_on = run_for(f, "print 'on'", 5) == DV_OK && strcmp(f->printed, "on\n") == 0;
    dv_sandbox_destroy(f->sandbox);
    return is_refused && goes_on ? 0 : 1;
}

static void without_a_timer_no_script_runs(void **state) {
    struct fixture *f = *state;
    pid_t child = fork(); // which has none yet
    if (child == 0)
        exit(call_without_a_timer(f));
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

TESTS {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(endless_loops_are_stopped),
        TEST(endless_coroutines_are_stopped),
        TEST(endless_closing_is_stopped),
        TEST(loops_inside_the_library_are_stopped),
        TEST(the_stop_names_the_line),
        TEST(nested_calls_keep_the_outer_deadline),
        TEST(two_sandboxes_nest),
        TEST(short_calls_never_expire),
        TEST(child_processes_are_watched_too),
        TEST(of_two_stops_the_first_is_the_reason),
        TEST(a_stop_that_c_code_keeps_to_itself_fails_the_call),
        TEST(a_call_that_returned_late_leaves_the_next_its_time),
        TEST(added_time_is_added_to_the_budget_too),
        TEST(of_very_many_functions_some_are_sampled),
        TEST(each_budget_is_used_up_alone),
        TEST(an_interrupt_stops_what_runs_when_it_is_due),
        TEST(without_a_timer_no_script_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
