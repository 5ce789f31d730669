// What each command of a run does. `value` is what follows its name, or "".
#include "player/run/agent_name.h"
#include "player/run/command.h"
#include "player/run/command_table.h"
#include "player/run/compare.h"
#include "player/run/complete.h"
#include "player/run/event_log.h"
#include "player/run/ghost.h"
#include "player/run/inspect.h"
#include "player/run/parts_text.h"
#include "player/run/placement.h"
#include "player/run/run_mods.h"
#include "player/run/run_private.h"
#include "player/run/timers_text.h"
#include "player/run/what_if.h"
#include "player/run/why.h"

#include "base/alloc.h"
#include "base/result.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double default_rewind = 10;
static const uint64_t default_incidents = 20;
#define MAX_STEPS UINT64_C(1000000000)

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
    to->did_nothing = !to->is_printed;
    if (to->is_printed)
        dv_run_reload_text(run, to->text);
    else
        dv_answer_say(to, "%s: %s", command, run->reloads.nothing);
}

void dv_obey_reload(dv_run *run, const char *value, dv_answer *to) {
    (void)value;
    answer_outcome(to, run, "reload", dv_run_reload(run));
}

void dv_obey_reload_again(dv_run *run, const char *value, dv_answer *to) {
    (void)value;
    answer_outcome(to, run, "reload!", dv_run_reload_again(run));
}

void dv_obey_undo(dv_run *run, const char *value, dv_answer *to) {
    (void)value;
    dv_reload_outcome outcome = dv_run_undo(run);
    answer_outcome(to, run, "undo", outcome);
    to->failed |= outcome == DV_RELOAD_UNCHANGED;
}

void dv_obey_pause(dv_run *run, const char *value, dv_answer *to) {
    (void)value;
    run->paused = true;
    dv_answer_say(to, "paused at tick %" PRIu64, dv_world_tick(run->world));
}

void dv_obey_resume(dv_run *run, const char *value, dv_answer *to) {
    (void)value;
    run->paused = false;
    dv_answer_say(to, "resumed at tick %" PRIu64, dv_world_tick(run->world));
}

void dv_obey_play(dv_run *run, const char *value, dv_answer *to) {
    bool is_done = run->commands.has_stopped; // it is what the tick was stopped for
    run->commands.has_stopped = false;
    if (run->paused && !is_done)
        dv_obey_resume(run, value, to);
    else
        dv_obey_pause(run, value, to);
}

void dv_obey_step(dv_run *run, const char *value, dv_answer *to) {
    uint64_t count;
    if (!read_count(value, 1, &count)) {
        dv_answer_refuse(to, "step takes a whole number from 1 to %" PRIu64 ", not '%s'", MAX_STEPS,
                         value);
        return;
    }
    run->paused = true;
    to->work = DV_WORK_STEPS;
    to->steps = count;
}

void dv_obey_restart(dv_run *run, const char *value, dv_answer *to) {
    dv_error error;
    (void)value;
    if (dv_run_restart(run, &error) != DV_OK)
        dv_answer_refuse(to, "%s", error.message);
    else
        dv_answer_say(to, "restarted at tick %" PRIu64, dv_world_tick(run->world));
}

/// One line for each thing that is off; NULL if nothing is, or when out of memory.
static char *list_off(const dv_run *run) {
    uint32_t count = dv_scenario_list_off(run->scenario, NULL, 0);
    dv_off *offs = count > 0 ? dv_alloc(count * sizeof *offs) : NULL;
    uint32_t listed = offs ? dv_scenario_list_off(run->scenario, offs, count) : 0;
    char *table = offs ? dv_alloc((size_t)count * (DV_OFF_TEXT + 1)) : NULL;
    char text[DV_OFF_TEXT], shown[DV_MESSAGE_CAPACITY];
    size_t used = 0;
    for (uint32_t i = 0; table && i < listed && i < count; i++) {
        dv_off_text(&offs[i], text);
        dv_show_text(run->options->scenario, text, shown, DV_OFF_TEXT);
        used += (size_t)sprintf(table + used, "%s\n", shown);
    }
    dv_free(offs);
    return table;
}

void dv_obey_status(dv_run *run, const char *value, dv_answer *to) {
    (void)value;
    char time[DV_NUMBER_TEXT], speed[DV_NUMBER_TEXT] = "max";
    const char *error = dv_scenario_banner(run->scenario);
    dv_double_text(dv_world_time(run->world), time);
    if (!isinf(run->speed))
        dv_double_text(run->speed, speed);
    dv_answer_say(to,
                  "tick %" PRIu64 " time %s agents %" PRIu32 " suspended %" PRIu32
                  " generation %" PRIu32 " paused %s watching %s speed %s%s%s",
                  dv_world_tick(run->world), time, dv_world_agent_count(run->world),
                  dv_world_suspended_count(run->world), dv_scenario_generation(run->scenario),
                  run->paused ? "yes" : "no", run->watching ? "yes" : "no", speed,
                  error ? " error " : "", error ? error : "");
    to->table = list_off(run);
}

static void begin_rewind(const dv_run *run, dv_work work, dv_answer *to) {
    to->work = work;
    to->rewinds = run->rewind_count;
}

void dv_obey_rewind(dv_run *run, const char *value, dv_answer *to) {
    double seconds;
    dv_error error;
    if (!read_seconds(value, default_rewind, &seconds))
        dv_answer_refuse(to, "rewind takes a number of seconds, not '%s'", value);
    else if (dv_run_begin_rewind_by(run, seconds, &error) != DV_OK)
        dv_answer_refuse(to, "%s", error.message);
    else
        begin_rewind(run, DV_WORK_REWIND, to);
}

void dv_obey_back(dv_run *run, const char *value, dv_answer *to) {
    uint64_t count, at, tick = dv_world_tick(run->world);
    dv_error error;
    dv_run_rewinding(run, &at, &tick);
    if (!read_count(value, 1, &count)) {
        dv_answer_refuse(to, "back takes a whole number of ticks from 1 to %" PRIu64 ", not '%s'",
                         MAX_STEPS, value);
        return;
    }
    run->paused = true;
    if (dv_run_begin_rewind(run, count < tick ? tick - count : 0, &error) != DV_OK)
        dv_answer_refuse(to, "%s", error.message);
    else
        begin_rewind(run, DV_WORK_BACK, to);
}

void dv_obey_compare(dv_run *run, const char *value, dv_answer *to) {
    uint64_t ticks;
    dv_error error;
    if (!read_count(value, DV_COMPARE_TICKS, &ticks))
        dv_answer_refuse(to,
                         "compare takes a whole number of ticks from 1 to %" PRIu64 ", not '%s'",
                         MAX_STEPS, value);
    else if (dv_compare_begin(&to->comparison, run, ticks, &error) != DV_OK)
        dv_answer_refuse(to, "%s", error.message);
    else
        to->work = DV_WORK_COMPARISON;
}

void dv_obey_set(dv_run *run, const char *value, dv_answer *to) {
    char name[DV_LONGEST_COMMAND + 1];
    size_t length = strcspn(value, "=");
    dv_error error;
    if (length == 0 || !value[length]) {
        dv_answer_refuse(to, "set takes NAME=VALUE, not '%s'", value);
        return;
    }
    snprintf(name, sizeof name, "%.*s", (int)length, value);
    if (dv_run_set(run, name, value + length + 1, &error) != DV_OK)
        dv_answer_refuse(to, "%s", error.message);
    else
        dv_answer_say(to, "%s is %s", name, value + length + 1);
}

void dv_obey_press(dv_run *run, const char *value, dv_answer *to) {
    dv_error error;
    if (!*value)
        dv_answer_refuse(to, "press takes the title of a button");
    else if (dv_run_press(run, value, &error) != DV_OK)
        dv_answer_refuse(to, "%s", error.message);
    else
        dv_answer_say(to, "pressed %s", value);
}

void dv_obey_watch(dv_run *run, const char *value, dv_answer *to) {
    if (dv_read_switch("watch", value, &run->watching, to))
        dv_answer_say(to, run->watching ? "watching the files" : "not watching the files");
}

void dv_obey_ghost(dv_run *run, const char *value, dv_answer *to) {
    char text[DV_GHOST_TEXT];
    bool is_on = run->ghost.is_on;
    if (!dv_read_switch("ghost", value, &is_on, to))
        return;
    dv_ghost_turn(run, is_on, text);
    dv_answer_say(to, "ghost: %s", text);
}

void dv_obey_what_if(dv_run *run, const char *value, dv_answer *to) {
    bool is_on = run->what_if != NULL;
    if (!dv_read_switch("what_if", value, &is_on, to))
        return;
    if (dv_what_if_turn(run, is_on))
        to->work = DV_WORK_WHAT_IF;
    else
        dv_answer_refuse(to, "what if: out of memory");
}

void dv_obey_mods(dv_run *run, const char *value, dv_answer *to) {
    dv_listed_mods mods = {0};
    (void)value;
    dv_run_list_mods(run, &mods);
    dv_answer_say(to, mods.count ? "mods:" : "there are no mods");
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

void dv_obey_mod(dv_run *run, const char *value, dv_answer *to) {
    size_t length = strcspn(value, " \t");
    const char *name = value + length + strspn(value + length, " \t");
    bool is_on = length == 2 && strncmp(value, "on", length) == 0;
    bool is_off = length == 3 && strncmp(value, "off", length) == 0;
    if ((!is_on && !is_off) || !*name) {
        dv_answer_refuse(to, "mod takes on or off and a name, as in mod on winter, not '%.80s'",
                         value);
        return;
    }
    dv_reload_outcome outcome = dv_run_switch_mod(run, name, is_on);
    answer_outcome(to, run, "mod", outcome);
    to->failed |= outcome == DV_RELOAD_UNCHANGED;
}

void dv_obey_why(dv_run *run, const char *value, dv_answer *to) {
    char text[DV_WHY_TEXT];
    dv_agent agent;
    if (!dv_why(run, value, &agent, text))
        dv_answer_refuse(to, "%s", text);
    else if (dv_parts_table(run, agent, &to->table) != DV_OK)
        dv_answer_refuse(to, "%s; cannot list the parts of its state: out of memory", text);
    else if (dv_timers_append(run->world, agent, &to->table) != DV_OK)
        dv_answer_refuse(to, "%s; cannot list its timers: out of memory", text);
    else
        dv_answer_say(to, "%s", text);
}

void dv_obey_inspect(dv_run *run, const char *value, dv_answer *to) {
    const dv_command_window *window = run->commands.window;
    dv_agent agent = window ? window->selected(window->window) : dv_run_selected(run);
    if (!dv_world_explains(run->world)) {
        dv_answer_refuse(to, "nothing is kept to inspect; run with --explain");
        return;
    }
    if (*value ? !dv_find_agent(run->world, value, &agent) : !dv_agent_alive(run->world, agent)) {
        dv_answer_refuse(to, "inspect takes the number of an agent, as in inspect 152, not '%.80s'",
                         value);
        return;
    }
    dv_inspection inspection = dv_inspect(run, agent);
    to->table = dv_inspection_lines(&inspection);
    to->inspected = agent;
    if (to->table)
        dv_answer_say(to, "%" PRIu32 " rows at tick %" PRIu64, inspection.count,
                      dv_world_tick(run->world));
    else
        dv_answer_refuse(to, "cannot inspect: out of memory");
    dv_inspection_free(&inspection);
}

void dv_obey_events(dv_run *run, const char *value, dv_answer *to) {
    uint64_t most;
    if (!read_count(value, default_incidents, &most)) {
        dv_answer_refuse(to, "events takes a whole number from 1 to %" PRIu64 ", not '%s'",
                         MAX_STEPS, value);
    } else if (!dv_world_explains(run->world)) {
        dv_answer_refuse(to, "nothing is kept about what happens; run with --explain");
    } else if (dv_world_incident_count(run->world) == 0) {
        dv_answer_say(to, "nothing has happened");
    } else {
        uint32_t count = dv_world_incident_count(run->world);
        uint32_t listed = most < count ? (uint32_t)most : count;
        to->table = dv_event_log(run->world, listed);
        if (to->table)
            dv_answer_say(to, "%" PRIu32 " of %" PRIu32 " incident%s", listed, count,
                          count == 1 ? "" : "s");
        else
            dv_answer_refuse(to, "cannot list what happened: out of memory");
    }
}

void dv_obey_lua(dv_run *run, const char *value, dv_answer *to) {
    const dv_command_window *window = run->commands.window;
    dv_agent selected = window ? window->selected(window->window) : (dv_agent){0};
    dv_error error;
    if (!*value) {
        dv_answer_refuse(to, "lua takes code, as in lua world.time");
        return;
    }
    to->is_in_console = true;
    dv_console_add_line(&run->console, value, DV_LINE_ENTERED);
    if (dv_run_lua(run, value, selected, &error) != DV_OK)
        dv_answer_refuse(to, "%s", error.message);
    else
        dv_answer_say(to, "%s", dv_scenario_console_text(run->scenario, &to->failed));
    if (to->failed)
        dv_console_add_line(&run->console, to->text, DV_LINE_REFUSED);
    else if (*to->text)
        dv_console_add(&run->console, to->text, 0);
}

void dv_obey_complete(dv_run *run, const char *value, dv_answer *to) {
    const dv_command_window *window = run->commands.window;
    dv_agent selected = window ? window->selected(window->window) : (dv_agent){0};
    dv_completions found;
    dv_complete(run, value, selected, &found);
    size_t size = strlen(found.list) + 1;
    if (found.count > 0)
        to->table = dv_alloc(size);
    if (to->table)
        memcpy(to->table, found.list, size);
    if (found.count > 0 && !to->table)
        dv_answer_refuse(to, "cannot list what completes this: out of memory");
    else if (found.listed < found.count)
        dv_answer_say(to, "%" PRIu32 " of %" PRIu32 " name%s", found.listed, found.count,
                      found.count == 1 ? "" : "s");
    else
        dv_answer_say(to, found.count == 1 ? "1 name" : "%" PRIu32 " names", found.count);
}

/// Whether a path leads to a script or a picture of the scenario.
static dv_result find_script(const dv_run *run, const char *path, bool *is_script,
                             dv_error *error) {
    char target[PATH_MAX], real[PATH_MAX];
    *is_script = false;
    if (!realpath(path, target))
        return DV_OK; // not there yet
    for (uint32_t i = 0; i < dv_scenario_module_count(run->scenario) && !*is_script; i++) {
        char *file = dv_scenario_module_file(run->scenario, i);
        if (!file)
            return dv_fail(error, DV_ERROR_MEMORY, "save: out of memory");
        *is_script = realpath(file, real) && strcmp(real, target) == 0;
        dv_free(file);
    }
    return DV_OK;
}

static dv_result write_snapshot(const dv_run *run, const char *path, dv_error *error) {
    dv_scenario_warn_of_locals(run->scenario);
    return dv_world_save(run->world, path, error);
}

void dv_obey_save(dv_run *run, const char *value, dv_answer *to) {
    size_t length = strlen(value);
    bool is_lua = length > 4 && strcmp(value + length - 4, ".lua") == 0, is_script = false;
    dv_error error;
    if (!*value)
        dv_answer_refuse(to,
                         "save takes the name of a file: a snapshot, or Lua if it ends in .lua");
    else if (find_script(run, value, &is_script, &error) != DV_OK)
        dv_answer_refuse(to, "%s", error.message);
    else if (is_script)
        dv_answer_refuse(to, "save does not overwrite '%.800s': it is a file of this scenario",
                         value);
    else if ((is_lua ? dv_placement_write(run, value, &error)
                     : write_snapshot(run, value, &error)) != DV_OK)
        dv_answer_refuse(to, "%s", error.message);
    else
        dv_answer_wrote(to, value);
}

void dv_obey_quit(dv_run *run, const char *value, dv_answer *to) {
    (void)value;
    dv_run_stop(run);
    dv_answer_say(to, "ending at tick %" PRIu64, dv_world_tick(run->world));
}

// Help

/// Add a piece to a text, as far as there is room.
static void add(char *text, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void add(char *text, size_t size, const char *format, ...) {
    size_t used = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + used, size - used, format, arguments);
    va_end(arguments);
}

static void list_commands(bool of_window, char *text, size_t size) {
    const char *comma = "";
    for (uint32_t i = 0; i < dv_commands_count; i++) {
        const dv_run_command *c = &dv_commands_known[i];
        if (!c->obey != of_window)
            continue;
        add(text, size, "%s%s%s%s", comma, c->name, c->takes ? " " : "", c->takes ? c->takes : "");
        comma = ", ";
    }
}

static void explain(const dv_run_command *command, dv_answer *to) {
    size_t length = strlen(command->name);
    const char *before = "; key ";
    dv_answer_say(to, "%s%s%s: %s%s", command->name, command->takes ? " " : "",
                  command->takes ? command->takes : "", command->title,
                  command->obey ? "" : "; needs a window");
    for (uint32_t i = 0; i < dv_keys_count; i++) {
        const dv_key *key = &dv_keys[i];
        if (!key->line || strcspn(key->line, " ") != length ||
            strncmp(key->line, command->name, length) != 0)
            continue;
        add(to->text, sizeof to->text, "%s%s", before, key->name);
        if (key->line[length])
            add(to->text, sizeof to->text, " for %s", key->line + length + 1);
        before = ", ";
    }
}

void dv_obey_help(dv_run *run, const char *value, dv_answer *to) {
    char list[DV_MESSAGE_CAPACITY / 2] = "", of_window[DV_MESSAGE_CAPACITY / 2] = "";
    const dv_run_command *command = dv_command_named(value);
    (void)run;
    if (command) {
        explain(command, to);
    } else if (*value) {
        dv_answer_refuse(to, "help takes the name of a command, not '%.80s'", value);
    } else {
        list_commands(false, list, sizeof list);
        list_commands(true, of_window, sizeof of_window);
        dv_answer_say(to, "commands: %s; of a window: %s", list, of_window);
    }
}
