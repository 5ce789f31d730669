// The options of `drover help`.
#ifndef DV_PLAYER_HELP_H
#define DV_PLAYER_HELP_H

#include <stdbool.h>

typedef enum dv_help_format { DV_HELP_TEXT, DV_HELP_MARKDOWN } dv_help_format;

typedef struct dv_help_options {
    bool all; ///< print everything
    dv_help_format format;
} dv_help_options;

#endif
