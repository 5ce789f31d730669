#include "player/run/commands.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "player/run/control.h"
#include "player/terminal/progress.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const double between_looks = 0.002;

static void end_line(dv_commands *commands, dv_run *run) {
    dv_answer to = {0};
    commands->line[commands->length] = '\0';
    if (commands->too_long)
        snprintf(to.text, sizeof to.text, "a command has at most %d bytes", DV_LONGEST_COMMAND);
    else
        dv_command_execute(run, commands->line, &to);
    if (to.table) {
        dv_progress_hide();
        fputs(to.table, stdout);
    }
    dv_free(to.table);
    if (*to.text && !to.is_printed)
        dv_say(run->options->scenario, "%s", to.text);
    commands->length = 0;
    commands->too_long = false;
}

static void take_bytes(dv_commands *commands, dv_run *run, const char *bytes, size_t count) {
    for (size_t i = 0; i < count && !dv_run_ended(run); i++) {
        if (bytes[i] == '\n')
            end_line(commands, run);
        else if (commands->length == DV_LONGEST_COMMAND)
            commands->too_long = true;
        else // a zero byte would end the string too early
            commands->line[commands->length++] = bytes[i] ? bytes[i] : '?';
    }
}

/// Nobody can resume a paused run or rewind any more, except through the control socket.
static void end_commands(dv_commands *commands, dv_run *run) {
    if (commands->length > 0)
        end_line(commands, run);
    commands->file = -1;
    if (run->commands.socket)
        return;
    run->paused = false;
    dv_run_end_history(run);
}

/// False in a background job, which would be stopped if it read from its terminal.
static bool is_ours(const dv_commands *commands) {
    pid_t foreground = commands->is_terminal ? tcgetpgrp(commands->file) : -1;
    return foreground < 0 || foreground == getpgrp();
}

static bool is_readable(const dv_commands *commands, double seconds) {
    struct pollfd asked = {.fd = commands->file, .events = POLLIN};
    const struct timespec limit = {0, (long)(seconds * 1e9)};
    return ppoll(&asked, 1, &limit, NULL) > 0;
}

dv_wish dv_commands_wish(dv_commands *commands) {
    dv_wish wish = DV_WISH_NONE;
    size_t room = sizeof commands->ahead - 1 - commands->ahead_count;
    if (commands->file >= 0 && is_ours(commands) && room > 0 && is_readable(commands, 0)) {
        ssize_t count = read(commands->file, commands->ahead + commands->ahead_count, room);
        commands->ahead_count += count > 0 ? (size_t)count : 0;
    }
    commands->ahead[commands->ahead_count] = '\0';
    for (const char *line = commands->length > 0 ? "" : commands->ahead; *line;) {
        const char *newline = strchr(line, '\n');
        wish = dv_more_urgent(wish, newline ? dv_command_wish(line) : DV_WISH_NONE);
        line = newline ? newline + 1 : "";
    }
    return wish;
}

static bool take_some(dv_commands *commands, dv_run *run, double seconds) {
    char bytes[4096];
    if (commands->ahead_count > 0) {
        size_t count = commands->ahead_count;
        memcpy(bytes, commands->ahead, count);
        commands->ahead_count = 0;
        take_bytes(commands, run, bytes, count);
        return true;
    }
    if (!is_ours(commands)) {
        dv_sleep(seconds);
        return false;
    }
    if (!is_readable(commands, seconds))
        return false;
    ssize_t count = read(commands->file, bytes, sizeof bytes);
    if (count > 0)
        take_bytes(commands, run, bytes, (size_t)count);
    else if (count == 0 || (errno != EINTR && errno != EAGAIN))
        end_commands(commands, run);
    return count >= 0;
}

void dv_commands_open(dv_commands *commands, dv_run *run, int file) {
    struct stat status;
    *commands = (dv_commands){.file = -1, .is_terminal = isatty(file) == 1};
    if (fstat(file, &status) == 0 && (commands->is_terminal || S_ISFIFO(status.st_mode) ||
                                      S_ISSOCK(status.st_mode) || S_ISREG(status.st_mode))) {
        commands->file = file;
    }
    if (commands->file >= 0 || run->commands.socket)
        dv_run_keep_history(run);
    else
        run->paused = false;
}

bool dv_commands_wait(dv_commands *commands, dv_run *run, double seconds) {
    commands->looked = dv_now();
    dv_control_serve(run->commands.socket, run, (double)INFINITY);
    // Read only once: a client that never stops sending must not stop the run.
    if (commands->file >= 0)
        return take_some(commands, run, seconds);
    dv_sleep(seconds);
    return false;
}

bool dv_commands_may_come(const dv_commands *commands, const dv_run *run) {
    return commands->file >= 0 || run->commands.socket;
}

void dv_commands_take(dv_commands *commands, dv_run *run) {
    if (dv_commands_may_come(commands, run) && dv_now() >= commands->looked + between_looks)
        dv_commands_wait(commands, run, 0);
}
