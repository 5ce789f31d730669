// The names of what is declared but not drawn, such as fields and types of links.
#ifndef DV_PLAYER_HIDDEN_NAMES_H
#define DV_PLAYER_HIDDEN_NAMES_H

#include "drover/drover.h"

#define DV_HIDDEN_NAME 64
#define DV_MOST_HIDDEN 64

/// The names outlive reloads; the end of a longer name is left out.
typedef struct dv_hidden_names {
    char names[DV_MOST_HIDDEN][DV_HIDDEN_NAME];
    uint32_t count;
} dv_hidden_names;

bool dv_name_is_hidden(const dv_hidden_names *hidden, const char *name);
/// Hide what has a name, or show it again. If too many names are hidden, the first of them is shown
/// again.
void dv_hide_name(dv_hidden_names *hidden, const char *name, bool hides);

#endif
