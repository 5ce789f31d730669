// Rows of the goal-achieving matrix: what an agent does on its own.
#include "goals.h"

#include "drover/fields.h"
#include "steering/desired.h"

// To a place

static dv_steering *seek(void) { return MAKE("seek", {"target", dv_value_name("place")}); }
static dv_steering *arrival(void) { return MAKE("arrival", {"target", dv_value_name("place")}); }
static dv_steering *flee(void) { return MAKE("flee", {"target", dv_value_name("place")}); }

static void begin_far(attempt *s) { aim_at(s, somewhere(s, 12)); }
static void begin_near(attempt *s) { aim_at(s, somewhere(s, 2)); }

static bool has_touched(attempt *s) { return s->nearest < BODY; }

static dv_steering *docking(void) { return MAKE("docking", {"target", dv_value_name("berth")}); }

static void begin_docking(attempt *s) {
    s->goal = somewhere(s, 12);
    s->sums[0] = draw(s, 0, 6);
    dv_slot_value value = {.is_set = true};
    value.as.pose.position = s->goal;
    value.as.pose.heading = s->sums[0];
    assert_int_equal(dv_agent_set_slot(s->l.world, s->self, SLOT_POSE, value, &s->l.error), DV_OK);
}

static bool is_docked(attempt *s) {
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

static void begin_anywhere(attempt *s) { s->goal = dv_agent_forward(s->l.world, s->self); }

/// Add up the way it has come, and how far it has turned to either side.
static void note_way(attempt *s) {
    dv_vec3 forward = dv_agent_forward(s->l.world, s->self);
    float turn = s->goal.x * forward.y - s->goal.y * forward.x;
    s->goal = forward;
    s->sums[0] += speed_of(s, s->self) / (float)s->rate;
    s->sums[turn > 0 ? 1 : 2] += fabsf(turn);
}

static bool has_roamed(attempt *s) {
    return s->sums[0] > 0.5f * SPEED * 60 && s->sums[1] > 1 && s->sums[2] > 1;
}

static bool keeps_speed(attempt *s) { return fabsf(speed_of(s, s->self) - 1) < 0.05f; }

static void begin_at_edge(attempt *s) {
    dv_vec3 place = {40, draw(s, -20, 20), 0};
    assert_int_equal(dv_agent_set_position(s->l.world, s->self, place, &s->l.error), DV_OK);
    dv_agent_set_heading(s->l.world, s->self, (double)draw(s, -1, 1), NULL);
    dv_agent_set_velocity(s->l.world, s->self,
                          dv_scale(dv_agent_forward(s->l.world, s->self), SPEED), NULL);
}

static void note_outside(attempt *s) {
    dv_vec3 place = place_of(s, s->self);
    s->counter += fabsf(place.x) > 50 || fabsf(place.y) > 50;
}

static bool was_never_outside(attempt *s) { return s->counter == 0; }

// Along something

static dv_steering *path_following(void) {
    return MAKE("path_following", {"path", dv_value_name("path")});
}
static dv_steering *crowd_path_following(void) {
    return MAKE("crowd_path_following", {"path", dv_value_name("path")});
}

static const dv_vec3 zigzag[] = {{-4, -6, 0}, {6, -8, 0}, {12, 4, 0}, {0, 8, 0}, {-8, 14, 0}};
#define CORNERS (sizeof zigzag / sizeof *zigzag)

static void begin_path(attempt *s) {
    dv_vec3 start = {draw(s, -6, -2), draw(s, -8, -4), 0};
    assert_int_equal(dv_agent_set_position(s->l.world, s->self, start, &s->l.error), DV_OK);
    dv_path path = lab_path(&s->l, zigzag, CORNERS, 1, false, false);
    lab_fill(&s->l, s->self, SLOT_PATH, path.bits);
}

/// The corners count in their order, but for the first: the nearest place on the path is beyond it.
/// A car with a circle of 1.5 m gets that close to each.
static void note_corners(attempt *s) {
    s->counter = s->counter < 1 ? 1 : s->counter;
    if (s->counter < (int)CORNERS && distance_to(s, s->self, zigzag[s->counter]) < 2)
        s->counter++;
}

static bool passed_all(attempt *s) { return s->counter == (int)CORNERS; }

static dv_steering *wall_following(void) { return lab_make("wall_following", NULL, 0); }

static void add_wall(attempt *s, dv_vec3 from, dv_vec3 to) {
    dv_vec3 ends[] = {from, to};
    dv_obstacle_def def = {.shape = DV_WALL, .points = ends, .point_count = 2};
    dv_obstacle wall;
    assert_int_equal(dv_obstacle_create(s->l.world, &def, &wall, &s->l.error), DV_OK);
}

static dv_steering *wayfinding(void) {
    return MAKE("wayfinding", {"target", dv_value_name("place")}, NUMBER("clearance", 0.5));
}

/// A wall of 8 m stands across the way to the goal.
static void begin_behind_wall(attempt *s) {
    dv_vec3 goal = somewhere(s, 12), middle = dv_scale(goal, 0.5f);
    dv_vec3 along = dv_scale(dv_left_of(dv_normalize(goal)), 4);
    add_wall(s, dv_subtract(middle, along), dv_add(middle, along));
    aim_at(s, goal);
}

static void begin_wall(attempt *s) {
    float side = draw(s, 0, 1) < 0.5f ? -3.0f : 3.0f;
    add_wall(s, dv_vec(-45, side, 0), dv_vec(45, side, 0));
    s->goal = dv_vec(0, side, 0);
}

static bool goes_along_wall(attempt *s) {
    dv_vec3 velocity = dv_agent_velocity(s->l.world, s->self);
    float gap = fabsf(place_of(s, s->self).y - s->goal.y);
    return fabsf(gap - 2) < BODY && fabsf(velocity.x) > 0.8f * SPEED;
}

static dv_steering *flow_following(void) {
    return MAKE("flow_following", {"flow", dv_value_name("flow")});
}

static void begin_flow(attempt *s) {
    dv_flow flow = lab_flow(&s->l);
    double angle = (double)draw(s, 0, 6);
    s->goal = dv_vec(SPEED * (float)dv_cos(angle), SPEED * (float)dv_sin(angle), 0);
    assert_int_equal(dv_flow_paint(s->l.world, flow, dv_vec(0, 0, 0), 200, s->goal, 1, &s->l.error),
                     DV_OK);
    lab_fill(&s->l, s->self, SLOT_FLOW, flow.bits);
}

static bool moves_with_flow(attempt *s) {
    dv_flow flow = {dv_agent_slot(s->l.world, s->self, SLOT_FLOW).as.handle};
    dv_vec3 wanted = dv_flow_at(s->l.world, flow, place_of(s, s->self));
    return dv_length(dv_subtract(dv_agent_velocity(s->l.world, s->self), wanted)) < 0.1f * SPEED;
}

static dv_steering *climb(void) {
    return MAKE("climb", {"field", dv_value_name("scent")}, NUMBER("distance", 2));
}

/// A cone of scent on cells of 1 m, with its peak somewhere else.
static void begin_scent(attempt *s) {
    s->goal = somewhere(s, 12);
    dv_field scent = dv_world_field(s->l.world, 0);
    for (int x = -50; x < 50; x++)
        for (int y = -50; y < 50; y++) {
            dv_vec3 cell = dv_vec((float)x + 0.5f, (float)y + 0.5f, 0);
            double amount = 10 - (double)dv_length(dv_subtract(cell, s->goal)) / 10;
            assert_int_equal(dv_field_set(s->l.world, scent, cell, amount, &s->l.error), DV_OK);
        }
}

static bool came_to_a_cell_of_the_peak(attempt *s) { return s->nearest < 1.5f; }

// Over an area

static dv_steering *explore(void) {
    return MAKE("explore", NUMBER("radius", 3), {"region", dv_value_name("region")});
}

// A place in every meter of an area of 24 m × 12 m.
#define COLUMNS 25
#define LINES 13

static void begin_area(attempt *s) {
    static const dv_vec3 outline[] = {{-12, -6, 0}, {12, -6, 0}, {12, 6, 0}, {-12, 6, 0}};
    dv_region_def def = dv_region_def_default();
    def.shape = (dv_obstacle_def){.shape = DV_POLYGON, .points = outline, .point_count = 4};
    dv_region region;
    assert_int_equal(dv_region_create(s->l.world, &def, &region, &s->l.error), DV_OK);
    lab_fill(&s->l, s->self, SLOT_REGION, region.bits);
    put(s, s->self, dv_vec(draw(s, -12, 12), draw(s, -6, 6), 0), draw(s, 0, 6), 0);
}

static void note_explored(attempt *s) {
    for (int i = 0; i < COLUMNS * LINES; i++) {
        dv_vec3 place = {(float)(i % COLUMNS - 12), (float)(i / COLUMNS - 6), 0};
        s->seen[i] = s->seen[i] || distance_to(s, s->self, place) <= 3;
    }
}

static bool was_everywhere(attempt *s) {
    int count = 0;
    for (int i = 0; i < COLUMNS * LINES; i++)
        count += s->seen[i];
    return count == COLUMNS * LINES;
}

static dv_steering *forage(void) {
    return MAKE("forage", {"kind", dv_value_name("dog")}, NUMBER("radius", 4));
}

// Food all around, and none near. An agent that leaves the circle comes within the radius of some,
// but rarely meets any by chance.
static void begin_hungry(attempt *s) {
    double first = (double)draw(s, 0, 1);
    for (int i = 0; i < 12; i++)
        s->others[s->other_count++] =
            add_still(s, DOG, at_angle(first + i * 2 * DV_PI / 12, 12), 0);
}

static void note_food(attempt *s) {
    for (int i = 0; i < s->other_count; i++) {
        s->goal = place_of(s, s->others[i]);
        note_nearest(s);
    }
}

static bool has_found_food(attempt *s) { return s->nearest < 2 * BODY + 0.05f; }

// As a script says

static dv_steering *custom(void) { return MAKE("custom", {"call", dv_value_callback(0)}); }

static bool say_velocity(void *context, const dv_world *world, dv_agent agent, int32_t callback,
                         dv_vec3 *vector) {
    (void)callback;
    const attempt *s = context;
    *vector = dv_subtract(s->goal, dv_agent_velocity(world, agent));
    return true;
}

static void begin_script(attempt *s) {
    s->goal = somewhere(s, draw(s, 0.5f * SPEED, SPEED));
    dv_host host = {.context = s, .custom = say_velocity};
    dv_world_set_host(s->l.world, &host);
}

static bool moves_as_said(attempt *s) {
    return dv_length(dv_subtract(velocity_of(s, s->self), s->goal)) < 0.1f * SPEED;
}

static const row rows[] = {
    {"wander", wander, begin_anywhere, note_way, has_roamed, 60, 0, false, EVERYBODY},
    {"noise_wander", noise_wander, begin_anywhere, note_way, has_roamed, 60, 0, false, EVERYBODY},
    {"target_speed", target_speed, begin_anywhere, NULL, keeps_speed, 20, 0, false, EVERYBODY},
    {"target_speed", target_speed, begin_anywhere, NULL, keeps_speed, 20, SPEED, false, EVERYBODY},
    {"containment", containment, begin_at_edge, note_outside, was_never_outside, 60, 0, false,
     EVERYBODY},
    {"path_following", path_following, begin_path, note_corners, passed_all, 60, 0, true,
     EVERYBODY},
    {"crowd_path_following", crowd_path_following, begin_path, note_corners, passed_all, 60, 0,
     true, EVERYBODY},
    {"wall_following", wall_following, begin_wall, NULL, goes_along_wall, 20, 0, false, EVERYBODY},
    {"flow_following", flow_following, begin_flow, NULL, moves_with_flow, 20, 0, false, EVERYBODY},
    {"climb", climb, begin_scent, note_nearest, came_to_a_cell_of_the_peak, 40, 0, true, EVERYBODY},
    {"seek", seek, begin_far, note_nearest, has_touched, 30, 0, true, EVERYBODY},
    {"arrival", arrival, begin_far, NULL, rests_there, 30, 0, false, EVERYBODY},
    {"arrival", arrival, begin_near, NULL, rests_there, 30, 0, false, EVERYBODY},
    {"wayfinding", wayfinding, begin_behind_wall, NULL, rests_there, 40, 0, false, EVERYBODY},
    {"docking", docking, begin_docking, NULL, is_docked, 60, 0, false, EVERYBODY},
    {"flee", flee, begin_near, NULL, got_away, 20, 0, false, EVERYBODY},
    {"explore", explore, begin_area, note_explored, was_everywhere, 120, 0, true, EVERYBODY},
    {"forage", forage, begin_hungry, note_food, has_found_food, 60, 0, true, EVERYBODY},
    {"custom", custom, begin_script, NULL, moves_as_said, 20, 0, false, EVERYBODY},
};

GOALS(rows)
