#include "program/value_rows.h"

#include "base/math.h"
#include "base/result.h"
#include "drover/terrain.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

#define NUMBER(name, unit, low, high, doc)                                                         \
    { name, DV_PARAMETER_NUMBER, false, unit, low, high, 0, doc }
#define VECTOR(name, unit, most, doc)                                                              \
    { name, DV_PARAMETER_VECTOR, false, unit, -(most), most, 0, doc }

#define FARTHEST ((double)DV_FARTHEST)
#define TOP_SPEED ((double)DV_TOP_SPEED)
// The size of a box around the largest world.
#define LARGEST (2 * FARTHEST)
// Angles (rad). Single precision rounds them by less than 0.001 below 32,768, and by 0.03 up here.
#define MAX_TURNED 1e6
#define SMALLEST 1e-6
// Twice the greatest acceleration of a body, max_force over mass, to allow for rounding errors.
#define HARDEST 2e15
#define FASTEST_FLOW 1e9

const dv_parameter dv_properties[DV_PROPERTY_COUNT] = {
#define PROPERTY(constant, name, type, unit, minimum, maximum, fallback, doc)                      \
    [constant] = {name, DV_PARAMETER_##type, false, unit, minimum, maximum, fallback, doc},
#include "drover/properties.def"
#undef PROPERTY
};

const dv_parameter dv_value_rows[DV_ROW_COUNT] = {
    [DV_ROW_POSITION] = VECTOR("position", "m", FARTHEST, "where an agent is"),
    [DV_ROW_HEADING] =
        NUMBER("heading", "rad", -MAX_TURNED, MAX_TURNED, "which way an agent faces"),
    [DV_ROW_SPEED] = NUMBER("speed", "m/s", 0, TOP_SPEED, "of an agent"),
    [DV_ROW_VELOCITY] = VECTOR("velocity", "m/s", TOP_SPEED, "of an agent"),
    [DV_ROW_ACCELERATION] = VECTOR("acceleration", "m/s²", HARDEST, "smoothed, of an agent"),
    [DV_ROW_WEIGHT] =
        NUMBER("weight", "", -(double)FLT_MAX, (double)FLT_MAX, "of an applied behavior"),
    [DV_ROW_NUMBER_SLOT] = NUMBER("", "", -DBL_MAX, DBL_MAX, "a number slot"),
    [DV_ROW_POINT_SLOT] = VECTOR("", "m", (double)FLT_MAX, "a point or the place of a pose"),
    [DV_ROW_VECTOR_SLOT] = VECTOR("", "", (double)FLT_MAX, "a vector slot"),
    [DV_ROW_POSE_HEADING] = NUMBER("heading", "rad", -MAX_TURNED, MAX_TURNED, "of a pose"),
    [DV_ROW_SHAPE_POSITION] = VECTOR("position", "m", FARTHEST, "of an obstacle or region"),
    [DV_ROW_SHAPE_HEADING] =
        NUMBER("heading", "rad", -MAX_TURNED, MAX_TURNED, "of an obstacle or region"),
    [DV_ROW_SHAPE_POINT] = VECTOR("", "m", FARTHEST, "of a wall or polygon"),
    [DV_ROW_RADIUS] = NUMBER("radius", "m", SMALLEST, LARGEST, "of a sphere or cylinder"),
    [DV_ROW_WIDTH] = NUMBER("width", "m", SMALLEST, LARGEST, "of a box, along x at heading 0"),
    [DV_ROW_DEPTH] = NUMBER("depth", "m", SMALLEST, LARGEST, "of a box, along y at heading 0"),
    [DV_ROW_HEIGHT] = NUMBER("height", "m", SMALLEST, LARGEST, "of a box or cylinder"),
    [DV_ROW_REGION_SPEED] = NUMBER("speed", "", 0, (double)DV_FASTEST_REGION,
                                   "the factor by which a region or terrain multiplies speeds"),
    [DV_ROW_TERRAIN_WEIGHT] =
        NUMBER("weight", "", 0, DV_HEAVIEST_TERRAIN, "the stress of a step on a terrain"),
    [DV_ROW_PATH_POINT] = VECTOR("", "m", FARTHEST, "of a path"),
    [DV_ROW_PATH_RADIUS] = NUMBER("radius", "m", 0, FARTHEST, "of a path"),
    [DV_ROW_FLOW_BOUNDS] = VECTOR("bounds", "m", FARTHEST, "a corner of a flow's grid"),
    [DV_ROW_FLOW_RESOLUTION] =
        NUMBER("resolution", "m", SMALLEST, FARTHEST, "between the nodes of a flow"),
    [DV_ROW_FLOW_INTERVAL] =
        NUMBER("interval", "s", 0, 1e9, "between two evaluations of a flow's field"),
    [DV_ROW_FLOW_PLACE] = VECTOR("place", "m", FARTHEST, "where a flow is painted"),
    [DV_ROW_FLOW_VELOCITY] = VECTOR("velocity", "m/s", FASTEST_FLOW, "of a flow"),
    [DV_ROW_FLOW_RADIUS] = NUMBER("radius", "m", 0, LARGEST, "of a stroke"),
    [DV_ROW_FLOW_STRENGTH] = NUMBER("strength", "", 0, 1, "of a stroke"),
    [DV_ROW_FIELD_CELL] = NUMBER("cell", "m", SMALLEST, FARTHEST, "the side of a field's cells"),
    [DV_ROW_FIELD_EVAPORATION] =
        NUMBER("evaporation", "1/s", 0, 1e3, "the rate at which a field's amounts decay"),
    [DV_ROW_FIELD_DIFFUSION] =
        NUMBER("diffusion", "m²/s", 0, 1e6, "how fast a field's amounts spread"),
    [DV_ROW_FIELD_MAX] = NUMBER("max", "", 1e-9, 1e9, "the most that a field's cell holds"),
    [DV_ROW_LINK_LENGTH] =
        NUMBER("spring.length", "m", 0, FARTHEST, "at which the spring of a link is at rest"),
    [DV_ROW_LINK_STIFFNESS] = NUMBER("spring.stiffness", "N/m", 0, 1e12, "of the spring of a link"),
    [DV_ROW_LINK_DAMPING] = NUMBER("spring.damping", "N·s/m", 0, 1e12, "of the spring of a link"),
    [DV_ROW_LINK_WIDTH] = NUMBER("width", "m", 0, LARGEST, "of a link, in pictures"),
    [DV_ROW_SURFACE_POINT] = VECTOR("", "m", FARTHEST, "a point that defines a surface"),
    [DV_ROW_SURFACE_RADIUS] = NUMBER("radius", "m", SMALLEST, FARTHEST, "of a ball's surface"),
    [DV_ROW_SURFACE_HEIGHT] = NUMBER("height", "m", -FARTHEST, FARTHEST, "of relief"),
    [DV_ROW_EVENT_PLACE] = VECTOR("at", "m", FARTHEST, "where an event happens"),
    [DV_ROW_EVENT_RADIUS] = NUMBER("radius", "m", 0, (double)INFINITY, "how far an event is heard"),
    [DV_ROW_TIMER_SECONDS] = NUMBER("seconds", "s", 0, 1e9, "until a timer is due"),
    [DV_ROW_TICK_RATE] = NUMBER("tick_rate", "ticks per second", 1, 1000, "of a world"),
    [DV_ROW_BOUNDS] = VECTOR("bounds", "m", FARTHEST, "a corner of the world"),
    [DV_ROW_VISIBILITY] = NUMBER("visibility", "m", 0, (double)INFINITY, "how far anyone can see"),
    [DV_ROW_MOUSE] = VECTOR("mouse", "m", FARTHEST, "where the mouse points"),
};

bool dv_is_in_row(const dv_parameter *row, double value) {
    if (value >= row->minimum && value <= row->maximum)
        return true;
    float rounded = (float)value;
    return isfinite(rounded) && rounded >= (float)row->minimum && rounded <= (float)row->maximum;
}

static dv_result refuse_value(const char *of, const dv_parameter *row, const char *axis,
                              double value, dv_error *error) {
    char given[32] = "nan"; // not printed with %g, since its sign depends on the processor
    const char *subject = of ? of : "";
    const char *colon = *subject && *row->name ? ": " : "";
    const char *space = *row->unit ? " " : "";
    if (!isnan(value))
        snprintf(given, sizeof given, "%g", value);
    if (row->maximum >= (double)FLT_MAX && row->minimum <= -(double)FLT_MAX)
        return dv_fail(error, DV_ERROR_ARGUMENT, "%s%s%s%s: %s is not finite", subject, colon,
                       row->name, axis, given);
    if (isinf(row->maximum))
        return dv_fail(error, DV_ERROR_ARGUMENT, "%s%s%s%s: %s is not %g%s%s or more", subject,
                       colon, row->name, axis, given, row->minimum, space, row->unit);
    return dv_fail(error, DV_ERROR_ARGUMENT, "%s%s%s%s: %s is not in %g to %g%s%s", subject, colon,
                   row->name, axis, given, row->minimum, row->maximum, space, row->unit);
}

dv_result dv_check_number(const char *of, const dv_parameter *row, double value, dv_error *error) {
    return dv_is_in_row(row, value) ? DV_OK : refuse_value(of, row, "", value, error);
}

dv_result dv_check_row(const char *of, dv_row row, double value, dv_error *error) {
    return dv_check_number(of, &dv_value_rows[row], value, error);
}

dv_result dv_check_vector(const char *of, dv_row row, dv_vec3 v, dv_error *error) {
    const float axes[] = {v.x, v.y, v.z};
    static const char *const names[] = {".x", ".y", ".z"};
    for (int i = 0; i < 3; i++)
        if (!dv_is_in_row(&dv_value_rows[row], (double)axes[i]))
            return refuse_value(of, &dv_value_rows[row], names[i], (double)axes[i], error);
    return DV_OK;
}
