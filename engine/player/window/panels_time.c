// The time section of the panel: why the run could not go to another tick; and the comparison of
// the code before a reload with the code in force.
#include "player/window/panels.h"

#include "player/gui/palette.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static const float comparison_width = 460, comparison_margin = 14;
#define MAX_ROWS 24

void dv_panels_show_time(dv_view *view) {
    if (view->panels.command_refusal[0])
        dv_gui_wrapped(DV_COLOR_FAULT, view->panels.command_refusal);
}

static const char *format_number(double value, char text[32]) {
    if (isnan(value))
        return "–";
    snprintf(text, 32, "%.5g", value);
    return text;
}

static void show_row(const dv_compared *row) {
    char before[32], now[32], difference[32];
    double by = dv_compare_difference(row);
    const char *const values[] = {format_number(row->last[DV_BEFORE], before),
                                  format_number(row->last[DV_NOW], now),
                                  format_number(by, difference)};
    dv_gui_cells(by == 0 ? DV_COLOR_TEXT : DV_COLOR_ACCENT, row->name, values, 3);
}

static void show_comparison_errors(const dv_compare *compare) {
    static const char *const sides[DV_SIDES] = {"before", "now"};
    for (int side = 0; side < DV_SIDES; side++) {
        char line[DV_ERROR_CAPACITY + 64];
        if (!*compare->errors[side])
            continue;
        snprintf(line, sizeof line, "%s, at tick %" PRIu64 ": %s", sides[side],
                 compare->error_ticks[side], compare->errors[side]);
        dv_gui_wrapped(DV_COLOR_FAULT, line);
    }
}

void dv_panels_show_comparison(dv_view *view, float left, float width) {
    static const char *const heads[] = {"before", "now", "difference"};
    const dv_compare *compare = &view->panels.comparison;
    float scale = view->panels.scale, margin = comparison_margin * scale;
    char line[128];
    if (!view->panels.comparing)
        return;
    float wide = fminf(comparison_width * scale, width - 2 * margin);
    dv_gui_panel_begin("comparison", left + margin, view->panels.banner_height + margin, wide, 0,
                       DV_COLOR_PANEL);
    dv_gui_title("Before and after the reload");
    snprintf(line, sizeof line, "both from tick %" PRIu64 "  ·  %" PRIu64 " of %" PRIu64 " tick%s",
             compare->first_tick, compare->done, compare->ticks, compare->ticks == 1 ? "" : "s");
    dv_gui_text(DV_COLOR_TEXT_DIM, line);
    dv_gui_cells(DV_COLOR_TEXT_DIM, "", heads, 3);
    for (uint32_t i = 0; i < compare->count && i < MAX_ROWS; i++)
        show_row(&compare->rows[i]);
    if (compare->count > MAX_ROWS) {
        snprintf(line, sizeof line, "and %" PRIu32 " more", compare->count - MAX_ROWS);
        dv_gui_text(DV_COLOR_TEXT_DIM, line);
    }
    show_comparison_errors(compare);
    dv_panels_button(view, "Close", 0, 0.25f, false, "comparison off");
    dv_gui_panel_end();
}
