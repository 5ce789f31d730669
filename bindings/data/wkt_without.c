// What a build without GEOS has for WKT files.
#include "data/data_private.h"
#include "data/geometry.h"

void dv_push_wkt(lua_State *L, dv_data_file *file) {
    dv_refuse_data_file(L, file, " this Drover was built without GEOS, which reads WKT");
}

bool dv_find_overlap(lua_State *L, const dv_geometry *const *polygons, uint32_t count, bool edges,
                     dv_overlap *overlap) {
    (void)L, (void)polygons, (void)count, (void)edges, (void)overlap;
    return false; // there are no geometries
}
