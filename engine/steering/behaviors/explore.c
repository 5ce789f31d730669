// Explore: cover all of the world's bounds or of a region.
//
// The bounds, or the box of the region, are divided into cells small enough to be seen whole from
// their centers. An agent goes through them boustrophedon, as an ox plows: along x, back in the
// next row, and layer by layer in a volume. It starts at the nearest corner, and at the end goes
// all the way back. That needs no memory of visited cells, however large the world, and no leg is
// longer than a cell.
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/behaviors/drive_to.h"
#include "steering/desired.h"
#include "steering/evaluate.h"
#include "world/obstacle_shapes.h"
#include "world/obstacles.h"
#include "world/regions.h"

enum { RADIUS, PATIENCE, REGION };

static const dv_parameter parameters_of_explore[] = {
    {"radius", DV_PARAMETER_NUMBER, false, "m", 0.01, DV_LONGEST, 5,
     "how far around itself an agent explores: it comes this close to every place"},
    {"patience", DV_PARAMETER_NUMBER, false, "s", 0, DV_FURTHEST, 5,
     "after this long without getting closer, skip a place as unreachable"},
    {"region", DV_PARAMETER_PATH, false, "region", 0, 0, 0,
     "the slot that holds what to cover; the bounds of the world by default"},
};

#define AXES 3
#define MAX_BLOCKED 64 ///< cells skipped in one tick

typedef struct explore_state {
    uint32_t has_begun;
    uint32_t cell[AXES];
    uint32_t backward; ///< one bit per axis
    float nearest;     ///< m, the least distance from the cell's center so far
    float waited;      ///< s since then
} explore_state;

typedef struct cells {
    uint32_t count[AXES];
    double low[AXES], size[AXES];
} cells;

// From its center, no place in a cell is further than three quarters of the radius. The last
// quarter allows for stopping short of the center.
static cells cells_of(const dv_world *world, const dv_region_record *region, float radius) {
    bool volume = world->space == DV_VOLUME;
    double side = 1.5 * (double)radius / dv_sqrt(volume ? 3 : 2);
    const dv_bounds *b = &world->bounds;
    dv_box box = region ? dv_obstacle_box(&region->shape) : (dv_box){b->min, b->max};
    dv_vec3 from = box.low, to = box.high;
    // A region without a floor and a ceiling has those of the world.
    double low[AXES] = {from.x, from.y, isfinite(from.z) ? from.z : b->min.z};
    double high[AXES] = {to.x, to.y, isfinite(to.z) ? to.z : b->max.z};
    cells c;
    for (int axis = 0; axis < AXES; axis++) {
        double span = high[axis] - low[axis];
        double count = ceil(span / side);
        bool is_flat = axis == 2 && !volume;
        c.count[axis] = is_flat || !(count > 1) ? 1 : count < 1e9 ? (uint32_t)count : 1000000000u;
        c.low[axis] = is_flat ? 0 : low[axis];
        c.size[axis] = is_flat ? 0 : span / c.count[axis];
    }
    return c;
}

static dv_vec3 middle_of(const cells *c, const explore_state *state) {
    double at[AXES];
    for (int axis = 0; axis < AXES; axis++)
        at[axis] = c->low[axis] + (state->cell[axis] + 0.5) * c->size[axis];
    return dv_vec((float)at[0], (float)at[1], (float)at[2]);
}

static void begin_cell(explore_state *state) {
    state->nearest = INFINITY;
    state->waited = 0;
}

static void begin_nearest_corner(const dv_steering_context *context, const cells *c,
                                 explore_state *state) {
    double at[AXES] = {context->position.x, context->position.y, context->position.z};
    for (int axis = 0; axis < AXES; axis++) {
        bool is_high = at[axis] > c->low[axis] + c->size[axis] * c->count[axis] / 2;
        state->cell[axis] = is_high ? c->count[axis] - 1 : 0;
        state->backward |= (uint32_t)is_high << axis;
    }
    state->has_begun = 1;
    begin_cell(state);
}

/// Go on to the next cell; at the end of a row, to the next row, which is walked the other way, and
/// likewise for layers.
static void go_on(const cells *c, explore_state *state) {
    begin_cell(state);
    for (int axis = 0; axis < AXES; axis++) {
        bool backward = state->backward >> axis & 1;
        if (backward ? state->cell[axis] > 0 : state->cell[axis] + 1 < c->count[axis]) {
            state->cell[axis] += backward ? UINT32_MAX : 1;
            return;
        }
        state->backward ^= 1u << axis;
    }
}

static bool is_blocked(const dv_steering_context *context, dv_vec3 middle) {
    const dv_world *world = context->world;
    dv_surface_point surface;
    return world->obstacles.alive_count > 0 &&
           dv_obstacles_nearest(&world->obstacles, world->space, middle, context->radius,
                                &surface) &&
           surface.distance < context->radius;
}

/// Whether no part of a cell is in the region. A cell that may reach in with only a corner is
/// visited.
static bool is_outside(const dv_world *world, const dv_region_record *region, const cells *c,
                       dv_vec3 middle) {
    dv_vec3 size = dv_vec((float)c->size[0], (float)c->size[1], (float)c->size[2]);
    return region &&
           dv_obstacle_surface(&region->shape, world->space, middle).distance > dv_length(size) / 2;
}

static bool has_run_out(const dv_steering_context *context, explore_state *state, float distance,
                        float patience) {
    if (distance < state->nearest * 0.99f) {
        state->nearest = distance;
        state->waited = 0;
        return false;
    }
    state->waited += context->dt;
    return state->waited > patience;
}

static bool is_done(const dv_steering_context *context, explore_state *state, dv_vec3 middle,
                    float radius, float patience) {
    float distance = dv_length(dv_offset_to(context, middle));
    return distance <= radius / 4 || is_blocked(context, middle) ||
           has_run_out(context, state, distance, patience);
}

// The more it has to turn, the slower it goes, so that it never circles a place it cannot turn in
// to. On wheels, that takes a way around.
static dv_vec3 head_for(const dv_steering_context *context, dv_vec3 offset) {
    dv_vec3 steering;
    if (dv_drive_around(context, offset, &steering))
        return steering;
    float cosine = dv_dot(context->forward, dv_normalize(offset));
    return dv_steer_along(context, offset, context->cap * dv_clamp(cosine, 0.1f, 1));
}

/// The area an agent covers: a region, or the world if `region` is NULL.
typedef struct field {
    const dv_region_record *region;
    cells cells;
    float radius;
} field;

/// False when the region's slot is empty.
static bool field_of(const dv_steering_context *context, const dv_bound *parameters, field *f) {
    const dv_world *world = context->world;
    const dv_bound *region = &parameters[REGION];
    f->radius = dv_number_within(context, parameters, parameters_of_explore, RADIUS);
    f->region = NULL;
    if (region->source != DV_SOURCE_ABSENT) {
        f->region = dv_region_record_of(world, dv_bound_handle(world, context->agent, region));
        if (!f->region)
            return false;
    }
    f->cells = cells_of(world, f->region, f->radius);
    return true;
}

/// The center of the cell to go to now.
static dv_vec3 next_middle(const dv_steering_context *context, const dv_bound *parameters,
                           const field *f, explore_state *kept) {
    float patience = dv_number_within(context, parameters, parameters_of_explore, PATIENCE);
    const cells *c = &f->cells;
    if (!kept->has_begun)
        begin_nearest_corner(context, c, kept);
    // The radius may have changed since the last tick.
    for (int axis = 0; axis < AXES; axis++)
        if (kept->cell[axis] >= c->count[axis])
            kept->cell[axis] = c->count[axis] - 1;
    dv_vec3 middle = middle_of(c, kept);
    for (int i = 0; i < MAX_BLOCKED && (is_outside(context->world, f->region, c, middle) ||
                                        is_done(context, kept, middle, f->radius, patience));
         i++) {
        go_on(c, kept);
        middle = middle_of(c, kept);
    }
    return middle;
}

static dv_vec3 evaluate_explore(const dv_steering_context *context, const dv_bound *parameters,
                                void *state) {
    field f;
    if (!field_of(context, parameters, &f))
        return DV_NO_STEERING;
    return head_for(context, dv_offset_to(context, next_middle(context, parameters, &f, state)));
}

// Draw what the agent sees from here, the cell it goes to, and the one after it.
static void annotate_explore(const dv_steering_context *context, const dv_bound *parameters,
                             const void *state, dv_sketch *sketch) {
    explore_state kept = *(const explore_state *)state;
    field f;
    if (!field_of(context, parameters, &f))
        return;
    dv_vec3 goal = dv_offset_to(context, next_middle(context, parameters, &f, &kept));
    float length = (float)f.cells.size[0], half_width = (float)f.cells.size[1] / 2;
    dv_show_circle(context, sketch, DV_NO_STEERING, f.radius, DV_INK_NEIGHBOR);
    dv_show_strip(context, sketch, dv_subtract(goal, dv_vec(length / 2, 0, 0)), dv_vec(1, 0, 0),
                  length, half_width, DV_INK_TARGET);
    dv_show_place(context, sketch, goal, DV_INK_TARGET);
    go_on(&f.cells, &kept);
    dv_show_prediction(context, sketch, goal, dv_offset_to(context, middle_of(&f.cells, &kept)),
                       DV_INK_CLEAR);
}

const dv_behavior_type dv_behavior_explore = {
    .entry = {.name = "explore",
              .doc =
                  "Cover the bounds of the world or a region: come within the radius of every "
                  "place that can be reached, row by row from the nearest corner, and then back.",
              .source = "Reynolds 1999, Explore: exhaustive cover of a region; boustrophedon over "
                        "cells of at most 1.06 radius (0.87 in a volume)",
              .parameters = parameters_of_explore,
              .parameter_count = DV_COUNT_OF(parameters_of_explore)},
    .state_size = sizeof(explore_state),
    .evaluate = evaluate_explore,
    .annotate = annotate_explore,
};
