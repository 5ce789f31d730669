// What an orbit shows of what lies on the ground and of balls, also where it is partly behind the
// eye.
#include "../program.h"
#include "volume_fixture.h"

/// Look from 12 m away, from 11 m south of the origin and 4 m above it, at a floor with something
/// on it. `cell` is the size of the cells of its field, as in "cell = 5".
static void open_floor(picture *p, const char *setup, const char *cell) {
    open_picture(p,
                 read_script_with("draw/floor.lua", "--[[setup]]", setup, "cell = 5", cell, NULL));
    p->camera.scale = 60;
    dv_camera_orbit(&p->camera, 0, 20);
    draw(p);
}

/// The color of the floor 8 m in front of the eye.
static uint32_t floor_color(const picture *p) { return pixel_at(p, 0.3, -3.2, 0); }

static uint32_t color_with(const char *setup, bool selects) {
    picture p;
    open_floor(&p, setup, "cell = 5");
    p.options.selected = selects ? dv_world_agent_at(world_of(&p), 0) : (dv_agent){0};
    draw(&p);
    uint32_t color = floor_color(&p);
    close_picture(&p);
    return color;
}

static void what_lies_around_the_eye_is_seen_as_far_as_it_is_in_front(void **state) {
    (void)state;
    static const char *const setups[] = {
        "world:region { shape = { box = { x = 0, y = 0, w = 30, d = 38 } }, terrain = 'water' }",
        "world:region { shape = { box = { x = 4, y = -10, w = 30, d = 19 } }, terrain = 'water' }",
        "world:region { shape = { sphere = { x = 0, y = -14, radius = 13 } }, terrain = 'water' }",
    };
    uint32_t bare = color_with("", false);
    for (size_t i = 0; i < sizeof setups / sizeof *setups; i++)
        if (color_distance(bare, color_with(setups[i], false)) < 60)
            fail_msg("%s is not seen", setups[i]);
}

static void the_sight_of_an_agent_behind_the_eye_is_seen(void **state) {
    (void)state;
    const char *setup = "world:spawn('eagle', { x = 0, y = -16, z = 0 })";
    assert_true(color_distance(color_with(setup, false), color_with(setup, true)) > 5);
}

static int count_red(const picture *p) {
    int count = 0;
    for (int i = 0; i < side * side; i++)
        count += is_red(p->pixels[i]);
    return count;
}

static void a_trail_leads_behind_the_eye(void **state) {
    (void)state;
    picture p;
    dv_error error;
    open_floor(&p, "world:spawn('runner', { x = 0.3, y = -2, z = 0.2 })", "cell = 5");
    p.options.trails = true;
    for (int i = 0; i < 26; i++) {
        assert_int_equal(dv_scenario_step(p.scenario, &error), DV_OK);
        assert_int_equal(dv_motion_trace(&p.drawing->motion, world_of(&p)), DV_OK);
    }
    assert_true(isnan(dv_camera_spot(&p.camera, 0.3, -15, 0.2).pixel.x));
    draw(&p);
    assert_true(count_red(&p) > 50);
    close_picture(&p);
}

/// Whether something red is within two pixels of a place.
static bool is_red_at(const picture *p, double x, double y, double z) {
    dv_pixel at = dv_camera_spot(&p->camera, x, y, z).pixel;
    bool found = false;
    for (int j = (int)at.y - 2; j <= (int)at.y + 2; j++)
        for (int i = (int)at.x - 2; i <= (int)at.x + 2; i++)
            found |= is_red(p->pixels[j * side + i]);
    return found;
}

// Its trail is at the height where it was, not on the ground below.
static void the_trail_of_one_that_circles_hangs_in_the_air(void **state) {
    (void)state;
    const double turn = 2 * 3.14159265358979;
    picture p;
    dv_error error;
    open_picture(&p, read_script_with("draw/floor.lua", "--[[setup]]",
                                      "world:spawn('runner', { x = 8, y = 0, z = 6 })",
                                      "agent.y = agent.y - 0.5",
                                      "local at = world.tick / 40 * 2 * math.pi "
                                      "agent.x, agent.y = 8 * math.cos(at), 8 * math.sin(at)",
                                      NULL));
    dv_camera_orbit(&p.camera, 0, 20);
    p.options.trails = true;
    for (int i = 0; i < 38; i++) {
        assert_int_equal(dv_scenario_step(p.scenario, &error), DV_OK);
        assert_int_equal(dv_motion_trace(&p.drawing->motion, world_of(&p)), DV_OK);
    }
    draw(&p);
    int in_the_air = 0, on_the_ground = 0;
    for (int i = 4; i < 34; i++) {
        double x = 8 * cos(turn * i / 40), y = 8 * sin(turn * i / 40);
        in_the_air += is_red_at(&p, x, y, 6);
        on_the_ground += is_red_at(&p, x, y, 0);
    }
    assert_int_equal(in_the_air, 30);
    // Seen from the south, one part of the circle is before another's ground.
    assert_true(on_the_ground < 8);
    close_picture(&p);
}

/// How many pixels are red halfway between two heights that a trail leads from and to.
static int red_halfway(const char *rise, double halfway) {
    picture p;
    dv_error error;
    const char *setup = "world:spawn('runner', { x = 0.3, y = -2, z = 1 })";
    open_picture(&p, read_script_with("draw/floor.lua", "--[[setup]]", setup,
                                      "agent.y = agent.y - 0.5", rise, NULL));
    dv_camera_orbit(&p.camera, 0, 20);
    p.options.trails = true;
    assert_int_equal(dv_motion_trace(&p.drawing->motion, world_of(&p)), DV_OK);
    assert_int_equal(dv_scenario_step(p.scenario, &error), DV_OK);
    draw(&p);
    dv_pixel at = dv_camera_spot(&p.camera, 0.3, -2, halfway).pixel;
    int count = 0;
    for (int x = (int)at.x - 3; x <= (int)at.x + 3; x++)
        count += is_red(p.pixels[(int)at.y * side + x]);
    close_picture(&p);
    return count;
}

// The picture is 40 m wide. Who moves by more than a third of that has crossed a wrapped edge.
static void a_trail_does_not_join_far_heights(void **state) {
    (void)state;
    assert_true(red_halfway("agent.z = 9", 5) > 0);
    assert_int_equal(red_halfway("agent.z = 19", 10), 0);
}

/// Whether the line of sight through a pixel meets a ball. Where it does so too near to the eye,
/// the ball is cut off, and `is_cut` becomes true.
static bool meets(const picture *p, int x, int y, const double center[3], double radius,
                  bool *is_cut) {
    const dv_camera *c = &p->camera;
    double right = (x + 0.5 - side / 2.0) / c->scale, down = (y + 0.5 - side / 2.0) / c->scale;
    dv_axis eye = dv_camera_toward_eye(c, 0, 0, 0);
    double from[] = {center[0] - eye.x, center[1] - eye.y, center[2] - eye.z};
    double away = sqrt(eye.x * eye.x + eye.y * eye.y + eye.z * eye.z);
    double way[] = {c->ahead.x * away + c->right.x * right - c->up.x * down,
                    c->ahead.y * away + c->right.y * right - c->up.y * down,
                    c->ahead.z * away + c->right.z * right - c->up.z * down};
    double along = 0, length = 0, square = 0;
    for (int i = 0; i < 3; i++) {
        along += way[i] * from[i];
        length += way[i] * way[i];
        square += from[i] * from[i];
    }
    double within = radius * radius - (square - along * along / length);
    if (!(along > 0 && within > 0))
        return false;
    double share = along / length - sqrt(within / length);
    *is_cut |= dv_camera_clearance(c, eye.x + share * way[0], eye.y + share * way[1],
                                   eye.z + share * way[2]) < 0.05;
    return true;
}

static void a_ball_beside_the_eye_is_seen_where_it_is(void **state) {
    (void)state;
    static const struct {
        double center[3], radius;
    } cases[] = {
        {{5.2, -13, 1}, 6.2}, {{-5.2, -13, 1}, 6.2}, {{2.5, -9.5, 3}, 2.9}, {{0, 1, 1}, 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char setup[200];
        picture p;
        const double *c = cases[i].center, radius = cases[i].radius;
        int seen = 0, wrong = 0;
        snprintf(
            setup, sizeof setup,
            "world:obstacle { sphere = { x = %g, y = %g, z = %g, radius = %g }, color = 'red' }",
            c[0], c[1], c[2], radius);
        open_floor(&p, setup, "cell = 5");
        for (int y = 0; y < side; y++)
            for (int x = 0; x < side; x++) {
                bool is_cut = false;
                // Its rim has another color, and the flat faces reach not quite as far.
                bool may_be = meets(&p, x, y, c, 1.02 * radius, &is_cut);
                bool must_be = meets(&p, x, y, c, 0.97 * radius, &is_cut);
                bool is_drawn = is_red(p.pixels[y * side + x]);
                seen += is_drawn;
                wrong += !is_cut && (is_drawn ? !may_be : must_be);
            }
        if (seen < 1000 || wrong > 0)
            fail_msg("ball %zu: %d pixels, %d wrong", i, seen, wrong);
        close_picture(&p);
    }
}

static void cells_of_a_field_have_no_seams(void **state) {
    (void)state;
    static uint32_t whole[side * side];
    picture p;
    const char *setup = "local heat = world:field 'heat' heat:fill(4)";
    open_floor(&p, setup, "cell = 40");
    memcpy(whole, p.pixels, sizeof whole);
    close_picture(&p);
    open_floor(&p, setup, "cell = 1");
    int different = 0;
    for (int i = 0; i < side * side; i++)
        different += p.pixels[i] != whole[i];
    assert_int_equal(different, 0);
    close_picture(&p);
}

/// What a place at the bottom of a volume with a surface looks like.
static uint32_t bottom_with(const char *setup) {
    picture p;
    open_volume(&p, setup);
    uint32_t color = pixel_at(&p, 4.3, -12.4, -20);
    close_picture(&p);
    return color;
}

static void a_wall_is_no_floor(void **state) {
    (void)state;
    assert_int_equal(bottom_with("world:surface 'cliff'"), bottom_with(""));
    assert_int_not_equal(bottom_with("world:surface 'globe'"), bottom_with(""));
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_lies_around_the_eye_is_seen_as_far_as_it_is_in_front),
        cmocka_unit_test(the_sight_of_an_agent_behind_the_eye_is_seen),
        cmocka_unit_test(a_trail_leads_behind_the_eye),
        cmocka_unit_test(the_trail_of_one_that_circles_hangs_in_the_air),
        cmocka_unit_test(a_trail_does_not_join_far_heights),
        cmocka_unit_test(a_ball_beside_the_eye_is_seen_where_it_is),
        cmocka_unit_test(cells_of_a_field_have_no_seams),
        cmocka_unit_test(a_wall_is_no_floor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
