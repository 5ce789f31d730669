// Reads the options that say how the world is shown.
#ifndef DV_PLAYER_VIEW_OPTIONS_H
#define DV_PLAYER_VIEW_OPTIONS_H

#include "player/options/option.h"

dv_result dv_read_size(dv_reading *r, const dv_option *option, const char *value, void *target);
dv_result dv_read_scale(dv_reading *r, const dv_option *option, const char *value, void *target);
/// Read X,Y,WIDTH[,YAW,PITCH[,Z]] into the camera of a view; false if it is none, with the view
/// unchanged. The caller sets `has_camera`.
bool dv_parse_camera(const char *value, dv_view_options *view);
/// Write the camera of a view like that, with some digits. What is NaN is left out.
#define DV_CAMERA_TEXT 160
void dv_write_camera(const dv_view_options *view, int digits, char text[DV_CAMERA_TEXT]);
/// What the camera of a view is, for messages.
#define DV_CAMERA_FORM                                                                             \
    "X,Y,WIDTH or X,Y,WIDTH,YAW,PITCH or X,Y,WIDTH,YAW,PITCH,Z in meters and degrees, with a "     \
    "pitch from 5 to 90, as in 0,0,50 or 0,0,50,20,35"

dv_result dv_read_camera(dv_reading *r, const dv_option *option, const char *value, void *target);
dv_result dv_read_select(dv_reading *r, const dv_option *option, const char *value, void *target);
dv_result dv_read_theme(dv_reading *r, const dv_option *option, const char *value, void *target);

/// Read "on", "off", or "auto"; false if it is none of them, with the choice unchanged.
bool dv_parse_density(const char *value, dv_density_choice *choice);

#endif
