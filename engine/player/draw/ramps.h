// Ramps of colors that show numbers. Each has few steps, so that agents with many numbers share
// their sprites.
#ifndef DV_PLAYER_RAMPS_H
#define DV_PLAYER_RAMPS_H

#include <stdbool.h>
#include <stdint.h>

#define DV_RAMP_STEPS 64

/// The color of a step of a ramp, 0xRRGGBBAA.
uint32_t dv_ramp_step(bool diverges, uint32_t step);

/// The color at a share of the ramp, from 0 to 1. Other numbers are taken as the nearer end, and
/// NaN as 0.
uint32_t dv_ramp_color(bool diverges, double share);

#endif
