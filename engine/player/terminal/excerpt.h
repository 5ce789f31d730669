// The source lines around the place that a message names.
#ifndef DV_PLAYER_EXCERPT_H
#define DV_PLAYER_EXCERPT_H

#include "drover/base.h"

#include <limits.h>

#define DV_EXCERPT_REACH 5 ///< lines above and below
#define DV_EXCERPT_LINES (2 * DV_EXCERPT_REACH + 1)
#define DV_EXCERPT_WIDTH 240

typedef struct dv_excerpt {
    char path[PATH_MAX]; ///< as in the message
    uint32_t line;       ///< the line in the message, from 1; 0: none, or it doesn't exist
    uint32_t first;      ///< the number of lines[0]
    uint32_t count;      ///< of `lines`
    char lines[DV_EXCERPT_LINES][DV_EXCERPT_WIDTH]; ///< printable; long lines are cut
} dv_excerpt;

/// Find the first "PATH.lua:LINE:" in a message that is an existing line, and read the lines around
/// it. Paths are relative to the current directory, as dv_show_text writes them. False if there is
/// no such place; then the excerpt is empty.
bool dv_excerpt_read(dv_excerpt *excerpt, const char *message);

/// Find the first "PATH.lua:LINE" in a message whose file exists. The file may have fewer lines,
/// because an unexpected end is reported after the last one. False if there is none.
bool dv_excerpt_place(const char *message, char path[PATH_MAX], uint32_t *line);

#endif
