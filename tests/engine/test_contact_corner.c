// In a corner between obstacles, a body has no speed that leads into either: whoever stands has
// none.
#include "../program.h"
#include "behavior_world.h"

static const dv_vec3 tip = {20, 0, 0};

/// A wall through the tip, turned by `degrees` about it.
static void put_wall(lab *l, float degrees) {
    double sine, cosine;
    dv_sin_cos((double)degrees * DV_PI / 180, &sine, &cosine);
    dv_vec3 way = dv_vec(30 * (float)cosine, 30 * (float)sine, 0);
    const dv_vec3 points[] = {dv_subtract(tip, way), tip};
    dv_obstacle_def wall = {.shape = DV_WALL, .points = points, .point_count = 2, .height = 4};
    dv_obstacle made;
    if (dv_obstacle_create(l->world, &wall, &made, &l->error) != DV_OK)
        fail_msg("%s", l->error.message);
}

/// A corner that opens to the west by `degrees`, in which all seek `target`.
static lab open_corner(dv_space space, const char *model, float degrees, dv_vec3 target) {
    dv_world_def def = lab_def();
    def.space = space;
    lab_kinds kinds = {.steer = MAKE("seek", {"target", dv_value_point(target)}),
                       .locomotion = model};
    lab l = lab_open_with(def, kinds);
    dv_steering_release(kinds.steer);
    put_wall(&l, degrees / 2);
    put_wall(&l, -degrees / 2);
    return l;
}

/// The place of a body with a radius of 0.5 m that touches both walls.
static dv_vec3 innermost(float degrees) {
    return dv_vec(tip.x - 0.5f / (float)dv_sin((double)degrees * DV_PI / 360), 0, 0);
}

static void nobody_who_stands_in_a_corner_has_speed(void **state) {
    (void)state;
    static const char *const models[] = {"point_mass", "flying", "surface"};
    for (int space = DV_PLANE; space <= DV_VOLUME; space++)
        for (size_t m = 0; m < sizeof models / sizeof *models; m++)
            for (int degrees = 20; degrees <= 90; degrees += 10)
                for (int aside = -6; aside <= 6; aside++) {
                    dv_vec3 target = dv_vec(60, 3 * (float)aside, 0);
                    lab l = open_corner((dv_space)space, models[m], (float)degrees, target);
                    dv_vec3 in = innermost((float)degrees);
                    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(in.x - 2, 0, 0), 0, 8);
                    float way = 1;
                    for (int tick = 0; tick < 200; tick++) {
                        dv_vec3 before = dv_agent_position(l.world, agent);
                        lab_step(&l);
                        way = dv_length(dv_subtract(dv_agent_position(l.world, agent), before));
                        float speed = dv_length(dv_agent_velocity(l.world, agent));
                        if (tick > 50 && speed > way * 50 + 0.02f)
                            fail_msg("%s, %s, %d°, %d: %g m/s, but %g m in tick %d", models[m],
                                     space == DV_PLANE ? "plane" : "volume", degrees, aside,
                                     (double)speed, (double)way, tick);
                    }
                    dv_vec3 place = dv_agent_position(l.world, agent);
                    if (way > 1e-3f || dv_length(dv_subtract(place, in)) > 0.02f)
                        fail_msg("%s, %d°, %d: %g m in a tick, at %g, %g, not %g", models[m],
                                 degrees, aside, (double)way, (double)place.x, (double)place.y,
                                 (double)in.x);
                    lab_close(&l);
                }
}

// In a volume, it goes on along the edge of both.
static void along_the_edge_of_both_the_speed_stays(void **state) {
    (void)state;
    for (int degrees = 20; degrees <= 80; degrees += 20) {
        lab l = open_corner(DV_VOLUME, "point_mass", (float)degrees, dv_vec(60, 0, 60));
        dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(innermost((float)degrees).x, 0, 0), 0, 0);
        for (int tick = 0; tick < 20; tick++)
            lab_step(&l);
        dv_vec3 velocity = dv_agent_velocity(l.world, agent);
        assert_true(velocity.z > 1);
        assert_vector(velocity, 0, 0, velocity.z, 0.02f);
        lab_close(&l);
    }
}

// It slides along the first wall beyond its end, and along another back under it: no corner.
static void a_surface_that_it_has_left_does_not_count(void **state) {
    (void)state;
    lab l = lab_open();
    dv_obstacle_def first = {.shape = DV_BOX, .position = {0, 5, 0}, .width = 8, .depth = 2};
    dv_obstacle_def second = {
        .shape = DV_BOX, .position = {8, 5, 0}, .width = 1, .depth = 20, .heading = -0.5f};
    dv_obstacle made;
    assert_int_equal(dv_obstacle_create(l.world, &first, &made, &l.error), DV_OK);
    assert_int_equal(dv_obstacle_create(l.world, &second, &made, &l.error), DV_OK);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 3.4f, 0), 10, 10);
    dv_agent_set_property(l.world, agent, DV_MAX_SPEED, 900, NULL);
    dv_agent_set_velocity(l.world, agent, dv_vec(600, 60, 0), NULL);
    lab_step(&l);
    dv_vec3 velocity = dv_agent_velocity(l.world, agent);
    assert_true(dv_length(velocity) > 200);
    lab_close(&l);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_who_stands_in_a_corner_has_speed),
        cmocka_unit_test(along_the_edge_of_both_the_speed_stays),
        cmocka_unit_test(a_surface_that_it_has_left_does_not_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
