// Queries that the engine answers ahead of time: the results are bit for bit those of a search,
// whatever happens in the tick.
#include "../program.h"
#include "guard_world.h"

#include "world/world_data.h"

#define DEERS 150
#define HARES 250
#define TICKS 4

typedef struct meadow {
    scene s;
    dv_random_key key;
    uint64_t drawn;
    uint32_t prefetched;  ///< questions that were answered ahead, in all ticks
    uint32_t found, seen; ///< answers that named somebody
    bool is_disturbed;    ///< in the middle of each tick
} meadow;

static float draw(meadow *m, double low, double high) {
    return (float)(low + (high - low) * dv_random_unit(m->key, m->drawn++));
}

static dv_agent any_agent(meadow *m) {
    uint32_t limit = dv_world_agent_limit(m->s.world);
    for (;;) {
        dv_agent agent = dv_world_agent_at(m->s.world, (uint32_t)draw(m, 0, limit));
        if (agent.bits)
            return agent;
    }
}

static void put_somewhere(meadow *m, dv_agent agent) {
    dv_vec3 place = dv_vec(draw(m, -50, 50), draw(m, -50, 50),
                           m->s.def.space == DV_VOLUME ? draw(m, -50, 50) : 0);
    scene_require(&m->s, dv_agent_set_position(m->s.world, agent, place, &m->s.error));
    scene_require(&m->s,
                  dv_agent_set_heading(m->s.world, agent, (double)draw(m, -3, 3), &m->s.error));
}

static void compare_nearest(meadow *m, dv_agent agent, dv_kind_set kinds, double radius) {
    dv_world *world = m->s.world;
    double distance = -1, searched = -1;
    dv_agent nearest = dv_agent_nearest(world, agent, kinds, radius, &distance);
    dv_agent expected =
        dv_world_nearest(world, dv_agent_position(world, agent), radius, kinds, agent, &searched);
    assert_int_equal(nearest.bits, expected.bits);
    assert_memory_equal(&distance, &searched, sizeof distance);
    m->found += nearest.bits != 0;
}

static void compare_seen(meadow *m, dv_agent agent, dv_kind_set kinds, double range) {
    dv_world *world = m->s.world;
    dv_neighbor expected = {.agent = {0}};
    dv_agent seen = dv_agent_nearest_seen(world, agent, kinds, range);
    dv_agent_seen(world, agent, kinds, range, &expected, 1);
    assert_int_equal(seen.bits, expected.agent.bits);
    m->seen += seen.bits != 0;
}

static void ask(meadow *m, dv_agent agent) {
    compare_nearest(m, agent, dv_one_kind(HARE), 9);
    compare_nearest(m, agent, DV_ANY_KIND, INFINITY);
    compare_seen(m, agent, dv_one_kind(WOLF), INFINITY);
    dv_kind_set both = dv_one_kind(HARE);
    dv_add_kind(&both, WOLF);
    compare_seen(m, agent, both, 12);
}

/// What scripts may do between one question and the next.
static void disturb(meadow *m) {
    scene *s = &m->s;
    uint64_t tick = dv_world_tick(s->world);
    for (int i = 0; i < 20; i++)
        put_somewhere(m, any_agent(m));
    for (int i = 0; i < 20; i++)
        dv_agent_remove(s->world, any_agent(m));
    for (int i = 0; i < 10; i++)
        put_somewhere(m, scene_spawn(s, i % 2 ? HARE : WOLF, 0, 0));
    if (tick == 2)
        scene_require(s, dv_world_set_visibility(s->world, 8, &s->error));
    if (tick == 3)
        scene_require(s,
                      dv_agent_set_property(s->world, any_agent(m), DV_SIGHT_RANGE, 30, &s->error));
    if (s->occluded) {
        dv_vec3 ends[] = {{draw(m, -50, 50), -50, 0}, {draw(m, -50, 50), 50, 0}};
        dv_obstacle_def def = {.shape = DV_WALL, .points = ends, .point_count = 2};
        dv_obstacle wall;
        scene_require(s, dv_obstacle_create(s->world, &def, &wall, &s->error));
    }
}

static void update(void *context, dv_world *world, double dt) {
    meadow *m = context;
    uint32_t limit = dv_world_agent_limit(world);
    (void)dt;
    for (uint32_t i = 0; i < world->prefetch.count; i++)
        m->prefetched += world->prefetch.prefetched[i].is_answered;
    for (uint32_t i = 0; i < limit; i++) {
        dv_agent agent = dv_world_agent_at(world, i);
        if (m->is_disturbed && i == limit / 2)
            disturb(m);
        if (dv_agent_alive(world, agent) && dv_agent_kind(world, agent) == DEER)
            ask(m, agent);
    }
}

static void run(meadow *m, uint32_t wolves) {
    scene *s = &m->s;
    scene_open(s);
    dv_world_set_host(s->world, &(dv_host){.context = m, .update = update});
    for (uint32_t i = 0; i < DEERS + HARES + wolves; i++)
        scene_spawn(s, i < DEERS ? DEER : i < DEERS + HARES ? HARE : WOLF, 0, 0);
    for (int tick = 0; tick < TICKS; tick++) {
        for (uint32_t i = 0; i < dv_world_agent_limit(s->world); i++)
            if (dv_world_agent_at(s->world, i).bits)
                put_somewhere(m, dv_world_agent_at(s->world, i));
        scene_require(s, dv_world_step(s->world, &s->error));
    }
    scene_close(s);
}

static meadow meadow_of(int way) {
    meadow m = {.s = scene_default(), .key = {.seed = (uint64_t)way}};
    static const uint32_t bits[] = {128, 256, 512};
    m.s.def.space = way & 1 ? DV_VOLUME : DV_PLANE;
    m.s.def.bounds.edge = way & 2 ? DV_EDGE_WRAP : DV_EDGE_OPEN;
    m.s.angle = way & 4 ? 4 : 2 * DV_PI;
    m.s.def.vector_bits = bits[way % 3];
    m.s.def.threads = 1 + way % 2;
    return m;
}

static void what_is_foreseen_is_what_a_search_finds(void **state) {
    (void)state;
    static const uint32_t wolves[] = {3, 70, 300}; // few, rare, and no longer rare
    for (int way = 0; way < 24; way++) {
        meadow m = meadow_of(way);
        run(&m, wolves[way % 3]);
        assert_int_equal(m.prefetched, 4 * (TICKS - 1)); // all but the first time
        assert_true(m.found > DEERS * TICKS); // of the second question each finds somebody
        assert_true(m.seen > 10);
    }
}

static void what_happens_in_the_tick_counts_at_once(void **state) {
    (void)state;
    for (int way = 0; way < 24; way++) {
        meadow m = meadow_of(way);
        m.is_disturbed = true;
        m.s.occluded = way % 5 == 0;
        run(&m, 70);
        assert_in_range(m.prefetched, 4, 4 * (TICKS - 1));
    }
}

static void what_few_ask_is_not_foreseen(void **state) {
    (void)state;
    meadow m = meadow_of(0);
    scene *s = &m.s;
    scene_open(s);
    for (uint32_t i = 0; i < DEERS; i++)
        scene_spawn(s, DEER, (float)i, 0);
    for (int tick = 0; tick < 3; tick++) {
        double distance;
        scene_require(s, dv_world_step(s->world, &s->error));
        assert_int_equal(s->world->prefetch.count, 0);
        dv_agent_nearest(s->world, s->deer, dv_one_kind(DEER), 9, &distance);
        assert_int_equal(s->world->prefetch.count, 1);
        // Of questions that are each another there is no end.
        for (uint32_t i = 0; i < 100; i++)
            dv_agent_nearest(s->world, s->deer, dv_one_kind(DEER), i, &distance);
        assert_int_equal(s->world->prefetch.count, DV_MAX_PREFETCHED);
    }
    scene_close(s);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_foreseen_is_what_a_search_finds),
        cmocka_unit_test(what_happens_in_the_tick_counts_at_once),
        cmocka_unit_test(what_few_ask_is_not_foreseen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
