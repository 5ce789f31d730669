// Where the widgets of a frame are, by name. A name is the path to what people read: the panel, the
// section, the row, and what belongs to the row, as in "panel/Agents/fox/calm". The second of two
// widgets with the same path has " (2)" at the end of its name.
//
// Invariant: `path` begins with the names of the panel, the section, and the rows that the last
// widget belongs to; a widget of a level begins at `ends[level]`.
#ifndef DV_PLAYER_WIDGETS_H
#define DV_PLAYER_WIDGETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define DV_WIDGET_NAME 240u
#define DV_WIDGET_LEVELS 16u

typedef enum dv_widget_sight {
    DV_WIDGET_IN_SIGHT,
    DV_WIDGET_ABOVE, ///< scrolled out of sight
    DV_WIDGET_BELOW,
    DV_WIDGET_CUT_OFF ///< its panel is too narrow, or not drawn yet
} dv_widget_sight;

typedef struct dv_widget {
    char name[DV_WIDGET_NAME];
    char value[DV_WIDGET_NAME];     ///< that a row shows, or ""
    float left, top, right, bottom; ///< the part in sight, in pixels
    dv_widget_sight sight;
    bool is_folded; ///< a section whose contents are not shown
} dv_widget;

typedef struct dv_widgets {
    dv_widget *items;
    uint32_t count, capacity;
    bool is_cut;    ///< memory ran out for one of them
    bool is_paused; ///< none is added
    char path[DV_WIDGET_NAME];
    uint32_t ends[DV_WIDGET_LEVELS];
    uint32_t row; ///< the level of rows: 1, or 2 in a section
} dv_widgets;

/// Forget all widgets; a new frame begins.
void dv_widgets_clear(dv_widgets *widgets);
void dv_widgets_free(dv_widgets *widgets);

/// Add a panel, a section of it, or a row `depth` levels below the rows of the section. What is
/// added at a deeper level belongs to a widget that has parts. `label` is cut at "##", as in Dear
/// ImGui. NULL if it isn't added; otherwise, only its name is set.
dv_widget *dv_widgets_add_panel(dv_widgets *widgets, const char *label);
dv_widget *dv_widgets_add_section(dv_widgets *widgets, const char *label);
dv_widget *dv_widgets_add(dv_widgets *widgets, const char *label, uint32_t depth, bool has_parts);

/// The widget with a name, from which the panel's may be left out; NULL if there is none.
const dv_widget *dv_widgets_find(const dv_widgets *widgets, const char *name);
/// The folded section that a widget with this name would be in; NULL if there is none.
const dv_widget *dv_widgets_find_folded(const dv_widgets *widgets, const char *name);
/// The name that was most likely meant. False if none is close.
bool dv_widgets_nearest(const dv_widgets *widgets, const char *name, char nearest[DV_WIDGET_NAME]);

/// The rectangle in whole pixels, "LEFT TOP WIDTH HEIGHT"; or why the widget isn't in sight, and
/// then false.
#define DV_WIDGET_PLACE 80u
bool dv_widget_place(const dv_widget *widget, char text[DV_WIDGET_PLACE]);
/// A line for each: its place, its name, and its value. Free it with dv_free; NULL if memory ran
/// out.
char *dv_widgets_table(const dv_widgets *widgets);

#ifdef __cplusplus
}
#endif
#endif
