// Further mistakes of code that failed to load; see further.h.
//
// Loading stops at the first error. Only then are the files loaded a second time, which continues
// after each mistake (sandbox/mistakes.h): through the modules, the program that they make, and the
// checks of their sources. Loading itself does not depend on any of this.
#include "reload/further.h"

#include "calls/failures.h"
#include "check/check.h"
#include "modules/modules.h"
#include "reload/generation.h"
#include "scenario_data.h"
#include "warnings.h"

#include "base/result.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/// The most messages that are kept, with the first one.
#define MOST 20
/// The most seconds that loading for the messages alone may take.
#define SECONDS 5.0

typedef struct search {
    dv_scenario *scenario;
    dv_error first;
    size_t used;
    uint32_t left_out;
} search;

/// Whether a text is a line of the list, or the message that is known.
static bool is_known(const search *s, const char *message) {
    size_t length = strlen(message);
    const char *line = s->scenario->further;
    if (strcmp(message, s->first.message) == 0)
        return true;
    for (; (line = strstr(line, message)); line++)
        if ((line == s->scenario->further || line[-1] == '\n') && line[length] == '\n')
            return true;
    return false;
}

static void add(search *s, const char *message) {
    dv_scenario *scenario = s->scenario;
    size_t room = sizeof scenario->further - s->used;
    if (is_known(s, message))
        return;
    scenario->further_count++;
    if (s->left_out > 0 || scenario->further_count >= MOST || strlen(message) + 32 > room)
        s->left_out++;
    else
        s->used += (size_t)snprintf(scenario->further + s->used, room, "%s\n", message);
}

static void note(void *context, const char *message) {
    search *s = context;
    dv_error error;
    snprintf(error.message, sizeof error.message, "%s", message);
    dv_modules_improve_place(s->scenario->modules, &error);
    add(s, error.message);
}

static void note_warning(void *context, const char *message) { add(context, message); }

static void print_nothing(void *context, const char *line) {
    (void)context;
    (void)line;
}

static bool is_stopped(const dv_scenario *scenario) {
    return dv_sandbox_stopped(scenario->sandbox) != DV_STOP_NONE;
}

/// Build a program of what was loaded, whose entry module's value is at the top of the stack, and
/// check it and the sources.
static void check_program(search *s, dv_mistake_listener *listener) {
    dv_scenario *scenario = s->scenario;
    dv_generation *former = scenario->generation;
    dv_error error;
    dv_generation *found = dv_generation_create(scenario, &error);
    if (!found) {
        dv_note_mistake(listener, error.message);
        return;
    }
    scenario->generation = found;
    // What these find about names depends on all definitions.
    if (!listener->has_lost)
        dv_check_scripts(scenario, &error);
    scenario->generation = former;
    dv_generation_destroy(scenario, found);
}

void dv_find_further(dv_scenario *scenario, const char *first) {
    search s = {.scenario = scenario};
    dv_error error;
    dv_clear_further(scenario);
    if (is_stopped(scenario))
        return;
    snprintf(s.first.message, sizeof s.first.message, "%s", first);
    dv_scenario_options options = scenario->options;
    scenario->options.print = print_nothing;
    scenario->options.warn = note_warning;
    scenario->options.warn_context = &s;
    char traceback[sizeof scenario->traceback];
    memcpy(traceback, scenario->traceback, sizeof traceback);
    dv_mistake_listener listener = {.note = note, .context = &s};
    double seconds = scenario->load_seconds < SECONDS ? scenario->load_seconds : SECONDS;
    scenario->activity = DV_LOADING;
    dv_begin_loading(scenario);
    if (dv_modules_begin_list(scenario->modules, seconds, &listener, &error) == DV_OK) {
        if (dv_is_placeholder(scenario->state, -1))
            lua_pop(scenario->state, 1);
        else
            check_program(&s, &listener);
    } else if (!is_stopped(scenario)) {
        dv_note_mistake(&listener, error.message);
    }
    dv_modules_end_list(scenario->modules);
    scenario->activity = DV_IDLE;
    scenario->options = options;
    memcpy(scenario->traceback, traceback, sizeof traceback);
    if (s.left_out > 0)
        snprintf(scenario->further + s.used, sizeof scenario->further - s.used,
                 "and %" PRIu32 " more\n", s.left_out);
}
