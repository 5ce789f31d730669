// What the standard library does in the sandbox: as in Lua, but the same on every machine.
#include "sandbox_fixture.h"

static void pairs_visits_in_order(void **state) {
    struct fixture *f = *state;
    expect(f,
           "local t = { [3]='c', z=1, [-5]=0, a=2, [true]=1, [false]=0, [1]='a', ab=3, ['']=4,\n"
           "  ['a\\0']=5, ['\\255']=6, B=7 }\n"
           "for k, v in pairs(t) do print((type(k) == 'string' and ('%q'):format(k) or k), v) end",
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
    expect(f,
           "local t, n = {}, 0 for i = 1, 100 do t['k' .. i] = i end\n"
           "for k, v in pairs(t) do n = n + 1 t[k] = nil t['k' .. (v + 1)] = nil end\n"
           "print(n, next(t))",
           // k1 takes k2, k10 takes k11, k100, k12 takes k13 …: fixed by the order.
           "51\tnil\n");
    expect(f,
           "local t = {} for i = 1, 20 do t['k' .. i] = i end\n"
           "local s = '' for k, v in pairs(t) do t[k] = v * 2 s = s .. k .. ' ' end print(s)",
           "k1 k10 k11 k12 k13 k14 k15 k16 k17 k18 k19 k2 k20 k3 k4 k5 k6 k7 k8 k9 \n");
}

static void next_gives_the_least_key_above(void **state) {
    struct fixture *f = *state;
    expect(f,
           "print(next {}) print(next { b = 1, a = 2 })\n"
           "local t = { 10, 20, x = 1, [5] = 50 }\n"
           "local k, v repeat k, v = next(t, k) print(k, v) until k == nil\n"
           "print(next(t, 3)) print(next(t, 1.0)) print(next(t, 'a'))\n"
           "print(next({ [math.mininteger] = 1 }, math.maxinteger))",
           "nil\na\t2\n1\t10\n2\t20\n5\t50\nx\t1\nnil\tnil\n5\t50\n2\t20\nx\t1\nnil\n");
}

static void pairs_honours_its_metamethod(void **state) {
    expect(*state,
           "local t = setmetatable({}, { __pairs = function(t)\n"
           "  return function(_, k) k = (k or 0) + 1 if k < 3 then return k, -k end end, t\n"
           "end })\n"
           "for k, v in pairs(t) do print(k, v) end\n"
           "local co = coroutine.wrap(function()\n"
           "  for k in pairs(setmetatable({}, { __pairs = function()\n"
           "    coroutine.yield 'yielded' return next, { 7 } end })) do print(k) end\n"
           "end) print(co()) co()",
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

static const char *const order_script =
    "local t = {}\n"
    "for i = 1, 300 do t['key' .. (i * 7919) % 1009] = i t[(i * 31) % 97 - 40] = i end\n"
    "local order = {}\n"
    "for k, v in pairs(t) do order[#order + 1] = tostring(k) .. '=' .. v end\n"
    "print(table.concat(order, ' '))\n"
    "local list = {}\n"
    "for i = 1, 200 do list[i] = { i % 7, i } end\n"
    "table.sort(list, function(a, b) return a[1] < b[1] end)\n"
    "for i = 1, 200 do order[i] = list[i][2] end\n"
    "print(table.concat(order, ' ', 1, 200), math.random(1000), math.random())\n"
    "print(tostring(t), print, coroutine.create(print))\n";

// Lua seeds its string hash from addresses and the clock, so each process has another table layout.
static void every_process_sees_the_same_order(void **state) {
    struct fixture *f = *state;
    assert_int_equal(run_for(f, order_script, 5), DV_OK);
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
            int failed = run_for(&other, order_script, 5) != DV_OK;
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
    expect(f,
           "local t = {} for i = 1, 1000 do t[i] = { (i * 7) % 10, i } end\n"
           "table.sort(t, function(a, b) return a[1] < b[1] end)\n"
           "local fine = true\n"
           "for i = 2, 1000 do local a, b = t[i - 1], t[i]\n"
           "  fine = fine and (a[1] < b[1] or a[1] == b[1] and a[2] < b[2]) end\n"
           "print(fine, #t)",
           "true\t1000\n");
    expect(f,
           "for n = 0, 40 do local t = {} for i = 1, n do t[i] = (i * 37) % 11 end\n"
           "  table.sort(t) for i = 2, n do assert(t[i - 1] <= t[i]) end assert(#t == n) end\n"
           "local w = { 'b', 'a', 'C' } table.sort(w) print(table.concat(w))\n"
           "table.sort(w, function(a, b) return a > b end) print(table.concat(w))",
           "Cab\nbaC\n");
}

static void an_invalid_comparison_never_crashes_and_keeps_the_items(void **state) {
    expect(*state,
           "for _, f in ipairs { function() return true end, function() return false end,\n"
           "    function() return math.random() < 0.5 end } do\n"
           "  local t, sum = {}, 0 for i = 1, 500 do t[i] = i end table.sort(t, f)\n"
           "  for i = 1, #t do sum = sum + t[i] end print(#t, sum)\n"
           "end",
           "500\t125250\n500\t125250\n500\t125250\n");
}

static void an_error_in_a_comparison_leaves_the_list_as_it_was(void **state) {
    struct fixture *f = *state;
    expect(f,
           "local t, n = { 3, 1, 2, 5, 4 }, 0\n"
           "print(pcall(table.sort, t, function(a, b) n = n + 1 if n > 5 then error 'no' end "
           "return a < b end))\n"
           "print(table.concat(t, ' '))",
           "false\ttest.lua:2: no\n3 1 2 5 4\n");
    expect_error(f, "table.sort { 1, 'a' }", "test.lua:1: attempt to compare string with number");
    expect_error(f, "table.sort({ 1 }, 5)",
                 "test.lua:1: bad argument #2 to 'sort' (function expected, got number)");
}

static void the_table_library_does_as_in_lua(void **state) {
    expect(
        *state,
        "local t = { 1, 2, 3 } table.insert(t, 4) table.insert(t, 1, 0)\n"
        "print(table.concat(t, ','), table.remove(t), table.remove(t, 1), table.concat(t, ','))\n"
        "print(table.remove {}, #t, table.remove(t, 4), pcall(table.insert, t, 9, 1))\n"
        "print(table.concat(table.move({ 1, 2, 3 }, 1, 3, 2), ','))\n"
        "print(table.concat(table.move({ 1, 2, 3 }, 2, 3, 1), ','))\n"
        "print(table.concat(table.move({ 1, 2, 3 }, 1, 3, 2, { 9 }), ','))\n"
        "print(table.concat({ 1, 2.5, 'x' }, '-', 2, 3), table.unpack({ 1, 2, 3 }, 2))\n"
        "print(pcall(table.concat, { 1, {} }))\n"
        "print(table.pack(nil, 2).n, select('#', table.unpack({}, 1, 3)))",
        "0,1,2,3,4\t4\t0\t1,2,3\n"
        "nil\t3\tnil\tfalse\tbad argument #2 to 'table.insert' (position out of bounds)\n"
        "1,1,2,3\n2,3,3\n9,1,2,3\n2.5-x\t2\t3\n"
        "false\tinvalid value (a table) at index 2 in table for 'concat'\n2\t3\n");
}

static void no_text_shows_an_address(void **state) {
    struct fixture *f = *state;
    expect(f,
           "print({}, print, function() end, coroutine.create(print))\n"
           "print(('%s|%10s|%-6s|'):format({}, print, nil), ('%s %s'):format(true, 1.5))\n"
           "local named = setmetatable({}, { __name = 'herd' })\n"
           "local told = setmetatable({}, { __tostring = function() return 'told' end })\n"
           "print(named, told, ('%s %s'):format(named, told), tostring(named))\n"
           "print(pcall(tostring, setmetatable({}, { __tostring = function() return {} end })))\n"
           "print(nil, true, 1, 1.0, 'text')",
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
    expect(f,
           "local low, high, sum = 1, 0, 0\n"
           "for i = 1, 10000 do local r = math.random() low, high = math.min(low, r), "
           "math.max(high, r) sum = sum + r end\n"
           "print(low >= 0 and low < 0.01, high < 1 and high > 0.99, math.abs(sum - 5000) < 150)\n"
           "local seen = {} for i = 1, 1000 do seen[math.random(6)] = true end\n"
           "print(#seen, seen[0], seen[7])\n"
           "for i = 1, 1000 do local r = math.random(-2, 2) assert(r >= -2 and r <= 2) end\n"
           "print(math.random(5, 5), math.type(math.random(0)), math.random(0) ~= math.random(0))\n"
           "for i = 1, 100 do assert(math.random(math.mininteger, math.maxinteger) ~= i)\n"
           "  assert(math.random(0x7fffffffffffffff) > 0) end",
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
    expect_error(f, "('x'):rep(1e18)", "out of memory: scripts may use at most 64 MiB");
}

static void pcall_and_xpcall_do_as_in_lua(void **state) {
    expect(
        *state,
        "print(pcall(function(...) return ... end, 1, nil, 3))\n"
        "print(pcall(error, 'x')) print(select('#', pcall(error)))\n"
        "print(xpcall(function(a) error(a, 0) end, function(m) return m .. '!' end, 'bad'))\n"
        "print(xpcall(function(...) return select('#', ...) end, print, 1, 2))\n"
        "print(pcall(pcall)) print(pcall(xpcall, print))\n"
        "local co = coroutine.wrap(function()\n"
        "  print(pcall(function() print(coroutine.yield(1)) error 'after' end))\n"
        "  print(xpcall(function() coroutine.yield(2) error 'x' end, function() return 'h' end))\n"
        "  return 3 end)\n"
        "print(co()) print(co('in')) print(co())\n"
        "print(select(2, pcall(error, setmetatable({}, { __name = 'E' }))))",
        "true\t1\tnil\t3\nfalse\tx\n2\nfalse\tbad!\ntrue\t2\n"
        "false\tbad argument #1 to 'pcall' (value expected)\n"
        "false\tbad argument #2 to 'xpcall' (function expected, got no value)\n"
        "1\nin\nfalse\ttest.lua:7: after\n2\nfalse\th\n3\nE\n");
}

static void coroutines_do_as_in_lua(void **state) {
    expect(
        *state,
        "local co = coroutine.create(function(a, b)\n"
        "  local c = coroutine.yield(a + b) error('oops ' .. c) end)\n"
        "print(coroutine.status(co), coroutine.resume(co, 1, 2))\n"
        "print(coroutine.status(co), coroutine.resume(co, 'x'))\n"
        "print(coroutine.status(co), coroutine.resume(co))\n"
        "print(coroutine.resume(coroutine.running()))\n"
        "print(coroutine.close(coroutine.create(print)), pcall(coroutine.close, "
        "coroutine.running()))\n"
        "local closed = coroutine.create(function()\n"
        "  local x <close> = setmetatable({}, { __close = function() print 'closed' error 'c' "
        "end }) coroutine.yield() end)\n"
        "coroutine.resume(closed) print(coroutine.close(closed)) print(coroutine.status(closed))\n"
        "local wrapped = coroutine.wrap(function()\n"
        "  local x <close> = setmetatable({}, { __close = function(_, e) print('with', e) end })\n"
        "  error 'w' end)\n"
        "print(pcall(wrapped)) print(pcall(wrapped))\n"
        "print(coroutine.isyieldable(), select(2, coroutine.running()))\n"
        "coroutine.wrap(function() print(coroutine.isyieldable(), coroutine.status(co)) end)()",
        "suspended\ttrue\t3\nsuspended\tfalse\ttest.lua:2: oops x\n"
        "dead\tfalse\tcannot resume dead coroutine\n"
        "false\tcannot resume non-suspended coroutine\n"
        "true\tfalse\tcannot close a running coroutine\n"
        "closed\nfalse\ttest.lua:9: c\ndead\n"
        "with\ttest.lua:13: w\nfalse\ttest.lua:13: w\nfalse\tcannot resume dead coroutine\n"
        "false\ttrue\ntrue\tdead\n");
}

int main(void) {
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
