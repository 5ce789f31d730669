#include "player/terminal/console.h"

#include "player/terminal/messages.h"

#include <stdio.h>
#include <string.h>

static void add_line(dv_console *console, const char *text, size_t size, uint64_t trial) {
    dv_console_line *line = &console->lines[console->next];
    char copy[DV_CONSOLE_WIDTH];
    snprintf(copy, sizeof copy, "%.*s", (int)(size < sizeof copy ? size : sizeof copy - 1), text);
    *line = (dv_console_line){.trial = trial};
    dv_show_text(NULL, copy, line->text, sizeof line->text);
    console->next = (console->next + 1) % DV_CONSOLE_LINES;
    console->count += console->count < DV_CONSOLE_LINES;
}

void dv_console_add(dv_console *console, const char *text, uint64_t trial) {
    for (;;) {
        size_t size = strcspn(text, "\n");
        add_line(console, text, size, trial);
        if (!text[size])
            return;
        text += size + 1;
    }
}

void dv_console_add_line(dv_console *console, const char *text, dv_line_type type) {
    dv_console_line *line = &console->lines[console->next];
    add_line(console, text, strlen(text), 0);
    line->type = type;
}

void dv_console_end_trial(dv_console *console, uint64_t trial, bool undone) {
    for (uint32_t i = 0; i < DV_CONSOLE_LINES; i++) {
        dv_console_line *line = &console->lines[i];
        if (line->trial != trial)
            continue;
        line->trial = 0;
        line->undone = undone;
    }
}

void dv_console_join_trials(dv_console *console, uint64_t from, uint64_t into) {
    for (uint32_t i = 0; i < DV_CONSOLE_LINES; i++)
        if (console->lines[i].trial == from)
            console->lines[i].trial = into;
}

const dv_console_line *dv_console_line_at(const dv_console *console, uint32_t i) {
    uint32_t oldest = console->next + DV_CONSOLE_LINES - console->count;
    return &console->lines[(oldest + i) % DV_CONSOLE_LINES];
}
