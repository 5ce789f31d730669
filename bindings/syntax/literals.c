// Reads strings and numbers for the lexer.
#include "syntax_private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST_CODE 0x7FFFFFFFu // the largest that \u{} accepts
#define LONGEST_UTF8 6

// Long brackets

uint32_t dv_lexer_skip_brackets(struct dv_parser *p) {
    int bracket = dv_lexer_byte(p);
    uint32_t count = 0;
    p->at++;
    while (dv_lexer_byte(p) == '=') {
        p->at++;
        count++;
    }
    if (dv_lexer_byte(p) == bracket)
        return count + 2;
    return count == 0 ? 1 : 0;
}

/// Append a byte; `text` is NULL for a comment.
static void add_byte(char *text, uint32_t *length, int byte) {
    if (text)
        text[*length] = (char)byte;
    ++*length;
}

/// The offset after the brackets that close a long string or comment, searching from the lexer's
/// position; 0 if it is unfinished.
static uint32_t find_long_end(const struct dv_parser *p, uint32_t brackets) {
    uint32_t signs = brackets - 2;
    for (uint32_t at = p->at; at < p->size; at++) {
        if (p->source[at] != ']')
            continue;
        uint32_t end = at + 1;
        while (end < p->size && p->source[end] == '=')
            end++;
        if (end < p->size && p->source[end] == ']' && end - at - 1 == signs)
            return end + 1;
        at = end - 1; // this may be the first of the two brackets
    }
    return 0;
}

void dv_lexer_read_long(struct dv_parser *p, struct dv_token *token, uint32_t brackets,
                        const char *unfinished) {
    p->at++; // the second bracket
    uint32_t end = find_long_end(p, brackets);
    if (end == 0)
        dv_lexer_fail(p, unfinished);
    char *text = token ? dv_syntax_take(p, end - p->at) : NULL;
    uint32_t length = 0;
    if (dv_lexer_at_newline(p))
        dv_lexer_skip_newline(p); // a newline at the start is not part of the string
    while (p->at < end - brackets) {
        if (dv_lexer_at_newline(p)) {
            dv_lexer_skip_newline(p);
            add_byte(text, &length, '\n');
        } else {
            add_byte(text, &length, p->source[p->at++]);
        }
    }
    p->at = end;
    if (token) {
        token->type = TOKEN_STRING;
        token->text = text;
        token->length = length;
    }
}

// Quoted strings

static int hex_digit(int c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static unsigned read_hex_digit(struct dv_parser *p) {
    int digit = hex_digit(dv_lexer_byte(p));
    if (digit < 0)
        dv_lexer_fail(p, "hexadecimal digit expected");
    p->at++;
    return (unsigned)digit;
}

static void read_hex_escape(struct dv_parser *p, char *text, uint32_t *length) {
    unsigned high = read_hex_digit(p);
    add_byte(text, length, (int)(high << 4 | read_hex_digit(p)));
}

static void read_decimal_escape(struct dv_parser *p, char *text, uint32_t *length) {
    int value = 0;
    for (int i = 0; i < 3 && dv_lexer_byte(p) >= '0' && dv_lexer_byte(p) <= '9'; i++, p->at++)
        value = value * 10 + dv_lexer_byte(p) - '0';
    if (value > 255)
        dv_lexer_fail(p, "decimal escape too large");
    add_byte(text, length, value);
}

static void add_utf8(char *text, uint32_t *length, unsigned code) {
    char bytes[LONGEST_UTF8];
    int count = 0;
    unsigned most = 0x3f; // the most that fits into the first byte
    if (code < 0x80) {
        add_byte(text, length, (int)code);
        return;
    }
    do {
        bytes[count++] = (char)(0x80 | (code & 0x3f));
        code >>= 6;
        most >>= 1;
    } while (code > most);
    add_byte(text, length, (int)((~most << 1) | code));
    while (count > 0)
        add_byte(text, length, bytes[--count]);
}

static void read_utf8_escape(struct dv_parser *p, char *text, uint32_t *length) {
    if (dv_lexer_byte(p) != '{')
        dv_lexer_fail(p, "missing '{' in \\u{xxxx}");
    p->at++;
    unsigned code = read_hex_digit(p);
    while (hex_digit(dv_lexer_byte(p)) >= 0) {
        if (code > LONGEST_CODE >> 4)
            dv_lexer_fail(p, "UTF-8 value too large");
        code = code << 4 | read_hex_digit(p);
    }
    if (dv_lexer_byte(p) != '}')
        dv_lexer_fail(p, "missing '}' in \\u{xxxx}");
    p->at++;
    add_utf8(text, length, code);
}

static void skip_white_space(struct dv_parser *p) {
    for (;;) {
        int c = dv_lexer_byte(p);
        if (dv_lexer_at_newline(p))
            dv_lexer_skip_newline(p);
        else if (c == ' ' || c == '\t' || c == '\v' || c == '\f')
            p->at++;
        else
            return;
    }
}

/// Read an escape, beginning after the backslash.
static void read_escape(struct dv_parser *p, char *text, uint32_t *length) {
    static const char letters[] = "abfnrtv\\\"'", meanings[] = "\a\b\f\n\r\t\v\\\"'";
    int c = dv_lexer_byte(p);
    const char *letter = c > 0 ? strchr(letters, c) : NULL;
    if (c >= '0' && c <= '9') {
        read_decimal_escape(p, text, length);
        return;
    }
    if (dv_lexer_at_newline(p)) {
        dv_lexer_skip_newline(p);
        add_byte(text, length, '\n');
        return;
    }
    if (!letter && c != 'x' && c != 'u' && c != 'z')
        dv_lexer_fail(p, c < 0 ? "unfinished string" : "invalid escape sequence");
    p->at++;
    if (letter)
        add_byte(text, length, meanings[letter - letters]);
    else if (c == 'x')
        read_hex_escape(p, text, length);
    else if (c == 'u')
        read_utf8_escape(p, text, length);
    else
        skip_white_space(p);
}

/// The offset of the quote that closes the string at the lexer's position. May overestimate:
/// escapes may contain newlines, so it does not stop at the end of a line.
static uint32_t find_string_end(const struct dv_parser *p, char quote) {
    uint32_t at = p->at + 1;
    while (at < p->size && p->source[at] != quote)
        at += p->source[at] == '\\' ? 2 : 1;
    return at < p->size ? at : p->size;
}

void dv_lexer_read_string(struct dv_parser *p, struct dv_token *token) {
    int quote = dv_lexer_byte(p);
    // The result of an escape is never longer than the escape.
    char *text = dv_syntax_take(p, find_string_end(p, (char)quote) - p->at);
    uint32_t length = 0;
    for (p->at++; dv_lexer_byte(p) != quote;) {
        if (dv_lexer_byte(p) < 0 || dv_lexer_at_newline(p))
            dv_lexer_fail(p, "unfinished string");
        if (dv_lexer_byte(p) == '\\') {
            p->at++;
            read_escape(p, text, &length);
        } else {
            add_byte(text, &length, p->source[p->at++]);
        }
    }
    p->at++;
    token->type = TOKEN_STRING;
    token->text = text;
    token->length = length;
}

// Numbers

/// Convert a text to an integer. Fails for a decimal that does not fit; a hexadecimal one wraps
/// around.
static bool convert_integer(const char *text, uint32_t length, int64_t *value) {
    bool is_hex = length > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    uint64_t sum = 0;
    for (uint32_t i = is_hex ? 2 : 0; i < length; i++) {
        int digit = hex_digit((unsigned char)text[i]);
        if (digit < 0 || (!is_hex && digit > 9))
            return false;
        if (!is_hex && sum > (INT64_MAX - (uint64_t)digit) / 10)
            return false;
        sum = sum * (is_hex ? 16 : 10) + (uint64_t)digit;
    }
    memcpy(value, &sum, sizeof *value);
    return length > 0;
}

static void convert_number(struct dv_parser *p, struct dv_token *token) {
    uint32_t length = p->at - token->start;
    char *text = dv_syntax_take(p, (size_t)length + 1), *end;
    memcpy(text, p->source + token->start, length);
    token->is_integer = convert_integer(text, length, &token->integer);
    if (token->is_integer)
        return;
    token->number = strtod(text, &end); // uses a decimal point, since LC_NUMERIC is never set
    if (*end)
        dv_lexer_fail(p, "malformed number");
}

void dv_lexer_read_number(struct dv_parser *p, struct dv_token *token) {
    const char *exponent = "Ee";
    if (dv_lexer_byte(p) == '0' && p->at + 1 < p->size &&
        (p->source[p->at + 1] == 'x' || p->source[p->at + 1] == 'X')) {
        p->at += 2;
        exponent = "Pp";
    }
    for (;;) {
        int c = dv_lexer_byte(p);
        if (c == exponent[0] || c == exponent[1]) {
            p->at++;
            if (dv_lexer_byte(p) == '+' || dv_lexer_byte(p) == '-')
                p->at++;
        } else if (c == '.' || hex_digit(c) >= 0) {
            p->at++;
        } else {
            // A number that runs into a letter is malformed.
            if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_')
                p->at++;
            break;
        }
    }
    token->type = TOKEN_NUMBER;
    convert_number(p, token);
}
