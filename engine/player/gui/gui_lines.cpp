#include "player/gui/gui_lines.h"

#include "player/gui/gui_private.h"
#include "player/gui/palette.h"

#include <cmath>
#include <cstdio>

namespace {

/// The part of the panel that names of parameters take in a row; they are longer than their values.
const float wide_names = 0.68f;

} // namespace

void dv_gui_segments(const dv_gui_segment *segments, uint32_t count) {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float height = std::floor(0.7f * ImGui::GetTextLineHeight());
    ImGui::Dummy(ImVec2(width, height));
    dv_gui_record("strip", 1);
    for (uint32_t i = 0; i < count; i++) {
        const ImVec2 from(corner.x + std::floor(segments[i].from * width), corner.y);
        const ImVec2 to(corner.x + std::floor(segments[i].to * width), corner.y + height);
        ImGui::GetWindowDrawList()->AddRectFilled(from, to, dv_gui_packed(segments[i].color));
        if (ImGui::IsItemHovered() && ImGui::IsMouseHoveringRect(from, to))
            ImGui::SetTooltip("%s", segments[i].tip);
    }
}

dv_line_press dv_gui_line(uint32_t color, const char *text, const char *link, const char *hint,
                          uint32_t id) {
    const float width = ImGui::GetContentRegionAvail().x;
    const float right = *link ? ImGui::CalcTextSize(link).x + ImGui::GetStyle().ItemSpacing.x : 0;
    dv_line_press pressed = DV_LINE_LEFT_ALONE;
    ImGui::PushID((int)id);
    ImGui::PushStyleColor(ImGuiCol_Text, dv_gui_packed(color));
    if (ImGui::Selectable(text, false, 0, ImVec2(std::fmax(width - right, 1.0f), 0)))
        pressed = DV_LINE_CHOSEN;
    dv_gui_record(text, 0, true);
    ImGui::PopStyleColor();
    if (ImGui::IsItemHovered())
        ImGui::SetTooltip("%s", text);
    if (*link) {
        ImGui::SameLine();
        ImGui::PushStyleColor(ImGuiCol_Text, dv_gui_packed(DV_COLOR_TEXT_DIM));
        if (ImGui::Selectable(link))
            pressed = DV_LINE_LINK;
        dv_gui_record(link, 1);
        ImGui::PopStyleColor();
        if (ImGui::IsItemHovered())
            ImGui::SetTooltip("%s", hint);
    }
    ImGui::PopID();
    return pressed;
}

bool dv_gui_asks_for_more(void) { return ImGui::IsItemClicked(ImGuiMouseButton_Right); }

bool dv_gui_number(const char *name, double *value, double minimum, double maximum,
                   const char *unit) {
    const float left = ImGui::GetWindowContentRegionMin().x;
    const float width = ImGui::GetWindowContentRegionMax().x - left;
    const double before = *value;
    char format[32];
    std::snprintf(format, sizeof format, "%%.4g %s", unit);
    ImGui::PushID(name);
    ImGui::TextDisabled("%s", name);
    ImGui::SameLine(left + DV_GUI_NAMES * width);
    ImGui::SetNextItemWidth(-1);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ImGui::GetStyle().FramePadding.x, 0));
    // A pixel changes a number by half a percent, and one at 0 by as much as one at 1.
    const float speed = 0.005f * (float)std::fmax(std::fabs(*value), 1);
    ImGui::DragScalar("##number", ImGuiDataType_Double, value, speed, &minimum, &maximum, format,
                      ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoRoundToFormat);
    dv_gui_record(name);
    ImGui::PopStyleVar();
    ImGui::PopID();
    return *value != before && std::isfinite(*value);
}

bool dv_gui_divider(const char *name, float x, float y, float width, float height, float *at) {
    const bool is_upright = height > width;
    const float thick = is_upright ? width : height, edge = std::fmax(std::floor(thick / 6), 1.0f);
    const ImVec2 corner(is_upright ? std::floor(x - thick / 2) : x,
                        is_upright ? y : std::floor(y - thick / 2));
    ImGui::SetNextWindowPos(corner);
    ImGui::SetNextWindowSize(ImVec2(width, height));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1, 1));
    // Without NoBringToFrontOnFocus it is created in front of the panels, and stays there.
    ImGui::Begin(name, nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                     ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoFocusOnAppearing);
    ImGui::PopStyleVar(2);
    dv_gui_record_panel(name);
    ImGui::InvisibleButton("bar", ImVec2(width, height));
    const bool is_held = ImGui::IsItemActive(), is_lit = is_held || ImGui::IsItemHovered();
    if (is_lit)
        ImGui::SetMouseCursor(is_upright ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
    // On the side of the panel that is to the left or below, so that nothing of the world is
    // hidden.
    const float line = is_lit ? std::floor(thick / 2) : edge;
    const ImVec2 from(is_upright ? x - line : x, y);
    ImGui::GetWindowDrawList()->AddRectFilled(
        from, is_upright ? ImVec2(x, y + height) : ImVec2(x + width, y + line),
        dv_gui_packed(is_lit ? DV_COLOR_ACCENT : DV_COLOR_PANEL_EDGE));
    ImGui::End();
    *at = is_upright ? ImGui::GetIO().MousePos.x : ImGui::GetIO().MousePos.y;
    return is_held;
}

bool dv_gui_precise_number(const char *name, uint32_t id, double *value, const dv_gui_range *range,
                           const char *unit, const char *tip, bool *is_held) {
    const float left = ImGui::GetWindowContentRegionMin().x;
    const float width = ImGui::GetWindowContentRegionMax().x - left;
    const double before = *value;
    char format[32];
    std::snprintf(format, sizeof format, "%%.%df %s", range->decimals, unit);
    ImGui::PushID((int)id);
    ImGui::TextDisabled("%s", name);
    if (ImGui::IsItemHovered())
        ImGui::SetTooltip("%s", tip);
    ImGui::SameLine(left + wide_names * width);
    ImGui::SetNextItemWidth(-1);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ImGui::GetStyle().FramePadding.x, 0));
    // Dragging rounds to the format, typing does not.
    ImGui::DragScalar("##number", ImGuiDataType_Double, value,
                      (float)std::pow(10, -range->decimals), &range->minimum, &range->maximum,
                      format, ImGuiSliderFlags_AlwaysClamp);
    dv_gui_record(name);
    *is_held = ImGui::IsItemActive();
    if (ImGui::IsItemHovered() && !*is_held)
        ImGui::SetTooltip("%s", tip);
    ImGui::PopStyleVar();
    ImGui::PopID();
    return *value != before && std::isfinite(*value);
}
