#include "player/window/page_control.h"

#include "player/run/control.h"
#include "player/terminal/messages.h"
#include "player/window/widget_command.h"

#include <math.h>

/// No other command comes here: they need a world.
static void obey(void *context, dv_window_command command, const char *name, dv_answer *to) {
    const dv_page_control *control = context;
    (void)command;
    dv_widget_ask(control->screen->gui, name, control->frames, to);
}

static void find_widget(void *context, dv_answer *to) {
    const dv_page_control *control = context;
    char name[DV_LONGEST_COMMAND + 1];
    if (dv_widget_is_due(control->screen->window, control->frames, to, name))
        dv_widget_answer(dv_gui_widgets(control->screen->gui), name, "", to);
}

static dv_agent selected(const void *context) {
    (void)context;
    return (dv_agent){0};
}

void dv_page_control_open(dv_page_control *control, dv_screen *screen, const char *path) {
    dv_error error;
    *control = (dv_page_control){.screen = screen};
    control->window = (dv_command_window){control, obey, find_widget, selected, NULL};
    control->run.options = &control->options;
    control->run.commands.window = &control->window;
    if (path && !(control->control = dv_control_open(path, &error)))
        dv_say(NULL, "drover: %s", error.message);
}

bool dv_page_control_serve(dv_page_control *control) {
    dv_control_serve(control->control, &control->run, (double)INFINITY);
    control->frames++;
    return true;
}

void dv_page_control_close(dv_page_control *control) {
    dv_control_close(control->control, &control->run);
}
