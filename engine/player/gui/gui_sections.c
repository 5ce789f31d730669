#include "player/gui/gui_sections.h"

#include <string.h>

/// The place of a section; the count if the user has left it alone.
static uint32_t find(const dv_gui_sections *sections, const char *name) {
    uint32_t i = 0;
    while (i < sections->count && strcmp(sections->items[i].name, name) != 0)
        i++;
    return i;
}

bool dv_gui_section_is_open(const dv_gui_sections *sections, const char *name, bool open_at_first) {
    uint32_t i = find(sections, name);
    return i < sections->count ? sections->items[i].is_open : open_at_first;
}

void dv_gui_section_turn(dv_gui_sections *sections, const char *name, bool is_open,
                         bool open_at_first) {
    uint32_t i = find(sections, name);
    bool is_there = i < sections->count;
    if (is_open == open_at_first) {
        if (is_there)
            sections->items[i] = sections->items[--sections->count];
        return;
    }
    if (!is_there && (sections->count == DV_MOST_SECTIONS || strlen(name) >= DV_SECTION_NAME))
        return;
    sections->count += !is_there;
    strcpy(sections->items[i].name, name);
    sections->items[i].is_open = is_open;
}
