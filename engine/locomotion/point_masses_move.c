// Moves several point masses at once. Compiled once for each vector width.
#include "locomotion/point_masses.h"

#include "base/lanes.h"
#include "program/value_rows.h"
#include "world/kernels.h"
#include "world/world_data.h"

#include <float.h>

// m/s; slower velocities do not turn a body. As in body.h.
#define SLOWEST_TURN 1e-3f

#define ARE_WITHIN(v, most)                                                                        \
    ((DV_MAGNITUDE((v).x) <= (most)) & (DV_MAGNITUDE((v).y) <= (most)) &                           \
     (DV_MAGNITUDE((v).z) <= (most)))
#define ARE_FINITE(v) ARE_WITHIN(v, FLT_MAX)

static inline void choose_lanes(const dv_mask *mask, const dv_lanes3 *yes, dv_lanes3 *v) {
    v->x = DV_WHERE(*mask, yes->x, v->x);
    v->y = DV_WHERE(*mask, yes->y, v->y);
    v->z = DV_WHERE(*mask, yes->z, v->z);
}

static inline void scale_lanes(dv_lanes3 *v, const dv_floats *factor) {
    v->x *= *factor, v->y *= *factor, v->z *= *factor;
}

#define PICK(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)

/// Load steering vectors and transpose them from memory order to axes.
static inline void load_steering(const dv_point_masses *m, dv_lanes3 *steering) {
    const float *numbers = &m->steering[0].x;
    dv_floats a, b, c;
    DV_LOAD_LANES(a, numbers);
    DV_LOAD_LANES(b, numbers + DV_LANES);
    DV_LOAD_LANES(c, numbers + 2 * DV_LANES);
    steering->x = PICK(PICK(a, b, 0, 3, 6, 9, 12, 15, -1, -1), c, 0, 1, 2, 3, 4, 5, 10, 13);
    steering->y = PICK(PICK(a, b, 1, 4, 7, 10, 13, -1, -1, -1), c, 0, 1, 2, 3, 4, 8, 11, 14);
    steering->z = PICK(PICK(a, b, 2, 5, 8, 11, 14, -1, -1, -1), c, 0, 1, 2, 3, 4, 9, 12, 15);
    if (m->is_plane)
        steering->z = (dv_floats){0};
    dv_mask is_finite = ARE_FINITE(*steering);
    steering->x = DV_ONLY_WHERE(is_finite, steering->x);
    steering->y = DV_ONLY_WHERE(is_finite, steering->y);
    steering->z = DV_ONLY_WHERE(is_finite, steering->z);
}

/// Add the change of velocity in one tick.
static inline void apply_push(const dv_point_masses *m, dv_lanes3 *velocity) {
    dv_lanes3 steering;
    dv_floats thrust, response;
    load_steering(m, &steering);
    DV_LOAD_LANES(thrust, m->thrust);
    DV_LOAD_LANES(response, m->response);
    dv_floats most = thrust * response, share = m->dt / response;
    dv_truncate_lanes(&steering, &most);
    scale_lanes(&steering, &share);
    velocity->x += steering.x, velocity->y += steering.y, velocity->z += steering.z;
}

/// Limit the speed to the cap. If it is above the cap, it falls no faster than the body can brake.
static inline void hold_speed(const dv_point_masses *m, const dv_floats *speed, dv_lanes3 *v) {
    dv_floats thrust, cap;
    DV_LOAD_LANES(thrust, m->thrust);
    DV_LOAD_LANES(cap, m->cap);
    dv_floats braked = *speed - thrust * m->dt;
    dv_floats most = DV_WHERE(cap > braked, cap, braked);
    dv_truncate_lanes(v, &most);
}

#define LOAD3(v, at_x, at_y, at_z)                                                                 \
    (DV_LOAD_LANES((v).x, at_x), DV_LOAD_LANES((v).y, at_y), DV_LOAD_LANES((v).z, at_z))
#define STORE3(at_x, at_y, at_z, v)                                                                \
    (DV_STORE_LANES(at_x, (v).x), DV_STORE_LANES(at_y, (v).y), DV_STORE_LANES(at_z, (v).z))

static void face_odd_lanes(const dv_mask *is_odd, const dv_lanes3 *before, const dv_lanes3 *forward,
                           dv_lanes3 *up) {
    for (int lane = 0; lane < DV_LANES; lane++)
        if ((*is_odd)[lane])
            dv_put_lane(up, lane,
                        dv_up_after(dv_of_lane(up, lane), dv_of_lane(before, lane),
                                    dv_of_lane(forward, lane)));
}

/// Reduce `v` to its component perpendicular to the unit vector `axis`.
static inline void take_across(const dv_lanes3 *axis, dv_lanes3 *v) {
    dv_floats along = v->x * axis->x + v->y * axis->y + v->z * axis->z;
    v->x -= axis->x * along, v->y -= axis->y * along, v->z -= axis->z * along;
}

// Like dv_up_after. Bodies that turn by right angles are handled one by one.
static inline void turn_roof(const dv_lanes3 *before, const dv_lanes3 *forward, dv_lanes3 *up) {
    dv_lanes3 across = {up->x, up->y, up->z};
    dv_floats length, along = up->x * forward->x + up->y * forward->y + up->z * forward->z;
    dv_normalize_lanes(&across);
    take_across(forward, &across);
    dv_lengths_of_lanes(&across, &length);
    dv_mask is_odd = ((up->x == 0) & (up->y == 0) & (up->z == 0)) | (along > DV_UPENDED) |
                     (along < -DV_UPENDED) | ~(length > DV_LEAST_ACROSS);
    dv_normalize_lanes(&across);
    take_across(forward, &across);
    dv_normalize_lanes(&across);
    if (dv_any_lane(&is_odd)) {
        dv_lanes3 odd = {up->x, up->y, up->z}, from = {before->x, before->y, before->z};
        dv_lanes3 to = {forward->x, forward->y, forward->z};
        face_odd_lanes(&is_odd, &from, &to, &odd);
        choose_lanes(&is_odd, &odd, &across);
    }
    up->x = across.x, up->y = across.y, up->z = across.z;
}

void DV_AT_WIDTH(dv_point_masses_move)(const dv_point_masses *m) {
    dv_lanes3 position, velocity, wanted, forward, facing, up;
    dv_floats speed, wanted_speed;
    LOAD3(position, m->x, m->y, m->z);
    LOAD3(velocity, m->vx, m->vy, m->vz);
    LOAD3(forward, m->fx, m->fy, m->fz);
    if (m->is_plane)
        velocity.z = (dv_floats){0};
    wanted = velocity;
    dv_lengths_of_lanes(&velocity, &speed);
    apply_push(m, &wanted);
    hold_speed(m, &speed, &wanted);
    dv_mask goes = ARE_FINITE(wanted);
    dv_lengths_of_lanes(&wanted, &wanted_speed);
    dv_mask turns = goes & (wanted_speed > SLOWEST_TURN);
    facing = wanted;
    dv_normalize_lanes(&facing);
    dv_lanes3 before = {forward.x, forward.y, forward.z};
    choose_lanes(&turns, &facing, &forward);
    choose_lanes(&goes, &wanted, &velocity);
    dv_lanes3 next = {position.x + velocity.x * m->dt, position.y + velocity.y * m->dt,
                      position.z + velocity.z * m->dt};
    dv_mask arrives = ARE_WITHIN(next, DV_FARTHEST);
    choose_lanes(&arrives, &next, &position);
    STORE3(m->x, m->y, m->z, position);
    STORE3(m->vx, m->vy, m->vz, velocity);
    STORE3(m->fx, m->fy, m->fz, forward);
    if (m->is_plane)
        return;
    LOAD3(up, m->ux, m->uy, m->uz);
    turn_roof(&before, &forward, &up);
    STORE3(m->ux, m->uy, m->uz, up);
}
