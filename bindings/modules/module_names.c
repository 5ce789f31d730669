// Writes lists of the modules of a generation.
#include "base/name_list.h"
#include "modules/modules_private.h"

void dv_modules_list_loaded(const dv_modules *modules, char *text, size_t size) {
    const struct dv_module_list *loaded = dv_visible_modules(modules);
    dv_name_list list = {.text = text, .size = size};
    *text = '\0';
    for (uint32_t i = 0; i < loaded->count; i++)
        if (loaded->modules[i]->found != FOUND_LIBRARY)
            dv_list_add(&list, "%s", loaded->modules[i]->name);
    dv_list_end(&list);
}

void dv_modules_list_changed(const dv_modules *modules, char *text, size_t size) {
    const struct dv_module_list *staged = &modules->staged, *current = &modules->current;
    dv_name_list list = {.text = text, .size = size};
    *text = '\0';
    for (uint32_t i = 0; i < staged->count; i++)
        if (staged->modules[i]->is_changed && staged->modules[i]->found != FOUND_LIBRARY)
            dv_list_add(&list, "%s", staged->modules[i]->path);
    for (uint32_t i = 0; i < current->count; i++)
        if (current->modules[i]->found != FOUND_LIBRARY &&
            !dv_find_module(staged, current->modules[i]->name))
            dv_list_add(&list, "%s (no longer required)", current->modules[i]->path);
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
