// Experiments of the dissertation with a stated outcome: the radiator, the stream, a swamp, a maze
// crossed by depth alone, and a path past a hostile agent's gaze.
#include "base/alloc.h"
#include "base/math.h"
#include "steering/evaluate.h"
#include "world/world_data.h"

#include "../../program.h"

#include <math.h>
#include <string.h>

enum { WALKER, WATCHER };
enum { THING, HOSTILE };
enum { RATE = 20, MAX_PARTS = 4 };

static const dv_terrain_def stream_type = {.name = "stream", .weight = 10, .speed = 1};

/// A walk of one agent on legs: 0.3 m of radius, 1.4 m/s, strides of 0.7 m.
typedef struct walk {
    dv_program *program;
    dv_world *world;
    dv_agent walker, watcher;
    dv_error error;
    // Of what it did.
    double length;       ///< m
    uint32_t ticks;      ///< until it arrived
    uint32_t on_terrain; ///< ticks that its middle was on some
    uint32_t seen;       ///< ticks that the watcher saw it
    uint32_t reversals;  ///< how often it turned the other way than before, by more than 0.2 rad
    bool arrived;
} walk;

typedef struct part {
    const char *type;
    dv_argument arguments[4];
    uint32_t count;
    double weight;
} part;

#define NUMBER(name, number)                                                                       \
    { name, dv_value_number(number) }
#define GOAL(x, y)                                                                                 \
    { "target", dv_value_point((dv_vec3){x, y, 0}) }

static void require(walk *w, dv_result result) {
    if (result != DV_OK)
        fail_msg("%s", w->error.message);
}

static void add_walker(walk *w, const part *parts, uint32_t count, dv_steering *steer) {
    static const dv_slot_def slots[] = {{"thing", DV_SLOT_OBSTACLE}, {"hostile", DV_SLOT_AGENT}};
    dv_stress_part stresses[MAX_PARTS];
    dv_kind_def def = dv_kind_def_default();
    def.name = "walker";
    def.locomotion = "legged";
    def.slots = slots;
    def.slot_count = 2;
    def.properties[DV_RADIUS] = dv_value_number(0.3);
    def.properties[DV_MAX_SPEED] = dv_value_number(1.4);
    def.properties[DV_STRIDE] = dv_value_number(0.7);
    def.properties[DV_STAND_STILL] = dv_value_boolean(false);
    for (uint32_t i = 0; i < count; i++) {
        stresses[i].stress =
            dv_stress_create(parts[i].type, parts[i].arguments, parts[i].count, "test", &w->error);
        if (!stresses[i].stress)
            fail_msg("%s", w->error.message);
        stresses[i].weight = dv_value_number(parts[i].weight);
        stresses[i].power = dv_value_number(1);
    }
    def.stress = stresses;
    def.stress_count = count;
    def.steer = steer;
    require(w, dv_program_add_kind(w->program, &def, &w->error));
    for (uint32_t i = 0; i < count; i++)
        dv_stress_release(stresses[i].stress);
}

static void add_watcher(walk *w) {
    dv_kind_def def = dv_kind_def_default();
    def.name = "watcher";
    def.locomotion = "fixed";
    def.occluded = true;
    def.properties[DV_SIGHT_RANGE] = dv_value_number(40);
    def.properties[DV_SIGHT_ANGLE] = dv_value_number(DV_PI * 5 / 6);
    require(w, dv_program_add_kind(w->program, &def, &w->error));
}

static walk walk_open(const part *parts, uint32_t count, dv_steering *steer) {
    walk w = {.program = dv_program_create()};
    dv_world_def def = dv_world_def_default();
    def.tick_rate = RATE;
    require(&w, dv_program_add_terrain(w.program, &stream_type, &w.error));
    add_walker(&w, parts, count, steer);
    add_watcher(&w);
    require(&w, dv_program_finish(w.program, &w.error));
    w.world = dv_world_create(&def, w.program, &w.error);
    assert_non_null(w.world);
    return w;
}

static void walk_close(walk *w) {
    dv_world_destroy(w->world);
    dv_program_release(w->program);
}

static int leave_nothing(void **state) {
    (void)state;
    return dv_allocated_bytes() == 0 ? 0 : -1;
}

static dv_agent spawn(walk *w, uint32_t kind, float x, float y, double degrees) {
    dv_agent_def def = dv_agent_def_default(kind);
    dv_agent agent;
    def.position = dv_vec(x, y, 0);
    def.heading = (float)(degrees * DV_PI / 180);
    require(w, dv_agent_spawn(w->world, &def, &agent, &w->error));
    return agent;
}

static dv_obstacle_def box(float x, float y, float width, float depth, double degrees) {
    return (dv_obstacle_def){.shape = DV_BOX,
                             .position = dv_vec(x, y, 0),
                             .width = width,
                             .depth = depth,
                             .height = 1,
                             .heading = (float)(degrees * DV_PI / 180)};
}

static dv_obstacle put(walk *w, dv_obstacle_def def) {
    dv_obstacle obstacle;
    require(w, dv_obstacle_create(w->world, &def, &obstacle, &w->error));
    return obstacle;
}

static void put_wall(walk *w, float x0, float y0, float x1, float y1) {
    const dv_vec3 ends[] = {{x0, y0, 0}, {x1, y1, 0}};
    put(w, (dv_obstacle_def){.shape = DV_WALL, .points = ends, .point_count = 2});
}

static void fill(walk *w, uint32_t slot, uint64_t handle) {
    dv_slot_value value = {.is_set = true, .as.handle = handle};
    require(w, dv_agent_set_slot(w->world, w->walker, slot, value, &w->error));
}

static void lay(walk *w, dv_obstacle_def shape) {
    dv_region_def def = {.shape = shape, .speed = 1};
    dv_region region;
    require(w, dv_region_create(w->world, &def, &region, &w->error));
    require(w, dv_region_set_terrain(w->world, region, 0, &w->error));
}

static void note_turn(walk *w, double *heading, double *last) {
    double now = dv_agent_heading(w->world, w->walker);
    double turn = remainder(now - *heading, 2 * DV_PI);
    if (fabs(turn) < 0.2)
        return;
    *heading = now;
    w->reversals += turn * *last < 0;
    *last = turn;
}

/// Walk until within 0.5 m of a place, or for some seconds.
static void go(walk *w, float x, float y, uint32_t seconds) {
    double heading = dv_agent_heading(w->world, w->walker), last = 0;
    while (w->ticks < seconds * RATE && !w->arrived) {
        dv_vec3 before = dv_agent_position(w->world, w->walker);
        require(w, dv_world_step(w->world, &w->error));
        dv_vec3 here = dv_agent_position(w->world, w->walker);
        w->ticks++;
        w->length += dv_length_double(dv_subtract(here, before));
        w->on_terrain += dv_world_terrain_at(w->world, here) >= 0;
        w->seen += w->watcher.bits && dv_agent_sees(w->world, w->watcher, w->walker);
        note_turn(w, &heading, &last);
        w->arrived = dv_length(dv_subtract(here, dv_vec(x, y, 0))) < 0.5f;
    }
}

/// Go there: stress grows with the distance, not its square, so that it weighs the same far off.
#define ATTRACTION(x, y)                                                                           \
    { "attract", {GOAL(x, y), NUMBER("distance_power", 0.5), NUMBER("angle_scale", 0.3)}, 3, 1 }

// The radiator

#define HEAT 1.5f ///< m, how far off it is hot

// What Becket and Badler's agents do: step away where it is hot now, else toward the goal.
static dv_vec3 now_hot(const dv_steering_context *context, const dv_bound *parameters,
                       void *state) {
    (void)state;
    dv_target thing;
    dv_vec3 way = dv_subtract(dv_vec(20, 0, 0), context->position);
    assert_true(dv_target_of(context, parameters, 0, &thing));
    dv_vec3 away = dv_subtract(context->position, thing.position);
    if (dv_length(away) - context->radius < HEAT)
        way = away;
    return dv_subtract(dv_scale(dv_normalize(way), context->cap), context->velocity);
}

static dv_steering *instantaneous(void) {
    static const dv_parameter parameters[] = {
        {"target", DV_PARAMETER_TARGET, true, "", 0, 0, 0, "the radiator"}};
    static const dv_behavior_type type = {.entry = {"now_hot", "for a test", "", parameters, 1, 0},
                                          .evaluate = now_hot};
    dv_argument thing = {"target", dv_value_name("thing")};
    dv_error error;
    if (!dv_behavior_type_by_name("now_hot"))
        assert_int_equal(dv_register_behavior(&type, &error), DV_OK);
    return dv_behavior_create("now_hot", &thing, 1, "test", 0, &error);
}

static walk past_the_radiator(const part *parts, uint32_t count, dv_steering *steer) {
    walk w = walk_open(parts, count, steer);
    w.walker = spawn(&w, WALKER, 0, 1.2f, 0);
    fill(&w, THING, put(&w, box(10, -1, 10, 0.2f, 0)).bits);
    go(&w, 20, 0, 60);
    return w;
}

// The straight way to the goal leads through the heat.
static void candidate_states_leave_no_sawtooth_along_a_radiator(void **state) {
    (void)state;
    const part inertia[] = {{"inertia", {{0}}, 0, 0.2}};
    const part candidate_states[] = {
        {"inertia", {{0}}, 0, 0.2},
        ATTRACTION(20, 0),
        {"avoid",
         {{"target", dv_value_name("thing")}, NUMBER("distance", HEAT), NUMBER("angle_scale", 0)},
         3,
         20}};
    dv_steering *steer = instantaneous();
    walk instant = past_the_radiator(inertia, 1, steer);
    walk candidate = past_the_radiator(candidate_states, 3, NULL);
    dv_steering_release(steer);
    assert_true(candidate.arrived);
    assert_true(instant.reversals >= 6);
    assert_true(candidate.reversals <= 2);
    assert_true(!instant.arrived || candidate.length < instant.length);
    walk_close(&instant);
    walk_close(&candidate);
}

// The stream

static walk over_the_stream(uint32_t parts) {
    const part minding[] = {ATTRACTION(20, 0), {"terrain", {NUMBER("steps", 4)}, 1, 0.03}};
    walk w = walk_open(minding, parts, NULL);
    lay(&w, box(10, 0, 3, 60, 60));
    w.walker = spawn(&w, WALKER, 0, 0, 0);
    go(&w, 20, 0, 60);
    assert_true(w.arrived);
    return w;
}

// It lies at a slant across the way, 3 m wide: 6 m of water straight on.
static void the_stream_is_crossed_after_a_slight_turn(void **state) {
    (void)state;
    walk blind = over_the_stream(1);
    walk minding = over_the_stream(2);
    assert_true(minding.on_terrain > 0);
    assert_true(minding.on_terrain < 0.85 * blind.on_terrain);
    assert_true(minding.length < 1.25 * blind.length);
    walk_close(&blind);
    walk_close(&minding);
}

// The swamp

static walk past_the_swamp(double steps) {
    const part minding[] = {ATTRACTION(20, 0),
                            {"terrain", {NUMBER("steps", steps), NUMBER("fading", 0.7)}, 2, 0.2}};
    walk w = walk_open(minding, 2, NULL);
    lay(&w, (dv_obstacle_def){.shape = DV_SPHERE, .position = dv_vec(10, 0.7f, 0), .radius = 4});
    w.walker = spawn(&w, WALKER, 0, 0, 0);
    go(&w, 20, 0, 60);
    return w;
}

static void looking_ahead_keeps_out_of_bad_ground(void **state) {
    (void)state;
    walk near = past_the_swamp(1);
    walk far = past_the_swamp(6);
    assert_true(far.arrived);
    assert_int_equal(far.on_terrain, 0);
    assert_true(near.on_terrain > 0);
    walk_close(&near);
    walk_close(&far);
}

// The maze

static void depth_alone_leads_through_a_maze(void **state) {
    (void)state;
    const part feeling[] = {{"depth", {NUMBER("max", 6)}, 1, 1}};
    walk w = walk_open(feeling, 1, NULL);
    put_wall(&w, 0, 0, 12, 0);
    put_wall(&w, 0, 0, 0, 9);
    put_wall(&w, 0, 9, 12, 9);
    put_wall(&w, 12, 9, 12, 3);
    put_wall(&w, 4, 0, 4, 6);
    put_wall(&w, 8, 9, 8, 3);
    w.walker = spawn(&w, WALKER, 2, 1.5f, 90);
    go(&w, 14, 1.5f, 120);
    assert_true(dv_agent_position(w.world, w.walker).x > 12);
    walk_close(&w);
}

// The gaze

// The watcher looks across the way in a view of 150°: behind its back is room.

static walk past_the_watcher(uint32_t parts) {
    const part shy[] = {
        ATTRACTION(20, 2.2f),
        {"avoid", {{"target", dv_value_name("hostile")}, NUMBER("angle_scale", 0)}, 2, 0.5},
        {"gaze_avoid", {{"kind", dv_value_name("watcher")}}, 1, 50}};
    walk w = walk_open(shy, parts, NULL);
    w.watcher = spawn(&w, WATCHER, 10, 4, -90);
    w.walker = spawn(&w, WALKER, 0, 2.2f, 0);
    fill(&w, HOSTILE, w.watcher.bits);
    go(&w, 20, 2.2f, 60);
    return w;
}

static void the_goal_is_reached_unseen(void **state) {
    (void)state;
    walk bold = past_the_watcher(2);
    walk shy = past_the_watcher(3);
    assert_true(bold.arrived && bold.seen > 0);
    assert_true(shy.arrived);
    assert_int_equal(shy.seen, 0);
    walk_close(&bold);
    walk_close(&shy);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(candidate_states_leave_no_sawtooth_along_a_radiator,
                                  leave_nothing),
        cmocka_unit_test_teardown(the_stream_is_crossed_after_a_slight_turn, leave_nothing),
        cmocka_unit_test_teardown(looking_ahead_keeps_out_of_bad_ground, leave_nothing),
        cmocka_unit_test_teardown(depth_alone_leads_through_a_maze, leave_nothing),
        cmocka_unit_test_teardown(the_goal_is_reached_unseen, leave_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
