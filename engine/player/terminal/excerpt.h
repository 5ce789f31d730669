// The lines of source around the place that a message names, for people to look at.
#ifndef DV_PLAYER_EXCERPT_H
#define DV_PLAYER_EXCERPT_H

#include "drover/base.h"

#include <limits.h>

#define DV_EXCERPT_REACH 5 ///< lines above and below
#define DV_EXCERPT_LINES (2 * DV_EXCERPT_REACH + 1)
#define DV_EXCERPT_WIDTH 240

typedef struct dv_excerpt {
    char path[PATH_MAX]; ///< as the message has it
    uint32_t line;       ///< that the message names, from 1; 0: it names none, or it is not there
    uint32_t first;      ///< the number of the first line here
    uint32_t count;      ///< lines here
    char lines[DV_EXCERPT_LINES][DV_EXCERPT_WIDTH]; ///< fit to be shown; long ones are cut
} dv_excerpt;

/// Read the lines around the first "PATH.lua:LINE:" of a message that is a line of a file. Its
/// paths lead from the current directory, as those of dv_show_text. False, and nothing is read,
/// when there is no such place.
bool dv_excerpt_read(dv_excerpt *excerpt, const char *message);

#endif
