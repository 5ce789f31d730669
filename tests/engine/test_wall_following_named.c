// Wall following along a given path or surface. For values, the agent is that of
// test_wall_following: at the origin, facing +x at 4 m/s, with a top speed of 10 m/s, a distance of
// 2 m, and a horizon of 0.5 s. For whole walks, it is a walker of 1.5 m/s with a response of 0.15
// s.
#include "../program.h"
#include "crossing_world.h"

#define EXACT 1e-3f
#define KEEP NUMBER("distance", 2), NUMBER("horizon", 0.5)
#define FOLLOW "wall_following", KEEP
#define ALONG                                                                                      \
    { "path", dv_value_name("path") }
#define OVER                                                                                       \
    { "surface", dv_value_name("surface") }

static void give_path(lab *l, dv_agent agent, dv_vec3 from, dv_vec3 to) {
    lab_fill(l, agent, SLOT_PATH, lab_path(l, (dv_vec3[]){from, to}, 2, 1, false, false).bits);
}

/// An agent with a straight path.
static dv_agent beside_a_path(lab *l, dv_vec3 place, float heading, float speed, dv_vec3 from,
                              dv_vec3 to) {
    dv_agent agent = lab_spawn(l, SHEEP, place, heading, speed);
    give_path(l, agent, from, to);
    lab_step(l);
    return agent;
}

// Paths in the plane

static void a_path_beside_is_followed_as_a_wall_is(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = beside_a_path(&l, dv_vec(0, 0, 0), 0, 4, dv_vec(-50, 5, 0), dv_vec(50, 5, 0));
    // The goal is (2, 3) off the predicted place; at the cap it would lie 3 m further.
    // 10 · (5, 3) / √34 − (4, 0)
    assert_vector(ASK(&l, agent, FOLLOW, ALONG), 4.574929f, 5.144958f, 0, EXACT);
    assert_vector(ASK(&l, agent, FOLLOW, ALONG, NUMBER("side", 1)), 4.574929f, 5.144958f, 0, EXACT);
    // the other way: 10 · (−3, 3) / √18 − (4, 0)
    assert_vector(ASK(&l, agent, FOLLOW, ALONG, NUMBER("side", -1)), -11.071068f, 7.071068f, 0,
                  EXACT);
    // It makes no difference which way the path goes.
    give_path(&l, agent, dv_vec(50, 5, 0), dv_vec(-50, 5, 0));
    assert_vector(ASK(&l, agent, FOLLOW, ALONG), 4.574929f, 5.144958f, 0, EXACT);
    assert_vector(ASK(&l, agent, FOLLOW, ALONG, NUMBER("side", 1)), 4.574929f, 5.144958f, 0, EXACT);
    lab_close(&l);
}

static void a_path_across_the_way_is_turned_from(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = beside_a_path(&l, dv_vec(0, 0, 0), 0, 4, dv_vec(2, -50, 0), dv_vec(2, 50, 0));
    // the goal is here, and 5 m to the left: the path comes to the right
    assert_vector(ASK(&l, agent, FOLLOW, ALONG), -4, 10, 0, EXACT);
    assert_vector(ASK(&l, agent, FOLLOW, ALONG, NUMBER("side", 1)), -4, -10, 0, EXACT);
    lab_close(&l);
}

// The prediction is (2, 0) ahead; the path lies 1 m ahead.
static void a_prediction_across_the_path_is_brought_back(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = beside_a_path(&l, dv_vec(0, 0, 0), 0, 4, dv_vec(1, -50, 0), dv_vec(1, 50, 0));
    // 2 m before it is (−1, 0), and 5 m to the left: 10 · (−1, 5) / √26 − (4, 0)
    assert_vector(ASK(&l, agent, FOLLOW, ALONG), -5.961161f, 9.805807f, 0, EXACT);
    // Already 1 m across, it goes on to 2 m, with the path on the right as well.
    give_path(&l, agent, dv_vec(-1, -50, 0), dv_vec(-1, 50, 0));
    assert_vector(ASK(&l, agent, FOLLOW, ALONG), -2.038839f, -9.805807f, 0, EXACT);
    lab_close(&l);
}

// 2 m to the left of it, where the path is to the right; or the other way.
static void on_the_path_it_steps_off_without_turning_about(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = beside_a_path(&l, dv_vec(0, 0, 0), 0, 4, dv_vec(-50, 0, 0), dv_vec(50, 0, 0));
    // 10 · (5, ±2) / √29 − (4, 0)
    assert_vector(ASK(&l, agent, FOLLOW, ALONG), 5.284767f, 3.713907f, 0, EXACT);
    assert_vector(ASK(&l, agent, FOLLOW, ALONG, NUMBER("side", 1)), 5.284767f, -3.713907f, 0,
                  EXACT);
    lab_close(&l);
}

// Beyond the end the normal leads out of the end itself.
static void an_open_end_is_gone_round(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = beside_a_path(&l, dv_vec(0, 0, 0), 0, 4, dv_vec(-50, 3, 0), dv_vec(-2, 3, 0));
    // The end is at (−4, 3) from the predicted place (2, 0), 5 m off. Out of it is (0.8, −0.6), and
    // along with the path on the left (0.6, 0.8): the goal (−2, 3) + (1.6, −1.2) = (−0.4, 1.8) has
    // 1.2 of the 5 m along it, 3.8 more are (1.88, 4.84).
    dv_vec3 way = dv_scale(dv_normalize(dv_vec(1.88f, 4.84f, 0)), 10);
    assert_vector(ASK(&l, agent, FOLLOW, ALONG), way.x - 4, way.y, 0, EXACT);
    // Before the end, with a prediction round it: (1, 2) off the end at (1, 1). The way along that
    // has the path on the right is (2, −1) / √5, of which the goal (1, 1) + 2 · (1, 2) / √5 has 1 /
    // √5.
    give_path(&l, agent, dv_vec(-50, 1, 0), dv_vec(1, 1, 0));
    dv_agent_set_position(l.world, agent, dv_vec(0, 0, 0), NULL);
    dv_agent_set_velocity(l.world, agent, dv_vec(4, 6, 0), NULL);
    lab_step(&l);
    way = dv_scale(dv_normalize(dv_vec(5.966563f, 0.752786f, 0)), 10);
    assert_vector(ASK(&l, agent, FOLLOW, ALONG), way.x - 4, way.y - 6, 0, EXACT);
    lab_close(&l);
}

static void nothing_named_or_too_far_is_zero(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 4);
    dv_obstacle_def def = {
        .shape = DV_BOX, .position = {0, 10, 0}, .width = 100, .depth = 10, .height = 5};
    dv_obstacle box;
    assert_int_equal(dv_obstacle_create(l.world, &def, &box, &l.error), DV_OK);
    lab_step(&l);
    // An obstacle is no path.
    assert_zero(ASK(&l, agent, FOLLOW, ALONG));
    assert_zero(ASK(&l, agent, FOLLOW, OVER));
    give_path(&l, agent, dv_vec(-50, 5, 0), dv_vec(50, 5, 0));
    assert_zero(ASK(&l, agent, FOLLOW, ALONG, NUMBER("radius", 4.9)));
    assert_vector(ASK(&l, agent, FOLLOW, ALONG, NUMBER("radius", 5.1)), 4.574929f, 5.144958f, 0,
                  EXACT);
    lab_close(&l);
}

static void check_refused(lab *l, dv_agent agent, dv_steering *steering, const char *message) {
    dv_vec3 vector;
    assert_int_not_equal(dv_agent_evaluate(l->world, agent, steering, &vector, &l->error), DV_OK);
    assert_string_equal(l->error.message, message);
    dv_steering_release(steering);
}

static void only_one_wall_is_followed(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 4);
    check_refused(&l, agent, MAKE("wall_following", KEEP, ALONG, OVER),
                  "test: steer.wall_following: path, surface: one of the two expected, not both");
    static const char feels[] =
        "test: steer.wall_following: rays: they feel obstacles, not a path or surface";
    check_refused(&l, agent, MAKE("wall_following", KEEP, ALONG, NUMBER("rays", 5)), feels);
    check_refused(&l, agent, MAKE("wall_following", KEEP, OVER, {"rays", dv_value_name("amount")}),
                  feels);
    check_refused(&l, agent, MAKE("wall_following", KEEP, {"path", dv_value_name("surface")}),
                  "test: steer.wall_following: path: slot 'surface' holds a surface");
    assert_zero(ASK(&l, agent, FOLLOW, ALONG, NUMBER("rays", 0)));
    lab_close(&l);
}

// Paths and surfaces in a volume

static lab open_over(const dv_surface_def *surface, dv_agent *agent, dv_vec3 place) {
    dv_world_def def = lab_def();
    def.space = DV_VOLUME;
    lab l = lab_open_with(def, (lab_kinds){.surfaces = surface, .surface_count = 1});
    *agent = lab_spawn(&l, SHEEP, place, 0, 4);
    dv_surface made;
    assert_int_equal(dv_surface_create(l.world, 0, &made, &l.error), DV_OK);
    lab_fill(&l, *agent, SLOT_SURFACE, made.bits);
    lab_step(&l);
    return l;
}

static void in_a_volume_a_path_is_kept_off_from_any_side(void **state) {
    (void)state;
    lab l = lab_open_volume();
    dv_agent agent =
        beside_a_path(&l, dv_vec(0, 0, 0), 0, 4, dv_vec(-50, 3, -4), dv_vec(50, 3, -4));
    // Out of it is (0, −0.6, 0.8): the goal (2, 3 − 1.2, −4 + 1.6), and 3 m more along it.
    dv_vec3 way = dv_scale(dv_normalize(dv_vec(5, 1.8f, -2.4f)), 10);
    assert_vector(ASK(&l, agent, FOLLOW, ALONG), way.x - 4, way.y, way.z, EXACT);
    assert_vector(ASK(&l, agent, FOLLOW, ALONG, NUMBER("side", 1)), way.x - 4, way.y, way.z, EXACT);
    // Back along it, of which the prediction has gone −2 of 5 m.
    way = dv_scale(dv_normalize(dv_vec(-3, 1.8f, -2.4f)), 10);
    assert_vector(ASK(&l, agent, FOLLOW, ALONG, NUMBER("side", -1)), way.x - 4, way.y, way.z,
                  EXACT);
    lab_close(&l);
}

static void a_surface_is_followed_as_the_agent_heads(void **state) {
    (void)state;
    dv_agent agent;
    dv_surface_def ground = {.name = "ground", .shape = DV_SURFACE_PLANE, .normal = {0, 0, 3}};
    lab l = open_over(&ground, &agent, dv_vec(0, 0, 5));
    // as a wall 5 m to the side: 10 · (5, 0, −3) / √34 − (4, 0, 0), whichever the side
    assert_vector(ASK(&l, agent, FOLLOW, OVER), 4.574929f, 0, -5.144958f, EXACT);
    assert_vector(ASK(&l, agent, FOLLOW, OVER, NUMBER("side", -1)), 4.574929f, 0, -5.144958f,
                  EXACT);
    assert_zero(ASK(&l, agent, FOLLOW, OVER, NUMBER("radius", 4.9)));
    // A dive is pulled out of where the roof points, which is where the nose pointed. The
    // prediction is 3 m above the ground: the goal (0, 0, −3), and 5 m on.
    dv_agent_set_velocity(l.world, agent, dv_vec(0, 0, -4), NULL);
    dv_agent_set_position(l.world, agent, dv_vec(0, 0, 5), NULL);
    lab_step(&l);
    assert_vector(ASK(&l, agent, FOLLOW, OVER), 8.574929f, 0, -5.144958f + 4, EXACT);
    lab_close(&l);
}

// Of a slope of 3 to 4, the point below the predicted place (2, 0, 5) is (2, 0, 1.5): the slope is
// 3.5 · 0.8 = 2.8 m away along the normal (−0.6, 0, 0.8).
static void heights_are_kept_off_square_to_their_slope(void **state) {
    (void)state;
    static const float heights[] = {-37.5f, 37.5f, -37.5f, 37.5f};
    dv_agent agent;
    dv_surface_def slope = {.name = "slope",
                            .shape = DV_SURFACE_HEIGHTS,
                            .low = {-50, -50, 0},
                            .high = {50, 50, 0},
                            .columns = 2,
                            .rows = 2,
                            .heights = heights};
    lab l = open_over(&slope, &agent, dv_vec(0, 0, 5));
    // The goal is 0.8 m nearer: (2 + 0.48, −0.64). Along (0.8, 0, 0.6) that is 1.6 of 5 m: 3.4
    // more.
    dv_vec3 way = dv_scale(dv_normalize(dv_vec(5.2f, 0, 1.4f)), 10);
    assert_vector(ASK(&l, agent, FOLLOW, OVER), way.x - 4, 0, way.z, EXACT);
    lab_close(&l);
}

// On the way

typedef struct track {
    float nearest, farthest; ///< m to the wall
    float laps;              ///< about the origin, counter-clockwise as seen from above
    float way;               ///< m in all
} track;

static void note(track *t, dv_vec3 last, dv_vec3 place, float distance) {
    t->nearest = distance < t->nearest ? distance : t->nearest;
    t->farthest = distance > t->farthest ? distance : t->farthest;
    t->laps +=
        (float)(dv_atan2(last.x * place.y - last.y * place.x, last.x * place.x + last.y * place.y) /
                (2 * DV_PI));
    t->way += dv_length(dv_subtract(place, last));
}

/// A walker sets out from a place toward another beside a path.
static track walk_along_path(dv_space space, const dv_path_def *def, double side, dv_vec3 from,
                             dv_vec3 to, int ticks) {
    scene s = scene_open(MAKE("wall_following", NUMBER("distance", 2), NUMBER("side", side), ALONG),
                         space);
    dv_path path = lab_path(&s.l, def->points, def->point_count, 0, def->closed, def->spline);
    scene_add(&s, from, to, WALKER_SPEED);
    lab_fill(&s.l, s.walkers[0], SLOT_PATH, path.bits);
    track t = {INFINITY, 0, 0, 0};
    for (int tick = 0; tick < ticks; tick++) {
        dv_vec3 last = dv_agent_position(s.l.world, s.walkers[0]);
        lab_step(&s.l);
        dv_vec3 place = dv_agent_position(s.l.world, s.walkers[0]);
        double along = dv_path_project(s.l.world, path, place, NULL);
        dv_vec3 point = dv_path_point(s.l.world, path, along, NULL);
        note(&t, last, place, dv_length(dv_subtract(place, point)));
    }
    scene_close(&s);
    return t;
}

static void check_track(const track *t, float low, float high, const char *what) {
    if (!(t->nearest >= low && t->farthest <= high))
        fail_msg("%s: between %g and %g m", what, (double)t->nearest, (double)t->farthest);
}

// What the walker's aim is off on a curve of curvature k is k · (a² / 2 + v · τ · a) at most: his
// prediction, a = 0.75 m ahead, sags by the first from the curve, and to turn with it within τ =
// 0.15 s he has to aim off by the second.
#define SAG (0.75f * 0.75f / 2 + WALKER_SPEED * 0.15f * 0.75f)

static void round_a_closed_path_it_keeps_its_distance(void **state) {
    (void)state;
    dv_vec3 points[24];
    for (int i = 0; i < 24; i++)
        points[i] =
            dv_vec(20 * (float)dv_cos(i * DV_PI / 12), 20 * (float)dv_sin(i * DV_PI / 12), 0);
    dv_path_def ring = {points, 24, 0, true, true};
    for (int side = -1; side <= 1; side += 2) {
        // With the ring on the left it goes round counter-clockwise outside, the other way inside.
        track outside = walk_along_path(DV_PLANE, &ring, side, dv_vec(22, 0, 0),
                                        dv_vec(22, (float)side, 0), 3000);
        check_track(&outside, 2 - SAG / 22, 2 + SAG / 22, "outside");
        assert_true(outside.laps * (float)side > 1.5f);
        track inside = walk_along_path(DV_PLANE, &ring, side, dv_vec(18, 0, 0),
                                       dv_vec(18, -(float)side, 0), 3000);
        check_track(&inside, 2 - SAG / 18, 2 + SAG / 18, "inside");
        assert_true(inside.laps * (float)side < -1.5f);
    }
}

// Outer corners are arcs of 2 m; inner ones are cut.
static void round_the_corners_of_a_path_it_keeps_within_a_quarter(void **state) {
    (void)state;
    static const dv_vec3 corners[] = {{-10, -6, 0}, {10, -6, 0}, {10, 6, 0}, {-10, 6, 0}};
    dv_path_def block = {corners, 4, 0, true, false};
    for (int side = -1; side <= 1; side += 2) {
        track outside = walk_along_path(DV_PLANE, &block, side, dv_vec(0, 8, 0),
                                        dv_vec(-(float)side, 8, 0), 3000);
        check_track(&outside, 2 - SAG / 2, 2 + SAG / 2, "outside");
        assert_true(outside.laps * (float)side > 2);
        track inside = walk_along_path(DV_PLANE, &block, side, dv_vec(0, 4, 0),
                                       dv_vec((float)side, 4, 0), 3000);
        check_track(&inside, 1.5f, 2.5f, "inside");
        assert_true(inside.laps * (float)side < -2);
    }
}

// There and back, over both ends, which are round with 2 m: in the plane and over a rope.
static void an_open_path_is_gone_round_again_and_again(void **state) {
    (void)state;
    static const dv_vec3 ends[] = {{-8, 0, 0}, {8, 0, 0}};
    dv_path_def line = {ends, 2, 0, false, false};
    track plane = walk_along_path(DV_PLANE, &line, 0, dv_vec(0, -2, 0), dv_vec(1, -2, 0), 3000);
    check_track(&plane, 2 - SAG / 2, 2 + SAG / 2, "plane");
    assert_true(plane.laps > 3 && plane.way > 0.99f * WALKER_SPEED * 150);
    track volume = walk_along_path(DV_VOLUME, &line, 0, dv_vec(0, 0, 2), dv_vec(1, 0, 2), 3000);
    check_track(&volume, 2 - SAG / 2, 2 + SAG / 2, "volume");
    assert_true(volume.way > 0.99f * WALKER_SPEED * 150);
}

/// How often the agent was on another side of the x axis than a tick before, on its way from a
/// place with a velocity; in the end it is to be 2 m from it, going on along x. It may be put on
/// the very path on its way.
static int sides_changed(dv_vec3 place, dv_vec3 velocity, bool touches, float side_of_end) {
    dv_steering *steer = MAKE("wall_following", KEEP, ALONG);
    lab l = lab_open_with(lab_def(), (lab_kinds){.steer = steer});
    dv_steering_release(steer);
    dv_agent agent = lab_spawn(&l, SHEEP, place, 0, 0);
    dv_agent_set_velocity(l.world, agent, velocity, NULL);
    give_path(&l, agent, dv_vec(-900, 0, 0), dv_vec(900, 0, 0));
    float last = place.y;
    int changes = 0;
    for (int tick = 0; tick < 300; tick++) {
        lab_step(&l);
        if (tick == 0 && touches)
            dv_agent_set_position(l.world, agent, dv_vec(0, 0, 0), NULL);
        float y = dv_agent_position(l.world, agent).y;
        changes += last * y < 0;
        last = y != 0 ? y : last;
    }
    assert_vector(dv_agent_velocity(l.world, agent), velocity.x > 0 ? 10 : -10, 0, 0, 0.05f);
    assert_float_equal(dv_agent_position(l.world, agent).y, 2 * side_of_end, 0.02);
    lab_close(&l);
    return changes;
}

// At 20 m/s² a body that comes at 10 m/s needs 2.5 m to stop.
static void a_body_that_cannot_stop_crosses_once_and_goes_on_its_way(void **state) {
    (void)state;
    for (int way = -1; way <= 1; way += 2)
        for (int from = -1; from <= 1; from += 2) {
            float y = (float)from;
            dv_vec3 velocity = {2 * (float)way, -9.8f * y, 0};
            assert_int_equal(sides_changed(dv_vec(0, 4 * y, 0), velocity, false, y), 0);
            assert_int_equal(sides_changed(dv_vec(0, y, 0), velocity, false, -y), 1);
            assert_int_equal(sides_changed(dv_vec(0, y, 0), velocity, true, -y), 1);
        }
}

// Over the whole of a ball, and over hills

static track fly_over(const dv_surface_def *def, dv_vec3 from, dv_vec3 to, int ticks,
                      float (*height)(dv_vec3)) {
    dv_steering *steer = MAKE("wall_following", NUMBER("distance", 2), OVER);
    dv_world_def world = lab_def();
    world.space = DV_VOLUME;
    world.tick_rate = 20;
    world.bounds = (dv_bounds){{-100, -100, -100}, {100, 100, 100}, DV_EDGE_OPEN};
    lab_kinds kinds = {.steer = steer, .surfaces = def, .surface_count = 1};
    kinds.properties[DV_MASS] = dv_value_number(1);
    kinds.properties[DV_RADIUS] = dv_value_number(0.3);
    kinds.properties[DV_MAX_SPEED] = dv_value_number((double)WALKER_SPEED);
    kinds.properties[DV_MAX_FORCE] = dv_value_number(8);
    kinds.properties[DV_RESPONSE] = dv_value_number(0.15);
    kinds.locomotion = "flying";
    scene s = {.l = lab_open_with(world, kinds)};
    dv_steering_release(steer);
    dv_surface surface;
    assert_int_equal(dv_surface_create(s.l.world, 0, &surface, &s.l.error), DV_OK);
    scene_add(&s, from, to, WALKER_SPEED);
    dv_agent_set_velocity(s.l.world, s.walkers[0],
                          dv_scale(dv_normalize(dv_subtract(to, from)), WALKER_SPEED), NULL);
    lab_fill(&s.l, s.walkers[0], SLOT_SURFACE, surface.bits);
    track t = {INFINITY, 0, 0, 0};
    for (int tick = 0; tick < ticks; tick++) {
        dv_vec3 last = dv_agent_position(s.l.world, s.walkers[0]);
        lab_step(&s.l);
        dv_vec3 place = dv_agent_position(s.l.world, s.walkers[0]);
        note(&t, last, place, height(place));
    }
    scene_close(&s);
    return t;
}

static float above_ball(dv_vec3 place) { return dv_length(place) - 20; }

static void over_a_ball_it_keeps_its_height(void **state) {
    (void)state;
    dv_surface_def ball = {.name = "ball", .shape = DV_SURFACE_SPHERE, .radius = 20};
    // Over the pole: a great circle of 138 m takes 1843 ticks.
    track t = fly_over(&ball, dv_vec(0, 0, 22), dv_vec(1, 0.5f, 22), 4000, above_ball);
    check_track(&t, 2 - SAG / 22, 2 + SAG / 22, "ball");
    assert_true(t.way > 0.99f * WALKER_SPEED * 200);
}

#define HILL_SIDE 201
#define WAVE (2 * DV_PI / 60) ///< 1/m

static double hill(double x, double y) { return 3 * dv_sin(WAVE * x) * dv_cos(WAVE * y); }

// Off the tangent below, which is off the nearest by the curvature times (2 m · slope)² / 2 at
// most.
static float above_hills(dv_vec3 place) {
    double x = (double)place.x * WAVE, y = (double)place.y * WAVE;
    double along_x = 3 * WAVE * dv_cos(x) * dv_cos(y), along_y = -3 * WAVE * dv_sin(x) * dv_sin(y);
    double rise = (double)place.z - hill((double)place.x, (double)place.y);
    return (float)(rise / dv_sqrt(1 + along_x * along_x + along_y * along_y));
}

static void over_hills_it_keeps_its_height(void **state) {
    (void)state;
    static float heights[HILL_SIDE * HILL_SIDE];
    for (int i = 0; i < HILL_SIDE * HILL_SIDE; i++)
        heights[i] = (float)hill(i % HILL_SIDE - 100.0, i / HILL_SIDE - 100.0);
    dv_surface_def hills = {.name = "hills",
                            .shape = DV_SURFACE_HEIGHTS,
                            .low = {-100, -100, 0},
                            .high = {100, 100, 0},
                            .columns = HILL_SIDE,
                            .rows = HILL_SIDE,
                            .heights = heights};
    // The hills curve by 3 · WAVE² in the most, and so much more 2 m below their floors; chords of
    // 1 m sag by an eighth of that.
    float curvature = (float)(3 * WAVE * WAVE), slope = (float)(3 * WAVE);
    float off = curvature / (1 - 2 * curvature) * SAG + curvature * (2 * slope) * (2 * slope) / 2 +
                curvature / 8;
    dv_vec3 from = dv_vec(-75, 0, -3 + 2); // above the floor of a hollow
    track t = fly_over(&hills, from, dv_add(from, dv_vec(4, 2, 0)), 1800, above_hills);
    check_track(&t, 2 - 2 * off, 2 + 2 * off, "hills");
    assert_true(t.way > 0.99f * WALKER_SPEED * 90);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_path_beside_is_followed_as_a_wall_is),
        cmocka_unit_test(a_path_across_the_way_is_turned_from),
        cmocka_unit_test(a_prediction_across_the_path_is_brought_back),
        cmocka_unit_test(on_the_path_it_steps_off_without_turning_about),
        cmocka_unit_test(an_open_end_is_gone_round),
        cmocka_unit_test(nothing_named_or_too_far_is_zero),
        cmocka_unit_test(only_one_wall_is_followed),
        cmocka_unit_test(in_a_volume_a_path_is_kept_off_from_any_side),
        cmocka_unit_test(a_surface_is_followed_as_the_agent_heads),
        cmocka_unit_test(heights_are_kept_off_square_to_their_slope),
        cmocka_unit_test(round_a_closed_path_it_keeps_its_distance),
        cmocka_unit_test(round_the_corners_of_a_path_it_keeps_within_a_quarter),
        cmocka_unit_test(an_open_path_is_gone_round_again_and_again),
        cmocka_unit_test(a_body_that_cannot_stop_crosses_once_and_goes_on_its_way),
        cmocka_unit_test(over_a_ball_it_keeps_its_height),
        cmocka_unit_test(over_hills_it_keeps_its_height),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
