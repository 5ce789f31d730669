// Report a field that differs; for the files that compare worlds.
#ifndef DV_RECORD_DIFFERENCE_PRIVATE_H
#define DV_RECORD_DIFFERENCE_PRIVATE_H

#include "record/difference.h"
#include "record/snapshot_parts.h"

typedef struct dv_worlds_compared {
    const dv_world *worlds[2];
    int32_t kinds[DV_MAX_KINDS]; ///< maps a kind of the second world to the first's
    dv_difference *found;
} dv_worlds_compared;

/// Report a field; returns true. When both texts are equal because they were cut, neither is kept.
bool dv_find_field(dv_worlds_compared *c, const char *field, const char *value, const char *other);
bool dv_find_number(dv_worlds_compared *c, const char *field, double value, double other);
bool dv_find_float(dv_worlds_compared *c, const char *field, float value, float other);
bool dv_find_vector(dv_worlds_compared *c, const char *field, dv_vec3 value, dv_vec3 other);
bool dv_find_place(dv_worlds_compared *c, const char *field, dv_vec3 position, dv_vec3 other);
/// Report a field that is `value` in the first world and its opposite in the second.
bool dv_find_truth(dv_worlds_compared *c, const char *field, bool value);

typedef struct dv_slot_list {
    const dv_slot_def *defs;
    uint32_t count;
    const dv_slot *slots;
} dv_slot_list;

/// Whether a slot that both lists declare differs. Reports the first that does.
bool dv_do_slots_differ(dv_worlds_compared *c, dv_slot_list list, dv_slot_list other);

/// Compare handles without the bits that name their world.
static inline bool dv_are_same_handles(uint64_t a, uint64_t b) {
    return ((a ^ b) & ~DV_WORLD_BITS) == 0;
}

/// The name of what a handle refers to, for a report.
void dv_handle_text(const dv_world *world, uint64_t bits, char text[DV_DIFFERENCE_VALUE]);
/// The name of a group: "pack#2".
void dv_group_text(const dv_world *world, uint32_t index, char text[DV_DIFFERENCE_NAME]);

#endif
