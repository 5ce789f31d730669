// The ghost on the timeline: a line along the bottom from where it began to where it is now, and
// above it, a curve of how far apart its world and the run's were.
#include "player/window/strip.h"

#include "player/gui/gui.h"
#include "player/gui/palette.h"

#include <math.h>

/// The height of the line, in pixels of a screen without scaling, and the part of the timeline that
/// the curve may take.
static const float thickness = 3, tallest = 0.85f;

static bool is_there(const dv_strip_view *view, const dv_ghost *ghost) {
    return ghost->beside.scenario && ghost->record.count > 0 && view->now >= ghost->since;
}

static float greatest(const dv_apart_record *record) {
    float most = 0;
    for (uint32_t i = 0; i < record->count; i++)
        most = fmaxf(most, record->values[i]);
    return most;
}

static void draw_curve(const dv_strip_view *view, const dv_apart_record *record, float bottom) {
    float points[DV_APART_VALUES][2], most = greatest(record);
    float height = (bottom - view->stack_top) * tallest;
    if (!(most > 0) || record->count < 2)
        return;
    for (uint32_t i = 0; i < record->count; i++) {
        points[i][0] = dv_strip_place(view, record->first + i * record->stride);
        points[i][1] = bottom - height * record->values[i] / most;
    }
    // The dark line below it sets it off from the colors of states.
    dv_gui_curve(points[0], record->count, 4 * view->scale, DV_COLOR_PANEL);
    dv_gui_curve(points[0], record->count, 2 * view->scale, DV_COLOR_TEXT);
}

void dv_strip_ghost(const dv_strip_view *view, const dv_ghost *ghost) {
    if (!is_there(view, ghost))
        return;
    float bottom = view->stack_bottom, top = bottom - thickness * view->scale;
    float left = dv_strip_place(view, ghost->since);
    float right = fmaxf(dv_strip_place(view, view->now), left + view->scale);
    draw_curve(view, &ghost->record, top);
    dv_gui_rectangle(left, top - view->scale, right, bottom, DV_COLOR_PANEL);
    dv_gui_rectangle(left, top, right, bottom, DV_COLOR_TEXT);
}

void dv_strip_ghost_hint(const dv_strip_view *view, const dv_ghost *ghost, uint64_t tick) {
    if (!is_there(view, ghost) || tick < ghost->since || tick > view->now)
        return;
    if (!ghost->has_diverged || tick < ghost->diverged_tick)
        dv_gui_print(DV_COLOR_TEXT, "the same under the old code");
    else
        dv_gui_print(DV_COLOR_TEXT, "under the old code, agents are %.3g m apart",
                     (double)dv_apart_at(&ghost->record, tick));
}
