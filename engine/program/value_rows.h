// The rows of the values a world holds: name, unit, range and default of each.
//
// Setters, spawning, definitions, and the snapshot reader check a value against the same row, and
// the move phase keeps its results within it. So a snapshot can hold every value that scripts can
// set or ticks can produce, and no other. Properties of bodies have their rows in dv_properties,
// made of drover/properties.def.
#ifndef DV_PROGRAM_VALUE_ROWS_H
#define DV_PROGRAM_VALUE_ROWS_H

#include "drover/catalogue.h"

/// The largest coordinate (m). Up to here, sums and differences stay finite, and lengths can be
/// counted in cells.
#define DV_FARTHEST 1e9f
/// The highest speed of a body (m/s).
#define DV_TOP_SPEED 1e6f
/// The largest factor that regions put on speeds.
#define DV_FASTEST_REGION 100.0f
/// Limits on lengths, times, speeds and weights in scripts, so that no sum overflows.
#define DV_LONGEST 1e6  ///< m
#define DV_FASTEST 1e6  ///< m/s
#define DV_HEAVIEST 1e6 ///< limit on weights
#define DV_FURTHEST 600 ///< s, limit on looking ahead
/// The most steps that arcs times spokes may make. Eight places are left for the others: standing,
/// turning on the spot to either side, a step to either side, a step back, and two goals.
#define DV_MAX_FAN (DV_MAX_FOOTSTEPS - 8)
/// The last tick of a world. Times in ticks up to here are exact in double.
#define DV_LAST_TICK ((uint64_t)1 << 53)

typedef enum dv_row {
    // Agents.
    DV_ROW_POSITION,
    DV_ROW_HEADING,
    DV_ROW_SPEED,
    DV_ROW_VELOCITY,
    DV_ROW_ACCELERATION,
    DV_ROW_WEIGHT, ///< of an applied behavior
    // Slots. These rows have no names: messages use the name of the slot.
    DV_ROW_NUMBER_SLOT,
    DV_ROW_POINT_SLOT,
    DV_ROW_VECTOR_SLOT,
    DV_ROW_POSE_HEADING,
    // Obstacles and regions.
    DV_ROW_SHAPE_POSITION,
    DV_ROW_SHAPE_HEADING,
    DV_ROW_SHAPE_POINT,
    DV_ROW_RADIUS,
    DV_ROW_WIDTH,
    DV_ROW_DEPTH,
    DV_ROW_HEIGHT,
    DV_ROW_REGION_SPEED,
    // Terrain, paths, flows, fields, links and surfaces.
    DV_ROW_TERRAIN_WEIGHT,
    DV_ROW_PATH_POINT,
    DV_ROW_PATH_RADIUS,
    DV_ROW_FLOW_BOUNDS,
    DV_ROW_FLOW_RESOLUTION,
    DV_ROW_FLOW_INTERVAL,
    DV_ROW_FLOW_PLACE,
    DV_ROW_FLOW_VELOCITY,
    DV_ROW_FLOW_RADIUS,
    DV_ROW_FLOW_STRENGTH,
    DV_ROW_FIELD_CELL,
    DV_ROW_FIELD_EVAPORATION,
    DV_ROW_FIELD_DIFFUSION,
    DV_ROW_FIELD_MAX,
    DV_ROW_LINK_LENGTH,
    DV_ROW_LINK_STIFFNESS,
    DV_ROW_LINK_DAMPING,
    DV_ROW_LINK_WIDTH,
    DV_ROW_SURFACE_POINT,
    DV_ROW_SURFACE_RADIUS,
    DV_ROW_SURFACE_HEIGHT,
    // Events and timers.
    DV_ROW_EVENT_PLACE,
    DV_ROW_EVENT_RADIUS,
    DV_ROW_TIMER_SECONDS,
    // The world.
    DV_ROW_TICK_RATE,
    DV_ROW_BOUNDS,
    DV_ROW_VISIBILITY,
    DV_ROW_MOUSE,
    DV_ROW_COUNT
} dv_row;

/// The rows, by dv_row. The range of a vector is the range of each coordinate.
extern const dv_parameter dv_value_rows[DV_ROW_COUNT];

/// Whether a value is in the range of a row. Most values are stored as floats, so a value that
/// rounds to the same float as an end of the range is in range, too.
bool dv_is_in_row(const dv_parameter *row, double value);

/// Whether all coordinates are in the range of a row.
static inline bool dv_row_holds(dv_row row, dv_vec3 v) {
    float low = (float)dv_value_rows[row].minimum, high = (float)dv_value_rows[row].maximum;
    return v.x >= low && v.x <= high && v.y >= low && v.y <= high && v.z >= low && v.z <= high;
}

/// Whether a place is within ±DV_FARTHEST along every axis, as all places must be.
static inline bool dv_is_within_reach(dv_vec3 v) { return dv_row_holds(DV_ROW_POSITION, v); }

/// Fail if a value is out of range: "<of>: <name>: 1e+15 is not in -1e+06 to 1e+06 rad". `of` names
/// the thing that has the value; without it (NULL or ""), the message begins with the row's name.
dv_result dv_check_number(const char *of, const dv_parameter *row, double value, dv_error *error);
dv_result dv_check_row(const char *of, dv_row row, double value, dv_error *error);
/// The same for each coordinate: "<of>: <name>.x: …".
dv_result dv_check_vector(const char *of, dv_row row, dv_vec3 v, dv_error *error);

#endif
