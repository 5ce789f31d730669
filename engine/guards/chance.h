// The parameter `chance` of guards about events. An event is drawn for once: a guard that holds for
// one tick draws in that tick; one that holds for as long as something lasts draws when that
// begins.
#ifndef DV_GUARDS_CHANCE_H
#define DV_GUARDS_CHANCE_H

#include "guards/guards.h"

#define DV_CHANCE "chance"
#define DV_CHANCE_PARAMETER(doc)                                                                   \
    { DV_CHANCE, DV_PARAMETER_NUMBER, false, "", 0, 1, 1, doc }

/// The state of a guard that draws when it begins to hold; zero: it did not hold before.
typedef struct dv_drawn {
    uint32_t lasts;  ///< what the guard is about goes on
    uint32_t passed; ///< what was drawn when that began
} dv_drawn;

#define DV_STATE_OF_CHANCE .state_size = sizeof(dv_drawn), .state_for = DV_CHANCE

/// Whether no draw is needed: a probability of 1, the default.
bool dv_is_certain(const dv_bound *chance);
/// Draw for the event of number `n` in this tick. The same all through a tick; false if the slot of
/// the probability is empty.
bool dv_draw_chance(const dv_guard_context *context, const dv_bound *chance, uint64_t n);
/// Whether a guard holds whose condition is now met or not (`is_met`), with the draw of the tick in
/// which it began to be met. Does not touch `state`, a dv_drawn, if the chance is certain.
bool dv_passes_chance(const dv_guard_context *context, const dv_bound *chance, void *state,
                      bool is_met);

/// A guard `chance` that has to hold together with a guard about an event.
typedef struct dv_joined_chance {
    const char *where; ///< of the chance: "main.lua:7", or ""
    const char *event; ///< the name of the other guard
} dv_joined_chance;

/// Find a guard `chance` in an expression that counts per second where the author wants one draw
/// per event: it is joined by `both` to a guard that has a parameter `chance`. Chances of 0 and 1
/// do not count. False if there is none.
bool dv_find_joined_chance(const dv_guard *guard, dv_joined_chance *found);

#endif
