#include "check.h"

#include "calls/calls.h"
#include "exports.h"
#include "modules/modules.h"
#include "sandbox/mistakes.h"
#include "scenario_data.h"
#include "warnings.h"

#include "base/result.h"

#include <math.h>
#include <stdio.h>

#define LARGEST_CHECKED ((size_t)256 << 10)

static const struct dv_module *module_at(const dv_checker *c, uint32_t module) {
    return dv_visible_modules(c->scenario->modules)->modules[module];
}

/// The checks of one module look at all sources, so large ones would make a save wait.
static bool is_too_large(const dv_checker *c) {
    const dv_modules *modules = c->scenario->modules;
    size_t size = 0;
    for (uint32_t i = 0; i < dv_checked_count(c); i++)
        if (module_at(c, i)->found != FOUND_LIBRARY && !dv_modules_is_data(modules, i))
            size += module_at(c, i)->size;
    return size > LARGEST_CHECKED;
}

static int run_checks(lua_State *L) {
    dv_checker *c = lua_touserdata(L, 1);
    if (is_too_large(c))
        return 0;
    for (c->module = 0; c->module < dv_checked_count(c); c->module++) {
        const struct dv_module *module = module_at(c, c->module);
        if (module->found == FOUND_LIBRARY || !module->is_changed)
            continue;
        c->tree = dv_checked_tree(c, c->module);
        if (!c->tree)
            continue;
        dv_check_members(c);
        dv_check_names(c);
        dv_check_globals(c);
        dv_check_requirements(c);
        dv_check_guards(c);
        dv_check_writes(c);
        // While mistakes are listed, what leads to a state may be among them.
        if (dv_mistakes_of(L))
            continue;
        dv_check_unreached_states(c);
        dv_check_unfilled_slots(c);
    }
    return 0;
}

dv_result dv_check_scripts(dv_scenario *scenario, dv_error *error) {
    dv_checker c = {.scenario = scenario, .trees = {.modules = scenario->modules}};
    lua_pushcfunction(scenario->state, run_checks);
    lua_pushlightuserdata(scenario->state, &c);
    dv_result result = dv_call(scenario, 1, 0, DV_LOADING, (double)INFINITY, error);
    if (result == DV_OK && c.trees.short_of_memory)
        result = dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    dv_free_exports(&c);
    dv_free_trees(&c.trees);
    if (result == DV_OK && c.reported > DV_MAX_REPORTS) {
        char message[64];
        snprintf(message, sizeof message, "and %u more like these", c.reported - DV_MAX_REPORTS);
        dv_warn(scenario, message);
    }
    return result;
}
