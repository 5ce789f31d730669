// Windows: the parts of a wide boundary that a plan lays its map over, one after another, until one
// is large enough. So the cost of a plan grows with the length of its way and not with the world.
//
//     +-----------------------------------------+   the boundary
//     |              +-----------------+        |
//     |              |        2        |        |   2  twice as wide; tried if the first has no
//     |              |    +-------+    |        |      way, or only one so long that another, out
//     |              |    |   1   |    |        |      of the window and back, may be shorter
//     |              |    | s   g |    |        |   1  around the goal g, and the start s with it
//     |              |    +-------+    |        |
//     |              |                 |        |
//     |              +-----------------+        |
//     +-----------------------------------------+
//
// Invariant: cells of one size are those of one lattice in all windows that no side of the boundary
// cuts: its lines are multiples of that size. Plans to the same goal share a window if they start
// about as far away.
#ifndef DV_NAVIGATION_WINDOWS_H
#define DV_NAVIGATION_WINDOWS_H

#include "base/math.h"

typedef struct dv_windows {
    dv_vec3 min, max; ///< of the boundary
    bool wraps;       ///< the boundary is the whole of a world that wraps
    bool may_coarsen; ///< cells may be larger than asked for where there would be too many
    dv_vec3 start, goal;
    double resolution; ///< m, asked for
    int level;         ///< windows are twice as wide on the next
} dv_windows;

typedef struct dv_window {
    dv_vec3 min, max;
    bool wraps;
    bool is_whole;    ///< it is the boundary
    float resolution; ///< m
} dv_window;

/// Begin with the smallest window that has the start well inside: by more than `margin` (m), and so
/// that a way out of it and back takes longer than most. If there are not many cells in the whole
/// boundary, that is the only window. `lowest_price` is that of a meter, at most 1.
void dv_windows_begin(dv_windows *windows, double margin, double lowest_price);
dv_window dv_window_at(const dv_windows *windows);
/// Go on to a larger window; false if this one is the whole boundary.
bool dv_windows_grow(dv_windows *windows);
/// Whether there is a larger window with cells as small as those of this one.
bool dv_windows_go_on_as_fine(const dv_windows *windows);

/// The sides of a window that are not those of the boundary.
typedef struct dv_open_sides {
    bool left, right, bottom, top;
} dv_open_sides;
dv_open_sides dv_window_open_sides(const dv_windows *windows, const dv_window *window);
/// The length (m) of the shortest way from the start to the goal by a place outside of the window.
double dv_window_way_around(const dv_windows *windows, const dv_window *window);

#endif
