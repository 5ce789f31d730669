// What a Lua function does, as one number: the hash of its stripped bytecode. Line numbers are left
// out, since they change with every line added above the function.
//
// The bytes are those of Lua 5.4's ldump.c, "format 0". If they do not parse, all bytes are hashed,
// line numbers included; then a function that only moved counts as changed.
#include "reload/coverage.h"

#include "calls/mods.h"

#include "base/hash.h"

#include <lauxlib.h>

_Static_assert(LUA_VERSION_NUM == 504, "the format of bytecode is another");

/// Signature, version, format, check bytes, three sizes, two check numbers, number of upvalues.
#define HEADER (4 + 1 + 1 + 6 + 3 + sizeof(lua_Integer) + sizeof(lua_Number) + 1)

enum constant_type {
    CONSTANT_NIL = 0x00,
    CONSTANT_FALSE = 0x01,
    CONSTANT_TRUE = 0x11,
    CONSTANT_INTEGER = 0x03,
    CONSTANT_FLOAT = 0x13,
    CONSTANT_SHORT = 0x04,
    CONSTANT_LONG = 0x14
};

typedef struct reader {
    const unsigned char *at, *end;
    bool failed; ///< the bytes do not have the expected format
    dv_hash hash;
} reader;

static void skip_bytes(reader *r, size_t size) {
    r->failed = r->failed || size > (size_t)(r->end - r->at);
    r->at += r->failed ? 0 : size;
}

static unsigned char read_byte(reader *r) {
    skip_bytes(r, 1);
    return r->failed ? 0 : r->at[-1];
}

/// Seven bits per byte, the highest first; the last byte has its top bit set.
static size_t read_size(reader *r) {
    size_t size = 0;
    unsigned char byte;
    do {
        byte = read_byte(r);
        r->failed = r->failed || size > SIZE_MAX >> 8;
        size = size << 7 | (byte & 0x7f);
    } while (!r->failed && !(byte & 0x80));
    return size;
}

static void skip_items(reader *r, size_t size) {
    size_t count = read_size(r);
    r->failed = r->failed || count > (size_t)(r->end - r->at);
    skip_bytes(r, count * size);
}

static void skip_string(reader *r) {
    size_t size = read_size(r);
    skip_bytes(r, size > 0 ? size - 1 : 0);
}

static void skip_constants(reader *r) {
    size_t count = read_size(r);
    for (size_t i = 0; i < count && !r->failed; i++) {
        switch (read_byte(r)) {
        case CONSTANT_NIL:
        case CONSTANT_FALSE:
        case CONSTANT_TRUE:
            break;
        case CONSTANT_INTEGER:
            skip_bytes(r, sizeof(lua_Integer));
            break;
        case CONSTANT_FLOAT:
            skip_bytes(r, sizeof(lua_Number));
            break;
        case CONSTANT_SHORT:
        case CONSTANT_LONG:
            skip_string(r);
            break;
        default:
            r->failed = true;
        }
    }
}

/// Stripping leaves only a few bytes of this, which say that it is empty.
static void skip_debug_information(reader *r) {
    skip_items(r, 1); // lines
    for (size_t count = read_size(r); count > 0 && !r->failed; count--) {
        read_size(r);
        read_size(r);
    }
    for (size_t count = read_size(r); count > 0 && !r->failed; count--) {
        skip_string(r);
        read_size(r);
        read_size(r);
    }
    for (size_t count = read_size(r); count > 0 && !r->failed; count--)
        skip_string(r);
}

/// Recurses as deep as functions nest, which Lua's parser limits to 200.
static void hash_function(reader *r) {
    skip_string(r); // the source
    read_size(r);   // first line
    read_size(r);   // last line
    const unsigned char *start = r->at;
    skip_bytes(r, 3); // parameters, whether it is variadic, registers
    skip_items(r, 4);
    skip_constants(r);
    skip_items(r, 3); // upvalues
    size_t count = read_size(r);
    if (!r->failed)
        dv_hash_add(&r->hash, start, (size_t)(r->at - start));
    for (; count > 0 && !r->failed; count--)
        hash_function(r);
    skip_debug_information(r);
}

/// luaL_Buffer must begin with the first bytes: until then, lua_dump needs the function at the top.
typedef struct dump {
    luaL_Buffer buffer;
    bool has_begun;
} dump;

static int add_bytes(lua_State *L, const void *bytes, size_t size, void *context) {
    dump *d = context;
    if (!d->has_begun)
        luaL_buffinit(L, &d->buffer);
    d->has_begun = true;
    luaL_addlstring(&d->buffer, bytes, size);
    return 0;
}

static uint64_t hash_bytecode(lua_State *L, int index) {
    dump d = {.has_begun = false};
    lua_pushvalue(L, index);
    lua_dump(L, add_bytes, &d, true);
    luaL_pushresult(&d.buffer);
    size_t size;
    const unsigned char *bytes = (const unsigned char *)lua_tolstring(L, -1, &size);
    reader r = {.at = bytes, .end = bytes + size};
    dv_hash_begin(&r.hash);
    skip_bytes(&r, HEADER);
    hash_function(&r);
    uint64_t hash = r.failed || r.at != r.end ? dv_hash_bytes(bytes, size) : dv_hash_end(&r.hash);
    return hash;
}

uint64_t dv_hash_function(lua_State *L, int index) {
    int top = lua_gettop(L);
    uint64_t hashes[2] = {0, 0};
    if (!lua_isfunction(L, index) || lua_iscfunction(L, index))
        return 0;
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    lua_pushvalue(L, index);
    if (dv_push_wrapped(L)) { // its own code never changes
        hashes[0] = dv_hash_function(L, lua_gettop(L) - 1);
        hashes[1] = dv_hash_function(L, lua_gettop(L));
    } else {
        hashes[0] = hash_bytecode(L, index);
    }
    lua_settop(L, top);
    return hashes[1] == 0 ? hashes[0] : dv_hash_bytes(hashes, sizeof hashes);
}
