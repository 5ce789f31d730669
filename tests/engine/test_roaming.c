// Roaming: wandering by noise, exploring, and foraging.
#include "../program.h"
#include "behavior_world.h"

#define EXACT 2e-4f

// Noise wander

static float turn_of(lab *l, dv_agent agent) {
    dv_vec3 s = ASK(l, agent, "noise_wander", NUMBER("strength", 1), NUMBER("rate", 2));
    dv_vec3 desired = dv_add(s, dv_agent_velocity(l->world, agent));
    assert_true(fabsf(dv_length(desired) - 10) < 1e-3f);
    // the agent faces +x: the part to the left of each part ahead is the noise
    return desired.y / desired.x;
}

static void the_noise_is_smooth_and_goes_both_ways(void **state) {
    (void)state;
    lab l = lab_open_with(lab_def(), (lab_kinds){.locomotion = "fixed"});
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    float last = turn_of(&l, agent), low = 0, high = 0, sum = 0;
    int changes = 0;
    for (int tick = 0; tick < 5000; tick++) { // 200 values of the noise
        lab_step(&l);
        float turn = turn_of(&l, agent);
        // At most 4 a lattice step, which takes 25 ticks.
        assert_true(fabsf(turn - last) < 0.17f);
        changes += turn * last < 0;
        low = turn < low ? turn : low;
        high = turn > high ? turn : high;
        sum += turn;
        last = turn;
    }
    assert_true(low < -0.4f && low >= -1 && high > 0.4f && high <= 1);
    assert_in_range(changes, 100, 400);
    assert_true(fabsf(sum / 5000) < 0.05f);
    lab_close(&l);
}

static void agents_turn_differently_and_runs_alike(void **state) {
    (void)state;
    lab l = lab_open_with(lab_def(), (lab_kinds){.locomotion = "fixed"});
    dv_agent a = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    dv_agent b = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    int alike = 0;
    for (int tick = 0; tick < 100; tick++) {
        alike += turn_of(&l, a) == turn_of(&l, b);
        assert_true(turn_of(&l, a) == turn_of(&l, a));
        lab_step(&l);
    }
    assert_in_range(alike, 0, 2);
    lab_close(&l);
}

static void in_a_volume_it_climbs_and_dives(void **state) {
    (void)state;
    lab l = lab_open_volume();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    float low = 0, high = 0;
    for (int tick = 0; tick < 2000; tick++) {
        float z = ASK(&l, agent, "noise_wander", NUMBER("strength", 1)).z;
        low = z < low ? z : low;
        high = z > high ? z : high;
        lab_step(&l);
    }
    assert_true(low < -1 && high > 1);
    lab_close(&l);
}

// What it steers for is in its own frame, which no way is special to.
static void through_the_vertical_its_aim_stays_where_it_was(void **state) {
    (void)state;
    lab l = lab_open_volume();
    for (int i = 0; i < 8; i++) {
        dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
        dv_vec3 level = ASK(&l, agent, "noise_wander", NUMBER("strength", 3));
        for (int degrees = 0; degrees <= 360; degrees += 5) {
            lab_pitch(&l, agent, (float)degrees);
            dv_vec3 aim = ASK(&l, agent, "noise_wander", NUMBER("strength", 3));
            aim = dv_agent_to_local(l.world, agent, aim);
            assert_vector(aim, level.x, level.y, level.z, EXACT);
        }
    }
    lab_close(&l);
}

// Explore

static void it_begins_at_the_nearest_corner(void **state) {
    (void)state;
    dv_world_def def = lab_def();
    def.bounds = (dv_bounds){{0, 0, 0}, {20, 20, 0}, DV_EDGE_CONTAIN};
    lab l = lab_open_with(def, (lab_kinds){0});
    // Cells of at most 1.0607 · 5 m: 4 a side, of 5 m. The middle of the last is (17.5, 17.5).
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(12.5f, 17.5f, 0), 0, 0);
    assert_vector(ASK(&l, agent, "explore", NUMBER("radius", 5)), 10, 0, 0, EXACT);
    // Facing away from it, it is slow until it has turned.
    agent = lab_spawn(&l, SHEEP, dv_vec(12.5f, 17.5f, 0), 180, 0);
    assert_vector(ASK(&l, agent, "explore", NUMBER("radius", 5)), 1, 0, 0, EXACT);
    lab_close(&l);
}

#define SAMPLES 60

/// How many of the places of a grid over the bounds never came as near as the radius.
static int left_out(lab *l, dv_agent agent, float radius, double seconds) {
    static bool seen[SAMPLES * SAMPLES];
    dv_bounds b = l->def.bounds;
    memset(seen, 0, sizeof seen);
    for (int tick = 0; tick < (int)(seconds * l->def.tick_rate); tick++) {
        lab_step(l);
        dv_vec3 at = dv_agent_position(l->world, agent);
        for (int i = 0; i < SAMPLES * SAMPLES; i++) {
            dv_vec3 place = {b.min.x + (b.max.x - b.min.x) * (float)(i % SAMPLES) / (SAMPLES - 1),
                             b.min.y + (b.max.y - b.min.y) * (float)(i / SAMPLES) / (SAMPLES - 1),
                             0};
            dv_vec3 offset = dv_subtract(place, at);
            offset.z = 0;
            seen[i] = seen[i] || dv_length(offset) <= radius;
        }
    }
    int missing = 0;
    for (int i = 0; i < SAMPLES * SAMPLES; i++)
        missing += !seen[i];
    return missing;
}

static lab open_explorer(dv_edge edge, float side, double radius) {
    dv_world_def def = lab_def();
    def.bounds = (dv_bounds){{-side, -side / 2, 0}, {side, side / 2, 0}, edge};
    lab_kinds kinds = {.steer = MAKE("explore", NUMBER("radius", radius))};
    lab l = lab_open_with(def, kinds);
    dv_steering_release(kinds.steer);
    return l;
}

static void every_part_of_the_bounds_is_reached(void **state) {
    (void)state;
    for (int edge = 0; edge < 3; edge++)
        for (int i = 0; i < 2; i++) {
            lab l = open_explorer((dv_edge)edge, 20, i ? 2 : 6);
            dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(3, 4, 0), 200, 8);
            int missing = left_out(&l, agent, i ? 2 : 6, i ? 120 : 60);
            if (missing > 0)
                fail_msg("edge %d: %d of %d places left out", edge, missing, SAMPLES * SAMPLES);
            lab_close(&l);
        }
}

static void what_cannot_be_reached_is_passed_over(void **state) {
    (void)state;
    lab l = open_explorer(DV_EDGE_CONTAIN, 20, 4);
    dv_obstacle_def rock = {.shape = DV_SPHERE, .position = {-15, 5, 0}, .radius = 3.5f};
    dv_obstacle obstacle;
    assert_int_equal(dv_obstacle_create(l.world, &rock, &obstacle, &l.error), DV_OK);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(-18, 8, 0), 0, 0);
    assert_in_range(left_out(&l, agent, 4, 90), 0, SAMPLES * SAMPLES / 50);
    lab_close(&l);
}

static void every_part_of_a_region_is_reached_and_no_more(void **state) {
    (void)state;
    const float radius = 2;
    dv_steering *steer =
        MAKE("explore", NUMBER("radius", radius), {"region", dv_value_name("region")});
    lab l = lab_open_with(lab_def(), (lab_kinds){.steer = steer});
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(-3, -4, 0), 200, 0);
    lab_step(&l);
    assert_vector(dv_agent_position(l.world, agent), -3, -4, 0, 0); // no region yet
    static const dv_vec3 outline[] = {{-15, -8, 0}, {15, -8, 0}, {15, -2, 0},
                                      {-5, -2, 0},  {-5, 8, 0},  {-15, 8, 0}};
    dv_region_def def = dv_region_def_default();
    def.shape = (dv_obstacle_def){.shape = DV_POLYGON, .points = outline, .point_count = 6};
    dv_region region;
    assert_int_equal(dv_region_create(l.world, &def, &region, &l.error), DV_OK);
    lab_fill(&l, agent, SLOT_REGION, region.bits);
    static bool seen[31 * 17];
    memset(seen, 0, sizeof seen);
    for (int tick = 0; tick < 120 * 50; tick++) {
        lab_step(&l);
        dv_vec3 at = dv_agent_position(l.world, agent);
        assert_true(dv_length(dv_subtract(at, dv_vec(10, 7, 0))) > 5); // outside of the angle
        for (int i = 0; i < 31 * 17; i++) {
            dv_vec3 place = dv_vec((float)(i % 31 - 15), (float)(i / 31 - 8), 0);
            seen[i] = seen[i] || dv_length(dv_subtract(at, place)) <= radius;
        }
    }
    for (int i = 0; i < 31 * 17; i++) {
        dv_vec3 place = dv_vec((float)(i % 31 - 15), (float)(i / 31 - 8), 0);
        if (dv_region_contains(l.world, region, place) && !seen[i])
            fail_msg("(%g, %g) is left out", (double)place.x, (double)place.y);
    }
    dv_steering_release(steer);
    lab_close(&l);
}

// Forage

#define FOR_DOGS                                                                                   \
    { "kind", dv_value_name("dog") }

static void it_seeks_the_nearest_it_perceives(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    lab_spawn(&l, DOG, dv_vec(-6, 0, 0), 0, 0);
    lab_spawn(&l, DOG, dv_vec(0, 9, 0), 0, 0);
    lab_spawn(&l, SHEEP, dv_vec(1, 0, 0), 0, 0);
    lab_step(&l);
    assert_vector(ASK(&l, agent, "forage", FOR_DOGS), -10, 0, 0, EXACT);
    // With its back to the nearest it seeks the other.
    dv_agent_set_property(l.world, agent, DV_SIGHT_ANGLE, 1.1 * DV_PI, NULL);
    assert_vector(ASK(&l, agent, "forage", FOR_DOGS), 0, 10, 0, EXACT);
    lab_close(&l);
}

static void with_nothing_near_it_wanders(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    lab_spawn(&l, DOG, dv_vec(-6, 0, 0), 0, 0);
    lab_step(&l);
    dv_vec3 s = ASK(&l, agent, "forage", FOR_DOGS, NUMBER("radius", 5.9));
    assert_true(fabsf(dv_length(s) - 10) < 1e-3f && s.x > 5);
    assert_vector(ASK(&l, agent, "forage", FOR_DOGS, NUMBER("radius", 6)), -10, 0, 0, EXACT);
    lab_close(&l);
}

static void in_the_end_it_finds_what_there_is(void **state) {
    (void)state;
    dv_world_def def = lab_def();
    def.bounds = (dv_bounds){{-20, -20, 0}, {20, 20, 0}, DV_EDGE_WRAP};
    lab_kinds kinds = {.steer = MAKE("forage", FOR_DOGS, NUMBER("radius", 4))};
    lab l = lab_open_with(def, kinds);
    dv_steering_release(kinds.steer);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    dv_agent food = lab_spawn(&l, DOG, dv_vec(-15, 12, 0), 0, 0);
    float nearest = 100;
    for (int tick = 0; tick < 50 * 120 && nearest > 0.5f; tick++) {
        dv_agent_set_position(l.world, food, dv_vec(-15, 12, 0), NULL);
        lab_step(&l);
        float distance =
            dv_length(dv_subtract(dv_agent_position(l.world, agent), dv_vec(-15, 12, 0)));
        nearest = distance < nearest ? distance : nearest;
    }
    assert_true(nearest <= 0.5f);
    lab_close(&l);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_noise_is_smooth_and_goes_both_ways),
        cmocka_unit_test(agents_turn_differently_and_runs_alike),
        cmocka_unit_test(in_a_volume_it_climbs_and_dives),
        cmocka_unit_test(through_the_vertical_its_aim_stays_where_it_was),
        cmocka_unit_test(it_begins_at_the_nearest_corner),
        cmocka_unit_test(every_part_of_the_bounds_is_reached),
        cmocka_unit_test(what_cannot_be_reached_is_passed_over),
        cmocka_unit_test(every_part_of_a_region_is_reached_and_no_more),
        cmocka_unit_test(it_seeks_the_nearest_it_perceives),
        cmocka_unit_test(with_nothing_near_it_wanders),
        cmocka_unit_test(in_the_end_it_finds_what_there_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
