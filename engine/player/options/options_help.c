// The output of `drover --help` and `drover COMMAND --help`, from the rows; see command_line.h.
#include "player/options/command_line.h"
#include "player/options/subcommand.h"

#include <string.h>

#define COLUMNS 80
/// Where the text of an option begins.
#define MARGIN 23

static size_t columns_of(const char *text, size_t length) {
    size_t columns = 0;
    for (size_t i = 0; i < length; i++)
        columns += ((unsigned char)text[i] & 0xC0) != 0x80;
    return columns;
}

/// Write a line of text from a column on, and its further lines from a margin on.
static void write_wrapped(FILE *out, const char *text, size_t length, size_t at, size_t margin) {
    bool is_first = true;
    while (length > 0) {
        const char *space = memchr(text, ' ', length);
        size_t word = space ? (size_t)(space - text) : length, wide = columns_of(text, word);
        if (!is_first && at + 1 + wide > COLUMNS) {
            fprintf(out, "\n%*s", (int)margin, "");
            at = margin;
        } else if (!is_first) {
            fputc(' ', out);
            at++;
        }
        fwrite(text, 1, word, out);
        at += wide;
        is_first = false;
        text += word + (space != NULL);
        length -= word + (space != NULL);
    }
    fputc('\n', out);
}

static void write_paragraphs(FILE *out, const char *text) {
    for (size_t length; *text; text += length + 1) {
        length = strcspn(text, "\n");
        if (*text == ' ')
            fprintf(out, "%.*s\n", (int)length, text);
        else
            write_wrapped(out, text, length, 0, 0);
    }
}

static void write_option(FILE *out, const dv_option *option) {
    const char *value = option->value ? option->value : "";
    char left[96];
    if (*value == '[')
        snprintf(left, sizeof left, "  --%s[=%s", option->name, value + 1);
    else
        snprintf(left, sizeof left, "  --%s%s%s", option->name, *value ? " " : "", value);
    if (strlen(left) < MARGIN - 1)
        fprintf(out, "%-*s", MARGIN, left);
    else
        fprintf(out, "%s\n%*s", left, MARGIN, "");
    write_wrapped(out, option->help, strlen(option->help), MARGIN, MARGIN);
}

void dv_write_help(FILE *out, const dv_subcommand *command) {
    if (command->usage)
        fputs(command->usage, out);
    else
        fprintf(out, "drover %s %s%s\n", command->name, command->takes,
                command->option_count > 0 ? " [OPTION]…" : "");
    fputc('\n', out);
    write_paragraphs(out, command->help);
    if (command->option_count > 0)
        fputc('\n', out);
    for (uint32_t i = 0; i < command->option_count; i++)
        write_option(out, &command->options[i]);
    fputc('\n', out);
    write_paragraphs(out, command->notes);
}

static void write_row(FILE *out, const char *command, const char *takes, const char *title) {
    char left[64];
    snprintf(left, sizeof left, "drover %s%s%s", command, *takes ? " " : "", takes);
    fprintf(out, "  %-27s %s\n", left, title);
}

void dv_write_program_help(FILE *out, const dv_subcommand *const *known) {
    write_paragraphs(out, "Drover runs simulations of agents that Lua scripts describe, and picks "
                          "up changes to the scripts while they run.\n\n");
    write_row(out, "", "", "choose among samples and recent scenarios");
    for (; *known; known++)
        write_row(out, (*known)->name, (*known)->takes, (*known)->title);
    write_row(out, "COMMAND --help", "", "print the options of a command");
    fputs("  drover --version\n\n", out);
    write_paragraphs(out, "SCENARIO is a folder with main.lua, or a .lua file.\n"
                          "Exit status: 0 fine; 1 the scenario failed or ended with suspended "
                          "agents; 2 bad usage.\n");
}
