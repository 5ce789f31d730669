// Rays meet what is first of all obstacles and bodies, with their images, in every space and at
// every edge.
#include "../program.h"
#include "query_world.h"

#include <string.h>

#define BALLS 12
#define WALLS 6

static const uint32_t numbers[KINDS] = {300, 80, 20};

typedef struct thing {
    bool is_wall;
    dv_vec3 a, b; ///< the ends of a wall; the center of a ball
    double radius;
    dv_obstacle obstacle;
    dv_agent agent;
} thing;

typedef struct ray_world {
    query_world q;
    thing things[BALLS + WALLS + 400];
    uint32_t count;
} ray_world;

static void add_obstacles(ray_world *r) {
    for (int i = 0; i < BALLS + WALLS; i++) {
        thing *t = &r->things[r->count++];
        t->is_wall = i >= BALLS;
        t->a = anywhere(&r->q, (double)HALF - 1);
        t->radius = between(&r->q, 0.5, 3);
        dv_vec3 way = anywhere(&r->q, 12);
        t->b = dv_add(t->a, dv_vec(way.x, way.y, 0));
        dv_vec3 points[] = {t->a, t->b};
        dv_obstacle_def def = {.shape = t->is_wall ? DV_WALL : DV_SPHERE,
                               .position = t->is_wall ? dv_vec(0, 0, 0) : t->a,
                               .radius = (float)t->radius,
                               .points = points,
                               .point_count = 2};
        must(dv_obstacle_create(r->q.world, &def, &t->obstacle, &error));
    }
}

static ray_world *open_rays(uint64_t seed, dv_space space, dv_edge edge) {
    ray_world *r = calloc(1, sizeof *r);
    r->q = open_world(seed, space, edge, numbers);
    add_obstacles(r);
    const uint32_t agents = dv_world_agent_limit(r->q.world);
    for (uint32_t i = 0; i < agents; i += 5)
        must(dv_agent_set_property(r->q.world, dv_world_agent_at(r->q.world, i), DV_RADIUS,
                                   between(&r->q, 0, 4), &error));
    sense(&r->q);
    for (uint32_t i = 0; i < agents; i++) {
        thing *t = &r->things[r->count++];
        t->agent = dv_world_agent_at(r->q.world, i);
        t->a = dv_agent_position(r->q.world, t->agent);
        t->radius = dv_agent_property(r->q.world, t->agent, DV_RADIUS);
    }
    return r;
}

static void close_rays(ray_world *r) {
    close_world(&r->q);
    free(r);
}

typedef struct line {
    double x, y, z, dx, dy, dz; ///< the direction at unit length
} line;

/// Where a line meets a ball: at 0 if it begins inside and leads deeper.
static double meet_ball(line l, double x, double y, double z, double radius) {
    double ox = x - l.x, oy = y - l.y, oz = z - l.z;
    double along = ox * l.dx + oy * l.dy + oz * l.dz;
    double gap = ox * ox + oy * oy + oz * oz - radius * radius;
    double depth = along * along - gap;
    if (along <= 0)
        return (double)INFINITY;
    return gap <= 0 ? 0 : depth <= 0 ? (double)INFINITY : along - sqrt(depth);
}

/// Where it meets a wall, which is upright and endless.
static double meet_wall(line l, const thing *wall, double by_x, double by_y) {
    double x = wall->a.x + by_x - l.x, y = wall->a.y + by_y - l.y;
    double wx = (double)wall->b.x - wall->a.x, wy = (double)wall->b.y - wall->a.y;
    double cross = l.dx * wy - l.dy * wx;
    double time = (x * wy - y * wx) / cross, part = (x * l.dy - y * l.dx) / cross;
    return time >= 0 && part >= 0 && part <= 1 ? time : (double)INFINITY;
}

/// Where it first meets an image of a thing, as far as `length`.
static double meet_thing(const ray_world *r, line l, const thing *t, double length) {
    bool wraps = dv_world_bounds(r->q.world).edge == DV_EDGE_WRAP;
    double side = 2 * (double)HALF, first = (double)INFINITY;
    int most = wraps ? (int)(length / side) + 2 : 0, layers = r->q.volume ? most : 0;
    for (int k = -layers; k <= layers; k++)
        for (int j = -most; j <= most; j++)
            for (int i = -most; i <= most; i++) {
                double met = t->is_wall ? meet_wall(l, t, i * side, j * side)
                                        : meet_ball(l, t->a.x + i * side, t->a.y + j * side,
                                                    t->a.z + k * side, t->radius);
                first = dv_lesser(first, met);
                if (t->is_wall && k != 0)
                    break;
            }
    return first;
}

#define CLOSE 1e-3 // m

static void compare_ray(ray_world *r, const thing *self, dv_vec3 direction, double length,
                        dv_kind_set kinds) {
    double size = dv_length_double(direction), first = (double)INFINITY, met = -1;
    line l = {self->a.x,          self->a.y,          self->a.z,
              direction.x / size, direction.y / size, direction.z / size};
    dv_ray_hit hit;
    bool hits = dv_agent_ray(r->q.world, self->agent, direction, length, kinds, &hit);
    for (uint32_t i = 0; i < r->count; i++) {
        const thing *t = &r->things[i];
        if (t == self ||
            (t->agent.bits && !dv_has_kind(&kinds, dv_agent_kind(r->q.world, t->agent))))
            continue;
        double distance = meet_thing(r, l, t, length);
        if (hits && t->agent.bits == hit.agent.bits && t->obstacle.bits == hit.obstacle.bits)
            met = distance;
        first = dv_lesser(first, distance);
    }
    if (!hits) {
        assert_true(first > length - CLOSE);
        return;
    }
    assert_float_equal((double)hit.distance, first, CLOSE);
    assert_float_equal(met, first, CLOSE); // what is met is there
    assert_true((double)hit.distance <= length &&
                (hit.agent.bits == 0) != (hit.obstacle.bits == 0));
    assert_float_equal(dv_length(hit.normal), 1, 1e-4f);
    assert_true((double)dv_dot(hit.normal, direction) <= 1e-3 * size);
    assert_float_equal((double)hit.point.x, l.x + l.dx * (double)hit.distance, CLOSE);
    assert_float_equal((double)hit.point.y, l.y + l.dy * (double)hit.distance, CLOSE);
    assert_float_equal((double)hit.point.z, l.z + l.dz * (double)hit.distance, CLOSE);
}

static void compare_rays(uint64_t seed, dv_space space, dv_edge edge) {
    ray_world *r = open_rays(seed, space, edge);
    static const double lengths[] = {0.5, 8, 40, 130, 330};
    for (int i = 0; i < 200; i++) {
        const thing *self = &r->things[(uint32_t)between(&r->q, BALLS + WALLS, r->count)];
        double length = lengths[i % (space == DV_VOLUME ? 4 : 5)];
        dv_kind_set kinds = i % 4 ? dv_one_kind((uint32_t)i % KINDS) : DV_ANY_KIND;
        if (i % 10 == 1)
            kinds = dv_no_kinds();
        compare_ray(r, self, anywhere(&r->q, i % 3 ? 1 : 1e6), length, kinds);
    }
    close_rays(r);
}

static void rays_meet_what_is_first(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++)
        for (int space = DV_PLANE; space <= DV_VOLUME; space++)
            for (int edge = DV_EDGE_OPEN; edge <= DV_EDGE_WRAP; edge++)
                compare_rays(seed, (dv_space)space, (dv_edge)edge);
}

// One at a time

static query_world pair(dv_edge edge, dv_agent *self, dv_agent *other) {
    query_world q = open_world(1, DV_PLANE, edge, (const uint32_t[KINDS]){2, 0, 0});
    *self = dv_world_agent_at(q.world, 0);
    *other = dv_world_agent_at(q.world, 1);
    must(dv_agent_set_position(q.world, *self, dv_vec(0, 0, 0), &error));
    must(dv_agent_set_position(q.world, *other, dv_vec(10, 0, 0), &error));
    return q;
}

static void bodies_are_met_as_sensed(void **state) {
    (void)state;
    dv_agent self, other;
    query_world q = pair(DV_EDGE_OPEN, &self, &other);
    dv_vec3 ahead = {2, 0, 5};
    dv_ray_hit hit;
    // Nobody has been sensed.
    assert_false(dv_agent_ray(q.world, self, ahead, 100, DV_ANY_KIND, &hit));
    must(dv_world_step(q.world, &error));
    assert_true(dv_agent_ray(q.world, self, ahead, 100, DV_ANY_KIND, &hit));
    assert_int_equal(hit.agent.bits, other.bits);
    assert_float_equal(hit.distance, 9.5f, 1e-5f);
    assert_float_equal(hit.normal.x, -1, 1e-5f);
    assert_true(dv_agent_ray(q.world, self, ahead, (double)INFINITY, DV_ANY_KIND, &hit));
    assert_false(dv_agent_ray(q.world, self, ahead, 9.4, DV_ANY_KIND, &hit));
    assert_false(dv_agent_ray(q.world, self, ahead, 100, dv_one_kind(1), &hit));
    must(dv_agent_set_position(q.world, other, dv_vec(0, 10, 0), &error));
    assert_true(dv_agent_ray(q.world, self, ahead, 100, DV_ANY_KIND, &hit));
    must(dv_agent_remove(q.world, other));
    assert_false(dv_agent_ray(q.world, self, ahead, 100, DV_ANY_KIND, &hit));
    close_world(&q);
}

static void obstacles_come_before_agents(void **state) {
    (void)state;
    dv_agent self, other;
    query_world q = pair(DV_EDGE_OPEN, &self, &other);
    dv_obstacle_def def = {.shape = DV_SPHERE, .position = {10, 0, 0}, .radius = 0.5f};
    dv_obstacle ball;
    dv_ray_hit hit;
    must(dv_obstacle_create(q.world, &def, &ball, &error));
    must(dv_world_step(q.world, &error));
    assert_true(dv_agent_ray(q.world, self, dv_vec(1, 0, 0), 10, DV_ANY_KIND, &hit));
    assert_int_equal(hit.obstacle.bits, ball.bits);
    assert_int_equal(hit.agent.bits, 0);
    // A door that is open is not there.
    must(dv_obstacle_set_blocks(q.world, ball, DV_BLOCKS_SIGHT, &error));
    assert_true(dv_agent_ray(q.world, self, dv_vec(1, 0, 0), 10, DV_ANY_KIND, &hit));
    assert_int_equal(hit.agent.bits, other.bits);
    close_world(&q);
}

static void what_it_is_inside_of_is_met_on_the_way_in(void **state) {
    (void)state;
    dv_agent self, other;
    query_world q = pair(DV_EDGE_OPEN, &self, &other);
    dv_ray_hit hit;
    must(dv_agent_set_position(q.world, other, dv_vec(0.25f, 0, 0), &error));
    must(dv_world_step(q.world, &error));
    assert_true(dv_agent_ray(q.world, self, dv_vec(1, 0, 0), 0, DV_ANY_KIND, &hit));
    assert_float_equal(hit.distance, 0, 0);
    assert_false(dv_agent_ray(q.world, self, dv_vec(-1, 0, 0), 100, DV_ANY_KIND, &hit));
    close_world(&q);
}

static void rays_go_around_the_world(void **state) {
    (void)state;
    dv_agent self, other;
    query_world q = pair(DV_EDGE_WRAP, &self, &other);
    dv_ray_hit hit;
    must(dv_world_step(q.world, &error));
    assert_true(dv_agent_ray(q.world, self, dv_vec(-1, 0, 0), 100, DV_ANY_KIND, &hit));
    assert_float_equal(hit.distance, 89.5f, 1e-4f);
    assert_float_equal(hit.point.x, -89.5f, 1e-4f);
    // Itself is not in the way, however far the ray goes.
    assert_false(dv_agent_ray(q.world, self, dv_vec(0, 1, 0), 1e300, DV_ANY_KIND, &hit));
    close_world(&q);
}

static void rays_that_lead_nowhere_meet_nothing(void **state) {
    (void)state;
    dv_agent self, other;
    query_world q = pair(DV_EDGE_OPEN, &self, &other);
    dv_ray_hit hit = {.distance = 7};
    must(dv_world_step(q.world, &error));
    assert_false(dv_agent_ray(q.world, self, dv_vec(0, 0, 0), 100, DV_ANY_KIND, &hit));
    assert_false(dv_agent_ray(q.world, self, dv_vec(0, 0, 1), 100, DV_ANY_KIND, &hit));
    assert_false(dv_agent_ray(q.world, self, dv_vec(NAN, 0, 0), 100, DV_ANY_KIND, &hit));
    assert_false(dv_agent_ray(q.world, self, dv_vec(INFINITY, 0, 0), 100, DV_ANY_KIND, &hit));
    assert_false(dv_agent_ray(q.world, self, dv_vec(1, 0, 0), -1, DV_ANY_KIND, &hit));
    assert_false(dv_agent_ray(q.world, self, dv_vec(1, 0, 0), (double)NAN, DV_ANY_KIND, &hit));
    must(dv_agent_remove(q.world, self));
    assert_false(dv_agent_ray(q.world, self, dv_vec(1, 0, 0), 100, DV_ANY_KIND, &hit));
    assert_float_equal(hit.distance, 7, 0);
    close_world(&q);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rays_meet_what_is_first),
        cmocka_unit_test(bodies_are_met_as_sensed),
        cmocka_unit_test(obstacles_come_before_agents),
        cmocka_unit_test(what_it_is_inside_of_is_met_on_the_way_in),
        cmocka_unit_test(rays_go_around_the_world),
        cmocka_unit_test(rays_that_lead_nowhere_meet_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
