// What a reload leaves as it is until the next start, and settings.
#ifndef DROVER_BINDINGS_RESTART_H
#define DROVER_BINDINGS_RESTART_H

#include "modules/modules.h"
#include "reload/generation_data.h"

#include "drover/drover.h"

#include <lua.h>

/// Store in a generation the declarations that only a start uses, from the scenario definition at
/// an index.
void dv_note_start(lua_State *L, int scenario, const dv_modules *modules,
                   dv_generation *generation);
void dv_start_release(dv_start *start);
/// Add to the report what this reload changed that takes effect only at a new start.
void dv_name_what_waits(const dv_scenario *scenario, const dv_generation *to,
                        dv_reload_report *report);

/// Add to the report what stays as it is although its code changed, and mark in `to` the settings
/// that cannot keep their values.
dv_result dv_name_what_stays(const dv_scenario *scenario, dv_generation *to,
                             dv_reload_report *report, dv_error *error);
/// After the swap: call `setting` for the settings that could not keep their values.
void dv_tell_moved_settings(dv_scenario *scenario);
/// Apply the settings that the scenario was opened with to the new world.
dv_result dv_choose_settings(dv_scenario *scenario, dv_error *error);
/// Call the scenario's `setting` for one setting. The banner shows any error.
void dv_call_setting(dv_scenario *scenario, uint32_t setting);

/// Add to the report which defaults of memory changed, and how many agents or groups keep the old
/// values.
dv_result dv_name_changed_defaults(dv_scenario *scenario, const dv_generation *to,
                                   dv_reload_report *report, dv_error *error);

#endif
