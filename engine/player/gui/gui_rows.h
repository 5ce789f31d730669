// Rows of the legend that can be clicked.
#ifndef DV_PLAYER_GUI_ROWS_H
#define DV_PLAYER_GUI_ROWS_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum dv_row_click {
    DV_ROW_LEFT_ALONE,
    DV_ROW_CLICKED,
    DV_ROW_CLICKED_AGAIN ///< twice in a row, or with shift
} dv_row_click;

/// What the mouse does with the row that was added last, over the whole width of the panel. One
/// that `is_lit` has a frame; one under the mouse is brighter.
dv_row_click dv_gui_row_click(bool is_lit);

#ifdef __cplusplus
}
#endif
#endif
