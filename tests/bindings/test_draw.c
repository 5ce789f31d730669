// What scripts draw: strokes for a tick, callbacks for drawing, and that none of it affects the
// world.
#include "../program.h"
#include "../read_script.h"
#include "scenario_fixture.h"

#define DOT "local a = drover.kind('a', { look = { size = 1 } })\n"
/// Open a scenario whose drawings are shown.
static dv_scenario *open_shown(fixture *f, const char *source) {
    dv_scenario_options options = options_of(f);
    close_scenario(f);
    f->log[0] = '\0';
    options.shown = true;
    write_file(f, "main.lua", source);
    f->scenario = dv_scenario_open(f->folder, &options, &f->error);
    if (!f->scenario)
        fail_msg("%s", f->error.message);
    return f->scenario;
}

/// The sketch in short: a letter a stroke, and the first coordinate.
static const char *in_short(const dv_sketch *sketch, char text[256]) {
    static const char letters[] = "lacrpts";
    size_t used = 0;
    text[0] = '\0';
    for (uint32_t i = 0; i < dv_sketch_count(sketch); i++) {
        dv_stroke stroke = dv_sketch_stroke(sketch, i);
        used += (size_t)snprintf(text + used, 256 - used, "%s%c%g", i ? " " : "",
                                 letters[stroke.shape], (double)stroke.points[0].x);
    }
    return text;
}

static void expect_tick(fixture *f, const char *expected) {
    char text[256];
    assert_string_equal(in_short(dv_scenario_tick_sketch(f->scenario), text), expected);
}

static void expect_drawn(fixture *f, const char *tool, const char *expected) {
    char text[256];
    dv_scenario_draw(f->scenario, tool);
    assert_string_equal(in_short(dv_scenario_drawn_sketch(f->scenario), text), expected);
}

static void strokes_arrive_with_their_style(void **state) {
    fixture *f = *state;
    open_shown(f, read_script("draw/strokes_arrive_with_their_style.lua"));
    step(f, 1);
    assert_string_equal(banner_of(f), "");
    expect_tick(f, "l1 a5 c9 r12 p15 t21 t23 s25 s28");
    const dv_sketch *sketch = dv_scenario_tick_sketch(f->scenario);
    dv_stroke line = dv_sketch_stroke(sketch, 0), arrow = dv_sketch_stroke(sketch, 1);
    assert_true(line.points[0].y == 2 && line.points[1].x == 3 && line.points[1].y == 4);
    assert_true(line.pen.width == 1.5f);
    assert_int_equal(arrow.pen.color, 0x11223344);
    assert_true(arrow.pen.width == 3 && !arrow.pen.fills);
    dv_stroke circle = dv_sketch_stroke(sketch, 2), arc = dv_sketch_stroke(sketch, 3);
    assert_int_equal(circle.pen.color, 0xff0000ff);
    assert_true(circle.pen.fills && circle.radius == 11);
    assert_true(arc.radius == 14 && arc.first == 0.5f && arc.last == -0.5f);
    dv_stroke polygon = dv_sketch_stroke(sketch, 4), text = dv_sketch_stroke(sketch, 5);
    assert_int_equal(polygon.point_count, 3);
    assert_true(polygon.points[1].x == 17 && polygon.points[2].y == 20);
    assert_string_equal(text.text, "ho");
    assert_true(text.pen.width == 30 && text.points[0].y == 22);
    assert_string_equal(dv_sketch_stroke(sketch, 6).text, "7");
    dv_stroke tree = dv_sketch_stroke(sketch, 7), wolf = dv_sketch_stroke(sketch, 8);
    assert_true(tree.body == DV_SHAPE_TREE && tree.radius == 13.5f && tree.first == 0);
    assert_true(tree.points[0].y == 26 && !tree.pen.is_below && !line.pen.is_below);
    assert_true(wolf.body == DV_SHAPE_WOLF && wolf.first == 0.5f && wolf.pen.is_below);
}

static void strokes_last_a_tick(void **state) {
    fixture *f = *state;
    open_shown(f, read_script("draw/strokes_last_a_tick.lua"));
    step(f, 1);
    expect_tick(f, "l0 c2");
    step(f, 1);
    expect_tick(f, "l1 c2");
    // What is pressed between two ticks belongs to the next.
    dv_scenario_input(f->scenario, &(dv_input){.type = DV_MOUSE_PRESSED, .x = 8});
    expect_tick(f, "t8");
    step(f, 1);
    expect_tick(f, "t8");
    step(f, 1);
    expect_tick(f, "");
    assert_string_equal(banner_of(f), "");
}

static void watched_expressions_do_not_draw(void **state) {
    fixture *f = *state;
    static const char *const drawing[] = {"world.draw.circle(9, 0, 1)",
                                          "(\"x\"):gsub(\"x\", world.draw.text)"};
    static const char *const why[] = {
        "an expression only reads, so it can't call 'world.draw.circle'",
        "an expression only reads, so it can't call 'world.draw.text'"};
    open_shown(f, read_script("draw/strokes_last_a_tick.lua"));
    step(f, 1);
    for (int i = 0; i < 2; i++) {
        dv_expression_value value;
        assert_int_equal(dv_scenario_check_expression(f->scenario, drawing[i], &f->error), DV_OK);
        dv_scenario_read_expression(f->scenario, drawing[i], (dv_agent){0}, &value);
        assert_true(value.has_failed);
        assert_string_equal(value.text, why[i]);
        expect_tick(f, "l0 c2");
    }
}

static const char complaints[] =
    "draw.line: y2: a number expected, got no value\n"
    "draw.arrow: x2: a number expected, got string\n"
    "draw.circle: radius: 0 m or more expected, got -3.0\n"
    "draw.circle: x: a number from -1e9 to 1e9 expected\n"
    "draw.arc: last: a number expected, got no value\n"
    "draw.polygon: points: at least 3 expected, got 2\n"
    "draw.polygon: points[3]: a point expected ({ x, y }, { x = , y = } or a vector), got number\n"
    "draw.polygon: points[3]: numbers from -1e9 to 1e9 expected\n"
    "draw.text: y: a number expected, got no value\n"
    "draw.line: style: a table expected, got string\n"
    "draw.line: style: unknown key 'colour' (color?)\n"
    "draw.line: style.color: no color 'rad' (red?)\n"
    "draw.line: style.color: a color's name or \"#rrggbb\" expected, got number\n"
    "draw.line: style: unknown key 'fill': one of color, width or layer expected\n"
    "draw.text: style: unknown key 'width': one of color or size expected\n"
    "draw.circle: style.width: more than 0 and at most 1000 pixels expected\n"
    "draw.circle: style.fill: true or false expected, got number\n"
    "draw.circle: style.layer: no layer 'top': one of above or below expected\n"
    "draw.line: style.layer: \"above\" or \"below\" expected, got boolean\n"
    "draw.shape: no shape 'shp': one of arrow, disc, hoofed, wolf, car, fish, bird, person, tree "
    "or "
    "house expected\n"
    "draw.shape: length: more than 0 m expected, got 0.0\n"
    "draw.shape: heading: a number expected, got string\n"
    "draw.shape: style: unknown key 'fill': one of color, layer or width expected\n"
    "draw.shape: style.width: more than 0 and at most 1e9 m expected, got 0.0\n"
    "draw.shape: style.width: more than 0 and at most 1e9 m expected, got 1e+30\n"
    "main.lua:39: draw has no 'lin' (line?)\n"
    "main.lua:40: draw is read-only\n"
    "main.lua:41: world.draw: cannot be assigned\n";

static void mistakes_are_told_whether_anybody_looks_or_not(void **state) {
    fixture *f = *state;
    open_main(f, read_script("draw/mistakes.lua"));
    step(f, 1);
    assert_null(dv_scenario_tick_sketch(f->scenario));
    expect_log(f, complaints);
    open_shown(f, read_script("draw/mistakes.lua"));
    step(f, 1);
    expect_tick(f, "");
    expect_log(f, complaints);
}

static void callbacks_draw_when_asked(void **state) {
    fixture *f = *state;
    open_shown(f, read_script("draw/callbacks_draw_when_asked.lua"));
    expect_drawn(f, NULL, "l1 l2 c3 t4 r5");
    // Drawing again replaces it, and the strokes of a tick are not touched.
    expect_drawn(f, "pen", "l1 l2 c3 t4 r5 p6");
    expect_drawn(f, "no such tool", "l1 l2 c3 t4 r5");
    expect_tick(f, "");
    step(f, 2);
    expect_drawn(f, NULL, "l1 l2 c3 t4 r5");
    assert_string_equal(dv_sketch_stroke(dv_scenario_drawn_sketch(f->scenario), 3).text, "tick 2");
    assert_string_equal(banner_of(f), "");
    open_main(f, read_script("draw/callbacks_draw_when_asked.lua"));
    dv_scenario_draw(f->scenario, "pen");
    assert_null(dv_scenario_drawn_sketch(f->scenario));
}

static void labels_stand_beside_their_agents(void **state) {
    fixture *f = *state;
    open_shown(f, read_script("draw/labels_stand_beside_their_agents.lua"));
    expect_drawn(f, NULL, "l1 t13 t23 t33");
    assert_string_equal(dv_sketch_stroke(dv_scenario_drawn_sketch(f->scenario), 2).text, "no 2");
    step(f, 2);
    expect_drawn(f, NULL, "l1 t23 t33");
    step(f, 1);
    expect_drawn(f, NULL, "l1 t23");
    assert_string_equal(banner_of(f), "");
}

static void nothing_drawn_reaches_the_world(void **state) {
    fixture *f = *state;
    const char *source = read_script("draw/nothing_drawn_reaches_the_world.lua");
    open_shown(f, source);
    for (int tick = 0; tick < 50; tick++) {
        step(f, 1);
        dv_scenario_draw(f->scenario, NULL);
        assert_int_equal(dv_sketch_count(dv_scenario_drawn_sketch(f->scenario)), 40);
    }
    assert_string_equal(banner_of(f), "");
    uint64_t drawn = hash_of(f);
    open_main(f, source);
    step(f, 50);
    assert_int_equal(hash_of(f), drawn);
}

static void a_callback_that_writes_is_refused_and_not_called_again(void **state) {
    fixture *f = *state;
    open_shown(f, read_script("draw/a_callback_that_writes_is_refused_and_not_called_again.lua"));
    expect_drawn(f, NULL, "c1 c1 l2");
    assert_string_equal(banner_of(f),
                        "main.lua:6: guards, monitors, elections, custom behaviors and draw may "
                        "read the world but not change it [a#2]");
    expect_drawn(f, NULL, "l2");
    assert_int_equal(suspended(f), 0);
    // A good save calls it again, before any tick.
    write_file(f, "main.lua", read_script("draw/a_callback_that_draws_again.lua"));
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_SWAPPED);
    assert_string_equal(banner_of(f), "");
    expect_drawn(f, NULL, "a1 a2 a3");
    assert_string_equal(banner_of(f),
                        "main.lua:5: guards, monitors, elections, custom behaviors and draw may "
                        "read the world but not change it");
    assert_int_equal(dv_world_agent_count(dv_scenario_world(f->scenario)), 3);
    expect_drawn(f, NULL, "a1 a2 a3");
}

static void too_much_is_cut_and_reported(void **state) {
    fixture *f = *state;
    open_shown(f, read_script("draw/too_much_is_cut_and_reported.lua"));
    step(f, 1);
    assert_int_equal(dv_sketch_count(dv_scenario_tick_sketch(f->scenario)), 100000);
    assert_string_equal(banner_of(f), "main.lua:10: draw: more than 200000 points in one picture: "
                                      "the rest is not drawn");
    step(f, 1);
    assert_int_equal(dv_sketch_count(dv_scenario_tick_sketch(f->scenario)), 100000);
    expect_drawn(f, NULL, "t0");
}

static void long_texts_count_too(void **state) {
    fixture *f = *state;
    open_shown(f, read_script("draw/long_texts_count_too.lua"));
    dv_scenario_draw(f->scenario, NULL);
    // 10,001 points each.
    assert_int_equal(dv_sketch_count(dv_scenario_drawn_sketch(f->scenario)), 19);
    assert_string_equal(banner_of(f), "main.lua:11: draw: more than 200000 points in one picture: "
                                      "the rest is not drawn");
}

static void callbacks_must_be_functions(void **state) {
    fixture *f = *state;
    expect_refusal(f, HEAD "local a = drover.kind('a', { draw = 1 })",
                   "main.lua:2: draw: a function expected, got number");
    expect_refusal(f, HEAD DOT "return drover.scenario { kinds = { a }, draw = {} }",
                   "main.lua:3: draw: a function expected, got table");
    expect_refusal(f, HEAD DOT "return drover.scenario { kinds = { a }, drew = 1 }",
                   "main.lua:3: drew: unknown key (draw?)");
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(strokes_arrive_with_their_style),
        CASE(strokes_last_a_tick),
        CASE(watched_expressions_do_not_draw),
        CASE(mistakes_are_told_whether_anybody_looks_or_not),
        CASE(callbacks_draw_when_asked),
        CASE(labels_stand_beside_their_agents),
        CASE(nothing_drawn_reaches_the_world),
        CASE(a_callback_that_writes_is_refused_and_not_called_again),
        CASE(too_much_is_cut_and_reported),
        CASE(long_texts_count_too),
        CASE(callbacks_must_be_functions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
