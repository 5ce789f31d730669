// What reads geometries, and what compares them, by GEOS.
//
// GEOS allocates by itself, as C++ does; an allocation that fails is a failed call. Its arithmetic
// decides only what is refused, with one library on one machine. Coordinates that reach the world
// are those that strtod reads, and measures are in geometry.c.
#ifndef DROVER_BINDINGS_DATA_WKT_PRIVATE_H
#define DROVER_BINDINGS_DATA_WKT_PRIVATE_H

#include <geos_c.h>

#define DV_GEOS_MESSAGE 256

/// Begin to use GEOS, with room for the message of the call that failed last. NULL when out of
/// memory. Finish with GEOS_finish_r.
GEOSContextHandle_t dv_begin_geos(char message[DV_GEOS_MESSAGE]);

#endif
