// Agents that are evaluated side by side: the results are bit for bit those of each agent alone,
// whatever the vector width, the number of threads, and the world.
#include "../program.h"
#include "behavior_world.h"

#include "steering/evaluate.h"

#include <stdlib.h>

#ifdef DV_COVERAGE
#define TICKS 2 // enough to reach every line, in a build that takes its time
#else
#define TICKS 5
#endif

typedef enum task { FLOCK, BOIDS, AVOID, FORESEE, FORESEE_FEW, EVADE } task;

typedef struct scene {
    dv_space space;
    dv_edge edge;
    float side; ///< m, of the square or cube they stand in
    uint32_t vector_bits;
    int threads;
    uint32_t agents; ///< one in 20 is a dog: of 400 they are few, of 1600 rare
    task task;       ///< but for flocks, with bodies of all sizes, or small ones
} scene;

static dv_bounds bounds_of(const scene *s) {
    float half = s->side / 2;
    return (dv_bounds){{-half, -half, -half}, {half, half, half}, s->edge};
}

static dv_steering *sum_of(const dv_part *parts, uint32_t count) {
    dv_error error;
    dv_steering *sum = dv_blend_create("sum", parts, count, NULL, 0, "test", &error);
    if (!sum)
        fail_msg("%s", error.message);
    for (uint32_t i = 0; i < count; i++)
        dv_steering_release(parts[i].steering);
    return sum;
}

// Three radii, a slot that is empty for some, kinds and states, all four terms: more tallies than
// are shared.
static dv_steering *flock(void) {
    dv_argument rules[] = {{"kind", dv_value_name("sheep")}, NUMBER("separation.radius", 3),
                           NUMBER("separation.angle", 4),    NUMBER("alignment.radius", 6),
                           NUMBER("cohesion.radius", 9),     NUMBER("cohesion.angle", 5)};
    dv_argument mixed[] = {NUMBER("separation.weight", 0), NUMBER("alignment.radius", 4)};
    dv_part parts[] = {
        {.steering = lab_make("flocking", rules, 6)},
        {.steering = MAKE("separation", {"radius", dv_value_name("amount")})},
        {.steering = MAKE("alignment", YES("headings"), NUMBER("radius", 5))},
        {.steering = MAKE("alignment", {"kind", dv_value_name("dog")}, NUMBER("angle", 3))},
        {.steering = MAKE("cohesion", {"state", dv_value_name("running")}, NUMBER("radius", 7))},
        {.steering = lab_make("flocking", mixed, 2)},
        {.steering = lab_make("flocking", rules, 6)},
        {.steering = MAKE("cohesion", YES("pull"), {"radius", dv_value_setting("level")})},
    };
    return sum_of(parts, sizeof parts / sizeof *parts);
}

// Nothing but a flock, with numbers that all have in common: squads go two abreast.
static dv_steering *boids(void) {
    return MAKE("flocking", NUMBER("separation.radius", 4), NUMBER("separation.angle", 4),
                NUMBER("alignment.radius", 6), NUMBER("alignment.angle", 2),
                NUMBER("cohesion.radius", 9));
}

// Rules for more sieves than a squad has; radii and states, bodies that overlap, and memories.
static dv_steering *avoidance(void) {
    dv_part parts[] = {
        {.steering =
             MAKE("unaligned_avoidance", {"kind", dv_value_name("dog")}, NUMBER("radius", 12))},
        {.steering = MAKE("separation", NUMBER("radius", 3))},
        {.steering = MAKE("people_avoidance", {"kind", dv_value_name("sheep")})},
        {.steering = MAKE("unaligned_avoidance", {"state", dv_value_name("running")},
                          {"radius", dv_value_name("amount")}, NUMBER("clearance", 0.1))},
    };
    return sum_of(parts, sizeof parts / sizeof *parts);
}

// Clearances of all sizes, none among them; those who keep together neither come nor part.
static dv_steering *prefetch(void) {
    dv_part parts[] = {
        {.steering = MAKE("predictive_avoidance", NUMBER("clearance", 2), NUMBER("angle", 4),
                          NUMBER("horizon", 1))},
        {.steering = MAKE("predictive_avoidance", {"kind", dv_value_name("dog")})},
        {.steering = MAKE("predictive_avoidance", {"state", dv_value_name("running")},
                          {"radius", dv_value_name("amount")}, NUMBER("clearance", 0))},
        {.steering = MAKE("unaligned_avoidance", NUMBER("radius", 5))},
    };
    return sum_of(parts, sizeof parts / sizeof *parts);
}

// Fewer neighbors than count, and more; kinds, states, and a radius of each agent's own.
static dv_steering *evasion(void) {
    dv_part parts[] = {
        {.steering = MAKE("reciprocal_avoidance", NUMBER("radius", 8))},
        {.steering = MAKE("reciprocal_avoidance", {"kind", dv_value_name("dog")})},
        {.steering = MAKE("reciprocal_avoidance", {"state", dv_value_name("running")},
                          {"radius", dv_value_name("amount")})},
        {.steering = MAKE("separation", NUMBER("radius", 3))},
    };
    return sum_of(parts, sizeof parts / sizeof *parts);
}

static dv_steering *composition_of(const scene *s) {
    static dv_steering *(*const makers[])(void) = {
        [FLOCK] = flock,      [BOIDS] = boids,          [AVOID] = avoidance,
        [FORESEE] = prefetch, [FORESEE_FEW] = prefetch, [EVADE] = evasion};
    return makers[s->task]();
}

static dv_vec3 place_in(const scene *s, uint64_t *n) {
    float half = s->side / 2;
    float x = lab_random(n, -half, half), y = lab_random(n, -half, half);
    return dv_vec(x, y, s->space == DV_VOLUME ? lab_random(n, -half, half) : 0);
}

static void populate(lab *l, const scene *s) {
    uint64_t n = 1;
    dv_vec3 last = {0, 0, 0};
    float heading = 0, speed = 0;
    for (uint32_t i = 0; i < s->agents; i++) {
        // Some stand just where another does, or almost.
        dv_vec3 place = i % 50 == 7   ? last
                        : i % 50 == 8 ? dv_add(last, dv_vec(0.7f, 0, 0))
                        : i % 50 == 9 ? dv_add(last, dv_vec(1e-5f, 0, 0))
                                      : place_in(s, &n);
        dv_agent_def def = dv_agent_def_default(i % 20 == 3 ? DOG : SHEEP);
        def.position = place;
        // Two of them, and one beside, keep together.
        bool stays = i % 50 == 8 || i % 50 == 9;
        def.heading = stays ? heading : lab_random(&n, -3, 3);
        def.speed = stays ? speed : lab_random(&n, 0, 10);
        def.state = i % 3 == 0;
        dv_agent agent;
        assert_int_equal(dv_agent_spawn(l->world, &def, &agent, &l->error), DV_OK);
        if (i % 5)
            lab_set_amount(l, agent, (double)lab_random(&n, 0, s->task == FORESEE_FEW ? 0.2f : 6));
        last = place;
        heading = def.heading;
        speed = def.speed;
    }
}

static lab open_scene(const scene *s, dv_steering *steer) {
    dv_world_def def = lab_def();
    def.space = s->space;
    def.bounds = bounds_of(s);
    def.vector_bits = s->vector_bits;
    def.threads = s->threads;
    lab_kinds kinds = {.steer = steer};
    if (s->task == AVOID || s->task == FORESEE)
        kinds.properties[DV_RADIUS] = dv_value_name("amount");
    lab l = lab_open_with(def, kinds);
    populate(&l, s);
    return l;
}

static bool same_bits(dv_vec3 a, dv_vec3 b) { return memcmp(&a, &b, sizeof a) == 0; }

/// What behaviors remember of all agents, one after another.
static unsigned char *memories_of(const dv_world *world, uint32_t agents, size_t *bytes) {
    *bytes = world->stores[SHEEP].state_bytes;
    unsigned char *memories = malloc(agents * *bytes + 1);
    assert_non_null(memories);
    for (uint32_t i = 0; i < agents; i++)
        memcpy(memories + i * *bytes, dv_states_of(world, i), *bytes);
    return memories;
}

static dv_vec3 evaluate_alone(const dv_world *world, uint32_t agent, unsigned char *memory) {
    dv_steering_context context = dv_steering_context_of(world, agent);
    dv_vec3 steering = dv_evaluate(dv_composition_of(world, agent), &context, memory);
    if (world->space == DV_PLANE)
        steering.z = 0;
    return steering;
}

static void assert_as_alone(const scene *s) {
    dv_steering *steer = composition_of(s);
    lab l = open_scene(s, steer);
    uint32_t moved = 0;
    for (int tick = 0; tick < 3; tick++) {
        size_t bytes;
        unsigned char *memories = memories_of(l.world, s->agents, &bytes);
        lab_step(&l);
        for (uint32_t i = 0; i < s->agents; i++) {
            unsigned char *memory = memories + i * bytes;
            dv_vec3 alone = evaluate_alone(l.world, i, memory);
            dv_vec3 together = dv_agent_steering(l.world, dv_world_agent_at(l.world, i));
            assert_int_equal(memcmp(memory, dv_states_of(l.world, i), bytes), 0);
            moved += dv_length(together) > 0;
            if (!same_bits(alone, together))
                fail_msg("agent %u in tick %d: (%a, %a, %a) alone, (%a, %a, %a) together", i, tick,
                         (double)alone.x, (double)alone.y, (double)alone.z, (double)together.x,
                         (double)together.y, (double)together.z);
        }
        free(memories);
    }
    assert_true(moved > s->agents / 10);
    dv_steering_release(steer);
    lab_close(&l);
}

static const scene scenes[] = {
    {DV_PLANE, DV_EDGE_OPEN, 100, 0, 1, 400, FLOCK},
    {DV_PLANE, DV_EDGE_CONTAIN, 30, 0, 1, 400, FLOCK},
    {DV_PLANE, DV_EDGE_WRAP, 100, 0, 1, 1600, FLOCK},
    {DV_PLANE, DV_EDGE_WRAP, 20, 0, 1, 400, FLOCK},
    {DV_PLANE, DV_EDGE_WRAP, 9, 0, 1, 400, FLOCK},
    {DV_VOLUME, DV_EDGE_OPEN, 40, 0, 1, 1600, FLOCK},
    {DV_VOLUME, DV_EDGE_WRAP, 40, 0, 1, 1600, FLOCK},
    {DV_VOLUME, DV_EDGE_WRAP, 12, 0, 1, 400, FLOCK},
    {DV_PLANE, DV_EDGE_OPEN, 1000, 0, 1, 400, FLOCK},
    {DV_PLANE, DV_EDGE_OPEN, 1, 0, 1, 400, FLOCK},
    {DV_PLANE, DV_EDGE_OPEN, 200, 0, 1, 1600, FLOCK},
    {DV_PLANE, DV_EDGE_OPEN, 300, 0, 1, 1600, BOIDS},
    {DV_PLANE, DV_EDGE_CONTAIN, 30, 0, 1, 400, BOIDS},
    {DV_PLANE, DV_EDGE_WRAP, 100, 0, 1, 1600, BOIDS},
    {DV_PLANE, DV_EDGE_WRAP, 20, 0, 1, 400, BOIDS},
    {DV_VOLUME, DV_EDGE_OPEN, 60, 0, 1, 1600, BOIDS},
    {DV_VOLUME, DV_EDGE_WRAP, 60, 0, 1, 1600, BOIDS},
    {DV_VOLUME, DV_EDGE_WRAP, 12, 0, 1, 400, BOIDS},
    {DV_PLANE, DV_EDGE_OPEN, 1000, 0, 1, 400, BOIDS},
    {DV_PLANE, DV_EDGE_OPEN, 100, 0, 1, 400, AVOID},
    {DV_PLANE, DV_EDGE_CONTAIN, 300, 0, 1, 1600, AVOID},
    {DV_PLANE, DV_EDGE_WRAP, 100, 0, 1, 400, AVOID},
    {DV_PLANE, DV_EDGE_WRAP, 20, 0, 1, 400, AVOID},
    {DV_VOLUME, DV_EDGE_OPEN, 60, 0, 1, 1600, AVOID},
    {DV_VOLUME, DV_EDGE_WRAP, 40, 0, 1, 400, AVOID},
    {DV_PLANE, DV_EDGE_OPEN, 1e9f, 0, 1, 400, AVOID},
    {DV_PLANE, DV_EDGE_OPEN, 1, 0, 1, 400, AVOID},
    {DV_PLANE, DV_EDGE_OPEN, 100, 0, 1, 400, FORESEE},
    {DV_PLANE, DV_EDGE_CONTAIN, 300, 0, 1, 1600, FORESEE},
    {DV_PLANE, DV_EDGE_WRAP, 100, 0, 1, 400, FORESEE},
    {DV_PLANE, DV_EDGE_WRAP, 20, 0, 1, 400, FORESEE},
    {DV_VOLUME, DV_EDGE_OPEN, 60, 0, 1, 1600, FORESEE},
    {DV_VOLUME, DV_EDGE_WRAP, 40, 0, 1, 400, FORESEE},
    {DV_PLANE, DV_EDGE_OPEN, 1e9f, 0, 1, 400, FORESEE},
    {DV_PLANE, DV_EDGE_OPEN, 1, 0, 1, 400, FORESEE},
    {DV_PLANE, DV_EDGE_WRAP, 20, 0, 1, 400, FORESEE_FEW},
    {DV_VOLUME, DV_EDGE_WRAP, 9, 0, 1, 200, FORESEE_FEW},
    {DV_PLANE, DV_EDGE_OPEN, 100, 0, 1, 400, EVADE},
    {DV_PLANE, DV_EDGE_WRAP, 100, 0, 1, 400, EVADE},
    {DV_PLANE, DV_EDGE_WRAP, 20, 0, 1, 400, EVADE},
    {DV_VOLUME, DV_EDGE_OPEN, 60, 0, 1, 400, EVADE},
    {DV_VOLUME, DV_EDGE_WRAP, 12, 0, 1, 400, EVADE},
    {DV_PLANE, DV_EDGE_OPEN, 1e9f, 0, 1, 400, EVADE},
};
#define SCENES (sizeof scenes / sizeof *scenes)

static void a_squad_steers_as_each_would_alone(void **state) {
    (void)state;
    for (size_t i = 0; i < SCENES; i++)
        assert_as_alone(&scenes[i]);
}

static void run_side_by_side(const scene *a, const scene *b) {
    dv_steering *steer = composition_of(a);
    lab one = open_scene(a, steer), other = open_scene(b, steer);
    for (int tick = 0; tick < TICKS; tick++) {
        lab_step(&one);
        lab_step(&other);
        for (uint32_t i = 0; i < a->agents; i++) {
            dv_agent in_one = dv_world_agent_at(one.world, i);
            dv_agent in_other = dv_world_agent_at(other.world, i);
            assert_true(same_bits(dv_agent_position(one.world, in_one),
                                  dv_agent_position(other.world, in_other)));
            assert_true(same_bits(dv_agent_velocity(one.world, in_one),
                                  dv_agent_velocity(other.world, in_other)));
        }
    }
    dv_steering_release(steer);
    dv_world_destroy(other.world);
    dv_program_release(other.program);
    lab_close(&one);
}

static void the_width_of_vectors_changes_no_bit(void **state) {
    (void)state;
    for (size_t i = 0; i < SCENES; i++) {
        scene narrow = scenes[i], wide = scenes[i];
        narrow.vector_bits = 128;
        run_side_by_side(&narrow, &wide);
        narrow.vector_bits = 256;
        run_side_by_side(&narrow, &wide);
    }
}

static void threads_change_no_bit(void **state) {
    (void)state;
    for (size_t i = 0; i < SCENES; i++) {
        scene many = scenes[i];
        many.threads = 3;
        run_side_by_side(&scenes[i], &many);
    }
}

// The machine may be slow in any one tick, but not in a hundred.
static void only_work_that_is_worth_it_is_shared(void **state) {
    (void)state;
    scene small = {DV_PLANE, DV_EDGE_OPEN, 100, 0, 2, 3, FLOCK}, large = small;
    large.agents = 1600;
    dv_steering *steer = composition_of(&small);
    lab few = open_scene(&small, steer), many = open_scene(&large, steer);
    bool were_few_alone = false;
    for (int tick = 0; tick < 100; tick++) {
        lab_step(&few);
        were_few_alone = were_few_alone || !few.world->crew;
    }
#if defined(__SANITIZE_THREAD__)
    assert_false(were_few_alone);
#else
    assert_true(were_few_alone);
#endif
    for (int tick = 0; tick < 3; tick++) {
        lab_step(&many);
        assert_non_null(many.world->crew);
    }
    dv_steering_release(steer);
    dv_world_destroy(few.world);
    dv_program_release(few.program);
    lab_close(&many);
}

static void a_width_that_does_not_exist_is_refused(void **state) {
    (void)state;
    lab l = lab_open();
    dv_world_def def = lab_def();
    def.vector_bits = 64;
    assert_null(dv_world_create(&def, l.program, &l.error));
    assert_string_equal(l.error.message, "vector_bits: 64 is not 0, 128, 256 or 512");
    lab_close(&l);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_squad_steers_as_each_would_alone),
        cmocka_unit_test(the_width_of_vectors_changes_no_bit),
        cmocka_unit_test(threads_change_no_bit),
        cmocka_unit_test(only_work_that_is_worth_it_is_shared),
        cmocka_unit_test(a_width_that_does_not_exist_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
