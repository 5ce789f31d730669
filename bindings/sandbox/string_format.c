// string.format: Lua's own, but values other than strings get our text. Long formats are passed on
// in parts, and long strings are quoted here, so that a stop takes effect in between.
#include "sandbox/sandbox_private.h"

#include <stdio.h>
#include <string.h>

#define MAX_DIRECTIVES 100
#define PART ((size_t)1 << 16)

// A part of a format, up to a string that has to be quoted here.
struct part {
    const char *end;
    int first, after; // the arguments that it uses
    bool quotes_next; // "%q" follows, and its argument is long
};

static bool is_long_string(lua_State *L, int index) {
    return lua_type(L, index) == LUA_TSTRING && lua_rawlen(L, index) > PART;
}

// Find the end of the part that begins at `format`, and turn its %s arguments into text.
static struct part next_part(lua_State *L, const char *format, const char *end, int first,
                             int count) {
    struct part part = {.first = first, .after = first};
    const char *begin = format;
    for (int directives = 0; directives < MAX_DIRECTIVES; directives++) {
        size_t most = PART - (size_t)(format - begin);
        size_t left = (size_t)(end - format) < most ? (size_t)(end - format) : most;
        const char *percent = memchr(format, '%', left);
        if (!percent) {
            part.end = format + left;
            return part;
        }
        format = percent + 1; // a zero follows every Lua string, so looking one ahead is safe
        if (*format == '%') {
            format++;
            continue;
        }
        int argument = part.after;
        format += strspn(format, "-+ #0123456789.");
        if (*format == 'p')
            luaL_error(L, "string.format: %%p would show an address, and those differ between "
                          "runs");
        if (*format == 'q' && format == percent + 1 && is_long_string(L, argument)) {
            part.end = percent;
            part.quotes_next = true;
            return part;
        }
        if (*format == 's' && argument <= count && lua_type(L, argument) != LUA_TSTRING) {
            dv_sandbox_tostring(L, argument, NULL);
            lua_replace(L, argument);
        }
        part.after++;
        format += format < end;
        if ((size_t)(format - begin) >= PART)
            break;
    }
    part.end = format;
    return part;
}

// Add a string as a literal that Lua can read back.
static void add_quoted(lua_State *L, luaL_Buffer *text, int index) {
    size_t length;
    const char *from = lua_tolstring(L, index, &length);
    luaL_addchar(text, '"');
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)from[i];
        if (i % PART == 0)
            dv_sandbox_check(L);
        if (c == '"' || c == '\\' || c == '\n') {
            luaL_addchar(text, '\\');
            luaL_addchar(text, (char)c);
        } else if (c < ' ' || c == 127) {
            char code[8];
            bool digit_follows = from[i + 1] >= '0' && from[i + 1] <= '9';
            snprintf(code, sizeof code, digit_follows ? "\\%03d" : "\\%d", c);
            luaL_addstring(text, code);
        } else {
            luaL_addchar(text, (char)c);
        }
    }
    luaL_addchar(text, '"');
}

static void add_part(lua_State *L, luaL_Buffer *text, const char *format, const struct part *part,
                     int count) {
    luaL_checkstack(L, MAX_DIRECTIVES + LUA_MINSTACK, NULL);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushlstring(L, format, (size_t)(part->end - format));
    int arguments = 1;
    for (int i = part->first; i < part->after && i <= count; i++, arguments++)
        lua_pushvalue(L, i);
    lua_call(L, arguments, 1);
    luaL_addvalue(text);
}

int dv_string_format(lua_State *L) {
    size_t length;
    const char *format = luaL_checklstring(L, 1, &length);
    const char *end = format + length;
    int count = lua_gettop(L);
    struct part part = next_part(L, format, end, 2, count);
    if (part.end == end && !part.quotes_next)
        return lua_tocfunction(L, lua_upvalueindex(1))(L);
    luaL_Buffer text;
    luaL_buffinit(L, &text);
    for (;;) {
        dv_sandbox_check(L);
        add_part(L, &text, format, &part, count);
        format = part.end;
        if (part.quotes_next) {
            add_quoted(L, &text, part.after++);
            format += 2;
        }
        if (format == end)
            break;
        part = next_part(L, format, end, part.after, count);
    }
    luaL_pushresult(&text);
    return 1;
}
