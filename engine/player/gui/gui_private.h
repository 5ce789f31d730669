// What the files share that use Dear ImGui.
#ifndef DV_PLAYER_GUI_PRIVATE_H
#define DV_PLAYER_GUI_PRIVATE_H

#include "player/gui/widgets.h"

#include <imgui.h>

#include <cstdint>

struct dv_gui_fonts {
    ImFont *body, *large, *code;
};

/// The part of the panel that names take in a row of a name and a value.
#define DV_GUI_NAMES 0.42f

/// Fonts that lend letters.
#define DV_GUI_LENDERS 6

/// A font of the system, and the letters that are taken from it, as ranges of Dear ImGui.
struct dv_gui_lender {
    char path[4096];
    int index; // in a file with several fonts
    ImVector<ImWchar> letters;
};

/// The letters that the fonts lack, of all texts so far, and the fonts that have them. A letter
/// that no font has stays noted, so that it is looked for only once.
struct dv_gui_letters {
    unsigned char noted[65536 / 8];
    bool has_new;
    dv_gui_lender lenders[DV_GUI_LENDERS];
    int lender_count;
};

/// From now on, note the letters that `font` lacks.
void dv_gui_begin_letters(dv_gui_letters *letters, const ImFont *font);
/// Note the letters of a text of this frame, for the next one.
void dv_gui_want_letters(const char *text);
/// Look for the letters that were noted since. True if the fonts have to be loaded again.
bool dv_gui_find_letters(dv_gui_letters *letters);
void dv_gui_forget_letters(dv_gui_letters *letters);

/// Add the fonts to the atlas of the current context: from the system, or from beside the program.
/// Without any, Dear ImGui's own; the first time, a message says so.
dv_gui_fonts dv_gui_load_fonts(float scale, const dv_gui_letters *letters);

/// A color 0xRRGGBBAA as Dear ImGui has it.
inline ImU32 dv_gui_packed(uint32_t color) {
    return IM_COL32(color >> 24, color >> 16 & 0xff, color >> 8 & 0xff, color & 0xff);
}

/// The widgets of this frame; NULL if nobody asks where they are.
extern dv_widgets *dv_gui_recorded;

/// Record where a widget is, as dv_widgets_add does, with its corners.
dv_widget *dv_gui_record_at(const char *label, uint32_t depth, bool has_parts, ImVec2 low,
                            ImVec2 high);

/// The same for the last item of Dear ImGui.
inline void dv_gui_record(const char *label, uint32_t depth = 0, bool has_parts = false) {
    if (dv_gui_recorded)
        dv_gui_record_at(label, depth, has_parts, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
}

/// The same for a title, which ends the section before it.
inline void dv_gui_record_title(const char *label) {
    if (dv_gui_recorded)
        dv_gui_recorded->row = 1;
    dv_gui_record(label);
}

/// The same for a row over the width of the panel, from `top` to the end of the last item.
void dv_gui_record_row(const char *label, const char *value, float top, uint32_t depth = 0,
                       bool has_parts = false);

/// Record the panel that was begun last, and the section.
void dv_gui_record_panel(const char *label);
void dv_gui_record_section(const char *label, bool is_open);

/// The rows that follow are so many levels deeper.
inline void dv_gui_record_deeper(int levels) {
    if (dv_gui_recorded)
        dv_gui_recorded->row += (uint32_t)levels;
}

/// Hints are not recorded: they follow the mouse.
inline void dv_gui_record_pause(bool is_paused) {
    if (dv_gui_recorded)
        dv_gui_recorded->is_paused = is_paused;
}

/// Text, wrapped to the panel, which isn't recorded.
void dv_gui_wrap(uint32_t color, const char *text);

/// Text that is cut off with "…" where it is wider than `width`.
void dv_gui_text_within(const char *text, float width, uint32_t color);

#endif
