// A small world for tests of steering and locomotion: two kinds with the same slots, and a body
// whose numbers are easy to calculate with (2 kg, 0.5 m, 10 m/s, 40 N, 0.25 s). 50 ticks a second,
// bounds of ±50 m.
#ifndef DV_TESTS_BEHAVIOR_WORLD_H
#define DV_TESTS_BEHAVIOR_WORLD_H

#include "base/math.h"
#include "base/random.h"
#include "drover/drover.h"
#include "world/world_data.h"

#include "../program.h"

#include <string.h>

enum { SHEEP, DOG };
enum {
    SLOT_TARGET,
    SLOT_PLACE,
    SLOT_AMOUNT,
    SLOT_PATH,
    SLOT_FLOW,
    SLOT_SURFACE,
    SLOT_ROCK,
    SLOT_REGION,
    SLOT_POSE,
    SLOT_PACK
};

typedef struct lab {
    dv_world_def def;
    dv_program *program;
    dv_world *world;
    dv_error error;
} lab;

/// What the kinds of a lab have besides their slots. Zero fields have no effect.
typedef struct lab_kinds {
    dv_steering *steer;
    const dv_stress_part *stress;
    uint32_t stress_count;
    dv_steering *reflexes;
    const dv_stress_part *reflex_stress;
    uint32_t reflex_stress_count;
    dv_value speed;
    dv_value properties[DV_PROPERTY_COUNT];
    const char *locomotion;
    const dv_surface_def *surfaces;
    uint32_t surface_count;
    const dv_terrain_def *terrain;
    uint32_t terrain_count;
} lab_kinds;

static inline void lab_add_kind(lab *l, const char *name, const lab_kinds *kinds) {
    static const dv_slot_def slots[] = {{"target", DV_SLOT_AGENT},  {"place", DV_SLOT_POINT},
                                        {"amount", DV_SLOT_NUMBER}, {"path", DV_SLOT_PATH},
                                        {"flow", DV_SLOT_FLOW},     {"surface", DV_SLOT_SURFACE},
                                        {"rock", DV_SLOT_OBSTACLE}, {"region", DV_SLOT_REGION},
                                        {"berth", DV_SLOT_POSE},    {"pack", DV_SLOT_GROUP}};
    static const double body[DV_PROPERTY_COUNT] = {[DV_MASS] = 2,
                                                   [DV_RADIUS] = 0.5,
                                                   [DV_MAX_SPEED] = 10,
                                                   [DV_MAX_FORCE] = 40,
                                                   [DV_RESPONSE] = 0.25,
                                                   [DV_TURN_RATE] = (double)INFINITY,
                                                   [DV_WHEELBASE] = 1,
                                                   [DV_MAX_STEERING_ANGLE] = 0.6,
                                                   [DV_SIGHT_RANGE] = 50,
                                                   [DV_SIGHT_ANGLE] = 2 * DV_PI,
                                                   [DV_SOLID] = DV_SOLID_FOR_OBSTACLES};
    dv_kind_def def = dv_kind_def_default();
    def.name = name;
    def.slots = slots;
    def.slot_count = sizeof slots / sizeof *slots;
    def.steer = kinds->steer;
    def.stress = kinds->stress;
    def.stress_count = kinds->stress_count;
    def.reflexes = kinds->reflexes;
    def.reflex_stress = kinds->reflex_stress;
    def.reflex_stress_count = kinds->reflex_stress_count;
    def.speed = kinds->speed;
    def.locomotion = kinds->locomotion;
    for (int p = 0; p < DV_PROPERTY_COUNT; p++) {
        bool own = kinds->properties[p].type != DV_VALUE_NONE || p >= DV_OWN_PROPERTY_COUNT;
        def.properties[p] = own ? kinds->properties[p] : dv_value_number(body[p]);
    }
    assert_int_equal(dv_program_add_kind(l->program, &def, &l->error), DV_OK);
    static const char *const states[] = {"grazing", "running"};
    for (int i = 0; i < 2; i++) {
        dv_state_def state = {.name = states[i]};
        assert_int_equal(dv_program_add_state(l->program, &state, &l->error), DV_OK);
    }
}

static inline dv_world_def lab_def(void) {
    dv_world_def def = dv_world_def_default();
    def.tick_rate = 50;
    def.bounds = (dv_bounds){{-50, -50, -50}, {50, 50, 50}, DV_EDGE_OPEN};
    return def;
}

static inline lab lab_open_with(dv_world_def def, lab_kinds kinds) {
    lab l = {.def = def, .program = dv_program_create()};
    assert_non_null(l.program);
    dv_setting_def level = {
        .name = "level", .type = DV_SLIDER, .fallback = 5, .minimum = -10, .maximum = 10};
    assert_int_equal(dv_program_add_setting(l.program, &level, &l.error), DV_OK);
    for (uint32_t i = 0; i < kinds.surface_count; i++)
        assert_int_equal(dv_program_add_surface(l.program, &kinds.surfaces[i], &l.error), DV_OK);
    for (uint32_t i = 0; i < kinds.terrain_count; i++)
        assert_int_equal(dv_program_add_terrain(l.program, &kinds.terrain[i], &l.error), DV_OK);
    dv_flow_def wind = {.name = "wind", .resolution = 2};
    assert_int_equal(dv_program_add_flow(l.program, &wind, &l.error), DV_OK);
    dv_field_def scent = {
        .name = "scent", .cell = (def.bounds.max.x - def.bounds.min.x) / 100.0, .max = 10};
    assert_int_equal(dv_program_add_field(l.program, &scent, &l.error), DV_OK);
    lab_add_kind(&l, "sheep", &kinds);
    lab_add_kind(&l, "dog", &kinds);
    if (dv_program_finish(l.program, &l.error) != DV_OK)
        fail_msg("%s", l.error.message);
    l.world = dv_world_create(&def, l.program, &l.error);
    if (!l.world)
        fail_msg("%s", l.error.message);
    return l;
}

static inline lab lab_open(void) { return lab_open_with(lab_def(), (lab_kinds){0}); }

static inline lab lab_open_volume(void) {
    dv_world_def def = lab_def();
    def.space = DV_VOLUME;
    return lab_open_with(def, (lab_kinds){0});
}

static inline void lab_close(lab *l) {
    dv_world_destroy(l->world);
    dv_program_release(l->program);
    if (dv_allocated_bytes() != 0)
        fail_msg("%zu bytes are left: of this lab, or of one that an earlier case failed to close",
                 dv_allocated_bytes());
}

static inline dv_agent lab_spawn(lab *l, uint32_t kind, dv_vec3 position, float heading_degrees,
                                 float speed) {
    dv_agent_def def = dv_agent_def_default(kind);
    def.position = position;
    def.heading = heading_degrees * (float)(DV_PI / 180);
    def.speed = speed;
    dv_agent agent;
    if (dv_agent_spawn(l->world, &def, &agent, &l->error) != DV_OK)
        fail_msg("%s", l->error.message);
    return agent;
}

/// Let an agent face along x and up by an angle, with its roof as if it had climbed to that angle:
/// beyond 90 degrees it lies on its back.
static inline void lab_pitch(lab *l, dv_agent agent, float degrees) {
    double angle = (double)degrees * DV_PI / 180;
    float cosine = (float)dv_cos(angle), sine = (float)dv_sin(angle);
    dv_orient(l->world, dv_handle_index(agent.bits), dv_vec(cosine, 0, sine),
              dv_vec(-sine, 0, cosine));
}

/// Run one tick. Behaviors evaluated afterwards use the positions before the tick.
static inline void lab_step(lab *l) {
    if (dv_world_step(l->world, &l->error) != DV_OK)
        fail_msg("%s", l->error.message);
}

static inline void lab_aim(lab *l, dv_agent agent, dv_agent target) {
    dv_slot_value value = {.is_set = target.bits != 0, .as.handle = target.bits};
    assert_int_equal(dv_agent_set_slot(l->world, agent, SLOT_TARGET, value, &l->error), DV_OK);
}

static inline void lab_set_amount(lab *l, dv_agent agent, double number) {
    dv_slot_value value = {.is_set = true, .as.number = number};
    assert_int_equal(dv_agent_set_slot(l->world, agent, SLOT_AMOUNT, value, &l->error), DV_OK);
}

static inline void lab_fill(lab *l, dv_agent agent, uint32_t slot, uint64_t handle) {
    dv_slot_value value = {.is_set = handle != 0, .as.handle = handle};
    assert_int_equal(dv_agent_set_slot(l->world, agent, slot, value, &l->error), DV_OK);
}

static inline dv_path lab_path(lab *l, const dv_vec3 *points, uint32_t count, float radius,
                               bool closed, bool spline) {
    dv_path_def def = {points, count, radius, closed, spline};
    dv_path path;
    if (dv_path_create(l->world, &def, &path, &l->error) != DV_OK)
        fail_msg("%s", l->error.message);
    return path;
}

static inline dv_flow lab_flow(lab *l) {
    dv_flow flow;
    if (dv_flow_create(l->world, 0, &flow, &l->error) != DV_OK)
        fail_msg("%s", l->error.message);
    return flow;
}

static inline dv_steering *lab_make(const char *type, const dv_argument *arguments,
                                    uint32_t count) {
    dv_error error = {""};
    dv_steering *steering = dv_behavior_create(type, arguments, count, "test", 0, &error);
    if (!steering)
        fail_msg("%s", error.message);
    return steering;
}

/// Evaluate a composition for an agent. Takes over the reference.
static inline dv_vec3 lab_ask(lab *l, dv_agent agent, dv_steering *steering) {
    dv_vec3 vector = {0, 0, 0};
    if (dv_agent_evaluate(l->world, agent, steering, &vector, &l->error) != DV_OK)
        fail_msg("%s", l->error.message);
    dv_steering_release(steering);
    return vector;
}

// The arguments are pairs of a name and a dv_value.
#define MAKE(type, ...)                                                                            \
    lab_make(type, (dv_argument[]){__VA_ARGS__},                                                   \
             sizeof((dv_argument[]){__VA_ARGS__}) / sizeof(dv_argument))
#define ASK(l, agent, ...) lab_ask(l, agent, MAKE(__VA_ARGS__))

#define AT_TARGET                                                                                  \
    { "target", dv_value_name("target") }
#define AT_POINT(x, y, z)                                                                          \
    { "target", dv_value_point((dv_vec3){x, y, z}) }
#define NUMBER(name, number)                                                                       \
    { name, dv_value_number(number) }
#define YES(name)                                                                                  \
    { name, dv_value_boolean(true) }

static inline void assert_vector(dv_vec3 v, float x, float y, float z, float tolerance) {
    dv_vec3 difference = dv_subtract(v, dv_vec(x, y, z));
    if (!(dv_length(difference) <= tolerance))
        fail_msg("(%g, %g, %g) is not (%g, %g, %g)", (double)v.x, (double)v.y, (double)v.z,
                 (double)x, (double)y, (double)z);
}

static inline void assert_zero(dv_vec3 v) { assert_vector(v, 0, 0, 0, 0); }

/// Random numbers in [low, high) that are the same in every run.
static inline float lab_random(uint64_t *n, float low, float high) {
    dv_random_key key = {.seed = 77};
    return low + (high - low) * (float)dv_random_unit(key, (*n)++);
}

#endif
