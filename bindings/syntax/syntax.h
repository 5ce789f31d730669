// The syntax tree of a Lua 5.4 source, with line, column, and byte range of every expression and
// statement.
//
// All code that needs to know where something is in a source uses this tree. To walk over all of
// it:
//
//     dv_syntax tree;
//     if (dv_syntax_parse(&tree, source, size, &error) == DV_OK)
//         for (dv_node *n = tree.chunk; n; n = dv_node_after(n, tree.chunk))
//             if (n->type == DV_NODE_NAME && !n->variable)
//                 ... a global, at line n->line, column n->column
//     dv_syntax_free(&tree);
//
// To go through the local variables of a source, with the line of each declaration:
//
//     for (dv_variable *v = tree.variables; v; v = v->next)
//         if (v->function == tree.chunk && v->inner_writes > 0)
//             ... "%s:%u: local '%.*s'", path, v->declaration->line, (int)v->length, v->name
//
// The parser accepts what Lua accepts, except that it does not know the limits of Lua's code
// generator (254 registers and the length of a jump). A tree may be deep, since `1 + 1 + 1 + …`
// nests to the left. So walk it with dv_node_after, never by recursion.
//
// Invariant: a node lies within its parent, and its children are in source order, except for the
// implicit `self` of a method. Names and numbers point into the source, which must outlive the
// tree.
#ifndef DROVER_BINDINGS_SYNTAX_H
#define DROVER_BINDINGS_SYNTAX_H

#include "base/arena.h"

#include <drover/base.h>

typedef struct dv_node dv_node;
typedef struct dv_variable dv_variable;

/// The type of a node. The comments list its children in order.
typedef enum dv_node_type {
    DV_NODE_NIL,
    DV_NODE_TRUE,
    DV_NODE_FALSE,
    DV_NODE_NUMBER,
    DV_NODE_STRING,
    DV_NODE_VARARG,
    DV_NODE_NAME,           ///< a variable; `variable` is NULL for a global
    DV_NODE_FUNCTION,       ///< LIST of NAMEs, BLOCK
    DV_NODE_INDEX,          ///< object, key: a STRING for `.name`
    DV_NODE_CALL,           ///< callee, arguments…
    DV_NODE_METHOD_CALL,    ///< object, STRING, arguments…
    DV_NODE_TABLE,          ///< FIELD or KEYED_FIELD…
    DV_NODE_FIELD,          ///< value, at the next index of a list
    DV_NODE_KEYED_FIELD,    ///< key: a STRING for `name =`; value
    DV_NODE_UNARY,          ///< operand
    DV_NODE_BINARY,         ///< left, right
    DV_NODE_PARENTHESES,    ///< expression
    DV_NODE_BLOCK,          ///< statements…
    DV_NODE_LIST,           ///< names or expressions…
    DV_NODE_LOCAL,          ///< LIST of NAMEs, LIST of values
    DV_NODE_ASSIGNMENT,     ///< LIST of targets, LIST of values
    DV_NODE_CALL_STATEMENT, ///< CALL or METHOD_CALL
    DV_NODE_DO,             ///< BLOCK
    DV_NODE_WHILE,          ///< condition, BLOCK
    DV_NODE_REPEAT,         ///< BLOCK, condition
    DV_NODE_IF,             ///< condition, BLOCK, condition, BLOCK…, and the BLOCK of `else`
    DV_NODE_NUMERIC_FOR,    ///< NAME, start, limit, a step or none, BLOCK
    DV_NODE_GENERIC_FOR,    ///< LIST of NAMEs, LIST of expressions, BLOCK
    DV_NODE_FUNCTION_SET,   ///< `function a.b:c()`: NAME or INDEX, FUNCTION
    DV_NODE_LOCAL_FUNCTION, ///< NAME, FUNCTION
    DV_NODE_RETURN,         ///< values…
    DV_NODE_BREAK,
    DV_NODE_GOTO,
    DV_NODE_LABEL
} dv_node_type;

typedef enum dv_operator {
    DV_OPERATOR_NONE,
    DV_OPERATOR_ADD,
    DV_OPERATOR_SUBTRACT,
    DV_OPERATOR_MULTIPLY,
    DV_OPERATOR_MODULO,
    DV_OPERATOR_POWER,
    DV_OPERATOR_DIVIDE,
    DV_OPERATOR_FLOOR_DIVIDE,
    DV_OPERATOR_AND_BITS,
    DV_OPERATOR_OR_BITS,
    DV_OPERATOR_XOR_BITS,
    DV_OPERATOR_SHIFT_LEFT,
    DV_OPERATOR_SHIFT_RIGHT,
    DV_OPERATOR_CONCATENATE,
    DV_OPERATOR_EQUAL,
    DV_OPERATOR_LESS,
    DV_OPERATOR_LESS_EQUAL,
    DV_OPERATOR_NOT_EQUAL,
    DV_OPERATOR_GREATER,
    DV_OPERATOR_GREATER_EQUAL,
    DV_OPERATOR_AND,
    DV_OPERATOR_OR,
    DV_OPERATOR_NEGATE, ///< the unary ones
    DV_OPERATOR_NOT_BITS,
    DV_OPERATOR_NOT,
    DV_OPERATOR_LENGTH
} dv_operator;

struct dv_node {
    dv_node_type type;
    dv_operator operator;    ///< for UNARY and BINARY
    uint32_t line, column;   ///< of the first byte, from 1; columns count bytes
    uint32_t start, end;     ///< byte offsets in the source; `end` is after the last byte
    uint32_t arguments_line; ///< for a call: the line where its arguments begin
    bool is_vararg;          ///< for FUNCTION
    bool is_method;          ///< for FUNCTION: its first parameter is an implicit `self`
    bool has_environment;    ///< for a global NAME: a local `_ENV` determines its meaning
    bool is_integer;         ///< for NUMBER
    dv_node *parent, *first, *last, *next;
    const char *text;  ///< for NAME, LABEL, GOTO, and for STRING with its escapes resolved
    uint32_t length;   ///< of `text`, which is not zero-terminated
    dv_node *next_use; ///< for NAME: the next in its variable's list of uses
    union {
        dv_variable *variable; ///< for NAME
        int64_t integer;       ///< for NUMBER if is_integer
        double number;         ///< for other NUMBERs
    };
};

typedef enum dv_variable_type {
    DV_VARIABLE_LOCAL,
    DV_VARIABLE_FUNCTION, ///< declared by `local function`
    DV_VARIABLE_PARAMETER,
    DV_VARIABLE_LOOP
} dv_variable_type;

struct dv_variable {
    dv_variable_type type;
    const char *name;
    uint32_t length;
    bool is_const, is_close; ///< declared with that attribute
    dv_node *declaration;    ///< the NAME that declares it
    dv_node *function;       ///< the FUNCTION it belongs to, which may be the chunk
    dv_node *value;          ///< the expression that initializes it; NULL if there is no single one
    uint32_t writes;         ///< assignments after its declaration
    uint32_t inner_writes;   ///< those of them in nested functions
    uint32_t reads;
    dv_node *uses;     ///< its NAMEs other than the declaration, last first
    dv_variable *next; ///< in order of declaration
};

typedef struct dv_syntax {
    dv_arena memory;
    dv_node *chunk; ///< a FUNCTION that takes `...`
    dv_variable *variables;
    uint32_t deepest_line;             ///< the line with the deepest nesting,
    uint32_t deepest;                  ///< and its depth in blocks and expressions
    uint32_t error_line, error_column; ///< set if the source has a syntax error
} dv_syntax;

/// How deep blocks and expressions may nest. This is Lua's own limit minus the levels that loading
/// a source uses.
#define DV_SYNTAX_DEPTH 199

/// Parse a source of at most 2 GiB. Skips a byte order mark, and a first line that begins with #.
/// Fails with DV_ERROR_SCRIPT if Lua would refuse the source; the message is then "what near
/// 'token'", without a position. Fails with DV_ERROR_MEMORY when out of memory. Free the tree in
/// any case.
dv_result dv_syntax_parse(dv_syntax *tree, const char *source, size_t size, dv_error *error);
void dv_syntax_free(dv_syntax *tree);

/// Whether a text can stand as a name in Lua code: no reserved word is one.
bool dv_syntax_is_name(const char *text, size_t size);
/// Whether a byte may stand in a name.
bool dv_syntax_is_of_name(char c);

/// The offset at which Lua code begins in a source: after a byte order mark, and at the newline
/// that ends a #! line.
size_t dv_source_start(const char *source, size_t size);

/// The next node in a walk over the tree below `root`, parents before children; NULL at the end.
dv_node *dv_node_after(const dv_node *node, const dv_node *root);
/// The same, but skipping everything below `node`.
dv_node *dv_node_beside(const dv_node *node, const dv_node *root);

/// The child with a number, from 0; NULL if there is none.
dv_node *dv_node_child(const dv_node *node, uint32_t number);

/// Whether a node's text, such as that of a NAME or STRING, equals `text`.
bool dv_node_is(const dv_node *node, const char *text);

/// The key of an INDEX or KEYED_FIELD, or the name of a METHOD_CALL, if it is a string literal or
/// name in the source; else NULL.
const dv_node *dv_node_key(const dv_node *node);

/// Whether a node of the same tree is `outer` or below it.
bool dv_node_is_within(const dv_node *node, const dv_node *outer);

/// The innermost function around a node; NULL for the chunk.
dv_node *dv_node_function(const dv_node *node);

/// What an expression refers to, as far as the source alone tells. Removes parentheses, and
/// replaces a variable that is never assigned by the expression that initializes it.
dv_node *dv_node_resolve(dv_node *node);

#endif
