// Rows of a tree in the current panel, whose values can be changed in place.
#ifndef DV_PLAYER_GUI_TREE_H
#define DV_PLAYER_GUI_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Begin and end a row at a depth. `id` tells it from others with the same name.
void dv_gui_tree_row_begin(const char *id, uint32_t depth);
void dv_gui_tree_row_end(uint32_t depth);

/// A row that can be unfolded, with a value beside its name. True if it is unfolded.
bool dv_gui_branch(const char *name, const char *value);

/// A name and text that can be typed over, of less than `size` bytes. True when the user presses
/// Enter.
bool dv_gui_edit_text(const char *name, char *text, size_t size);
/// A name and a box that can be checked. True if the user changed it.
bool dv_gui_edit_switch(const char *name, bool *value);

#ifdef __cplusplus
}
#endif
#endif
