#include "player/run/command.h"

#include "base/clock.h"
#include "base/names.h"
#include "player/run/command_table.h"
#include "player/run/compare.h"
#include "player/run/what_if.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define MOST_COMMANDS 64

// Beginning

static void refuse_unknown(const char *name, dv_answer *to) {
    const char *names[MOST_COMMANDS];
    uint32_t count = 0;
    for (; count < dv_commands_count && count < MOST_COMMANDS; count++)
        names[count] = dv_commands_known[count].name;
    const char *nearest = dv_nearest_name(name, names, count);
    dv_answer_refuse(to, "no command '%.80s'%s%s%s; help lists them", name, nearest ? " (" : "",
                     nearest ? nearest : "", nearest ? "?)" : "");
}

static void obey(dv_run *run, const dv_run_command *command, const char *value, dv_answer *to) {
    const dv_command_window *window = run->commands.window;
    if (*value && !command->takes)
        dv_answer_refuse(to, "%s takes no argument, not '%.80s'", command->name, value);
    else if (!run->world && command->of_window != DV_WINDOW_widget)
        dv_answer_refuse(to, "%s needs a scenario that runs", command->name);
    else if (command->obey)
        command->obey(run, value, to);
    else if (window)
        window->obey(window->window, command->of_window, value, to);
    else
        dv_answer_refuse(to, "%s needs a window, and this run has none", command->name);
}

void dv_command_begin(dv_run *run, char *line, dv_answer *to) {
    line += strspn(line, " \t");
    size_t length = strlen(line);
    while (length > 0 && strchr(" \t\r", line[length - 1]))
        line[--length] = '\0';
    if (length == 0)
        return;
    char *value = line + strcspn(line, " \t");
    if (*value) {
        *value++ = '\0';
        value += strspn(value, " \t");
    }
    const dv_run_command *command = dv_command_named(line);
    if (command)
        obey(run, command, value, to);
    else
        refuse_unknown(line, to);
}

dv_wish dv_command_wish(const char *line) {
    static const char *const pauses[] = {"pause", "play", "back", "rewind", "undo", "restart"};
    line += strspn(line, " \t");
    size_t length = strcspn(line, " \t\r\n");
    if (length == strlen("quit") && strncmp(line, "quit", length) == 0)
        return DV_WISH_END;
    for (size_t i = 0; i < sizeof pauses / sizeof *pauses; i++)
        if (length == strlen(pauses[i]) && strncmp(line, pauses[i], length) == 0)
            return DV_WISH_PAUSE;
    return DV_WISH_NONE;
}

// Continuing

static void go_on_stepping(dv_run *run, double seconds, dv_answer *to) {
    double deadline = dv_now() + seconds;
    run->paused = true;
    while (to->steps > 0 && !dv_run_over(run)) {
        dv_run_step(run);
        to->steps--;
        if (dv_now() >= deadline)
            return;
    }
    to->work = DV_WORK_IS_DONE;
    dv_answer_say(to, "paused at tick %" PRIu64, dv_world_tick(run->world));
}

static void go_on_rewinding(dv_run *run, double seconds, dv_answer *to) {
    uint64_t at, leads_to;
    dv_error error;
    dv_result result = isinf(seconds) ? dv_run_finish_rewind(run, &error)
                                      : dv_run_go_on_rewinding(run, seconds, &error);
    if (result == DV_OK && dv_run_rewinding(run, &at, &leads_to))
        return;
    if (result != DV_OK)
        dv_answer_refuse(to, "%s", error.message);
    else if (run->rewind_count == to->rewinds) // the window gave it up, and says why
        dv_answer_refuse(to, "the rewind was canceled");
    else
        dv_answer_say(
            to, to->work == DV_WORK_BACK ? "paused at tick %" PRIu64 : "rewound to tick %" PRIu64,
            dv_world_tick(run->world));
    to->work = DV_WORK_IS_DONE;
}

static void go_on_comparing(dv_run *run, double seconds, dv_answer *to) {
    double deadline = dv_now() + seconds;
    while (!dv_run_interrupted() && dv_compare_tick(&to->comparison))
        if (dv_now() >= deadline)
            return;
    to->table = dv_compare_table(&to->comparison, run->options->scenario);
    if (to->table)
        dv_answer_say(to, "compared %" PRIu64 " tick%s from tick %" PRIu64, to->comparison.done,
                      to->comparison.done == 1 ? "" : "s", to->comparison.first_tick);
    else
        dv_answer_refuse(to, "cannot compare: out of memory");
    dv_command_drop(run, to);
}

static void go_on_looking_ahead(dv_run *run, double seconds, dv_answer *to) {
    const dv_command_window *window = run->commands.window;
    char text[DV_WHAT_IF_TEXT];
    if (dv_what_if_continue(run, seconds))
        return;
    dv_what_if_text(run, window ? window->selected(window->window) : dv_run_selected(run), text);
    dv_answer_say(to, "what if: %s", text);
    to->work = DV_WORK_IS_DONE;
}

bool dv_command_go_on(dv_run *run, double seconds, dv_answer *to) {
    switch (to->work) {
    case DV_WORK_IS_DONE:
        break;
    case DV_WORK_STEPS:
        go_on_stepping(run, seconds, to);
        break;
    case DV_WORK_REWIND:
    case DV_WORK_BACK:
        go_on_rewinding(run, seconds, to);
        break;
    case DV_WORK_COMPARISON:
        go_on_comparing(run, seconds, to);
        break;
    case DV_WORK_WHAT_IF:
        go_on_looking_ahead(run, seconds, to);
        break;
    case DV_WORK_WIDGET:
        run->commands.window->find_widget(run->commands.window->window, to);
        break;
    }
    return to->work != DV_WORK_IS_DONE;
}

void dv_command_drop(dv_run *run, dv_answer *to) {
    if (to->work == DV_WORK_REWIND || to->work == DV_WORK_BACK)
        dv_run_cancel_rewind(run);
    if (to->work == DV_WORK_COMPARISON)
        dv_compare_free(&to->comparison);
    to->work = DV_WORK_IS_DONE;
}

void dv_command_execute(dv_run *run, char *line, dv_answer *to) {
    dv_command_begin(run, line, to);
    while (dv_command_go_on(run, (double)INFINITY, to))
        continue;
}
