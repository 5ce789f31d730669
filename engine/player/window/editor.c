#include "player/window/editor.h"

#include "base/alloc.h"
#include "base/result.h"
#include "player/terminal/excerpt.h"
#include "player/terminal/messages.h"

#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/// How the command of an editor names the line.
typedef enum dv_editor_manner {
    PLUS,   ///< +LINE FILE
    JOINED, ///< FILE:LINE
    GOTO,   ///< -g FILE:LINE
    SHORT,  ///< -l LINE FILE
    LONG    ///< --line LINE FILE
} dv_editor_manner;

typedef struct known_editor {
    const char *name;
    dv_editor_manner manner;
    bool needs_terminal;
} known_editor;

/// Others take +LINE FILE and open windows of their own.
static const known_editor known[] = {
    {"code", GOTO, false},
    {"code-insiders", GOTO, false},
    {"code-oss", GOTO, false},
    {"codium", GOTO, false},
    {"vscodium", GOTO, false},
    {"cursor", GOTO, false},
    {"subl", JOINED, false},
    {"sublime_text", JOINED, false},
    {"zed", JOINED, false},
    {"kate", SHORT, false},
    {"kwrite", SHORT, false},
    {"mate", SHORT, false},
    {"idea", LONG, false},
    {"clion", LONG, false},
    {"pycharm", LONG, false},
    {"hx", JOINED, true},
    {"helix", JOINED, true},
    {"mcedit", JOINED, true},
    {"vi", PLUS, true},
    {"vim", PLUS, true},
    {"vim.basic", PLUS, true},
    {"vim.tiny", PLUS, true},
    {"nvim", PLUS, true},
    {"view", PLUS, true},
    {"nano", PLUS, true},
    {"pico", PLUS, true},
    {"micro", PLUS, true},
    {"joe", PLUS, true},
    {"jed", PLUS, true},
    {"ne", PLUS, true},
    {"mg", PLUS, true},
    {"kak", PLUS, true},
    {"ed", PLUS, true},
    {"editor", PLUS, true},
    {"sensible-editor", PLUS, true},
};

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// Emacs opens a window of its own unless an option says otherwise.
static bool is_emacs_in_terminal(char *const *words) {
    bool is_in_terminal = false;
    if (strncmp(base_name(words[0]), "emacs", 5) != 0)
        return false;
    for (uint32_t i = 1; words[i]; i++)
        is_in_terminal |= strcmp(words[i], "-nw") == 0 || strcmp(words[i], "-t") == 0 ||
                          strcmp(words[i], "-tty") == 0 || strcmp(words[i], "--tty") == 0 ||
                          strcmp(words[i], "--no-window-system") == 0;
    return is_in_terminal;
}

static known_editor look_up(char *const *words) {
    const char *name = base_name(words[0]);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].name, name) == 0)
            return known[i];
    return (known_editor){name, PLUS, is_emacs_in_terminal(words)};
}

// Words

/// A command line under construction. `has_room` stays false once something didn't fit.
typedef struct writer {
    dv_editor_call *call;
    uint32_t count;
    size_t used;
    bool has_room;
} writer;

__attribute__((format(printf, 2, 3))) static void add_word(writer *w, const char *format, ...) {
    size_t left = DV_EDITOR_TEXT - w->used;
    char *word = w->call->text + w->used;
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(word, left, format, arguments);
    va_end(arguments);
    w->has_room = w->has_room && length >= 0 && (size_t)length < left && w->count < DV_EDITOR_WORDS;
    if (!w->has_room)
        return;
    w->call->words[w->count++] = word;
    w->call->words[w->count] = NULL;
    w->used += (size_t)length + 1;
}

static void add_words_of(writer *w, const char *value) {
    if (access(value, X_OK) == 0) {
        add_word(w, "%s", value);
        return;
    }
    for (value += strspn(value, " \t"); *value; value += strspn(value, " \t")) {
        int length = (int)strcspn(value, " \t");
        add_word(w, "%.*s", length, value);
        value += length;
    }
}

static void add_place(writer *w, dv_editor_manner manner, const char *path, uint32_t line) {
    // A path must not be taken for an option.
    const char *here = *path == '-' || *path == '+' ? "./" : "";
    if (manner == GOTO)
        add_word(w, "-g");
    if (manner == GOTO || manner == JOINED) {
        add_word(w, "%s%s:%" PRIu32, here, path, line);
        return;
    }
    if (manner == PLUS) {
        add_word(w, "+%" PRIu32, line);
    } else {
        add_word(w, "%s", manner == SHORT ? "-l" : "--line");
        add_word(w, "%" PRIu32, line);
    }
    add_word(w, "%s%s", here, path);
}

dv_result dv_editor_call_for(dv_editor_call *call, const char *value, const char *terminal,
                             const char *path, uint32_t line, dv_error *error) {
    writer w = {.call = call, .has_room = true};
    call->words[0] = NULL;
    add_words_of(&w, value);
    if (!call->words[0])
        return dv_fail(error, DV_ERROR_ARGUMENT, "no editor: set VISUAL or EDITOR to a program");
    known_editor editor = look_up(call->words);
    if (editor.needs_terminal && !terminal)
        return dv_fail(error, DV_ERROR_ARGUMENT,
                       "%s needs a terminal, and there is no x-terminal-emulator: set VISUAL to an "
                       "editor with a window",
                       editor.name);
    if (editor.needs_terminal) {
        w = (writer){.call = call, .has_room = true};
        add_word(&w, "%s", terminal);
        add_word(&w, "-e");
        add_words_of(&w, value);
    }
    add_place(&w, editor.manner, path, line);
    return w.has_room ? DV_OK
                      : dv_fail(error, DV_ERROR_ARGUMENT, "VISUAL or EDITOR has too many words");
}

// Starting

static bool is_in_path(const char *program) {
    const char *path = getenv("PATH");
    char file[PATH_MAX];
    while (path && *path) {
        int length = (int)strcspn(path, ":");
        if (snprintf(file, sizeof file, "%.*s/%s", length, path, program) < PATH_MAX &&
            access(file, X_OK) == 0)
            return true;
        path += length + (path[length] == ':');
    }
    return false;
}

/// Keep what the editor prints out of the run's output, and interrupts of the run away from it.
static int start(char *const *words, pid_t *child) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int result = posix_spawn_file_actions_init(&actions);
    if (result != 0)
        return result;
    result = posix_spawnattr_init(&attributes);
    if (result == 0) {
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
        posix_spawnattr_setpgroup(&attributes, 0);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
        result = posix_spawnp(child, words[0], &actions, &attributes, words, environ);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return result;
}

static const char *variable_set(void) {
    const char *visual = getenv("VISUAL");
    return visual && *visual ? visual : getenv("EDITOR");
}

static dv_result start_editor(dv_editor *editor, const char *path, uint32_t line, dv_error *error) {
    static const char terminal[] = "x-terminal-emulator";
    const char *value = variable_set();
    dv_editor_call call;
    pid_t child;
    if (!value || !*value)
        return dv_fail(error, DV_ERROR_ARGUMENT,
                       "set VISUAL or EDITOR to an editor that opens %.500s at line %" PRIu32, path,
                       line);
    if (!dv_reserve((void **)&editor->running, &editor->capacity, editor->count + 1,
                    sizeof *editor->running))
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory starting the editor");
    dv_result result =
        dv_editor_call_for(&call, value, is_in_path(terminal) ? terminal : NULL, path, line, error);
    if (result != DV_OK)
        return result;
    int failure = start(call.words, &child);
    if (failure != 0)
        return dv_fail(error, DV_ERROR_IO, "cannot start the editor %.200s: %s", call.words[0],
                       strerror(failure));
    editor->running[editor->count++] = child;
    return DV_OK;
}

dv_result dv_editor_open(dv_editor *editor, const char *scenario, const char *text,
                         dv_error *error) {
    char shown[DV_MESSAGE_CAPACITY];
    char path[PATH_MAX];
    uint32_t line;
    dv_show_text(scenario, text, shown, sizeof shown);
    if (!dv_excerpt_place(shown, path, &line))
        return dv_fail(error, DV_ERROR_ARGUMENT,
                       "edit takes a line of a script that is there, as in init.lua:12, not "
                       "'%.200s'",
                       text);
    return start_editor(editor, path, line, error);
}

dv_result dv_editor_poll(dv_editor *editor, dv_error *error) {
    dv_result result = DV_OK;
    for (uint32_t i = 0; i < editor->count; i++) {
        int status = 0;
        if (waitpid(editor->running[i], &status, WNOHANG) == 0)
            continue;
        editor->running[i--] = editor->running[--editor->count];
        if (WIFEXITED(status) && WEXITSTATUS(status) != 0)
            result =
                dv_fail(error, DV_ERROR_IO, "the editor ended with status %d", WEXITSTATUS(status));
    }
    return result;
}

void dv_editor_free(dv_editor *editor) {
    dv_free(editor->running);
    *editor = (dv_editor){0};
}
