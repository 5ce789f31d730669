// The messages for errors of scripts, for any value that they raise; and raw access to tables.
#include "../program.h"
#include "../read_script.h"
#include "sandbox_fixture.h"

static void any_value_can_be_raised(void **state) {
    struct fixture *f = *state;
    expect_error(f, "error(42)", "test.lua:1: 42");
    expect_error(f, "error(nil)", "test.lua:1: the script raised a nil value");
    expect_error(f, "error({})", "test.lua:1: the script raised a table value");
    expect_error(f, "error({ 1, why = 2 })",
                 "test.lua:1: the script raised a table value: { 1, why = 2 }");
    expect_error(f, "error(false)", "test.lua:1: the script raised a boolean value: false");
    expect_error(f, "assert(1 > 3, 2.5)", "test.lua:1: 2.5");
    expect_error(f, "error(setmetatable({}, { __tostring = function() return 'own' end }))",
                 "test.lua:1: own");
    expect_error(f, "error(setmetatable({}, {}))", "test.lua:1: the script raised a table value");
    expect_error(f, "error(print)", "test.lua:1: the script raised a function value");
    expect_error(f, "error(setmetatable({}, { __tostring = function() return 'odd' end }))",
                 "test.lua:1: odd");
}

static void a_message_without_a_place_gets_one(void **state) {
    struct fixture *f = *state;
    expect_error(f, "error 'x'", "test.lua:1: x");
    expect_error(f, "error('x', 0)", "test.lua:1: x");
    expect_error(f, "error(':1: x', 0)", "test.lua:1: :1: x");
    expect_error(f, "error('a:b', 0)", "test.lua:1: a:b");
    expect_error(f, "error('a:1 b', 0)", "test.lua:1: a:1 b");
    expect_error(f, "error('a.lua:12: b', 0)", "a.lua:12: b");
}

static void a_long_traceback_ends_with_a_whole_line(void **state) {
    struct fixture *f = *state;
    char name[1200], source[8192];
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    snprintf(source, sizeof source,
             "local %s\n%s = function(n) if n == 0 then error 'deep' end %s(n - 1) return 1 end\n"
             "%s(6)",
             name, name, name, name);
    expect_error(f, source, "test.lua:2: deep");
    const char *traceback = dv_sandbox_traceback(f->sandbox);
    const char *last = strrchr(traceback, '\n');
    last = last ? last + 1 : traceback;
    assert_int_equal(strncmp(last, "test.lua:2: in ", 15), 0);
    // Not all of the seven calls have room.
    int lines = 1;
    for (const char *at = traceback; (at = strchr(at, '\n')); at++)
        lines++;
    assert_true(lines < 8);
}

static void raw_access_reads_and_writes_own_tables_alone(void **state) {
    struct fixture *f = *state;
    expect(f, read_script("sandbox_errors/raw_access_reads_and_writes_own_tables_alone.lua"),
           "nil\t0\t3\t2\ntrue\t5\t5\t2\ntrue\t0\n");
    expect(f, "print(pcall(rawlen, 5)) print((pcall(rawset, {}, nil, 1)))",
           "false\tbad argument #1 to 'rawlen' (table or string expected, got number)\nfalse\n");
}

static int protect_a_plain_table(lua_State *L) {
    lua_newtable(L);
    dv_sandbox_protect(L, -1);
    return 0;
}

static void only_tables_with_a_metatable_are_protected(void **state) {
    struct fixture *f = *state;
    lua_pushcfunction(f->L, protect_a_plain_table);
    assert_int_equal(dv_sandbox_call(f->sandbox, 0, 0, 5, &f->error), DV_ERROR_SCRIPT);
    assert_non_null(strstr(f->error.message, "only a table with a metatable can be protected"));
}

/// Call the function at 1 from a stack with room for so many values more, the second argument.
static int call_with_little_room(lua_State *L) {
    int room = (int)lua_tointeger(L, 2);
    dv_error error;
    while (lua_checkstack(L, 1))
        lua_pushnil(L);
    lua_settop(L, -room - 1);
    lua_copy(L, 1, -1);
    int top = lua_gettop(L);
    dv_result result = dv_sandbox_call_on(L, 0, 0, 5, &error);
    bool is_popped = lua_gettop(L) == top - 1;
    lua_settop(L, 0);
    lua_pushboolean(L, result == DV_ERROR_SCRIPT && is_popped);
    lua_pushstring(L, error.message);
    return 2;
}

static void a_call_that_the_stack_has_no_room_for_is_refused(void **state) {
    struct fixture *f = *state;
    // None for the handler, then none for the function that is called.
    for (int room = 0; room < 8; room += 4) {
        lua_pushcfunction(f->L, call_with_little_room);
        lua_pushcfunction(f->L, protect_a_plain_table);
        lua_pushinteger(f->L, room);
        assert_int_equal(dv_sandbox_call(f->sandbox, 2, 2, 5, &f->error), DV_OK);
        assert_true(lua_toboolean(f->L, 1));
        assert_string_equal(lua_tostring(f->L, 2), "stack overflow");
        lua_settop(f->L, 0);
    }
}

// Its line is looked for in a tree of the source, and there may be no memory for that.
static void a_source_too_deep_fails_with_or_without_its_line(void **state) {
    struct fixture *f = *state;
    char source[1024];
    size_t length = (size_t)snprintf(source, sizeof source, "local a\na = ");
    memset(source + length, '(', 300);
    source[length + 300] = '\0';
    int with = 0, without = 0;
    uint64_t nth = 0, refused = 1;
    while (refused > 0) {
        dv_fail_allocation(++nth, false);
        refused = dv_refused_allocations();
        dv_result result = load(f, source);
        refused = dv_refused_allocations() - refused;
        dv_fail_allocation(0, false);
        assert_int_not_equal(result, DV_OK);
        if (strstr(f->error.message, "test.lua:2: blocks and expressions are nested too deeply"))
            with++;
        else if (strstr(f->error.message, "C stack overflow"))
            without++;
        else
            assert_string_equal(f->error.message, "out of memory");
    }
    assert_true(with > 0 && without > 0);
}

TESTS {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(any_value_can_be_raised),
        TEST(a_message_without_a_place_gets_one),
        TEST(a_long_traceback_ends_with_a_whole_line),
        TEST(raw_access_reads_and_writes_own_tables_alone),
        TEST(only_tables_with_a_metatable_are_protected),
        TEST(a_source_too_deep_fails_with_or_without_its_line),
        TEST(a_call_that_the_stack_has_no_room_for_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
