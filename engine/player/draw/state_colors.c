#include "player/draw/state_colors.h"

#include "player/draw/ramps.h"
#include "player/gui/palette.h"

uint32_t dv_color_of_kind(const dv_program *program, uint32_t kind) {
    dv_look look = dv_program_look(program, kind);
    return look.map ? dv_ramp_color(look.map->diverges, 0.5) : look.color;
}

bool dv_shows_states(const dv_program *program, uint32_t kind) {
    return dv_program_state_count(program, kind) > 1 || dv_program_state_color(program, kind, 0);
}

// A state that names a color leaves one of the palette unused. So the others keep theirs when a
// state is given a color.
dv_state_palette dv_state_palette_of(const dv_program *program) {
    dv_state_palette palette = {.firsts = {0}};
    uint32_t next = 0;
    for (uint32_t kind = 0; kind < dv_program_kind_count(program); kind++) {
        palette.firsts[kind] = next;
        if (dv_shows_states(program, kind))
            next += dv_program_state_count(program, kind);
    }
    return palette;
}

uint32_t dv_color_of_state(const dv_program *program, const dv_state_palette *palette,
                           uint32_t kind, uint32_t state) {
    uint32_t own = dv_program_state_color(program, kind, state);
    return own ? own : dv_palette_color(palette->firsts[kind] + state);
}
