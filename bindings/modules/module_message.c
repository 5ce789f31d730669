// Adds helpful parts to messages about modules: the text of the line that they name, and the name
// that was probably meant.
#include "modules/modules_private.h"

#include "base/alloc.h"
#include "base/names.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Copy line `number` (from 1) of a source, without indentation.
static bool copy_line(const struct dv_module *module, unsigned long number, char *line,
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

// If the message begins with a line of the module, copy that line and return the length of
// "path:line:". Otherwise return 0.
static size_t copy_place(const struct dv_module *module, const char *message, char *line,
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

static size_t find_place(const struct dv_module_list *generation, const char *message, char *line,
                         size_t capacity) {
    for (uint32_t i = 0; i < generation->count; i++) {
        size_t length = copy_place(generation->modules[i], message, line, capacity);
        if (length)
            return length;
    }
    return 0;
}

void dv_keep_failure_line(dv_modules *modules, const char *message) {
    char line[sizeof modules->failure.line];
    size_t length = 0;
    for (struct dv_loading *l = modules->loading; l && !length; l = l->outer)
        length = copy_place(l->module, message, line, sizeof line);
    if (!length)
        length = find_place(&modules->staged, message, line, sizeof line);
    if (!length)
        return;
    snprintf(modules->failure.place, sizeof modules->failure.place, "%.*s", (int)length, message);
    snprintf(modules->failure.line, sizeof modules->failure.line, "%s", line);
    modules->failure.column = dv_modules_column(modules, message);
}

bool dv_modules_source_line(const dv_modules *modules, const char *message, char *line,
                            size_t capacity) {
    if (capacity)
        line[0] = 0;
    return find_place(dv_visible_modules(modules), message, line, capacity) != 0;
}

struct name_list {
    char **names;
    uint32_t count, capacity;
};

static void add_name(struct name_list *list, char *name) {
    if (name && dv_reserve((void **)&list->names, &list->capacity, list->count + 1, sizeof(char *)))
        list->names[list->count++] = name;
    else
        dv_free(name); // one suggestion less
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

// List the modules in the folder in which `name` would be.
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

void dv_push_module_suggestion(lua_State *L, const dv_modules *modules, const char *name) {
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
