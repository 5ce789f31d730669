#include "player/window/prompt.h"

#include "player/gui/gui_prompt.h"

#include <string.h>

void dv_prompt_open(dv_prompt *prompt, bool is_open) {
    prompt->is_open = prompt->takes_focus = is_open;
    prompt->back = 0;
}

static const char *line_ago(const dv_prompt *prompt, uint32_t back) {
    return prompt->lines[(prompt->next + DV_PROMPT_LINES - back) % DV_PROMPT_LINES];
}

static const char *recall(void *context, int by) {
    dv_prompt *prompt = context;
    if (by < 0 && prompt->back < prompt->count)
        prompt->back++;
    else if (by > 0 && prompt->back > 0)
        prompt->back--;
    else
        return NULL;
    return prompt->back > 0 ? line_ago(prompt, prompt->back) : "";
}

static const char *complete(void *context, const char *before) {
    const dv_prompt *prompt = context;
    return prompt->complete(prompt->completer, before);
}

static void keep_line(dv_prompt *prompt) {
    memcpy(prompt->lines[prompt->next], prompt->text, sizeof prompt->text);
    prompt->next = (prompt->next + 1) % DV_PROMPT_LINES;
    prompt->count += prompt->count < DV_PROMPT_LINES;
    prompt->back = 0;
}

bool dv_prompt_show(dv_prompt *prompt, const char *id, const char *hint) {
    dv_gui_prompt_calls calls = {recall, prompt->complete ? complete : NULL, prompt};
    bool is_entered =
        dv_gui_prompt(id, hint, prompt->text, sizeof prompt->text, prompt->takes_focus, &calls);
    prompt->has_keyboard = dv_gui_prompt_has_keyboard();
    prompt->takes_focus = is_entered; // Enter would take the keyboard away
    // Enter repeats while it is held, but enters a line only once.
    if (!is_entered || dv_gui_enter_repeats() || !*prompt->text)
        return false;
    keep_line(prompt);
    prompt->text[0] = '\0';
    return true;
}

const char *dv_prompt_line(const dv_prompt *prompt) {
    return prompt->count > 0 ? line_ago(prompt, 1) : "";
}
