// Reads the options that say how the world is shown.
#ifndef DV_PLAYER_VIEW_OPTIONS_H
#define DV_PLAYER_VIEW_OPTIONS_H

#include "player/options/option_reading.h"

dv_result dv_read_size(dv_reading *r, const char *option, const char *value);
dv_result dv_read_scale(dv_reading *r, const char *option, const char *value);
dv_result dv_read_camera(dv_reading *r, const char *option, const char *value);
dv_result dv_read_select(dv_reading *r, const char *option, const char *value);
dv_result dv_read_theme(dv_reading *r, const char *option, const char *value);
/// --trails and --thoughts.
dv_result dv_read_shown(dv_reading *r, const char *option, const char *value);

#endif
