// Reloads on trial: if a script fails soon after, the code and the world are restored, and the run
// continues as if there had been no reload. Also undo.
#include "../program.h"
#include "../read_script.h"
#include "everything.h"

#include "base/alloc.h"

#define TICKS 110
#define SAVED_AT 25

// A scenario with every callback there is, and places for what breaks them. Parts are kept apart:
// deer.lua is what the saves change, herd.lua requires nothing and is shared, main.lua requires
// both.
static const char herd_source[] = HEAD "return { step = 0.25 }";

/// A save before the acts of a tick: `from` is replaced by `to` in the file as it was last saved.
typedef struct save {
    uint64_t tick;
    const char *file, *from, *to;
} save;

typedef struct drive {
    const save *saves;
    size_t save_count, saved;
    char deer[8192], herd[256], main[8192]; // as saved last
    uint64_t hashes[TICKS];
    dv_reload_report failed[8]; // reloads that were rolled back
    size_t failed_count;
} drive;

static void save_part(fixture *f, drive *d, const save *s) {
    char *text = *s->file == 'd' ? d->deer : *s->file == 'h' ? d->herd : d->main;
    replace_in(text, sizeof d->deer, s->from, s->to);
    write_file(f, s->file, text);
}

static void open_parts(fixture *f, drive *d, bool watched) {
    snprintf(d->deer, sizeof d->deer, "%s", read_script("trial/deer.lua"));
    snprintf(d->herd, sizeof d->herd, "%s", herd_source);
    snprintf(d->main, sizeof d->main, "%s", read_script("trial/main.lua"));
    write_file(f, "deer.lua", read_script("trial/deer.lua"));
    write_file(f, "herd.lua", herd_source);
    write_file(f, "main.lua", read_script("trial/main.lua"));
    close_scenario(f);
    dv_scenario_options options = options_of(f);
    options.shown = true;
    options.watched = watched;
    f->scenario = dv_scenario_open(f->folder, &options, &f->error);
    if (!f->scenario)
        fail_msg("%s", f->error.message);
}

/// Take back what failed; the acts since are done again, as they go by the tick.
static bool took_back(fixture *f, drive *d) {
    if (!dv_scenario_trial_failed(f->scenario))
        return false;
    assert_in_range(d->failed_count, 0, 7);
    dv_reload_report report = dv_scenario_roll_back(f->scenario);
    assert_int_equal(report.outcome, DV_RELOAD_ROLLED_BACK);
    d->failed[d->failed_count++] = report;
    return true;
}

static void reload_parts(fixture *f, drive *d, uint64_t tick) {
    while (d->saved < d->save_count && d->saves[d->saved].tick == tick) {
        save_part(f, d, &d->saves[d->saved++]);
        dv_reload_report report = dv_scenario_reload(f->scenario);
        if (report.outcome != DV_RELOAD_SWAPPED)
            fail_msg("%s", report.message);
    }
}

static void act(fixture *f, uint64_t tick) {
    dv_input press = {.type = DV_MOUSE_PRESSED, .x = (double)(tick % 80), .y = 40, .button = 1};
    dv_input key = {.type = tick == 24 ? DV_KEY_PRESSED : DV_KEY_RELEASED, .key = "k"};
    if (tick % 7 == 3 || tick == SAVED_AT)
        dv_scenario_input(f->scenario, &press);
    if (tick == 24 || tick == 40)
        dv_scenario_input(f->scenario, &key);
    char number[16];
    snprintf(number, sizeof number, "%d", (int)tick % 90);
    if (tick % 10 == 6)
        assert_int_equal(dv_scenario_set(f->scenario, "pace", number, &f->error), DV_OK);
}

/// Everything a player does around a tick.
static void drive_to(fixture *f, drive *d, uint64_t until) {
    dv_world *world = dv_scenario_world(f->scenario);
    while (dv_world_tick(world) < until) {
        uint64_t tick = dv_world_tick(world);
        reload_parts(f, d, tick);
        if (took_back(f, d))
            continue;
        act(f, tick);
        if (took_back(f, d))
            continue;
        step(f, 1);
        if (dv_scenario_monitor_count(f->scenario) > 0)
            dv_scenario_monitor(f->scenario, 0);
        if (tick % 4 == 0)
            dv_scenario_draw(f->scenario, NULL);
        if (!took_back(f, d))
            d->hashes[tick] = hash_of(f);
    }
}

static void drive_whole(fixture *f, drive *d, const save *saves, size_t count) {
    *d = (drive){.saves = saves, .save_count = count};
    open_parts(f, d, true);
    drive_to(f, d, TICKS);
    assert_int_equal(d->saved, count);
}

static void expect_same_run(const drive *a, const drive *b, const char *what) {
    for (int i = 0; i < TICKS; i++)
        if (a->hashes[i] != b->hashes[i])
            fail_msg("%s: another hash after tick %d", what, i);
}

typedef struct bad_save {
    const char *file, *from, *to, *message;
} bad_save;

#define AT(tick) "if self.world.tick == " tick " then error 'x' end "

static const bad_save bad_saves[] = {
    {"deer.lua", "--[[step]]", "self.n = 0 self.x = 5 " AT("33"), "deer.lua:25: x [deer#"},
    {"deer.lua", "--[[custom]]", AT("33"), "deer.lua:18: x [deer#"},
    {"deer.lua", "--[[guard]]", AT("33"), "deer.lua:32: x [deer#"},
    {"deer.lua", "--[[choose]]", "error 'x' ", "deer.lua:36: x [deer#"},
    {"deer.lua", "--[[enter]]", "error 'x' ", "deer.lua:44: x [deer#"},
    {"deer.lua", "--[[leave]]", "error 'x' ", "deer.lua:48: x [deer#"},
    {"deer.lua", "self.n = self.id", "error 'x'", "deer.lua:11: x [deer#"},
    {"main.lua", "--[[elect]]", "error 'x' ", "main.lua:8: x"},
    {"main.lua", "--[[field]]", "if t > 0.7 then error 'x' end ", "main.lua:17: x"},
    {"main.lua", "--[[monitor]]", "error 'x' ", "main.lua:29: x"},
    {"main.lua", "--[[setting]]", "world:agents()():remove() error 'x' ", "main.lua:43: x"},
    {"main.lua", "--[[input]]", "world.memory.heard = {} error 'x' ", "main.lua:47: x"},
    {"main.lua", "--[[draw]]", "error 'x' ", "main.lua:59: x"},
    {"main.lua", "--[[on_reload]]", "world:agents()():remove() error 'x' ", "main.lua:63: x"},
    {"main.lua", "--[[update]]",
     "for d in world:agents() do d.n = 0 d.x = 1 d.color = 'blue' d:steer('odd') end "
     "world.settings.pace = 50 world:random() world:emit('boo', { at = { 1, 1 }, radius = 99 }) "
     "if world.tick == 30 then world:finish('over') error 'x' end ",
     "main.lua:66: x"},
    {"main.lua", "--[[update]]", "while world.tick == 30 do end ",
     "main.lua:66: stopped after 0.9 s: the script does not return"},
    {"herd.lua", "0.25", "{}", "deer.lua:26: attempt to perform arithmetic on a table value"},
};

static void wherever_it_fails_there_was_no_reload(void **state) {
    fixture *f = *state;
    f->timed = true;
    static drive plain, driven;
    drive_whole(f, &plain, NULL, 0);
    // It does what it is made for: the input found somebody, and counted.
    assert_string_equal(banner_of(f), "");
    for (size_t i = 0; i < sizeof bad_saves / sizeof *bad_saves; i++) {
        const bad_save *bad = &bad_saves[i];
        const save saves[] = {{SAVED_AT, bad->file, bad->from, bad->to}};
        drive_whole(f, &driven, saves, 1);
        assert_int_equal(driven.failed_count, 1);
        const dv_reload_report *report = &driven.failed[0];
        if (strncmp(report->message, bad->message, strlen(bad->message)) != 0)
            fail_msg("'%s', not '%s'", report->message, bad->message);
        assert_int_equal(report->taken_back, 2);
        assert_int_equal(report->generation, 1);
        assert_string_equal(banner_of(f), report->message);
        assert_string_equal(dv_scenario_banner_line(f->scenario), report->line);
        expect_same_run(&plain, &driven, bad->to);
        // The same content is not tried again, and put back it is mended.
        assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_UNCHANGED);
        save_part(f, &driven, &(save){0, bad->file, bad->to, bad->from});
        assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_MENDED);
        assert_string_equal(banner_of(f), "");
    }
}

static void kinds_and_memory_of_the_failed_code_are_gone(void **state) {
    fixture *f = *state;
    static drive plain, driven;
    drive_whole(f, &plain, NULL, 0);
    const save saves[] = {
        {SAVED_AT, "main.lua", "kinds = { deer }",
         "kinds = { drover.kind('ghost', { memory = { m = {} } }), deer }"},
        {SAVED_AT + 2, "main.lua", "--[[update]]",
         "local g = world:spawn('ghost', { m = { 1 } }) g.label = 'boo' world.memory.last = g\n"
         "if world.tick == 50 then world.memory.last:apply() end "},
        {SAVED_AT + 3, "deer.lua", "memory = { n = 0,", "memory = { n = 0, more = { 2 },"},
    };
    drive_whole(f, &driven, saves, 3);
    // What was saved on top of it goes first, then itself; what it was saved on stays.
    assert_int_equal(driven.failed_count, 2);
    assert_int_equal(driven.failed[0].taken_back, 4);
    assert_int_equal(driven.failed[1].taken_back, 3);
    assert_int_equal(driven.failed[1].generation, 2);
    static drive good;
    drive_whole(f, &good, saves, 1);
    assert_int_equal(good.failed_count, 0);
    expect_same_run(&good, &driven, "ghosts");
}

static void reloads_on_trial_nest(void **state) {
    fixture *f = *state;
    static drive good, driven;
    const save good_saves[] = {
        {20, "herd.lua", "0.25", "0.5"},
        {40, "deer.lua", "max_speed = 8", "max_speed = 4"},
    };
    const save saves[] = {
        good_saves[0],
        good_saves[1],
        {50, "main.lua", "--[[update]]", "if world.tick == 55 then error 'x' end"},
    };
    drive_whole(f, &good, good_saves, 2);
    assert_int_equal(good.failed_count, 0);
    drive_whole(f, &driven, saves, 3);
    assert_int_equal(driven.failed_count, 1);
    assert_int_equal(driven.failed[0].generation, 3);
    expect_same_run(&good, &driven, "the third of three");
}

static void a_trial_ends_after_so_many_ticks(void **state) {
    fixture *f = *state;
    static drive d;
    d = (drive){0};
    open_parts(f, &d, true);
    drive_to(f, &d, 10);
    assert_int_equal(dv_scenario_trial_count(f->scenario), 0);
    save_part(f, &d, &(save){0, "deer.lua", "--[[step]]", AT("90")});
    dv_scenario_reload(f->scenario);
    drive_to(f, &d, 40);
    save_part(f, &d, &(save){0, "herd.lua", "0.25", "0.5"});
    dv_scenario_reload(f->scenario);
    assert_int_equal(dv_scenario_trial_count(f->scenario), 2);
    assert_int_equal(dv_scenario_trial_ticks_left(f->scenario, 0), 30);
    assert_int_equal(dv_scenario_trial_ticks_left(f->scenario, 1), 60);
    drive_to(f, &d, 70);
    assert_int_equal(dv_scenario_trials_passed(f->scenario), 0);
    drive_to(f, &d, 71);
    assert_int_equal(dv_scenario_trials_passed(f->scenario), 1);
    assert_int_equal(dv_scenario_trial_count(f->scenario), 1);
    drive_to(f, &d, 100);
    // The newer reload is taken back for it, and the older one, which is to blame, is not.
    assert_int_equal(d.failed_count, 1);
    assert_int_equal(dv_scenario_trials_passed(f->scenario), 1);
    assert_true(suspended(f) > 0);
    assert_string_equal(banner_of(f), d.failed[0].message);
}

static void too_many_reloads_end_the_oldest_trial(void **state) {
    fixture *f = *state;
    static drive d;
    d = (drive){0};
    open_parts(f, &d, true);
    uint64_t before = hash_of(f);
    for (int i = 0; i < DV_MAX_TRIALS + 4; i++) {
        save_part(f, &d, &(save){0, "herd.lua", "return", "--\nreturn"});
        assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_SWAPPED);
    }
    assert_int_equal(dv_scenario_trial_count(f->scenario), DV_MAX_TRIALS);
    assert_int_equal(dv_scenario_trials_passed(f->scenario), 4);
    for (int i = 0; i < DV_MAX_TRIALS; i++)
        assert_int_equal(dv_scenario_roll_back(f->scenario).generation, DV_MAX_TRIALS + 4 - i);
    assert_int_equal(dv_scenario_roll_back(f->scenario).outcome, DV_RELOAD_UNCHANGED);
    assert_int_equal(hash_of(f), before);
}

/// Four agents, those of which fail whose id is so.
static const char *failing(const char *condition) {
    return read_script_with("trial/failing.lua", "== 9", condition, NULL);
}

static void who_stood_suspended_may_fail_again(void **state) {
    fixture *f = *state;
    open_main(f, failing("% 2 == 0"));
    step(f, 3);
    assert_int_equal(suspended(f), 2);
    // Half of it is mended: that is worth having.
    write_file(f, "main.lua", failing("== 2"));
    assert_int_equal(dv_scenario_reload(f->scenario).revived, 2);
    step(f, 3);
    assert_false(dv_scenario_trial_failed(f->scenario));
    assert_int_equal(suspended(f), 1);
    assert_string_equal(banner_of(f), "main.lua:5: broken [a#2]");
    // For the others it counts.
    write_file(f, "main.lua", failing("< 4"));
    dv_scenario_reload(f->scenario);
    step(f, 1);
    assert_true(dv_scenario_trial_failed(f->scenario));
    dv_reload_report report = dv_scenario_roll_back(f->scenario);
    assert_string_equal(report.message, "main.lua:5: broken [a#1]");
    assert_int_equal(report.generation, 2);
    assert_int_equal(suspended(f), 1);
    step(f, 5);
    assert_int_equal(suspended(f), 1);
}

static void unwatched_a_trial_saves_the_run_and_later_errors_end_it(void **state) {
    fixture *f = *state;
    static drive d;
    d = (drive){0};
    open_parts(f, &d, false);
    drive_to(f, &d, 5);
    save_part(f, &d,
              &(save){0, "main.lua", "--[[update]]", "if world.tick == 9 then error 'x' end "});
    dv_scenario_reload(f->scenario);
    drive_to(f, &d, 15);
    assert_int_equal(d.failed_count, 1);
    save_part(f, &d, &(save){0, "main.lua", "world.tick == 9", "world.tick == 80"});
    dv_scenario_reload(f->scenario);
    drive_to(f, &d, 80);
    assert_int_equal(d.failed_count, 1);
    assert_int_not_equal(dv_scenario_step(f->scenario, &f->error), DV_OK);
    assert_string_equal(f->error.message, "main.lua:66: x");
}

static void a_step_takes_back_what_nobody_took_back(void **state) {
    fixture *f = *state;
    open_main(f, read_script("trial/failing.lua"));
    step(f, 2);
    uint64_t before = hash_of(f);
    step(f, 1);
    uint64_t after = hash_of(f);
    open_main(f, read_script("trial/failing.lua"));
    step(f, 2);
    write_file(f, "main.lua", failing("== 3"));
    dv_scenario_reload(f->scenario);
    step(f, 1);
    assert_int_equal(suspended(f), 1);
    step(f, 1);
    assert_int_equal(suspended(f), 0);
    assert_int_equal(hash_of(f), after);
    // So does a save, mended or not.
    write_file(f, "main.lua", failing("== 4"));
    dv_scenario_reload(f->scenario);
    step(f, 1);
    write_file(f, "main.lua", failing("== 8"));
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_SWAPPED);
    assert_int_equal(hash_of(f), after);
    assert_int_not_equal(before, after);
}

static void rolling_back_short_of_memory_changes_nothing(void **state) {
    fixture *f = *state;
    static drive plain, d;
    drive_whole(f, &plain, NULL, 0);
    d = (drive){0};
    open_parts(f, &d, true);
    drive_to(f, &d, SAVED_AT);
    save_part(f, &d, &(save){0, "deer.lua", "--[[step]]", AT("28")});
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_SWAPPED);
    // Without acts, which are done again.
    while (!dv_scenario_trial_failed(f->scenario))
        step(f, 1);
    uint64_t failed = hash_of(f);
    int refused = 0;
    dv_reload_report report = {0};
    for (uint64_t n = 1; report.outcome != DV_RELOAD_ROLLED_BACK; n += 1 + n / 20) {
        dv_fail_allocation(n, true);
        report = dv_scenario_roll_back(f->scenario);
        dv_fail_allocation(0, false);
        if (report.outcome == DV_RELOAD_ROLLED_BACK)
            break;
        assert_int_equal(report.outcome, DV_RELOAD_REFUSED);
        assert_int_equal(report.generation, 2);
        assert_int_equal(hash_of(f), failed);
        refused++;
    }
    assert_true(refused > 20);
    drive_to(f, &d, TICKS);
    for (int i = SAVED_AT; i < TICKS; i++)
        assert_int_equal(d.hashes[i], plain.hashes[i]);
}

// Undo

static void expect_undone(fixture *f, uint32_t generation, const char *modules) {
    dv_reload_report report = dv_scenario_undo(f->scenario);
    assert_int_equal(report.outcome, DV_RELOAD_SWAPPED);
    assert_true(report.is_undo);
    assert_int_equal(report.generation, generation);
    assert_string_equal(report.modules, modules);
    assert_string_equal(f->warnings, "");
}

#define SAYING "trial/saying.lua"

static void undo_brings_back_the_code_and_leaves_the_world(void **state) {
    fixture *f = *state;
    open_main(f, read_script(SAYING));
    dv_reload_report report = dv_scenario_undo(f->scenario);
    assert_int_equal(report.outcome, DV_RELOAD_UNCHANGED);
    assert_string_equal(report.message, "there is no reload to undo");
    assert_string_equal(banner_of(f), "");
    step(f, 1);
    write_file(f, "main.lua", read_script_with(SAYING, "one", "two", NULL));
    dv_scenario_reload(f->scenario);
    step(f, 1);
    uint64_t before = hash_of(f);
    expect_undone(f, 3, "main");
    assert_int_equal(hash_of(f), before);
    step(f, 1);
    // The file is as it was when it was taken.
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_UNCHANGED);
    expect_undone(f, 4, "main");
    step(f, 70);
    expect_undone(f, 5, "main");
    step(f, 1);
    const char *end = f->log + strlen(f->log) - strlen("two\t72\none\t73\n");
    assert_string_equal(end, "two\t72\none\t73\n");
    assert_memory_equal(f->log, "one\t0\ntwo\t1\none\t2\ntwo\t3\n", 24);
    write_file(f, "main.lua", read_script_with(SAYING, "one", "three", NULL));
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_SWAPPED);
}

static void undo_revives_and_is_on_trial_itself(void **state) {
    fixture *f = *state;
    open_main(f, read_script("trial/failing.lua"));
    write_file(f, "main.lua", failing("== 2 and self.world.tick > 70"));
    dv_scenario_reload(f->scenario);
    step(f, 75);
    assert_int_equal(suspended(f), 1);
    dv_reload_report report = dv_scenario_undo(f->scenario);
    assert_int_equal(report.revived, 1);
    assert_int_equal(dv_scenario_trial_count(f->scenario), 1);
    step(f, 5);
    assert_int_equal(suspended(f), 0);
    // Redone, the other one fails too.
    write_file(f, "main.lua", failing("== 3"));
    dv_scenario_reload(f->scenario);
    step(f, 1);
    report = dv_scenario_roll_back(f->scenario);
    assert_int_equal(report.outcome, DV_RELOAD_ROLLED_BACK);
    assert_int_equal(report.generation, 3);
    // What was rolled back never was, so undo redoes what was undone.
    expect_undone(f, 5, "main");
    step(f, 1);
    assert_true(dv_scenario_trial_failed(f->scenario));
    assert_int_equal(dv_scenario_roll_back(f->scenario).generation, 3);
    assert_int_equal(suspended(f), 0);
}

static void an_undo_loads_every_module(void **state) {
    fixture *f = *state;
    static drive d;
    d = (drive){0};
    open_parts(f, &d, true);
    save_part(f, &d, &(save){0, "deer.lua", "max_speed = 8", "max_speed = 4"});
    dv_scenario_reload(f->scenario);
    drive_to(f, &d, 5);
    expect_undone(f, 3, "herd, deer, main");
    drive_to(f, &d, 10);
    expect_undone(f, 4, "herd, deer, main");
    drive_to(f, &d, 20);
    assert_int_equal(d.failed_count, 0);
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(wherever_it_fails_there_was_no_reload),
        CASE(kinds_and_memory_of_the_failed_code_are_gone),
        CASE(reloads_on_trial_nest),
        CASE(a_trial_ends_after_so_many_ticks),
        CASE(too_many_reloads_end_the_oldest_trial),
        CASE(who_stood_suspended_may_fail_again),
        CASE(unwatched_a_trial_saves_the_run_and_later_errors_end_it),
        CASE(a_step_takes_back_what_nobody_took_back),
        CASE(rolling_back_short_of_memory_changes_nothing),
        CASE(undo_brings_back_the_code_and_leaves_the_world),
        CASE(undo_revives_and_is_on_trial_itself),
        CASE(an_undo_loads_every_module),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
