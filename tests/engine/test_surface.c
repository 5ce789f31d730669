// Surfaces and the bodies that hug them: planes, balls, and heights. 2 kg, 40 N, 10 m/s, 0.25 s, 50
// ticks a second, in a volume of ±50 m.
#include "../program.h"
#include "../world_hash.h"
#include "pushed_world.h"

#include <stdio.h>

#define CLOSE 1e-4f
#define RADIUS 20.0f
#define SIDE 101 ///< heights along a side of 50 m: one each half meter

static const dv_vec3 center = {3, -2, 5};

static double hill(double x, double y) { return 4 * dv_sin(x / 5) * dv_cos(y / 7); }

static const dv_surface_def *hills(void) {
    static float heights[SIDE * SIDE];
    static const dv_surface_def def = {.name = "hills",
                                       .shape = DV_SURFACE_HEIGHTS,
                                       .low = {-25, -25, 0},
                                       .high = {25, 25, 0},
                                       .columns = SIDE,
                                       .rows = SIDE,
                                       .heights = heights};
    for (int row = 0; row < SIDE; row++)
        for (int column = 0; column < SIDE; column++)
            heights[row * SIDE + column] = (float)hill(-25 + 0.5 * column, -25 + 0.5 * row);
    return &def;
}

static dv_surface_def ball(void) {
    return (dv_surface_def){
        .name = "ball", .shape = DV_SURFACE_SPHERE, .point = center, .radius = RADIUS};
}

// Rising along x, 3 up for 4 on.
static dv_surface_def slope(void) {
    return (dv_surface_def){
        .name = "slope", .shape = DV_SURFACE_PLANE, .point = {0, 0, 2}, .normal = {-3, 0, 4}};
}

static lab open_on(const char *model, dv_steering *steer, const dv_surface_def *surfaces,
                   uint32_t count) {
    return open_pushed(
        volume_def(), steer,
        (lab_kinds){.locomotion = model, .surfaces = surfaces, .surface_count = count});
}

static dv_surface make_surface(lab *l, uint32_t type) {
    dv_surface surface;
    if (dv_surface_create(l->world, type, &surface, &l->error) != DV_OK)
        fail_msg("%s", l->error.message);
    return surface;
}

static void check_standing(const lab *l, dv_agent agent, dv_vec3 normal) {
    dv_vec3 f = dv_agent_forward(l->world, agent), up = dv_agent_up(l->world, agent);
    assert_vector(up, normal.x, normal.y, normal.z, CLOSE);
    assert_float_equal(dv_dot(f, up), 0, 1e-5);
    assert_float_equal(dv_length(f), 1, 1e-5);
    assert_float_equal(dv_dot(dv_agent_velocity(l->world, agent), normal), 0, 1e-3);
}

static void nearest_points_and_normals(void **state) {
    (void)state;
    dv_surface_def defs[] = {slope(), ball(), *hills()};
    lab l = open_on("surface", PUSH(0, 0, 0), defs, 3);
    dv_surface s[3];
    for (uint32_t i = 0; i < 3; i++) {
        s[i] = make_surface(&l, i);
        assert_true(dv_surface_alive(l.world, s[i]));
        assert_int_equal(dv_surface_type(l.world, s[i]), i);
    }
    dv_vec3 point, normal;
    assert_true(dv_surface_nearest(l.world, s[0], dv_vec(-3, 7, 6), &point, &normal));
    assert_vector(point, 0, 7, 2, 1e-5f);
    assert_vector(normal, -0.6f, 0, 0.8f, 1e-6f);
    dv_surface_nearest(l.world, s[1], dv_vec(3, -2, -1), &point, &normal);
    assert_vector(point, 3, -2, -15, 1e-5f);
    assert_vector(normal, 0, 0, -1, 1e-6f);
    dv_surface_nearest(l.world, s[1], center, &point, &normal); // all are as near
    assert_vector(point, 3, -2, 25, 1e-5f);
    // on a grid point, and halfway between: the mean of two
    dv_surface_nearest(l.world, s[2], dv_vec(5, -7.5f, 99), &point, &normal);
    assert_vector(point, 5, -7.5f, (float)hill(5, -7.5), 1e-5f);
    dv_surface_nearest(l.world, s[2], dv_vec(5.25f, -7.5f, 99), &point, &normal);
    double mean = (hill(5, -7.5) + hill(5.5, -7.5)) / 2, rise = hill(5.5, -7.5) - hill(5, -7.5);
    assert_float_equal(point.z, mean, 1e-5);
    assert_float_equal(-normal.x / normal.z, rise / 0.5, 1e-5);
    // level beyond the grid
    dv_surface_nearest(l.world, s[2], dv_vec(400, 0, 0), &point, &normal);
    assert_vector(point, 400, 0, (float)hill(25, 0), 1e-5f);
    assert_true(normal.x == 0);
    assert_false(dv_surface_nearest(l.world, (dv_surface){0}, center, &point, &normal));
    lab_close(&l);
}

static void bodies_stay_on_a_ball(void **state) {
    (void)state;
    static const char *const models[] = {"surface", "wheeled"};
    for (int m = 0; m < 2; m++) {
        dv_surface_def def = ball();
        lab l = open_on(models[m], MAKE("wander", NUMBER("strength", 1)), &def, 1);
        make_surface(&l, 0);
        dv_agent agents[30];
        uint64_t n = 0;
        for (int i = 0; i < 30; i++)
            agents[i] = lab_spawn(
                &l, SHEEP,
                dv_vec(lab_random(&n, -40, 40), lab_random(&n, -40, 40), lab_random(&n, -40, 40)),
                lab_random(&n, 0, 360), 3);
        for (int tick = 0; tick < 500; tick++) {
            lab_step(&l);
            for (int i = 0; i < 30; i++) {
                dv_vec3 out = dv_subtract(place_of(&l, agents[i]), center);
                assert_float_equal(dv_length(out), RADIUS, 1e-4);
                check_standing(&l, agents[i], dv_normalize(out));
            }
        }
        lab_close(&l);
    }
}

static void bodies_stay_on_hills(void **state) {
    (void)state;
    static const char *const models[] = {"surface", "wheeled"};
    for (int m = 0; m < 2; m++) {
        dv_world_def world = volume_def();
        world.bounds = (dv_bounds){{-25, -25, -5}, {25, 25, 5}, DV_EDGE_CONTAIN};
        lab l = open_pushed(
            world, MAKE("wander", NUMBER("strength", 1)),
            (lab_kinds){.locomotion = models[m], .surfaces = hills(), .surface_count = 1});
        dv_surface surface = make_surface(&l, 0);
        dv_agent agents[30];
        uint64_t n = 5;
        for (int i = 0; i < 30; i++)
            agents[i] =
                lab_spawn(&l, SHEEP, dv_vec(lab_random(&n, -24, 24), lab_random(&n, -24, 24), 5),
                          lab_random(&n, 0, 360), 3);
        for (int tick = 0; tick < 500; tick++) {
            lab_step(&l);
            for (int i = 0; i < 30; i++) {
                dv_vec3 p = place_of(&l, agents[i]), point, normal;
                dv_surface_nearest(l.world, surface, p, &point, &normal);
                assert_float_equal(p.z, point.z, 1e-4);
                assert_true(fabsf(p.x) <= 24.5f && fabsf(p.y) <= 24.5f);
                assert_float_equal(p.z, hill((double)p.x, (double)p.y), 0.03);
                check_standing(&l, agents[i], normal);
            }
        }
        lab_close(&l);
    }
}

static void a_glide_goes_round_the_ball(void **state) {
    (void)state;
    dv_surface_def def = ball();
    lab l = open_on("surface", PUSH(0, 0, 0), &def, 1);
    make_surface(&l, 0);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_add(center, dv_vec(0, 0, 30)), 0, 5);
    for (int tick = 1; tick <= 500; tick++) {
        lab_step(&l);
        // 0.1 m a tick along the tangent, snapped: atan(0.1 / 20) about the y axis
        double angle = tick * dv_atan2(0.1, RADIUS);
        dv_vec3 out = dv_vec((float)dv_sin(angle), 0, (float)dv_cos(angle));
        dv_vec3 place = dv_add(center, dv_scale(out, RADIUS));
        assert_vector(place_of(&l, agent), place.x, place.y, place.z, 2e-3f);
        assert_float_equal(speed_of(&l, agent), 5, 1e-3);
    }
    lab_close(&l);
}

static void one_that_faces_out_of_the_ground_lies_down(void **state) {
    (void)state;
    dv_surface_def def = ball();
    lab l = open_on("surface", PUSH(0, 0, 0), &def, 1);
    make_surface(&l, 0);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_add(center, dv_vec(RADIUS, 0, 0)), 0, 0);
    lab_step(&l);
    assert_vector(dv_agent_forward(l.world, agent), 0, 0, 1, 1e-6f);
    assert_vector(dv_agent_up(l.world, agent), 1, 0, 0, 1e-6f);
    lab_close(&l);
}

static void a_slope_takes_speed_along_itself(void **state) {
    (void)state;
    dv_surface_def def = slope();
    lab l = open_on("surface", PUSH(1, 0, 0), &def, 1);
    make_surface(&l, 0);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 2), 0, 0);
    lab_step(&l);
    // what is wanted keeps its length on the slope: 1 m/s / 0.25 s, 4/5 along x and 3/5 up
    assert_vector(dv_agent_velocity(l.world, agent), 0.064f, 0, 0.048f, 1e-5f);
    check_standing(&l, agent, dv_vec(-0.6f, 0, 0.8f));
    lab_close(&l);
}

static void a_fall_ends_on_the_ground(void **state) {
    (void)state;
    dv_surface_def def = slope();
    lab l = open_on("surface", PUSH(0, 0, 0), &def, 1);
    make_surface(&l, 0);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(-6, 0, 10), 0, 0);
    dv_agent_set_velocity(l.world, agent, dv_vec(3, 2, -4), NULL); // straight into it, but for y
    lab_step(&l);
    assert_vector(dv_agent_velocity(l.world, agent), 0, 2, 0, 1e-5f);
    assert_vector(place_of(&l, agent), 0, 0.04f, 2, 1e-5f);
    lab_close(&l);
}

static void what_is_beyond_the_ball_is_walked_round_to(void **state) {
    (void)state;
    dv_surface_def def = ball();
    dv_vec3 far = dv_add(center, dv_vec(2, 0, -19.9f));
    lab l = open_on("surface", MAKE("seek", AT_POINT(far.x, far.y, far.z)), &def, 1);
    make_surface(&l, 0);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_add(center, dv_vec(0, 0, 20)), 0, 0);
    float nearest = 40;
    for (int tick = 0; tick < 500; tick++) {
        lab_step(&l);
        nearest = fminf(nearest, dv_length(dv_subtract(place_of(&l, agent), far)));
    }
    assert_true(nearest < 0.5f); // 60 m at 10 m/s are 300 ticks
    lab_close(&l);
}

static void a_slot_names_the_surface_else_the_nearest_counts(void **state) {
    (void)state;
    dv_surface_def defs[] = {slope(), ball()};
    lab l = open_on("surface", PUSH(0, 0, 0), defs, 2);
    dv_surface s[] = {make_surface(&l, 0), make_surface(&l, 1)};
    dv_agent near = lab_spawn(&l, SHEEP, dv_vec(3, -2, 24), 0, 0);
    dv_agent told = lab_spawn(&l, SHEEP, dv_vec(3, -2, 24), 0, 0);
    dv_slot_value value = {.is_set = true, .as.handle = s[0].bits};
    assert_int_equal(dv_agent_set_slot(l.world, told, SLOT_SURFACE, value, NULL), DV_OK);
    assert_int_equal(dv_agent_slot(l.world, told, SLOT_SURFACE).as.handle, s[0].bits);
    lab_step(&l);
    assert_vector(place_of(&l, near), 3, -2, 25, CLOSE);
    dv_vec3 place = place_of(&l, told);
    assert_float_equal(dv_dot(dv_subtract(place, dv_vec(0, 0, 2)), dv_vec(-0.6f, 0, 0.8f)), 0,
                       1e-4);
    value.as.handle = told.bits;
    assert_int_equal(dv_agent_set_slot(l.world, told, SLOT_SURFACE, value, &l.error),
                     DV_ERROR_ARGUMENT);
    lab_close(&l);
}

static void without_a_surface_the_ground_is_level(void **state) {
    (void)state;
    static const char *const models[] = {"surface", "wheeled"};
    for (int m = 0; m < 2; m++) {
        lab l = open_on(models[m], PUSH(3, 1, 5), NULL, 0);
        dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 7), 0, 2);
        for (int tick = 0; tick < 100; tick++) {
            lab_step(&l);
            assert_true(place_of(&l, agent).z == 7);
            check_standing(&l, agent, dv_vec(0, 0, 1));
        }
        assert_true(place_of(&l, agent).x > 5);
        lab_close(&l);
    }
}

static void in_the_plane_it_is_a_point_mass(void **state) {
    (void)state;
    lab l = open_pushed(lab_def(), SWERVE(1, 2), (lab_kinds){.locomotion = "surface"});
    lab m = open_pushed(lab_def(), SWERVE(1, 2), (lab_kinds){0});
    dv_agent a = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 3);
    dv_agent b = lab_spawn(&m, SHEEP, dv_vec(0, 0, 0), 0, 3);
    steps(&l, 100);
    steps(&m, 100);
    dv_vec3 p = place_of(&m, b);
    assert_vector(place_of(&l, a), p.x, p.y, 0, 0);
    dv_world_destroy(m.world);
    dv_program_release(m.program);
    lab_close(&l);
}

static void wrong_surfaces_are_refused(void **state) {
    (void)state;
    dv_program *program = dv_program_create();
    dv_error error;
    dv_surface_def def = ball();
    def.where = "a.lua:1";
    def.radius = 0;
    assert_int_equal(dv_program_add_surface(program, &def, &error), DV_ERROR_ARGUMENT);
    assert_string_equal(error.message,
                        "a.lua:1: surface 'ball': sphere: radius: 0 is not in 1e-06 to 1e+09 m");
    def = slope();
    def.normal = dv_vec(0, 0, 0);
    assert_int_equal(dv_program_add_surface(program, &def, &error), DV_ERROR_ARGUMENT);
    def = slope();
    def.point.x = INFINITY;
    assert_int_equal(dv_program_add_surface(program, &def, &error), DV_ERROR_ARGUMENT);
    def = *hills();
    def.rows = 1;
    assert_int_equal(dv_program_add_surface(program, &def, &error), DV_ERROR_ARGUMENT);
    def = *hills();
    def.high.x = def.low.x;
    assert_int_equal(dv_program_add_surface(program, &def, &error), DV_ERROR_ARGUMENT);
    float holed[4] = {0, 1, NAN, 2};
    def = *hills();
    def.columns = def.rows = 2;
    def.heights = holed;
    assert_int_equal(dv_program_add_surface(program, &def, &error), DV_ERROR_ARGUMENT);
    def = slope();
    assert_int_equal(dv_program_add_surface(program, &def, &error), DV_OK);
    assert_int_equal(dv_program_add_surface(program, &def, &error), DV_ERROR_ARGUMENT);
    assert_string_equal(error.message, "surface 'slope': it is declared twice");
    dv_program_release(program);
    lab l =
        open_pushed(lab_def(), PUSH(0, 0, 0), (lab_kinds){.surfaces = hills(), .surface_count = 1});
    dv_surface surface;
    assert_int_equal(dv_surface_create(l.world, 0, &surface, &l.error), DV_ERROR_ARGUMENT);
    assert_string_equal(l.error.message, "surface 'hills': surfaces need space = \"volume\"");
    assert_int_equal(dv_surface_create(l.world, 1, &surface, &l.error), DV_ERROR_NAME);
    lab_close(&l);
}

static void snapshots_and_reloads_find_surfaces_by_name(void **state) {
    (void)state;
    static const char path[] = "test_surface.snap";
    dv_surface_def defs[] = {slope(), ball()};
    dv_surface_def turned[] = {ball(), slope()};
    lab l = open_on("surface", PUSH(2, 1, 0), defs, 2);
    lab m = open_on("surface", PUSH(2, 1, 0), turned, 2);
    make_surface(&l, 1);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(3, -2, 24), 0, 0);
    steps(&l, 10);
    assert_int_equal(dv_world_save(l.world, path, &l.error), DV_OK);
    steps(&l, 10);
    uint64_t later = world_hash(l.world);
    if (dv_world_load(l.world, path, &l.error) != DV_OK)
        fail_msg("%s", l.error.message);
    remove(path);
    steps(&l, 10);
    assert_true(world_hash(l.world) == later);
    dv_surface surface = dv_world_surface_at(l.world, 0);
    if (dv_world_swap_program(l.world, m.program, NULL, &l.error) != DV_OK)
        fail_msg("%s", l.error.message);
    assert_int_equal(dv_surface_type(l.world, surface), 0);
    agent = dv_world_agent_at(l.world, 0);
    lab_step(&l);
    assert_float_equal(dv_length(dv_subtract(place_of(&l, agent), center)), RADIUS, 1e-4);
    lab bare = open_on("surface", PUSH(2, 1, 0), defs, 1);
    assert_int_equal(dv_world_swap_program(l.world, bare.program, NULL, &l.error), DV_ERROR_NAME);
    assert_string_equal(
        l.error.message,
        "surface 'ball' is gone, and 1 of it is in use: write renamed_from = \"ball\" in the new "
        "surface, or removed = { { surface = \"ball\" } } in the scenario");
    lab *others[] = {&m, &bare};
    for (int i = 0; i < 2; i++) {
        dv_world_destroy(others[i]->world);
        dv_program_release(others[i]->program);
    }
    lab_close(&l);
}

TESTS {
    if (!register_pushes())
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nearest_points_and_normals),
        cmocka_unit_test(bodies_stay_on_a_ball),
        cmocka_unit_test(bodies_stay_on_hills),
        cmocka_unit_test(a_glide_goes_round_the_ball),
        cmocka_unit_test(one_that_faces_out_of_the_ground_lies_down),
        cmocka_unit_test(a_slope_takes_speed_along_itself),
        cmocka_unit_test(a_fall_ends_on_the_ground),
        cmocka_unit_test(what_is_beyond_the_ball_is_walked_round_to),
        cmocka_unit_test(a_slot_names_the_surface_else_the_nearest_counts),
        cmocka_unit_test(without_a_surface_the_ground_is_level),
        cmocka_unit_test(in_the_plane_it_is_a_point_mass),
        cmocka_unit_test(wrong_surfaces_are_refused),
        cmocka_unit_test(snapshots_and_reloads_find_surfaces_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
