// Sessions of a person at work: saves, bad saves, undo, redo, rewinds, steps, settings, the mouse,
// and keys, in an order that depends on a seed. The run has a log and real files, which it watches.
// Each log must replay to the same hash in every tick.
//
// Usage: fuzz mixed_sessions [SESSIONS [SEED]]. Prints what was done. The exit status is 1 if a log
// does not replay.
#include "reload_scene.h"
#include "tools.h"

#include "base/alloc.h"
#include "player/replay/replay.h"
#include "player/run/run.h"

#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ACTS 30

static char folder[] = "/tmp/drover_session_XXXXXX";

typedef struct session {
    dv_run run;
    reload_scene good, saved; ///< what was accepted last, and what stands in the files
} session;

/// How often each kind of act was done, over all sessions.
typedef struct act {
    const char *name;
    void (*do_it)(session *s);
    uint64_t count;
} act;

static void die(const char *what, const char *why) {
    fprintf(stderr, "mixed_sessions: %s: %s\n", what, why);
    exit(1);
}

// Files

static const char *path_of(const char *name) {
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "wb");
    if (!file || fputs(text, file) < 0 || fclose(file) != 0)
        die(path, "cannot write");
}

/// As editors do: over the old file, or beside it and renamed.
static void save_file(const char *name, const char *text) {
    char beside[128];
    snprintf(beside, sizeof beside, "%s", path_of("s/.next"));
    if (throw_below(2) == 0) {
        write_file(path_of(name), text);
        return;
    }
    write_file(beside, text);
    if (rename(beside, path_of(name)) != 0)
        die(name, "cannot rename");
}

// Acts

static void step(session *s, uint32_t ticks) {
    for (; ticks > 0 && !dv_run_over(&s->run); ticks--)
        dv_run_tick(&s->run);
}

static void step_some(session *s) { step(s, 1 + throw_below(90)); }

/// Until the watcher has seen the save, whatever comes of it.
static void await_reload(session *s) {
    uint32_t before = s->run.reloads.count;
    while (s->run.reloads.count == before && !dv_run_over(&s->run)) {
        dv_run_poll(&s->run);
        usleep(500);
    }
}

static void save_one(session *s, save_type type) {
    reload_scene next = s->good;
    reload_scene_save(&next, &s->good, type, 2 + throw_below(1000));
    bool is_changed =
        strcmp(next.walker, s->saved.walker) != 0 || strcmp(next.main, s->saved.main) != 0;
    if (strcmp(next.walker, s->saved.walker) != 0)
        save_file("s/walker.lua", next.walker);
    if (strcmp(next.main, s->saved.main) != 0)
        save_file("s/main.lua", next.main);
    s->saved = next;
    if (is_changed)
        await_reload(s);
    if (type == GOOD)
        s->good = next;
}

static void save_well(session *s) { save_one(s, GOOD); }

static void save_badly(session *s) {
    save_one(s, (save_type)(HALF_WRITTEN + throw_below(SAVE_TYPES - HALF_WRITTEN)));
}

static void undo(session *s) { dv_run_undo(&s->run); }

static void reload(session *s) { dv_run_reload(&s->run); }

static void go_back(session *s) {
    dv_error error;
    dv_run_rewind(&s->run, 0.1 + throw_below(40) / 10.0, &error);
}

static void set(session *s) {
    char value[16];
    dv_error error;
    snprintf(value, sizeof value, "%.1f", throw_below(50) / 10.0);
    dv_run_set(&s->run, "push", value, &error);
}

static void move_mouse(session *s) {
    dv_vec3 point = {(float)throw_below(60), (float)throw_below(60), 0};
    dv_run_place_mouse(&s->run, throw_below(4) ? &point : NULL);
}

static void press_key(session *s) {
    const dv_input input = {.type = DV_KEY_PRESSED, .key = throw_below(2) ? "space" : "b"};
    dv_run_input(&s->run, &input);
}

static act acts[] = {
    {"ticks", step_some, 0}, {"good save", save_well, 0}, {"bad save", save_badly, 0},
    {"undo", undo, 0},       {"reload", reload, 0},       {"rewind", go_back, 0},
    {"setting", set, 0},     {"mouse", move_mouse, 0},    {"key", press_key, 0},
};
#define ACT_COUNT (sizeof acts / sizeof *acts)

// Sessions

static dv_options options_of(void) {
    static char scenario[64], log[64];
    snprintf(scenario, sizeof scenario, "%s/s", folder);
    snprintf(log, sizeof log, "%s/log", folder);
    return (dv_options){.scenario = scenario,
                        .threads = 1,
                        .speed = INFINITY,
                        .headless = true,
                        .watch = true,
                        .ticks = DV_NO_LIMIT,
                        .seconds = NAN,
                        .every = 1,
                        .budget = INFINITY,
                        .log = log};
}

static void act_at_random(uint32_t number) {
    session s = {0};
    dv_error error;
    dv_options options = options_of();
    begin_throws(number);
    reload_scene_write(&s.good, 0);
    s.saved = s.good;
    write_file(path_of("s/walker.lua"), s.good.walker);
    write_file(path_of("s/main.lua"), s.good.main);
    if (dv_run_open(&s.run, &options, &error) != DV_OK)
        die("cannot open", error.message);
    dv_run_keep_history(&s.run);
    for (int i = 0; i < ACTS && !dv_run_over(&s.run); i++) {
        act *next = &acts[throw_below(ACT_COUNT)];
        next->do_it(&s);
        next->count++;
        step(&s, throw_below(8));
    }
    step_some(&s);
    dv_run_close(&s.run);
}

static bool replays(void) {
    const dv_options options = {.log = options_of().log, .threads = 1, .hash = true};
    return dv_replay(&options) == 0;
}

/// Sessions print much; it is shown when one of them fails.
static int redirect_to(const char *name) {
    fflush(NULL);
    int file = open(name, O_WRONLY | O_CREAT | O_APPEND, 0666);
    if (file < 0 || dup2(file, STDOUT_FILENO) < 0 || dup2(file, STDERR_FILENO) < 0)
        die(name, "cannot write");
    return file;
}

static bool run_session(uint32_t number) {
    int out = dup(STDOUT_FILENO), err = dup(STDERR_FILENO);
    char said[128];
    snprintf(said, sizeof said, "%s/said-%" PRIu32, folder, number);
    int file = redirect_to(said);
    act_at_random(number);
    bool fine = replays();
    fflush(NULL);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    close(out);
    close(err);
    close(file);
    if (fine)
        unlink(said);
    return fine;
}

int mixed_sessions(int count, char **words) {
    uint32_t sessions = count > 1 ? (uint32_t)strtoul(words[1], NULL, 10) : 1000;
    uint32_t first = count > 2 ? (uint32_t)strtoul(words[2], NULL, 10) : 1;
    uint32_t failed = 0;
    if (!mkdtemp(folder) || mkdir(path_of("s"), 0777) != 0)
        die(folder, "cannot make");
    for (size_t i = 0; i < RELOAD_SCENE_SHARED; i++) {
        char name[64];
        snprintf(name, sizeof name, "s/%s", reload_scene_shared[i]);
        write_file(path_of(name), reload_scene_source(reload_scene_shared[i]));
    }
    for (uint32_t i = first; i < first + sessions; i++) {
        if (run_session(i))
            continue;
        failed++;
        printf("session %" PRIu32 " does not replay: see %s/said-%" PRIu32 "\n", i, folder, i);
    }
    for (size_t i = 0; i < ACT_COUNT; i++)
        printf("%7" PRIu64 " %s\n", acts[i].count, acts[i].name);
    printf("%" PRIu32 " sessions, %" PRIu32 " do not replay\n", sessions, failed);
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return failed > 0 || system(command) != 0 || dv_allocated_bytes() > 0;
}
