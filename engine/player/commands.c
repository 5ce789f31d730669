#include "player/commands.h"

#include "base/clock.h"
#include "base/names.h"
#include "player/compare.h"
#include "player/messages.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const double between_looks = 0.002, default_rewind = 10;
#define MOST_STEPS UINT64_C(1000000000)
#define COUNT(array) (sizeof(array) / sizeof *(array))

// Answers

static void answer(const char *format, ...) __attribute__((format(printf, 1, 2)));

/// One line whatever is in it.
static void answer(const char *format, ...) {
    char line[2 * DV_ERROR_CAPACITY];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    dv_say(NULL, "%s", line);
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
    return errno == 0 && *count > 0 && *count <= MOST_STEPS;
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

// Commands: `value` is what stands behind the name, or "".

static void tell_outcome(const char *command, dv_reload_outcome outcome) {
    // The others are told, in a line of their own, by who takes them.
    if (outcome == DV_RELOAD_UNCHANGED)
        answer("%s: no loaded file has changed", command);
}

static void obey_reload(dv_run *run, const char *value) {
    (void)value;
    tell_outcome("reload", dv_run_reload(run));
}

static void obey_undo(dv_run *run, const char *value) {
    (void)value;
    dv_run_undo(run);
}

static void obey_pause(dv_run *run, const char *value) {
    (void)value;
    run->paused = true;
    answer("paused at tick %" PRIu64, dv_world_tick(run->world));
}

static void obey_resume(dv_run *run, const char *value) {
    (void)value;
    run->paused = false;
    answer("going on at tick %" PRIu64, dv_world_tick(run->world));
}

static void obey_step(dv_run *run, const char *value) {
    uint64_t count;
    if (!read_count(value, 1, &count)) {
        answer("step takes a whole number from 1 to %" PRIu64 ", not '%s'", MOST_STEPS, value);
        return;
    }
    run->paused = true;
    for (; count > 0 && !dv_run_over(run); count--)
        dv_run_tick(run);
    answer("paused at tick %" PRIu64, dv_world_tick(run->world));
}

static void obey_status(dv_run *run, const char *value) {
    (void)value;
    char time[DV_NUMBER_TEXT], speed[DV_NUMBER_TEXT] = "max";
    const char *error = dv_scenario_banner(run->scenario);
    dv_double_text(dv_world_time(run->world), time);
    if (!isinf(run->speed))
        dv_double_text(run->speed, speed);
    answer("tick %" PRIu64 " time %s agents %" PRIu32 " suspended %" PRIu32 " generation %" PRIu32
           " paused %s watching %s speed %s%s%s",
           dv_world_tick(run->world), time, dv_world_agent_count(run->world),
           dv_world_suspended_count(run->world), dv_scenario_generation(run->scenario),
           run->paused ? "yes" : "no", run->watching ? "yes" : "no", speed, error ? " error " : "",
           error ? error : "");
}

static void obey_rewind(dv_run *run, const char *value) {
    double seconds;
    dv_error error;
    if (!read_seconds(value, default_rewind, &seconds))
        answer("rewind takes a number of seconds, not '%s'", value);
    else if (dv_run_rewind(run, seconds, &error) != DV_OK)
        answer("%s", error.message);
    else
        answer("rewound to tick %" PRIu64, dv_world_tick(run->world));
}

static void obey_compare(dv_run *run, const char *value) {
    uint64_t ticks;
    if (!read_count(value, DV_COMPARE_TICKS, &ticks))
        answer("compare takes a whole number of ticks from 1 to %" PRIu64 ", not '%s'", MOST_STEPS,
               value);
    else
        dv_compare_print(run, ticks);
}

static void obey_set(dv_run *run, const char *value) {
    char name[DV_LONGEST_COMMAND + 1];
    size_t length = strcspn(value, "=");
    dv_error error;
    if (length == 0 || !value[length]) {
        answer("set takes NAME=VALUE, not '%s'", value);
        return;
    }
    snprintf(name, sizeof name, "%.*s", (int)length, value);
    if (dv_run_set(run, name, value + length + 1, &error) != DV_OK)
        answer("%s", error.message);
    else
        answer("%s is %s", name, value + length + 1);
}

static void obey_watch(dv_run *run, const char *value) {
    bool on = strcmp(value, "on") == 0;
    if (!on && strcmp(value, "off") != 0) {
        answer("watch takes on or off, not '%s'", value);
        return;
    }
    run->watching = on;
    answer(on ? "watching the files" : "not watching the files");
}

static void obey_quit(dv_run *run, const char *value) {
    (void)value;
    dv_run_stop(run);
    answer("ending at tick %" PRIu64, dv_world_tick(run->world));
}

static void obey_help(dv_run *run, const char *value);

static const struct command {
    const char *name;
    const char *takes; ///< NULL: nothing
    void (*obey)(dv_run *run, const char *value);
} commands_known[] = {
    {"reload", NULL, obey_reload},
    {"undo", NULL, obey_undo},
    {"pause", NULL, obey_pause},
    {"resume", NULL, obey_resume},
    {"step", "[N]", obey_step},
    {"status", NULL, obey_status},
    {"rewind", "[SECONDS]", obey_rewind},
    {"compare", "[TICKS]", obey_compare},
    {"set", "NAME=VALUE", obey_set},
    {"watch", "on|off", obey_watch},
    {"quit", NULL, obey_quit},
    {"help", NULL, obey_help},
};

static void obey_help(dv_run *run, const char *value) {
    (void)run, (void)value;
    char list[256];
    size_t used = 0;
    for (size_t i = 0; i < COUNT(commands_known); i++) {
        const struct command *c = &commands_known[i];
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s%s%s", i > 0 ? ", " : "",
                                 c->name, c->takes ? " " : "", c->takes ? c->takes : "");
    }
    answer("commands: %s", list);
}

static void refuse_unknown(const char *name) {
    const char *names[COUNT(commands_known)];
    for (size_t i = 0; i < COUNT(commands_known); i++)
        names[i] = commands_known[i].name;
    const char *nearest = dv_nearest_name(name, names, COUNT(names));
    answer("no command '%.80s'%s%s%s on standard input; help lists them", name, nearest ? " (" : "",
           nearest ? nearest : "", nearest ? "?)" : "");
}

static void obey_line(dv_run *run, char *line) {
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
            answer("%s takes nothing, not '%.80s'", c->name, value);
        else
            c->obey(run, value);
        return;
    }
    refuse_unknown(line);
}

// Reading

static void end_line(dv_commands *commands, dv_run *run) {
    commands->line[commands->length] = '\0';
    if (commands->too_long)
        answer("a line of more than %d bytes on standard input is no command", DV_LONGEST_COMMAND);
    else
        obey_line(run, commands->line);
    commands->length = 0;
    commands->too_long = false;
}

static void take_bytes(dv_commands *commands, dv_run *run, const char *bytes, size_t count) {
    for (size_t i = 0; i < count && !dv_run_over(run); i++) {
        if (bytes[i] == '\n')
            end_line(commands, run);
        else if (commands->length == DV_LONGEST_COMMAND)
            commands->too_long = true;
        else // a zero would end the text before its end
            commands->line[commands->length++] = bytes[i] ? bytes[i] : '?';
    }
}

/// Nobody is left who could go on with a paused run, or rewind it.
static void end(dv_commands *commands, dv_run *run) {
    if (commands->length > 0)
        end_line(commands, run);
    commands->file = -1;
    run->paused = false;
    dv_run_end_history(run);
}

/// A program in the background that reads from its terminal is stopped.
static bool is_ours(const dv_commands *commands) {
    pid_t foreground = commands->is_terminal ? tcgetpgrp(commands->file) : -1;
    return foreground < 0 || foreground == getpgrp();
}

static void take_some(dv_commands *commands, dv_run *run, double seconds) {
    char bytes[4096];
    struct pollfd asked = {.fd = commands->file, .events = POLLIN};
    if (!is_ours(commands)) {
        dv_sleep(seconds);
        return;
    }
    const struct timespec limit = {0, (long)(seconds * 1e9)};
    if (ppoll(&asked, 1, &limit, NULL) <= 0)
        return;
    ssize_t count = read(commands->file, bytes, sizeof bytes);
    if (count > 0)
        take_bytes(commands, run, bytes, (size_t)count);
    else if (count == 0 || (errno != EINTR && errno != EAGAIN))
        end(commands, run);
}

void dv_commands_open(dv_commands *commands, dv_run *run, int file) {
    struct stat status;
    *commands = (dv_commands){.file = -1, .is_terminal = isatty(file) == 1};
    if (fstat(file, &status) == 0 && (commands->is_terminal || S_ISFIFO(status.st_mode) ||
                                      S_ISSOCK(status.st_mode) || S_ISREG(status.st_mode))) {
        commands->file = file;
        dv_run_keep_history(run);
    } else {
        run->paused = false;
    }
}

void dv_commands_wait(dv_commands *commands, dv_run *run, double seconds) {
    commands->looked = dv_now();
    // No more than what comes at once, or who never stops commanding would stop the run.
    if (commands->file >= 0)
        take_some(commands, run, seconds);
    else
        dv_sleep(seconds);
}

void dv_commands_take(dv_commands *commands, dv_run *run) {
    if (commands->file >= 0 && dv_now() >= commands->looked + between_looks)
        dv_commands_wait(commands, run, 0);
}
