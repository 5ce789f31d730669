// Every item of a pattern, the four functions that use patterns, and that all string functions can
// be stopped. tests/fuzz/fuzz_patterns.c compares random patterns with Lua.
#include "../program.h"
#include "../read_script.h"
#include "sandbox_fixture.h"

struct row {
    const char *call, *printed;
};

static void expect_rows(struct fixture *f, const struct row *rows, size_t count) {
    char source[512], printed[512];
    for (size_t i = 0; i < count; i++) {
        snprintf(source, sizeof source, "print(%s)", rows[i].call);
        snprintf(printed, sizeof printed, "%s\n", rows[i].printed);
        expect(f, source, printed);
    }
}

#define EXPECT_ROWS(f, rows) expect_rows(f, rows, sizeof rows / sizeof rows[0])

// What a class holds does not depend on the locale: each is counted over all 256 characters.
static void classes_hold_their_characters(void **state) {
    expect(*state, read_script("string_patterns/classes_hold_their_characters.lua"),
           "a\t52\t\"ABC\"\t\"z\"\nc\t33\t\"\\0\\1\\2\"\t\"\\127\"\nd\t10\t\"012\"\t\"9\"\n"
           "g\t94\t\"!\\\"#\"\t\"~\"\nl\t26\t\"abc\"\t\"z\"\np\t32\t\"!\\\"#\"\t\"~\"\n"
           "s\t6\t\"\\9\\\n\\11\"\t\" \"\nu\t26\t\"ABC\"\t\"Z\"\nw\t62\t\"012\"\t\"z\"\n"
           "x\t22\t\"012\"\t\"f\"\nz\t1\t\"\\0\"\t\"\\0\"\n");
}

static void single_characters_match(void **state) {
    static const struct row rows[] = {
        {"('a.c'):match('a%.c'), ('abc'):match('a%.c')", "a.c\tnil"},
        {"('x]y'):match('[]]'), ('x-y'):match('[a-]'), ('b^'):match('[b^]+')", "]\t-\tb^"},
        {"('hello5'):match('[^%d]+'), ('a-z'):match('[%a-z]+')", "hello\ta-z"},
        {"('f00d'):match('[a-f0-9]+'), ('xyz'):match('[^x-y]')", "f00d\tz"},
        {"('%]'):match('[%]%%]+'), ('a]'):match('[^]]')", "%]\ta"},
        {"('\\0\\1'):find('[\\0-\\1]+')", "1\t2"},
        {"(('a\\0b'):match('.%z.') == 'a\\0b'), ('a\\0b'):find('\\0b', 1, true)", "true\t2\t3"},
    };
    EXPECT_ROWS(*state, rows);
}

static void repetitions_take_as_much_as_they_should(void **state) {
    static const struct row rows[] = {
        {"('aaa'):match('a*'), ('aaa'):match('a-'), ('aaa'):match('a+'), ('aaa'):match('a?')",
         "aaa\t\taaa\ta"},
        {"('baaac'):match('a*'), ('baaac'):match('a+')", "\taaa"},
        {"('[[x]][[y]]'):match('%[%[(.-)%]%]'), ('[[x]][[y]]'):match('%[%[(.*)%]%]')", "x\tx]][[y"},
        {"('ab'):match('^a?a?b$'), ('b'):match('^a?b'), ('aab'):match('^a-b')", "ab\tb\taab"},
        {"('aaab'):match('a*ab'), ('aaab'):match('a-ab'), ('aaab'):match('[ab]*b')",
         "aaab\taaab\taaab"},
    };
    EXPECT_ROWS(*state, rows);
}

static void captures_and_what_refers_to_them(void **state) {
    static const struct row rows[] = {
        {"('key = value'):match('^(%w+)%s*=%s*(%w+)$')", "key\tvalue"},
        {"('hello'):match('()ll()')", "3\t5"},
        {"('abc'):match('((a)(b))c')", "ab\ta\tb"},
        {"('say \"it\\'s\"'):match('([\"\\'])(.-)%1')", "\"\tit's"},
        {"('abab'):find('(ab)%1')", "1\t4\tab"},
        {"('aXbX'):match('(a?)X(b?)X')", "a\tb"},
        {"('x'):match('()%1')", "nil"},
        {"('f(a(b)c)d'):match('%b()'), ('((x'):match('%b()')", "(a(b)c)\tnil"},
        {"('THE (quick) fox'):find('%f[%a]%a+%f[%A]')", "1\t3"},
        {"('x'):match('%f[%z]()'), ('aab'):match('%f[^a]()')", "2\t3"},
    };
    EXPECT_ROWS(*state, rows);
}

static void searches_begin_where_they_are_told(void **state) {
    static const struct row rows[] = {
        {"('abcabc'):find('b', 3), ('abcabc'):find('b', -2)", "5\t5\t5"},
        {"('abc'):find('', 4), ('abc'):find('', 5)", "4\tnil"},
        {"('abc'):find('b', -100), ('abc'):match('.', 0)", "2\ta"},
        {"('abc'):match('^b', 2), ('abc'):match('^b')", "b\tnil"},
        {"('a.b'):find('.', 2, true), ('a.b'):find('', 9, true)", "2\tnil"},
        {"('a)b'):find(')'), ('a]b'):find(']')", "2\t2\t2"},
        {"('a$b'):match('a$b'), ('a^b'):match('a^b'), ('ab'):match('b$')", "a$b\ta^b\tb"},
    };
    // The middle call of a list gives one value.
    static const struct row single[] = {
        {"(('abcabc'):find('b', 3)), (('abcabc'):find('b', -2))", "5\t5"},
        {"('a)b'):find(')')", "2\t2"},
        {"('aaaaaaaaab'):find('ab', 1, true)", "9\t10"},
        {"('ab'):find('abc', 1, true)", "nil"},
        {"('ab'):find('^b', 1)", "nil"},
    };
    EXPECT_ROWS(*state, rows);
    EXPECT_ROWS(*state, single);
}

static void gmatch_and_gsub_do_as_in_lua(void **state) {
    struct fixture *f = *state;
    expect(f, read_script("string_patterns/gmatch_does_as_in_lua.lua"),
           "a\t1\nb\t2\n1\n2\n3\n4\n<a>\n<b>\n<>\n<c>\na\n");
    static const struct row rows[] = {
        {"('hello world'):gsub('o', '0')", "hell0 w0rld\t2"},
        {"('hello world'):gsub('o', '0', 1)", "hell0 world\t1"},
        {"('hello'):gsub('', '-')", "-h-e-l-l-o-\t6"},
        {"('abc'):gsub('%w', '%0%0'), ('abc'):gsub('(a)(b)', '%2%1%%')", "aabbcc\tba%c\t1"},
        {"('abc'):gsub('%w', '%1')", "abc\t3"},
        {"('abc'):gsub('()b', '%1')", "a2c\t1"},
        {"('$name is $age'):gsub('%$(%w+)', { name = 'Tom', age = 7 })", "Tom is 7\t2"},
        {"('abc'):gsub('%w', { a = '1', b = false })", "1bc\t3"},
        {"('abc'):gsub('(a)(b)', function(a, b) return b .. a end)", "bac\t1"},
        {"('abc'):gsub('%w', function() end)", "abc\t3"},
        {"('aaa'):gsub('^a', 'b')", "baa\t1"},
        {"('abc'):gsub('b*', 'x')", "xaxcx\t3"},
        {"('abc'):gsub('b', 5), ('abc'):gsub('x', 'y', -1)", "a5c\tabc\t0"},
    };
    EXPECT_ROWS(f, rows);
}

static void malformed_patterns_are_named(void **state) {
    static const struct row rows[] = {
        {"pcall(string.find, 'a', '%')", "malformed pattern (ends with '%')"},
        {"pcall(string.find, 'a', '[a')", "malformed pattern (missing ']')"},
        {"pcall(string.find, 'a', '[]')", "malformed pattern (missing ']')"},
        {"pcall(string.find, 'a', '[%')", "malformed pattern (missing ']')"},
        {"pcall(string.find, 'a', '[^]')", "malformed pattern (missing ']')"},
        {"pcall(string.find, 'a', '%f')", "missing '[' after '%f' in pattern"},
        {"pcall(string.find, 'a', '%b')", "malformed pattern (missing arguments to '%b')"},
        {"pcall(string.find, 'a', '%bx')", "malformed pattern (missing arguments to '%b')"},
        {"pcall(string.match, 'a', ')')", "invalid pattern capture"},
        {"pcall(string.match, 'a', '(a')", "unfinished capture"},
        {"pcall(string.match, 'a', '%1')", "invalid capture index %1"},
        {"pcall(string.match, 'a', '%0')", "invalid capture index %0"},
        {"pcall(string.match, 'a', '(a%1)')", "invalid capture index %1"},
        {"pcall(string.match, 'a', ('()'):rep(33))", "too many captures"},
        {"pcall(string.match, ('a'):rep(300), ('a?'):rep(200))", "pattern too complex"},
        {"pcall(string.gsub, 'a', 'a', '%2')", "invalid capture index %2"},
        {"pcall(string.gsub, 'a', 'a', '%x')", "invalid use of '%' in replacement string"},
        {"pcall(string.gsub, 'a', 'a', '%')", "invalid use of '%' in replacement string"},
        {"pcall(string.gsub, 'a', 'a', function() return {} end)",
         "invalid replacement value (a table)"},
        {"pcall(string.gsub, 'a', 'a', { a = true })", "invalid replacement value (a boolean)"},
        {"pcall(string.gsub, 'a', 'a')",
         "bad argument #3 to 'string.gsub' (string/function/table expected, got no value)"},
        {"pcall(string.find, 'a')",
         "bad argument #2 to 'string.find' (string expected, got no value)"},
    };
    char printed[160];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        snprintf(printed, sizeof printed, "false\t%s", rows[i].printed);
        struct row row = {rows[i].call, printed};
        expect_rows(*state, &row, 1);
    }
    // A mistake that no match comes to is none, and so is the deepest pattern that Lua takes.
    static const struct row fine[] = {
        {"('abc'):find('x['), ('a'):match('b%')", "nil\tnil"},
        {"#('a'):rep(300):match(('a?'):rep(199))", "199"},
        {"select('#', ('a'):match(('()'):rep(32)))", "32"},
    };
    EXPECT_ROWS(*state, fine);
}

static void long_texts_come_out_as_short_ones_do(void **state) {
    expect(*state, read_script("string_patterns/long_texts_come_out_as_short_ones_do.lua"),
           "nil\t1\tnil\t2\n16\tfalse\ttonumber: a string of more than 1 MiB\n"
           "false\tstring.pack: the format is longer than 64 KiB\n"
           "false\tstring.pack: fields of more than 16 MiB\n16777216\n");
}

static void what_is_copied_whole_is_limited(void **state) {
    expect(*state, read_script("string_patterns/what_is_copied_whole_is_limited.lua"),
           "8388609\tfalse\tstring.pack: strings of more than 16 MiB\n"
           "false\tprint: a line of more than 16 MiB\n");
}

// Each would run for seconds at least, if only its first call were made.
static void whatever_runs_long_is_stopped(void **state) {
    struct fixture *f = *state;
    static const char *const scripts[] = {
        "('a'):rep(300000):match('.-b')",
        "('a'):rep(300000):gsub('a-b', '')",
        "('a'):rep(60000):find('(a*)%1b')",
        "('a'):rep(3000):match('a*a*a*a*a*a*b')",
        "for _ in ('a'):rep(300000):gmatch('a-b') do end",
        "('a'):rep(300000):find(('a'):rep(150000) .. 'b', 1, true)",
        "('('):rep(300000):match('%b()')",
        "('a'):rep(300000):match('[' .. ('b'):rep(300000) .. ']')",
        "('a'):rep(300000):match('[^' .. ('%d'):rep(300000) .. ']*[' .. ('%d'):rep(3e5) .. ']')",
        "('ab'):rep(300000):match('%f[' .. ('%d'):rep(300000) .. ']')",
        "local s = ('a'):rep(3000000) for _ = 1, 1000 do s:gsub('', '') end",
    };
    for (size_t i = 0; i < sizeof scripts / sizeof scripts[0] && !SIGNALS_ARE_HELD_BACK; i++) {
        double begin = processor_seconds();
        assert_int_equal(run_for(f, scripts[i], 0.05), DV_ERROR_SCRIPT);
        double used = processor_seconds() - begin;
        if (!strstr(f->error.message, "stopped after 0.05 s"))
            fail_msg("%s: %s", scripts[i], f->error.message);
        if (used > 1)
            fail_msg("%s: ran for %g s", scripts[i], used);
    }
}

TESTS {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(classes_hold_their_characters),
        TEST(single_characters_match),
        TEST(repetitions_take_as_much_as_they_should),
        TEST(captures_and_what_refers_to_them),
        TEST(searches_begin_where_they_are_told),
        TEST(gmatch_and_gsub_do_as_in_lua),
        TEST(malformed_patterns_are_named),
        TEST(long_texts_come_out_as_short_ones_do),
        TEST(what_is_copied_whole_is_limited),
        TEST(whatever_runs_long_is_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
