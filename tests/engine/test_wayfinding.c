// Wayfinding. Bodies have a radius of 0.5 m and 10 m/s; the goal is in the slot `place`.
#include "../program.h"
#include "behavior_world.h"

#include "navigation/planned.h"
#include "steering/evaluate.h"
#include "steering/known_way.h"

static lab open_walkers(void) {
    dv_steering *steer = MAKE("wayfinding", {"target", dv_value_name("place")});
    lab l = lab_open_with(lab_def(), (lab_kinds){.steer = steer});
    dv_steering_release(steer);
    return l;
}

static dv_obstacle add_wall(lab *l, dv_vec3 from, dv_vec3 to) {
    dv_vec3 ends[] = {from, to};
    dv_obstacle_def def = {.shape = DV_WALL, .points = ends, .point_count = 2, .height = 5};
    dv_obstacle wall;
    if (dv_obstacle_create(l->world, &def, &wall, &l->error) != DV_OK)
        fail_msg("%s", l->error.message);
    return wall;
}

static void send(lab *l, dv_agent agent, dv_vec3 goal) {
    dv_slot_value place = {.is_set = true, .as.point = goal};
    assert_int_equal(dv_agent_set_slot(l->world, agent, SLOT_PLACE, place, &l->error), DV_OK);
}

static float distance_to(const lab *l, dv_agent agent, dv_vec3 goal) {
    return dv_length(dv_subtract(dv_agent_position(l->world, agent), goal));
}

static void run(lab *l, int ticks) {
    while (ticks-- > 0)
        lab_step(l);
}

/// Ticks until the agent is at the goal; fails after `most`.
static int ticks_to(lab *l, dv_agent agent, dv_vec3 goal, int most) {
    for (int tick = 1; tick <= most; tick++) {
        lab_step(l);
        if (distance_to(l, agent, goal) < 0.1f)
            return tick;
    }
    dv_vec3 place = dv_agent_position(l->world, agent);
    fail_msg("still at (%g, %g)", (double)place.x, (double)place.y);
    return 0;
}

/// A wall of 40 m along y at x = 0 with a door around `y`, 2 m wide; returns the part below it.
static dv_obstacle build_wall_with_door(lab *l, float y) {
    add_wall(l, dv_vec(0, y + 1, 0), dv_vec(0, 20, 0));
    return add_wall(l, dv_vec(0, -20, 0), dv_vec(0, y - 1, 0));
}

static void it_goes_through_the_door_and_stops(void **state) {
    (void)state;
    const dv_vec3 goal = {10, 0, 0};
    lab l = open_walkers();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(-10, 0, 0), 0, 0);
    build_wall_with_door(&l, 9);
    send(&l, agent, goal);
    float farthest = 0;
    for (int tick = 0; tick < 500; tick++) {
        lab_step(&l);
        farthest = dv_larger(farthest, dv_agent_position(l.world, agent).y);
    }
    // By the near post, not around the wall.
    assert_true(farthest > 8 && farthest < 10);
    assert_true(distance_to(&l, agent, goal) < 0.01f);
    assert_true(dv_length(dv_agent_velocity(l.world, agent)) < 0.01f);
    lab_close(&l);
}

static void it_plans_again_when_a_way_opens(void **state) {
    (void)state;
    const dv_vec3 goal = {10, -15, 0};
    int ticks[2];
    for (int opens = 0; opens < 2; opens++) {
        lab l = open_walkers();
        dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(-30, -15, 0), 0, 0);
        dv_obstacle below = build_wall_with_door(&l, 18);
        send(&l, agent, goal);
        run(&l, 20);
        if (opens)
            dv_obstacle_remove(l.world, below);
        ticks[opens] = ticks_to(&l, agent, goal, 2000);
        lab_close(&l);
    }
    assert_true(ticks[1] < ticks[0]);
}

static void it_plans_again_when_a_way_closes(void **state) {
    (void)state;
    const dv_vec3 goal = {10, 0, 0};
    lab l = open_walkers();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(-20, 0, 0), 0, 0);
    build_wall_with_door(&l, 9);
    send(&l, agent, goal);
    run(&l, 25);
    add_wall(&l, dv_vec(0, 8, 0), dv_vec(0, 10, 0));
    ticks_to(&l, agent, goal, 2000);
    lab_close(&l);
}

static void it_follows_a_goal_that_moves(void **state) {
    (void)state;
    lab l = open_walkers();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(-10, 0, 0), 0, 0);
    build_wall_with_door(&l, 9);
    for (int i = 0; i < 100; i++) {
        send(&l, agent, dv_vec(10, 0.1f * (float)i, 0));
        run(&l, 2);
    }
    send(&l, agent, dv_vec(-10, -10, 0));
    ticks_to(&l, agent, dv_vec(-10, -10, 0), 1000);
    lab_close(&l);
}

// With seven waypoints and more, the way is planned in parts.
static void it_finds_its_way_through_a_maze(void **state) {
    (void)state;
    const dv_vec3 goal = {26, 0, 0};
    lab l = open_walkers();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(-26, 0, 0), 0, 0);
    for (int i = 0; i < 16; i++) {
        float x = -24 + 3 * (float)i, end = i % 2 ? 1.0f : -1.0f;
        add_wall(&l, dv_vec(x, -4 - (end < 0 ? 4 : 0), 0), dv_vec(x, 4 + (end > 0 ? 4 : 0), 0));
    }
    add_wall(&l, dv_vec(-24, 8, 0), dv_vec(24, 8, 0));
    add_wall(&l, dv_vec(-24, -8, 0), dv_vec(24, -8, 0));
    send(&l, agent, goal);
    ticks_to(&l, agent, goal, 3000);
    lab_close(&l);
}

static void a_goal_in_a_wall_is_approached(void **state) {
    (void)state;
    lab l = open_walkers();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(-10, 0, 0), 0, 0);
    dv_obstacle_def def = {
        .shape = DV_BOX, .position = dv_vec(10, 0, 0), .width = 4, .depth = 4, .height = 5};
    dv_obstacle box;
    assert_int_equal(dv_obstacle_create(l.world, &def, &box, &l.error), DV_OK);
    add_wall(&l, dv_vec(0, -5, 0), dv_vec(0, 5, 0));
    send(&l, agent, dv_vec(11.5f, 0.5f, 0)); // nearest to the far side
    run(&l, 1000);
    assert_true(dv_agent_position(l.world, agent).x > 12);
    dv_error reason;
    assert_false(dv_world_take_lost(l.world, SHEEP, &agent, &reason));
    lab_close(&l);
}

static void without_a_way_it_says_so_and_goes_straight_on(void **state) {
    (void)state;
    lab l = open_walkers();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(-10, 0, 0), 0, 0), lost;
    for (int i = 0; i < 4; i++) {
        static const dv_vec3 corners[] = {{5, -5, 0}, {15, -5, 0}, {15, 5, 0}, {5, 5, 0}};
        add_wall(&l, corners[i], corners[(i + 1) % 4]);
    }
    send(&l, agent, dv_vec(10, 0, 0));
    run(&l, 300);
    dv_error reason;
    assert_true(dv_world_take_lost(l.world, SHEEP, &lost, &reason));
    assert_true(lost.bits == agent.bits);
    assert_string_equal(reason.message, "no way leads there with this clearance");
    assert_true(fabsf(dv_agent_position(l.world, agent).x - 4.5f) < 0.05f);
    lab_close(&l);
}

static void cells_that_would_be_too_many_are_larger(void **state) {
    (void)state;
    dv_steering *steer =
        MAKE("wayfinding", {"target", dv_value_name("place")}, NUMBER("resolution", 0.01));
    lab l = lab_open_with(lab_def(), (lab_kinds){.steer = steer});
    dv_steering_release(steer);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(-10, 0, 0), 0, 0);
    build_wall_with_door(&l, 9);
    send(&l, agent, dv_vec(10, 0, 0));
    ticks_to(&l, agent, dv_vec(10, 0, 0), 300);
    dv_error reason;
    assert_false(dv_world_take_lost(l.world, SHEEP, &agent, &reason));
    lab_close(&l);
}

// Such as one from a damaged snapshot.
static void a_way_of_any_numbers_is_forgotten(void **state) {
    (void)state;
    static const dv_known_way broken[] = {
        {.count = 8},
        {.count = 7, .next = 7},
        {.count = UINT32_MAX, .next = 1u << 30},
        {.count = 2, .waypoints = {{NAN, 0, 0}}, .planned_at = 1}};
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        lab l = open_walkers();
        dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(-10, 0, 0), 0, 0);
        build_wall_with_door(&l, 9);
        send(&l, agent, dv_vec(10, 0, 0));
        lab_step(&l);
        uint32_t index = dv_handle_index(agent.bits);
        const dv_node *node = dv_composition_of(l.world, index);
        memcpy(dv_states_of(l.world, index) + node->state_offset, &broken[i], sizeof broken[i]);
        ticks_to(&l, agent, dv_vec(10, 0, 0), 1000);
        lab_close(&l);
    }
}

#define MANY 100

/// Give everyone a goal behind a wall; returns the most plans made in a tick.
static uint64_t plan_for_many(lab *l, bool has_one_goal) {
    dv_agent agents[MANY];
    uint64_t most = 0, first = dv_plans_so_far().plans;
    for (int i = 0; i < MANY; i++) {
        float y = -20 + 0.4f * (float)i;
        agents[i] = lab_spawn(l, SHEEP, dv_vec(-10, y, 0), 0, 0);
        send(l, agents[i], dv_vec(10, has_one_goal ? 0 : -y, 0));
    }
    add_wall(l, dv_vec(0, -30, 0), dv_vec(0, 30, 0));
    for (int tick = 0; tick < 400; tick++) {
        uint64_t before = dv_plans_so_far().plans;
        lab_step(l);
        uint64_t made = dv_plans_so_far().plans - before;
        most = made > most ? made : most;
        if (dv_plans_so_far().plans - first >= MANY)
            return most;
    }
    fail_msg("%d plans were made", (int)(dv_plans_so_far().plans - first));
    return 0;
}

static void few_plans_are_made_in_a_tick_but_more_to_one_goal(void **state) {
    (void)state;
    lab l = open_walkers();
    uint64_t most = plan_for_many(&l, false);
    lab_close(&l);
    assert_in_range(most, 1, MANY / 4);
    l = open_walkers();
    assert_in_range(plan_for_many(&l, true), 2 * most, MANY);
    lab_close(&l);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_goes_through_the_door_and_stops),
        cmocka_unit_test(it_plans_again_when_a_way_opens),
        cmocka_unit_test(it_plans_again_when_a_way_closes),
        cmocka_unit_test(it_follows_a_goal_that_moves),
        cmocka_unit_test(it_finds_its_way_through_a_maze),
        cmocka_unit_test(a_goal_in_a_wall_is_approached),
        cmocka_unit_test(without_a_way_it_says_so_and_goes_straight_on),
        cmocka_unit_test(cells_that_would_be_too_many_are_larger),
        cmocka_unit_test(a_way_of_any_numbers_is_forgotten),
        cmocka_unit_test(few_plans_are_made_in_a_tick_but_more_to_one_goal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
