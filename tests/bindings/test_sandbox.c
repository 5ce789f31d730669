// What scripts can and cannot access in the sandbox, how they fail, and limits on memory.
#include "../program.h"
#include "../read_script.h"
#include "sandbox_fixture.h"

// Allow-list

static void scripts_find_exactly_the_allowed_names(void **state) {
    expect(*state, read_script("sandbox/scripts_find_exactly_the_allowed_names.lua"),
           "assert\n"
           "coroutine close create isyieldable resume running status wrap yield\n"
           "error\ngetmetatable\nipairs\n"
           "math abs acos asin atan ceil cos deg exp floor fmod huge log max maxinteger min "
           "mininteger modf pi pow rad random randomseed sin sqrt tan tointeger type ult\n"
           "next\npairs\npcall\nprint\nrawequal\nrawget\nrawlen\nrawset\nselect\nsetmetatable\n"
           "string byte char find format gmatch gsub len lower match pack packsize rep reverse "
           "sub unpack upper\n"
           "table concat insert move pack remove sort unpack\n"
           "tonumber\ntostring\ntype\n"
           "utf8 char charpattern codepoint codes len offset\n"
           "xpcall\n");
}

// Walks everything a script can get hold of: fields, metatables, methods of strings.
static void nothing_reachable_leads_out(void **state) {
    expect(*state, read_script("sandbox/nothing_reachable_leads_out.lua"), "true\ttrue\ttrue\n");
}

static void string_methods_cannot_be_changed(void **state) {
    struct fixture *f = *state;
    expect(f,
           "string.upper = function() return 'mine' end\n"
           "print(string.upper('a'), ('a'):upper())\n"
           "print(pcall(setmetatable, '', {}))",
           "mine\tA\nfalse\tbad argument #1 to 'setmetatable' (table expected, got string)\n");
    expect(f, "print(string.upper('a'), ('a'):upper())", "A\tA\n");
}

static void assigning_a_global_raises(void **state) {
    struct fixture *f = *state;
    expect_error(f, "local a\n\nx = 1", "test.lua:3: assigning the global 'x': use local");
    expect_error(f, "print = 1", "test.lua:1: assigning the global 'print': use local");
    expect_error(f, "rawset(_ENV, 'x', 1)", "test.lua:1: rawset: this table is read-only");
    expect_error(f, "setmetatable(_ENV, {})", "test.lua:1: cannot change a protected metatable");
    expect_error(f, "table.insert(_ENV, 1)", "test.lua:1: assigning the global '1': use local");
}

static void reading_an_unknown_global_raises(void **state) {
    struct fixture *f = *state;
    expect_error(f, "local health = 1\nprint(helth)",
                 "test.lua:2: unknown global 'helth' (health?)");
    expect_error(f, "local health = 1\nlocal function hit() return health, heatlh end\nhit()",
                 "test.lua:2: unknown global 'heatlh' (health?)");
    expect_error(f, "local function f(stage) return stage, staeg end f()",
                 "test.lua:1: unknown global 'staeg' (stage?)");
    expect_error(f, "prnt(1)", "test.lua:1: unknown global 'prnt' (print?)");
    expect_error(f, "print(sqrt(4))", "test.lua:1: unknown global 'sqrt' (math.sqrt?)");
    expect_error(f, "local cow = { weight = 3 }\nprint(weight)",
                 "test.lua:2: unknown global 'weight' (cow.weight?)");
    expect_error(f, "local function a() return later() end\nlocal function later() end\na()",
                 "test.lua:1: unknown global 'later': no local of that name is in scope here");
    expect_error(f, "do local inner = 1 end\nreturn inner",
                 "test.lua:2: unknown global 'inner': no local of that name is in scope here");
    expect_error(f, "return _ENV.qqq",
                 "test.lua:1: unknown global 'qqq': no local of that name is in scope here");
    expect_error(f, "local t = { n = qqq }",
                 "test.lua:1: unknown global 'qqq': no local of that name is in scope here");
    expect(f, "print(pcall(function() return qqq end))",
           "false\ttest.lua:1: unknown global 'qqq': no local of that name is in scope here\n");
}

static int read_prnt(lua_State *L) {
    lua_getfield(L, 1, "prnt");
    return 1;
}

// The upvalues of a C function have no names.
static void an_unknown_global_that_c_code_reads_raises(void **state) {
    struct fixture *f = *state;
    assert_int_equal(load(f, "local read = ...\nread(_ENV)"), DV_OK);
    lua_newtable(f->L);
    lua_pushinteger(f->L, 1);
    lua_setfield(f->L, -2, "prnt");
    lua_pushcclosure(f->L, read_prnt, 1);
    assert_int_equal(dv_sandbox_call(f->sandbox, 1, 0, 5, &f->error), DV_ERROR_SCRIPT);
    assert_string_equal(f->error.message, "test.lua:2: unknown global 'prnt' (print?)");
}

/// Give the library of a new environment, and what is called for names it lacks.
static int give_reader(lua_State *L) {
    lua_pushnil(L);
    dv_sandbox_push_environment(L);
    luaL_getmetafield(L, -1, "__index");
    luaL_getmetafield(L, -1, "__index");
    lua_insert(L, -2);
    return 2;
}

static void an_unknown_global_that_nobody_calls_for_raises(void **state) {
    struct fixture *f = *state;
    lua_pushcfunction(f->L, give_reader);
    assert_int_equal(dv_sandbox_call(f->sandbox, 0, 2, 5, &f->error), DV_OK);
    lua_pushstring(f->L, "prnt");
    assert_int_equal(dv_sandbox_call(f->sandbox, 2, 0, 5, &f->error), DV_ERROR_SCRIPT);
    assert_string_equal(f->error.message, "unknown global 'prnt' (print?)");
}

static void what_stock_lua_has_and_scripts_lack_reads_as_nil(void **state) {
    struct fixture *f = *state;
    expect(f, read_script("sandbox/what_stock_lua_has_and_scripts_lack_reads_as_nil.lua"),
           "nil\tnil\tnil\tnil\tnil\tnil\tnil\tnil\tnil\ttrue"
           "\tnil\tnil\tnil\tnil\tnil\tnil\tnil\tnil\tnil\tnil\tnil\tnil\tnil\tnil\tnil\n");
    expect(f, "print(rawget(_ENV, 'qqq'), _ENV[1], _ENV[true], next({}))", "nil\tnil\tnil\tnil\n");
    expect(f, "local _ENV = { print = print } print(anything)", "nil\n");
}

static void environments_are_apart(void **state) {
    struct fixture *f = *state;
    expect(f, "math.floor = nil table.x = 1 print(math.floor)", "nil\n");
    expect(f, "print(math.floor(1.5), table.x)", "1\tnil\n");
}

static int give_constants(lua_State *L) {
    lua_newtable(L);
    lua_pushinteger(L, 1);
    lua_setfield(L, -2, "one");
    lua_pushinteger(L, 10);
    lua_rawseti(L, -2, 1);
    dv_sandbox_push_read_only(L, "constants");
    return 1;
}

static void read_only_tables_read_as_theirs_and_refuse_changes(void **state) {
    struct fixture *f = *state;
    static const struct {
        const char *body, *error;
    } cases[] = {
        {"local c = ... assert(c.one == 1 and c[1] == 10 and #c == 1 and c.two == nil) "
         "local k = '' for key, v in pairs(c) do k = k .. key .. v .. ' ' end "
         "assert(k == '110 one1 ', k)",
         NULL},
        {"(...).one = 2", "test.lua:1: constants is read-only"},
        {"(...).two = 2", "test.lua:1: constants is read-only"},
        {"rawset(..., 'two', 2)", "test.lua:1: rawset: this table is read-only"},
        {"table.insert(..., 2)", "test.lua:1: constants is read-only"},
        {"table.sort(...) table.remove(...)", "test.lua:1: constants is read-only"},
        {"setmetatable(..., nil)", "test.lua:1: cannot change a protected metatable"},
        {"assert(getmetatable(...) == false)", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(load(f, cases[i].body), DV_OK);
        lua_pushcfunction(f->L, give_constants);
        assert_int_equal(dv_sandbox_call(f->sandbox, 0, 1, 1, &f->error), DV_OK);
        dv_result result = dv_sandbox_call(f->sandbox, 1, 0, 1, &f->error);
        if (!cases[i].error && result != DV_OK)
            fail_msg("%s", f->error.message);
        if (cases[i].error)
            assert_string_equal(f->error.message, cases[i].error);
    }
}

static void finalizers_and_weak_tables_are_refused(void **state) {
    struct fixture *f = *state;
    expect_error(f, "setmetatable({}, { __gc = print })",
                 "test.lua:1: setmetatable: scripts have no __gc (when a finalizer runs differs "
                 "between runs)");
    expect_error(f, "setmetatable({}, { __mode = 'k' })",
                 "test.lua:1: setmetatable: scripts have no __mode (when a weak entry goes differs "
                 "between runs)");
    expect(f,
           "local t = setmetatable({}, { __index = { a = 1 } }) print(t.a)\n"
           "setmetatable(t, nil) print(t.a)",
           "1\nnil\n");
}

static void bytecode_is_refused(void **state) {
    expect_error(*state, "\x1bLua", "test.lua is bytecode, not Lua source");
}

static void byte_order_mark_and_shell_line_are_skipped(void **state) {
    expect(*state, "\xEF\xBB\xBF#!/usr/bin/env drover\nprint(1)", "1\n");
    expect_error(*state, "#!shell\nerror 'here'", "test.lua:2: here");
    expect(*state, "#only", "");
}

// Errors

static void errors_name_their_line_and_keep_a_traceback(void **state) {
    struct fixture *f = *state;
    expect_error(f, read_script("sandbox/errors_name_their_line_and_keep_a_traceback.lua"),
                 "test.lua:1: deep");
    assert_string_equal(dv_sandbox_traceback(f->sandbox), "test.lua:1: in function 'inner'\n"
                                                          "test.lua:4: in function 'outer'\n"
                                                          "test.lua:8: in main chunk");
    expect_error(f, "\nassert(false, 'no such herd')", "test.lua:2: no such herd");
    expect_error(f, "local x = = 1", "test.lua:1: unexpected symbol near '='");
    expect_error(f, "error(setmetatable({}, { __tostring = function() return 'mine' end }))",
                 "test.lua:1: mine");
    expect_error(f, "error()", "test.lua:1: the script raised a nil value");
    expect_error(f, read_script("sandbox/an_error_in_a_coroutine.lua"), "test.lua:2: inside");
    assert_string_equal(dv_sandbox_traceback(f->sandbox), "test.lua:2: in function <test.lua:1>");
}

static void deep_recursion_is_an_error(void **state) {
    struct fixture *f = *state;
    dv_sandbox_destroy(f->sandbox); // Lua's own limit needs some room
    f->sandbox = dv_sandbox_create(4 * MEMORY_CAP, NULL);
    f->L = dv_sandbox_state(f->sandbox);
    dv_sandbox_set_print(f->sandbox, keep_line, f);
    assert_int_equal(run_for(f, "local function f() return 1 + f() end f()", 5), DV_ERROR_SCRIPT);
    if (!strstr(f->error.message, "test.lua:1: stack overflow"))
        fail_msg("%s", f->error.message);
    assert_non_null(strstr(dv_sandbox_traceback(f->sandbox), "\n...\n"));
    static const char *const bombs[] = {
        "local function f() return pcall(f) end f()",
        "local function f(s) return (s:gsub('.', f)) end f('a')",
        "local t = setmetatable({}, {}) getmetatable(t).__index = function(t, k) return t[k] end "
        "local x = t.x",
        "local function f() return coroutine.wrap(f)() end f()",
        "local function f() local co = coroutine.wrap(function() local x <close> = "
        "setmetatable({}, "
        "{ __close = f }) error 'x' end) co() end f()",
        "local function f() local co = coroutine.create(function() local x <close> = "
        "setmetatable({}, { __close = f }) coroutine.yield() end) coroutine.resume(co) "
        "coroutine.close(co) end f()",
        "local function f() error(setmetatable({}, { __tostring = f })) end f()",
        "xpcall(error, function() error 'again' end)",
        "local function f() return xpcall(error, f) end f()",
        "local function f() table.sort({ 1, 2 }, f) end f()",
        "local t = {} for i = 1, 250 do t = setmetatable({}, { __index = t }) end local x = t.x "
        "local m = {} m.__index = m setmetatable(m, m) local y = m.x",
    };
    for (size_t i = 0; i < sizeof bombs / sizeof bombs[0]; i++)
        run_for(f, bombs[i], 5); // ends, whichever way, and the next run is unharmed
    expect(f, "print 'alive'", "alive\n");
}

// Memory

static int fail_allocations(lua_State *L) {
    (void)L;
    dv_fail_allocation(1, true);
    return 0;
}

static int stop_failing(lua_State *L) {
    (void)L;
    dv_fail_allocation(0, false);
    return 0;
}

static void memory_is_capped(void **state) {
    struct fixture *f = *state;
    static const char *const bombs[] = {
        "local t = {} for i = 1, 1e9 do t[i] = { i } end",
        "local s = 'x' while true do s = s .. s end",
        "local t = {} for i = 1, 1e9 do t[i] = coroutine.create(print) end",
        "local t = setmetatable({}, { __len = function() return 1e8 end }) table.sort(t)",
        "local t = setmetatable({}, { __index = rawlen }) table.concat(t, 'xxxxxxxx', 1, 1e15)",
        "local s = ('x'):rep(1e6) s = s:gsub('x', s)",
    };
    for (size_t i = 0; i < sizeof bombs / sizeof bombs[0]; i++) {
        dv_result result = run_for(f, bombs[i], 100);
        assert_int_equal(result, DV_ERROR_SCRIPT);
        if (strcmp(f->error.message, "test.lua:1: out of memory: scripts may use at most 64 MiB") !=
            0)
            fail_msg("%s: %s", bombs[i], f->error.message);
        assert_true(dv_sandbox_memory(f->sandbox) <= MEMORY_CAP);
    }
    expect(f, "print(pcall(string.rep, 'x', 1e8))",
           "false\tout of memory: scripts may use at most 64 MiB\n");
    expect(f,
           "local co = coroutine.create(string.rep) print(coroutine.resume(co, 'x', 1e8))\n"
           "print(pcall(coroutine.wrap(string.rep), 'x', 1e8))",
           "false\tout of memory: scripts may use at most 64 MiB\n"
           "false\tout of memory: scripts may use at most 64 MiB\n");
}

/// Wherever memory runs out, the message has the line of the script: in any kind of value, while
/// the stack grows, in a coroutine, in a function that sorts, compares, or closes, and in a chunk.
static void memory_that_runs_out_has_a_line(void **state) {
    struct fixture *f = *state;
    static const char *const bombs[] = {
        "local t = {}\nfor i = 1, 1e9 do\nt[i] = i\nend",
        "local t = {}\nfor i = 1, 1e9 do\nt[i .. ''] = i\nend",
        "local t = {}\nfor i = 1, 1e9 do\nt[i] = function() return i end\nend",
        "local t = {}\nlocal function grow(n)\nt[#t + 1] = ('x'):rep(2000) .. n return grow(n + 1) "
        "end\ngrow(1)",
        "local t = {}\ncoroutine.wrap(function() for i = 1, 1e9 do\nt[i] = { i } end end)()",
        "local t = { 3, 2, 1 }\nlocal kept = {}\ntable.sort(t, function(a, b) for i = 1, 1e9 do "
        "kept[i] = { i } end end)",
        "local kept = {}\nlocal t = setmetatable({}, { __index = function(_, k)\nfor i = 1, 1e9 do "
        "kept[i] = { i } end end })\nprint(t.x)",
        "local kept = {}\ndo\nlocal c <close> = setmetatable({}, { __close = function() for i = 1, "
        "1e9 do kept[i] = { i } end end }) end",
        "local t = {}\nfor i = 1, 1e9 do\nt[i] = ('%d %s'):format(i, ('y'):rep(90)) end",
        "local t = {}\nfor i = 1, 1e9 do\nt[#t + 1] = table.pack(table.unpack({}, 1, 200)) end",
        "local kept = {}\nlocal function deep(n)\nkept[n] = ('x'):rep(2000) .. n\nreturn 1 + "
        "deep(n + "
        "1) end\ndeep(1)",
    };
    for (size_t i = 0; i < sizeof bombs / sizeof *bombs; i++) {
        assert_int_equal(run_for(f, bombs[i], 100), DV_ERROR_SCRIPT);
        const char *message = ": out of memory: scripts may use at most 64 MiB";
        const char *colon = strstr(f->error.message, message);
        if (!colon || strncmp(f->error.message, "test.lua:", 9) != 0 || colon[-2] != ':')
            fail_msg("%s: %s", bombs[i], f->error.message);
        expect(f, "print 'alive'", "alive\n");
    }
}

static size_t give_extra(void *context) { return *(const size_t *)context; }

// What is held already stays when the limit sinks below it.
static void the_limit_may_rise_and_fall(void **state) {
    struct fixture *f = *state;
    size_t extra = 0;
    dv_sandbox_limit limit = {
        .cap = 8u << 20, .extra = give_extra, .context = &extra, .text = "8 MiB and some"};
    dv_sandbox_destroy(f->sandbox);
    f->sandbox = dv_sandbox_create_within(&limit, &f->error);
    f->L = dv_sandbox_state(f->sandbox);
    dv_sandbox_set_print(f->sandbox, keep_line, f);
    const char *script = "print(#(('x'):rep(9 << 20)))";
    expect_error(f, script, "test.lua:1: out of memory: scripts may use at most 8 MiB and some");
    extra = 24u << 20;
    expect(f, script, "9437184\n");
    assert_int_equal(load(f, "return ('x'):rep(9 << 20)"), DV_OK);
    assert_int_equal(dv_sandbox_call(f->sandbox, 0, 1, 20, &f->error), DV_OK);
    extra = 0;
    assert_true(dv_sandbox_memory(f->sandbox) > limit.cap);
    assert_int_equal(lua_rawlen(f->L, -1), 9u << 20);
    lua_pop(f->L, 1);
    expect(f, "print 'alive'", "alive\n");
    expect_error(f, script, "test.lua:1: out of memory: scripts may use at most 8 MiB and some");
}

// The system's refusal is another failure than the cap's: what counts is the last.
static void a_refusal_by_the_system_is_not_blamed_for_the_cap(void **state) {
    struct fixture *f = *state;
    assert_int_equal(load(f, "local fail, stop = ... fail() pcall(string.rep, 'x', 1e6) stop()\n"
                             "local s = ('x'):rep(1e8)"),
                     DV_OK);
    lua_pushcfunction(f->L, fail_allocations);
    lua_pushcfunction(f->L, stop_failing);
    assert_int_equal(dv_sandbox_call(f->sandbox, 2, 0, 20, &f->error), DV_ERROR_SCRIPT);
    assert_string_equal(f->error.message,
                        "test.lua:2: out of memory: scripts may use at most 64 MiB");
}

static void garbage_does_not_reach_the_cap(void **state) {
    expect(*state, "for i = 1, 1e6 do local t = { i, i, i, i } end print 'fine'", "fine\n");
}

/// Drop ten megabytes of small tables, then allocate a little at a time. Returns the most bytes
/// that went within one allocation.
static int free_step_by_step(lua_State *L) {
    const dv_sandbox *sandbox = dv_sandbox_of(L);
    size_t most = 0;
    lua_newtable(L);
    for (int i = 1; i <= 100000; i++) {
        lua_newtable(L);
        lua_pushinteger(L, i);
        lua_rawseti(L, -2, 1);
        lua_rawseti(L, -2, i);
    }
    lua_settop(L, 0);
    size_t all = dv_sandbox_memory(sandbox), before = all;
    for (int i = 0; i < 1000000 && before > all / 2; i++) {
        lua_newuserdatauv(L, 64, 0);
        lua_settop(L, 0);
        size_t now = dv_sandbox_memory(sandbox);
        most = before > now && before - now > most ? before - now : most;
        before = now;
    }
    assert_true(before <= all / 2);
    lua_pushinteger(L, (lua_Integer)most);
    return 1;
}

// Otherwise single ticks would take milliseconds longer than others.
static void garbage_is_freed_in_small_steps(void **state) {
    struct fixture *f = *state;
    lua_pushcfunction(f->L, free_step_by_step);
    assert_int_equal(dv_sandbox_call(f->sandbox, 0, 1, 20, &f->error), DV_OK);
    assert_in_range(lua_tointeger(f->L, -1), 1, 1 << 20);
    lua_pop(f->L, 1);
}

static void a_cap_too_small_for_lua_is_an_error(void **state) {
    (void)state;
    dv_error error = {""};
    assert_null(dv_sandbox_create(10000, &error));
    assert_string_equal(error.message, "out of memory: scripts may use at most 0 MiB");
    assert_null(dv_sandbox_create(100, &error));
    assert_int_equal(dv_allocated_bytes(), 0);
}

static void every_failing_allocation_is_survived(void **state) {
    struct fixture *f = *state;
    for (int and_after = 0; and_after < 2; and_after++) {
        bool created = false;
        for (uint64_t n = 1; !created; n++) {
            dv_error error = {""};
            dv_fail_allocation(n, and_after);
            dv_sandbox *sandbox = dv_sandbox_create(MEMORY_CAP, &error);
            dv_fail_allocation(0, false);
            created = sandbox != NULL;
            if (!created)
                assert_string_equal(error.message, "out of memory");
            dv_sandbox_destroy(sandbox);
        }
    }
    const char *script = "local t = {} for i = 1, 30 do t['k' .. i] = { i } end "
                         "for k, v in pairs(t) do t[k] = tostring(v[1]):rep(50) end "
                         "local l = {} for k, v in pairs(t) do l[#l + 1] = v end table.sort(l) "
                         "print(table.concat(l), coroutine.wrap(function() return 1 end)()) "
                         "print(pcall(error, 'x'))";
    bool finished = false;
    for (uint64_t n = 1; !finished; n++) {
        dv_fail_allocation(n, true);
        dv_result result = run_for(f, script, 20);
        dv_fail_allocation(0, false);
        finished = result == DV_OK;
        if (!finished)
            assert_int_equal(result, DV_ERROR_MEMORY);
        assert_int_equal(lua_gettop(f->L), 0);
    }
}

TESTS {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(scripts_find_exactly_the_allowed_names),
        TEST(nothing_reachable_leads_out),
        TEST(string_methods_cannot_be_changed),
        TEST(assigning_a_global_raises),
        TEST(reading_an_unknown_global_raises),
        TEST(an_unknown_global_that_c_code_reads_raises),
        TEST(an_unknown_global_that_nobody_calls_for_raises),
        TEST(what_stock_lua_has_and_scripts_lack_reads_as_nil),
        TEST(environments_are_apart),
        TEST(read_only_tables_read_as_theirs_and_refuse_changes),
        TEST(finalizers_and_weak_tables_are_refused),
        TEST(bytecode_is_refused),
        TEST(byte_order_mark_and_shell_line_are_skipped),
        TEST(errors_name_their_line_and_keep_a_traceback),
        TEST(deep_recursion_is_an_error),
        TEST(memory_is_capped),
        TEST(memory_that_runs_out_has_a_line),
        TEST(the_limit_may_rise_and_fall),
        TEST(a_refusal_by_the_system_is_not_blamed_for_the_cap),
        TEST(garbage_does_not_reach_the_cap),
        TEST(garbage_is_freed_in_small_steps),
        cmocka_unit_test(a_cap_too_small_for_lua_is_an_error),
        TEST(every_failing_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
