// Rows of the legend that can be clicked.
#include "player/gui/gui_rows.h"

#include "player/gui/gui_private.h"
#include "player/gui/palette.h"

dv_row_click dv_gui_row_click(bool is_lit) {
    const float left = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMin().x;
    const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
    const ImVec2 low(left - 4, ImGui::GetItemRectMin().y - 2);
    const ImVec2 high(right + 4, ImGui::GetItemRectMax().y + 2);
    ImDrawList *list = ImGui::GetWindowDrawList();
    if (is_lit)
        list->AddRect(low, high, dv_gui_packed(DV_COLOR_ACCENT), 3);
    if (!ImGui::IsWindowHovered() || !ImGui::IsMouseHoveringRect(low, high))
        return DV_ROW_LEFT_ALONE;
    list->AddRectFilled(low, high, dv_gui_packed((DV_COLOR_ACCENT & 0xffffff00u) | 0x28u), 3);
    if (!ImGui::IsMouseClicked(ImGuiMouseButton_Left))
        return DV_ROW_LEFT_ALONE;
    return ImGui::GetIO().KeyShift || ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)
               ? DV_ROW_CLICKED_AGAIN
               : DV_ROW_CLICKED;
}
