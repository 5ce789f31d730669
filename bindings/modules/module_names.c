// Writes lists of the modules of a generation.
#include "base/name_list.h"
#include "modules/modules_private.h"

#include <string.h>

void dv_modules_list_loaded(const dv_modules *modules, char *text, size_t size) {
    const struct dv_module_list *loaded = dv_visible_modules(modules);
    dv_name_list list = {.text = text, .size = size};
    *text = '\0';
    for (uint32_t i = 0; i < loaded->count; i++)
        if (loaded->modules[i]->found != FOUND_LIBRARY)
            dv_list_add(&list, "%s",
                        dv_is_data_name(loaded->modules[i]->name) ? loaded->modules[i]->path
                                                                  : loaded->modules[i]->name);
    dv_list_end(&list);
}

/// Whether a module is part of a mod that a generation does not have.
static bool is_of_other_mod(const struct dv_module *module,
                            const struct dv_module_list *generation) {
    const char *name;
    size_t length;
    return dv_after_mod(module->name, &name, &length) && !dv_has_mod(generation, name, length);
}

/// Add mods that one generation has and the other does not.
static void add_mods(dv_name_list *list, const struct dv_module_list *of,
                     const struct dv_module_list *other, const char *what) {
    const char *name;
    size_t length;
    for (uint32_t i = 0; i < of->count; i++) {
        const char *file = dv_after_mod(of->modules[i]->path, &name, &length);
        if (file && strcmp(file, "mod.lua") == 0 && is_of_other_mod(of->modules[i], other))
            dv_list_add(list, "mod %.*s %s", (int)length, name, what);
    }
}

void dv_modules_list_changed(const dv_modules *modules, char *text, size_t size) {
    const struct dv_module_list *staged = &modules->staged, *current = &modules->current;
    dv_name_list list = {.text = text, .size = size};
    *text = '\0';
    add_mods(&list, staged, current, "on");
    add_mods(&list, current, staged, "off");
    for (uint32_t i = 0; i < staged->count; i++) {
        const struct dv_module *module = staged->modules[i];
        if (module->is_changed && module->found != FOUND_LIBRARY &&
            !is_of_other_mod(module, current))
            dv_list_add(&list, "%s", module->path);
    }
    for (uint32_t i = 0; i < current->count; i++) {
        const struct dv_module *module = current->modules[i];
        if (module->found != FOUND_LIBRARY && !dv_find_module(staged, module->name) &&
            !is_of_other_mod(module, staged))
            dv_list_add(&list, "%s (no longer required)", module->path);
    }
    dv_list_end(&list);
}

void dv_modules_list_kept_out(const dv_modules *modules, char *text, size_t size) {
    const struct dv_kept_out_list *kept_out = &modules->finder.kept_out;
    dv_name_list list = {.text = text, .size = size};
    *text = '\0';
    for (uint32_t i = 0; i < kept_out->count; i++) {
        const struct dv_module *module = dv_find_module(&modules->current, kept_out->items[i].name);
        if (module)
            dv_list_add(&list, "%s", module->path);
    }
    dv_list_end(&list);
}
