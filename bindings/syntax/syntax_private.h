// The inside of the parser: lexer.c and literals.c make tokens, statements.c and expressions.c a
// tree of them, scopes.c says what each name means. It follows the grammar of Lua's reference
// manual and the limits of its compiler.
//
// What fails jumps to dv_syntax_parse, which frees what is not in the arena.
#ifndef DROVER_BINDINGS_SYNTAX_PRIVATE_H
#define DROVER_BINDINGS_SYNTAX_PRIVATE_H

#include "syntax.h"

#include <setjmp.h>

/// A token of one character is that character.
enum dv_token_type {
    TOKEN_AND = 256, // the reserved words, by name
    TOKEN_BREAK,
    TOKEN_DO,
    TOKEN_ELSE,
    TOKEN_ELSEIF,
    TOKEN_END,
    TOKEN_FALSE,
    TOKEN_FOR,
    TOKEN_FUNCTION,
    TOKEN_GOTO,
    TOKEN_IF,
    TOKEN_IN,
    TOKEN_LOCAL,
    TOKEN_NIL,
    TOKEN_NOT,
    TOKEN_OR,
    TOKEN_REPEAT,
    TOKEN_RETURN,
    TOKEN_THEN,
    TOKEN_TRUE,
    TOKEN_UNTIL,
    TOKEN_WHILE,
    TOKEN_FLOOR_DIVIDE,
    TOKEN_CONCATENATE,
    TOKEN_DOTS,
    TOKEN_EQUAL,
    TOKEN_GREATER_EQUAL,
    TOKEN_LESS_EQUAL,
    TOKEN_NOT_EQUAL,
    TOKEN_SHIFT_LEFT,
    TOKEN_SHIFT_RIGHT,
    TOKEN_COLONS,
    TOKEN_NUMBER,
    TOKEN_NAME,
    TOKEN_STRING,
    TOKEN_FINISH
};

struct dv_token {
    int type;
    uint32_t line, column, start, end;
    const char *text; ///< of names and strings
    uint32_t length;
    bool is_integer;
    int64_t integer;
    double number;
};

struct dv_block_scope {
    struct dv_block_scope *outer; ///< in the same function
    bool is_loop;
    uint32_t active; ///< variables of the function that were visible before
    uint32_t first_label, first_goto;
};

struct dv_upvalue {
    const dv_variable *variable; ///< NULL: the globals
    struct dv_upvalue *next;
};

struct dv_function_scope {
    struct dv_function_scope *outer;
    dv_node *node;
    struct dv_block_scope *block;
    uint32_t first;  ///< of its variables
    uint32_t active; ///< those of them that are visible; the others are being declared
    struct dv_upvalue *upvalues;
    uint32_t upvalue_count;
};

struct dv_label {
    const dv_node *node;
    uint32_t active; ///< variables visible where it stands
};

struct dv_parser {
    dv_syntax *tree;
    const char *source;
    uint32_t size;

    uint32_t at, line, line_start; ///< of the lexer
    struct dv_token token, ahead;
    bool has_ahead;
    uint32_t previous_end; ///< of the token before

    uint32_t depth;
    struct dv_function_scope *function;
    dv_variable **variables; ///< of the functions around, NULL for the hidden ones of loops
    uint32_t variable_count, variable_capacity;
    dv_variable **last_variable; ///< where the tree's list goes on
    struct dv_label *labels, *gotos;
    uint32_t label_count, label_capacity, goto_count, goto_capacity;

    dv_error *error;
    dv_result result;
    jmp_buf failed;
};

_Noreturn void dv_syntax_fail_memory(struct dv_parser *p);
/// Fail at a place, with what near which token: NULL for none.
_Noreturn void dv_syntax_fail_at(struct dv_parser *p, uint32_t line, uint32_t column,
                                 const char *what);
/// Fail at the token that is looked at.
_Noreturn void dv_syntax_fail(struct dv_parser *p, const char *what);

void *dv_syntax_take(struct dv_parser *p, size_t size);

// Tokens

void dv_next_token(struct dv_parser *p);
/// The type of the token behind the one that is looked at.
int dv_peek_token(struct dv_parser *p);

/// For the lexer: the byte at its place or −1, and a step over a line end of one or two bytes.
int dv_lexer_byte(const struct dv_parser *p);
bool dv_lexer_at_newline(const struct dv_parser *p);
void dv_lexer_skip_newline(struct dv_parser *p);
/// Fail in the token that begins at its start.
_Noreturn void dv_lexer_fail(struct dv_parser *p, const char *what);

/// Read `[`, then = signs. The number of those and 2 when another `[` follows, which is left; 1
/// when there was only the bracket; else 0. The same of `]`.
uint32_t dv_lexer_skip_brackets(struct dv_parser *p);
void dv_lexer_read_long(struct dv_parser *p, struct dv_token *token, uint32_t brackets,
                        const char *unfinished);
void dv_lexer_read_string(struct dv_parser *p, struct dv_token *token);
void dv_lexer_read_number(struct dv_parser *p, struct dv_token *token);

// Nodes

/// A node that begins at the token, at another node, and one that takes the token itself.
dv_node *dv_new_node(struct dv_parser *p, dv_node_type type);
dv_node *dv_new_node_from(struct dv_parser *p, dv_node_type type, dv_node *first);
dv_node *dv_take_token(struct dv_parser *p, dv_node_type type);
void dv_append_node(dv_node *parent, dv_node *child);
/// The node ends with the token before.
void dv_end_node(const struct dv_parser *p, dv_node *node);

// The grammar

void dv_enter_level(struct dv_parser *p);
void dv_leave_level(struct dv_parser *p);
bool dv_test_token(struct dv_parser *p, int type);
void dv_expect_token(struct dv_parser *p, int type, const char *text);
void dv_expect_closing(struct dv_parser *p, int type, const char *text, const char *opening,
                       uint32_t line);
dv_node *dv_parse_expression(struct dv_parser *p);
dv_node *dv_parse_suffixed(struct dv_parser *p);
void dv_parse_expressions(struct dv_parser *p, dv_node *list);
dv_node *dv_parse_name(struct dv_parser *p);
/// A function from its parameters on.
dv_node *dv_parse_body(struct dv_parser *p, dv_node *function);
void dv_parse_statements(struct dv_parser *p, dv_node *block);

// Scopes

void dv_open_function(struct dv_parser *p, struct dv_function_scope *scope,
                      struct dv_block_scope *block, dv_node *node);
void dv_close_function(struct dv_parser *p);
void dv_open_block(struct dv_parser *p, struct dv_block_scope *block, bool is_loop);
void dv_close_block(struct dv_parser *p);
/// Declare a variable that is not visible yet; NULL for a hidden one.
dv_variable *dv_declare(struct dv_parser *p, dv_node *name, dv_variable_type type);
void dv_show_variables(struct dv_parser *p, uint32_t count);
void dv_resolve_name(struct dv_parser *p, dv_node *name);
/// What is assigned to: refuse a variable that may not be, and count it.
void dv_note_write(struct dv_parser *p, dv_node *target);
void dv_add_label(struct dv_parser *p, dv_node *label, bool is_last);
void dv_check_label(struct dv_parser *p, const dv_node *label);
void dv_add_goto(struct dv_parser *p, dv_node *jump);
void dv_check_break(struct dv_parser *p, const dv_node *node);

#endif
