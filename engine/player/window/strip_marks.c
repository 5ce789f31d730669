// The marks on the timeline: reloads and errors, bookmarks, and what happened in the world.
#include "player/window/strip.h"

#include "player/gui/palette.h"

#include <math.h>

/// How near the mouse has to be to a mark, pixels of a screen without scaling.
static const float reach = 5;

enum shape { SHAPE_TRIANGLE, SHAPE_SQUARE, SHAPE_FLAG };

/// How marks look, by type.
static const struct {
    enum shape shape;
    uint32_t color;
} looks[DV_MARK_TYPES] = {
    [DV_MARK_ACCEPTED] = {SHAPE_TRIANGLE, DV_COLOR_GOOD},
    [DV_MARK_REFUSED] = {SHAPE_TRIANGLE, DV_COLOR_ACCENT},
    [DV_MARK_ROLLED_BACK] = {SHAPE_TRIANGLE, DV_COLOR_STEERING},
    [DV_MARK_ERROR] = {SHAPE_SQUARE, DV_COLOR_FAULT},
    [DV_MARK_BOOKMARK] = {SHAPE_FLAG, DV_COLOR_SELECTED},
};

static void draw_shape(enum shape shape, float x, float top, float bottom, float scale,
                       uint32_t color) {
    float half = 4 * scale;
    dv_gui_rectangle(x - scale / 2, top, x + scale / 2, bottom, color);
    switch (shape) {
    case SHAPE_TRIANGLE:
        dv_gui_triangle(x - half, top, x + half, top, x, top + 2 * half, color);
        break;
    case SHAPE_SQUARE:
        dv_gui_rectangle(x - half, top, x + half, top + 2 * half, color);
        break;
    case SHAPE_FLAG:
        dv_gui_triangle(x, top, x + 2.5f * half, top + half, x, top + 2 * half, color);
        break;
    }
}

/// Whether the run can go to where the mark is, or went through it.
static bool is_shown(const dv_strip_view *view, const dv_mark *mark) {
    return mark->tick >= view->first && mark->tick <= view->last;
}

void dv_strip_marks(const dv_strip_view *view) {
    const dv_marks *marks = &view->timeline->marks;
    for (uint32_t i = 0; i < marks->count; i++) {
        const dv_mark *mark = &marks->items[i];
        if (is_shown(view, mark))
            draw_shape(looks[mark->type].shape, dv_strip_place(view, mark->tick),
                       view->area.top + 3 * view->scale, view->stack_bottom, view->scale,
                       looks[mark->type].color);
    }
}

const dv_mark *dv_strip_mark(const dv_strip_view *view) {
    const dv_marks *marks = &view->timeline->marks;
    const dv_mark *nearest = NULL;
    float least = reach * view->scale;
    if (!view->area.is_hovered || view->area.mouse_y > view->stack_top)
        return NULL;
    for (uint32_t i = 0; i < marks->count; i++) {
        float away = fabsf(dv_strip_place(view, marks->items[i].tick) - view->area.mouse_x);
        if (is_shown(view, &marks->items[i]) && away <= least) {
            least = away;
            nearest = &marks->items[i];
        }
    }
    return nearest;
}

static bool is_on_strip(const dv_strip_view *view, const dv_incident *incident) {
    return incident->tick >= view->first &&
           (incident->type == DV_INCIDENT_ELECTION ||
            (incident->type == DV_INCIDENT_EVENT &&
             dv_scenario_shows_event(view->scenario, incident->what)));
}

// The latest come first. Those on one column of pixels are one line.
void dv_strip_incidents(const dv_strip_view *view) {
    dv_incident incident;
    float before = -1, top = floorf((view->area.top + view->stack_top) / 2);
    for (uint32_t back = 0; dv_world_incident(view->world, back, &incident); back++) {
        float x = floorf(dv_strip_place(view, incident.tick));
        if (!is_on_strip(view, &incident) || x == before)
            continue;
        before = x;
        dv_gui_rectangle(x, top, x + view->scale, view->stack_top,
                         incident.type == DV_INCIDENT_ELECTION ? DV_COLOR_ACCENT
                                                               : DV_COLOR_TEXT_DIM);
    }
}

bool dv_strip_incident(const dv_strip_view *view, dv_incident *nearest) {
    dv_incident incident;
    float least = reach * view->scale;
    bool is_near = false;
    for (uint32_t back = 0; dv_world_incident(view->world, back, &incident); back++) {
        float away = fabsf(dv_strip_place(view, incident.tick) - view->area.mouse_x);
        if (away > least || !is_on_strip(view, &incident))
            continue;
        least = away;
        *nearest = incident;
        is_near = true;
    }
    return is_near;
}
