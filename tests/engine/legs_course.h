// A course for walkers: from a start drawn about 10 m before an obstacle to a goal 10 m behind it.
// Bodies, controls, and obstacles are rows of tables, so that a test can cross them.
#ifndef DV_TESTS_LEGS_COURSE_H
#define DV_TESTS_LEGS_COURSE_H

#include "stress_world.h"

#define REACHED 1   ///< m
#define SECONDS 120 ///< in which a walker has to arrive

/// A body on legs, and the tick rate of its world.
typedef struct course_body {
    const char *name;
    double radius, max_speed, stride, turn;
    double tick_rate;
} course_body;

typedef struct course_place {
    const char *name;
    dv_obstacle_def obstacles[3];
    uint32_t count;
} course_place;

typedef struct course_control {
    const char *name;
    bool is_steered; ///< by obstacle avoidance, else arrival; otherwise by the stresses
    struct {
        const char *type;
        double weight;
    } parts[3]; ///< the first one leads to the goal
} course_control;

#define TO_PLACE                                                                                   \
    { "target", dv_value_name("place") }

enum { BY_LINES, BY_PROXIMITY, BY_STEERING, CONTROLS };

static const course_control controls[CONTROLS] = {
    {.name = "lines", .parts = {{"attract", 1}, {"line_avoid", 1}, {"inertia", 1}}},
    {.name = "proximity", .parts = {{"attract", 1}, {"proximity_avoid", 1}, {"inertia", 1}}},
    {.name = "steering", .is_steered = true},
};

#define BOX(at_x, at_y, w, d)                                                                      \
    { .shape = DV_BOX, .position = {at_x, at_y, 0}, .width = w, .depth = d, .height = 4 }

static inline lab course_open(const course_body *body, const course_control *control, bool stands) {
    dv_stress_part parts[3];
    uint32_t count = 0;
    for (; !control->is_steered && count < 3; count++) {
        dv_argument target = TO_PLACE;
        parts[count] =
            (dv_stress_part){.stress = stress_make(control->parts[count].type, &target, count == 0),
                             .weight = dv_value_number(control->parts[count].weight)};
    }
    lab_kinds kinds = {.locomotion = "legged"};
    kinds.properties[DV_RADIUS] = dv_value_number(body->radius);
    kinds.properties[DV_MAX_SPEED] = dv_value_number(body->max_speed);
    kinds.properties[DV_STRIDE] = dv_value_number(body->stride);
    kinds.properties[DV_TURN] = dv_value_number(body->turn);
    kinds.properties[DV_STAND_STILL] = dv_value_boolean(stands);
    dv_part steers[2] = {{lab_make("obstacle_avoidance", NULL, 0), {0}},
                         {MAKE("arrival", TO_PLACE), {0}}};
    if (control->is_steered)
        kinds.steer = dv_blend_create("priority", steers, 2, NULL, 0, "test", NULL);
    dv_world_def def = lab_def();
    def.tick_rate = body->tick_rate;
    lab l = lab_walk_in(def, kinds, parts, count);
    dv_steering_release(kinds.steer);
    dv_steering_release(steers[0].steering);
    dv_steering_release(steers[1].steering);
    return l;
}

static inline void course_build(lab *l, const course_place *place) {
    for (uint32_t i = 0; i < place->count; i++) {
        dv_obstacle made;
        if (dv_obstacle_create(l->world, &place->obstacles[i], &made, &l->error) != DV_OK)
            fail_msg("%s", l->error.message);
    }
}

/// Seconds from a start drawn for `number` to the goal, or infinity.
static inline double course_walk(lab *l, uint64_t number, double tick_rate) {
    uint64_t n = number * 1000;
    dv_vec3 start = {lab_random(&n, -12, -8), lab_random(&n, -2, 2), 0};
    dv_vec3 goal = {10, lab_random(&n, -2, 2), 0};
    dv_agent agent = lab_spawn(l, SHEEP, start, lab_random(&n, -180, 180), 0);
    dv_slot_value value = {.is_set = true, .as.point = goal};
    assert_int_equal(dv_agent_set_slot(l->world, agent, SLOT_PLACE, value, &l->error), DV_OK);
    int most = (int)(SECONDS * tick_rate), tick = 0;
    while (tick < most &&
           dv_length(dv_subtract(dv_agent_position(l->world, agent), goal)) > REACHED) {
        lab_step(l);
        tick++;
    }
    assert_int_equal(dv_agent_remove(l->world, agent), DV_OK);
    lab_step(l);
    return tick < most ? tick / tick_rate : (double)INFINITY;
}

#endif
