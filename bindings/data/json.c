// JSON files (RFC 8259): tables, text, and numbers. Whole numbers are integers. A key whose value
// is null is left out; in a list, drover.none keeps its place.
#include "data/data_private.h"

#include "sandbox/sandbox.h"

#include <jansson.h>

#include <stdint.h>
#include <string.h>

#define DEEPEST 100

typedef struct reading {
    lua_State *L;
    dv_data_file *file;
    size_t given; ///< how much of the file the parser has got
    json_t *root;
    int refusal; ///< on the stack: what refuses changes
} reading;

static void push_value(lua_State *L, const reading *r, const json_t *value, int depth);

static void push_list(lua_State *L, const reading *r, const json_t *list, int depth) {
    size_t count = json_array_size(list);
    lua_createtable(L, count < 1000 ? (int)count : 1000, 0);
    for (size_t i = 0; i < count; i++) {
        const json_t *item = json_array_get(list, i);
        if (json_is_null(item))
            lua_getfield(L, LUA_REGISTRYINDEX, DV_DATA_NULL);
        else
            push_value(L, r, item, depth + 1);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

static void push_object(lua_State *L, const reading *r, json_t *object, int depth) {
    const char *key;
    size_t length;
    json_t *value;
    lua_newtable(L);
    json_object_keylen_foreach(object, key, length, value) {
        if (json_is_null(value))
            continue;
        lua_pushlstring(L, key, length);
        push_value(L, r, value, depth + 1);
        lua_rawset(L, -3);
    }
}

static void push_value(lua_State *L, const reading *r, const json_t *value, int depth) {
    if (depth > DEEPEST)
        dv_refuse_data_file(L, r->file, " nested more than %d deep", DEEPEST);
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    dv_sandbox_check(L);
    dv_sandbox_check_memory(L);
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        push_object(L, r, (json_t *)(uintptr_t)value, depth);
        dv_sandbox_make_read_only(L, r->refusal);
        return;
    case JSON_ARRAY:
        push_list(L, r, value, depth);
        dv_sandbox_make_read_only(L, r->refusal);
        return;
    case JSON_STRING:
        lua_pushlstring(L, json_string_value(value), json_string_length(value));
        return;
    case JSON_INTEGER:
        lua_pushinteger(L, json_integer_value(value));
        return;
    case JSON_REAL:
        lua_pushnumber(L, json_real_value(value));
        return;
    case JSON_TRUE:
    case JSON_FALSE:
        lua_pushboolean(L, json_is_true(value));
        return;
    case JSON_NULL:
        lua_pushnil(L);
        return;
    }
}

static int push_root(lua_State *L) {
    reading *r = lua_touserdata(L, 1);
    dv_sandbox_push_refusal(L, r->file->path);
    r->refusal = lua_gettop(L);
    push_value(L, r, r->root, 0);
    return 1;
}

/// The library names the next word: "'}' expected near 'x'".
static void refuse_syntax(lua_State *L, dv_data_file *file, const json_error_t *error) {
    if (json_error_code(error) == json_error_out_of_memory)
        luaL_error(L, "out of memory");
    if (strspn(file->bytes, " \t\r\n") >= file->size)
        dv_refuse_data_file(L, file, " the file is empty");
    dv_refuse_data_file(L, file, "%d:%d: %s", error->line, error->column, error->text);
}

/// Give the parser the next piece of the file, or nothing if the call is to stop.
static size_t give(void *buffer, size_t size, void *context) {
    reading *r = context;
    size_t left = r->file->size - r->given;
    size = size < left ? size : left;
    if (dv_sandbox_is_stopping(r->L))
        return (size_t)-1;
    memcpy(buffer, r->file->bytes + r->given, size);
    r->given += size;
    return size;
}

void dv_push_json(lua_State *L, dv_data_file *file) {
    json_error_t error;
    reading r = {.L = L, .file = file};
    r.root = json_load_callback(give, &r, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL,
                                &error);
    dv_sandbox_check(L);
    if (!r.root)
        refuse_syntax(L, file, &error);
    // Whoever runs the sandbox may set how the library allocates; nothing does so in between.
    bool is_fine = dv_data_call(L, push_root, &r, 1);
    json_decref(r.root);
    if (!is_fine)
        lua_error(L);
    if (lua_isnil(L, -1))
        dv_refuse_data_file(L, file, " null is no value");
}
