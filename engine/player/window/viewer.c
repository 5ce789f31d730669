// The program in a window; see viewer.h.
#include "player/window/viewer.h"

#include "player/options/command_line.h"
#include "player/run/run.h"
#include "player/terminal/messages.h"
#include "player/window/error_page.h"
#include "player/window/kept.h"
#include "player/window/start_page.h"
#include "player/window/window.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BAD_USAGE 2

/// Runs with a fixed end are started by scripts, which wait for the exit status.
static bool has_end(const dv_options *options) {
    return options->ticks != DV_NO_LIMIT || !isnan(options->seconds);
}

/// Add the run to the start page's recent scenarios. True if its picture is kept, at `picture`.
static bool keep_as_recent(dv_run *run, char picture[PATH_MAX]) {
    const char *scenario = run->options->scenario;
    if (has_end(run->options))
        return false;
    dv_recent_add(scenario, dv_scenario_title(run->scenario));
    return dv_recent_picture(scenario, picture);
}

/// Make the window open as the last session left it.
static void open_as_kept(dv_screen *screen, const dv_kept *kept) {
    if (screen->window)
        return;
    screen->sizes.now = kept->size;
    screen->sections = kept->sections;
}

/// Read what is kept for a run that people look at. Runs that scripts start, or that write
/// pictures, must not depend on what people have arranged: for these, nothing is read or written,
/// and this is false.
static bool read_kept(const dv_options *options, dv_screen *screen, dv_kept *kept) {
    if (has_end(options) || options->screenshot || options->frames)
        return false;
    dv_kept_read(kept, options->scenario);
    open_as_kept(screen, kept);
    return true;
}

/// Run in the open window. Keep what people arrange if `keeps`.
static int show_run(dv_run *run, dv_screen *screen, bool keeps, dv_kept *kept) {
    char picture[PATH_MAX];
    bool is_recent = keep_as_recent(run, picture);
    int status = dv_window_run(run, screen, is_recent ? picture : NULL, keeps ? kept : NULL);
    if (keeps)
        dv_kept_write(kept);
    return status;
}

static int drive_window(dv_run *run, dv_screen *screen) {
    const char *scenario = run->options->scenario;
    char name[240], title[256];
    dv_error error;
    int status = 0;
    dv_kept kept;
    bool keeps = read_kept(run->options, screen, &kept);
    dv_scenario_name(dv_scenario_title(run->scenario), dv_scenario_folder(run->scenario), name,
                     sizeof name);
    snprintf(title, sizeof title, "%s - Drover", name);
    dv_result result = dv_screen_open(screen, title, &run->options->view, &error);
    if (result == DV_OK) {
        status = show_run(run, screen, keeps, &kept);
    } else {
        dv_say(NULL, "drover: %s; to run without one type drover run --headless %s", error.message,
               scenario);
        status = result == DV_ERROR_ARGUMENT ? BAD_USAGE : 1;
    }
    int closed = dv_run_close(run);
    return status ? status : closed;
}

/// Whether to keep the window open for a scenario that doesn't start.
static bool is_page_due(const dv_options *options, const dv_retry *retry, bool by_script) {
    bool can_be_fixed = by_script || !retry->was_there;
    return options->watch && !has_end(options) && can_be_fixed && !dv_run_interrupted();
}

/// True if it should be tried again.
static bool show_failure(dv_screen *screen, const dv_options *options, dv_retry *retry,
                         const char *message, const char *traceback) {
    char title[256], shown[DV_ERROR_CAPACITY];
    dv_kept kept;
    dv_error error;
    read_kept(options, screen, &kept);
    dv_show_text(NULL, retry->scenario, shown, sizeof shown);
    snprintf(title, sizeof title, "%.200s - Drover", shown);
    return dv_screen_open(screen, title, &options->view, &error) == DV_OK &&
           dv_error_page_show(screen, retry, options->control, message, traceback);
}

static int run_until_closed(const dv_options *options, dv_screen *screen) {
    char last_message[DV_ERROR_CAPACITY] = "";
    int status = 1;
    bool again = true;
    while (again) {
        dv_run run;
        dv_retry retry;
        dv_error error;
        dv_retry_begin(&retry, options);
        dv_result result = dv_run_open(&run, options, &error);
        if (result == DV_OK) {
            dv_retry_end(&retry);
            return drive_window(&run, screen);
        }
        bool by_script = result == DV_ERROR_SCRIPT;
        const char *traceback = by_script ? dv_scenario_open_traceback() : "";
        bool is_new = strcmp(last_message, error.message) != 0;
        if (is_new && by_script)
            dv_run_print_load_error(options->scenario, error.message);
        else if (is_new)
            dv_run_print_error(options->scenario, error.message, "");
        snprintf(last_message, sizeof last_message, "%s", error.message);
        status = result == DV_ERROR_ARGUMENT ? BAD_USAGE : 1;
        again = is_page_due(options, &retry, by_script) &&
                show_failure(screen, options, &retry, error.message, traceback);
        dv_retry_end(&retry);
    }
    return status;
}

int dv_viewer_run(const dv_options *options) {
    dv_screen screen = {.window = NULL};
    dv_run_heed_signals();
    int status = run_until_closed(options, &screen);
    dv_screen_close(&screen);
    return status;
}

// From the start page

/// The control socket of the start page and of the run that is chosen there, which take no options:
/// NULL if nobody asks for one.
static char *control_path(void) { return getenv("DROVER_CONTROL"); }

/// Run a scenario as if it had been named on the command line.
static int run_named(const dv_subcommand *const *known, char *scenario, dv_screen *screen) {
    char command[] = "run", option[] = "--control";
    char *arguments[] = {command, command, scenario, option, control_path()};
    dv_options options;
    dv_error error;
    int status = 1;
    if (dv_options_read(known, control_path() ? 5 : 3, arguments, &options, &error) == DV_OK)
        status = run_until_closed(&options, screen);
    else
        fprintf(stderr, "drover: %s\n", error.message);
    dv_options_free(&options);
    return status;
}

static int show_start_page(const dv_subcommand *const *known, dv_screen *screen) {
    dv_scenario_choice choice;
    dv_error error;
    char path[PATH_MAX];
    if (dv_scenario_choice_fill(&choice, &error) != DV_OK) {
        fprintf(stderr, "drover: %s\n", error.message);
        return 1;
    }
    bool is_chosen = dv_start_page_show(screen, &choice, control_path(), path);
    dv_scenario_choice_free(&choice);
    return is_chosen ? run_named(known, path, screen) : 0;
}

int dv_viewer_start(const dv_subcommand *const *known) {
    dv_screen screen = {.window = NULL};
    dv_kept kept;
    dv_error error;
    dv_run_heed_signals();
    dv_kept_read(&kept, NULL);
    open_as_kept(&screen, &kept);
    if (dv_screen_open(&screen, "Drover", NULL, &error) != DV_OK)
        return dv_start_print(known);
    int status = show_start_page(known, &screen);
    dv_screen_close(&screen);
    return status;
}
