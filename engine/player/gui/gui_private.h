// What the files share that use Dear ImGui.
#ifndef DV_PLAYER_GUI_PRIVATE_H
#define DV_PLAYER_GUI_PRIVATE_H

#include <imgui.h>

#include <cstdint>

struct dv_gui_fonts {
    ImFont *body, *large, *code;
};

/// The part of the panel that names take in a row of a name and a value.
#define DV_GUI_NAMES 0.42f

/// Add the fonts to the atlas of the current context: from the system, or from beside the program.
/// Without any, Dear ImGui's own; the first time, a message says so.
dv_gui_fonts dv_gui_load_fonts(float scale);

/// A color 0xRRGGBBAA as Dear ImGui has it.
inline ImU32 dv_gui_packed(uint32_t color) {
    return IM_COL32(color >> 24, color >> 16 & 0xff, color >> 8 & 0xff, color & 0xff);
}

/// Text that is cut off with "…" where it is wider than `width`.
void dv_gui_text_within(const char *text, float width, uint32_t color);

#endif
