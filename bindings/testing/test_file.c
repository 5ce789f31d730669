// Loads a test file and runs its tests; see test_file.h.
#include "building.h"
#include "calls/calls.h"
#include "classes/handles.h"
#include "sandbox/sandbox.h"
#include "scenario_data.h"
#include "testing/test_file_private.h"
#include "values.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "base/names.h"
#include "base/result.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_PRINTED ((size_t)1 << 20)
/// The limit of a test that may take any time. Infinity is only for the engine's own calls.
#define ANY_SECONDS 1e12

// Output belongs to the running test

static void keep_line(void *context, const char *line) {
    dv_test_file *tests = context;
    size_t length = strlen(line);
    if (!tests->result) // while the file loads
        fprintf(stderr, "%s\n", line);
    if (!tests->result || tests->printed_more)
        return;
    if (tests->printed + length + 2 > MAX_PRINTED) {
        tests->printed_more = true;
        line = "(what else was printed is left out)";
        length = strlen(line);
    }
    char *text = dv_resize(tests->result->printed, tests->printed + length + 2);
    tests->out_of_memory |= !text;
    if (!text)
        return;
    memcpy(text + tests->printed, line, length);
    memcpy(text + tests->printed + length, "\n", 2);
    tests->result->printed = text;
    tests->printed += length + 1;
}

// t:seeds

/// t:seeds raises its address when seeds failed, in order to end the test. The failures have been
/// noted by then.
static const char seeds_failed;

static int run_seed(lua_State *L, dv_test_file *tests, uint64_t seed) {
    tests->has_seed = true;
    tests->seed = seed;
    dv_sandbox_restart_call(L);
    lua_pushcfunction(L, dv_sandbox_message_handler);
    lua_pushvalue(L, 2);
    lua_pushvalue(L, 1);
    lua_pushinteger(L, (lua_Integer)seed);
    int status = lua_pcall(L, 2, 0, -4);
    if (status != LUA_OK) {
        dv_test_note_failure(tests, lua_tostring(L, -1),
                             dv_sandbox_traceback(tests->host->sandbox));
    }
    dv_bridge_close_worlds(&tests->bridge);
    tests->has_seed = false;
    lua_settop(L, 3);
    return status;
}

/// seeds(t, function, count): call the function with t and 1, 2, …, and note which seeds fail.
/// Returns the number of seeds, or nil if called within t:seeds.
static int run_seeds(lua_State *L) {
    dv_test_file *tests = lua_touserdata(L, lua_upvalueindex(1));
    lua_Integer count = luaL_checkinteger(L, 3), most = tests->options.most_seeds;
    lua_settop(L, 3);
    if (tests->has_seed)
        return 0;
    if (most > 0 && count > most)
        count = most;
    if (tests->options.has_seed)
        count = 1;
    uint32_t before = tests->result->failure_count;
    for (lua_Integer i = 1; i <= count; i++) {
        uint64_t seed = tests->options.has_seed ? tests->options.seed : (uint64_t)i;
        tests->result->seeds++;
        if (run_seed(L, tests, seed) != LUA_OK && dv_sandbox_is_stopping(L))
            dv_sandbox_check(L);
    }
    if (tests->result->failure_count > before) {
        lua_pushlightuserdata(L, (void *)&seeds_failed);
        return lua_error(L);
    }
    lua_pushinteger(L, count);
    return 1;
}

// Loading

static int push_nearest_name(lua_State *L) {
    const char *names[16];
    size_t count = 0;
    for (int i = 2; i <= lua_gettop(L) && count < 16; i++)
        names[count++] = luaL_checkstring(L, i);
    lua_pushstring(L, dv_nearest_name(luaL_checkstring(L, 1), names, count));
    return 1;
}

static int show_value(lua_State *L) {
    lua_settop(L, 1);
    dv_push_short_text(L, 1);
    return 1;
}

static int type_of(lua_State *L) {
    lua_pushstring(L, dv_type_name(L, 1));
    return 1;
}

static void push_core(lua_State *L, dv_test_file *tests) {
    static const luaL_Reg functions[] = {{"open", dv_test_open_world},
                                         {"read", dv_test_read_source},
                                         {"copy", dv_bridge_copy},
                                         {"seeds", run_seeds},
                                         {"nearest", push_nearest_name},
                                         {"show", show_value},
                                         {"type", type_of},
                                         {NULL, NULL}};
    lua_newtable(L);
    lua_pushlightuserdata(L, tests);
    luaL_setfuncs(L, functions, 1);
}

static void add_test(lua_State *L, dv_test_file *tests) {
    lua_Debug about;
    if (lua_type(L, -2) != LUA_TSTRING || lua_type(L, -1) != LUA_TFUNCTION) {
        const char *type = dv_type_name(L, -1);
        luaL_error(L, "%s: a test is a name and a function, found %s = a %s", tests->file,
                   luaL_tolstring(L, -2, NULL), type);
    }
    bool has_room = dv_reserve((void **)&tests->tests, &tests->capacity, tests->count + 1,
                               sizeof *tests->tests);
    char *name = has_room ? dv_copy_string(lua_tostring(L, -2)) : NULL;
    if (!name)
        luaL_error(L, "out of memory");
    lua_pushvalue(L, -1);
    lua_getinfo(L, ">S", &about);
    tests->tests[tests->count++] = (dv_test){name, about.linedefined};
}

static int compare_tests(const void *a, const void *b) {
    const dv_test *x = a, *y = b;
    return x->line != y->line ? (x->line > y->line) - (x->line < y->line)
                              : strcmp(x->name, y->name);
}

/// take(tests, the file's value): read the table of tests.
static int take_tests(lua_State *L) {
    dv_test_file *tests = lua_touserdata(L, 1);
    if (lua_type(L, 2) != LUA_TTABLE)
        return luaL_error(L,
                          "%s: a table of tests expected, got %s: "
                          "return { [\"what holds\"] = function(t) … end }",
                          tests->file, dv_type_name(L, 2));
    lua_pushnil(L);
    while (lua_next(L, 2)) {
        add_test(L, tests);
        lua_pop(L, 1);
    }
    if (tests->count == 0)
        return luaL_error(L, "%s: has no test: return { [\"what holds\"] = function(t) … end }",
                          tests->file);
    qsort(tests->tests, tests->count, sizeof *tests->tests, compare_tests);
    lua_pushvalue(L, 2);
    tests->functions = luaL_ref(L, LUA_REGISTRYINDEX);
    dv_bridge_open(L, &tests->bridge);
    dv_push_own_script(L, "testing");
    push_core(L, tests);
    lua_call(L, 1, 1);
    tests->object = luaL_ref(L, LUA_REGISTRYINDEX);
    return 0;
}

static dv_result load_tests(dv_test_file *tests, dv_error *error) {
    dv_scenario_options options = dv_scenario_options_default();
    options.memory_cap = tests->options.memory_cap;
    options.budget = tests->options.budget;
    options.print = keep_line;
    options.print_context = tests;
    tests->host = dv_scenario_open_module(tests->folder, tests->file, &options, error);
    if (!tests->host)
        return DV_ERROR_SCRIPT;
    lua_State *L = tests->host->state;
    lua_pushcfunction(L, take_tests);
    lua_insert(L, -2);
    lua_pushlightuserdata(L, tests);
    lua_insert(L, -2);
    return dv_call(tests->host, 2, 0, DV_SETUP, ANY_SECONDS, error);
}

dv_test_file *dv_test_file_open(const char *folder, const char *file,
                                const dv_test_options *options, dv_error *error) {
    dv_test_file *tests = dv_alloc(sizeof *tests);
    if (!tests) {
        dv_fail(error, DV_ERROR_MEMORY, "out of memory");
        return NULL;
    }
    tests->options = *options;
    tests->folder = dv_copy_string(folder);
    tests->file = dv_copy_string(file);
    dv_result result = tests->folder && tests->file
                           ? load_tests(tests, error)
                           : dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    if (result == DV_OK)
        return tests;
    dv_test_file_close(tests);
    return NULL;
}

void dv_test_file_close(dv_test_file *tests) {
    if (!tests)
        return;
    dv_bridge_close_worlds(&tests->bridge);
    dv_scenario_close(tests->host);
    dv_bridge_free(&tests->bridge);
    for (uint32_t i = 0; i < tests->count; i++)
        dv_free(tests->tests[i].name);
    dv_free(tests->tests);
    dv_free(tests->folder);
    dv_free(tests->file);
    dv_free(tests->source);
    dv_free(tests);
}

uint32_t dv_test_count(const dv_test_file *tests) { return tests->count; }

const char *dv_test_name(const dv_test_file *tests, uint32_t test) {
    return tests->tests[test].name;
}

// Running

/// run(tests): run the test named tests->name.
static int run_test(lua_State *L) {
    dv_test_file *tests = lua_touserdata(L, 1);
    lua_rawgeti(L, LUA_REGISTRYINDEX, tests->functions);
    lua_getfield(L, -1, tests->name);
    lua_rawgeti(L, LUA_REGISTRYINDEX, tests->object);
    int handler = lua_gettop(L) - 1;
    lua_pushcfunction(L, dv_sandbox_message_handler);
    lua_insert(L, handler);
    if (lua_pcall(L, 1, 0, handler) == LUA_OK)
        return 0;
    if (lua_islightuserdata(L, -1) && lua_touserdata(L, -1) == &seeds_failed)
        return 0;
    return lua_error(L);
}

dv_result dv_test_run(dv_test_file *tests, uint32_t test, dv_test_result *result, dv_error *error) {
    double began = dv_now();
    double seconds = isinf(tests->options.budget) ? ANY_SECONDS : tests->options.budget;
    dv_error failure;
    *result = (dv_test_result){0};
    tests->result = result;
    tests->name = tests->tests[test].name;
    tests->has_seed = tests->printed_more = tests->out_of_memory = false;
    tests->unopened.message[0] = '\0';
    tests->seed = 0;
    tests->printed = 0;
    lua_pushcfunction(tests->host->state, run_test);
    lua_pushlightuserdata(tests->host->state, tests);
    // Failing seeds are noted already, even if the last one was stopped.
    if (dv_call(tests->host, 1, 0, DV_SETUP, seconds, &failure) != DV_OK &&
        result->failure_count == 0)
        dv_test_note_failure(tests, failure.message, dv_sandbox_traceback(tests->host->sandbox));
    dv_bridge_close_worlds(&tests->bridge);
    tests->result = NULL;
    result->seconds = dv_now() - began;
    return tests->out_of_memory ? dv_fail(error, DV_ERROR_MEMORY, "out of memory") : DV_OK;
}
