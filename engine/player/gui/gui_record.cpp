// Records where widgets are, in frames for which somebody asks; see widgets.h.
#include "player/gui/gui.h"
#include "player/gui/gui_private.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cstdio>

dv_widgets *dv_gui_recorded;

namespace {

dv_widget_sight sight_of(ImVec2 low, ImVec2 high, const ImRect &clip) {
    if (ImGui::GetCurrentWindowRead()->Hidden)
        return DV_WIDGET_CUT_OFF;
    if (high.y <= clip.Min.y)
        return DV_WIDGET_ABOVE;
    if (low.y >= clip.Max.y)
        return DV_WIDGET_BELOW;
    return high.x <= clip.Min.x || low.x >= clip.Max.x ? DV_WIDGET_CUT_OFF : DV_WIDGET_IN_SIGHT;
}

/// Set the place of a widget that was added; NULL if it was not.
void set_place(dv_widget *widget, ImVec2 low, ImVec2 high) {
    if (!widget)
        return;
    const ImRect clip = ImGui::GetCurrentWindowRead()->ClipRect;
    widget->sight = sight_of(low, high, clip);
    widget->left = std::max(low.x, clip.Min.x);
    widget->top = std::max(low.y, clip.Min.y);
    widget->right = std::min(high.x, clip.Max.x);
    widget->bottom = std::min(high.y, clip.Max.y);
}

} // namespace

dv_widget *dv_gui_record_at(const char *label, uint32_t depth, bool has_parts, ImVec2 low,
                            ImVec2 high) {
    // The items of a window that is skipped have no places.
    if (!dv_gui_recorded || ImGui::GetCurrentWindowRead()->SkipItems)
        return nullptr;
    dv_widget *widget = dv_widgets_add(dv_gui_recorded, label, depth, has_parts);
    set_place(widget, low, high);
    return widget;
}

void dv_gui_record_row(const char *label, const char *value, float top, uint32_t depth,
                       bool has_parts) {
    if (!dv_gui_recorded)
        return;
    const float left = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMin().x;
    const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
    dv_widget *widget = dv_gui_record_at(label, depth, has_parts, ImVec2(left, top),
                                         ImVec2(right, ImGui::GetItemRectMax().y));
    if (widget)
        std::snprintf(widget->value, sizeof widget->value, "%s", value);
}

void dv_gui_record_panel(const char *label) {
    if (!dv_gui_recorded)
        return;
    const ImVec2 low = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    dv_gui_record_area(label, low.x, low.y, size.x, size.y);
}

void dv_gui_record_section(const char *label, bool is_open) {
    if (!dv_gui_recorded)
        return;
    dv_widget *widget = dv_widgets_add_section(dv_gui_recorded, label);
    set_place(widget, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
    if (widget)
        widget->is_folded = !is_open;
}

void dv_gui_record_area(const char *label, float left, float top, float width, float height) {
    dv_widget *widget = dv_gui_recorded ? dv_widgets_add_panel(dv_gui_recorded, label) : nullptr;
    if (!widget)
        return;
    widget->left = left;
    widget->top = top;
    widget->right = left + width;
    widget->bottom = top + height;
}
