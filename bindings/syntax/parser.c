// Parses a source into a tree: nodes, helpers for tokens, and failures.
#include "syntax_private.h"

#include "base/alloc.h"
#include "base/result.h"

#include <stdio.h>
#include <string.h>

#define LONGEST_NEAR 40 // the most bytes of a token that a message quotes

// Failing

_Noreturn void dv_syntax_fail_memory(struct dv_parser *p) {
    p->result = dv_fail(p->error, DV_ERROR_MEMORY, "out of memory");
    longjmp(p->failed, 1);
}

_Noreturn void dv_syntax_fail_at(struct dv_parser *p, uint32_t line, uint32_t column,
                                 const char *what) {
    p->tree->error_line = line;
    p->tree->error_column = column;
    p->result = dv_fail(p->error, DV_ERROR_SCRIPT, "%s", what);
    longjmp(p->failed, 1);
}

_Noreturn void dv_syntax_fail(struct dv_parser *p, const char *what) {
    const struct dv_token *token = &p->token;
    char text[256];
    uint32_t length = token->end - token->start;
    if (token->type == TOKEN_FINISH)
        snprintf(text, sizeof text, "%.128s near the end", what);
    else
        snprintf(text, sizeof text, "%.128s near '%.*s'", what,
                 (int)(length < LONGEST_NEAR ? length : LONGEST_NEAR), p->source + token->start);
    dv_syntax_fail_at(p, token->line, token->column, text);
}

void *dv_syntax_take(struct dv_parser *p, size_t size) {
    void *block = dv_arena_alloc(&p->tree->memory, size);
    if (!block)
        dv_syntax_fail_memory(p);
    return block;
}

// Nodes

dv_node *dv_new_node(struct dv_parser *p, dv_node_type type) {
    dv_node *node = dv_syntax_take(p, sizeof *node);
    node->type = type;
    node->line = p->token.line;
    node->column = p->token.column;
    node->start = p->token.start;
    node->end = p->token.end;
    return node;
}

dv_node *dv_new_node_from(struct dv_parser *p, dv_node_type type, dv_node *first) {
    dv_node *node = dv_new_node(p, type);
    node->line = first->line;
    node->column = first->column;
    node->start = first->start;
    dv_append_node(node, first);
    return node;
}

dv_node *dv_take_token(struct dv_parser *p, dv_node_type type) {
    dv_node *node = dv_new_node(p, type);
    node->text = p->token.text;
    node->length = p->token.length;
    if (type == DV_NODE_NUMBER) {
        node->is_integer = p->token.is_integer;
        if (node->is_integer)
            node->integer = p->token.integer;
        else
            node->number = p->token.number;
    }
    dv_next_token(p);
    return node;
}

void dv_append_node(dv_node *parent, dv_node *child) {
    child->parent = parent;
    if (parent->last)
        parent->last->next = child;
    else
        parent->first = child;
    parent->last = child;
}

void dv_end_node(const struct dv_parser *p, dv_node *node) {
    node->end = p->previous_end;
    if (node->start > node->end)
        node->start = node->end; // the node is empty
}

// Tokens

void dv_enter_level(struct dv_parser *p) {
    if (++p->depth > p->tree->deepest) {
        p->tree->deepest = p->depth;
        p->tree->deepest_line = p->token.line;
    }
    if (p->depth > DV_SYNTAX_DEPTH)
        dv_syntax_fail_at(p, p->token.line, p->token.column,
                          "blocks and expressions are nested too deeply");
}

void dv_leave_level(struct dv_parser *p) { p->depth--; }

bool dv_test_token(struct dv_parser *p, int type) {
    bool found = p->token.type == type;
    if (found)
        dv_next_token(p);
    return found;
}

void dv_expect_token(struct dv_parser *p, int type, const char *text) {
    char what[64];
    if (dv_test_token(p, type))
        return;
    snprintf(what, sizeof what, "%s expected", text);
    dv_syntax_fail(p, what);
}

void dv_expect_closing(struct dv_parser *p, int type, const char *text, const char *opening,
                       uint32_t line) {
    char what[96];
    if (dv_test_token(p, type))
        return;
    snprintf(what, sizeof what, "%s expected (to close %s at line %u)", text, opening, line);
    dv_syntax_fail(p, what);
}

dv_node *dv_parse_name(struct dv_parser *p) {
    if (p->token.type != TOKEN_NAME)
        dv_syntax_fail(p, "a name expected");
    return dv_take_token(p, DV_NODE_NAME);
}

// The whole source

static void parse_chunk(struct dv_parser *p) {
    struct dv_function_scope scope;
    struct dv_block_scope outermost;
    dv_next_token(p);
    dv_node *chunk = dv_new_node(p, DV_NODE_FUNCTION);
    chunk->is_vararg = true;
    chunk->start = 0; // it covers the whole source
    chunk->line = chunk->column = 1;
    p->tree->chunk = chunk;
    dv_append_node(chunk, dv_new_node(p, DV_NODE_LIST));
    dv_end_node(p, chunk->first);
    dv_node *block = dv_new_node(p, DV_NODE_BLOCK);
    dv_append_node(chunk, block);
    dv_open_function(p, &scope, &outermost, chunk);
    dv_parse_statements(p, block);
    if (p->token.type != TOKEN_FINISH)
        dv_syntax_fail(p, "'<eof>' expected");
    dv_close_function(p);
    chunk->end = p->size;
}

size_t dv_source_start(const char *source, size_t size) {
    size_t start = size >= 3 && memcmp(source, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    if (start < size && source[start] == '#') {
        const char *newline = memchr(source + start, '\n', size - start);
        start = newline ? (size_t)(newline - source) : size;
    }
    return start;
}

dv_result dv_syntax_parse(dv_syntax *tree, const char *source, size_t size, dv_error *error) {
    *tree = (dv_syntax){0};
    if (size > INT32_MAX)
        return dv_fail(error, DV_ERROR_ARGUMENT, "the source is larger than 2 GiB");
    struct dv_parser p = {.tree = tree,
                          .source = source,
                          .size = (uint32_t)size,
                          .at = (uint32_t)dv_source_start(source, size),
                          .line = 1,
                          .last_variable = &tree->variables,
                          .error = error,
                          .result = DV_OK};
    if (setjmp(p.failed) == 0)
        parse_chunk(&p);
    dv_free(p.variables);
    dv_free(p.labels);
    dv_free(p.gotos);
    return p.result;
}

void dv_syntax_free(dv_syntax *tree) {
    dv_arena_free(&tree->memory);
    *tree = (dv_syntax){0};
}
