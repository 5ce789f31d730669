// Setters and the reader of snapshots agree about values: a value at either end of a range can be
// set, saved, and read back, and a value that setters refuse is also refused in a snapshot.
#include "../program.h"
#include "behavior_world.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "program/value_rows.h"

#include <float.h>
#include <stdio.h>

static void every_row_has_a_range(void **state) {
    (void)state;
    for (int i = 0; i < DV_ROW_COUNT; i++) {
        const dv_parameter *row = &dv_value_rows[i];
        assert_non_null(row->name);
        assert_non_null(row->unit);
        assert_true(row->minimum < row->maximum);
        assert_true(dv_is_in_row(row, row->minimum) && dv_is_in_row(row, row->maximum));
        assert_false(dv_is_in_row(row, (double)NAN));
        assert_true(isinf(row->maximum) || !dv_is_in_row(row, (double)INFINITY));
        assert_false(dv_is_in_row(row, -(double)INFINITY));
        if (row->maximum < 1e30 && row->type == DV_PARAMETER_NUMBER)
            assert_false(dv_is_in_row(row, row->maximum + 1 + 1e-6 * fabs(row->maximum)));
    }
}

static void messages_name_the_value_and_its_range(void **state) {
    (void)state;
    dv_error error;
    assert_int_equal(dv_check_row("box", DV_ROW_SHAPE_HEADING, 1e15, &error), DV_ERROR_ARGUMENT);
    assert_string_equal(error.message, "box: heading: 1e+15 is not in -1e+06 to 1e+06 rad");
    dv_check_row(NULL, DV_ROW_VISIBILITY, -1, &error);
    assert_string_equal(error.message, "visibility: -1 is not 0 m or more");
    dv_check_row("pace", DV_ROW_NUMBER_SLOT, (double)-NAN, &error);
    assert_string_equal(error.message, "pace: nan is not finite");
    dv_check_vector("polygon: point 3", DV_ROW_SHAPE_POINT, dv_vec(0, 2e9f, 0), &error);
    assert_string_equal(error.message, "polygon: point 3.y: 2e+09 is not in -1e+09 to 1e+09 m");
}

static uint64_t hash_of(lab *l) {
    uint64_t hash;
    if (dv_world_hash(l->world, &hash, &l->error) != DV_OK)
        fail_msg("%s", l->error.message);
    return hash;
}

/// Save and load: the same hash; else what is wrong is said.
static void expect_to_come_back(lab *l) {
    dv_snapshot snapshot;
    uint64_t hash = hash_of(l);
    assert_int_equal(dv_world_take_snapshot(l->world, &snapshot, &l->error), DV_OK);
    if (dv_world_load_snapshot(l->world, &snapshot, &l->error) != DV_OK)
        fail_msg("%s", l->error.message);
    dv_snapshot_free(&snapshot);
    assert_true(hash_of(l) == hash);
}

static void own_properties_come_back_at_both_ends(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent low = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    dv_agent high = lab_spawn(&l, SHEEP, dv_vec(1, 0, 0), 0, 0);
    for (int p = 0; p < DV_OWN_PROPERTY_COUNT; p++) {
        const dv_parameter *row = &dv_properties[p];
        assert_int_equal(
            dv_agent_set_property(l.world, low, (dv_property)p, row->minimum, &l.error), DV_OK);
        assert_int_equal(
            dv_agent_set_property(l.world, high, (dv_property)p, row->maximum, &l.error), DV_OK);
        expect_to_come_back(&l);
        low = dv_world_agent_at(l.world, 0), high = dv_world_agent_at(l.world, 1);
    }
    for (int tick = 0; tick < 5; tick++) {
        lab_step(&l);
        expect_to_come_back(&l);
    }
    lab_close(&l);
}

static void obstacles_come_back_wherever_they_can_be_put(void **state) {
    (void)state;
    static const float ends[] = {-1e9f, -1, 0, 1e-30f, 1e9f};
    static const double headings[] = {-1e6, 0, 0.3, 100, 1e6};
    lab l = lab_open();
    dv_vec3 corners[] = {{-1, 0, 0}, {1e9f, 0, 0}, {1e9f, 1e9f, 0}};
    const dv_obstacle_def defs[] = {{.shape = DV_SPHERE, .radius = 2e9f},
                                    {.shape = DV_BOX, .width = 1e-6f, .depth = 2e9f},
                                    {.shape = DV_POLYGON, .points = corners, .point_count = 3},
                                    {.shape = DV_WALL, .points = corners, .point_count = 2},
                                    {.shape = DV_CYLINDER, .radius = 1e-6f, .height = 1}};
    for (size_t d = 0; d < sizeof defs / sizeof *defs; d++)
        for (int i = 0; i < 5; i++) {
            dv_obstacle obstacle;
            assert_int_equal(dv_obstacle_create(l.world, &defs[d], &obstacle, &l.error), DV_OK);
            assert_int_equal(dv_obstacle_move(l.world, obstacle, dv_vec(ends[i], ends[4 - i], 0),
                                              headings[i], &l.error),
                             DV_OK);
            expect_to_come_back(&l);
        }
    lab_close(&l);
}

static void headings_beyond_sense_are_refused(void **state) {
    (void)state;
    lab l = lab_open();
    dv_obstacle obstacle;
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    const dv_obstacle_def ball = {.shape = DV_SPHERE, .radius = 1};
    assert_int_equal(dv_obstacle_create(l.world, &ball, &obstacle, &l.error), DV_OK);
    assert_int_equal(dv_obstacle_move(l.world, obstacle, dv_vec(0, 0, 0), 2e10, &l.error),
                     DV_ERROR_ARGUMENT);
    assert_string_equal(l.error.message, "obstacle: heading: 2e+10 is not in -1e+06 to 1e+06 rad");
    assert_int_equal(dv_agent_set_heading(l.world, agent, 1e15, &l.error), DV_ERROR_ARGUMENT);
    assert_int_equal(dv_agent_set_heading(l.world, agent, 100, &l.error), DV_OK);
    lab_close(&l);
}

/// Put a float where another stands in a snapshot, the first from an offset on, with a checksum
/// that is right again.
static bool replace_float(dv_snapshot *snapshot, float old, float new) {
    unsigned char *bytes = snapshot->bytes;
    for (size_t i = 32; i + sizeof old <= snapshot->size; i++)
        if (memcmp(bytes + i, &old, sizeof old) == 0) {
            memcpy(bytes + i, &new, sizeof new);
            uint64_t hash = dv_hash_bytes(bytes + 32, snapshot->size - 32);
            memcpy(bytes + 24, &hash, sizeof hash);
            return true;
        }
    return false;
}

typedef struct forgery {
    float old, new;
    const char *message;
} forgery;

static void the_reader_refuses_what_no_setter_takes_and_says_what(void **state) {
    (void)state;
    static const forgery forgeries[] = {
        {12.625f, 1.5e9f, "agents: agent 0: position.x: 1.5e+09 is not in -1e+09 to 1e+09 m"},
        {3.375f, 2e6f, "agents: agent 0: velocity.x: 2e+06 is not in -1e+06 to 1e+06 m/s"},
        {0.15625f, 2e10f, "obstacles: heading: 2e+10 is not in -1e+06 to 1e+06 rad"},
        {7.875f, 0, "obstacles: width: 0 is not in 1e-06 to 2e+09 m"},
        {7.875f, 7.5f, NULL}, // the corners tell of another width
        {2.4375f, -1, "paths: path: radius: -1 is not in 0 to 1e+09 m"},
        {0.6875f, 101, "regions: speed: 101 is not in 0 to 100"},
        {5.5625f, -1, "agents: mass: -1 is not in 0.001 to 1e+09 kg"},
    };
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(12.625f, 0, 0), 0, 0);
    dv_obstacle obstacle;
    dv_path path;
    dv_region region;
    dv_snapshot snapshot;
    dv_vec3 points[] = {{0, 0, 0}, {9, 0, 0}};
    const dv_obstacle_def box = {.shape = DV_BOX, .width = 7.875f, .depth = 1, .heading = 0.15625f};
    const dv_path_def way = {.points = points, .point_count = 2, .radius = 2.4375f};
    dv_region_def mud = dv_region_def_default();
    mud.speed = 0.6875f;
    mud.shape = (dv_obstacle_def){.shape = DV_SPHERE, .radius = 3};
    dv_agent_set_velocity(l.world, agent, dv_vec(3.375f, 0, 0), NULL);
    dv_agent_set_property(l.world, agent, DV_MASS, 5.5625, NULL);
    assert_int_equal(dv_obstacle_create(l.world, &box, &obstacle, &l.error), DV_OK);
    assert_int_equal(dv_path_create(l.world, &way, &path, &l.error), DV_OK);
    assert_int_equal(dv_region_create(l.world, &mud, &region, &l.error), DV_OK);
    uint64_t hash = hash_of(&l);
    for (size_t i = 0; i < sizeof forgeries / sizeof *forgeries; i++) {
        const forgery *f = &forgeries[i];
        char message[DV_ERROR_CAPACITY];
        assert_int_equal(dv_world_take_snapshot(l.world, &snapshot, &l.error), DV_OK);
        assert_true(replace_float(&snapshot, f->old, f->new));
        assert_int_equal(dv_world_load_snapshot(l.world, &snapshot, &l.error), DV_ERROR_FORMAT);
        snprintf(message, sizeof message, "the snapshot is damaged: %s",
                 f->message ? f->message : "in its obstacles");
        assert_string_equal(l.error.message, message);
        assert_true(hash_of(&l) == hash);
        dv_snapshot_free(&snapshot);
    }
    lab_close(&l);
}

/// Bodies that are pushed as hard as any can be, at the end of the world.
static void nothing_leaves_the_world(void **state) {
    (void)state;
    for (uint32_t m = 0; m < dv_locomotion_type_count(); m++)
        for (int space = 0; space < 2; space++) {
            dv_world_def def = lab_def();
            def.space = space ? DV_VOLUME : DV_PLANE;
            def.tick_rate = 1;
            lab_kinds kinds = {.locomotion = dv_locomotion_type_at(m)->entry.name,
                               .steer = MAKE("seek", AT_POINT(3e38f, 3e38f, 0))};
            kinds.properties[DV_MAX_SPEED] = dv_value_number(1e6);
            kinds.properties[DV_MAX_FORCE] = dv_value_number(1e12);
            kinds.properties[DV_RESPONSE] = dv_value_number(0);
            kinds.properties[DV_MASS] = dv_value_number(1e-3);
            kinds.properties[DV_SMOOTHING] = dv_value_number(0.01);
            lab l = lab_open_with(def, kinds);
            dv_steering_release(kinds.steer);
            for (int i = 0; i < 9; i++)
                lab_spawn(&l, SHEEP, dv_vec(1e9f - 1e6f * (float)i, 1e9f, 0), 45, 1e6f);
            for (int tick = 0; tick < 20; tick++) {
                lab_step(&l);
                expect_to_come_back(&l);
            }
            lab_close(&l);
        }
}

static void a_world_has_a_last_tick(void **state) {
    (void)state;
    lab l = lab_open();
    l.world->tick = DV_LAST_TICK;
    assert_int_equal(dv_world_step(l.world, &l.error), DV_ERROR_LIMIT);
    assert_string_equal(l.error.message, "the world has reached its last tick, 9007199254740992");
    expect_to_come_back(&l);
    lab_close(&l);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_has_a_range),
        cmocka_unit_test(messages_name_the_value_and_its_range),
        cmocka_unit_test(own_properties_come_back_at_both_ends),
        cmocka_unit_test(obstacles_come_back_wherever_they_can_be_put),
        cmocka_unit_test(headings_beyond_sense_are_refused),
        cmocka_unit_test(the_reader_refuses_what_no_setter_takes_and_says_what),
        cmocka_unit_test(nothing_leaves_the_world),
        cmocka_unit_test(a_world_has_a_last_tick),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
