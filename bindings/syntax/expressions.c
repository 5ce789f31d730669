// Parses expressions.
#include "syntax_private.h"

#define UNARY_PRIORITY 12

typedef struct binary {
    int token;
    dv_operator operator;
    int left, right; ///< priorities
} binary;

static const binary binaries[] = {
    {'+', DV_OPERATOR_ADD, 10, 10},
    {'-', DV_OPERATOR_SUBTRACT, 10, 10},
    {'*', DV_OPERATOR_MULTIPLY, 11, 11},
    {'%', DV_OPERATOR_MODULO, 11, 11},
    {'^', DV_OPERATOR_POWER, 14, 13},
    {'/', DV_OPERATOR_DIVIDE, 11, 11},
    {TOKEN_FLOOR_DIVIDE, DV_OPERATOR_FLOOR_DIVIDE, 11, 11},
    {'&', DV_OPERATOR_AND_BITS, 6, 6},
    {'|', DV_OPERATOR_OR_BITS, 4, 4},
    {'~', DV_OPERATOR_XOR_BITS, 5, 5},
    {TOKEN_SHIFT_LEFT, DV_OPERATOR_SHIFT_LEFT, 7, 7},
    {TOKEN_SHIFT_RIGHT, DV_OPERATOR_SHIFT_RIGHT, 7, 7},
    {TOKEN_CONCATENATE, DV_OPERATOR_CONCATENATE, 9, 8},
    {TOKEN_EQUAL, DV_OPERATOR_EQUAL, 3, 3},
    {'<', DV_OPERATOR_LESS, 3, 3},
    {TOKEN_LESS_EQUAL, DV_OPERATOR_LESS_EQUAL, 3, 3},
    {TOKEN_NOT_EQUAL, DV_OPERATOR_NOT_EQUAL, 3, 3},
    {'>', DV_OPERATOR_GREATER, 3, 3},
    {TOKEN_GREATER_EQUAL, DV_OPERATOR_GREATER_EQUAL, 3, 3},
    {TOKEN_AND, DV_OPERATOR_AND, 2, 2},
    {TOKEN_OR, DV_OPERATOR_OR, 1, 1},
};

static const binary *find_binary(int token) {
    for (size_t i = 0; i < sizeof binaries / sizeof *binaries; i++)
        if (binaries[i].token == token)
            return &binaries[i];
    return NULL;
}

static dv_operator unary_operator(int token) {
    switch (token) {
    case '-':
        return DV_OPERATOR_NEGATE;
    case '~':
        return DV_OPERATOR_NOT_BITS;
    case '#':
        return DV_OPERATOR_LENGTH;
    case TOKEN_NOT:
        return DV_OPERATOR_NOT;
    default:
        return DV_OPERATOR_NONE;
    }
}

// Tables

static dv_node *parse_field(struct dv_parser *p) {
    dv_node *field = dv_new_node(p, DV_NODE_FIELD);
    if (p->token.type == TOKEN_NAME && dv_peek_token(p) == '=') {
        field->type = DV_NODE_KEYED_FIELD;
        dv_append_node(field, dv_take_token(p, DV_NODE_STRING));
        dv_next_token(p);
    } else if (p->token.type == '[') {
        field->type = DV_NODE_KEYED_FIELD;
        dv_next_token(p);
        dv_append_node(field, dv_parse_expression(p));
        dv_expect_token(p, ']', "']'");
        dv_expect_token(p, '=', "'='");
    }
    dv_append_node(field, dv_parse_expression(p));
    dv_end_node(p, field);
    return field;
}

static dv_node *parse_table(struct dv_parser *p) {
    dv_node *table = dv_new_node(p, DV_NODE_TABLE);
    uint32_t line = p->token.line;
    dv_expect_token(p, '{', "'{'");
    while (p->token.type != '}') {
        dv_append_node(table, parse_field(p));
        if (!dv_test_token(p, ',') && !dv_test_token(p, ';'))
            break;
    }
    dv_expect_closing(p, '}', "'}'", "'{'", line);
    dv_end_node(p, table);
    return table;
}

// Functions

static void parse_parameters(struct dv_parser *p, dv_node *function, dv_node *list) {
    uint32_t count = 0;
    if (function->is_method) {
        dv_node *self = dv_new_node(p, DV_NODE_NAME);
        self->text = "self";
        self->length = 4;
        self->end = self->start;
        dv_append_node(list, self);
        dv_declare(p, self, DV_VARIABLE_PARAMETER);
        dv_show_variables(p, 1);
    }
    dv_expect_token(p, '(', "'('");
    while (p->token.type != ')' && !function->is_vararg) {
        if (dv_test_token(p, TOKEN_DOTS)) {
            function->is_vararg = true;
            break;
        }
        dv_append_node(list, dv_parse_name(p));
        dv_declare(p, list->last, DV_VARIABLE_PARAMETER);
        count++;
        if (!dv_test_token(p, ','))
            break;
        if (p->token.type == ')')
            dv_syntax_fail(p, "a name expected");
    }
    dv_show_variables(p, count);
    dv_expect_token(p, ')', "')'");
    dv_end_node(p, list);
}

dv_node *dv_parse_body(struct dv_parser *p, dv_node *function) {
    struct dv_function_scope scope;
    struct dv_block_scope outermost;
    dv_node *list = dv_new_node(p, DV_NODE_LIST);
    dv_open_function(p, &scope, &outermost, function);
    parse_parameters(p, function, list);
    dv_append_node(function, list);
    dv_node *block = dv_new_node(p, DV_NODE_BLOCK);
    dv_parse_statements(p, block);
    dv_append_node(function, block);
    dv_expect_closing(p, TOKEN_END, "'end'", "'function'", function->line);
    dv_end_node(p, function);
    dv_close_function(p);
    return function;
}

static dv_node *parse_function(struct dv_parser *p) {
    dv_node *function = dv_new_node(p, DV_NODE_FUNCTION);
    dv_next_token(p);
    return dv_parse_body(p, function);
}

// Prefixes and their suffixes

void dv_parse_expressions(struct dv_parser *p, dv_node *list) {
    do
        dv_append_node(list, dv_parse_expression(p));
    while (dv_test_token(p, ','));
    dv_end_node(p, list);
}

static dv_node *parse_primary(struct dv_parser *p) {
    dv_node *node;
    uint32_t line = p->token.line;
    if (p->token.type == TOKEN_NAME) {
        node = dv_take_token(p, DV_NODE_NAME);
        dv_resolve_name(p, node);
        return node;
    }
    node = dv_new_node(p, DV_NODE_PARENTHESES);
    if (!dv_test_token(p, '('))
        dv_syntax_fail(p, "unexpected symbol");
    dv_append_node(node, dv_parse_expression(p));
    dv_expect_closing(p, ')', "')'", "'('", line);
    dv_end_node(p, node);
    return node;
}

static void parse_arguments(struct dv_parser *p, dv_node *call) {
    uint32_t line = p->token.line;
    call->arguments_line = line;
    if (p->token.type == TOKEN_STRING) {
        dv_append_node(call, dv_take_token(p, DV_NODE_STRING));
    } else if (p->token.type == '{') {
        dv_append_node(call, parse_table(p));
    } else {
        if (!dv_test_token(p, '('))
            dv_syntax_fail(p, "function arguments expected");
        if (p->token.type != ')')
            dv_parse_expressions(p, call);
        dv_expect_closing(p, ')', "')'", "'('", line);
    }
    dv_end_node(p, call);
}

static dv_node *parse_key(struct dv_parser *p, dv_node *object) {
    bool is_name = p->token.type == '.';
    dv_node *index = dv_new_node_from(p, DV_NODE_INDEX, object);
    dv_next_token(p);
    dv_append_node(index, is_name ? dv_parse_name(p) : dv_parse_expression(p));
    if (is_name)
        index->last->type = DV_NODE_STRING;
    else
        dv_expect_token(p, ']', "']'");
    dv_end_node(p, index);
    return index;
}

static dv_node *parse_method(struct dv_parser *p, dv_node *object) {
    dv_node *call = dv_new_node_from(p, DV_NODE_METHOD_CALL, object);
    dv_next_token(p);
    dv_append_node(call, dv_parse_name(p));
    call->last->type = DV_NODE_STRING;
    parse_arguments(p, call);
    return call;
}

dv_node *dv_parse_suffixed(struct dv_parser *p) {
    dv_node *node = parse_primary(p);
    for (;;) {
        switch (p->token.type) {
        case '.':
        case '[':
            node = parse_key(p, node);
            break;
        case ':':
            node = parse_method(p, node);
            break;
        case '(':
        case '{':
        case TOKEN_STRING:
            node = dv_new_node_from(p, DV_NODE_CALL, node);
            parse_arguments(p, node);
            break;
        default:
            return node;
        }
    }
}

// Operators

static dv_node *parse_simple(struct dv_parser *p) {
    switch (p->token.type) {
    case TOKEN_NUMBER:
        return dv_take_token(p, DV_NODE_NUMBER);
    case TOKEN_STRING:
        return dv_take_token(p, DV_NODE_STRING);
    case TOKEN_NIL:
        return dv_take_token(p, DV_NODE_NIL);
    case TOKEN_TRUE:
        return dv_take_token(p, DV_NODE_TRUE);
    case TOKEN_FALSE:
        return dv_take_token(p, DV_NODE_FALSE);
    case TOKEN_DOTS:
        if (!p->function->node->is_vararg)
            dv_syntax_fail(p, "cannot use '...' outside a vararg function");
        return dv_take_token(p, DV_NODE_VARARG);
    case '{':
        return parse_table(p);
    case TOKEN_FUNCTION:
        return parse_function(p);
    default:
        return dv_parse_suffixed(p);
    }
}

/// Parse an expression in which all binary operators bind more tightly than `limit`.
static dv_node *parse_operation(struct dv_parser *p, int limit) {
    dv_enter_level(p);
    dv_node *node;
    dv_operator unary = unary_operator(p->token.type);
    if (unary) {
        node = dv_new_node(p, DV_NODE_UNARY);
        node->operator= unary;
        dv_next_token(p);
        dv_append_node(node, parse_operation(p, UNARY_PRIORITY));
        dv_end_node(p, node);
    } else {
        node = parse_simple(p);
    }
    const binary *operation;
    while ((operation = find_binary(p->token.type)) && operation->left > limit) {
        node = dv_new_node_from(p, DV_NODE_BINARY, node);
        node->operator= operation->operator;
        dv_next_token(p);
        dv_append_node(node, parse_operation(p, operation->right));
        dv_end_node(p, node);
    }
    dv_leave_level(p);
    return node;
}

dv_node *dv_parse_expression(struct dv_parser *p) { return parse_operation(p, 0); }
