#include "player/window/screen_size.h"

static bool is_same(const dv_screen_size *size, int width, int height) {
    return size->width == width && size->height == height;
}

void dv_screen_sizes_begin(dv_screen_sizes *sizes, dv_screen_size size) {
    *sizes = (dv_screen_sizes){.now = size, .opened_with = size};
}

// The desktop reports the size of a window and that it is maximized separately, in either order. If
// the size comes first, some frames show a window that is as large as the desktop and not maximized
// yet. Then `before` is the size that it will be restored to. If the flag comes first, that is
// `now`, but this is only known when the window grows afterward.
void dv_screen_sizes_follow(dv_screen_sizes *sizes, int width, int height, bool is_maximized) {
    dv_screen_size *now = &sizes->now;
    bool was_maximized = now->is_maximized;
    now->is_maximized = is_maximized;
    if (!is_maximized)
        sizes->grown = (dv_screen_size){0};
    if (!is_maximized && !is_same(now, width, height)) {
        sizes->before = *now;
        now->width = width;
        now->height = height;
    } else if (is_maximized && !was_maximized && is_same(now, width, height) &&
               sizes->before.width > 0) {
        sizes->grown = *now;
        now->width = sizes->before.width;
        now->height = sizes->before.height;
    } else if (sizes->grown.width > 0 && !is_same(&sizes->grown, width, height)) {
        // If it shrinks, it was as large as the desktop, which has become smaller.
        if (width >= sizes->grown.width && height >= sizes->grown.height)
            *now = sizes->grown;
        sizes->grown = (dv_screen_size){0};
    }
}

void dv_screen_sizes_keep(const dv_screen_sizes *sizes, dv_screen_size *kept) {
    const dv_screen_size *now = &sizes->now, *first = &sizes->opened_with;
    if (sizes->is_reset || !is_same(now, first->width, first->height)) {
        kept->width = now->width;
        kept->height = now->height;
    }
    if (sizes->is_reset || now->is_maximized != first->is_maximized)
        kept->is_maximized = now->is_maximized;
}
