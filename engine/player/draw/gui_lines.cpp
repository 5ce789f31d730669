#include "player/draw/gui_lines.h"

#include "player/draw/gui_private.h"

#include <cmath>
#include <cstdio>

namespace {

/// The part of the panel that names take in a row, as in dv_gui_row.
const float names = 0.42f;

} // namespace

void dv_gui_segments(const dv_gui_segment *segments, uint32_t count) {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float height = std::floor(0.7f * ImGui::GetTextLineHeight());
    ImGui::Dummy(ImVec2(width, height));
    for (uint32_t i = 0; i < count; i++) {
        const ImVec2 from(corner.x + std::floor(segments[i].from * width), corner.y);
        const ImVec2 to(corner.x + std::floor(segments[i].to * width), corner.y + height);
        ImGui::GetWindowDrawList()->AddRectFilled(from, to, dv_gui_packed(segments[i].color));
        if (ImGui::IsItemHovered() && ImGui::IsMouseHoveringRect(from, to))
            ImGui::SetTooltip("%s", segments[i].tip);
    }
}

bool dv_gui_line(uint32_t color, const char *text, uint32_t id) {
    ImGui::PushID((int)id);
    ImGui::PushStyleColor(ImGuiCol_Text, dv_gui_packed(color));
    const bool pressed = ImGui::Selectable(text);
    ImGui::PopStyleColor();
    ImGui::PopID();
    if (ImGui::IsItemHovered())
        ImGui::SetTooltip("%s", text);
    return pressed;
}

bool dv_gui_number(const char *name, double *value, double minimum, double maximum,
                   const char *unit) {
    const float left = ImGui::GetWindowContentRegionMin().x;
    const float width = ImGui::GetWindowContentRegionMax().x - left;
    const double before = *value;
    char format[32];
    std::snprintf(format, sizeof format, "%%.4g %s", unit);
    ImGui::PushID(name);
    ImGui::TextDisabled("%s", name);
    ImGui::SameLine(left + names * width);
    ImGui::SetNextItemWidth(-1);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ImGui::GetStyle().FramePadding.x, 0));
    // A pixel changes a number by half a percent, and one at 0 by as much as one at 1.
    const float speed = 0.005f * (float)std::fmax(std::fabs(*value), 1);
    ImGui::DragScalar("##number", ImGuiDataType_Double, value, speed, &minimum, &maximum, format,
                      ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoRoundToFormat);
    ImGui::PopStyleVar();
    ImGui::PopID();
    return *value != before && std::isfinite(*value);
}
