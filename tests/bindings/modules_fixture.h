// A folder of modules in a sandbox, which tests load, change, and load again.
#ifndef DV_TEST_MODULES_FIXTURE_H
#define DV_TEST_MODULES_FIXTURE_H

#include "modules/modules.h"

#include "../program.h"

#include "base/alloc.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// ThreadSanitizer delays signals while uninstrumented code runs, such as Lua's.
#if defined(__SANITIZE_THREAD__)
#define SIGNALS_ARE_HELD_BACK 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SIGNALS_ARE_HELD_BACK 1
#endif
#endif
#ifndef SIGNALS_ARE_HELD_BACK
#define SIGNALS_ARE_HELD_BACK 0
#endif

static const dv_library_module library[] = {
    {"herd", "return { from = 'library' }", 27},
    {"tools.list", "local herd = require 'herd' return { herd = herd }", 50},
    {"broken", "local x = = 1", 13},
};

struct fixture {
    char folder[64];
    dv_sandbox *sandbox;
    lua_State *L;
    dv_modules *modules;
    char printed[4096];
    dv_error error;
};

static inline void keep_line(void *context, const char *line, size_t length) {
    struct fixture *f = context;
    size_t used = strlen(f->printed);
    snprintf(f->printed + used, sizeof f->printed - used, "%.*s ", (int)length, line);
}

static inline int set_up(void **state) {
    struct fixture *f = calloc(1, sizeof *f);
    strcpy(f->folder, "/tmp/drover_modules_XXXXXX");
    assert_non_null(mkdtemp(f->folder));
    f->sandbox = dv_sandbox_create((size_t)64 << 20, NULL);
    f->L = dv_sandbox_state(f->sandbox);
    dv_sandbox_set_print(f->sandbox, keep_line, f);
    *state = f;
    return 0;
}

static inline int tear_down(void **state) {
    struct fixture *f = *state;
    lua_settop(f->L, 0);
    dv_modules_destroy(f->modules);
    dv_sandbox_destroy(f->sandbox);
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", f->folder);
    assert_int_equal(system(command), 0);
    free(f);
    assert_int_equal(dv_allocated_bytes(), 0);
    return 0;
}

static inline void write_bytes(struct fixture *f, const char *name, const char *bytes,
                               size_t size) {
    char path[256];
    snprintf(path, sizeof path, "%s/%s", f->folder, name);
    char *slash = strrchr(path, '/');
    *slash = 0;
    mkdir(path, 0777);
    *slash = '/';
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

static inline void write_file(struct fixture *f, const char *name, const char *text) {
    write_bytes(f, name, text, strlen(text));
}

static inline void delete_file(struct fixture *f, const char *name) {
    char path[256];
    snprintf(path, sizeof path, "%s/%s", f->folder, name);
    assert_int_equal(unlink(path), 0);
}

static inline dv_modules *create_at(struct fixture *f, const char *scenario) {
    dv_modules_def def = {.sandbox = f->sandbox,
                          .scenario = scenario,
                          .library = library,
                          .library_count = sizeof library / sizeof library[0]};
    f->modules = dv_modules_create(&def, &f->error);
    return f->modules;
}

static inline void create(struct fixture *f) { assert_non_null(create_at(f, f->folder)); }

// Call `load`, which loads or stages. Leaves the entry's value on the stack.
static inline void expect_load(struct fixture *f,
                               dv_result (*load)(dv_modules *, double, dv_error *)) {
    f->printed[0] = 0;
    if (load(f->modules, 5, &f->error) != DV_OK)
        fail_msg("%s", f->error.message);
    assert_int_equal(lua_gettop(f->L), 1);
}

static inline void load(struct fixture *f) {
    if (!f->modules)
        create(f);
    expect_load(f, dv_modules_load);
    lua_settop(f->L, 0);
}

static inline void expect_failure(struct fixture *f, const char *message) {
    f->printed[0] = 0;
    if (!f->modules)
        create(f);
    assert_int_equal(dv_modules_stage(f->modules, 5, &f->error), DV_ERROR_SCRIPT);
    assert_string_equal(f->error.message, message);
    assert_string_equal(dv_modules_failure(f->modules), message);
    assert_int_equal(lua_gettop(f->L), 0);
    assert_null(dv_modules_loading(f->modules));
}

// Check the names of modules whose source differs from the generation before.
static inline void expect_changed(struct fixture *f, const char *names) {
    char text[256] = "";
    for (uint32_t i = 0; i < dv_modules_count(f->modules); i++)
        if (dv_modules_is_changed(f->modules, i))
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", *text ? " " : "",
                     dv_modules_name(f->modules, i));
    assert_string_equal(text, names);
}

static inline void expect_modules(struct fixture *f, const char *names) {
    char text[256] = "";
    for (uint32_t i = 0; i < dv_modules_count(f->modules); i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", i ? " " : "",
                 dv_modules_name(f->modules, i));
    assert_string_equal(text, names);
}

static inline void write_herd(struct fixture *f) {
    write_file(f, "main.lua",
               "print 'main' local w = require 'wolf' local c = require 'caribou'\n"
               "return w .. c .. require 'grass'");
    write_file(f, "wolf.lua", "print 'wolf' return 'w' .. require 'legs'");
    write_file(f, "caribou.lua", "print 'caribou' return 'c' .. require 'legs'");
    write_file(f, "legs.lua", "print 'legs' return '4'");
    write_file(f, "grass.lua", "print 'grass' return 'g'");
}

static inline void expect_entry(struct fixture *f, const char *value) {
    assert_string_equal(lua_tostring(f->L, -1), value);
    lua_settop(f->L, 0);
}

#endif
