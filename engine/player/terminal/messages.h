// What the program prints to stderr for people: lines without control bytes, in which the places of
// a scenario's modules ("wolf.lua:7") read as paths from the current directory, so that a terminal
// or an editor can open them.
#ifndef DV_PLAYER_MESSAGES_H
#define DV_PLAYER_MESSAGES_H

#include "drover/base.h"

#include <limits.h>
#include <stddef.h>

#define DV_MESSAGE_CAPACITY (4 * DV_ERROR_CAPACITY)

/// Copy a text as it is printed: one line of UTF-8, cut when `capacity` bytes are too few.
/// `scenario` is the path that the scenario was opened by; NULL: places stay as they are.
void dv_show_text(const char *scenario, const char *text, char *shown, size_t capacity);

/// What a scenario is called: its title, or without one its folder's name, also for ".".
void dv_scenario_name(const char *title, const char *folder, char *name, size_t capacity);

/// Make a path relative to the current directory where it lies below; "" is the directory itself.
void dv_shorten_path(char path[PATH_MAX]);

/// Print a line to stderr, after all that was printed to stdout.
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void dv_say(const char *scenario, const char *format, ...);

/// Print each line of a text, such as a traceback, behind a prefix.
void dv_say_lines(const char *scenario, const char *prefix, const char *text, size_t size);

#endif
