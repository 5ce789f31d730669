// Behaviors reach what they are for, on every body that moves: a table of scenes, each run over
// five seeds at 20, 60, and 240 ticks a second. What counts as reached follows from what the
// behavior says and from the body: 2 m/s, 1 m of wheelbase.
#include "behavior_world.h"

#define SEEDS 5
#define SPEED 2.0f       ///< m/s
#define BODY 0.3f        ///< m
#define OTHER_SPEED 1.0f ///< m/s, of those that the agent deals with

typedef struct body {
    const char *name, *locomotion;
    double reverse; ///< m/s
} body;

static const body bodies[] = {
    {"a point mass", "point_mass", 0},           {"a flying body", "flying", 0},
    {"a body on a surface", "surface", 0},       {"a body on wheels", "wheeled", 0},
    {"a body that can back up", "wheeled", 0.5}, {"a body on legs", "legged", 0},
};
#define BODIES (sizeof bodies / sizeof *bodies)

#define MAX_AGENTS 24

typedef struct scene {
    lab l;
    const body *body;
    double rate;
    uint64_t seed, draws;
    dv_agent self;
    dv_agent others[MAX_AGENTS];
    int other_count;
    float nearest; ///< m, to `goal`, so far
    dv_vec3 goal;
    int counter;   ///< of the row's own
    float sums[4]; ///< of the row's own
} scene;

static float draw(scene *s, float low, float high) {
    dv_random_key key = {.seed = s->seed};
    return low + (high - low) * (float)dv_random_unit(key, s->draws++);
}

static dv_vec3 place_of(const scene *s, dv_agent agent) {
    return dv_agent_position(s->l.world, agent);
}

static float speed_of(const scene *s, dv_agent agent) {
    return dv_length(dv_agent_velocity(s->l.world, agent));
}

static float distance_to(const scene *s, dv_agent agent, dv_vec3 place) {
    return dv_length(dv_subtract(place_of(s, agent), place));
}

/// Someone else, who moves straight on, whatever the agent does.
static dv_agent add_other(scene *s, dv_vec3 place, float heading_degrees, float speed) {
    dv_agent other = lab_spawn(&s->l, DOG, place, heading_degrees, speed);
    s->others[s->other_count++] = other;
    return other;
}

typedef struct row {
    const char *behavior;
    dv_steering *(*steer)(void);
    void (*begin)(scene *s);
    /// Runs after each tick; NULL: only the end counts.
    void (*look)(scene *s);
    bool (*is_reached)(scene *s);
    double seconds;
    double speed; ///< m/s, at the start
} row;

// To a place

static dv_steering *seek(void) { return MAKE("seek", {"target", dv_value_name("place")}); }
static dv_steering *arrival(void) { return MAKE("arrival", {"target", dv_value_name("place")}); }
static dv_steering *flee(void) { return MAKE("flee", {"target", dv_value_name("place")}); }

static void aim_at(scene *s, dv_vec3 place) {
    s->goal = place;
    dv_slot_value value = {.is_set = true, .as.point = place};
    assert_int_equal(dv_agent_set_slot(s->l.world, s->self, SLOT_PLACE, value, &s->l.error), DV_OK);
}

static dv_vec3 somewhere(scene *s, float distance) {
    double angle = (double)draw(s, 0, (float)(2 * DV_PI));
    return dv_vec(distance * (float)dv_cos(angle), distance * (float)dv_sin(angle), 0);
}

static void begin_far(scene *s) { aim_at(s, somewhere(s, 12)); }
static void begin_near(scene *s) { aim_at(s, somewhere(s, 2)); }

static void note_nearest(scene *s) {
    float distance = distance_to(s, s->self, s->goal);
    s->nearest = distance < s->nearest ? distance : s->nearest;
}

static bool has_touched(scene *s) { return s->nearest < BODY; }
static bool rests_there(scene *s) {
    return distance_to(s, s->self, s->goal) < BODY && speed_of(s, s->self) < 0.05f * SPEED;
}
static bool got_away(scene *s) { return distance_to(s, s->self, s->goal) > 10; }

// To somebody who moves

static dv_steering *pursuit(void) { return MAKE("pursuit", AT_TARGET); }
static dv_steering *evasion(void) { return MAKE("evasion", AT_TARGET); }
static dv_steering *offset_pursuit(void) {
    return MAKE("offset_pursuit", AT_TARGET, {"offset", dv_value_point((dv_vec3){-2, 1, 0})});
}

static void begin_chase(scene *s) {
    dv_agent quarry = add_other(s, somewhere(s, 10), draw(s, 0, 360), OTHER_SPEED);
    lab_aim(&s->l, s->self, quarry);
}

static void note_quarry(scene *s) {
    s->goal = place_of(s, s->others[0]);
    note_nearest(s);
}

static bool has_caught(scene *s) { return s->nearest < 2 * BODY + 0.05f; }

static void begin_flight(scene *s) {
    dv_vec3 from = somewhere(s, 4);
    dv_agent hunter = add_other(
        s, from, (float)(dv_atan2(-(double)from.y, -(double)from.x) * 180 / DV_PI), OTHER_SPEED);
    lab_aim(&s->l, s->self, hunter);
}

static bool was_never_caught(scene *s) { return s->nearest > 2 * BODY && got_away(s); }

static bool keeps_place(scene *s) {
    dv_agent leader = s->others[0];
    dv_vec3 forward = dv_agent_forward(s->l.world, leader);
    dv_vec3 place = dv_vec(-2 * forward.x - forward.y, -2 * forward.y + forward.x, 0);
    return distance_to(s, s->self, dv_add(place_of(s, leader), place)) < BODY;
}

static dv_steering *interpose(void) {
    return MAKE("interpose", {"a", dv_value_name("target")}, {"b", dv_value_name("place")});
}

/// Somebody who moves, and a place to keep from them.
static void begin_guard(scene *s) {
    begin_chase(s);
    aim_at(s, somewhere(s, 10));
}

static bool is_between(scene *s) {
    dv_vec3 other = place_of(s, s->others[0]);
    dv_vec3 middle = dv_scale(dv_add(other, s->goal), 0.5f);
    return distance_to(s, s->self, middle) < 2 * BODY;
}

static dv_steering *shadow(void) { return MAKE("shadow", AT_TARGET); }

static bool moves_alike(scene *s) {
    dv_vec3 difference = dv_subtract(dv_agent_velocity(s->l.world, s->self),
                                     dv_agent_velocity(s->l.world, s->others[0]));
    return distance_to(s, s->self, place_of(s, s->others[0])) < 7 &&
           dv_length(difference) < 0.1f * OTHER_SPEED;
}

static dv_steering *leader_following(void) {
    return MAKE("leader_following", {"leader", dv_value_name("target")});
}

/// It arrives at a place 2 m behind, which moves: at half of its own top speed, that is where
/// arrival has slowed down to half, 1 m farther behind.
static bool is_behind(scene *s) {
    dv_agent leader = s->others[0];
    dv_vec3 behind = dv_scale(dv_agent_forward(s->l.world, leader), -3);
    return distance_to(s, s->self, dv_add(place_of(s, leader), behind)) < 2 * BODY;
}

static dv_steering *docking(void) { return MAKE("docking", {"target", dv_value_name("berth")}); }

static void begin_docking(scene *s) {
    s->goal = somewhere(s, 12);
    s->sums[0] = draw(s, 0, 6);
    dv_slot_value value = {.is_set = true};
    value.as.pose.position = s->goal;
    value.as.pose.heading = s->sums[0];
    assert_int_equal(dv_agent_set_slot(s->l.world, s->self, SLOT_POSE, value, &s->l.error), DV_OK);
}

static bool is_docked(scene *s) {
    dv_vec3 forward = dv_agent_forward(s->l.world, s->self);
    float along = forward.x * (float)dv_cos((double)s->sums[0]) +
                  forward.y * (float)dv_sin((double)s->sums[0]);
    return rests_there(s) && along > 0.98f; // within 11°
}

// Nowhere in particular

static dv_steering *wander(void) { return MAKE("wander", NUMBER("strength", 1)); }
static dv_steering *noise_wander(void) { return MAKE("noise_wander", NUMBER("strength", 1)); }
static dv_steering *target_speed(void) { return MAKE("target_speed", NUMBER("speed", 1)); }
// 2 s ahead are 4 m, more than across the tightest circle of the car.
static dv_steering *containment(void) { return MAKE("containment", NUMBER("horizon", 2)); }

static void begin_anywhere(scene *s) { s->goal = dv_agent_forward(s->l.world, s->self); }

/// Add up the way it has come, and how far it has turned to either side.
static void note_way(scene *s) {
    dv_vec3 forward = dv_agent_forward(s->l.world, s->self);
    float turn = s->goal.x * forward.y - s->goal.y * forward.x;
    s->goal = forward;
    s->sums[0] += speed_of(s, s->self) / (float)s->rate;
    s->sums[turn > 0 ? 1 : 2] += fabsf(turn);
}

static bool has_roamed(scene *s) {
    return s->sums[0] > 0.5f * SPEED * 60 && s->sums[1] > 1 && s->sums[2] > 1;
}

static bool keeps_speed(scene *s) { return fabsf(speed_of(s, s->self) - 1) < 0.05f; }

static void begin_at_edge(scene *s) {
    dv_vec3 place = {40, draw(s, -20, 20), 0};
    assert_int_equal(dv_agent_set_position(s->l.world, s->self, place, &s->l.error), DV_OK);
    dv_agent_set_heading(s->l.world, s->self, (double)draw(s, -1, 1), NULL);
    dv_agent_set_velocity(s->l.world, s->self,
                          dv_scale(dv_agent_forward(s->l.world, s->self), SPEED), NULL);
}

static void note_outside(scene *s) {
    dv_vec3 place = place_of(s, s->self);
    s->counter += fabsf(place.x) > 50 || fabsf(place.y) > 50;
}

static bool was_never_outside(scene *s) { return s->counter == 0; }

// Along something

static dv_steering *path_following(void) {
    return MAKE("path_following", {"path", dv_value_name("path")});
}
static dv_steering *crowd_path_following(void) {
    return MAKE("crowd_path_following", {"path", dv_value_name("path")});
}

static const dv_vec3 zigzag[] = {{-4, -6, 0}, {6, -8, 0}, {12, 4, 0}, {0, 8, 0}, {-8, 14, 0}};
#define CORNERS (sizeof zigzag / sizeof *zigzag)

static void begin_path(scene *s) {
    dv_vec3 start = {draw(s, -6, -2), draw(s, -8, -4), 0};
    assert_int_equal(dv_agent_set_position(s->l.world, s->self, start, &s->l.error), DV_OK);
    dv_path path = lab_path(&s->l, zigzag, CORNERS, 1, false, false);
    lab_fill(&s->l, s->self, SLOT_PATH, path.bits);
}

/// The corners count in their order, but for the first: the nearest place on the path is beyond it.
/// A car with a circle of 1.5 m gets that close to each.
static void note_corners(scene *s) {
    s->counter = s->counter < 1 ? 1 : s->counter;
    if (s->counter < (int)CORNERS && distance_to(s, s->self, zigzag[s->counter]) < 2)
        s->counter++;
}

static bool passed_all(scene *s) { return s->counter == (int)CORNERS; }

static dv_steering *wall_following(void) { return lab_make("wall_following", NULL, 0); }

static void add_wall(scene *s, dv_vec3 from, dv_vec3 to) {
    dv_vec3 ends[] = {from, to};
    dv_obstacle_def def = {.shape = DV_WALL, .points = ends, .point_count = 2};
    dv_obstacle wall;
    assert_int_equal(dv_obstacle_create(s->l.world, &def, &wall, &s->l.error), DV_OK);
}

static void begin_wall(scene *s) {
    float side = draw(s, 0, 1) < 0.5f ? -3.0f : 3.0f;
    add_wall(s, dv_vec(-45, side, 0), dv_vec(45, side, 0));
    s->goal = dv_vec(0, side, 0);
}

static bool goes_along_wall(scene *s) {
    dv_vec3 velocity = dv_agent_velocity(s->l.world, s->self);
    float gap = fabsf(place_of(s, s->self).y - s->goal.y);
    return fabsf(gap - 2) < BODY && fabsf(velocity.x) > 0.8f * SPEED;
}

static dv_steering *flow_following(void) {
    return MAKE("flow_following", {"flow", dv_value_name("flow")});
}

static void begin_flow(scene *s) {
    dv_flow flow = lab_flow(&s->l);
    double angle = (double)draw(s, 0, 6);
    s->goal = dv_vec(SPEED * (float)dv_cos(angle), SPEED * (float)dv_sin(angle), 0);
    assert_int_equal(dv_flow_paint(s->l.world, flow, dv_vec(0, 0, 0), 200, s->goal, 1, &s->l.error),
                     DV_OK);
    lab_fill(&s->l, s->self, SLOT_FLOW, flow.bits);
}

static bool moves_with_flow(scene *s) {
    dv_flow flow = {dv_agent_slot(s->l.world, s->self, SLOT_FLOW).as.handle};
    dv_vec3 wanted = dv_flow_at(s->l.world, flow, place_of(s, s->self));
    return dv_length(dv_subtract(dv_agent_velocity(s->l.world, s->self), wanted)) < 0.1f * SPEED;
}

static const row rows[] = {
    {"interpose", interpose, begin_guard, NULL, is_between, 40, 0},
    {"shadow", shadow, begin_chase, NULL, moves_alike, 40, 0},
    {"leader_following", leader_following, begin_chase, NULL, is_behind, 60, 0},
    {"docking", docking, begin_docking, NULL, is_docked, 60, 0},
    {"wander", wander, begin_anywhere, note_way, has_roamed, 60, 0},
    {"noise_wander", noise_wander, begin_anywhere, note_way, has_roamed, 60, 0},
    {"target_speed", target_speed, begin_anywhere, NULL, keeps_speed, 20, 0},
    {"target_speed", target_speed, begin_anywhere, NULL, keeps_speed, 20, SPEED},
    {"containment", containment, begin_at_edge, note_outside, was_never_outside, 60, 0},
    {"path_following", path_following, begin_path, note_corners, passed_all, 60, 0},
    {"crowd_path_following", crowd_path_following, begin_path, note_corners, passed_all, 60, 0},
    {"wall_following", wall_following, begin_wall, NULL, goes_along_wall, 20, 0},
    {"flow_following", flow_following, begin_flow, NULL, moves_with_flow, 20, 0},
    {"seek", seek, begin_far, note_nearest, has_touched, 30, 0},
    {"arrival", arrival, begin_far, NULL, rests_there, 30, 0},
    {"arrival", arrival, begin_near, NULL, rests_there, 30, 0},
    {"flee", flee, begin_near, NULL, got_away, 20, 0},
    {"pursuit", pursuit, begin_chase, note_quarry, has_caught, 60, 0},
    {"evasion", evasion, begin_flight, note_quarry, was_never_caught, 30, SPEED},
    {"offset_pursuit", offset_pursuit, begin_chase, NULL, keeps_place, 60, 0},
};

static scene open_scene(const row *r, const body *b, double rate, uint64_t seed) {
    scene s = {.body = b, .rate = rate, .seed = seed, .nearest = INFINITY};
    dv_world_def def = lab_def();
    def.tick_rate = rate;
    def.seed = seed;
    lab_kinds kinds = {.steer = r->steer(), .locomotion = b->locomotion};
    kinds.properties[DV_MASS] = dv_value_number(1);
    kinds.properties[DV_RADIUS] = dv_value_number((double)BODY);
    kinds.properties[DV_MAX_SPEED] = dv_value_number((double)SPEED);
    kinds.properties[DV_MAX_FORCE] = dv_value_number(8);
    kinds.properties[DV_REVERSE] = dv_value_number(b->reverse);
    s.l = lab_open_with(def, kinds);
    dv_steering_release(kinds.steer);
    s.self = lab_spawn(&s.l, SHEEP, dv_vec(0, 0, 0), draw(&s, 0, 360), (float)r->speed);
    r->begin(&s);
    return s;
}

static bool reaches(const row *r, const body *b, double rate, uint64_t seed) {
    scene s = open_scene(r, b, rate, seed);
    for (int left = (int)(r->seconds * rate); left > 0; left--) {
        for (int i = 0; i < s.other_count; i++) { // they keep their way
            dv_vec3 forward = dv_agent_forward(s.l.world, s.others[i]);
            dv_agent_set_velocity(s.l.world, s.others[i], dv_scale(forward, OTHER_SPEED), NULL);
        }
        lab_step(&s.l);
        if (r->look)
            r->look(&s);
    }
    bool is_reached = r->is_reached(&s);
    lab_close(&s.l);
    return is_reached;
}

static void every_body_reaches_what_a_behavior_is_for(void **state) {
    (void)state;
    static const double rates[] = {20, 60, 240};
    int missed = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (size_t b = 0; b < BODIES; b++)
            for (int k = 0; k < 3; k++)
                for (uint64_t seed = 1; seed <= SEEDS; seed++) {
                    if (reaches(&rows[i], &bodies[b], rates[k], seed))
                        continue;
                    missed++;
                    print_message("%s, %s, %g Hz, seed %d: not reached\n", rows[i].behavior,
                                  bodies[b].name, rates[k], (int)seed);
                }
    assert_int_equal(missed, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_body_reaches_what_a_behavior_is_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
