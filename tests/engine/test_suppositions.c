// Where agents suppose others that they do not perceive: first on a circle around the true place,
// then wandering inside it, and exactly there once perceived. Also which behaviors use supposed
// places.
#include "../program.h"
#include "../world_hash.h"
#include "guard_world.h"

#include "base/alloc.h"

#define FAR_AWAY 30 ///< m; the deer sees 20 m

static scene unsure(double uncertainty, double drift) {
    scene s = scene_default();
    s.uncertainty = dv_value_number(uncertainty);
    s.drift = dv_value_number(drift);
    return s;
}

/// Where the deer supposes its threat, beside a place.
static dv_vec3 supposed_beside(const scene *s, float x, float y, bool is_sure) {
    dv_vec3 place;
    bool sure;
    assert_true(dv_agent_supposed(s->world, s->deer, THREAT, &place, &sure));
    assert_int_equal(sure, is_sure);
    return dv_subtract(place, dv_vec(x, y, 0));
}

static void assert_exact(const scene *s, float x, float y, bool is_sure) {
    assert_true(dv_is_zero(supposed_beside(s, x, y, is_sure)));
}

static dv_vec3 assert_on_circle(const scene *s, float x, float y, float radius) {
    dv_vec3 error = supposed_beside(s, x, y, false);
    assert_float_equal(dv_length(error), radius, 1e-4);
    return error;
}

static void a_place_is_exact_while_it_is_perceived(void **state) {
    (void)state;
    scene s = unsure(4, 0);
    scene_open(&s);
    dv_agent wolf = scene_spawn(&s, WOLF, 10, 0);
    scene_fill(&s, THREAT, wolf);
    scene_step(&s);
    assert_exact(&s, 10, 0, true);
    scene_place(&s, wolf, FAR_AWAY, 0);
    scene_step(&s);
    dv_vec3 first = assert_on_circle(&s, FAR_AWAY, 0, 4);
    scene_step(&s); // without a drift it stays where it is, beside the true place
    assert_true(dv_is_zero(dv_subtract(assert_on_circle(&s, FAR_AWAY, 0, 4), first)));
    scene_place(&s, wolf, 25, 9);
    scene_step(&s);
    dv_vec3 there = assert_on_circle(&s, 25, 9, 4);
    assert_float_equal(dv_length(dv_subtract(there, first)), 0, 1e-5);
    scene_place(&s, wolf, 12, 0);
    scene_step(&s);
    assert_exact(&s, 12, 0, true);
    scene_place(&s, wolf, FAR_AWAY, 0);
    scene_step(&s);
    dv_vec3 again = assert_on_circle(&s, FAR_AWAY, 0, 4);
    assert_true(dv_length(dv_subtract(again, first)) > 0.01f); // drawn again
    // Another in the slot, and nobody.
    dv_agent other = scene_spawn(&s, WOLF, 0, FAR_AWAY);
    scene_fill(&s, THREAT, other);
    scene_step(&s);
    assert_on_circle(&s, 0, FAR_AWAY, 4);
    scene_fill(&s, THREAT, (dv_agent){0});
    dv_vec3 place;
    bool is_sure;
    assert_false(dv_agent_supposed(s.world, s.deer, THREAT, &place, &is_sure));
    assert_false(dv_agent_supposed(s.world, s.deer, PLACE, &place, &is_sure));
    scene_step(&s);
    dv_agent_remove(s.world, other);
    scene_close(&s);
}

// At most 1 m/s of 50 ticks a second are 2 cm a tick, the same in each of the five of a tenth.
static void it_wanders_inside_the_circle(void **state) {
    (void)state;
    scene s = unsure(2, 1);
    scene_open(&s);
    scene_fill(&s, THREAT, scene_spawn(&s, WOLF, FAR_AWAY, 0));
    scene_step(&s);
    dv_vec3 error = assert_on_circle(&s, FAR_AWAY, 0, 2), step = dv_vec(0, 0, 0);
    float least = 2, most = 0, longest = 0;
    int alike = 0, inside = 0;
    for (int tick = 1; tick < 3000; tick++) {
        scene_step(&s);
        dv_vec3 now = supposed_beside(&s, FAR_AWAY, 0, false);
        dv_vec3 moved = dv_subtract(now, error);
        assert_true(dv_length(now) <= 2.00001f);
        assert_true(dv_length(moved) <= 0.02001f);
        if (tick % 5 != 0 && dv_length(now) < 1.9f) {
            inside++;
            alike += dv_length(dv_subtract(moved, step)) < 1e-5f;
        }
        longest = dv_length(moved) > longest ? dv_length(moved) : longest;
        least = dv_length(now) < least ? dv_length(now) : least;
        most = dv_length(now) > most ? dv_length(now) : most;
        error = now;
        step = moved;
    }
    assert_true(inside > 100);
    assert_int_equal(alike, inside);
    assert_true(longest > 0.018f); // paces are drawn up to the most
    assert_true(least < 1 && most > 1.9f);
    scene_close(&s);
}

static void who_states_no_uncertainty_knows_where_everybody_is(void **state) {
    (void)state;
    scene s = scene_default();
    scene_open(&s);
    scene_fill(&s, THREAT, scene_spawn(&s, WOLF, FAR_AWAY, 0));
    scene_step(&s);
    assert_exact(&s, FAR_AWAY, 0, false);
    scene_close(&s);
    s = unsure(0, 1); // but it may come
    scene_open(&s);
    scene_fill(&s, THREAT, scene_spawn(&s, WOLF, FAR_AWAY, 0));
    scene_step(&s);
    assert_exact(&s, FAR_AWAY, 0, false);
    scene_require(&s, dv_agent_set_property(s.world, s.deer, DV_SIGHT_UNCERTAINTY, 3, &s.error));
    scene_step(&s);
    assert_on_circle(&s, FAR_AWAY, 0, 3);
    scene_require(&s, dv_agent_set_property(s.world, s.deer, DV_SIGHT_UNCERTAINTY, 1, &s.error));
    scene_step(&s);
    assert_on_circle(&s, FAR_AWAY, 0, 1);
    scene_require(&s, dv_agent_set_property(s.world, s.deer, DV_SIGHT_UNCERTAINTY, NAN, &s.error));
    scene_step(&s);
    assert_exact(&s, FAR_AWAY, 0, false);
    scene_close(&s);
}

static void guards_and_behaviors_go_by_the_supposed_place(void **state) {
    (void)state;
    scene s = unsure(5, 0);
    OPEN(&s, WHEN("near", NAMED("who", "threat"), NAMED("distance", "amount")),
         WHEN("far", NAMED("who", "threat"), NAMED("distance", "amount")),
         WHEN("arrived", NAMED("target", "threat"), NAMED("distance", "amount")));
    scene_fill(&s, THREAT, scene_spawn(&s, WOLF, FAR_AWAY, 0));
    scene_step(&s);
    dv_vec3 place = dv_add(supposed_beside(&s, FAR_AWAY, 0, false), dv_vec(FAR_AWAY, 0, 0));
    double distance = (double)dv_length(place);
    assert_true(fabs(distance - FAR_AWAY) > 0.1);
    scene_fill_number(&s, AMOUNT, distance + 0.01);
    assert_int_equal(scene_step(&s), 5); // near and arrived
    scene_fill_number(&s, AMOUNT, distance - 0.01);
    assert_int_equal(scene_step(&s), 2); // far
    dv_argument target = NAMED("target", "threat");
    dv_steering *seek = dv_behavior_create("seek", &target, 1, "test", 1, NULL);
    dv_vec3 vector;
    scene_require(&s, dv_agent_evaluate(s.world, s.deer, seek, &vector, &s.error));
    dv_vec3 desired = dv_scale(dv_normalize(place), 8); // the default max_speed, from rest
    assert_float_equal(dv_length(dv_subtract(vector, desired)), 0, 1e-4);
    dv_steering_release(seek);
    scene_close(&s);
}

/// The hash after so many ticks of hares that lose sight of a wolf, on so many threads.
static uint64_t run(int threads, bool is_taken_back) {
    scene s = unsure(3, 2);
    s.def.threads = threads;
    dv_argument target = NAMED("target", "threat");
    s.steer = dv_behavior_create("pursuit", &target, 1, "test", 1, NULL);
    scene_open(&s);
    dv_steering_release(s.steer);
    dv_agent wolf = scene_spawn(&s, WOLF, 22, 3);
    for (int i = 0; i < 600; i++) {
        s.deer = scene_spawn(&s, DEER, (float)(i % 30) - 15, (float)(i / 30) - 10);
        scene_fill(&s, THREAT, wolf);
    }
    dv_snapshot snapshot;
    for (int tick = 0; tick < 120; tick++) {
        if (is_taken_back && tick == 60) {
            scene_require(&s, dv_world_take_snapshot(s.world, &snapshot, &s.error));
            for (int i = 0; i < 20; i++)
                scene_require(&s, dv_world_step(s.world, &s.error));
            scene_require(&s, dv_world_load_snapshot(s.world, &snapshot, &s.error));
            dv_snapshot_free(&snapshot);
        }
        scene_require(&s, dv_world_step(s.world, &s.error));
    }
    uint64_t hash = world_hash(s.world);
    scene_close(&s);
    return hash;
}

static void threads_and_snapshots_change_nothing(void **state) {
    (void)state;
    uint64_t hash = run(1, false);
    assert_true(run(2, false) == hash);
    assert_true(run(4, true) == hash);
    assert_true(run(1, true) == hash);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_place_is_exact_while_it_is_perceived),
        cmocka_unit_test(it_wanders_inside_the_circle),
        cmocka_unit_test(who_states_no_uncertainty_knows_where_everybody_is),
        cmocka_unit_test(guards_and_behaviors_go_by_the_supposed_place),
        cmocka_unit_test(threads_and_snapshots_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
