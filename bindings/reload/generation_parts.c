// The parts of a generation's states, as people see them; see dv_scenario_list_parts.
#include "builder.h"
#include "reload/part_names.h"
#include "syntax/syntax.h"

#include "base/utf8.h"

#include <stdio.h>
#include <string.h>

/// What stands for the function in the field `call` of the record at the top. If nothing else does,
/// its place, unless `has_detail`. "" without a function.
static void name_function(dv_builder *b, bool has_detail, char name[DV_PART_NAME]) {
    lua_State *L = b->L;
    lua_Debug info;
    name[0] = '\0';
    if (lua_getfield(L, -1, "call") != LUA_TFUNCTION) {
        lua_pop(L, 1);
        return;
    }
    dv_name_part_function(L, &b->trees, name);
    lua_getinfo(L, ">S", &info);
    if (!*name && !has_detail)
        snprintf(name, DV_PART_NAME, "%s:%d", info.short_src, info.linedefined);
}

static const char *keep_field(dv_builder *b, const char *field) {
    const char *string = dv_string_field(b->L, field);
    return string ? dv_builder_keep(b, string) : "";
}

/// Read the part whose record is at the top.
static void read_part(dv_builder *b, dv_state_part *part) {
    char call[DV_PART_NAME], text[256];
    const char *name = dv_string_field(b->L, "name"), *detail = dv_string_field(b->L, "detail");
    detail = detail ? detail : "";
    if (name) {
        snprintf(call, sizeof call, "%s", name);
        dv_utf8_trim(call);
        name = call;
    } else {
        name_function(b, *detail, call);
        bool is_brief = dv_flag_field(b->L, "brief") && !dv_syntax_is_name(call, strlen(call));
        name = is_brief ? "" : call;
    }
    snprintf(text, sizeof text, "%s%s%.140s", name, *name && *detail ? ": " : "", detail);
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
        code->family = keep_field(b, "family");
        code->parts = parts;
        code->part_count = (uint32_t)count;
    }
    lua_settop(L, top);
}
