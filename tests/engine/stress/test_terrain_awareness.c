// Stress of terrain, with values calculated by hand: strides of 1 m, grass of weight 1 everywhere,
// a stream of weight 8 across the way from x = 2 to x = 4, and a bridge of weight 0.
#include "../../program.h"
#include "stress_stage.h"

#include "base/alloc.h"

enum { GRASS, STREAM, BRIDGE };

static const dv_terrain_def types[] = {{.name = "grass", .weight = 1, .speed = 1},
                                       {.name = "stream", .weight = 8, .speed = 1},
                                       {.name = "bridge", .weight = 0, .speed = 1}};

static dv_region lay(lab *l, int32_t type, float x, float y, float width, float depth) {
    dv_region_def def = dv_region_def_default();
    dv_region region;
    def.shape = (dv_obstacle_def){
        .shape = DV_BOX, .position = dv_vec(x, y, 0), .width = width, .depth = depth, .height = 1};
    assert_int_equal(dv_region_create(l->world, &def, &region, &l->error), DV_OK);
    assert_int_equal(dv_region_set_terrain(l->world, region, type, &l->error), DV_OK);
    return region;
}

static lab open_lab(dv_agent *walker) {
    lab l = lab_open_with(lab_def(), (lab_kinds){.terrain = types, .terrain_count = 3});
    *walker = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    lab_step(&l);
    return l;
}

static void add_steps(stage *s) {
    add_step(s, 1, 0, 0, 2);
    add_step(s, 1, 0, 180, 2);
    add_step(s, 2.5f, 0, 90, 0);
}

static void the_terrain_ahead_counts_less_the_further_it_is(void **state) {
    (void)state;
    dv_agent walker;
    lab l = open_lab(&walker);
    stage s = stage_for("terrain");
    dv_region ground;
    assert_int_equal(dv_terrain_create(l.world, GRASS, &ground, &l.error), DV_OK);
    lay(&l, STREAM, 3, 0, 2, 10);
    add_steps(&s);
    score(&s, &l, walker);
    assert_stress(&s, 0, 1 + 0.5f * 8 + 0.25f * 8);
    assert_stress(&s, 1, 1 + 0.5f * 1 + 0.25f * 1);
    assert_stress(&s, 2, 8 + 0.5f * 8 + 0.25f * 8); // it stands still and stays there
    give_number(&s, "steps", 1);
    score(&s, &l, walker);
    assert_stress(&s, 0, 1);
    assert_stress(&s, 1, 1);
    assert_stress(&s, 2, 8);
    give_number(&s, "steps", 5);
    give_number(&s, "fading", 1);
    score(&s, &l, walker);
    assert_stress(&s, 0, 1 + 8 + 8 + 8 + 1);
    give_number(&s, "fading", 0);
    score(&s, &l, walker);
    assert_stress(&s, 0, 1);
    dv_sketch *sketch = annotated(&s, &l, walker);
    assert_int_equal(dv_sketch_count(sketch), 5);
    dv_sketch_destroy(sketch);
    lab_close(&l);
}

static void a_kind_minds_it_by_its_own_weight(void **state) {
    (void)state;
    static const dv_terrain_for kinds[] = {{"sheep", 3, 1}, {"dog", 5, 1}};
    static const dv_terrain_def own[] = {
        {.name = "grass", .weight = 1, .speed = 1},
        {.name = "stream", .weight = 8, .speed = 1, .kinds = kinds, .kind_count = 2}};
    lab l = lab_open_with(lab_def(), (lab_kinds){.terrain = own, .terrain_count = 2});
    dv_agent sheep = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    dv_agent dog = lab_spawn(&l, DOG, dv_vec(0, 0, 0), 0, 0);
    lab_step(&l);
    stage s = stage_for("terrain");
    lay(&l, STREAM, 3, 0, 2, 10);
    add_steps(&s);
    score(&s, &l, sheep);
    assert_stress(&s, 0, 0.5f * 3 + 0.25f * 3);
    score(&s, &l, dog);
    assert_stress(&s, 0, 0.5f * 5 + 0.25f * 5);
    lab_close(&l);
}

static void what_lies_on_top_counts(void **state) {
    (void)state;
    dv_agent walker;
    lab l = open_lab(&walker);
    stage s = stage_for("terrain");
    lay(&l, STREAM, 3, 0, 2, 10);
    dv_region bridge = lay(&l, BRIDGE, 3, 0, 4, 1);
    add_steps(&s);
    score(&s, &l, walker);
    for (uint32_t i = 0; i < 3; i++)
        assert_stress(&s, i, 0);
    dv_region_remove(l.world, bridge);
    score(&s, &l, walker);
    assert_stress(&s, 0, 0.5f * 8 + 0.25f * 8);
    assert_stress(&s, 1, 0);
    lab_close(&l);
}

static void without_terrain_there_is_no_stress(void **state) {
    (void)state;
    dv_agent walker;
    lab l = open_lab(&walker);
    stage s = stage_for("terrain");
    lay(&l, STREAM, 30, 0, 2, 10);
    add_steps(&s);
    score(&s, &l, walker);
    for (uint32_t i = 0; i < 3; i++)
        assert_stress(&s, i, 0);
    lab_close(&l);
}

// More pieces than are sensed at once: each step asks all of them, with the same result.
static void many_pieces_make_no_difference(void **state) {
    (void)state;
    dv_agent walker;
    lab l = open_lab(&walker);
    stage s = stage_for("terrain");
    for (int i = 0; i < 20; i++)
        lay(&l, STREAM, 3, -4.75f + 0.5f * (float)i, 2, 0.5f);
    add_steps(&s);
    score(&s, &l, walker);
    assert_stress(&s, 0, 0.5f * 8 + 0.25f * 8);
    for (int i = 0; i < 20; i++)
        lay(&l, GRASS, -5, -4.75f + 0.5f * (float)i, 12, 0.5f);
    score(&s, &l, walker);
    assert_stress(&s, 0, 1 + 0.5f * 8 + 0.25f * 8);
    assert_stress(&s, 1, 1 + 0.5f * 1 + 0.25f * 1);
    lab_close(&l);
}

static void beyond_a_wrapping_edge_it_goes_on(void **state) {
    (void)state;
    dv_world_def def = lab_def();
    def.bounds.edge = DV_EDGE_WRAP;
    lab l = lab_open_with(def, (lab_kinds){.terrain = types, .terrain_count = 3});
    dv_agent walker = lab_spawn(&l, SHEEP, dv_vec(49, 0, 0), 0, 0);
    stage s = stage_for("terrain");
    lab_step(&l);
    lay(&l, STREAM, -48.5f, 0, 1, 10);
    add_step(&s, 50, 0, 0, 2); // then 51, the same as -49, and -48
    score(&s, &l, walker);
    assert_stress(&s, 0, 0.5f * 8 + 0.25f * 8);
    lab_close(&l);
}

// A plane that rises by a tenth along x. Minetti's polynomial gives 4.899135 J/(kg m) up it,
// 1.127125 down and 2.5 across.
static void slopes_cost_what_walking_on_them_does(void **state) {
    (void)state;
    const dv_surface_def hill = {
        .name = "hill", .shape = DV_SURFACE_PLANE, .normal = {-0.1f, 0, 1}};
    dv_world_def def = lab_def();
    def.space = DV_VOLUME;
    lab l = lab_open_with(
        def,
        (lab_kinds){.surfaces = &hill, .surface_count = 1, .terrain = types, .terrain_count = 3});
    dv_surface surface;
    stage s = stage_for("terrain");
    assert_int_equal(dv_surface_create(l.world, 0, &surface, &l.error), DV_OK);
    dv_agent walker = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    lab_step(&l);
    add_step(&s, 1, 0, 0, 2);
    add_step(&s, -1, 0, 180, 2);
    add_step(&s, 0, 1, 90, 2);
    add_step(&s, 0, 0, 0, 0);
    score(&s, &l, walker);
    for (uint32_t i = 0; i < 4; i++)
        assert_stress(&s, i, 0);
    give_number(&s, "steps", 2);
    for (float slope = 0.5f; slope <= 2; slope *= 4) {
        give_number(&s, "slope", (double)slope);
        score(&s, &l, walker);
        assert_stress(&s, 0, slope * 1.5f * 4.899135f / 2.5f);
        assert_stress(&s, 1, slope * 1.5f * 1.127125f / 2.5f);
        assert_stress(&s, 2, slope * 1.5f);
        assert_stress(&s, 3, slope * 1.5f);
    }
    lab_close(&l);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_terrain_ahead_counts_less_the_further_it_is),
        cmocka_unit_test(a_kind_minds_it_by_its_own_weight),
        cmocka_unit_test(what_lies_on_top_counts),
        cmocka_unit_test(without_terrain_there_is_no_stress),
        cmocka_unit_test(many_pieces_make_no_difference),
        cmocka_unit_test(slopes_cost_what_walking_on_them_does),
        cmocka_unit_test(beyond_a_wrapping_edge_it_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
