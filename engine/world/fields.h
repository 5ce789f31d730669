// Fields: amounts on the ground, one grid for each field that the program declares.
//
// Invariant: between ticks, nothing is pending. During a tick, cells hold what they held at its
// start, and all that is added waits for its end.
#ifndef DV_WORLD_FIELDS_H
#define DV_WORLD_FIELDS_H

#include "drover/fields.h"
#include "world/field_record.h"

/// Make the fields of a program that hold nothing. Fails if one would have too many cells or if
/// memory runs out.
dv_result dv_fields_begin(dv_world *world, const dv_program *program, dv_error *error);
void dv_fields_free(dv_fields *fields);
/// NULL when the handle is stale or isn't a field of this world.
dv_field_record *dv_field_record_of(const dv_world *world, uint64_t bits);
/// The field of a type in the program; every type has one.
const dv_field_record *dv_field_of_type(const dv_world *world, uint32_t type);
/// The same, to change its cells.
dv_field_record *dv_field_to_change(dv_world *world, uint32_t type);
/// An amount in whole units.
static inline int64_t dv_field_units(const dv_field_record *record, double amount) {
    return dv_cells_round(amount / record->unit);
}
/// The amount at a place; 0 outside the bounds.
double dv_field_amount(const dv_field_record *record, dv_vec3 place);
/// The amount at a place, or at the nearest place inside the bounds.
double dv_field_amount_near(const dv_field_record *record, dv_vec3 place);
/// The number of cells that dv_field_add spreads an amount over; 0 outside the bounds.
uint32_t dv_field_covers(const dv_world *world, dv_field field, dv_vec3 place, double radius);
/// Where the cells of a field are in a world.
dv_field_layout dv_field_layout_in(const dv_bounds *bounds, uint32_t columns, uint32_t rows);
/// Check a field of a program for a world, and fill a record but for its cells.
dv_result dv_field_plan(const dv_world *world, const dv_program *program, uint32_t type,
                        dv_field_record *record, dv_error *error);
/// The same, with cells that hold nothing.
dv_result dv_field_make(const dv_world *world, const dv_program *program, uint32_t type,
                        dv_field_record *record, dv_error *error);
/// Set what a cell holds, at once or, during a tick, at its end.
void dv_field_put(const dv_world *world, dv_field_record *record, uint32_t column, uint32_t row,
                  int64_t units);
/// Remove a field; its handle becomes stale.
void dv_field_drop(dv_world *world, uint32_t index);

#endif
