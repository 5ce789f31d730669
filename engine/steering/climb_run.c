// Climb side by side: climb.c for the agents of a squad. Compiled once for each vector width.
#include "steering/climbers.h"

#include "base/random.h"
#include "fields/cell_lanes.h"
#include "steering/desired.h"
#include "steering/desires.h"
#include "world/kernels.h"

_Static_assert(DV_LANES == 2 * DV_ANGLES, "the places of a squad are taken in halves");

enum { LEFT, AHEAD, RIGHT, SENSORS };

typedef float half_anywhere
    __attribute__((vector_size(4 * DV_ANGLES), aligned(sizeof(float)), may_alias));

#define HALF(array, first) (*(const half_anywhere *)(const void *)((array) + (first)))

static DV_ALWAYS_INLINE void cross_lanes(const dv_lanes3 *a, const dv_lanes3 *b,
                                         dv_lanes3 *product) {
    product->x = a->y * b->z - a->z * b->y;
    product->y = a->z * b->x - a->x * b->z;
    product->z = a->x * b->y - a->y * b->x;
}

/// The horizontal left of each body, as in dv_left_of.
static DV_ALWAYS_INLINE void take_level_left(const dv_lanes3 *forward, dv_lanes3 *left) {
    dv_lanes3 up = {(dv_floats){0}, (dv_floats){0}, DV_ALL_LANES(1.0f)};
    dv_floats square;
    cross_lanes(&up, forward, left);
    dv_squares_of_lanes(left, &square);
    dv_normalize_lanes(left);
    dv_mask are_upright = DV_IS_TO(square, <, 1e-6f);
    left->x = DV_WHERE(are_upright, (dv_floats){0}, left->x);
    left->y = DV_WHERE(are_upright, DV_ALL_LANES(1.0f), left->y);
    left->z = DV_WHERE(are_upright, (dv_floats){0}, left->z);
}

/// The ways to the sensors (m), as in dv_out_of_axes.
static DV_ALWAYS_INLINE void take_ways(const dv_squad *squad, const dv_climbers *c,
                                       dv_lanes3 ways[SENSORS]) {
    dv_lanes3 forward, left, up;
    dv_floats distance, ahead, aside;
    dv_load_lanes3(&forward, &squad->forward);
    take_level_left(&forward, &left);
    cross_lanes(&forward, &left, &up);
    DV_LOAD_LANES(distance, c->distance);
    DV_LOAD_LANES(ahead, c->ahead);
    DV_LOAD_LANES(aside, c->left);
#define WAY(sensor, along, across)                                                                 \
    (ways[sensor] = (dv_lanes3){                                                                   \
         forward.x * (along) + (left.x * (across) + up.x * 0.0f),                                  \
         forward.y * (along) + (left.y * (across) + up.y * 0.0f),                                  \
         forward.z * (along) + (left.z * (across) + up.z * 0.0f),                                  \
     })
    WAY(LEFT, ahead, aside);
    WAY(AHEAD, distance, 0.0f);
    WAY(RIGHT, ahead, -aside);
#undef WAY
}

/// The cells along both sides of a field.
typedef struct ground {
    dv_cell_axis across, along;
} ground;

static ground ground_of(const dv_field_layout *l) {
    return (ground){dv_cell_axis_of(l->left, l->width, l->columns, l->wraps),
                    dv_cell_axis_of(l->bottom, l->height, l->rows, l->wraps)};
}

/// The units in the cells of places, as dv_field_amount_near reads them.
static DV_ALWAYS_INLINE void read_units(const dv_field_grid *grid, const ground *g,
                                        const float x[DV_LANES], const float y[DV_LANES],
                                        dv_mask *units) {
    for (int first = 0; first < DV_LANES; first += DV_ANGLES) {
        dv_doubles from_left = __builtin_convertvector(HALF(x, first), dv_doubles);
        dv_doubles from_bottom = __builtin_convertvector(HALF(y, first), dv_doubles);
        dv_counts columns, rows;
        dv_wide_mask are_inside = {-1, -1, -1, -1};
        dv_find_cells_along(&g->across, &from_left, &columns, &are_inside);
        dv_find_cells_along(&g->along, &from_bottom, &rows, &are_inside);
        for (int i = 0; i < DV_ANGLES; i++)
            (*units)[first + i] = dv_cells_units(grid, (uint32_t)columns[i], (uint32_t)rows[i]) &
                                  (int32_t)are_inside[i];
    }
}

static DV_ALWAYS_INLINE void clamp_lanes(dv_floats *places, float low, float high) {
    *places = DV_WHERE(DV_IS_TO(*places, <, low), DV_ALL_LANES(low),
                       DV_WHERE(DV_IS_TO(*places, >, high), DV_ALL_LANES(high), *places));
}

static DV_ALWAYS_INLINE void sense(const dv_squad *squad, const dv_field_grid *grid,
                                   const ground *g, const dv_lanes3 *way, dv_mask *units) {
    const dv_field_layout *l = &grid->layout;
    float x_of[DV_LANES], y_of[DV_LANES];
    dv_floats x, y;
    DV_LOAD_LANES(x, squad->position.x);
    DV_LOAD_LANES(y, squad->position.y);
    x += way->x, y += way->y;
    if (!l->wraps) {
        clamp_lanes(&x, (float)l->left, (float)(l->left + l->width));
        clamp_lanes(&y, (float)l->bottom, (float)(l->bottom + l->height));
    }
    DV_STORE_LANES(x_of, x);
    DV_STORE_LANES(y_of, y);
    read_units(grid, g, x_of, y_of, units);
}

/// Set the lanes that go left of two equal sides; each by chance, as in dv_random_of.
static DV_NOINLINE void draw_sides(const dv_squad *squad, const dv_mask *are_even,
                                   dv_mask *go_left) {
    const dv_world *world = squad->world;
    for (int lane = 0; lane < DV_LANES; lane++) {
        dv_random_key key = {world->seed, world->tick, squad->agent[lane], squad->stream};
        if ((*are_even)[lane])
            (*go_left)[lane] = dv_random_unit(key, 0) < 0.5 ? -1 : 0;
    }
}

void DV_AT_WIDTH(dv_climb_run)(const dv_squad *squad, const dv_climbers *c, dv_vectors *vectors) {
    dv_lanes3 ways[SENSORS];
    dv_mask units[SENSORS];
    dv_floats direction, cap;
    ground g = ground_of(&c->grid->layout);
    take_ways(squad, c, ways);
    for (int i = 0; i < SENSORS; i++)
        sense(squad, c->grid, &g, &ways[i], &units[i]);
    DV_LOAD_LANES(direction, c->direction);
    DV_LOAD_LANES(cap, squad->cap);
    dv_mask sense_some = (units[LEFT] | units[AHEAD] | units[RIGHT]) != 0;
    sense_some &= DV_IS_TO(direction, !=, 0);
    // Units are at least 0, so the bits of −1 − units order them the other way round.
    dv_mask to_less = DV_IS_TO(direction, <, 0);
    for (int i = 0; i < SENSORS; i++)
        units[i] ^= to_less;
    dv_mask are_sides_worse = (units[AHEAD] >= units[LEFT]) & (units[AHEAD] >= units[RIGHT]);
    dv_mask go_left = units[LEFT] > units[RIGHT];
    dv_mask are_even = (units[LEFT] == units[RIGHT]) & ~are_sides_worse & sense_some;
    if (dv_any_lane(&are_even))
        draw_sides(squad, &are_even, &go_left);
#define BEST(axis)                                                                                 \
    DV_ONLY_WHERE(sense_some, DV_WHERE(are_sides_worse, ways[AHEAD].axis,                          \
                                       DV_WHERE(go_left, ways[LEFT].axis, ways[RIGHT].axis)))
    dv_lanes3 way = {BEST(x), BEST(y), BEST(z)};
#undef BEST
    dv_steer_lanes_along(squad, &way, &cap);
    dv_store_lanes3(vectors, &way);
}
