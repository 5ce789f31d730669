// What scripts can and cannot do in the sandbox: names, determinism, memory, and being stopped.
#include "sandbox.h"

#include "base/alloc.h"
#include "base/random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#define MEMORY_CAP ((size_t)64 << 20)

// ThreadSanitizer holds back signals while uninstrumented code runs, as Lua's does.
#if defined(__SANITIZE_THREAD__)
#define SIGNALS_ARE_HELD_BACK 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SIGNALS_ARE_HELD_BACK 1
#endif
#endif
#ifndef SIGNALS_ARE_HELD_BACK
#define SIGNALS_ARE_HELD_BACK 0
#endif

struct fixture {
    dv_sandbox *sandbox;
    lua_State *L;
    char printed[65536];
    size_t printed_length;
    uint64_t draws;
    dv_error error;
};

static void keep_line(void *context, const char *line, size_t length) {
    struct fixture *f = context;
    if (f->printed_length + length + 2 > sizeof f->printed)
        return;
    memcpy(f->printed + f->printed_length, line, length);
    f->printed_length += length;
    f->printed[f->printed_length++] = '\n';
    f->printed[f->printed_length] = 0;
}

static double draw(void *context) {
    struct fixture *f = context;
    return dv_random_unit((dv_random_key){.seed = 7}, f->draws++);
}

static int set_up(void **state) {
    struct fixture *f = calloc(1, sizeof *f);
    f->sandbox = dv_sandbox_create(MEMORY_CAP, &f->error);
    assert_non_null(f->sandbox);
    f->L = dv_sandbox_state(f->sandbox);
    dv_sandbox_set_print(f->sandbox, keep_line, f);
    dv_sandbox_set_random(f->sandbox, draw, f);
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    struct fixture *f = *state;
    assert_int_equal(lua_gettop(f->L), 0);
    dv_sandbox_destroy(f->sandbox);
    free(f);
    assert_int_equal(dv_allocated_bytes(), 0);
    return 0;
}

static int load_chunk(lua_State *L) {
    const char *source = lua_touserdata(L, 1);
    lua_pushnil(L);
    dv_sandbox_push_environment(L);
    dv_sandbox_load(L, source, strlen(source), "test.lua");
    return 1;
}

// Leaves the function on the stack.
static dv_result load(struct fixture *f, const char *source) {
    lua_pushcfunction(f->L, load_chunk);
    lua_pushlightuserdata(f->L, (void *)(uintptr_t)source);
    return dv_sandbox_call(f->sandbox, 1, 1, 5, &f->error);
}

static dv_result run_for(struct fixture *f, const char *source, double seconds) {
    f->printed_length = 0;
    f->printed[0] = 0;
    f->error.message[0] = 0;
    dv_result result = load(f, source);
    if (result == DV_OK)
        result = dv_sandbox_call(f->sandbox, 0, 0, seconds, &f->error);
    return result;
}

static void expect(struct fixture *f, const char *source, const char *printed) {
    dv_result result = run_for(f, source, 20);
    if (result != DV_OK)
        fail_msg("%s\n%s", f->error.message, source);
    assert_string_equal(f->printed, printed);
}

static void expect_error(struct fixture *f, const char *source, const char *message) {
    if (run_for(f, source, 20) == DV_OK)
        fail_msg("this should fail: %s", source);
    assert_string_equal(f->error.message, message);
}

static double processor_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

// Allow-list

static void scripts_find_exactly_the_allowed_names(void **state) {
    expect(*state,
           "for k, v in pairs(_ENV) do\n"
           "  local line = k\n"
           "  if type(v) == 'table' then\n"
           "    for name in pairs(v) do line = line .. ' ' .. name end\n"
           "  end\n"
           "  print(line)\n"
           "end",
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
    expect(*state,
           "local forbidden = { dump = true, load = true, loadstring = true, dofile = true,\n"
           "  loadfile = true, collectgarbage = true, io = true, os = true, debug = true,\n"
           "  package = true, _G = true, execute = true, getregistry = true, sethook = true }\n"
           "local seen, found = {}, 0\n"
           "local function walk(value, path)\n"
           "  if value == nil or seen[value] then return end\n"
           "  seen[value] = true\n"
           "  found = found + 1\n"
           "  local meta = getmetatable(value)\n"
           "  if meta then walk(meta, path .. '<meta>') end\n"
           "  if type(value) ~= 'table' then return end\n"
           "  for k, v in pairs(value) do\n"
           "    if forbidden[k] then print(path .. '.' .. k) end\n"
           "    walk(v, path .. '.' .. tostring(k))\n"
           "  end\n"
           "end\n"
           "walk(_ENV, '_ENV')\n"
           "walk('', 'string')\n"
           "walk(coroutine.running(), 'thread')\n"
           "for name in pairs(forbidden) do\n"
           "  assert(_ENV[name] == nil and ('')[name] == nil, name)\n"
           "end\n"
           "print(found > 70, getmetatable('') == false, getmetatable(_ENV) == false)",
           "true\ttrue\ttrue\n");
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

// Determinism

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
           "table\tfunction\tfunction\tthread\n"
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

// Errors

static void errors_name_their_line_and_keep_a_traceback(void **state) {
    struct fixture *f = *state;
    expect_error(f,
                 "local function inner() error 'deep' end\n"
                 "local function outer()\n  inner()\n  return 1 end\nouter()\n",
                 "test.lua:1: deep");
    assert_string_equal(dv_sandbox_traceback(f->sandbox), "test.lua:1: in function 'inner'\n"
                                                          "test.lua:3: in function 'outer'\n"
                                                          "test.lua:5: in main chunk");
    expect_error(f, "\nassert(false, 'no such herd')", "test.lua:2: no such herd");
    expect_error(f, "local x = = 1", "test.lua:1: unexpected symbol near '='");
    expect_error(f, "error(setmetatable({}, { __tostring = function() return 'mine' end }))",
                 "test.lua:1: mine");
    expect_error(f, "error()", "test.lua:1: the script raised a nil value");
    expect_error(f,
                 "local co = coroutine.wrap(function()\n  error 'inside'\nend)\n"
                 "local x = co()",
                 "test.lua:2: inside");
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
        if (!strstr(f->error.message, "out of memory: scripts may use at most 64 MiB"))
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

static void garbage_does_not_reach_the_cap(void **state) {
    expect(*state, "for i = 1, 1e6 do local t = { i, i, i, i } end print 'fine'", "fine\n");
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

// Deadlines

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
        alarm(20);
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
        TEST(scripts_find_exactly_the_allowed_names),
        TEST(nothing_reachable_leads_out),
        TEST(string_methods_cannot_be_changed),
        TEST(assigning_a_global_raises),
        TEST(environments_are_apart),
        TEST(read_only_tables_read_as_theirs_and_refuse_changes),
        TEST(finalizers_and_weak_tables_are_refused),
        TEST(bytecode_is_refused),
        TEST(byte_order_mark_and_shell_line_are_skipped),
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
        TEST(errors_name_their_line_and_keep_a_traceback),
        TEST(deep_recursion_is_an_error),
        TEST(memory_is_capped),
        TEST(garbage_does_not_reach_the_cap),
        cmocka_unit_test(a_cap_too_small_for_lua_is_an_error),
        TEST(every_failing_allocation_is_survived),
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
