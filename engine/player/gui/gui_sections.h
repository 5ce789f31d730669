// Sections that the user has folded or unfolded.
//
// Invariant: each is as it was not at first, and is there once.
#ifndef DV_PLAYER_GUI_SECTIONS_H
#define DV_PLAYER_GUI_SECTIONS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define DV_MOST_SECTIONS 64u
#define DV_SECTION_NAME 48u

typedef struct dv_gui_sections {
    struct {
        char name[DV_SECTION_NAME];
        bool is_open;
    } items[DV_MOST_SECTIONS];
    uint32_t count;
} dv_gui_sections;

/// Whether a section is open; `open_at_first` if the user has left it alone.
bool dv_gui_section_is_open(const dv_gui_sections *sections, const char *name, bool open_at_first);
/// Note that the user has folded or unfolded a section. Without effect if there is no room.
void dv_gui_section_turn(dv_gui_sections *sections, const char *name, bool is_open,
                         bool open_at_first);

#ifdef __cplusplus
}
#endif
#endif
