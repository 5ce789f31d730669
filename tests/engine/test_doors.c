// Planning through narrow places: a way leads through every gap that a body fits through, however
// the gap lies on the cells of the map, and through no other.
#include "../program.h"
#include "../whole.h"
#include "planning_world.h"

static dv_vec3 turned(dv_vec3 about, double x, double y, double angle) {
    double sine = dv_sin(angle), cosine = dv_cos(angle);
    return dv_vec((float)(about.x + x * cosine - y * sine),
                  (float)(about.y + x * sine + y * cosine), 0);
}

/// What stands on either side of a gap.
typedef enum posts { THIN_WALLS, THICK_WALLS, PILLARS, ONE_OUTLINE, POST_COUNT } posts;

/// A gap in a wall through a place, turned by an angle.
typedef struct gap {
    posts posts;
    dv_vec3 middle;
    double angle, width;
    double reach; ///< m, how far the wall goes on either side
} gap;

static void put_side(lab *l, const gap *g, int side) {
    double edge = side * g->width / 2;
    dv_vec3 near = turned(g->middle, 0, edge, g->angle);
    if (g->posts == PILLARS) {
        dv_vec3 center = turned(g->middle, 0, edge + side * 1.5, g->angle);
        put_ball(l, center.x, center.y, 0, 1.5f);
        near = center;
    }
    dv_vec3 far = turned(g->middle, 0, side * g->reach, g->angle);
    dv_vec3 center = turned(g->middle, 0, edge + side * g->reach / 2, g->angle);
    if (g->posts == THICK_WALLS)
        put_box(l, center, dv_vec(1.7f, (float)g->reach, 1), (float)g->angle);
    else
        put_wall(l, near.x, near.y, far.x, far.y);
}

/// A yard with a gap in one of its walls, all one outline.
static void put_yard(lab *l, const gap *g) {
    const double x[] = {0, 0, -14, -14, 0, 0, -0.4, -0.4, -13.6, -13.6, -0.4, -0.4};
    double half = g->width / 2;
    const double y[] = {half, 9, 9, -9, -9, -half, -half, -8.6, -8.6, 8.6, 8.6, half};
    dv_vec3 points[12];
    for (int i = 0; i < 12; i++)
        points[i] = turned(g->middle, x[i], y[i], g->angle);
    put(l, (dv_obstacle_def){.shape = DV_POLYGON, .points = points, .point_count = 12});
}

/// Whether a way leads through, which is shorter than one around the wall.
static bool is_passed(const gap *g, float clearance, float resolution) {
    lab l = open_field(DV_EDGE_CONTAIN, DV_PLANE);
    if (g->posts == ONE_OUTLINE)
        put_yard(&l, g);
    for (int side = -1; side <= 1 && g->posts != ONE_OUTLINE; side += 2)
        put_side(&l, g, side);
    dv_plan_def def = plan_between(turned(g->middle, -5, 0.8, g->angle),
                                   turned(g->middle, 5, -1.7, g->angle), clearance, resolution);
    dv_plan_outcome outcome;
    dv_path path = try_plan(&l, &def, &outcome);
    bool is_through = false;
    if (outcome == DV_PLAN_FOUND) {
        assert_keeps_clear(&l, path, (double)clearance);
        is_through = dv_path_length(l.world, path) < 12;
    } else {
        assert_int_equal(outcome, DV_PLAN_NO_WAY);
    }
    lab_close(&l);
    return is_through;
}

typedef struct body {
    const char *name;
    float radius;
    bool fits; ///< through a gap of 0.9 m
} body;

static const body bodies[] = {
    {"half a meter wide", 0.25f, true},
    {"slim", 0.1f, true},
    {"a centimeter less than it fits", 0.445f, true},
    {"a millimeter less", 0.4495f, true},
    {"a millimeter more", 0.4505f, false},
    {"half a meter in radius", 0.5f, false},
};

#define BODIES ((int)(sizeof bodies / sizeof *bodies))

static void check_doors(double reach, int post_count) {
    int wrong = 0, tried = 0, places = few_or_all(10, 50);
    for (int i = 0; i < BODIES * places * 12; i++) {
        int place = i / BODIES % places * (50 / places), turn = i / BODIES / places;
        const body *b = &bodies[i % BODIES];
        gap g = {.posts = (posts)((place + turn) % post_count), .width = 0.9, .reach = reach};
        g.middle = dv_vec((float)place * 0.0173f, (float)place * 0.0311f, 0);
        g.angle = turn * DV_PI / 24;
        tried++;
        if (is_passed(&g, b->radius, 0.25f) == b->fits)
            continue;
        wrong++;
        print_error("%s, posts %d, place %d, angle %g\n", b->name, (int)g.posts, place, g.angle);
    }
    if (wrong)
        fail_msg("%d of %d doors", wrong, tried);
}

static void a_body_passes_every_door_that_it_fits_through(void **state) {
    (void)state;
    check_doors(80, POST_COUNT);
}

static void it_passes_them_where_there_is_a_way_around_too(void **state) {
    (void)state;
    check_doors(12, ONE_OUTLINE);
}

/// A corridor that turns twice, 0.9 m wide, from (−5, 0) to (5, 3) before it is turned.
static void put_corridor(lab *l, dv_vec3 middle, double angle) {
    const double x[2][4] = {{-5, 0.45, 0.45, 5}, {-5, -0.45, -0.45, 5}};
    const double y[2][4] = {{-0.45, -0.45, 2.55, 2.55}, {0.45, 0.45, 3.45, 3.45}};
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < 3; i++) {
            dv_vec3 a = turned(middle, x[side][i], y[side][i], angle);
            dv_vec3 b = turned(middle, x[side][i + 1], y[side][i + 1], angle);
            put_wall(l, a.x, a.y, b.x, b.y);
        }
    for (int side = -1; side <= 1; side += 2) {
        dv_vec3 a = turned(middle, -5, side * 0.45, angle),
                b = turned(middle, -5, side * 60, angle);
        put_wall(l, a.x, a.y, b.x, b.y);
    }
}

static void a_body_passes_corridors_with_corners(void **state) {
    (void)state;
    const float radii[] = {0.1f, 0.25f, 0.4f, 0.44f, 0.449f};
    int wrong = 0;
    for (int i = 0; i < 5 * 60; i++) {
        lab l = open_field(DV_EDGE_CONTAIN, DV_PLANE);
        dv_vec3 middle = dv_vec((float)(i / 5) * 0.0173f, (float)(i / 5) * 0.0311f, 0);
        double angle = i / 5 % 13 * DV_PI / 26;
        put_corridor(&l, middle, angle);
        dv_plan_def def = plan_between(turned(middle, -8, 1, angle), turned(middle, 8, 2, angle),
                                       radii[i % 5], 0.25f);
        dv_plan_outcome outcome;
        dv_path path = try_plan(&l, &def, &outcome);
        bool is_through = outcome == DV_PLAN_FOUND && dv_path_length(l.world, path) < 20;
        if (outcome == DV_PLAN_FOUND)
            assert_keeps_clear(&l, path, (double)radii[i % 5]);
        if (!is_through)
            print_error("radius %g, place %d, angle %g\n", (double)radii[i % 5], i / 5, angle);
        wrong += !is_through;
        lab_close(&l);
    }
    if (wrong)
        fail_msg("%d of 300 corridors", wrong);
}

/// A wall along x = 0 with a narrow door about y = 0 and, unless it is shut, a wide one about y
/// = 11.
static double walk_past_doors(bool is_shut) {
    lab l = open_field(DV_EDGE_CONTAIN, DV_PLANE);
    put_wall(&l, 0, -25, 0, -0.45f);
    put_wall(&l, 0, 0.45f, 0, 9);
    put_wall(&l, 0, is_shut ? 9 : 13, 0, 25);
    dv_plan_def def = plan_between(dv_vec(-4, 0, 0), dv_vec(4, 0, 0), 0.44f, 0.25f);
    dv_path path = plan_way(&l, &def);
    assert_keeps_clear(&l, path, 0.44);
    double length = dv_path_length(l.world, path);
    lab_close(&l);
    return length;
}

static void a_narrow_door_is_taken_though_a_wide_one_is_farther_on(void **state) {
    (void)state;
    assert_true(walk_past_doors(false) < 8.1);
    assert_true(walk_past_doors(true) < 8.1);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_passes_every_door_that_it_fits_through),
        cmocka_unit_test(it_passes_them_where_there_is_a_way_around_too),
        cmocka_unit_test(a_body_passes_corridors_with_corners),
        cmocka_unit_test(a_narrow_door_is_taken_though_a_wide_one_is_farther_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
