// Separation, alignment, cohesion, and flocking. Unless a case says otherwise, the agent is at the
// origin, faces +x, and moves at (4, 0) m/s with a top speed of 10 m/s.
#include "../program.h"
#include "behavior_world.h"
#include "neighbors/parting_lanes.h"

#define EXACT 1e-4f

static dv_agent mover(lab *l) { return lab_spawn(l, SHEEP, dv_vec(0, 0, 0), 0, 4); }

#define RADIUS(r) NUMBER("radius", r)
#define HALF_CIRCLE NUMBER("angle", DV_PI)

static void separation_adds_offsets_over_squared_distance(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l);
    lab_spawn(&l, SHEEP, dv_vec(1, 0, 0), 0, 0);
    lab_spawn(&l, SHEEP, dv_vec(-1.25f, 0, 0), 0, 0);
    lab_step(&l);
    // (−1 / 1 + 1 / 1.25) · 2 m · 10 m/s
    assert_vector(ASK(&l, agent, "separation", RADIUS(2)), -4, 0, 0, EXACT);
    // only the first is in view: −20 m/s, truncated to the cap
    assert_vector(ASK(&l, agent, "separation", RADIUS(2), HALF_CIRCLE), -10, 0, 0, EXACT);
    // only the first is near enough
    assert_vector(ASK(&l, agent, "separation", RADIUS(1)), -10, 0, 0, EXACT);
    assert_zero(ASK(&l, agent, "separation", RADIUS(0.99)));
    lab_close(&l);
}

static void coincident_agents_part_in_opposite_ways(void **state) {
    (void)state;
    for (int volume = 0; volume < 2; volume++) {
        lab l = volume ? lab_open_volume() : lab_open();
        dv_agent a = mover(&l), b = mover(&l);
        lab_step(&l);
        dv_vec3 of_a = ASK(&l, a, "separation", RADIUS(2));
        dv_vec3 of_b = ASK(&l, b, "separation", RADIUS(2));
        assert_vector(dv_add(of_a, of_b), 0, 0, 0, EXACT);
        float length = dv_length(of_a);
        assert_true(length > 10 - EXACT && length <= 10);
        assert_true(volume || of_a.z == 0);
        lab_close(&l);
    }
}

/// In lanes and one by one to the last bit, of unit length, opposite for the other of the two, and
/// to all sides.
static void directions_in_which_agents_part_are_alike(void **state) {
    (void)state;
    const dv_random_key key = {.seed = 5};
    for (int volume = 0; volume < 2; volume++) {
        dv_vec3 sum = dv_vec(0, 0, 0);
        for (uint32_t n = 0; n < 1000; n++) {
            uint32_t agents[DV_LANES], other = (uint32_t)dv_random_range(key, n, 0, 1 << 22);
            for (uint32_t i = 0; i < DV_LANES; i++)
                agents[i] = n % 2 ? n + i : (uint32_t)dv_random_range(key, n * 8 + i, 0, 1 << 22);
            dv_lanes3 lanes;
            dv_parting_directions(agents, other, volume, &lanes);
            for (uint32_t i = 0; i < DV_LANES; i++) {
                dv_vec3 one = dv_parting_direction(agents[i], other, volume);
                dv_vec3 back = dv_parting_direction(other, agents[i], volume);
                dv_vec3 lane = dv_of_lane(&lanes, (int)i);
                assert_memory_equal(&lane, &one, sizeof one);
                assert_float_equal(dv_length(one), 1, 1e-6f);
                assert_true(agents[i] == other || dv_is_zero(dv_add(one, back)));
                sum = dv_add(sum, agents[i] < other ? one : back);
            }
        }
        assert_true(dv_length(sum) < 5 * sqrtf(1000 * DV_LANES));
    }
}

static void nearly_coincident_agents_are_finite(void **state) {
    (void)state;
    static const float gaps[] = {1e-45f, 1e-30f, 1e-20f, 1e-10f, 1e-4f, 2.1e-4f};
    for (size_t i = 0; i < sizeof gaps / sizeof *gaps; i++) {
        lab l = lab_open();
        dv_agent a = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
        lab_spawn(&l, SHEEP, dv_vec(gaps[i], 0, 0), 0, 0);
        lab_step(&l);
        float length = dv_length(ASK(&l, a, "separation", RADIUS(2)));
        assert_true(length > 10 - EXACT && length <= 10);
        assert_zero(ASK(&l, a, "separation", RADIUS(0)));
        lab_close(&l);
    }
}

static void neighbors_are_chosen_by_kind_and_state(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l);
    lab_spawn(&l, SHEEP, dv_vec(1, 0, 0), 0, 0);
    dv_agent_def def = dv_agent_def_default(DOG);
    def.position = dv_vec(0, 1, 0);
    def.state = 1;
    dv_agent dog;
    assert_int_equal(dv_agent_spawn(l.world, &def, &dog, &l.error), DV_OK);
    lab_step(&l);
    static const char *const both[] = {"dog", "sheep"};
    dv_argument dogs = {"kind", dv_value_name("dog")};
    dv_argument all = {"kind", dv_value_names(both, 2)};
    dv_argument running = {"state", dv_value_name("running")};
    dv_argument grazing = {"state", dv_value_name("grazing")};
    assert_vector(ASK(&l, agent, "separation", RADIUS(2), dogs), 0, -10, 0, EXACT);
    assert_vector(ASK(&l, agent, "separation", RADIUS(2), all), -7.0710678f, -7.0710678f, 0, EXACT);
    assert_vector(ASK(&l, agent, "separation", RADIUS(2), running), 0, -10, 0, EXACT);
    assert_vector(ASK(&l, agent, "separation", RADIUS(2), grazing), -10, 0, 0, EXACT);
    assert_zero(ASK(&l, agent, "separation", RADIUS(2), dogs, grazing));
    lab_close(&l);
}

static void alignment_is_the_mean_velocity_less_the_own(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l);
    assert_zero(ASK(&l, agent, "alignment", RADIUS(5)));
    lab_spawn(&l, SHEEP, dv_vec(2, 0, 0), 0, 3);
    lab_spawn(&l, SHEEP, dv_vec(-2, 0, 0), 90, 5);
    lab_step(&l);
    assert_vector(ASK(&l, agent, "alignment", RADIUS(5)), -2.5f, 2.5f, 0, EXACT);
    assert_vector(ASK(&l, agent, "alignment", RADIUS(5), HALF_CIRCLE), -1, 0, 0, EXACT);
    // mean forward (½, ½) − (1, 0), times the cap
    assert_vector(ASK(&l, agent, "alignment", RADIUS(5), YES("headings")), -5, 5, 0, EXACT);
    lab_close(&l);
}

static void cohesion_seeks_the_centroid(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l);
    assert_zero(ASK(&l, agent, "cohesion", RADIUS(5)));
    lab_spawn(&l, SHEEP, dv_vec(3, 0, 0), 0, 0);
    lab_spawn(&l, SHEEP, dv_vec(0, 4, 0), 0, 0);
    lab_step(&l);
    assert_vector(ASK(&l, agent, "cohesion", RADIUS(5)), 2, 8, 0, EXACT);
    assert_vector(ASK(&l, agent, "cohesion", RADIUS(3)), 6, 0, 0, EXACT);
    // 10 m/s · (1.5, 2) / 5
    assert_vector(ASK(&l, agent, "cohesion", RADIUS(5), YES("pull")), 3, 4, 0, EXACT);
    assert_zero(ASK(&l, agent, "cohesion", RADIUS(0)));
    lab_close(&l);
}

static void cohesion_in_the_middle_is_zero(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l);
    lab_spawn(&l, SHEEP, dv_vec(1, 0, 0), 0, 0);
    lab_spawn(&l, SHEEP, dv_vec(-1, 0, 0), 0, 0);
    lab_step(&l);
    assert_zero(ASK(&l, agent, "cohesion", RADIUS(5)));
    lab_close(&l);
}

static void neighbors_are_found_across_a_wrapping_edge(void **state) {
    (void)state;
    dv_world_def def = lab_def();
    def.bounds.edge = DV_EDGE_WRAP;
    lab l = lab_open_with(def, (lab_kinds){0});
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(49.5f, 0, 0), 90, 0);
    lab_spawn(&l, SHEEP, dv_vec(-49.5f, 0, 0), 0, 0);
    lab_step(&l);
    assert_vector(ASK(&l, agent, "separation", RADIUS(2)), -10, 0, 0, EXACT);
    assert_vector(ASK(&l, agent, "cohesion", RADIUS(2)), 10, 0, 0, EXACT);
    lab_close(&l);
}

static void removed_neighbors_are_gone_at_once(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l), other = lab_spawn(&l, SHEEP, dv_vec(1, 0, 0), 0, 0);
    lab_step(&l);
    dv_agent_remove(l.world, other);
    assert_zero(ASK(&l, agent, "separation", RADIUS(2)));
    lab_close(&l);
}

static void flocking_weighs_unit_parts(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l);
    assert_zero(ASK(&l, agent, "flocking", NUMBER("cohesion.radius", 5)));
    lab_spawn(&l, SHEEP, dv_vec(1, 0, 0), 90, 3);
    lab_step(&l);
    // separation (−1, 0) · 1.5, alignment unit((0, 10) − (4, 0)) · 2 = (−0.742781, 1.856953),
    // cohesion (1, 0) · 0.5, times 10 m/s
    dv_argument weights[] = {NUMBER("separation.weight", 1.5), NUMBER("alignment.weight", 2),
                             NUMBER("cohesion.weight", 0.5)};
    assert_vector(lab_ask(&l, agent, lab_make("flocking", weights, 3)), -17.42781f, 18.56953f, 0,
                  1e-3f);
    lab_close(&l);
}

static void flocking_parts_have_radii_and_cones_of_their_own(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l);
    lab_spawn(&l, SHEEP, dv_vec(-3, 0, 0), 90, 3);
    lab_spawn(&l, SHEEP, dv_vec(0, 6, 0), 90, 3);
    lab_step(&l);
    // Only alignment sees the first, only cohesion the second (which is beside it).
    dv_argument arguments[] = {
        NUMBER("separation.radius", 2), NUMBER("alignment.radius", 4),
        NUMBER("alignment.weight", 1),  NUMBER("cohesion.radius", 7),
        NUMBER("cohesion.weight", 1),   NUMBER("cohesion.angle", 1.2 * DV_PI),
    };
    // unit((0, 10) − (4, 0)) + (0, 1) = (−0.371391, 0.928477 + 1)
    assert_vector(lab_ask(&l, agent, lab_make("flocking", arguments, 6)), -3.71391f, 19.28477f, 0,
                  1e-3f);
    lab_close(&l);
}

static void flocking_with_one_part_is_that_part(void **state) {
    (void)state;
    static const char *const parts[] = {"separation", "alignment", "cohesion"};
    lab l = lab_open();
    uint64_t n = 0;
    dv_agent agents[60];
    for (int i = 0; i < 60; i++)
        agents[i] = lab_spawn(&l, SHEEP, dv_vec(lab_random(&n, -9, 9), lab_random(&n, -9, 9), 0),
                              lab_random(&n, 0, 360), lab_random(&n, 0, 5));
    lab_step(&l);
    for (int i = 0; i < 60; i++)
        for (int p = 0; p < 3; p++) {
            char names[3][32], radius[32], angle[32];
            dv_argument arguments[5];
            for (int q = 0; q < 3; q++) {
                strcat(strcpy(names[q], parts[q]), ".weight");
                arguments[q] = (dv_argument)NUMBER(names[q], q == p);
            }
            arguments[3] = (dv_argument)NUMBER(strcat(strcpy(radius, parts[p]), ".radius"), 4);
            arguments[4] = (dv_argument)NUMBER(strcat(strcpy(angle, parts[p]), ".angle"), 4.5);
            dv_vec3 whole = lab_ask(&l, agents[i], lab_make("flocking", arguments, 5));
            // Of alignment the way the others go, at the cap; of cohesion where they are.
            dv_argument alone[] = {RADIUS(4), NUMBER("angle", 4.5), YES("pull")};
            dv_vec3 part = lab_ask(&l, agents[i], lab_make(parts[p], alone, p == 2 ? 3 : 2));
            if (p == 1 && dv_length(part) > 0) {
                dv_vec3 velocity = dv_agent_velocity(l.world, agents[i]);
                dv_vec3 way = dv_scale(dv_normalize(dv_add(part, velocity)), 10);
                part = dv_subtract(way, velocity);
            }
            part = dv_scale(dv_normalize(part), 10);
            assert_vector(whole, part.x, part.y, 0, 2e-3f);
        }
    lab_close(&l);
}

static void an_aligned_flock_has_exactly_no_alignment(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 37, 10);
    for (int i = 1; i < 8; i++)
        lab_spawn(&l, SHEEP, dv_vec(0.3f * (float)i, 0.1f, 0), 37, 10);
    lab_step(&l);
    assert_zero(ASK(&l, agent, "alignment", RADIUS(5)));
    dv_argument only[] = {NUMBER("separation.weight", 0), NUMBER("alignment.weight", 1),
                          NUMBER("cohesion.weight", 0)};
    assert_zero(lab_ask(&l, agent, lab_make("flocking", only, 3)));
    lab_close(&l);
}

/// The mean speed, and how far all go the same way (0 to 1).
static float mean_speed(const lab *l, const dv_agent *boids, int count, float *polarization) {
    dv_vec3 way = {0, 0, 0};
    float speed = 0;
    for (int i = 0; i < count; i++) {
        dv_vec3 velocity = dv_agent_velocity(l->world, boids[i]);
        speed += dv_length(velocity) / (float)count;
        way = dv_add(way, dv_scale(dv_normalize(velocity), 1 / (float)count));
    }
    *polarization = dv_length(way);
    return speed;
}

static void a_flock_left_to_itself_keeps_going_together(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 3; seed++) {
        dv_world_def def = lab_def();
        def.bounds = (dv_bounds){{-25, -25, -25}, {25, 25, 25}, DV_EDGE_WRAP};
        dv_steering *steer = lab_make("flocking", NULL, 0);
        lab l = lab_open_with(def, (lab_kinds){.steer = steer});
        uint64_t n = 1000 * seed;
        dv_agent boids[100];
        for (int i = 0; i < 100; i++)
            boids[i] =
                lab_spawn(&l, SHEEP, dv_vec(lab_random(&n, -20, 20), lab_random(&n, -20, 20), 0),
                          lab_random(&n, 0, 360), lab_random(&n, 0, 10));
        float polarization = 0;
        for (int second = 1; second <= 60; second++) {
            for (int i = 0; i < 50; i++)
                lab_step(&l);
            float speed = mean_speed(&l, boids, 100, &polarization);
            assert_true(second < 5 || speed >= 5);
        }
        assert_true(polarization >= 0.9f);
        for (int i = 0; i < 100; i++) {
            dv_neighbor near;
            assert_true(dv_world_neighbors(l.world, dv_agent_position(l.world, boids[i]), 5,
                                           DV_ANY_KIND, boids[i], &near, 1) > 0);
        }
        dv_steering_release(steer);
        lab_close(&l);
    }
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(separation_adds_offsets_over_squared_distance),
        cmocka_unit_test(coincident_agents_part_in_opposite_ways),
        cmocka_unit_test(directions_in_which_agents_part_are_alike),
        cmocka_unit_test(nearly_coincident_agents_are_finite),
        cmocka_unit_test(neighbors_are_chosen_by_kind_and_state),
        cmocka_unit_test(alignment_is_the_mean_velocity_less_the_own),
        cmocka_unit_test(cohesion_seeks_the_centroid),
        cmocka_unit_test(cohesion_in_the_middle_is_zero),
        cmocka_unit_test(neighbors_are_found_across_a_wrapping_edge),
        cmocka_unit_test(removed_neighbors_are_gone_at_once),
        cmocka_unit_test(flocking_weighs_unit_parts),
        cmocka_unit_test(flocking_parts_have_radii_and_cones_of_their_own),
        cmocka_unit_test(flocking_with_one_part_is_that_part),
        cmocka_unit_test(a_flock_left_to_itself_keeps_going_together),
        cmocka_unit_test(an_aligned_flock_has_exactly_no_alignment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
