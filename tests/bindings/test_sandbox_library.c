// The standard library in the sandbox: it works as in Lua, but gives the same results on every
// machine.
#include "../program.h"
#include "../read_script.h"
#include "sandbox_fixture.h"

static void pairs_visits_in_order(void **state) {
    struct fixture *f = *state;
    expect(f, read_script("sandbox_library/pairs_visits_in_order.lua"),
           "-5\t0\n1\ta\n3\tc\n\"\"\t4\n\"B\"\t7\n\"a\"\t2\n\"a\\0\"\t5\n\"ab\"\t3\n\"z\"\t1\n"
           "\"\xff\"\t6\nfalse\t0\ntrue\t1\n");
    expect(f, "for k, v in pairs { b = 1, a = 2, 10, 20 } do print(k, v) end",
           "1\t10\n2\t20\na\t2\nb\t1\n");
    expect(f,
           "for k, v in pairs { 'x', 'y' } do print(k, v) end for _ in pairs {} do print 'no' end",
           "1\tx\n2\ty\n");
    expect(
        f,
        "for k in pairs { [math.mininteger] = 1, [math.maxinteger] = 2, [0] = 3 } do print(k) end",
        "-9223372036854775808\n0\n9223372036854775807\n");
}

static void pairs_skips_what_is_removed_meanwhile(void **state) {
    struct fixture *f = *state;
    // A list, a small table and a large one: each has its own way.
    expect(f,
           "local t = { 1, 2, 3, 4, 5 }\n"
           "for k in pairs(t) do if k == 1 then t[2] = nil t[5] = nil end t[k] = nil print(k) end",
           "1\n3\n4\n");
    expect(f,
           "local t = { a = 1, b = 2, c = 3 }\n"
           "for k in pairs(t) do t.b = nil t[k] = nil print(k) end print(next(t))",
           "a\nc\nnil\n");
    expect(f, read_script("sandbox_library/pairs_skips_what_is_removed_meanwhile.lua"),
           // k1 takes k2, k10 takes k11, k100, k12 takes k13 …: fixed by the order.
           "51\tnil\n");
    expect(f,
           "local t = {} for i = 1, 20 do t['k' .. i] = i end\n"
           "local s = '' for k, v in pairs(t) do t[k] = v * 2 s = s .. k .. ' ' end print(s)",
           "k1 k10 k11 k12 k13 k14 k15 k16 k17 k18 k19 k2 k20 k3 k4 k5 k6 k7 k8 k9 \n");
}

static void next_gives_the_least_key_above(void **state) {
    struct fixture *f = *state;
    expect(f, read_script("sandbox_library/next_gives_the_least_key_above.lua"),
           "nil\na\t2\n1\t10\n2\t20\n5\t50\nx\t1\nnil\tnil\n5\t50\n2\t20\nx\t1\nnil\n");
}

static void pairs_honours_its_metamethod(void **state) {
    expect(*state, read_script("sandbox_library/pairs_honours_its_metamethod.lua"),
           "1\t-1\n2\t-2\nyielded\n1\n");
}

static void keys_without_order_raise(void **state) {
    struct fixture *f = *state;
    expect_error(f, "for k in pairs { [{}] = 1 } do end",
                 "test.lua:1: pairs: a key of type table has no order");
    expect_error(f, "for k in pairs { [0.5] = 1 } do end",
                 "test.lua:1: pairs: a key of type float has no order");
    expect_error(f, "next { [print] = 1 }",
                 "test.lua:1: next: a key of type function has no order");
    expect_error(f, "next({ 1 }, {})", "test.lua:1: next: a key of type table has no order");
    expect_error(f, "pairs(nil)",
                 "test.lua:1: bad argument #1 to 'pairs' (table expected, got nil)");
}

static void push_handle(lua_State *L, uint64_t type, uint64_t world, uint64_t generation,
                        uint64_t index) {
    uint64_t handle = type << 58 | world << 46 | generation << 22 | index;
    lua_pushlightuserdata(L, (void *)(uintptr_t)handle);
}

static int fill_with_handles(lua_State *L) {
    static const uint64_t handles[5][4] = {
        {2, 1, 1, 1}, {1, 1, 9, 3}, {1, 2, 9, 3}, {1, 1, 2, 300000}, {1, 5, 1, 3}};
    lua_newtable(L);
    for (int i = 0; i < 5; i++) {
        push_handle(L, handles[i][0], handles[i][1], handles[i][2], handles[i][3]);
        lua_pushinteger(L, i + 1);
        lua_rawset(L, -3);
    }
    lua_pushboolean(L, 1);
    lua_rawsetp(L, -2, NULL);
    for (int i = 0; i < 3; i++) {
        lua_pushinteger(L, i);
        lua_setfield(L, -2, (const char *[]){"x", "y", "z"}[i]);
    }
    return 1;
}

static void handles_come_last_by_type_index_and_generation(void **state) {
    struct fixture *f = *state;
    assert_int_equal(load(f, "for k, v in pairs(...) do print(type(k), v) end"), DV_OK);
    lua_pushcfunction(f->L, fill_with_handles);
    assert_int_equal(dv_sandbox_call(f->sandbox, 0, 1, 1, &f->error), DV_OK);
    assert_int_equal(dv_sandbox_call(f->sandbox, 1, 0, 1, &f->error), DV_OK);
    assert_string_equal(f->printed, "string\t0\nstring\t1\nstring\t2\nuserdata\ttrue\n"
                                    "userdata\t5\nuserdata\t2\nuserdata\t3\nuserdata\t4\n"
                                    "userdata\t1\n");
}

// Lua seeds its string hash from addresses and the clock, so each process has another table layout.
static void every_process_sees_the_same_order(void **state) {
    struct fixture *f = *state;
    assert_int_equal(run_for(f, read_script("sandbox_library/order_script.lua"), 5), DV_OK);
    for (int run = 0; run < 4; run++) {
        int channel[2];
        assert_int_equal(pipe(channel), 0);
        pid_t child = fork();
        if (child == 0) {
            static struct fixture other;
            other.sandbox = dv_sandbox_create(MEMORY_CAP + (size_t)run * 4096, NULL);
            other.L = dv_sandbox_state(other.sandbox);
            dv_sandbox_set_print(other.sandbox, keep_line, &other);
            dv_sandbox_set_random(other.sandbox, draw, &other);
            int failed =
                run_for(&other, read_script("sandbox_library/order_script.lua"), 5) != DV_OK;
            dv_sandbox_destroy(other.sandbox);
            dv_sandbox_destroy(f->sandbox);
            ssize_t written = write(channel[1], other.printed, other.printed_length);
            _exit(failed || written != (ssize_t)other.printed_length);
        }
        close(channel[1]);
        static char printed[65536];
        size_t length = 0;
        for (ssize_t n; (n = read(channel[0], printed + length, sizeof printed - length)) > 0;)
            length += (size_t)n;
        close(channel[0]);
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(status, 0);
        assert_int_equal(length, f->printed_length);
        assert_memory_equal(printed, f->printed, length);
    }
}

static void sort_is_stable(void **state) {
    struct fixture *f = *state;
    expect(f, read_script("sandbox_library/sort_is_stable.lua"), "true\t1000\n");
    expect(f, read_script("sandbox_library/sort_orders_numbers_and_texts.lua"), "Cab\nbaC\n");
}

static void an_invalid_comparison_never_crashes_and_keeps_the_items(void **state) {
    expect(
        *state,
        read_script("sandbox_library/an_invalid_comparison_never_crashes_and_keeps_the_items.lua"),
        "500\t125250\n500\t125250\n500\t125250\n");
}

static void an_error_in_a_comparison_leaves_the_list_as_it_was(void **state) {
    struct fixture *f = *state;
    expect(f, read_script("sandbox_library/an_error_in_a_comparison_leaves_the_list_as_it_was.lua"),
           "false\ttest.lua:5: no\n3 1 2 5 4\n");
    expect_error(f, "table.sort { 1, 'a' }", "test.lua:1: attempt to compare string with number");
    expect_error(f, "table.sort({ 1 }, 5)",
                 "test.lua:1: bad argument #2 to 'sort' (function expected, got number)");
}

static void the_table_library_does_as_in_lua(void **state) {
    expect(*state, read_script("sandbox_library/the_table_library_does_as_in_lua.lua"),
           "0,1,2,3,4\t4\t0\t1,2,3\n"
           "nil\t3\tnil\tfalse\tbad argument #2 to 'table.insert' (position out of bounds)\n"
           "1,1,2,3\n2,3,3\n9,1,2,3\n2.5-x\t2\t3\n"
           "false\tinvalid value (a table) at index 2 in table for 'concat'\n2\t3\n");
}

static void no_text_shows_an_address(void **state) {
    struct fixture *f = *state;
    expect(f, read_script("sandbox_library/no_text_shows_an_address.lua"),
           "{}\tfunction\tfunction\tthread\n"
           "table|  function|nil   |\ttrue 1.5\n"
           "herd\ttold\therd told\therd\n"
           "false\t'__tostring' must return a string\n"
           "nil\ttrue\t1\t1.0\ttext\n");
    const char *refusal = "test.lua:1: string.format: %p would show an address, and those differ "
                          "between runs";
    expect_error(f, "print(('%p'):format({}))", refusal);
    expect_error(f, "print(('\\0%d%%%-20p'):format(1, {}))", refusal);
    expect_error(f, "string.format('%d', {})",
                 "test.lua:1: bad argument #2 to 'format' (number expected, got table)");
    expect_error(f, "string.format('%s')", "test.lua:1: bad argument #2 to 'format' (no value)");
    expect_error(f, "error({})", "test.lua:1: the script raised a table value");
}

static void math_is_the_engines(void **state) {
    struct fixture *f = *state;
    expect(
        f,
        "print(math.sin(1), math.cos(0), math.tan(0), math.exp(0), math.log(1))\n"
        "print(math.atan(1, -1) == 3 * math.pi / 4, math.atan(1) == math.pi / 4)\n"
        "print(math.log(1000, 10), math.log(8, 2), math.log(2^-1074, 2), math.log(0.001, 10))\n"
        "print(math.pow(2, 10), math.sqrt(2) == 2^0.5, math.asin(1) == math.pi / 2, math.acos(1))\n"
        "print(math.floor(-1.5), math.type(1), math.tointeger(3.0), math.ult(1, -1))",
        "0.8414709848079\t1.0\t0.0\t1.0\t0.0\ntrue\ttrue\n3.0\t3.0\t-1074.0\t-3.0\n"
        "1024.0\ttrue\ttrue\t0.0\n-2\tinteger\t3\ttrue\n");
}

static void random_numbers_come_from_the_world(void **state) {
    struct fixture *f = *state;
    expect(f, read_script("sandbox_library/random_numbers_come_from_the_world.lua"),
           "true\ttrue\ttrue\n6\tnil\tnil\n5\tinteger\ttrue\n");
    expect_error(f, "math.random(0, -1)",
                 "test.lua:1: bad argument #2 to 'random' (interval is empty)");
    expect_error(f, "math.random(-1)",
                 "test.lua:1: bad argument #1 to 'random' (interval is empty)");
    expect_error(f, "math.random(1, 2, 3)", "test.lua:1: wrong number of arguments");
    expect_error(f, "math.randomseed(1)",
                 "test.lua:1: the seed is the scenario's: pass seed = N in "
                 "drover.scenario");
    dv_sandbox_set_random(f->sandbox, NULL, NULL);
    expect_error(f, "math.random()", "test.lua:1: math.random: there is no world to draw for yet");
}

static void string_rep_is_bounded(void **state) {
    struct fixture *f = *state;
    expect(
        f,
        "print(('ab'):rep(3), ('ab'):rep(3, '-'), ('x'):rep(0), ('x'):rep(-1), ('x'):rep(1, ','))\n"
        "print(#(''):rep(1e15), (''):rep(3, ','))",
        "ababab\tab-ab-ab\t\t\tx\n0\t,,\n");
    expect_error(f, "('x'):rep(1e18)", "test.lua:1: out of memory: scripts may use at most 64 MiB");
}

static void pcall_and_xpcall_do_as_in_lua(void **state) {
    expect(*state, read_script("sandbox_library/pcall_and_xpcall_do_as_in_lua.lua"),
           "true\t1\tnil\t3\nfalse\tx\n2\nfalse\tbad!\ntrue\t2\n"
           "false\tbad argument #1 to 'pcall' (value expected)\n"
           "false\tbad argument #2 to 'xpcall' (function expected, got no value)\n"
           "1\nin\nfalse\ttest.lua:12: after\n2\nfalse\th\n3\nE\n");
}

static void coroutines_do_as_in_lua(void **state) {
    expect(*state, read_script("sandbox_library/coroutines_do_as_in_lua.lua"),
           "suspended\ttrue\t3\nsuspended\tfalse\ttest.lua:3: oops x\n"
           "dead\tfalse\tcannot resume dead coroutine\n"
           "false\tcannot resume non-suspended coroutine\n"
           "true\tfalse\tcannot close a running coroutine\n"
           "closed\nfalse\ttest.lua:16: c\ndead\n"
           "with\ttest.lua:28: w\nfalse\ttest.lua:28: w\nfalse\tcannot resume dead coroutine\n"
           "false\ttrue\ntrue\tdead\n");
}

TESTS {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(pairs_visits_in_order),
        TEST(pairs_skips_what_is_removed_meanwhile),
        TEST(next_gives_the_least_key_above),
        TEST(pairs_honours_its_metamethod),
        TEST(keys_without_order_raise),
        TEST(handles_come_last_by_type_index_and_generation),
        TEST(every_process_sees_the_same_order),
        TEST(sort_is_stable),
        TEST(an_invalid_comparison_never_crashes_and_keeps_the_items),
        TEST(an_error_in_a_comparison_leaves_the_list_as_it_was),
        TEST(the_table_library_does_as_in_lua),
        TEST(no_text_shows_an_address),
        TEST(math_is_the_engines),
        TEST(random_numbers_come_from_the_world),
        TEST(string_rep_is_bounded),
        TEST(pcall_and_xpcall_do_as_in_lua),
        TEST(coroutines_do_as_in_lua),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
