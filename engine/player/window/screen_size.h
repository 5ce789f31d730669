// The size that a window has while it isn't maximized, which is also the one that it gets when it
// is restored, and that is kept between sessions.
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
    dv_screen_size before; ///< the last change of `now`; 0: there was none
    bool is_reset;         ///< what was kept of the size no longer counts
} dv_screen_sizes;

/// Begin with the size that a window is opened with.
void dv_screen_sizes_begin(dv_screen_sizes *sizes, dv_screen_size size);
/// Follow the window: the size that it has in this frame, and whether it is said to be maximized.
void dv_screen_sizes_follow(dv_screen_sizes *sizes, int width, int height, bool is_maximized);
/// Put what the user has changed since the window was opened into what is kept.
void dv_screen_sizes_keep(const dv_screen_sizes *sizes, dv_screen_size *kept);

#endif
