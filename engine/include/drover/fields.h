// Fields: amounts on the ground of a world that agents leave and read, such as scents, heat, or
// food. A field has square cells over the bounds of the world; a volume has them on its ground. In
// a world that wraps, they wrap with it. Cells hold 0 at first, and at most the field's `max`.
//
// During a tick, everyone reads what was there at its start; what is added arrives at its end. Sums
// are exact, whatever their order. Between ticks, what is added arrives at once.
#ifndef DROVER_FIELDS_H
#define DROVER_FIELDS_H

#include <drover/world.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/// The field with an index in the program.
dv_field dv_world_field(const dv_world *world, uint32_t type);
/// Whether the handle names a field of this world. A reload whose program lacks the field removes
/// it.
bool dv_field_alive(const dv_world *world, dv_field field);
/// The index of a field in the program; UINT32_MAX if it is gone.
uint32_t dv_field_type(const dv_world *world, dv_field field);

/// The amount in the cell at a place; 0 outside the bounds.
double dv_field_at(const dv_world *world, dv_field field, dv_vec3 place);
/// How the amount grows along x and y (1/m), from the cells beside the one at a place; 0 outside
/// the bounds. z is 0.
dv_vec3 dv_field_gradient(const dv_world *world, dv_field field, dv_vec3 place);
/// Add an amount, which may be negative, in total: into the cell at a place, or spread evenly over
/// all cells whose centers are within `radius` (m) of it. Outside the bounds, nothing is added. A
/// cell never holds less than 0 or more than `max`. Fails with DV_ERROR_ARGUMENT if a number isn't
/// finite or the radius is negative.
dv_result dv_field_add(dv_world *world, dv_field field, dv_vec3 place, double amount, double radius,
                       dv_error *error);
/// Set the amount in the cell at a place. During a tick, it replaces what was added before.
dv_result dv_field_set(dv_world *world, dv_field field, dv_vec3 place, double amount,
                       dv_error *error);
/// Set the amount in all cells.
dv_result dv_field_fill(dv_world *world, dv_field field, double amount, dv_error *error);
/// The sum of the amounts in all cells, or in those whose centers are in a region.
double dv_field_total(const dv_world *world, dv_field field, dv_region region);
/// The center of the cell that holds most, and its amount: the first one from low to high y, and
/// from low to high x, if several do. The same in the cells whose centers are in a region; false if
/// there are none.
bool dv_field_highest(const dv_world *world, dv_field field, dv_region region, dv_vec3 *place,
                      double *amount);

/// The cells of a field, for whoever draws them: `columns` and `rows`, and the corners (m).
typedef struct dv_field_map {
    uint32_t columns, rows;
    dv_vec3 min, max;
} dv_field_map;

dv_field_map dv_field_cells_of(const dv_world *world, dv_field field);
/// The amounts in a row of cells from low to high x, as parts of `max`, 0 to 1.
void dv_field_read_row(const dv_world *world, dv_field field, uint32_t row, float *parts);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
