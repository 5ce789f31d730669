// The surfaces that a world has made; see surfaces.h.
#ifndef DV_WORLD_SURFACE_RECORD_H
#define DV_WORLD_SURFACE_RECORD_H

#include "drover/surface.h"

/// The type of a surface that was removed along with its type.
#define DV_NO_SURFACE_TYPE UINT32_MAX

typedef struct dv_surface_record {
    uint32_t type;
} dv_surface_record;

static inline bool dv_surface_is_gone(const dv_surface_record *surface) {
    return surface->type == DV_NO_SURFACE_TYPE;
}

typedef struct dv_surfaces {
    dv_surface_record *records;
    uint32_t count, capacity;
} dv_surfaces;

#endif
