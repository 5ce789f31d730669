#include "world/store.h"

#include "base/alloc.h"

#include <string.h>

double dv_slot_number(const dv_slot *slot) {
    uint64_t word = dv_slot_word(slot);
    double number;
    memcpy(&number, &word, sizeof number);
    return number;
}

dv_slot dv_slot_pack(dv_slot_type type, dv_slot_value value) {
    dv_slot slot = {0};
    if (!value.is_set)
        return slot;
    if (type == DV_SLOT_POINT || type == DV_SLOT_VECTOR || type == DV_SLOT_POSE) {
        slot.as.point[0] = value.as.point.x;
        slot.as.point[1] = value.as.point.y;
        slot.as.point[2] = value.as.point.z;
        if (type == DV_SLOT_POSE)
            slot.as.point[3] = value.as.pose.heading;
        slot.is_set = 1;
        return slot;
    }
    uint64_t word = value.as.handle;
    if (type == DV_SLOT_NUMBER)
        memcpy(&word, &value.as.number, sizeof word);
    dv_slot_set_word(&slot, word);
    return slot;
}

dv_slot_value dv_slot_unpack(dv_slot_type type, const dv_slot *slot) {
    dv_slot_value value = {.is_set = slot->is_set != 0};
    if (!value.is_set)
        return value;
    if (type == DV_SLOT_POINT || type == DV_SLOT_VECTOR)
        value.as.point = (dv_vec3){slot->as.point[0], slot->as.point[1], slot->as.point[2]};
    else if (type == DV_SLOT_POSE) {
        value.as.pose.position = (dv_vec3){slot->as.point[0], slot->as.point[1], slot->as.point[2]};
        value.as.pose.heading = slot->as.point[3];
    } else if (type == DV_SLOT_NUMBER)
        value.as.number = dv_slot_number(slot);
    else
        value.as.handle = dv_slot_word(slot);
    return value;
}

const dv_slot *dv_find_slot(const dv_named_slots *all, const dv_slot_def *def) {
    for (uint32_t i = 0; i < all->count; i++)
        if (all->defs[i].type == def->type && strcmp(all->defs[i].name, def->name) == 0)
            return &all->values[i];
    return NULL;
}

bool dv_store_begin(dv_store *store, const dv_kind *kind) {
    *store = (dv_store){.slot_count = kind->slot_count, .layout = kind->layout};
    store->layout.memory = NULL;
    store->layout.entries = NULL;
    store->layout.count = store->layout.capacity = 0;
    if (!dv_reserve((void **)&store->layout.entries, &store->layout.capacity,
                    kind->layout.count + 1, sizeof *store->layout.entries))
        return false;
    if (kind->layout.count)
        memcpy(store->layout.entries, kind->layout.entries,
               kind->layout.count * sizeof *store->layout.entries);
    store->layout.count = kind->layout.count;
    store->state_bytes = dv_layout_size(&store->layout);
    store->has_rhythm = dv_layout_has_rhythm(&store->layout);
    return true;
}

void dv_store_end(dv_store *store) {
    dv_free(store->layout.entries);
    dv_free(store->slots);
    dv_free(store->states);
    dv_free(store->free_rows);
    *store = (dv_store){0};
}

static bool resize_block(void **block, size_t bytes) {
    void *grown = dv_resize(*block, bytes ? bytes : 1);
    if (grown)
        *block = grown;
    return grown != NULL;
}

static bool set_capacity(dv_store *store, uint32_t capacity) {
    if (!resize_block((void **)&store->slots,
                      (size_t)capacity * store->slot_count * sizeof(dv_slot)) ||
        !resize_block((void **)&store->states, (size_t)capacity * store->state_bytes) ||
        !resize_block((void **)&store->free_rows, capacity * sizeof *store->free_rows))
        return false;
    store->capacity = capacity;
    return true;
}

static bool grow_store(dv_store *store) {
    return set_capacity(store, dv_grown_capacity(store->capacity, store->rows + 1));
}

void dv_store_trim(dv_store *store) {
    uint32_t capacity = dv_grown_capacity(0, store->rows);
    if (capacity >= store->capacity)
        return;
    // If a block can't be resized, it stays larger than `capacity`, which does no harm.
    store->capacity = capacity;
    set_capacity(store, capacity);
}

bool dv_store_take_row(dv_store *store, uint32_t *row) {
    if (store->free_count) {
        *row = store->free_rows[--store->free_count];
        return true;
    }
    if (store->rows == store->capacity && !grow_store(store))
        return false;
    *row = store->rows++;
    return true;
}

void dv_store_free_row(dv_store *store, uint32_t row) {
    if (store->slot_count)
        memset(dv_store_slots(store, row), 0, store->slot_count * sizeof(dv_slot));
    if (store->state_bytes)
        memset(dv_store_states(store, row), 0, store->state_bytes);
    store->free_rows[store->free_count++] = row;
}

bool dv_store_widen(dv_store *store) {
    uint32_t old_bytes = store->state_bytes, new_bytes = dv_layout_size(&store->layout);
    if (new_bytes == old_bytes)
        return true;
    if (!resize_block((void **)&store->states, (size_t)store->capacity * new_bytes))
        return false;
    for (uint32_t row = store->rows; row-- > 0;) {
        unsigned char *to = store->states + (size_t)row * new_bytes;
        memmove(to, store->states + (size_t)row * old_bytes, old_bytes);
        memset(to + old_bytes, 0, new_bytes - old_bytes);
    }
    store->state_bytes = new_bytes;
    return true;
}

void dv_store_enter(dv_store *store, uint32_t row) {
    uint32_t kept = store->layout.kind_bytes;
    if (store->state_bytes > kept)
        memset(dv_store_states(store, row) + kept, 0, store->state_bytes - kept);
}
