// Cards and a text field in Dear ImGui; see gui_cards.h.
#include "player/gui/gui_cards.h"

#include "player/gui/gui_private.h"

#include <cmath>
#include <cstring>

namespace {

ImU32 style_color(ImGuiCol color) { return ImGui::GetColorU32(color); }

void draw_text(ImDrawList *list, ImVec2 at, float width, float lines, ImGuiCol color,
               const char *text) {
    dv_gui_want_letters(text);
    const float height = ImGui::GetTextLineHeight() * lines;
    const ImVec4 clip(at.x, at.y, at.x + width, at.y + height);
    list->AddText(ImGui::GetFont(), ImGui::GetFontSize(), at, style_color(color), text, nullptr,
                  lines > 1 ? width : 0, &clip);
}

void draw_picture(ImDrawList *list, SDL_Texture *picture, ImVec2 corner, ImVec2 end) {
    if (picture)
        list->AddImage(picture, corner, end);
    else
        list->AddRectFilled(corner, end, style_color(ImGuiCol_FrameBg));
}

} // namespace

float dv_gui_width(void) { return ImGui::GetContentRegionAvail().x; }

void dv_gui_beside(void) { ImGui::SameLine(); }

dv_card_press dv_gui_card(const char *id, SDL_Texture *picture, float width, float height,
                          const char *title, const char *text, const char *button) {
    const ImGuiStyle &style = ImGui::GetStyle();
    const float line = ImGui::GetTextLineHeight(), gap = style.ItemSpacing.y;
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const ImVec2 size(width, height + 3 * line + 3 * gap);
    const float inside = width - 2 * gap;
    ImDrawList *list = ImGui::GetWindowDrawList();
    ImGui::PushID(id);
    ImGui::BeginGroup();
    const bool pressed = ImGui::InvisibleButton("card", size);
    const bool lit = ImGui::IsItemHovered();
    dv_gui_record(title, 0, true);
    ImGui::SetItemAllowOverlap();
    list->AddRectFilled(corner, ImVec2(corner.x + size.x, corner.y + size.y),
                        style_color(lit ? ImGuiCol_ButtonHovered : ImGuiCol_Button),
                        style.FrameRounding);
    draw_picture(list, picture, corner, ImVec2(corner.x + width, corner.y + height));
    const float below = corner.y + height + gap;
    const float button_width = ImGui::CalcTextSize(button).x + 2 * style.FramePadding.x;
    draw_text(list, ImVec2(corner.x + gap, below), inside, 1, ImGuiCol_Text, title);
    draw_text(list, ImVec2(corner.x + gap, below + line + gap), inside, 2, ImGuiCol_TextDisabled,
              text);
    ImGui::SetCursorScreenPos(
        ImVec2(corner.x + width - button_width - gap, corner.y + height - line - 2 * gap));
    const bool copied = ImGui::SmallButton(button);
    dv_gui_record(button, 1);
    // End the group at the card's lower edge, regardless of where the button is.
    ImGui::SetCursorScreenPos(ImVec2(corner.x, corner.y + size.y));
    ImGui::EndGroup();
    ImGui::PopID();
    return copied ? DV_CARD_BUTTON : pressed ? DV_CARD_CHOSEN : DV_CARD_LEFT_ALONE;
}

bool dv_gui_field(const char *id, char *text, size_t size, float share) {
    ImGui::SetNextItemWidth(share * ImGui::GetContentRegionAvail().x);
    const bool is_entered = ImGui::InputText(id, text, size, ImGuiInputTextFlags_EnterReturnsTrue);
    dv_gui_record(id + 2); // behind "##"
    return is_entered;
}
