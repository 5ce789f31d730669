// revolve: around the target, at the radius, with it on one side.
#include "../program.h"
#include "annotation_world.h"
#include "goals.h"

#define RADIUS 4.0f

static void on_the_circle_it_goes_along(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(5, 0, 0), 0, 0);
    assert_vector(ASK(&l, agent, "revolve", AT_POINT(0, 0, 0)), 0, 10, 0, 1e-4f);
    assert_vector(ASK(&l, agent, "revolve", AT_POINT(0, 0, 0), NUMBER("side", -1)), 0, -10, 0,
                  1e-4f);
    lab_close(&l);
}

static void beyond_it_it_comes_nearer(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(10, 0, 0), 0, 0);
    assert_vector(ASK(&l, agent, "revolve", AT_POINT(0, 0, 0)), -7.071f, 7.071f, 0, 1e-3f);
    lab_close(&l);
}

static void it_shows_the_circle(void **state) {
    (void)state;
    dv_agent agent;
    lab l = stage(&(scene){"revolve", "the circle", .arguments = {PLACED("target", 10, 0)},
                           .agent = STANDING},
                  &agent);
    dv_sketch *sketch = think(&l, agent);
    assert_true(SHOWS(sketch, CIRCLE, DV_INK_TARGET, 10, 0, 5, 0));
    dv_sketch_destroy(sketch);
    lab_close(&l);
}

// A row of the matrix of goals: once around.

static dv_steering *steer(void) {
    return MAKE("revolve", {"target", dv_value_name("place")}, NUMBER("radius", RADIUS));
}

static void begin(attempt *s) {
    aim_at(s, somewhere(s, 8));
    s->nearest = 0;
}

/// Add up how far around it has come, on the circle and with the target on the left.
static void note_way(attempt *s) {
    dv_vec3 from = dv_subtract(place_of(s, s->self), s->goal);
    dv_vec3 before = {s->sums[1], s->sums[2], 0};
    float across = before.x * from.y - before.y * from.x;
    if (fabsf(dv_length(from) - RADIUS) < 1)
        s->sums[0] += across / (RADIUS * RADIUS);
    s->sums[1] = from.x;
    s->sums[2] = from.y;
}

static bool is_around(attempt *s) { return s->sums[0] > (float)(2 * DV_PI); }

static const row rows[] = {{"revolve", steer, begin, note_way, is_around, 60, 0, true, EVERYBODY}};
GOALS(rows)

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(on_the_circle_it_goes_along),
        cmocka_unit_test(beyond_it_it_comes_nearer),
        cmocka_unit_test(it_shows_the_circle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
