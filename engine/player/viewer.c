// The window from the program's start to its end; see viewer.h.
#include "player/viewer.h"

#include "player/error_page.h"
#include "player/messages.h"
#include "player/run.h"
#include "player/window.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define BAD_USAGE 2

static int drive(dv_run *run, dv_screen *screen) {
    const char *scenario = run->options->scenario;
    char name[240], title[256];
    dv_error error;
    int status = 0;
    dv_scenario_name(dv_scenario_title(run->scenario), dv_scenario_folder(run->scenario), name,
                     sizeof name);
    snprintf(title, sizeof title, "%s - Drover", name);
    dv_result result = dv_screen_open(screen, title, &error);
    if (result == DV_OK) {
        status = dv_window_run(run, screen);
    } else {
        dv_say(NULL, "drover: %s; to run without one type drover run --headless %s", error.message,
               scenario);
        status = result == DV_ERROR_ARGUMENT ? BAD_USAGE : 1;
    }
    int closed = dv_run_close(run);
    return status ? status : closed;
}

/// Whether to keep the window open for a scenario that does not start. A run that was given its end
/// is a script's, which waits for its status.
static bool is_page_due(const dv_options *options, const dv_mending *mending, bool by_script) {
    bool has_end = options->ticks != DV_NO_LIMIT || !isnan(options->seconds);
    bool can_be_mended = by_script || !mending->was_there;
    return options->watch && !has_end && can_be_mended && !dv_run_interrupted();
}

/// True when it is to be tried again.
static bool show_failure(dv_screen *screen, dv_mending *mending, const char *message,
                         const char *traceback) {
    char title[256], shown[DV_ERROR_CAPACITY];
    dv_error error;
    dv_show_text(NULL, mending->scenario, shown, sizeof shown);
    snprintf(title, sizeof title, "%.200s - Drover", shown);
    return dv_screen_open(screen, title, &error) == DV_OK &&
           dv_error_page_show(screen, mending, message, traceback);
}

int dv_viewer_run(const dv_options *options) {
    dv_screen screen = {.window = NULL};
    char told[DV_ERROR_CAPACITY] = "";
    int status = 1;
    bool again = true;
    dv_run_heed_signals();
    while (again) {
        dv_run run;
        dv_mending mending;
        dv_error error;
        dv_mending_begin(&mending, options);
        dv_result result = dv_run_open(&run, options, &error);
        if (result == DV_OK) {
            dv_mending_end(&mending);
            status = drive(&run, &screen);
            break;
        }
        bool by_script = result == DV_ERROR_SCRIPT;
        const char *traceback = by_script ? dv_scenario_open_traceback() : "";
        if (strcmp(told, error.message) != 0)
            dv_run_print_error(options->scenario, error.message, traceback);
        snprintf(told, sizeof told, "%s", error.message);
        status = result == DV_ERROR_ARGUMENT ? BAD_USAGE : 1;
        again = is_page_due(options, &mending, by_script) &&
                show_failure(&screen, &mending, error.message, traceback);
        dv_mending_end(&mending);
    }
    dv_screen_close(&screen);
    return status;
}
