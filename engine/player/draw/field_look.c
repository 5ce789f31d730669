#include "player/draw/field_look.h"

#include <math.h>

enum { steps = 32, alpha_of_step = 7 };

uint32_t dv_field_color(const dv_field_def *def, float share) {
    // The square root makes small amounts visible.
    float step = (steps - 1) * sqrtf(fminf(share, 1)) + 0.5f;
    return (def->color & ~0xffu) | (uint32_t)step * alpha_of_step;
}
