// Finds the column that a message is about. "wolf.lua:3: …" names only a line, and editors want to
// mark the expression in it.
#include "modules/modules_private.h"

#include "modules/source_trees.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct text {
    const char *start;
    size_t length;
} text;

/// The first quoted text of a message: prey in "attempt to index a nil value (local 'prey')".
static text quoted_in(const char *message) {
    const char *quote = strchr(message, '\'');
    const char *end = quote ? strchr(quote + 1, '\'') : NULL;
    return end ? (text){quote + 1, (size_t)(end - quote - 1)} : (text){0};
}

/// The last of the keys that a message begins with: speed in "states.hunting.speed: …".
static text last_key(const char *message) {
    size_t length = strspn(message, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                    "_.[]");
    if (message[length] != ':')
        return (text){0};
    size_t start = length;
    while (start > 0 && dv_syntax_is_of_name(message[start - 1]))
        start--;
    return (text){message + start, length - start};
}

static const dv_node *find_text(const dv_node *chunk, uint32_t line, text wanted) {
    for (const dv_node *n = chunk; n && wanted.length > 0; n = dv_node_after(n, chunk))
        if (n->line == line && n->text && n->length == wanted.length &&
            memcmp(n->text, wanted.start, wanted.length) == 0)
            return n;
    return NULL;
}

/// The column where the code of a line begins.
static uint32_t first_column(const dv_node *chunk, uint32_t line) {
    uint32_t first = 0;
    for (const dv_node *n = chunk->first; n; n = dv_node_after(n, chunk))
        if (n->line == line && (first == 0 || n->column < first))
            first = n->column;
    return first;
}

static uint32_t find_column(const dv_syntax *syntax, uint32_t line, const char *message) {
    if (syntax->error_line > 0)
        return syntax->error_line == line ? syntax->error_column : 0;
    const dv_node *node = find_text(syntax->chunk, line, quoted_in(message));
    if (!node)
        node = find_text(syntax->chunk, line, last_key(message));
    return node ? node->column : first_column(syntax->chunk, line);
}

uint32_t dv_modules_column(const dv_modules *modules, const char *message) {
    const char *colon = strchr(message, ':');
    if (!colon || !isdigit((unsigned char)colon[1]))
        return 0;
    char *rest;
    unsigned long line = strtoul(colon + 1, &rest, 10);
    const struct dv_module *module = dv_module_at_path(modules, message, (size_t)(colon - message));
    if (!module || rest[0] != ':' || rest[1] != ' ' || line > UINT32_MAX)
        return 0;
    dv_syntax syntax;
    uint32_t column = 0;
    dv_result result = dv_syntax_parse(&syntax, module->source, module->size, NULL);
    if (result != DV_ERROR_MEMORY)
        column = find_column(&syntax, (uint32_t)line, rest + 2);
    dv_syntax_free(&syntax);
    return column;
}
