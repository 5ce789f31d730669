// CSV files, as RFC 4180 describes them: a list of rows, each a table by the names in the first
// row.
#include "data/data_private.h"

#include "sandbox/sandbox.h"

#include "base/alloc.h"

#include <csv.h>

#include <math.h>
#include <stdint.h>
#include <string.h>

/// The most of a field that a message shows.
#define SHOWN 40
#define MOST_COLUMNS 1000
/// How much is read between two times that a stop takes effect.
#define PIECE 4096

typedef struct reading {
    lua_State *L;
    dv_data_file *file;
    struct csv_parser parser;
    int refusal, names, rows; ///< on the stack: what refuses changes, the header, and the result
    lua_Unsigned row;         ///< of the file, from 1: rows without anything count, too
    lua_Integer column;       ///< how many fields of the row were read
    lua_Integer columns;      ///< in the header; 0: not yet read
    lua_Integer count;        ///< rows in the result
    int last_end;             ///< the character that ended the last row
} reading;

static void *resize(void *block, size_t size) { return dv_resize(block, size); }

/// Push " (name)", for the column that is read, or "".
static const char *push_column_name(const reading *r) {
    if (!r->columns || lua_rawgeti(r->L, r->names, r->column) != LUA_TSTRING)
        return lua_pushliteral(r->L, "");
    return lua_pushfstring(r->L, " (%s)", lua_tostring(r->L, -1));
}

#define REFUSE_FIELD(r, format, ...)                                                               \
    dv_refuse_data_file((r)->L, (r)->file, " row %llu, column %lld%.60s: " format,                 \
                        (unsigned long long)(r)->row, (long long)(r)->column, push_column_name(r), \
                        __VA_ARGS__)

/// Whether a field may be a number: Lua also reads hexadecimal ones, which a table has as text.
static bool looks_like_number(const char *text, size_t size) {
    return strspn(text, "0123456789+-.eE") == size;
}

/// Push a field as a number if it is one, else as text.
static void push_field(reading *r, const char *text, size_t size) {
    if (!looks_like_number(text, size) || lua_stringtonumber(r->L, text) == 0)
        lua_pushlstring(r->L, text, size);
    else if (!isfinite(lua_tonumber(r->L, -1)))
        REFUSE_FIELD(r, "%.40s is too large for a number", text);
}

/// Take the name of a column.
static void take_name(reading *r, const char *text, size_t size) {
    if (size == 0)
        REFUSE_FIELD(r, "a column needs a %s", "name");
    if (r->column > MOST_COLUMNS)
        REFUSE_FIELD(r, "more than %d columns", MOST_COLUMNS);
    lua_pushlstring(r->L, text, size);
    for (lua_Integer i = 1; i < r->column; i++) {
        lua_rawgeti(r->L, r->names, i);
        if (lua_rawequal(r->L, -1, -2))
            REFUSE_FIELD(r, "column %lld is called '%.*s', too", (long long)i, SHOWN, text);
        lua_pop(r->L, 1);
    }
    lua_rawseti(r->L, r->names, r->column);
}

/// The parser calls this for each field; an empty one without quotes has no text. The row is at the
/// top of the stack, and the text ends with a zero byte.
static void take_field(void *field, size_t size, void *context) {
    reading *r = context;
    r->column++;
    if (!r->columns) {
        take_name(r, field ? field : "", size);
        return;
    }
    if (r->column == 1)
        lua_createtable(r->L, 0, (int)r->columns);
    if (r->column > r->columns)
        REFUSE_FIELD(r, "the header has only %lld columns", (long long)r->columns);
    if (!field)
        return;
    lua_rawgeti(r->L, r->names, r->column);
    push_field(r, field, size);
    lua_rawset(r->L, -3);
}

/// Refuse a header with other separators. Spreadsheets write them where numbers have decimal
/// commas, so that reading them would take 1,5 for two columns, or for text.
static void check_separator(reading *r) {
    lua_rawgeti(r->L, r->names, 1);
    const char *name = lua_tostring(r->L, -1);
    const char *other = strchr(name, ';') ? "semicolons" : strchr(name, '\t') ? "tabs" : NULL;
    if (r->column == 1 && other)
        REFUSE_FIELD(
            r, "%s between columns: a CSV file has commas there, and points in its numbers", other);
    lua_pop(r->L, 1);
}

/// The parser calls this at the end of each row, also if that has no fields, and between the two
/// characters of \r\n.
static void end_row(int end, void *context) {
    reading *r = context;
    bool is_second = r->column == 0 && end == CSV_LF && r->last_end == CSV_CR;
    r->last_end = end;
    if (is_second)
        return;
    if (r->column == 0) {
        r->row++;
        return;
    }
    if (!r->columns) {
        check_separator(r);
        r->columns = r->column;
    } else if (r->column < r->columns) {
        r->column++;
        REFUSE_FIELD(r, "the row ends, but the header has %lld columns", (long long)r->columns);
    } else {
        dv_sandbox_make_read_only(r->L, r->refusal);
        lua_rawseti(r->L, r->rows, ++r->count);
    }
    r->column = 0;
    r->row++;
}

static void check_parsed(reading *r, bool is_fine) {
    if (is_fine)
        return;
    int why = csv_error(&r->parser);
    if (why != CSV_EPARSE)
        luaL_error(r->L, "out of memory");
    r->column++;
    REFUSE_FIELD(r, "%s",
                 "a quote is not closed, or something stands beside it: a field with "
                 "quotes is written \"one \"\"two\"\"\"");
}

static int read_rows(lua_State *L) {
    reading *r = lua_touserdata(L, 1);
    luaL_checkstack(L, 2 * LUA_MINSTACK, NULL);
    r->L = L;
    dv_sandbox_push_refusal(L, r->file->path);
    r->refusal = lua_gettop(L);
    lua_newtable(L);
    r->names = r->refusal + 1;
    lua_newtable(L);
    r->rows = r->refusal + 2;
    for (size_t at = 0; at < r->file->size; at += PIECE) {
        size_t size = r->file->size - at < PIECE ? r->file->size - at : PIECE;
        check_parsed(r, csv_parse(&r->parser, r->file->bytes + at, size, take_field, end_row, r) ==
                            size);
        dv_sandbox_check(L);
        dv_sandbox_check_memory(L);
    }
    check_parsed(r, csv_fini(&r->parser, take_field, end_row, r) == 0);
    if (!r->columns)
        dv_refuse_data_file(L, r->file, " the file is empty: its first row names the columns");
    dv_sandbox_make_read_only(L, r->refusal);
    return 1;
}

void dv_push_csv(lua_State *L, dv_data_file *file) {
    reading r = {.file = file, .row = 1};
    csv_init(&r.parser,
             CSV_STRICT | CSV_STRICT_FINI | CSV_REPALL_NL | CSV_APPEND_NULL | CSV_EMPTY_IS_NULL);
    csv_set_realloc_func(&r.parser, resize);
    csv_set_free_func(&r.parser, dv_free);
    bool is_fine = dv_data_call(L, read_rows, &r, 1);
    csv_free(&r.parser);
    if (!is_fine)
        lua_error(L);
}
