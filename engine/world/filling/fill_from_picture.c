// Filling a field from a picture.
#include "base/result.h"
#include "fields/picture_mean.h"
#include "world/fields.h"
#include "world/world_data.h"

#include <math.h>

static dv_result check_picture(const dv_field_def *def, const dv_field_picture *picture,
                               dv_error *error) {
    if (!picture->values)
        return dv_fail(error, DV_ERROR_ARGUMENT, "field '%s': values: none are given", def->name);
    if (picture->width < 1 || picture->width > DV_MAX_FILL_PIXELS)
        return dv_fail(error, DV_ERROR_ARGUMENT, "field '%s': width: %u is not from 1 to %d pixels",
                       def->name, picture->width, DV_MAX_FILL_PIXELS);
    if (picture->height < 1 || picture->height > DV_MAX_FILL_PIXELS)
        return dv_fail(error, DV_ERROR_ARGUMENT,
                       "field '%s': height: %u is not from 1 to %d pixels", def->name,
                       picture->height, DV_MAX_FILL_PIXELS);
    return DV_OK;
}

static dv_result check_amount(const dv_field_def *def, double amount, dv_error *error) {
    if (!isfinite(amount))
        return dv_fail(error, DV_ERROR_ARGUMENT, "field '%s': amount: a finite number expected",
                       def->name);
    if (amount >= 0 && amount <= def->max)
        return DV_OK;
    return dv_fail(error, DV_ERROR_ARGUMENT,
                   "field '%s': amount: %g is not from 0 to %g, the field's max", def->name, amount,
                   def->max);
}

static dv_result fill_from(dv_world *world, dv_field field, const dv_field_picture *picture,
                           double amount, dv_error *error) {
    dv_field_record *record = dv_field_record_of(world, field.bits);
    if (!record)
        return dv_fail(error, DV_ERROR_STALE, "the field is gone");
    const dv_field_def *def = &world->program->fields[record->type];
    dv_result result = check_picture(def, picture, error);
    if (result == DV_OK)
        result = check_amount(def, amount, error);
    if (result != DV_OK)
        return result;
    const dv_field_layout *l = &record->grid.layout;
    double scale = amount / record->unit / DV_FIELD_FULL;
    uint32_t sums[DV_MAX_FILL_PIXELS];
    for (uint32_t row = 0; row < l->rows; row++) {
        dv_picture_sum_row(picture, l->rows - 1 - row, l->rows, sums);
        for (uint32_t column = 0; column < l->columns; column++) {
            int64_t mean = dv_picture_mean(picture, column, l->columns, sums);
            dv_field_put(world, record, column, row, dv_cells_round((double)mean * scale));
        }
    }
    return DV_OK;
}

dv_result dv_field_fill_from(dv_world *world, dv_field field, const unsigned char *values,
                             uint32_t width, uint32_t height, double amount, dv_error *error) {
    return fill_from(world, field, &(dv_field_picture){values, 255, width, height}, amount, error);
}

dv_result dv_field_fill_from_16(dv_world *world, dv_field field, const uint16_t *values,
                                uint32_t width, uint32_t height, double amount, dv_error *error) {
    return fill_from(world, field, &(dv_field_picture){values, 65535, width, height}, amount,
                     error);
}
