// A map of the density of agents: what a cell looks like, when there is a map, and what is above
// it.
#include "../program.h"
#include "volume_fixture.h"

static const uint32_t grain = 0x406080ff, warm = 0xc02000ff;

/// A function for `setup` that puts an agent into a cell: 4 pixels, of 0.1 m each.
static const char put[] = "local function put(kind, column, row, state) world:spawn(kind, "
                          "{ x = 0.4 * column + 0.2, y = 0.4 * row + 0.2, state = state }) end ";

static void open_map(picture *p, const char *setup, dv_density_choice choice) {
    char text[1000];
    snprintf(text, sizeof text, "%s%s", put, setup);
    open_picture(p, read_script_with("draw/density.lua", "--[[setup]]", text, NULL));
    p->options.density = choice;
    draw(p);
}

/// The color of a cell, all of whose pixels must have it.
static uint32_t cell_color(const picture *p, int column, int row) {
    int x = side / 2 + 4 * column, y = side / 2 - 4 * (row + 1);
    uint32_t color = p->pixels[y * side + x];
    for (int i = 0; i < 16; i++)
        assert_int_equal(p->pixels[(y + i / 4) * side + x + i % 4], color);
    return color;
}

/// What so many agents in a cell look like, if there are at most `top` in one.
static uint32_t shade(uint32_t color, int count, int top) {
    return dv_density_color(color, logf((float)count) / logf((float)top));
}

static int brightness(uint32_t color) {
    return (int)(color >> 24) + (int)(color >> 16 & 0xff) + (int)(color >> 8 & 0xff);
}

static void assert_alike(uint32_t a, uint32_t b) {
    if (color_distance(a, b) > 3) // colors are rounded
        fail_msg("%08x is not %08x", a, b);
}

static void a_cell_is_the_brighter_the_more_agents_are_in_it(void **state) {
    (void)state;
    picture p;
    open_map(&p,
             "for column = -9, 9 do for row = -9, 9 do "
             "put('grain', column, row) if column >= 0 then put('grain', column, row) end "
             "end end",
             DV_DENSITY_ON);
    for (int column = -9; column <= 9; column++)
        for (int row = -9; row <= 9; row++)
            assert_alike(cell_color(&p, column, row),
                         shade(grain, column >= 0 ? 2 : 1, DV_DENSITY_LEAST_TOP));
    assert_true(brightness(cell_color(&p, 3, 3)) > brightness(cell_color(&p, -3, 3)) + 40);
    assert_int_equal(cell_color(&p, 11, 3), dv_themes[0].ground);
    assert_int_equal(p.drawing->density.sum, 19 * 19 + 10 * 19);
    close_picture(&p);
}

static void the_fullest_cell_is_the_brightest(void **state) {
    (void)state;
    picture p;
    open_map(&p, "put('grain', 1, 1) for _ = 1, 40 do put('grain', 3, 1) end", DV_DENSITY_ON);
    assert_int_equal(dv_density_top(&p.drawing->density), 40);
    assert_alike(cell_color(&p, 1, 1), shade(grain, 1, 40));
    assert_alike(cell_color(&p, 3, 1), dv_density_color(grain, 1));
    close_picture(&p);
}

static void colors_of_states_mix(void **state) {
    (void)state;
    picture p;
    open_map(&p,
             "put('grain', 1, 1) put('mote', 1, 1) "
             "put('mote', 3, 1) put('mote', 3, 1) put('mote', 5, 1, 'cold')",
             DV_DENSITY_ON);
    assert_alike(cell_color(&p, 1, 1),
                 shade(dv_color_mix(grain, warm, 0.5f), 2, DV_DENSITY_LEAST_TOP));
    assert_alike(cell_color(&p, 3, 1), shade(warm, 2, DV_DENSITY_LEAST_TOP));
    assert_int_equal(p.drawing->counts[1][1], 3);
    assert_int_equal(p.drawing->counts[1][0], 1);
    // The legend's entry that was clicked.
    snprintf(p.options.only.kind, sizeof p.options.only.kind, "grain");
    draw(&p);
    assert_alike(cell_color(&p, 1, 1), shade(grain, 1, DV_DENSITY_LEAST_TOP));
    assert_int_equal(cell_color(&p, 3, 1), dv_themes[0].ground);
    assert_int_equal(p.drawing->counts[1][1], 3);
    close_picture(&p);
}

static void cells_move_with_the_ground(void **state) {
    (void)state;
    picture p;
    open_map(&p, "for i = 1, 3 do put('grain', i, 1) end", DV_DENSITY_ON);
    dv_camera_pan(&p.camera, -203, 2);
    draw(&p);
    for (int i = 1; i <= 3; i++)
        assert_alike(p.pixels[(side / 2 - 4) * side + 4 * i - 2],
                     shade(grain, 1, DV_DENSITY_LEAST_TOP));
    close_picture(&p);
}

static void the_selected_agent_is_above_the_map(void **state) {
    (void)state;
    picture p;
    open_map(&p, "for c = -5, 5 do for r = -5, 5 do put('mote', c, r) end end", DV_DENSITY_ON);
    static uint32_t before[side * side];
    memcpy(before, p.pixels, sizeof before);
    p.options.selected = dv_world_agent_at(world_of(&p), 60);
    draw(&p);
    // A mote is white, and the map isn't.
    assert_true(count_like(&p, 0xffffffff, 60, 0.2, 0.2, 0.6) >
                count_like(&p, 0xffffffff, 60, 1.6, 1.6, 0.6) + 20);
    close_picture(&p);
}

/// Whether there is a map at a scale.
static bool has_map(picture *p, double scale) {
    p->camera.scale = scale;
    draw(p);
    return p->drawing->density.is_drawn;
}

static const char spread[] = "world:scatter('grain', 11000)";

static void a_map_begins_and_ends_at_different_sizes(void **state) {
    (void)state;
    picture p;
    open_map(&p, spread, DV_DENSITY_AUTO);
    p.options.triangles = 30000;
    assert_false(has_map(&p, 1.3));
    assert_false(has_map(&p, 1.1)); // agents are 1.1 pixels long
    assert_true(has_map(&p, 0.95));
    for (int i = 0; i < 3; i++)
        assert_true(has_map(&p, i % 2 ? 0.95 : 1.1));
    assert_false(has_map(&p, 1.3));
    assert_false(has_map(&p, 1.1));
    p.options.density = DV_DENSITY_OFF;
    assert_false(has_map(&p, 0.95));
    assert_true(p.drawing->density.fits);
    p.options.density = DV_DENSITY_ON;
    assert_true(has_map(&p, 1.3));
    assert_false(p.drawing->density.fits);
    close_picture(&p);
}

static void few_agents_are_no_map_and_those_that_cover_each_other_are(void **state) {
    (void)state;
    picture p;
    open_map(&p, "world:scatter('grain', 5000)", DV_DENSITY_AUTO);
    assert_false(has_map(&p, 0.5));
    close_picture(&p);
    open_map(&p,
             "for i = 0, 10999 do world:spawn('grain', "
             "{ x = i % 100 * 0.5 - 25, y = i // 100 * 0.5 - 25 }) end",
             DV_DENSITY_AUTO);
    assert_true(has_map(&p, 2)); // 2 pixels long, drawn with 3.5, one pixel apart
    assert_false(has_map(&p, 5));
    close_picture(&p);
}

static void in_an_orbit_hidden_agents_are_not_on_the_map(void **state) {
    (void)state;
    const char *setups[] = {
        "", "world:obstacle { box = { x = 0, y = -6, z = 0, w = 8, d = 2, h = 12 } }",
        "world:surface 'hill'"};
    uint32_t seen[3];
    for (int i = 0; i < 3; i++) {
        char setup[300];
        picture p;
        snprintf(setup, sizeof setup,
                 "%s for i = 1, 9 do world:spawn('dart', { x = 0, y = 8, z = 0 }) "
                 "world:spawn('dart', { x = 0, y = -14, z = 0 }) end",
                 setups[i]);
        open_volume(&p, setup);
        p.options.density = DV_DENSITY_ON;
        draw(&p);
        seen[i] = p.drawing->density.sum;
        assert_alike(pixel_at(&p, 0, -14, 0),
                     dv_density_color(0x0000ffff, logf(9) / logf(DV_DENSITY_LEAST_TOP)));
        close_picture(&p);
    }
    assert_int_equal(seen[0], 18);
    assert_int_equal(seen[1], 9);
    assert_int_equal(seen[2], 9);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cell_is_the_brighter_the_more_agents_are_in_it),
        cmocka_unit_test(the_fullest_cell_is_the_brightest),
        cmocka_unit_test(colors_of_states_mix),
        cmocka_unit_test(cells_move_with_the_ground),
        cmocka_unit_test(the_selected_agent_is_above_the_map),
        cmocka_unit_test(a_map_begins_and_ends_at_different_sizes),
        cmocka_unit_test(few_agents_are_no_map_and_those_that_cover_each_other_are),
        cmocka_unit_test(in_an_orbit_hidden_agents_are_not_on_the_map),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
