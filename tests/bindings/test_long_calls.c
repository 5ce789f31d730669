// No C function that a script can call runs long. Each is called with its largest arguments, again
// and again, until it is stopped, and must end within a tenth of a second of processor time.
//
// The calls are in long_calls.lua, by the path under which the function is found. A method without
// a call of its own is called there with large values of any type; any other function without a
// call fails the test.
#include "../program.h"
#include "scenario_fixture.h"

#include "base/alloc.h"
#include "calls/calls.h"
#include "calls/functions.h"
#include "sandbox/sandbox.h"
#include "scenario_data.h"

#include <math.h>
#include <time.h>

#define MAX_FUNCTIONS 512
/// Processor time after which a call is stopped, and how much later that may come.
#define CALL_SECONDS 0.05
#define TIMER_SECONDS 0.02
#define HEED_SECONDS 0.1
#define TRIES 3

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SLOW 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SLOW 1
#endif
#endif
#ifndef IS_SLOW
#define IS_SLOW 0
#endif

/// The C functions found, each once, by a path on which it was found: one that has a call, if any
/// has.
struct found {
    lua_CFunction function;
    char name[96];
    bool is_called;
};

struct walk {
    lua_State *L;
    int seen, calls; // places of tables: what was visited, and the calls by name
    struct found found[MAX_FUNCTIONS];
    int count;
};

static struct walk walk;

static void note(lua_CFunction function, const char *name) {
    struct found *found = walk.found;
    while (found < walk.found + walk.count && found->function != function)
        found++;
    bool is_called = lua_getfield(walk.L, walk.calls, name) != LUA_TNIL;
    lua_pop(walk.L, 1);
    if (found == walk.found + walk.count) {
        assert_true(walk.count < MAX_FUNCTIONS);
        walk.count++;
    } else if (found->is_called || !is_called) {
        return;
    }
    found->function = function;
    found->is_called = is_called;
    snprintf(found->name, sizeof found->name, "%s", name);
}

static void visit(const char *name);

static void visit_below(const char *name, const char *separator, const char *key) {
    char path[96];
    snprintf(path, sizeof path, "%s%s%s", name, *name ? separator : "", key);
    visit(path);
}

static void visit_fields(const char *name) {
    lua_State *L = walk.L;
    lua_pushnil(L);
    while (lua_next(L, -2)) {
        char key[64];
        lua_pushvalue(L, -2);
        snprintf(key, sizeof key, "%s", lua_isstring(L, -1) ? lua_tostring(L, -1) : "?");
        lua_pop(L, 1);
        // A table that stands behind another has what is found in that.
        const char *meta = strrchr(name, ':');
        bool is_behind = meta && strcmp(meta, ":meta") == 0 && strcmp(key, "__index") == 0;
        if (is_behind && lua_istable(L, -1)) {
            char owner[96];
            snprintf(owner, sizeof owner, "%.*s", (int)(meta - name), name);
            visit(owner);
        } else {
            visit_below(name, ".", key);
        }
    }
}

/// Visit the table at the top that a C function keeps: the fields of what has it as a metamethod.
static void visit_kept(const char *name, int upvalue) {
    static const char *const handles[] = {"agent", "group",  "obstacle", "path",
                                          "flow",  "region", "surface",  "field"};
    char path[96];
    const char *colon = strrchr(name, ':');
    snprintf(path, sizeof path, "%.*s", (int)(colon ? (size_t)(colon - name) : strlen(name)), name);
    if (strcmp(path, "handle") == 0)
        snprintf(path, sizeof path, "%s", handles[upvalue - 1]);
    visit(path);
}

/// Note what the value at the top leads to, and pop it.
static void visit(const char *name) {
    lua_State *L = walk.L;
    luaL_checkstack(L, 20, NULL);
    int value = lua_gettop(L);
    const char *dot = strrchr(name, '.');
    // Collecting is Lua's to call.
    if (lua_iscfunction(L, value) && !(dot && strcmp(dot, ".__gc") == 0))
        note(lua_tocfunction(L, value), name);
    lua_pushvalue(L, value);
    if (lua_isnil(L, value) || lua_rawget(L, walk.seen) != LUA_TNIL) {
        lua_settop(L, value - 1);
        return;
    }
    lua_settop(L, value);
    lua_pushvalue(L, value);
    lua_pushboolean(L, 1);
    lua_rawset(L, walk.seen);
    if (lua_istable(L, value))
        visit_fields(name);
    if (!lua_isstring(L, value) && lua_getmetatable(L, value))
        visit_below(name, ":", "meta");
    // What C functions keep is theirs, but for the tables of methods that they look up.
    for (int i = 1; lua_iscfunction(L, value) && lua_getupvalue(L, value, i); i++) {
        if (lua_istable(L, -1))
            visit_kept(name, i);
        lua_settop(L, value);
    }
    lua_settop(L, value - 1);
}

static double processor_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/// Call the scenario's `setting`, which is the way in: (world, name, phase).
static dv_result call(fixture *f, const char *name, const char *phase, double seconds) {
    lua_State *L = f->scenario->state;
    dv_push_function(f->scenario, f->scenario->generation->setting);
    lua_rawgeti(L, LUA_REGISTRYINDEX, f->scenario->world_object);
    lua_pushstring(L, name);
    lua_pushstring(L, phase);
    // Behaviors and guards are made while modules load, and all else is not.
    bool loads = strncmp(name, "drover.", 7) == 0 || strncmp(name, "guard:", 6) == 0;
    return dv_call(f->scenario, 3, 1, loads ? DV_LOADING : DV_SETUP, seconds, &f->error);
}

static void call_or_fail(fixture *f, const char *name, const char *phase) {
    if (call(f, name, phase, 60) != DV_OK)
        fail_msg("%s: %s", name, f->error.message);
}

static void open_calls(fixture *f) {
    dv_scenario_options options = options_of(f);
    char path[1024];
    snprintf(path, sizeof path, "%s/tests/bindings/long_calls.lua", getenv("DROVER_SOURCE"));
    f->scenario = dv_scenario_open(path, &options, &f->error);
    if (!f->scenario)
        fail_msg("%s", f->error.message);
    step(f, 1);
    f->scenario->is_setting_up = true; // or pictures are refused
    dv_sandbox_begin_budget(f->scenario->sandbox, INFINITY);
    walk.L = f->scenario->state;
    walk.count = 0;
    lua_newtable(walk.L);
    walk.seen = lua_gettop(walk.L);
    call_or_fail(f, "", "calls");
    walk.calls = lua_gettop(walk.L);
    call_or_fail(f, "", "roots");
    visit("");
    lua_pushlightuserdata(walk.L, NULL);
    visit("handle");
    lua_pushliteral(walk.L, "");
    assert_true(lua_getmetatable(walk.L, -1));
    visit("text:meta");
    lua_settop(walk.L, 0);
}

static void every_function_is_called(void **state) {
    fixture *f = *state;
    open_calls(f);
    int missing = 0;
    for (int i = 0; i < walk.count; i++) {
        if (walk.found[i].is_called)
            continue;
        print_message("no call of %s\n", walk.found[i].name);
        missing++;
    }
    assert_int_equal(missing, 0);
}

/// How long after its stop a call came back, at best of some tries.
static double heeding(fixture *f, const char *name) {
    double best = INFINITY;
    for (int i = 0; i < TRIES && best > HEED_SECONDS; i++) {
        call_or_fail(f, name, "forget");
        lua_settop(walk.L, 0);
        lua_gc(walk.L, LUA_GCCOLLECT);
        call_or_fail(f, name, "prepare");
        lua_settop(walk.L, 0);
        // Planning is counted in cells, not in time: only an interrupt ends it.
        bool is_plan = strcmp(name, "world.plan") == 0;
        if (is_plan)
            dv_sandbox_interrupt_after(CALL_SECONDS);
        double begin = processor_seconds();
        dv_result result = call(f, name, "call", CALL_SECONDS);
        double used = processor_seconds() - begin;
        dv_sandbox_forget_interrupt();
        lua_settop(walk.L, 0);
        assert_int_equal(result, DV_ERROR_SCRIPT);
        if (!strstr(f->error.message, is_plan ? "stopped by an interrupt" : "stopped after"))
            fail_msg("%s: %s", name, f->error.message);
        best = fmin(best, used - CALL_SECONDS - TIMER_SECONDS);
    }
    return best;
}

static void every_function_heeds_a_stop(void **state) {
    fixture *f = *state;
    // Some minutes of work where much else runs: `ninja -C build long-calls` asks for it.
    if (IS_SLOW || !getenv("LONG_CALLS"))
        return;
    open_calls(f);
    int slow = 0;
    const char *only = getenv("ONLY"); // a part of names, for who looks into one
    for (int i = 0; i < walk.count; i++) {
        if (only && !strstr(walk.found[i].name, only))
            continue;
        double late = heeding(f, walk.found[i].name);
        if (only)
            print_message("%s: %.3f s\n", walk.found[i].name, late);
        if (late > HEED_SECONDS) {
            print_message("%s heeds a stop after %.3f s\n", walk.found[i].name, late);
            slow++;
        }
    }
    assert_int_equal(slow, 0);
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(every_function_is_called),
        CASE(every_function_heeds_a_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
