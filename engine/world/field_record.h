// The fields of a world; see fields.h.
#ifndef DV_WORLD_FIELD_RECORD_H
#define DV_WORLD_FIELD_RECORD_H

#include "fields/field_grid.h"
#include "world/id_pool.h"

typedef struct dv_field_record {
    uint32_t type; ///< in the program
    double unit;   ///< the amount that one unit of a cell stands for
    dv_field_grid grid;
} dv_field_record;

typedef struct dv_fields {
    dv_id_pool ids;
    dv_field_record *records;
    uint32_t capacity;
} dv_fields;

#endif
