// Text, buttons, and sliders for the panels: a C interface to Dear ImGui. All lengths are in pixels
// of the picture; all text is UTF-8.
//
// Invariant: widgets go to one dv_gui, that of the last dv_gui_begin. Call them between its begin
// and end, and inside a panel.
#ifndef DV_PLAYER_GUI_H
#define DV_PLAYER_GUI_H

#include "drover/base.h"
#include "player/gui/gui_sections.h"
#include "player/gui/widgets.h"

#include <SDL.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dv_gui dv_gui;

/// With `window` NULL, there is no input; use that for pictures. `scale` enlarges fonts and
/// spacing. NULL with a message if the font texture can't be made.
dv_gui *dv_gui_create(SDL_Window *window, SDL_Renderer *renderer, float scale, dv_error *error);
/// Free a GUI. It may be NULL.
void dv_gui_destroy(dv_gui *gui);

/// Take from `sections` which are open, and note there what the user folds and unfolds.
void dv_gui_use_sections(dv_gui *gui, dv_gui_sections *sections);

/// Whether the panels can take an event before they are shown again. False: it would hide an
/// earlier one from them, as a release hides a press, or it depends on what they make of that one.
/// Show them first.
bool dv_gui_is_ready_for(const dv_gui *gui, const SDL_Event *event);
/// Pass an event to the GUI. After SDL_RENDER_DEVICE_RESET, it makes new textures and prints
/// that on stderr.
void dv_gui_event(dv_gui *gui, const SDL_Event *event);
/// Where the mouse is after the last event, in units of the desktop; false: not in the window.
bool dv_gui_mouse(const dv_gui *gui, int *x, int *y);
/// Whether the mouse is over a panel after the last event. While a button is held, whether it was
/// pressed over one.
bool dv_gui_has_mouse(const dv_gui *gui);
/// Whether the user is typing into a field, as the panels were shown last.
bool dv_gui_has_keyboard(const dv_gui *gui);

/// Record where widgets are in the next `frames`.
void dv_gui_ask(dv_gui *gui, uint32_t frames);
/// Where they were in the last of these.
const dv_widgets *dv_gui_widgets(const dv_gui *gui);
/// Record that an area has a name, as a panel has.
void dv_gui_record_area(const char *name, float left, float top, float width, float height);

/// Begin a frame; `seconds` is the time since the last one.
void dv_gui_begin(dv_gui *gui, int width, int height, double seconds);
/// Draw everything since dv_gui_begin.
void dv_gui_end(dv_gui *gui);
/// Whether the last frame had letters that are looked for in other fonts before the next one.
bool dv_gui_lacks_letters(const dv_gui *gui);
/// Begin and end a frame that nobody sees and that takes no time, with the size of the last one:
/// the panels take what was done so far.
void dv_gui_begin_unseen(dv_gui *gui);
void dv_gui_end_unseen(dv_gui *gui);

/// A panel at a fixed place. With `height` 0, it is as high as its contents.
void dv_gui_panel_begin(const char *name, float x, float y, float width, float height,
                        uint32_t color);
/// End the current panel.
void dv_gui_panel_end(void);
/// The height of the current panel.
float dv_gui_panel_height(void);

/// One line in large letters, cut off if it is too long.
void dv_gui_title(const char *text);
/// Color the background of the next line over the panel's width. `title` says whether that line is
/// a title.
void dv_gui_band(uint32_t color, bool title);
/// A heading that users can collapse; false if it is collapsed.
bool dv_gui_section(const char *name, bool open_at_first);
/// One line of text, cut off if it is too long.
void dv_gui_text(uint32_t color, const char *text);
/// The same, formatted like printf and cut to 511 bytes.
void dv_gui_print(uint32_t color, const char *format, ...) __attribute__((format(printf, 2, 3)));
/// Text, wrapped to the panel.
void dv_gui_wrapped(uint32_t color, const char *text);
/// A line of source in a monospaced font, not wrapped.
void dv_gui_code(uint32_t color, const char *text);
/// A row whose value is as dim as its name.
void dv_gui_dim_row(const char *name, const char *value);
/// A name on the left, and its value on the right, wrapped to the panel.
void dv_gui_row(const char *name, const char *value);
/// The same, with the value formatted like printf and cut to 255 bytes.
void dv_gui_print_row(const char *name, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/// A row of a legend, indented: a square of a color, a name, and a value on the right.
void dv_gui_legend(uint32_t color, const char *name, const char *value);
/// A row of a legend: squares of `count` colors (at least one), dots if it has more, a name, and a
/// value on the right.
void dv_gui_swatches(const uint32_t *colors, uint32_t count, bool has_more, const char *name,
                     const char *value);
/// A name, followed by values in columns, each right-aligned.
void dv_gui_cells(uint32_t color, const char *name, const char *const *values, uint32_t count);
/// Some empty space.
void dv_gui_space(void);

/// A button as wide as `share` of the panel, at `start` of its width, both from 0 to 1, so that
/// several fit in a row. `lit` highlights it. True when it is pressed.
bool dv_gui_button(const char *name, float start, float share, bool lit);
/// These three return true if the user changed the value. A slider without a step (0) moves by
/// thousandths of its range.
bool dv_gui_toggle(const char *name, bool *value);
bool dv_gui_slider(const char *name, double *value, double minimum, double maximum, double step);
bool dv_gui_choice(const char *name, const char *const *options, uint32_t count, uint32_t *chosen);
/// A name and a value over a bar that fills a fraction of the line.
void dv_gui_bar(const char *name, const char *value, float fraction);
/// A name on the left, and its value at the right end of the line.
void dv_gui_ends(const char *name, const char *value);

/// Text behind the panels, whose lower right corner is at (`right`, `y`).
void dv_gui_note(float right, float y, uint32_t color, const char *text);
/// Text of a height behind the panels, from `left` on, vertically centered at `y`.
void dv_gui_label(float left, float y, float height, uint32_t color, const char *text);
/// The size of such a text. `tall` is more than `height` if it has several lines.
void dv_gui_measure_label(float height, const char *text, float *width, float *tall);

#ifdef __cplusplus
}
#endif
#endif
