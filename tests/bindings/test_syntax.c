// The parser: it accepts what Lua accepts, and every node has its position.
// tests/fuzz/fuzz_syntax.c tries mutated sources.
#define _XOPEN_SOURCE 700 // nftw

#include "../program.h"
#include "syntax_check.h"

#include "base/alloc.h"

#include <ftw.h>
#include <stdlib.h>

static dv_syntax tree;

static void parse(const char *source) {
    dv_error error = {""};
    if (dv_syntax_parse(&tree, source, strlen(source), &error) != DV_OK)
        fail_msg("%s: %s", source, error.message);
}

static int free_tree(void **state) {
    (void)state;
    dv_syntax_free(&tree);
    return 0;
}

/// The first node of that type.
static dv_node *find(dv_node_type type) {
    for (dv_node *n = tree.chunk; n; n = dv_node_after(n, tree.chunk))
        if (n->type == type)
            return n;
    fail_msg("no node of type %d", type);
    return NULL;
}

static dv_variable *find_variable(const char *name) {
    for (dv_variable *v = tree.variables; v; v = v->next)
        if (strlen(name) == v->length && memcmp(name, v->name, v->length) == 0)
            return v;
    fail_msg("no variable %s", name);
    return NULL;
}

static void expect_span(const char *source, const dv_node *node, uint32_t line, uint32_t column,
                        const char *text) {
    assert_int_equal(node->line, line);
    assert_int_equal(node->column, column);
    assert_int_equal(node->end - node->start, strlen(text));
    assert_memory_equal(source + node->start, text, strlen(text));
}

static void expect_fault_free(const char *source, size_t size) {
    char text[2048];
    const char *fault = syntax_fault(source, size, text, sizeof text);
    if (fault)
        fail_msg("%s, in\n%.*s", fault, (int)(size < 400 ? size : 400), source);
}

// Positions

static void nodes_say_where_they_stand(void **state) {
    (void)state;
    static const char source[] = "local a = 1\n"
                                 "  return f(a,\n"
                                 "           g.h[2] + 0x10, --[[ so ]] 'x')\n";
    parse(source);
    expect_span(source, find(DV_NODE_LOCAL), 1, 1, "local a = 1");
    const dv_node *call = find(DV_NODE_CALL);
    expect_span(source, call, 2, 10, "f(a,\n           g.h[2] + 0x10, --[[ so ]] 'x')");
    assert_int_equal(call->arguments_line, 2);
    const dv_node *sum = dv_node_child(call, 2);
    expect_span(source, sum, 3, 12, "g.h[2] + 0x10");
    expect_span(source, sum->first, 3, 12, "g.h[2]");
    expect_span(source, sum->last, 3, 21, "0x10");
    expect_span(source, call->last, 3, 38, "'x'");
}

static void literals_keep_their_bytes_and_their_value(void **state) {
    (void)state;
    static const char source[] = "return 1, 0xff, 3., .5e1, 0x.8p1, 9223372036854775808, "
                                 "9223372036854775807, 0xffffffffffffffff";
    static const struct {
        const char *text;
        bool is_integer;
        double value;
    } expected[] = {{"1", true, 1},
                    {"0xff", true, 255},
                    {"3.", false, 3},
                    {".5e1", false, 5},
                    {"0x.8p1", false, 1},
                    {"9223372036854775808", false, 9223372036854775808.0},
                    {"9223372036854775807", true, 9223372036854775807.0},
                    {"0xffffffffffffffff", true, -1}};
    parse(source);
    const dv_node *number = find(DV_NODE_RETURN)->first;
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++, number = number->next) {
        assert_int_equal(number->type, DV_NODE_NUMBER);
        assert_int_equal(number->end - number->start, strlen(expected[i].text));
        assert_memory_equal(source + number->start, expected[i].text, strlen(expected[i].text));
        assert_int_equal(number->is_integer, expected[i].is_integer);
        double value = number->is_integer ? (double)number->integer : number->number;
        assert_true(value == expected[i].value);
    }
    assert_null(number);
}

static void strings_are_as_lua_reads_them(void **state) {
    (void)state;
    static const char *const strings[] = {
        "'a\\n\\t\\\\\\'\\\"\\a\\b\\f\\r\\v'",
        "\"\\x41\\65\\065\\0\\255\"",
        "'a\\z   \n\t  b'",
        "'a\\\nb\\\r\nc'",
        "'\\u{48}\\u{7FF}\\u{ffff}\\u{10FFFF}\\u{7FFFFFFF}'",
        "[[\nfirst\r\nsecond\n\rthird\r]]",
        "[==[ ]] ]=] \\n ]==]",
        "[[\r\n]]",
        "''",
    };
    lua_State *L = luaL_newstate();
    for (size_t i = 0; i < sizeof strings / sizeof *strings; i++) {
        char source[256];
        size_t length;
        snprintf(source, sizeof source, "return %s", strings[i]);
        assert_int_equal(luaL_dostring(L, source), LUA_OK);
        const char *expected = lua_tolstring(L, -1, &length);
        parse(source);
        const dv_node *string = find(DV_NODE_STRING);
        assert_int_equal(string->length, length);
        assert_memory_equal(string->text, expected, length);
        expect_span(source, string, 1, 8, strings[i]);
        dv_syntax_free(&tree);
        lua_settop(L, 0);
    }
    lua_close(L);
}

static void a_mark_and_a_line_for_the_shell_are_skipped(void **state) {
    (void)state;
    static const char source[] = "\xEF\xBB\xBF#!/usr/bin/drover\nreturn 7";
    parse(source);
    expect_span(source, find(DV_NODE_NUMBER), 2, 8, "7");
}

// Names

static void names_know_their_variable(void **state) {
    (void)state;
    parse("local a <const>, b = f(), 2\n"
          "local a = a\n"
          "local function g(b, ...) a = b; c = _ENV; b.a = b end\n"
          "for i, a in b do local i <close> = a end\n");
    dv_variable *first = tree.variables, *second = find_variable("b")->next;
    assert_true(first->is_const);
    assert_ptr_equal(first->value->type, DV_NODE_CALL);
    assert_int_equal(first->reads, 1);
    assert_int_equal(find_variable("b")->value->type, DV_NODE_NUMBER);
    assert_ptr_equal(second->value->variable, first);
    assert_int_equal(second->writes, 1);
    assert_int_equal(second->inner_writes, 1);
    assert_int_equal(second->reads, 0);
    assert_ptr_equal(second->function, tree.chunk);
    assert_int_equal(find_variable("g")->type, DV_VARIABLE_FUNCTION);
    assert_int_equal(find_variable("g")->declaration->line, 3);
    const dv_variable *parameter = find_variable("g")->next;
    assert_int_equal(parameter->type, DV_VARIABLE_PARAMETER);
    assert_int_equal(parameter->reads, 3);
    assert_ptr_equal(parameter->function, find_variable("g")->value);
    assert_int_equal(find_variable("i")->type, DV_VARIABLE_LOOP);
    uint32_t globals = 0;
    for (dv_node *n = tree.chunk; n; n = dv_node_after(n, tree.chunk))
        globals += n->type == DV_NODE_NAME && !n->variable;
    assert_int_equal(globals, 3); // f, c and _ENV
}

static void a_local_environment_is_noted(void **state) {
    (void)state;
    parse("local _ENV = {} x = 1");
    const dv_node *x = dv_node_child(find(DV_NODE_ASSIGNMENT), 0)->first;
    assert_null(x->variable);
    assert_true(x->has_environment);
}

static void a_method_has_a_self(void **state) {
    (void)state;
    parse("local t = {} function t.a.b:c(x) return self, x end");
    const dv_node *function = find(DV_NODE_FUNCTION_SET)->last;
    assert_true(function->is_method);
    assert_true(dv_node_is(function->first->first, "self"));
    assert_ptr_equal(find(DV_NODE_RETURN)->first->variable, function->first->first->variable);
}

static void what_a_name_stands_for_is_found(void **state) {
    (void)state;
    parse("local a = (1) local b = a local c = 2 c = 3 return b, c, (b)");
    const dv_node *values = find(DV_NODE_RETURN);
    assert_int_equal(dv_node_resolve(values->first)->type, DV_NODE_NUMBER);
    assert_int_equal(dv_node_resolve(values->first->next)->type, DV_NODE_NAME);
    assert_int_equal(dv_node_resolve(values->last)->integer, 1);
}

static void a_walk_meets_every_node_once_and_in_order(void **state) {
    (void)state;
    parse("if a then b() elseif c then d() else e() end for i = 1, 2, 3 do f() end");
    static const char order[] = "abcdefi";
    char seen[16] = "";
    for (dv_node *n = tree.chunk; n; n = dv_node_after(n, tree.chunk))
        if (n->type == DV_NODE_NAME)
            strncat(seen, n->text, 1);
    assert_string_equal(seen, "abcdeif");
    assert_int_equal(strlen(seen), strlen(order));
    const dv_node *choice = find(DV_NODE_IF);
    assert_int_equal(dv_node_beside(choice, tree.chunk)->type, DV_NODE_NUMERIC_FOR);
}

// What Lua takes

static void it_takes_what_lua_takes(void **state) {
    (void)state;
    static const char *const sources[] = {
        "",
        ";;; ::a:: ;; goto a",
        "return",
        "return;",
        "return 1,",
        "return 1 return",
        "return; x = 1",
        "x",
        "x.y",
        "x = ",
        "x, y = 1",
        "x, f() = 1",
        "(x) = 1",
        "(x).y = 1",
        "(f())",
        "(f)()",
        "f{}.x 'a' [[b]] = 1",
        "f{}.x 'a' [[b]]:c{}",
        "a.b:c = 1",
        "a.b:c()",
        "a\n(f)()",
        "local function f() end",
        "local function a.b() end",
        "function a.b:c.d() end",
        "function f(a,) end",
        "function f(..., a) end",
        "function f(a, ...) return ... end",
        "function f() return ... end",
        "return ...",
        "local a <const>, b <close> = 1",
        "local a <close>, b <close> = 1",
        "local a <other> = 1",
        "local a <const> = 1 a = 2",
        "local a <const> = 1 function a() end",
        "local a <const> = 1 function a.b() end",
        "local a <const> = {} local function f() a = 1 end",
        "local a <close> = nil a = 1",
        "local a <const> = 1 local a = 2 a = 3",
        "local a < const > = 1",
        "break",
        "while x do break end",
        "while x do local function f() break end end",
        "repeat local x until x break",
        "repeat break until x",
        "for i = 1 do end",
        "for i = 1, 2, 3, 4 do end",
        "for i = 1, 2 do i = 3 end",
        "for a.b = 1, 2 do end",
        "for a, b = 1, 2 do end",
        "for a, b in x, y, z do break end",
        "goto a",
        "do ::a:: end goto a",
        "goto a do ::a:: end",
        "::a:: ::a::",
        "::a:: do ::a:: end",
        "do ::a:: end ::a::",
        "do ::a:: end do ::a:: end",
        "::a:: function f() ::a:: end",
        "::a:: function f() goto a end",
        "goto a local x ::a::",
        "goto a local x ::a:: ;; ::b::",
        "goto a local x ::a:: x = 1",
        "do goto a local x ::a:: end x = 1",
        "repeat goto a local x ::a:: until x",
        "do local y goto a end local x ::a:: f()",
        "do goto a end ::a:: local x",
        "do goto a end local x ::a:: f()",
        "while x do goto continue local y ::continue:: end",
        "a = 1 // 2 ~ 3 & 4 | 5 >> 6 << 7 ~= 8 .. 9",
        "a = - - ~ # not not x ^ -2 ^ 3",
        "a = b < c <= d == e and f or not g",
        "a = 1..2",
        "a = 1 ..2",
        "a = 0x",
        "a = 0x1p",
        "a = 0xp1",
        "a = 0x.p1",
        "a = 0x1.8p-4",
        "a = 1e",
        "a = 1e+",
        "a = 1e+5",
        "a = 1x",
        "a = 3in",
        "a = .",
        "a = ..",
        "a = ...",
        "a = 'x",
        "a = 'x\ny'",
        "a = 'x\\",
        "a = '\\q'",
        "a = '\\300'",
        "a = '\\x4'",
        "a = '\\u{}'",
        "a = '\\u{80000000}'",
        "a = '\\u{7fffffff}'",
        "a = '\\u{41'",
        "a = '\\z",
        "a = [=x",
        "a = [==[ ]=]",
        "a = [[ ]] .. [=[ ]=]",
        "--[[ x",
        "--[==[ x ]] ]==] y()",
        "--[= x\ny()",
        "-- x",
        "a = {1, 2; 3, x = 4, [5] = 6, f(), ...}",
        "a = {1 2}",
        "a = {,}",
        "a = {;}",
        "a = {1,;}",
        "a = {x == 1, x = 1}",
        "a = {[1] 2}",
        "a = @",
        "a = 1 ! 2",
        "\x80 = 1",
        "a = '\xff\x80'",
        "if x then elseif y then else end",
        "if x then else elseif y then end",
        "if x end",
        "end",
        "do",
        "nil = 1",
        "goto = 1",
        "local x = x.goto",
        "a.end = 1",
        "and = 1",
        "a = function() end",
        "a = function f() end",
        "a = not",
        "f(",
        "f(1, )",
        "f 1",
        "a:b",
        "local a = b local",
        "\xEF\xBB\xBFreturn 1",
        "# anything",
        "#!x\nreturn 1",
        "a\r\n=\n\r1\r",
    };
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
        expect_fault_free(sources[i], strlen(sources[i]));
    expect_fault_free("a = 'x\0y' --\0\n", 14);
    expect_fault_free("a = \0", 5);
}

/// `count` times one text, then another, then a third `count` times.
static void expect_repeated(const char *before, const char *middle, const char *after, int count) {
    size_t capacity = (size_t)count * (strlen(before) + strlen(after)) + strlen(middle) + 1;
    char *source = malloc(capacity), *end = source;
    assert_non_null(source);
    for (int i = 0; i < count; i++)
        end = stpcpy(end, before);
    end = stpcpy(end, middle);
    for (int i = 0; i < count; i++)
        end = stpcpy(end, after);
    expect_fault_free(source, (size_t)(end - source));
    free(source);
}

static void its_limits_are_those_of_lua(void **state) {
    (void)state;
    for (int count = 180; count <= 210; count++) {
        expect_repeated("local a ", "", "", count);
        expect_repeated("do ", "", " end ", count);
        expect_repeated("while x do ", "break ", " end ", count);
        expect_repeated("for i = 1, 2 do ", "", " end ", count);
        expect_repeated("repeat ", "", " until x ", count);
        expect_repeated("if x then ", "", " end ", count);
        expect_repeated("local function f() ", "", " end ", count);
        expect_repeated("a, ", "a = 1", "", count);
        expect_repeated("::a", "", "", count);
    }
    for (int count = 90; count <= 210; count++) {
        char source[2048] = "a = ";
        for (int i = 0; i < count; i++)
            strcat(source, "(");
        strcat(source, "1");
        for (int i = 0; i < count; i++)
            strcat(source, ")");
        expect_fault_free(source, strlen(source));
        for (int i = 0; i < count; i++)
            source[4 + i] = i % 2 ? '-' : '#';
        source[4 + count] = 'x';
        source[5 + count] = '\0';
        expect_fault_free(source, strlen(source));
    }
}

static void functions_capture_as_many_variables_as_in_lua(void **state) {
    (void)state;
    for (int count = 150; count <= 160; count++) {
        char source[16384], *end = source;
        for (int i = 0; i < 100; i++)
            end += sprintf(end, "local a%d ", i);
        end = stpcpy(end, "function f() ");
        for (int i = 0; i < count; i++)
            end += sprintf(end, "local b%d ", i);
        end = stpcpy(end, "function g() x = {");
        for (int i = 0; i < 100; i++)
            end += sprintf(end, "a%d;", i);
        for (int i = 0; i < count; i++)
            end += sprintf(end, "b%d;", i);
        end = stpcpy(end, "} end end");
        expect_fault_free(source, (size_t)(end - source));
    }
}

static void long_chains_are_walked_without_recursion(void **state) {
    (void)state;
    size_t count = 200000;
    char *source = malloc(count * 6 + 16), *end = stpcpy(source, "x = 1");
    for (size_t i = 0; i < count; i++)
        end = stpcpy(end, "+1\n");
    end = stpcpy(end, " y = a");
    for (size_t i = 0; i < count / 2; i++)
        end = stpcpy(end, ".b()\n");
    expect_fault_free(source, (size_t)(end - source));
    free(source);
}

static void too_deep_a_source_says_where(void **state) {
    (void)state;
    char source[2048] = "\n\n return ";
    dv_error error;
    for (int i = 0; i < 250; i++)
        strcat(source, "{");
    assert_int_equal(dv_syntax_parse(&tree, source, strlen(source), &error), DV_ERROR_SCRIPT);
    assert_string_equal(error.message, "blocks and expressions are nested too deeply");
    assert_int_equal(tree.error_line, 3);
    assert_int_equal(tree.deepest_line, 3);
}

// Sources of the repository

static uint32_t files;

static int check_file(const char *path, const struct stat *status, int type, struct FTW *walk) {
    (void)walk;
    size_t length = strlen(path);
    if (type != FTW_F || length < 4 || strcmp(path + length - 4, ".lua") != 0)
        return 0;
    char *source = malloc((size_t)status->st_size + 1);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t size = fread(source, 1, (size_t)status->st_size, file);
    fclose(file);
    expect_fault_free(source, size);
    free(source);
    files++;
    return 0;
}

static void all_sources_of_the_repository_are_taken_as_lua_takes_them(void **state) {
    (void)state;
    static const char *const folders[] = {"/samples", "/scripts", "/tests"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s%s", getenv("DROVER_SOURCE"), folders[i]);
        assert_int_equal(nftw(path, check_file, 16, FTW_PHYS), 0);
    }
    assert_true(files > 150);
}

static void memory_may_run_out_anywhere(void **state) {
    (void)state;
    static const char source[] =
        "local a, b = 1, 'x\\n' local function f(c) goto d ::d:: return a + b, c end\n"
        "for i = 1, 2 do ::e:: if i then goto e end end return { [f] = [[long]], x = f }";
    dv_error error;
    uint64_t nth = 0;
    dv_result result;
    do {
        dv_fail_allocation(++nth, true);
        result = dv_syntax_parse(&tree, source, strlen(source), &error);
        dv_fail_allocation(0, false);
        dv_syntax_free(&tree);
        assert_int_equal(dv_allocated_bytes(), 0);
        assert_true(result == DV_OK || result == DV_ERROR_MEMORY);
    } while (result != DV_OK);
    assert_true(nth > 5);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(nodes_say_where_they_stand, free_tree),
        cmocka_unit_test_teardown(literals_keep_their_bytes_and_their_value, free_tree),
        cmocka_unit_test_teardown(strings_are_as_lua_reads_them, free_tree),
        cmocka_unit_test_teardown(a_mark_and_a_line_for_the_shell_are_skipped, free_tree),
        cmocka_unit_test_teardown(names_know_their_variable, free_tree),
        cmocka_unit_test_teardown(a_local_environment_is_noted, free_tree),
        cmocka_unit_test_teardown(a_method_has_a_self, free_tree),
        cmocka_unit_test_teardown(what_a_name_stands_for_is_found, free_tree),
        cmocka_unit_test_teardown(a_walk_meets_every_node_once_and_in_order, free_tree),
        cmocka_unit_test(it_takes_what_lua_takes),
        cmocka_unit_test(its_limits_are_those_of_lua),
        cmocka_unit_test(functions_capture_as_many_variables_as_in_lua),
        cmocka_unit_test(long_chains_are_walked_without_recursion),
        cmocka_unit_test_teardown(too_deep_a_source_says_where, free_tree),
        cmocka_unit_test(all_sources_of_the_repository_are_taken_as_lua_takes_them),
        cmocka_unit_test(memory_may_run_out_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
