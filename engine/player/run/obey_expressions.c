// The commands about expressions that people watch.
#include "player/run/command_table.h"
#include "player/run/run.h"
#include "player/run/run_expressions.h"
#include "player/terminal/messages.h"

#include "base/alloc.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void read_all(dv_run *run) {
    const dv_command_window *window = run->commands.window;
    dv_expressions_read(run, window ? window->selected(window->window) : (dv_agent){0});
}

#define LINE (DV_EXPRESSION_CODE + sizeof(dv_expression_value) + 16)

/// "2 world.time = 1.5", or "2 world.tim: why it has no value". Newlines in the code or the value
/// become spaces.
static void write_line(const dv_expression *e, uint32_t number, char text[LINE]) {
    char raw[LINE];
    snprintf(raw, sizeof raw, "%" PRIu32 " %s%s%s", number, e->code,
             e->value.has_failed ? ": " : " = ", e->value.text);
    dv_show_text(NULL, raw, text, LINE - 1);
}

static void list(dv_run *run, dv_answer *to) {
    const dv_expressions *expressions = &run->expressions;
    uint32_t count = expressions->count;
    if (count == 0) {
        dv_answer_say(to, "there are no expressions; add one as in expression world:count()");
        return;
    }
    read_all(run);
    to->table = dv_alloc(count * LINE);
    if (!to->table) {
        dv_answer_refuse(to, "cannot list the expressions: out of memory");
        return;
    }
    size_t used = 0;
    for (uint32_t i = 0; i < count; i++) {
        write_line(&expressions->items[i], i + 1, to->table + used);
        used += strlen(to->table + used);
        to->table[used++] = '\n';
    }
    to->table[used] = '\0';
    dv_answer_say(to, count == 1 ? "1 expression" : "%" PRIu32 " expressions", count);
}

void dv_obey_expression(dv_run *run, const char *value, dv_answer *to) {
    char line[LINE];
    dv_error error;
    const dv_expressions *expressions = &run->expressions;
    if (!*value) {
        list(run, to);
    } else if (dv_expressions_add(run, value, &error) != DV_OK) {
        dv_answer_refuse(to, "expression: %s", error.message);
    } else {
        read_all(run);
        write_line(&expressions->items[expressions->count - 1], expressions->count, line);
        dv_answer_say(to, "%s", line);
    }
}

void dv_obey_no_expression(dv_run *run, const char *value, dv_answer *to) {
    dv_expressions *expressions = &run->expressions;
    bool is_number = *value && strspn(value, "0123456789") == strlen(value) && strlen(value) < 6;
    unsigned long number = is_number ? strtoul(value, NULL, 10) : 0;
    if (strcmp(value, "all") == 0) {
        expressions->count = 0;
        dv_answer_say(to, "there are no expressions now");
    } else if (number >= 1 && number <= expressions->count) {
        dv_answer_say(to, "removed %s", expressions->items[number - 1].code);
        dv_expressions_remove(expressions, (uint32_t)number - 1);
    } else {
        dv_answer_refuse(to,
                         "no_expression takes the number of one of %" PRIu32
                         " expressions, or all, not '%.80s'",
                         expressions->count, value);
    }
}
