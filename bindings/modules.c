// Finding, loading and reloading a scenario's modules; see modules.h.
//
// An attempt to load first looks at everything the current generation rests on, then runs the
// bodies of the modules that changed or require what changed, from the entry module down. What it
// looked at (name, kind, content hash) is kept, whether it succeeded or not, to tell the next
// change by.
#include "modules.h"
#include "module_look.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "base/names.h"
#include "base/result.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct module;

struct requirement {
    char *name;
    enum dv_found found;
    uint64_t hash;
    struct module *module; // NULL when it was not found or failed, and the script went on
};

struct module {
    int generations; // that hold it
    char *name;
    char *path;
    char *source;
    size_t size;
    uint64_t hash;
    enum dv_found found;
    int value, declarations; // references in the registry
    struct requirement *requirements;
    uint32_t requirement_count, requirement_capacity;
    bool outdated; // during an attempt: has to be loaded anew
};

struct generation {
    uint32_t number; // 0: there is none
    struct module **modules;
    uint32_t count, capacity;
};

// The modules whose bodies run now, innermost first; each in the frame that runs it.
struct loading {
    struct module *module;
    struct loading *outer;
};

struct provided {
    char *name;
    int value;
};

struct dv_modules {
    dv_sandbox *sandbox;
    dv_finder finder;

    struct provided *provided;
    uint32_t provided_count, provided_capacity;

    struct generation current, previous, staged;
    uint32_t last_number;

    struct dv_look *looks;
    uint32_t look_count, look_capacity;
    struct loading *loading;
    bool memory_refused;

    char **reloaded;
    uint32_t reloaded_count, reloaded_capacity;

    bool failed;
    dv_error failure;
    char failure_place[DV_ERROR_CAPACITY]; // "caribou.lua:12:", which failure_line is the text of
    char failure_line[256];
};

// Looking

// What this attempt found behind `name`, looking when it has not yet; good until the next call.
// NULL when memory is out.
static struct dv_look *look_once(dv_modules *modules, const char *name) {
    for (uint32_t i = 0; i < modules->look_count; i++)
        if (strcmp(modules->looks[i].name, name) == 0)
            return &modules->looks[i];
    if (!dv_reserve((void **)&modules->looks, &modules->look_capacity, modules->look_count + 1,
                    sizeof *modules->looks) ||
        !dv_look_at(&modules->finder, name, &modules->looks[modules->look_count])) {
        modules->memory_refused = true;
        return NULL;
    }
    return &modules->looks[modules->look_count++];
}

static void clear_looks(dv_modules *modules) {
    for (uint32_t i = 0; i < modules->look_count; i++)
        dv_clear_look(&modules->looks[i]);
    modules->look_count = 0;
}

static void free_look_sources(dv_modules *modules) {
    for (uint32_t i = 0; i < modules->look_count; i++) {
        dv_free(modules->looks[i].source);
        modules->looks[i].source = NULL;
    }
}

bool dv_modules_changed(const dv_modules *modules) {
    if (modules->failed && modules->look_count == 0)
        return true; // for want of memory: worth another attempt
    for (uint32_t i = 0; i < modules->look_count; i++) {
        const struct dv_look *before = &modules->looks[i];
        struct dv_look now;
        if (!dv_look_at(&modules->finder, before->name, &now))
            return true;
        bool same = now.found == before->found && now.hash == before->hash;
        dv_clear_look(&now);
        if (!same)
            return true;
    }
    return false;
}

// Modules and generations

static void free_module(dv_modules *modules, struct module *module) {
    lua_State *L = dv_sandbox_state(modules->sandbox);
    luaL_unref(L, LUA_REGISTRYINDEX, module->value);
    luaL_unref(L, LUA_REGISTRYINDEX, module->declarations);
    for (uint32_t i = 0; i < module->requirement_count; i++)
        dv_free(module->requirements[i].name);
    dv_free(module->requirements);
    dv_free(module->name);
    dv_free(module->path);
    dv_free(module->source);
    dv_free(module);
}

static struct module *create_module(dv_modules *modules, const struct dv_look *look) {
    struct module *module = dv_alloc(sizeof *module);
    if (!module)
        return NULL;
    module->value = module->declarations = LUA_NOREF;
    module->hash = look->hash;
    module->found = look->found;
    module->size = look->size;
    module->name = dv_copy_string(look->name);
    module->path = dv_copy_string(look->path);
    module->source = dv_alloc(look->size + 1);
    if (!module->name || !module->path || !module->source) {
        free_module(modules, module);
        return NULL;
    }
    memcpy(module->source, look->source, look->size);
    return module;
}

static struct module *find_module(const struct generation *generation, const char *name) {
    for (uint32_t i = 0; i < generation->count; i++)
        if (strcmp(generation->modules[i]->name, name) == 0)
            return generation->modules[i];
    return NULL;
}

static bool add_module(dv_modules *modules, struct generation *generation, struct module *module) {
    if (!dv_reserve((void **)&generation->modules, &generation->capacity, generation->count + 1,
                    sizeof(struct module *))) {
        modules->memory_refused = true;
        return false;
    }
    generation->modules[generation->count++] = module;
    module->generations++;
    return true;
}

// Take over a module that needs no loading, after all that it requires.
static bool adopt_module(dv_modules *modules, struct module *module) {
    if (find_module(&modules->staged, module->name))
        return true;
    for (uint32_t i = 0; i < module->requirement_count; i++) {
        struct module *required = module->requirements[i].module;
        if (required && !adopt_module(modules, required))
            return false;
    }
    return add_module(modules, &modules->staged, module);
}

static void free_generation(dv_modules *modules, struct generation *generation) {
    for (uint32_t i = 0; i < generation->count; i++)
        if (--generation->modules[i]->generations == 0)
            free_module(modules, generation->modules[i]);
    dv_free(generation->modules);
    memset(generation, 0, sizeof *generation);
}

static const struct generation *visible(const dv_modules *modules) {
    return modules->staged.number ? &modules->staged : &modules->current;
}

// Places in sources

// Copy line `number` (from 1) of a source, without indentation.
static bool copy_line(const struct module *module, unsigned long number, char *line,
                      size_t capacity) {
    const char *start = module->source, *end = start + module->size;
    for (; number > 1; number--) {
        start = memchr(start, '\n', (size_t)(end - start));
        if (!start)
            return false;
        start++;
    }
    const char *stop = memchr(start, '\n', (size_t)(end - start));
    stop = stop ? stop : end;
    while (start < stop && isspace((unsigned char)*start))
        start++;
    while (stop > start && isspace((unsigned char)stop[-1]))
        stop--;
    snprintf(line, capacity, "%.*s", (int)(stop - start), start);
    return true;
}

// If the message begins with a line of the module, copy that line; returns the place's length, or
// 0.
static size_t copy_place(const struct module *module, const char *message, char *line,
                         size_t capacity) {
    size_t length = strlen(module->path);
    if (strncmp(message, module->path, length) != 0 || message[length] != ':' ||
        !isdigit((unsigned char)message[length + 1]))
        return 0;
    char *end;
    unsigned long number = strtoul(message + length + 1, &end, 10);
    if (*end != ':' || number == 0 || !copy_line(module, number, line, capacity))
        return 0;
    return (size_t)(end - message) + 1;
}

static size_t find_place(const struct generation *generation, const char *message, char *line,
                         size_t capacity) {
    for (uint32_t i = 0; i < generation->count; i++) {
        size_t length = copy_place(generation->modules[i], message, line, capacity);
        if (length)
            return length;
    }
    return 0;
}

// Keep the line a failure names while the sources are still here.
static void keep_failure_line(dv_modules *modules, const char *message) {
    char line[sizeof modules->failure_line];
    size_t length = 0;
    for (struct loading *l = modules->loading; l && !length; l = l->outer)
        length = copy_place(l->module, message, line, sizeof line);
    if (!length)
        length = find_place(&modules->staged, message, line, sizeof line);
    if (!length)
        return;
    snprintf(modules->failure_place, sizeof modules->failure_place, "%.*s", (int)length, message);
    snprintf(modules->failure_line, sizeof modules->failure_line, "%s", line);
}

bool dv_modules_source_line(const dv_modules *modules, const char *message, char *line,
                            size_t capacity) {
    if (capacity)
        line[0] = 0;
    return find_place(visible(modules), message, line, capacity) != 0;
}

// Suggesting

struct name_list {
    char **names;
    uint32_t count, capacity;
};

static void add_name(struct name_list *list, char *name) {
    if (name && dv_reserve((void **)&list->names, &list->capacity, list->count + 1, sizeof(char *)))
        list->names[list->count++] = name;
    else
        dv_free(name); // a suggestion less
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

// Names of the modules in the folder in which `name` would be.
static void list_folder(const dv_modules *modules, const char *name, struct name_list *list) {
    const char *last_dot = strrchr(name, '.');
    char prefix[DV_LONGEST_MODULE_NAME + 2];
    int prefix_length = last_dot ? (int)(last_dot + 1 - name) : 0;
    snprintf(prefix, sizeof prefix, "%.*s", prefix_length, name);
    char *path = dv_join(modules->finder.folder, "/", prefix);
    for (char *c = path ? path + strlen(modules->finder.folder) : NULL; c && *c; c++)
        if (*c == '.')
            *c = '/';
    DIR *folder = path ? opendir(path) : NULL;
    dv_free(path);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        size_t length = strlen(entry->d_name);
        if (length <= 4 || strcmp(entry->d_name + length - 4, ".lua") != 0)
            continue;
        entry->d_name[length - 4] = 0;
        add_name(list, dv_join(prefix, entry->d_name, ""));
    }
    if (folder)
        closedir(folder);
    if (list->count)
        qsort(list->names, list->count, sizeof(char *), compare_names);
}

// Push " (did you mean X?)" or "".
static void push_suggestion(lua_State *L, const dv_modules *modules, const char *name) {
    struct name_list list = {NULL, 0, 0};
    if (!modules->finder.reader)
        list_folder(modules, name, &list);
    for (size_t i = 0; i < modules->finder.library_count; i++)
        add_name(&list, dv_copy_string(modules->finder.library[i].name));
    for (uint32_t i = 0; i < modules->provided_count; i++)
        add_name(&list, dv_copy_string(modules->provided[i].name));
    const char *nearest = dv_nearest_name(name, (const char *const *)list.names, list.count);
    char text[DV_LONGEST_MODULE_NAME + 64] = "";
    if (nearest)
        snprintf(text, sizeof text, "; did you mean %s?", nearest);
    for (uint32_t i = 0; i < list.count; i++)
        dv_free(list.names[i]);
    dv_free(list.names);
    lua_pushstring(L, text);
}

// Loading, within a protected call

static int require_module(lua_State *L);

static _Noreturn void raise_memory(lua_State *L, dv_modules *modules) {
    modules->memory_refused = true;
    luaL_error(L, "out of memory");
    abort(); // luaL_error does not return
}

static void push_value(lua_State *L, const struct module *module) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, module->value);
}

// Run the body of the innermost loading module and return its value.
static int run_body(lua_State *L) {
    dv_modules *modules = lua_touserdata(L, 1);
    struct module *module = modules->loading->module;
    lua_newtable(L);
    module->declarations = luaL_ref(L, LUA_REGISTRYINDEX);
    lua_pushlightuserdata(L, modules);
    lua_pushcclosure(L, require_module, 1);
    dv_sandbox_push_environment(L);
    dv_sandbox_load(L, module->source, module->size, module->path);
    lua_call(L, 0, 1);
    lua_pushvalue(L, -1);
    module->value = luaL_ref(L, LUA_REGISTRYINDEX);
    return 1;
}

static bool note_reloaded(dv_modules *modules, const char *name) {
    if (!dv_reserve((void **)&modules->reloaded, &modules->reloaded_capacity,
                    modules->reloaded_count + 1, sizeof(char *)))
        return false;
    char *copy = dv_copy_string(name);
    if (copy)
        modules->reloaded[modules->reloaded_count++] = copy;
    return copy != NULL;
}

// Load what `look` found, add it to the staged generation and push its value.
static struct module *load_module(lua_State *L, dv_modules *modules, const struct dv_look *look) {
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    struct module *module = create_module(modules, look);
    if (!module)
        raise_memory(L, modules);
    struct loading loading = {module, modules->loading};
    modules->loading = &loading;
    lua_pushcfunction(L, dv_sandbox_message_handler);
    lua_pushcfunction(L, run_body);
    lua_pushlightuserdata(L, modules);
    int status = lua_pcall(L, 1, 1, -3);
    lua_remove(L, -2);
    if (status != LUA_OK && lua_type(L, -1) == LUA_TSTRING)
        keep_failure_line(modules, lua_tostring(L, -1));
    modules->loading = loading.outer;
    bool fine = status == LUA_OK && add_module(modules, &modules->staged, module);
    if (!fine)
        free_module(modules, module);
    if (status != LUA_OK)
        lua_error(L);
    if (!fine || !note_reloaded(modules, module->name))
        raise_memory(L, modules);
    return module;
}

static void refuse_cycle(lua_State *L, const dv_modules *modules, const char *name) {
    bool found = false;
    for (const struct loading *l = modules->loading; l; l = l->outer)
        found = found || strcmp(l->module->name, name) == 0;
    if (!found)
        return;
    lua_pushstring(L, name);
    const struct loading *l = modules->loading;
    do {
        lua_pushfstring(L, "%s -> %s", l->module->name, lua_tostring(L, -1));
        lua_remove(L, -2);
    } while (strcmp(l->module->name, name) != 0 && (l = l->outer));
    luaL_error(L, "modules require each other: %s", lua_tostring(L, -1));
}

static void refuse_look(lua_State *L, const dv_modules *modules, const struct dv_look *look) {
    if (look->found == FOUND_UNREADABLE)
        luaL_error(L, "cannot read %s: %s", look->path, look->problem);
    if (look->found != FOUND_NOTHING)
        return;
    if (strcmp(look->name, modules->finder.entry_name) == 0)
        luaL_error(L, "%s is gone", modules->finder.entry_file);
    push_suggestion(L, modules, look->name);
    luaL_error(L, "require \"%s\": there is neither %s nor a library of that name%s", look->name,
               look->path, lua_tostring(L, -1));
}

// The current generation's module of that name if it can serve the staged one.
static struct module *find_unchanged(const dv_modules *modules, const char *name) {
    struct module *module = find_module(&modules->current, name);
    return module && !module->outdated ? module : NULL;
}

// Bring the module into the staged generation, unless it is there, and push its value.
static struct module *obtain_module(lua_State *L, dv_modules *modules, const struct dv_look *look) {
    struct module *module = find_module(&modules->staged, look->name);
    if (!module) {
        refuse_cycle(L, modules, look->name);
        refuse_look(L, modules, look);
        module = find_unchanged(modules, look->name);
        if (!module)
            return load_module(L, modules, look);
        if (!adopt_module(modules, module))
            raise_memory(L, modules);
    }
    push_value(L, module);
    return module;
}

static bool push_provided(lua_State *L, const dv_modules *modules, const char *name) {
    for (uint32_t i = 0; i < modules->provided_count; i++)
        if (strcmp(modules->provided[i].name, name) == 0) {
            lua_rawgeti(L, LUA_REGISTRYINDEX, modules->provided[i].value);
            return true;
        }
    return false;
}

// Returns the requirement's place.
static uint32_t add_requirement(lua_State *L, dv_modules *modules, struct module *module,
                                const struct dv_look *look) {
    char *name = dv_copy_string(look->name);
    if (!name || !dv_reserve((void **)&module->requirements, &module->requirement_capacity,
                             module->requirement_count + 1, sizeof *module->requirements)) {
        dv_free(name);
        raise_memory(L, modules);
    }
    module->requirements[module->requirement_count] =
        (struct requirement){name, look->found, look->hash, NULL};
    return module->requirement_count++;
}

static void require_while_loading(lua_State *L, dv_modules *modules, const char *name) {
    struct dv_look *look = look_once(modules, name);
    if (!look)
        raise_memory(L, modules);
    struct module *requirer = modules->loading->module;
    uint32_t place = add_requirement(L, modules, requirer, look);
    struct module *module = obtain_module(L, modules, look);
    requirer->requirements[place].module = module;
}

static int require_module(lua_State *L) {
    dv_modules *modules = lua_touserdata(L, lua_upvalueindex(1));
    size_t length;
    const char *name = luaL_checklstring(L, 1, &length);
    if (strlen(name) != length || !dv_is_module_name(name))
        return luaL_error(L,
                          "require \"%s\": a module's name is made of letters, digits and _, "
                          "with dots for folders",
                          name);
    if (push_provided(L, modules, name))
        return 1;
    if (modules->loading) {
        require_while_loading(L, modules, name);
    } else {
        const struct module *module = find_module(visible(modules), name);
        if (!module)
            return luaL_error(L,
                              "require \"%s\": modules load with the scenario; require it at "
                              "the top of a file",
                              name);
        push_value(L, module);
    }
    if (lua_isnil(L, -1))
        lua_pushboolean(L, 1); // as in Lua, for a module that returns nothing
    return 1;
}

static int load_entry(lua_State *L) {
    dv_modules *modules = lua_touserdata(L, 1);
    struct dv_look *look = look_once(modules, modules->finder.entry_name);
    if (!look)
        raise_memory(L, modules);
    obtain_module(L, modules, look);
    return 1;
}

// Attempts

// Look at all that the current generation rests on, and mark what has to be loaded anew: what a
// module requires stands before it, so one pass finds everything.
static bool mark_outdated(dv_modules *modules) {
    for (uint32_t i = 0; i < modules->current.count; i++) {
        struct module *module = modules->current.modules[i];
        const struct dv_look *look = look_once(modules, module->name);
        if (!look)
            return false;
        module->outdated = look->found != module->found || look->hash != module->hash;
        for (uint32_t k = 0; k < module->requirement_count; k++) {
            const struct requirement *required = &module->requirements[k];
            look = look_once(modules, required->name);
            if (!look)
                return false;
            if (look->found != required->found || look->hash != required->hash ||
                (required->module && required->module->outdated))
                module->outdated = true;
        }
    }
    return true;
}

static void clear_reloaded(dv_modules *modules) {
    for (uint32_t i = 0; i < modules->reloaded_count; i++)
        dv_free(modules->reloaded[i]);
    modules->reloaded_count = 0;
}

static dv_result fail_attempt(dv_modules *modules, dv_result result) {
    free_generation(modules, &modules->staged);
    clear_reloaded(modules);
    modules->failed = true;
    size_t place = strlen(modules->failure_place);
    if (place == 0 || strncmp(modules->failure.message, modules->failure_place, place) != 0)
        modules->failure_line[0] = 0;
    if (result == DV_ERROR_MEMORY)
        clear_looks(modules); // the content may be fine: try again
    return result;
}

static dv_result attempt(dv_modules *modules, double seconds) {
    clear_looks(modules);
    clear_reloaded(modules);
    modules->memory_refused = false;
    modules->failed = false;
    modules->failure.message[0] = modules->failure_place[0] = modules->failure_line[0] = 0;
    modules->staged.number = modules->last_number + 1;
    lua_State *L = dv_sandbox_state(modules->sandbox);
    if (!mark_outdated(modules) || !lua_checkstack(L, LUA_MINSTACK)) {
        dv_fail(&modules->failure, DV_ERROR_MEMORY, "out of memory");
        return fail_attempt(modules, DV_ERROR_MEMORY);
    }
    lua_pushcfunction(L, load_entry);
    lua_pushlightuserdata(L, modules);
    dv_result result = dv_sandbox_call(modules->sandbox, 1, 1, seconds, &modules->failure);
    if (result != DV_OK)
        result = fail_attempt(modules, modules->memory_refused ? DV_ERROR_MEMORY : result);
    free_look_sources(modules);
    return result;
}

dv_result dv_modules_stage(dv_modules *modules, double seconds, dv_error *error) {
    if (modules->staged.number)
        return dv_fail(error, DV_ERROR_ARGUMENT,
                       "a staged generation is neither committed nor "
                       "discarded");
    dv_result result = DV_ERROR_SCRIPT;
    if (!modules->failed || dv_modules_changed(modules))
        result = attempt(modules, seconds);
    if (result != DV_OK)
        dv_fail(error, result, "%s", modules->failure.message);
    return result;
}

void dv_modules_commit(dv_modules *modules) {
    if (modules->reloaded_count == 0 || !modules->staged.number) {
        free_generation(modules, &modules->staged);
        return;
    }
    free_generation(modules, &modules->previous);
    modules->previous = modules->current;
    modules->current = modules->staged;
    modules->last_number = modules->current.number;
    memset(&modules->staged, 0, sizeof modules->staged);
}

void dv_modules_discard(dv_modules *modules) { free_generation(modules, &modules->staged); }

dv_result dv_modules_load(dv_modules *modules, double seconds, dv_error *error) {
    dv_result result = dv_modules_stage(modules, seconds, error);
    if (result == DV_OK)
        dv_modules_commit(modules);
    return result;
}

bool dv_modules_can_undo(const dv_modules *modules) { return modules->previous.number != 0; }

void dv_modules_undo(dv_modules *modules) {
    struct generation current = modules->current;
    modules->current = modules->previous;
    modules->previous = current;
    push_value(dv_sandbox_state(modules->sandbox),
               find_module(&modules->current, modules->finder.entry_name));
}

uint32_t dv_modules_generation(const dv_modules *modules) { return visible(modules)->number; }

uint32_t dv_modules_reloaded_count(const dv_modules *modules) { return modules->reloaded_count; }

const char *dv_modules_reloaded(const dv_modules *modules, uint32_t i) {
    return modules->reloaded[i];
}

const char *dv_modules_failure(const dv_modules *modules) { return modules->failure.message; }

const char *dv_modules_failure_line(const dv_modules *modules) { return modules->failure_line; }

// Reading

const char *dv_modules_folder(const dv_modules *modules) { return modules->finder.folder; }

uint32_t dv_modules_count(const dv_modules *modules) { return visible(modules)->count; }

const char *dv_modules_name(const dv_modules *modules, uint32_t i) {
    return visible(modules)->modules[i]->name;
}

const char *dv_modules_path(const dv_modules *modules, uint32_t i) {
    return visible(modules)->modules[i]->path;
}

const char *dv_modules_source(const dv_modules *modules, uint32_t i, size_t *size) {
    const struct module *module = visible(modules)->modules[i];
    if (size)
        *size = module->size;
    return module->source;
}

uint64_t dv_modules_hash(const dv_modules *modules, uint32_t i) {
    return visible(modules)->modules[i]->hash;
}

bool dv_modules_is_library(const dv_modules *modules, uint32_t i) {
    return visible(modules)->modules[i]->found == FOUND_LIBRARY;
}

const char *dv_modules_loading(const dv_modules *modules) {
    return modules->loading ? modules->loading->module->name : NULL;
}

void dv_modules_push_declarations(lua_State *L, const dv_modules *modules, const char *name) {
    const struct module *module = NULL;
    for (const struct loading *l = modules->loading; l && !module; l = l->outer)
        if (strcmp(l->module->name, name) == 0)
            module = l->module;
    if (!module)
        module = find_module(visible(modules), name);
    if (module)
        lua_rawgeti(L, LUA_REGISTRYINDEX, module->declarations);
    else
        lua_pushnil(L);
}

// Life

static bool ends_in_lua(const char *path) {
    size_t length = strlen(path);
    return length > 4 && strcmp(path + length - 4, ".lua") == 0;
}

static dv_result check_entry(const dv_modules_def *def, const dv_modules *modules, bool is_folder,
                             dv_error *error) {
    char *path = dv_join(modules->finder.folder, "/", modules->finder.entry_file);
    if (!path)
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    int reason = errno;
    dv_free(path);
    if (file < 0 && reason == ENOENT && is_folder)
        return dv_fail(error, DV_ERROR_IO, "%s has no main.lua", def->scenario);
    if (file < 0)
        return dv_fail(error, DV_ERROR_IO, "cannot read %s%s: %s", def->scenario,
                       is_folder ? "/main.lua" : "", strerror(reason));
    close(file);
    return DV_OK;
}

static dv_result check_scenario(const dv_modules_def *def, bool *is_folder, dv_error *error) {
    if (def->reader) {
        *is_folder = !ends_in_lua(def->scenario);
        return DV_OK;
    }
    struct stat status;
    if (stat(def->scenario, &status) != 0) {
        if (errno == ENOENT || errno == ENOTDIR)
            return dv_fail(error, DV_ERROR_IO,
                           "no scenario %s: it is a folder with main.lua, or a .lua file",
                           def->scenario);
        return dv_fail(error, DV_ERROR_IO, "cannot read %s: %s", def->scenario, strerror(errno));
    }
    *is_folder = S_ISDIR(status.st_mode);
    if (!*is_folder && (!S_ISREG(status.st_mode) || !ends_in_lua(def->scenario)))
        return dv_fail(error, DV_ERROR_IO,
                       "%s is no scenario: that is a folder with main.lua, or a .lua file",
                       def->scenario);
    return DV_OK;
}

// Split the path into folder, entry file and entry name. False when memory is out.
static bool set_paths(dv_modules *modules, const char *scenario, bool is_folder) {
    modules->finder.folder = dv_copy_string(scenario);
    if (!modules->finder.folder)
        return false;
    char *slash = strrchr(modules->finder.folder, '/');
    if (is_folder) {
        modules->finder.entry_file = dv_copy_string("main.lua");
        while (slash && slash > modules->finder.folder && !slash[1]) {
            *slash = 0;
            slash = strrchr(modules->finder.folder, '/');
        }
    } else if (slash) {
        modules->finder.entry_file = dv_copy_string(slash + 1);
        slash[slash == modules->finder.folder] = 0; // "/x.lua" is in "/"
    } else {
        modules->finder.entry_file = modules->finder.folder;
        modules->finder.folder = dv_copy_string(".");
    }
    modules->finder.entry_name =
        modules->finder.entry_file ? dv_copy_string(modules->finder.entry_file) : NULL;
    if (!modules->finder.entry_name || !modules->finder.folder)
        return false;
    modules->finder.entry_name[strlen(modules->finder.entry_name) - 4] = 0;
    return true;
}

static dv_result set_up(dv_modules *modules, const dv_modules_def *def, dv_error *error) {
    bool is_folder;
    dv_result result = check_scenario(def, &is_folder, error);
    if (result != DV_OK)
        return result;
    if (!set_paths(modules, def->scenario, is_folder))
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    return def->reader ? DV_OK : check_entry(def, modules, is_folder, error);
}

dv_modules *dv_modules_create(const dv_modules_def *def, dv_error *error) {
    dv_modules *modules = dv_alloc(sizeof *modules);
    if (!modules) {
        dv_fail(error, DV_ERROR_MEMORY, "out of memory");
        return NULL;
    }
    modules->sandbox = def->sandbox;
    modules->finder.library = def->library;
    modules->finder.library_count = def->library_count;
    modules->finder.reader = def->reader;
    modules->finder.reader_context = def->reader_context;
    if (set_up(modules, def, error) != DV_OK) {
        dv_modules_destroy(modules);
        return NULL;
    }
    return modules;
}

void dv_modules_destroy(dv_modules *modules) {
    if (!modules)
        return;
    free_generation(modules, &modules->staged);
    free_generation(modules, &modules->current);
    free_generation(modules, &modules->previous);
    lua_State *L = dv_sandbox_state(modules->sandbox);
    for (uint32_t i = 0; i < modules->provided_count; i++) {
        luaL_unref(L, LUA_REGISTRYINDEX, modules->provided[i].value);
        dv_free(modules->provided[i].name);
    }
    dv_free(modules->provided);
    clear_looks(modules);
    dv_free(modules->looks);
    clear_reloaded(modules);
    dv_free(modules->reloaded);
    dv_free(modules->finder.folder);
    dv_free(modules->finder.entry_file);
    dv_free(modules->finder.entry_name);
    dv_free(modules);
}

static int make_reference(lua_State *L) {
    int *reference = lua_touserdata(L, 1);
    lua_settop(L, 2);
    *reference = luaL_ref(L, LUA_REGISTRYINDEX);
    return 0;
}

dv_result dv_modules_provide(dv_modules *modules, const char *name, dv_error *error) {
    lua_State *L = dv_sandbox_state(modules->sandbox);
    int value = LUA_NOREF;
    char *copy = dv_copy_string(name);
    if (!copy || !dv_reserve((void **)&modules->provided, &modules->provided_capacity,
                             modules->provided_count + 1, sizeof *modules->provided)) {
        dv_free(copy);
        lua_pop(L, 1);
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    }
    lua_pushcfunction(L, make_reference);
    lua_pushlightuserdata(L, &value);
    lua_rotate(L, -3, 2);
    dv_result result = dv_sandbox_call(modules->sandbox, 2, 0, HUGE_VAL, error);
    if (result != DV_OK) {
        dv_free(copy);
        return result;
    }
    modules->provided[modules->provided_count++] = (struct provided){copy, value};
    return DV_OK;
}
