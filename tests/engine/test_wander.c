// Wander: always at top speed, with sustained turns, and the same walk at any tick rate.
#include "../program.h"
#include "../world_hash.h"
#include "behavior_world.h"

#include "world/world_data.h"

#define EXACT 1e-4f

static void the_desired_speed_is_the_cap(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 30, 4);
    for (int tick = 0; tick < 100; tick++) {
        dv_vec3 s = ASK(&l, agent, "wander", NUMBER("strength", 2));
        double heading = 30 * DV_PI / 180;
        dv_vec3 own = {4 * (float)dv_cos(heading), 4 * (float)dv_sin(heading), 0};
        float speed = dv_length(dv_add(s, own));
        assert_true(speed > 10 - EXACT && speed < 10 + EXACT);
        assert_true(s.z == 0);
        lab_step(&l); // nothing steers it: it goes straight on
    }
    lab_close(&l);
}

static void no_strength_goes_straight_on(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 90, 4);
    assert_vector(ASK(&l, agent, "wander", NUMBER("strength", 0)), 0, 6, 0, EXACT);
    lab_close(&l);
}

static void no_rate_keeps_one_turn(void **state) {
    (void)state;
    dv_argument still[] = {NUMBER("rate", 0)};
    dv_steering *steer = lab_make("wander", still, 1);
    lab l = lab_open_with(lab_def(), (lab_kinds){.steer = steer, .locomotion = "fixed"});
    dv_steering_release(steer);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    lab_step(&l);
    dv_vec3 first = dv_agent_steering(l.world, agent);
    lab_step(&l);
    assert_vector(dv_agent_steering(l.world, agent), first.x, first.y, first.z, 1e-6f);
    assert_true(dv_length(first) > 1);
    lab_close(&l);
}

static void asking_changes_nothing(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 4);
    uint64_t before = world_hash(l.world);
    dv_vec3 first = ASK(&l, agent, "wander", NUMBER("strength", 1));
    dv_vec3 second = ASK(&l, agent, "wander", NUMBER("strength", 1));
    assert_vector(second, first.x, first.y, first.z, EXACT);
    assert_int_equal(world_hash(l.world), before);
    lab_close(&l);
}

static void agents_and_seeds_wander_their_own_ways(void **state) {
    (void)state;
    dv_world_def def = lab_def();
    lab l = lab_open();
    def.seed = 2;
    lab other = lab_open_with(def, (lab_kinds){0});
    dv_agent a = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    dv_agent b = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    dv_agent c = lab_spawn(&other, SHEEP, dv_vec(0, 0, 0), 0, 0);
    dv_vec3 of_a = ASK(&l, a, "wander", NUMBER("strength", 1));
    dv_vec3 of_b = ASK(&l, b, "wander", NUMBER("strength", 1));
    dv_vec3 of_c = ASK(&other, c, "wander", NUMBER("strength", 1));
    assert_true(dv_length(dv_subtract(of_a, of_b)) > 1e-3f);
    assert_true(dv_length(dv_subtract(of_a, of_c)) > 1e-3f);
    dv_world_destroy(other.world);
    dv_program_release(other.program);
    lab_close(&l);
}

// The descriptor is asked directly, so that its state can be looked at: the point on the sphere.
static dv_vec3 point_after(dv_world *world, uint32_t agent, double tick_rate, double seconds,
                           dv_vec3 *first) {
    const dv_bound parameters[] = {{.source = DV_SOURCE_LITERAL, .number = 0.5},
                                   {.source = DV_SOURCE_LITERAL, .number = 2}};
    dv_steering_context context = {.world = world,
                                   .agent = agent,
                                   .forward = {1, 0, 0},
                                   .cap = 10,
                                   .dt = (float)(1 / tick_rate),
                                   .stream = 9};
    float point[3] = {0, 0, 0};
    world->tick = 0;
    dv_behavior_type_by_name("wander")->evaluate(&context, parameters, point);
    *first = dv_vec(point[0], point[1], point[2]);
    for (int tick = 1; tick <= (int)(seconds * tick_rate + 0.5); tick++) {
        world->tick = (uint64_t)tick;
        dv_behavior_type_by_name("wander")->evaluate(&context, parameters, point);
        float length = dv_length(dv_vec(point[0], point[1], point[2]));
        assert_true(length > 0.9999f && length < 1.0001f);
    }
    return dv_vec(point[0], point[1], point[2]);
}

// On the circle a rate of 2 gives the angle a variance of 2 rad² after a second, so that the mean
// cosine to the first direction is e⁻¹; 4000 walks know it to ±0.04 (3.5 σ).
static void the_walk_does_not_depend_on_the_tick_rate(void **state) {
    (void)state;
    static const double rates[] = {25, 60, 400};
    for (int r = 0; r < 3; r++) {
        dv_world world = {.seed = 5, .space = DV_PLANE};
        double sum = 0;
        for (uint32_t agent = 0; agent < 4000; agent++) {
            dv_vec3 first;
            dv_vec3 last = point_after(&world, agent, rates[r], 1, &first);
            sum += (double)dv_dot(first, last);
        }
        double mean = sum / 4000;
        if (mean < 0.3679 - 0.04 || mean > 0.3679 + 0.04)
            fail_msg("mean cosine %g at %g Hz", mean, rates[r]);
    }
}

static void a_volume_is_wandered_in_all_of_it(void **state) {
    (void)state;
    dv_world world = {.seed = 5, .space = DV_VOLUME};
    double highest = 0;
    for (uint32_t agent = 0; agent < 50; agent++) {
        dv_vec3 first;
        dv_vec3 last = point_after(&world, agent, 60, 1, &first);
        highest = (double)last.z > highest ? (double)last.z : highest;
    }
    assert_true(highest > 0.8);
}

static void straight_up_and_down_are_finite(void **state) {
    (void)state;
    dv_world world = {.seed = 5, .space = DV_VOLUME};
    const dv_bound parameters[] = {{.source = DV_SOURCE_LITERAL, .number = 1},
                                   {.source = DV_SOURCE_LITERAL, .number = 0}};
    for (int sign = -1; sign <= 1; sign += 2) {
        dv_steering_context context = {
            .world = &world, .forward = {0, 0, (float)sign}, .cap = 10, .dt = 0.02f};
        float behind[3] = {-1, 0, 0}; // forward + 1 · this is zero: straight on
        dv_vec3 s = dv_behavior_type_by_name("wander")->evaluate(&context, parameters, behind);
        assert_vector(s, 0, 0, 10 * (float)sign, EXACT);
        float left[3] = {0, 1, 0};
        s = dv_behavior_type_by_name("wander")->evaluate(&context, parameters, left);
        assert_vector(s, 0, 7.0710678f, 7.0710678f * (float)sign, EXACT);
    }
}

/// Of ten minutes of 20 agents, the share that they spend within 26° of the vertical.
static double share_near_the_vertical(const char *locomotion, double rate) {
    dv_argument arguments[] = {NUMBER("rate", rate), NUMBER("strength", 1)};
    dv_steering *steer = lab_make("wander", arguments, 2);
    dv_world_def def = lab_def();
    def.space = DV_VOLUME;
    def.tick_rate = 20;
    lab l = lab_open_with(def, (lab_kinds){.steer = steer, .locomotion = locomotion});
    dv_steering_release(steer);
    dv_agent agents[20];
    for (int i = 0; i < 20; i++)
        agents[i] = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 18 * (float)i, 10);
    int near = 0;
    for (int tick = 0; tick < 12000; tick++) {
        lab_step(&l);
        for (int i = 0; i < 20; i++)
            near += fabsf(dv_agent_forward(l.world, agents[i]).z) > 0.8988f;
    }
    lab_close(&l);
    return near / (12000.0 * 20);
}

// Directions spread evenly over the sphere are within 26° of the vertical for 1 − cos 26° = 10.1 %
// of the time. The point forgets where it was in 3 / rate² = 48 s, so that 20 × 600 s are some 250
// samples, which know the share to ±1.9 %: 3.5 of that.
static void no_direction_is_special_in_a_volume(void **state) {
    (void)state;
    double share = share_near_the_vertical("point_mass", 0.25);
    if (share < 0.101 - 0.066 || share > 0.101 + 0.066)
        fail_msg("a share of %g within 26 degrees of the vertical", share);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_desired_speed_is_the_cap),
        cmocka_unit_test(no_strength_goes_straight_on),
        cmocka_unit_test(no_rate_keeps_one_turn),
        cmocka_unit_test(asking_changes_nothing),
        cmocka_unit_test(agents_and_seeds_wander_their_own_ways),
        cmocka_unit_test(the_walk_does_not_depend_on_the_tick_rate),
        cmocka_unit_test(a_volume_is_wandered_in_all_of_it),
        cmocka_unit_test(straight_up_and_down_are_finite),
        cmocka_unit_test(no_direction_is_special_in_a_volume),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
