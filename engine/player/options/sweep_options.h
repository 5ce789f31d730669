// The options of drover sweep.
#ifndef DV_PLAYER_SWEEP_OPTIONS_H
#define DV_PLAYER_SWEEP_OPTIONS_H

#include "player/options/option_reading.h"

dv_result dv_read_vary(dv_reading *r, const char *option, const char *value);
dv_result dv_read_part(dv_reading *r, const char *option, const char *value);
dv_result dv_read_sweep_number(dv_reading *r, const char *option, const char *value);
dv_result dv_read_sweep_text(dv_reading *r, const char *option, const char *value);
dv_result dv_read_sweep_flag(dv_reading *r, const char *option, const char *value);

/// Check which options are given together, and take the operand.
dv_result dv_check_sweep_options(dv_reading *r);

#endif
