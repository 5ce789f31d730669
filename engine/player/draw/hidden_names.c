#include "player/draw/hidden_names.h"

#include <stdio.h>
#include <string.h>

/// The index of a name among those that are hidden, or `count`.
static uint32_t place_of(const dv_hidden_names *hidden, const char *name) {
    uint32_t i = 0;
    while (i < hidden->count && strncmp(hidden->names[i], name, DV_HIDDEN_NAME - 1) != 0)
        i++;
    return i;
}

bool dv_name_is_hidden(const dv_hidden_names *hidden, const char *name) {
    return place_of(hidden, name) < hidden->count;
}

static void show_again(dv_hidden_names *hidden, uint32_t at) {
    hidden->count--;
    memmove(hidden->names + at, hidden->names + at + 1,
            (hidden->count - at) * sizeof *hidden->names);
}

void dv_hide_name(dv_hidden_names *hidden, const char *name, bool hides) {
    uint32_t at = place_of(hidden, name);
    if (hides == (at < hidden->count))
        return;
    if (!hides) {
        show_again(hidden, at);
        return;
    }
    if (hidden->count == DV_MOST_HIDDEN)
        show_again(hidden, 0);
    snprintf(hidden->names[hidden->count++], DV_HIDDEN_NAME, "%s", name);
}
