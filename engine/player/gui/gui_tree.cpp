// Rows of a tree; see gui_tree.h.
#include "player/gui/gui_tree.h"

#include "player/gui/gui_private.h"
#include "player/gui/palette.h"

namespace {

// The name in its column, and the cursor at the value's, for a widget as high as a line of text.
void begin_value(const char *name) {
    const float left = ImGui::GetWindowContentRegionMin().x;
    const float width = ImGui::GetWindowContentRegionMax().x - left;
    ImGui::TextDisabled("%s", name);
    ImGui::SameLine(left + DV_GUI_NAMES * width);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ImGui::GetStyle().FramePadding.x, 0));
}

} // namespace

void dv_gui_tree_row_begin(const char *id, uint32_t depth) {
    ImGui::PushID(id);
    dv_gui_record_deeper((int)depth);
    if (depth > 0)
        ImGui::Indent((float)depth * ImGui::GetStyle().IndentSpacing);
}

void dv_gui_tree_row_end(uint32_t depth) {
    if (depth > 0)
        ImGui::Unindent((float)depth * ImGui::GetStyle().IndentSpacing);
    dv_gui_record_deeper(-(int)depth);
    ImGui::PopID();
}

bool dv_gui_branch(const char *name, const char *value) {
    const float left = ImGui::GetWindowContentRegionMin().x;
    const float width = ImGui::GetWindowContentRegionMax().x - left;
    dv_gui_want_letters(name);
    dv_gui_want_letters(value);
    ImGui::PushStyleColor(ImGuiCol_Text, dv_gui_packed(DV_COLOR_TEXT_DIM));
    const bool is_open = ImGui::TreeNodeEx(
        "branch", ImGuiTreeNodeFlags_NoTreePushOnOpen | ImGuiTreeNodeFlags_SpanAvailWidth, "%s",
        name);
    ImGui::PopStyleColor();
    dv_gui_record(name, 0, true);
    ImGui::SameLine(left + DV_GUI_NAMES * width);
    ImGui::TextUnformatted(value);
    return is_open;
}

bool dv_gui_edit_text(const char *name, char *text, size_t size) {
    begin_value(name);
    ImGui::SetNextItemWidth(-1);
    const bool is_entered =
        ImGui::InputText("##text", text, size, ImGuiInputTextFlags_EnterReturnsTrue);
    dv_gui_record(name);
    ImGui::PopStyleVar();
    return is_entered;
}

bool dv_gui_edit_switch(const char *name, bool *value) {
    begin_value(name);
    const bool is_changed = ImGui::Checkbox("##switch", value);
    dv_gui_record(name);
    ImGui::PopStyleVar();
    return is_changed;
}
