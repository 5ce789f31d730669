// Turns bytes into tokens.
#include "syntax_private.h"

#include <string.h>

int dv_lexer_byte(const struct dv_parser *p) {
    return p->at < p->size ? (unsigned char)p->source[p->at] : -1;
}

static int byte_ahead(const struct dv_parser *p) {
    return p->at + 1 < p->size ? (unsigned char)p->source[p->at + 1] : -1;
}

bool dv_lexer_at_newline(const struct dv_parser *p) {
    int c = dv_lexer_byte(p);
    return c == '\n' || c == '\r';
}

void dv_lexer_skip_newline(struct dv_parser *p) {
    int first = dv_lexer_byte(p);
    p->at++;
    if (dv_lexer_at_newline(p) && dv_lexer_byte(p) != first)
        p->at++;
    p->line++;
    p->line_start = p->at;
}

_Noreturn void dv_lexer_fail(struct dv_parser *p, const char *what) {
    dv_syntax_fail_at(p, p->line, p->at >= p->line_start ? p->at - p->line_start + 1 : 1, what);
}

// <ctype.h> would depend on the locale; Lua's syntax does not.
static bool is_letter(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(int c) { return c >= '0' && c <= '9'; }

static bool take_byte(struct dv_parser *p, int c) {
    bool is_there = dv_lexer_byte(p) == c;
    if (is_there)
        p->at++;
    return is_there;
}

static void skip_comment(struct dv_parser *p) {
    if (dv_lexer_byte(p) == '[') {
        uint32_t brackets = dv_lexer_skip_brackets(p);
        if (brackets >= 2) {
            dv_lexer_read_long(p, NULL, brackets, "unfinished long comment");
            return;
        }
    }
    while (dv_lexer_byte(p) >= 0 && !dv_lexer_at_newline(p))
        p->at++;
}

static void skip_blanks(struct dv_parser *p) {
    for (;;) {
        int c = dv_lexer_byte(p);
        if (dv_lexer_at_newline(p)) {
            dv_lexer_skip_newline(p);
        } else if (c == ' ' || c == '\f' || c == '\t' || c == '\v') {
            p->at++;
        } else if (c == '-' && byte_ahead(p) == '-') {
            p->at += 2;
            skip_comment(p);
        } else {
            return;
        }
    }
}

static int word_type(const char *text, size_t length) {
    static const char *const words[] = {"and",   "break", "do",       "else", "elseif", "end",
                                        "false", "for",   "function", "goto", "if",     "in",
                                        "local", "nil",   "not",      "or",   "repeat", "return",
                                        "then",  "true",  "until",    "while"};
    for (int i = 0; i < (int)(sizeof words / sizeof *words); i++)
        if (strlen(words[i]) == length && memcmp(words[i], text, length) == 0)
            return TOKEN_AND + i;
    return TOKEN_NAME;
}

bool dv_syntax_is_of_name(char c) {
    return is_letter((unsigned char)c) || is_digit((unsigned char)c);
}

bool dv_syntax_is_name(const char *text, size_t size) {
    if (size == 0 || is_digit((unsigned char)*text))
        return false;
    for (size_t i = 0; i < size; i++)
        if (!dv_syntax_is_of_name(text[i]))
            return false;
    return word_type(text, size) == TOKEN_NAME;
}

static void read_word(struct dv_parser *p, struct dv_token *token) {
    while (is_letter(dv_lexer_byte(p)) || is_digit(dv_lexer_byte(p)))
        p->at++;
    token->text = p->source + token->start;
    token->length = p->at - token->start;
    token->type = word_type(token->text, token->length);
}

/// Take `first`, and `second` if it follows. Returns `type` if it did, else `first`.
static int read_sign(struct dv_parser *p, int first, int second, int type) {
    p->at++;
    return take_byte(p, second) ? type : first;
}

static int read_dots(struct dv_parser *p) {
    p->at++;
    if (!take_byte(p, '.'))
        return '.';
    return take_byte(p, '.') ? TOKEN_DOTS : TOKEN_CONCATENATE;
}

static int read_comparison(struct dv_parser *p, int first, int equal, int shift) {
    p->at++;
    if (take_byte(p, '='))
        return equal;
    return take_byte(p, first) ? shift : first;
}

static void read_bracket(struct dv_parser *p, struct dv_token *token) {
    uint32_t brackets = dv_lexer_skip_brackets(p);
    token->type = '[';
    if (brackets >= 2)
        dv_lexer_read_long(p, token, brackets, "unfinished long string");
    else if (brackets == 0)
        dv_lexer_fail(p, "invalid long string delimiter");
}

static void read_other(struct dv_parser *p, struct dv_token *token, int c) {
    switch (c) {
    case -1:
        token->type = TOKEN_FINISH;
        return;
    case '[':
        read_bracket(p, token);
        return;
    case '"':
    case '\'':
        dv_lexer_read_string(p, token);
        return;
    case '=':
        token->type = read_sign(p, c, '=', TOKEN_EQUAL);
        return;
    case '~':
        token->type = read_sign(p, c, '=', TOKEN_NOT_EQUAL);
        return;
    case '/':
        token->type = read_sign(p, c, '/', TOKEN_FLOOR_DIVIDE);
        return;
    case ':':
        token->type = read_sign(p, c, ':', TOKEN_COLONS);
        return;
    case '<':
        token->type = read_comparison(p, c, TOKEN_LESS_EQUAL, TOKEN_SHIFT_LEFT);
        return;
    case '>':
        token->type = read_comparison(p, c, TOKEN_GREATER_EQUAL, TOKEN_SHIFT_RIGHT);
        return;
    case '.':
        token->type = read_dots(p);
        return;
    default:
        p->at++;
        token->type = c;
    }
}

static void read_token(struct dv_parser *p, struct dv_token *token) {
    skip_blanks(p);
    *token =
        (struct dv_token){.line = p->line, .column = p->at - p->line_start + 1, .start = p->at};
    int c = dv_lexer_byte(p);
    if (is_letter(c))
        read_word(p, token);
    else if (is_digit(c) || (c == '.' && is_digit(byte_ahead(p))))
        dv_lexer_read_number(p, token);
    else
        read_other(p, token, c);
    token->end = p->at;
}

void dv_next_token(struct dv_parser *p) {
    p->previous_end = p->token.end;
    if (p->has_ahead)
        p->token = p->ahead;
    else
        read_token(p, &p->token);
    p->has_ahead = false;
}

int dv_peek_token(struct dv_parser *p) {
    if (!p->has_ahead)
        read_token(p, &p->ahead);
    p->has_ahead = true;
    return p->ahead.type;
}
