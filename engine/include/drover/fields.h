// Fields: amounts that agents leave on the ground of a world and read there, such as scents, heat,
// or food. Square cells cover the bounds of the world; those of a volume lie on its ground. If the
// world wraps, so do they. Each cell holds from 0 to the field's `max`, and 0 at first.
//
// During a tick, everyone reads the amounts from its start, and whatever is added arrives at its
// end. Between ticks, additions arrive at once. Sums are exact, whatever their order.
#ifndef DROVER_FIELDS_H
#define DROVER_FIELDS_H

#include <drover/world.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/// The field with an index in the program.
dv_field dv_world_field(const dv_world *world, uint32_t type);
/// Whether the handle names a field of this world. A reload removes fields that its program lacks.
bool dv_field_alive(const dv_world *world, dv_field field);
/// The index of a field in the program; UINT32_MAX if it is gone.
uint32_t dv_field_type(const dv_world *world, dv_field field);

/// The amount in the cell at a place; 0 outside the bounds.
double dv_field_at(const dv_world *world, dv_field field, dv_vec3 place);
/// How the amount grows along x and y, per meter, measured between the cells on both sides of the
/// one at a place; 0 outside the bounds. z is 0.
dv_vec3 dv_field_gradient(const dv_world *world, dv_field field, dv_vec3 place);
/// Add an amount, which may be negative. The cell at the place takes all of it; with a `radius`
/// (m), all cells whose centers are within it share the amount evenly. There are no cells outside
/// the bounds: a disc that reaches over an edge puts all of the amount into the cells inside, and a
/// place outside, without a radius, adds nothing. A cell never holds less than 0 or more than
/// `max`. Fails with DV_ERROR_ARGUMENT if a number isn't finite or the radius is negative.
dv_result dv_field_add(dv_world *world, dv_field field, dv_vec3 place, double amount, double radius,
                       dv_error *error);
/// Set the amount in the cell at a place; outside the bounds, nothing is set. During a tick, this
/// replaces what was added before.
dv_result dv_field_set(dv_world *world, dv_field field, dv_vec3 place, double amount,
                       dv_error *error);
/// Set the amount in all cells.
dv_result dv_field_fill(dv_world *world, dv_field field, double amount, dv_error *error);

/// The most pixels per side of a picture that fills a field.
#define DV_MAX_FILL_PIXELS 4096

/// Set the amounts in all cells from a picture of `width` × `height` values, in rows from the top
/// down: 255 stands for `amount`, which is from 0 to the field's `max`, and 0 for nothing. The
/// picture spans the bounds of the world. Its left side is at the lowest x, its top at the highest
/// y. Each cell gets the mean of what it covers of the picture, by area; only the mean is rounded.
/// During a tick, this replaces what was added before. Fails with DV_ERROR_ARGUMENT, and sets
/// nothing, if there are no values, if a side does not have 1 to DV_MAX_FILL_PIXELS pixels,
/// or if the amount is out of range.
dv_result dv_field_fill_from(dv_world *world, dv_field field, const unsigned char *values,
                             uint32_t width, uint32_t height, double amount, dv_error *error);
/// The same, with values of 16 bits: 65535 stands for `amount`.
dv_result dv_field_fill_from_16(dv_world *world, dv_field field, const uint16_t *values,
                                uint32_t width, uint32_t height, double amount, dv_error *error);
/// The sum of the amounts in all cells, or in those whose centers are in a region.
double dv_field_total(const dv_world *world, dv_field field, dv_region region);
/// Find the cell that holds the most, among all or among those whose centers are in a region, and
/// get its center and its amount. If several hold as much, it is the one with the lowest y, and
/// among these the one with the lowest x. False if no center is in the region.
bool dv_field_highest(const dv_world *world, dv_field field, dv_region region, dv_vec3 *place,
                      double *amount);

/// The cells of a field, as needed to draw them: how many, and the corners they cover (m).
typedef struct dv_field_map {
    uint32_t columns, rows;
    dv_vec3 min, max;
} dv_field_map;

dv_field_map dv_field_cells_of(const dv_world *world, dv_field field);
/// Read the amounts in a row of cells, from low to high x, as shares of `max`, from 0 to 1.
void dv_field_read_row(const dv_world *world, dv_field field, uint32_t row, float *parts);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
