// Guards that are tested for many agents together: the same guards fire, and slots get the same
// values, as when each agent is tested alone.
#include "../program.h"
#include "guard_world.h"

#include "guards/guarded.h"
#include "tick/phases.h"
#include "world/kernels.h"

#include <math.h>

#define DEERS 300
#define HARES 600

static dv_guard *sees(const char *who, double within, const char *as) {
    return WHEN("sees", NAMED("who", who), NUMBER("within", within), NAMED("as", as));
}

/// Guards of every sort: joined, opposite, drawing lots, keeping state, waiting for the host; what
/// one keeps in a slot the next one reads.
static void open_with_guards(scene *s, const char *state) {
    dv_guard *guards[] = {
        joined(dv_guard_both, sees("wolf", 6, "threat"),
               inverted(WHEN("near", NAMED("who", "threat"), NUMBER("distance", 3)))),
        joined(dv_guard_both, WHEN("chance", NUMBER("probability", 1 - 1e-8)),
               joined(dv_guard_both, sees("wolf", 9, "other"),
                      WHEN("lua", {"function", dv_value_callback(7)}))),
        joined(dv_guard_both, WHEN("chance", NUMBER("probability", 0.99)),
               WHEN("loses", NAMED("slot", "other"), NUMBER("seconds", 0))),
        joined(dv_guard_either,
               joined(dv_guard_both, WHEN("after", NUMBER("seconds", 2 * TICK)),
                      sees("hare", 3, "other")),
               sees("wolf", 2, "threat")),
        inverted(sees("wolf", 12, "threat")),
    };
    scene_open_with(s, state, guards, sizeof guards / sizeof *guards);
}

static void stand_walls(scene *s) {
    for (int i = 0; i < 20; i++) {
        float x = (float)(i % 5) * 20 - 40, y = (float)(i / 5) * 24 - 36;
        dv_vec3 ends[] = {{x - 6, y, 0}, {x + 6, y + 4, 0}};
        dv_obstacle_def def = {.shape = DV_WALL, .points = ends, .point_count = 2};
        dv_obstacle wall;
        scene_require(s, dv_obstacle_create(s->world, &def, &wall, &s->error));
    }
}

static void scatter(scene *s, uint64_t tick) {
    dv_random_key key = {.seed = 5, .tick = tick};
    uint64_t n = 0;
    for (uint32_t i = 0; i < dv_world_agent_limit(s->world); i++) {
        float p[3];
        for (int axis = 0; axis < 3; axis++)
            p[axis] = (float)(dv_random_unit(key, n++) * 100 - 50);
        dv_vec3 place = dv_vec(p[0], p[1], s->def.space == DV_VOLUME ? p[2] : 0);
        scene_require(
            s, dv_agent_set_position(s->world, dv_world_agent_at(s->world, i), place, &s->error));
    }
}

/// What a test of its guards left of an agent.
typedef struct outcome {
    uint16_t fired;
    dv_agent threat, other;
} outcome;

static void set_slots(scene *s, dv_agent deer, dv_agent other) {
    s->deer = deer;
    scene_fill(s, THREAT, (dv_agent){0});
    scene_fill(s, OTHER, other);
}

static outcome outcome_of(scene *s, dv_agent deer, uint16_t fired) {
    s->deer = deer;
    return (outcome){fired, scene_kept(s, THREAT), scene_kept(s, OTHER)};
}

/// How often each guard fired, and none, is counted, so that a scene shows something.
static void compare_tick(scene *s, const dv_agent *deer, dv_agent wolf, uint32_t counts[6]) {
    for (uint32_t i = 0; i < DEERS; i++)
        set_slots(s, deer[i], wolf);
    scene_require(s, dv_tick_sense(s->world, &s->error));
    for (uint32_t i = 0; i < DEERS; i++) {
        uint32_t agent = dv_handle_index(deer[i].bits);
        outcome together = outcome_of(s, deer[i], s->world->agents.fired[agent]);
        set_slots(s, deer[i], wolf);
        outcome alone = outcome_of(s, deer[i], dv_first_guard(s->world, agent, 0, false));
        assert_int_equal(together.fired, alone.fired);
        assert_true(same(together.threat, alone.threat));
        assert_true(same(together.other, alone.other));
        uint32_t entry = together.fired & ~DV_FIRED_ASKS;
        counts[together.fired == DV_NO_GUARD ? 5 : entry]++;
    }
}

static void compare(scene s, const char *state, uint32_t wolves, uint32_t counts[6]) {
    dv_agent deer[DEERS];
    open_with_guards(&s, state);
    deer[0] = s.deer;
    for (uint32_t i = 1; i < DEERS; i++) {
        deer[i] = scene_spawn(&s, DEER, 0, 0);
        if (i % 3 == 0)
            scene_require(&s, dv_agent_become(s.world, deer[i], 1, &s.error));
    }
    dv_agent wolf = scene_spawn(&s, WOLF, 0, 0);
    for (uint32_t i = 1; i < wolves; i++)
        scene_spawn(&s, WOLF, 0, 0);
    for (uint32_t i = 0; i < HARES; i++)
        scene_spawn(&s, HARE, 0, 0);
    if (s.occluded)
        stand_walls(&s);
    for (uint64_t tick = 0; tick < 4; tick++) {
        scatter(&s, tick);
        scene_step(&s); // some become what they were told, and clocks go on
        scatter(&s, 100 + tick);
        compare_tick(&s, deer, wolf, counts);
    }
    scene_close(&s);
}

static void agents_together_do_as_each_alone(void **state) {
    (void)state;
    static const uint32_t wolves[] = {3, 90, 400}; // few, rare, and no longer rare
    uint32_t counts[6] = {0};
    for (int space = DV_PLANE; space <= DV_VOLUME; space++)
        for (int edge = DV_EDGE_OPEN; edge <= DV_EDGE_WRAP; edge++)
            for (int way = 0; way < 12; way++) {
                scene s = scene_default();
                s.def.space = (dv_space)space;
                s.def.bounds.edge = (dv_edge)edge;
                s.angle = way < 6 ? 4 : 2 * DV_PI;
                s.occluded = way % 2;
                compare(s, way % 4 < 2 ? NULL : "calm", wolves[way / 2 % 3], counts);
            }
    for (int i = 0; i < 6; i++)
        assert_in_range(counts[i], 100, UINT32_MAX); // all of it was put to the test
}

static void more_of_them_than_a_lookout_lists_are_seen(void **state) {
    (void)state;
    scene s = scene_default();
    dv_agent deer[DEERS];
    OPEN(&s, WHEN("sees", NAMED("who", "wolf"), NAMED("as", "threat")));
    deer[0] = s.deer;
    for (uint32_t i = 1; i < DEERS; i++)
        deer[i] = scene_spawn(&s, DEER, (float)(i % 20), (float)(i / 20));
    for (uint32_t i = 0; i < 4 * DEERS; i++)
        scene_spawn(&s, HARE, -20, -20);
    dv_agent first = {0};
    for (uint32_t i = 0; i < 100; i++) {
        dv_agent wolf = scene_spawn(&s, WOLF, 10 + (float)(i % 10) / 10, 7 + (float)(i / 10) / 10);
        first = first.bits ? first : wolf;
    }
    scene_step(&s);
    for (uint32_t i = 0; i < DEERS; i++) {
        s.deer = deer[i];
        assert_true(scene_kept(&s, THREAT).bits != 0);
    }
    s.deer = deer[0]; // at the origin: the wolf at (10, 7) is the nearest
    assert_true(same(scene_kept(&s, THREAT), first));
    scene_close(&s);
}

/// Whom a host adds while it answers for a guard.
#define CROWD 3000

static bool answer_and_spawn(void *context, const dv_world *world, dv_agent agent,
                             int32_t callback) {
    (void)world, (void)agent, (void)callback;
    for (uint32_t i = 0; i < CROWD; i++)
        scene_spawn(context, DEER, 0, 0);
    return true;
}

/// Columns and stores move then, and the guards after go on with what is there.
static void a_host_may_spawn_while_it_answers(void **state) {
    (void)state;
    scene s = scene_default();
    dv_guard *asks = WHEN("lua", {"function", dv_value_callback(7)});
    dv_guard *clock = WHEN("after", NUMBER("seconds", 3 * TICK));
    OPEN(&s, joined(dv_guard_both, asks, clock), WHEN("after", NUMBER("seconds", 1e6)),
         WHEN("loses", NAMED("slot", "other"), NUMBER("seconds", 0)));
    dv_world_set_host(s.world,
                      &(dv_host){.context = &s, .choose = scene_choose, .test = answer_and_spawn});
    uint32_t held[4];
    for (int tick = 0; tick < 4; tick++)
        held[tick] = scene_step(&s);
    assert_int_equal(held[0] | held[1] | held[2], 0);
    assert_int_equal(held[3], 1);
    scene_close(&s);
}

/// Mostly inside the bounds; a few just half around the world, on its edge or far outside.
static float somewhere(dv_random_key key, uint64_t n) {
    static const float odd[] = {0, 50, -50, 49.999996f, -49.999996f, 100, -100, 149, -151, 1e6f};
    double unit = dv_random_unit(key, 2 * n);
    uint32_t which = (uint32_t)(dv_random_unit(key, 2 * n + 1) * 40);
    return which < 10 ? odd[which] : (float)((unit - 0.5) * (which < 13 ? 500 : 100));
}

static void fill_squad(dv_guarded *g, dv_random_key key, dv_vectors *places) {
    for (uint32_t i = 0; i < DV_MAX_GUARDED; i++) {
        uint64_t n = 6 * (uint64_t)i;
        dv_vec3 own = {somewhere(key, n), somewhere(key, n + 1), somewhere(key, n + 2)};
        dv_vec3 place = {somewhere(key, n + 3), somewhere(key, n + 4), somewhere(key, n + 5)};
        g->squads[i / DV_LANES].world = g->world;
        dv_set_lane(&g->squads[i / DV_LANES].position, i % DV_LANES, own);
        dv_set_lane(&places[i / DV_LANES], i % DV_LANES, place);
    }
}

/// Each distance is a limit in its turn: it is near, and is not with anything less.
static void assert_as_alone(const dv_guarded *g, const dv_vectors *places) {
    for (uint32_t i = 0; i < DV_MAX_GUARDED; i++) {
        uint32_t squad = i / DV_LANES, lane = i % DV_LANES;
        dv_vec3 place = dv_in_lane(&places[squad], lane);
        float squared =
            dv_length_squared(dv_offset_between(g->world, dv_guarded_position(g, i), place));
        uint32_t at = g->world->kernels->squad_near(&g->squads[squad], &places[squad], squared);
        uint32_t below = g->world->kernels->squad_near(&g->squads[squad], &places[squad],
                                                       nextafterf(squared, -INFINITY));
        assert_true((at >> lane & 1) && !(below >> lane & 1));
        assert_true((at & ~DV_EACH_LANE) == 0);
    }
}

static void distances_of_a_squad_are_those_of_each_alone(void **state) {
    (void)state;
    static dv_guarded g;
    static dv_vectors places[DV_GUARDED_SQUADS];
    static const uint32_t bits[] = {128, 256, 512};
    for (uint32_t way = 0; way < 72; way++) {
        scene s = scene_default();
        s.def.space = (dv_space)(way % 2);
        s.def.bounds.edge = (dv_edge)(way / 2 % 3);
        s.def.vector_bits = bits[way / 12 % 3];
        scene_open(&s);
        dv_guarded_open(&g, s.world, DEER, 0, NULL);
        fill_squad(&g, (dv_random_key){.seed = way}, places);
        assert_as_alone(&g, places);
        scene_close(&s);
    }
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_host_may_spawn_while_it_answers),
        cmocka_unit_test(agents_together_do_as_each_alone),
        cmocka_unit_test(distances_of_a_squad_are_those_of_each_alone),
        cmocka_unit_test(more_of_them_than_a_lookout_lists_are_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
