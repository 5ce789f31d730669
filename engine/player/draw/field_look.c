#include "player/draw/field_look.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { steps = 32, alpha_of_step = 7 };

/// Where a name is among those that are hidden, or `count`.
static uint32_t place_of(const dv_hidden_fields *hidden, const char *name) {
    uint32_t i = 0;
    while (i < hidden->count && strncmp(hidden->names[i], name, DV_FIELD_NAME - 1) != 0)
        i++;
    return i;
}

bool dv_field_is_hidden(const dv_hidden_fields *hidden, const char *name) {
    return place_of(hidden, name) < hidden->count;
}

static void show_again(dv_hidden_fields *hidden, uint32_t at) {
    hidden->count--;
    memmove(hidden->names + at, hidden->names + at + 1,
            (hidden->count - at) * sizeof *hidden->names);
}

void dv_field_hide(dv_hidden_fields *hidden, const char *name, bool hides) {
    uint32_t at = place_of(hidden, name);
    if (hides == (at < hidden->count))
        return;
    if (!hides) {
        show_again(hidden, at);
        return;
    }
    if (hidden->count == DV_MAX_FIELDS)
        show_again(hidden, 0);
    snprintf(hidden->names[hidden->count++], DV_FIELD_NAME, "%s", name);
}

uint32_t dv_field_color(const dv_field_def *def, float share) {
    // The square root makes small amounts visible.
    float step = (steps - 1) * sqrtf(fminf(share, 1)) + 0.5f;
    return (def->color & ~0xffu) | (uint32_t)step * alpha_of_step;
}
