#include "player/gui/gui_prompt.h"

#include <imgui.h>

namespace {

struct recalling {
    dv_gui_recall *recall;
    void *context;
};

int take_history_key(ImGuiInputTextCallbackData *data) {
    const recalling *r = static_cast<const recalling *>(data->UserData);
    const char *line = r->recall(r->context, data->EventKey == ImGuiKey_UpArrow ? -1 : 1);
    if (line) {
        data->DeleteChars(0, data->BufTextLen);
        data->InsertChars(0, line);
    }
    return 0;
}

} // namespace

bool dv_gui_prompt(const char *id, const char *hint, char *text, size_t size, bool takes_focus,
                   dv_gui_recall *recall, void *context) {
    recalling r = {recall, context};
    ImGuiInputTextFlags flags = ImGuiInputTextFlags_EnterReturnsTrue;
    if (recall)
        flags |= ImGuiInputTextFlags_CallbackHistory;
    ImGui::SetNextItemWidth(-1);
    if (takes_focus)
        ImGui::SetKeyboardFocusHere();
    return ImGui::InputTextWithHint(id, hint, text, size, flags,
                                    recall ? take_history_key : nullptr, &r);
}

bool dv_gui_prompt_has_keyboard(void) { return ImGui::IsItemActive(); }

void dv_gui_scroll_begin(const char *id, float height) { ImGui::BeginChild(id, ImVec2(0, height)); }

void dv_gui_scroll_end(void) {
    if (ImGui::GetScrollY() >= ImGui::GetScrollMaxY())
        ImGui::SetScrollHereY(1);
    ImGui::EndChild();
}
