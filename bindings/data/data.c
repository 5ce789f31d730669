#include "data/data_private.h"

#include "data/data_format.h"
#include "sandbox/sandbox.h"

#include "base/hash.h"
#include "base/utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// Key in the registry of what was read: the address of this.
static const char read_key;

/// What a message quotes of a file may have newlines, or be cut off within a character.
static void make_one_line(char *text) {
    for (size_t length; *text; text += length ? length : 1) {
        length = dv_utf8_length(text);
        if (length == 0)
            *text = '?';
        else if ((unsigned char)*text < ' ' || *text == 0x7f)
            *text = ' ';
    }
}

_Noreturn void dv_refuse_data_file(lua_State *L, dv_data_file *file, const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    dv_utf8_trim(text);
    make_one_line(text);
    luaL_checkstack(L, 4, NULL);
    lua_pushfstring(L, "%s:%s", file->path, text);
    file->is_refused = true;
    lua_error(L);
    __builtin_unreachable();
}

bool dv_data_call(lua_State *L, lua_CFunction function, void *context, int results) {
    luaL_checkstack(L, 4, NULL);
    lua_pushcfunction(L, function);
    lua_pushlightuserdata(L, context);
    return lua_pcall(L, 1, results, 0) == LUA_OK;
}

/// The mark that some editors write at the beginning is not part of the text.
static void skip_byte_order_mark(dv_data_file *file) {
    if (file->size < 3 || memcmp(file->bytes, "\xEF\xBB\xBF", 3) != 0)
        return;
    file->bytes += 3;
    file->size -= 3;
}

/// Columns count characters, from 1.
static void check_utf8(lua_State *L, dv_data_file *file) {
    size_t line = 1, column = 1;
    for (size_t i = 0; i < file->size; column++) {
        char character[5] = "";
        memcpy(character, file->bytes + i, file->size - i < 4 ? file->size - i : 4);
        size_t length = dv_utf8_length(character);
        if (length == 0)
            dv_refuse_data_file(L, file, "%zu:%zu: byte 0x%02X is not UTF-8: save it as UTF-8",
                                line, column, (unsigned char)*character);
        if (*character == '\n') {
            line++;
            column = 0;
        }
        i += length;
        if (i % 4096 == 0)
            dv_sandbox_check(L);
    }
}

static int push_content(lua_State *L) {
    dv_data_file *file = lua_touserdata(L, 1);
    skip_byte_order_mark(file);
    check_utf8(L, file);
    switch (dv_data_format_of(file->path)) {
    case DV_DATA_CSV:
        dv_push_csv(L, file);
        return 1;
    case DV_DATA_JSON:
        dv_push_json(L, file);
        return 1;
    case DV_DATA_WKT:
        dv_push_wkt(L, file);
        return 1;
    case DV_DATA_NONE:
    case DV_DATA_PNG:
        break;
    }
    return luaL_error(L, "%s is not a data file of text", file->path);
}

/// Push the table of what was read, by path and content. Its values are weak.
static void push_read(lua_State *L) {
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &read_key) != LUA_TNIL)
        return;
    lua_pop(L, 1);
    lua_newtable(L);
    lua_createtable(L, 0, 1);
    lua_pushliteral(L, "v");
    lua_setfield(L, -2, "__mode");
    lua_setmetatable(L, -2);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &read_key);
}

const char *dv_data_push(lua_State *L, const char *path, const char *bytes, size_t size) {
    dv_data_file file = {.path = path, .bytes = bytes, .size = size};
    lua_Integer key =
        (lua_Integer)dv_hash_join(dv_hash_bytes(path, strlen(path)), dv_hash_bytes(bytes, size));
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    push_read(L);
    if (lua_rawgeti(L, -1, key) != LUA_TNIL) {
        lua_remove(L, -2);
        return NULL;
    }
    lua_pop(L, 1);
    dv_sandbox_pause(L);
    bool is_read = dv_data_call(L, push_content, &file, 1);
    dv_sandbox_resume(L);
    if (!is_read) {
        lua_remove(L, -2);
        return file.is_refused ? lua_tostring(L, -1) : (lua_error(L), NULL);
    }
    lua_pushvalue(L, -1);
    lua_rawseti(L, -3, key);
    lua_remove(L, -2);
    return NULL;
}
