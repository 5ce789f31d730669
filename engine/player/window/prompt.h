// Lines that the user types in the window: into the console, to find an agent, and to watch an
// expression.
#ifndef DV_PLAYER_PROMPT_H
#define DV_PLAYER_PROMPT_H

#include <stdbool.h>
#include <stdint.h>

/// Bytes of a line, with its end; less than DV_LONGEST_COMMAND and a command's name.
#define DV_PROMPT_SIZE 900
#define DV_PROMPT_LINES 64

/// Invariant: `lines` is a ring of the last `count` lines entered, the newest before `next`.
typedef struct dv_prompt {
    bool is_open;
    bool takes_focus;  ///< it gets the keyboard in the next frame
    bool has_keyboard; ///< it was shown in the last frame, and keys went to it
    char text[DV_PROMPT_SIZE];
    char lines[DV_PROMPT_LINES][DV_PROMPT_SIZE];
    uint32_t next, count;
    /// Completes what was typed before the cursor; NULL: nothing does. See dv_gui_complete.
    const char *(*complete)(void *completer, const char *before);
    void *completer;
    uint32_t back; ///< how many lines ago the line was entered that is recalled; 0: none is
} dv_prompt;

/// Open it, with the keyboard, or close it.
void dv_prompt_open(dv_prompt *prompt, bool is_open);
/// Show the line as a widget. True if the user entered one; it is then the newest of `lines`.
bool dv_prompt_show(dv_prompt *prompt, const char *id, const char *hint);
/// Whether the user is typing into it.
static inline bool dv_prompt_is_typed(const dv_prompt *prompt) {
    return prompt->is_open && prompt->has_keyboard;
}
/// Whether the user is typing into it, and has typed something.
static inline bool dv_prompt_has_text(const dv_prompt *prompt) {
    return dv_prompt_is_typed(prompt) && prompt->text[0];
}
/// The line entered last; "" if there is none.
const char *dv_prompt_line(const dv_prompt *prompt);

#endif
