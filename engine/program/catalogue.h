// Descriptors by name: the built-in ones and those that programs registered. The lists are in
// tick/catalogue.c, above everything they list; what has to find a name is handed the catalogue.
#ifndef DV_PROGRAM_CATALOGUE_H
#define DV_PROGRAM_CATALOGUE_H

#include "program/squad.h"

#define DV_MAX_REGISTERED 128

/// Descriptors of one sort.
///
/// Invariant: names are unique. Built-in descriptors come first, in alphabetical order; registered
/// ones follow in the order of registration.
typedef struct dv_table {
    const char *what; ///< "behavior"
    const dv_entry *const *built_in;
    uint32_t built_in_count;
    bool takes_steering; ///< a parameter may be a DV_PARAMETER_STEERING
    uint32_t registered_count;
    const dv_entry *registered[DV_MAX_REGISTERED];
} dv_table;

struct dv_catalogue {
    dv_table behaviors, blends, guards, stresses, locomotion;
    const dv_squad_behavior *const *squad_behaviors;
    uint32_t squad_behavior_count;
    const dv_squad_guard *const *squad_guards;
    uint32_t squad_guard_count;
};

uint32_t dv_table_count(const dv_table *table);
/// NULL from the count on.
const dv_entry *dv_table_at(const dv_table *table, uint32_t index);
/// NULL when there is none of that name, or `name` is NULL.
const dv_entry *dv_table_named(const dv_table *table, const char *name);
/// The name closest to a misspelled one, or NULL if none is close.
const char *dv_table_nearest(const dv_table *table, const char *name);
/// Register a descriptor; see dv_register_behavior.
dv_result dv_table_add(dv_table *table, const dv_entry *entry, bool has_function,
                       uint32_t state_size, dv_error *error);

/// How a behavior type steers squads; never NULL.
const dv_squad_behavior *dv_squad_behavior_of(const dv_catalogue *catalogue,
                                              const dv_behavior_type *type);
/// The function for a guard type; NULL: agents are evaluated one by one.
dv_evaluate_many *dv_evaluate_many_of(const dv_catalogue *catalogue, const dv_guard_type *type);

#endif
