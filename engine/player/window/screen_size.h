// The size of a window while it isn't maximized: the one that it is restored to, and that is kept
// between sessions.
#ifndef DV_PLAYER_SCREEN_SIZE_H
#define DV_PLAYER_SCREEN_SIZE_H

#include <stdbool.h>

/// In units of the desktop. `width` and `height` are those that the window has while it isn't
/// maximized.
typedef struct dv_screen_size {
    int width, height; ///< 0: none
    bool is_maximized;
} dv_screen_size;

typedef struct dv_screen_sizes {
    dv_screen_size now, opened_with;
    dv_screen_size before; ///< `now` before its last change; 0: it hasn't changed
    dv_screen_size grown;  ///< what `before` replaced when the window was maximized; 0: nothing
    bool is_reset;         ///< the size that was kept no longer counts
} dv_screen_sizes;

/// Start with the size that a window is opened with.
void dv_screen_sizes_begin(dv_screen_sizes *sizes, dv_screen_size size);
/// Note the size of the window in this frame, and whether SDL says that it is maximized.
void dv_screen_sizes_follow(dv_screen_sizes *sizes, int width, int height, bool is_maximized);
/// Store in `kept` what the user has changed since the window was opened.
void dv_screen_sizes_keep(const dv_screen_sizes *sizes, dv_screen_size *kept);

#endif
