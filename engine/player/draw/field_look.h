// The colors of fields.
#ifndef DV_PLAYER_FIELD_LOOK_H
#define DV_PLAYER_FIELD_LOOK_H

#include "drover/drover.h"

/// The color over the ground, 0xRRGGBBAA, where a cell holds a share of the most, from 0 to 1. It
/// has few steps, so that cells that hold almost the same are drawn together.
uint32_t dv_field_color(const dv_field_def *def, float share);

#endif
