// Paths: their length, points on them, and nearest points, in open worlds and across wrapping
// edges.
#include "../program.h"
#include "behavior_world.h"

#include "base/alloc.h"
#include "world/paths.h"

#define CLOSE 1e-4

static const dv_vec3 angle[] = {{0, 0, 0}, {10, 0, 0}, {10, 5, 0}};
static const dv_vec3 square[] = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}};

static void assert_projects(const lab *l, dv_path path, dv_vec3 from, double s, double side) {
    double found_side, found = dv_path_project(l->world, path, from, &found_side);
    if (fabs(found - s) > CLOSE || fabs(found_side - side) > CLOSE)
        fail_msg("(%g, %g): %g, %g is not %g, %g", (double)from.x, (double)from.y, found,
                 found_side, s, side);
}

static void lengths_and_points_follow_the_lines(void **state) {
    (void)state;
    lab l = lab_open();
    dv_path path = lab_path(&l, angle, 3, 1, false, false);
    dv_vec3 tangent;
    assert_float_equal(dv_path_length(l.world, path), 15, 0);
    assert_vector(dv_path_point(l.world, path, 12, &tangent), 10, 2, 0, 0);
    assert_vector(tangent, 0, 1, 0, 0);
    assert_vector(dv_path_point(l.world, path, -3, &tangent), 0, 0, 0, 0);
    assert_vector(tangent, 1, 0, 0, 0);
    assert_vector(dv_path_point(l.world, path, 99, &tangent), 10, 5, 0, 0);
    assert_vector(tangent, 0, 1, 0, 0);
    assert_vector(dv_path_point(l.world, path, NAN, NULL), 0, 0, 0, 0);
    lab_close(&l);
}

static void a_closed_path_goes_around(void **state) {
    (void)state;
    lab l = lab_open();
    dv_path path = lab_path(&l, square, 4, 1, true, false);
    assert_float_equal(dv_path_length(l.world, path), 16, 0);
    assert_vector(dv_path_point(l.world, path, 17, NULL), 1, 0, 0, 0);
    assert_vector(dv_path_point(l.world, path, -1, NULL), 0, 1, 0, 0);
    assert_projects(&l, path, dv_vec(-1, 3, 0), 13, -1); // outside is to the right
    assert_projects(&l, path, dv_vec(1, 2, 0), 14, 1);
    lab_close(&l);
}

static void projection_gives_the_way_and_the_side(void **state) {
    (void)state;
    lab l = lab_open();
    dv_path path = lab_path(&l, angle, 3, 1, false, false);
    assert_projects(&l, path, dv_vec(4, 3, 0), 4, 3);
    assert_projects(&l, path, dv_vec(4, -3, 0), 4, -3);
    assert_projects(&l, path, dv_vec(12, 2, 0), 12, -2);
    assert_projects(&l, path, dv_vec(-3, 4, 0), 0, 5);
    assert_projects(&l, path, dv_vec(10, 9, 7), 15, 4); // the plane knows no height
    lab_close(&l);
}

static void outside_of_a_sharp_corner_is_one_side(void **state) {
    (void)state;
    static const dv_vec3 hook[] = {{-10, 0, 0}, {0, 0, 0}, {-6, 6, 0}}; // turns left by 135°
    static const dv_vec3 spike[] = {{0, 0, 0}, {-6, 6, 0}, {-6, -6, 0}};
    lab l = lab_open();
    dv_path path = lab_path(&l, hook, 3, 1, false, false);
    // Left of the first chord made longer, right of the second one; and the other way round.
    assert_projects(&l, path, dv_vec(4, 3, 0), 10, -5);
    assert_projects(&l, path, dv_vec(3, -4, 0), 10, -5);
    assert_projects(&l, path, dv_vec(-8, 1, 0), 2, 1); // inside
    assert_projects(&l, path, dv_vec(-6, 12, 0), 10 + dv_length_double(hook[2]), -6);
    path = lab_path(&l, spike, 3, 1, true, false);
    assert_projects(&l, path, dv_vec(4, 3, 0), 0, -5); // where the last chord meets the first
    assert_projects(&l, path, dv_vec(4, -3, 0), 0, -5);
    lab_close(&l);
}

// Corners of a square are equally far apart: then the middle of a span is (−a + 9 b + 9 c − d)
// / 16.
static void a_spline_passes_its_points_as_catmull_and_rom_say(void **state) {
    (void)state;
    static const dv_vec3 diamond[] = {{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}};
    static const dv_vec3 line[] = {{0, 0, 0}, {10, 0, 0}, {11, 0, 0}, {12, 5, 0}};
    lab l = lab_open();
    const dv_vec3 *corners;
    dv_path path = lab_path(&l, diamond, 4, 1, true, true);
    assert_int_equal(dv_path_spine(l.world, path, &corners), 65);
    for (int i = 0; i < 4; i++)
        assert_vector(corners[16 * i], diamond[i].x, diamond[i].y, 0, 0);
    assert_vector(corners[8], 0.625f, 0.625f, 0, 1e-6f);
    assert_vector(corners[24], -0.625f, 0.625f, 0, 1e-6f);
    assert_vector(corners[64], 1, 0, 0, 0);
    // Unequal spans do not overshoot: an even spacing of knots would turn back between 10 and 11.
    path = lab_path(&l, line, 4, 1, false, true);
    uint32_t count = dv_path_spine(l.world, path, &corners);
    for (uint32_t i = 1; i < count; i++)
        assert_true(corners[i].x > corners[i - 1].x);
    assert_vector(corners[count - 1], 12, 5, 0, 0);
    lab_close(&l);
}

static void a_volume_has_paths_of_any_direction(void **state) {
    (void)state;
    static const dv_vec3 rise[] = {{0, 0, 0}, {0, 0, 10}, {0, 7, 10}};
    lab l = lab_open_volume();
    dv_path path = lab_path(&l, rise, 3, 1, false, false);
    dv_vec3 tangent;
    assert_vector(dv_path_point(l.world, path, 4, &tangent), 0, 0, 4, 0);
    assert_vector(tangent, 0, 0, 1, 0);
    assert_projects(&l, path, dv_vec(3, 0, 6), 6, 3);
    lab_close(&l);
}

static void the_nearest_place_may_lie_across_the_edge(void **state) {
    (void)state;
    static const dv_vec3 ends[] = {{-40, 0, 0}, {40, 0, 0}}, over[] = {{45, 0, 0}, {55, 0, 0}};
    dv_world_def def = lab_def();
    def.bounds.edge = DV_EDGE_WRAP;
    lab l = lab_open_with(def, (lab_kinds){0});
    dv_path path = lab_path(&l, ends, 2, 1, false, false);
    assert_projects(&l, path, dv_vec(49, 0, 0), 80, 9);
    assert_projects(&l, path, dv_vec(-49, 0, 0), 0, 9);
    assert_projects(&l, path, dv_vec(0, 48, 0), 40, 48);
    path = lab_path(&l, over, 2, 1, false, false);
    assert_projects(&l, path, dv_vec(-48, 2, 0), 7, 2);
    assert_projects(&l, path, dv_vec(48, -2, 0), 3, -2);
    lab_close(&l);
}

// Boxes and starting chords only spare work: every chord looked at gives the same.
static void searches_find_what_looking_everywhere_finds(void **state) {
    (void)state;
    dv_vec3 points[60];
    uint64_t n = 0;
    for (int edge = 0; edge < 2; edge++) {
        dv_world_def def = lab_def();
        def.bounds.edge = edge ? DV_EDGE_WRAP : DV_EDGE_OPEN;
        lab l = lab_open_with(def, (lab_kinds){0});
        for (int i = 0; i < 60; i++)
            points[i] = dv_vec(lab_random(&n, -50, 50), lab_random(&n, -50, 50), 0);
        dv_path path = lab_path(&l, points, 60, 1, true, true);
        const dv_path_record *record = dv_path_record_of(l.world, path.bits);
        for (int i = 0; i < 300; i++) {
            dv_vec3 from = {lab_random(&n, -60, 60), lab_random(&n, -60, 60), 0};
            double least = (double)INFINITY;
            for (uint32_t c = 0; c + 1 < record->corner_count; c++)
                for (int part = 0; part <= 20; part++) {
                    dv_vec3 p =
                        dv_lerp(record->corners[c], record->corners[c + 1], (float)part / 20);
                    least = fmin(least, dv_length_double(dv_world_offset(l.world, from, p)));
                }
            dv_path_place place = dv_path_nearest(l.world, record, from);
            assert_true((double)place.distance <= least + CLOSE);
            dv_vec3 there = dv_path_point_of(record, place.s, NULL);
            dv_vec3 offset = dv_world_offset(l.world, from, there);
            assert_vector(dv_subtract(offset, place.offset), 0, 0, 0, 1e-3f);
            dv_path_place near = dv_path_nearest_within(l.world, record, from, place.s + 2, 3);
            assert_float_equal(near.s, place.s, 0);
        }
        lab_close(&l);
    }
}

static void of_places_as_near_the_first_along_the_stretch_counts(void **state) {
    (void)state;
    lab l = lab_open();
    dv_path path = lab_path(&l, square, 4, 1, true, false);
    const dv_path_record *record = dv_path_record_of(l.world, path.bits);
    const dv_vec3 middle = {2, 2, 0};
    static const double from[] = {7, 10.5, 14.5, 2}, first[] = {2, 6, 10, 14};
    for (int i = 0; i < 4; i++)
        assert_float_equal(dv_path_nearest_within(l.world, record, middle, from[i], 6).s, first[i],
                           0);
    // A corner is the end of one chord before it is the start of the next.
    dv_path_place corner = dv_path_nearest_within(l.world, record, dv_vec(5, 5, 0), 8.5, 3);
    assert_int_equal(corner.chord, 1);
    lab_close(&l);
}

static void wrong_paths_are_refused(void **state) {
    (void)state;
    static const dv_vec3 twice[] = {{0, 0, 0}, {1, 0, 0}, {1, 0, 0}};
    static const dv_vec3 back[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 0}};
    static const dv_vec3 far[] = {{0, 0, 0}, {INFINITY, 0, 0}};
    static const struct {
        dv_path_def def;
        const char *message;
    } wrong[] = {
        {{angle, 1, 1, false, false}, "path: an open path needs 2 to 4096 points, not 1"},
        {{angle, 2, 1, true, false}, "path: a closed path needs 3 to 4096 points, not 2"},
        {{twice, 3, 1, false, true}, "path: points 2 and 3 are at the same place"},
        {{back, 4, 1, true, false},
         "path: points 4 and 1 are at the same place: closed needs no repeated point"},
        {{far, 2, 1, false, false}, "path: point 2.x: inf is not in -1e+09 to 1e+09 m"},
        {{angle, 3, -1, false, false}, "path: radius: -1 is not in 0 to 1e+09 m"},
    };
    lab l = lab_open();
    dv_path path;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_not_equal(dv_path_create(l.world, &wrong[i].def, &path, &l.error), DV_OK);
        assert_string_equal(l.error.message, wrong[i].message);
    }
    lab_close(&l);
}

static void a_removed_path_is_stale(void **state) {
    (void)state;
    lab l = lab_open();
    dv_path path = lab_path(&l, angle, 3, 1, false, false);
    assert_int_equal(dv_path_remove(l.world, path), DV_OK);
    assert_int_equal(dv_path_remove(l.world, path), DV_ERROR_STALE);
    dv_path next = lab_path(&l, square, 4, 1, true, false);
    assert_int_equal(dv_handle_index(path.bits), dv_handle_index(next.bits));
    assert_false(dv_path_alive(l.world, path));
    assert_true(dv_path_alive(l.world, next));
    assert_float_equal(dv_path_length(l.world, path), 0, 0);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    lab_fill(&l, agent, SLOT_PATH, next.bits);
    assert_true(dv_agent_slot(l.world, agent, SLOT_PATH).is_set);
    dv_path_remove(l.world, next);
    assert_false(dv_agent_slot(l.world, agent, SLOT_PATH).is_set);
    assert_int_equal(dv_agent_set_slot(l.world, agent, SLOT_FLOW,
                                       (dv_slot_value){true, {.handle = next.bits}}, &l.error),
                     DV_ERROR_ARGUMENT);
    assert_string_equal(l.error.message, "flow: a flow expected");
    lab_close(&l);
}

static void making_one_without_memory_changes_nothing(void **state) {
    (void)state;
    lab l = lab_open();
    size_t before = dv_allocated_bytes();
    dv_path_def def = {square, 4, 1, true, true};
    dv_path path;
    for (uint64_t nth = 1;; nth++) {
        uint64_t refused = dv_refused_allocations();
        dv_fail_allocation(nth, false);
        dv_result result = dv_path_create(l.world, &def, &path, &l.error);
        dv_fail_allocation(0, false);
        assert_int_equal(result, dv_refused_allocations() > refused ? DV_ERROR_MEMORY : DV_OK);
        if (result == DV_OK)
            break;
        assert_int_equal(dv_world_path_limit(l.world), 0);
    }
    assert_true(dv_allocated_bytes() > before);
    lab_close(&l);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths_and_points_follow_the_lines),
        cmocka_unit_test(a_closed_path_goes_around),
        cmocka_unit_test(projection_gives_the_way_and_the_side),
        cmocka_unit_test(outside_of_a_sharp_corner_is_one_side),
        cmocka_unit_test(a_spline_passes_its_points_as_catmull_and_rom_say),
        cmocka_unit_test(a_volume_has_paths_of_any_direction),
        cmocka_unit_test(the_nearest_place_may_lie_across_the_edge),
        cmocka_unit_test(searches_find_what_looking_everywhere_finds),
        cmocka_unit_test(of_places_as_near_the_first_along_the_stretch_counts),
        cmocka_unit_test(wrong_paths_are_refused),
        cmocka_unit_test(a_removed_path_is_stale),
        cmocka_unit_test(making_one_without_memory_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
