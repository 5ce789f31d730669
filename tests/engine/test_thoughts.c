// What an agent draws of its thoughts: the traversal of its steering composition.
#include "../program.h"
#include "annotation_world.h"

#include "tick/phases.h"

// The point that wander steers for lies on its circle, in the direction of the velocity it wants.
static void wanderers_steer_for_the_point_they_show(void **state) {
    (void)state;
    static const char *const names[] = {"wander", "noise_wander"};
    for (int i = 0; i < 2; i++) {
        scene s = {.behavior = names[i], .agent = STANDING};
        dv_agent agent;
        lab l = stage(&s, &agent);
        dv_sketch *sketch = think(&l, agent);
        dv_vec3 point = {0, 0, 0}, desired = {0, 0, 0};
        for (uint32_t k = 0; k < dv_sketch_count(sketch); k++) {
            dv_stroke stroke = dv_sketch_stroke(sketch, k);
            if (stroke.shape == DV_STROKE_CIRCLE && stroke.pen.fills)
                point = stroke.points[0];
            if (stroke.pen.color == DV_INK_DESIRED)
                desired = stroke.points[1];
        }
        dv_vec3 expected = dv_scale(dv_normalize(point), 5);
        assert_vector(desired, expected.x, expected.y, 0, EXACT);
        if (i == 0)
            assert_true(fabsf(dv_length(dv_subtract(point, dv_vec(5, 0, 0))) - 2.5f) <= EXACT);
        else
            assert_true(fabsf(point.x - 5) <= EXACT && fabsf(point.y) <= 5);
        dv_sketch_destroy(sketch);
        lab_close(&l);
    }
}

// The velocity chosen lies on the edge of a half-space, whose chord ends at the cap.
static void reciprocal_avoiders_show_what_is_forbidden(void **state) {
    (void)state;
    scene s = {.behavior = "reciprocal_avoidance",
               .agent = MOVING(5),
               .others = {DOG_AT(8, 0.5f, 180, 5)}};
    dv_agent agent;
    lab l = stage(&s, &agent);
    dv_sketch *sketch = think(&l, agent);
    dv_vec3 chosen = {0, 0, 0}, from = {0, 0, 0}, to = {0, 0, 0};
    for (uint32_t i = 0; i < dv_sketch_count(sketch); i++) {
        dv_stroke stroke = dv_sketch_stroke(sketch, i);
        if (stroke.shape == DV_STROKE_LINE) {
            from = stroke.points[0];
            to = stroke.points[1];
        } else if (stroke.pen.color == DV_INK_TARGET) {
            chosen = stroke.points[0];
        }
    }
    assert_true(SHOWS(sketch, POINT, DV_INK_THREAT, 2.5f, 0, 0, 0));
    assert_true(fabsf(dv_length(from) - 5) <= EXACT && fabsf(dv_length(to) - 5) <= EXACT);
    dv_vec3 along = dv_normalize(dv_subtract(to, from)), beside = dv_subtract(chosen, from);
    assert_true(dv_length(dv_subtract(chosen, dv_vec(2.5f, 0, 0))) > 0.1f);
    assert_true(fabsf(along.x * beside.y - along.y * beside.x) <= EXACT);
    dv_sketch_destroy(sketch);
    lab_close(&l);
}

/// A blend of two seeks: of (3, 4), in vain when `is_idle`, and of (0, 5).
static dv_sketch *think_of_two(const char *type, bool is_idle, lab *l) {
    dv_part parts[] = {
        {is_idle ? MAKE("flee", AT_POINT(3, 4, 0), NUMBER("radius", 1))
                 : MAKE("seek", AT_POINT(3, 4, 0)),
         {0}},
        {MAKE("seek", AT_POINT(0, 5, 0)), {0}},
    };
    dv_steering *steering = dv_blend_create(type, parts, 2, NULL, 0, "test", NULL);
    assert_non_null(steering);
    *l = lab_open_with(lab_def(), (lab_kinds){.steer = steering});
    dv_agent agent = lab_spawn(l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    dv_sketch *sketch = think(l, agent);
    for (int i = 0; i < 2; i++)
        dv_steering_release(parts[i].steering);
    dv_steering_release(steering);
    return sketch;
}

static void blends_show_the_parts_they_ask(void **state) {
    (void)state;
    lab l;
    dv_sketch *sketch = think_of_two("sum", false, &l);
    assert_true(SHOWS(sketch, POINT, 0, 3, 4, 0, 0) && SHOWS(sketch, POINT, 0, 0, 5, 0, 0));
    assert_true(SHOWS(sketch, ARROW, DV_INK_STEERING, 0, 0, 3, 4));
    assert_true(SHOWS(sketch, ARROW, DV_INK_STEERING, 0, 0, 0, 5));
    // (6, 18) m/s together, held to the cap.
    // (6, 18) m/s together, held to the cap.
    assert_true(SHOWS(sketch, ARROW, DV_INK_DESIRED, 0, 0, 1.5811388f, 4.7434165f));
    dv_sketch_destroy(sketch);
    lab_close(&l);
    // What stands behind the first that has something to do is not asked.
    sketch = think_of_two("priority", false, &l);
    assert_true(SHOWS(sketch, POINT, 0, 3, 4, 0, 0) && !SHOWS(sketch, POINT, 0, 0, 5, 0, 0));
    assert_true(SHOWS(sketch, ARROW, DV_INK_DESIRED, 0, 0, 3, 4));
    dv_sketch_destroy(sketch);
    lab_close(&l);
    sketch = think_of_two("priority", true, &l);
    assert_true(SHOWS(sketch, CIRCLE, 0, 0, 0, 1, 0) && SHOWS(sketch, POINT, 0, 0, 5, 0, 0));
    assert_true(SHOWS(sketch, ARROW, DV_INK_DESIRED, 0, 0, 0, 5));
    dv_sketch_destroy(sketch);
    lab_close(&l);
}

static void what_was_applied_is_shown_too(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    dv_sketch *sketch = think(&l, agent);
    assert_int_equal(dv_sketch_count(sketch), 0);
    dv_steering *steering = MAKE("seek", AT_POINT(3, 4, 0));
    assert_int_equal(dv_tick_sense(l.world, &l.error), DV_OK);
    assert_int_equal(dv_agent_apply(l.world, agent, steering, 0.5f, &l.error), DV_OK);
    dv_tick_publish(l.world);
    dv_steering_release(steering);
    dv_sketch_destroy(sketch);
    sketch = think(&l, agent);
    assert_true(SHOWS(sketch, POINT, DV_INK_TARGET, 3, 4, 0, 0));
    assert_true(SHOWS(sketch, ARROW, DV_INK_STEERING, 0, 0, 3, 4));
    assert_true(SHOWS(sketch, ARROW, DV_INK_DESIRED, 0, 0, 1.5f, 2));
    // A new program has not bound it.
    assert_int_equal(dv_world_swap_program(l.world, l.program, NULL, &l.error), DV_OK);
    dv_sketch_clear(sketch);
    assert_int_equal(dv_agent_annotate(l.world, agent, sketch, &l.error), DV_OK);
    assert_int_equal(dv_sketch_count(sketch), 0);
    dv_sketch_destroy(sketch);
    lab_close(&l);
}

// A sheep that looks for dogs beside another sheep; then dogs have the number that sheep had.
static void renumbered_kinds_are_not_mistaken(void **state) {
    (void)state;
    dv_steering *steering = MAKE("cohesion", NAMED("kind", "dog"), NUMBER("radius", 5));
    lab_kinds kinds = {.steer = steering};
    lab l = lab_open_with(lab_def(), kinds), other = {.program = dv_program_create()};
    lab_add_kind(&other, "dog", &kinds);
    lab_add_kind(&other, "sheep", &kinds);
    assert_int_equal(dv_program_finish(other.program, &other.error), DV_OK);
    dv_steering_release(steering);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    lab_spawn(&l, SHEEP, dv_vec(2, 0, 0), 0, 0);
    lab_step(&l);
    assert_int_equal(dv_world_swap_program(l.world, other.program, NULL, &l.error), DV_OK);
    for (int ticks = 0; ticks < 2; ticks++) {
        dv_sketch *sketch = think(&l, agent);
        assert_true(SHOWS(sketch, CIRCLE, DV_INK_NEIGHBOR, 0, 0, 5, 0));
        assert_false(SHOWS(sketch, LINE, DV_INK_NEIGHBOR, 0, 0, 2, 0));
        dv_sketch_destroy(sketch);
        lab_step(&l);
    }
    dv_program_release(other.program);
    lab_close(&l);
}

static void who_is_suspended_thinks_nothing_and_who_is_gone_is_refused(void **state) {
    (void)state;
    dv_agent agent;
    scene s = {.behavior = "seek", .arguments = {AT_POINT(3, 4, 0)}, .agent = STANDING};
    lab l = stage(&s, &agent);
    dv_sketch *sketch = dv_sketch_create();
    dv_agent_suspend(l.world, agent);
    assert_int_equal(dv_agent_annotate(l.world, agent, sketch, &l.error), DV_OK);
    assert_int_equal(dv_sketch_count(sketch), 0);
    dv_agent_remove(l.world, agent);
    assert_int_equal(dv_agent_annotate(l.world, agent, sketch, &l.error), DV_ERROR_STALE);
    assert_string_equal(l.error.message, "the agent is gone");
    dv_sketch_destroy(sketch);
    lab_close(&l);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wanderers_steer_for_the_point_they_show),
        cmocka_unit_test(reciprocal_avoiders_show_what_is_forbidden),
        cmocka_unit_test(blends_show_the_parts_they_ask),
        cmocka_unit_test(what_was_applied_is_shown_too),
        cmocka_unit_test(renumbered_kinds_are_not_mistaken),
        cmocka_unit_test(who_is_suspended_thinks_nothing_and_who_is_gone_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
