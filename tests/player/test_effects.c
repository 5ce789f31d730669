// What happened a moment ago is in the picture, unless the scenario leaves it out; and themes.
#include "../program.h"
#include "picture_fixture.h"

#include "player/gui/palette.h"

enum { bang_x = -8, bird_x = 8, leader_y = 8 };

/// How many pixels within 5 m of a place are not of the color of the ground.
static int drawn_near(const picture *p, double x, double y) {
    dv_pixel low = dv_camera_to_screen(&p->camera, x - 5, y + 5);
    dv_pixel high = dv_camera_to_screen(&p->camera, x + 5, y - 5);
    int count = 0;
    for (int j = (int)low.y; j < (int)high.y; j++)
        for (int i = (int)low.x; i < (int)high.x; i++)
            count += p->pixels[j * side + i] != dv_themes[0].ground;
    return count;
}

/// Open the scenario with a further line in it, whose world explains, at tick 0.
static void open_effects(picture *p, const char *more) {
    dv_error error;
    open_picture(p, read_script_with("draw/effects.lua", "--[[more]]", more, NULL));
    assert_int_equal(dv_world_explain(dv_scenario_world(p->scenario), 16, &error), DV_OK);
    p->options.scenario = p->scenario;
}

static void step(picture *p, int ticks) {
    dv_error error;
    for (int i = 0; i < ticks; i++)
        assert_int_equal(dv_scenario_step(p->scenario, &error), DV_OK);
    draw(p);
}

/// How many pixels of the light color of waves are on top of another picture, in all.
static double light_on(const picture *p, const uint32_t *before) {
    const uint32_t light = 0xfff6dcff;
    double light_pixels = 0;
    for (int i = 0; i < side * side; i++) {
        if (p->pixels[i] == before[i])
            continue;
        double changed = 0, whole = 0;
        for (int shift = 8; shift <= 24; shift += 8) {
            changed += (double)(p->pixels[i] >> shift & 0xff) - (before[i] >> shift & 0xff);
            whole += (double)(light >> shift & 0xff) - (before[i] >> shift & 0xff);
        }
        light_pixels += changed / whole;
    }
    return light_pixels;
}

static void an_event_is_a_wave_as_wide_as_its_radius(void **state) {
    (void)state;
    static uint32_t bare[side * side];
    picture p;
    open_effects(&p, "effects = { spawns = false, removals = false, leaders = false }");
    draw(&p);
    int before = drawn_near(&p, bang_x, 0);
    step(&p, 2);
    int small = drawn_near(&p, bang_x, 0);
    assert_true(small > before + 20);
    p.options.scenario = NULL;
    step(&p, 8);
    memcpy(bare, p.pixels, sizeof bare);
    p.options.scenario = p.scenario;
    draw(&p);
    int whole = drawn_near(&p, bang_x, 0);
    // After 1 s of 1.6 s: a disc of 40 pixels whose alpha is 15 of 255, and a ring 1.75 pixels
    // wide, whose alpha is 76. The inner half of the ring is on the disc.
    const double pi = 3.14159265, disc = 15 / 255.0, ring = 76 / 255.0;
    double expected = pi * 40 * 40 * disc + pi * 80 * 1.75 * ring -
                      pi * (40 * 40 - 39.125 * 39.125) * disc * ring;
    assert_float_equal(light_on(&p, bare), expected, 0.02 * expected);
    assert_true(whole - before > 5000);
    // In a paused run it stands still.
    draw(&p);
    assert_int_equal(drawn_near(&p, bang_x, 0), whole);
    step(&p, 8);
    assert_int_equal(drawn_near(&p, bang_x, 0), before);
    close_picture(&p);
}

static void an_event_without_a_place_is_not_in_the_picture(void **state) {
    (void)state;
    picture p;
    dv_incident incident;
    uint32_t back = 0;
    open_effects(&p, "");
    step(&p, 1);
    while (dv_world_incident(world_of(&p), back, &incident) && strcmp(incident.what, "noon") != 0)
        back++;
    assert_string_equal(incident.what, "noon");
    assert_false(incident.has_position);
    assert_int_equal(p.drawing->waves.count, 1);
    assert_string_equal(p.drawing->waves.list[0].event.what, "bang");
    close_picture(&p);
}

static void a_wave_begins_with_the_tick_of_its_event(void **state) {
    (void)state;
    picture p;
    open_effects(&p, "");
    draw(&p);
    int before = drawn_near(&p, bang_x, 0);
    p.options.fraction = 0.5f;
    step(&p, 1);
    int half = drawn_near(&p, bang_x, 0);
    p.options.fraction = 1;
    draw(&p);
    assert_true(before < half && half < drawn_near(&p, bang_x, 0));
    close_picture(&p);
}

static void births_deaths_and_leaders_are_marked(void **state) {
    (void)state;
    picture p;
    open_effects(&p, "");
    draw(&p);
    int bare = drawn_near(&p, bird_x, 0);
    int only_bird = drawn_near(&p, 0, leader_y);
    step(&p, 2);
    int with_ring = drawn_near(&p, bird_x, 0);
    assert_true(with_ring > bare + 50);
    assert_true(drawn_near(&p, 0, leader_y) > only_bird + 30);
    assert_true(count_near(&p, DV_COLOR_ACCENT, 0, leader_y, 3) > 10);
    step(&p, 2); // it is gone
    int mark = drawn_near(&p, bird_x, 0);
    assert_true(mark > bare + 100);
    step(&p, 56);
    assert_true(drawn_near(&p, bird_x, 0) > bare + 100);
    step(&p, 24);
    assert_int_equal(drawn_near(&p, bird_x, 0), bare);
    // Who leads stays marked.
    assert_true(count_near(&p, DV_COLOR_ACCENT, 0, leader_y, 3) > 10);
    close_picture(&p);
}

struct drawn {
    int wave, ring, leader;
};

/// How much is drawn where, at a moment at which all effects are shown.
static struct drawn drawn_with(const char *effects) {
    picture p;
    open_effects(&p, effects);
    step(&p, 2);
    struct drawn drawn = {drawn_near(&p, bang_x, 0), drawn_near(&p, bird_x, 0),
                          drawn_near(&p, 0, leader_y)};
    close_picture(&p);
    return drawn;
}

static void expect_effects(const char *effects, bool wave, bool ring, bool leader) {
    struct drawn with = drawn_with(effects),
                 without =
                     drawn_with("effects = { events = false, spawns = false, leaders = false }");
    if ((with.wave > without.wave) != wave || (with.ring > without.ring) != ring ||
        (with.leader > without.leader) != leader)
        fail_msg("%s", effects);
}

static void a_scenario_leaves_out_what_it_likes(void **state) {
    (void)state;
    expect_effects("", true, true, true);
    expect_effects("effects = true", true, true, true);
    expect_effects("effects = { events = false }", false, true, true);
    expect_effects("effects = { events = { bang = false } }", false, true, true);
    expect_effects("effects = { events = { other = false, bang = true } }", true, true, true);
    expect_effects("effects = { spawns = false }", true, false, true);
    expect_effects("effects = { leaders = false }", true, true, false);
    expect_effects("effects = false", false, false, false);
}

static void removals_can_be_left_out(void **state) {
    (void)state;
    picture p;
    open_effects(&p, "effects = { removals = false }");
    draw(&p);
    int bare = drawn_near(&p, bird_x, 0);
    step(&p, 20);
    assert_int_equal(drawn_near(&p, bird_x, 0), bare);
    close_picture(&p);
}

static uint32_t brightness_of(uint32_t color) {
    return (color >> 24) + (color >> 16 & 0xff) + (color >> 8 & 0xff);
}

/// Draw draw/shadows.lua with a further line in it, around a place.
static void draw_shadows(const char *more, double x, double y, double scale,
                         uint32_t pixels[side * side]) {
    picture p;
    open_picture(&p, read_script_with("draw/shadows.lua", "--[[more]]", more, NULL));
    p.options.scenario = p.scenario;
    p.camera.x = x;
    p.camera.y = y;
    p.camera.scale = scale;
    draw(&p);
    memcpy(pixels, p.pixels, side * side * sizeof *pixels);
    close_picture(&p);
}

static uint32_t with_shadows[side * side], without_shadows[side * side];

/// How many pixels are darker with shadows, in the square of which `left` and `top` is the corner;
/// and where they are, from its middle, in all.
static int shadow_in(int left, int top, int width, int *x, int *y) {
    int count = 0;
    *x = *y = 0;
    for (int j = top; j < top + width; j++)
        for (int i = left; i < left + width; i++)
            if (brightness_of(with_shadows[j * side + i]) <
                brightness_of(without_shadows[j * side + i])) {
                count++;
                *x += i - left - width / 2;
                *y += j - top - width / 2;
            }
    return count;
}

static void shadows_fall_to_the_lower_right(void **state) {
    (void)state;
    int x, y;
    draw_shadows("effects = { shadows = true }", 0, 0, 10, with_shadows);
    draw_shadows("effects = { shadows = false }", 0, 0, 10, without_shadows);
    for (int i = 0; i < 3; i++) {
        int count = shadow_in(i % 2 * side / 2, i / 2 * side / 2, side / 2, &x, &y);
        if (count < 60 || x < 2 * count || y < 2 * count)
            fail_msg("shadow %d has %d pixels, from %d, %d", i, count, x, y);
    }
    // What nobody runs into does not stand up.
    assert_int_equal(shadow_in(side / 2, side / 2, side / 2, &x, &y), 0);
}

// The agent is 160 pixels long, the ball 100.
static void large_shadows_need_no_sprites(void **state) {
    (void)state;
    static const int places[][2] = {{-10, 10}, {10, 10}};
    static const double scales[] = {40, 25};
    for (int i = 0; i < 2; i++) {
        int x, y;
        draw_shadows("effects = true", places[i][0], places[i][1], scales[i], with_shadows);
        draw_shadows("effects = { shadows = false }", places[i][0], places[i][1], scales[i],
                     without_shadows);
        int count = shadow_in(0, 0, side, &x, &y);
        if (count < 200 || x < 5 * count || y < 5 * count)
            fail_msg("shadow %d has %d pixels, from %d, %d", i, count, x, y);
    }
}

static void mist_is_a_veil(void **state) {
    (void)state;
    picture p;
    open_effects(&p, "");
    draw(&p);
    uint32_t clear = p.pixels[20 * side + 20];
    dv_error error;
    assert_int_equal(dv_world_set_visibility(dv_scenario_world(p.scenario), 20, &error), DV_OK);
    draw(&p);
    assert_true(p.pixels[20 * side + 20] >> 24 > (clear >> 24) + 10);
    close_picture(&p);
    open_effects(&p, "effects = { mist = false }");
    assert_int_equal(dv_world_set_visibility(dv_scenario_world(p.scenario), 20, &error), DV_OK);
    draw(&p);
    assert_int_equal(p.pixels[20 * side + 20], clear);
    close_picture(&p);
}

static void names_of_events_are_written(void **state) {
    (void)state;
    picture p;
    open_effects(&p, "");
    step(&p, 3);
    assert_true(written_within(&p, -12, 0, -2, 4) > 40);
    step(&p, 20);
    assert_int_equal(written_within(&p, -12, 0, -2, 4), 0);
    close_picture(&p);
}

/// How much is drawn near the bang if another is emitted a tick later, `away` meters from it.
static int drawn_with_another(float away) {
    picture p;
    dv_error error;
    open_effects(&p, "");
    step(&p, 1);
    dv_world *world = dv_scenario_world(p.scenario);
    const dv_event event = {
        .name = dv_event_name("bang"), .position = {bang_x + away, 0, 0}, .radius = 4};
    assert_int_equal(dv_world_emit(world, &event, &error), DV_OK);
    dv_world_note_incident(world, DV_INCIDENT_EVENT, (dv_agent){0}, "bang", "");
    step(&p, 3);
    int drawn = drawn_near(&p, bang_x, 0);
    close_picture(&p);
    return drawn;
}

static void an_alarm_that_runs_through_a_herd_is_one_wave(void **state) {
    (void)state;
    assert_true(drawn_with_another(3) > drawn_with_another(0.5f));
    assert_int_equal(drawn_with_another(0.5f), drawn_with_another(0));
}

// Many that do not join: the latest are shown, not those that are over.
static void the_latest_of_many_waves_are_shown(void **state) {
    (void)state;
    picture p;
    dv_error error;
    open_effects(&p, "");
    step(&p, 1);
    dv_world *world = dv_scenario_world(p.scenario);
    assert_int_equal(dv_world_explain(world, 512, &error), DV_OK);
    for (int i = 0; i < 40; i++) {
        for (int n = 0; n < 4; n++) {
            char name[16];
            snprintf(name, sizeof name, "n%d", 4 * i + n);
            const dv_event event = {
                .name = dv_event_name(name), .position = {bang_x, -8, 0}, .radius = 4};
            assert_int_equal(dv_world_emit(world, &event, &error), DV_OK);
            dv_world_note_incident(world, DV_INCIDENT_EVENT, (dv_agent){0}, name, "");
        }
        step(&p, 1);
    }
    assert_true(drawn_near(&p, bang_x, -8) > 3000);
    close_picture(&p);
}

static void the_ground_has_the_color_of_the_theme(void **state) {
    (void)state;
    for (uint32_t i = 0; i < dv_theme_count; i++) {
        picture p;
        char theme[64];
        snprintf(theme, sizeof theme, "theme = '%s'", dv_themes[i].name);
        open_effects(&p, theme);
        draw(&p);
        assert_int_equal(p.pixels[20 * side + 20], dv_themes[i].ground);
        p.options.theme = &dv_themes[(i + 1) % dv_theme_count];
        draw(&p);
        assert_int_equal(p.pixels[20 * side + 20], p.options.theme->ground);
        close_picture(&p);
    }
    assert_null(dv_theme_named("lava"));
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_event_is_a_wave_as_wide_as_its_radius),
        cmocka_unit_test(an_event_without_a_place_is_not_in_the_picture),
        cmocka_unit_test(a_wave_begins_with_the_tick_of_its_event),
        cmocka_unit_test(births_deaths_and_leaders_are_marked),
        cmocka_unit_test(a_scenario_leaves_out_what_it_likes),
        cmocka_unit_test(removals_can_be_left_out),
        cmocka_unit_test(shadows_fall_to_the_lower_right),
        cmocka_unit_test(large_shadows_need_no_sprites),
        cmocka_unit_test(mist_is_a_veil),
        cmocka_unit_test(names_of_events_are_written),
        cmocka_unit_test(the_latest_of_many_waves_are_shown),
        cmocka_unit_test(the_ground_has_the_color_of_the_theme),
        cmocka_unit_test(an_alarm_that_runs_through_a_herd_is_one_wave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
