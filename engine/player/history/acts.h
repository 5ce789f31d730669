// What people do to a running scenario from outside, and a list of it in order, kept so that it can
// be done again.
//
// Invariant: acts are numbered by when they were done; the list holds those from `first` on, in
// order of ticks. `keys` are the names of the keys that were down before the first of them.
#ifndef DV_PLAYER_ACTS_H
#define DV_PLAYER_ACTS_H

#include "scenario.h"

typedef enum dv_act_type {
    DV_ACT_INPUT,
    DV_ACT_MOUSE,
    DV_ACT_SETTING,
    DV_ACT_ATTRIBUTE
} dv_act_type;

/// One of them, between two ticks.
typedef struct dv_act {
    dv_act_type type;
    dv_input input;           ///< of DV_ACT_INPUT; of DV_ACT_ATTRIBUTE the agent alone
    bool mouse_is_here;       ///< of DV_ACT_MOUSE
    dv_vec3 mouse;            ///< m, when it is here
    const char *name, *value; ///< of DV_ACT_SETTING: as typed
    double number;            ///< of DV_ACT_ATTRIBUTE, which has a name too
} dv_act;

typedef struct dv_kept_act {
    uint64_t tick;
    dv_act act; ///< with strings of its own
} dv_kept_act;

typedef struct dv_kept_acts {
    dv_kept_act *items;
    uint32_t count, capacity;
    uint64_t first; ///< number of items[0]
    char **keys;
    uint32_t key_count, key_capacity;
    size_t bytes; ///< of the acts and their strings
} dv_kept_acts;

/// The number that the next act will have.
static inline uint64_t dv_acts_next(const dv_kept_acts *acts) { return acts->first + acts->count; }
/// The act of a number that the list holds.
static inline const dv_kept_act *dv_acts_at(const dv_kept_acts *acts, uint64_t number) {
    return &acts->items[number - acts->first];
}

/// Add a copy. Of the places where the mouse rests between two ticks only the last stays, but for
/// acts before the number `newest`. False, with nothing changed, when memory is short.
bool dv_acts_keep(dv_kept_acts *acts, uint64_t tick, const dv_act *act, uint64_t newest);
/// Drop the acts from a number on.
void dv_acts_cut(dv_kept_acts *acts, uint64_t number);
/// Drop the acts before a number. Which keys they left down is remembered; false when memory was
/// too short for that.
bool dv_acts_forget(dv_kept_acts *acts, uint64_t number);
/// Move all acts of another list to the end of this one. False, with both unchanged, when memory
/// is short.
bool dv_acts_append(dv_kept_acts *acts, dv_kept_acts *others);
/// Free all, and number acts from 0 again.
void dv_acts_clear(dv_kept_acts *acts);

#endif
