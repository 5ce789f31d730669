// Binding inside: what compositions, guards and stresses are bound with, one kind at a time.
#ifndef DV_WORLD_BINDER_H
#define DV_WORLD_BINDER_H

#include "base/result.h"
#include "world/program_data.h"

#define DV_PATH_CAPACITY 512

typedef struct dv_binder {
    const dv_program *program;
    uint32_t kind;
    uint32_t scope;
    dv_layout *layout;
    dv_arena *memory;
    const char *where;
    const char *family; ///< "steer", "blend", "stress" or "when"
    dv_error *error;
    uint16_t conclusion_count, tally_count; ///< so far
} dv_binder;

static inline dv_result dv_out_of_memory(dv_error *error) {
    return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
}

/// What tells a part of a composition apart from others: its path and the name of its type.
uint64_t dv_identity_of(const char *path, const char *type);
/// Find or make the place of `size` bytes of state.
dv_result dv_place_state(dv_binder *b, uint64_t identity, uint32_t size, uint32_t *offset);

/// Bind a value that was given; `before` is the parameter bound just before, which a compared
/// literal belongs to.
dv_result dv_bind_value(const dv_binder *b, const dv_entry *entry, const dv_parameter *parameter,
                        const dv_value *value, const dv_bound *before, dv_bound *bound);
void dv_bind_number(const dv_parameter *parameter, double number, dv_bound *bound);
/// Bind all of a descriptor's parameters, those not given to what they fall back to.
dv_result dv_bind_parameters(const dv_binder *b, const dv_entry *entry, const dv_kept_value *values,
                             dv_bound **parameters);
/// Whether a name that should be a slot's is one of the agents' memory.
bool dv_is_memory(const dv_kind *kind, const char *name);
/// What a message says then, of a number and of other slots; with the name, for a number twice.
#define DV_NUMBER_IN_MEMORY                                                                        \
    "'%s' is a memory field, and a slot is read here: declare it in slots = { %s = \"number\" }"
#define DV_SLOT_IN_MEMORY                                                                          \
    "'%s' is a memory field, and a slot is read here: declare it in slots with its type"
/// Whether a number among the parameters may be an empty slot.
bool dv_may_be_empty(const dv_entry *entry, const dv_bound *parameters);
/// Fail when there is something wrong with parameters that are each right.
dv_result dv_refuse_parameters(const dv_binder *b, const dv_entry *entry, const char *wrong);

#endif
