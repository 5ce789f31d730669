// Text, buttons and sliders for the panels: Dear ImGui behind a C interface. All lengths are pixels
// of the picture, all texts UTF-8.
//
// Invariant: there is one dv_gui that widgets go to, the one of the last dv_gui_begin; widgets are
// called between its begin and end, and inside a panel.
#ifndef DV_PLAYER_GUI_H
#define DV_PLAYER_GUI_H

#include "drover/base.h"

#include <SDL.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dv_gui dv_gui;

/// `window` NULL: without input, for pictures. `scale` enlarges fonts and spacing. NULL with a
/// message when the font's picture cannot be made.
dv_gui *dv_gui_create(SDL_Window *window, SDL_Renderer *renderer, float scale, dv_error *error);
void dv_gui_destroy(dv_gui *gui);

void dv_gui_event(dv_gui *gui, const SDL_Event *event);
/// Whether the mouse is over a panel, or held by one.
bool dv_gui_has_mouse(const dv_gui *gui);
/// Whether a text is being typed.
bool dv_gui_has_keyboard(const dv_gui *gui);

void dv_gui_begin(dv_gui *gui, int width, int height, double seconds);
/// Draw what was built since dv_gui_begin.
void dv_gui_end(dv_gui *gui);

/// A panel of a fixed place; `height` 0: as high as its content.
void dv_gui_panel_begin(const char *name, float x, float y, float width, float height,
                        uint32_t color);
void dv_gui_panel_end(void);
/// Only of the panel that has begun.
float dv_gui_panel_height(void);

void dv_gui_title(const char *text);
/// Color the ground of the line that comes next, over the width of the panel; `title`: it is one.
void dv_gui_band(uint32_t color, bool title);
/// A heading that can be folded; false when it is.
bool dv_gui_section(const char *name, bool open_at_first);
void dv_gui_text(uint32_t color, const char *text);
void dv_gui_print(uint32_t color, const char *format, ...) __attribute__((format(printf, 2, 3)));
void dv_gui_wrapped(uint32_t color, const char *text);
/// A line of source, in letters of one width, not wrapped.
void dv_gui_code(uint32_t color, const char *text);
/// A name on the left, its value on the right, wrapped to the panel.
void dv_gui_row(const char *name, const char *value);
void dv_gui_print_row(const char *name, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/// A dot filled and rimmed, or indented a square of the rim's color; a name, and a value at the
/// right.
void dv_gui_legend(uint32_t fill, uint32_t rim, bool indented, const char *name, const char *value);
/// A name, and behind it values in columns, each at the right of its own.
void dv_gui_cells(uint32_t color, const char *name, const char *const *values, uint32_t count);
void dv_gui_space(void);

/// `share` of the panel's width from `start`, both 0 to 1, for buttons side by side.
bool dv_gui_button(const char *name, float start, float share, bool lit);
bool dv_gui_toggle(const char *name, bool *value);
bool dv_gui_slider(const char *name, double *value, double minimum, double maximum, double step);
bool dv_gui_choice(const char *name, const char *const *options, uint32_t count, uint32_t *chosen);
/// A curve through a ring of values, the oldest at `first`; its name and the last value above it.
void dv_gui_plot(const char *name, const char *value, const float *values, uint32_t count,
                 uint32_t first);

/// Text right-aligned at a place in the picture, below the panels.
void dv_gui_note(float right, float y, uint32_t color, const char *text);
/// Text of a height from `left` on, its middle at `y`, below the panels.
void dv_gui_label(float left, float y, float height, uint32_t color, const char *text);

#ifdef __cplusplus
}
#endif
#endif
