// What the agents of one kind have beside their columns: slots and behavior states, one row an
// agent.
//
// Invariant: a row is an agent's or on the free list, and then it is zero. Rows are places in
// memory only: nothing that scripts or snapshots see depends on them.
#ifndef DV_WORLD_STORE_H
#define DV_WORLD_STORE_H

#include "world/program_data.h"

/// A slot's content in 20 bytes; a number or handle stands in the first two words, a heading in the
/// fourth.
typedef struct dv_slot {
    union {
        float point[4];
        uint32_t words[4];
    } as;
    uint32_t is_set;
} dv_slot;

static inline uint64_t dv_slot_word(const dv_slot *slot) {
    return (uint64_t)slot->as.words[0] | (uint64_t)slot->as.words[1] << 32;
}

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

double dv_slot_number(const dv_slot *slot);
dv_slot dv_slot_pack(dv_slot_type type, dv_slot_value value);
dv_slot_value dv_slot_unpack(dv_slot_type type, const dv_slot *slot);

/// What the model of a kind, if it has one, does with an agent's slots. Who is new has the
/// attributes that are given for all.
void dv_model_begin(const dv_kind *kind, dv_slot *slots);
/// After another model came: give attributes that did not exist a value, and parameters anew.
void dv_model_join(const dv_kind *kind, const dv_kind *from, dv_slot *slots);
/// Refuse what an attribute cannot be, and anything for what the model gives.
dv_result dv_model_check(const dv_kind *kind, uint32_t slot, dv_slot_value value, dv_error *error);
/// Give the parameters anew when the slot written is an attribute.
void dv_model_follow(const dv_kind *kind, uint32_t slot, dv_slot *slots);

typedef struct dv_store {
    uint32_t slot_count;
    dv_layout layout; ///< the store's own: the kind's, and what was applied since
    uint32_t state_bytes;
    bool has_rhythm; ///< some step of the kind leaves ticks out
    uint32_t rows, capacity;
    dv_slot *slots;
    unsigned char *states;
    uint32_t *free_rows;
    uint32_t free_count;
} dv_store;

bool dv_store_begin(dv_store *store, const dv_kind *kind);
void dv_store_end(dv_store *store);
/// False when memory is short.
bool dv_store_take_row(dv_store *store, uint32_t *row);
void dv_store_free_row(dv_store *store, uint32_t row);
/// Give back what is behind the last row, as far as memory lets it.
void dv_store_trim(dv_store *store);
/// After the layout has grown: widen every row.
bool dv_store_widen(dv_store *store);
/// Zero what belongs to the state an agent leaves, and what is common to states.
void dv_store_enter(dv_store *store, uint32_t row);

static inline dv_slot *dv_store_slots(const dv_store *store, uint32_t row) {
    return store->slots + (size_t)row * store->slot_count;
}

static inline unsigned char *dv_store_states(const dv_store *store, uint32_t row) {
    return store->states + (size_t)row * store->state_bytes;
}

#endif
