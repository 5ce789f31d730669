// Flows to goals: their directions, in the open, around walls, over dear ground, and past crowds;
// when they are renewed; goals that move and go; and what is refused.
#include "../program.h"
#include "planning_world.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "navigation/crowding.h"
#include "world/flows.h"

static dv_flow_goal at(float x, float y) { return (dv_flow_goal){.point = {x, y, 0}}; }

static dv_flow_to_def to(const dv_flow_goal *goals, uint32_t count) {
    dv_flow_to_def def = dv_flow_to_def_default();
    def.goals = goals;
    def.goal_count = count;
    return def;
}

static dv_flow make(lab *l, const dv_flow_to_def *def) {
    dv_flow flow;
    dv_flow_outcome outcome;
    if (dv_world_flow_to(l->world, def, &flow, &outcome, &l->error) != DV_OK)
        fail_msg("%s", l->error.message);
    if (outcome != DV_FLOW_LEADS)
        fail_msg("%s", dv_flow_reason(outcome));
    assert_true(dv_flow_alive(l->world, flow));
    return flow;
}

static dv_flow make_to(lab *l, dv_flow_goal goal) {
    dv_flow_to_def def = to(&goal, 1);
    return make(l, &def);
}

/// The angle (degrees) between a flow and a direction.
static double angle_off(const lab *l, dv_flow flow, dv_vec3 point, double x, double y) {
    dv_vec3 v = dv_flow_at(l->world, flow, point);
    assert_float_equal(dv_length(v), 1, 1e-5);
    double cross = (double)v.x * y - (double)v.y * x, dot = (double)v.x * x + (double)v.y * y;
    return fabs(dv_atan2(cross, dot)) * 180 / DV_PI;
}

// Directions

// A march is off by the most where the front of a circle is bent most, so at 2 m from the goal as
// well as at 20.
static void in_the_open_a_flow_points_at_its_goal(void **state) {
    (void)state;
    lab l = open_field(DV_EDGE_CONTAIN, DV_PLANE);
    const dv_vec3 goal = {1.3f, -0.9f, 0};
    dv_flow flow = make_to(&l, at(goal.x, goal.y));
    double worst = 0;
    for (int i = 0; i < 24; i++)
        for (int far = 2; far <= 20; far += 3) {
            double sine, cosine;
            dv_sin_cos(i * DV_PI / 12, &sine, &cosine);
            dv_vec3 from = dv_add(goal, dv_vec((float)(far * cosine), (float)(far * sine), 0));
            worst = dv_greater(worst, angle_off(&l, flow, from, -cosine, -sine));
        }
    if (worst > 1)
        fail_msg("%g degrees off", worst);
    assert_zero(dv_flow_at(l.world, flow, goal));
    lab_close(&l);
}

/// Walk along a flow in steps of 2 cm until it ends; returns the length of the way (m).
static double walk(const lab *l, dv_flow flow, dv_vec3 from, double clearance, dv_vec3 *end) {
    const double step = 0.02;
    dv_vec3 place = from;
    for (int i = 0; i < 10000; i++) {
        dv_vec3 v = dv_flow_at(l->world, flow, place);
        *end = place;
        if (dv_is_zero(v))
            return i * step;
        if (gap_at(l, place) < clearance)
            fail_msg("%g m from an obstacle at (%g, %g)", gap_at(l, place), (double)place.x,
                     (double)place.y);
        place = dv_add(place, dv_scale(v, (float)step));
    }
    fail_msg("the flow does not end");
    return 0;
}

static void around_a_wall_it_is_little_longer_than_a_plan(void **state) {
    (void)state;
    lab l = open_field(DV_EDGE_CONTAIN, DV_PLANE);
    put_wall(&l, 0, -25, 0, 6);
    dv_flow_goal goal = at(8, 0);
    dv_flow_to_def def = to(&goal, 1);
    def.clearance = 0.5f;
    def.resolution = 0.25f;
    dv_flow flow = make(&l, &def);
    for (int i = 0; i < 8; i++) {
        dv_vec3 from = dv_vec((float)(-3 - 2 * i), (float)(3 * i - 15), 0), end;
        dv_plan_def way = plan_between(from, goal.point, 0.5f, 0.1f);
        dv_path path = plan_way(&l, &way);
        double length = walk(&l, flow, from, 0.4, &end);
        assert_vector(end, 8, 0, 0, 0.36f);
        if (length > 1.05 * dv_path_length(l.world, path))
            fail_msg("%g m, a plan has %g", length, dv_path_length(l.world, path));
    }
    lab_close(&l);
}

// Behind thin walls at all angles, too, no flow leads through them, and none stops before its goal.
static void ways_through_a_room_of_walls_arrive(void **state) {
    (void)state;
    lab l = open_field(DV_EDGE_CONTAIN, DV_PLANE);
    put_wall(&l, -10, -8, -10, 10);
    put_wall(&l, -10, 10, 7, 13);
    put_wall(&l, -4, 3, 12, -11);
    put_wall(&l, 12, 8, 3, -1);
    put_box(&l, dv_vec(-15, 0, 0), dv_vec(3, 5, 1), 0.4f);
    dv_flow_goal goals[] = {at(5, 6), at(-20, -20)};
    dv_flow_to_def def = to(goals, 2);
    def.clearance = 0.3f;
    dv_flow flow = make(&l, &def);
    uint64_t n = 0;
    for (int i = 0; i < 200; i++) {
        dv_vec3 end, from = dv_vec(0, 0, 0);
        from.x = lab_random(&n, -25, 25);
        from.y = lab_random(&n, -25, 25);
        if (gap_at(&l, from) < 0.36)
            continue;
        walk(&l, flow, from, 0.1, &end);
        assert_true(dv_length(dv_subtract(end, goals[0].point)) < 0.8f ||
                    dv_length(dv_subtract(end, goals[1].point)) < 0.8f);
    }
    lab_close(&l);
}

static void a_pocket_is_still_and_an_obstacle_is_left_on_the_nearest_side(void **state) {
    (void)state;
    lab l = open_field(DV_EDGE_CONTAIN, DV_PLANE);
    put_box(&l, dv_vec(10, 0, 0), dv_vec(8, 8, 1), 0);
    put_wall(&l, -10, -10, -4, -10);
    put_wall(&l, -4, -10, -4, -4);
    put_wall(&l, -4, -4, -10, -4);
    put_wall(&l, -10, -4, -10, -10);
    dv_flow flow = make_to(&l, at(0, 20));
    assert_zero(dv_flow_at(l.world, flow, dv_vec(-7, -7, 0)));
    assert_zero(dv_flow_at(l.world, flow, dv_vec(NAN, 0, 0)));
    assert_true(angle_off(&l, flow, dv_vec(7, 0, 0), -1, 0) < 5);
    assert_true(angle_off(&l, flow, dv_vec(13, -0.2f, 0), 1, 0) < 5);
    assert_true(angle_off(&l, flow, dv_vec(10.2f, -3, 0), 0, -1) < 5);
    // Beyond the bounds, it is as at the edge.
    dv_vec3 edge = dv_flow_at(l.world, flow, dv_vec(25, 3, 0));
    assert_vector(dv_flow_at(l.world, flow, dv_vec(99, 3, 0)), edge.x, edge.y, 0, 0);
    lab_close(&l);
}

static void where_the_world_wraps_the_flow_crosses_the_edge(void **state) {
    (void)state;
    lab l = open_field(DV_EDGE_WRAP, DV_PLANE);
    dv_flow flow = make_to(&l, at(24, 24));
    assert_true(angle_off(&l, flow, dv_vec(-20, -20, 0), -1, -1) < 2);
    assert_true(angle_off(&l, flow, dv_vec(-10, 24, 0), -1, 0) < 2);
    assert_true(angle_off(&l, flow, dv_vec(14, -16, 0), 1, -1) < 2);
    assert_true(angle_off(&l, flow, dv_vec(24.9f, -24.9f, 0), -0.9, -1.1) < 8);
    lab_close(&l);
}

static dv_region put_region(lab *l, float x, float y, float width, float depth, float speed) {
    dv_region_def def = dv_region_def_default();
    dv_region region;
    def.speed = speed;
    def.shape = (dv_obstacle_def){
        .shape = DV_BOX, .position = dv_vec(x, y, 0), .width = width, .depth = depth, .height = 1};
    assert_int_equal(dv_region_create(l->world, &def, &region, &l->error), DV_OK);
    return region;
}

static void the_nearest_of_points_agents_and_regions_is_taken(void **state) {
    (void)state;
    lab l = open_field(DV_EDGE_CONTAIN, DV_PLANE);
    dv_flow_goal goals[] = {
        at(-20, 0),
        {.agent = lab_spawn(&l, DOG, dv_vec(20, 0, 0), 0, 0)},
        {.region = put_region(&l, 0, 15, 20, 4, 1)},
    };
    dv_flow_to_def def = to(goals, 3);
    dv_flow flow = make(&l, &def);
    assert_true(angle_off(&l, flow, dv_vec(-14, -6, 0), -1, 1) < 2);
    assert_true(angle_off(&l, flow, dv_vec(15, -5, 0), 1, 1) < 2);
    assert_true(angle_off(&l, flow, dv_vec(3.2f, 3, 0), 0, 1) < 2);
    assert_zero(dv_flow_at(l.world, flow, dv_vec(6, 16, 0)));
    lab_close(&l);
}

// Prices

/// A wall along x = 0 with doors at y = 10 and y = −10, 3 m wide each.
static lab open_two_doors(void) {
    lab l = open_field(DV_EDGE_CONTAIN, DV_PLANE);
    put_wall(&l, 0, -25, 0, -11.5f);
    put_wall(&l, 0, -8.5f, 0, 8.5f);
    put_wall(&l, 0, 11.5f, 0, 25);
    return l;
}

/// The y (m) at which the way from a place crosses the wall.
static double door_from(const lab *l, dv_flow flow, float x, float y) {
    dv_vec3 place = {x, y, 0};
    for (int i = 0; i < 10000 && place.x < 0; i++)
        place = dv_add(place, dv_scale(dv_flow_at(l->world, flow, place), 0.02f));
    return (double)place.y;
}

// From (−10, 1) to (10, 0), the way by the upper door is some 2 · 0.66 · 1 m shorter. Slow ground
// 4 m long costs 4 m more.
static void slow_ground_is_avoided_if_terrain_counts(void **state) {
    (void)state;
    lab l = open_two_doors();
    dv_flow_goal goal = at(10, 0);
    dv_flow_to_def def = to(&goal, 1);
    assert_true(door_from(&l, make(&l, &def), -10, 1) > 8);
    put_region(&l, 0, 10, 4, 4, 0.5f);
    assert_true(door_from(&l, make(&l, &def), -10, 1) < -8);
    def.counts_terrain = false;
    assert_true(door_from(&l, make(&l, &def), -10, 1) > 8);
    lab_close(&l);
}

static void put_crowd(lab *l, float x, float y) {
    for (int i = 0; i < 48; i++)
        lab_spawn(l, SHEEP, dv_vec(x + 0.6f * (float)(i % 8), y + 0.6f * (float)(i / 8), 0), 0, 0);
}

// About 1 / 0.36 = 2.8 people per m² on 4 m of the way.
static void a_crowd_is_avoided_if_density_counts(void **state) {
    (void)state;
    lab l = open_two_doors();
    dv_flow_goal goal = at(10, 0);
    dv_flow_to_def def = to(&goal, 1);
    put_crowd(&l, -5, 8.5f);
    assert_true(door_from(&l, make(&l, &def), -10, 1) > 8);
    def.density = 1;
    assert_true(door_from(&l, make(&l, &def), -10, 1) < -8);
    // Far away, it does not matter.
    assert_true(door_from(&l, make(&l, &def), -0.5f, 10) > 8);
    lab_close(&l);
}

// Four squares by three, 1 m each, from (−2, −1).
static dv_map small_map(bool wraps) {
    return (dv_map){.columns = 4,
                    .rows = 3,
                    .stride = 6,
                    .low_x = -2,
                    .low_y = -1,
                    .width = 1,
                    .depth = 1,
                    .wraps = wraps};
}

/// Count one person on the small map, and compare all squares, row by row from the lowest.
static void assert_parts(bool wraps, float x, float y, const uint32_t expected[12]) {
    lab l = lab_open();
    dv_map map = small_map(wraps);
    dv_crowding crowding;
    lab_spawn(&l, SHEEP, dv_vec(x, y, 0), 0, 0);
    assert_true(dv_crowding_count(&crowding, l.world, &map));
    assert_int_equal(crowding.columns, 4);
    assert_int_equal(crowding.rows, 3);
    for (int i = 0; i < 12; i++)
        if (crowding.parts[i] != expected[i])
            fail_msg("square %d of (%g, %g): %u parts, not %u", i, (double)x, (double)y,
                     crowding.parts[i], expected[i]);
    dv_crowding_free(&crowding);
    lab_close(&l);
}

// (−0.75, 0.5) is a quarter to the right of the border between the first two columns, whose middles
// are at −1.5 and −0.5: three quarters of the person count in the second. It is in the middle of
// the second row.
static void a_person_counts_in_the_squares_nearest_to_it(void **state) {
    (void)state;
    assert_parts(false, -0.75f, 0.5f, (uint32_t[12]){[4] = 64, [5] = 192});
    // A quarter of the way from the middle of the first row to that of the second.
    assert_parts(false, -0.75f, -0.25f, (uint32_t[12]){48, 144, 0, 0, 16, 48});
}

static void at_an_edge_a_person_counts_in_the_outermost_squares(void **state) {
    (void)state;
    static const uint32_t whole = 256, nobody[12] = {0};
    assert_parts(false, -2, -1, (uint32_t[12]){[0] = whole});
    assert_parts(false, 2, -1, (uint32_t[12]){[3] = whole});
    assert_parts(false, -2, 2, (uint32_t[12]){[8] = whole});
    assert_parts(false, 2, 2, (uint32_t[12]){[11] = whole});
    assert_parts(false, -2.01f, 0, nobody);
    assert_parts(false, 2.01f, 0, nobody);
    assert_parts(false, 0, -1.01f, nobody);
    assert_parts(false, 0, 2.01f, nobody);
    // Where the world wraps, the first column is beside the last, and the lowest row beside the
    // highest.
    assert_parts(true, -1.75f, 0.5f, (uint32_t[12]){[4] = 192, [7] = 64});
    assert_parts(true, -0.5f, 1.75f, (uint32_t[12]){[1] = 64, [9] = 192});
}

static void who_was_removed_counts_nowhere(void **state) {
    (void)state;
    lab l = lab_open();
    dv_map map = small_map(false);
    dv_crowding crowding;
    dv_agent gone = lab_spawn(&l, SHEEP, dv_vec(-1.5f, -0.5f, 0), 0, 0);
    lab_spawn(&l, SHEEP, dv_vec(0.5f, 1.5f, 0), 0, 0);
    assert_int_equal(dv_agent_remove(l.world, gone), DV_OK);
    lab_step(&l);
    assert_true(dv_crowding_count(&crowding, l.world, &map));
    for (int i = 0; i < 12; i++)
        assert_int_equal(crowding.parts[i], i == 10 ? 256 : 0);
    dv_crowding_free(&crowding);
    lab_close(&l);
}

/// What a meter costs in the cell of a column and row.
static uint32_t price_in(const dv_map *map, uint32_t column, uint32_t row) {
    return map->prices[(row + 1) * map->stride + column + 1];
}

// One person per m² at a density of 0.5 makes a meter count as half a meter more: 256 + 128.
static void a_crowd_adds_to_the_prices_of_its_squares(void **state) {
    (void)state;
    lab l = lab_open();
    dv_map map = small_map(false);
    dv_crowding crowding;
    lab_spawn(&l, SHEEP, dv_vec(0.5f, 0.5f, 0), 0, 0);
    assert_true(dv_crowding_count(&crowding, l.world, &map));
    assert_true(dv_crowding_add_prices(&crowding, &map, 0.5));
    for (uint32_t row = 0; row < 3; row++)
        for (uint32_t column = 0; column < 4; column++)
            assert_int_equal(price_in(&map, column, row), column == 2 && row == 1 ? 384 : 256);
    // On top of what is there, rounded: 384 + 256 · 0.01 = 386.56. The frame is not for walking.
    assert_true(dv_crowding_add_prices(&crowding, &map, 0.01));
    assert_int_equal(price_in(&map, 2, 1), 387);
    assert_int_equal(map.prices[0], 256);
    dv_crowding_free(&crowding);
    dv_free(map.prices);

    // Cells of half a meter share the squares of 1 m, and those of 2 m are squares of 4 m².
    for (int i = 0; i < 2; i++) {
        map = small_map(false);
        map.columns = i ? 2 : 8;
        map.rows = i ? 2 : 6;
        map.low_y = i ? -2 : -1;
        map.stride = (uint32_t)map.columns + 2;
        map.width = map.depth = i ? 2 : 0.5;
        assert_true(dv_crowding_count(&crowding, l.world, &map));
        assert_int_equal(crowding.columns, i ? 2 : 4);
        assert_int_equal(crowding.rows, i ? 2 : 3);
        dv_crowding_free(&crowding);
    }
    lab_close(&l);
}

// Renewal

static uint64_t arrows_of(const lab *l, dv_flow flow) {
    const dv_flow_record *record = dv_flow_record_of(l->world, flow.bits);
    return dv_hash_bytes(record->aim->arrows,
                         dv_flow_node_count(record) * sizeof *record->aim->arrows);
}

// At 7 Hz, half a second is three and a half ticks: it is renewed in ticks 4, 7, 11, and 14.
// In bounds of as many cells as they have or nearly one more, a rounded length may tell another.
static void whatever_the_bounds_a_flow_is_loaded_as_it_was_saved(void **state) {
    (void)state;
    uint64_t n = 6;
    for (int i = 0; i < 400; i++) {
        float resolution = lab_random(&n, 0.05f, 1), low = lab_random(&n, -100, 100);
        dv_world_def def = lab_def();
        def.bounds.min = dv_vec(low, low, 0);
        def.bounds.max = dv_vec(low, low + 5, 0);
        def.bounds.max.x = (float)(low + 20 * (double)resolution * (1 + 1e-6));
        lab l = lab_open_with(def, (lab_kinds){0});
        const dv_flow_goal goal = at(low + resolution, low + 1);
        dv_flow_to_def flow = to(&goal, 1);
        flow.resolution = resolution;
        make(&l, &flow);
        dv_snapshot snapshot;
        assert_int_equal(dv_world_take_snapshot(l.world, &snapshot, &l.error), DV_OK);
        if (dv_world_load_snapshot(l.world, &snapshot, &l.error) != DV_OK)
            fail_msg("%s", l.error.message);
        dv_snapshot_free(&snapshot);
        lab_close(&l);
    }
}

static void it_is_renewed_in_the_first_tick_of_each_half_second(void **state) {
    (void)state;
    const double rates[] = {20, 60, 240, 7};
    for (int i = 0; i < 4; i++) {
        dv_world_def world = lab_def();
        world.tick_rate = rates[i];
        lab l = lab_open_with(world, (lab_kinds){0});
        lab_step(&l);
        dv_agent dog = lab_spawn(&l, DOG, dv_vec(0, 0, 0), 0, 0);
        dv_flow flow = make_to(&l, (dv_flow_goal){.agent = dog});
        uint64_t before = arrows_of(&l, flow);
        int renewals = 0;
        for (int tick = 1; tick <= 3 * rates[i]; tick++) {
            assert_int_equal(
                dv_agent_set_position(l.world, dog, dv_vec((float)(tick % 37), 0, 0), &l.error),
                DV_OK);
            lab_step(&l);
            uint64_t after = arrows_of(&l, flow);
            // The world counts the tick that it is in from 0.
            bool is_due = floor((tick - 1) * 2 / rates[i]) > floor((tick - 2) * 2 / rates[i]);
            assert_int_equal(after != before, tick > 1 && is_due);
            renewals += after != before;
            before = after;
        }
        assert_in_range(renewals, 5, 6);
        lab_close(&l);
    }
}

static void a_goal_that_moves_is_followed_and_one_that_goes_is_dropped(void **state) {
    (void)state;
    lab l = open_field(DV_EDGE_CONTAIN, DV_PLANE);
    dv_agent dog = lab_spawn(&l, DOG, dv_vec(20, 0, 0), 0, 0);
    dv_region pen = put_region(&l, 0, -20, 4, 4, 1);
    dv_flow_goal goals[] = {{.agent = dog}, {.region = pen}};
    dv_flow_to_def def = to(goals, 2);
    dv_flow flow = make(&l, &def);
    const dv_vec3 here = {0, 0, 0};
    assert_int_equal(dv_agent_set_position(l.world, dog, dv_vec(0, 12, 0), &l.error), DV_OK);
    for (int i = 0; i < 26; i++)
        lab_step(&l);
    assert_true(angle_off(&l, flow, here, 0, 1) < 2);
    assert_int_equal(dv_agent_remove(l.world, dog), DV_OK);
    for (int i = 0; i < 25; i++)
        lab_step(&l);
    assert_true(angle_off(&l, flow, here, 0, -1) < 2);
    assert_int_equal(dv_flow_outcome_of(l.world, flow), DV_FLOW_LEADS);
    assert_int_equal(dv_region_remove(l.world, pen), DV_OK);
    for (int i = 0; i < 25; i++)
        lab_step(&l);
    assert_zero(dv_flow_at(l.world, flow, here));
    assert_string_equal(dv_flow_reason(dv_flow_outcome_of(l.world, flow)), "the goals are gone");
    lab_close(&l);
}

static void a_goal_that_an_obstacle_covers_is_left_out_until_it_is_free(void **state) {
    (void)state;
    lab l = open_field(DV_EDGE_CONTAIN, DV_PLANE);
    dv_flow flow = make_to(&l, at(10, 0));
    dv_obstacle_def rock = {.shape = DV_SPHERE, .position = {10, 0, 0}, .radius = 2};
    dv_obstacle obstacle;
    assert_int_equal(dv_obstacle_create(l.world, &rock, &obstacle, &l.error), DV_OK);
    for (int i = 0; i < 26; i++)
        lab_step(&l);
    assert_zero(dv_flow_at(l.world, flow, dv_vec(0, 0, 0)));
    assert_int_equal(dv_flow_outcome_of(l.world, flow), DV_FLOW_GOAL_BLOCKED);
    assert_int_equal(dv_obstacle_remove(l.world, obstacle), DV_OK);
    for (int i = 0; i < 25; i++)
        lab_step(&l);
    assert_true(angle_off(&l, flow, dv_vec(0, 0, 0), 1, 0) < 2);
    assert_int_equal(dv_flow_outcome_of(l.world, flow), DV_FLOW_LEADS);
    lab_close(&l);
}

// Refusals

static void refuse(lab *l, const dv_flow_to_def *def, dv_result expected, const char *message) {
    dv_flow flow;
    dv_flow_outcome outcome;
    assert_int_equal(dv_world_flow_to(l->world, def, &flow, &outcome, &l->error), expected);
    assert_string_equal(l->error.message, message);
    assert_int_equal(flow.bits, 0);
}

static void bad_values_are_refused(void **state) {
    (void)state;
    lab l = open_field(DV_EDGE_CONTAIN, DV_PLANE), other = open_field(DV_EDGE_WRAP, DV_PLANE);
    dv_flow_goal goal = at(0, 0);
    dv_flow_to_def def = to(&goal, 0);
    refuse(&l, &def, DV_ERROR_ARGUMENT, "flow_to: 1 to 256 goals expected, not 0");
    def = to(&goal, 1);
    def.clearance = -1;
    refuse(&l, &def, DV_ERROR_ARGUMENT, "flow_to: clearance must be 0 to 1e+09 m, not -1");
    def = to(&goal, 1);
    def.resolution = 0;
    refuse(&l, &def, DV_ERROR_ARGUMENT,
           "flow_to: resolution must be above 0 and at most 1e+09 m, not 0");
    def.resolution = 0.01f;
    refuse(&l, &def, DV_ERROR_LIMIT,
           "flow_to: resolution: cells of 0.01 m make a map of 5000 x 5000 cells, more than the "
           "1048576 allowed");
    def = to(&goal, 1);
    def.density = NAN;
    refuse(&l, &def, DV_ERROR_ARGUMENT, "flow_to: density must be 0 to 1e+06, not nan");
    def = to(&goal, 1);
    def.kind = 9;
    refuse(&l, &def, DV_ERROR_NAME, "flow_to: no kind number 9");
    def = to(&goal, 1);
    goal = at(NAN, 0);
    refuse(&l, &def, DV_ERROR_ARGUMENT, "flow_to: goal 1 must be finite and within 1e+09 m");
    goal = (dv_flow_goal){.agent = lab_spawn(&other, DOG, dv_vec(0, 0, 0), 0, 0)};
    refuse(&l, &def, DV_ERROR_STALE, "flow_to: goal 1 is gone");
    goal = (dv_flow_goal){.agent = lab_spawn(&l, DOG, dv_vec(0, 0, 0), 0, 0)};
    dv_agent_remove(l.world, goal.agent);
    refuse(&l, &def, DV_ERROR_STALE, "flow_to: goal 1 is gone");
    dv_world_destroy(other.world);
    dv_program_release(other.program);
    lab_close(&l);
    lab volume = open_field(DV_EDGE_CONTAIN, DV_VOLUME);
    goal = at(0, 0);
    refuse(&volume, &def, DV_ERROR_ARGUMENT,
           "flow_to: the world is a volume, and such a flow leads only across a plane");
    lab_close(&volume);
}

static void a_flow_to_nowhere_has_a_reason(void **state) {
    (void)state;
    lab l = open_field(DV_EDGE_CONTAIN, DV_PLANE);
    put_ball(&l, 10, 0, 0, 2);
    const struct {
        float x, y, clearance;
        dv_flow_outcome outcome;
    } cases[] = {{30, 0, 0, DV_FLOW_GOAL_OUTSIDE},
                 {10, 1, 0, DV_FLOW_GOAL_BLOCKED},
                 {0, 0, 60, DV_FLOW_GOAL_CLOSED}};
    for (int i = 0; i < 3; i++) {
        dv_flow_goal goals[] = {at(-10, 0), at(cases[i].x, cases[i].y)};
        dv_flow_to_def def = to(goals, 2);
        def.clearance = cases[i].clearance;
        dv_flow flow;
        dv_flow_outcome outcome;
        assert_int_equal(dv_world_flow_to(l.world, &def, &flow, &outcome, &l.error), DV_OK);
        assert_int_equal(outcome, cases[i].outcome);
        assert_int_equal(flow.bits, 0);
        assert_int_equal(dv_world_flow_limit(l.world), 0);
    }
    lab_close(&l);
}

static void it_cannot_be_painted_and_takes_the_cells_that_it_may(void **state) {
    (void)state;
    lab l = open_field(DV_EDGE_CONTAIN, DV_PLANE);
    dv_flow_goal goal = at(0, 0);
    dv_flow_to_def def = to(&goal, 1);
    dv_flow flow = make(&l, &def);
    assert_int_equal(dv_flow_set(l.world, flow, dv_vec(0, 0, 0), dv_vec(1, 0, 0), &l.error),
                     DV_ERROR_ARGUMENT);
    assert_string_equal(l.error.message, "flow: it leads to goals, and cannot be painted");
    assert_int_equal(dv_flow_paint(l.world, flow, dv_vec(0, 0, 0), 1, dv_vec(1, 0, 0), 1, &l.error),
                     DV_ERROR_ARGUMENT);
    assert_int_equal(dv_flow_type(l.world, flow), UINT32_MAX);
    uint64_t cells = 1 << 30;
    def.cells = &cells;
    make(&l, &def);
    uint64_t used = (1 << 30) - cells;
    assert_in_range(used, 30000, 80000); // 10,000 cells, each laid, filled, and expanded
    cells = used - 1;
    refuse(&l, &def, DV_ERROR_LIMIT, "flow_to: more cells than are left for this tick");
    def.cells = NULL;
    def.resolution = 0.05f;
    for (int i = 0; i < 8; i++)
        make(&l, &def);
    refuse(&l, &def, DV_ERROR_LIMIT,
           "flow_to: all flows to goals would have more than 8388608 cells together: remove some, "
           "or use larger cells");
    lab_close(&l);
}

static void short_memory_is_told_and_leaves_nothing(void **state) {
    (void)state;
    lab l = open_two_doors();
    put_region(&l, 0, 10, 4, 4, 0.5f);
    dv_flow_goal goals[] = {at(10, 0), {.agent = lab_spawn(&l, DOG, dv_vec(-10, 0, 0), 0, 0)}};
    dv_flow_to_def def = to(goals, 2);
    def.density = 1;
    def.resolution = 1;
    assert_int_equal(dv_flow_remove(l.world, make(&l, &def)), DV_OK);
    size_t before = dv_allocated_bytes();
    int failures = 0;
    for (uint64_t nth = 1;; nth++, failures++) {
        dv_flow flow;
        dv_flow_outcome outcome;
        uint64_t refused = dv_refused_allocations();
        dv_fail_allocation(nth, false);
        dv_result result = dv_world_flow_to(l.world, &def, &flow, &outcome, &l.error);
        dv_fail_allocation(0, false);
        assert_int_equal(result, dv_refused_allocations() > refused ? DV_ERROR_MEMORY : DV_OK);
        if (result == DV_OK)
            break;
        assert_int_equal(flow.bits, 0);
        assert_int_equal(dv_allocated_bytes(), before);
    }
    assert_true(failures >= 10);
    lab_close(&l);
}

static void without_memory_for_a_renewal_it_stays_as_it_was(void **state) {
    (void)state;
    lab l = open_two_doors();
    dv_agent dog = lab_spawn(&l, DOG, dv_vec(10, 0, 0), 0, 0);
    dv_flow flow = make_to(&l, (dv_flow_goal){.agent = dog});
    uint64_t before = arrows_of(&l, flow);
    assert_int_equal(dv_agent_set_position(l.world, dog, dv_vec(10, 10, 0), &l.error), DV_OK);
    for (int i = 0; i < 25; i++)
        lab_step(&l);
    // In this tick, only the renewal allocates.
    dv_fail_allocation(1, true);
    lab_step(&l);
    dv_fail_allocation(0, false);
    assert_true(arrows_of(&l, flow) == before);
    assert_int_equal(dv_flow_outcome_of(l.world, flow), DV_FLOW_OUT_OF_MEMORY);
    for (int i = 0; i < 25; i++)
        lab_step(&l);
    assert_true(arrows_of(&l, flow) != before);
    assert_int_equal(dv_flow_outcome_of(l.world, flow), DV_FLOW_LEADS);
    lab_close(&l);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_the_open_a_flow_points_at_its_goal),
        cmocka_unit_test(around_a_wall_it_is_little_longer_than_a_plan),
        cmocka_unit_test(ways_through_a_room_of_walls_arrive),
        cmocka_unit_test(a_pocket_is_still_and_an_obstacle_is_left_on_the_nearest_side),
        cmocka_unit_test(where_the_world_wraps_the_flow_crosses_the_edge),
        cmocka_unit_test(the_nearest_of_points_agents_and_regions_is_taken),
        cmocka_unit_test(slow_ground_is_avoided_if_terrain_counts),
        cmocka_unit_test(a_crowd_is_avoided_if_density_counts),
        cmocka_unit_test(a_person_counts_in_the_squares_nearest_to_it),
        cmocka_unit_test(at_an_edge_a_person_counts_in_the_outermost_squares),
        cmocka_unit_test(who_was_removed_counts_nowhere),
        cmocka_unit_test(a_crowd_adds_to_the_prices_of_its_squares),
        cmocka_unit_test(whatever_the_bounds_a_flow_is_loaded_as_it_was_saved),
        cmocka_unit_test(it_is_renewed_in_the_first_tick_of_each_half_second),
        cmocka_unit_test(a_goal_that_moves_is_followed_and_one_that_goes_is_dropped),
        cmocka_unit_test(a_goal_that_an_obstacle_covers_is_left_out_until_it_is_free),
        cmocka_unit_test(bad_values_are_refused),
        cmocka_unit_test(a_flow_to_nowhere_has_a_reason),
        cmocka_unit_test(it_cannot_be_painted_and_takes_the_cells_that_it_may),
        cmocka_unit_test(short_memory_is_told_and_leaves_nothing),
        cmocka_unit_test(without_memory_for_a_renewal_it_stays_as_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
