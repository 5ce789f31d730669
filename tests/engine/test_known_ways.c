// What agents see and know of obstacles, paths planned with that knowledge, and blocked paths.
#include "../program.h"
#include "planning_world.h"

#include "senses/perception.h"

static dv_obstacle made(const lab *l) {
    return dv_world_obstacle_at(l->world, dv_world_obstacle_limit(l->world) - 1);
}

static dv_obstacle wall(lab *l, float x0, float y0, float x1, float y1) {
    put_wall(l, x0, y0, x1, y1);
    return made(l);
}

static dv_obstacle ball(lab *l, float x, float y, float radius) {
    put_ball(l, x, y, 0, radius);
    return made(l);
}

/// A sheep at the origin that looks along +x.
static dv_agent eye(lab *l, double range, double degrees) {
    dv_agent agent = lab_spawn(l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    dv_agent_set_property(l->world, agent, DV_SIGHT_RANGE, range, NULL);
    dv_agent_set_property(l->world, agent, DV_SIGHT_ANGLE, degrees * DV_PI / 180, NULL);
    return agent;
}

static bool sees(lab *l, dv_agent agent, dv_obstacle obstacle) {
    return dv_agent_sees_obstacle(l->world, agent, obstacle);
}

static void obstacles_are_seen_in_range_and_view(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = eye(&l, 5, 360);
    dv_obstacle across = wall(&l, 5, -2, 5, 2);
    assert_true(sees(&l, agent, across)); // exactly 5
    dv_agent_set_property(l.world, agent, DV_SIGHT_RANGE, 4.999, NULL);
    assert_false(sees(&l, agent, across));
    // The nearest point is abeam; the end (5, 3) at 31°, the end (2, 3) at 56.3°.
    dv_obstacle shorter = wall(&l, -5, 3, 2, 3), longer = wall(&l, -5, 3, 5, 3);
    dv_agent_set_property(l.world, agent, DV_SIGHT_RANGE, 20, NULL);
    dv_agent_set_property(l.world, agent, DV_SIGHT_ANGLE, DV_PI / 2, NULL);
    assert_true(sees(&l, agent, longer));
    assert_false(sees(&l, agent, shorter));
    dv_agent_set_property(l.world, agent, DV_SIGHT_ANGLE, 2 * 57 * DV_PI / 180, NULL);
    assert_true(sees(&l, agent, shorter));
    // Along y = x − 5: nearest at (2.5, −2.5), ends and middle out of view too, (5, 0) ahead.
    dv_obstacle aslant = wall(&l, 2, -3, 20, 15);
    dv_agent_set_property(l.world, agent, DV_SIGHT_ANGLE, 20 * DV_PI / 180, NULL);
    assert_true(sees(&l, agent, aslant));
    dv_agent_set_property(l.world, agent, DV_SIGHT_RANGE, 4.99, NULL);
    assert_false(sees(&l, agent, aslant));
    // Who stands in it sees it wherever it looks, and what is gone nobody sees.
    dv_obstacle house = ball(&l, -1, 0, 2);
    assert_true(sees(&l, agent, house));
    dv_obstacle_remove(l.world, house);
    assert_false(sees(&l, agent, house));
    lab_close(&l);
}

static bool holds(lab *l, dv_agent agent, dv_obstacle obstacle) {
    dv_sight sight = dv_sight_of(l->world, dv_handle_index(agent.bits));
    sight.occluded = true;
    return dv_sight_holds_obstacle(&sight, dv_handle_index(obstacle.bits));
}

// Lines of sight past the ends of a screen rise by 1 in 2: 26.57°.
static void what_stands_behind_a_screen_is_seen_where_it_looks_out(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = eye(&l, 100, 360);
    dv_obstacle screen = wall(&l, 2, -1, 2, 1);
    put_box(&l, dv_vec(6, 0, 0), dv_vec(2, 2, 1), 0);
    dv_obstacle low = made(&l);
    put_box(&l, dv_vec(6, 0, 0), dv_vec(2, 8, 1), 0); // corners at (5, ±4): 38.7°
    dv_obstacle high = made(&l);
    assert_true(holds(&l, agent, screen));
    assert_false(holds(&l, agent, low));
    assert_true(holds(&l, agent, high));
    assert_true(sees(&l, agent, low)); // its kind sees through walls
    dv_obstacle_remove(l.world, high);
    // Balls seem as wide as asin(radius / distance): 23.58° and 30°.
    dv_obstacle narrow = ball(&l, 10, 0, 4);
    assert_false(holds(&l, agent, narrow));
    dv_obstacle_remove(l.world, narrow);
    dv_obstacle wide = ball(&l, 10, 0, 5);
    assert_true(holds(&l, agent, wide));
    dv_obstacle_remove(l.world, wide);
    dv_obstacle_set_blocks(l.world, screen, DV_BLOCKS_MOVEMENT, NULL);
    assert_true(holds(&l, agent, low));
    assert_true(holds(&l, agent, screen)); // of glass, but seen
    lab_close(&l);
}

static void discovering_leaves_out_what_is_known(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = eye(&l, 10, 180);
    dv_obstacle a = ball(&l, 9, 0, 1), behind = ball(&l, -5, 0, 1), b = ball(&l, 3, 3, 1);
    dv_obstacle c = ball(&l, 3, -3, 1), seen[4];
    ball(&l, 12, 0, 1); // too far
    uint32_t count;
    assert_int_equal(dv_agent_discover(l.world, agent, NULL, 0, seen, 4, &count, &l.error), DV_OK);
    assert_int_equal(count, 3);
    assert_true(seen[0].bits == a.bits && seen[1].bits == b.bits && seen[2].bits == c.bits);
    const dv_obstacle known[] = {b, behind, b};
    dv_obstacle_remove(l.world, c);
    seen[1] = behind;
    assert_int_equal(dv_agent_discover(l.world, agent, known, 3, seen, 4, &count, &l.error), DV_OK);
    assert_int_equal(count, 1);
    assert_true(seen[0].bits == a.bits && seen[1].bits == behind.bits);
    assert_int_equal(dv_agent_discover(l.world, agent, NULL, 0, seen, 1, &count, &l.error), DV_OK);
    assert_int_equal(count, 2);
    const dv_obstacle pairs[][2] = {{a, behind}, {c, b}}; // c is gone
    for (int i = 0; i < 2; i++) {
        assert_int_equal(dv_agent_discover(l.world, agent, pairs[i], 2, seen, 4, &count, &l.error),
                         DV_OK);
        assert_int_equal(count, 1);
        assert_true(seen[0].bits == (i == 0 ? b : a).bits);
    }
    dv_agent_remove(l.world, agent);
    assert_int_equal(dv_agent_discover(l.world, agent, NULL, 0, seen, 1, &count, &l.error),
                     DV_ERROR_STALE);
    lab_close(&l);
}

static double length_knowing(lab *l, const dv_obstacle *known, uint32_t count) {
    dv_plan_def def = plan_between(dv_vec(0, 0, 0), dv_vec(10, 0, 0), 0, 0.25f);
    def.knows_part = true;
    def.known = known;
    def.known_count = count;
    return dv_path_length(l->world, plan_way(l, &def));
}

static void a_plan_leads_around_what_is_known(void **state) {
    (void)state;
    lab l = lab_open();
    const dv_obstacle known[] = {wall(&l, 5, -2, 5, 2), wall(&l, 5, -20, 5, 5), {0}};
    assert_float_equal(length_knowing(&l, NULL, 0), 10, 0);
    double low = length_knowing(&l, known, 1), high = length_knowing(&l, known, 3);
    assert_true(low > 10.77 && low < 12);   // 2 √(5² + 2²)
    assert_true(high > 14.14 && high < 16); // 2 √(5² + 5²)
    // Into a house that it does not know, but not into one that it does.
    dv_obstacle house = ball(&l, 10, 0, 1);
    assert_float_equal(length_knowing(&l, NULL, 0), 10, 0);
    dv_plan_def def = plan_between(dv_vec(0, 0, 0), dv_vec(10, 0, 0), 0, 0.25f);
    def.knows_part = true;
    def.known = &house;
    def.known_count = 1;
    assert_no_way(&l, &def, DV_PLAN_TO_BLOCKED);
    // What is gone or not to be planned around does not count.
    dv_obstacle_set_blocks(l.world, known[0], DV_BLOCKS_MOVEMENT, NULL);
    dv_obstacle_remove(l.world, known[1]);
    assert_float_equal(length_knowing(&l, known, 3), 10, 0);
    lab_close(&l);
}

static dv_obstacle first_on(lab *l, dv_path path, dv_path_query query, double *s) {
    dv_obstacle obstacle;
    assert_int_equal(dv_path_blocked(l->world, path, &query, &obstacle, s, &l->error), DV_OK);
    return obstacle;
}

#define FREE(...) assert_int_equal(first_on(&l, path, (dv_path_query){__VA_ARGS__}, &s).bits, 0)
#define MEETS(expected, at, ...)                                                                   \
    assert_true(first_on(&l, path, (dv_path_query){__VA_ARGS__}, &s).bits == (expected).bits);     \
    assert_float_equal(s, at, 1e-4)

// Along +x for 10 m, then along +y for 10 m. Centers are 2 m off, radii 1 m: with a clearance of
// 1.5 m a ball is met √(2.5² − 2²) = 1.5 m before it is abeam.
static void a_way_is_blocked_where_it_first_comes_too_near(void **state) {
    (void)state;
    lab l = lab_open();
    const dv_vec3 points[] = {{0, 0, 0}, {10, 0, 0}, {10, 10, 0}};
    dv_path_def def = {.points = points, .point_count = 3, .radius = 1};
    dv_path path;
    double s;
    assert_int_equal(dv_path_create(l.world, &def, &path, &l.error), DV_OK);
    FREE(.clearance = 5);
    dv_obstacle far = ball(&l, 12, 5, 1), near = ball(&l, 6, 2, 1);
    MEETS(near, 4.5, .clearance = 1.5f);
    FREE(.clearance = 1); // touches
    FREE(.clearance = 0);
    MEETS(near, 4.5, .clearance = 1.5f, .from = 4.4);
    MEETS(near, 5, .clearance = 1.5f, .from = 5); // it goes on nearer
    MEETS(far, 13.5, .clearance = 1.5f, .from = 6.01);
    FREE(.clearance = 1.5f, .from = 15.01);
    FREE(.clearance = 1.5f, .from = 20);
    MEETS(far, 13.5, .clearance = 1.5f, .knows_part = true, .known = &far, .known_count = 1);
    FREE(.clearance = 1.5f, .knows_part = true);
    dv_obstacle_set_blocks(l.world, near, DV_BLOCKS_MOVEMENT, NULL);
    MEETS(far, 13.5, .clearance = 1.5f);
    dv_obstacle_set_blocks(l.world, near, DV_BLOCKS_PLANNING, NULL);
    MEETS(near, 4.5, .clearance = 1.5f);
    dv_path_remove(l.world, path);
    // Around and back: behind the place asked from, beyond the start.
    def.closed = true;
    assert_int_equal(dv_path_create(l.world, &def, &path, &l.error), DV_OK);
    MEETS(far, 13.5, .clearance = 1.5f, .from = 8);
    MEETS(near, 4.5, .clearance = 1.5f, .from = 17);
    dv_obstacle_remove(l.world, far);
    MEETS(near, 4.5, .clearance = 1.5f, .from = 8);
    dv_obstacle obstacle;
    dv_path_query wrong = {.clearance = -1};
    assert_int_equal(dv_path_blocked(l.world, path, &wrong, &obstacle, &s, &l.error),
                     DV_ERROR_ARGUMENT);
    assert_string_equal(l.error.message, "blocked: clearance must be 0 to 1e+06 m, not -1");
    dv_path_remove(l.world, path);
    assert_int_equal(dv_path_blocked(l.world, path, &wrong, &obstacle, &s, &l.error),
                     DV_ERROR_STALE);
    lab_close(&l);
}

// The bounds are ±25 m: a ball at x = −23 also stands at 27, 3 m before an eye at 23.
static void obstacles_are_seen_and_met_across_the_edge(void **state) {
    (void)state;
    lab l = open_field(DV_EDGE_WRAP, DV_PLANE);
    dv_agent agent = eye(&l, 3, 90);
    dv_agent_set_position(l.world, agent, dv_vec(23, 0, 0), NULL);
    dv_obstacle across = ball(&l, -23, 0, 1);
    lab_step(&l);
    assert_true(sees(&l, agent, across));
    assert_true(holds(&l, agent, across));
    dv_agent_set_property(l.world, agent, DV_SIGHT_RANGE, 2.999, NULL);
    assert_false(sees(&l, agent, across));
    dv_agent_set_property(l.world, agent, DV_SIGHT_RANGE, 9, NULL);
    dv_obstacle screen = wall(&l, 24, -1, 24, 1);
    assert_false(holds(&l, agent, across));
    dv_obstacle_remove(l.world, screen);
    // Points of paths may lie outside of the bounds.
    const dv_vec3 points[] = {{20, 0, 0}, {30, 0, 0}};
    dv_path_def def = {.points = points, .point_count = 2, .radius = 1};
    dv_path path;
    double s;
    assert_int_equal(dv_path_create(l.world, &def, &path, &l.error), DV_OK);
    MEETS(across, 5.5, .clearance = 0.5f);
    FREE(.clearance = 0.5f, .from = 8.6);
    lab_close(&l);
}

static void a_planned_way_is_free_of_what_the_plan_knew(void **state) {
    (void)state;
    uint64_t n = 0;
    int found = 0, blocked = 0;
    for (int run = 0; run < 240; run++) {
        lab l = open_field(run % 3 == 0 ? DV_EDGE_WRAP : DV_EDGE_CONTAIN,
                           run % 2 ? DV_VOLUME : DV_PLANE);
        dv_obstacle known[12];
        for (int i = 0; i < 24; i++) {
            put_anything(&l, &n);
            known[i / 2] = made(&l);
        }
        float x = lab_random(&n, -24, 24), y = lab_random(&n, -24, 24);
        dv_plan_def def =
            plan_between(dv_vec(x, -24, 0), dv_vec(y, 24, 0), lab_random(&n, 0, 1), 0.5f);
        def.knows_part = true;
        def.known = known;
        def.known_count = 12;
        dv_plan_outcome outcome;
        dv_path path = try_plan(&l, &def, &outcome);
        if (outcome == DV_PLAN_FOUND) {
            dv_path_query query = {
                .clearance = def.clearance, .knows_part = true, .known = known, .known_count = 12};
            double s;
            found++;
            if (first_on(&l, path, query, &s).bits)
                fail_msg("run %d: met at %g m of %g", run, s, dv_path_length(l.world, path));
            query.knows_part = false;
            blocked += first_on(&l, path, query, &s).bits != 0;
        }
        lab_close(&l);
    }
    assert_true(found > 200);
    assert_true(blocked > 100); // by what it did not know
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(obstacles_are_seen_in_range_and_view),
        cmocka_unit_test(what_stands_behind_a_screen_is_seen_where_it_looks_out),
        cmocka_unit_test(discovering_leaves_out_what_is_known),
        cmocka_unit_test(a_plan_leads_around_what_is_known),
        cmocka_unit_test(a_way_is_blocked_where_it_first_comes_too_near),
        cmocka_unit_test(obstacles_are_seen_and_met_across_the_edge),
        cmocka_unit_test(a_planned_way_is_free_of_what_the_plan_knew),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
