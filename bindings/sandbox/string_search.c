// The string functions that take patterns: find, match, gmatch, gsub. They act like Lua's own,
// including errors, but end when the script is stopped.
#include "sandbox/sandbox_private.h"
#include "sandbox/string_pattern.h"

#include <stdint.h>
#include <string.h>

// Captures

// Push a capture of the match from `start` to `end`. If the pattern has no captures, the first one
// is the whole match.
static void push_capture(dv_pattern *match, int capture, const char *start, const char *end) {
    lua_State *L = match->L;
    if (capture >= match->capture_count) {
        if (capture > 0)
            luaL_error(L, "invalid capture index %%%d", capture + 1);
        lua_pushlstring(L, start, (size_t)(end - start));
        return;
    }
    const char *text = match->captures[capture].start;
    ptrdiff_t length = match->captures[capture].length;
    if (length == DV_CAPTURE_OPEN)
        luaL_error(L, "unfinished capture");
    if (length == DV_CAPTURE_POSITION) {
        lua_pushinteger(L, text - match->subject + 1);
        return;
    }
    dv_pattern_spend(match, (size_t)length / DV_BYTES_A_STEP);
    lua_pushlstring(L, text, (size_t)length);
}

static int push_captures(dv_pattern *match) {
    luaL_checkstack(match->L, match->capture_count, "too many captures");
    for (int i = 0; i < match->capture_count; i++)
        push_capture(match, i, NULL, NULL);
    return match->capture_count;
}

static int push_captures_or_all(dv_pattern *match, const char *start, const char *end) {
    if (match->capture_count > 0)
        return push_captures(match);
    push_capture(match, 0, start, end);
    return 1;
}

// find, match

// Where to begin according to the argument `init`, which counts from 1, or back from the end. NULL
// if that is past the end.
static const char *search_start(const dv_pattern *match, int argument) {
    lua_Integer init = luaL_optinteger(match->L, argument, 1);
    lua_Integer length = match->subject_end - match->subject;
    if (init > length + 1)
        return NULL;
    if (init < 0)
        init = init < -length ? 1 : length + init + 1;
    return match->subject + (init > 0 ? init - 1 : 0);
}

// A leading caret, which ties the match to the start of the search, is not an item of the pattern.
static bool take_anchor(dv_pattern *match) {
    bool is_anchored = *match->pattern == '^';
    match->pattern += is_anchored;
    return is_anchored;
}

// Find the next match that begins at `start` or later, and move `start` there. Returns its end, or
// NULL if there is none.
static const char *search_from(dv_pattern *match, bool is_anchored, const char **start) {
    for (;; ++*start) {
        const char *end = dv_pattern_match(match, *start);
        if (end)
            return end;
        if (is_anchored || *start >= match->subject_end)
            return NULL;
    }
}

static int push_range(const dv_pattern *match, const char *start, const char *end) {
    lua_pushinteger(match->L, start - match->subject + 1);
    lua_pushinteger(match->L, end - match->subject);
    return 2;
}

static int string_find(lua_State *L) {
    dv_pattern match;
    dv_pattern_begin(&match, L, 1, 2);
    const char *start = search_start(&match, 3);
    const char *end = NULL;
    if (start && (lua_toboolean(L, 4) || dv_pattern_is_plain(&match))) {
        start = dv_pattern_find_plain(&match, start);
        if (start)
            end = start + (match.pattern_end - match.pattern);
    } else if (start) {
        end = search_from(&match, take_anchor(&match), &start);
    }
    if (end)
        return push_range(&match, start, end) + push_captures(&match);
    luaL_pushfail(L);
    return 1;
}

static int string_match(lua_State *L) {
    dv_pattern match;
    dv_pattern_begin(&match, L, 1, 2);
    const char *start = search_start(&match, 3);
    const char *end = start ? search_from(&match, take_anchor(&match), &start) : NULL;
    if (end)
        return push_captures_or_all(&match, start, end);
    luaL_pushfail(L);
    return 1;
}

// gmatch

// Offsets into the subject: where the next search begins, and where the last match ended. No
// further match may end there.
struct matches {
    size_t next, last_end;
};

static int next_match(lua_State *L) {
    struct matches *matches = lua_touserdata(L, lua_upvalueindex(3));
    dv_pattern match;
    dv_pattern_begin(&match, L, lua_upvalueindex(1), lua_upvalueindex(2));
    size_t length = (size_t)(match.subject_end - match.subject);
    while (matches->next <= length) {
        const char *start = match.subject + matches->next;
        const char *end = search_from(&match, false, &start);
        if (!end)
            return 0;
        size_t end_offset = (size_t)(end - match.subject);
        if (end_offset != matches->last_end) {
            matches->next = matches->last_end = end_offset;
            return push_captures_or_all(&match, start, end);
        }
        matches->next = (size_t)(start - match.subject) + 1;
        dv_pattern_spend(&match, 1);
    }
    return 0;
}

static int string_gmatch(lua_State *L) {
    dv_pattern match;
    dv_pattern_begin(&match, L, 1, 2);
    const char *start = search_start(&match, 3);
    lua_settop(L, 2);
    struct matches *matches = lua_newuserdatauv(L, sizeof *matches, 0);
    matches->next = start ? (size_t)(start - match.subject) : SIZE_MAX;
    matches->last_end = SIZE_MAX;
    lua_pushcclosure(L, next_match, 3);
    return 1;
}

// gsub

// Add a replacement string for a match. %0 to %9 are captures, and %% is a percent sign.
static void add_template(dv_pattern *match, luaL_Buffer *text, const char *start, const char *end) {
    size_t length;
    const char *template = lua_tolstring(match->L, 3, &length);
    const char *template_end = template + length;
    const char *percent;
    while ((percent = memchr(template, '%', (size_t)(template_end - template)))) {
        luaL_addlstring(text, template, (size_t)(percent - template));
        dv_pattern_spend(match, (size_t)(percent - template) / DV_BYTES_A_STEP + 1);
        char which = percent[1];
        if (which == '%') {
            luaL_addchar(text, '%');
        } else if (which == '0') {
            luaL_addlstring(text, start, (size_t)(end - start));
        } else if (which >= '1' && which <= '9') {
            push_capture(match, which - '1', start, end);
            luaL_addvalue(text);
        } else {
            luaL_error(match->L, "invalid use of '%%' in replacement string");
        }
        template = percent + 2;
    }
    luaL_addlstring(text, template, (size_t)(template_end - template));
}

// Add the replacement for a match. Returns false if that is the match itself.
static bool add_replacement(dv_pattern *match, luaL_Buffer *text, const char *start,
                            const char *end) {
    lua_State *L = match->L;
    switch (lua_type(L, 3)) {
    case LUA_TFUNCTION:
        lua_pushvalue(L, 3);
        lua_call(L, push_captures_or_all(match, start, end), 1);
        break;
    case LUA_TTABLE:
        push_capture(match, 0, start, end);
        lua_gettable(L, 3);
        break;
    default:
        add_template(match, text, start, end);
        return true;
    }
    if (!lua_toboolean(L, -1)) {
        lua_pop(L, 1);
        luaL_addlstring(text, start, (size_t)(end - start));
        return false;
    }
    if (!lua_isstring(L, -1))
        luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
    luaL_addvalue(text);
    return true;
}

static int string_gsub(lua_State *L) {
    dv_pattern match;
    dv_pattern_begin(&match, L, 1, 2);
    int type = lua_type(L, 3);
    lua_Integer most = luaL_optinteger(L, 4, match.subject_end - match.subject + 1);
    luaL_argexpected(L,
                     type == LUA_TNUMBER || type == LUA_TSTRING || type == LUA_TTABLE ||
                         type == LUA_TFUNCTION,
                     3, "string/function/table");
    bool is_anchored = take_anchor(&match);
    bool has_changed = false;
    const char *at = match.subject, *last_end = NULL;
    lua_Integer count = 0;
    luaL_Buffer text;
    luaL_buffinit(L, &text);
    while (count < most) {
        const char *end = dv_pattern_match(&match, at);
        dv_pattern_spend(&match, 1);
        if (end && end != last_end) {
            count++;
            has_changed |= add_replacement(&match, &text, at, end);
            at = last_end = end;
        } else if (at < match.subject_end) {
            luaL_addchar(&text, *at++);
        } else {
            break;
        }
        if (is_anchored)
            break;
    }
    if (has_changed) {
        luaL_addlstring(&text, at, (size_t)(match.subject_end - at));
        luaL_pushresult(&text);
    } else {
        lua_pushvalue(L, 1);
    }
    lua_pushinteger(L, count);
    return 2;
}

void dv_add_string_search(lua_State *L) {
    static const luaL_Reg functions[] = {{"find", string_find},
                                         {"gmatch", string_gmatch},
                                         {"gsub", string_gsub},
                                         {"match", string_match},
                                         {NULL, NULL}};
    luaL_setfuncs(L, functions, 0);
}
