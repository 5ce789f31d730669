// Mods as owners of functions, and what it means that one is suspended.
//
// A mod that fails is suspended until the next good save: none of its functions is called, and what
// it put functions around or instead of is called as if the mod were not there. What the engine
// does by the mod's definitions goes on.
#ifndef DROVER_BINDINGS_MODS_H
#define DROVER_BINDINGS_MODS_H

#include "reload/generation_data.h"
#include "sandbox/sandbox.h"

#include "drover/drover.h"

/// The number of a mod, from 1, by the path that a message or a place begins with; 0 if that is in
/// no mod.
uint32_t dv_mod_of_place(const dv_generation *generation, const char *place);

/// The number of the mod with a name; 0 if there is none.
uint32_t dv_mod_named(const dv_generation *generation, const char *name, size_t length);

/// Suspend a mod. Does nothing for 0.
void dv_suspend_mod(dv_scenario *scenario, uint32_t mod);

/// Whether the function at the top is one that scripts/definitions/edits.lua put around another or
/// in its place; then push the function of the mod and the other one.
bool dv_push_wrapped(lua_State *L);

/// Get where the function at the top is defined; for such a wrapper, the function of the mod.
/// Returns whether it is one.
bool dv_get_source(lua_State *L, lua_Debug *info);

static inline bool dv_is_suspended_mod(const dv_generation *generation, uint32_t mod) {
    return mod > 0 && generation->mods[mod - 1].is_suspended;
}

/// The budget of a mod in the sandbox. Mods that are too many for one each share the last.
static inline uint32_t dv_budget_of_mod(uint32_t mod) {
    return mod < DV_MAX_BUDGETS ? mod : DV_MAX_BUDGETS - 1;
}

#endif
