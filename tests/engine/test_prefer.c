// The parameter `prefer` of the behaviors that avoid others: what it is given says where to go. The
// agent starts at the origin and faces +x with a top speed of 10 m/s and a radius of 0.5 m.
#include "../program.h"
#include "crossing_world.h"

#define EXACT 1e-4f

static const char *const takers[] = {"people_avoidance", "predictive_avoidance", "queueing",
                                     "reciprocal_avoidance"};
#define TAKERS (sizeof takers / sizeof *takers)

static dv_steering *avoid_preferring(const char *avoid, dv_steering *preferred) {
    dv_argument prefer = {"prefer", dv_value_steering(preferred)};
    dv_steering *made = lab_make(avoid, &prefer, 1);
    dv_steering_release(preferred);
    return made;
}

static dv_agent mover(lab *l, float speed) {
    return lab_spawn(l, SHEEP, dv_vec(0, 0, 0), 0, speed);
}

static void with_nobody_near_it_goes_as_preferred(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l, 4);
    lab_step(&l);
    for (size_t i = 0; i < TAKERS; i++) {
        dv_steering *flee = MAKE("flee", AT_POINT(0, 20, 0));
        dv_vec3 found = lab_ask(&l, agent, avoid_preferring(takers[i], flee));
        assert_vector(found, -4, -10, 0, EXACT);
    }
    lab_close(&l);
}

static void somebody_in_the_way_changes_that(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l, 9);
    lab_spawn(&l, SHEEP, dv_vec(1.6f, 0.1f, 0), 180, 0);
    lab_step(&l);
    for (size_t i = 0; i < TAKERS; i++) {
        dv_steering *seek = MAKE("seek", AT_POINT(20, 0, 0));
        dv_vec3 found = lab_ask(&l, agent, avoid_preferring(takers[i], seek));
        if (!(found.x < 0.9f || found.y < -0.1f))
            fail_msg("%s: (%g, %g)", takers[i], (double)found.x, (double)found.y);
    }
    lab_close(&l);
}

// What it prefers may be a blend, may have a state, and may itself prefer something.
static void any_composition_can_be_preferred(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l, 4);
    lab_step(&l);
    dv_vec3 plain = lab_ask(&l, agent, lab_make("wander", NULL, 0));
    dv_part parts[] = {{lab_make("wander", NULL, 0), {0}}};
    dv_steering *sum = dv_blend_create("sum", parts, 1, NULL, 0, "test", NULL);
    dv_steering_release(parts[0].steering);
    dv_steering *inner = avoid_preferring("people_avoidance", sum);
    dv_vec3 nested = lab_ask(&l, agent, avoid_preferring("predictive_avoidance", inner));
    assert_true(dv_length(plain) > 0 && dv_length(nested) > 0);
    lab_close(&l);
}

/// The steering of an agent that cannot move for five seconds, beside another one.
static dv_vec3 steering_when_stuck(bool prefers, bool avoids) {
    dv_part parts[2] = {{0}};
    uint32_t count = 0;
    if (prefers)
        parts[count++] = (dv_part){
            avoid_preferring("reciprocal_avoidance", MAKE("seek", AT_POINT(20, 0, 0))), {0}};
    if (avoids)
        parts[count++] = (dv_part){lab_make("people_avoidance", NULL, 0), {0}};
    lab_kinds kinds = {.steer = dv_blend_create("sum", parts, count, NULL, 0, "test", NULL)};
    for (uint32_t i = 0; i < count; i++)
        dv_steering_release(parts[i].steering);
    kinds.properties[DV_MAX_FORCE] = dv_value_number(0);
    lab l = lab_open_with(lab_def(), kinds);
    dv_steering_release(kinds.steer);
    dv_agent agent = mover(&l, 0);
    lab_spawn(&l, DOG, dv_vec(0, 1.2f, 0), 0, 0);
    while (dv_world_time(l.world) < 5)
        lab_step(&l);
    dv_vec3 steering = dv_agent_steering(l.world, agent);
    lab_close(&l);
    return steering;
}

// That the one is held up makes only itself keep less distance.
static void behaviors_beside_one_that_prefers_are_as_without_it(void **state) {
    (void)state;
    dv_vec3 both = steering_when_stuck(true, true), one = steering_when_stuck(true, false);
    dv_vec3 other = steering_when_stuck(false, true), found = dv_subtract(both, one);
    assert_true(dv_length(other) > 0.1f);
    assert_vector(found, other.x, other.y, other.z, EXACT);
}

// The lower id cannot get past the other one, which then makes way. Once the lower id steers by
// something else, nobody makes way for it any longer.
static void one_that_steers_by_something_else_is_not_made_way_for(void **state) {
    (void)state;
    dv_slot_value away = {.is_set = true, .as.point = {-40, 0, 0}};
    dv_vec3 steering[3];
    for (int i = 0; i < 3; i++) {
        bool always = i == 1, never = i == 2;
        dv_part parts[] = {
            {MAKE("seek", {"target", dv_value_name("place")}), {0}},
            {avoid_preferring("reciprocal_avoidance", MAKE("seek", AT_TARGET)), {0}},
        };
        lab_kinds kinds = {.steer = dv_blend_create("priority", parts, 2, NULL, 0, "test", NULL)};
        for (int k = 0; k < 2; k++)
            dv_steering_release(parts[k].steering);
        kinds.properties[DV_MAX_FORCE] = dv_value_number(0);
        lab l = lab_open_with(lab_def(), kinds);
        dv_steering_release(kinds.steer);
        dv_agent a = mover(&l, 0), b = lab_spawn(&l, SHEEP, dv_vec(1.2f, 0, 0), 0, 0);
        lab_aim(&l, a, lab_spawn(&l, DOG, dv_vec(40, 0, 0), 0, 0));
        lab_aim(&l, b, lab_spawn(&l, DOG, dv_vec(0, 40, 0), 0, 0));
        for (int tick = 0; tick < 1000; tick++) {
            if (tick == (never ? 0 : 500) && !always)
                assert_int_equal(dv_agent_set_slot(l.world, a, SLOT_PLACE, away, &l.error), DV_OK);
            lab_step(&l);
        }
        steering[i] = dv_agent_steering(l.world, b);
        lab_close(&l);
    }
    assert_true(dv_length(dv_subtract(steering[0], steering[1])) > 1);
    assert_vector(steering[0], steering[2].x, steering[2].y, steering[2].z, EXACT);
}

typedef struct applier {
    dv_steering *steering;
    dv_agent agents[2];
    int first; ///< 1: only the second agent is given the steering
} applier;

static void apply_to_both(void *context, dv_world *world, double dt) {
    (void)dt;
    const applier *host = context;
    dv_error error;
    for (int i = host->first; i < 2; i++)
        assert_int_equal(dv_agent_apply(world, host->agents[i], host->steering, 1, &error), DV_OK);
}

/// The steering of an agent that is in the way of another, which steers the same way or not at all.
static dv_vec3 steering_in_the_way(bool both) {
    lab_kinds kinds = {.locomotion = "point_mass"};
    kinds.properties[DV_MAX_FORCE] = dv_value_number(0);
    lab l = lab_open_with(lab_def(), kinds);
    applier given = {avoid_preferring("reciprocal_avoidance", MAKE("seek", AT_TARGET)),
                     {mover(&l, 0), lab_spawn(&l, SHEEP, dv_vec(1.2f, 0, 0), 0, 0)},
                     both ? 0 : 1};
    lab_aim(&l, given.agents[0], lab_spawn(&l, DOG, dv_vec(40, 0, 0), 0, 0));
    lab_aim(&l, given.agents[1], lab_spawn(&l, DOG, dv_vec(0, 40, 0), 0, 0));
    dv_world_set_host(l.world, &(dv_host){.context = &given, .update = apply_to_both});
    for (int tick = 0; tick < 300; tick++)
        lab_step(&l);
    dv_vec3 steering = dv_agent_steering(l.world, given.agents[1]);
    dv_steering_release(given.steering);
    lab_close(&l);
    return steering;
}

static void agents_make_way_by_what_a_host_applies(void **state) {
    (void)state;
    dv_vec3 both = steering_in_the_way(true), one = steering_in_the_way(false);
    assert_true(dv_length(dv_subtract(both, one)) > 1);
}

static void check_refused(const char *name, dv_argument argument, dv_steering *preferred,
                          const char *message) {
    lab l = lab_open();
    dv_argument arguments[] = {argument, {"prefer", dv_value_steering(preferred)}};
    dv_steering *made = lab_make(name, arguments, preferred ? 2 : 1);
    dv_agent agent = mover(&l, 0);
    lab_step(&l);
    if (preferred)
        dv_steering_release(preferred);
    l.world->is_stepping = true;
    assert_int_not_equal(dv_agent_apply(l.world, agent, made, 1, &l.error), DV_OK);
    assert_non_null(strstr(l.error.message, message));
    dv_steering_release(made);
    lab_close(&l);
}

static void where_to_go_is_said_once(void **state) {
    (void)state;
    dv_argument target = AT_POINT(1, 0, 0), distance = NUMBER("distance", 1);
    check_refused("reciprocal_avoidance", target, lab_make("wander", NULL, 0),
                  "reciprocal_avoidance: target and prefer both say where to go");
    check_refused("queueing", distance, NULL, "queueing: target: missing");
}

static void only_behaviors_and_blends_can_be_preferred(void **state) {
    (void)state;
    dv_error error;
    dv_argument wrong = {"prefer", dv_value_number(1)};
    assert_null(dv_behavior_create("people_avoidance", &wrong, 1, "a.lua:1", 0, &error));
    assert_string_equal(error.message, "a.lua:1: steer.people_avoidance: prefer: a behavior or "
                                       "blend expected, got number");
    dv_steering *wander = lab_make("wander", NULL, 0);
    dv_argument elsewhere = {"target", dv_value_steering(wander)};
    assert_null(dv_behavior_create("seek", &elsewhere, 1, "a.lua:1", 0, &error));
    dv_steering_release(wander);
}

static void nesting_is_bounded(void **state) {
    (void)state;
    dv_error error;
    dv_steering *all = lab_make("wander", NULL, 0);
    for (int depth = 2; all && depth <= 33; depth++) {
        dv_argument prefer = {"prefer", dv_value_steering(all)};
        dv_steering *outer =
            dv_behavior_create("people_avoidance", &prefer, 1, "a.lua:1", 0, &error);
        dv_steering_release(all);
        all = outer;
        assert_true(!all == (depth == 33));
    }
    assert_string_equal(error.message, "a.lua:1: steer.people_avoidance: nested more than 32 deep");
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(with_nobody_near_it_goes_as_preferred),
        cmocka_unit_test(somebody_in_the_way_changes_that),
        cmocka_unit_test(any_composition_can_be_preferred),
        cmocka_unit_test(behaviors_beside_one_that_prefers_are_as_without_it),
        cmocka_unit_test(one_that_steers_by_something_else_is_not_made_way_for),
        cmocka_unit_test(agents_make_way_by_what_a_host_applies),
        cmocka_unit_test(where_to_go_is_said_once),
        cmocka_unit_test(only_behaviors_and_blends_can_be_preferred),
        cmocka_unit_test(nesting_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
