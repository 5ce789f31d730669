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

/// A field of less than `size` bytes over the width of the panel; `hint` is shown while it is
/// empty. `takes_focus` gives it the keyboard. `recall` may be NULL. True when the user presses
/// Enter.
bool dv_gui_prompt(const char *id, const char *hint, char *text, size_t size, bool takes_focus,
                   dv_gui_recall *recall, void *context);

/// Whether the user is typing into the last field.
bool dv_gui_prompt_has_keyboard(void);

/// Lines of a log that scrolls: it begins at its end, and follows it. `height` is in pixels.
void dv_gui_scroll_begin(const char *id, float height);
void dv_gui_scroll_end(void);

#ifdef __cplusplus
}
#endif
#endif
