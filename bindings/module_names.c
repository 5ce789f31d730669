// Lists of modules as people read them: "registry.lua, plug.lua and 12 more".
#include "modules_private.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/// A list on its way into a text of some size.
typedef struct name_list {
    char *text;
    size_t size, used;
    uint32_t count, shown; ///< of names; those that are in the text
} name_list;

/// Room for " and 4294967295 more".
#define ROOM_FOR_REST 24

/// Add a name while it fits whole, with the count of those that follow behind it.
static void add_name(name_list *list, const char *name, const char *note) {
    const char *comma = list->shown > 0 ? ", " : "";
    size_t length = strlen(comma) + strlen(name) + strlen(note);
    bool fits = list->shown == list->count && list->used + length + ROOM_FOR_REST < list->size;
    list->count++;
    if (!fits)
        return;
    snprintf(list->text + list->used, list->size - list->used, "%s%s%s", comma, name, note);
    list->used += length;
    list->shown++;
}

static void end_list(const name_list *list) {
    uint32_t rest = list->count - list->shown;
    if (rest > 0)
        snprintf(list->text + list->used, list->size - list->used, "%s%" PRIu32 "%s",
                 list->shown > 0 ? " and " : "", rest,
                 list->shown > 0 ? " more"
                 : rest > 1      ? " modules"
                                 : " module");
}

void dv_modules_list_loaded(const dv_modules *modules, char *text, size_t size) {
    const struct dv_module_list *loaded = dv_visible_modules(modules);
    name_list list = {.text = text, .size = size};
    *text = '\0';
    for (uint32_t i = 0; i < loaded->count; i++)
        if (loaded->modules[i]->found != FOUND_LIBRARY)
            add_name(&list, loaded->modules[i]->name, "");
    end_list(&list);
}

void dv_modules_list_changed(const dv_modules *modules, char *text, size_t size) {
    const struct dv_module_list *staged = &modules->staged, *current = &modules->current;
    name_list list = {.text = text, .size = size};
    *text = '\0';
    for (uint32_t i = 0; i < staged->count; i++)
        if (staged->modules[i]->is_changed && staged->modules[i]->found != FOUND_LIBRARY)
            add_name(&list, staged->modules[i]->path, "");
    for (uint32_t i = 0; i < current->count; i++)
        if (current->modules[i]->found != FOUND_LIBRARY &&
            !dv_find_module(staged, current->modules[i]->name))
            add_name(&list, current->modules[i]->path, " (no longer required)");
    end_list(&list);
}

void dv_modules_list_kept_out(const dv_modules *modules, char *text, size_t size) {
    const struct dv_kept_out_list *kept_out = &modules->finder.kept_out;
    name_list list = {.text = text, .size = size};
    *text = '\0';
    for (uint32_t i = 0; i < kept_out->count; i++) {
        const struct dv_module *module = dv_find_module(&modules->current, kept_out->items[i].name);
        if (module)
            add_name(&list, module->path, "");
    }
    end_list(&list);
}
