// Logs and their replays: a run with reloads, undo, inputs, settings and all else that comes from
// outside is replayed from its log alone to the same hash in every tick; what differs is told with
// its tick, and what is no log is refused with its line.
#include "../world_hash.h"
#include "player/replay/replay.h"

#include "base/alloc.h"
#include "base/random.h"
#include "player/replay/replay_log.h"
#include "player/run/run.h"

#include <fcntl.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "../read_script.h"
#include "run_fixture.h"

typedef struct fixture {
    char folder[64], log[96], scenario[96];
    char out[4096], err[4096]; ///< of the last replay
    dv_options options;
    dv_run run;
} fixture;

static const char *path_in(const fixture *f, const char *name) {
    static char path[160];
    snprintf(path, sizeof path, "%s/%s", f->folder, name);
    return path;
}

static dv_options headless(const fixture *f) {
    dv_options options = headless_options(f->scenario);
    options.log = f->log;
    return options;
}

static int set_up(void **state) {
    fixture *f = calloc(1, sizeof *f);
    make_folder(f->folder, "replay");
    snprintf(f->log, sizeof f->log, "%s/run.log", f->folder);
    snprintf(f->scenario, sizeof f->scenario, "%s/scenario", f->folder);
    f->options = headless(f);
    assert_int_equal(mkdir(f->scenario, 0777), 0);
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

// Files

static void write_bytes(const fixture *f, const char *name, const char *bytes, size_t size) {
    FILE *file = fopen(path_in(f, name), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void write_text(const fixture *f, const char *name, const char *text) {
    write_bytes(f, name, text, strlen(text));
}

static char *read_file(const fixture *f, const char *name, size_t *size) {
    FILE *file = fopen(path_in(f, name), "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    char *bytes = calloc(1, *size + 1);
    assert_int_equal(fread(bytes, 1, *size, file), *size);
    fclose(file);
    return bytes;
}

static void remove_scenario(const fixture *f) { remove_folder(f->scenario); }

// Runs

static void begin(fixture *f) {
    dv_error error;
    if (dv_run_open(&f->run, &f->options, &error) != DV_OK)
        fail_msg("%s", error.message);
}

static void go_on(fixture *f, int ticks) { tick_run(&f->run, ticks); }

static void expect_reload(fixture *f, dv_reload_outcome outcome) {
    if (dv_run_reload(&f->run) != outcome)
        fail_msg("outcome %d: %s", f->run.reload.outcome, f->run.reload.message);
}

// Replays

static int redirect(const fixture *f, FILE *stream, const char *name) {
    fflush(stream);
    int own = dup(fileno(stream));
    int file = open(path_in(f, name), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    assert_true(own >= 0 && file >= 0 && dup2(file, fileno(stream)) >= 0);
    close(file);
    return own;
}

static void give_back(const fixture *f, FILE *stream, int own, const char *name, char text[4096]) {
    size_t size;
    fflush(stream);
    dup2(own, fileno(stream));
    close(own);
    char *bytes = read_file(f, name, &size);
    snprintf(text, 4096, "%s", bytes);
    free(bytes);
}

static int replay(fixture *f) {
    const dv_options options = {
        .command = DV_COMMAND_REPLAY, .log = f->log, .threads = 2, .hash = true};
    int out = redirect(f, stdout, "out"), err = redirect(f, stderr, "err");
    int status = dv_replay(&options);
    give_back(f, stdout, out, "out", f->out);
    give_back(f, stderr, err, "err", f->err);
    return status;
}

/// Replay what is in the log and find nothing to tell but this, and this hash.
static void expect_equal(fixture *f, const char *what, const char *hash) {
    char expected[256];
    if (replay(f) != 0)
        fail_msg("%s", f->err);
    snprintf(expected, sizeof expected, "replayed %s, all hashes equal\n%s\n", what, hash);
    assert_string_equal(f->out, expected);
    assert_string_equal(f->err, "");
}

/// End the run, remove its scenario, and replay it.
static void end_and_replay(fixture *f, const char *what) {
    char hash[DV_HASH_LINE];
    dv_error error;
    assert_int_equal(dv_hash_line(f->run.world, hash, &error), DV_OK);
    assert_int_equal(dv_run_close(&f->run), 0);
    remove_scenario(f);
    expect_equal(f, what, hash);
}

static void expect_refused(fixture *f, const char *message) {
    char expected[512];
    assert_int_equal(replay(f), 1);
    snprintf(expected, sizeof expected, "drover: %s%s\n", f->log, message);
    assert_string_equal(f->err, expected);
    assert_string_equal(f->out, "");
}

// What the pack hunts: in C, because of the bytes that are no UTF-8.
static const char deer[] =
    "local drover = require 'drover'\n"
    "local steer, when = drover.steer, drover.when\n"
    "-- caf\xe9\n"
    "return drover.kind('deer', { memory = { n = 0, word = 'caf\xe9', last = drover.none },\n"
    "  steer = steer.wander { strength = 2 },\n"
    "  on = { { when.chance(0.3), function(self) self.n = self.n + self:random() end } } })\n";

static void write_pack(const fixture *f) {
    write_text(f, "scenario/deer.lua", deer);
    write_text(f, "scenario/main.lua", read_script("replay/pack.lua"));
}

static void do_all_that_people_can(fixture *f) {
    dv_run *run = &f->run;
    dv_error error;
    dv_agent first = dv_world_agent_at(run->world, 0), third = dv_world_agent_at(run->world, 2);
    dv_run_place_mouse(run, &(dv_vec3){0.1f, -1e-30f, 3.4e38f});
    dv_run_input(
        run,
        &(dv_input){.type = DV_MOUSE_PRESSED, .x = -0.0, .y = 0.1, .button = 1, .agent = first});
    go_on(f, 3);
    dv_run_input(
        run, &(dv_input){
                 .type = DV_MOUSE_MOVED, .x = INFINITY, .y = -INFINITY, .dx = NAN, .dy = 5e-324});
    dv_run_input(run, &(dv_input){.type = DV_WHEEL_MOVED, .dx = 1.0 / 3, .dy = 1e300});
    dv_run_input(run, &(dv_input){.type = DV_KEY_PRESSED, .key = "k"});
    dv_run_input(run, &(dv_input){.type = DV_KEY_PRESSED, .key = "\"ö\xff"});
    go_on(f, 1);
    dv_run_input(run, &(dv_input){.type = DV_KEY_RELEASED, .key = "k"});
    dv_run_input(run, &(dv_input){.type = DV_MOUSE_PRESSED, .x = 2, .y = 3, .tool = "pen"});
    dv_run_input(run, &(dv_input){.type = DV_MOUSE_MOVED, .x = 4, .y = 5, .tool = "pen"});
    dv_run_input(run, &(dv_input){.type = DV_MOUSE_RELEASED, .button = 3, .agent = third});
    assert_int_equal(dv_run_set(run, "pace", "7.25", &error), DV_OK);
    assert_int_equal(dv_run_set(run, "pace", "700", &error), DV_ERROR_ARGUMENT);
    assert_int_equal(
        dv_run_set(run, "wind", "one that is longer than most names of options are", &error),
        DV_OK);
    assert_int_equal(dv_run_set(run, "mist", "true", &error), DV_OK);
    dv_run_place_mouse(run, NULL);
    go_on(f, 16);
    // Long gone by now.
    dv_run_input(run, &(dv_input){.type = DV_MOUSE_PRESSED, .button = 2, .agent = first});
    assert_false(dv_agent_alive(run->world, first));
    go_on(f, 4);
}

static void what_people_do_is_done_again(void **state) {
    fixture *f = *state;
    write_pack(f);
    begin(f);
    do_all_that_people_can(f);
    end_and_replay(f, "24 ticks, 0 reloads");
}

static void attributes_are_set_again(void **state) {
    fixture *f = *state;
    dv_error error;
    write_text(f, "scenario/main.lua", read_script("replay/attributes_are_set_again.lua"));
    begin(f);
    go_on(f, 5);
    uint64_t before = world_hash(f->run.world);
    dv_agent first = dv_world_agent_at(f->run.world, 0),
             second = dv_world_agent_at(f->run.world, 1);
    assert_int_equal(dv_run_set_attribute(&f->run, second, "drunk", 0.7, &error), DV_OK);
    assert_int_not_equal(world_hash(f->run.world), before);
    assert_int_equal(dv_run_set_attribute(&f->run, second, "drunk", 1.5, &error),
                     DV_ERROR_ARGUMENT);
    assert_int_equal(dv_run_set_attribute(&f->run, second, "pace", 1, &error), DV_ERROR_NAME);
    assert_string_equal(error.message, "kind 'man' has no attribute 'pace'");
    assert_int_equal(dv_run_set_attribute(&f->run, second, "goal", 1, &error), DV_ERROR_NAME);
    go_on(f, 10);
    assert_int_equal(dv_run_set_attribute(&f->run, first, "drunk", 1, &error), DV_ERROR_STALE);
    go_on(f, 5);
    end_and_replay(f, "20 ticks, 0 reloads");
}

static void reloads_are_done_again(void **state) {
    fixture *f = *state;
    write_pack(f);
    begin(f);
    go_on(f, 10);
    write_text(f, "scenario/snow.lua",
               "local deep = 0 return { depth = function(world) deep = deep + world:random() "
               "return deep end }");
    expect_reload(f, DV_RELOAD_SWAPPED); // one that was missed is there now
    go_on(f, 10);
    write_text(f, "scenario/deer.lua", "return drover.");
    expect_reload(f, DV_RELOAD_REFUSED);
    go_on(f, 5);
    write_text(f, "scenario/deer.lua", deer);
    expect_reload(f, DV_RELOAD_MENDED);
    const char bytes[] = "return { depth = function(world) return 'a\0b' .. world:random() end }";
    write_bytes(f, "scenario/snow.lua", bytes, sizeof bytes - 1);
    expect_reload(f, DV_RELOAD_SWAPPED);
    go_on(f, 70);
    assert_int_equal(dv_run_undo(&f->run), DV_RELOAD_SWAPPED);
    go_on(f, 5);
    assert_int_equal(dv_run_undo(&f->run), DV_RELOAD_SWAPPED);
    go_on(f, 5);
    unlink(path_in(f, "scenario/snow.lua"));
    expect_reload(f, DV_RELOAD_SWAPPED);
    go_on(f, 5);
    assert_int_equal(dv_world_suspended_count(f->run.world), 0);
    end_and_replay(f, "110 ticks, 5 reloads");
}

static void what_failed_on_trial_is_not_done_again(void **state) {
    fixture *f = *state;
    write_pack(f);
    begin(f);
    go_on(f, 10);
    write_text(f, "scenario/snow.lua",
               "return { depth = function(world) if world.tick == 15 then error 'x' end return "
               "world:random() end }");
    expect_reload(f, DV_RELOAD_SWAPPED);
    go_on(f, 3);
    dv_run_input(&f->run, &(dv_input){.type = DV_KEY_PRESSED, .key = "k"});
    go_on(f, 7);
    assert_int_equal(f->run.rollback_count, 1);
    // A population that runs away is an error like another.
    write_text(f, "scenario/snow.lua",
               "return { depth = function(world) world:scatter('deer', world:count()) return "
               "world:random() end }");
    expect_reload(f, DV_RELOAD_SWAPPED);
    go_on(f, 10);
    assert_int_equal(f->run.rollback_count, 2);
    write_text(f, "scenario/snow.lua", "return { depth = function() return 5 end }");
    expect_reload(f, DV_RELOAD_SWAPPED);
    go_on(f, 5);
    end_and_replay(f, "35 ticks, 1 reload");
}

static uint64_t rewind_to(fixture *f, uint64_t tick) {
    dv_error error;
    if (dv_run_rewind_to(&f->run, tick, &error) != DV_OK)
        fail_msg("%s", error.message);
    assert_true(dv_world_tick(f->run.world) <= tick);
    return dv_world_tick(f->run.world);
}

// What modules leave in each other's tables: nothing of it outlives a save, refused, rolled back or
// taken, nor a rewind.
static void modules_that_share_tables_are_replayed(void **state) {
    fixture *f = *state;
    char what[64];
    write_text(f, "scenario/registry.lua", "return { list = {}, speed = 1 }");
    write_text(f, "scenario/counter.lua",
               "local count = 0 return function() count = count + 1 return count end");
    write_text(f, "scenario/plug.lua",
               "local registry, counter = require 'registry', require 'counter'\n"
               "registry.list[#registry.list + 1] = function() return counter() end");
    write_text(f, "scenario/main.lua", read_script("replay/modules_that_share_tables.lua"));
    begin(f);
    dv_run_keep_history(&f->run);
    go_on(f, 60);
    write_text(f, "scenario/plug.lua",
               "local registry = require 'registry' registry.speed = 99 require('counter')()\n"
               "registry.list[1] = function() error 'stale' end error 'x'");
    expect_reload(f, DV_RELOAD_REFUSED);
    go_on(f, 10);
    write_text(f, "scenario/plug.lua", read_script("replay/plug_that_fails_later.lua"));
    expect_reload(f, DV_RELOAD_SWAPPED);
    go_on(f, 20);
    assert_int_equal(f->run.rollback_count, 1);
    for (int i = 2; i < 4; i++) {
        char text[256];
        snprintf(text, sizeof text,
                 "local registry, counter = require 'registry', require 'counter'\n"
                 "registry.speed = %d\n"
                 "registry.list[#registry.list + 1] = function() return %d * counter() end",
                 i, i);
        write_text(f, "scenario/plug.lua", text);
        expect_reload(f, DV_RELOAD_SWAPPED);
        go_on(f, 70);
    }
    assert_int_equal(dv_run_undo(&f->run), DV_RELOAD_SWAPPED);
    go_on(f, 70);
    rewind_to(f, dv_world_tick(f->run.world) - 30);
    go_on(f, 50);
    snprintf(what, sizeof what, "%d ticks, 3 reloads, 1 rewind", (int)dv_world_tick(f->run.world));
    end_and_replay(f, what);
}

#define HERDS(kinds, more)                                                                         \
    "local drover = require 'drover'\n"                                                            \
    "local function kind(name) return drover.kind(name, { memory = { n = 1, t = { x = 1 } },\n"    \
    "  step = function(self) self.n = self.n + self.world:random() end }) end\n"                   \
    "return drover.scenario { kinds = { " kinds " }, setup = function(world)\n"                    \
    "  for i = 1, 3 do world:spawn('a', { x = i }) world:spawn('b', { x = -i }) end end" more " }"

static void kinds_that_come_and_go_do_so_in_a_replay(void **state) {
    fixture *f = *state;
    char what[64];
    write_text(f, "scenario/main.lua", HERDS("kind 'a', kind 'b'", ""));
    begin(f);
    dv_run_keep_history(&f->run);
    go_on(f, 10);
    write_text(f, "scenario/main.lua",
               HERDS("kind 'b', kind 'c'", ", removed = { { kind = 'a', into = 'b' } },\n"
                                           "on_reload = function(world) world:spawn('c') end"));
    expect_reload(f, DV_RELOAD_SWAPPED);
    go_on(f, 90);
    uint64_t between = dv_world_tick(f->run.world) - 5;
    assert_int_equal(dv_run_undo(&f->run), DV_RELOAD_SWAPPED);
    assert_string_equal(f->run.reload.moved.removed, "1 c removed");
    go_on(f, 90);
    // To where there was what is let go, under the code that does.
    assert_true(rewind_to(f, between) > 0);
    assert_string_equal(dv_scenario_moved(f->run.scenario).removed, "1 c removed");
    go_on(f, 30);
    assert_int_equal(dv_run_undo(&f->run), DV_RELOAD_SWAPPED);
    go_on(f, 30);
    // The undo is what the rewind takes over.
    snprintf(what, sizeof what, "%d ticks, 2 reloads, 1 rewind", (int)dv_world_tick(f->run.world));
    end_and_replay(f, what);
}

static void a_restart_begins_anew(void **state) {
    fixture *f = *state;
    dv_error error;
    write_pack(f);
    begin(f);
    go_on(f, 5);
    assert_int_equal(dv_run_set(&f->run, "pace", "2.5", &error), DV_OK);
    assert_int_equal(
        dv_run_set(&f->run, "wind", "one that is longer than most names of options are", &error),
        DV_OK);
    write_text(f, "scenario/snow.lua", "return { depth = function() return 5 end }");
    assert_int_equal(dv_run_restart(&f->run, &error), DV_OK);
    do_all_that_people_can(f);
    end_and_replay(f, "29 ticks, 0 reloads, 1 restart");
}

static void a_snapshot_to_begin_with_is_in_the_log(void **state) {
    fixture *f = *state;
    char snapshot[128];
    write_pack(f);
    begin(f);
    snprintf(snapshot, sizeof snapshot, "%s/start.snap", f->folder);
    do_all_that_people_can(f);
    assert_int_equal(dv_world_save(f->run.world, snapshot, NULL), DV_OK);
    assert_int_equal(dv_run_close(&f->run), 0);
    f->options.load = snapshot;
    f->options.has_seed = true;
    f->options.seed = UINT64_MAX;
    begin(f);
    assert_int_equal(unlink(snapshot), 0);
    go_on(f, 12);
    assert_int_equal(dv_world_tick(f->run.world), 36);
    end_and_replay(f, "12 ticks, 0 reloads");
}

static void a_scenario_of_one_file_is_replayed(void **state) {
    fixture *f = *state;
    char path[128];
    snprintf(path, sizeof path, "%s/one.lua", f->scenario);
    write_text(f, "scenario/one.lua", read_script("replay/one_file.lua"));
    f->options.scenario = path;
    begin(f);
    go_on(f, 7);
    end_and_replay(f, "7 ticks, 0 reloads");
}

static void what_was_rewound_is_left_out(void **state) {
    fixture *f = *state;
    char what[64];
    dv_error error;
    write_pack(f);
    begin(f);
    dv_run_keep_history(&f->run);
    do_all_that_people_can(f);
    go_on(f, 50);
    // Held down from here on, whatever happens to the world, and under the code of later.
    dv_run_input(&f->run, &(dv_input){.type = DV_KEY_PRESSED, .key = "k"});
    write_text(f, "scenario/snow.lua",
               "local deep = 0 return { depth = function(world) deep = deep + world:random() "
               "return deep end }");
    expect_reload(f, DV_RELOAD_SWAPPED);
    go_on(f, 50);
    uint64_t first = rewind_to(f, 30);
    assert_int_equal(dv_run_set(&f->run, "pace", "9", &error), DV_OK);
    assert_true(rewind_to(f, 90) > first); // what was can still be gone to
    assert_int_equal(dv_run_set(&f->run, "pace", "8", &error), DV_OK);
    first = rewind_to(f, 40);
    assert_int_equal(dv_run_set(&f->run, "pace", "7", &error), DV_OK);
    go_on(f, 100);
    assert_int_equal(dv_run_undo(&f->run), DV_RELOAD_SWAPPED);
    go_on(f, 5);
    dv_run_input(&f->run, &(dv_input){.type = DV_KEY_RELEASED, .key = "k"});
    go_on(f, 70);
    // Back to where the code was another.
    assert_true(rewind_to(f, first + 95) > first + 10);
    go_on(f, 20);
    write_text(f, "scenario/snow.lua", "return { depth = function() return 6 end }");
    expect_reload(f, DV_RELOAD_SWAPPED);
    go_on(f, 10);
    snprintf(what, sizeof what, "%d ticks, 1 reload, 2 rewinds", (int)dv_world_tick(f->run.world));
    end_and_replay(f, what);
}

// The world that the save made of that tick is not the one that the tick left.
static void a_rewind_to_the_tick_of_a_save_is_replayed(void **state) {
    fixture *f = *state;
    static const char before[] = "local drover = require 'drover'\n"
                                 "local a = drover.kind('a', { steer = drover.steer.wander {} })\n"
                                 "return drover.scenario { kinds = { a },";
    char text[512];
    snprintf(text, sizeof text, "%s setup = function(world) world:scatter('a', 3) end }", before);
    write_text(f, "scenario/main.lua", text);
    begin(f);
    dv_run_keep_history(&f->run);
    go_on(f, 69);
    snprintf(text, sizeof text, "%s on_reload = function(world) world:scatter('a', 2) end }",
             before);
    write_text(f, "scenario/main.lua", text);
    expect_reload(f, DV_RELOAD_SWAPPED);
    go_on(f, 5);
    assert_int_equal(rewind_to(f, 69), 69);
    assert_int_equal(dv_world_agent_count(f->run.world), 5);
    go_on(f, 5);
    end_and_replay(f, "74 ticks, 0 reloads, 1 rewind");
}

static void a_rewind_may_be_the_last_that_happens(void **state) {
    fixture *f = *state;
    char what[64];
    write_pack(f);
    begin(f);
    dv_run_keep_history(&f->run);
    go_on(f, 80);
    assert_true(rewind_to(f, 70) > 0);
    dv_run_input(&f->run, &(dv_input){.type = DV_KEY_PRESSED, .key = "k"});
    snprintf(what, sizeof what, "%d ticks, 0 reloads, 1 rewind", (int)dv_world_tick(f->run.world));
    char hash[DV_HASH_LINE];
    dv_error error;
    assert_int_equal(dv_hash_line(f->run.world, hash, &error), DV_OK);
    assert_int_equal(dv_run_close(&f->run), 0);
    expect_equal(f, what, hash);
}

// Runs that end badly

static void a_run_that_fails_is_replayed_to_where_it_failed(void **state) {
    fixture *f = *state;
    write_text(f, "scenario/main.lua",
               "local drover = require 'drover' return drover.scenario { kinds = { "
               "drover.kind('a', {}) },\n"
               "  update = function(world) if world.tick == 3 then error 'stop' end end }");
    begin(f);
    go_on(f, 3);
    assert_int_equal(dv_run_tick(&f->run), DV_ERROR_SCRIPT);
    assert_int_equal(dv_run_close(&f->run), 1);
    assert_int_equal(replay(f), 0);
    assert_memory_equal(f->out, "replayed 3 ticks, 0 reloads, all hashes equal\n", 46);
    assert_string_equal(f->err, "drover: the run failed after tick 3: main.lua:2: stop\n");
}

static void errors_of_scripts_are_in_the_log(void **state) {
    fixture *f = *state;
    size_t size;
    write_text(f, "scenario/main.lua", read_script("replay/errors_of_scripts.lua"));
    begin(f);
    go_on(f, 9);
    assert_int_equal(dv_run_close(&f->run), 1);
    char *log = read_file(f, "run.log", &size);
    assert_non_null(strstr(log, "{\"tick\":6,\"event\":\"error\",\"message\":\"main.lua:5: "));
    free(log);
    assert_int_equal(replay(f), 0);
    assert_memory_equal(f->out, "replayed 9 ticks, 0 reloads, all hashes equal\n", 46);
}

static void a_log_of_a_run_that_did_not_begin_is_told(void **state) {
    fixture *f = *state;
    write_text(f, "run.log",
               "{\"event\":\"log\",\"format\":1,\"drover\":\"0.1.0\"}\n"
               "{\"tick\":0,\"event\":\"end\",\"error\":\"main.lua:2: no\"}\n");
    expect_refused(f, " ends before the run began: main.lua:2: no");
}

static void a_run_that_does_not_begin_leaves_the_log_of_before(void **state) {
    fixture *f = *state;
    dv_error error;
    size_t size;
    write_text(f, "run.log", "of before");
    write_text(f, "scenario/main.lua",
               "local drover = require 'drover' return drover.scenario { kinds = { "
               "drover.kind('a', {}) },\n"
               "  setup = function() error 'no' end }");
    assert_int_equal(dv_run_open(&f->run, &f->options, &error), DV_ERROR_SCRIPT);
    char *text = read_file(f, "run.log", &size);
    assert_string_equal(text, "of before");
    free(text);
}

// Logs that are changed

static char *ten_ticks(fixture *f, size_t *size) {
    write_text(f, "scenario/main.lua", read_script("replay/ten_ticks.lua"));
    begin(f);
    go_on(f, 4);
    dv_run_input(&f->run, &(dv_input){.type = DV_KEY_PRESSED, .key = "k"});
    dv_run_input(&f->run, &(dv_input){.type = DV_MOUSE_RELEASED, .x = 1, .button = 1});
    dv_run_place_mouse(&f->run, &(dv_vec3){1, 2, 0});
    assert_int_equal(dv_run_set(&f->run, "n", "2", NULL), DV_OK);
    go_on(f, 6);
    assert_int_equal(dv_run_close(&f->run), 0);
    return read_file(f, "run.log", size);
}

/// Write the log with the first `from` replaced.
static void change_log(fixture *f, const char *log, const char *from, const char *to) {
    const char *place = strstr(log, from);
    assert_non_null(place);
    size_t size = strlen(log) + strlen(to) + 1;
    char *changed = malloc(size);
    snprintf(changed, size, "%.*s%s%s", (int)(place - log), log, to, place + strlen(from));
    write_text(f, "run.log", changed);
    free(changed);
}

static void what_differs_is_told_with_its_first_tick(void **state) {
    fixture *f = *state;
    size_t size;
    char *log = ten_ticks(f, &size), message[384];
    const char *hash = strstr(log, "{\"tick\":4,\"hash\":\"") + 18;
    change_log(f, log, "world.tick == 5", "world.tick == 3");
    assert_int_equal(replay(f), 1);
    snprintf(message, sizeof message,
             "drover: %s:2: main.lua is not as it was logged\n"
             "drover: %s:7: tick 4 differs: hash %.16s in the log, ",
             f->log, f->log, hash);
    assert_memory_equal(f->err, message, strlen(message));
    assert_string_equal(f->err + strlen(message) + 16, " here\n");
    // The hash itself.
    snprintf(message, sizeof message,
             ":7: tick 4 differs: hash 0123456789abcdef in the log, %.16s here", hash);
    char tick[64];
    snprintf(tick, sizeof tick, "\"tick\":4,\"hash\":\"%.16s\"", hash);
    change_log(f, log, tick, "\"tick\":4,\"hash\":\"0123456789abcdef\"");
    expect_refused(f, message);
    // What somebody did.
    change_log(f, log, "\"name\":\"n\",\"value\":\"2\"", "\"name\":\"n\",\"value\":\"3\"");
    assert_int_equal(replay(f), 1);
    assert_non_null(strstr(f->err, "run.log:12: tick 5 differs: hash "));
    change_log(f, log, "world.tick == 5", "error 'new'");
    assert_int_equal(replay(f), 1);
    if (!strstr(f->err, "run.log:4: tick 1 fails here: main.lua:7: new"))
        fail_msg("%s", f->err);
    free(log);
}

static void a_log_that_is_cut_is_replayed_to_its_last_whole_line(void **state) {
    fixture *f = *state;
    size_t size;
    char *log = ten_ticks(f, &size), expected[256];
    const char *began = strstr(log, "{\"tick\":1,\"hash\"");
    for (size_t cut = size - 1; cut > 0; cut -= cut < 13 ? cut : 13) {
        int lines = 1, ticks = 0;
        for (size_t i = 0; i < cut; i++)
            lines += log[i] == '\n';
        for (const char *at = log; (at = strstr(at, "\"hash\":\"")) && at < log + cut; at++)
            ticks += at[-1] == ',' && memchr(at, '\n', (size_t)(log + cut - at)) && at > began;
        write_bytes(f, "run.log", log, cut);
        int status = replay(f);
        if (lines < 3) {
            assert_int_equal(status, 1); // before the run began
            continue;
        }
        assert_int_equal(status, 0);
        snprintf(expected, sizeof expected, "replayed %d tick%s, 0 reloads, all hashes equal\n",
                 ticks, ticks == 1 ? "" : "s");
        assert_memory_equal(f->out, expected, strlen(expected));
        snprintf(expected, sizeof expected,
                 "drover: %s:%d: cut short in the middle of a line: replayed to tick %d\n", f->log,
                 lines, ticks);
        if (log[cut - 1] == '\n')
            snprintf(expected, sizeof expected,
                     "drover: %s has no end: the run was killed or goes on: replayed to tick %d\n",
                     f->log, ticks);
        assert_string_equal(f->err, expected);
    }
    free(log);
}

static void damaged_and_foreign_files_are_refused_with_the_line(void **state) {
    fixture *f = *state;
    size_t size;
    char *log = ten_ticks(f, &size);
    static const struct {
        const char *from, *to, *message;
    } damages[] = {
        {"{\"event\":\"log\"", "{\"event\":\"lag\"", ":1: not a log of drover run --log"},
        {"{\"event\":\"log\"", "PK\x03\x04", ":1: not a log of drover run --log"},
        {"\"format\":1", "\"format\":2", ":1: a log of format 2, not 1"},
        {"\"event\":\"start\"", "\"event\":\"stort\"", ":2: no log has an event \"stort\""},
        {"\"seed\":\"1\"", "\"seed\":1", ":2: \"seed\": a text expected"},
        {"\"seed\":\"1\"", "\"seed\":\"99999999999999999999\"",
         ":2: \"seed\": a whole number below 2^64, in quotes, expected"},
        {"\"watched\":false", "\"watched\":0", ":2: \"watched\": true or false expected"},
        {"\"settings\":{\"n\":\"1\"}", "\"settings\":[]", ":2: \"settings\": an object expected"},
        {"{\"n\":\"1\"}", "{\"n\":\"ten\"}",
         ":2: the scenario does not start: setting 'n': 'ten' is not a number"},
        {"\"source\"", "\"sauce\"", ":2: \"source\": one of each module expected"},
        {"\"path\":\"main.lua\"", "\"path\":5", ":2: \"path\": a text expected"},
        {"\"path\":\"main.lua\"", "\"path\":{\"base64\":\"Zg=\"}", ":2: \"path\": Base64 expected"},
        {"\"path\":\"main.lua\"", "\"path\":{\"base64\":\"YQBi\"}",
         ":2: \"path\": a text without zeros expected"},
        {"{\"tick\":1,", "{\"tick\":2,", ":4: tick 2 after tick 0"},
        {"{\"tick\":1,", "{\"tick\":-1,", ":4: \"tick\": a whole number in its range expected"},
        {"{\"tick\":1,", "{\"tick\":1.5,", ":4: \"tick\": a whole number in its range expected"},
        {"{\"tick\":1,", "{\"tick\":1e99999,",
         ":4: not a line of a log: real number overflow near '1e99999'"},
        {"{\"tick\":1,\"hash\":\"", "{\"tick\":1,\"hash\":\"x",
         ":4: \"hash\": 16 digits of a hash expected"},
        {"{\"tick\":1,", "{\"tick\":1,\"tick\":1,",
         ":4: not a line of a log: duplicate object key near '\"tick\"'"},
        {"{\"tick\":1,", "[],[", ":4: not a line of a log: end of file expected near ','"},
        {"{\"tick\":1,", "\n{\"tick\":1,",
         ":4: not a line of a log: '[' or '{' expected near end of file"},
        {"\"key\":\"k\"", "\"kay\":\"k\"", ":8: \"key\": a text expected"},
        {"\"button\":1", "\"button\":3e9", ":9: \"button\": a whole number in its range expected"},
        {"\"button\":1", "\"button\":1,\"agent\":0,\"generation\":0",
         ":9: \"agent\": the number of an agent expected"},
        {"\"x\":1,\"y\":0", "\"x\":\"one\",\"y\":0", ":9: \"x\": a number expected"},
        {"\"event\":\"setting\"", "\"event\":\"start\"", ":11: \"folder\": a text expected"},
        {"\"name\":\"n\"", "\"name\":\"m\"", ":11: no setting 'm'"},
        {"\"event\":\"setting\"", "\"event\":\"rewind\",\"to\":7",
         ":11: a rewind to tick 7, which never was"},
        {"\"event\":\"setting\"", "\"event\":\"load\",\"snapshot\":\"Zg==\"",
         ":11: a snapshot that is not loaded at a start"},
        {"\"event\":\"setting\"",
         "\"event\":\"reload\",\"modules\":[{\"path\":\"x.lua\",\"hash\":\"0123456789abcdef\"}]",
         ":11: no source of x.lua"},
        {"\"event\":\"setting\"", "\"event\":\"reload\",\"modules\":[]",
         ":11: \"modules\": a list of modules expected"},
        {"\"event\":\"setting\"",
         "\"event\":\"reload\",\"modules\":[{\"path\":\"main.lua\",\"hash\":\"0123456789abcdef\","
         "\"source\":\"\"}]",
         ":11: the reload is refused here: main.lua: return drover.scenario { ... }, not nil"},
        {"\"event\":\"setting\"", "\"event\":\"end\"", ":12: something after the end"},
    };
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        change_log(f, log, damages[i].from, damages[i].to);
        char expected[512];
        assert_int_equal(replay(f), 1);
        snprintf(expected, sizeof expected, "drover: %s%s\n", f->log, damages[i].message);
        // A source that was changed is noted before.
        const char *last = strstr(f->err, expected);
        if (!last || strlen(last) != strlen(expected))
            fail_msg("%s: expected %s", f->err, expected);
    }
    write_text(f, "run.log", "");
    expect_refused(f, " is empty: not a log of drover run --log");
    write_text(f, "run.log", "{\"event\":\"log\"");
    expect_refused(f, ":1: not a log of drover run --log");
    free(log);
}

static uint64_t draw(uint64_t *n, uint64_t below) {
    return dv_random_bits((dv_random_key){.seed = 11}, (*n)++) % below;
}

/// Change some bytes, lose some, or have some twice.
static size_t mutate(const char *log, size_t size, char *mutant, uint64_t *n) {
    size_t at = draw(n, size), count = draw(n, 40);
    count = count < size - at ? count : size - at;
    memcpy(mutant, log, size);
    if (draw(n, 3) == 0) {
        memmove(mutant + at, mutant + at + count, size - at - count);
        return size - count;
    }
    if (draw(n, 2) == 0) {
        memmove(mutant + at + count, mutant + at, size - at);
        return size + count;
    }
    static const char likely[] = "\"{}[]:,0159aeE.-+\\\n\xff";
    for (uint64_t changes = draw(n, 4) + 1; changes > 0; changes--)
        mutant[draw(n, size)] =
            draw(n, 2) ? likely[draw(n, sizeof likely - 1)] : (char)draw(n, 256);
    return size;
}

#define MUTANTS 6000

static void mutants_are_read_or_refused(void **state) {
    fixture *f = *state;
    size_t size;
    char *log = ten_ticks(f, &size), *mutant = malloc(size + 40);
    uint64_t n = 0;
    int refused = 0, name = (int)strlen("mutant:");
    for (int i = 0; i < MUTANTS; i++) {
        dv_replay_log read;
        dv_error error;
        size_t length = mutate(log, size, mutant, &n);
        dv_result result = dv_replay_log_read(&read, "mutant", mutant, length, &error);
        if (result == DV_OK) {
            dv_replay_log_close(&read);
            continue;
        }
        refused++;
        assert_int_equal(result, DV_ERROR_FORMAT);
        assert_memory_equal(error.message, "mutant:", name);
        assert_true(error.message[name] >= '1' && error.message[name] <= '9');
    }
    assert_in_range(refused, MUTANTS / 4, MUTANTS - MUTANTS / 10);
    free(mutant);
    free(log);
}

static void mutants_are_replayed_or_refused(void **state) {
    fixture *f = *state;
    size_t size;
    char *log = ten_ticks(f, &size), *mutant = malloc(size + 40);
    uint64_t n = MUTANTS;
    for (int i = 0; i < 300; i++) {
        size_t length = mutate(log, size, mutant, &n);
        write_bytes(f, "run.log", mutant, length);
        if (replay(f) == 1)
            assert_memory_equal(f->err, "drover: ", 8);
        else
            assert_memory_equal(f->out, "replayed ", 9);
    }
    free(mutant);
    free(log);
}

static void want_of_memory_leaves_nothing(void **state) {
    fixture *f = *state;
    size_t size, before = dv_allocated_bytes();
    char *log = ten_ticks(f, &size);
    dv_result result = DV_ERROR_MEMORY;
    uint64_t failures = 0;
    for (; result != DV_OK; failures++) {
        dv_replay_log read;
        dv_error error;
        dv_fail_allocation(failures + 1, failures % 2 == 1);
        result = dv_replay_log_read(&read, "log", log, size, &error);
        dv_fail_allocation(0, false);
        if (result == DV_OK)
            dv_replay_log_close(&read);
        else
            assert_int_equal(result, DV_ERROR_MEMORY);
        assert_int_equal(dv_allocated_bytes(), before);
    }
    if (failures <= 50)
        fail_msg("%d", (int)failures);
    free(log);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_people_do_is_done_again, set_up, tear_down),
        cmocka_unit_test_setup_teardown(attributes_are_set_again, set_up, tear_down),
        cmocka_unit_test_setup_teardown(reloads_are_done_again, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_failed_on_trial_is_not_done_again, set_up, tear_down),
        cmocka_unit_test_setup_teardown(modules_that_share_tables_are_replayed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(kinds_that_come_and_go_do_so_in_a_replay, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_restart_begins_anew, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_snapshot_to_begin_with_is_in_the_log, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_scenario_of_one_file_is_replayed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_was_rewound_is_left_out, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_rewind_to_the_tick_of_a_save_is_replayed, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_rewind_may_be_the_last_that_happens, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_run_that_fails_is_replayed_to_where_it_failed, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(errors_of_scripts_are_in_the_log, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_log_of_a_run_that_did_not_begin_is_told, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_run_that_does_not_begin_leaves_the_log_of_before, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(what_differs_is_told_with_its_first_tick, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_log_that_is_cut_is_replayed_to_its_last_whole_line,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(damaged_and_foreign_files_are_refused_with_the_line, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(mutants_are_read_or_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(mutants_are_replayed_or_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(want_of_memory_leaves_nothing, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
