#include "world/columns.h"

#include "base/alloc.h"

// If widening a later column fails, earlier ones keep their new size; `capacity` is the smallest.
static bool widen_column(void **column, size_t bytes) {
    void *wider = *column ? dv_resize(*column, bytes) : dv_alloc_aligned(bytes);
    if (wider)
        *column = wider;
    return wider != NULL;
}

bool dv_columns_reserve(dv_columns *columns, uint32_t needed) {
    if (needed <= columns->capacity)
        return true;
    uint32_t capacity = dv_grown_capacity(columns->capacity, needed > 64 ? needed : 64);
#define DV_WIDEN_COLUMN(type, name)                                                                \
    if (!widen_column((void **)&columns->name, capacity * sizeof(type)))                           \
        return false;
    DV_KEPT_COLUMNS(DV_WIDEN_COLUMN)
    DV_WORKING_COLUMNS(DV_WIDEN_COLUMN)
    if (columns->has_inertia) {
        DV_INERTIA_COLUMNS(DV_WIDEN_COLUMN)
    }
    if (columns->of_volume) {
        DV_VOLUME_COLUMNS(DV_WIDEN_COLUMN)
    }
#undef DV_WIDEN_COLUMN
    columns->capacity = capacity;
    return true;
}

bool dv_columns_have_inertia(dv_columns *columns) {
    uint32_t capacity = columns->capacity;
#define DV_ADD_COLUMN(type, name)                                                                  \
    if (capacity > 0 && !widen_column((void **)&columns->name, capacity * sizeof(type)))           \
        return false;
    if (!columns->has_inertia) {
        DV_INERTIA_COLUMNS(DV_ADD_COLUMN)
    }
#undef DV_ADD_COLUMN
    columns->has_inertia = true;
    return true;
}

void dv_columns_drop_inertia(dv_columns *columns) {
#define DV_DROP_COLUMN(type, name)                                                                 \
    dv_free(columns->name);                                                                        \
    columns->name = NULL;
    DV_INERTIA_COLUMNS(DV_DROP_COLUMN)
#undef DV_DROP_COLUMN
    columns->has_inertia = false;
}

// A column that can't be resized stays larger than `capacity`, which does no harm.
static void narrow_column(void **column, size_t bytes) {
    void *narrower = *column ? dv_resize(*column, bytes) : NULL;
    if (narrower)
        *column = narrower;
}

void dv_columns_trim(dv_columns *columns) {
    uint32_t capacity = dv_grown_capacity(0, columns->limit > 64 ? columns->limit : 64);
    if (capacity >= columns->capacity)
        return;
    columns->capacity = capacity;
#define DV_NARROW_COLUMN(type, name)                                                               \
    narrow_column((void **)&columns->name, capacity * sizeof(type));
    DV_KEPT_COLUMNS(DV_NARROW_COLUMN)
    DV_WORKING_COLUMNS(DV_NARROW_COLUMN)
    DV_INERTIA_COLUMNS(DV_NARROW_COLUMN)
    DV_VOLUME_COLUMNS(DV_NARROW_COLUMN)
#undef DV_NARROW_COLUMN
}

void dv_columns_clear(dv_columns *columns, uint32_t agent) {
    uint32_t generation = columns->generation[agent];
#define DV_CLEAR_COLUMN(type, name) columns->name[agent] = (type){0};
    DV_KEPT_COLUMNS(DV_CLEAR_COLUMN)
    DV_WORKING_COLUMNS(DV_CLEAR_COLUMN)
    if (columns->has_inertia) {
        DV_INERTIA_COLUMNS(DV_CLEAR_COLUMN)
    }
    if (columns->of_volume) {
        DV_VOLUME_COLUMNS(DV_CLEAR_COLUMN)
    }
#undef DV_CLEAR_COLUMN
    columns->generation[agent] = generation;
}

void dv_columns_free(dv_columns *columns) {
#define DV_FREE_COLUMN(type, name) dv_free(columns->name);
    DV_KEPT_COLUMNS(DV_FREE_COLUMN)
    DV_WORKING_COLUMNS(DV_FREE_COLUMN)
    DV_INERTIA_COLUMNS(DV_FREE_COLUMN)
    DV_VOLUME_COLUMNS(DV_FREE_COLUMN)
#undef DV_FREE_COLUMN
    *columns = (dv_columns){0};
}
