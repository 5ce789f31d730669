// Finding modules and loading them as one generation: what runs, how failures are reported, and
// what modules declare.
#include "../program.h"
#include "../read_script.h"
#include "modules_fixture.h"

// Loading

static void a_scenario_loads_with_what_it_requires(void **state) {
    struct fixture *f = *state;
    write_file(f, "main.lua", read_script("modules/main.lua"));
    write_file(f, "caribou.lua", "local boid = require 'flock.boid' return { name = boid.name }");
    write_file(f, "flock/boid.lua", "print 'once' return { name = 'boid' }, 2");
    create(f);
    expect_load(f, dv_modules_load);
    assert_int_equal(lua_rawgeti(f->L, -1, 1), LUA_TNUMBER);
    assert_int_equal(lua_tointeger(f->L, -1), 42);
    assert_string_equal(f->printed, "once boid\tboid\ttrue\t1 ");
    expect_modules(f, "flock.boid caribou main");
    expect_changed(f, "flock.boid caribou main");
    assert_int_equal(dv_modules_generation(f->modules), 1);
    assert_string_equal(dv_modules_path(f->modules, 0), "flock/boid.lua");
    size_t size;
    assert_string_equal(dv_modules_source(f->modules, 0, &size),
                        "print 'once' return { name = 'boid' }, 2");
    assert_int_equal(size, 40);
    assert_true(dv_modules_hash(f->modules, 0) != dv_modules_hash(f->modules, 1));
    assert_false(dv_modules_is_library(f->modules, 0));
    assert_string_equal(dv_modules_folder(f->modules), f->folder);
    assert_false(dv_modules_changed(f->modules));
}

static void a_lua_file_is_a_scenario_too(void **state) {
    struct fixture *f = *state;
    write_file(f, "my-flock.lua", "return require 'other'");
    write_file(f, "other.lua", "return 'other value'");
    char path[128];
    snprintf(path, sizeof path, "%s/my-flock.lua", f->folder);
    assert_non_null(create_at(f, path));
    expect_load(f, dv_modules_load);
    assert_string_equal(lua_tostring(f->L, -1), "other value");
    expect_modules(f, "other my-flock");
    assert_string_equal(dv_modules_folder(f->modules), f->folder);
}

static void the_library_comes_after_the_scenarios_own(void **state) {
    struct fixture *f = *state;
    write_file(f, "main.lua", "local list = require 'tools.list' print(list.herd.from)");
    load(f);
    assert_string_equal(f->printed, "library ");
    expect_modules(f, "herd tools.list main");
    assert_string_equal(dv_modules_path(f->modules, 1), "<drover>/tools/list.lua");
    assert_true(dv_modules_is_library(f->modules, 1));
    // A file that comes to stand before the library is a change of those that asked for it.
    write_file(f, "herd.lua", "return { from = 'scenario' }");
    assert_true(dv_modules_changed(f->modules));
    load(f);
    assert_string_equal(f->printed, "scenario ");
    expect_changed(f, "herd");
    delete_file(f, "herd.lua");
    load(f);
    assert_string_equal(f->printed, "library ");
    write_file(f, "main.lua", "require 'broken'");
    expect_failure(f, "<drover>/broken.lua:1: unexpected symbol near '='");
    assert_string_equal(dv_modules_failure_line(f->modules), "local x = = 1");
}

static void what_is_provided_comes_first(void **state) {
    struct fixture *f = *state;
    write_file(f, "main.lua", "return require 'drover' + 1");
    write_file(f, "drover.lua", "return 'impostor'");
    create(f);
    lua_pushinteger(f->L, 41);
    assert_int_equal(dv_modules_provide(f->modules, "drover", &f->error), DV_OK);
    assert_int_equal(lua_gettop(f->L), 0);
    expect_load(f, dv_modules_load);
    assert_int_equal(lua_tointeger(f->L, -1), 42);
    expect_modules(f, "main");
}

static void each_module_has_its_own_environment(void **state) {
    struct fixture *f = *state;
    write_file(f, "main.lua", "require 'a' print(math.mine, string.upper 'x', rawget(_ENV, 'a'))");
    write_file(f, "a.lua", "math.mine = 1 string.upper = nil");
    load(f);
    assert_string_equal(f->printed, "nil\tX\tnil ");
    write_file(f, "a.lua", "local ok = 1\nglobal = 2");
    expect_failure(f, "a.lua:2: assigning the global 'global': use local");
    assert_string_equal(dv_modules_failure_line(f->modules), "global = 2");
}

static void a_module_without_value_is_true(void **state) {
    struct fixture *f = *state;
    write_file(f, "main.lua", "print(require 'a', require 'a')");
    write_file(f, "a.lua", "");
    create(f);
    expect_load(f, dv_modules_load);
    assert_string_equal(f->printed, "true\ttrue ");
    assert_true(lua_isnil(f->L, -1));
}

static void missing_modules_are_named_with_the_nearest(void **state) {
    struct fixture *f = *state;
    write_file(f, "caribou.lua", "");
    write_file(f, "flock/boid.lua", "");
    write_file(f, "main.lua", "\nrequire 'caribu'");
    expect_failure(f,
                   "main.lua:2: require \"caribu\": there is neither caribu.lua nor a library of "
                   "that name; did you mean caribou?");
    assert_string_equal(dv_modules_failure_line(f->modules), "require 'caribu'");
    write_file(f, "main.lua", "require 'flock.bod'");
    expect_failure(f, "main.lua:1: require \"flock.bod\": there is neither flock/bod.lua nor a "
                      "library of that name; did you mean flock.boid?");
    write_file(f, "main.lua", "require 'hard'");
    expect_failure(f,
                   "main.lua:1: require \"hard\": there is neither hard.lua nor a library of that "
                   "name; did you mean herd?");
    write_file(f, "main.lua", "require 'zzzzzz'");
    expect_failure(f,
                   "main.lua:1: require \"zzzzzz\": there is neither zzzzzz.lua nor a library of "
                   "that name");
}

static void names_cannot_leave_the_folder(void **state) {
    struct fixture *f = *state;
    static const char *const names[] = {"../x", "/etc/passwd", "..", ".x",  "x.",
                                        "a..b", "a/b",         "",   "a-b", "~"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char source[128], message[256];
        snprintf(source, sizeof source, "require '%s'", names[i]);
        snprintf(message, sizeof message,
                 "main.lua:1: require \"%s\": a module's name is made of letters, digits and _, "
                 "with dots for folders",
                 names[i]);
        write_file(f, "main.lua", source);
        expect_failure(f, message);
    }
    write_file(f, "main.lua", "require(('x'):rep(1000))");
    assert_int_equal(dv_modules_stage(f->modules, 5, &f->error), DV_ERROR_SCRIPT);
    write_file(f, "main.lua", "require 'a\\0b'");
    assert_int_equal(dv_modules_stage(f->modules, 5, &f->error), DV_ERROR_SCRIPT);
}

static void cycles_are_named(void **state) {
    struct fixture *f = *state;
    write_file(f, "main.lua", "require 'a'");
    write_file(f, "a.lua", "require 'b'");
    write_file(f, "b.lua", "\nrequire 'c'");
    write_file(f, "c.lua", "\n\n  require 'a'");
    expect_failure(f, "c.lua:3: modules require each other: a -> b -> c -> a");
    assert_string_equal(dv_modules_failure_line(f->modules), "require 'a'");
    write_file(f, "c.lua", "require 'main'");
    expect_failure(f, "c.lua:1: modules require each other: main -> a -> b -> c -> main");
    write_file(f, "c.lua", "require 'c'");
    expect_failure(f, "c.lua:1: modules require each other: c -> c");
    write_file(f, "c.lua", "");
    load(f);
}

static void only_lua_source_of_some_size_is_read(void **state) {
    struct fixture *f = *state;
    write_file(f, "main.lua", "require 'a'");
    write_file(f, "a.lua", "\x1bLuaT");
    expect_failure(f, "main.lua:1: a.lua is bytecode, not Lua source");
    size_t size = DV_MODULE_SOURCE_LIMIT + 1;
    char *giant = malloc(size);
    memset(giant, ' ', size);
    write_bytes(f, "a.lua", giant, size);
    expect_failure(f, "main.lua:1: cannot read a.lua: larger than 16 MiB");
    free(giant);
    delete_file(f, "a.lua");
    char path[128];
    snprintf(path, sizeof path, "%s/a.lua", f->folder);
    assert_int_equal(mkdir(path, 0777), 0);
    expect_failure(f, "main.lua:1: cannot read a.lua: it is a folder");
    assert_int_equal(rmdir(path), 0);
    assert_int_equal(mkfifo(path, 0666), 0);
    expect_failure(f, "main.lua:1: cannot read a.lua: not a file");
    assert_int_equal(unlink(path), 0);
    assert_int_equal(symlink("a.lua", path), 0);
    expect_failure(f, "main.lua:1: cannot read a.lua: Too many levels of symbolic links");
}

static void what_is_no_scenario_gets_one_message(void **state) {
    struct fixture *f = *state;
    char path[128], message[256];
    assert_null(create_at(f, f->folder));
    snprintf(message, sizeof message, "%s has no main.lua", f->folder);
    assert_string_equal(f->error.message, message);
    snprintf(path, sizeof path, "%s/nowhere", f->folder);
    assert_null(create_at(f, path));
    snprintf(message, sizeof message,
             "no scenario %s: a scenario is a folder with main.lua, or a .lua file", path);
    assert_string_equal(f->error.message, message);
    write_file(f, "notes.txt", "");
    snprintf(path, sizeof path, "%s/notes.txt", f->folder);
    assert_null(create_at(f, path));
    snprintf(message, sizeof message,
             "%s is not a scenario: a scenario is a folder with main.lua, or a .lua file", path);
    assert_string_equal(f->error.message, message);
}

static void require_after_loading_gives_only_what_is_loaded(void **state) {
    struct fixture *f = *state;
    write_file(f, "main.lua", "require 'a' return function(name) return require(name) end");
    write_file(f, "a.lua", "return 'a value'");
    write_file(f, "b.lua", "");
    create(f);
    expect_load(f, dv_modules_load);
    lua_pushvalue(f->L, 1);
    lua_pushliteral(f->L, "a");
    assert_int_equal(dv_sandbox_call(f->sandbox, 1, 1, 5, &f->error), DV_OK);
    assert_string_equal(lua_tostring(f->L, -1), "a value");
    lua_pushvalue(f->L, 1);
    lua_pushliteral(f->L, "b");
    assert_int_equal(dv_sandbox_call(f->sandbox, 1, 1, 5, &f->error), DV_ERROR_SCRIPT);
    assert_string_equal(f->error.message, "main.lua:1: require \"b\": modules load with the "
                                          "scenario; require it at the top of a file");
}

static void a_module_that_does_not_return_is_stopped(void **state) {
    struct fixture *f = *state;
    if (SIGNALS_ARE_HELD_BACK)
        skip();
    write_file(f, "main.lua", "while true do pcall(require, 'a') end");
    write_file(f, "a.lua", "local n = 1\nwhile true do n = n + 1 end");
    create(f);
    assert_int_equal(dv_modules_stage(f->modules, 0.1, &f->error), DV_ERROR_SCRIPT);
    assert_string_equal(f->error.message,
                        "a.lua:2: stopped after 0.1 s: the script does not return");
    assert_string_equal(dv_modules_failure_line(f->modules), "while true do n = n + 1 end");
    assert_null(dv_modules_loading(f->modules));
}

// Errors

static void errors_give_line_text_and_the_deepest_traceback(void **state) {
    struct fixture *f = *state;
    write_file(f, "main.lua", "local a = require 'a'\nreturn a");
    write_file(f, "a.lua", "local function fail()\r\n\t  error 'no grass'  \r\nend\r\nfail()");
    expect_failure(f, "a.lua:2: no grass");
    assert_string_equal(dv_modules_failure_line(f->modules), "error 'no grass'");
    assert_string_equal(dv_sandbox_traceback(f->sandbox), "a.lua:2: in function 'fail'\n"
                                                          "a.lua:4: in main chunk\n"
                                                          "main.lua:1: in main chunk");
    write_file(f, "a.lua", "return {\n  speed = = 2\n}");
    expect_failure(f, "a.lua:2: unexpected symbol near '='");
    assert_string_equal(dv_modules_failure_line(f->modules), "speed = = 2");
    write_file(f, "a.lua", "return {\n\n");
    expect_failure(f, "a.lua:3: unexpected symbol near <eof>");
    assert_string_equal(dv_modules_failure_line(f->modules), "");
}

static void lines_of_loaded_modules_can_be_asked_for(void **state) {
    struct fixture *f = *state;
    write_file(f, "main.lua", "local x = 1\n\tprint(x)\nreturn x");
    load(f);
    char line[64];
    assert_true(dv_modules_source_line(f->modules, "main.lua:2: anything", line, sizeof line));
    assert_string_equal(line, "print(x)");
    assert_true(dv_modules_source_line(f->modules, "main.lua:3:", line, 5));
    assert_string_equal(line, "retu");
    static const char *const none[] = {"main.lua:4: x", "main.lua:0: x",  "main.lua:x",
                                       "main.lua",      "other.lua:1: x", "",
                                       "main.lua:1"};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        assert_false(dv_modules_source_line(f->modules, none[i], line, sizeof line));
        assert_string_equal(line, "");
    }
}

// Declarations

static int declare(lua_State *L) {
    const dv_modules *modules = dv_sandbox_owner(dv_sandbox_of(L));
    const char *module = dv_modules_loading(modules);
    if (!module)
        return luaL_error(L, "declare: only while modules load");
    dv_modules_push_declarations(L, modules, module);
    lua_pushvalue(L, 2);
    lua_setfield(L, -2, luaL_checkstring(L, 1));
    return 0;
}

static void expect_declared(struct fixture *f, const char *module, const char *name, int value) {
    dv_modules_push_declarations(f->L, f->modules, module);
    assert_true(lua_istable(f->L, -1));
    assert_int_equal(lua_getfield(f->L, -1, name), value ? LUA_TNUMBER : LUA_TNIL);
    if (value)
        assert_int_equal(lua_tointeger(f->L, -1), value);
    lua_settop(f->L, 0);
}

static void declarations_belong_to_one_loading_of_their_module(void **state) {
    struct fixture *f = *state;
    write_file(f, "main.lua",
               "local declare = require 'declare' declare('m', 1) require 'a' "
               "declare('n', 2) return declare");
    write_file(f, "a.lua", "local declare = require 'declare' require 'b' declare('a', 3)");
    write_file(f, "b.lua", "require 'declare' ('b', 4)");
    create(f);
    dv_sandbox_set_owner(f->sandbox, f->modules);
    lua_pushcfunction(f->L, declare);
    assert_int_equal(dv_modules_provide(f->modules, "declare", &f->error), DV_OK);
    expect_load(f, dv_modules_load);
    lua_pushliteral(f->L, "late");
    lua_pushinteger(f->L, 1);
    assert_int_equal(dv_sandbox_call(f->sandbox, 2, 0, 5, &f->error), DV_ERROR_SCRIPT);
    assert_string_equal(f->error.message, "declare: only while modules load");
    expect_declared(f, "main", "m", 1);
    expect_declared(f, "main", "n", 2);
    expect_declared(f, "a", "a", 3);
    expect_declared(f, "b", "b", 4);
    dv_modules_push_declarations(f->L, f->modules, "c");
    assert_true(lua_isnil(f->L, -1));
    lua_settop(f->L, 0);

    write_file(f, "a.lua", "require 'declare' ('other', 5) require 'b'");
    expect_load(f, dv_modules_stage);
    lua_settop(f->L, 0);
    expect_declared(f, "a", "a", 0);
    expect_declared(f, "a", "other", 5);
    expect_declared(f, "b", "b", 4);
    dv_modules_discard(f->modules);
    expect_declared(f, "a", "a", 3);
    expect_declared(f, "a", "other", 0);
}

// Other sources, failures

static bool read_recorded(void *context, const char *path, const char **source, size_t *size) {
    const char *const *recorded = context;
    for (; *recorded; recorded += 2)
        if (strcmp(recorded[0], path) == 0) {
            *source = recorded[1];
            *size = strlen(recorded[1]);
            return true;
        }
    return false;
}

static void a_reader_stands_in_for_files(void **state) {
    struct fixture *f = *state;
    const char *recorded[] = {"main.lua", "return require 'flock.boid'", "flock/boid.lua",
                              "return require('herd').from", NULL};
    dv_modules_def def = {.sandbox = f->sandbox,
                          .scenario = "/gone/since/then",
                          .library = library,
                          .library_count = 3,
                          .reader = read_recorded,
                          .reader_context = recorded};
    f->modules = dv_modules_create(&def, &f->error);
    expect_load(f, dv_modules_load);
    expect_entry(f, "library");
    recorded[3] = "return 'second'";
    assert_true(dv_modules_changed(f->modules));
    expect_load(f, dv_modules_load);
    expect_entry(f, "second");
    recorded[3] = "require 'missing'";
    expect_failure(f, "flock/boid.lua:1: require \"missing\": there is neither missing.lua nor a "
                      "library of that name");
}

static void every_failing_allocation_leaves_old_or_new(void **state) {
    struct fixture *f = *state;
    write_herd(f);
    load(f);
    for (int and_after = 0; and_after < 2; and_after++) {
        bool done = false;
        uint32_t generation = dv_modules_generation(f->modules);
        char source[32];
        snprintf(source, sizeof source, "return '%d'", and_after + 7);
        write_file(f, "legs.lua", source);
        for (uint64_t n = 1; !done; n++) {
            dv_fail_allocation(n, and_after);
            dv_result result = dv_modules_stage(f->modules, 5, &f->error);
            dv_fail_allocation(0, false);
            done = result == DV_OK;
            if (!done) {
                assert_int_equal(result, DV_ERROR_MEMORY);
                assert_int_equal(dv_modules_generation(f->modules), generation);
                assert_int_equal(lua_gettop(f->L), 0);
                assert_true(dv_modules_changed(f->modules));
            }
        }
        lua_settop(f->L, 0);
        expect_changed(f, "legs");
        dv_modules_commit(f->modules);
        expect_modules(f, "legs wolf caribou grass main");
    }
    dv_modules_destroy(f->modules);
    f->modules = NULL;
    for (uint64_t n = 1; !f->modules; n++) {
        dv_fail_allocation(n, false);
        create_at(f, f->folder);
        dv_fail_allocation(0, false);
    }
    lua_pushinteger(f->L, 1);
    dv_fail_allocation(1, false);
    assert_int_equal(dv_modules_provide(f->modules, "x", &f->error), DV_ERROR_MEMORY);
    dv_fail_allocation(0, false);
    assert_int_equal(lua_gettop(f->L), 0);
}

TESTS {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_scenario_loads_with_what_it_requires),
        TEST(a_lua_file_is_a_scenario_too),
        TEST(the_library_comes_after_the_scenarios_own),
        TEST(what_is_provided_comes_first),
        TEST(each_module_has_its_own_environment),
        TEST(a_module_without_value_is_true),
        TEST(missing_modules_are_named_with_the_nearest),
        TEST(names_cannot_leave_the_folder),
        TEST(cycles_are_named),
        TEST(only_lua_source_of_some_size_is_read),
        TEST(what_is_no_scenario_gets_one_message),
        TEST(require_after_loading_gives_only_what_is_loaded),
        TEST(a_module_that_does_not_return_is_stopped),
        TEST(errors_give_line_text_and_the_deepest_traceback),
        TEST(lines_of_loaded_modules_can_be_asked_for),
        TEST(declarations_belong_to_one_loading_of_their_module),
        TEST(a_reader_stands_in_for_files),
        TEST(every_failing_allocation_leaves_old_or_new),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
