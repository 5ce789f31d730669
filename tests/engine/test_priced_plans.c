// Plans over ground that is not all alike: terrain, slow regions, and agents to keep away from. A
// detour is taken exactly when it costs less.
//
// The way across leads from (−5, 0) to (5, 0). A box of ground in its middle is 2 m wide. Around
// its end at y = h, the way in steps to eight neighbors is 10 + 2 · (√2 − 1) · h m long: 11.7 m for
// 2 m, 12.7 m for 3.3 m.
#include "../program.h"
#include "planning_world.h"

enum { PLAIN, MUD, POND };

#define SHORT 4.0f ///< m, of the box
#define LONG 6.6f
#define CELL 0.25f

static const dv_terrain_for dogs_swim[] = {{.kind = "dog", .weight = 0, .speed = 1}};
static const dv_terrain_def types[] = {
    {.name = "plain", .speed = 1},
    {.name = "mud", .weight = 1, .speed = 1}, // across: 12 m
    {.name = "pond", .speed = 0.5, .kinds = dogs_swim, .kind_count = 1}};

static lab open_ground(dv_edge edge) {
    dv_world_def def = lab_def();
    def.bounds = (dv_bounds){{-25, -25, -25}, {25, 25, 25}, edge};
    return lab_open_with(def, (lab_kinds){.terrain = types, .terrain_count = 3});
}

/// Lay a box of ground in the middle; a `type` below 0 lays nothing, which only slows down.
static void put_ground(lab *l, int32_t type, float speed, float x, float length) {
    dv_region_def def = dv_region_def_default();
    dv_region region;
    def.speed = speed;
    def.shape = (dv_obstacle_def){
        .shape = DV_BOX, .position = dv_vec(x, 0, 0), .width = 2, .depth = length, .height = 1};
    assert_int_equal(dv_region_create(l->world, &def, &region, &l->error), DV_OK);
    if (type >= 0)
        assert_int_equal(dv_region_set_terrain(l->world, region, type, &l->error), DV_OK);
}

static dv_plan_def across(void) { return plan_between(dv_vec(-5, 0, 0), dv_vec(5, 0, 0), 0, CELL); }

/// How far (m) the way gets from the straight line.
static float detour_of(lab *l, const dv_plan_def *def) {
    dv_path path = plan_way(l, def);
    double length = dv_path_length(l->world, path);
    float farthest = 0;
    for (double s = 0; s <= length; s += 0.05)
        farthest = dv_larger(farthest, fabsf(dv_path_point(l->world, path, s, &(dv_vec3){0}).y));
    assert_int_equal(dv_path_remove(l->world, path), DV_OK);
    return farthest;
}

static void assert_straight(lab *l, const dv_plan_def *def) {
    assert_float_equal(detour_of(l, def), 0, 1e-5f);
}

/// The way leads around something that ends at y = ±`end`, and no farther than cells make it.
static void assert_around(lab *l, const dv_plan_def *def, float end) {
    float detour = detour_of(l, def);
    if (!(detour > end - CELL && detour < end + 2 * CELL))
        fail_msg("%g m aside, around an end at %g m", (double)detour, (double)end);
}

static void plain_ground_changes_no_way(void **state) {
    (void)state;
    uint64_t n = 7;
    lab l = open_ground(DV_EDGE_CONTAIN);
    for (int i = 0; i < 20; i++)
        put_anything(&l, &n);
    dv_plan_def def = plan_between(dv_vec(-24, -24, 0), dv_vec(24, 24, 0), 0.3f, CELL);
    double before = dv_path_length(l.world, plan_way(&l, &def));
    put_ground(&l, PLAIN, 1, 0, LONG);
    assert_true(dv_path_length(l.world, plan_way(&l, &def)) == before);
    put_ground(&l, -1, 1, 3, LONG);
    assert_true(dv_path_length(l.world, plan_way(&l, &def)) == before);
    lab_close(&l);
}

static void mud_is_crossed_if_the_way_around_costs_more(void **state) {
    (void)state;
    static const float lengths[] = {SHORT, LONG};
    for (int i = 0; i < 2; i++) {
        lab l = open_ground(DV_EDGE_CONTAIN);
        // Only the terrain on top counts, so that two layers are as one.
        put_ground(&l, MUD, 1, 0, lengths[i]);
        put_ground(&l, MUD, 1, 0, lengths[i]);
        dv_plan_def def = across();
        if (lengths[i] == SHORT)
            assert_around(&l, &def, SHORT / 2);
        else
            assert_straight(&l, &def);
        def.counts_terrain = false;
        assert_straight(&l, &def);
        lab_close(&l);
    }
}

// At half the speed, each meter counts as two.
static void slow_ground_costs_as_long_as_it_takes(void **state) {
    (void)state;
    static const float lengths[] = {SHORT, LONG};
    for (int i = 0; i < 4; i++) {
        lab l = open_ground(DV_EDGE_CONTAIN);
        put_ground(&l, i < 2 ? POND : -1, i < 2 ? 1 : 0.5f, 0, lengths[i % 2]);
        dv_plan_def def = across();
        if (i % 2)
            assert_straight(&l, &def);
        else
            assert_around(&l, &def, SHORT / 2);
        lab_close(&l);
    }
}

static void fast_ground_attracts_ways(void **state) {
    (void)state;
    lab l = open_ground(DV_EDGE_CONTAIN);
    dv_region_def road = dv_region_def_default();
    dv_region region;
    road.speed = 4;
    road.shape = (dv_obstacle_def){
        .shape = DV_BOX, .position = dv_vec(0, 3, 0), .width = 30, .depth = 1, .height = 1};
    assert_int_equal(dv_region_create(l.world, &road, &region, &l.error), DV_OK);
    dv_plan_def def = plan_between(dv_vec(-15, 0, 0), dv_vec(15, 0, 0), 0, CELL);
    // Along the road it is 30 / 4 and twice less than 4 m.
    assert_float_equal(detour_of(&l, &def), 2.75f, 0.5f);
    lab_close(&l);
}

static void terrain_is_that_of_the_kind(void **state) {
    (void)state;
    lab l = open_ground(DV_EDGE_CONTAIN);
    put_ground(&l, POND, 1, 0, SHORT);
    dv_plan_def def = across();
    def.kind = SHEEP;
    assert_around(&l, &def, SHORT / 2);
    def.kind = DOG;
    assert_straight(&l, &def);
    lab_close(&l);
}

static void ground_across_the_edge_counts(void **state) {
    (void)state;
    lab l = open_ground(DV_EDGE_WRAP);
    put_ground(&l, MUD, 1, 25, SHORT);
    dv_plan_def def = plan_between(dv_vec(20, 0, 0), dv_vec(-20, 0, 0), 0, CELL);
    assert_around(&l, &def, SHORT / 2);
    lab_close(&l);
}

static void who_is_avoided_is_passed_at_a_distance(void **state) {
    (void)state;
    lab l = open_ground(DV_EDGE_CONTAIN);
    dv_agent dog = lab_spawn(&l, DOG, dv_vec(0, 0, 0), 0, 0);
    lab_step(&l);
    dv_avoid avoid = {.kinds = dv_one_kind(DOG), .radius = 2, .cost = 9};
    dv_plan_def def = across();
    def.avoid = &avoid;
    def.avoid_count = 1;
    assert_around(&l, &def, 2);
    // Through the circle, 4 m count as 4 · cost more. Around it, the way is 0.8 m longer.
    avoid.cost = 0.1f;
    assert_straight(&l, &def);
    avoid.cost = 9;
    def.self = dog;
    assert_straight(&l, &def);
    def.self = (dv_agent){0};
    avoid.kinds = dv_one_kind(SHEEP);
    assert_straight(&l, &def);
    lab_close(&l);
}

static void plans_of_a_tick_share_only_what_costs_the_same(void **state) {
    (void)state;
    lab l = open_ground(DV_EDGE_CONTAIN);
    dv_plan_def def = across();
    assert_straight(&l, &def);
    put_ground(&l, MUD, 1, 0, SHORT);
    assert_around(&l, &def, SHORT / 2);
    def.counts_terrain = false;
    assert_straight(&l, &def);
    lab_close(&l);
}

static void wrong_prices_are_refused(void **state) {
    (void)state;
    lab l = open_ground(DV_EDGE_CONTAIN);
    static const struct {
        dv_avoid avoid;
        const char *message;
    } wrong[] = {
        {{{{1}}, -1, 1}, "plan: avoid: radius must be 0 to 1e+09 m, not -1"},
        {{{{1}}, NAN, 1}, "plan: avoid: radius must be 0 to 1e+09 m, not nan"},
        {{{{1}}, 1, -2}, "plan: avoid: cost must be 0 to 1e+06, not -2"},
        {{{{1}}, 1, INFINITY}, "plan: avoid: cost must be 0 to 1e+06, not inf"},
    };
    dv_path path;
    dv_plan_outcome outcome;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        dv_plan_def def = across();
        def.avoid = &wrong[i].avoid;
        def.avoid_count = 1;
        assert_int_equal(dv_world_plan(l.world, &def, &path, &outcome, &l.error),
                         DV_ERROR_ARGUMENT);
        assert_string_equal(l.error.message, wrong[i].message);
    }
    dv_plan_def def = across();
    def.kind = 2;
    assert_int_equal(dv_world_plan(l.world, &def, &path, &outcome, &l.error), DV_ERROR_NAME);
    assert_string_equal(l.error.message, "plan: no kind number 2");
    lab_close(&l);
}

// Laying prices is work, too.
static void prices_count_as_cells(void **state) {
    (void)state;
    lab l = open_ground(DV_EDGE_CONTAIN);
    put_ground(&l, MUD, 1, 0, SHORT);
    dv_plan_def def = across();
    const uint64_t plenty = 10000000;
    uint64_t cells = plenty;
    def.cells = &cells;
    assert_around(&l, &def, SHORT / 2);
    uint64_t used = plenty - cells;
    def.counts_terrain = false;
    cells = plenty;
    assert_straight(&l, &def);
    assert_true(used > plenty - cells);
    lab_close(&l);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_ground_changes_no_way),
        cmocka_unit_test(mud_is_crossed_if_the_way_around_costs_more),
        cmocka_unit_test(slow_ground_costs_as_long_as_it_takes),
        cmocka_unit_test(fast_ground_attracts_ways),
        cmocka_unit_test(terrain_is_that_of_the_kind),
        cmocka_unit_test(ground_across_the_edge_counts),
        cmocka_unit_test(who_is_avoided_is_passed_at_a_distance),
        cmocka_unit_test(plans_of_a_tick_share_only_what_costs_the_same),
        cmocka_unit_test(wrong_prices_are_refused),
        cmocka_unit_test(prices_count_as_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
