// Properties of every behavior in any world: rotated or mirrored worlds give rotated or mirrored
// vectors, vectors stay within their bounds, and nothing is ever NaN or infinite.
#include "../program.h"
#include "catalogue_arguments.h"
#include "herd_world.h"

#include "base/alloc.h"
#include "steering/evaluate.h"
#include "steering/evaluation.h"

#include <stdio.h>

#define CAP 10.0f

#define MOST_BEHAVIORS 256
/// A behavior of the catalogue with what it requires, and with one optional parameter that names a
/// slot, has a behavior, or says which hand it prefers, if there is one.
typedef struct subject {
    const dv_behavior_type *type;
    const char *optional; ///< NULL: none
    char name[64];        ///< "wall_following/path"
    bool draws;           ///< random numbers, which know no mirrors
    uint32_t strokes;     ///< that its annotations have drawn so far
} subject;
static subject behaviors[MOST_BEHAVIORS];
static size_t behavior_count;

static void add_behavior(const dv_behavior_type *type, const char *optional) {
    assert_true(behavior_count < MOST_BEHAVIORS);
    subject *s = &behaviors[behavior_count++];
    *s = (subject){.type = type, .optional = optional};
    snprintf(s->name, sizeof s->name, "%s%s%s", type->entry.name, optional ? "/" : "",
             optional ? optional : "");
}

static bool is_hand(const subject *behavior, const char *parameter) {
    return behavior->type->hand && strcmp(behavior->type->hand, parameter) == 0;
}

/// Set which hand it prefers to the number among the arguments, or else to its default, times
/// `hand`. Returns the number of arguments.
static uint32_t prefer_hand(const subject *behavior, double hand, dv_argument *arguments,
                            uint32_t count) {
    const dv_entry *entry = &behavior->type->entry;
    uint32_t i = 0, p = 0;
    while (i < count && !is_hand(behavior, arguments[i].name))
        i++;
    while (i == count && !is_hand(behavior, entry->parameters[p].name))
        assert_true(++p < entry->parameter_count);
    if (i == count)
        arguments[count++] =
            (dv_argument){behavior->type->hand, dv_value_number(entry->parameters[p].fallback)};
    arguments[i].value.as.number *= hand;
    return count;
}

/// `hand` is 1, or −1 for the other hand.
static dv_steering *make_with(const subject *behavior, double hand) {
    dv_argument arguments[DV_MAX_PARAMETERS] = {0};
    uint32_t count = arguments_for(&behavior->type->entry, behavior->optional, arguments);
    if (behavior->type->hand)
        count = prefer_hand(behavior, hand, arguments, count);
    dv_steering *made = lab_make(behavior->type->entry.name, arguments, count);
    release_arguments(arguments, count);
    return made;
}

static dv_steering *make(const subject *behavior) { return make_with(behavior, 1); }

static const subject *subject_named(const char *name) {
    for (size_t b = 0; b < behavior_count; b++)
        if (strcmp(behaviors[b].name, name) == 0)
            return &behaviors[b];
    fail_msg("no behavior %s", name);
    return NULL;
}

static dv_vec3 ask(herd *h, int agent, const subject *behavior) {
    return lab_ask(&h->l, h->agents[agent], make(behavior));
}

static dv_vec3 ask_in(herd *h, bool is_mirror, int agent, const subject *behavior) {
    return lab_ask(&h->l, h->agents[agent], make_with(behavior, is_mirror ? -1 : 1));
}

/// Whatever depends on the seed of the world draws random numbers.
static void note_draws(void) {
    for (uint64_t seed = 1; seed <= 3; seed++) {
        dv_world_def def = lab_def();
        def.seed += 1;
        herd plain = herd_open(same, seed), other = herd_open_with(def, same, seed);
        for (size_t b = 0; b < behavior_count; b++)
            for (int i = 0; i < AGENTS; i++) {
                dv_vec3 a = ask(&plain, i, &behaviors[b]), c = ask(&other, i, &behaviors[b]);
                behaviors[b].draws |= a.x != c.x || a.y != c.y || a.z != c.z;
            }
        herd_close(&plain);
        herd_close(&other);
    }
}

static int list_behaviors(void **state) {
    (void)state;
    for (uint32_t i = 0; i < dv_behavior_type_count(); i++) {
        const dv_behavior_type *type = dv_behavior_type_at(i);
        if (needs_host(&type->entry))
            continue;
        add_behavior(type, NULL);
        for (uint32_t p = 0; p < type->entry.parameter_count; p++)
            if (!type->entry.parameters[p].required &&
                (type->entry.parameters[p].type == DV_PARAMETER_PATH ||
                 type->entry.parameters[p].type == DV_PARAMETER_STEERING ||
                 is_hand(&(subject){.type = type}, type->entry.parameters[p].name)))
                add_behavior(type, type->entry.parameters[p].name);
    }
    note_draws();
    return 0;
}

static void check_strokes(const dv_sketch *sketch) {
    assert_true(dv_sketch_complete(sketch));
    for (uint32_t i = 0; i < dv_sketch_count(sketch); i++) {
        dv_stroke s = dv_sketch_stroke(sketch, i);
        assert_true(isfinite(s.radius) && isfinite(s.first) && isfinite(s.last) && s.radius >= 0);
        for (uint32_t p = 0; p < s.point_count; p++)
            assert_true(dv_is_finite(s.points[p]));
    }
}

// Evaluating a composition replaces what is not finite; here the behavior itself is asked.
static void check_finite(herd *h, int agent, subject *behavior) {
    dv_arena memory = {0};
    dv_layout layout = {0};
    dv_node *node;
    dv_steering *steering = make(behavior);
    uint32_t index = dv_handle_index(h->agents[agent].bits);
    assert_int_equal(dv_bind_steering(h->l.program, h->l.world->agents.kind[index], steering, "raw",
                                      DV_SCOPE_COMMON, &layout, &memory, &node, NULL),
                     DV_OK);
    dv_steering_context context = dv_steering_context_of(h->l.world, index);
    float state[DV_MAX_BEHAVIOR_STATE / sizeof(float)] = {0};
    dv_vec3 v = node->squad->tally_count
                    ? dv_conclude_alone(&context, node)
                    : node->behavior->evaluate(&context, node->parameters, state);
    if (!dv_is_finite(v))
        fail_msg("%s of agent %d: (%g, %g, %g)", behavior->name, agent, (double)v.x, (double)v.y,
                 (double)v.z);
    dv_sketch *sketch = dv_sketch_create();
    assert_non_null(node->behavior->annotate);
    node->behavior->annotate(&context, node->parameters, state, sketch);
    check_strokes(sketch);
    behavior->strokes += dv_sketch_count(sketch);
    dv_sketch_destroy(sketch);
    dv_steering_release(steering);
    dv_free(layout.entries);
    dv_arena_free(&memory);
}

static void check_all_finite(herd *h) {
    for (int i = 0; i < AGENTS; i++)
        for (size_t b = 0; b < behavior_count; b++)
            check_finite(h, i, &behaviors[b]);
}

static void check_symmetry(map *f, bool is_mirror) {
    for (uint64_t seed = 1; seed <= 12; seed++) {
        herd plain = herd_open(same, seed), changed = herd_open(f, seed);
        for (size_t b = 0; b < behavior_count; b++)
            for (int i = 0; i < AGENTS && !(is_mirror && behaviors[b].draws); i++) {
                dv_vec3 expected = f(ask(&plain, i, &behaviors[b]));
                dv_vec3 found = ask_in(&changed, is_mirror, i, &behaviors[b]);
                if (dv_length(dv_subtract(expected, found)) > 5e-3f)
                    fail_msg("%s of agent %d, seed %d: (%g, %g) is not (%g, %g)", behaviors[b].name,
                             i, (int)seed, (double)found.x, (double)found.y, (double)expected.x,
                             (double)expected.y);
            }
        herd_close(&plain);
        herd_close(&changed);
        assert_int_equal(dv_allocated_bytes(), 0);
    }
}

/// Each type of blend over behaviors that are often at odds. Its draws are the same in the changed
/// world, whose agents have the same numbers.
static dv_vec3 ask_blend(herd *h, int agent, const dv_blend_type *type) {
    static const char *const names[] = {"obstacle_avoidance", "separation", "pursuit", "cohesion"};
    dv_part parts[4] = {{0}};
    for (int i = 0; i < 4; i++) {
        parts[i].steering = make(subject_named(names[i]));
        if (type->weight)
            parts[i].weight = dv_value_number(0.5 + 0.1 * i);
    }
    dv_steering *steering = dv_blend_create(type->entry.name, parts, 4, NULL, 0, "test", NULL);
    assert_non_null(steering);
    for (int i = 0; i < 4; i++)
        dv_steering_release(parts[i].steering);
    return lab_ask(&h->l, h->agents[agent], steering);
}

static void check_symmetry_of_blends(map *f) {
    for (uint64_t seed = 1; seed <= 6; seed++) {
        herd plain = herd_open(same, seed), changed = herd_open(f, seed);
        for (uint32_t b = 0; b < dv_blend_type_count(); b++)
            for (int i = 0; i < AGENTS; i++) {
                const dv_blend_type *type = dv_blend_type_at(b);
                dv_vec3 expected = f(ask_blend(&plain, i, type));
                dv_vec3 found = ask_blend(&changed, i, type);
                if (!(dv_length(dv_subtract(expected, found)) <= 1e-2f))
                    fail_msg("%s of agent %d, seed %d: (%g, %g) is not (%g, %g)", type->entry.name,
                             i, (int)seed, (double)found.x, (double)found.y, (double)expected.x,
                             (double)expected.y);
            }
        herd_close(&plain);
        herd_close(&changed);
        assert_int_equal(dv_allocated_bytes(), 0);
    }
}

static void blends_keep_symmetries(void **state) {
    (void)state;
    check_symmetry_of_blends(turned);
    check_symmetry_of_blends(mirrored);
}

static void a_turned_world_steers_turned(void **state) {
    (void)state;
    check_symmetry(turned, false);
}

/// What one agent thinks of one behavior; explore goes by rows along x in any world.
static dv_sketch *think(herd *h, int agent, const subject *behavior) {
    dv_sketch *sketch = dv_sketch_create();
    dv_steering *steering = make(behavior);
    h->l.world->is_stepping = true;
    assert_int_equal(dv_agent_apply(h->l.world, h->agents[agent], steering, 1, NULL), DV_OK);
    h->l.world->is_stepping = false;
    dv_steering_release(steering);
    assert_int_equal(dv_agent_annotate(h->l.world, h->agents[agent], sketch, NULL), DV_OK);
    h->l.world->agents.applied[dv_handle_index(h->agents[agent].bits)] = 0;
    assert_true(dv_sketch_complete(sketch));
    return sketch;
}

static bool is_turned_stroke(const dv_stroke *a, const dv_stroke *b) {
    if (a->shape != b->shape || a->pen.color != b->pen.color || a->point_count != b->point_count ||
        !(fabsf(a->radius - b->radius) <= 5e-3f))
        return false;
    for (uint32_t p = 0; p < a->point_count; p++)
        if (!(dv_length(dv_subtract(turned(a->points[p]), b->points[p])) <= 5e-3f))
            return false;
    return true;
}

// Neighbors may come in another order.
static bool is_turned(const dv_sketch *plain, const dv_sketch *changed) {
    bool is_same = dv_sketch_count(plain) == dv_sketch_count(changed);
    for (uint32_t i = 0; is_same && i < dv_sketch_count(plain); i++) {
        dv_stroke stroke = dv_sketch_stroke(plain, i);
        is_same = false;
        for (uint32_t j = 0; !is_same && j < dv_sketch_count(changed); j++) {
            dv_stroke other = dv_sketch_stroke(changed, j);
            is_same = is_turned_stroke(&stroke, &other);
        }
    }
    return is_same;
}

static void a_turned_world_is_thought_of_turned(void **state) {
    (void)state;
    const dv_behavior_type *rows = dv_behavior_type_by_name("explore");
    for (uint64_t seed = 1; seed <= 6; seed++) {
        herd plain = herd_open(same, seed), changed = herd_open(turned, seed);
        for (size_t b = 0; b < behavior_count; b++)
            for (int i = 0; i < AGENTS && behaviors[b].type != rows; i++) {
                dv_sketch *expected = think(&plain, i, &behaviors[b]);
                dv_sketch *found = think(&changed, i, &behaviors[b]);
                if (!is_turned(expected, found))
                    fail_msg("%s of agent %d, seed %d", behaviors[b].name, i, (int)seed);
                dv_sketch_destroy(expected);
                dv_sketch_destroy(found);
            }
        herd_close(&plain);
        herd_close(&changed);
        assert_int_equal(dv_allocated_bytes(), 0);
    }
}

static void a_mirrored_world_steers_mirrored(void **state) {
    (void)state;
    check_symmetry(mirrored, true);
}

#define SEEDS 100

/// Differences between what was expected and what was found, over the seeds of the world.
typedef struct differences {
    double sum[2], squares[2]; ///< by axis
} differences;

static void add_difference(differences *d, dv_vec3 expected, dv_vec3 found) {
    const double by_axis[2] = {(double)expected.x - (double)found.x,
                               (double)expected.y - (double)found.y};
    for (int axis = 0; axis < 2; axis++) {
        d->sum[axis] += by_axis[axis];
        d->squares[axis] += by_axis[axis] * by_axis[axis];
    }
}

/// Whether the mean is zero but for five standard errors.
static bool is_mean_zero(const differences *d) {
    bool is_zero = true;
    for (int axis = 0; axis < 2; axis++) {
        double mean = d->sum[axis] / SEEDS;
        double variance = fmax(d->squares[axis] / SEEDS - mean * mean, 0);
        is_zero = is_zero && fabs(mean) <= 5 * sqrt(variance / SEEDS) + 5e-3;
    }
    return is_zero;
}

// Random numbers know no mirrors, but what behaviors make of them prefers no side.
static void draws_are_mirrored_on_average(void **state) {
    (void)state;
    static differences found[MOST_BEHAVIORS][AGENTS];
    for (uint64_t seed = 1; seed <= 2; seed++) {
        memset(found, 0, sizeof found);
        for (uint32_t i = 0; i < SEEDS; i++) {
            dv_world_def def = lab_def();
            def.seed += i;
            herd plain = herd_open_with(def, same, seed),
                 changed = herd_open_with(def, mirrored, seed);
            for (size_t b = 0; b < behavior_count; b++)
                for (int a = 0; a < AGENTS && behaviors[b].draws; a++)
                    add_difference(&found[b][a], mirrored(ask(&plain, a, &behaviors[b])),
                                   ask_in(&changed, true, a, &behaviors[b]));
            herd_close(&plain);
            herd_close(&changed);
        }
        for (size_t b = 0; b < behavior_count; b++)
            for (int a = 0; a < AGENTS; a++)
                if (!is_mean_zero(&found[b][a]))
                    fail_msg("%s of agent %d, seed %d: off by (%g, %g)", behaviors[b].name, a,
                             (int)seed, found[b][a].sum[0] / SEEDS, found[b][a].sum[1] / SEEDS);
    }
}

static void vectors_stay_within_their_bounds(void **state) {
    (void)state;
    for (uint64_t seed = 20; seed < 30; seed++) {
        herd h = herd_open(same, seed);
        for (int i = 0; i < AGENTS; i++) {
            for (size_t b = 0; b < behavior_count; b++) {
                // at most the cap one way, the velocity the other, and the cap of a push
                float length = dv_length(ask(&h, i, &behaviors[b]));
                assert_true(length <= 3.5f * CAP + 6 * 1.5f);
            }
            assert_true(dv_length(ask(&h, i, subject_named("separation"))) <= CAP);
        }
        herd_close(&h);
    }
}

// Places and velocities that break formulas: all in one point, at rest, far away, tiny and huge.
static void nothing_is_ever_not_a_number(void **state) {
    (void)state;
    static const float sizes[] = {0, 1e-45f, 1e-30f, 1e-6f, 1, 1e6f, 1e8f, 4e8f};
    static const int size_count = sizeof sizes / sizeof *sizes;
    uint64_t n = 0;
    for (int space = 0; space < 2; space++)
        for (int edge = 0; edge < 3; edge++)
            for (int s = 0; s < size_count; s++) {
                dv_world_def def = lab_def();
                def.space = space ? DV_VOLUME : DV_PLANE;
                def.bounds.edge = (dv_edge)edge;
                const dv_surface_def ball = {
                    .name = "ball", .shape = DV_SURFACE_SPHERE, .radius = 1};
                herd h = {
                    .l = lab_open_with(def, (lab_kinds){.surfaces = &ball, .surface_count = 1})};
                dv_surface surface = {0};
                if (space)
                    assert_int_equal(dv_surface_create(h.l.world, 0, &surface, NULL), DV_OK);
                dv_region ground = add_ground(&h.l);
                float size = sizes[s], speed = size < 1e5f ? size : 1e5f;
                for (int i = 0; i < AGENTS; i++) {
                    dv_vec3 place = {size * (float)(i % 3 - 1), size * (float)(i % 5 / 2 - 1), 0};
                    h.agents[i] = lab_spawn(&h.l, i % 2, place, 45 * (float)(i % 8), 0);
                    dv_vec3 velocity = {speed * (float)(i % 2), speed * lab_random(&n, -1, 1),
                                        space ? speed : 0};
                    dv_agent_set_velocity(h.l.world, h.agents[i], velocity, NULL);
                }
                for (int i = 0; i < AGENTS; i++) {
                    lab_aim(&h.l, h.agents[i], h.agents[i % 4]);
                    lab_fill(&h.l, h.agents[i], SLOT_SURFACE, surface.bits);
                    lab_fill(&h.l, h.agents[i], SLOT_REGION, ground.bits);
                }
                add_obstacle(&h.l, dv_vec(0, 0, 0), 1);
                add_ways(&h.l, same, h.agents);
                lab_step(&h.l);
                check_all_finite(&h);
                static const dv_property zeroed[] = {DV_RADIUS, DV_MAX_FORCE, DV_RESPONSE,
                                                     DV_MAX_SPEED};
                for (int i = 0; i < AGENTS; i++)
                    for (size_t p = 0; p < sizeof zeroed / sizeof *zeroed; p++)
                        dv_agent_set_property(h.l.world, h.agents[i], zeroed[p], 0, NULL);
                check_all_finite(&h);
                herd_close(&h);
            }
}

// In all those worlds, each behavior has drawn something of what it thinks.
static void every_behavior_draws_its_reasons(void **state) {
    (void)state;
    for (size_t b = 0; b < behavior_count; b++)
        if (behaviors[b].strokes == 0)
            fail_msg("the annotation of %s draws nothing", behaviors[b].name);
}

// From one end of the world to the other, where squares of offsets are as large as they get.
static void compositions_are_finite_even_there(void **state) {
    (void)state;
    herd h = {.l = lab_open_volume()};
    for (int i = 0; i < AGENTS; i++) {
        float end = i % 2 ? 1e9f : -1e9f;
        h.agents[i] = lab_spawn(&h.l, SHEEP, dv_vec(end, i % 4 < 2 ? end : 0, -end), 30, 5);
    }
    for (int i = 0; i < AGENTS; i++)
        lab_aim(&h.l, h.agents[i], h.agents[(i + 3) % AGENTS]);
    add_ways(&h.l, same, h.agents);
    lab_step(&h.l);
    for (int i = 0; i < AGENTS; i++)
        for (size_t b = 0; b < behavior_count; b++)
            assert_true(dv_is_finite(ask(&h, i, &behaviors[b])));
    for (int i = 0; i < AGENTS; i++)
        for (uint32_t b = 0; b < dv_blend_type_count(); b++)
            assert_true(dv_is_finite(ask_blend(&h, i, dv_blend_type_at(b))));
    herd_close(&h);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_turned_world_steers_turned),
        cmocka_unit_test(a_turned_world_is_thought_of_turned),
        cmocka_unit_test(a_mirrored_world_steers_mirrored),
        cmocka_unit_test(draws_are_mirrored_on_average),
        cmocka_unit_test(blends_keep_symmetries),
        cmocka_unit_test(vectors_stay_within_their_bounds),
        cmocka_unit_test(nothing_is_ever_not_a_number),
        cmocka_unit_test(every_behavior_draws_its_reasons),
        cmocka_unit_test(compositions_are_finite_even_there),
    };
    return cmocka_run_group_tests(tests, list_behaviors, NULL);
}
