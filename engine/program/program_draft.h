// Definitions of a program while it is being filled, before names are bound.
#ifndef DV_PROGRAM_PROGRAM_DRAFT_H
#define DV_PROGRAM_PROGRAM_DRAFT_H

#include "program/program_data.h"

typedef struct dv_state_draft {
    dv_state_def def;
    struct dv_on_def *on;
    uint32_t on_count, on_capacity;
} dv_state_draft;

typedef struct dv_blend_draft {
    const char *name;
    dv_steering *steering;
} dv_blend_draft;

typedef struct dv_kind_draft {
    dv_kind_def def;
    dv_state_draft *states;
    uint32_t state_count, state_capacity;
    dv_blend_draft *blends;
    uint32_t blend_count, blend_capacity;
    dv_on_def *on;
    uint32_t on_count, on_capacity;
    dv_number_def *numbers;
    uint32_t number_count, number_capacity;
} dv_kind_draft;

/// Return an out-of-memory error, and make dv_program_finish fail, too: a definition is missing,
/// even if the host ignores the error.
dv_result dv_program_lacks_memory(dv_program *program, dv_error *error);

/// Deep-copy a definition into `memory`; NULL when out of memory.
const dv_model_def *dv_copy_model(dv_arena *memory, const dv_model_def *def);
const dv_own_shape *dv_copy_own_shape(dv_arena *memory, const dv_own_shape *shape);
const dv_color_map *dv_copy_color_map(dv_arena *memory, const dv_color_map *map);
/// Fail if the kind has no such number, or the range is none.
dv_result dv_check_color_map(const dv_kind *kind, dv_error *error);
/// What is wrong with a shape; NULL: nothing.
const char *dv_own_shape_problem(const dv_own_shape *shape);
/// Check a model and look up its attributes and parameters among the kind's slots, which must be
/// set already.
dv_result dv_bind_model(dv_arena *memory, const dv_model_def *def, dv_kind *kind, dv_error *error);

/// Fail because the program has no field of a name, which `what` at `where` gives.
dv_result dv_no_such_field(const dv_program *program, const char *where, const char *what,
                           const char *name, dv_error *error);

/// Add a removal for a thing that the program lacks and a world is to let go of.
dv_result dv_program_let_go(dv_program *program, dv_family family, const char *name,
                            dv_error *error);
/// Fail if a removal names a replacement that the program doesn't have.
dv_result dv_check_removals(const dv_program *program, dv_error *error);

/// Check that a kind has the slots that its numbers of the host name, and the program the settings.
dv_result dv_check_numbers(dv_program *program, uint32_t kind, const dv_kind_draft *draft,
                           dv_error *error);

/// Bind what agents leave in fields in a state.
dv_result dv_bind_leaves(dv_program *program, uint32_t kind, const dv_kind_draft *draft,
                         const dv_state_def *from, dv_state *state, dv_error *error);

/// Work out what each type of terrain is for each kind, after the kinds are bound.
dv_result dv_bind_terrain(dv_program *program, dv_error *error);

/// Turn the drafts into kinds. Fails on unknown names, values out of range, and lack of memory.
dv_result dv_bind_kinds(dv_program *program, dv_error *error);

#endif
