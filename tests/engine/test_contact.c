// Obstacles stop bodies: whatever the shape, the space, the model, and the speed, no body gets
// through a surface, and it slides along.
#include "../program.h"
#include "behavior_world.h"
#include "world/obstacle_shapes.h"
#include "world/obstacles.h"

#define RADIUS 0.5f
#define IN_TOUCH 1e-3f ///< m that a body may be in a surface by rounding

typedef struct shape {
    const char *name;
    dv_obstacle_def def;
} shape;

static const dv_vec3 corners[] = {{-2, -1, 0}, {0, -2, 0}, {2, 0, 0}, {0, 2, 0}, {-2, 1, 0}};
static const dv_vec3 across[] = {{0, -6, 0}, {0, 6, 0}};

static const shape shapes[] = {
    {"sphere", {.shape = DV_SPHERE, .radius = 2}},
    {"cylinder", {.shape = DV_CYLINDER, .radius = 2, .height = 6}},
    {"box", {.shape = DV_BOX, .width = 0.01f, .depth = 8, .height = 6}},
    {"turned box", {.shape = DV_BOX, .width = 3, .depth = 3, .height = 6, .heading = 0.5f}},
    {"polygon", {.shape = DV_POLYGON, .points = corners, .point_count = 5}},
    {"wall", {.shape = DV_WALL, .points = across, .point_count = 2}},
};
#define SHAPES (sizeof shapes / sizeof *shapes)

static const char *const models[] = {"point_mass", "flying", "surface", "wheeled"};
#define MODELS (sizeof models / sizeof *models)

static void hop(dv_world *world, const uint32_t *agents, uint32_t first, uint32_t last) {
    for (uint32_t i = first; i < last; i++)
        world->agents.x[agents[i]] += 20;
}

static const dv_locomotion_type hopper = {
    .entry = {.name = "hopper", .doc = "A body that hops 20 m a tick.", .source = "a test"},
    .move = hop,
};

static dv_obstacle put_at(lab *l, const dv_obstacle_def *model, dv_vec3 middle) {
    dv_obstacle_def def = *model;
    dv_vec3 points[8];
    def.position = middle;
    for (uint32_t i = 0; i < def.point_count; i++)
        points[i] = dv_add(def.points[i], middle);
    def.points = points;
    dv_obstacle made;
    if (dv_obstacle_create(l->world, &def, &made, &l->error) != DV_OK)
        fail_msg("%s", l->error.message);
    return made;
}

static lab open_for(const char *model, dv_space space, dv_edge edge, bool is_solid) {
    dv_world_def def = lab_def();
    def.space = space;
    def.bounds.edge = edge;
    lab_kinds kinds = {.locomotion = model};
    kinds.properties[DV_SOLID] = dv_value_boolean(is_solid);
    kinds.properties[DV_MAX_SPEED] = dv_value_number(1000);
    return lab_open_with(def, kinds);
}

static float gap_of(const lab *l, dv_agent agent) {
    dv_surface_point nearest;
    bool is_near = dv_obstacles_nearest(&l->world->obstacles, l->world->space,
                                        dv_agent_position(l->world, agent), 5, &nearest);
    return is_near ? nearest.distance - RADIUS : 5;
}

/// Throw a body at an obstacle in the middle, and check that it is outside at each tick.
static void throw_at(const shape *s, const char *model, dv_space space, float speed, float aside) {
    lab l = open_for(model, space, DV_EDGE_OPEN, true);
    put_at(&l, &s->def, dv_vec(0, 0, 0));
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(-4, aside, 0), 0, speed);
    for (int i = 0; i < 100; i++) {
        lab_step(&l);
        dv_vec3 place = dv_agent_position(l.world, agent);
        bool is_through = aside == 0 && place.x > 0 && fabsf(place.y) < 1;
        if (gap_of(&l, agent) < -IN_TOUCH || is_through)
            fail_msg("%s, %s, %s, %g m/s, %g m aside: at %g, %g, %g m in after %d ticks", s->name,
                     model, space == DV_PLANE ? "plane" : "volume", (double)speed, (double)aside,
                     (double)place.x, (double)place.y, (double)-gap_of(&l, agent), i + 1);
    }
    lab_close(&l);
}

static void no_body_gets_into_an_obstacle(void **state) {
    (void)state;
    static const float speeds[] = {1, 10, 100, 900}, aside[] = {0, 0.3f, 1, 1.7f, 2.2f};
    for (size_t s = 0; s < SHAPES; s++)
        for (size_t m = 0; m < MODELS; m++)
            for (int space = DV_PLANE; space <= DV_VOLUME; space++)
                for (int v = 0; v < 4; v++)
                    for (int a = 0; a < 5; a++)
                        throw_at(&shapes[s], models[m], (dv_space)space, speeds[v], aside[a]);
}

static void what_is_left_of_the_step_slides_along(void **state) {
    (void)state;
    lab l = open_for("point_mass", DV_PLANE, DV_EDGE_OPEN, true);
    put_at(&l, &(dv_obstacle_def){.shape = DV_BOX, .width = 2, .depth = 20}, dv_vec(5, 0, 0));
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(3, 0, 0), 45, 100);
    lab_step(&l);
    // 2 m a tick at 45°: the first half meter forward is free, the rest of that part is lost.
    float part = 100 * 0.02f * 0.70710678f;
    assert_vector(dv_agent_position(l.world, agent), 3.5f, part, 0, 1e-4f);
    assert_vector(dv_agent_velocity(l.world, agent), 0, 70.710678f, 0, 1e-3f);
    lab_close(&l);
}

static void in_a_corner_it_stops(void **state) {
    (void)state;
    lab l = open_for("point_mass", DV_PLANE, DV_EDGE_OPEN, true);
    put_at(&l, &(dv_obstacle_def){.shape = DV_BOX, .width = 2, .depth = 20}, dv_vec(5, 0, 0));
    put_at(&l, &(dv_obstacle_def){.shape = DV_BOX, .width = 20, .depth = 2}, dv_vec(0, 5, 0));
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 40, 900);
    for (int i = 0; i < 5; i++)
        lab_step(&l);
    assert_vector(dv_agent_position(l.world, agent), 3.5f, 3.5f, 0, 1e-3f);
    assert_vector(dv_agent_velocity(l.world, agent), 0, 0, 0, 1e-3f);
    lab_close(&l);
}

static void one_that_is_not_solid_passes_through(void **state) {
    (void)state;
    for (size_t s = 0; s < SHAPES; s++)
        for (size_t m = 0; m < MODELS; m++) {
            lab l = open_for(models[m], DV_PLANE, DV_EDGE_OPEN, false);
            put_at(&l, &shapes[s].def, dv_vec(0, 0, 0));
            dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(-4, 0, 0), 0, 10);
            for (int i = 0; i < 50; i++)
                lab_step(&l);
            assert_true(dv_agent_position(l.world, agent).x > 4);
            lab_close(&l);
        }
}

static void what_does_not_block_movement_lets_pass(void **state) {
    (void)state;
    lab l = open_for("point_mass", DV_PLANE, DV_EDGE_OPEN, true);
    dv_obstacle_def curtain = {
        .shape = DV_BOX, .width = 1, .depth = 8, .lets_pass = DV_BLOCKS_MOVEMENT};
    put_at(&l, &curtain, dv_vec(0, 0, 0));
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(-2, 0, 0), 0, 10);
    for (int i = 0; i < 50; i++)
        lab_step(&l);
    assert_vector(dv_agent_position(l.world, agent), 8, 0, 0, 1e-3f);
    lab_close(&l);
}

// The world is 100 m wide, and the obstacle is behind its seam.
static void across_the_seam_obstacles_stop_bodies(void **state) {
    (void)state;
    for (size_t s = 0; s < SHAPES; s++)
        for (int space = DV_PLANE; space <= DV_VOLUME; space++)
            for (int fast = 0; fast < 2; fast++) {
                lab l = open_for("point_mass", (dv_space)space, DV_EDGE_WRAP, true);
                put_at(&l, &shapes[s].def, dv_vec(-47, 0, 0));
                float speed = fast ? 900 : 5;
                dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(47, 0, 0), 0, speed);
                bool has_slid_off = false;
                for (int i = 0; i < 100 && !has_slid_off; i++) {
                    lab_step(&l);
                    dv_vec3 at = dv_agent_position(l.world, agent);
                    has_slid_off = fabsf(at.y) > 1 || fabsf(at.z) > 1;
                    assert_true(gap_of(&l, agent) >= -IN_TOUCH);
                    assert_true(has_slid_off || at.x > 46 || at.x < -47);
                }
                lab_close(&l);
            }
}

// Between an obstacle and the edge, a body stays within both.
static void at_the_edge_a_body_is_pushed_neither_out_nor_in(void **state) {
    (void)state;
    for (int space = DV_PLANE; space <= DV_VOLUME; space++) {
        lab l = open_for("point_mass", (dv_space)space, DV_EDGE_CONTAIN, true);
        put_at(&l, &(dv_obstacle_def){.shape = DV_SPHERE, .radius = 10}, dv_vec(40, 0, 0));
        dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(48, 12, 0), -89, 20);
        for (int i = 0; i < 100; i++) {
            lab_step(&l);
            assert_true(gap_of(&l, agent) >= -IN_TOUCH);
            assert_true(dv_agent_position(l.world, agent).x <= 49.5f);
            assert_true(dv_agent_position(l.world, agent).y > 0);
        }
        lab_close(&l);
    }
}

static void one_inside_is_moved_out_on_the_nearest_side(void **state) {
    (void)state;
    static const char *const all[] = {"point_mass", "flying", "wheeled", "surface"};
    for (size_t m = 0; m < sizeof all / sizeof *all; m++) {
        lab l = open_for(all[m], DV_PLANE, DV_EDGE_OPEN, true);
        dv_obstacle box = put_at(&l, &(dv_obstacle_def){.shape = DV_BOX, .width = 6, .depth = 6},
                                 dv_vec(5, 0, 0));
        dv_agent other, agent = lab_spawn(&l, DOG, dv_vec(4, 2, 0), 0, 0);
        dv_obstacle its;
        lab_step(&l);
        assert_vector(dv_agent_position(l.world, agent), 4, 3.5f, 0, 1e-4f);
        assert_false(dv_world_take_inside(l.world, SHEEP, &other, &its));
        assert_true(dv_world_take_inside(l.world, DOG, &other, &its));
        assert_true(other.bits == agent.bits && its.bits == box.bits);
        lab_step(&l);
        assert_false(dv_world_take_inside(l.world, DOG, &other, &its));
        lab_close(&l);
    }
}

// The nearest side may be the floor or the ceiling of a shape, which a body on ground cannot reach.
static void one_on_ground_inside_is_moved_out_on_the_nearest_wall(void **state) {
    (void)state;
    static const dv_obstacle_def all[] = {
        {.shape = DV_BOX, .width = 6, .depth = 6, .height = 4},
        {.shape = DV_CYLINDER, .radius = 3, .height = 4},
    };
    static const float heights[] = {0.2f, 3.4f}; // above the floor
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (size_t k = 0; k < 2; k++) {
            lab l = open_for("surface", DV_VOLUME, DV_EDGE_OPEN, true);
            put_at(&l, &all[i], dv_vec(5, 0, 2));
            dv_agent other, agent = lab_spawn(&l, DOG, dv_vec(5, 2, heights[k]), 0, 0);
            dv_obstacle its;
            lab_step(&l);
            assert_vector(dv_agent_position(l.world, agent), 5, 3.5f, heights[k], 1e-4f);
            assert_true(dv_world_take_inside(l.world, DOG, &other, &its));
            lab_close(&l);
        }
}

// A program may own its position.
static void a_fixed_body_inside_stays(void **state) {
    (void)state;
    lab l = open_for("fixed", DV_PLANE, DV_EDGE_OPEN, true);
    put_at(&l, &(dv_obstacle_def){.shape = DV_BOX, .width = 6, .depth = 6}, dv_vec(5, 0, 0));
    dv_agent agent = lab_spawn(&l, DOG, dv_vec(4, 2, 0), 0, 0);
    lab_step(&l);
    assert_vector(dv_agent_position(l.world, agent), 4, 2, 0, 0);
    lab_close(&l);
}

static void hops_of_a_model_of_a_host_are_swept(void **state) {
    (void)state;
    lab l = open_for("hopper", DV_PLANE, DV_EDGE_OPEN, true);
    put_at(&l, &(dv_obstacle_def){.shape = DV_WALL, .points = across, .point_count = 2},
           dv_vec(5, 0, 0));
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    lab_step(&l);
    assert_vector(dv_agent_position(l.world, agent), 4.5f, 0, 0, 1e-4f);
    lab_close(&l);
}

static void an_obstacle_that_moves_pushes_bodies(void **state) {
    (void)state;
    lab l = open_for("point_mass", DV_PLANE, DV_EDGE_OPEN, true);
    dv_obstacle box =
        put_at(&l, &(dv_obstacle_def){.shape = DV_BOX, .width = 2, .depth = 20}, dv_vec(-5, 0, 0));
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    for (int i = 0; i < 200; i++) {
        dv_vec3 place = dv_vec(-5 + 0.05f * (float)i, 0, 0);
        assert_int_equal(dv_obstacle_move(l.world, box, place, 0, &l.error), DV_OK);
        lab_step(&l);
        assert_true(gap_of(&l, agent) >= -IN_TOUCH);
    }
    assert_float_equal(dv_agent_position(l.world, agent).x, 4.95f + 1.5f, 1e-3f);
    lab_close(&l);
}

// Hollow shapes around (3, 0, 0), each wider than a body.
static const dv_vec3 room[] = {{-4, -3, 0}, {4, -3, 0}, {4, 3, 0},
                               {1, 3, 0},   {0, 0, 0},  {-4, 3, 0}};
static const shape shells[] = {
    {"sphere", {.shape = DV_SPHERE, .radius = 4, .hollow = true}},
    {"cylinder", {.shape = DV_CYLINDER, .radius = 4, .height = 4, .hollow = true}},
    {"box",
     {.shape = DV_BOX, .width = 6, .depth = 5, .height = 4, .heading = 0.3f, .hollow = true}},
    {"polygon", {.shape = DV_POLYGON, .points = room, .point_count = 6, .hollow = true}},
};
#define SHELLS (sizeof shells / sizeof *shells)

static void a_hollow_obstacle_keeps_bodies_in(void **state) {
    (void)state;
    static const float speeds[] = {1, 20, 900};
    for (size_t s = 0; s < SHELLS; s++)
        for (int space = DV_PLANE; space <= DV_VOLUME; space++)
            for (int v = 0; v < 3; v++)
                for (int heading = 0; heading < 360; heading += 15) {
                    lab l = open_for("point_mass", (dv_space)space, DV_EDGE_OPEN, true);
                    put_at(&l, &shells[s].def, dv_vec(3, 0, 0));
                    dv_agent agent =
                        lab_spawn(&l, SHEEP, dv_vec(3, -1.5f, 0), (float)heading, speeds[v]);
                    if (space == DV_VOLUME)
                        dv_agent_set_velocity(
                            l.world, agent,
                            dv_add(dv_agent_velocity(l.world, agent), dv_vec(0, 0, speeds[v])),
                            NULL);
                    for (int i = 0; i < 60; i++) {
                        lab_step(&l);
                        dv_vec3 at = dv_agent_position(l.world, agent);
                        bool is_prism = shells[s].def.shape == DV_POLYGON;
                        bool is_in = dv_length(dv_subtract(at, dv_vec(3, 0, at.z))) < 5 &&
                                     (is_prism || fabsf(at.z) < 4);
                        if (!is_in || gap_of(&l, agent) < -IN_TOUCH)
                            fail_msg("%s, %s, %g m/s, %d°: at %g, %g, %g, %g m in", shells[s].name,
                                     space == DV_PLANE ? "plane" : "volume", (double)speeds[v],
                                     heading, (double)at.x, (double)at.y, (double)at.z,
                                     (double)-gap_of(&l, agent));
                    }
                    lab_close(&l);
                }
}

static void a_hollow_obstacle_keeps_bodies_out(void **state) {
    (void)state;
    for (size_t s = 0; s < SHELLS; s++)
        for (int space = DV_PLANE; space <= DV_VOLUME; space++) {
            lab l = open_for("point_mass", (dv_space)space, DV_EDGE_OPEN, true);
            put_at(&l, &shells[s].def, dv_vec(3, 0, 0));
            dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(-4, -1, 0), 0, 900);
            for (int i = 0; i < 20; i++) {
                lab_step(&l);
                assert_true(gap_of(&l, agent) >= -IN_TOUCH);
                dv_vec3 at = dv_agent_position(l.world, agent);
                assert_true(dv_length(dv_subtract(at, dv_vec(3, 0, 0))) > 2.5f);
            }
            lab_close(&l);
        }
}

// Eyes within a shell do not see out, and two within see each other.
static void a_hollow_obstacle_hides_what_is_outside(void **state) {
    (void)state;
    for (size_t s = 0; s < SHELLS; s++)
        for (int space = DV_PLANE; space <= DV_VOLUME; space++) {
            lab l = open_for("point_mass", (dv_space)space, DV_EDGE_OPEN, true);
            put_at(&l, &shells[s].def, dv_vec(3, 0, 0));
            const dv_obstacles *o = &l.world->obstacles;
            dv_vec3 in = dv_vec(3, -1.5f, 0), also_in = dv_vec(4.5f, -1.5f, 1);
            assert_true(dv_obstacles_hide(o, (dv_space)space, in, dv_vec(20, 0, 0)));
            assert_true(dv_obstacles_hide(o, (dv_space)space, dv_vec(20, 0, 0), in));
            assert_true(
                dv_obstacles_hide(o, (dv_space)space, dv_vec(-20, -1, 0), dv_vec(20, -1, 0)));
            assert_false(dv_obstacles_hide(o, (dv_space)space, in, also_in));
            lab_close(&l);
        }
}

static void a_wall_cannot_be_hollow_nor_can_a_region(void **state) {
    (void)state;
    lab l = lab_open();
    dv_obstacle_def wall = {.shape = DV_WALL, .points = across, .point_count = 2, .hollow = true};
    dv_obstacle made;
    assert_int_equal(dv_obstacle_create(l.world, &wall, &made, &l.error), DV_ERROR_ARGUMENT);
    assert_string_equal(l.error.message, "wall: it has no inside to be hollow");
    dv_region_def def = dv_region_def_default();
    def.shape = shells[0].def;
    dv_region region;
    assert_int_equal(dv_region_create(l.world, &def, &region, &l.error), DV_ERROR_ARGUMENT);
    assert_string_equal(l.error.message, "region: it cannot be hollow");
    lab_close(&l);
}

static dv_vec3 random_place(dv_random_key key, uint32_t i) {
    double x = dv_random_unit(key, 2 * i), y = dv_random_unit(key, 2 * i + 1);
    return dv_vec((float)(80 * x - 40), (float)(80 * y - 40), 0);
}

// A crowd thrown about between obstacles: the same places for any number of threads.
static void threads_do_not_matter(void **state) {
    (void)state;
    dv_vec3 places[2][200];
    for (int run = 0; run < 2; run++) {
        dv_world_def def = lab_def();
        def.threads = run ? 4 : 1;
        lab l = lab_open_with(def, (lab_kinds){0});
        dv_random_key key = {.seed = 7};
        for (uint32_t i = 0; i < 40; i++)
            put_at(&l, &shapes[i % SHAPES].def, random_place(key, i));
        dv_agent agents[200];
        for (uint32_t i = 0; i < 200; i++)
            agents[i] = lab_spawn(&l, SHEEP, random_place(key, 40 + i), (float)i, 30);
        for (int i = 0; i < 100; i++)
            lab_step(&l);
        for (int i = 0; i < 200; i++)
            places[run][i] = dv_agent_position(l.world, agents[i]);
        lab_close(&l);
    }
    assert_memory_equal(places[0], places[1], sizeof places[0]);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_body_gets_into_an_obstacle),
        cmocka_unit_test(what_is_left_of_the_step_slides_along),
        cmocka_unit_test(in_a_corner_it_stops),
        cmocka_unit_test(one_that_is_not_solid_passes_through),
        cmocka_unit_test(what_does_not_block_movement_lets_pass),
        cmocka_unit_test(across_the_seam_obstacles_stop_bodies),
        cmocka_unit_test(at_the_edge_a_body_is_pushed_neither_out_nor_in),
        cmocka_unit_test(one_inside_is_moved_out_on_the_nearest_side),
        cmocka_unit_test(one_on_ground_inside_is_moved_out_on_the_nearest_wall),
        cmocka_unit_test(a_fixed_body_inside_stays),
        cmocka_unit_test(hops_of_a_model_of_a_host_are_swept),
        cmocka_unit_test(an_obstacle_that_moves_pushes_bodies),
        cmocka_unit_test(a_hollow_obstacle_keeps_bodies_in),
        cmocka_unit_test(a_hollow_obstacle_keeps_bodies_out),
        cmocka_unit_test(a_hollow_obstacle_hides_what_is_outside),
        cmocka_unit_test(a_wall_cannot_be_hollow_nor_can_a_region),
        cmocka_unit_test(threads_do_not_matter),
    };
    if (dv_register_locomotion(&hopper, NULL) != DV_OK)
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
