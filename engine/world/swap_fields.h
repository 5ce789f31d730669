// Fields in a swap of the program: they keep what they hold by name. One whose cells or `max`
// changed gets new cells, and what the old ones held is shared out among them. If several fields
// become one, their amounts are added up. One that is gone drops what it held into the limbo.
#ifndef DV_WORLD_SWAP_FIELDS_H
#define DV_WORLD_SWAP_FIELDS_H

#include "world/fields.h"
#include "world/translate.h"

typedef struct dv_field_swap {
    dv_field_record *fresh; ///< by index of a field that stays: its new cells, or none
    uint32_t count;         ///< how many there were
    dv_field_record *added; ///< fields that the old program lacked
    uint32_t added_count;
} dv_field_swap;

dv_result dv_fields_prepare_swap(dv_world *world, const dv_translation *t, dv_field_swap *swap,
                                 dv_error *error);
/// Make the swap. Cannot fail.
void dv_fields_take_swap(dv_world *world, const dv_translation *t, dv_field_swap *swap);
/// Free what is left over, whether or not the swap was made.
void dv_fields_end_swap(dv_field_swap *swap, bool is_made);

#endif
