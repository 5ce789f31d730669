#include "player/draw/gui_lines.h"

#include <imgui.h>

#include <cmath>

namespace {

ImU32 packed(uint32_t color) {
    return IM_COL32(color >> 24, color >> 16 & 0xff, color >> 8 & 0xff, color & 0xff);
}

} // namespace

void dv_gui_segments(const dv_gui_segment *segments, uint32_t count) {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float height = std::floor(0.7f * ImGui::GetTextLineHeight());
    ImGui::Dummy(ImVec2(width, height));
    for (uint32_t i = 0; i < count; i++) {
        const ImVec2 from(corner.x + std::floor(segments[i].from * width), corner.y);
        const ImVec2 to(corner.x + std::floor(segments[i].to * width), corner.y + height);
        ImGui::GetWindowDrawList()->AddRectFilled(from, to, packed(segments[i].color));
        if (ImGui::IsItemHovered() && ImGui::IsMouseHoveringRect(from, to))
            ImGui::SetTooltip("%s", segments[i].tip);
    }
}

bool dv_gui_line(uint32_t color, const char *text, uint32_t id) {
    ImGui::PushID((int)id);
    ImGui::PushStyleColor(ImGuiCol_Text, packed(color));
    const bool pressed = ImGui::Selectable(text);
    ImGui::PopStyleColor();
    ImGui::PopID();
    if (ImGui::IsItemHovered())
        ImGui::SetTooltip("%s", text);
    return pressed;
}
