#include "world/fields.h"

#include "base/alloc.h"
#include "base/result.h"
#include "world/regions.h"
#include "world/world_data.h"

#include <math.h>

/// In a tick. With more, a tick would take too long to be of use.
#define MOST_PASSES 64

void dv_fields_free(dv_fields *fields) {
    for (uint32_t i = 0; i < fields->ids.count; i++)
        if (fields->ids.alive[i])
            dv_cells_end(&fields->records[i].grid);
    dv_free(fields->records);
    dv_ids_free(&fields->ids);
    *fields = (dv_fields){0};
}

static dv_field_record *record_of(const dv_world *world, uint64_t bits) {
    uint32_t index;
    bool found = dv_ids_find(&world->fields.ids, world, DV_HANDLE_FIELD, bits, &index);
    return found ? &world->fields.records[index] : NULL;
}

dv_field_record *dv_field_record_of(const dv_world *world, uint64_t bits) {
    return record_of(world, bits);
}

// Making fields

dv_field_layout dv_field_layout_in(const dv_bounds *bounds, uint32_t columns, uint32_t rows) {
    return (dv_field_layout){.columns = columns,
                             .rows = rows,
                             .left = (double)bounds->min.x,
                             .bottom = (double)bounds->min.y,
                             .width = (double)bounds->max.x - (double)bounds->min.x,
                             .height = (double)bounds->max.y - (double)bounds->min.y,
                             .wraps = bounds->edge == DV_EDGE_WRAP};
}

dv_result dv_field_plan(const dv_world *world, const dv_program *program, uint32_t type,
                        dv_field_record *record, dv_error *error) {
    const dv_field_def *def = &program->fields[type];
    dv_field_layout *layout = &record->grid.layout;
    *record = (dv_field_record){.type = type, .unit = def->max / DV_FIELD_FULL};
    *layout = dv_field_layout_in(&world->bounds, 0, 0);
    if (!dv_cells_lay_out(layout, def->cell))
        return dv_fail(error, DV_ERROR_LIMIT,
                       "%s%sfield '%s': cell: %g m makes more than %u cells in the bounds",
                       def->where, *def->where ? ": " : "", def->name, def->cell,
                       DV_MAX_FIELD_CELLS);
    dv_field_rates rates = dv_cells_rates_of(layout, def->evaporation, def->diffusion, world->dt);
    double side = dv_cells_side(layout);
    if (rates.passes > MOST_PASSES)
        return dv_fail(
            error, DV_ERROR_LIMIT,
            "%s%sfield '%s': diffusion: %g m²/s is too fast for cells of %g m and a tick "
            "of %g s: at most %g m²/s",
            def->where, *def->where ? ": " : "", def->name, def->diffusion, side, world->dt,
            MOST_PASSES * DV_FIELD_MOST_SHARE * side * side / world->dt);
    return DV_OK;
}

dv_result dv_field_make(const dv_world *world, const dv_program *program, uint32_t type,
                        dv_field_record *record, dv_error *error) {
    dv_result result = dv_field_plan(world, program, type, record, error);
    dv_field_layout layout = record->grid.layout;
    if (result != DV_OK)
        return result;
    if (!dv_cells_begin(&record->grid, &layout))
        return dv_fail(error, DV_ERROR_MEMORY, "no memory for the field '%s'",
                       program->fields[type].name);
    return DV_OK;
}

/// Give a field to the world, which frees it from then on. Frees it at once if this fails.
static dv_result keep_field(dv_world *world, dv_field_record *record, dv_error *error) {
    dv_fields *fields = &world->fields;
    dv_result result = dv_ids_reserve(&fields->ids, "field", error);
    if (result == DV_OK && !dv_reserve((void **)&fields->records, &fields->capacity,
                                       fields->ids.count + 1, sizeof *fields->records))
        result = dv_fail(error, DV_ERROR_MEMORY, "no memory for another field");
    if (result == DV_OK)
        fields->records[dv_ids_take(&fields->ids)] = *record;
    else
        dv_cells_end(&record->grid);
    return result;
}

void dv_field_drop(dv_world *world, uint32_t index) {
    dv_cells_end(&world->fields.records[index].grid);
    dv_ids_give_back(&world->fields.ids, index);
}

dv_result dv_fields_begin(dv_world *world, const dv_program *program, dv_error *error) {
    dv_result result = DV_OK;
    for (uint32_t type = 0; result == DV_OK && type < program->field_count; type++) {
        dv_field_record record;
        result = dv_field_make(world, program, type, &record, error);
        if (result == DV_OK)
            result = keep_field(world, &record, error);
    }
    return result;
}

// Reading

static dv_field_record *record_of_type(const dv_world *world, uint32_t type) {
    const dv_fields *fields = &world->fields;
    for (uint32_t i = 0; i < fields->ids.count; i++)
        if (fields->ids.alive[i] && fields->records[i].type == type)
            return &fields->records[i];
    return NULL;
}

dv_field_record *dv_field_to_change(dv_world *world, uint32_t type) {
    return record_of_type(world, type);
}

const dv_field_record *dv_field_of_type(const dv_world *world, uint32_t type) {
    return record_of_type(world, type);
}

dv_field dv_world_field(const dv_world *world, uint32_t type) {
    const dv_field_record *record = record_of_type(world, type);
    uint32_t index = record ? (uint32_t)(record - world->fields.records) : UINT32_MAX;
    return (dv_field){dv_ids_handle(&world->fields.ids, world, DV_HANDLE_FIELD, index)};
}

bool dv_field_alive(const dv_world *world, dv_field field) { return record_of(world, field.bits); }

uint32_t dv_field_type(const dv_world *world, dv_field field) {
    const dv_field_record *record = record_of(world, field.bits);
    return record ? record->type : UINT32_MAX;
}

static double amount_in(const dv_field_record *record, uint32_t column, uint32_t row) {
    return dv_cells_units(&record->grid, column, row) * record->unit;
}

static bool find_cell(const dv_field_record *record, dv_vec3 place, uint32_t *column,
                      uint32_t *row) {
    return dv_cells_find(&record->grid.layout, (double)place.x, (double)place.y, column, row);
}

double dv_field_amount(const dv_field_record *record, dv_vec3 place) {
    uint32_t column, row;
    return find_cell(record, place, &column, &row) ? amount_in(record, column, row) : 0;
}

double dv_field_amount_near(const dv_field_record *record, dv_vec3 place) {
    const dv_field_layout *l = &record->grid.layout;
    if (!l->wraps) {
        place.x = dv_clamp(place.x, (float)l->left, (float)(l->left + l->width));
        place.y = dv_clamp(place.y, (float)l->bottom, (float)(l->bottom + l->height));
    }
    return dv_field_amount(record, place);
}

double dv_field_at(const dv_world *world, dv_field field, dv_vec3 place) {
    const dv_field_record *record = record_of(world, field.bits);
    return record ? dv_field_amount(record, place) : 0;
}

dv_vec3 dv_field_gradient(const dv_world *world, dv_field field, dv_vec3 place) {
    const dv_field_record *record = record_of(world, field.bits);
    uint32_t column, row;
    if (!record || !find_cell(record, place, &column, &row))
        return dv_vec(0, 0, 0);
    const dv_field_layout *l = &record->grid.layout;
    uint32_t left = dv_cells_beside(column, l->columns, -1, l->wraps);
    uint32_t right = dv_cells_beside(column, l->columns, 1, l->wraps);
    uint32_t below = dv_cells_beside(row, l->rows, -1, l->wraps),
             above = dv_cells_beside(row, l->rows, 1, l->wraps);
    double wide = l->width / l->columns, high = l->height / l->rows;
    // At a closed edge, one side is the cell itself, half as far from the other.
    double across = l->wraps ? 2 : (double)right - (double)left;
    double along = l->wraps ? 2 : (double)above - (double)below;
    double x = amount_in(record, right, row) - amount_in(record, left, row);
    double y = amount_in(record, column, above) - amount_in(record, column, below);
    return dv_vec(across > 0 ? (float)(x / (across * wide)) : 0,
                  along > 0 ? (float)(y / (along * high)) : 0, 0);
}

/// The height of all cells (m).
static float ground_of(const dv_world *world) {
    return world->space == DV_VOLUME ? world->bounds.min.z : 0;
}

static dv_vec3 center_of(const dv_world *world, const dv_field_layout *l, uint32_t column,
                         uint32_t row) {
    return dv_vec((float)(l->left + (column + 0.5) * l->width / l->columns),
                  (float)(l->bottom + (row + 0.5) * l->height / l->rows), ground_of(world));
}

/// Whether a cell counts: its center is in the region, or no region is given.
static bool counts(const dv_world *world, const dv_field_layout *l, dv_region region,
                   uint32_t column, uint32_t row) {
    return !region.bits || dv_region_contains(world, region, center_of(world, l, column, row));
}

double dv_field_total(const dv_world *world, dv_field field, dv_region region) {
    const dv_field_record *record = record_of(world, field.bits);
    if (!record)
        return 0;
    const dv_field_layout *l = &record->grid.layout;
    int64_t sum = 0;
    for (uint32_t row = 0; row < l->rows; row++)
        for (uint32_t column = 0; column < l->columns; column++) {
            int32_t units = dv_cells_units(&record->grid, column, row);
            if (units > 0 && counts(world, l, region, column, row))
                sum += units;
        }
    return (double)sum * record->unit;
}

bool dv_field_highest(const dv_world *world, dv_field field, dv_region region, dv_vec3 *place,
                      double *amount) {
    const dv_field_record *record = record_of(world, field.bits);
    if (!record)
        return false;
    const dv_field_layout *l = &record->grid.layout;
    int32_t most = -1;
    for (uint32_t row = 0; row < l->rows; row++)
        for (uint32_t column = 0; column < l->columns; column++) {
            int32_t units = dv_cells_units(&record->grid, column, row);
            if (units <= most || !counts(world, l, region, column, row))
                continue;
            most = units;
            *place = center_of(world, l, column, row);
        }
    *amount = most * record->unit;
    return most >= 0;
}

dv_field_map dv_field_cells_of(const dv_world *world, dv_field field) {
    const dv_field_record *record = record_of(world, field.bits);
    if (!record)
        return (dv_field_map){0};
    const dv_field_layout *l = &record->grid.layout;
    return (dv_field_map){.columns = l->columns,
                          .rows = l->rows,
                          .min = dv_vec((float)l->left, (float)l->bottom, ground_of(world)),
                          .max = dv_vec((float)(l->left + l->width), (float)(l->bottom + l->height),
                                        ground_of(world))};
}

void dv_field_read_row(const dv_world *world, dv_field field, uint32_t row, float *parts) {
    const dv_field_record *record = record_of(world, field.bits);
    for (uint32_t i = 0; record && i < record->grid.layout.columns; i++)
        parts[i] = (float)dv_cells_units(&record->grid, i, row) / DV_FIELD_FULL;
}

// Writing

static dv_result check_number(const dv_world *world, const dv_field_record *record,
                              const char *name, double number, dv_error *error) {
    if (isfinite(number))
        return DV_OK;
    return dv_fail(error, DV_ERROR_ARGUMENT, "field '%s': %s: a finite number expected",
                   world->program->fields[record->type].name, name);
}

static dv_result check_change(const dv_world *world, const dv_field_record *record, dv_vec3 place,
                              double amount, dv_error *error) {
    if (!record)
        return dv_fail(error, DV_ERROR_STALE, "the field is gone");
    dv_result result = check_number(world, record, "x", (double)place.x, error);
    if (result == DV_OK)
        result = check_number(world, record, "y", (double)place.y, error);
    return result == DV_OK ? check_number(world, record, "amount", amount, error) : result;
}

/// An amount in whole units.

static void add_units(const dv_world *world, dv_field_record *record, uint32_t column, uint32_t row,
                      int64_t units) {
    if (world->is_stepping)
        dv_cells_add(&record->grid, column, row, units);
    else
        dv_cells_put(&record->grid, column, row,
                     dv_cells_units(&record->grid, column, row) + units);
}

/// The cells of a disc, as spans of columns and rows that may leave the grid by any number of cells
/// if it wraps.
typedef struct disc {
    double x, y, radius; ///< m, from the corner of the grid
    double wide, high;   ///< m, of a cell
    int64_t first, end, first_row, end_row;
} disc;

static void find_span(double middle, double radius, double size, uint32_t count, bool wraps,
                      int64_t *first, int64_t *end) {
    double low = floor((middle - radius) / size), high = floor((middle + radius) / size) + 1;
    if (!wraps) {
        low = fmin(fmax(low, 0), count);
        high = fmin(fmax(high, low), count);
    } else if (!(high - low < count)) {
        // Every cell once, as its nearest image.
        low = floor(middle / size - count / 2.0 + 0.5);
        high = low + count;
    }
    *first = (int64_t)low;
    *end = (int64_t)high;
}

static disc disc_around(const dv_field_layout *l, dv_vec3 place, double radius) {
    disc d = {.x = (double)place.x - l->left,
              .y = (double)place.y - l->bottom,
              .radius = radius,
              .wide = l->width / l->columns,
              .high = l->height / l->rows};
    if (l->wraps) {
        d.x -= l->width * floor(d.x / l->width);
        d.y -= l->height * floor(d.y / l->height);
    }
    find_span(d.x, radius, d.wide, l->columns, l->wraps, &d.first, &d.end);
    find_span(d.y, radius, d.high, l->rows, l->wraps, &d.first_row, &d.end_row);
    return d;
}

static bool is_in_disc(const disc *d, int64_t column, int64_t row) {
    double x = ((double)column + 0.5) * d->wide - d->x, y = ((double)row + 0.5) * d->high - d->y;
    return x * x + y * y <= d->radius * d->radius;
}

static uint32_t wrapped(int64_t index, uint32_t count) {
    int64_t rest = index % count;
    return (uint32_t)(rest < 0 ? rest + count : rest);
}

static uint32_t count_cells(const disc *d) {
    uint32_t count = 0;
    for (int64_t row = d->first_row; row < d->end_row; row++)
        for (int64_t column = d->first; column < d->end; column++)
            count += is_in_disc(d, column, row);
    return count;
}

/// Each cell gets the same, and the first ones one unit more until the remainder is used up.
static void add_to_disc(const dv_world *world, dv_field_record *record, const disc *d,
                        uint32_t count, int64_t units) {
    const dv_field_layout *l = &record->grid.layout;
    int64_t each = units / count, rest = units % count, sign = units < 0 ? -1 : 1;
    for (int64_t row = d->first_row; row < d->end_row; row++)
        for (int64_t column = d->first; column < d->end; column++) {
            if (!is_in_disc(d, column, row))
                continue;
            int64_t more = rest != 0 ? sign : 0;
            rest -= more;
            add_units(world, record, wrapped(column, l->columns), wrapped(row, l->rows),
                      each + more);
        }
}

uint32_t dv_field_covers(const dv_world *world, dv_field field, dv_vec3 place, double radius) {
    const dv_field_record *record = record_of(world, field.bits);
    uint32_t column, row, count = 0;
    if (!record || !isfinite(place.x) || !isfinite(place.y) || !isfinite(radius))
        return 0;
    disc d = disc_around(&record->grid.layout, place, radius);
    if (radius > 0)
        count = count_cells(&d);
    return count > 0 ? count : find_cell(record, place, &column, &row);
}

dv_result dv_field_add(dv_world *world, dv_field field, dv_vec3 place, double amount, double radius,
                       dv_error *error) {
    dv_field_record *record = record_of(world, field.bits);
    dv_result result = check_change(world, record, place, amount, error);
    if (result == DV_OK)
        result = check_number(world, record, "radius", radius, error);
    if (result != DV_OK)
        return result;
    if (radius < 0)
        return dv_fail(error, DV_ERROR_ARGUMENT, "field '%s': radius: %g is below 0",
                       world->program->fields[record->type].name, radius);
    uint32_t column, row;
    int64_t units = dv_field_units(record, amount);
    disc d = disc_around(&record->grid.layout, place, radius);
    uint32_t count = radius > 0 ? count_cells(&d) : 0;
    if (count > 0)
        add_to_disc(world, record, &d, count, units);
    else if (find_cell(record, place, &column, &row))
        add_units(world, record, column, row, units);
    return DV_OK;
}

void dv_field_put(const dv_world *world, dv_field_record *record, uint32_t column, uint32_t row,
                  int64_t units) {
    if (world->is_stepping)
        dv_cells_set_later(&record->grid, column, row, units);
    else
        dv_cells_put(&record->grid, column, row, units);
}

dv_result dv_field_set(dv_world *world, dv_field field, dv_vec3 place, double amount,
                       dv_error *error) {
    dv_field_record *record = record_of(world, field.bits);
    uint32_t column, row;
    dv_result result = check_change(world, record, place, amount, error);
    if (result != DV_OK || !find_cell(record, place, &column, &row))
        return result;
    dv_field_put(world, record, column, row, dv_field_units(record, amount));
    return DV_OK;
}

dv_result dv_field_fill(dv_world *world, dv_field field, double amount, dv_error *error) {
    dv_field_record *record = record_of(world, field.bits);
    dv_result result = check_change(world, record, dv_vec(0, 0, 0), amount, error);
    if (result != DV_OK)
        return result;
    int64_t units = dv_field_units(record, amount);
    for (uint32_t row = 0; row < record->grid.layout.rows; row++)
        for (uint32_t column = 0; column < record->grid.layout.columns; column++)
            dv_field_put(world, record, column, row, units);
    return DV_OK;
}
