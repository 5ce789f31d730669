// Messages on stderr for people. They have no control bytes, and paths of a scenario's modules
// ("wolf.lua:7") are relative to the current directory, so that a terminal or an editor can open
// them.
#ifndef DV_PLAYER_MESSAGES_H
#define DV_PLAYER_MESSAGES_H

#include "drover/base.h"

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#define DV_MESSAGE_CAPACITY (4 * DV_ERROR_CAPACITY)

/// Print the paths of modules in these mods' folders as the paths of their files. The list is not
/// copied.
void dv_know_mods(const char *const *folders, uint32_t count);

/// Copy text in the form in which it is printed: one line of UTF-8, cut to `capacity` bytes.
/// `scenario` is the path by which the scenario was opened; with NULL, paths of modules don't
/// change.
void dv_show_text(const char *scenario, const char *text, char *shown, size_t capacity);

/// The name of a scenario: its title or, without one, the name of its folder, even if `folder` is
/// ".".
void dv_scenario_name(const char *title, const char *folder, char *name, size_t capacity);

/// Make a path relative to the current directory if it is inside; "" is the directory itself.
void dv_shorten_path(char path[PATH_MAX]);

/// Print a line to stderr, after flushing stdout.
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void dv_say(const char *scenario, const char *format, ...);

/// On a terminal, print that a file was written. Elsewhere, a script has named the file.
void dv_say_written(const char *path);

/// Print each line of a text, such as a traceback, after a prefix.
void dv_say_lines(const char *scenario, const char *prefix, const char *text, size_t size);

#endif
