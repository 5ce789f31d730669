// Source lines for messages; see excerpt.h.
#include "player/terminal/excerpt.h"

#include "player/terminal/code_place.h"
#include "player/terminal/messages.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define TAB "    "

/// Open a part of a message if it is the path of a file.
static FILE *open_path(const char *start, const char *end, char path[PATH_MAX]) {
    struct stat status;
    if (start >= end || end - start >= PATH_MAX)
        return NULL;
    snprintf(path, PATH_MAX, "%.*s", (int)(end - start), start);
    bool is_file = stat(path, &status) == 0 && S_ISREG(status.st_mode);
    return is_file ? fopen(path, "r") : NULL;
}

/// A path may contain spaces, and other text may precede it, so try the longest candidate first.
static FILE *open_before(const char *message, const char *end, char path[PATH_MAX]) {
    FILE *file = open_path(message, end, path);
    for (const char *c = message; c < end && !file; c++)
        if (strchr(" \t('\"", *c))
            file = open_path(c + 1, end, path);
    return file;
}

static size_t append_text(char *line, size_t used, const char *text) {
    size_t length = strlen(text);
    if (used + length >= DV_EXCERPT_WIDTH)
        return used;
    memcpy(line + used, text, length + 1);
    return used + length;
}

/// Read a line; false at the end of the file. Tabs become spaces, and long lines are cut.
static bool read_line(FILE *file, char line[DV_EXCERPT_WIDTH]) {
    char text[DV_EXCERPT_WIDTH] = "";
    size_t used = 0;
    int byte = fgetc(file);
    if (byte == EOF)
        return false;
    for (; byte != EOF && byte != '\n'; byte = fgetc(file)) {
        char one[] = {byte == '\0' ? ' ' : (char)byte, '\0'};
        if (byte != '\r')
            used = append_text(text, used, byte == '\t' ? TAB : one);
    }
    dv_show_text(NULL, text, line, DV_EXCERPT_WIDTH);
    return true;
}

static bool read_around(dv_excerpt *excerpt, FILE *file, uint32_t line) {
    char ignored[DV_EXCERPT_WIDTH];
    excerpt->first = line > DV_EXCERPT_REACH ? line - DV_EXCERPT_REACH : 1;
    excerpt->count = 0;
    for (uint32_t number = 1; number < excerpt->first; number++)
        if (!read_line(file, ignored))
            return false;
    uint32_t most = line - excerpt->first + DV_EXCERPT_REACH + 1;
    while (excerpt->count < most && read_line(file, excerpt->lines[excerpt->count]))
        excerpt->count++;
    bool is_there = excerpt->first + excerpt->count > line;
    excerpt->line = is_there ? line : 0;
    return is_there;
}

/// Open the next file that a message names with a line, and move `*rest` past the name. NULL if
/// there is none.
static FILE *open_next(const char *message, const char **rest, char path[PATH_MAX],
                       uint32_t *line) {
    for (dv_code_place named; (named = dv_first_code_place(*rest)).start;) {
        FILE *file = open_before(message, named.colon, path);
        *rest = named.end;
        *line = named.line;
        if (file)
            return file;
    }
    return NULL;
}

bool dv_excerpt_place(const char *message, char path[PATH_MAX], uint32_t *line) {
    const char *rest = message;
    FILE *file = open_next(message, &rest, path, line);
    if (file)
        fclose(file);
    return file;
}

bool dv_excerpt_read(dv_excerpt *excerpt, const char *message) {
    const char *rest = message;
    uint32_t line;
    FILE *file;
    *excerpt = (dv_excerpt){.line = 0};
    while ((file = open_next(message, &rest, excerpt->path, &line))) {
        bool is_read = read_around(excerpt, file, line);
        fclose(file);
        if (is_read)
            return true;
    }
    *excerpt = (dv_excerpt){.line = 0};
    return false;
}
