// Calls our find, match, gmatch, and gsub, and those of the Lua library that this program is linked
// with, with random patterns and subjects. Results, captures, and errors must be equal.
//
// Usage: fuzz patterns [CASES [SEED]]. Prints the first differences. The exit status is 1 if
// there are any.
#include "../read_script.h"
#include "sandbox/sandbox.h"
#include "tools.h"

#include "base/random.h"

#include <inttypes.h>
#include <lualib.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STREAM_PATTERNS 2
#define MAX_DIFFERENCES 10

/// One chunk for both: what a case comes to, as one string.
static const char *driver;

typedef struct text {
    char bytes[4096];
    size_t length;
} text;

typedef struct pattern_case {
    text subject, pattern, replacement;
    lua_Integer init, most;
    bool has_init, has_most, is_plain;
} pattern_case;

static uint64_t seed = 1, thrown;

static uint32_t throw_below(uint32_t count) {
    dv_random_key key = {.seed = seed, .stream = STREAM_PATTERNS};
    return (uint32_t)(dv_random_unit(key, thrown++) * count);
}

static bool chance(uint32_t percent) { return throw_below(100) < percent; }

static void add(text *t, const char *bytes, size_t count) {
    if (t->length + count > sizeof t->bytes)
        return;
    memcpy(t->bytes + t->length, bytes, count);
    t->length += count;
}

static void add_text(text *t, const char *bytes) { add(t, bytes, strlen(bytes)); }

static void add_one_of(text *t, const char *bytes) {
    add(t, &bytes[throw_below((uint32_t)strlen(bytes))], 1);
}

// Cases. What stands most often is short and of few letters, so that much of it matches.

static void add_letter(text *t) {
    static const char rare[] = "0129 \t\n.,;_-+*?()[]%^$zZ{}\x7f\x80\xff\0";
    if (chance(80))
        add_one_of(t, chance(80) ? "ab" : "abcA");
    else
        add(t, &rare[throw_below(sizeof rare - 1)], 1);
}

static void add_class(text *t) {
    add_text(t, "%");
    add_one_of(t, chance(60) ? "aldwsA" : "acdglpsuwxzACDGLPSUWXZ");
}

static void add_set(text *t) {
    add_text(t, chance(30) ? "[^" : "[");
    for (uint32_t i = throw_below(4) + chance(90); i > 0; i--)
        switch (throw_below(6)) {
        case 0:
            add_class(t);
            break;
        case 1:
            add_one_of(t, "abA0");
            add_text(t, "-");
            add_one_of(t, "abcZ9%");
            break;
        case 2:
            add_text(t, "%");
            add_one_of(t, "]%-^.a");
            break;
        case 3:
            add_one_of(t, "]-^%.$");
            break;
        default:
            add_letter(t);
        }
    if (chance(97))
        add_text(t, "]");
}

static void add_single(text *t) {
    switch (throw_below(10)) {
    case 0:
        add_text(t, ".");
        break;
    case 1:
    case 2:
        add_class(t);
        break;
    case 3:
    case 4:
        add_set(t);
        break;
    case 5:
        add_text(t, "%");
        add_one_of(t, ".%()[]*+-?^$_");
        break;
    default:
        add_letter(t);
    }
}

static void add_item(text *t, int *open) {
    switch (throw_below(24)) {
    case 0:
        add_text(t, "(");
        ++*open;
        break;
    case 1:
        add_text(t, "()");
        break;
    case 2:
        add_text(t, "%b");
        add_one_of(t, "ab(");
        add_one_of(t, "ab)");
        break;
    case 3:
        add_text(t, "%f");
        add_set(t);
        break;
    case 4:
        add_text(t, "%");
        add_one_of(t, "011123");
        break;
    case 5:
        add_one_of(t, "^$*+-?)");
        break;
    case 6:
    case 7:
        if (*open > 0) {
            add_text(t, ")");
            --*open;
            break;
        }
        // fall through
    default:
        add_single(t);
        if (chance(45))
            add_one_of(t, "*+-?");
    }
}

static void make_pattern(text *t, bool *is_deep) {
    int open = 0;
    *is_deep = false;
    if (chance(15))
        add_text(t, "^");
    if (chance(2)) { // about as deep as it goes, and as many captures as there can be
        static const char *const items[] = {"()", "(a)", "a?", "a-", "b*", "(a-)"};
        const char *item = items[throw_below(6)];
        bool captures = item[0] == '(';
        *is_deep = true;
        for (uint32_t i = captures ? 28 + throw_below(8) : 190 + throw_below(16); i > 0; i--)
            add_text(t, item);
        return;
    }
    for (uint32_t i = throw_below(7); i > 0; i--)
        add_item(t, &open);
    for (; open > 0 && chance(97); open--)
        add_text(t, ")");
    if (chance(10))
        add_text(t, "$");
    if (chance(1))
        add_text(t, "%");
}

static void make_bytes(text *t, uint32_t most) {
    for (uint32_t i = throw_below(most); i > 0; i--) {
        char c = (char)throw_below(256);
        if (chance(50))
            add_one_of(t, "%%()[]^$*+-?.abf01");
        else
            add(t, &c, 1);
    }
}

static void make_replacement(text *t) {
    if (chance(25))
        add_text(t, chance(50) ? "map" : "each");
    else
        for (uint32_t i = throw_below(4); i > 0; i--)
            if (chance(50)) {
                add_text(t, "%");
                add_one_of(t, chance(90) ? "0112%" : "0123456789%ab ");
            } else {
                add_letter(t);
            }
}

static void make_case(pattern_case *c) {
    bool is_deep = false;
    memset(c, 0, sizeof *c);
    if (chance(10))
        make_bytes(&c->pattern, 12);
    else
        make_pattern(&c->pattern, &is_deep);
    if (is_deep)
        for (uint32_t i = 210; i > 0; i--)
            add_text(&c->subject, "a");
    else if (chance(10))
        make_bytes(&c->subject, 20);
    else
        for (uint32_t i = throw_below(16); i > 0; i--)
            add_letter(&c->subject);
    make_replacement(&c->replacement);
    c->has_init = chance(20);
    c->init = (lua_Integer)throw_below(24) - 10;
    c->is_plain = chance(5);
    c->has_most = chance(20);
    c->most = (lua_Integer)throw_below(5) - 1;
}

// Both sides

static int load_for_sandbox(lua_State *L) {
    lua_pushnil(L);
    dv_sandbox_push_environment(L);
    dv_sandbox_load(L, driver, strlen(driver), "driver.lua");
    lua_call(L, 0, 1);
    return 1;
}

static void push_case(lua_State *L, const pattern_case *c) {
    lua_pushvalue(L, 1);
    lua_pushlstring(L, c->subject.bytes, c->subject.length);
    lua_pushlstring(L, c->pattern.bytes, c->pattern.length);
    if (c->has_init)
        lua_pushinteger(L, c->init);
    else
        lua_pushnil(L);
    lua_pushboolean(L, c->is_plain);
    lua_pushlstring(L, c->replacement.bytes, c->replacement.length);
    if (c->has_most)
        lua_pushinteger(L, c->most);
    else
        lua_pushnil(L);
}

static void print_text(const char *name, const text *t) {
    fprintf(stderr, "  %s \"", name);
    for (size_t i = 0; i < t->length; i++) {
        unsigned char byte = (unsigned char)t->bytes[i];
        fprintf(stderr, byte >= ' ' && byte < 127 && byte != '"' ? "%c" : "\\%03d", byte);
    }
    fprintf(stderr, "\"\n");
}

static bool are_same(dv_sandbox *sandbox, lua_State *stock, const pattern_case *c,
                     uint64_t number) {
    lua_State *ours = dv_sandbox_state(sandbox);
    dv_error error;
    push_case(ours, c);
    push_case(stock, c);
    if (dv_sandbox_call(sandbox, 6, 1, HUGE_VAL, &error) != DV_OK)
        lua_pushstring(ours, error.message);
    if (lua_pcall(stock, 6, 1, 0) != LUA_OK)
        fprintf(stderr, "stock: %s\n", lua_tostring(stock, -1));
    size_t our_length, stock_length;
    const char *our_text = lua_tolstring(ours, -1, &our_length);
    const char *stock_text = lua_tolstring(stock, -1, &stock_length);
    bool same = our_length == stock_length && memcmp(our_text, stock_text, our_length) == 0;
    if (!same) {
        fprintf(stderr, "case %" PRIu64 " of seed %" PRIu64 "\n", number, seed);
        print_text("subject", &c->subject);
        print_text("pattern", &c->pattern);
        print_text("replacement", &c->replacement);
        fprintf(stderr, "  init %d most %d plain %d\nLua:\n%s\nours:\n%s\n",
                c->has_init ? (int)c->init : 1, c->has_most ? (int)c->most : -9, c->is_plain,
                stock_text, our_text);
    }
    lua_settop(ours, 1);
    lua_settop(stock, 1);
    return same;
}

int patterns(int count, char **arguments) {
    uint64_t cases = count > 1 ? strtoull(arguments[1], NULL, 10) : 1000000;
    if (count > 2)
        seed = strtoull(arguments[2], NULL, 10);
    dv_error error = {""};
    dv_sandbox *sandbox = dv_sandbox_create((size_t)256 << 20, &error);
    lua_State *stock = luaL_newstate();
    if (!sandbox || !stock)
        return 1;
    driver = read_script("patterns/driver.lua");
    luaL_openlibs(stock);
    lua_pushcfunction(dv_sandbox_state(sandbox), load_for_sandbox);
    if (dv_sandbox_call(sandbox, 0, 1, HUGE_VAL, &error) != DV_OK ||
        luaL_loadbuffer(stock, driver, strlen(driver), "@driver.lua") != LUA_OK ||
        lua_pcall(stock, 0, 1, 0) != LUA_OK) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    uint64_t different = 0;
    static pattern_case c;
    for (uint64_t i = 0; i < cases && different < MAX_DIFFERENCES; i++) {
        thrown = i << 20;
        make_case(&c);
        different += !are_same(sandbox, stock, &c, i);
    }
    printf("%" PRIu64 " cases of seed %" PRIu64 ", %" PRIu64 " differences\n", cases, seed,
           different);
    lua_close(stock);
    dv_sandbox_destroy(sandbox);
    return different > 0;
}
