// Scripts that run too long are stopped, whatever they do.
#include "sandbox_fixture.h"

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

int main(void) {
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
