// A line that the user types into a panel, with the lines typed before. Like the widgets of gui.h.
#ifndef DV_PLAYER_GUI_PROMPT_H
#define DV_PLAYER_GUI_PROMPT_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Recalls an earlier line (`by` −1) or a later one (1). NULL: there is none, the text stays.
typedef const char *dv_gui_recall(void *context, int by);

/// Completes what the user has typed before the cursor, when they press Tab: returns what to add
/// there, or NULL.
typedef const char *dv_gui_complete(void *context, const char *before);

/// What a field asks for; each may be NULL.
typedef struct dv_gui_prompt_calls {
    dv_gui_recall *recall;
    dv_gui_complete *complete;
    void *context;
} dv_gui_prompt_calls;

/// A field of less than `size` bytes over the width of the panel; `hint` is shown while it is
/// empty. `takes_focus` gives it the keyboard. True when the user presses Enter.
bool dv_gui_prompt(const char *id, const char *hint, char *text, size_t size, bool takes_focus,
                   const dv_gui_prompt_calls *calls);

/// Whether Enter counts because it is held down: nobody pressed it in this frame.
bool dv_gui_enter_repeats(void);

/// Whether the user is typing into the last field.
bool dv_gui_prompt_has_keyboard(void);

/// Lines of a log that scrolls: it begins at its end, and follows it. `height` is in pixels.
void dv_gui_scroll_begin(const char *id, float height);
void dv_gui_scroll_end(void);

#ifdef __cplusplus
}
#endif
#endif
