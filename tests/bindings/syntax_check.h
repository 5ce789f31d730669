// Compares the parser with Lua's own compiler, and checks the invariant of a tree.
#ifndef DV_TEST_SYNTAX_CHECK_H
#define DV_TEST_SYNTAX_CHECK_H

#include "syntax/syntax.h"

#include <lauxlib.h>
#include <lua.h>

#include <stdio.h>
#include <string.h>

/// Whether an error message comes from Lua's code generator, whose limits the parser does not have.
static inline bool is_of_code_generator(const char *message) {
    return strstr(message, "registers") || strstr(message, "control structure too long");
}

/// Whether Lua accepts the source. If not, `message` gets Lua's error.
static inline bool lua_accepts(const char *source, size_t size, char *message, size_t capacity) {
    lua_State *L = luaL_newstate();
    size_t start = dv_source_start(source, size);
    bool accepted = luaL_loadbufferx(L, source + start, size - start, "=", "t") == LUA_OK;
    snprintf(message, capacity, "%s", accepted ? "" : lua_tostring(L, -1));
    lua_close(L);
    return accepted;
}

static inline bool is_same_text(const dv_node *node, const char *source) {
    return node->end - node->start == node->length &&
           memcmp(source + node->start, node->text, node->length) == 0;
}

/// The part of the invariant that a node breaks; NULL: none.
static inline const char *broken_by(const dv_node *node, const char *source, size_t size) {
    const dv_node *parent = node->parent;
    bool is_empty = node->start == node->end; // like an implicit `self`
    if (node->start > node->end || node->end > size)
        return "its bytes are outside the source";
    if (parent && (node->start < parent->start || node->end > parent->end))
        return "it is not within its parent";
    if (node->next && node->next->start < node->end)
        return "it overlaps its neighbor";
    if (node->next && node->next->parent != parent)
        return "its neighbor has another parent";
    if (node->type == DV_NODE_NAME && !is_empty && !is_same_text(node, source))
        return "its name is not what stands there";
    uint32_t line_start = node->start;
    while (line_start > 0 && source[line_start - 1] != '\n' && source[line_start - 1] != '\r')
        line_start--;
    bool after_mark = line_start == 0 && size >= 3 && memcmp(source, "\xEF\xBB\xBF", 3) == 0;
    if (!after_mark && !is_empty && node->column != node->start - line_start + 1)
        return "its column is wrong";
    return NULL;
}

/// What is wrong with the parser's result; NULL: nothing. `text` is a buffer for it.
static inline const char *syntax_fault(const char *source, size_t size, char *text,
                                       size_t capacity) {
    char message[512];
    dv_syntax tree;
    dv_error error = {""};
    bool expected = lua_accepts(source, size, message, sizeof message);
    bool accepted = dv_syntax_parse(&tree, source, size, &error) == DV_OK;
    const char *fault = NULL;
    if (accepted != expected && !(accepted && is_of_code_generator(message))) {
        snprintf(text, capacity, "Lua says '%s', the parser says '%s' at %u:%u", message,
                 error.message, tree.error_line, tree.error_column);
        fault = text;
    }
    for (dv_node *n = accepted ? tree.chunk : NULL; n && !fault; n = dv_node_after(n, tree.chunk)) {
        const char *broken = broken_by(n, source, size);
        if (!broken)
            continue;
        snprintf(text, capacity, "node of type %d at %u:%u: %s", n->type, n->line, n->column,
                 broken);
        fault = text;
    }
    dv_syntax_free(&tree);
    return fault;
}

#endif
