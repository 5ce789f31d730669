// Opens files in the editor of VISUAL or EDITOR, at a line. The editor runs beside the program,
// which doesn't wait for it.
//
// The value of the variable is the path of a program, or words separated by spaces, such as
// "code --wait"; no shell reads it. An editor that needs a terminal is started in
// x-terminal-emulator.
#ifndef DV_PLAYER_EDITOR_H
#define DV_PLAYER_EDITOR_H

#include "drover/base.h"

#include <limits.h>
#include <sys/types.h>

#define DV_EDITOR_WORDS 24
#define DV_EDITOR_TEXT (PATH_MAX + 2048)

/// A command line: `words` point into `text` and to literals, and end with NULL.
typedef struct dv_editor_call {
    char *words[DV_EDITOR_WORDS + 1];
    char text[DV_EDITOR_TEXT];
} dv_editor_call;

/// The editors that are running.
typedef struct dv_editor {
    pid_t *running;
    uint32_t count, capacity;
} dv_editor;

/// Write the command line that opens a line of a file in an editor. `terminal` is a program that
/// runs another one in a terminal after "-e"; NULL: there is none, and an editor that needs one
/// fails with a message, as does a value with too many words.
dv_result dv_editor_call_for(dv_editor_call *call, const char *value, const char *terminal,
                             const char *path, uint32_t line, dv_error *error);

/// Find the first place in a text, "caribou.lua:51", whose file exists, and open it. Paths
/// of modules are those of `scenario`, which may be NULL. Fails with a message if there is no such
/// place, if neither variable is set, or if the editor doesn't start.
dv_result dv_editor_open(dv_editor *editor, const char *scenario, const char *text,
                         dv_error *error);

/// Notice which editors have ended. Fails if one of them ended with a status other than 0.
dv_result dv_editor_poll(dv_editor *editor, dv_error *error);

/// Forget the editors, which keep running.
void dv_editor_free(dv_editor *editor);

#endif
