// Text that is wrapped to the panel, and the places of code in it; see gui.h and gui_lines.h.
#include "player/gui/gui.h"
#include "player/gui/gui_lines.h"

#include "player/gui/gui_private.h"
#include "player/terminal/code_place.h"

#include <cmath>
#include <cstdio>
#include <cstring>

namespace {

// ImGui also breaks lines after points and commas, which takes numbers and file names apart. A word
// wider than the line is left to it.
ImGuiTextBuffer broken_at_spaces(const char *text, float width) {
    dv_gui_want_letters(text);
    ImGuiTextBuffer lines;
    const char *line = text, *end = text; // what fits so far
    for (const char *word = text;;) {
        const char *word_end = word + strcspn(word, " \n");
        if (end > line && ImGui::CalcTextSize(line, word_end).x > width) {
            lines.append(line, end);
            lines.append("\n");
            line = word;
        }
        end = word_end;
        if (!*end)
            break;
        word = end + 1;
        if (*end == '\n') {
            lines.append(line, word);
            line = end = word;
        }
    }
    lines.append(line, end);
    return lines;
}

// Underline what a place takes of a line at `corner`, of text that has been drawn. True if it is
// clicked.
bool take_place(ImVec2 corner, const char *line, dv_code_place at, ImU32 color) {
    const float left = corner.x + ImGui::CalcTextSize(line, at.start).x;
    const float right = left + ImGui::CalcTextSize(at.start, at.end).x;
    const float bottom = std::floor(corner.y + ImGui::GetTextLineHeight());
    const bool is_lit = ImGui::IsWindowHovered() &&
                        ImGui::IsMouseHoveringRect(ImVec2(left, corner.y), ImVec2(right, bottom));
    char label[DV_WIDGET_NAME];
    std::snprintf(label, sizeof label, "%.*s", (int)(at.end - at.start), at.start);
    dv_gui_record_at(label, 0, false, ImVec2(left, corner.y), ImVec2(right, bottom));
    const ImU32 faint = (color & ~IM_COL32_A_MASK) | 0x60u << IM_COL32_A_SHIFT;
    ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(std::floor(left), bottom - 1),
                                              ImVec2(std::floor(right), bottom),
                                              is_lit ? color : faint);
    if (is_lit)
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    return is_lit && ImGui::IsMouseClicked(ImGuiMouseButton_Left);
}

void copy_place(const char *from, const char *end, char place[DV_GUI_PLACE]) {
    if (end - from >= DV_GUI_PLACE)
        from = end - DV_GUI_PLACE + 1;
    std::memcpy(place, from, (size_t)(end - from));
    place[end - from] = '\0';
}

} // namespace

void dv_gui_wrap(uint32_t color, const char *text) {
    ImGui::PushStyleColor(ImGuiCol_Text, dv_gui_packed(color));
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(broken_at_spaces(text, ImGui::GetContentRegionAvail().x).c_str());
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
}

void dv_gui_wrapped(uint32_t color, const char *text) {
    dv_gui_wrap(color, text);
    dv_gui_record(text);
}

bool dv_gui_places(uint32_t color, const char *text, char place_text[DV_GUI_PLACE]) {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = ImGui::GetTextLineHeight();
    const ImGuiTextBuffer lines = broken_at_spaces(text, width); // as long as the text
    dv_gui_wrap(color, text);
    dv_gui_record(text);
    const char *line = lines.c_str(), *before = line;
    float y = corner.y;
    bool is_clicked = false;
    for (dv_code_place at = dv_first_code_place(line); at.start; at = dv_first_code_place(at.end)) {
        for (const char *end; (end = std::strchr(line, '\n')) && end < at.start; line = end + 1)
            y += end > line ? ImGui::CalcTextSize(line, end, false, width).y : height;
        if (take_place(ImVec2(corner.x, y), line, at, dv_gui_packed(color))) {
            copy_place(text + (before - lines.c_str()), text + (at.end - lines.c_str()),
                       place_text);
            is_clicked = true;
        }
        before = at.end;
    }
    return is_clicked;
}
