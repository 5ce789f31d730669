#include "player/gui/gui_prompt.h"

#include "player/gui/gui_private.h"

#include <imgui.h>

#include <cstring>

namespace {

// Lines are shorter; a longer one is not completed.
const int longest_completed = 1023;

int take_tab(const dv_gui_prompt_calls *calls, ImGuiInputTextCallbackData *data) {
    char before[longest_completed + 1];
    if (data->CursorPos > longest_completed)
        return 0;
    std::memcpy(before, data->Buf, (size_t)data->CursorPos);
    before[data->CursorPos] = '\0';
    const char *missing = calls->complete(calls->context, before);
    if (missing)
        data->InsertChars(data->CursorPos, missing);
    return 0;
}

int take_key(ImGuiInputTextCallbackData *data) {
    const dv_gui_prompt_calls *calls = static_cast<const dv_gui_prompt_calls *>(data->UserData);
    if (data->EventFlag == ImGuiInputTextFlags_CallbackCompletion)
        return take_tab(calls, data);
    const char *line = calls->recall(calls->context, data->EventKey == ImGuiKey_UpArrow ? -1 : 1);
    if (line) {
        data->DeleteChars(0, data->BufTextLen);
        data->InsertChars(0, line);
    }
    return 0;
}

} // namespace

bool dv_gui_prompt(const char *id, const char *hint, char *text, size_t size, bool takes_focus,
                   const dv_gui_prompt_calls *calls) {
    ImGuiInputTextFlags flags = ImGuiInputTextFlags_EnterReturnsTrue;
    if (calls->recall)
        flags |= ImGuiInputTextFlags_CallbackHistory;
    if (calls->complete)
        flags |= ImGuiInputTextFlags_CallbackCompletion;
    ImGui::SetNextItemWidth(-1);
    if (takes_focus)
        ImGui::SetKeyboardFocusHere();
    const bool has_calls = calls->recall || calls->complete;
    const bool is_entered =
        ImGui::InputTextWithHint(id, hint, text, size, flags, has_calls ? take_key : nullptr,
                                 const_cast<dv_gui_prompt_calls *>(calls));
    dv_gui_record(hint);
    return is_entered;
}

bool dv_gui_enter_repeats(void) {
    return !ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Enter), false) &&
           !ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_KeyPadEnter), false);
}

bool dv_gui_prompt_has_keyboard(void) { return ImGui::IsItemActive(); }

void dv_gui_scroll_begin(const char *id, float height) { ImGui::BeginChild(id, ImVec2(0, height)); }

void dv_gui_scroll_end(void) {
    if (ImGui::GetScrollY() >= ImGui::GetScrollMaxY())
        ImGui::SetScrollHereY(1);
    ImGui::EndChild();
}
