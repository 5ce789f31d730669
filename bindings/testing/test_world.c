// Opens a world for a test, with its seed, settings, and edited sources.
#include "scenario_data.h"
#include "testing/test_file_private.h"

#include "base/alloc.h"
#include "base/result.h"
#include "record/file.h"

#include <stdio.h>
#include <string.h>

// Sources

static char *join_path(const char *folder, size_t length, const char *path) {
    size_t size = length + strlen(path) + 2;
    char *text = dv_alloc(size);
    if (text)
        snprintf(text, size, "%.*s/%s", (int)length, folder, path);
    return text;
}

/// Read a file in a folder into a new block, and replace `*text` by it.
static dv_result read_source(const char *folder, size_t length, const char *path, char **text,
                             size_t *size, dv_error *error) {
    unsigned char *bytes = NULL;
    char *full = join_path(folder, length, path);
    dv_free(*text);
    *text = NULL;
    if (!full)
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    dv_result result = dv_file_read(full, DV_MODULE_SOURCE_LIMIT, &bytes, size, error);
    dv_free(full);
    *text = (char *)bytes;
    return result;
}

/// A dv_module_reader: reads edited files from the test, and others from the scenario's folder.
static bool read_module(void *context, const char *path, const char **source, size_t *size) {
    dv_hosted *hosted = context;
    for (uint32_t i = 0; i < hosted->edit_count; i++)
        if (strcmp(hosted->edits[i].path, path) == 0) {
            *source = hosted->edits[i].source;
            *size = hosted->edits[i].size;
            return true;
        }
    dv_error error;
    read_source(hosted->path, hosted->folder_length, path, &hosted->file, size, &error);
    *source = hosted->file;
    return hosted->file;
}

int dv_test_read_source(lua_State *L) {
    dv_test_file *tests = lua_touserdata(L, lua_upvalueindex(1));
    const char *path = luaL_checkstring(L, 1);
    size_t size;
    dv_error error;
    if (read_source(tests->folder, strlen(tests->folder), path, &tests->source, &size, &error) !=
        DV_OK) {
        lua_pushnil(L);
        lua_pushstring(L, error.message);
        return 2;
    }
    lua_pushlstring(L, tests->source, size);
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

/// Keep the mods in the list at an index, as dv_scenario_options has them: folders are seen from
/// the scenario's.
static bool take_mods(lua_State *L, int index, const char *folder, dv_hosted *hosted) {
    lua_Unsigned count = lua_rawlen(L, index);
    hosted->mods = dv_alloc((count + 1) * sizeof *hosted->mods);
    if (!hosted->mods)
        return false;
    for (lua_Unsigned i = 1; i <= count; i++) {
        lua_rawgeti(L, index, (lua_Integer)i);
        const char *given = lua_tostring(L, -1);
        bool is_relative = strchr(given, '/') && *given != '/';
        char *mod = is_relative ? join_path(folder, strlen(folder), given) : dv_copy_string(given);
        lua_pop(L, 1);
        if (!mod)
            return false;
        hosted->mods[hosted->mod_count++] = mod;
    }
    return true;
}

static void keep_printed(void *context, const char *line) {
    const dv_scenario_options *options = &((const dv_test_file *)context)->host->options;
    options->print(options->print_context, line);
}

static void keep_warning(void *context, const char *message) {
    char line[DV_ERROR_CAPACITY + 16];
    snprintf(line, sizeof line, "warning: %s", message);
    keep_printed(context, line);
}

static dv_scenario *open_scenario(dv_test_file *tests, dv_hosted *hosted, const uint64_t *seed,
                                  dv_error *error) {
    dv_scenario_options options = dv_scenario_options_default();
    options.seed = seed;
    options.threads = tests->options.threads;
    options.vector_bits = tests->options.vector_bits;
    options.reserved_keys = tests->options.reserved_keys;
    options.settings = hosted->settings;
    options.setting_count = hosted->setting_count;
    options.mods = (const char *const *)hosted->mods;
    options.mod_count = hosted->mod_count;
    options.memory_cap = tests->options.memory_cap;
    options.most_agents = tests->options.most_agents;
    options.print = keep_printed;
    options.print_context = tests;
    options.warn = keep_warning;
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
    bool is_ready = hosted && take_settings(L, 3, hosted) && take_edits(L, 4, hosted) &&
                    take_mods(L, 5, tests->folder, hosted);
    size_t length = strlen(tests->folder);
    if (is_ready)
        hosted->path =
            file ? join_path(tests->folder, length, file) : dv_copy_string(tests->folder);
    hosted->folder_length = length;
    if (is_ready && hosted->path)
        hosted->scenario = open_scenario(tests, hosted, has_seed ? &seed : NULL, &error);
    if (!hosted || !hosted->scenario) {
        if (hosted)
            dv_hosted_close(hosted);
        tests->unopened = error;
        lua_pushnil(L);
        lua_pushstring(L, error.message);
        return 2;
    }
    tests->unopened.message[0] = '\0';
    dv_bridge_push_world(L, hosted);
    return 1;
}
