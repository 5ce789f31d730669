// Improves the line in a message that names a key. "wolf.lua:3: states.hunting.speed: …" says where
// the definition begins; this replaces the line by that of the key. Also, if a module forgot its
// `return`, so that `require` returned true, blames that module instead of the code that uses the
// value.
//
// A key is looked up in the table that is passed to the definition. The search follows variables
// that are set once and modules that return such a table. If it gets stuck, it uses the line of the
// last key that was found.
#include "modules/modules_private.h"
#include "modules/source_trees.h"

#include "base/result.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define MAX_KEYS 16
#define MAX_STEPS 64 // when following variables and modules, which may form cycles

/// A key of a path: a name, or an index in a list.
typedef struct key {
    const char *name;
    size_t length;
    unsigned long index; ///< 0: the key is a name
} key;

/// A message such as "wolf.lua:3: states.hunting.speed: …".
typedef struct failure {
    const char *path;
    size_t path_length;
    uint32_t line;
    key keys[MAX_KEYS];
    uint32_t key_count;
    const char *rest; ///< what follows the line and ": "
} failure;

/// Where a key was found.
typedef struct place {
    const dv_source_tree *tree;
    const dv_node *node;  ///< the field
    const dv_node *value; ///< the field's value
    uint32_t found;       ///< number of keys of the path that were found
} place;

// Reading the message

static bool read_key(const char **text, key *k, bool is_first) {
    const char *at = *text;
    if (*at == '[') {
        char *end;
        k->index = strtoul(at + 1, &end, 10);
        *text = end + 1;
        return isdigit((unsigned char)at[1]) && *end == ']' && k->index > 0;
    }
    if (!is_first && *at++ != '.')
        return false;
    k->name = at;
    while (dv_syntax_is_of_name(*at))
        at++;
    k->length = (size_t)(at - k->name);
    *text = at;
    return k->length > 0;
}

static void read_keys(failure *f) {
    const char *text = f->rest;
    while (*text != ':') {
        key k = {0};
        if (f->key_count == MAX_KEYS || !read_key(&text, &k, f->key_count == 0)) {
            f->key_count = 0;
            return;
        }
        f->keys[f->key_count++] = k;
    }
    // The parameter of a behavior: "steer.seek: target: …"
    key k = {0};
    const char *more = text + 1;
    if (*more == ' ' && (more++, read_key(&more, &k, true)) && *more == ':' &&
        f->key_count < MAX_KEYS)
        f->keys[f->key_count++] = k;
}

static bool read_failure(const char *message, failure *f) {
    *f = (failure){.path = message};
    const char *colon = strchr(message, ':');
    if (!colon || !isdigit((unsigned char)colon[1]))
        return false;
    char *end;
    f->path_length = (size_t)(colon - message);
    f->line = (uint32_t)strtoul(colon + 1, &end, 10);
    if (end[0] != ':' || end[1] != ' ')
        return false;
    f->rest = end + 2;
    return true;
}

// Following the keys

/// The expression that an expression refers to, in its own module or in one that it requires.
static const dv_node *follow_expression(dv_source_trees *trees, const dv_source_tree **tree,
                                        const dv_node *node) {
    for (int step = 0; step < MAX_STEPS; step++) {
        node = dv_node_resolve((dv_node *)node);
        const struct dv_module *module = dv_required_module(trees->modules, node);
        const dv_source_tree *other = module ? dv_tree_of(trees, module) : NULL;
        const dv_node *last = other ? dv_final_return(&other->syntax) : NULL;
        if (!last || !last->first)
            return node;
        *tree = other;
        node = last->first;
    }
    return node;
}

static bool is_key(const dv_node *field, const key *k, unsigned long listed) {
    if (field->type == DV_NODE_FIELD)
        return k->index == listed;
    const dv_node *written = field->first;
    if (k->index)
        return written->type == DV_NODE_NUMBER && written->is_integer &&
               written->integer == (int64_t)k->index;
    return written->type == DV_NODE_STRING && written->length == k->length &&
           memcmp(written->text, k->name, k->length) == 0;
}

static const dv_node *find_field(const dv_node *table, const key *k) {
    const dv_node *found = NULL; // as in Lua, the last field with the key counts
    unsigned long listed = 0;
    for (const dv_node *field = table->first; field; field = field->next) {
        listed += field->type == DV_NODE_FIELD;
        if (is_key(field, k, listed))
            found = field;
    }
    return found;
}

static place follow_keys(dv_source_trees *trees, const dv_source_tree *tree, const dv_node *value,
                         const key *keys, uint32_t count) {
    place p = {tree, value, value, 0};
    for (; p.found < count; p.found++) {
        const dv_source_tree *inside = p.tree;
        const dv_node *table = follow_expression(trees, &inside, p.value);
        const dv_node *field =
            table->type == DV_NODE_TABLE ? find_field(table, &keys[p.found]) : NULL;
        if (!field)
            break;
        p.tree = inside;
        p.node = field;
        p.value = field->last;
    }
    return p;
}

/// The last name in the callee of a call.
static const dv_node *called_name(const dv_node *call) {
    const dv_node *callee = call->first;
    return callee->type == DV_NODE_NAME ? callee : dv_node_key(callee);
}

static bool is_name(const dv_node *node, const key *k) {
    return node && node->text && node->length == k->length &&
           memcmp(node->text, k->name, k->length) == 0;
}

/// The number of leading keys that say what was called, such as "steer.seek" or the name of a
/// setting, rather than where in it the fault is.
static uint32_t leading_keys(const dv_node *call, const failure *f) {
    const dv_node *name = call->first->next;
    if (f->key_count > 2 && is_name(called_name(call), &f->keys[1]))
        return 2;
    return f->key_count > 1 && name && name->type == DV_NODE_STRING && is_name(name, &f->keys[0]);
}

static place search_call(dv_source_trees *trees, const dv_source_tree *tree, const dv_node *call,
                         const failure *f) {
    place best = {tree, NULL, NULL, 0};
    uint32_t skip = leading_keys(call, f);
    for (const dv_node *argument = call->first->next; argument; argument = argument->next) {
        place p = follow_keys(trees, tree, argument, f->keys, f->key_count);
        if (p.found == 0 && skip > 0)
            p = follow_keys(trees, tree, argument, f->keys + skip, f->key_count - skip);
        if (p.found > best.found)
            best = p;
    }
    return best;
}

/// The best place among the calls that begin in the line; none if two are equally good.
static place search_line(dv_source_trees *trees, const dv_source_tree *tree, const failure *f) {
    place best = {tree, NULL, NULL, 0};
    for (const dv_node *n = tree->syntax.chunk; n; n = dv_node_after(n, tree->syntax.chunk)) {
        if (n->type != DV_NODE_CALL || (n->line != f->line && n->arguments_line != f->line))
            continue;
        place p = search_call(trees, tree, n, f);
        if (p.found > best.found)
            best = p;
        else if (p.found == best.found && p.node != best.node)
            best.node = NULL;
    }
    return best;
}

/// If the message quotes a value, as in "no state 'hutning'", the node of that value, provided it
/// occurs only once in the place. Otherwise the place's own node.
static const dv_node *find_quoted(const place *p, const char *rest) {
    const char *quote = strchr(rest, '\'');
    const char *end = quote ? strchr(quote + 1, '\'') : NULL;
    const dv_node *found = NULL;
    if (!end)
        return p->node;
    for (const dv_node *n = p->value; n; n = dv_node_after(n, p->value)) {
        if (n->type != DV_NODE_STRING || n->length != (size_t)(end - quote - 1) ||
            memcmp(n->text, quote + 1, n->length) != 0)
            continue;
        if (found)
            return p->node;
        found = n;
    }
    return found ? found : p->node;
}

// A forgotten return

/// The module without a value that the expressions of a line use; NULL if there is none.
static const dv_source_tree *silent_module_of_line(dv_source_trees *trees,
                                                   const dv_source_tree *tree, uint32_t line) {
    for (const dv_node *n = tree->syntax.chunk; n; n = dv_node_after(n, tree->syntax.chunk)) {
        bool is_used = n->type == DV_NODE_INDEX || n->type == DV_NODE_CALL ||
                       n->type == DV_NODE_METHOD_CALL || n->type == DV_NODE_BINARY ||
                       n->type == DV_NODE_UNARY;
        if (!is_used || n->line != line)
            continue;
        for (const dv_node *operand = n->first; operand; operand = operand->next) {
            const dv_source_tree *silent = dv_silent_module(trees, operand);
            if (silent)
                return silent;
        }
    }
    return NULL;
}

// The message

static void blame_module(dv_error *error, const dv_source_tree *silent,
                         const struct dv_module *user, uint32_t line) {
    dv_fail(error, DV_ERROR_SCRIPT,
            "%s:%u: the module ends without 'return', but %s:%u uses what it returns",
            silent->module->path, dv_last_line(silent), user->path, line);
}

static void improve_message(dv_source_trees *trees, const dv_source_tree *tree, failure *f,
                            dv_error *error) {
    read_keys(f);
    place p = {tree, NULL, NULL, 0};
    if (f->key_count)
        p = search_line(trees, tree, f);
    const dv_source_tree *silent = NULL;
    if (strstr(f->rest, "boolean"))
        silent =
            p.node ? dv_silent_module(trees, p.value) : silent_module_of_line(trees, tree, f->line);
    const dv_node *node = p.node ? find_quoted(&p, f->rest) : NULL;
    uint32_t line = node ? node->line : f->line;
    if (silent)
        blame_module(error, silent, p.tree->module, line);
    else if (node)
        dv_fail(error, DV_ERROR_SCRIPT, "%s:%u: %s", p.tree->module->path, line, f->rest);
}

void dv_modules_improve_place(const dv_modules *modules, dv_error *error) {
    failure f;
    dv_error given = *error;
    dv_source_trees trees = {.modules = modules};
    if (!read_failure(given.message, &f))
        return;
    const struct dv_module *module = dv_module_at_path(modules, f.path, f.path_length);
    const dv_source_tree *tree = module ? dv_tree_of(&trees, module) : NULL;
    if (tree)
        improve_message(&trees, tree, &f, error);
    dv_free_trees(&trees);
}
