#include "player/window/layout.h"

#include "player/draw/legend.h"
#include "player/gui/gui_lines.h"
#include "player/window/strip.h"

#include <math.h>

/// Widths in pixels of a screen without scaling. If two columns would leave the world less than
/// `least_world`, there is only one.
static const float least_width = 180, inspector_width = 276, least_world = 320;
/// The largest share of a window that the columns take together.
static const float most_columns = 0.6f;
/// The share of the height that the inspector has below the panel.
static const float first_share = 0.5f, least_share = 0.2f, most_share = 0.8f;
/// The width of a bar that the mouse can drag.
static const float bar_width = 6;

static float within(float value, float least, float most) {
    return fmaxf(fminf(value, most), least);
}

dv_layout dv_layout_at_first(void) {
    return (dv_layout){
        .panel_width = dv_legend_width(1),
        .inspector_width = inspector_width,
        .inspector_share = first_share,
    };
}

/// The most pixels that two columns may have together. Negative if there is room for only one.
static float room_for_two(float width, float scale) {
    return fminf(most_columns * width, width - least_world * scale);
}

/// The pixels of a column of a wanted width, at most `most`.
static float column(float wanted, float scale, float most) {
    return floorf(fminf(wanted * scale, most));
}

void dv_layout_arrange(dv_layout *layout, int width, int height, float scale) {
    float w = (float)width, h = (float)height, strip = dv_strip_height(scale, height);
    float left = column(layout->panel_width, scale, most_columns * w), right = w;
    float panel = layout->hides_panel ? 0 : left;
    float inspector = floorf(layout->inspector_width * scale);
    layout->panel = layout->inspector = (dv_rectangle){0};
    if (!layout->hides_panel)
        layout->panel = (dv_rectangle){0, 0, left, h};
    if (layout->shows_inspector && panel + inspector <= room_for_two(w, scale)) {
        left = panel;
        right = w - inspector;
        layout->inspector = (dv_rectangle){right, 0, inspector, h - strip};
    } else if (layout->shows_inspector) {
        float share = within(layout->inspector_share, least_share, most_share);
        float top = layout->hides_panel ? 0 : floorf((1 - share) * h);
        layout->panel.height = top;
        layout->inspector = (dv_rectangle){0, top, left, h - top};
    } else {
        left = panel;
    }
    layout->timeline = (dv_rectangle){left, h - strip, w - left, strip};
    layout->world = (dv_rectangle){left, 0, right - left, h - strip};
}

bool dv_layout_is_stacked(const dv_layout *layout) {
    return layout->inspector.width > 0 && layout->inspector.left == 0;
}

/// The bar at the right edge of the column on the left.
static void show_left_bar(dv_layout *layout, float scale, float width) {
    const dv_rectangle *world = &layout->world;
    bool is_beside = layout->inspector.width > 0 && !dv_layout_is_stacked(layout);
    float most =
        is_beside ? room_for_two(width, scale) - layout->inspector.width : most_columns * width;
    float at = 0;
    if (dv_gui_divider("left divider", world->left, 0, bar_width * scale, world->height, &at))
        layout->panel_width = within(at / scale, least_width, most / scale);
}

/// The bar at the left edge of the inspector.
static void show_right_bar(dv_layout *layout, float scale, float width) {
    const dv_rectangle *inspector = &layout->inspector;
    float most = room_for_two(width, scale) - layout->panel.width, at = 0;
    if (dv_gui_divider("right divider", inspector->left, 0, bar_width * scale, inspector->height,
                       &at))
        layout->inspector_width = within((width - at) / scale, least_width, most / scale);
}

/// The bar above the inspector.
static void show_lower_bar(dv_layout *layout, float scale) {
    const dv_rectangle *inspector = &layout->inspector;
    float height = inspector->top + inspector->height, at = 0;
    float wide = inspector->width - bar_width * scale;
    if (dv_gui_divider("lower divider", 0, inspector->top, wide, bar_width * scale, &at))
        layout->inspector_share = within(1 - at / height, least_share, most_share);
}

void dv_layout_show_bars(dv_layout *layout, float scale) {
    float width = layout->timeline.left + layout->timeline.width;
    if (layout->world.left > 0)
        show_left_bar(layout, scale, width);
    if (dv_layout_is_stacked(layout) && layout->panel.width > 0)
        show_lower_bar(layout, scale);
    else if (layout->inspector.width > 0 && !dv_layout_is_stacked(layout))
        show_right_bar(layout, scale, width);
}
