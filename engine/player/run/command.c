#include "player/run/command.h"

#include "base/clock.h"
#include "base/names.h"
#include "player/run/compare.h"
#include "player/run/ghost.h"
#include "player/run/run_mods.h"
#include "player/run/run_private.h"
#include "player/run/why.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double default_rewind = 10;
#define MAX_STEPS UINT64_C(1000000000)
#define COUNT(array) (sizeof(array) / sizeof *(array))

// Answers

static void answer_request(dv_answer *to, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void refuse_request(dv_answer *to, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void answer_request(dv_answer *to, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(to->text, sizeof to->text, format, arguments);
    va_end(arguments);
}

static void refuse_request(dv_answer *to, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(to->text, sizeof to->text, format, arguments);
    va_end(arguments);
    to->failed = true;
}

// Values

static bool read_count(const char *text, uint64_t fallback, uint64_t *count) {
    char *end;
    *count = fallback;
    if (!*text)
        return true;
    if (strspn(text, "0123456789") != strlen(text))
        return false;
    errno = 0;
    *count = strtoull(text, &end, 10);
    return errno == 0 && *count > 0 && *count <= MAX_STEPS;
}

static bool read_seconds(const char *text, double fallback, double *seconds) {
    char *end;
    *seconds = fallback;
    if (!*text)
        return true;
    if (strspn(text, "0123456789.") != strlen(text))
        return false;
    *seconds = strtod(text, &end);
    return !*end && isfinite(*seconds);
}

// Commands: `value` is what follows the name, or "".

/// dv_run_reload and the like have already printed what they accepted or refused.
static void answer_outcome(dv_answer *to, const dv_run *run, const char *command,
                           dv_reload_outcome outcome) {
    to->is_printed = outcome != DV_RELOAD_UNCHANGED;
    to->failed = outcome == DV_RELOAD_REFUSED;
    if (to->is_printed)
        dv_run_reload_text(run, to->text);
    else
        answer_request(to, "%s: %s", command, run->no_reload);
}

static void obey_reload(dv_run *run, const char *value, dv_answer *to) {
    (void)value;
    answer_outcome(to, run, "reload", dv_run_reload(run));
}

static void obey_reload_again(dv_run *run, const char *value, dv_answer *to) {
    (void)value;
    answer_outcome(to, run, "reload!", dv_run_reload_again(run));
}

static void obey_undo(dv_run *run, const char *value, dv_answer *to) {
    (void)value;
    dv_reload_outcome outcome = dv_run_undo(run);
    answer_outcome(to, run, "undo", outcome);
    to->failed |= outcome == DV_RELOAD_UNCHANGED;
}

static void obey_pause(dv_run *run, const char *value, dv_answer *to) {
    (void)value;
    run->paused = true;
    answer_request(to, "paused at tick %" PRIu64, dv_world_tick(run->world));
}

static void obey_resume(dv_run *run, const char *value, dv_answer *to) {
    (void)value;
    run->paused = false;
    answer_request(to, "resumed at tick %" PRIu64, dv_world_tick(run->world));
}

static void obey_step(dv_run *run, const char *value, dv_answer *to) {
    uint64_t count;
    if (!read_count(value, 1, &count)) {
        refuse_request(to, "step takes a whole number from 1 to %" PRIu64 ", not '%s'", MAX_STEPS,
                       value);
        return;
    }
    run->paused = true;
    to->work = DV_WORK_STEPS;
    to->steps = count;
}

static void obey_status(dv_run *run, const char *value, dv_answer *to) {
    (void)value;
    char time[DV_NUMBER_TEXT], speed[DV_NUMBER_TEXT] = "max";
    const char *error = dv_scenario_banner(run->scenario);
    dv_double_text(dv_world_time(run->world), time);
    if (!isinf(run->speed))
        dv_double_text(run->speed, speed);
    answer_request(to,
                   "tick %" PRIu64 " time %s agents %" PRIu32 " suspended %" PRIu32
                   " generation %" PRIu32 " paused %s watching %s speed %s%s%s",
                   dv_world_tick(run->world), time, dv_world_agent_count(run->world),
                   dv_world_suspended_count(run->world), dv_scenario_generation(run->scenario),
                   run->paused ? "yes" : "no", run->watching ? "yes" : "no", speed,
                   error ? " error " : "", error ? error : "");
}

static void begin_rewind(const dv_run *run, dv_work work, dv_answer *to) {
    to->work = work;
    to->rewinds = run->rewind_count;
}

static void obey_rewind(dv_run *run, const char *value, dv_answer *to) {
    double seconds;
    dv_error error;
    if (!read_seconds(value, default_rewind, &seconds))
        refuse_request(to, "rewind takes a number of seconds, not '%s'", value);
    else if (dv_run_begin_rewind_by(run, seconds, &error) != DV_OK)
        refuse_request(to, "%s", error.message);
    else
        begin_rewind(run, DV_WORK_REWIND, to);
}

static void obey_back(dv_run *run, const char *value, dv_answer *to) {
    uint64_t count, tick = dv_world_tick(run->world);
    dv_error error;
    if (!read_count(value, 1, &count)) {
        refuse_request(to, "back takes a whole number of ticks from 1 to %" PRIu64 ", not '%s'",
                       MAX_STEPS, value);
        return;
    }
    run->paused = true;
    if (dv_run_begin_rewind(run, count < tick ? tick - count : 0, &error) != DV_OK)
        refuse_request(to, "%s", error.message);
    else
        begin_rewind(run, DV_WORK_BACK, to);
}

static void obey_compare(dv_run *run, const char *value, dv_answer *to) {
    uint64_t ticks;
    dv_error error;
    if (!read_count(value, DV_COMPARE_TICKS, &ticks))
        refuse_request(to, "compare takes a whole number of ticks from 1 to %" PRIu64 ", not '%s'",
                       MAX_STEPS, value);
    else if (dv_compare_begin(&to->comparison, run, ticks, &error) != DV_OK)
        refuse_request(to, "%s", error.message);
    else
        to->work = DV_WORK_COMPARISON;
}

static void obey_set(dv_run *run, const char *value, dv_answer *to) {
    char name[DV_LONGEST_COMMAND + 1];
    size_t length = strcspn(value, "=");
    dv_error error;
    if (length == 0 || !value[length]) {
        refuse_request(to, "set takes NAME=VALUE, not '%s'", value);
        return;
    }
    snprintf(name, sizeof name, "%.*s", (int)length, value);
    if (dv_run_set(run, name, value + length + 1, &error) != DV_OK)
        refuse_request(to, "%s", error.message);
    else
        answer_request(to, "%s is %s", name, value + length + 1);
}

static void obey_watch(dv_run *run, const char *value, dv_answer *to) {
    bool on = strcmp(value, "on") == 0;
    if (!on && strcmp(value, "off") != 0) {
        refuse_request(to, "watch takes on or off, not '%s'", value);
        return;
    }
    run->watching = on;
    answer_request(to, on ? "watching the files" : "not watching the files");
}

static void obey_ghost(dv_run *run, const char *value, dv_answer *to) {
    char text[DV_GHOST_TEXT];
    bool on = strcmp(value, "on") == 0;
    if (!on && strcmp(value, "off") != 0) {
        refuse_request(to, "ghost takes on or off, not '%s'", value);
        return;
    }
    dv_ghost_turn(run, on, text);
    answer_request(to, "ghost: %s", text);
}

static void obey_mods(dv_run *run, const char *value, dv_answer *to) {
    dv_listed_mods mods = {0};
    (void)value;
    dv_run_list_mods(run, &mods);
    answer_request(to, mods.count ? "mods:" : "there are no mods");
    for (uint32_t i = 0; i < mods.count; i++) {
        const dv_listed_mod *mod = &mods.items[i];
        size_t used = strlen(to->text);
        snprintf(to->text + used, sizeof to->text - used, "%s %s %s", i > 0 ? "," : "", mod->name,
                 mod->is_suspended ? "suspended"
                 : mod->is_on      ? "on"
                                   : "off");
    }
    dv_listed_mods_free(&mods);
}

static void obey_mod(dv_run *run, const char *value, dv_answer *to) {
    size_t length = strcspn(value, " \t");
    const char *name = value + length + strspn(value + length, " \t");
    bool is_on = length == 2 && strncmp(value, "on", length) == 0;
    bool is_off = length == 3 && strncmp(value, "off", length) == 0;
    if ((!is_on && !is_off) || !*name) {
        refuse_request(to, "mod takes on or off and a name, as in mod on winter, not '%.80s'",
                       value);
        return;
    }
    dv_reload_outcome outcome = dv_run_switch_mod(run, name, is_on);
    answer_outcome(to, run, "mod", outcome);
    to->failed |= outcome == DV_RELOAD_UNCHANGED;
}

static void obey_why(dv_run *run, const char *value, dv_answer *to) {
    char text[DV_WHY_TEXT];
    bool is_known = dv_why(run, value, text);
    if (is_known)
        answer_request(to, "%s", text);
    else
        refuse_request(to, "%s", text);
}

static void obey_quit(dv_run *run, const char *value, dv_answer *to) {
    (void)value;
    dv_run_stop(run);
    answer_request(to, "ending at tick %" PRIu64, dv_world_tick(run->world));
}

static void obey_help(dv_run *run, const char *value, dv_answer *to);

static const struct command {
    const char *name;
    const char *takes; ///< arguments for `help`; NULL: none
    void (*obey)(dv_run *run, const char *value, dv_answer *to);
} commands_known[] = {
    {"reload", NULL, obey_reload},    {"reload!", NULL, obey_reload_again},
    {"undo", NULL, obey_undo},        {"pause", NULL, obey_pause},
    {"resume", NULL, obey_resume},    {"step", "[N]", obey_step},
    {"status", NULL, obey_status},    {"rewind", "[SECONDS]", obey_rewind},
    {"back", "[N]", obey_back},       {"compare", "[TICKS]", obey_compare},
    {"set", "NAME=VALUE", obey_set},  {"watch", "on|off", obey_watch},
    {"ghost", "on|off", obey_ghost},  {"mods", NULL, obey_mods},
    {"mod", "on|off NAME", obey_mod}, {"why", "AGENT", obey_why},
    {"quit", NULL, obey_quit},        {"help", NULL, obey_help},
};

static void obey_help(dv_run *run, const char *value, dv_answer *to) {
    (void)run, (void)value;
    char list[512];
    size_t used = 0;
    for (size_t i = 0; i < COUNT(commands_known); i++) {
        const struct command *c = &commands_known[i];
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s%s%s", i > 0 ? ", " : "",
                                 c->name, c->takes ? " " : "", c->takes ? c->takes : "");
    }
    answer_request(to, "commands: %s", list);
}

static void refuse_unknown(const char *name, dv_answer *to) {
    const char *names[COUNT(commands_known)];
    for (size_t i = 0; i < COUNT(commands_known); i++)
        names[i] = commands_known[i].name;
    const char *nearest = dv_nearest_name(name, names, COUNT(names));
    refuse_request(to, "no command '%.80s'%s%s%s; help lists them", name, nearest ? " (" : "",
                   nearest ? nearest : "", nearest ? "?)" : "");
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
    for (size_t i = 0; i < COUNT(commands_known); i++) {
        const struct command *c = &commands_known[i];
        if (strcmp(c->name, line) != 0)
            continue;
        if (*value && !c->takes)
            refuse_request(to, "%s takes no argument, not '%.80s'", c->name, value);
        else
            c->obey(run, value, to);
        return;
    }
    refuse_unknown(line, to);
}

// Continuing

static void go_on_stepping(dv_run *run, double seconds, dv_answer *to) {
    double deadline = dv_now() + seconds;
    run->paused = true;
    while (to->steps > 0 && !dv_run_over(run)) {
        dv_run_tick(run);
        to->steps--;
        if (dv_now() >= deadline)
            return;
    }
    to->work = DV_WORK_IS_DONE;
    answer_request(to, "paused at tick %" PRIu64, dv_world_tick(run->world));
}

static void go_on_rewinding(dv_run *run, double seconds, dv_answer *to) {
    uint64_t at, leads_to;
    dv_error error;
    dv_result result = isinf(seconds) ? dv_run_finish_rewind(run, &error)
                                      : dv_run_go_on_rewinding(run, seconds, &error);
    if (result == DV_OK && dv_run_rewinding(run, &at, &leads_to))
        return;
    if (result != DV_OK)
        refuse_request(to, "%s", error.message);
    else if (run->rewind_count == to->rewinds) // the window gave it up, and says why
        refuse_request(to, "the rewind was canceled");
    else
        answer_request(
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
        answer_request(to, "compared %" PRIu64 " ticks from tick %" PRIu64, to->comparison.done,
                       to->comparison.first_tick);
    else
        refuse_request(to, "cannot compare: out of memory");
    dv_command_drop(run, to);
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
