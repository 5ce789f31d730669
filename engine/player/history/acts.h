// Acts: what people do to a running scenario from outside. Also an ordered list of acts, kept so
// that they can be redone.
//
// Invariant: acts are numbered in the order in which they were done. The list holds those from
// number `first` on, in order of ticks. `keys` has the names of the keys that were down before the
// first of them.
#ifndef DV_PLAYER_ACTS_H
#define DV_PLAYER_ACTS_H

#include "scenario.h"

typedef enum dv_act_type {
    DV_ACT_INPUT,
    DV_ACT_MOUSE,
    DV_ACT_SETTING,
    DV_ACT_ATTRIBUTE,
    DV_ACT_BUTTON,
    DV_ACT_LUA
} dv_act_type;

/// One act, done between two ticks.
typedef struct dv_act {
    dv_act_type type;
    dv_input input;     ///< DV_ACT_INPUT; for DV_ACT_ATTRIBUTE and DV_ACT_LUA, only the agent
    bool mouse_is_here; ///< DV_ACT_MOUSE: false when the mouse left the world
    dv_vec3 mouse;      ///< DV_ACT_MOUSE: the position, m
    /// DV_ACT_SETTING: as typed; DV_ACT_ATTRIBUTE, DV_ACT_BUTTON: the name;
    /// DV_ACT_LUA: the code as `value`.
    const char *name, *value;
    double number; ///< DV_ACT_ATTRIBUTE: the value
} dv_act;

typedef struct dv_kept_act {
    uint64_t tick;
    dv_act act; ///< owns its strings
} dv_kept_act;

typedef struct dv_kept_acts {
    dv_kept_act *items;
    uint32_t count, capacity;
    uint64_t first; ///< number of items[0]
    char **keys;
    uint32_t key_count, key_capacity;
    size_t bytes; ///< of the acts and their strings
} dv_kept_acts;

/// The number of the next act.
static inline uint64_t dv_acts_next(const dv_kept_acts *acts) { return acts->first + acts->count; }
/// The act with a number, which must be in the list.
static inline const dv_kept_act *dv_acts_at(const dv_kept_acts *acts, uint64_t number) {
    return &acts->items[number - acts->first];
}

/// Add a copy. Of several mouse positions between two ticks, only the last is kept, except that
/// acts before number `newest` are not replaced. False, with nothing changed, when out of memory.
bool dv_acts_keep(dv_kept_acts *acts, uint64_t tick, const dv_act *act, uint64_t newest);
/// Drop the acts from a number on.
void dv_acts_cut(dv_kept_acts *acts, uint64_t number);
/// Drop the acts before a number, and remember which keys they left down. False if memory ran out
/// for that.
bool dv_acts_forget(dv_kept_acts *acts, uint64_t number);
/// Move all acts of another list to the end of this one. False, with both unchanged, when out of
/// memory.
bool dv_acts_append(dv_kept_acts *acts, dv_kept_acts *others);
/// Free everything, and number acts from 0 again.
void dv_acts_clear(dv_kept_acts *acts);

#endif
