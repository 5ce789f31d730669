// Wander side by side: wander.c for the agents of a squad. Compiled once for each vector width.
#include "steering/desires.h"

#include "steering/desired.h"

#include "base/compiler.h"
#include "base/sine_lanes.h"
#include "world/kernels.h"

_Static_assert(DV_LANES == 2 * DV_ANGLES, "the angles of a squad are taken in halves");

typedef float half __attribute__((vector_size(4 * DV_ANGLES)));
typedef double doubles_anywhere
    __attribute__((vector_size(8 * DV_ANGLES), aligned(sizeof(double)), may_alias));
typedef float half_anywhere
    __attribute__((vector_size(4 * DV_ANGLES), aligned(sizeof(float)), may_alias));

#define LOAD(array) ((dv_doubles) * (const doubles_anywhere *)(const void *)(array))
#define STORE_ROUNDED(array, value)                                                                \
    (*(half_anywhere *)(void *)(array) = (half_anywhere) __builtin_convertvector(value, half))

/// The drawn directions, as in dv_random_direction.
static DV_ALWAYS_INLINE void take_steps(const dv_wanderers *w, dv_vectors *steps) {
    for (int first = 0; first < DV_LANES; first += DV_ANGLES) {
        dv_doubles angles = LOAD(w->angle + first), radii = LOAD(w->radius + first), sines, cosines;
        dv_doubles heights = LOAD(w->height + first);
        dv_sines_and_cosines(&angles, &sines, &cosines);
        STORE_ROUNDED(steps->x + first, radii * cosines);
        STORE_ROUNDED(steps->y + first, radii * sines);
        STORE_ROUNDED(steps->z + first, heights);
    }
}

#define CHOOSE(mask, a, b)                                                                         \
    ((dv_lanes3){DV_WHERE(mask, (a).x, (b).x), DV_WHERE(mask, (a).y, (b).y),                       \
                 DV_WHERE(mask, (a).z, (b).z)})

/// Move the points.
static DV_ALWAYS_INLINE void displace_lanes(const dv_squad *squad, dv_wanderers *w,
                                            dv_lanes3 *point) {
    dv_vectors steps;
    dv_lanes3 step;
    dv_floats rate;
    dv_mask are_drawn, have_moved;
    take_steps(w, &steps);
    dv_load_lanes3(&step, &steps);
    dv_load_lanes3(point, &w->points);
    DV_LOAD_LANES(rate, w->rate);
    rate *= sqrtf((float)squad->world->dt);
    dv_nonzero_lanes(point, &are_drawn);
    dv_lanes3 next = {point->x + step.x * rate, point->y + step.y * rate, point->z + step.z * rate};
    dv_normalize_lanes(&next);
    dv_nonzero_lanes(&next, &have_moved);
    next = CHOOSE(have_moved, next, *point);
    *point = CHOOSE(are_drawn, next, step);
    dv_store_lanes3(&w->points, point);
}

static DV_ALWAYS_INLINE void cross_lanes(const dv_lanes3 *a, const dv_lanes3 *b,
                                         dv_lanes3 *product) {
    product->x = a->y * b->z - a->z * b->y;
    product->y = a->z * b->x - a->x * b->z;
    product->z = a->x * b->y - a->y * b->x;
}

/// The left of each body, as in dv_axes_of.
static DV_ALWAYS_INLINE void take_left(const dv_wanderers *w, const dv_lanes3 *forward,
                                       dv_lanes3 *left) {
    dv_lanes3 up;
    dv_mask are_something;
    dv_load_lanes3(&up, &w->up);
    cross_lanes(&up, forward, left);
    dv_normalize_lanes(left);
    dv_nonzero_lanes(left, &are_something);
    dv_mask are_none = ~are_something;
    for (int lane = 0; lane < DV_LANES && dv_any_lane(&are_none); lane++)
        if (are_none[lane])
            dv_put_lane(left, lane, dv_left_of(dv_of_lane(forward, lane)));
}

void DV_AT_WIDTH(dv_wander_run)(const dv_squad *squad, dv_wanderers *w, dv_vectors *vectors) {
    dv_lanes3 point, forward, left, up, direction;
    dv_floats strength, cap;
    dv_mask leads_somewhere;
    displace_lanes(squad, w, &point);
    dv_load_lanes3(&forward, &squad->forward);
    take_left(w, &forward, &left);
    cross_lanes(&forward, &left, &up);
    DV_LOAD_LANES(strength, w->strength);
    DV_LOAD_LANES(cap, squad->cap);
#define OUT_OF_AXES(axis) (forward.axis * point.x + (left.axis * point.y + up.axis * point.z))
    direction.x = forward.x + OUT_OF_AXES(x) * strength;
    direction.y = forward.y + OUT_OF_AXES(y) * strength;
    direction.z = forward.z + OUT_OF_AXES(z) * strength;
#undef OUT_OF_AXES
    dv_nonzero_lanes(&direction, &leads_somewhere);
    direction = CHOOSE(leads_somewhere, direction, forward);
    dv_steer_lanes_along(squad, &direction, &cap);
    dv_store_lanes3(vectors, &direction);
}
