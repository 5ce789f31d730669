// Reloading modules: what runs again, what is kept, and what is reported.
#include "../program.h"
#include "modules_fixture.h"

static void expect_no_undo(struct fixture *f) {
    assert_int_not_equal(dv_modules_stage_undo(f->modules, 5, &f->error), DV_OK);
    assert_string_equal(f->error.message, "there is no reload to undo");
}

// What tells one loading of main.lua from another.
static const void *main_of(struct fixture *f) {
    dv_modules_push_declarations(f->L, f->modules, "main");
    const void *declarations = lua_topointer(f->L, -1);
    lua_settop(f->L, 0);
    return declarations;
}

// Stage in another way than from the files, and take what was staged.
static void take(struct fixture *f, dv_result (*stage)(dv_modules *, double, dv_error *),
                 const char *entry, const char *printed) {
    lua_settop(f->L, 0);
    expect_load(f, stage);
    expect_entry(f, entry);
    assert_string_equal(f->printed, printed);
    dv_modules_commit(f->modules);
}

static void all_modules_load_again_when_one_changed(void **state) {
    struct fixture *f = *state;
    write_herd(f);
    load(f);
    assert_string_equal(f->printed, "main wolf legs caribou grass ");
    expect_modules(f, "legs wolf caribou grass main");

    write_file(f, "grass.lua", "print 'grass' return 'G'");
    assert_true(dv_modules_changed(f->modules));
    expect_load(f, dv_modules_stage);
    expect_entry(f, "w4c4G");
    assert_string_equal(f->printed, "main wolf legs caribou grass ");
    expect_changed(f, "grass");
    expect_modules(f, "legs wolf caribou grass main");
    assert_int_equal(dv_modules_generation(f->modules), 2);
    dv_modules_commit(f->modules);
    assert_int_equal(dv_modules_generation(f->modules), 2);
    assert_false(dv_modules_changed(f->modules));

    write_file(f, "legs.lua", "print 'legs' return '6'");
    load(f);
    assert_string_equal(f->printed, "main wolf legs caribou grass ");
    expect_changed(f, "legs");
    expect_modules(f, "legs wolf caribou grass main");

    // One that is not required any more goes; a new one comes.
    write_file(f, "main.lua", "return require 'wolf' .. require 'moss'");
    write_file(f, "moss.lua", "return 'm'");
    load(f);
    expect_modules(f, "legs wolf moss main");
    expect_changed(f, "moss main");
}

static void expect_nothing_staged(struct fixture *f) {
    assert_int_equal(dv_modules_stage(f->modules, 5, &f->error), DV_OK);
    assert_false(dv_modules_is_staged(f->modules));
    assert_int_equal(lua_gettop(f->L), 0);
}

static void unchanged_content_does_nothing(void **state) {
    struct fixture *f = *state;
    write_herd(f);
    load(f);
    write_herd(f);
    assert_false(dv_modules_changed(f->modules));
    f->printed[0] = 0;
    expect_nothing_staged(f);
    assert_string_equal(f->printed, "");
    dv_modules_commit(f->modules);
    assert_int_equal(dv_modules_generation(f->modules), 1);
    expect_no_undo(f);
}

static void a_discarded_generation_leaves_the_old_one(void **state) {
    struct fixture *f = *state;
    write_file(f, "main.lua", "return { require 'a', require 'b' }");
    write_file(f, "a.lua", "return {}");
    write_file(f, "b.lua", "return {}");
    create(f);
    expect_load(f, dv_modules_load);
    const void *old = lua_topointer(f->L, -1);
    lua_rawgeti(f->L, 1, 1);
    const void *old_a = lua_topointer(f->L, -1);
    lua_settop(f->L, 0);
    uint64_t old_hash = dv_modules_hash(f->modules, 0);

    write_file(f, "a.lua", "return { new = true }");
    expect_load(f, dv_modules_stage);
    assert_ptr_not_equal(lua_topointer(f->L, -1), old);
    lua_settop(f->L, 0);
    assert_int_equal(dv_modules_stage(f->modules, 5, &f->error), DV_ERROR_ARGUMENT);
    dv_modules_discard(f->modules);
    assert_int_equal(dv_modules_generation(f->modules), 1);
    assert_int_equal(dv_modules_hash(f->modules, 0), old_hash);
    assert_false(dv_modules_changed(f->modules)); // the discarded content is not tried by itself

    write_file(f, "b.lua", "return { 'b' }");
    write_file(f, "a.lua", "return {}");
    expect_load(f, dv_modules_stage);
    expect_changed(f, "b"); // a is as it was in the generation that stayed
    assert_ptr_not_equal(lua_topointer(f->L, -1), old);
    lua_rawgeti(f->L, 1, 1);
    assert_ptr_not_equal(lua_topointer(f->L, -1), old_a);
}

static void a_broken_reload_keeps_the_old_one_until_mended(void **state) {
    struct fixture *f = *state;
    write_herd(f);
    load(f);
    write_file(f, "legs.lua", "return = 4");
    assert_true(dv_modules_changed(f->modules));
    expect_failure(f, "legs.lua:1: unexpected symbol near '='");
    assert_string_equal(f->printed, "main wolf ");
    assert_string_equal(dv_modules_failure_line(f->modules), "return = 4");
    assert_int_equal(dv_modules_generation(f->modules), 1);
    assert_false(dv_modules_is_staged(f->modules));
    expect_modules(f, "legs wolf caribou grass main");
    // The same content is not tried again, and says the same.
    assert_false(dv_modules_changed(f->modules));
    expect_failure(f, "legs.lua:1: unexpected symbol near '='");
    assert_string_equal(f->printed, "");
    // A module that the failed attempt did not get to is watched as well.
    write_file(f, "grass.lua", "return 'GG'");
    assert_true(dv_modules_changed(f->modules));
    expect_failure(f, "legs.lua:1: unexpected symbol near '='");
    assert_string_equal(f->printed, "main wolf ");
    write_file(f, "legs.lua", "return '5'");
    assert_true(dv_modules_changed(f->modules));
    expect_load(f, dv_modules_stage);
    expect_entry(f, "w5c5GG");
    assert_string_equal(dv_modules_failure(f->modules), "");
    assert_string_equal(dv_modules_failure_line(f->modules), "");
    dv_modules_commit(f->modules);
    assert_int_equal(dv_modules_generation(f->modules), 2);
}

static void taking_a_broken_change_back_mends_it(void **state) {
    struct fixture *f = *state;
    write_herd(f);
    load(f);
    write_file(f, "wolf.lua", "error 'x'");
    expect_failure(f, "wolf.lua:1: x");
    write_herd(f);
    assert_true(dv_modules_changed(f->modules));
    expect_nothing_staged(f);
    expect_modules(f, "legs wolf caribou grass main");
    assert_string_equal(dv_modules_failure(f->modules), "");
}

static void vanished_and_returning_files_are_changes(void **state) {
    struct fixture *f = *state;
    write_herd(f);
    load(f);
    delete_file(f, "grass.lua");
    assert_true(dv_modules_changed(f->modules));
    expect_failure(f, "main.lua:2: require \"grass\": there is neither grass.lua nor a library of "
                      "that name");
    assert_false(dv_modules_changed(f->modules));
    write_file(f, "grass.lua", "return 'new'");
    assert_true(dv_modules_changed(f->modules));
    load(f);
    expect_changed(f, "grass");
    delete_file(f, "main.lua");
    assert_true(dv_modules_changed(f->modules));
    expect_failure(f, "main.lua is gone");
    write_herd(f);
    load(f);
}

static void a_first_load_may_fail_and_be_mended(void **state) {
    struct fixture *f = *state;
    write_file(f, "main.lua", "return require 'a'");
    expect_failure(f,
                   "main.lua:1: require \"a\": there is neither a.lua nor a library of that name");
    assert_int_equal(dv_modules_count(f->modules), 0);
    assert_int_equal(dv_modules_generation(f->modules), 0);
    write_file(f, "a.lua", "return 1");
    assert_true(dv_modules_changed(f->modules));
    load(f);
    assert_int_equal(dv_modules_generation(f->modules), 1);
    expect_no_undo(f);
}

static void caught_failures_are_watched_too(void **state) {
    struct fixture *f = *state;
    write_file(f, "main.lua",
               "local ok, a = pcall(require, 'a')\n"
               "local again = pcall(require, 'a') print(ok, again, ok and a)");
    load(f);
    assert_string_equal(f->printed, "false\tfalse\tfalse ");
    write_file(f, "a.lua", "error 'not yet'");
    assert_true(dv_modules_changed(f->modules));
    load(f);
    assert_string_equal(f->printed, "false\tfalse\tfalse ");
    expect_modules(f, "main");
    write_file(f, "a.lua", "return 'now'");
    assert_true(dv_modules_changed(f->modules));
    load(f);
    assert_string_equal(f->printed, "true\ttrue\tnow ");
    expect_modules(f, "a main");
}

static void undo_loads_the_sources_of_before(void **state) {
    struct fixture *f = *state;
    write_herd(f);
    load(f);
    write_file(f, "grass.lua", "print 'green' return 'G'");
    load(f);
    take(f, dv_modules_stage_undo, "w4c4g", "main wolf legs caribou grass ");
    expect_changed(f, "grass");
    assert_int_equal(dv_modules_generation(f->modules), 3);
    // The files have not changed.
    assert_false(dv_modules_changed(f->modules));
    take(f, dv_modules_stage_undo, "w4c4G", "main wolf legs caribou green ");
    take(f, dv_modules_stage_undo, "w4c4g", "main wolf legs caribou grass ");
    lua_settop(f->L, 0);
    write_file(f, "grass.lua", "return 'H'");
    assert_true(dv_modules_changed(f->modules));
    expect_load(f, dv_modules_stage);
    expect_entry(f, "w4c4H");
    dv_modules_commit(f->modules);
    assert_int_equal(dv_modules_generation(f->modules), 6);
}

static void undo_knows_no_file_that_came_since(void **state) {
    struct fixture *f = *state;
    write_file(f, "main.lua",
               "local ok, moss = pcall(require, 'moss')\n"
               "return (ok and moss or 'none') .. require('herd').from");
    load(f);
    write_file(f, "moss.lua", "return 'moss'");
    write_file(f, "herd.lua", "return { from = 'file' }");
    expect_load(f, dv_modules_stage);
    expect_entry(f, "mossfile");
    dv_modules_commit(f->modules);
    take(f, dv_modules_stage_undo, "nonelibrary", "");
    expect_modules(f, "herd main");
    take(f, dv_modules_stage_undo, "mossfile", "");
}

static void undo_leaves_a_broken_save_as_it_was_told(void **state) {
    struct fixture *f = *state;
    write_herd(f);
    load(f);
    write_file(f, "grass.lua", "return 'G'");
    load(f);
    write_file(f, "grass.lua", "return +");
    expect_failure(f, "grass.lua:1: unexpected symbol near '+'");
    take(f, dv_modules_stage_undo, "w4c4g", "main wolf legs caribou grass ");
    assert_false(dv_modules_changed(f->modules));
    expect_failure(f, "grass.lua:1: unexpected symbol near '+'");
    assert_string_equal(dv_modules_failure_line(f->modules), "return +");
}

static void a_former_generation_comes_back_as_it_was(void **state) {
    struct fixture *f = *state;
    write_file(f, "main.lua", "return { require 'a', require 'b' }");
    write_file(f, "a.lua", "return {}");
    write_file(f, "b.lua", "return {}");
    load(f);
    const void *first = main_of(f);
    write_file(f, "a.lua", "return { 1 }");
    load(f);
    const void *second = main_of(f);
    write_file(f, "a.lua", "return { 2 }");
    load(f);
    assert_int_equal(dv_modules_generation(f->modules), 3);

    // Staged it is what is read, and dropped it is kept again.
    dv_modules_stage_former(f->modules);
    assert_int_equal(dv_modules_generation(f->modules), 2);
    dv_modules_discard(f->modules);
    assert_int_equal(dv_modules_generation(f->modules), 3);
    dv_modules_stage_former(f->modules);
    dv_modules_commit(f->modules);
    assert_int_equal(dv_modules_generation(f->modules), 2);
    assert_ptr_equal(main_of(f), second);
    // The files are as at the last attempt: what failed is not tried again.
    assert_false(dv_modules_changed(f->modules));
    dv_modules_stage_former(f->modules);
    dv_modules_commit(f->modules);
    assert_ptr_equal(main_of(f), first);
    expect_no_undo(f);
    write_file(f, "a.lua", "return { 3 }");
    load(f);
    assert_int_equal(dv_modules_generation(f->modules), 4);
}

static void of_who_is_let_go_the_sources_stay(void **state) {
    struct fixture *f = *state;
    write_herd(f);
    load(f);
    write_file(f, "grass.lua", "return 'G'");
    load(f);
    write_file(f, "grass.lua", "return 'H'");
    load(f);
    dv_modules_let_go(f->modules);
    // What is still kept comes first.
    take(f, dv_modules_stage_undo, "w4c4G", "main wolf legs caribou ");
    dv_modules_stage_former(f->modules);
    dv_modules_commit(f->modules);
    dv_modules_stage_former(f->modules);
    dv_modules_commit(f->modules);
    assert_int_equal(dv_modules_generation(f->modules), 2);
    take(f, dv_modules_stage_undo, "w4c4g", "main wolf legs caribou grass ");
    for (int i = 0; i < 3; i++)
        dv_modules_let_go(f->modules);
    take(f, dv_modules_stage_undo, "w4c4G", "main wolf legs caribou ");
}

static void staging_everything_loads_every_module_again(void **state) {
    struct fixture *f = *state;
    write_herd(f);
    load(f);
    write_file(f, "grass.lua", "return 'G'");
    load(f);
    // Not as the files are now: as they were taken.
    write_file(f, "grass.lua", "return 'H'");
    take(f, dv_modules_stage_all, "w4c4G", "main wolf legs caribou ");
    expect_changed(f, "");
    assert_true(dv_modules_changed(f->modules));
    take(f, dv_modules_stage_undo, "w4c4g", "main wolf legs caribou grass ");
    take(f, dv_modules_stage_all, "w4c4g", "main wolf legs caribou grass ");
    take(f, dv_modules_stage_undo, "w4c4G", "main wolf legs caribou ");
}

static void memory_is_flat_over_reloads(void **state) {
    struct fixture *f = *state;
    write_herd(f);
    load(f);
    size_t c_bytes = 0, lua_bytes = 0;
    for (int i = 0; i < 300; i++) {
        char source[64];
        snprintf(source, sizeof source, i % 3 == 2 ? "return %03d +" : "return '%03d'", i);
        write_file(f, "legs.lua", source);
        if (dv_modules_stage(f->modules, 5, &f->error) == DV_OK) {
            if (i % 3)
                dv_modules_discard(f->modules);
            else
                dv_modules_commit(f->modules);
            dv_modules_let_go(f->modules);
        }
        lua_settop(f->L, 0);
        if (i == 29 || i == 299) {
            lua_gc(f->L, LUA_GCCOLLECT);
            if (i == 29) {
                lua_bytes = dv_sandbox_memory(f->sandbox);
                c_bytes = dv_allocated_bytes();
            }
        }
    }
    assert_true(fabs((double)dv_sandbox_memory(f->sandbox) / (double)lua_bytes - 1) < 0.01);
    assert_true(fabs((double)dv_allocated_bytes() / (double)c_bytes - 1) < 0.01);
}

TESTS {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(all_modules_load_again_when_one_changed),
        TEST(unchanged_content_does_nothing),
        TEST(a_discarded_generation_leaves_the_old_one),
        TEST(a_broken_reload_keeps_the_old_one_until_mended),
        TEST(taking_a_broken_change_back_mends_it),
        TEST(vanished_and_returning_files_are_changes),
        TEST(a_first_load_may_fail_and_be_mended),
        TEST(caught_failures_are_watched_too),
        TEST(undo_loads_the_sources_of_before),
        TEST(undo_knows_no_file_that_came_since),
        TEST(undo_leaves_a_broken_save_as_it_was_told),
        TEST(a_former_generation_comes_back_as_it_was),
        TEST(of_who_is_let_go_the_sources_stay),
        TEST(staging_everything_loads_every_module_again),
        TEST(memory_is_flat_over_reloads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
