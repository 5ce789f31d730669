// Trials in real runs, with real files and the real watcher: after a reload that fails, the run
// records, reports, logs, and prints the same as a run without it.
#include "player/run/run.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "scenario_data.h"

#include <dirent.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../program.h"
#include "../read_script.h"
#include "run_fixture.h"

#define TICKS 140

typedef struct fixture {
    char folder[64];
    dv_options options;
    char paths[5][128]; ///< of the options
    dv_run run;
    int own_stdout;
} fixture;

static const char *path_of(const fixture *f, const char *name, char path[128]) {
    snprintf(path, 128, "%s/%s", f->folder, name);
    return path;
}

static int set_up(void **state) {
    fixture *f = calloc(1, sizeof *f);
    char path[128];
    make_folder(f->folder, "trial");
    assert_int_equal(mkdir(path_of(f, "scenario", path), 0777), 0);
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    fixture *f = *state;
    remove_folder(f->folder);
    free(f);
    assert_int_equal(dv_allocated_bytes(), 0);
    return 0;
}

static void save(fixture *f, const char *from, const char *to) {
    char path[128];
    write_edited(path_of(f, "scenario/main.lua", path), read_script("trial/deer.lua"), from, to);
}

/// Choose files of that name to write to, stdout among them.
static void choose_files(fixture *f, const char *name) {
    static const char *const endings[] = {"csv", "report", "log", "out", "frames"};
    save(f, "--[[update]]", "");
    for (int i = 0; i < 5; i++) {
        char file[64], path[sizeof f->paths[i]];
        snprintf(file, sizeof file, "%s.%s", name, endings[i]);
        memcpy(f->paths[i], path_of(f, file, path), sizeof path);
    }
    static char folder[128];
    f->options = headless_options(path_of(f, "scenario", folder));
    f->options.watch = true;
    f->options.ticks = TICKS;
    f->options.hash = true;
    f->options.hash_every = 10;
    f->options.every = 2;
    f->options.record = f->paths[0];
    f->options.report = f->paths[1];
    f->options.log = f->paths[2];
}

static void open_run(fixture *f) {
    dv_error error;
    fflush(stdout);
    f->own_stdout = dup(STDOUT_FILENO);
    int file = open(f->paths[3], O_WRONLY | O_CREAT | O_TRUNC, 0666);
    assert_true(file >= 0 && dup2(file, STDOUT_FILENO) >= 0);
    close(file);
    if (dv_run_open(&f->run, &f->options, &error) != DV_OK)
        fail_msg("%s", error.message);
}

/// Open a run that writes to files of that name.
static void begin(fixture *f, const char *name) {
    choose_files(f, name);
    open_run(f);
}

static int end(fixture *f) {
    int status = dv_run_close(&f->run);
    fflush(stdout);
    dup2(f->own_stdout, STDOUT_FILENO);
    close(f->own_stdout);
    return status;
}

static void expect_reload(fixture *f, dv_reload_outcome outcome) {
    for (int polls = 0; polls < 60000 && !dv_run_poll(&f->run); polls++)
        dv_sleep(0.001);
    if (f->run.reloads.last.outcome != outcome)
        fail_msg("outcome %d: %s", f->run.reloads.last.outcome, f->run.reloads.last.message);
}

/// What people do before a tick.
static void act(fixture *f, uint64_t tick) {
    dv_run *run = &f->run;
    dv_error error;
    dv_vec3 mouse = {(float)tick, 3, 0};
    char number[16], key[] = "k", name[] = "shy";
    snprintf(number, sizeof number, "%d", (int)tick);
    dv_agent first = dv_world_agent_at(run->world, (uint32_t)tick % 5);
    if (tick % 9 == 2)
        dv_run_place_mouse(run, &mouse);
    if (tick % 12 == 7)
        dv_run_input(run,
                     &(dv_input){.type = DV_MOUSE_PRESSED, .x = 4, .button = 1, .agent = first});
    if (tick % 25 == 20)
        dv_run_input(run, &(dv_input){.type = DV_KEY_PRESSED, .key = key});
    if (tick % 25 == 24)
        dv_run_input(run, &(dv_input){.type = DV_KEY_RELEASED, .key = key});
    if (tick % 16 == 9)
        assert_int_equal(dv_run_set(run, "pace", number, &error), DV_OK);
    if (tick % 11 == 6 && first.bits)
        assert_int_equal(dv_run_set_attribute(run, first, name, (double)(tick % 10) / 10, &error),
                         DV_OK);
    // Whoever acts may reuse what it gave.
    memset(number, '?', sizeof number - 1);
    *key = *name = '?';
}

static void go_on(fixture *f, uint64_t until) {
    for (uint64_t tick = dv_world_tick(f->run.world); tick < until; tick++) {
        act(f, tick);
        if (dv_run_tick(&f->run) != DV_OK)
            return;
        assert_int_equal(dv_world_tick(f->run.world), tick + 1);
    }
}

/// While the run goes on, rows are in a file beside.
static char *content_of(const fixture *f, const char *name, const char *ending, size_t *size) {
    char path[160], beside[200];
    glob_t found;
    snprintf(path, sizeof path, "%s/%s.%s", f->folder, name, ending);
    snprintf(beside, sizeof beside, "%s.%ld-*.part", path, (long)getpid());
    bool is_beside = glob(beside, 0, NULL, &found) == 0;
    FILE *file = fopen(is_beside ? found.gl_pathv[0] : path, "rb");
    globfree(&found);
    assert_non_null(file);
    char *text = calloc(1, 1 << 22);
    *size = fread(text, 1, (1 << 22) - 1, file);
    fclose(file);
    return text;
}

/// Drop the lines that tell of rollbacks; how many there were.
static int drop_rollbacks(char *text) {
    int count = 0;
    for (char *line; (line = strstr(text, "\"event\":\"reload rolled back\""));) {
        while (line > text && line[-1] != '\n')
            line--;
        char *next = strchr(line, '\n') + 1;
        memmove(line, next, strlen(next) + 1);
        count++;
    }
    return count;
}

static void expect_same_files(const fixture *f, const char *a, const char *b, int rollbacks) {
    static const char *const endings[] = {"csv", "report", "out", "log"};
    for (int i = 0; i < 4; i++) {
        size_t sizes[2];
        char *texts[] = {content_of(f, a, endings[i], &sizes[0]),
                         content_of(f, b, endings[i], &sizes[1])};
        assert_true(sizes[0] > 100);
        if (i == 3) {
            drop_rollbacks(texts[0]);
            assert_int_equal(drop_rollbacks(texts[1]), rollbacks);
        }
        assert_string_equal(texts[0], texts[1]);
        free(texts[0]);
        free(texts[1]);
    }
}

typedef struct bad_save {
    const char *from, *to;
    uint64_t rolled_back_at; ///< the tick after which it is rolled back
} bad_save;

#define SAVED_AT 43

static const bad_save bad_saves[] = {
    {"--[[update]]", "print 'new' world:random() if world.tick == 60 then error 'x' end ", 60},
    {"--[[update]]", "world:finish('over') error 'x' ", SAVED_AT},
    {"--[[update]]", "if world.tick == 60 then world:finish('over') error 'x' end ", 60},
    {"--[[monitor]]", "if world.tick > 50 then error 'x' end ", 51},
    {"--[[key]]", "world.memory.keys = 5 error 'x' ", 45},
    {"--[[mouse]]", "print 'bad' error 'x' ", 43},
    {"print \"reload\"\n    world.memory.since = world.tick", "print 'bad' error 'x' ",
     SAVED_AT - 1},
};

static void a_reload_that_fails_leaves_no_trace(void **state) {
    fixture *f = *state;
    begin(f, "plain");
    go_on(f, TICKS);
    assert_int_equal(end(f), 0);
    for (size_t i = 0; i < sizeof bad_saves / sizeof *bad_saves; i++) {
        const bad_save *bad = &bad_saves[i];
        begin(f, "driven");
        go_on(f, SAVED_AT);
        save(f, bad->from, bad->to);
        expect_reload(f,
                      bad->rolled_back_at < SAVED_AT ? DV_RELOAD_ROLLED_BACK : DV_RELOAD_SWAPPED);
        go_on(f, bad->rolled_back_at + 3);
        assert_int_equal(f->run.trials.rollback_count, 1);
        assert_int_equal(f->run.trials.rolled_back_to, SAVED_AT);
        assert_int_equal(f->run.reloads.last.outcome, DV_RELOAD_ROLLED_BACK);
        go_on(f, TICKS);
        assert_int_equal(f->run.trials.rollback_count, 1);
        assert_int_equal(end(f), 0);
        expect_same_files(f, "plain", "driven", 1);
    }
}

// As in a window, which has to draw meanwhile.
static void what_was_taken_back_is_done_again_step_by_step(void **state) {
    fixture *f = *state;
    begin(f, "plain");
    go_on(f, TICKS);
    assert_int_equal(end(f), 0);
    // Whether nothing else happens, somebody acts, or a tick is asked for before all is done.
    for (int i = 0; i < 3; i++) {
        begin(f, "driven");
        f->run.patience = 0;
        go_on(f, SAVED_AT);
        save(f, bad_saves[0].from, bad_saves[0].to);
        expect_reload(f, DV_RELOAD_SWAPPED);
        go_on(f, 60);
        act(f, 60);
        dv_run_tick(&f->run);
        assert_int_equal(f->run.trials.rollback_count, 1);
        uint32_t polls = 0;
        for (; polls < (i == 0 ? 1000 : 5) && dv_run_is_behind(&f->run); polls++) {
            assert_true(dv_world_tick(f->run.world) <= SAVED_AT + 1 + polls);
            assert_int_equal(dv_run_due(&f->run, 1, 100), 0);
            dv_run_poll(&f->run);
        }
        assert_int_equal(dv_run_is_behind(&f->run), i > 0);
        if (i == 0)
            assert_true(polls > 17); // as many ticks, and acts
        if (i == 2)
            dv_run_tick(&f->run);
        else if (i == 1)
            act(f, 61);
        assert_false(dv_run_is_behind(&f->run));
        assert_int_equal(dv_world_tick(f->run.world), i == 2 ? 62 : 61);
        if (i == 1)
            dv_run_tick(&f->run);
        if (i != 2) {
            go_on(f, TICKS);
            assert_int_equal(end(f), 0);
            expect_same_files(f, "plain", "driven", 1);
        } else {
            assert_int_equal(end(f), 0);
        }
    }
}

static void nested_trials_fail_newest_first(void **state) {
    fixture *f = *state;
    begin(f, "plain");
    go_on(f, 20);
    save(f, "n = 0 }", "n = 1 }");
    expect_reload(f, DV_RELOAD_SWAPPED);
    go_on(f, TICKS);
    assert_int_equal(end(f), 0);

    begin(f, "driven");
    go_on(f, 20);
    save(f, "n = 0 }", "n = 1 }");
    expect_reload(f, DV_RELOAD_SWAPPED);
    go_on(f, 40);
    save(f, "--[[update]]", "if world.tick == 70 then error 'x' end print 'new' ");
    expect_reload(f, DV_RELOAD_SWAPPED);
    go_on(f, 55);
    // It does no harm itself, but runs on what does.
    save(f, "--[[update]]", "if world.tick == 70 then error 'x' end print 'newer' ");
    expect_reload(f, DV_RELOAD_SWAPPED);
    go_on(f, 71);
    assert_int_equal(f->run.trials.rollback_count, 2);
    assert_int_equal(f->run.trials.rolled_back_to, 40);
    assert_int_equal(f->run.reloads.last.generation, 2);
    go_on(f, TICKS);
    assert_int_equal(end(f), 0);
    // The trial in which the newest was rolled back never was either.
    expect_same_files(f, "plain", "driven", 1);
}

static int count_of(const char *text, const char *word) {
    int count = 0;
    for (; (text = strstr(text, word)); text++)
        count++;
    return count;
}

static void what_is_held_back_comes_when_the_trial_is_over(void **state) {
    fixture *f = *state;
    size_t size;
    begin(f, "driven");
    go_on(f, 10);
    save(f, "--[[update]]", "print('new', world.tick) ");
    expect_reload(f, DV_RELOAD_SWAPPED);
    go_on(f, 70);
    fflush(stdout);
    char *text = content_of(f, "driven", "out", &size);
    assert_int_equal(count_of(text, "new"), 0);
    free(text);
    text = content_of(f, "driven", "csv", &size);
    assert_null(strstr(text, "\n12,"));
    free(text);
    go_on(f, 71);
    fflush(stdout);
    text = content_of(f, "driven", "out", &size);
    assert_int_equal(count_of(text, "new"), 61);
    free(text);
    text = content_of(f, "driven", "csv", &size);
    assert_non_null(strstr(text, "\n70,"));
    free(text);
    // One that is at work when the run ends goes to where the ticks end.
    save(f, "--[[update]]", "print('newest', world.tick) ");
    expect_reload(f, DV_RELOAD_SWAPPED);
    go_on(f, 80);
    dv_run_stop(&f->run);
    assert_int_equal(end(f), 0);
    text = content_of(f, "driven", "out", &size);
    assert_int_equal(count_of(text, "newest"), 9);
    assert_non_null(strstr(text, " tick 80 "));
    free(text);
    text = content_of(f, "driven", "report", &size);
    assert_non_null(strstr(text, "\n80,"));
    free(text);
}

static void a_run_that_ends_on_the_tick_that_fails_ends_without_it(void **state) {
    fixture *f = *state;
    begin(f, "plain");
    go_on(f, TICKS);
    assert_int_equal(end(f), 0);
    begin(f, "driven");
    go_on(f, TICKS - 8);
    save(f, "--[[update]]", "if world.tick == 139 then error 'x' end ");
    expect_reload(f, DV_RELOAD_SWAPPED);
    go_on(f, TICKS);
    assert_int_equal(f->run.trials.rollback_count, 1);
    assert_int_equal(end(f), 0);
    expect_same_files(f, "plain", "driven", 1);
}

static void undo_by_hand(void **state) {
    fixture *f = *state;
    size_t size;
    begin(f, "driven");
    assert_int_equal(dv_run_undo(&f->run), DV_RELOAD_UNCHANGED);
    assert_int_equal(f->run.reloads.count, 0);
    go_on(f, 3);
    save(f, "--[[update]]", "print 'new' ");
    expect_reload(f, DV_RELOAD_SWAPPED);
    // What changes nothing is not what the last reload came from.
    assert_int_equal(dv_run_switch_mod(&f->run, "none", true), DV_RELOAD_UNCHANGED);
    assert_string_equal(f->run.reloads.cause, "Save");
    go_on(f, 5);
    assert_int_equal(dv_run_undo(&f->run), DV_RELOAD_SWAPPED);
    go_on(f, 7);
    assert_false(dv_run_poll(&f->run));
    assert_string_equal(f->run.reloads.cause, "Undo");
    assert_int_equal(dv_run_undo(&f->run), DV_RELOAD_SWAPPED);
    go_on(f, 8);
    assert_int_equal(end(f), 0);
    char *text = content_of(f, "driven", "out", &size);
    assert_int_equal(count_of(text, "new\n"), 3);
    free(text);
    text = content_of(f, "driven", "log", &size);
    assert_int_equal(count_of(text, "\"event\":\"undo\""), 2);
    free(text);
}

static void beginning_again_ends_trials(void **state) {
    fixture *f = *state;
    dv_error error;
    size_t size;
    begin(f, "driven");
    go_on(f, 10);
    save(f, "--[[update]]", "if world.tick == 30 then error 'x' end ");
    expect_reload(f, DV_RELOAD_SWAPPED);
    go_on(f, 20);
    assert_int_equal(dv_run_restart(&f->run, &error), DV_OK);
    go_on(f, 25);
    assert_int_equal(f->run.trials.rollback_count, 0);
    assert_int_equal(end(f), 0);
    char *text = content_of(f, "driven", "csv", &size);
    assert_non_null(strstr(text, "\n20,"));
    free(text);
}

// Frames that are held back have another name until then.
static void frames_of_ticks_that_never_were_are_gone(void **state) {
    fixture *f = *state;
    char film[160];
    choose_files(f, "driven");
    f->options.frames = f->paths[4];
    f->options.film = path_of(f, "driven.y4m", film);
    f->options.view = (dv_view_options){.width = 64, .height = 48};
    f->options.every = 4;
#ifndef DROVER_VIEWER
    skip();
#endif
    open_run(f);
    go_on(f, 6);
    save(f, "--[[update]]", "if world.tick == 13 then error 'x' end ");
    expect_reload(f, DV_RELOAD_SWAPPED);
    go_on(f, 9);
    char path[160], held[180];
    snprintf(path, sizeof path, "%s/00000008.png", f->paths[4]);
    snprintf(held, sizeof held, "%s.held", path);
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(access(held, F_OK), 0);
    go_on(f, 14);
    assert_int_equal(f->run.trials.rollback_count, 1);
    assert_int_equal(access(path, F_OK), 0);
    save(f, "--[[update]]", "print 'new' ");
    expect_reload(f, DV_RELOAD_SWAPPED);
    go_on(f, 21);
    end(f);
    DIR *folder = opendir(f->paths[4]);
    int count = 0;
    for (struct dirent *entry; (entry = readdir(folder));) {
        size_t length = strlen(entry->d_name);
        if (*entry->d_name == '.')
            continue;
        assert_string_equal(entry->d_name + length - 4, ".png");
        count++;
    }
    closedir(folder);
    assert_int_equal(count, 5);
    const long heading =
        (long)strlen("YUV4MPEG2 W64 H48 F60:1 Ip A1:1 C420jpeg XCOLORRANGE=LIMITED\n");
    struct stat status;
    assert_int_equal(stat(film, &status), 0);
    // A frame for each tick, and none for those that never were.
    assert_int_equal(status.st_size, heading + 21 * (6 + 64 * 48 * 3 / 2));
}

/// How many lines of a file begin so.
static int count_lines(const fixture *f, const char *name, const char *ending, const char *start) {
    size_t size;
    char *text = content_of(f, name, ending, &size);
    int count = 0;
    for (const char *line = text; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
        count += strncmp(line, start, strlen(start)) == 0;
    free(text);
    return count;
}

static void a_rollback_that_fails_ends_no_run_and_loses_no_tick(void **state) {
    fixture *f = *state;
    begin(f, "kept");
    go_on(f, SAVED_AT);
    save(f, "--[[update]]", "if world.tick >= 59 then error 'x' end ");
    expect_reload(f, DV_RELOAD_SWAPPED);
    // As if memory or whatever else had damaged what there was before the reload.
    dv_snapshot *before = &f->run.scenario->trials[0].world;
    ((unsigned char *)before->bytes)[before->size / 2] ^= 1;
    go_on(f, TICKS);
    assert_int_equal(f->run.result, DV_OK);
    assert_int_equal(f->run.trials.rollback_count, 0);
    assert_int_equal(dv_world_tick(f->run.world), TICKS);
    dv_run_pass_trials(&f->run);
    end(f);
    assert_int_equal(count_lines(f, "kept", "out", "hash "), TICKS / 10);
    assert_int_equal(count_lines(f, "kept", "report", ""), TICKS / 2 + 3);
}

TESTS {
#define CASE(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        CASE(a_reload_that_fails_leaves_no_trace),
        CASE(what_was_taken_back_is_done_again_step_by_step),
        CASE(nested_trials_fail_newest_first),
        CASE(what_is_held_back_comes_when_the_trial_is_over),
        CASE(a_run_that_ends_on_the_tick_that_fails_ends_without_it),
        CASE(undo_by_hand),
        CASE(beginning_again_ends_trials),
        CASE(frames_of_ticks_that_never_were_are_gone),
        CASE(a_rollback_that_fails_ends_no_run_and_loses_no_tick),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
