// Agents hear the nearest event, as a search through all events finds it: in every space and at
// every edge, however the events are spread.
#include "../program.h"

#include "base/alloc.h"
#include "base/math.h"
#include "base/random.h"
#include "drover/drover.h"

#include <float.h>
#include <math.h>

#define HALF 50.0f ///< m, from the middle of the world to its sides
#define SEEDS 5
#define LISTENERS 60
#define GROUPS 3
#define NAMES 3
#define MOST_EVENTS 700

typedef struct scene {
    dv_world *world;
    dv_random_key key;
    uint64_t drawn;
    bool is_volume;
    dv_group groups[GROUPS];
    dv_agent listeners[LISTENERS];
    dv_event events[MOST_EVENTS];
    uint32_t count;
} scene;

static dv_error error;

static void must(dv_result result) {
    if (result != DV_OK)
        fail_msg("%s", error.message);
}

static double between(scene *s, double low, double high) {
    return low + (high - low) * dv_random_unit(s->key, s->drawn++);
}

static uint32_t below(scene *s, uint32_t count) { return (uint32_t)between(s, 0, count); }

static dv_vec3 anywhere(scene *s, double half) {
    double x = between(s, -half, half), y = between(s, -half, half);
    return dv_vec((float)x, (float)y, s->is_volume ? (float)between(s, -half, half) : 0);
}

// Kinds that hear far, near, and everything
static dv_program *make_program(void) {
    static const double ranges[] = {40, 8, (double)INFINITY};
    static const char *const names[] = {"far", "near", "all"};
    dv_program *program = dv_program_create();
    must(dv_program_add_group(program, &(dv_group_def){.name = "pack"}, &error));
    for (int k = 0; k < 3; k++) {
        dv_kind_def kind = dv_kind_def_default();
        kind.name = names[k];
        kind.locomotion = "fixed";
        kind.properties[DV_HEARING_RANGE] = dv_value_number(ranges[k]);
        must(dv_program_add_kind(program, &kind, &error));
        must(dv_program_add_state(program, &(dv_state_def){.name = "idle"}, &error));
    }
    must(dv_program_finish(program, &error));
    return program;
}

static void open_scene(scene *s, uint64_t seed, dv_space space, dv_edge edge) {
    *s = (scene){.key = {.seed = seed}, .is_volume = space == DV_VOLUME};
    dv_world_def def = dv_world_def_default();
    def.space = space;
    def.bounds = (dv_bounds){{-HALF, -HALF, -HALF}, {HALF, HALF, HALF}, edge};
    dv_program *program = make_program();
    s->world = dv_world_create(&def, program, &error);
    assert_non_null(s->world);
    dv_program_release(program);
    for (int g = 0; g < GROUPS; g++)
        must(dv_group_create(s->world, 0, &s->groups[g], &error));
    for (uint32_t i = 0; i < LISTENERS; i++) {
        dv_agent_def birth = dv_agent_def_default(i % 3);
        birth.position = anywhere(s, edge == DV_EDGE_OPEN ? 90 : HALF);
        must(dv_agent_spawn(s->world, &birth, &s->listeners[i], &error));
        if (i % 4)
            must(dv_agent_set_group(s->world, s->listeners[i], s->groups[i % 4 - 1], &error));
    }
}

static void close_scene(scene *s) {
    dv_world_destroy(s->world);
    assert_int_equal(dv_allocated_bytes(), 0);
}

// Ways to spread events

static dv_vec3 evenly(scene *s) { return anywhere(s, (double)HALF); }
static dv_vec3 in_a_heap(scene *s) { return dv_vec(7, -3, s->is_volume ? 2 : 0); }
static dv_vec3 on_a_line(scene *s) { return dv_vec((float)below(s, 30), 0, 0); }

static dv_vec3 in_towns(scene *s) {
    float town = (float)below(s, 3);
    return dv_add(dv_vec(town * 30 - 40, town * town * 20 - 45, 0), anywhere(s, 2));
}

static dv_vec3 far_and_near(scene *s) { return anywhere(s, pow(10, between(s, -3, 8))); }

typedef dv_vec3 spread(scene *s);

static void emit(scene *s, spread *place, uint32_t count) {
    static const char *const names[NAMES] = {"howl", "crack", "song"};
    s->count = count;
    for (uint32_t e = 0; e < count; e++) {
        double roll = between(s, 0, 1);
        dv_event event = {
            .name = dv_event_name(names[roll < 0.8 ? 0 : below(s, NAMES)]),
            .source = roll < 0.5 ? s->listeners[below(s, LISTENERS)] : (dv_agent){0},
            .among = between(s, 0, 1) < 0.2 ? s->groups[below(s, GROUPS)] : (dv_group){0},
            .position = place(s),
            .radius = roll < 0.2 ? INFINITY : (float)pow(10, between(s, -1, 2)),
        };
        // Some come from where a listener is.
        if (roll < 0.1)
            event.position = dv_agent_position(s->world, s->listeners[below(s, LISTENERS)]);
        s->events[e] = event;
        must(dv_world_emit(s->world, &event, &error));
    }
}

/// The number of the event that a listener hears, or `count`.
static uint32_t by_hand(const scene *s, uint32_t listener, uint64_t name) {
    static const double ranges[] = {40, 8, (double)INFINITY};
    dv_agent agent = s->listeners[listener];
    float range = (float)ranges[listener % 3], least = INFINITY;
    uint32_t nearest = s->count;
    for (uint32_t e = 0; e < s->count; e++) {
        const dv_event *event = &s->events[e];
        float squared = dv_length_squared(
            dv_world_offset(s->world, dv_agent_position(s->world, agent), event->position));
        if (event->name != name || event->source.bits == agent.bits ||
            (event->among.bits &&
             (listener % 4 == 0 || event->among.bits != s->groups[listener % 4 - 1].bits)))
            continue;
        if (squared <= event->radius * event->radius && squared <= range * range &&
            (nearest == s->count || squared < least))
            nearest = e, least = squared;
    }
    return nearest;
}

static uint32_t compare(const scene *s, const char *name) {
    uint32_t heard_by = 0;
    for (uint32_t i = 0; i < LISTENERS; i++) {
        dv_event event = {.radius = -1};
        uint32_t expected = by_hand(s, i, dv_event_name(name));
        bool has_heard = dv_agent_heard(s->world, s->listeners[i], dv_event_name(name), &event);
        assert_int_equal(has_heard, expected < s->count);
        if (has_heard)
            assert_memory_equal(&event, &s->events[expected], sizeof event);
        else
            assert_true(event.radius == -1);
        heard_by += has_heard;
    }
    return heard_by;
}

static void the_nearest_is_heard(void **state) {
    (void)state;
    static spread *const spreads[] = {evenly, in_a_heap, on_a_line, in_towns, far_and_near};
    static const uint32_t counts[] = {0, 1, 8, 9, 40, MOST_EVENTS};
    static scene s;
    uint32_t heard_by = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++)
        for (int space = 0; space < 2; space++)
            for (dv_edge edge = DV_EDGE_OPEN; edge <= DV_EDGE_WRAP; edge++) {
                open_scene(&s, seed, space ? DV_VOLUME : DV_PLANE, edge);
                for (int round = 0; round < 30; round++) {
                    emit(&s, spreads[round % 5], counts[round / 5]);
                    must(dv_world_step(s.world, &error));
                    heard_by += compare(&s, "howl") + compare(&s, "song");
                    assert_int_equal(compare(&s, "nothing"), 0);
                }
                close_scene(&s);
            }
    assert_true(heard_by > 20000);
}

// Everybody emits and hears at one place. A search that grows with the square of their number would
// look at 10^10 pairs.
static void a_heap_takes_no_longer(void **state) {
    (void)state;
    enum { COUNT = 100000 };
    static scene s;
    open_scene(&s, 1, DV_PLANE, DV_EDGE_OPEN);
    for (uint32_t i = 0; i < COUNT; i++) {
        dv_agent_def birth = dv_agent_def_default(0);
        dv_agent agent;
        must(dv_agent_spawn(s.world, &birth, &agent, &error));
        must(dv_world_emit(s.world,
                           &(dv_event){.name = dv_event_name("howl"), .source = agent, .radius = 9},
                           &error));
    }
    must(dv_world_step(s.world, &error));
    for (uint32_t i = LISTENERS; i < LISTENERS + COUNT; i++) {
        dv_event event;
        uint32_t first = LISTENERS + (i == LISTENERS); // but for itself
        assert_true(
            dv_agent_heard(s.world, dv_world_agent_at(s.world, i), dv_event_name("howl"), &event));
        assert_int_equal(event.source.bits, dv_world_agent_at(s.world, first).bits);
    }
    close_scene(&s);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_is_heard),
        cmocka_unit_test(a_heap_takes_no_longer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
