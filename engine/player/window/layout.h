// The layout of the window: the panel on the left, the inspector on the right, the
// timeline along the bottom, and the world in what remains. A window without room for two columns
// has the inspector below the panel.
//
// Invariant: the rectangles are whole pixels within the window, and they don't overlap.
#ifndef DV_PLAYER_LAYOUT_H
#define DV_PLAYER_LAYOUT_H

#include <stdbool.h>

typedef struct dv_rectangle {
    float left, top, width, height;
} dv_rectangle;

typedef struct dv_layout {
    // What people choose. Widths are in pixels of a screen without scaling.
    bool hides_panel, shows_inspector;
    float panel_width, inspector_width;
    float inspector_share; ///< of the height, below the panel

    // The result.
    dv_rectangle panel, inspector; ///< of no width: hidden
    dv_rectangle world, timeline;
} dv_layout;

/// The layout of a window that nobody has arranged yet.
dv_layout dv_layout_at_first(void);

/// Place the parts in a window of a size. `scale` is as in dv_panels.
void dv_layout_arrange(dv_layout *layout, int width, int height, float scale);

/// Whether the inspector is below the panel, or where the panel would be.
bool dv_layout_is_stacked(const dv_layout *layout);

/// Show bars between the parts that the user can drag to make a part wider or higher. Call it
/// within a frame of the GUI.
void dv_layout_show_bars(dv_layout *layout, float scale);

#endif
