// Lines of the panels that react to the mouse; see gui.h.
#ifndef DV_PLAYER_GUI_LINES_H
#define DV_PLAYER_GUI_LINES_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A part of a strip, from `from` to `to`, both from 0 to 1. `tip` is shown under the mouse.
typedef struct dv_gui_segment {
    float from, to;
    uint32_t color;
    const char *tip;
} dv_gui_segment;
/// A strip of colors over the panel's width.
void dv_gui_segments(const dv_gui_segment *segments, uint32_t count);

/// The longest text of dv_gui_places that names a place, with its end.
#define DV_GUI_PLACE 512
/// Text, wrapped to the panel, in which places such as "caribou.lua:51" can be clicked. True if one
/// was: `place` is then the text from the place before to the end of this one, for paths with
/// spaces.
bool dv_gui_places(uint32_t color, const char *text, char place[DV_GUI_PLACE]);

/// A line of text that can be clicked, cut off if it is too long; the mouse shows all of it. At its
/// right end is another text that can be clicked, or ""; the mouse shows the `hint` to it. `id`
/// tells it from other lines with the same text.
typedef enum dv_line_press { DV_LINE_LEFT_ALONE, DV_LINE_CHOSEN, DV_LINE_LINK } dv_line_press;
dv_line_press dv_gui_line(uint32_t color, const char *text, const char *link, const char *hint,
                          uint32_t id);
/// Whether the right button was pressed on the last widget.
bool dv_gui_asks_for_more(void);

/// A name, and a number that can be dragged, or typed after a double click. It stays between the
/// bounds, which may be infinite. True if the user changed it.
bool dv_gui_number(const char *name, double *value, double minimum, double maximum,
                   const char *unit);

/// A bar between two panels, which people can drag: its middle is at `x` if it is higher than wide,
/// else at `y`. While it is dragged, true, and `at` is where the mouse is across it.
bool dv_gui_divider(const char *name, float x, float y, float width, float height, float *at);

/// What a number may be.
typedef struct dv_gui_range {
    double minimum, maximum; ///< may be infinite
    int decimals;            ///< a pixel changes it by one unit of the last
} dv_gui_range;
/// The same for a number with so many decimals; a typed one may have more. `id` tells it from
/// others with the same name, and `tip` is shown under the mouse. `is_held`: it is being dragged or
/// typed.
bool dv_gui_precise_number(const char *name, uint32_t id, double *value, const dv_gui_range *range,
                           const char *unit, const char *tip, bool *is_held);

#ifdef __cplusplus
}
#endif
#endif
