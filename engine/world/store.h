// Stores: the data of a kind's agents that isn't in columns, namely slots and the states of
// behaviors. Each agent has a row.
//
// Invariant: a row belongs to an agent, or is on the free list and all zero. Row numbers are only
// about memory: nothing that scripts or snapshots see depends on them.
#ifndef DV_WORLD_STORE_H
#define DV_WORLD_STORE_H

#include "program/program_data.h"

/// The content of a slot, in 20 bytes. A number or handle takes the first two words, a point or
/// vector the first three; the heading of a pose is the fourth.
typedef struct dv_slot {
    union {
        float point[4];
        uint32_t words[4];
    } as;
    uint32_t is_set;
} dv_slot;

/// The handle, or the bits of the number, in a slot.
static inline uint64_t dv_slot_word(const dv_slot *slot) {
    return (uint64_t)slot->as.words[0] | (uint64_t)slot->as.words[1] << 32;
}

/// Store a handle, or the bits of a number, in a slot.
static inline void dv_slot_set_word(dv_slot *slot, uint64_t word) {
    slot->as.words[0] = (uint32_t)word;
    slot->as.words[1] = (uint32_t)(word >> 32);
    slot->as.words[2] = slot->as.words[3] = 0;
    slot->is_set = 1;
}

static inline bool dv_slot_holds_handle(dv_slot_type type) {
    return type == DV_SLOT_AGENT || type == DV_SLOT_GROUP || type == DV_SLOT_OBSTACLE ||
           type == DV_SLOT_SURFACE || type == DV_SLOT_PATH || type == DV_SLOT_FLOW ||
           type == DV_SLOT_REGION;
}

/// The number in a number slot, and conversions between slots and values.
double dv_slot_number(const dv_slot *slot);
dv_slot dv_slot_pack(dv_slot_type type, dv_slot_value value);
dv_slot_value dv_slot_unpack(dv_slot_type type, const dv_slot *slot);

/// The slots of an agent or group, and their definitions in a program.
typedef struct dv_named_slots {
    const dv_slot_def *defs;
    uint32_t count;
    dv_slot *values;
} dv_named_slots;
/// The slot of the same name and type; NULL if there is none.
const dv_slot *dv_find_slot(const dv_named_slots *all, const dv_slot_def *def);

// What the model of a kind does with an agent's slots. Kinds without a model: nothing.

/// Set the attributes of a new agent to their defaults, and compute its parameters.
void dv_model_begin(const dv_kind *kind, dv_slot *slots);
/// After a swap or a turn from the kind `from`: set new attributes to their defaults, clamp all
/// attributes to 0 … 1, and compute the parameters.
void dv_model_join(const dv_kind *kind, const dv_kind *from, dv_slot *slots);
/// Refuse values outside 0 … 1 for an attribute, and any value for a parameter of the model.
dv_result dv_model_check(const dv_kind *kind, uint32_t slot, dv_slot_value value, dv_error *error);
/// After writing a slot: if it's an attribute, compute the parameters.
void dv_model_follow(const dv_kind *kind, uint32_t slot, dv_slot *slots);

typedef struct dv_store {
    uint32_t slot_count;
    dv_layout layout; ///< a copy of the kind's, plus the behaviors that were applied since
    uint32_t state_bytes;
    bool has_rhythm; ///< some step of the kind skips ticks
    uint32_t rows, capacity;
    dv_slot *slots;
    unsigned char *states;
    uint32_t *free_rows;
    uint32_t free_count;
} dv_store;

/// Make an empty store. False when out of memory.
bool dv_store_begin(dv_store *store, const dv_kind *kind);
void dv_store_end(dv_store *store);
/// Take a row, which is all zero. False when out of memory.
bool dv_store_take_row(dv_store *store, uint32_t *row);
/// Zero a row and put it on the free list.
void dv_store_free_row(dv_store *store, uint32_t row);
/// Release the memory behind the last row; without effect if it can't be resized.
void dv_store_trim(dv_store *store);
/// Widen every row after the layout has grown. False when out of memory.
bool dv_store_widen(dv_store *store);
/// When an agent enters a state: zero the part of its block for states, and the common part.
void dv_store_enter(dv_store *store, uint32_t row);

/// The slots and the behavior states in a row.
static inline dv_slot *dv_store_slots(const dv_store *store, uint32_t row) {
    return store->slots + (size_t)row * store->slot_count;
}

static inline unsigned char *dv_store_states(const dv_store *store, uint32_t row) {
    return store->states + (size_t)row * store->state_bytes;
}

#endif
