// Parses statements.
#include "syntax_private.h"

/// Whether a block ends here. `with_until`: `until` ends one, too.
static bool ends_block(const struct dv_parser *p, bool with_until) {
    switch (p->token.type) {
    case TOKEN_ELSE:
    case TOKEN_ELSEIF:
    case TOKEN_END:
    case TOKEN_FINISH:
        return true;
    case TOKEN_UNTIL:
        return with_until;
    default:
        return false;
    }
}

static void parse_statement(struct dv_parser *p, dv_node *block);

void dv_parse_statements(struct dv_parser *p, dv_node *block) {
    while (!ends_block(p, true)) {
        bool is_last = p->token.type == TOKEN_RETURN;
        parse_statement(p, block);
        if (is_last)
            break;
    }
    dv_end_node(p, block);
}

/// Parse a block with its own scope as the next child of `parent`.
static void parse_block(struct dv_parser *p, dv_node *parent, bool is_loop) {
    struct dv_block_scope scope;
    dv_node *block = dv_new_node(p, DV_NODE_BLOCK);
    dv_open_block(p, &scope, is_loop);
    dv_parse_statements(p, block);
    dv_close_block(p);
    dv_append_node(parent, block);
}

static void parse_condition(struct dv_parser *p, dv_node *parent) {
    dv_append_node(parent, dv_parse_expression(p));
}

static dv_node *parse_if(struct dv_parser *p) {
    dv_node *node = dv_new_node(p, DV_NODE_IF);
    uint32_t line = p->token.line;
    do {
        dv_next_token(p);
        parse_condition(p, node);
        dv_expect_token(p, TOKEN_THEN, "'then'");
        parse_block(p, node, false);
    } while (p->token.type == TOKEN_ELSEIF);
    if (dv_test_token(p, TOKEN_ELSE))
        parse_block(p, node, false);
    dv_expect_closing(p, TOKEN_END, "'end'", "'if'", line);
    return node;
}

static dv_node *parse_while(struct dv_parser *p) {
    dv_node *node = dv_new_node(p, DV_NODE_WHILE);
    uint32_t line = p->token.line;
    dv_next_token(p);
    parse_condition(p, node);
    dv_expect_token(p, TOKEN_DO, "'do'");
    parse_block(p, node, true);
    dv_expect_closing(p, TOKEN_END, "'end'", "'while'", line);
    return node;
}

static dv_node *parse_do(struct dv_parser *p) {
    dv_node *node = dv_new_node(p, DV_NODE_DO);
    uint32_t line = p->token.line;
    dv_next_token(p);
    parse_block(p, node, false);
    dv_expect_closing(p, TOKEN_END, "'end'", "'do'", line);
    return node;
}

/// The condition of `repeat` sees the variables of its body.
static dv_node *parse_repeat(struct dv_parser *p) {
    struct dv_block_scope loop, scope;
    dv_node *node = dv_new_node(p, DV_NODE_REPEAT);
    uint32_t line = p->token.line;
    dv_next_token(p);
    dv_open_block(p, &loop, true);
    dv_open_block(p, &scope, false);
    dv_node *block = dv_new_node(p, DV_NODE_BLOCK);
    dv_parse_statements(p, block);
    dv_append_node(node, block);
    dv_expect_closing(p, TOKEN_UNTIL, "'until'", "'repeat'", line);
    parse_condition(p, node);
    dv_close_block(p);
    dv_close_block(p);
    return node;
}

static void parse_loop_body(struct dv_parser *p, dv_node *node, uint32_t hidden, uint32_t shown) {
    struct dv_block_scope scope;
    dv_expect_token(p, TOKEN_DO, "'do'");
    dv_show_variables(p, hidden);
    dv_node *block = dv_new_node(p, DV_NODE_BLOCK);
    dv_open_block(p, &scope, false);
    dv_show_variables(p, shown);
    dv_parse_statements(p, block);
    dv_close_block(p);
    dv_append_node(node, block);
}

static void parse_numeric_for(struct dv_parser *p, dv_node *node, dv_node *name) {
    node->type = DV_NODE_NUMERIC_FOR;
    dv_append_node(node, name);
    for (int i = 0; i < 3; i++)
        dv_declare(p, NULL, DV_VARIABLE_LOOP); // the loop's counter, limit, and step
    dv_declare(p, name, DV_VARIABLE_LOOP);
    dv_next_token(p);
    parse_condition(p, node);
    dv_expect_token(p, ',', "','");
    parse_condition(p, node);
    if (dv_test_token(p, ','))
        parse_condition(p, node);
    parse_loop_body(p, node, 3, 1);
}

static void parse_generic_for(struct dv_parser *p, dv_node *node, dv_node *name) {
    node->type = DV_NODE_GENERIC_FOR;
    dv_node *names = dv_new_node_from(p, DV_NODE_LIST, name);
    uint32_t count = 1;
    for (int i = 0; i < 4; i++)
        dv_declare(p, NULL, DV_VARIABLE_LOOP); // iterator, state, control, and closing value
    dv_declare(p, name, DV_VARIABLE_LOOP);
    for (; dv_test_token(p, ','); count++) {
        dv_append_node(names, dv_parse_name(p));
        dv_declare(p, names->last, DV_VARIABLE_LOOP);
    }
    dv_end_node(p, names);
    dv_append_node(node, names);
    dv_expect_token(p, TOKEN_IN, "'in'");
    dv_node *values = dv_new_node(p, DV_NODE_LIST);
    dv_parse_expressions(p, values);
    dv_append_node(node, values);
    parse_loop_body(p, node, 4, count);
}

static dv_node *parse_for(struct dv_parser *p) {
    struct dv_block_scope loop;
    dv_node *node = dv_new_node(p, DV_NODE_NUMERIC_FOR);
    uint32_t line = p->token.line;
    dv_open_block(p, &loop, true);
    dv_next_token(p);
    dv_node *name = dv_parse_name(p);
    if (p->token.type == '=')
        parse_numeric_for(p, node, name);
    else if (p->token.type == ',' || p->token.type == TOKEN_IN)
        parse_generic_for(p, node, name);
    else
        dv_syntax_fail(p, "'=' or 'in' expected");
    dv_expect_closing(p, TOKEN_END, "'end'", "'for'", line);
    dv_close_block(p);
    return node;
}

static dv_node *take_key(struct dv_parser *p) {
    dv_node *key = dv_parse_name(p);
    key->type = DV_NODE_STRING;
    return key;
}

static dv_node *parse_function_set(struct dv_parser *p) {
    dv_node *node = dv_new_node(p, DV_NODE_FUNCTION_SET);
    dv_next_token(p);
    dv_node *target = dv_parse_name(p);
    dv_resolve_name(p, target);
    bool is_method = false;
    while (!is_method && (p->token.type == '.' || p->token.type == ':')) {
        is_method = p->token.type == ':';
        dv_next_token(p);
        target = dv_new_node_from(p, DV_NODE_INDEX, target);
        dv_append_node(target, take_key(p));
        dv_end_node(p, target);
    }
    dv_append_node(node, target);
    dv_node *function = dv_new_node(p, DV_NODE_FUNCTION);
    function->is_method = is_method;
    dv_append_node(node, dv_parse_body(p, function));
    dv_note_write(p, target);
    return node;
}

static dv_node *parse_local_function(struct dv_parser *p, dv_node *node) {
    node->type = DV_NODE_LOCAL_FUNCTION;
    dv_next_token(p);
    dv_append_node(node, dv_parse_name(p));
    dv_variable *variable = dv_declare(p, node->first, DV_VARIABLE_FUNCTION);
    dv_show_variables(p, 1);
    dv_node *function = dv_new_node(p, DV_NODE_FUNCTION);
    variable->value = function;
    dv_append_node(node, dv_parse_body(p, function));
    return node;
}

static void parse_attribute(struct dv_parser *p, dv_variable *variable) {
    if (!dv_test_token(p, '<'))
        return;
    dv_node *name = dv_parse_name(p);
    variable->is_const = dv_node_is(name, "const");
    variable->is_close = dv_node_is(name, "close");
    if (!variable->is_const && !variable->is_close)
        dv_syntax_fail_at(p, name->line, name->column, "unknown attribute");
    dv_expect_token(p, '>', "'>'");
}

static bool gives_many(const dv_node *value) {
    return value->type == DV_NODE_CALL || value->type == DV_NODE_METHOD_CALL ||
           value->type == DV_NODE_VARARG;
}

/// Note the initial value of each variable in a list that has a single expression for it.
static void note_values(const dv_node *names, const dv_node *values) {
    dv_node *value = values->first;
    for (const dv_node *name = names->first; name && value; name = name->next) {
        name->variable->value = value;
        if (!value->next && gives_many(value) && name->next)
            return;
        value = value->next;
    }
}

static dv_node *parse_local(struct dv_parser *p) {
    dv_node *node = dv_new_node(p, DV_NODE_LOCAL);
    dv_next_token(p);
    if (p->token.type == TOKEN_FUNCTION)
        return parse_local_function(p, node);
    dv_node *names = dv_new_node(p, DV_NODE_LIST);
    uint32_t count = 0, closed = 0;
    do {
        dv_append_node(names, dv_parse_name(p));
        dv_variable *variable = dv_declare(p, names->last, DV_VARIABLE_LOCAL);
        parse_attribute(p, variable);
        closed += variable->is_close;
        count++;
        if (closed > 1)
            dv_syntax_fail(p, "multiple to-be-closed variables in local list");
    } while (dv_test_token(p, ','));
    dv_end_node(p, names);
    dv_append_node(node, names);
    dv_node *values = dv_new_node(p, DV_NODE_LIST);
    if (dv_test_token(p, '='))
        dv_parse_expressions(p, values);
    dv_end_node(p, values);
    dv_append_node(node, values);
    note_values(names, values);
    dv_show_variables(p, count);
    return node;
}

static dv_node *parse_label(struct dv_parser *p, dv_node *block) {
    dv_node *node = dv_new_node(p, DV_NODE_LABEL);
    dv_next_token(p);
    dv_node *name = dv_parse_name(p);
    node->text = name->text;
    node->length = name->length;
    dv_expect_token(p, TOKEN_COLONS, "'::'");
    dv_end_node(p, node);
    dv_append_node(block, node);
    // A label at the end of a block, even if other labels follow, is outside the scope of its
    // variables.
    while (p->token.type == ';' || p->token.type == TOKEN_COLONS)
        parse_statement(p, block);
    dv_check_label(p, node);
    dv_add_label(p, node, ends_block(p, false));
    return node;
}

static dv_node *parse_goto(struct dv_parser *p) {
    dv_node *node = dv_new_node(p, DV_NODE_GOTO);
    dv_next_token(p);
    dv_node *name = dv_parse_name(p);
    node->text = name->text;
    node->length = name->length;
    dv_add_goto(p, node);
    return node;
}

static dv_node *parse_return(struct dv_parser *p) {
    dv_node *node = dv_new_node(p, DV_NODE_RETURN);
    dv_next_token(p);
    if (!ends_block(p, true) && p->token.type != ';')
        dv_parse_expressions(p, node);
    dv_end_node(p, node);
    dv_test_token(p, ';');
    return node;
}

static dv_node *parse_break(struct dv_parser *p) {
    dv_node *node = dv_new_node(p, DV_NODE_BREAK);
    dv_check_break(p, node);
    dv_next_token(p);
    return node;
}

/// Check that `target` may be left of `=`. The number of targets is limited by depth.
static void check_target(struct dv_parser *p, dv_node *target) {
    if (target->type != DV_NODE_NAME && target->type != DV_NODE_INDEX)
        dv_syntax_fail(p, "syntax error");
    dv_note_write(p, target);
}

static dv_node *parse_assignment(struct dv_parser *p, dv_node *target) {
    dv_node *targets = dv_new_node_from(p, DV_NODE_LIST, target);
    dv_node *node = dv_new_node_from(p, DV_NODE_ASSIGNMENT, targets);
    check_target(p, target);
    uint32_t levels = 0;
    for (; dv_test_token(p, ','); levels++) {
        target = dv_parse_suffixed(p);
        dv_append_node(targets, target);
        dv_enter_level(p);
        check_target(p, target);
    }
    dv_end_node(p, targets);
    dv_expect_token(p, '=', "'='");
    dv_node *values = dv_new_node(p, DV_NODE_LIST);
    dv_parse_expressions(p, values);
    dv_append_node(node, values);
    while (levels-- > 0)
        dv_leave_level(p);
    return node;
}

static dv_node *parse_expression_statement(struct dv_parser *p) {
    dv_node *expression = dv_parse_suffixed(p);
    if (p->token.type == '=' || p->token.type == ',')
        return parse_assignment(p, expression);
    if (expression->type != DV_NODE_CALL && expression->type != DV_NODE_METHOD_CALL)
        dv_syntax_fail(p, "syntax error");
    return dv_new_node_from(p, DV_NODE_CALL_STATEMENT, expression);
}

static dv_node *parse_kind_of_statement(struct dv_parser *p) {
    switch (p->token.type) {
    case TOKEN_IF:
        return parse_if(p);
    case TOKEN_WHILE:
        return parse_while(p);
    case TOKEN_DO:
        return parse_do(p);
    case TOKEN_FOR:
        return parse_for(p);
    case TOKEN_REPEAT:
        return parse_repeat(p);
    case TOKEN_FUNCTION:
        return parse_function_set(p);
    case TOKEN_LOCAL:
        return parse_local(p);
    case TOKEN_RETURN:
        return parse_return(p);
    case TOKEN_BREAK:
        return parse_break(p);
    case TOKEN_GOTO:
        return parse_goto(p);
    default:
        return parse_expression_statement(p);
    }
}

static void parse_statement(struct dv_parser *p, dv_node *block) {
    dv_enter_level(p);
    if (p->token.type == TOKEN_COLONS) {
        parse_label(p, block);
    } else if (!dv_test_token(p, ';')) {
        dv_node *node = parse_kind_of_statement(p);
        if (node->type != DV_NODE_RETURN)
            dv_end_node(p, node);
        dv_append_node(block, node);
    }
    dv_leave_level(p);
}
