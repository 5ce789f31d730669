// Wall following. The agent starts at the origin and faces +x at 4 m/s with a top speed of 10 m/s.
// The wall, which it should follow at 2 m, is 5 m to its left; the horizon is 0.5 s.
#include "../program.h"
#include "crossing_world.h"

#define EXACT 1e-3f
#define FOLLOW "wall_following", NUMBER("distance", 2), NUMBER("horizon", 0.5)

static void add_box(lab *l, dv_vec3 place, float width, float depth) {
    dv_obstacle_def def = {
        .shape = DV_BOX, .position = place, .width = width, .depth = depth, .height = 5};
    dv_obstacle box;
    assert_int_equal(dv_obstacle_create(l->world, &def, &box, &l->error), DV_OK);
}

static dv_agent beside_a_wall(lab *l, float y, float speed) {
    dv_agent agent = lab_spawn(l, SHEEP, dv_vec(0, y, 0), 0, speed);
    add_box(l, dv_vec(0, 10, 0), 100, 10);
    lab_step(l);
    return agent;
}

static void it_seeks_a_goal_off_the_wall(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = beside_a_wall(&l, 0, 4);
    // The goal is (2, 3) off the predicted place; at the cap it would lie 3 m further.
    // 10 · (5, 3) / √34 − (4, 0)
    assert_vector(ASK(&l, agent, FOLLOW), 4.574929f, 5.144958f, 0, EXACT);
    assert_vector(ASK(&l, agent, FOLLOW, NUMBER("side", 1)), 4.574929f, 5.144958f, 0, EXACT);
    // the other way: 10 · (−3, 3) / √18 − (4, 0)
    assert_vector(ASK(&l, agent, FOLLOW, NUMBER("side", -1)), -11.071068f, 7.071068f, 0, EXACT);
    lab_close(&l);
}

static void on_its_way_along_the_wall_it_steers_zero(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = beside_a_wall(&l, 3, 10);
    assert_vector(ASK(&l, agent, FOLLOW), 0, 0, 0, EXACT);
    lab_close(&l);
}

static void at_rest_it_sets_out_along_the_wall(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = beside_a_wall(&l, 3, 0);
    assert_vector(ASK(&l, agent, FOLLOW), 10, 0, 0, EXACT);
    assert_vector(ASK(&l, agent, FOLLOW, NUMBER("side", -1)), -10, 0, 0, EXACT);
    lab_close(&l);
}

static void a_wall_across_the_way_is_turned_from(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 4);
    add_box(&l, dv_vec(7, 0, 0), 10, 100); // its face is 2 m ahead
    lab_step(&l);
    // the goal is here, and 5 m to the left: the wall comes to the right
    assert_vector(ASK(&l, agent, FOLLOW), -4, 10, 0, EXACT);
    assert_vector(ASK(&l, agent, FOLLOW, NUMBER("side", 1)), -4, -10, 0, EXACT);
    lab_close(&l);
}

static void no_wall_is_zero(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 4);
    lab_step(&l);
    assert_zero(ASK(&l, agent, FOLLOW));
    add_box(&l, dv_vec(0, 10, 0), 100, 10);
    lab_step(&l);
    assert_zero(ASK(&l, agent, FOLLOW, NUMBER("radius", 4.9)));
    assert_zero(ASK(&l, agent, FOLLOW, NUMBER("rays", 5), NUMBER("length", 4.9)));
    lab_close(&l);
}

static void rays_attract_and_repel(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = beside_a_wall(&l, 2, 4); // 3 m from the wall
    dv_argument rays = NUMBER("rays", 5);
    // 10 · (1, 0.5) / √1.25 − (4, 0)
    assert_vector(ASK(&l, agent, FOLLOW, rays), 4.944272f, 4.472136f, 0, EXACT);
    dv_agent_set_position(l.world, agent, dv_vec(0, 4, 0), NULL); // 1 m
    lab_step(&l);
    assert_vector(ASK(&l, agent, FOLLOW, rays), 4.944272f, -4.472136f, 0, EXACT);
    lab_close(&l);
}

// Round and round

typedef struct band {
    float nearest, farthest; ///< m to the walls
    float laps;              ///< counter-clockwise
} band;

// From the outline of a block of 20 m by 12 m about the origin; negative inside.
static float distance_to_block(dv_vec3 place) {
    float x = fabsf(place.x) - 10, y = fabsf(place.y) - 6;
    if (x < 0 && y < 0)
        return x > y ? x : y;
    return dv_length(dv_vec(x > 0 ? x : 0, y > 0 ? y : 0, 0));
}

static void make_block(scene *s, bool is_room) {
    if (!is_room) {
        add_box(&s->l, dv_vec(0, 0, 0), 20, 12);
        return;
    }
    static const dv_vec3 corners[] = {{-10, -6, 0}, {10, -6, 0}, {10, 6, 0}, {-10, 6, 0}};
    for (int i = 0; i < 4; i++) {
        dv_vec3 ends[] = {corners[i], corners[(i + 1) % 4]};
        dv_obstacle_def def = {.shape = DV_WALL, .points = ends, .point_count = 2};
        dv_obstacle wall;
        assert_int_equal(dv_obstacle_create(s->l.world, &def, &wall, &s->l.error), DV_OK);
    }
}

static band walk_round(bool is_room, double side, double rays) {
    scene s = scene_open(
        MAKE("wall_following", NUMBER("distance", 2), NUMBER("side", side), NUMBER("rays", rays)),
        DV_PLANE);
    make_block(&s, is_room);
    dv_vec3 from = is_room ? dv_vec(0, 3, 0) : dv_vec(0, 9, 0);
    scene_add(&s, from, dv_add(from, dv_vec(20, 0, 0)), 0);
    band found = {INFINITY, 0, 0};
    dv_vec3 last = from;
    for (int tick = 0; tick < 3000; tick++) {
        lab_step(&s.l);
        dv_vec3 place = dv_agent_position(s.l.world, s.walkers[0]);
        double turn =
            dv_atan2(last.x * place.y - last.y * place.x, last.x * place.x + last.y * place.y);
        found.laps += (float)(turn / (2 * DV_PI));
        last = place;
        if (tick < 200)
            continue;
        float distance = distance_to_block(place);
        distance = is_room ? -distance : distance;
        found.nearest = distance < found.nearest ? distance : found.nearest;
        found.farthest = distance > found.farthest ? distance : found.farthest;
    }
    scene_close(&s);
    return found;
}

static void check_band(bool is_room, double rays, float low, float high) {
    for (int side = -1; side <= 1; side += 2) {
        band found = walk_round(is_room, side, rays);
        // With the wall on the left it goes round a house counter-clockwise, round a room the other
        // way.
        float laps = found.laps * (float)(is_room == (side > 0) ? -1 : 1);
        if (laps < 2 || found.nearest < low || found.farthest > high)
            fail_msg("%g laps between %g and %g m", (double)laps, (double)found.nearest,
                     (double)found.farthest);
    }
}

static void round_a_house_it_keeps_within_a_tenth_of_its_distance(void **state) {
    (void)state;
    check_band(false, 0, 1.8f, 2.2f);
}

static void round_a_room_it_keeps_within_a_quarter(void **state) {
    (void)state;
    check_band(true, 0, 1.8f, 2.5f);
}

static void by_rays_it_keeps_within_a_quarter(void **state) {
    (void)state;
    check_band(false, 7, 1.5f, 2.5f);
    check_band(true, 7, 1.5f, 2.5f);
}

static void either_side_stays_the_one_it_began_with(void **state) {
    (void)state;
    band house = walk_round(false, 0, 0), room = walk_round(true, 0, 0);
    assert_true(house.laps < -2); // heading +x above the house: clockwise
    assert_true(room.laps < -2);  // above the middle of the room: likewise
    assert_true(house.nearest > 1.8f && room.nearest > 1.8f);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_seeks_a_goal_off_the_wall),
        cmocka_unit_test(on_its_way_along_the_wall_it_steers_zero),
        cmocka_unit_test(at_rest_it_sets_out_along_the_wall),
        cmocka_unit_test(a_wall_across_the_way_is_turned_from),
        cmocka_unit_test(no_wall_is_zero),
        cmocka_unit_test(rays_attract_and_repel),
        cmocka_unit_test(round_a_house_it_keeps_within_a_tenth_of_its_distance),
        cmocka_unit_test(round_a_room_it_keeps_within_a_quarter),
        cmocka_unit_test(by_rays_it_keeps_within_a_quarter),
        cmocka_unit_test(either_side_stays_the_one_it_began_with),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
