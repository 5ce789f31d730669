// The scripts section of the panel: the last reload and its trial.
#include "player/window/panels.h"

#include "player/gui/palette.h"
#include "player/run/ghost.h"
#include "player/run/what_if.h"

#include <inttypes.h>
#include <math.h>

/// The latest printed lines that the section shows.
#define SHOWN_LINES 12
/// Things that are off.
#define SHOWN_OFF 8u

static void show_coverage(uint32_t color, dv_coverage coverage) {
    char text[DV_COVERAGE_TEXT];
    if (coverage.changed == 0)
        return;
    dv_coverage_text(coverage, text);
    dv_gui_text(color, text);
}

/// The trial of the last reload.
static void show_trial(const dv_run *run) {
    const dv_scenario *scenario = run->scenario;
    uint32_t count = dv_scenario_trial_count(scenario);
    if (count > 0) {
        uint64_t left = dv_scenario_trial_ticks_left(scenario, count - 1);
        if (left > 0)
            dv_gui_print(DV_COLOR_ACCENT, "on trial, %" PRIu64 " tick%s left", left,
                         left == 1 ? "" : "s");
        else
            dv_gui_text(DV_COLOR_ACCENT, "on trial until every changed function has run");
        show_coverage(DV_COLOR_ACCENT, dv_scenario_trial_coverage(scenario, count - 1));
    } else {
        dv_gui_text(DV_COLOR_TEXT_DIM, "its trial is over");
        if (run->trials.end.generation == run->reloads.last.generation)
            show_coverage(DV_COLOR_TEXT_DIM, run->trials.end.coverage);
    }
}

/// The color of good news; another one while agents are suspended.
static uint32_t good_color(const dv_run *run) {
    return dv_world_suspended_count(run->world) > 0 ? DV_COLOR_ACCENT : DV_COLOR_GOOD;
}

static void show_reload(dv_view *view) {
    const dv_run *run = view->run;
    const dv_reload_report *report = &run->reloads.last;
    if (report->outcome == DV_RELOAD_REFUSED) {
        dv_gui_text(DV_COLOR_FAULT, "refused: the old code keeps running");
        dv_panels_text(view, DV_COLOR_TEXT_DIM, report->message);
        return;
    }
    if (report->outcome == DV_RELOAD_ROLLED_BACK) {
        dv_gui_print(DV_COLOR_FAULT, "rolled back: reload %" PRIu32 " failed on trial,",
                     report->taken_back);
        dv_gui_print(DV_COLOR_FAULT, "all is as before, in generation %" PRIu32,
                     report->generation);
        dv_panels_text(view, DV_COLOR_TEXT_DIM, report->message);
        return;
    }
    if (report->outcome == DV_RELOAD_MENDED) {
        dv_gui_text(good_color(run), "accepted: the files match the running code again");
        return;
    }
    if (isfinite(run->reloads.latency))
        dv_gui_print(good_color(run), "accepted: generation %" PRIu32 " after %.0f ms",
                     report->generation, 1000 * run->reloads.latency);
    else
        dv_gui_print(good_color(run),
                     report->is_undo ? "accepted: generation %" PRIu32 ", an undo"
                                     : "accepted: generation %" PRIu32,
                     report->generation);
    show_trial(run);
    if (report->changed[0])
        dv_gui_row("changed", report->changed);
    if (report->functions[0])
        dv_gui_row("functions", report->functions);
    if (report->modules[0])
        dv_gui_row("reloaded", report->modules);
    char moved[DV_MOVED_TEXT];
    dv_moved_text(&report->moved, moved);
    if (*moved)
        dv_gui_print(DV_COLOR_TEXT_DIM, "%s", moved);
    if (report->revived)
        dv_gui_print(DV_COLOR_TEXT_DIM, "%" PRIu32 " agent%s revived", report->revived,
                     report->revived == 1 ? "" : "s");
    if (report->stays[0])
        dv_gui_wrapped(DV_COLOR_ACCENT, report->stays);
    if (report->kept_out[0])
        dv_gui_row("kept out", report->kept_out);
    if (report->defaults[0])
        dv_gui_wrapped(DV_COLOR_TEXT_DIM, report->defaults);
    if (report->message[0])
        dv_panels_text(view, DV_COLOR_ACCENT, report->message);
}

static void show_ghost(dv_view *view) {
    const dv_run *run = view->run;
    char text[DV_GHOST_TEXT];
    dv_panels_switch(view, "also run on under the old code", run->ghost.is_on, "ghost");
    if (!run->ghost.is_on)
        return;
    dv_ghost_text(&run->ghost, text);
    dv_gui_wrapped(run->ghost.has_diverged ? DV_COLOR_ACCENT : DV_COLOR_TEXT_DIM, text);
}

static void show_what_if(dv_view *view) {
    const dv_run *run = view->run;
    char text[DV_WHAT_IF_TEXT];
    dv_panels_switch(view, "while paused, show both futures", run->what_if != NULL, "what_if");
    if (!dv_what_if_paths(run))
        return;
    dv_what_if_text(run, view->shown.selected, text);
    dv_gui_wrapped(DV_COLOR_ACCENT, text);
}

/// What failed scripts have turned off.
static void show_off(dv_view *view) {
    const dv_run *run = view->run;
    dv_off offs[SHOWN_OFF];
    char text[DV_OFF_TEXT], shown[DV_MESSAGE_CAPACITY];
    uint32_t count = dv_scenario_list_off(run->scenario, offs, SHOWN_OFF);
    for (uint32_t i = 0; i < count && i < SHOWN_OFF; i++) {
        dv_off_text(&offs[i], text);
        dv_show_text(run->options->scenario, text, shown, sizeof shown);
        dv_panels_text(view, DV_COLOR_FAULT, shown);
    }
    if (count > SHOWN_OFF)
        dv_gui_print(DV_COLOR_FAULT, "and %" PRIu32 " more: the command status lists them",
                     count - SHOWN_OFF);
}

void dv_panels_show_scripts(dv_view *view) {
    const dv_run *run = view->run;
    if (!dv_gui_section("Scripts", true))
        return;
    dv_panels_button(view, "Reload", 0, 0.35f, false, "reload");
    dv_panels_button(view, "Undo", 0.35f, 0.27f, false, "undo");
    dv_panels_button(view, "Compare", 0.62f, 0.38f, view->panels.comparing, "comparison");
    dv_panels_switch(view, "watch the files", run->watching, "watch");
    show_ghost(view);
    show_what_if(view);
    show_off(view);
    if (run->reloads.count > 0)
        show_reload(view);
    else
        dv_gui_text(DV_COLOR_TEXT_DIM, "as loaded at the start");
    if (run->watch && dv_watch_unfinished(run->watch))
        dv_gui_text(DV_COLOR_ACCENT, "a file is still being written");
    dv_panels_show_printed(&run->console, SHOWN_LINES);
}
