// How fields look: their color, and which of them are drawn.
#ifndef DV_PLAYER_FIELD_LOOK_H
#define DV_PLAYER_FIELD_LOOK_H

#include "drover/drover.h"

#define DV_FIELD_NAME 64

/// The fields that are not drawn. Their names outlive reloads; the end of a longer name is left
/// out.
typedef struct dv_hidden_fields {
    char names[DV_MAX_FIELDS][DV_FIELD_NAME];
    uint32_t count;
} dv_hidden_fields;

bool dv_field_is_hidden(const dv_hidden_fields *hidden, const char *name);
/// Hide a field, or show it again. If too many names are hidden, the first of them is shown again.
void dv_field_hide(dv_hidden_fields *hidden, const char *name, bool hides);

/// The color over the ground, 0xRRGGBBAA, where a cell holds a share of the most, from 0 to 1. It
/// has few steps, so that cells that hold almost the same are drawn together.
uint32_t dv_field_color(const dv_field_def *def, float share);

#endif
