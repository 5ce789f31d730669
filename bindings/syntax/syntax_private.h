// Internals of the parser. lexer.c and literals.c make tokens, statements.c and expressions.c build
// a tree from them, and scopes.c determines what each name means. The parser follows the grammar in
// Lua's reference manual and the limits of Lua's compiler.
//
// Failures jump to dv_syntax_parse, which frees everything outside the arena.
#ifndef DROVER_BINDINGS_SYNTAX_PRIVATE_H
#define DROVER_BINDINGS_SYNTAX_PRIVATE_H

#include "syntax.h"

#include <setjmp.h>

/// A token of one character has that character as its type.
enum dv_token_type {
    TOKEN_AND = 256, // the reserved words in alphabetical order
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
    const char *text; ///< for names and strings
    uint32_t length;
    bool is_integer;
    int64_t integer;
    double number;
};

/// A block that is being parsed.
struct dv_block_scope {
    struct dv_block_scope *outer; ///< the block around it in the same function
    bool is_loop;
    uint32_t active; ///< number of the function's variables that were visible before it
    uint32_t first_label, first_goto;
};

/// A variable that a function captures.
struct dv_upvalue {
    const dv_variable *variable; ///< NULL: the globals
    struct dv_upvalue *next;
};

/// A function that is being parsed.
struct dv_function_scope {
    struct dv_function_scope *outer;
    dv_node *node;
    struct dv_block_scope *block;
    uint32_t first;  ///< index of its first variable
    uint32_t active; ///< how many of its variables are visible; the others are being declared
    struct dv_upvalue *upvalues;
    uint32_t upvalue_count;
};

/// A label, or a goto whose label has not appeared yet.
struct dv_label {
    const dv_node *node;
    uint32_t active; ///< number of the function's variables that are visible there
};

struct dv_parser {
    dv_syntax *tree;
    const char *source;
    uint32_t size;

    uint32_t at, line, line_start; ///< the lexer's position
    struct dv_token token, ahead;
    bool has_ahead;
    uint32_t previous_end; ///< where the token before ended

    uint32_t depth;
    struct dv_function_scope *function;
    dv_variable **variables; ///< of all enclosing functions; NULL for the hidden ones of loops
    uint32_t variable_count, variable_capacity;
    dv_variable **last_variable; ///< where to append to the tree's list
    struct dv_label *labels, *gotos;
    uint32_t label_count, label_capacity, goto_count, goto_capacity;

    dv_error *error;
    dv_result result;
    jmp_buf failed;
};

/// Fail with DV_ERROR_MEMORY.
_Noreturn void dv_syntax_fail_memory(struct dv_parser *p);
/// Fail at a position with a message.
_Noreturn void dv_syntax_fail_at(struct dv_parser *p, uint32_t line, uint32_t column,
                                 const char *what);
/// Fail at the current token with "what near 'token'".
_Noreturn void dv_syntax_fail(struct dv_parser *p, const char *what);

/// Allocate zeroed memory from the tree's arena. Fails when out of memory.
void *dv_syntax_take(struct dv_parser *p, size_t size);

// Tokens

/// Go on to the next token.
void dv_next_token(struct dv_parser *p);
/// The type of the token after the current one.
int dv_peek_token(struct dv_parser *p);

/// For the lexer: the byte at its position, or −1 at the end, and skipping a newline of one or two
/// bytes.
int dv_lexer_byte(const struct dv_parser *p);
bool dv_lexer_at_newline(const struct dv_parser *p);
void dv_lexer_skip_newline(struct dv_parser *p);
/// Fail at the lexer's position, within a token.
_Noreturn void dv_lexer_fail(struct dv_parser *p, const char *what);

/// Read `[` and the = signs after it. If another `[` follows, which is not read, returns the number
/// of signs plus 2. Otherwise returns 1 if there were no signs, else 0. Works the same for `]`.
uint32_t dv_lexer_skip_brackets(struct dv_parser *p);
/// Read a long string or comment, a quoted string, or a number at the lexer's position. `brackets`
/// is the result of dv_lexer_skip_brackets, and `token` is NULL for a comment.
void dv_lexer_read_long(struct dv_parser *p, struct dv_token *token, uint32_t brackets,
                        const char *unfinished);
void dv_lexer_read_string(struct dv_parser *p, struct dv_token *token);
void dv_lexer_read_number(struct dv_parser *p, struct dv_token *token);

// Nodes

/// Create a node that begins at the current token; one that begins with another node, its first
/// child; and one made from the current token, which is consumed.
dv_node *dv_new_node(struct dv_parser *p, dv_node_type type);
dv_node *dv_new_node_from(struct dv_parser *p, dv_node_type type, dv_node *first);
dv_node *dv_take_token(struct dv_parser *p, dv_node_type type);
/// Append a child to a node.
void dv_append_node(dv_node *parent, dv_node *child);
/// Set a node's end to that of the token before.
void dv_end_node(const struct dv_parser *p, dv_node *node);

// The grammar

/// Count nested blocks and expressions. Fails if there are more than DV_SYNTAX_DEPTH.
void dv_enter_level(struct dv_parser *p);
void dv_leave_level(struct dv_parser *p);
/// Consume a token of a type if it is the current one: return whether it was, fail unless it was,
/// or fail and name the token that it closes.
bool dv_test_token(struct dv_parser *p, int type);
void dv_expect_token(struct dv_parser *p, int type, const char *text);
void dv_expect_closing(struct dv_parser *p, int type, const char *text, const char *opening,
                       uint32_t line);
/// Parse an expression; a name or parenthesized expression with its suffixes; a list of
/// expressions; a name.
dv_node *dv_parse_expression(struct dv_parser *p);
dv_node *dv_parse_suffixed(struct dv_parser *p);
void dv_parse_expressions(struct dv_parser *p, dv_node *list);
dv_node *dv_parse_name(struct dv_parser *p);
/// Parse a function from its parameters on.
dv_node *dv_parse_body(struct dv_parser *p, dv_node *function);
/// Parse statements up to the end of a block.
void dv_parse_statements(struct dv_parser *p, dv_node *block);

// Scopes

/// Begin and end the scope of a function or block. The scopes are the caller's.
void dv_open_function(struct dv_parser *p, struct dv_function_scope *scope,
                      struct dv_block_scope *block, dv_node *node);
void dv_close_function(struct dv_parser *p);
void dv_open_block(struct dv_parser *p, struct dv_block_scope *block, bool is_loop);
void dv_close_block(struct dv_parser *p);
/// Declare a variable that is not visible yet. `name` is NULL for a hidden one.
dv_variable *dv_declare(struct dv_parser *p, dv_node *name, dv_variable_type type);
/// Make the next `count` declared variables visible.
void dv_show_variables(struct dv_parser *p, uint32_t count);
/// Find the variable that a name refers to, and count the use.
void dv_resolve_name(struct dv_parser *p, dv_node *name);
/// Count an assignment to a variable. Fails if the variable is constant.
void dv_note_write(struct dv_parser *p, dv_node *target);
/// Labels, gotos, and breaks. Each fails where Lua would. `is_last`: only labels follow in the
/// block.
void dv_add_label(struct dv_parser *p, dv_node *label, bool is_last);
void dv_check_label(struct dv_parser *p, const dv_node *label);
void dv_add_goto(struct dv_parser *p, dv_node *jump);
void dv_check_break(struct dv_parser *p, const dv_node *node);

#endif
