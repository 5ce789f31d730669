// Climbing a field of cells of 1 m. The top speed is 10 m/s; sensors are 5 m away, at right angles.
#include "../program.h"
#include "behavior_world.h"

#include "base/alloc.h"
#include "drover/fields.h"

#define EXACT 1e-4f
#define AIM {"field", dv_value_name("scent")}, NUMBER("distance", 5), NUMBER("angle", DV_PI / 2)
#define GO "climb", AIM

static void put(lab *l, float x, float y, double amount) {
    dv_field scent = dv_world_field(l->world, 0);
    assert_int_equal(dv_field_set(l->world, scent, dv_vec(x, y, 0), amount, &l->error), DV_OK);
}

/// At (0.5, 0.5), looking along x: the sensors are at (5.5, 0.5), (0.5, 5.5) and (0.5, -4.5).
static dv_agent open_lab(lab *l) {
    *l = lab_open();
    return lab_spawn(l, SHEEP, dv_vec(0.5f, 0.5f, 0), 0, 0);
}

static void put_all(lab *l, double left, double ahead, double right) {
    put(l, 0.5f, 5.5f, left);
    put(l, 5.5f, 0.5f, ahead);
    put(l, 0.5f, -4.5f, right);
}

static void it_goes_where_there_is_most(void **state) {
    (void)state;
    lab l;
    dv_agent agent = open_lab(&l);
    put_all(&l, 2, 1, 1);
    assert_vector(ASK(&l, agent, GO), 0, 10, 0, EXACT);
    put_all(&l, 1, 1, 2);
    assert_vector(ASK(&l, agent, GO), 0, -10, 0, EXACT);
    put_all(&l, 1, 2, 1);
    assert_vector(ASK(&l, agent, GO), 10, 0, 0, EXACT);
    put_all(&l, 2, 2, 1); // straight on, unless it is better elsewhere
    assert_vector(ASK(&l, agent, GO), 10, 0, 0, EXACT);
    put_all(&l, 1, 0, 2);
    assert_vector(ASK(&l, agent, GO), 0, -10, 0, EXACT);
    lab_close(&l);
}

static void it_goes_where_there_is_least(void **state) {
    (void)state;
    lab l;
    dv_agent agent = open_lab(&l);
    put_all(&l, 2, 2, 1);
    assert_vector(ASK(&l, agent, GO, NUMBER("direction", -1)), 0, -10, 0, EXACT);
    put_all(&l, 0, 2, 1);
    assert_vector(ASK(&l, agent, GO, NUMBER("direction", -0.1)), 0, 10, 0, EXACT);
    assert_zero(ASK(&l, agent, GO, NUMBER("direction", 0)));
    lab_close(&l);
}

static void where_nothing_is_it_does_nothing(void **state) {
    (void)state;
    lab l;
    dv_agent agent = open_lab(&l);
    put(&l, 0.5f, 0.5f, 5); // where it stands, it has no sensor
    assert_zero(ASK(&l, agent, GO));
    assert_zero(ASK(&l, agent, GO, NUMBER("direction", -1)));
    lab_close(&l);
}

static void of_two_equal_sides_it_takes_either(void **state) {
    (void)state;
    lab l;
    dv_agent agent = open_lab(&l);
    put_all(&l, 2, 1, 2);
    int lefts = 0;
    for (int i = 0; i < 400; i++) {
        assert_int_equal(dv_agent_set_velocity(l.world, agent, dv_vec(0, 0, 0), &l.error), DV_OK);
        dv_vec3 way = ASK(&l, agent, GO);
        assert_float_equal(fabsf(way.y), 10, EXACT);
        lefts += way.y > 0;
        lab_step(&l);
    }
    assert_in_range(lefts, 150, 250);
    lab_close(&l);
}

static void sensors_beyond_the_edge_read_the_cell_inside(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(49.5f, 0.5f, 0), 0, 0);
    put(&l, 49.5f, 0.5f, 3);
    put(&l, 49.5f, 5.5f, 2);
    assert_vector(ASK(&l, agent, GO), 10, 0, 0, EXACT);
    put(&l, 49.5f, -4.5f, 4);
    assert_vector(ASK(&l, agent, GO), 0, -10, 0, EXACT);
    lab_close(&l);
}

static void sensors_wrap_with_the_world(void **state) {
    (void)state;
    dv_world_def def = lab_def();
    def.bounds.edge = DV_EDGE_WRAP;
    lab l = lab_open_with(def, (lab_kinds){0});
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0.5f, 48.5f, 0), 0, 0);
    put(&l, 0.5f, -46.5f, 3);
    assert_vector(ASK(&l, agent, GO), 0, 10, 0, EXACT);
    lab_close(&l);
}

static void in_a_volume_it_climbs_on_the_level(void **state) {
    (void)state;
    lab l = lab_open_volume();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0.5f, 0.5f, 20), 0, 0);
    put(&l, 0.5f, 5.5f, 2);
    assert_vector(ASK(&l, agent, GO), 0, 10, 0, EXACT);
    lab_close(&l);
}

static void wrong_names_are_refused(void **state) {
    (void)state;
    lab l;
    dv_agent agent = open_lab(&l);
    dv_vec3 vector;
    dv_steering *steering = MAKE("climb", {"field", dv_value_name("sent")});
    assert_int_equal(dv_agent_evaluate(l.world, agent, steering, &vector, &l.error), DV_ERROR_NAME);
    assert_string_equal(l.error.message, "test: steer.climb: field: no field 'sent' (scent?)");
    dv_steering_release(steering);
    assert_null(dv_behavior_create("climb", &(dv_argument){"field", dv_value_number(1)}, 1, "test",
                                   0, &l.error));
    assert_string_equal(l.error.message,
                        "test: steer.climb: field: the name of a field expected, got number");
    lab_close(&l);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_goes_where_there_is_most),
        cmocka_unit_test(it_goes_where_there_is_least),
        cmocka_unit_test(where_nothing_is_it_does_nothing),
        cmocka_unit_test(of_two_equal_sides_it_takes_either),
        cmocka_unit_test(sensors_beyond_the_edge_read_the_cell_inside),
        cmocka_unit_test(sensors_wrap_with_the_world),
        cmocka_unit_test(in_a_volume_it_climbs_on_the_level),
        cmocka_unit_test(wrong_names_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
