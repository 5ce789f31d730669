// The section with the parts of the selected agent's state: nodes of a behavior tree, options,
// layers, or schemas, with the outcome of each in the agent's last step. A click opens the line
// where a part is written.
#include "player/window/panels.h"

#include "base/utf8.h"
#include "player/gui/gui_parts.h"
#include "player/gui/palette.h"
#include "player/run/parts_text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/// With more parts than this, the children of parts that aren't running are folded, so that what
/// runs is in view.
#define MOST_UNFOLDED 12u

/// How an outcome looks.
typedef struct look {
    dv_gui_mark mark;
    uint32_t mark_color, color;
} look;

static look look_of(dv_part_outcome outcome) {
    static const look looks[] = {
        [DV_PART_NOT_RUN] = {DV_MARK_DOT, DV_COLOR_TEXT_DIM, DV_COLOR_TEXT_DIM},
        [DV_PART_RUNNING] = {DV_MARK_ARROW, DV_COLOR_ACCENT, DV_COLOR_TEXT},
        [DV_PART_DONE] = {DV_MARK_CHECK, DV_COLOR_GOOD, DV_COLOR_GOOD},
        [DV_PART_FAILED] = {DV_MARK_CROSS, DV_COLOR_FAULT, DV_COLOR_TEXT},
        [DV_PART_PASSED_OVER] = {DV_MARK_DASH, DV_COLOR_TEXT_DIM, DV_COLOR_TEXT},
        [DV_PART_INHIBITED] = {DV_MARK_BARRED, DV_COLOR_TEXT_DIM, DV_COLOR_TEXT_DIM},
        [DV_PART_BROKEN] = {DV_MARK_WARNING, DV_COLOR_FAULT, DV_COLOR_FAULT},
    };
    return looks[outcome];
}

/// The range of all scores, for bars: from 0, or from the lowest score if that is negative.
typedef struct scale {
    double low, high;
} scale;

static scale scale_of(const dv_part_row *rows, uint32_t count) {
    scale s = {0, 0};
    for (uint32_t i = 0; i < count; i++) {
        s.low = rows[i].score < s.low ? rows[i].score : s.low;
        s.high = rows[i].score > s.high ? rows[i].score : s.high;
    }
    return s;
}

static float bar_of(double score, scale s) {
    double share = (score - s.low) / (s.high - s.low);
    return share > 0 ? (float)fmin(share, 1) : 0; // not a number if there is no score
}

static void show_row(dv_view *view, const dv_parts *parts, const dv_part_row *row, scale s) {
    char label[DV_PART_TEXT], outcome[DV_PART_TEXT], tip[3 * DV_PART_TEXT], value[DV_PART_TEXT];
    look l = look_of(row->outcome);
    dv_part_label(row, label);
    dv_part_outcome_text(parts, row, outcome);
    snprintf(tip, sizeof tip, "%s\n%s%s%s", label, outcome, *row->place ? "\n" : "", row->place);
    snprintf(value, sizeof value, "%s", row->note);
    dv_utf8_trim(value);
    if (!isnan(row->score))
        snprintf(value, sizeof value, "%.3g", row->score);
    dv_gui_part part = {.depth = row->depth,
                        .mark = l.mark,
                        .mark_color = l.mark_color,
                        .color = l.color,
                        .is_lit = row->outcome == DV_PART_RUNNING,
                        .label = label,
                        .value = value,
                        .bar = bar_of(row->score, s),
                        .tip = tip};
    if (dv_gui_part_row(&part) && *row->place)
        dv_request_command(&view->requests, "edit %s", row->place);
}

static bool is_under_way(const dv_part_row *row) {
    return row->outcome == DV_PART_RUNNING || row->outcome == DV_PART_BROKEN;
}

void dv_panels_show_parts(dv_view *view, dv_agent agent) {
    const dv_world *world = view->run->world;
    dv_part_row rows[DV_SHOWN_PARTS];
    char time[DV_PART_TEXT];
    dv_parts parts;
    uint32_t count =
        dv_scenario_list_parts(view->run->scenario, agent, &parts, rows, DV_SHOWN_PARTS);
    uint32_t shown = count < DV_SHOWN_PARTS ? count : DV_SHOWN_PARTS;
    if (count == 0 || !dv_gui_section(dv_parts_title(&parts), true))
        return;
    dv_parts_time(world, &parts, time);
    if (!parts.has_run || parts.tick + 1 < dv_world_tick(world))
        dv_gui_text(DV_COLOR_TEXT_DIM, time);
    bool may_fold = shown > MOST_UNFOLDED;
    if (may_fold)
        dv_gui_toggle("All parts", &view->panels.shows_all_parts);
    scale s = scale_of(rows, shown);
    uint32_t folded_at = UINT32_MAX; // the depth of a part whose own parts aren't shown
    for (uint32_t i = 0; i < shown; i++) {
        if (rows[i].depth > folded_at)
            continue;
        show_row(view, &parts, &rows[i], s);
        bool folds = may_fold && !view->panels.shows_all_parts && !is_under_way(&rows[i]);
        folded_at = folds ? rows[i].depth : UINT32_MAX;
    }
    if (shown < count)
        dv_gui_print(DV_COLOR_TEXT_DIM, "and %" PRIu32 " more", count - shown);
}
