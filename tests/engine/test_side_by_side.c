// Behaviors that are evaluated side by side, for agents with the same applied behaviors or the same
// composition. The results are bit for bit those of each agent alone, whatever the vector width,
// the number of threads, and the world.
#include "../program.h"
#include "behavior_world.h"

#include "drover/fields.h"
#include "steering/evaluate.h"

#include <stdlib.h>

#define MAX_AGENTS 600
#define LISTS 8 ///< more than there are squads open at a time
#define MAX_LISTED 4

typedef struct scene {
    dv_space space;
    dv_edge edge;
    uint32_t vector_bits;
    int threads;
    uint32_t agents;
    bool applies;         ///< something to most
    bool composes;        ///< agents steer by something, beside what is applied
    bool varies;          ///< caps are each agent's own
    const char *behavior; ///< agents steer by this one alone; or NULL
    float towns;          ///< m, from the middle to the sides of a world with towns of 30 m; or 0
} scene;

static float half_of(const scene *s) { return s->towns > 0 ? s->towns : 50; }

/// What a host applies in every tick, and what each agent would then steer alone.
typedef struct host {
    const scene *scene;
    dv_steering *lists[LISTS][MAX_LISTED];
    bool has_bound; ///< behaviors, so that places of their states do not move any more
    dv_vec3 alone[MAX_AGENTS];
    unsigned char *memories;
} host;

#define IN_SCENT                                                                                   \
    { "field", dv_value_name("scent") }

static void make_lists(host *h) {
    dv_steering *lists[LISTS][MAX_LISTED] = {
        // Each its own place, or none; as the benchmark of steps.
        {MAKE("seek", {"target", dv_value_name("place")}), MAKE("flee", AT_POINT(0.3f, 0.4f, 0.5f)),
         MAKE("wander", NUMBER("strength", 0.5))},
        // Numbers of a setting, and of slots that may be empty: those go one by one.
        {MAKE("flee", AT_TARGET, {"radius", dv_value_name("amount")}, YES("keep_speed")),
         MAKE("wander", {"strength", dv_value_setting("level")}, NUMBER("rate", 9))},
        {MAKE("seek", AT_TARGET, YES("keep_speed")),
         MAKE("flee", {"target", dv_value_name("place")}, NUMBER("radius", 20))},
        {MAKE("wander", NUMBER("strength", 0)), MAKE("wander", NUMBER("strength", 100)),
         MAKE("wander", NUMBER("rate", 0)), MAKE("separation", NUMBER("radius", 9))},
        // Nothing of this goes side by side.
        {lab_make("separation", NULL, 0), MAKE("cohesion", NUMBER("radius", 20))},
        // Points of other worlds, and of none.
        {MAKE("seek", AT_POINT(1e9f, -1e30f, 1e-30f)), MAKE("flee", AT_POINT(3e38f, 3e38f, 0)),
         MAKE("seek", {"target", dv_value_mouse()})},
        {MAKE("flee", {"target", dv_value_name("berth")}), MAKE("arrival", AT_TARGET)},
        {MAKE("climb", IN_SCENT, NUMBER("direction", 0.4)),
         MAKE("climb", IN_SCENT, {"direction", dv_value_setting("level")}),
         MAKE("climb", IN_SCENT, NUMBER("direction", -1), NUMBER("angle", DV_PI)),
         MAKE("climb", IN_SCENT, {"distance", dv_value_name("amount")})},
    };
    memcpy(h->lists, lists, sizeof lists);
}

static void release_lists(host *h) {
    for (int list = 0; list < LISTS; list++)
        for (int i = 0; i < MAX_LISTED; i++)
            dv_steering_release(h->lists[list][i]);
}

/// Most are given what others before and behind them are, some what nobody near is, and some
/// everything twice.
static void apply_to(host *h, dv_world *world, uint32_t i) {
    dv_error error;
    dv_agent agent = dv_world_agent_at(world, i);
    if (i % 11 == 5 || !h->scene->applies)
        return;
    dv_steering **list = h->lists[(i % 5 ? i / 40 : i / 5) % LISTS];
    for (uint32_t k = 0; k < MAX_LISTED * (1 + (i % 13 == 0)); k++) {
        float weight = 0.3f * (float)((i + k) % 5) - 0.2f;
        if (list[k % MAX_LISTED])
            assert_int_equal(dv_agent_apply(world, agent, list[k % MAX_LISTED], weight, &error),
                             DV_OK);
    }
}

static dv_vec3 evaluate_alone(dv_world *world, uint32_t agent, unsigned char *memory) {
    dv_steering_context context = dv_steering_context_of(world, agent);
    const dv_node *root = dv_composition_of(world, agent);
    dv_vec3 steering = root ? dv_evaluate(root, &context, memory) : dv_vec(0, 0, 0);
    for (uint32_t i = world->agents.applied[agent]; i; i = world->applied[i - 1].next) {
        dv_vec3 part = dv_evaluate(world->applied[i - 1].node, &context, memory);
        steering = dv_add(steering, dv_scale(part, world->applied[i - 1].weight));
    }
    if (world->space == DV_PLANE)
        steering.z = 0;
    return steering;
}

static void update(void *context, dv_world *world, double dt) {
    (void)dt;
    host *h = context;
    size_t bytes = world->stores[SHEEP].state_bytes;
    for (uint32_t i = 0; i < h->scene->agents; i++)
        apply_to(h, world, i);
    for (uint32_t i = 0; i < h->scene->agents && h->has_bound; i++) {
        memcpy(h->memories + i * bytes, dv_states_of(world, i), bytes);
        h->alone[i] = evaluate_alone(world, i, h->memories + i * bytes);
    }
}

static dv_steering *blend_of(const char *type, dv_part *parts, uint32_t count) {
    dv_error error;
    dv_steering *blend = dv_blend_create(type, parts, count, NULL, 0, "test", &error);
    if (!blend)
        fail_msg("%s", error.message);
    for (uint32_t i = 0; i < count; i++)
        dv_steering_release(parts[i].steering);
    return blend;
}

// Parts that only some agents ask for, parts that are the same, and more of them than squads share.
static dv_steering *composition(void) {
    dv_part choice[] = {
        {.steering = MAKE("flee", AT_POINT(9, 9, 0), NUMBER("radius", 25))},
        {.steering = MAKE("wander", NUMBER("strength", 3))},
    };
    dv_part chance[] = {
        {.steering = MAKE("wander", NUMBER("rate", 5)), .weight = dv_value_number(0.5)},
        {.steering = MAKE("seek", {"target", dv_value_name("place")}, YES("keep_speed"))},
    };
    dv_part again[] = {
        {.steering = MAKE("wander", NUMBER("rate", 1))},
        {.steering = MAKE("seek", AT_POINT(0.1f, 0.2f, 0.3f))},
    };
    dv_part parts[] = {
        {.steering = blend_of("twice", again, 2)},
        {.steering = blend_of("priority", choice, 2)},
        {.steering = blend_of("dither", chance, 2)},
        {.steering = lab_make("wander", NULL, 0)},
        {.steering = MAKE("seek", AT_TARGET)},
        {.steering = MAKE("flee", AT_TARGET, {"radius", dv_value_name("amount")})},
        {.steering = MAKE("separation", NUMBER("radius", 4))},
        {.steering = MAKE("climb", IN_SCENT, NUMBER("distance", 3))},
    };
    return blend_of("sum", parts, 8);
}

static dv_steering *steering_of(const scene *s) {
    if (s->composes)
        return composition();
    if (!s->behavior)
        return NULL;
    return strcmp(s->behavior, "climb") == 0 ? MAKE("climb", IN_SCENT)
                                             : lab_make(s->behavior, NULL, 0);
}

/// Much of it is empty, and many cells hold as much as others.
static void fill_scent(lab *l) {
    dv_field scent = dv_world_field(l->world, 0);
    uint64_t n = 2;
    for (int i = 0; i < 6000; i++) {
        dv_vec3 place = {lab_random(&n, -50, 50), lab_random(&n, -50, 50), 0};
        assert_int_equal(
            dv_field_set(l->world, scent, place, floor((double)lab_random(&n, 0, 3)), &l->error),
            DV_OK);
    }
}

static void set_place(lab *l, dv_agent agent, dv_vec3 place) {
    dv_slot_value value = {.is_set = true, .as.point = place};
    assert_int_equal(dv_agent_set_slot(l->world, agent, SLOT_PLACE, value, &l->error), DV_OK);
}

/// Some towns are at the edges of the world, and two next to each other.
static dv_vec3 town_of(const scene *s, uint32_t i) {
    static const float along[] = {-1, 0, 1, -1, 0}, across[] = {0, 0, 0, 1, 0.01f};
    return dv_scale(dv_vec(along[i % 5], across[i % 5], 0), s->towns - 15);
}

static void populate(lab *l, const scene *s) {
    uint64_t n = 1;
    dv_agent last = {0};
    for (uint32_t i = 0; i < s->agents; i++) {
        float z = s->space == DV_VOLUME ? 40 : 0;
        dv_vec3 place = {lab_random(&n, -50, 50), lab_random(&n, -50, 50), lab_random(&n, -z, z)};
        if (s->towns > 0)
            place = dv_add(dv_scale(place, 0.3f), town_of(s, i));
        dv_agent agent = lab_spawn(l, SHEEP, place, lab_random(&n, -180, 180),
                                   i % 9 ? lab_random(&n, 0, 10) : 0);
        // Some are on top of where they head for, some are upright, some head for nowhere.
        if (i % 17 == 3)
            lab_pitch(l, agent, s->space == DV_VOLUME ? 90 : 0);
        if (i % 4)
            set_place(l, agent,
                      i % 5 == 0 ? place
                                 : dv_vec(lab_random(&n, -200, 200), lab_random(&n, -9, 9), 2));
        if (i % 3)
            lab_aim(l, agent, last);
        if (i % 5)
            lab_set_amount(l, agent, (double)lab_random(&n, 0, 60));
        if (s->varies && i % 6 == 0)
            assert_int_equal(dv_agent_set_property(l->world, agent, DV_MAX_SPEED,
                                                   (double)lab_random(&n, 1, 9), &l->error),
                             DV_OK);
        dv_slot_value berth = {.is_set = true, .as.pose = {dv_vec(1, 2, 0), 1}};
        if (i % 2)
            assert_int_equal(dv_agent_set_slot(l->world, agent, SLOT_POSE, berth, &l->error),
                             DV_OK);
        last = agent;
    }
}

/// As a snapshot of a larger world may: they are brought into the bounds when they move.
static void put_some_outside(lab *l, const scene *s) {
    for (uint32_t i = 7; i < s->agents; i += 20) {
        l->world->agents.x[i] = 3.2f * half_of(s) + 0.013f * (float)i;
        l->world->agents.y[i] = -1.03f * half_of(s);
        l->world->agents.z[i] = s->space == DV_VOLUME ? 3.01f * half_of(s) : 0;
    }
}

// As outside programs may: it asks every part twice.
static dv_vec3 ask_twice(const dv_combination *combination, void *state) {
    (void)state;
    dv_vec3 sum = {0, 0, 0};
    for (uint32_t i = 0; i < 2 * combination->count; i++)
        sum = dv_add(sum, combination->evaluate(combination, i % combination->count));
    return sum;
}

static const dv_blend_type twice = {
    .entry = {.name = "twice", .doc = "The sum of all parts, twice.", .source = "This test"},
    .combine = ask_twice,
};

static lab open_scene(host *h, const scene *s) {
    dv_world_def def = lab_def();
    def.space = s->space;
    float half = half_of(s);
    def.bounds = (dv_bounds){{-half, -half, -half}, {half, half, half}, s->edge};
    def.vector_bits = s->vector_bits;
    def.threads = s->threads;
    lab_kinds kinds = {.steer = steering_of(s)};
    lab l = lab_open_with(def, kinds);
    dv_steering_release(kinds.steer);
    *h = (host){.scene = s};
    make_lists(h);
    populate(&l, s);
    fill_scent(&l);
    dv_host answers = {.context = h, .update = update};
    dv_world_set_host(l.world, &answers);
    lab_step(&l);
    assert_int_equal(l.world->sensed.grid.has_blocks, s->towns > 0);
    h->memories = malloc(s->agents * l.world->stores[SHEEP].state_bytes);
    assert_non_null(h->memories);
    h->has_bound = true;
    return l;
}

static void close_scene(host *h, lab *l) {
    free(h->memories);
    release_lists(h);
    lab_close(l);
}

static bool same_bits(dv_vec3 a, dv_vec3 b) { return memcmp(&a, &b, sizeof a) == 0; }

static void assert_as_alone(const scene *s) {
    host h;
    lab l = open_scene(&h, s);
    uint32_t moved = 0;
    for (int tick = 0; tick < 4; tick++) {
        size_t bytes = l.world->stores[SHEEP].state_bytes;
        put_some_outside(&l, s);
        lab_step(&l);
        for (uint32_t i = 0; i < s->agents; i++) {
            dv_vec3 alone = h.alone[i];
            dv_vec3 together = dv_agent_steering(l.world, dv_world_agent_at(l.world, i));
            assert_memory_equal(h.memories + i * bytes, dv_states_of(l.world, i), bytes);
            moved += dv_length(together) > 0;
            if (!same_bits(alone, together))
                fail_msg("agent %u in tick %d: (%a, %a, %a) alone, (%a, %a, %a) together", i, tick,
                         (double)alone.x, (double)alone.y, (double)alone.z, (double)together.x,
                         (double)together.y, (double)together.z);
        }
    }
    assert_true(moved > 2 * s->agents);
    close_scene(&h, &l);
}

static const scene scenes[] = {
    {DV_PLANE, DV_EDGE_OPEN, 0, 1, 600, true, false, false, NULL, 0},
    {DV_PLANE, DV_EDGE_WRAP, 0, 1, 600, true, false, false, NULL, 0},
    {DV_PLANE, DV_EDGE_WRAP, 0, 1, 600, true, true, true, NULL, 0},
    {DV_PLANE, DV_EDGE_CONTAIN, 0, 1, 600, true, true, false, NULL, 0},
    {DV_VOLUME, DV_EDGE_OPEN, 0, 1, 600, true, false, true, NULL, 0},
    {DV_VOLUME, DV_EDGE_WRAP, 0, 1, 600, true, true, false, NULL, 0},
    {DV_PLANE, DV_EDGE_OPEN, 0, 1, 20, true, false, false, NULL, 0},
    {DV_PLANE, DV_EDGE_OPEN, 0, 1, 600, false, true, true, NULL, 0},
    {DV_PLANE, DV_EDGE_WRAP, 0, 1, 600, false, true, false, NULL, 0},
    {DV_VOLUME, DV_EDGE_WRAP, 0, 1, 600, false, true, true, NULL, 0},
    {DV_PLANE, DV_EDGE_OPEN, 0, 1, 600, false, false, true, "climb", 0},
    {DV_PLANE, DV_EDGE_WRAP, 0, 1, 600, false, false, false, "climb", 0},
    {DV_VOLUME, DV_EDGE_CONTAIN, 0, 1, 600, true, false, true, "climb", 0},
    {DV_PLANE, DV_EDGE_OPEN, 0, 1, 600, false, false, true, "wander", 0},
    {DV_VOLUME, DV_EDGE_WRAP, 0, 1, 600, true, false, false, "wander", 0},
    {DV_PLANE, DV_EDGE_OPEN, 0, 1, 600, true, true, false, NULL, 9000},
    {DV_PLANE, DV_EDGE_WRAP, 0, 1, 600, true, false, true, "flocking", 9000},
    {DV_VOLUME, DV_EDGE_WRAP, 0, 1, 600, false, true, false, NULL, 9000},
    {DV_VOLUME, DV_EDGE_OPEN, 0, 1, 600, false, false, false, "flocking", 9000},
};
#define SCENES (sizeof scenes / sizeof *scenes)

static void side_by_side_they_steer_as_each_would_alone(void **state) {
    (void)state;
    static const uint32_t widths[] = {128, 256, 512};
    for (size_t i = 0; i < SCENES; i++)
        for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
            scene s = scenes[i];
            s.vector_bits = widths[w];
            assert_as_alone(&s);
        }
}

static void run_side_by_side(const scene *a, const scene *b) {
    host hosts[2];
    lab one = open_scene(&hosts[0], a), other = open_scene(&hosts[1], b);
    for (int tick = 0; tick < 5; tick++) {
        put_some_outside(&one, a);
        put_some_outside(&other, b);
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
    dv_world_destroy(other.world);
    dv_program_release(other.program);
    free(hosts[1].memories);
    release_lists(&hosts[1]);
    close_scene(&hosts[0], &one);
}

static void neither_width_nor_threads_change_a_bit(void **state) {
    (void)state;
    for (size_t i = 0; i < SCENES; i++) {
        scene narrow = scenes[i], many = scenes[i];
        narrow.vector_bits = 128;
        many.threads = 3;
        run_side_by_side(&scenes[i], &narrow);
        run_side_by_side(&scenes[i], &many);
    }
}

/// Bind a sum of behaviors, and compare the place that each of them got among those that tally.
static void assert_places(const char *const *behaviors, const uint16_t *conclusions,
                          const uint16_t *first_tallies, uint32_t count) {
    dv_part parts[8] = {0};
    for (uint32_t i = 0; i < count; i++)
        parts[i].steering = lab_make(behaviors[i], NULL, 0);
    lab_kinds kinds = {.steer = blend_of("sum", parts, count)};
    lab l = lab_open_with(lab_def(), kinds);
    dv_steering_release(kinds.steer);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    const dv_node *root = dv_composition_of(l.world, dv_handle_index(agent.bits));
    uint16_t conclusion_count = 0;
    assert_int_equal(root->part_count, count);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(root->parts[i].conclusion, conclusions[i]);
        assert_int_equal(root->parts[i].first_tally, first_tallies[i]);
        conclusion_count += conclusions[i] != DV_ALONE;
    }
    assert_int_equal(root->conclusion_count, conclusion_count);
    lab_close(&l);
}

// A squad holds six conclusions and twelve tallies. What comes after that is evaluated alone.
static void behaviors_tally_together_as_long_as_there_is_room(void **state) {
    (void)state;
    static const char *const many[] = {"separation", "wander",     "alignment",  "cohesion",
                                       "separation", "separation", "separation", "separation"};
    static const uint16_t one_each[] = {0, DV_ALONE, 1, 2, 3, 4, 5, DV_ALONE};
    assert_places(many, one_each, one_each, 8);
    // Flocking has three tallies: separation, alignment, and cohesion.
    static const char *const wide[] = {"flocking", "flocking",   "separation",
                                       "flocking", "separation", "flocking"};
    assert_places(wide, (uint16_t[]){0, 1, 2, 3, 4, DV_ALONE},
                  (uint16_t[]){0, 3, 6, 7, 10, DV_ALONE}, 6);
    static const char *const full[] = {"flocking", "flocking", "flocking", "flocking", "cohesion"};
    assert_places(full, (uint16_t[]){0, 1, 2, 3, DV_ALONE}, (uint16_t[]){0, 3, 6, 9, DV_ALONE}, 5);
}

TESTS {
    dv_error error;
    if (dv_register_blend(&twice, &error) != DV_OK)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(side_by_side_they_steer_as_each_would_alone),
        cmocka_unit_test(neither_width_nor_threads_change_a_bit),
        cmocka_unit_test(behaviors_tally_together_as_long_as_there_is_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
