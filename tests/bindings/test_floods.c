// Whatever a script makes in an endless loop, it comes to a limit before memory does, with a
// message that names its line. Time is unlimited here: a flood ends because of what it has made.
//
// floods.lua has a row for each method that makes something. A new one without a row has to come to
// no limit, or it needs one.
#include "../program.h"
#include "../read_script.h"
#include "scenario_fixture.h"

#include "base/alloc.h"
#include "classes/classes.h"

#define MIB ((size_t)1 << 20)
#define SCRIPTS_MAY_USE (8 * MIB)
#define MOST_AGENTS 300

static char rows[sizeof((fixture *)0)->log];

static bool has_row(const char *class, const char *method, const char *says) {
    char row[128];
    snprintf(row, sizeof row, "%s.%s %s\n", class, method, says);
    return strstr(rows, row) != NULL;
}

static void write_scenario(fixture *f, const char *method, const char *where) {
    static char source[1 << 14];
    char line[128];
    snprintf(source, sizeof source, "%s", read_script("floods.lua"));
    snprintf(line, sizeof line, "METHOD, WHERE = \"%s\", \"%s\"", method, where);
    replace_in(source, sizeof source, "METHOD, WHERE = \"\", \"setup\"", line);
    close_scenario(f);
    f->log[0] = '\0';
    write_file(f, "main.lua", source);
    write_file(f, "square.wkt", "POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))");
}

/// Returns how many bytes were allocated before.
static size_t open_limited(fixture *f, const char *method, const char *where) {
    write_scenario(f, method, where);
    size_t before = dv_allocated_bytes();
    dv_scenario_options options = options_of(f);
    options.watched = false;
    options.memory_cap = SCRIPTS_MAY_USE;
    options.most_agents = MOST_AGENTS;
    f->error.message[0] = '\0';
    f->scenario = dv_scenario_open(f->folder, &options, &f->error);
    return before;
}

/// Whether many calls of a method without a row come to no limit.
static bool makes_nothing(fixture *f, const char *method) {
    open_limited(f, method, "setup");
    return f->scenario && strcmp(f->log, "makes nothing\n") == 0;
}

/// Run a scenario until it fails, and check that it does so in time.
static void expect_limit(fixture *f, const char *method, const char *where) {
    size_t before = open_limited(f, method, where);
    if (strcmp(where, "update") == 0) {
        assert_non_null(f->scenario);
        while (dv_scenario_step(f->scenario, &f->error) == DV_OK) {
        }
    }
    if (strncmp(f->error.message, "main.lua:", 9) != 0)
        fail_msg("%s in %s: %s", method, where, f->error.message);
    // A scenario that did not open has freed what it made.
    size_t held = f->scenario ? dv_allocated_bytes() - before : 0;
    if (held > 4 * SCRIPTS_MAY_USE)
        fail_msg("%s in %s: %zu bytes", method, where, held);
}

/// What modules build while they load is bounded by its number.
static void what_is_built_while_loading_comes_to_a_limit(void **state) {
    fixture *f = *state;
    static const char *const built[] = {"steer.wander { strength = i }", "when.after(i)",
                                        "blend.sum { steer.wander {} }", "drover.stress.energy {}",
                                        "drover.kind('k' .. i % 200, {})"};
    for (size_t i = 0; i < sizeof built / sizeof *built; i++) {
        char source[512];
        snprintf(source, sizeof source,
                 HEAD "local kept = {}\nfor i = 1, 1e9 do kept[i %% 1000] = %s end", built[i]);
        write_file(f, "main.lua", source);
        assert_null(try_open(f));
        if (strncmp(f->error.message, "main.lua:3: ", 12) != 0)
            fail_msg("%s: %s", built[i], f->error.message);
    }
}

static void every_flood_comes_to_a_limit(void **state) {
    fixture *f = *state;
    write_scenario(f, "", "setup");
    open_folder(f);
    memcpy(rows, f->log, sizeof rows);
    uint32_t count = 0, proved = 0;
    for (const dv_class *const *class = dv_classes; *class; class ++) {
        if (*class == &dv_draw_class || *class == &dv_test_world_class)
            continue; // test_draw_lua.c and test_test_file.c flood these
        for (const dv_method_row *const *list = (*class)->methods; *list; list++)
            for (const dv_method_row *method = *list; method->name; method++) {
                char name[96];
                bool is_old_name = !method->doc;
                if (is_old_name || has_row((*class)->name, method->name, "does not"))
                    continue;
                snprintf(name, sizeof name, "%s_%s", (*class)->name, method->name);
                if (!has_row((*class)->name, method->name, "floods")) {
                    if (!makes_nothing(f, name))
                        fail_msg("floods.lua has no row for %s:%s", (*class)->name, method->name);
                    proved++;
                    continue;
                }
                expect_limit(f, name, "setup");
                expect_limit(f, name, "update");
                count++;
            }
    }
    assert_true(count > 10 && proved > 10);
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(every_flood_comes_to_a_limit),
        CASE(what_is_built_while_loading_comes_to_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
