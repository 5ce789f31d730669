// Reloads that must not change a single bit of a run: a broken save, a changed comment, and a
// reload that runs out of memory.
#include "../program.h"
#include "everything.h"
#include "reload_fixture.h"

#include "base/alloc.h"

// The hashes of a run of everything, tick by tick.
#define TICKS 60

static void run_undisturbed(fixture *f, uint64_t hashes[TICKS]) {
    close_scenario(f);
    open_everything(f);
    for (int i = 0; i < TICKS; i++) {
        step_everything(f, 1);
        hashes[i] = hash_of(f);
    }
    // It does all it is made for.
    assert_int_equal(suspended(f), 1);
    dv_world *world = dv_scenario_world(f->scenario);
    assert_true(dv_scenario_monitor(f->scenario, 0) > 10);
    int32_t fleeing = dv_program_state(dv_world_program(world), 0, "fleeing");
    assert_true(dv_world_count(world, dv_one_kind(0), fleeing) > 0);
}

typedef struct bad_edit {
    const char *file, *from, *to; ///< replaced once in the file
    const char *message, *line;
} bad_edit;

static const bad_edit bad_edits[] = {
    {"deer.lua", "initial = \"grazing\"", "initial = ", "deer.lua:29: unexpected symbol near ','",
     "initial = ,"},
    {"deer.lua", "return drover.kind", "error 'not today' return drover.kind",
     "deer.lua:6: not today", "error 'not today' return drover.kind(\"deer\", {"},
    {"deer.lua", "local stray", "local x = nil .. 'x' local stray",
     "deer.lua:4: attempt to concatenate a nil value",
     "local x = nil .. 'x' local stray = steer.wander { strength = 3 }"},
    {"main.lua", "require \"deer\"", "require \"moose\"",
     "main.lua:126: require \"moose\": there is neither moose.lua nor a library of that name",
     "kinds = { require \"moose\", wolf, bad },"},
    {"deer.lua", "strength = 3", "strenght = 3",
     "deer.lua:4: steer.wander: strenght: unknown parameter (strength?)",
     "local stray = steer.wander { strenght = 3 }"},
    {"deer.lua", "\"fleeing\" },", "\"fleing\" },",
     "deer.lua:42: states.grazing.on[1]: no state 'fleing' (fleeing?)",
     "{ when.sees(\"wolf\", { within = 15, as = \"threat\", at = \"seen_at\" }), \"fleing\" },"},
    {"deer.lua", "max_force = 400", "max_force = -400",
     "deer.lua:7: body.max_force: -400 is not in 0 to 1e+12 N",
     "body = { mass = \"weight\", max_speed = drover.setting \"pace\", max_force = -400 },"},
    {"main.lua", "wolf, bad }", "wolf }",
     "main.lua:123: kind 'bad' is gone, and 1 of its agents lives: write renamed_from = \"bad\" in "
     "the new kind, or removed = { { kind = \"bad\" } } in the scenario",
     "return drover.scenario {"},
    {"main.lua", "drover.group(\"pack\"", "drover.group(\"pock\"",
     "main.lua:123: group 'pack' is gone, and 2 of it are in use: write renamed_from = \"pack\" in "
     "the new group, or removed = { { group = \"pack\" } } in the scenario",
     "return drover.scenario {"},
    {"main.lua", "return drover.scenario {", "while true do end return drover.scenario {",
     "main.lua:123: stopped after 0.9 s: the script does not return",
     "while true do end return drover.scenario {"},
};

static void edit(fixture *f, const char *file, const char *from, const char *to) {
    static char text[1 << 14];
    const char *source = strcmp(file, "deer.lua") == 0 ? everything_deer() : everything_main();
    const char *place = strstr(source, from);
    assert_non_null(place);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(place - source), source, to,
             place + strlen(from));
    write_file(f, file, text);
}

static void a_broken_save_changes_no_bit_of_the_run(void **state) {
    fixture *f = *state;
    f->timed = true;
    uint64_t hashes[TICKS];
    run_undisturbed(f, hashes);
    for (size_t e = 0; e < sizeof bad_edits / sizeof *bad_edits; e++) {
        const bad_edit *bad = &bad_edits[e];
        close_scenario(f);
        open_everything(f);
        for (int i = 0; i < TICKS; i++) {
            if (i == 15) {
                uint64_t before = hash_of(f);
                edit(f, bad->file, bad->from, bad->to);
                expect_refused(f, bad->message, bad->line);
                assert_int_equal(hash_of(f), before);
                expect_unchanged(f);
                assert_string_equal(banner_of(f), bad->message);
            }
            step_everything(f, 1);
            assert_int_equal(hash_of(f), hashes[i]);
        }
    }
}

static void mended_by_going_back_the_banner_is_cleared(void **state) {
    fixture *f = *state;
    open_everything(f);
    edit(f, "deer.lua", "initial = \"grazing\"", "initial = ");
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_REFUSED);
    write_file(f, "deer.lua", everything_deer());
    dv_reload_report report = dv_scenario_reload(f->scenario);
    assert_int_equal(report.outcome, DV_RELOAD_MENDED);
    assert_int_equal(report.generation, 1);
    assert_string_equal(banner_of(f), "");
}

static void a_comment_changes_neither_the_state_nor_what_follows(void **state) {
    fixture *f = *state;
    uint64_t hashes[TICKS];
    run_undisturbed(f, hashes);
    for (int at = 0; at < TICKS; at += 13) {
        close_scenario(f);
        open_everything(f);
        for (int i = 0; i < TICKS; i++) {
            step_everything(f, 1);
            assert_int_equal(hash_of(f), hashes[i]);
            if (i != at && i != at + 3)
                continue;
            edit(f, i == at ? "deer.lua" : "main.lua", "local drover",
                 i == at ? "-- deer\nlocal drover" : "-- main\nlocal drover");
            uint32_t asleep = suspended(f);
            dv_reload_report report = expect_swapped(f);
            assert_string_equal(report.changed, i == at ? "deer.lua" : "main.lua");
            assert_string_equal(report.modules, "deer, main");
            assert_int_equal(report.moved.migrated, 0);
            assert_int_equal(report.revived, asleep);
            // Who was suspended is not, any more: that is what the save was for.
            if (asleep)
                break;
            assert_int_equal(hash_of(f), hashes[i]);
            // One fails soon, as it does without a reload.
            dv_scenario_pass_trial(f->scenario);
        }
    }
}

// What wanders goes on from where its own walk stands, retained, chosen and applied.
static void behaviors_keep_their_state_where_path_and_type_match(void **state) {
    fixture *f = *state;
    const char *name = "reload_undisturbed/wanderers.lua", *text = read_script(name);
    open_main(f, text);
    step(f, 60);
    uint64_t undisturbed = hash_of(f);
    open_main(f, text);
    step(f, 30);
    // A part that has nothing to do stands behind the one that wanders.
    write_file(f, "main.lua",
               read_script_with(name, "--[[more]]", ", steer.cohesion { kind = 'a', radius = 0.1 }",
                                NULL));
    expect_swapped(f);
    step(f, 30);
    assert_int_equal(hash_of(f), undisturbed);
}

static void memory_is_flat_over_many_reloads(void **state) {
    fixture *f = *state;
    size_t early = 0;
    open_everything(f);
    step_everything(f, 5);
    // Lua's collector lets memory rise and fall over some hundred reloads: peaks are compared.
    for (int i = 0; i < 1200; i++) {
        char comment[64];
        snprintf(comment, sizeof comment, "-- %d\nlocal drover", i);
        edit(f, i % 2 ? "deer.lua" : "main.lua", "local drover", comment);
        expect_swapped(f);
        step_everything(f, 1);
        if (i >= 100 && i < 600)
            early = dv_allocated_bytes() > early ? dv_allocated_bytes() : early;
        if (i >= 700)
            assert_in_range(dv_allocated_bytes(), 0, early + early / 100);
    }
}

// An allocation of a reload fails, and then all that follow: then the old code runs, or the new,
// and nothing is lost.
static void reload_short_of_memory(fixture *f, bool and_after, int least_refused) {
    uint64_t hashes[TICKS];
    int refused = 0;
    run_undisturbed(f, hashes);
    close_scenario(f);
    open_everything(f);
    step_everything(f, 15);
    for (uint64_t n = 1; n < 30000; n += 1 + n / 40) {
        char comment[64];
        snprintf(comment, sizeof comment, "-- %d\nlocal drover", (int)n);
        edit(f, "deer.lua", "local drover", comment);
        dv_fail_allocation(n, and_after);
        dv_reload_report report = dv_scenario_reload(f->scenario);
        dv_fail_allocation(0, false);
        assert_int_not_equal(report.outcome, DV_RELOAD_UNCHANGED);
        if (report.outcome == DV_RELOAD_REFUSED && !strstr(report.message, "out of memory"))
            fail_msg("allocation %d: %s", (int)n, report.message);
        refused += report.outcome == DV_RELOAD_REFUSED;
        assert_int_equal(hash_of(f), hashes[14]);
    }
    assert_true(refused >= least_refused);
    for (int i = 15; i < 19; i++) {
        step_everything(f, 1);
        assert_int_equal(hash_of(f), hashes[i]);
    }
    close_scenario(f);
}

static void a_reload_short_of_memory_takes_place_whole_or_not_at_all(void **state) {
    // Lua makes room for itself when it is refused once, the engine does not.
    reload_short_of_memory(*state, false, 10);
    reload_short_of_memory(*state, true, 100);
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(a_broken_save_changes_no_bit_of_the_run),
        CASE(mended_by_going_back_the_banner_is_cleared),
        CASE(a_comment_changes_neither_the_state_nor_what_follows),
        CASE(behaviors_keep_their_state_where_path_and_type_match),
        CASE(memory_is_flat_over_many_reloads),
        CASE(a_reload_short_of_memory_takes_place_whole_or_not_at_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
