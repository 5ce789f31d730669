// A sandbox with a world that provides random numbers, and functions that run scripts in it.
#ifndef DV_TEST_SANDBOX_FIXTURE_H
#define DV_TEST_SANDBOX_FIXTURE_H

#include "sandbox/sandbox.h"

#include "../program.h"
#include "base/alloc.h"
#include "base/random.h"
#include "processor_time.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MEMORY_CAP ((size_t)64 << 20)

struct fixture {
    dv_sandbox *sandbox;
    lua_State *L;
    char printed[65536];
    size_t printed_length;
    uint64_t draws;
    dv_error error;
};

static inline void keep_line(void *context, const char *line, size_t length) {
    struct fixture *f = context;
    if (f->printed_length + length + 2 > sizeof f->printed)
        return;
    memcpy(f->printed + f->printed_length, line, length);
    f->printed_length += length;
    f->printed[f->printed_length++] = '\n';
    f->printed[f->printed_length] = 0;
}

static inline double draw(void *context) {
    struct fixture *f = context;
    return dv_random_unit((dv_random_key){.seed = 7}, f->draws++);
}

static inline int set_up(void **state) {
    struct fixture *f = calloc(1, sizeof *f);
    f->sandbox = dv_sandbox_create(MEMORY_CAP, &f->error);
    assert_non_null(f->sandbox);
    f->L = dv_sandbox_state(f->sandbox);
    dv_sandbox_set_print(f->sandbox, keep_line, f);
    dv_sandbox_set_random(f->sandbox, draw, f);
    *state = f;
    return 0;
}

static inline int tear_down(void **state) {
    struct fixture *f = *state;
    assert_int_equal(lua_gettop(f->L), 0);
    dv_sandbox_destroy(f->sandbox);
    free(f);
    assert_int_equal(dv_allocated_bytes(), 0);
    return 0;
}

static inline int load_chunk(lua_State *L) {
    const char *source = lua_touserdata(L, 1);
    lua_pushnil(L);
    dv_sandbox_push_environment(L);
    dv_sandbox_load(L, source, strlen(source), "test.lua");
    return 1;
}

// Leaves the function on the stack.
static inline dv_result load(struct fixture *f, const char *source) {
    lua_pushcfunction(f->L, load_chunk);
    lua_pushlightuserdata(f->L, (void *)(uintptr_t)source);
    return dv_sandbox_call(f->sandbox, 1, 1, 5, &f->error);
}

static inline dv_result run_for(struct fixture *f, const char *source, double seconds) {
    f->printed_length = 0;
    f->printed[0] = 0;
    f->error.message[0] = 0;
    dv_result result = load(f, source);
    if (result == DV_OK)
        result = dv_sandbox_call(f->sandbox, 0, 0, seconds, &f->error);
    return result;
}

static inline void expect(struct fixture *f, const char *source, const char *printed) {
    dv_result result = run_for(f, source, 20);
    if (result != DV_OK)
        fail_msg("%s\n%s", f->error.message, source);
    assert_string_equal(f->printed, printed);
}

static inline void expect_error(struct fixture *f, const char *source, const char *message) {
    if (run_for(f, source, 20) == DV_OK)
        fail_msg("this should fail: %s", source);
    assert_string_equal(f->error.message, message);
}

#endif
