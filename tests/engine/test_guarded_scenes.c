// Random guards that are tested for many agents together in random worlds: the same guards fire,
// and slots and states are the same, as when each agent is tested alone.
#include "../program.h"
#include "guard_world.h"

#include "tick/phases.h"

#include <math.h>

#define SCENES 240
#define SENSED 3    // ticks of each
#define GUARDED 200 // of either kind
#define MAX_BYTES 1024

/// What is drawn for a scene.
typedef struct draw {
    dv_random_key key;
    uint64_t n;
} draw;

static double between(draw *d, double low, double high) {
    return low + dv_random_unit(d->key, d->n++) * (high - low);
}

static uint32_t one_of(draw *d, uint32_t count) { return (uint32_t)between(d, 0, count); }

static const char *slot_of_agent(draw *d) { return one_of(d, 2) ? "threat" : "other"; }

static dv_guard *any_sees(draw *d) {
    static const char *const kinds[] = {"wolf", "wolf", "hare", "deer"};
    dv_argument arguments[4] = {
        NAMED("who", one_of(d, 6) ? kinds[one_of(d, 4)] : slot_of_agent(d))};
    uint32_t count = 1;
    if (one_of(d, 4))
        arguments[count++] = (dv_argument)NUMBER("within", between(d, 0, 25));
    if (one_of(d, 2))
        arguments[count++] = (dv_argument)NAMED("as", slot_of_agent(d));
    if (one_of(d, 3) == 0)
        arguments[count++] = (dv_argument)NAMED("at", "place");
    return guard_of("sees", arguments, count);
}

static dv_guard *any_near(draw *d) {
    const char *const who[] = {"threat", "threat", "other", "place", "wolf"};
    dv_argument arguments[3] = {NAMED("who", who[one_of(d, 5)]),
                                NUMBER("distance", between(d, 0, one_of(d, 2) ? 30 : 75))};
    if (one_of(d, 3) == 0)
        arguments[2] = (dv_argument)NAMED("as", slot_of_agent(d));
    return guard_of("near", arguments, arguments[2].name ? 3 : 2);
}

/// In whole ticks, in halves, which are a hair from either side, and between.
static double some_ticks(draw *d) {
    double ticks = one_of(d, 12);
    return TICK * (one_of(d, 2) ? ticks / 2 : between(d, 0, 6));
}

static dv_guard *any_test(draw *d) {
    switch (one_of(d, 10)) {
    case 0:
        return WHEN("chance", NUMBER("probability", 1 - 1e-12));
    case 1:
        return WHEN("loses", NAMED("slot", slot_of_agent(d)), NUMBER("seconds", some_ticks(d)));
    case 2:
        return WHEN("lua", {"function", dv_value_callback(7)});
    case 3:
        return WHEN("has", NAMED("slot", slot_of_agent(d)));
    case 4:
    case 5:
        return WHEN("after", NUMBER("seconds", one_of(d, 5) ? some_ticks(d) : 1e12));
    case 6:
    case 7:
        return any_near(d);
    default:
        return any_sees(d);
    }
}

static dv_guard *any_guard(draw *d, int joints) {
    uint32_t way = joints > 0 ? one_of(d, 8) : 7;
    if (way > 4)
        return any_test(d);
    if (way == 0)
        return inverted(any_guard(d, joints - 1));
    dv_guard *a = any_guard(d, joints - 1), *b = any_guard(d, joints - 1);
    return joined(way < 3 ? dv_guard_both : dv_guard_either, a, b);
}

static void add_guards(scene *s, draw *d, const char *state) {
    static const char *const states[] = {NULL, "calm", "alert"};
    for (uint32_t left = one_of(d, 4); left > 0; left--) {
        dv_on_def on = {.guard = any_guard(d, 2),
                        .state = states[one_of(d, 3)],
                        .callback = one_of(d, 4) ? 0 : -1};
        on.callback = on.state ? -1 : on.callback;
        scene_require(s, dv_program_add_on(s->program, state, &on, &s->error));
        dv_guard_release(on.guard);
    }
}

static void add_guarded_kind(scene *s, draw *d, const char *name) {
    scene_add_kind(s, name);
    add_guards(s, d, NULL);
    add_guards(s, d, "calm");
    add_guards(s, d, "alert");
}

static scene scene_at_random(draw *d) {
    static const uint32_t bits[] = {128, 256, 512};
    scene s = scene_default();
    s.def.space = (dv_space)one_of(d, 2);
    s.def.bounds.edge = (dv_edge)one_of(d, 3);
    s.def.threads = 1 + (int)one_of(d, 3);
    s.def.vector_bits = bits[one_of(d, 3)];
    s.angle = one_of(d, 2) ? between(d, 1, 6) : 2 * DV_PI;
    s.range = between(d, 5, 40);
    s.occluded = one_of(d, 4) == 0;
    s.answer = 1;
    return s;
}

static void open_at_random(scene *s, draw *d) {
    static const uint32_t wolves[] = {1, 4, 40, 150}; // few, rare, and no longer rare
    s->program = dv_program_create();
    assert_non_null(s->program);
    scene_add_settings(s);
    add_guarded_kind(s, d, "deer");
    scene_add_kind(s, "wolf");
    add_guarded_kind(s, d, "hare");
    scene_require(s, dv_program_finish(s->program, &s->error));
    s->world = dv_world_create(&s->def, s->program, &s->error);
    if (!s->world)
        fail_msg("%s", s->error.message);
    dv_world_set_host(s->world,
                      &(dv_host){.context = s, .choose = scene_choose, .test = scene_test});
    uint32_t count = wolves[one_of(d, 4)];
    for (uint32_t i = 0; i < 2 * GUARDED; i++)
        scene_spawn(s, one_of(d, 2) ? DEER : HARE, 0, 0);
    for (uint32_t i = 0; i < count; i++)
        scene_spawn(s, WOLF, 0, 0);
    if (s->occluded) {
        dv_obstacle_def def = {.shape = DV_SPHERE, .position = {5, 5, 0}, .radius = 6};
        dv_obstacle ball;
        scene_require(s, dv_obstacle_create(s->world, &def, &ball, &s->error));
    }
}

/// Most inside the bounds, close together or not, a few far outside; in some scenes on whole
/// meters, so that many are as far from each other as others.
static void scatter(scene *s, draw *d) {
    double around = one_of(d, 2) ? 100 : 30;
    bool is_even = one_of(d, 4) == 0;
    for (uint32_t i = 0; i < dv_world_agent_limit(s->world); i++) {
        dv_agent agent = dv_world_agent_at(s->world, i);
        if (!agent.bits)
            continue;
        double scale = one_of(d, 40) ? around : 900;
        float p[3];
        for (int axis = 0; axis < 3; axis++)
            p[axis] = (float)((between(d, 0, 1) - 0.5) * scale);
        for (int axis = 0; axis < 3 && is_even; axis++)
            p[axis] = floorf(p[axis]);
        dv_vec3 place = dv_vec(p[0], p[1], s->def.space == DV_VOLUME ? p[2] : 0);
        scene_require(s, dv_agent_set_position(s->world, agent, place, &s->error));
    }
}

/// Let many keep anybody, or somebody who is gone.
static void fill_slots(scene *s, draw *d, dv_agent gone) {
    uint32_t limit = dv_world_agent_limit(s->world);
    for (uint32_t i = 0; i < limit; i++) {
        dv_agent other = dv_world_agent_at(s->world, one_of(d, limit));
        s->deer = dv_world_agent_at(s->world, i);
        if (s->deer.bits && one_of(d, 2))
            scene_fill(s, one_of(d, 2) ? THREAT : OTHER, one_of(d, 8) ? other : gone);
    }
}

/// What guards may write of an agent.
typedef struct kept {
    uint16_t fired;
    unsigned char bytes[MAX_BYTES]; ///< slots, then states
} kept;

static size_t bytes_of_slots(const dv_store *store) { return store->slot_count * sizeof(dv_slot); }

static const dv_store *store_of(const scene *s, uint32_t agent) {
    return &s->world->stores[s->world->agents.kind[agent]];
}

static size_t keep(const scene *s, uint32_t agent, uint16_t fired, kept *k) {
    const dv_store *store = store_of(s, agent);
    size_t slots = bytes_of_slots(store);
    assert_true(slots + store->state_bytes <= sizeof k->bytes);
    k->fired = fired;
    memcpy(k->bytes, dv_slots_of(s->world, agent), slots);
    if (store->state_bytes > 0)
        memcpy(k->bytes + slots, dv_states_of(s->world, agent), store->state_bytes);
    return slots + store->state_bytes;
}

static void give_back(scene *s, uint32_t agent, const kept *k) {
    const dv_store *store = store_of(s, agent);
    size_t slots = bytes_of_slots(store);
    memcpy(dv_slots_of(s->world, agent), k->bytes, slots);
    if (store->state_bytes > 0)
        memcpy(dv_states_of(s->world, agent), k->bytes + slots, store->state_bytes);
}

/// How often something came of it.
typedef struct counts {
    uint32_t fired, asked, silent, wrote;
} counts;

static void count(const kept *before, const kept *after, size_t size, counts *c) {
    bool is_silent = after->fired == DV_NO_GUARD;
    c->silent += is_silent;
    c->asked += !is_silent && (after->fired & DV_FIRED_ASKS);
    c->fired += !is_silent && !(after->fired & DV_FIRED_ASKS);
    c->wrote += memcmp(before->bytes, after->bytes, size) != 0;
}

static void compare_tick(scene *s, counts *c) {
    static kept before[4 * GUARDED], together, alone;
    uint32_t limit = dv_world_agent_limit(s->world);
    assert_true(limit <= 4 * GUARDED);
    for (uint32_t i = 0; i < limit; i++)
        if (dv_world_agent_at(s->world, i).bits)
            keep(s, i, DV_NO_GUARD, &before[i]);
    scene_require(s, dv_tick_sense(s->world, &s->error));
    for (uint32_t i = 0; i < limit; i++) {
        if (!dv_world_agent_at(s->world, i).bits)
            continue;
        size_t size = keep(s, i, s->world->agents.fired[i], &together);
        give_back(s, i, &before[i]);
        keep(s, i, dv_first_guard(s->world, i, 0, false), &alone);
        assert_int_equal(together.fired, alone.fired);
        assert_memory_equal(together.bytes, alone.bytes, size);
        if (s->world->agents.kind[i] != WOLF)
            count(&before[i], &alone, size, c);
    }
}

static void agents_together_do_as_each_alone(void **state) {
    (void)state;
    counts c = {0};
    for (uint64_t i = 0; i < SCENES; i++) {
        draw d = {.key = {.seed = i}};
        scene s = scene_at_random(&d);
        open_at_random(&s, &d);
        dv_agent gone = scene_spawn(&s, HARE, 0, 0);
        scene_require(&s, dv_agent_remove(s.world, gone));
        for (int tick = 0; tick < SENSED; tick++) {
            scatter(&s, &d);
            scene_step(&s); // guards that hold switch states, and clocks go on
            scatter(&s, &d);
            fill_slots(&s, &d, gone);
            compare_tick(&s, &c);
        }
        scene_close(&s);
    }
    // All of it was put to the test.
    uint32_t tests = SCENES * SENSED * 2 * GUARDED;
    assert_in_range(c.fired, tests / 20, tests);
    assert_in_range(c.asked, tests / 100, tests);
    assert_in_range(c.silent, tests / 20, tests);
    assert_in_range(c.wrote, tests / 20, tests);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agents_together_do_as_each_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
