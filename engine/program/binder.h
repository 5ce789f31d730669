// What the files that bind compositions, guards, and stress behaviors share. Binding is done for
// one kind at a time.
#ifndef DV_PROGRAM_BINDER_H
#define DV_PROGRAM_BINDER_H

#include "base/result.h"
#include "program/program_data.h"

#define DV_PATH_CAPACITY 512

typedef struct dv_binder {
    dv_program *program;
    uint32_t kind;
    uint32_t scope;
    dv_layout *layout;
    dv_arena *memory;
    const char *where;
    const char *family; ///< "steer", "blend", "stress" or "when"
    dv_error *error;
    uint16_t conclusion_count, tally_count; ///< in the composition so far
    char part[24]; ///< "part 2: " while the weight of a blend's part is bound, else ""
} dv_binder;

static inline dv_binder dv_begin_binding(dv_program *program, uint32_t kind, uint32_t scope,
                                         dv_layout *layout, dv_arena *memory, const char *where,
                                         const char *family, dv_error *error) {
    return (dv_binder){.program = program,
                       .kind = kind,
                       .scope = scope,
                       .layout = layout,
                       .memory = memory,
                       .where = where,
                       .family = family,
                       .error = error};
}

static inline dv_result dv_out_of_memory(dv_error *error) {
    return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
}

/// The identity of a part of a composition: a hash of its path and the name of its type.
uint64_t dv_identity_of(const char *path, const char *type);
/// Find the entry in the layout for `size` bytes of state, or add one; returns its offset.
dv_result dv_place_state(dv_binder *b, uint64_t identity, uint32_t size, uint32_t *offset);

/// Bind a value that was given. `before` is the parameter before it, or NULL: a literal that is
/// compared with a setting follows that setting.
dv_result dv_bind_value(const dv_binder *b, const dv_entry *entry, const dv_parameter *parameter,
                        const dv_value *value, const dv_bound *before, dv_bound *bound);
/// Bind a literal number.
void dv_bind_number(const dv_parameter *parameter, double number, dv_bound *bound);
/// Bind all parameters of a descriptor; those that weren't given get their defaults.
dv_result dv_bind_parameters(const dv_binder *b, const dv_entry *entry, const dv_kept_value *values,
                             dv_bound **parameters);
/// Whether a kind has a memory field of this name.
bool dv_is_memory(const dv_kind *kind, const char *name);
// Message formats for memory fields named where a slot is needed. DV_NUMBER_IN_MEMORY takes the
// name twice, DV_SLOT_IN_MEMORY once.
#define DV_NUMBER_IN_MEMORY                                                                        \
    "'%s' is a memory field, and a slot is read here: declare it in slots = { %s = \"number\" }"
#define DV_SLOT_IN_MEMORY                                                                          \
    "'%s' is a memory field, and a slot is read here: declare it in slots with its type"
/// Whether any number among the parameters is read from a slot, which may be empty.
bool dv_may_be_empty(const dv_entry *entry, const dv_bound *parameters);
/// Fail with the message `wrong` (NULL: succeed), for parameters that aren't valid together.
dv_result dv_refuse_parameters(const dv_binder *b, const dv_entry *entry, const char *wrong);

#endif
