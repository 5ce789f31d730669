// The colors of kinds and states: in the rims of agents, in the legend, on the timeline, and in the
// inspector. A state has the one that its definition names, or else one of the palette. All kinds
// share the palette, one after the other, so that two kinds begin with different colors.
#ifndef DV_PLAYER_STATE_COLORS_H
#define DV_PLAYER_STATE_COLORS_H

#include "drover/drover.h"

/// For each kind, where in the palette its first state is.
typedef struct dv_state_palette {
    uint32_t firsts[DV_MAX_KINDS];
} dv_state_palette;

dv_state_palette dv_state_palette_of(const dv_program *program);

/// The color that a kind's definition names, 0xRRGGBBAA; the middle of the ramp if its agents have
/// the color of a number.
uint32_t dv_color_of_kind(const dv_program *program, uint32_t kind);

/// Whether a kind's agents have a rim in the color of their state: it has several states, or a
/// state that names a color.
bool dv_shows_states(const dv_program *program, uint32_t kind);

/// The color of a state, 0xRRGGBBAA. `palette` must be of the program.
uint32_t dv_color_of_state(const dv_program *program, const dv_state_palette *palette,
                           uint32_t kind, uint32_t state);

#endif
