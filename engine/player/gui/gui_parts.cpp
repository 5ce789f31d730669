// Rows for the parts of a state; see gui_parts.h.
#include "player/gui/gui_parts.h"

#include "player/gui/gui_private.h"
#include "player/gui/palette.h"

#include <cmath>

namespace {

// Where a row is, in pixels.
struct place {
    float left, right, top, height;
    float step() const { return std::floor(0.7f * height); } // of the depth
};

void draw_mark(ImDrawList *list, dv_gui_mark mark, ImVec2 center, float radius, ImU32 color) {
    const float x = center.x, y = center.y, r = radius, thick = std::fmax(r * 0.4f, 1.5f);
    const ImVec2 check[] = {{x - r, y}, {x - 0.3f * r, y + 0.8f * r}, {x + r, y - 0.8f * r}};
    switch (mark) {
    case DV_MARK_DOT:
        list->AddCircleFilled(center, 0.3f * r, color);
        break;
    case DV_MARK_ARROW:
        list->AddTriangleFilled(ImVec2(x - 0.8f * r, y - r), ImVec2(x + r, y),
                                ImVec2(x - 0.8f * r, y + r), color);
        break;
    case DV_MARK_CHECK:
        list->AddPolyline(check, 3, color, 0, thick);
        break;
    case DV_MARK_CROSS:
        list->AddLine(ImVec2(x - 0.8f * r, y - 0.8f * r), ImVec2(x + 0.8f * r, y + 0.8f * r), color,
                      thick);
        list->AddLine(ImVec2(x - 0.8f * r, y + 0.8f * r), ImVec2(x + 0.8f * r, y - 0.8f * r), color,
                      thick);
        break;
    case DV_MARK_DASH:
        list->AddLine(ImVec2(x - 0.7f * r, y), ImVec2(x + 0.7f * r, y), color, thick);
        break;
    case DV_MARK_BARRED:
        list->AddCircle(center, r, color, 0, std::fmax(r * 0.25f, 1.0f));
        list->AddLine(ImVec2(x - 0.7f * r, y + 0.7f * r), ImVec2(x + 0.7f * r, y - 0.7f * r), color,
                      std::fmax(r * 0.25f, 1.0f));
        break;
    case DV_MARK_WARNING:
        list->AddRectFilled(ImVec2(x - 0.25f * r, y - r), ImVec2(x + 0.25f * r, y + 0.3f * r),
                            color);
        list->AddCircleFilled(ImVec2(x, y + 0.8f * r), 0.3f * r, color);
        break;
    }
}

// What is behind the text: the bar, the ground, and a line down from each part around this one.
void draw_ground(ImDrawList *list, const dv_gui_part *part, const place &at) {
    const float bottom = at.top + at.height;
    const ImU32 guide = dv_gui_packed(DV_COLOR_WIDGET);
    if (part->is_lit)
        list->AddRectFilled(ImVec2(at.left - 3, at.top), ImVec2(at.right + 3, bottom),
                            dv_gui_packed((DV_COLOR_ACCENT & 0xffffff00u) | 0x30u), 3);
    if (part->bar > 0)
        list->AddRectFilled(ImVec2(at.left, at.top),
                            ImVec2(at.left + std::floor((at.right - at.left) * part->bar), bottom),
                            dv_gui_packed(DV_COLOR_WIDGET_BRIGHT));
    for (uint32_t i = 0; i < part->depth; i++) {
        const float x = std::floor(at.left + (float)i * at.step() + at.height / 2);
        list->AddLine(ImVec2(x, at.top), ImVec2(x, bottom + 1), guide);
    }
}

} // namespace

bool dv_gui_part_row(const dv_gui_part *part) {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const place at = {corner.x, corner.x + ImGui::GetContentRegionAvail().x, corner.y,
                      ImGui::GetTextLineHeight()};
    ImDrawList *list = ImGui::GetWindowDrawList();
    // A deep tree stays within the left half of the panel.
    const float indent = std::fmin((float)part->depth * at.step(), (at.right - at.left) / 2);
    draw_ground(list, part, at);
    draw_mark(list, part->mark,
              ImVec2(std::floor(at.left + indent + at.height / 2),
                     std::floor(at.top + at.height / 2) + 0.5f),
              std::floor(0.3f * at.height), dv_gui_packed(part->mark_color));
    const float name = indent + at.height + 2;
    const float half = (at.right - at.left - name) / 2;
    const float wanted = *part->value ? ImGui::CalcTextSize(part->value).x : 0;
    const float value = std::fmin(wanted, half);
    // Rows are close, so that more of a tree is seen at once.
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(ImGui::GetStyle().ItemSpacing.x, 1));
    ImGui::SetCursorScreenPos(ImVec2(at.left + name, at.top));
    dv_gui_text_within(part->label, at.right - at.left - name - (value > 0 ? value + 6 : 0),
                       part->color);
    if (value > 0) {
        ImGui::SameLine(0, 0);
        ImGui::SetCursorScreenPos(ImVec2(std::floor(at.right - value), at.top));
        dv_gui_text_within(part->value, value + 1, part->color);
    }
    ImGui::PopStyleVar();
    const ImVec2 low(at.left, at.top), high(at.right, at.top + at.height + 1);
    dv_gui_record_at(part->label, part->depth, true, low, high);
    if (!ImGui::IsWindowHovered() || !ImGui::IsMouseHoveringRect(low, high))
        return false;
    ImGui::SetTooltip("%s", part->tip);
    return ImGui::IsMouseClicked(ImGuiMouseButton_Left);
}
