// Moving point masses side by side. Compiled once for each width of vectors.
#include "locomotion/point_masses.h"

#include "base/lanes.h"
#include "world/kernels.h"

// m/s, below which a velocity does not turn a body; as in body.h.
#define SLOWEST_TURN 1e-3f

static inline void lengths_of(const dv_lanes3 *v, dv_doubles *length) {
    dv_doubles x = __builtin_convertvector(v->x, dv_doubles);
    dv_doubles y = __builtin_convertvector(v->y, dv_doubles);
    dv_doubles z = __builtin_convertvector(v->z, dv_doubles);
    *length = x * x + y * y + z * z;
    dv_take_roots(length);
}

static inline void take_off_a_bit(dv_floats *v, const dv_mask *where) {
    dv_mask bits = (dv_mask)*v + (dv_mask)((*v != 0) & *where);
    *v = (dv_floats)bits;
}

// As dv_truncate.
static inline void truncate_lanes(dv_lanes3 *v, const dv_floats *most) {
    dv_doubles length, shortened_length;
    lengths_of(v, &length);
    dv_doubles limit = __builtin_convertvector(
        DV_WHERE((*most > 0) | (*most != *most), *most, (dv_floats){0}), dv_doubles);
    dv_doubles scale = limit / length;
    dv_lanes3 shortened = {
        __builtin_convertvector(__builtin_convertvector(v->x, dv_doubles) * scale, dv_floats),
        __builtin_convertvector(__builtin_convertvector(v->y, dv_doubles) * scale, dv_floats),
        __builtin_convertvector(__builtin_convertvector(v->z, dv_doubles) * scale, dv_floats),
    };
    lengths_of(&shortened, &shortened_length);
    dv_mask goes_over = __builtin_convertvector(shortened_length > limit, dv_mask);
    take_off_a_bit(&shortened.x, &goes_over);
    take_off_a_bit(&shortened.y, &goes_over);
    take_off_a_bit(&shortened.z, &goes_over);
    dv_mask fits = __builtin_convertvector(length <= limit, dv_mask);
    v->x = DV_WHERE(fits, v->x, shortened.x);
    v->y = DV_WHERE(fits, v->y, shortened.y);
    v->z = DV_WHERE(fits, v->z, shortened.z);
}

#define ARE_FINITE(v)                                                                              \
    ((DV_MAGNITUDE((v).x) < INFINITY) & (DV_MAGNITUDE((v).y) < INFINITY) &                         \
     (DV_MAGNITUDE((v).z) < INFINITY))

static inline void choose(const dv_mask *mask, const dv_lanes3 *yes, dv_lanes3 *v) {
    v->x = DV_WHERE(*mask, yes->x, v->x);
    v->y = DV_WHERE(*mask, yes->y, v->y);
    v->z = DV_WHERE(*mask, yes->z, v->z);
}

static inline void scale_lanes(dv_lanes3 *v, const dv_floats *factor) {
    v->x *= *factor, v->y *= *factor, v->z *= *factor;
}

/// The change of velocity in one tick, added to it.
static inline void push(const dv_point_masses *m, dv_lanes3 *velocity) {
    dv_lanes3 steering;
    dv_floats thrust, response;
    dv_load_lanes3(&steering, &m->steering);
    DV_LOAD_LANES(thrust, m->thrust);
    DV_LOAD_LANES(response, m->response);
    dv_floats most = thrust * response, share = m->dt / response;
    truncate_lanes(&steering, &most);
    scale_lanes(&steering, &share);
    velocity->x += steering.x, velocity->y += steering.y, velocity->z += steering.z;
}

/// Above the cap, speed falls no faster than the body can brake.
static inline void hold_speed(const dv_point_masses *m, const dv_doubles *speed, dv_lanes3 *v) {
    dv_floats thrust, cap;
    DV_LOAD_LANES(thrust, m->thrust);
    DV_LOAD_LANES(cap, m->cap);
    dv_floats braked = __builtin_convertvector(*speed, dv_floats) - thrust * m->dt;
    dv_floats most = DV_WHERE(cap > braked, cap, braked);
    truncate_lanes(v, &most);
}

void DV_AT_WIDTH(dv_point_masses_move)(dv_point_masses *m) {
    dv_lanes3 position, velocity, wanted, forward, facing;
    dv_doubles speed, wanted_speed;
    dv_load_lanes3(&position, &m->position);
    dv_load_lanes3(&velocity, &m->velocity);
    dv_load_lanes3(&forward, &m->forward);
    wanted = velocity;
    lengths_of(&velocity, &speed);
    push(m, &wanted);
    hold_speed(m, &speed, &wanted);
    dv_mask goes = ARE_FINITE(wanted);
    lengths_of(&wanted, &wanted_speed);
    dv_mask turns = goes & (__builtin_convertvector(wanted_speed, dv_floats) > SLOWEST_TURN);
    facing = wanted;
    dv_normalize_lanes(&facing);
    choose(&turns, &facing, &forward);
    choose(&goes, &wanted, &velocity);
    dv_lanes3 next = {position.x + velocity.x * m->dt, position.y + velocity.y * m->dt,
                      position.z + velocity.z * m->dt};
    dv_mask arrives = ARE_FINITE(next);
    choose(&arrives, &next, &position);
    dv_store_lanes3(&m->position, &position);
    dv_store_lanes3(&m->velocity, &velocity);
    dv_store_lanes3(&m->forward, &forward);
}
