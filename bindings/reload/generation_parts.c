// The parts of a generation's states, as people see them; see dv_scenario_list_parts.
#include "builder.h"
#include "modules/modules.h"
#include "syntax/syntax.h"

#include "base/utf8.h"

#include <lauxlib.h>

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define LONGEST_NAME 96

static bool is_of_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

/// The "end" that closes a function whose body begins at `body`; NULL if it is not in the line.
static const char *end_of_body(const char *body) {
    int open = 1;
    for (const char *word = body; *word;) {
        size_t length = 0;
        while (is_of_name(word[length]))
            length++;
        if ((length == 2 && (strncmp(word, "if", 2) == 0 || strncmp(word, "do", 2) == 0)) ||
            (length == 8 && strncmp(word, "function", 8) == 0))
            open++;
        else if (length == 3 && strncmp(word, "end", 3) == 0 && --open == 0)
            return word;
        word += length > 0 ? length : 1;
    }
    return NULL;
}

/// What is between "(self)" and "end", without "return". False if there is nothing, or if it takes
/// more than the line.
static bool take_body(const char *parameters, char name[LONGEST_NAME]) {
    const char *start = strchr(parameters, ')');
    start = start ? start + 1 + strspn(start + 1, " ") : NULL;
    const char *end = start ? end_of_body(start) : NULL;
    if (!end)
        return false;
    if (strncmp(start, "return ", 7) == 0)
        start += 7;
    while (end > start && end[-1] == ' ')
        end--;
    snprintf(name, LONGEST_NAME, "%.*s", (int)(end - start), start);
    return end > start;
}

/// The name in "local function NAME(self)" or "local NAME = function(self)". Without one, the body
/// of a function on one line.
static void find_name(const char *line, char name[LONGEST_NAME]) {
    const char *word = strstr(line, "function");
    name[0] = '\0';
    if (!word)
        return;
    const char *after = word + 8 + strspn(word + 8, " ");
    size_t length = strcspn(after, "( ");
    if (length > 0) {
        const char *start = after + length;
        while (start > after && is_of_name(start[-1])) // of M.NAME, the last
            start--;
        snprintf(name, LONGEST_NAME, "%.*s", (int)(after + length - start), start);
    } else if (!take_body(after, name) && strncmp(line, "local ", 6) == 0) {
        length = strcspn(line + 6, " =");
        snprintf(name, LONGEST_NAME, "%.*s", (int)length, line + 6);
    }
}

/// What stands for the function in the field `call` of the record at the top. If nothing else does,
/// its place, unless `has_detail`. "" without a function.
static void name_function(const dv_builder *b, bool has_detail, char name[LONGEST_NAME]) {
    lua_State *L = b->L;
    char place[128], line[256];
    lua_Debug info;
    name[0] = '\0';
    if (lua_getfield(L, -1, "call") != LUA_TFUNCTION) {
        lua_pop(L, 1);
        return;
    }
    lua_getinfo(L, ">S", &info);
    snprintf(place, sizeof place, "%s:%d: ", info.short_src, info.linedefined);
    if (dv_modules_source_line(b->scenario->modules, place, line, sizeof line))
        find_name(line, name);
    if (!*name && !has_detail)
        snprintf(name, LONGEST_NAME, "%s:%d", info.short_src, info.linedefined);
}

static const char *keep_field(dv_builder *b, const char *field) {
    const char *string = dv_string_field(b->L, field);
    return string ? dv_builder_keep(b, string) : "";
}

/// Read the part whose record is at the top.
static void read_part(dv_builder *b, dv_state_part *part) {
    char call[LONGEST_NAME], text[256];
    const char *name = dv_string_field(b->L, "name"), *detail = dv_string_field(b->L, "detail");
    detail = detail ? detail : "";
    if (!name) {
        name_function(b, *detail, call);
        dv_utf8_trim(call);
        bool is_brief = dv_flag_field(b->L, "brief") && !dv_syntax_is_name(call, strlen(call));
        name = is_brief ? "" : call;
    }
    snprintf(text, sizeof text, "%.96s%s%.140s", name, *name && *detail ? ": " : "", detail);
    dv_utf8_trim(text);
    part->depth = (uint32_t)dv_number_field(b->L, "depth");
    part->type = keep_field(b, "type");
    part->name = dv_builder_keep(b, text);
    part->place = keep_field(b, "where");
}

void dv_builder_parts(dv_builder *b, dv_state_code *code) {
    lua_State *L = b->L;
    int top = lua_gettop(L);
    if (lua_getfield(L, -1, "adds") == LUA_TTABLE && lua_getfield(L, -1, "parts") == LUA_TTABLE) {
        lua_Unsigned count = lua_rawlen(L, -1);
        dv_state_part *parts = dv_builder_take(b, (count + 1) * sizeof *parts);
        for (lua_Unsigned i = 0; i < count; i++) {
            lua_rawgeti(L, top + 2, (lua_Integer)i + 1);
            read_part(b, &parts[i]);
            lua_pop(L, 1);
        }
        lua_settop(L, top + 1);
        code->family = keep_field(b, "memory");
        code->parts = parts;
        code->part_count = (uint32_t)count;
    }
    lua_settop(L, top);
}
