// Links in pictures: lines from agent to agent, with a head if they are directed.
#include "../program.h"
#include "picture_fixture.h"

#define RED 0xff0000ffu
#define BLUE 0x0000ffffu

static void open_links(picture *p, const char *setup) {
    open_picture(p, read_script_with("draw/links.lua", "--[[setup]]", setup, NULL));
    draw(p);
}

/// How many meters of a link, which is 0.4 m wide, are drawn in a square around a place.
static double meters_of(const picture *p, uint32_t color, double x, double y, double reach) {
    return count_covered(p, color, x, y, reach) / 100.0 / 0.4;
}

static void a_line_leads_from_agent_to_agent(void **state) {
    (void)state;
    picture p;
    open_links(&p, "tie('rope', post, -5, 0, 5, 0)");
    assert_float_equal(meters_of(&p, RED, 0, 0, 2), 4, 0.2);
    assert_float_equal(meters_of(&p, RED, 7, 0, 1.5), 0, 0);
    assert_float_equal(meters_of(&p, RED, 0, 3, 2.5), 0, 0);
    close_picture(&p);
    // It goes with them, between two ticks, too.
    open_links(&p, "world:spawn(cart, { x = 0, y = 5 })"
                   ":link('rope', world:spawn(post, { x = 0, y = -5 }))");
    dv_world *world = dv_scenario_world(p.scenario);
    dv_agent carried = dv_world_agent_at(world, 0);
    dv_error error;
    assert_int_equal(dv_agent_set_velocity(world, carried, (dv_vec3){10, 0, 0}, &error), DV_OK);
    assert_int_equal(dv_motion_keep(&p.drawing->motion, world), DV_OK);
    assert_int_equal(dv_scenario_step(p.scenario, &error), DV_OK);
    double x = (double)dv_agent_position(world, carried).x;
    assert_true(x > 0.5);
    p.options.fraction = 0;
    draw(&p);
    assert_true(meters_of(&p, RED, 0, 3, 0.3) > 0.4);
    p.options.fraction = 1;
    draw(&p);
    assert_true(meters_of(&p, RED, x * 0.8, 3, 0.3) > 0.4);
    assert_float_equal(meters_of(&p, RED, 0, 3, 0.3), 0, 0);
    close_picture(&p);
}

/// How many pixels of the column at a place are blue.
static int across(const picture *p, double x) {
    dv_pixel at = dv_camera_to_screen(&p->camera, x, 0);
    int count = 0;
    for (int y = 0; y < side; y++)
        count += color_distance(p->pixels[y * side + (int)at.x], BLUE) < 100;
    return count;
}

// A head is 5 widths long and 4.5 wide, and ends where the body begins.
static void a_directed_one_has_a_head(void **state) {
    (void)state;
    picture p;
    open_links(&p, "tie('arrow', post, -5, 0, 5, 0)");
    int widest = 0;
    for (double x = -4; x < 4.5; x += 0.1)
        widest = across(&p, x) > widest ? across(&p, x) : widest;
    assert_in_range(widest, 16, 19);
    assert_in_range(across(&p, -2), 3, 5);
    assert_in_range(across(&p, 1), 3, 5);
    assert_int_equal(across(&p, 6), 0);
    close_picture(&p);
}

static void over_a_wrapped_edge_it_goes_the_short_way(void **state) {
    (void)state;
    picture p;
    open_links(&p, "tie('arrow', post, 12, 5, -12, 5) tie('rope', post, 5, -12, 5, 12)");
    assert_float_equal(meters_of(&p, BLUE, 0, 5, 8), 0, 0);
    assert_float_equal(meters_of(&p, RED, 5, 0, 8), 0, 0);
    assert_float_equal(meters_of(&p, BLUE, 13.8, 5, 1), 2, 0.3);
    assert_float_equal(meters_of(&p, RED, 5, 13.8, 1), 2, 0.3);
    assert_float_equal(meters_of(&p, RED, 5, -13.8, 1), 2, 0.3);
    // Its head is where it ends.
    assert_true(meters_of(&p, BLUE, -13.2, 5, 1) > 3);
    close_picture(&p);
}

static void hidden_types_are_left_out(void **state) {
    (void)state;
    picture p;
    open_links(&p, "tie('arrow', post, -5, 5, 5, 5) tie('rope', post, -5, 0, 5, 0)");
    dv_hide_name(&p.options.hidden_links, "rope", true);
    draw(&p);
    assert_float_equal(meters_of(&p, RED, 0, 0, 3), 0, 0);
    assert_true(meters_of(&p, BLUE, 0, 5, 3) > 5);
    dv_hide_name(&p.options.hidden_links, "rope", false);
    draw(&p);
    assert_true(meters_of(&p, RED, 0, 0, 3) > 5);
    close_picture(&p);
}

// A head reaches 0.9 m to each side of a line that is 0.5 m above the picture.
static void heads_at_the_margin_are_drawn(void **state) {
    (void)state;
    picture p;
    open_links(&p, "tie('arrow', post, -5, 12.5, 5, 12.5)");
    p.camera.y = -8;
    draw(&p);
    assert_true(count_covered(&p, BLUE, 2.9, 11.05, 0.9) > 5);
    close_picture(&p);
}

// Unless the legend picks one of its ends.
static void links_between_dimmed_agents_are_dimmed(void **state) {
    (void)state;
    picture p;
    open_links(&p, "tie('rope', post, -5, 0, 5, 0) tie('rope', cart, -5, 5, 5, 5) "
                   "world:spawn(cart, { x = -5, y = -5 })"
                   ":link('rope', world:spawn(post, { x = 5, y = -5 }))");
    p.options.only = (dv_legend_entry){.kind = "post"};
    draw(&p);
    assert_true(meters_of(&p, RED, 0, 0, 2) > 3);
    assert_true(meters_of(&p, RED, 0, -5, 2) > 3);
    assert_float_equal(meters_of(&p, RED, 0, 5, 2), 0, 0);
    assert_true(count_like(&p, dv_color_mix(RED, dv_themes[0].ground, 0.8f), 12, 0, 5, 2) > 100);
    close_picture(&p);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_leads_from_agent_to_agent),
        cmocka_unit_test(a_directed_one_has_a_head),
        cmocka_unit_test(over_a_wrapped_edge_it_goes_the_short_way),
        cmocka_unit_test(hidden_types_are_left_out),
        cmocka_unit_test(heads_at_the_margin_are_drawn),
        cmocka_unit_test(links_between_dimmed_agents_are_dimmed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
