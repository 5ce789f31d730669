#include "modules/module_kept_out.h"

#include "base/alloc.h"
#include "base/hash.h"

#include <string.h>

void dv_free_kept_out(struct dv_kept_out *entry) {
    dv_free(entry->name);
    dv_free(entry->source);
    *entry = (struct dv_kept_out){0};
}

static void drop_kept_out(struct dv_kept_out_list *list, uint32_t i) {
    dv_free_kept_out(&list->items[i]);
    list->items[i] = list->items[--list->count];
}

bool dv_make_kept_out(struct dv_kept_out *entry, const struct dv_module_look *look,
                      const char *source, size_t size) {
    *entry = (struct dv_kept_out){.found = look->found,
                                  .hash = look->hash,
                                  .source_hash = dv_hash_bytes(source, size),
                                  .size = size,
                                  .name = dv_copy_string(look->name),
                                  .source = dv_alloc(size + 1)};
    if (!entry->name || !entry->source) {
        dv_free_kept_out(entry);
        return false;
    }
    memcpy(entry->source, source, size);
    return true;
}

static bool add_kept_out(struct dv_kept_out_list *list, const struct dv_module_look *look,
                         const struct dv_module *module) {
    if (!dv_reserve((void **)&list->items, &list->capacity, list->count + 1, sizeof *list->items))
        return false;
    if (!dv_make_kept_out(&list->items[list->count], look, module->source, module->size))
        return false;
    list->count++;
    return true;
}

static bool is_kept_out(const dv_finder *finder, const char *name) {
    for (uint32_t i = 0; i < finder->kept_out.count; i++)
        if (strcmp(finder->kept_out.items[i].name, name) == 0)
            return true;
    return false;
}

static bool keep_out(dv_finder *finder, const struct dv_module *before,
                     const struct dv_module *module) {
    struct dv_module_look look;
    if (!dv_look_at_file(finder, module->name, &look))
        return false;
    bool is_undone = look.hash != module->hash &&
                     (!before || (before->found == look.found && before->hash == look.hash));
    bool fine = !is_undone || add_kept_out(&finder->kept_out, &look, module);
    dv_clear_look(&look);
    return fine;
}

bool dv_keep_out_undone(dv_finder *finder, const struct dv_module_list *undone,
                        const struct dv_module_list *now) {
    bool fine = true;
    dv_prune_kept_out(finder, now);
    for (uint32_t i = 0; i < now->count; i++) {
        const struct dv_module *module = now->modules[i];
        const struct dv_module *before = dv_find_module(undone, module->name);
        bool differs = !before || before->hash != module->hash;
        // An entry of an earlier undo may still be there if that undo was rolled back. It stays.
        if (differs && module->found == FOUND_FILE && !is_kept_out(finder, module->name))
            fine = keep_out(finder, before, module) && fine;
    }
    return fine;
}

static bool still_holds(const dv_finder *finder, const struct dv_kept_out *entry,
                        const struct dv_module_list *now) {
    const struct dv_module *module = dv_find_module(now, entry->name);
    struct dv_module_look look;
    if (!module || module->hash != entry->source_hash)
        return false;
    if (!dv_look_at_file(finder, entry->name, &look))
        return true; // out of memory, which the next look reports
    bool same = look.found == entry->found && look.hash == entry->hash;
    dv_clear_look(&look);
    return same;
}

void dv_prune_kept_out(dv_finder *finder, const struct dv_module_list *now) {
    for (uint32_t i = finder->kept_out.count; i-- > 0;)
        if (!still_holds(finder, &finder->kept_out.items[i], now))
            drop_kept_out(&finder->kept_out, i);
}

void dv_clear_kept_out(dv_finder *finder) {
    while (finder->kept_out.count > 0)
        drop_kept_out(&finder->kept_out, 0);
    dv_free(finder->kept_out.items);
    finder->kept_out = (struct dv_kept_out_list){0};
}
