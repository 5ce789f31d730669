// The name that a copy of a scenario gets; see scenario_rename.h.
#include "player/tools/scenario_rename.h"

#include "base/alloc.h"
#include "base/result.h"
#include "syntax/syntax.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The table in `drover.scenario { … }`; NULL: the source has none.
static const dv_node *table_of_scenario(const dv_syntax *tree) {
    for (dv_node *n = tree->chunk; n; n = dv_node_after(n, tree->chunk)) {
        const dv_node *callee = n->type == DV_NODE_CALL ? n->first : NULL;
        const dv_node *key = callee && callee->type == DV_NODE_INDEX ? dv_node_key(callee) : NULL;
        if (key && dv_node_is(key, "scenario") && callee->next &&
            callee->next->type == DV_NODE_TABLE)
            return callee->next;
    }
    return NULL;
}

/// The value under a key of a table; NULL: there is none.
static const dv_node *value_under(const dv_node *table, const char *name) {
    for (const dv_node *field = table->first; field; field = field->next) {
        const dv_node *key = field->type == DV_NODE_KEYED_FIELD ? dv_node_key(field) : NULL;
        if (key && dv_node_is(key, name))
            return field->last;
    }
    return NULL;
}

/// Write a text as Lua code.
static void put_string(FILE *out, const char *text, size_t length) {
    fputc('"', out);
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c < ' ')
            fprintf(out, "\\%03u", c);
        else
            fprintf(out, c == '"' || c == '\\' ? "\\%c" : "%c", c);
    }
    fputc('"', out);
}

/// Write the source with the name in the table. A value that is no string is the author's to
/// change.
static void put_renamed(FILE *out, const dv_scenario_part *part, const dv_node *table,
                        const char *name, const char *based_on) {
    const dv_node *old = value_under(table, "name");
    bool is_based = based_on && !value_under(table, "based_on");
    size_t at = old ? old->start : table->start + 1, after = old ? old->end : at;
    fwrite(part->bytes, 1, at, out);
    if (!old)
        fprintf(out, "%sname = ", part->bytes[at] == '\n' ? "\n  " : " ");
    put_string(out, name, strlen(name));
    if (is_based) {
        fputs(", based_on = ", out);
        put_string(out, old ? old->text : based_on, old ? old->length : strlen(based_on));
    }
    if (!old && table->first)
        fputc(',', out);
    fwrite(part->bytes + after, 1, part->size - after, out);
}

/// Replace the bytes of a part by those of the stream, which is closed.
static dv_result take_text(FILE *out, char **text, const size_t *size, dv_scenario_part *part,
                           dv_error *error) {
    bool is_whole = !ferror(out) && fclose(out) == 0;
    char *bytes = is_whole ? dv_alloc(*size + 1) : NULL;
    if (bytes) {
        memcpy(bytes, *text, *size);
        dv_free(part->bytes);
        part->bytes = bytes;
        part->size = *size;
    }
    free(*text);
    return bytes ? DV_OK : dv_fail(error, DV_ERROR_MEMORY, "out of memory");
}

/// Rename the scenario that a file declares; `found` says whether it does.
static dv_result rename_in(dv_scenario_part *part, const char *name, const char *based_on,
                           bool *found, dv_error *error) {
    dv_syntax tree;
    char *text = NULL;
    size_t size = 0;
    dv_result result = dv_syntax_parse(&tree, part->bytes, part->size, error);
    const dv_node *table = result == DV_OK ? table_of_scenario(&tree) : NULL;
    const dv_node *old = table ? value_under(table, "name") : NULL;
    *found = table != NULL;
    if (result == DV_ERROR_SCRIPT) // as it is: the run will say what is wrong
        result = DV_OK;
    if (result == DV_OK && table && (!old || old->type == DV_NODE_STRING)) {
        FILE *out = open_memstream(&text, &size);
        if (out)
            put_renamed(out, part, table, name, based_on);
        result = out ? take_text(out, &text, &size, part, error)
                     : dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    }
    dv_syntax_free(&tree);
    return result;
}

static bool is_lua(const dv_scenario_part *part) {
    size_t length = strlen(part->path);
    return part->bytes && !strchr(part->path, '/') && length > 4 &&
           strcmp(part->path + length - 4, ".lua") == 0;
}

dv_result dv_rename_scenario(dv_scenario_parts *parts, const char *name, const char *based_on,
                             dv_error *error) {
    bool found = false;
    dv_result result = DV_OK;
    for (uint32_t i = parts->count; result == DV_OK && !found && i-- > 0;)
        if (is_lua(&parts->items[i]))
            result = rename_in(&parts->items[i], name, based_on, &found, error);
    return result;
}
