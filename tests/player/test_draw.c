// The picture of a world: lines to what the selected agent's slots refer to, how bodies bank and
// pitch, the shape of surfaces, and the colors of agents and their states.
#include "../program.h"
#include "picture_fixture.h"

#include "player/draw/labels.h"
#include "player/draw/legend.h"
#include "player/draw/shapes.h"
#include "player/draw/state_colors.h"
#include "player/gui/palette.h"

#include <math.h>

// Slots

/// Whether a slot of this type is marked at (x, y) for an agent at (12, 0, 0), and not elsewhere.
static void assert_marked(const char *type, const char *setup, double x, double y) {
    picture p;
    char slots[64];
    snprintf(slots, sizeof slots, "it = \"%s\"", type);
    open_picture(&p, read_script_with("draw/slots.lua", "it = \"agent\"", slots, "--[[setup]]",
                                      setup, NULL));
    draw(&p);
    assert_int_equal(count_near(&p, DV_COLOR_TARGET, 0, 0, 20), 0);
    p.options.selected = dv_world_agent_at(world_of(&p), 0);
    draw(&p);
    // A ring of 6 pixels' radius and 1.5 pixels' width has an area of 57 pixels.
    int marked = count_covered(&p, DV_COLOR_TARGET, x, y, 0.8);
    if (marked < 40)
        fail_msg("%s: %d pixels are marked at (%g, %g)", type, marked, x, y);
    close_picture(&p);
}

static void every_place_in_a_slot_is_marked(void **state) {
    (void)state;
    assert_marked("point", "one.it = drover.vec(4, 5, 0)", 4, 5);
    assert_marked("agent", "one.it = world:spawn('other', { x = 4, y = 5 })", 4, 5);
    assert_marked("obstacle", "one.it = world:obstacle { sphere = { x = 0, y = 0, radius = 5 } }",
                  5, 0);
    assert_marked(
        "region",
        "one.it = world:region { shape = { box = { x = 0, y = 0, z = -1, w = 4, d = 4, h = 9 } } }",
        2, 0);
    assert_marked("path",
                  "one.it = world:path { points = { { -9, 6, 0 }, { 18, 6, 0 } }, radius = 1 }", 12,
                  6);
    assert_marked("surface", "one.it = world:surface('ball')", 8, 0);
}

static void a_mark_is_a_ring_of_its_area(void **state) {
    (void)state;
    picture p;
    open_picture(&p, read_script_with("draw/slots.lua", "it = \"agent\"", "it = \"point\"",
                                      "--[[setup]]", "one.it = drover.vec(4, 5, 0)", NULL));
    p.options.selected = dv_world_agent_at(world_of(&p), 0);
    draw(&p);
    assert_float_equal(area_near(&p, DV_COLOR_TARGET, 4, 5, 0.8), 2 * 3.1416 * 6 * 1.5, 1);
    close_picture(&p);
}

static void a_group_in_a_slot_is_marked_at_its_leader_else_in_its_middle(void **state) {
    (void)state;
    const char *pack = "local pack = world:new_group('pack') one.it = pack "
                       "local a = world:spawn('other', { x = 4, y = 5, group = pack }) "
                       "world:spawn('other', { x = -6, y = 1, group = pack }) %s";
    char setup[500];
    snprintf(setup, sizeof setup, pack, "");
    assert_marked("group", setup, -1, 3);
    snprintf(setup, sizeof setup, pack, "pack.leader = a");
    assert_marked("group", setup, 4, 5);
}

/// What steers the wolf of draw/hunt.lua in a state.
static void open_hunt(picture *p, const char *state) {
    open_picture(p, read_script_with("draw/hunt.lua", "--[[state]]", state, NULL));
    p->options.selected = dv_world_agent_at(world_of(p), 2);
    draw(p);
}

static bool is_marked(const picture *p, double x, double y) {
    return count_covered(p, DV_COLOR_TARGET, x, y, 0.8) >= 40;
}

static void only_what_steers_in_the_present_state_is_marked(void **state) {
    (void)state;
    static const struct {
        const char *state;
        bool goal, leader, quarry, last;
    } cases[] = {
        {"stalking", .goal = true, .leader = true},
        {"running", .quarry = true},
        // Nobody knows what a function reads, but a slot that a behavior names is that behavior's.
        {"lost", .last = true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        picture p;
        open_hunt(&p, cases[i].state);
        assert_int_equal(is_marked(&p, -10, 0), cases[i].goal);
        assert_int_equal(is_marked(&p, 10, -10), cases[i].leader);
        assert_int_equal(is_marked(&p, 10, 10), cases[i].quarry);
        assert_int_equal(is_marked(&p, 0, 15), cases[i].last);
        assert_int_equal(is_marked(&p, -10, -10), cases[i].last);
        assert_false(is_marked(&p, -15, 15));
        close_picture(&p);
    }
}

static void assert_reads(const char *state, const char *expected) {
    picture p;
    char found[64] = "";
    dv_slot_read reads[DV_SHOWN_SLOTS];
    open_hunt(&p, state);
    const dv_program *program = dv_world_program(world_of(&p));
    uint32_t count = dv_agent_slots_read(world_of(&p), p.options.selected, reads, DV_SHOWN_SLOTS);
    for (uint32_t i = 0; i < count; i++) {
        size_t used = strlen(found);
        const char *name = reads[i].owner == DV_OWNED_BY_AGENT
                               ? dv_program_slot(program, 0, reads[i].slot)->name
                           : reads[i].owner == DV_OWNED_BY_GROUP
                               ? dv_program_group_slot(program, 0, reads[i].slot)->name
                               : "leader";
        snprintf(found + used, sizeof found - used, "%s%s%s", used ? " " : "",
                 reads[i].owner == DV_OWNED_BY_AGENT ? "" : "group.", name);
    }
    assert_string_equal(found, expected);
    if (count > 1)
        assert_int_equal(dv_agent_slots_read(world_of(&p), p.options.selected, reads, 1), 1);
    assert_int_equal(dv_agent_slots_read(world_of(&p), (dv_agent){0}, reads, DV_SHOWN_SLOTS), 0);
    close_picture(&p);
}

static void slots_that_steer_are_listed_once_in_order(void **state) {
    (void)state;
    assert_reads("stalking", "goal group.leader haste");
    assert_reads("running", "group.quarry");
    assert_reads("lost", "den last");
}

// Bodies

/// How far an arrow of 100 pixels that faces up the screen reaches to the left, the right and
/// ahead.
typedef struct reach {
    float left, right, ahead;
} reach;

static reach reach_of(float pitch, float roll) {
    dv_batch batch = {0};
    const dv_figure figure = {
        .shape = DV_SHAPE_ARROW,
        .forward_y = -1,
        .pitch = pitch,
        .roll = roll,
        .length = 100,
        .color = 0x808080ffu,
        .detail = DV_DETAIL_BODY,
    };
    dv_figure_draw(&batch, &figure);
    reach found = {0};
    for (uint32_t i = 0; i < batch.count; i++) {
        SDL_FPoint at = batch.vertices[i].position;
        found.left = fmaxf(found.left, -at.x);
        found.right = fmaxf(found.right, at.x);
        found.ahead = fmaxf(found.ahead, -at.y);
    }
    dv_batch_free(&batch);
    return found;
}

static const float degree = 0.0174532925f;

static void a_level_body_is_drawn_in_its_size(void **state) {
    (void)state;
    reach level = reach_of(0, 0);
    assert_float_equal(level.left, 34, 0.01f);
    assert_float_equal(level.right, 34, 0.01f);
    assert_float_equal(level.ahead, 50, 0.01f);
}

static void a_banking_body_is_narrower_and_the_wing_that_is_up_longer(void **state) {
    (void)state;
    reach left_up = reach_of(0, 60 * degree), right_up = reach_of(0, -60 * degree);
    // Half as wide in all, by the cosine of 60°.
    assert_float_equal(left_up.left + left_up.right, 34, 0.01f);
    assert_true(left_up.left > 1.2f * left_up.right);
    assert_float_equal(right_up.right, left_up.left, 0.01f);
    assert_float_equal(right_up.left, left_up.right, 0.01f);
}

static void a_climbing_body_is_shorter(void **state) {
    (void)state;
    reach climbing = reach_of(60 * degree, 0), diving = reach_of(-60 * degree, 0);
    // Half as long by the cosine; the head nearer to the eye, or farther away.
    assert_float_equal(climbing.ahead + diving.ahead, 50, 0.01f);
    assert_true(climbing.ahead > diving.ahead);
    // Straight up it is still seen.
    assert_true(reach_of(90 * degree, 0).ahead > 10);
}

static void a_pose_has_the_roll_and_pitch_of_the_body(void **state) {
    (void)state;
    picture p;
    open_picture(&p, read_script("draw/a_pose_has_the_roll_and_pitch_of_the_body.lua"));
    dv_pose turning =
        dv_motion_pose(&p.drawing->motion, world_of(&p), dv_world_agent_at(world_of(&p), 0), 1);
    assert_float_equal(turning.roll, 0, 1e-6f);
    for (int i = 0; i < 20; i++)
        assert_int_equal(dv_scenario_step(p.scenario, NULL), DV_OK);
    dv_agent first = dv_world_agent_at(world_of(&p), 0),
             second = dv_world_agent_at(world_of(&p), 1);
    turning = dv_motion_pose(&p.drawing->motion, world_of(&p), first, 1);
    dv_pose climbing = dv_motion_pose(&p.drawing->motion, world_of(&p), second, 1);
    // In a turn to the left the right side is up.
    dv_vec3 right = dv_agent_to_world(world_of(&p), first, (dv_vec3){0, -1, 0});
    assert_true(right.z > 0.05f);
    assert_float_equal(sinf(turning.roll), -right.z, 1e-4f);
    dv_vec3 ahead = dv_agent_forward(world_of(&p), second);
    assert_true(ahead.z > 0.05f);
    assert_float_equal(sinf(climbing.pitch), ahead.z, 1e-4f);
    close_picture(&p);
}

static void what_is_higher_in_a_volume_is_drawn_larger(void **state) {
    (void)state;
    picture p;
    open_picture(&p, read_script("draw/what_is_higher_in_a_volume_is_drawn_larger.lua"));
    draw(&p);
    int low = count_near(&p, 0xff0000ff, -8, 0, 3.9);
    int middle = count_near(&p, 0xff0000ff, 0, 0, 3.9);
    int high = count_near(&p, 0xff0000ff, 8, 0, 3.9);
    // Three quarters, one and five quarters across.
    assert_float_equal((double)low / middle, 0.5625, 0.05);
    assert_float_equal((double)high / middle, 1.5625, 0.05);
    close_picture(&p);
}

static void who_ducks_is_drawn_smaller(void **state) {
    (void)state;
    picture p;
    open_picture(&p, read_script("draw/who_ducks_is_drawn_smaller.lua"));
    draw(&p);
    int upright = count_near(&p, 0xff0000ff, -8, 0, 3.9);
    int ducking = count_near(&p, 0xff0000ff, 8, 0, 3.9);
    // Half as tall, three quarters across.
    assert_float_equal((double)ducking / upright, 0.5625, 0.05);
    close_picture(&p);
}

// Obstacles

static void hollow_obstacles_are_edges_without_filling(void **state) {
    (void)state;
    static const char *const shapes[] = {
        "sphere = { x = x, y = 0, radius = 5 }",
        "box = { x = x, y = 0, w = 10, d = 10 }",
        "cylinder = { x = x, y = 0, radius = 5, height = 2 }",
        "polygon = { { x = x - 5, y = -5 }, { x = x + 5, y = -5 }, { x = x, y = 5 } }",
    };
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        picture p;
        open_picture(&p,
                     read_script_with("draw/obstacles.lua", "sphere = { x = x, y = 0, radius = 5 }",
                                      shapes[i], NULL));
        draw(&p);
        assert_true(count_near(&p, 0x0000ffff, -10, 0, 5) > 3000);
        assert_int_equal(count_near(&p, 0x0000ffff, 10, 0, 9), 0);
        // 3 pixels or more, all around.
        assert_true(count_near(&p, dv_themes[0].stone_edge, 10, 0, 6) > 3 * 300);
        close_picture(&p);
    }
}

// Terrain

static void regions_have_the_color_of_their_terrain(void **state) {
    (void)state;
    picture p;
    open_picture(&p, read_script("draw/regions_have_the_color_of_their_terrain.lua"));
    draw(&p);
    uint32_t water = dv_color_mix(dv_themes[0].ground, 0x0000ffff, 0.6f);
    int inside = count_near(&p, water, 5, 5, 2.2), everywhere = count_near(&p, water, 0, 0, 20);
    assert_true(inside > 1400 && inside < 1800); // 40 by 40 pixels, and what lies over them
    assert_int_equal(everywhere, inside);
    close_picture(&p);
}

// Paths

/// Whether a tube is drawn at (3, y), where there is nothing else.
static bool has_tube(const picture *p, double y) {
    return count_near(p, dv_themes[0].ground, 3, y, 0.4) == 0;
}

static void assert_ways(const picture *p, bool first, bool second) {
    assert_true(has_tube(p, -9));
    assert_int_equal(has_tube(p, 1), first);
    assert_int_equal(has_tube(p, 9), second);
}

static void a_planned_way_is_drawn_for_whom_it_steers(void **state) {
    (void)state;
    picture p;
    dv_snapshot snapshot;
    dv_error error;
    open_picture(&p, read_script_with("draw/ways.lua", NULL));
    dv_world *world = dv_scenario_world(p.scenario);
    draw(&p);
    assert_ways(&p, false, false);
    p.options.annotations = true; // of all agents
    draw(&p);
    assert_ways(&p, true, true);
    p.options.selected = dv_world_agent_at(world, 1);
    draw(&p);
    assert_ways(&p, false, true);
    p.options.annotations = false;
    assert_int_equal(dv_world_take_snapshot(world, &snapshot, &error), DV_OK);
    assert_int_equal(dv_world_return_to(world, &snapshot, &error), DV_OK);
    dv_snapshot_free(&snapshot);
    draw(&p);
    assert_ways(&p, false, true);
    close_picture(&p);
}

// Surfaces

#define BALL "{ sphere = { center = { 0, 0, 0 }, radius = 10 } }"

/// A world with this surface, and more that setup does.
static const char *surface(const char *shape, const char *setup) {
    return read_script_with("draw/surface.lua", BALL, shape, "--[[setup]]", setup, NULL);
}

static int count_all(const picture *p, uint32_t color) { return count_near(p, color, 0, 0, 20); }

static void a_sphere_shows_its_silhouette(void **state) {
    (void)state;
    picture p;
    open_picture(&p, surface("{ sphere = { center = { 5, 0, 0 }, radius = 10 } }", ""));
    draw(&p);
    // Round (5, 0) at 10 m: four stretches of 20 pixels, 2.5 wide give or take one.
    int edge = count_edge(&p, 15, 0, 1) + count_edge(&p, -5, 0, 1) + count_edge(&p, 5, 10, 1) +
               count_edge(&p, 5, -10, 1);
    assert_in_range(edge, 4 * 20 * 3 / 2, 4 * 20 * 7 / 2);
    assert_int_equal(count_near(&p, dv_themes[0].surface_edge, 5, 0, 6), 0);
    assert_int_equal(count_near(&p, dv_themes[0].surface_edge, -14, 0, 4), 0);
    // Rings of equal height on it.
    assert_true(count_like(&p, dv_themes[0].contour, 15, 5, 0, 9) > 200);
    close_picture(&p);
}

static void a_sphere_under_the_ground_is_hidden(void **state) {
    (void)state;
    picture p;
    open_picture(&p, read_script("draw/a_sphere_under_the_ground_is_hidden.lua"));
    draw(&p);
    int bare = count_edge(&p, 0, 0, 15);
    assert_true(bare > 500);
    dv_surface ground;
    int32_t type = dv_program_surface_type(dv_world_program(world_of(&p)), "ground");
    assert_true(type >= 0);
    assert_int_equal(
        dv_surface_create(dv_scenario_world(p.scenario), (uint32_t)type, &ground, NULL), DV_OK);
    draw(&p);
    assert_int_equal(count_near(&p, dv_themes[0].surface_edge, 0, 0, 15), 0);
    close_picture(&p);
}

// Heights of 0.5 m a meter along x: from −10 to 10 m, so a line each 2 m, and that is each 4 m of
// the way: eleven of them 40 m long, of which those at the edges may fall out.
static void a_slope_has_contour_lines_at_round_heights(void **state) {
    (void)state;
    static const char *const slopes[] = {
        "{ height = function(x) return x / 2 end, resolution = 1 }",
        "{ plane = { point = { 0, 0, 0 }, normal = { -1, 0, 2 } } }",
    };
    for (int i = 0; i < 2; i++) {
        picture p;
        open_picture(&p, surface(slopes[i], ""));
        p.options.pixel_ratio = 2; // so that lines cover whole pixels
        draw(&p);
        for (int x = -16; x <= 16; x += 4)
            if (count_near(&p, dv_themes[0].contour, x, -10, 0.5) < 8)
                fail_msg("slope %d: no line at %d m", i, x);
        assert_true(count_near(&p, dv_themes[0].contour, 2, -10, 0.5) < 8);
        close_picture(&p);
    }
}

static void level_ground_is_even(void **state) {
    (void)state;
    picture p;
    open_picture(&p, surface("{ plane = { point = { 0, 0, 3 }, normal = { 0, 0, 1 } } }", ""));
    draw(&p);
    assert_int_equal(count_all(&p, dv_themes[0].contour), 0);
    uint32_t even = dv_color_mix(dv_themes[0].surface_low, dv_themes[0].surface_high, 0.5f);
    assert_true(count_near(&p, even, 2, 2, 1) > 300);
    close_picture(&p);
}

static void what_is_kept_of_surfaces_follows_the_camera(void **state) {
    (void)state;
    picture p;
    open_picture(&p, surface(BALL, ""));
    draw(&p);
    int first = count_all(&p, dv_themes[0].surface_edge);
    uint32_t kept = p.drawing->surfaces.batch.count;
    draw(&p);
    assert_int_equal(count_all(&p, dv_themes[0].surface_edge), first);
    assert_int_equal(p.drawing->surfaces.batch.count, kept);
    assert_true(count_edge(&p, 10, 0, 1) > 20);
    p.camera.x = 5;
    draw(&p);
    assert_true(count_edge(&p, 10, 0, 1) > 20);
    close_picture(&p);
}

static void surfaces_are_seen_within_the_sight_of_the_selected(void **state) {
    (void)state;
    picture p;
    open_picture(&p, surface("{ plane = { point = { 0, 0, 3 }, normal = { -1, 0, 2 } } }",
                             "world:spawn('one', { x = 0, y = 10 })"));
    p.options.selected = dv_world_agent_at(world_of(&p), 0);
    draw(&p);
    // The sight reaches 50 m, all over the picture; left and right of it the ground differs still.
    uint32_t low = p.pixels[310 * side + 45], high = p.pixels[310 * side + 355];
    assert_true((high >> 24) > (low >> 24) + 20);
    close_picture(&p);
}

// Ghosts

/// Draw the world of a script beside that of the same script with `from` replaced by `to`.
static dv_scenario *open_ghost(picture *p, const char *script, const char *from, const char *to) {
    open_picture(p, read_script(script));
    dv_scenario *ghost = open_scenario(read_script_with(script, from, to, NULL));
    p->options.ghost = dv_scenario_world(ghost);
    draw(p);
    return ghost;
}

static void a_ghost_is_pale_below_the_agents(void **state) {
    (void)state;
    const char *script = "draw/a_ghost_is_pale_below_the_agents.lua";
    picture p;
    open_picture(&p, read_script(script));
    draw(&p);
    assert_int_equal(count_near(&p, dv_themes[0].ghost, 0, 0, 20), 0);
    close_picture(&p);
    dv_scenario *ghost = open_ghost(&p, script, "x = 8", "x = -8");
    // An outline of 1.4 pixels around 40.
    int outline = count_covered(&p, dv_themes[0].ghost, -8, 0, 3);
    assert_true(outline > 80 && outline < 400);
    uint32_t pale = dv_color_mix(0xff0000ffu, dv_themes[0].ghost_body, 0.65f);
    assert_true(count_near(&p, pale, -8, 0, 3) > 800);
    // Who is where it would have been hides it.
    assert_int_equal(count_near(&p, pale, 0, 0, 3), 0);
    assert_true(count_near(&p, 0xff0000ffu, 0, 0, 3) > 800);
    // The counts of the panel are of the run's agents.
    assert_int_equal(p.drawing->counts[0][0], 2);
    dv_scenario_close(ghost);
    close_picture(&p);
}

static void a_line_joins_a_ghost_to_its_agent(void **state) {
    (void)state;
    const char *script = "draw/a_ghost_is_pale_below_the_agents.lua";
    picture p;
    dv_scenario *ghost = open_ghost(&p, script, "x = 8", "x = -8");
    // 1.2 pixels wide, over two meters.
    for (double x = -4; x <= 4; x += 8)
        assert_in_range(count_covered(&p, dv_themes[0].ghost, x, 0, 1), 15, 45);
    dv_scenario_close(ghost);
    close_picture(&p);
    // Three meters are less than a body.
    ghost = open_ghost(&p, script, "x = 8", "x = 11");
    assert_true(count_covered(&p, dv_themes[0].ghost, 12, 0, 2) > 20);
    assert_int_equal(count_covered(&p, dv_themes[0].ghost, 4, 0, 1), 0);
    assert_int_equal(count_covered(&p, dv_themes[0].ghost, -4, 0, 1), 0);
    dv_scenario_close(ghost);
    close_picture(&p);
}

static void the_ghost_that_is_farthest_says_what_it_is(void **state) {
    (void)state;
    const char *script = "draw/a_ghost_is_pale_below_the_agents.lua";
    picture p;
    dv_scenario *ghost = open_ghost(&p, script, "x = 8", "x = -8");
    p.options.scenario = p.scenario;
    assert_true(written_within(&p, -7, -1, 6, 1) > 200);
    assert_int_equal(written_within(&p, 6.5, -1, 20, 1), 0);
    dv_scenario_close(ghost);
    // One that isn't joined to its agent says nothing.
    ghost = open_scenario(read_script_with(script, "x = 8", "x = 11", NULL));
    p.options.ghost = dv_scenario_world(ghost);
    assert_int_equal(written_within(&p, -20, -20, 20, 20), 0);
    dv_scenario_close(ghost);
    close_picture(&p);
}

static void the_line_goes_the_short_way_over_an_edge(void **state) {
    (void)state;
    const char *script = "draw/a_ghost_over_an_edge.lua";
    picture p;
    dv_scenario *ghost = open_ghost(&p, script, "x = 14", "x = -14");
    assert_int_equal(count_covered(&p, dv_themes[0].ghost, 0, 0, 10), 0);
    for (double x = -18.5; x <= 20; x += 37)
        assert_true(count_covered(&p, dv_themes[0].ghost, x, 0, 1) > 15);
    dv_scenario_close(ghost);
    close_picture(&p);
}

/// Two pixels wide, and eight long.
static int in_sign(const picture *p, uint32_t color, double x) {
    return count_covered(p, color, x + 2.2, 2.2, 0.6);
}

static void agents_of_one_world_alone_have_a_sign(void **state) {
    (void)state;
    const char *script = "draw/a_ghost_is_pale_below_the_agents.lua";
    const char *more = "world:spawn(\"one\", { x = 0 }) world:spawn(\"one\", { x = 8 })";
    picture p;
    dv_scenario *ghost = open_ghost(&p, script, "world:spawn(\"one\", { x = 0 })", more);
    // The first two are the same agents; the third, at 8, is only in the ghost's world.
    assert_in_range(in_sign(&p, DV_COLOR_FAULT, 8), 12, 20);
    assert_int_equal(in_sign(&p, DV_COLOR_GOOD, 8), 0);
    assert_int_equal(in_sign(&p, DV_COLOR_FAULT, 0), 0);
    dv_scenario_close(ghost);
    close_picture(&p);
    ghost = open_ghost(&p, script, "world:spawn(\"one\", { x = 8 })", "");
    assert_in_range(in_sign(&p, DV_COLOR_GOOD, 8), 20, 34);
    assert_int_equal(in_sign(&p, DV_COLOR_GOOD, 0), 0);
    dv_scenario_close(ghost);
    close_picture(&p);
}

// Colors

static void a_rim_has_the_color_that_the_state_names(void **state) {
    (void)state;
    picture p;
    open_picture(&p, read_script("draw/colors.lua"));
    draw(&p);
    // A rim of 2.2 pixels around 40 has an area of 260 pixels.
    assert_true(count_covered(&p, 0x00ff00ff, -10, 10, 3) > 150);
    assert_true(count_covered(&p, 0xff0001ff, 0, 10, 3) > 150);
    const dv_program *program = dv_world_program(world_of(&p));
    dv_state_palette palette = dv_state_palette_of(program);
    uint32_t kind = (uint32_t)dv_program_kind(program, "light");
    uint32_t wait = (uint32_t)dv_program_state(program, kind, "wait");
    assert_true(count_covered(&p, dv_color_of_state(program, &palette, kind, wait), 10, 10, 3) >
                150);
    assert_int_equal(count_all(&p, 0x00ff00ff), count_near(&p, 0x00ff00ff, -10, 10, 3));
    close_picture(&p);
}

// A kind that comes after others, or a state after one that names its color.
static void states_of_all_kinds_share_a_palette(void **state) {
    (void)state;
    picture p;
    open_picture(&p, read_script("draw/colors.lua"));
    const dv_program *program = dv_world_program(world_of(&p));
    dv_state_palette palette = dv_state_palette_of(program);
    static const char *const names[][2] = {
        {"light", "go"},    {"light", "stop"},     {"light", "wait"},
        {"walker", "idle"}, {"walker", "walking"},
    };
    const uint32_t colors[] = {0x00ff00ff, 0xff0001ff, dv_palette_color(2), dv_palette_color(3),
                               dv_palette_color(4)};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        uint32_t kind = (uint32_t)dv_program_kind(program, names[i][0]);
        uint32_t its_state = (uint32_t)dv_program_state(program, kind, names[i][1]);
        assert_int_equal(dv_color_of_state(program, &palette, kind, its_state), colors[i]);
    }
    assert_false(dv_shows_states(program, (uint32_t)dv_program_kind(program, "post")));
    close_picture(&p);
}

/// How many pixels have the colors of the lights' states go and stop, with all but an entry of the
/// legend dimmed.
static void count_lights(const char *kind, const char *only, int *going, int *stopped) {
    picture p;
    open_picture(&p, read_script("draw/colors.lua"));
    snprintf(p.options.only.kind, sizeof p.options.only.kind, "%s", kind);
    snprintf(p.options.only.state, sizeof p.options.only.state, "%s", only);
    draw(&p);
    *going = count_covered(&p, 0x00ff00ff, -10, 10, 3);
    *stopped = count_covered(&p, 0xff0001ff, 0, 10, 3);
    close_picture(&p);
}

static void an_entry_of_the_legend_dims_all_others(void **state) {
    (void)state;
    static const struct {
        const char *kind, *state;
        bool going, stopped;
    } cases[] = {
        {"", "", true, true},           {"light", "", true, true},     {"light", "go", true, false},
        {"light", "stop", false, true}, {"walker", "", false, false},  {"post", "", false, false},
        {"gone", "", true, true},       {"light", "gone", true, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int going, stopped;
        count_lights(cases[i].kind, cases[i].state, &going, &stopped);
        if ((going > 150) != cases[i].going || (stopped > 150) != cases[i].stopped)
            fail_msg("%s %s: %d, %d", cases[i].kind, cases[i].state, going, stopped);
    }
}

static void the_legend_has_the_colors_of_the_agents_drawn(void **state) {
    (void)state;
    picture p;
    uint32_t colors[DV_SHOWN_SWATCHES];
    open_picture(&p, read_script("draw/colors.lua"));
    draw(&p);
    draw(&p); // Each picture starts counting at 0.
    const dv_program *program = dv_world_program(world_of(&p));
    uint32_t walker = (uint32_t)dv_program_kind(program, "walker");
    assert_int_equal(dv_legend_colors(world_of(&p), p.drawing, walker, colors), 3);
    assert_int_equal(colors[0], 0xffffffff);
    assert_int_equal(colors[1], 0xff6347ff);
    assert_int_equal(colors[2], 0xffd700ff);
    // A kind that names its color, and one that has no agents.
    uint32_t light = (uint32_t)dv_program_kind(program, "light");
    assert_int_equal(dv_legend_colors(world_of(&p), p.drawing, light, colors), 1);
    assert_int_equal(colors[0], 0x000000ff);
    uint32_t post = (uint32_t)dv_program_kind(program, "post");
    assert_int_equal(dv_legend_colors(world_of(&p), p.drawing, post, colors), 1);
    assert_int_equal(colors[0], 0x808000ff);
    close_picture(&p);
}

static void equally_frequent_colors_are_in_the_order_in_which_they_came(void **state) {
    (void)state;
    dv_swatches swatches = {.used = 0};
    uint32_t colors[DV_SHOWN_SWATCHES];
    assert_int_equal(dv_swatches_most(&swatches, colors), 0);
    static const uint32_t added[] = {0xff0000ff, 0x00ff00ff, 0x0000ffff,
                                     0xffff00ff, 0xffffffff, 0x0000ffff};
    for (size_t i = 0; i < sizeof added / sizeof *added; i++)
        dv_swatches_add(&swatches, added[i]);
    assert_int_equal(dv_swatches_most(&swatches, colors), 4);
    static const uint32_t most[] = {0x0000ffff, 0xff0000ff, 0x00ff00ff, 0xffff00ff};
    assert_memory_equal(colors, most, sizeof most);
}

static void shades_count_as_one_color_and_none_is_lost(void **state) {
    (void)state;
    dv_swatches swatches = {.used = 0};
    uint32_t colors[DV_SHOWN_SWATCHES], total = 0;
    for (uint32_t i = 0; i < 20; i++)
        dv_swatches_add(&swatches, 0x406080ffu + (i << 24));
    assert_int_equal(dv_swatches_most(&swatches, colors), 1);
    assert_int_equal(colors[0], 0x406080ff);
    // More different colors than there are places.
    for (uint32_t i = 0; i < 64; i++)
        dv_swatches_add(&swatches, (i & 3) << 30 | (i >> 2 & 3) << 22 | (i >> 4) << 14 | 0xff);
    assert_int_equal(swatches.used, DV_MAX_SWATCHES);
    for (uint32_t i = 0; i < swatches.used; i++)
        total += swatches.counts[i];
    assert_int_equal(total, 20 + 64);
}

// Labels

static void a_label_is_only_taken_where_it_covers_none(void **state) {
    (void)state;
    static dv_labels labels;
    assert_true(dv_labels_take(&labels, (dv_label_box){0, 0, 10, 4}));
    assert_false(dv_labels_take(&labels, (dv_label_box){9, 3, 19, 7}));
    assert_false(dv_labels_take(&labels, (dv_label_box){2, 1, 3, 2}));
    assert_true(dv_labels_take(&labels, (dv_label_box){10, 0, 20, 4}));
    assert_true(dv_labels_take(&labels, (dv_label_box){0, 4, 10, 8}));
    for (float y = 10; labels.count < DV_MOST_LABELS; y++)
        assert_true(dv_labels_take(&labels, (dv_label_box){0, y, 10, y + 1}));
    assert_false(dv_labels_take(&labels, (dv_label_box){100, 0, 110, 4}));
}

static void labels_stand_beside_their_agents_and_cover_no_other(void **state) {
    (void)state;
    picture p;
    open_picture(&p, read_script("draw/labels.lua"));
    assert_int_equal(written_within(&p, -20, -20, 20, 20), 0);
    p.options.scenario = p.scenario;
    // The first agent's, to its right, and neither that of the second, 10 pixels below, nor one for
    // the third.
    int one = written_within(&p, -9.5, -0.8, -4, 0.8);
    assert_true(one > 60);
    assert_int_equal(written_within(&p, -20, -20, 20, 20), one);
    // The label of the selected agent comes first.
    p.options.selected = dv_world_agent_at(world_of(&p), 1);
    assert_int_equal(written_within(&p, -9.5, -1.8, -4, -0.2),
                     written_within(&p, -20, -20, 20, 20));
    p.options.selected = (dv_agent){0};
    // There is room for both from near.
    p.camera.scale = 30;
    p.camera.x = -8;
    int first = written_within(&p, -10, -0.4, -5, 0.4);
    int second = written_within(&p, -10, -1.4, -5, -0.6);
    assert_true(first > 60 && second > 60);
    assert_int_equal(written_within(&p, -14, -6, -2, 6), first + second);
    close_picture(&p);
}

/// How many pixels of the grid are seen in the plan of a floor.
static int grid_with(const char *setup) {
    picture p;
    open_picture(&p, read_script_with("draw/floor.lua", "--[[setup]]", setup, NULL));
    draw(&p);
    int count = count_near(&p, dv_themes[0].grid, 0, 0, 15);
    close_picture(&p);
    return count;
}

static void a_field_covers_the_grid(void **state) {
    (void)state;
    assert_true(grid_with("") > 100);
    assert_int_equal(grid_with("world:field('heat'):fill(8)"), 0);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_place_in_a_slot_is_marked),
        cmocka_unit_test(a_mark_is_a_ring_of_its_area),
        cmocka_unit_test(a_group_in_a_slot_is_marked_at_its_leader_else_in_its_middle),
        cmocka_unit_test(only_what_steers_in_the_present_state_is_marked),
        cmocka_unit_test(slots_that_steer_are_listed_once_in_order),
        cmocka_unit_test(a_planned_way_is_drawn_for_whom_it_steers),
        cmocka_unit_test(a_level_body_is_drawn_in_its_size),
        cmocka_unit_test(a_banking_body_is_narrower_and_the_wing_that_is_up_longer),
        cmocka_unit_test(a_climbing_body_is_shorter),
        cmocka_unit_test(a_pose_has_the_roll_and_pitch_of_the_body),
        cmocka_unit_test(what_is_higher_in_a_volume_is_drawn_larger),
        cmocka_unit_test(who_ducks_is_drawn_smaller),
        cmocka_unit_test(hollow_obstacles_are_edges_without_filling),
        cmocka_unit_test(regions_have_the_color_of_their_terrain),
        cmocka_unit_test(a_sphere_shows_its_silhouette),
        cmocka_unit_test(a_sphere_under_the_ground_is_hidden),
        cmocka_unit_test(a_slope_has_contour_lines_at_round_heights),
        cmocka_unit_test(level_ground_is_even),
        cmocka_unit_test(surfaces_are_seen_within_the_sight_of_the_selected),
        cmocka_unit_test(what_is_kept_of_surfaces_follows_the_camera),
        cmocka_unit_test(a_ghost_is_pale_below_the_agents),
        cmocka_unit_test(a_line_joins_a_ghost_to_its_agent),
        cmocka_unit_test(the_ghost_that_is_farthest_says_what_it_is),
        cmocka_unit_test(the_line_goes_the_short_way_over_an_edge),
        cmocka_unit_test(agents_of_one_world_alone_have_a_sign),
        cmocka_unit_test(a_rim_has_the_color_that_the_state_names),
        cmocka_unit_test(states_of_all_kinds_share_a_palette),
        cmocka_unit_test(an_entry_of_the_legend_dims_all_others),
        cmocka_unit_test(the_legend_has_the_colors_of_the_agents_drawn),
        cmocka_unit_test(equally_frequent_colors_are_in_the_order_in_which_they_came),
        cmocka_unit_test(shades_count_as_one_color_and_none_is_lost),
        cmocka_unit_test(a_label_is_only_taken_where_it_covers_none),
        cmocka_unit_test(labels_stand_beside_their_agents_and_cover_no_other),
        cmocka_unit_test(a_field_covers_the_grid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
