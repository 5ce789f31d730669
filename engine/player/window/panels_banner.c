// The banner above the world: an error or, for a while, an accepted save or a file that was
// written.
#include "player/window/panels.h"

#include "player/gui/palette.h"
#include "player/terminal/messages.h"

#include "base/clock.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/// How long an accepted save is shown, s.
static const double shown_for = 6;

/// Failures that the banner shows besides the last.
#define MOST_OTHERS 3u
/// Things that are off among which the one of an error is looked for.
#define MOST_OFF 64u

static void print_suspended(uint32_t color, uint32_t count) {
    dv_gui_print(color, "%" PRIu32 " agent%s suspended", count, count == 1 ? " is" : "s are");
}

/// What is off for the error in the banner. The message of an agent names the agent, too, and that
/// of a mod what becomes of it.
static void show_what_is_off(const dv_scenario *scenario, const char *message) {
    dv_off offs[MOST_OFF];
    uint32_t count = dv_scenario_list_off(scenario, offs, MOST_OFF);
    for (uint32_t i = 0; i < count && i < MOST_OFF; i++) {
        if (!offs[i].why || strncmp(message, offs[i].why, strlen(offs[i].why)) != 0)
            continue;
        if (offs[i].what)
            dv_gui_print(DV_COLOR_ACCENT, "%s is off", offs[i].what);
        else
            print_suspended(DV_COLOR_ACCENT, offs[i].agents);
        return;
    }
    dv_gui_text(DV_COLOR_ACCENT, "A script failed");
}

/// How the error in the banner affects the run.
static void show_consequence(const dv_run *run, const char *message) {
    const dv_reload_report *report = &run->reloads.last;
    uint32_t suspended = dv_world_suspended_count(run->world);
    bool is_reload = run->reloads.count > 0 && strcmp(report->message, run->told.error) == 0;
    if (is_reload && report->outcome == DV_RELOAD_REFUSED)
        dv_gui_print(DV_COLOR_ACCENT, "%s refused: the old code keeps running", run->reloads.cause);
    else if (is_reload && report->outcome == DV_RELOAD_ROLLED_BACK)
        dv_gui_print(DV_COLOR_ACCENT,
                     "%s rolled back: reload %" PRIu32
                     " failed while it ran; world and code are back as they were",
                     run->reloads.cause, report->taken_back);
    else
        show_what_is_off(run->scenario, message);
    if (is_reload && suspended > 0)
        print_suspended(DV_COLOR_ACCENT, suspended);
}

/// What else failed since the last good reload, newest first.
static void show_others(dv_view *view, const char *message) {
    const dv_run *run = view->run;
    dv_reported_reason reason;
    char shown[DV_MESSAGE_CAPACITY];
    uint32_t others = 0;
    for (uint32_t back = 0; dv_scenario_recent_reason(run->scenario, back, &reason); back++) {
        if (strcmp(reason.message, message) == 0 || ++others > MOST_OTHERS)
            continue;
        dv_show_text(run->options->scenario, reason.message, shown, sizeof shown);
        dv_panels_text(view, DV_COLOR_TEXT, shown);
    }
    if (others > MOST_OTHERS)
        dv_gui_print(DV_COLOR_TEXT, "and %" PRIu32 " more: Scripts lists what is off",
                     others - MOST_OTHERS);
}

static void show_error(dv_view *view, const char *message) {
    const dv_run *run = view->run;
    char shown[DV_MESSAGE_CAPACITY];
    const char *line = dv_scenario_banner_line(run->scenario);
    show_consequence(run, message);
    dv_show_text(run->options->scenario, message, shown, sizeof shown);
    dv_panels_text(view, DV_COLOR_TEXT, shown);
    while (line && (*line == ' ' || *line == '\t'))
        line++;
    if (line && *line)
        dv_gui_code(DV_COLOR_ACCENT, line);
    uint32_t more = dv_scenario_further_count(run->scenario);
    if (more > 0)
        dv_gui_print(DV_COLOR_TEXT, "and %" PRIu32 " more: drover check lists them", more);
    show_others(view, message);
}

// Accepted saves

/// "in force after 24 ms, on screen after 41 ms"
static void print_times(const dv_run *run, char text[128]) {
    size_t used = 0;
    text[0] = '\0';
    if (isfinite(run->reloads.latency))
        used = (size_t)snprintf(text, 128, "in force %.0f ms after the save",
                                1e3 * run->reloads.latency);
    if (isfinite(run->reloads.shown))
        snprintf(text + used, 128 - used, ", on screen after %.0f ms", 1e3 * run->reloads.shown);
}

/// How the save affects the agents: "12 agents behave differently now".
static void print_behavior(const dv_run *run, char text[96]) {
    const dv_program *program = dv_world_program(run->world);
    uint32_t count = 0;
    bool has_changed = false;
    for (uint32_t kind = 0; kind < dv_program_kind_count(program); kind++) {
        for (uint32_t state = 0; state < dv_program_state_count(program, kind); state++) {
            if (!dv_reload_changed(&run->reloads.last, kind, state))
                continue;
            has_changed = true;
            count += dv_world_count(run->world, dv_one_kind(kind), (int32_t)state);
        }
    }
    if (count > 0)
        snprintf(text, 96, "%" PRIu32 " agent%s differently now", count,
                 count == 1 ? " behaves" : "s behave");
    else
        snprintf(text, 96,
                 has_changed ? "no agent is in a state that changed" : "no behavior changed");
}

static void show_changes(const dv_run *run) {
    const dv_reload_report *report = &run->reloads.last;
    char times[128], behavior[96];
    print_times(run, times);
    print_behavior(run, behavior);
    if (*times)
        dv_gui_text(DV_COLOR_TEXT, times);
    if (*report->functions) {
        char functions[sizeof report->functions + 32];
        snprintf(functions, sizeof functions, "functions: %s", report->functions);
        dv_gui_wrapped(DV_COLOR_TEXT, functions);
    }
    dv_gui_text(DV_COLOR_TEXT, behavior);
}

/// Whether the run has lately said that something runs away.
static bool is_noted_lately(const dv_run *run) {
    return *run->note.text && dv_now() < run->note.time + shown_for;
}

static void show_note(dv_view *view) {
    dv_gui_text(DV_COLOR_ACCENT, view->run->note.text);
    dv_panels_button(view, "Go back", 0, 0.2f, false, "rewind 1");
}

static void show_accepted(const dv_run *run) {
    const dv_reload_report *report = &run->reloads.last;
    uint32_t suspended = dv_world_suspended_count(run->world);
    uint32_t color = suspended > 0 ? DV_COLOR_ACCENT : DV_COLOR_GOOD;
    if (report->outcome == DV_RELOAD_MENDED)
        dv_gui_text(color, "Save accepted: the files match the running code again");
    else
        dv_gui_print(color, "%s accepted: %s", run->reloads.cause, report->changed);
    if (suspended > 0)
        print_suspended(DV_COLOR_FAULT, suspended);
    if (report->outcome == DV_RELOAD_SWAPPED)
        show_changes(run);
}

void dv_panels_say_written(dv_panels *panels, const char *text) {
    snprintf(panels->written, sizeof panels->written, "%.1000s", text);
    panels->written_at = dv_now();
}

static bool is_written_lately(const dv_panels *panels) {
    return *panels->written && dv_now() < panels->written_at + shown_for;
}

static bool is_accepted_lately(const dv_run *run) {
    dv_reload_outcome outcome = run->reloads.last.outcome;
    return run->reloads.count > 0 && dv_now() < run->reloads.time + shown_for &&
           (outcome == DV_RELOAD_SWAPPED || outcome == DV_RELOAD_MENDED);
}

void dv_panels_show_banner(dv_view *view, float left, float width) {
    const dv_run *run = view->run;
    const char *message = dv_scenario_banner(run->scenario);
    view->panels.banner_height = 0;
    bool is_noted = !message && is_noted_lately(run), is_accepted = is_accepted_lately(run);
    bool is_written = is_written_lately(&view->panels);
    if (!message && !is_noted && !is_accepted && !is_written)
        return;
    bool is_good = !message && !is_noted && dv_world_suspended_count(run->world) == 0;
    dv_gui_panel_begin("banner", left, 0, width, 0,
                       is_good ? DV_COLOR_BANNER_GOOD : DV_COLOR_BANNER);
    if (message)
        show_error(view, message);
    else if (is_noted)
        show_note(view);
    else if (is_accepted)
        show_accepted(run);
    if (is_written)
        dv_gui_wrapped(is_good ? DV_COLOR_GOOD : DV_COLOR_TEXT, view->panels.written);
    view->panels.banner_height = dv_gui_panel_height();
    dv_gui_panel_end();
}
