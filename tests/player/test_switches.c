// What people switched on stays wanted while it is impossible: watching, and the ghost.
#include "../program.h"
#include "../read_script.h"
#include "player/run/ghost.h"
#include "rewind_fixture.h"

#include "base/clock.h"

#include <sys/stat.h>

/// Poll until a reload has that outcome; so many polls take a minute at least.
static void await_reload(fixture *f, dv_reload_outcome outcome) {
    for (int polls = 0; polls < 30000; polls++) {
        uint32_t before = f->run.reloads.count;
        dv_run_poll(&f->run);
        if (f->run.reloads.count > before && f->run.reloads.last.outcome == outcome)
            return;
        dv_sleep(0.002);
    }
    fail_msg("nothing was reloaded");
}

/// Begin in a folder two levels down.
static void begin_below(fixture *f) {
    char above[80];
    snprintf(above, sizeof above, "%s/above", f->folder);
    snprintf(f->main, sizeof f->main, "%s/scene", above);
    assert_int_equal(mkdir(above, 0777), 0);
    assert_int_equal(mkdir(f->main, 0777), 0);
    f->options.scenario = strdup(f->main);
    strcat(f->main, "/main.lua");
    f->options.watch = true;
}

static void in_folder(fixture *f, const char *command) {
    char line[256];
    snprintf(line, sizeof line, "cd %s && %s", f->folder, command);
    assert_int_equal(system(line), 0);
}

static void the_banner_goes_when_the_folder_is_back(void **state) {
    static const char *const there_and_back[][2] = {
        {"cp -r above copy && rm -r above/scene", "cp -r copy/scene above"},
        {"rm -r above", "cp -r copy above"},
        {"mv above away", "mv away above"},
        {"rm -r above && mkdir above", "cp -r copy/scene above"},
    };
    fixture *f = *state;
    begin_below(f);
    begin(f);
    tick(f, 2);
    for (size_t i = 0; i < sizeof there_and_back / sizeof *there_and_back; i++) {
        in_folder(f, there_and_back[i][0]);
        await_reload(f, DV_RELOAD_REFUSED);
        assert_non_null(strstr(dv_scenario_banner(f->run.scenario), "main.lua is gone"));
        in_folder(f, there_and_back[i][1]);
        await_reload(f, DV_RELOAD_MENDED);
        assert_null(dv_scenario_banner(f->run.scenario));
        assert_true(f->run.watching);
    }
    save(f, "(\"deer\", 1)", "(\"deer\", 3)");
    await_reload(f, DV_RELOAD_SWAPPED);
    free((char *)f->options.scenario);
}

static void watching_begins_once_there_is_a_folder(void **state) {
    fixture *f = *state;
    begin_below(f);
    f->options.watch = false;
    begin(f);
    in_folder(f, "mv above away");
    f->run.watching = true;
    for (int i = 0; i < 10; i++)
        dv_run_poll(&f->run);
    assert_true(f->run.watching);
    in_folder(f, "mv away above");
    save(f, "(\"deer\", 1)", "(\"deer\", 3)");
    await_reload(f, DV_RELOAD_SWAPPED);
    free((char *)f->options.scenario);
}

static void the_ghost_stays_asked_for(void **state) {
    fixture *f = *state;
    char text[DV_GHOST_TEXT];
    begin(f);
    dv_ghost_turn(&f->run, true, text);
    tick(f, 130);
    for (int i = 1; i <= 3; i++) {
        char count[16];
        snprintf(count, sizeof count, "(\"deer\", %d)", i + 1);
        save(f, "(\"deer\", 1)", count);
        assert_int_equal(dv_run_reload(&f->run), DV_RELOAD_SWAPPED);
        assert_non_null(f->run.ghost.beside.scenario);
        tick(f, 20);
        expect_rewind_to(f, 100, 100);
        assert_true(f->run.ghost.is_on);
        assert_null(f->run.ghost.beside.scenario);
        dv_ghost_text(&f->run.ghost, text);
        assert_ptr_equal(strstr(text, "begins with the next accepted save; the last one ended"),
                         text);
    }
    dv_ghost_turn(&f->run, false, text);
    dv_ghost_turn(&f->run, true, text);
    assert_string_equal(text, "begins with the next accepted save");
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(the_banner_goes_when_the_folder_is_back),
        CASE(watching_begins_once_there_is_a_folder),
        CASE(the_ghost_stays_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
