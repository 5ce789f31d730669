// The origin that the places in a world count from. Positions are single precision, which resolves
// 0.01 mm at 100 m and half a meter at the coordinates of a map, so they are kept near zero.
#include "base/math.h"
#include "base/result.h"
#include "program/program_data.h"

#include <math.h>

static bool is_multiple(double v) { return v == DV_ORIGIN_STEP * rint(v / DV_ORIGIN_STEP); }

/// The middle of two adjacent multiples counts to the lower one, wherever it is, so that moving the
/// bounds by a multiple moves the origin just as far.
static double nearest_multiple(double v) {
    return DV_ORIGIN_STEP * ceil(v / DV_ORIGIN_STEP - 0.5) + 0.0; // never −0
}

dv_place dv_origin_between(dv_place low, dv_place high) {
    return (dv_place){nearest_multiple(low.x / 2 + high.x / 2),
                      nearest_multiple(low.y / 2 + high.y / 2),
                      nearest_multiple(low.z / 2 + high.z / 2)};
}

dv_result dv_program_set_origin(dv_program *program, dv_place origin, dv_error *error) {
    const double axes[3] = {origin.x, origin.y, origin.z};
    for (int i = 0; i < 3; i++)
        if (!(fabs(axes[i]) <= DV_FARTHEST_ORIGIN))
            return dv_fail(error, DV_ERROR_ARGUMENT,
                           "origin: %c: %g to %g m expected, in multiples of %g m, got %.17g",
                           'x' + i, -DV_FARTHEST_ORIGIN, DV_FARTHEST_ORIGIN, DV_ORIGIN_STEP,
                           axes[i]);
    for (int i = 0; i < 3; i++)
        if (!is_multiple(axes[i]))
            return dv_fail(
                error, DV_ERROR_ARGUMENT,
                "origin: %c: a multiple of %g m expected, got %.15g: the nearest is %.0f", 'x' + i,
                DV_ORIGIN_STEP, axes[i], nearest_multiple(axes[i]));
    program->origin = origin;
    return DV_OK;
}

dv_place dv_program_origin(const dv_program *program) { return program->origin; }

dv_vec3 dv_program_locate(const dv_program *program, dv_place place) {
    const dv_place *o = &program->origin;
    return dv_vec((float)(place.x - o->x), (float)(place.y - o->y), (float)(place.z - o->z));
}

dv_place dv_program_place(const dv_program *program, dv_vec3 position) {
    const dv_place *o = &program->origin;
    return (dv_place){o->x + (double)position.x, o->y + (double)position.y,
                      o->z + (double)position.z};
}
