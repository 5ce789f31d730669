// The goal-achieving matrix (test_goals.c): attempts to reach what a behavior is for, and tables of
// rows, each of which is one such attempt. A new behavior has its rows in its own test,
// test_NAME.c; those of the others are in goals_*.c, one file per theme.
#ifndef DV_TESTS_GOALS_H
#define DV_TESTS_GOALS_H

#include "behavior_world.h"

#define SPEED 2.0f       ///< m/s
#define BODY 0.3f        ///< m
#define OTHER_SPEED 1.0f ///< m/s, of those that the agent deals with

typedef struct body {
    const char *name, *locomotion;
    double reverse; ///< m/s
    float circle;   ///< m across the tightest circle at full speed
} body;

#define MAX_AGENTS 24
#define MAX_PLACES 512

typedef struct attempt {
    lab l;
    const body *body;
    double rate;
    double time; ///< s, so far
    uint64_t seed, draws;
    dv_agent self;
    dv_agent others[MAX_AGENTS];
    float speeds[MAX_AGENTS]; ///< m/s, of the others
    int other_count;
    dv_agent group[MAX_AGENTS]; ///< those that steer as `self` does, and `self`
    int group_count;
    float nearest; ///< m, to `goal`, so far
    dv_vec3 goal;
    int counter;           ///< of the row's own
    float sums[4];         ///< of the row's own
    bool seen[MAX_PLACES]; ///< of the row's own
} attempt;

typedef enum who { EVERYBODY, ON_THE_SPOT, ON_WHEELS } who;

typedef struct row {
    const char *behavior;
    dv_steering *(*steer)(void);
    void (*begin)(attempt *s);
    /// Runs after each tick; NULL: only the end counts.
    void (*look)(attempt *s);
    bool (*is_reached)(attempt *s);
    double seconds;
    double speed; ///< m/s, at the start
    bool ends;    ///< it is over once it is reached
    who bodies;   ///< those that it is for: that turn on the spot, or that do not
} row;

typedef struct row_table {
    const row *rows;
    size_t count;
    struct row_table *next;
} row_table;

void add_goals(row_table *table);

/// Add a table of rows to the matrix, in any file of this folder.
#define GOALS(rows)                                                                                \
    __attribute__((constructor)) static void add_goals_of_file(void) {                             \
        static row_table table = {rows, sizeof(rows) / sizeof *(rows), NULL};                      \
        add_goals(&table);                                                                         \
    }

static inline float draw(attempt *s, float low, float high) {
    dv_random_key key = {.seed = s->seed};
    return low + (high - low) * (float)dv_random_unit(key, s->draws++);
}

static inline dv_vec3 place_of(const attempt *s, dv_agent agent) {
    return dv_agent_position(s->l.world, agent);
}

static inline dv_vec3 velocity_of(const attempt *s, dv_agent agent) {
    return dv_agent_velocity(s->l.world, agent);
}

static inline float speed_of(const attempt *s, dv_agent agent) {
    return dv_length(velocity_of(s, agent));
}

static inline float distance_to(const attempt *s, dv_agent agent, dv_vec3 place) {
    return dv_length(dv_subtract(place_of(s, agent), place));
}

static inline dv_vec3 at_angle(double angle, float distance) {
    return dv_vec(distance * (float)dv_cos(angle), distance * (float)dv_sin(angle), 0);
}

static inline dv_vec3 somewhere(attempt *s, float distance) {
    return at_angle((double)draw(s, 0, (float)(2 * DV_PI)), distance);
}

/// Someone else, who moves straight on, whatever the agent does.
static inline dv_agent add_other(attempt *s, dv_vec3 place, float heading_degrees, float speed) {
    dv_agent other = lab_spawn(&s->l, DOG, place, heading_degrees, speed);
    s->speeds[s->other_count] = speed;
    s->others[s->other_count++] = other;
    return other;
}

/// Someone who stands, whatever its behavior says.
static inline dv_agent add_still(attempt *s, uint32_t kind, dv_vec3 place, float heading_degrees) {
    dv_agent still = lab_spawn(&s->l, kind, place, heading_degrees, 0);
    assert_int_equal(dv_agent_set_property(s->l.world, still, DV_MAX_SPEED, 0, &s->l.error), DV_OK);
    return still;
}

/// One more of the agent's kind, who steers as it does.
static inline dv_agent add_fellow(attempt *s, dv_vec3 place, float heading_degrees, float speed) {
    dv_agent fellow = lab_spawn(&s->l, SHEEP, place, heading_degrees, speed);
    s->group[s->group_count++] = fellow;
    return fellow;
}

static inline void put(attempt *s, dv_agent agent, dv_vec3 place, float heading, float speed) {
    assert_int_equal(dv_agent_set_position(s->l.world, agent, place, &s->l.error), DV_OK);
    dv_agent_set_heading(s->l.world, agent, (double)heading, NULL);
    dv_agent_set_velocity(s->l.world, agent, dv_scale(dv_agent_forward(s->l.world, agent), speed),
                          NULL);
}

static inline void send(attempt *s, dv_agent agent, dv_vec3 place) {
    dv_slot_value value = {.is_set = true, .as.point = place};
    assert_int_equal(dv_agent_set_slot(s->l.world, agent, SLOT_PLACE, value, &s->l.error), DV_OK);
}

static inline void aim_at(attempt *s, dv_vec3 place) {
    s->goal = place;
    send(s, s->self, place);
}

static inline void note_nearest(attempt *s) {
    float distance = distance_to(s, s->self, s->goal);
    s->nearest = distance < s->nearest ? distance : s->nearest;
}

static inline bool rests(const attempt *s, dv_agent agent) {
    return speed_of(s, agent) < 0.05f * SPEED;
}

static inline bool rests_there(attempt *s) {
    return distance_to(s, s->self, s->goal) < BODY && rests(s, s->self);
}

static inline bool got_away(attempt *s) { return distance_to(s, s->self, s->goal) > 10; }

#endif
