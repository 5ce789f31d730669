// Gather barriers, and test against all of them; see barriers.h for the invariant.
#include "navigation/barriers.h"

#include "base/alloc.h"
#include "base/math.h"
#include "world/obstacle_shapes.h"
#include "world/obstacles.h"
#include "world/world_data.h"

// Touching is not too near; coordinates may be off by this share through rounding.
#define ROUNDING 1e-6

/// The heights between both ends of a plan (m), and the clearance to keep from obstacles (m).
typedef struct slab {
    double low, high, clearance;
} slab;

// Whether a barrier matters between the two heights, and its reach there. A sphere grown by the
// clearance is cut widest at the height nearest to its center; shapes with a floor and a ceiling,
// at the height nearest to them. An obstacle from the ground to the sky has the same reach at every
// height.
static bool counts_in(const dv_barrier *barrier, const slab *heights, double *reach) {
    const dv_obstacle_record *obstacle = barrier->obstacle;
    double middle = (double)obstacle->position.z + barrier->up, clearance = heights->clearance;
    double off = dv_greater(dv_greater(heights->low - middle, middle - heights->high), 0);
    if (obstacle->shape == DV_SPHERE) {
        double grown = obstacle->radius + clearance;
        *reach = dv_sqrt(dv_greater(grown * grown - off * off, 0)) - obstacle->radius;
        return off < grown;
    }
    double gap = dv_greater(off - obstacle->half_height, 0);
    *reach = dv_sqrt(dv_greater(clearance * clearance - gap * gap, 0));
    return gap == 0 || gap < clearance;
}

/// Of an obstacle's vertical images, find the one with the greatest reach.
static bool find_barrier(const dv_barriers *barriers, const dv_obstacle_record *obstacle,
                         const slab *heights, dv_barrier *barrier) {
    float span = barriers->span.z;
    bool found = false;
    *barrier = (dv_barrier){.obstacle = obstacle, .reach = (float)heights->clearance};
    if (barriers->space == DV_PLANE)
        return true;
    for (int image = -1; image <= (span > 0 ? 1 : -1); image++) {
        dv_barrier other = {.obstacle = obstacle, .up = span > 0 ? (float)image * span : 0};
        double reach;
        if (!counts_in(&other, heights, &reach) || (found && !(reach > (double)barrier->reach)))
            continue;
        other.reach = (float)reach;
        *barrier = other;
        found = true;
    }
    return found;
}

static bool begin_barriers(dv_barriers *barriers, const dv_world *world, uint32_t most) {
    const dv_bounds *bounds = &world->bounds;
    *barriers = (dv_barriers){.space = world->space, .origin = bounds->min};
    if (bounds->edge == DV_EDGE_WRAP)
        barriers->span = dv_subtract(bounds->max, bounds->min);
    barriers->all = dv_alloc(most * sizeof *barriers->all);
    return barriers->all != NULL;
}

static void add_obstacle(dv_barriers *barriers, const dv_obstacle_record *obstacle,
                         const slab *heights) {
    if (obstacle->blocks & DV_BLOCKS_PLANNING &&
        find_barrier(barriers, obstacle, heights, &barriers->all[barriers->count]))
        barriers->count++;
}

static slab slab_between(float one_z, float other_z, float clearance) {
    return (slab){dv_lesser(one_z, other_z), dv_greater(one_z, other_z), clearance};
}

bool dv_barriers_gather(dv_barriers *barriers, const dv_world *world, float one_z, float other_z,
                        float clearance) {
    const dv_obstacles *obstacles = &world->obstacles;
    slab heights = slab_between(one_z, other_z, clearance);
    if (!begin_barriers(barriers, world, obstacles->alive_count))
        return false;
    for (uint32_t i = 0; i < obstacles->count; i++)
        add_obstacle(barriers, &obstacles->records[i], &heights);
    return true;
}

bool dv_barriers_gather_known(dv_barriers *barriers, const dv_world *world, float one_z,
                              float other_z, float clearance, const dv_obstacle *known,
                              uint32_t count) {
    slab heights = slab_between(one_z, other_z, clearance);
    if (!begin_barriers(barriers, world, count))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const dv_obstacle_record *obstacle = dv_obstacle_record_of(world, known[i].bits);
        if (obstacle)
            add_obstacle(barriers, obstacle, &heights);
    }
    return true;
}

/// Stay inside a shell; false if its floor or ceiling is in the way.
static bool stay_inside(dv_barrier *barrier, const slab *heights) {
    const dv_obstacle_record *obstacle = barrier->obstacle;
    double middle = (double)obstacle->position.z + barrier->up;
    double off = dv_greater(heights->high - middle, middle - heights->low);
    if (obstacle->shape != DV_SPHERE)
        return off <= obstacle->half_height - heights->clearance;
    double inner = obstacle->radius - heights->clearance;
    barrier->reach = (float)(obstacle->radius - dv_sqrt(dv_greater(inner * inner - off * off, 0)));
    return off < inner;
}

bool dv_barriers_take_sides(dv_barriers *barriers, const dv_world *world, dv_vec3 from, float to_z,
                            float clearance, bool *is_open) {
    slab heights = slab_between(from.z, to_z, clearance);
    *is_open = true;
    for (uint32_t i = 0; i < barriers->count && barriers->space == DV_VOLUME; i++) {
        dv_barrier *barrier = &barriers->all[i];
        if (!barrier->obstacle->hollow)
            continue;
        if (!barriers->sides)
            barriers->sides = dv_alloc(barriers->count * sizeof *barriers->sides);
        if (!barriers->sides)
            return false;
        dv_obstacle_record *solid = &barriers->sides[i];
        *solid = *barrier->obstacle;
        solid->hollow = false;
        if (!(dv_obstacle_surface_near(&world->obstacles, solid, DV_VOLUME, from).distance < 0))
            barrier->obstacle = solid;
        else if (!stay_inside(barrier, &heights))
            *is_open = false;
    }
    return true;
}

void dv_barriers_free(dv_barriers *barriers) {
    dv_free(barriers->all);
    dv_free(barriers->sides);
    *barriers = (dv_barriers){0};
}

// Images

/// Each obstacle also has images one span to either side of it.
dv_image_range dv_barrier_images(const dv_barriers *barriers, dv_vec3 low, dv_vec3 high) {
    dv_vec3 origin = barriers->origin, span = barriers->span;
    if (!(span.x > 0))
        return (dv_image_range){0, 0, 0, 0};
    return (dv_image_range){
        (int32_t)floorf((low.x - origin.x) / span.x) - 1,
        (int32_t)floorf((high.x - origin.x) / span.x) + 1,
        (int32_t)floorf((low.y - origin.y) / span.y) - 1,
        (int32_t)floorf((high.y - origin.y) / span.y) + 1,
    };
}

/// A straight way, or a point, in the plane.
typedef struct stretch {
    dv_vec3 from, to;
    dv_vec3 low, high;
    double slack; ///< m, for rounding
} stretch;

static double size_of(dv_vec3 point) { return fabs((double)point.x) + fabs((double)point.y); }

static stretch stretch_between(dv_vec3 from, dv_vec3 to) {
    return (stretch){
        .from = dv_vec(from.x, from.y, 0),
        .to = dv_vec(to.x, to.y, 0),
        .low = dv_vec((float)dv_lesser(from.x, to.x), (float)dv_lesser(from.y, to.y), 0),
        .high = dv_vec((float)dv_greater(from.x, to.x), (float)dv_greater(from.y, to.y), 0),
        .slack = ROUNDING * (size_of(from) + size_of(to)),
    };
}

static bool may_meet(const stretch *s, const dv_barrier *barrier, dv_vec3 by) {
    dv_box box = dv_obstacle_box(barrier->obstacle);
    double reach = (double)barrier->reach + 2 * s->slack;
    return (double)s->low.x - by.x <= box.high.x + reach &&
           (double)s->high.x - by.x >= box.low.x - reach &&
           (double)s->low.y - by.y <= box.high.y + reach &&
           (double)s->high.y - by.y >= box.low.y - reach;
}

/// The distance (m) to keep from a barrier, less a tolerance for rounding.
static float reach_of(const stretch *s, const dv_barrier *barrier) {
    double reach = barrier->reach;
    double slack = s->slack + ROUNDING * fabs(reach);
    return (float)(reach > 0 ? dv_greater(reach - slack, 0) : reach);
}

/// Call `test` for every barrier and image that may be near, until it returns true.
static bool any_meets(const dv_barriers *barriers, const stretch *s,
                      bool (*test)(const dv_barriers *barriers, const stretch *s,
                                   const dv_barrier *barrier, dv_vec3 by)) {
    dv_image_range range = dv_barrier_images(barriers, s->low, s->high);
    for (int32_t y = range.first_y; y <= range.last_y; y++)
        for (int32_t x = range.first_x; x <= range.last_x; x++) {
            dv_vec3 by = dv_vec((float)x * barriers->span.x, (float)y * barriers->span.y, 0);
            for (uint32_t i = 0; i < barriers->count; i++)
                if (may_meet(s, &barriers->all[i], by) && test(barriers, s, &barriers->all[i], by))
                    return true;
        }
    return false;
}

// Tests

static bool is_too_near(const dv_barriers *barriers, const stretch *s, const dv_barrier *barrier,
                        dv_vec3 by) {
    (void)barriers;
    dv_vec3 point = dv_subtract(s->from, by);
    return dv_obstacle_surface(barrier->obstacle, DV_PLANE, point).distance < reach_of(s, barrier);
}

static bool is_inside_barrier(const dv_barriers *barriers, const stretch *s,
                              const dv_barrier *barrier, dv_vec3 by) {
    dv_vec3 point = dv_subtract(s->from, by);
    point.z = s->to.z - barrier->up;
    return dv_obstacle_surface(barrier->obstacle, barriers->space, point).distance < 0;
}

dv_clearance_state dv_barriers_clearance_state(const dv_barriers *barriers, dv_vec3 point) {
    stretch s = stretch_between(point, point);
    s.to.z = point.z;
    if (any_meets(barriers, &s, is_inside_barrier))
        return DV_STANDS_INSIDE;
    return any_meets(barriers, &s, is_too_near) ? DV_STANDS_TOO_NEAR : DV_STANDS_FREE;
}

static bool is_met(const dv_barriers *barriers, const stretch *s, const dv_barrier *barrier,
                   dv_vec3 by) {
    (void)barriers;
    dv_vec3 way = dv_subtract(s->to, s->from);
    dv_sweep_hit hit;
    return dv_obstacle_sweep(barrier->obstacle, DV_PLANE, dv_subtract(s->from, by),
                             dv_normalize(way), dv_length(way), reach_of(s, barrier), &hit);
}

bool dv_barriers_allow_way(const dv_barriers *barriers, dv_vec3 from, dv_vec3 to) {
    stretch s = stretch_between(from, to);
    if (s.from.x == s.to.x && s.from.y == s.to.y)
        return true;
    return !any_meets(barriers, &s, is_met);
}

// Near a place

double dv_barriers_excess(const dv_barriers *barriers, dv_vec3 point, dv_vec3 *away) {
    double least = INFINITY;
    *away = dv_vec(0, 0, 0);
    dv_image_range range = dv_barrier_images(barriers, point, point);
    for (int32_t y = range.first_y; y <= range.last_y; y++)
        for (int32_t x = range.first_x; x <= range.last_x; x++) {
            dv_vec3 by = dv_vec((float)x * barriers->span.x, (float)y * barriers->span.y, 0);
            for (uint32_t i = 0; i < barriers->count; i++) {
                const dv_barrier *barrier = &barriers->all[i];
                dv_surface_point surface =
                    dv_obstacle_surface(barrier->obstacle, DV_PLANE, dv_subtract(point, by));
                double excess = (double)surface.distance - (double)barrier->reach;
                if (!(excess < least))
                    continue;
                least = excess;
                *away = surface.normal;
            }
        }
    return least;
}

void dv_barriers_pick(const dv_barriers *barriers, dv_vec3 low, dv_vec3 high, dv_barriers *near) {
    stretch s = stretch_between(low, high);
    near->count = 0;
    dv_image_range range = dv_barrier_images(barriers, low, high);
    for (uint32_t i = 0; i < barriers->count; i++) {
        bool is_near = false;
        for (int32_t y = range.first_y; y <= range.last_y && !is_near; y++)
            for (int32_t x = range.first_x; x <= range.last_x && !is_near; x++)
                is_near =
                    may_meet(&s, &barriers->all[i],
                             dv_vec((float)x * barriers->span.x, (float)y * barriers->span.y, 0));
        if (is_near)
            near->all[near->count++] = barriers->all[i];
    }
}
