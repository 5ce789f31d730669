// Naming a field in which two worlds differ, for the files that compare worlds.
#ifndef DV_RECORD_DIFFERENCE_FIELDS_H
#define DV_RECORD_DIFFERENCE_FIELDS_H

#include "record/difference.h"
#include "record/snapshot_parts.h"

typedef struct dv_worlds_compared {
    const dv_world *worlds[2];
    int32_t kinds[DV_MAX_KINDS]; ///< by kind of the second world, that of the first
    dv_difference *found;
} dv_worlds_compared;

/// Say which field it is; true. What reads alike, as a value that was cut does, is not shown.
bool dv_find_field(dv_worlds_compared *c, const char *field, const char *value, const char *other);
bool dv_find_number(dv_worlds_compared *c, const char *field, double value, double other);
bool dv_find_float(dv_worlds_compared *c, const char *field, float value, float other);
bool dv_find_vector(dv_worlds_compared *c, const char *field, dv_vec3 value, dv_vec3 other);
/// Of one that is true in the one world and false in the other.
bool dv_find_truth(dv_worlds_compared *c, const char *field, bool value);

typedef struct dv_slot_list {
    const dv_slot_def *defs;
    uint32_t count;
    const dv_slot *slots;
} dv_slot_list;

/// Whether a slot that both lists have differs; the first is named.
bool dv_do_slots_differ(dv_worlds_compared *c, dv_slot_list list, dv_slot_list other);

/// Handles name the world they belong to.
static inline bool dv_are_same_handles(uint64_t a, uint64_t b) {
    return ((a ^ b) & ~DV_WORLD_BITS) == 0;
}

void dv_handle_text(const dv_world *world, uint64_t bits, char text[DV_DIFFERENCE_VALUE]);
/// "pack#2"
void dv_group_text(const dv_world *world, uint32_t index, char text[DV_DIFFERENCE_NAME]);

#endif
