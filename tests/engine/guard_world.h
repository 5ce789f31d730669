// A small world for tests of guards and perception: a deer at the origin that faces +x and tests a
// list of guards every tick, and wolves around it. No agent moves by itself. 50 ticks a second,
// bounds of ±50 m.
#ifndef DV_TESTS_GUARD_WORLD_H
#define DV_TESTS_GUARD_WORLD_H

#include "base/math.h"
#include "base/random.h"
#include "drover/drover.h"

#include "../program.h"

#include <string.h>

enum { DEER, WOLF, HARE };
enum { THREAT, PLACE, AMOUNT, OTHER, HOME, ROUTE };
enum { MIST, SIZE, SEASON };

#define TICK 0.02

typedef struct scene {
    dv_world_def def;
    double range, angle; ///< sight of the deer
    dv_value uncertainty, drift;
    dv_steering *steer; ///< for all kinds; NULL: none
    bool occluded;
    dv_program *program;
    dv_world *world;
    dv_agent deer;
    uint32_t held; ///< a bit for each of the deer's guards that held in the last tick
    int answer;    ///< result of the host's test function
    int asked;     ///< number of calls of that function
    int32_t asked_for;
    dv_error error;
} scene;

static inline int32_t scene_choose(void *context, dv_world *world, dv_agent agent,
                                   int32_t callback) {
    scene *s = context;
    (void)world;
    if (agent.bits == s->deer.bits)
        s->held |= 1u << callback;
    return DV_STAY;
}

static inline bool scene_test(void *context, const dv_world *world, dv_agent agent,
                              int32_t callback) {
    scene *s = context;
    (void)world;
    (void)agent;
    s->asked++;
    s->asked_for = callback;
    return s->answer;
}

static inline scene scene_default(void) {
    scene s = {.def = dv_world_def_default(), .range = 20, .angle = 2 * DV_PI};
    s.def.tick_rate = 50;
    return s;
}

static inline void scene_require(const scene *s, dv_result result) {
    if (result != DV_OK)
        fail_msg("%s", s->error.message);
}

static inline void scene_add_settings(scene *s) {
    static const char *const seasons[] = {"spring", "autumn"};
    const dv_setting_def settings[] = {
        {.name = "mist", .type = DV_TOGGLE, .maximum = 1},
        {.name = "size", .type = DV_SLIDER, .fallback = 2, .maximum = 10},
        {.name = "season", .type = DV_CHOICE, .maximum = 1, .options = seasons, .option_count = 2},
    };
    for (int i = 0; i < 3; i++)
        scene_require(s, dv_program_add_setting(s->program, &settings[i], &s->error));
}

static inline void scene_add_kind(scene *s, const char *name) {
    static const dv_slot_def slots[] = {{"threat", DV_SLOT_AGENT},  {"place", DV_SLOT_POINT},
                                        {"amount", DV_SLOT_NUMBER}, {"other", DV_SLOT_AGENT},
                                        {"home", DV_SLOT_REGION},   {"route", DV_SLOT_PATH}};
    dv_kind_def def = dv_kind_def_default();
    def.name = name;
    def.slots = slots;
    def.slot_count = sizeof slots / sizeof *slots;
    def.initial = "calm";
    def.steer = s->steer;
    def.occluded = s->occluded;
    def.properties[DV_SIGHT_RANGE] = dv_value_number(s->range);
    def.properties[DV_SIGHT_ANGLE] = dv_value_number(s->angle);
    def.properties[DV_SIGHT_UNCERTAINTY] = s->uncertainty;
    def.properties[DV_SIGHT_DRIFT] = s->drift;
    scene_require(s, dv_program_add_kind(s->program, &def, &s->error));
    static const char *const states[] = {"calm", "alert"};
    for (int i = 0; i < 2; i++) {
        dv_state_def state = {.name = states[i]};
        scene_require(s, dv_program_add_state(s->program, &state, &s->error));
    }
}

static inline dv_agent scene_spawn(scene *s, uint32_t kind, float x, float y) {
    dv_agent_def def = dv_agent_def_default(kind);
    def.position = dv_vec(x, y, 0);
    dv_agent agent;
    scene_require(s, dv_agent_spawn(s->world, &def, &agent, &s->error));
    return agent;
}

/// Create the world with the deer in its state "calm". Takes over the guards, which are those of
/// `state`, or of the kind if `state` is NULL.
static inline void scene_open_with(scene *s, const char *state, dv_guard *const *guards,
                                   int32_t count) {
    s->program = dv_program_create();
    assert_non_null(s->program);
    scene_add_settings(s);
    dv_field_def scent = {.name = "scent", .cell = 1, .max = 10};
    scene_require(s, dv_program_add_field(s->program, &scent, &s->error));
    scene_add_kind(s, "deer");
    for (int32_t i = 0; i < count; i++) {
        dv_on_def on = {.guard = guards[i], .callback = i};
        scene_require(s, dv_program_add_on(s->program, state, &on, &s->error));
        dv_guard_release(guards[i]);
    }
    scene_add_kind(s, "wolf");
    scene_add_kind(s, "hare");
    scene_require(s, dv_program_finish(s->program, &s->error));
    s->world = dv_world_create(&s->def, s->program, &s->error);
    if (!s->world)
        fail_msg("%s", s->error.message);
    dv_world_set_host(s->world,
                      &(dv_host){.context = s, .choose = scene_choose, .test = scene_test});
    s->deer = scene_spawn(s, DEER, 0, 0);
}

static inline void scene_open(scene *s) { scene_open_with(s, "calm", NULL, 0); }

#define OPEN(s, ...)                                                                               \
    scene_open_with(s, "calm", (dv_guard *[]){__VA_ARGS__},                                        \
                    sizeof((dv_guard *[]){__VA_ARGS__}) / sizeof(dv_guard *))

static inline void scene_close(scene *s) {
    dv_world_destroy(s->world);
    dv_program_release(s->program);
    assert_int_equal(dv_allocated_bytes(), 0);
}

/// Run one tick. Returns which of the deer's guards held.
static inline uint32_t scene_step(scene *s) {
    s->held = 0;
    scene_require(s, dv_world_step(s->world, &s->error));
    return s->held;
}

static inline void scene_place(scene *s, dv_agent agent, float x, float y) {
    scene_require(s, dv_agent_set_position(s->world, agent, dv_vec(x, y, 0), &s->error));
}

static inline void scene_fill(scene *s, uint32_t slot, dv_agent agent) {
    dv_slot_value value = {.is_set = agent.bits != 0, .as.handle = agent.bits};
    scene_require(s, dv_agent_set_slot(s->world, s->deer, slot, value, &s->error));
}

static inline void scene_fill_point(scene *s, uint32_t slot, float x, float y) {
    dv_slot_value value = {.is_set = true, .as.point = dv_vec(x, y, 0)};
    scene_require(s, dv_agent_set_slot(s->world, s->deer, slot, value, &s->error));
}

static inline void scene_fill_number(scene *s, uint32_t slot, double number) {
    dv_slot_value value = {.is_set = true, .as.number = number};
    scene_require(s, dv_agent_set_slot(s->world, s->deer, slot, value, &s->error));
}

static inline void scene_fill_handle(scene *s, uint32_t slot, uint64_t handle) {
    dv_slot_value value = {.is_set = handle != 0, .as.handle = handle};
    scene_require(s, dv_agent_set_slot(s->world, s->deer, slot, value, &s->error));
}

static inline dv_agent scene_kept(const scene *s, uint32_t slot) {
    dv_slot_value value = dv_agent_slot(s->world, s->deer, slot);
    return (dv_agent){value.is_set ? value.as.handle : 0};
}

static inline dv_guard *guard_of(const char *type, const dv_argument *arguments, uint32_t count) {
    dv_error error = {""};
    dv_guard *guard = dv_guard_create(type, arguments, count, "deer.lua:5", &error);
    if (!guard)
        fail_msg("%s", error.message);
    return guard;
}

// The arguments are pairs of a name and a dv_value.
#define WHEN(type, ...)                                                                            \
    guard_of(type, (dv_argument[]){__VA_ARGS__},                                                   \
             sizeof((dv_argument[]){__VA_ARGS__}) / sizeof(dv_argument))
#define NAMED(key, name)                                                                           \
    { key, dv_value_name(name) }
#define NUMBER(key, number)                                                                        \
    { key, dv_value_number(number) }

/// Join two guards. Takes both over.
static inline dv_guard *joined(dv_guard *(*join)(dv_guard *, dv_guard *, dv_error *), dv_guard *a,
                               dv_guard *b) {
    dv_guard *guard = join(a, b, NULL);
    assert_non_null(guard);
    dv_guard_release(a);
    dv_guard_release(b);
    return guard;
}

static inline dv_guard *inverted(dv_guard *a) {
    dv_guard *guard = dv_guard_not(a, NULL);
    assert_non_null(guard);
    dv_guard_release(a);
    return guard;
}

static inline bool same(dv_agent a, dv_agent b) { return a.bits == b.bits; }

static inline void assert_slot_point(const scene *s, uint32_t slot, float x, float y) {
    dv_slot_value value = dv_agent_slot(s->world, s->deer, slot);
    assert_true(value.is_set);
    assert_float_equal(value.as.point.x, x, 0);
    assert_float_equal(value.as.point.y, y, 0);
    assert_float_equal(value.as.point.z, 0, 0);
}

static inline bool is_empty(const scene *s, uint32_t slot) {
    return !dv_agent_slot(s->world, s->deer, slot).is_set;
}

#endif
