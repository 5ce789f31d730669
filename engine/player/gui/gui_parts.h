// Rows for the parts of a state: nodes of a tree, options, layers, and schemas.
#ifndef DV_PLAYER_GUI_PARTS_H
#define DV_PLAYER_GUI_PARTS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The sign in front of a part.
typedef enum dv_gui_mark {
    DV_MARK_DOT,
    DV_MARK_ARROW,
    DV_MARK_CHECK,
    DV_MARK_CROSS,
    DV_MARK_DASH,
    DV_MARK_BARRED, ///< a circle with a bar through it
    DV_MARK_WARNING
} dv_gui_mark;

typedef struct dv_gui_part {
    uint32_t depth;
    dv_gui_mark mark;
    uint32_t mark_color, color;
    bool is_lit;       ///< has a colored ground
    const char *label; ///< cut off where it is too long
    const char *value; ///< at the right end, over at most half the line; or ""
    float bar;         ///< the part of the line that a bar below it fills; 0: none
    const char *tip;   ///< what the mouse shows
} dv_gui_part;

/// True if it is clicked.
bool dv_gui_part_row(const dv_gui_part *part);

#ifdef __cplusplus
}
#endif
#endif
