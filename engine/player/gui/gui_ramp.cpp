// A row of the legend for a ramp of colors.
#include "player/gui/gui_ramp.h"

#include "player/gui/gui_private.h"
#include "player/gui/palette.h"

#include <cmath>

/// The width of the bar, in heights of a line.
static const float bar_width = 6.5f;

static ImVec4 dim_color() {
    return ImGui::ColorConvertU32ToFloat4(dv_gui_packed(DV_COLOR_TEXT_DIM));
}

static void draw_bar(const uint32_t *colors, uint32_t count, float width, float height) {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float inset = std::floor(height * 0.15f);
    ImDrawList *list = ImGui::GetWindowDrawList();
    for (uint32_t i = 0; i < count; i++) {
        const float left = std::round(corner.x + width * (float)i / (float)count);
        const float right = std::round(corner.x + width * (float)(i + 1) / (float)count);
        list->AddRectFilled(ImVec2(left, corner.y + inset),
                            ImVec2(right, corner.y + height - inset), dv_gui_packed(colors[i]));
    }
    ImGui::Dummy(ImVec2(width, height));
}

void dv_gui_ramp(const uint32_t *colors, uint32_t count, const char *name, const char *low,
                 const char *high) {
    const float height = ImGui::GetTextLineHeight(), width = bar_width * height;
    const float top = ImGui::GetCursorScreenPos().y;
    const float space = ImGui::GetStyle().ItemSpacing.x;
    const float ends = ImGui::CalcTextSize(low).x + ImGui::CalcTextSize(high).x + 2 * space;
    ImGui::Indent();
    const float left = ImGui::GetWindowContentRegionMax().x - width - ends;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float end = ImGui::GetWindowPos().x + left - space;
    // A long name is cut off before the bar.
    ImGui::PushClipRect(at, ImVec2(end, at.y + height), true);
    ImGui::TextColored(dim_color(), "%s", name);
    ImGui::PopClipRect();
    ImGui::SameLine(left);
    ImGui::TextColored(dim_color(), "%s", low);
    ImGui::SameLine();
    draw_bar(colors, count, width, height);
    ImGui::SameLine();
    ImGui::TextColored(dim_color(), "%s", high);
    ImGui::Unindent();
    dv_gui_record_row(name, high, top);
}
