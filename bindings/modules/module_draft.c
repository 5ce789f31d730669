// The draft of a module: a source that runs before it is written to the module's file.
//
// Invariant: a draft applies only to the content that the file had when the draft began. Whatever
// is saved there later wins.
#include "modules/modules_private.h"
#include "modules/source_trees.h"

#include "base/result.h"

#include <string.h>

/// The hash of the file's content that a draft of a module may replace: what the module has, or
/// what the present draft replaces.
static uint64_t replaceable(const dv_finder *finder, const struct dv_module *module) {
    const struct dv_kept_out *draft = &finder->draft;
    return draft->name && strcmp(draft->name, module->name) == 0 ? draft->hash : module->hash;
}

dv_result dv_modules_set_draft(dv_modules *modules, const char *path, const char *source,
                               size_t size, dv_error *error) {
    dv_finder *finder = &modules->finder;
    const struct dv_module *module = dv_current_module_at(modules, path);
    struct dv_kept_out entry;
    struct dv_module_look look;
    if (!module || module->found != FOUND_FILE || finder->reader)
        return dv_fail(error, DV_ERROR_ARGUMENT, "%s is not a file of the scenario", path);
    if (!dv_look_at_file(finder, module->name, &look))
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    dv_result result = DV_OK;
    if (look.found != FOUND_FILE || look.hash != replaceable(finder, module))
        result = dv_fail(error, DV_ERROR_ARGUMENT,
                         "%s differs from the code that runs: reload! takes it first", path);
    else if (!dv_make_kept_out(&entry, &look, source, size))
        result = dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    dv_clear_look(&look);
    if (result != DV_OK)
        return result;
    dv_modules_drop_draft(modules);
    finder->draft = entry;
    return DV_OK;
}

bool dv_modules_draft(const dv_modules *modules, const char **path, const char **source,
                      size_t *size) {
    const struct dv_kept_out *draft = &modules->finder.draft;
    const struct dv_module *module =
        draft->name ? dv_find_module(&modules->current, draft->name) : NULL;
    if (!module)
        return false;
    *path = module->path;
    *source = draft->source;
    *size = draft->size;
    return true;
}

bool dv_modules_draft_holds(const dv_modules *modules) {
    const struct dv_kept_out *draft = &modules->finder.draft;
    struct dv_module_look look;
    if (!draft->name || !dv_look_at_file(&modules->finder, draft->name, &look))
        return false;
    bool holds = look.found == draft->found && look.hash == draft->hash;
    dv_clear_look(&look);
    return holds;
}

void dv_modules_drop_draft(dv_modules *modules) { dv_free_kept_out(&modules->finder.draft); }
