// Bodies on legs: the fan, the feet, the walk, and obstacles that they never walk into.
#include "../program.h"
#include "../world_hash.h"
#include "stress_world.h"

#include "steering/annotations.h"

#include <stdlib.h>
#include <unistd.h>

#define CLOSE 1e-4f

static dv_vec3 place_of(const lab *l, dv_agent agent) { return dv_agent_position(l->world, agent); }

static dv_footsteps fan_of(lab *l, dv_agent agent) {
    uint32_t i = dv_handle_index(agent.bits);
    dv_steering_context context = dv_steering_context_of(l->world, i);
    dv_footsteps steps;
    dv_footsteps_of(&context, dv_stresses_of(l->world, i), &steps);
    return steps;
}

static void the_fan_crosses_arcs_and_spokes(void **state) {
    (void)state;
    lab l = WALK(walkers(), {.stress = PLAIN_STRESS("forward")});
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(10, 0, 0), 90, 0);
    dv_footsteps steps = fan_of(&l, agent);
    assert_int_equal(steps.count, 1 + 3 * 5 + 2); // standing, the fan, turning on the spot
    assert_float_equal(steps.seconds, 0.5f, CLOSE);
    static const float turns[] = {-1, -0.5f, 0, 0.5f, 1}, strides[] = {0.5f, 0.375f, 0.25f};
    for (int spoke = 0; spoke < 5; spoke++)
        for (int arc = 0; arc < 3; arc++) {
            int i = 1 + spoke * 3 + arc;
            double heading = DV_PI / 2 + (double)turns[spoke];
            float x = (float)dv_cos(heading), y = (float)dv_sin(heading);
            assert_float_equal(steps.turn[i], turns[spoke], CLOSE);
            assert_float_equal(steps.stride[i], strides[arc], CLOSE);
            assert_float_equal(steps.forward_x[i], x, CLOSE);
            assert_float_equal(steps.forward_y[i], y, CLOSE);
            assert_float_equal(steps.x[i], 10 + x * strides[arc], CLOSE);
            assert_float_equal(steps.y[i], y * strides[arc], CLOSE);
            assert_float_equal(steps.velocity_y[i], y * strides[arc] / 0.5f, CLOSE);
            // The right foot steps first, 0.4 radii to the right of the way it faced.
            assert_float_equal(steps.foot_x[i], steps.x[i] + 0.1f, CLOSE);
            assert_float_equal(steps.foot_y[i], steps.y[i], CLOSE);
        }
    assert_float_equal(steps.stride[0] + steps.stride[16] + steps.stride[17], 0, 0);
    assert_float_equal(steps.turn[16], -1, 0);
    assert_float_equal(steps.turn[17], 1, 0);
    lab_close(&l);
}

static void steps_aside_and_back_are_on_request(void **state) {
    (void)state;
    lab_kinds kinds = walkers();
    kinds.properties[DV_STAND_STILL] = dv_value_boolean(false);
    kinds.properties[DV_SIDE_STEP] = dv_value_boolean(true);
    kinds.properties[DV_BACK_STEP] = dv_value_setting("level"); // 5, which is yes
    lab l = WALK(kinds, {.stress = PLAIN_STRESS("forward")});
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    dv_footsteps steps = fan_of(&l, agent);
    assert_int_equal(steps.count, 15 + 3);
    assert_vector(dv_vec(steps.x[15], steps.y[15], steps.turn[15]), 0, -0.25f, 0, CLOSE);
    assert_vector(dv_vec(steps.x[16], steps.y[16], steps.turn[16]), 0, 0.25f, 0, CLOSE);
    assert_vector(dv_vec(steps.x[17], steps.y[17], steps.turn[17]), -0.25f, 0, 0, CLOSE);
    lab_close(&l);
}

static void a_goal_within_the_fan_joins_it(void **state) {
    (void)state;
    // The foot comes to stand on it, the body 0.1 m to the left of that.
    lab l = WALK(walkers(), {.stress = STRESS("attract", AT_POINT(0.3f, 0, 0))});
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    dv_footsteps steps = fan_of(&l, agent);
    assert_int_equal(steps.count, 19);
    assert_vector(dv_vec(steps.foot_x[18], steps.foot_y[18], 0), 0.3f, 0, 0, CLOSE);
    assert_vector(dv_vec(steps.x[18], steps.y[18], 0), 0.3f, 0.1f, 0, CLOSE);
    lab_close(&l);
    l = WALK(walkers(), {.stress = STRESS("attract", AT_POINT(0.7f, 0, 0))}); // too far
    agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    assert_int_equal(fan_of(&l, agent).count, 18);
    lab_close(&l);
    l = WALK(walkers(), {.stress = STRESS("attract", AT_POINT(-0.3f, 0, 0))}); // behind
    agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    assert_int_equal(fan_of(&l, agent).count, 18);
    lab_close(&l);
}

static void a_step_takes_its_stride_over_the_desired_speed(void **state) {
    (void)state;
    static const struct {
        double speed;
        float seconds, longest;
    } rows[] = {{1, 0.5f, 0.5f}, {0.625, 0.8f, 0.5f}, {0.2, 1, 0.2f}, {0.3, 1, 0.3f}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lab_kinds kinds = walkers();
        kinds.speed = dv_value_number(rows[i].speed);
        lab l = WALK(kinds, {.stress = PLAIN_STRESS("forward")});
        dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
        dv_footsteps steps = fan_of(&l, agent);
        assert_float_equal(steps.seconds, rows[i].seconds, CLOSE);
        assert_float_equal(steps.stride[1], rows[i].longest, CLOSE);
        lab_close(&l);
    }
}

static void feet_alternate_and_the_body_glides_between(void **state) {
    (void)state;
    lab l = WALK(walkers(), {.stress = PLAIN_STRESS("forward")});
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    dv_feet feet;
    assert_false(dv_agent_feet(l.world, agent, &feet));
    for (int tick = 1; tick <= 100; tick++) {
        lab_step(&l);
        assert_vector(place_of(&l, agent), 0.02f * (float)tick, 0, 0, CLOSE);
        assert_vector(dv_agent_velocity(l.world, agent), 1, 0, 0, CLOSE);
        assert_true(dv_agent_feet(l.world, agent, &feet));
        // 25 ticks a step, the right foot first.
        assert_int_equal(feet.left_steps, tick / 25 % 2);
    }
    // The right foot stepped to 0.5 and 1.5 m, the left one to 1 and 2 m.
    assert_vector(feet.right, 1.5f, -0.1f, 0, CLOSE);
    assert_vector(feet.left, 2, 0.1f, 0, CLOSE);
    lab_close(&l);
}

static void it_turns_no_further_than_it_can_and_evenly(void **state) {
    (void)state;
    lab l = WALK(walkers(), {.stress = STRESS("attract", AT_POINT(-20, 1, 0))});
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    double before = 0;
    for (int tick = 0; tick < 25; tick++) {
        lab_step(&l);
        double heading = dv_agent_heading(l.world, agent);
        assert_float_equal(heading - before, 1.0 / 25, 1e-3);
        before = heading;
    }
    lab_close(&l);
}

static void it_arrives_and_stands(void **state) {
    (void)state;
    lab l = WALK(walkers(), {.stress = STRESS("attract", AT_POINT(4, 3, 0))});
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(-4, -2, 0), 200, 0);
    for (int tick = 0; tick < 900; tick++)
        lab_step(&l);
    dv_vec3 there = place_of(&l, agent);
    // A foot stands within half a shortest step of it, the body beside.
    assert_true(dv_length(dv_subtract(there, dv_vec(4, 3, 0))) < 0.1f + 0.125f);
    for (int tick = 0; tick < 200; tick++)
        lab_step(&l);
    assert_vector(place_of(&l, agent), there.x, there.y, 0, 0);
    lab_close(&l);
}

static void who_is_told_nothing_or_has_no_speed_stands(void **state) {
    (void)state;
    lab l = lab_open_with(lab_def(), walkers());
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(1, 1, 0), 0, 1);
    for (int tick = 0; tick < 50; tick++)
        lab_step(&l);
    assert_vector(place_of(&l, agent), 1, 1, 0, 0);
    lab_close(&l);
    lab_kinds kinds = walkers();
    kinds.speed = dv_value_number(0);
    l = WALK(kinds, {.stress = PLAIN_STRESS("forward")});
    agent = lab_spawn(&l, SHEEP, dv_vec(1, 1, 0), 0, 1);
    for (int tick = 0; tick < 50; tick++)
        lab_step(&l);
    assert_vector(place_of(&l, agent), 1, 1, 0, 0);
    lab_close(&l);
}

static void any_steering_rides_on_legs(void **state) {
    (void)state;
    lab_kinds kinds = walkers();
    kinds.steer = MAKE("arrival", AT_POINT(-6, 2, 0));
    lab l = lab_open_with(lab_def(), kinds);
    dv_steering_release(kinds.steer);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(5, 0, 0), 0, 0); // it has to face about
    for (int tick = 0; tick < 1200; tick++)
        lab_step(&l);
    assert_vector(place_of(&l, agent), -6, 2, 0, 0.3f);
    lab_close(&l);
}

static void reflexes_stand_beside_what_the_state_minds(void **state) {
    (void)state;
    lab_kinds kinds = walkers();
    dv_stress_part reflex = {.stress = PLAIN_STRESS("inertia"), dv_value_number(2), {0}};
    kinds.reflex_stress = &reflex;
    kinds.reflex_stress_count = 1;
    lab l = WALK(kinds, {.stress = PLAIN_STRESS("forward")});
    dv_stress_release(reflex.stress);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    const dv_stress_list *list = dv_stresses_of(l.world, dv_handle_index(agent.bits));
    assert_int_equal(list->count, 2);
    assert_string_equal(list->nodes[0]->type->entry.name, "forward");
    assert_string_equal(list->nodes[1]->type->entry.name, "inertia");
    lab_close(&l);
}

static void reflexes_of_other_bodies_are_added(void **state) {
    (void)state;
    lab_kinds kinds = {.steer = MAKE("seek", AT_POINT(100, 0, 0)),
                       .reflexes = MAKE("flee", AT_POINT(0, -3, 0))};
    lab l = lab_open_with(lab_def(), kinds);
    dv_steering_release(kinds.steer);
    dv_steering_release(kinds.reflexes);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    lab_step(&l);
    assert_vector(dv_agent_steering(l.world, agent), 10, 10, 0, CLOSE);
    lab_close(&l);
}

static dv_obstacle put(lab *l, dv_obstacle_def def) {
    dv_obstacle obstacle;
    if (dv_obstacle_create(l->world, &def, &obstacle, &l->error) != DV_OK)
        fail_msg("%s", l->error.message);
    return obstacle;
}

static void nobody_steps_through_a_thin_wall(void **state) {
    (void)state;
    lab l = WALK(walkers(), {.stress = STRESS("attract", AT_POINT(6, 0, 0))});
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    dv_vec3 wall[] = {{2, -9, 0}, {2.01f, -9, 0}, {2.01f, 9, 0}, {2, 9, 0}};
    put(&l, (dv_obstacle_def){.shape = DV_POLYGON, .points = wall, .point_count = 4});
    float furthest = 0;
    for (int tick = 0; tick < 600; tick++) {
        lab_step(&l);
        float x = place_of(&l, agent).x;
        assert_true(x <= 2 - 0.25f + CLOSE);
        furthest = x > furthest ? x : furthest;
    }
    assert_true(furthest > 2 - 0.25f - 0.26f); // it came as near as its steps allow
    lab_close(&l);
}

static void who_is_enclosed_halts(void **state) {
    (void)state;
    lab_kinds kinds = walkers();
    kinds.properties[DV_STAND_STILL] = dv_value_boolean(false);
    lab l = WALK(kinds, {.stress = PLAIN_STRESS("forward")});
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    for (int i = 0; i < 6; i++) {
        double angle = i * DV_PI / 3;
        put(&l, (dv_obstacle_def){.shape = DV_SPHERE,
                                  .position = {(float)dv_cos(angle), (float)dv_sin(angle), 0},
                                  .radius = 0.7f});
    }
    dv_feet feet;
    for (int tick = 0; tick < 100; tick++) {
        lab_step(&l);
        assert_vector(place_of(&l, agent), 0, 0, 0, 0);
        assert_true(dv_agent_feet(l.world, agent, &feet) && feet.is_halted);
    }
    lab_close(&l);
}

/// The least distance between any two of the agents.
static float least_gap(const lab *l, const dv_agent *agents, int count) {
    float least = 1e9f;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++) {
            float gap = dv_length(dv_subtract(place_of(l, agents[i]), place_of(l, agents[j])));
            least = gap < least ? gap : least;
        }
    return least;
}

static void walkers_do_not_walk_into_each_other(void **state) {
    (void)state;
    enum { COUNT = 24 };
    lab l = WALK(walkers(), {.stress = STRESS("attract", {"target", dv_value_name("place")})});
    dv_agent agents[COUNT];
    for (int i = 0; i < COUNT; i++) {
        double angle = i * 2 * DV_PI / COUNT;
        dv_vec3 from = {5 * (float)dv_cos(angle), 5 * (float)dv_sin(angle), 0};
        agents[i] = lab_spawn(&l, SHEEP, from, 180 + 15 * (float)i, 0);
        dv_slot_value across = {.is_set = true, .as.point = dv_scale(from, -1)};
        dv_agent_set_slot(l.world, agents[i], SLOT_PLACE, across, NULL);
    }
    // Two that turn toward each other in one tick see it in the next: 2 · 0.02 m.
    for (int tick = 0; tick < 1500; tick++) {
        lab_step(&l);
        assert_true(least_gap(&l, agents, COUNT) > 0.5f - 0.045f);
    }
    lab_close(&l);
}

static void bounds_that_contain_are_not_stepped_over(void **state) {
    (void)state;
    dv_world_def def = lab_def();
    def.bounds.edge = DV_EDGE_CONTAIN;
    dv_stress_part part = {.stress = PLAIN_STRESS("forward"), {0}, {0}};
    lab l = lab_walk_in(def, walkers(), &part, 1);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(48, 0, 0), 0, 0);
    float furthest = 0;
    for (int tick = 0; tick < 300; tick++) {
        lab_step(&l);
        float x = place_of(&l, agent).x;
        furthest = x > furthest ? x : furthest;
        dv_vec3 v = dv_agent_velocity(l.world, agent); // the edge itself has nothing to hold back
        assert_true(dv_length(v) == 0 || dv_length(v) > 0.49f);
    }
    assert_true(furthest <= 50 - 0.25f + CLOSE && furthest > 49);
    lab_close(&l);
}

static lab open_crowd(int threads, uint32_t bits) {
    dv_world_def def = lab_def();
    def.threads = threads;
    def.vector_bits = bits;
    def.bounds.edge = DV_EDGE_WRAP;
    dv_stress_part parts[] = {
        {.stress = STRESS("attract", {"target", dv_value_name("place")}), {0}, {0}},
        {.stress = STRESS("inertia", NUMBER("drunk", 0.3)), dv_value_number(2), {0}},
        {.stress = STRESS("avoid", AT_TARGET), {0}, dv_value_number(1.5)}};
    lab_kinds kinds = walkers();
    kinds.steer = MAKE("wander", NUMBER("strength", 1));
    lab l = lab_walk_in(def, kinds, parts, 3);
    dv_steering_release(kinds.steer);
    uint64_t n = 0;
    dv_agent before = {0};
    for (int i = 0; i < 300; i++) {
        dv_vec3 place = {lab_random(&n, -50, 50), lab_random(&n, -12, 12), 0};
        dv_agent agent = lab_spawn(&l, SHEEP, place, lab_random(&n, 0, 360), 0);
        dv_slot_value goal = {.is_set = true, .as.point = {place.y, place.x, 0}};
        dv_agent_set_slot(l.world, agent, SLOT_PLACE, goal, NULL);
        lab_aim(&l, agent, before);
        before = agent;
    }
    return l;
}

static void threads_and_widths_do_not_matter(void **state) {
    (void)state;
    static const struct {
        int threads;
        uint32_t bits;
    } runs[] = {{1, 128}, {3, 0}, {2, 256}};
    uint64_t hashes[3];
    for (int i = 0; i < 3; i++) {
        lab l = open_crowd(runs[i].threads, runs[i].bits);
        for (int tick = 0; tick < 60; tick++)
            lab_step(&l);
        hashes[i] = world_hash(l.world);
        lab_close(&l);
    }
    assert_true(hashes[0] == hashes[1] && hashes[0] == hashes[2]);
}

static void a_saved_walk_goes_on_as_it_was(void **state) {
    (void)state;
    char path[] = "/tmp/drover-legs-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    lab l = open_crowd(1, 0);
    for (int tick = 0; tick < 37; tick++) // in the midst of steps
        lab_step(&l);
    assert_int_equal(dv_world_save(l.world, path, &l.error), DV_OK);
    for (int tick = 0; tick < 60; tick++)
        lab_step(&l);
    uint64_t hash = world_hash(l.world);
    assert_int_equal(dv_world_load(l.world, path, &l.error), DV_OK);
    for (int tick = 0; tick < 60; tick++)
        lab_step(&l);
    assert_true(world_hash(l.world) == hash);
    lab_close(&l);
    unlink(path);
}

static void looking_at_what_it_thinks_changes_nothing(void **state) {
    (void)state;
    lab l = open_crowd(1, 0);
    for (int tick = 0; tick < 30; tick++)
        lab_step(&l);
    uint64_t hash = world_hash(l.world);
    dv_agent agent = dv_world_agent_at(l.world, 3);
    uint32_t candidates = fan_of(&l, agent).count;
    dv_sketch *sketch = dv_sketch_create();
    assert_int_equal(dv_agent_annotate(l.world, agent, sketch, &l.error), DV_OK);
    // A stroke for each candidate, those of what it steers by, and the way to the one it would
    // take.
    assert_true(dv_sketch_count(sketch) > candidates + 2);
    assert_true(world_hash(l.world) == hash);
    dv_sketch_destroy(sketch);
    lab_close(&l);
}

// Bodies may touch the edge of the world, with 0.01 % of their radius to spare for rounding. What
// is outside may come back.
static void a_step_may_end_at_the_edge_of_the_world(void **state) {
    (void)state;
    dv_world_def def = lab_def();
    def.bounds.edge = DV_EDGE_CONTAIN;
    lab l = lab_walk_in(def, walkers(), &(dv_stress_part){.stress = PLAIN_STRESS("forward")}, 1);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    dv_steering_context context = dv_steering_context_of(l.world, dv_handle_index(agent.bits));
    const float low = -50 + 0.25f * 0.9999f, high = -low;
    const dv_footsteps steps = {.count = 8,
                                .x = {low, -50, high, 50, 0, 0, 0, 0},
                                .y = {0, 0, 0, 0, low, -50, high, 50},
                                .stride = {1, 1, 1, 1, 1, 1, 1, 1},
                                .seconds = 1};
    float stress[DV_MAX_FOOTSTEPS] = {0};
    dv_forbid_walls(&context, &steps, stress);
    for (int i = 0; i < 8; i++)
        assert_true(stress[i] == (i % 2 ? INFINITY : 0));
    // From outside, even a step that stays there is fine if it goes no farther out.
    memset(stress, 0, sizeof stress);
    context.position = dv_vec(-50, 50, 0);
    const dv_footsteps back = {.count = 3,
                               .x = {-50, -49.9f, -50.1f},
                               .y = {50, 49.9f, 50},
                               .stride = {1, 1, 1},
                               .seconds = 1};
    dv_forbid_walls(&context, &back, stress);
    assert_true(stress[0] == 0 && stress[1] == 0 && stress[2] == INFINITY);
    lab_close(&l);
}

static void assert_disc(const dv_sketch *sketch, uint32_t index, float x, float y, float radius,
                        uint32_t ink, bool fills) {
    dv_stroke stroke = dv_sketch_stroke(sketch, index);
    assert_int_equal(stroke.shape, DV_STROKE_CIRCLE);
    assert_int_equal(stroke.pen.color, ink);
    assert_int_equal(stroke.pen.fills, fills);
    assert_float_equal(stroke.radius, radius, CLOSE);
    assert_float_equal(stroke.points->x, x, CLOSE);
    assert_float_equal(stroke.points->y, y, CLOSE);
}

// Standing (1), and steps to the right (2), up (3), and to the left, which is forbidden.
static void candidates_are_colored_by_their_stress(void **state) {
    (void)state;
    lab l = WALK(walkers(), {.stress = PLAIN_STRESS("forward")});
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(2, 1, 0), 0, 0);
    dv_steering_context context = dv_steering_context_of(l.world, dv_handle_index(agent.bits));
    const dv_footsteps steps = {.count = 4, .x = {2, 2.5f, 2, 1.5f}, .y = {1, 1, 1.5f, 1}};
    const float total[] = {1, 2, 3, INFINITY};
    uint32_t between = 0;
    for (int shift = 0; shift < 32; shift += 8) {
        uint32_t sum = (DV_INK_CLEAR >> shift & 0xff) + (DV_INK_THREAT >> shift & 0xff);
        between |= (sum + 1) / 2 << shift;
    }
    dv_sketch *sketch = dv_sketch_create();
    dv_show_candidates(&context, &steps, total, sketch);
    assert_int_equal(dv_sketch_count(sketch), 6);
    assert_disc(sketch, 0, 2, 1, 0.25f / 3, DV_INK_CLEAR, true);
    assert_disc(sketch, 1, 2.5f, 1, 0.25f / 3, between, true);
    assert_disc(sketch, 2, 2, 1.5f, 0.25f / 3, DV_INK_THREAT, true);
    assert_disc(sketch, 3, 1.5f, 1, 0.25f, DV_INK_NEIGHBOR, false);
    assert_disc(sketch, 5, 2, 1, 0.25f / 3, DV_INK_TARGET, true);
    // Where all are alike, none is worse than clear.
    dv_sketch_clear(sketch);
    dv_show_candidates(&context, &steps, (const float[]){1, 1, 1, 1}, sketch);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(dv_sketch_stroke(sketch, i).pen.color, DV_INK_CLEAR);
    dv_sketch_destroy(sketch);
    lab_close(&l);
}

static void numbers_that_are_none_halt_nobody(void **state) {
    (void)state;
    lab l =
        WALK(walkers(), {.stress = STRESS("attract", {"target", dv_value_name("place")})},
             {.stress = PLAIN_STRESS("forward"), dv_value_name("amount"), dv_value_name("amount")});
    dv_agent one = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0); // in the same place
    dv_slot_value far = {.is_set = true, .as.point = {3e38f, -3e38f, 0}};
    dv_agent_set_slot(l.world, one, SLOT_PLACE, far, NULL);
    lab_set_amount(&l, one, 1e300);
    for (int tick = 0; tick < 100; tick++) {
        lab_step(&l);
        assert_true(dv_is_finite(place_of(&l, one)) &&
                    dv_is_finite(dv_agent_velocity(l.world, one)));
    }
    lab_close(&l);
}

static void fans_that_are_too_large_are_refused(void **state) {
    (void)state;
    dv_program *program = dv_program_create();
    dv_error error;
    dv_kind_def def = dv_kind_def_default();
    def.name = "walker";
    def.where = "walker.lua:3";
    def.locomotion = "legged";
    def.properties[DV_ARCS] = dv_value_number(7);
    assert_int_equal(dv_program_add_kind(program, &def, &error), DV_OK);
    assert_int_equal(dv_program_finish(program, &error), DV_ERROR_LIMIT);
    assert_string_equal(error.message,
                        "walker.lua:3: body.arcs: 7 arcs of 9 spokes are more than 56 footsteps");
    dv_program_release(program);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fan_crosses_arcs_and_spokes),
        cmocka_unit_test(steps_aside_and_back_are_on_request),
        cmocka_unit_test(a_goal_within_the_fan_joins_it),
        cmocka_unit_test(a_step_takes_its_stride_over_the_desired_speed),
        cmocka_unit_test(feet_alternate_and_the_body_glides_between),
        cmocka_unit_test(it_turns_no_further_than_it_can_and_evenly),
        cmocka_unit_test(it_arrives_and_stands),
        cmocka_unit_test(who_is_told_nothing_or_has_no_speed_stands),
        cmocka_unit_test(any_steering_rides_on_legs),
        cmocka_unit_test(reflexes_stand_beside_what_the_state_minds),
        cmocka_unit_test(reflexes_of_other_bodies_are_added),
        cmocka_unit_test(nobody_steps_through_a_thin_wall),
        cmocka_unit_test(who_is_enclosed_halts),
        cmocka_unit_test(walkers_do_not_walk_into_each_other),
        cmocka_unit_test(bounds_that_contain_are_not_stepped_over),
        cmocka_unit_test(threads_and_widths_do_not_matter),
        cmocka_unit_test(a_saved_walk_goes_on_as_it_was),
        cmocka_unit_test(looking_at_what_it_thinks_changes_nothing),
        cmocka_unit_test(a_step_may_end_at_the_edge_of_the_world),
        cmocka_unit_test(candidates_are_colored_by_their_stress),
        cmocka_unit_test(numbers_that_are_none_halt_nobody),
        cmocka_unit_test(fans_that_are_too_large_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
