// Opening a world for a test, with its seed, settings and edited sources.
#include "testing/test_private.h"

#include "base/alloc.h"
#include "base/result.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Sources

static char *join(const char *folder, size_t length, const char *path) {
    size_t size = length + strlen(path) + 2;
    char *text = dv_alloc(size);
    if (text)
        snprintf(text, size, "%.*s/%s", (int)length, folder, path);
    return text;
}

/// Open a file to read all of it; -1 with errno.
static int open_source(const char *folder, size_t length, const char *path, size_t *size) {
    struct stat status;
    char *full = join(folder, length, path);
    int file = full ? open(full, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
    int reason = full ? errno : ENOMEM;
    dv_free(full);
    errno = reason;
    if (file < 0)
        return -1;
    if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
        (uint64_t)status.st_size <= DV_MODULE_SOURCE_LIMIT) {
        *size = (size_t)status.st_size;
        return file;
    }
    close(file);
    errno = EINVAL;
    return -1;
}

/// Read it and close it; how much there was, which is less when it was cut meanwhile.
static size_t read_source(int file, char *text, size_t size) {
    size_t done = 0;
    while (done < size) {
        ssize_t count = read(file, text + done, size - done);
        if (count <= 0)
            break;
        done += (size_t)count;
    }
    close(file);
    return done;
}

/// A dv_module_reader: edited files as the test has them, the others from the scenario's folder.
static bool read_module(void *context, const char *path, const char **source, size_t *size) {
    dv_hosted *hosted = context;
    for (uint32_t i = 0; i < hosted->edit_count; i++)
        if (strcmp(hosted->edits[i].path, path) == 0) {
            *source = hosted->edits[i].source;
            *size = hosted->edits[i].size;
            return true;
        }
    int file = open_source(hosted->path, hosted->folder_length, path, size);
    dv_free(hosted->file);
    hosted->file = file < 0 ? NULL : dv_alloc(*size + 1);
    if (hosted->file)
        *size = read_source(file, hosted->file, *size);
    else if (file >= 0)
        close(file);
    *source = hosted->file;
    return hosted->file;
}

int dv_test_read_source(lua_State *L) {
    const dv_test_file *tests = lua_touserdata(L, lua_upvalueindex(1));
    const char *path = luaL_checkstring(L, 1);
    size_t size, length = strlen(tests->folder);
    int file = open_source(tests->folder, length, path, &size);
    if (file < 0) {
        lua_pushnil(L);
        lua_pushstring(L, strerror(errno));
        return 2;
    }
    close(file); // making room may raise
    size_t room = size, now;
    char *text = lua_newuserdatauv(L, room + 1, 0);
    file = open_source(tests->folder, length, path, &now);
    if (file < 0)
        return luaL_error(L, "%s changed while it was read", path);
    lua_pushlstring(L, text, read_source(file, text, room));
    return 1;
}

// Opening

static bool take_settings(lua_State *L, int index, dv_hosted *hosted) {
    lua_Unsigned count = lua_rawlen(L, index);
    hosted->settings = dv_alloc((count + 1) * sizeof *hosted->settings);
    if (!hosted->settings)
        return false;
    for (lua_Unsigned i = 1; i <= count; i++) {
        lua_rawgeti(L, index, (lua_Integer)i);
        lua_rawgeti(L, -1, 1);
        lua_rawgeti(L, -2, 2);
        dv_setting_choice *choice = &hosted->settings[hosted->setting_count++];
        choice->name = dv_copy_string(lua_tostring(L, -2));
        choice->value = dv_copy_string(lua_tostring(L, -1));
        lua_pop(L, 3);
        if (!choice->name || !choice->value)
            return false;
    }
    return true;
}

static bool take_edits(lua_State *L, int index, dv_hosted *hosted) {
    lua_Unsigned count = lua_rawlen(L, index);
    hosted->edits = dv_alloc((count + 1) * sizeof *hosted->edits);
    if (!hosted->edits)
        return false;
    for (lua_Unsigned i = 1; i <= count; i++) {
        lua_rawgeti(L, index, (lua_Integer)i);
        lua_rawgeti(L, -1, 1);
        lua_rawgeti(L, -2, 2);
        dv_edit *edit = &hosted->edits[hosted->edit_count++];
        const char *source = lua_tolstring(L, -1, &edit->size);
        edit->path = dv_copy_string(lua_tostring(L, -2));
        edit->source = dv_alloc(edit->size + 1);
        if (!edit->path || !edit->source)
            return false;
        memcpy(edit->source, source, edit->size);
        lua_pop(L, 3);
    }
    return true;
}

static void print(void *context, const char *line) {
    const dv_scenario_options *options = &((const dv_test_file *)context)->host->options;
    options->print(options->print_context, line);
}

static void warn(void *context, const char *message) {
    char line[DV_ERROR_CAPACITY + 16];
    snprintf(line, sizeof line, "warning: %s", message);
    print(context, line);
}

static dv_scenario *open_scenario(dv_test_file *tests, dv_hosted *hosted, const uint64_t *seed,
                                  dv_error *error) {
    dv_scenario_options options = dv_scenario_options_default();
    options.seed = seed;
    options.threads = tests->options.threads;
    options.vector_bits = tests->options.vector_bits;
    options.settings = hosted->settings;
    options.setting_count = hosted->setting_count;
    options.memory_cap = tests->options.memory_cap;
    options.print = print;
    options.print_context = tests;
    options.warn = warn;
    options.warn_context = tests;
    if (hosted->edit_count > 0) {
        options.reader = read_module;
        options.reader_context = hosted;
    }
    return dv_scenario_open(hosted->path, &options, error);
}

int dv_test_open_world(lua_State *L) {
    dv_test_file *tests = lua_touserdata(L, lua_upvalueindex(1));
    const char *file = luaL_optstring(L, 1, NULL);
    uint64_t seed = lua_isnil(L, 2) ? tests->seed : (uint64_t)luaL_checkinteger(L, 2);
    bool has_seed = !lua_isnil(L, 2) || tests->has_seed;
    dv_hosted *hosted = dv_bridge_add(&tests->bridge);
    dv_error error = {.message = "out of memory"};
    bool is_ready = hosted && take_settings(L, 3, hosted) && take_edits(L, 4, hosted);
    size_t length = strlen(tests->folder);
    if (is_ready)
        hosted->path = file ? join(tests->folder, length, file) : dv_copy_string(tests->folder);
    hosted->folder_length = length;
    if (is_ready && hosted->path)
        hosted->scenario = open_scenario(tests, hosted, has_seed ? &seed : NULL, &error);
    if (!hosted || !hosted->scenario) {
        if (hosted)
            dv_hosted_close(hosted);
        lua_pushnil(L);
        lua_pushstring(L, error.message);
        return 2;
    }
    dv_bridge_push_world(L, hosted);
    return 1;
}
