// Functions, blocks, variables, and labels: what each name in a source means, and where it is not
// allowed.
#include "syntax_private.h"

#include "base/alloc.h"

#include <stdio.h>
#include <string.h>

#define MAX_VARIABLES 200 // in a function, as in Lua
#define MAX_UPVALUES 255

static void make_room(struct dv_parser *p, void **items, uint32_t *capacity, uint32_t count,
                      size_t size) {
    if (!dv_reserve(items, capacity, count + 1, size))
        dv_syntax_fail_memory(p);
}

static _Noreturn void fail_at_node(struct dv_parser *p, const dv_node *node, const char *before,
                                   const char *after) {
    char what[256];
    snprintf(what, sizeof what, "%s '%.*s'%s", before,
             (int)(node->length < 100 ? node->length : 100), node->text, after);
    dv_syntax_fail_at(p, node->line, node->column, what);
}

// Blocks and functions

void dv_open_block(struct dv_parser *p, struct dv_block_scope *block, bool is_loop) {
    *block = (struct dv_block_scope){.outer = p->function->block,
                                     .is_loop = is_loop,
                                     .active = p->function->active,
                                     .first_label = p->label_count,
                                     .first_goto = p->goto_count};
    p->function->block = block;
}

void dv_close_block(struct dv_parser *p) {
    struct dv_function_scope *function = p->function;
    const struct dv_block_scope *block = function->block;
    function->active = block->active;
    p->variable_count = function->first + block->active;
    p->label_count = block->first_label;
    if (!block->outer && p->goto_count > block->first_goto)
        fail_at_node(p, p->gotos[block->first_goto].node, "no visible label", " for goto");
    // A goto that leaves the block also leaves the scope of the block's variables.
    for (uint32_t i = block->first_goto; i < p->goto_count; i++)
        if (p->gotos[i].active > block->active)
            p->gotos[i].active = block->active;
    function->block = block->outer;
}

void dv_open_function(struct dv_parser *p, struct dv_function_scope *scope,
                      struct dv_block_scope *block, dv_node *node) {
    *scope =
        (struct dv_function_scope){.outer = p->function, .node = node, .first = p->variable_count};
    p->function = scope;
    dv_open_block(p, block, false);
}

void dv_close_function(struct dv_parser *p) {
    dv_close_block(p);
    p->function = p->function->outer;
}

void dv_check_break(struct dv_parser *p, const dv_node *node) {
    for (const struct dv_block_scope *block = p->function->block; block; block = block->outer)
        if (block->is_loop)
            return;
    dv_syntax_fail_at(p, node->line, node->column, "break outside a loop");
}

// Variables

dv_variable *dv_declare(struct dv_parser *p, dv_node *name, dv_variable_type type) {
    make_room(p, (void **)&p->variables, &p->variable_capacity, p->variable_count,
              sizeof(dv_variable *));
    if (p->variable_count - p->function->first >= MAX_VARIABLES)
        dv_syntax_fail(p, "too many local variables (limit is 200) in a function");
    dv_variable *variable = NULL;
    if (name) {
        variable = dv_syntax_take(p, sizeof *variable);
        *variable = (dv_variable){.type = type,
                                  .name = name->text,
                                  .length = name->length,
                                  .declaration = name,
                                  .function = p->function->node};
        name->variable = variable;
        *p->last_variable = variable;
        p->last_variable = &variable->next;
    }
    p->variables[p->variable_count++] = variable;
    return variable;
}

void dv_show_variables(struct dv_parser *p, uint32_t count) { p->function->active += count; }

static dv_variable *find_in_function(const struct dv_parser *p,
                                     const struct dv_function_scope *function, const char *name,
                                     uint32_t length) {
    for (uint32_t i = function->active; i-- > 0;) {
        dv_variable *variable = p->variables[function->first + i];
        if (variable && variable->length == length && memcmp(variable->name, name, length) == 0)
            return variable;
    }
    return NULL;
}

/// Whether Lua compiles the variable away as a constant, so that no function captures it.
static bool is_compiled_away(const dv_variable *variable) {
    if (!variable->is_const || !variable->value)
        return false;
    switch (variable->value->type) {
    case DV_NODE_NIL:
    case DV_NODE_TRUE:
    case DV_NODE_FALSE:
    case DV_NODE_NUMBER:
    case DV_NODE_STRING:
        return true;
    default:
        return false;
    }
}

/// Note that a function captures a variable, or the globals if `variable` is NULL.
static void capture_variable(struct dv_parser *p, struct dv_function_scope *function,
                             const dv_variable *variable) {
    for (const struct dv_upvalue *u = function->upvalues; u; u = u->next)
        if (u->variable == variable)
            return;
    if (function->upvalue_count >= MAX_UPVALUES)
        dv_syntax_fail(p, "too many upvalues (limit is 255) in a function");
    struct dv_upvalue *upvalue = dv_syntax_take(p, sizeof *upvalue);
    *upvalue = (struct dv_upvalue){variable, function->upvalues};
    function->upvalues = upvalue;
    function->upvalue_count++;
}

/// Find the visible variable with a name, and let the functions in between capture it. Returns NULL
/// for a global.
static dv_variable *find_variable(struct dv_parser *p, const char *name, uint32_t length) {
    struct dv_function_scope *owner = p->function;
    dv_variable *variable = NULL;
    while (owner && !(variable = find_in_function(p, owner, name, length)))
        owner = owner->outer;
    if (variable && is_compiled_away(variable))
        return variable;
    if (!variable && (length != 4 || memcmp(name, "_ENV", 4) != 0))
        return NULL; // the caller then looks up _ENV
    for (struct dv_function_scope *f = p->function; f != owner; f = f->outer)
        capture_variable(p, f, variable);
    return variable;
}

void dv_resolve_name(struct dv_parser *p, dv_node *name) {
    name->variable = find_variable(p, name->text, name->length);
    if (name->variable) {
        name->variable->reads++;
        name->next_use = name->variable->uses;
        name->variable->uses = name;
    } else {
        name->has_environment = find_variable(p, "_ENV", 4) != NULL;
    }
}

void dv_note_write(struct dv_parser *p, dv_node *target) {
    dv_variable *variable = target->type == DV_NODE_NAME ? target->variable : NULL;
    if (!variable)
        return;
    if (variable->is_const || variable->is_close)
        fail_at_node(p, target, "attempt to assign to const variable", "");
    variable->reads--; // dv_resolve_name counted it as a read
    variable->writes++;
    variable->inner_writes += variable->function != p->function->node;
}

// Labels

static bool is_same(const dv_node *a, const dv_node *b) {
    return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

static const struct dv_block_scope *outermost_block(const struct dv_parser *p) {
    const struct dv_block_scope *block = p->function->block;
    while (block->outer)
        block = block->outer;
    return block;
}

static const struct dv_label *find_label(const struct dv_parser *p, const dv_node *name) {
    for (uint32_t i = outermost_block(p)->first_label; i < p->label_count; i++)
        if (is_same(p->labels[i].node, name))
            return &p->labels[i];
    return NULL;
}

void dv_check_label(struct dv_parser *p, const dv_node *label) {
    if (find_label(p, label))
        fail_at_node(p, label, "label", " already defined");
}

void dv_add_label(struct dv_parser *p, dv_node *label, bool is_last) {
    const struct dv_block_scope *block = p->function->block;
    uint32_t active = is_last ? block->active : p->function->active;
    make_room(p, (void **)&p->labels, &p->label_capacity, p->label_count, sizeof *p->labels);
    p->labels[p->label_count++] = (struct dv_label){label, active};
    uint32_t kept = block->first_goto;
    for (uint32_t i = block->first_goto; i < p->goto_count; i++) {
        if (!is_same(p->gotos[i].node, label))
            p->gotos[kept++] = p->gotos[i];
        else if (p->gotos[i].active < active)
            fail_at_node(p, p->gotos[i].node, "goto", " jumps into the scope of a local");
    }
    p->goto_count = kept;
}

void dv_add_goto(struct dv_parser *p, dv_node *jump) {
    if (find_label(p, jump))
        return; // a jump back to a label that is known
    make_room(p, (void **)&p->gotos, &p->goto_capacity, p->goto_count, sizeof *p->gotos);
    p->gotos[p->goto_count++] = (struct dv_label){jump, p->function->active};
}
