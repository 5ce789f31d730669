#include "navigation/windows.h"

#include "drover/navigation.h"
#include "navigation/map.h"

#include <math.h>

#define FEW_CELLS (1u << 18) ///< a boundary of so many is searched as a whole
#define LEAST_HALF 120       ///< cells from the goal to a side of the smallest window
#define MOST_LEVEL 60        ///< where a window is wider than any boundary
#define ROOM 1.25            ///< times the distance of the start

static double cells_between(dv_vec3 min, dv_vec3 max, double resolution) {
    return dv_map_cells_along(min.x, max.x, resolution) *
           dv_map_cells_along(min.y, max.y, resolution);
}

static double half_at(const dv_windows *w, int level) {
    return LEAST_HALF * w->resolution * ldexp(1, level);
}

/// A stretch around the goal along an axis, within the boundary from `low` to `high`. False if it
/// is all of that.
static bool take_stretch(const dv_windows *w, double resolution, float goal, float low, float high,
                         float *from, float *to) {
    double half = half_at(w, w->level), middle = floor(goal / resolution) * resolution;
    // In a world that wraps, it may leave the boundary on either side.
    double least = w->wraps ? goal - ((double)high - low) / 2 : low;
    double most = w->wraps ? goal + ((double)high - low) / 2 : high;
    *from = (float)dv_greater(middle - half, least);
    *to = (float)dv_lesser(middle + half, most);
    return middle - half > least || middle + half < most;
}

static dv_window whole(const dv_windows *w, double resolution) {
    return (dv_window){w->min, w->max, w->wraps, true, (float)resolution};
}

/// The window of this level with cells of a size, however many there are.
static dv_window window_of(const dv_windows *w, double resolution) {
    dv_window part = {.resolution = (float)resolution};
    bool is_part =
        take_stretch(w, resolution, w->goal.x, w->min.x, w->max.x, &part.min.x, &part.max.x);
    is_part |= take_stretch(w, resolution, w->goal.y, w->min.y, w->max.y, &part.min.y, &part.max.y);
    return is_part && w->level < MOST_LEVEL ? part : whole(w, resolution);
}

dv_window dv_window_at(const dv_windows *w) {
    double resolution = w->resolution;
    dv_window window = window_of(w, resolution);
    while (cells_between(window.min, window.max, resolution) > DV_MAX_PLAN_CELLS) {
        if (!w->may_coarsen)
            return whole(w, w->resolution);
        resolution *= 2;
        window = window_of(w, resolution);
    }
    return window;
}

bool dv_windows_go_on_as_fine(const dv_windows *w) {
    dv_windows larger = *w;
    larger.level++;
    return !dv_window_at(w).is_whole &&
           dv_window_at(&larger).resolution <= dv_window_at(w).resolution;
}

void dv_windows_begin(dv_windows *w, double margin, double lowest_price) {
    double x = fabs((double)w->start.x - w->goal.x), y = fabs((double)w->start.y - w->goal.y);
    double away = dv_greater(x, y), wide = ROOM * away * (1 + 1 / lowest_price) / 2;
    w->level = 0;
    if (cells_between(w->min, w->max, w->resolution) <= FEW_CELLS)
        w->level = MOST_LEVEL;
    while (w->level < MOST_LEVEL && half_at(w, w->level) < away + margin)
        w->level++;
    while (w->level < MOST_LEVEL && half_at(w, w->level) < wide && dv_windows_go_on_as_fine(w))
        w->level++;
}

bool dv_windows_grow(dv_windows *w) {
    if (dv_window_at(w).is_whole)
        return false;
    w->level++;
    return true;
}

dv_open_sides dv_window_open_sides(const dv_windows *w, const dv_window *window) {
    bool is_part = !window->is_whole;
    return (dv_open_sides){
        .left = is_part && (w->wraps || window->min.x > w->min.x),
        .right = is_part && (w->wraps || window->max.x < w->max.x),
        .bottom = is_part && (w->wraps || window->min.y > w->min.y),
        .top = is_part && (w->wraps || window->max.y < w->max.y),
    };
}

double dv_window_way_around(const dv_windows *w, const dv_window *window) {
    dv_open_sides sides = dv_window_open_sides(w, window);
    dv_vec3 s = w->start, g = w->goal, min = window->min, max = window->max;
    double least = INFINITY;
    if (sides.left)
        least = dv_lesser(least, (double)s.x - min.x + g.x - min.x);
    if (sides.right)
        least = dv_lesser(least, (double)max.x - s.x + max.x - g.x);
    if (sides.bottom)
        least = dv_lesser(least, (double)s.y - min.y + g.y - min.y);
    if (sides.top)
        least = dv_lesser(least, (double)max.y - s.y + max.y - g.y);
    return least;
}
