// Walks: agents on legs in a field, what they mind about steps, and what is measured of the way
// they go. Bodies have 0.25 m and go at 1.4 m/s by steps of 0.7 m, turning 35° at most in one.
#ifndef DV_TESTS_WALKS_H
#define DV_TESTS_WALKS_H

#include "behavior_world.h"

#include "steering/evaluate.h"
#include "world/legs.h"

#define MAX_PARTS 6
#define SPEED 1.4f
#define RADIUS 0.25f

/// What a kind of walkers minds, and how it is built.
typedef struct walker {
    const char *name;
    struct {
        const char *type;
        double weight; ///< 0: there are no more
        dv_argument arguments[8];
    } parts[MAX_PARTS];
    double turn;      ///< rad; 0: 0.6
    double stand;     ///< −1: it may not stand still
    double max_speed; ///< m/s; 0: SPEED
} walker;

enum { AT_GOAL, AT_TARGET_AGENT, AT_THING };

typedef struct field {
    dv_program *program;
    dv_world *world;
    dv_error error;
} field;

static inline void field_add_kind(field *f, const walker *w) {
    static const dv_slot_def slots[] = {
        {"goal", DV_SLOT_POINT}, {"target", DV_SLOT_AGENT}, {"thing", DV_SLOT_OBSTACLE}};
    dv_stress_part parts[MAX_PARTS] = {{0}};
    dv_kind_def def = dv_kind_def_default();
    def.name = w->name;
    def.slots = slots;
    def.slot_count = sizeof slots / sizeof *slots;
    def.locomotion = "legged";
    def.stress = parts;
    while (def.stress_count < MAX_PARTS && w->parts[def.stress_count].weight > 0) {
        uint32_t i = def.stress_count++, count = 0;
        while (count < 8 && w->parts[i].arguments[count].name)
            count++;
        parts[i].weight = dv_value_number(w->parts[i].weight);
        parts[i].stress =
            dv_stress_create(w->parts[i].type, w->parts[i].arguments, count, "test", &f->error);
        if (!parts[i].stress)
            fail_msg("%s", f->error.message);
    }
    def.properties[DV_RADIUS] = dv_value_number((double)RADIUS);
    def.properties[DV_MAX_SPEED] = dv_value_number(w->max_speed > 0 ? w->max_speed : (double)SPEED);
    def.properties[DV_STRIDE] = dv_value_number(0.7);
    def.properties[DV_TURN] = dv_value_number(w->turn > 0 ? w->turn : 0.6);
    def.properties[DV_STAND_STILL] = dv_value_boolean(w->stand >= 0);
    if (dv_program_add_kind(f->program, &def, &f->error) != DV_OK)
        fail_msg("%s", f->error.message);
    for (uint32_t i = 0; i < def.stress_count; i++)
        dv_stress_release(parts[i].stress);
}

/// A field without edges, of 20 ticks a second, for walkers of some kinds.
static inline field field_open(const walker *walkers, uint32_t count) {
    field f = {.program = dv_program_create()};
    assert_non_null(f.program);
    for (uint32_t i = 0; i < count; i++)
        field_add_kind(&f, &walkers[i]);
    if (dv_program_finish(f.program, &f.error) != DV_OK)
        fail_msg("%s", f.error.message);
    dv_world_def def = dv_world_def_default();
    def.tick_rate = 20;
    def.bounds = (dv_bounds){{-100, -100, -10}, {100, 100, 10}, DV_EDGE_OPEN};
    f.world = dv_world_create(&def, f.program, &f.error);
    if (!f.world)
        fail_msg("%s", f.error.message);
    return f;
}

static inline void field_close(field *f) {
    dv_world_destroy(f->world);
    dv_program_release(f->program);
    assert_int_equal(dv_allocated_bytes(), 0);
}

static inline void field_step(field *f) {
    if (dv_world_step(f->world, &f->error) != DV_OK)
        fail_msg("%s", f->error.message);
}

static inline dv_agent field_spawn(field *f, uint32_t kind, float x, float y, double heading) {
    dv_agent_def def = dv_agent_def_default(kind);
    dv_agent agent;
    def.position = dv_vec(x, y, 0);
    def.heading = (float)heading;
    if (dv_agent_spawn(f->world, &def, &agent, &f->error) != DV_OK)
        fail_msg("%s", f->error.message);
    return agent;
}

static inline void field_send(field *f, dv_agent agent, float x, float y) {
    dv_slot_value value = {.is_set = true, .as.point = {x, y, 0}};
    assert_int_equal(dv_agent_set_slot(f->world, agent, AT_GOAL, value, &f->error), DV_OK);
}

static inline void field_give(field *f, dv_agent agent, uint32_t slot, uint64_t handle) {
    dv_slot_value value = {.is_set = true, .as.handle = handle};
    assert_int_equal(dv_agent_set_slot(f->world, agent, slot, value, &f->error), DV_OK);
}

static inline dv_obstacle field_put(field *f, dv_obstacle_def def) {
    dv_obstacle obstacle;
    if (dv_obstacle_create(f->world, &def, &obstacle, &f->error) != DV_OK)
        fail_msg("%s", f->error.message);
    return obstacle;
}

static inline dv_obstacle field_put_wall(field *f, float ax, float ay, float bx, float by) {
    const dv_vec3 ends[] = {{ax, ay, 0}, {bx, by, 0}};
    return field_put(f, (dv_obstacle_def){.shape = DV_WALL, .points = ends, .point_count = 2});
}

static inline dv_obstacle field_put_post(field *f, float x, float y, float radius) {
    return field_put(
        f, (dv_obstacle_def){.shape = DV_SPHERE, .position = {x, y, 0}, .radius = radius});
}

/// What was seen of the way an agent went.
typedef struct walk {
    dv_agent agent;
    dv_vec3 start, last;
    dv_vec3 forward;
    double length;         ///< m
    double turned;         ///< rad, to either side
    double seconds;        ///< until now
    float lowest, highest; ///< m, of y
    uint32_t halts;        ///< ticks in which no step was free
} walk;

static inline walk walk_begin(const field *f, dv_agent agent) {
    dv_vec3 at = dv_agent_position(f->world, agent);
    return (walk){.agent = agent,
                  .start = at,
                  .last = at,
                  .forward = dv_agent_forward(f->world, agent),
                  .lowest = at.y,
                  .highest = at.y};
}

static inline void walk_note(const field *f, walk *w) {
    dv_vec3 at = dv_agent_position(f->world, w->agent);
    dv_vec3 forward = dv_agent_forward(f->world, w->agent);
    w->length += (double)dv_length(dv_subtract(at, w->last));
    w->turned += dv_acos((double)dv_clamp(dv_dot(forward, w->forward), -1, 1));
    w->seconds += f->world->dt;
    w->lowest = at.y < w->lowest ? at.y : w->lowest;
    w->highest = at.y > w->highest ? at.y : w->highest;
    w->halts += dv_legs_of(f->world, dv_handle_index(w->agent.bits))->is_halted;
    w->last = at;
    w->forward = forward;
}

static inline float between(const field *f, dv_agent a, dv_agent b) {
    return dv_length(dv_subtract(dv_agent_position(f->world, a), dv_agent_position(f->world, b)));
}

static inline float distance_to(const field *f, dv_agent agent, float x, float y) {
    return dv_length(dv_subtract(dv_agent_position(f->world, agent), dv_vec(x, y, 0)));
}

/// Walk until the agent is within `near` of a point, or for so many seconds; whether it arrived.
static inline bool walk_to(field *f, walk *w, float x, float y, float near, double seconds) {
    while (w->seconds < seconds) {
        field_step(f);
        walk_note(f, w);
        if (distance_to(f, w->agent, x, y) <= near)
            return true;
    }
    return false;
}

#define GOAL                                                                                       \
    { "target", dv_value_name("goal") }
#define ANGLE(degrees) NUMBER("angle", (degrees)*DV_PI / 180)

#endif
