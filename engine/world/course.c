// Checking courses that were read from snapshots; see course.h.
#include "world/course.h"

#include "program/value_rows.h"

_Static_assert(sizeof(dv_course) <= DV_COURSE_BYTES, "it has a place in the agent's block");

bool dv_is_course(const dv_course *course) {
    return dv_row_holds(DV_ROW_VELOCITY, dv_vec(course->x, course->y, course->z)) &&
           dv_is_detour(&course->detour);
}
