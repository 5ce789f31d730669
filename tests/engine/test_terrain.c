// Terrain: which terrain applies where regions overlap, how it changes speed, and that snapshots
// and other programs find it again by its name.
#include "../program.h"
#include "../world_hash.h"
#include "behavior_world.h"

#include "base/alloc.h"
#include "drover/fields.h"
#include "drover/navigation.h"
#include "world/terrain.h"

enum { GRASS, STREAM, ROAD };

static const dv_terrain_def types[] = {
    {.name = "grass", .weight = 1, .speed = 1},
    {.name = "stream", .weight = 8, .speed = 0.5, .color = 0x4a6fa5ff},
    {.name = "road", .weight = 0, .speed = 2}};

static lab open_lab(lab_kinds kinds) {
    kinds.terrain = types;
    kinds.terrain_count = 3;
    return lab_open_with(lab_def(), kinds);
}

static dv_region lay(lab *l, int32_t type, float x, float y, float width, float depth) {
    dv_region_def def = dv_region_def_default();
    dv_region region;
    def.shape = (dv_obstacle_def){
        .shape = DV_BOX, .position = dv_vec(x, y, 0), .width = width, .depth = depth, .height = 1};
    assert_int_equal(dv_region_create(l->world, &def, &region, &l->error), DV_OK);
    assert_int_equal(dv_region_terrain(l->world, region), -1);
    assert_int_equal(dv_region_set_terrain(l->world, region, type, &l->error), DV_OK);
    assert_int_equal(dv_region_terrain(l->world, region), type);
    return region;
}

static int32_t at(const lab *l, float x, float y) {
    return dv_world_terrain_at(l->world, dv_vec(x, y, 0));
}

static void what_was_laid_last_counts(void **state) {
    (void)state;
    lab l = open_lab((lab_kinds){0});
    dv_region ground;
    assert_int_equal(at(&l, 0, 0), -1);
    assert_int_equal(dv_terrain_create(l.world, GRASS, &ground, &l.error), DV_OK);
    dv_region stream = lay(&l, STREAM, 0, 0, 100, 4);
    dv_region bridge = lay(&l, ROAD, 0, 0, 2, 6);
    assert_int_equal(at(&l, 0, 0), ROAD);
    assert_int_equal(at(&l, 1, 3), ROAD);
    assert_int_equal(at(&l, 1.01f, 2), STREAM);
    assert_int_equal(at(&l, 1.01f, 2.01f), GRASS);
    assert_int_equal(at(&l, 50, 50), GRASS);
    assert_int_equal(at(&l, 50.1f, 50), -1);
    assert_int_equal(at(&l, NAN, 0), -1);
    // A flood: the stream is laid again, over the bridge; then the bridge goes.
    assert_int_equal(dv_region_set_terrain(l.world, stream, STREAM, &l.error), DV_OK);
    assert_int_equal(at(&l, 0, 0), STREAM);
    assert_int_equal(at(&l, 0, 3), ROAD);
    assert_int_equal(dv_region_remove(l.world, bridge), DV_OK);
    assert_int_equal(at(&l, 0, 3), GRASS);
    assert_int_equal(dv_region_set_terrain(l.world, stream, -1, &l.error), DV_OK);
    assert_int_equal(at(&l, 0, 0), GRASS);
    // The index of the bridge is taken again by a region that lays nothing.
    dv_region_def plain = {.shape = {.shape = DV_SPHERE, .radius = 9}, .speed = 1};
    dv_region next;
    assert_int_equal(dv_region_create(l.world, &plain, &next, &l.error), DV_OK);
    assert_int_equal(dv_handle_index(next.bits), dv_handle_index(bridge.bits));
    assert_int_equal(dv_region_terrain(l.world, next), -1);
    assert_int_equal(dv_region_set_terrain(l.world, bridge, ROAD, &l.error), DV_ERROR_STALE);
    assert_int_equal(dv_region_set_terrain(l.world, next, 3, &l.error), DV_ERROR_NAME);
    assert_int_equal(dv_terrain_create(l.world, 3, &next, &l.error), DV_ERROR_NAME);
    lab_close(&l);
}

// The pace is that of the region's own and of the terrain on top: on the road 0.5 · 2, in the
// stream beside it 0.5 · 0.5, behind the region 0.5.
static void caps_are_scaled_by_the_terrain_on_top(void **state) {
    (void)state;
    lab l = open_lab((lab_kinds){.speed = dv_value_number(4)});
    dv_region stream = lay(&l, STREAM, 0, 0, 40, 10);
    lay(&l, ROAD, 0, 0, 10, 2);
    dv_region_def mud = {.shape = {.shape = DV_BOX, .width = 20, .depth = 20, .height = 1},
                         .speed = 0.5f};
    dv_region region;
    assert_int_equal(dv_region_create(l.world, &mud, &region, &l.error), DV_OK);
    dv_agent on_road = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    dv_agent in_mud = lab_spawn(&l, SHEEP, dv_vec(0, 4, 0), 0, 0);
    dv_agent in_stream = lab_spawn(&l, SHEEP, dv_vec(15, 4, 0), 0, 0);
    lab_step(&l);
    assert_vector(ASK(&l, on_road, "seek", AT_POINT(0, 90, 0)), 0, 4, 0, 1e-5f);
    assert_vector(ASK(&l, in_mud, "seek", AT_POINT(0, 90, 0)), 0, 1, 0, 1e-5f);
    assert_vector(ASK(&l, in_stream, "seek", AT_POINT(15, 90, 0)), 0, 2, 0, 1e-5f);
    assert_int_equal(dv_region_remove(l.world, stream), DV_OK);
    lab_step(&l);
    assert_vector(ASK(&l, in_stream, "seek", AT_POINT(15, 90, 0)), 0, 4, 0, 1e-5f);
    lab_close(&l);
}

static void fill(lab *l, double amount) {
    dv_field scent = dv_world_field(l->world, 0);
    assert_int_equal(dv_field_fill(l->world, scent, amount, &l->error), DV_OK);
}

// The field holds at most 10.
static void terrain_counts_by_how_full_its_field_is(void **state) {
    (void)state;
    static const dv_terrain_def snow = {
        .name = "snow", .weight = 8, .speed = 0.5, .field = "scent"};
    lab l = lab_open_with(
        lab_def(), (lab_kinds){.terrain = &snow, .terrain_count = 1, .speed = dv_value_number(4)});
    dv_region ground;
    assert_int_equal(dv_terrain_create(l.world, 0, &ground, &l.error), DV_OK);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    static const double shares[] = {0, 0.5, 1};
    for (int i = 0; i < 3; i++) {
        fill(&l, 10 * shares[i]);
        float speed = 4 * (float)(1 - 0.5 * shares[i]);
        lab_step(&l);
        assert_vector(ASK(&l, agent, "seek", AT_POINT(0, 90, 0)), 0, speed, 0, 1e-5f);
        dv_terrain_for whole = {.weight = snow.weight, .speed = snow.speed};
        dv_terrain_for now = dv_terrain_by_field(l.world, 0, whole, dv_vec(0, 0, 0));
        assert_float_equal(now.weight, 8 * shares[i], 1e-6);
    }
    lab_close(&l);
}

// A flow along x, until the field fills just above the way.
static void a_flow_to_a_goal_heeds_the_field(void **state) {
    (void)state;
    static const dv_terrain_def snow = {.name = "snow", .weight = 8, .speed = 1, .field = "scent"};
    lab l = lab_open_with(lab_def(), (lab_kinds){.terrain = &snow, .terrain_count = 1});
    dv_region ground;
    assert_int_equal(dv_terrain_create(l.world, 0, &ground, &l.error), DV_OK);
    dv_flow_goal goal = {.point = {20, 0, 0}};
    dv_flow_to_def def = dv_flow_to_def_default();
    def.goals = &goal;
    def.goal_count = 1;
    dv_flow flow;
    dv_flow_outcome outcome;
    assert_int_equal(dv_world_flow_to(l.world, &def, &flow, &outcome, &l.error), DV_OK);
    dv_vec3 here = {-8, 0, 0};
    assert_vector(dv_flow_at(l.world, flow, here), 1, 0, 0, 0.02f);
    dv_field scent = dv_world_field(l.world, 0);
    for (int x = -3; x <= 3; x++)
        for (int y = -1; y <= 8; y++)
            assert_int_equal(dv_field_set(l.world, scent,
                                          dv_vec((float)x + 0.5f, (float)y + 0.5f, 0), 10,
                                          &l.error),
                             DV_OK);
    for (int tick = 0; tick < 30; tick++) // it is renewed every 0.5 s
        lab_step(&l);
    dv_vec3 around = dv_flow_at(l.world, flow, here);
    assert_true(around.x > 0.8f && around.y < -0.1f);
    lab_close(&l);
}

static void a_terrain_names_a_field_of_the_program(void **state) {
    (void)state;
    dv_error error;
    dv_program *program = dv_program_create();
    dv_field_def field = {.name = "snow", .cell = 1, .max = 1};
    dv_terrain_def def = {.name = "deep", .where = "main.lua:3", .speed = 1, .field = "sno"};
    assert_int_equal(dv_program_add_field(program, &field, &error), DV_OK);
    assert_int_equal(dv_program_add_terrain(program, &def, &error), DV_OK);
    assert_int_equal(dv_program_finish(program, &error), DV_ERROR_NAME);
    assert_string_equal(error.message, "main.lua:3: terrain 'deep': field: no field 'sno' (snow?)");
    dv_program_release(program);
}

static void wrong_types_are_refused(void **state) {
    (void)state;
    dv_error error;
    dv_program *program = dv_program_create();
    dv_terrain_def def = dv_terrain_def_default();
    def.name = "mud";
    def.where = "main.lua:3";
    def.weight = -1;
    assert_int_equal(dv_program_add_terrain(program, &def, &error), DV_ERROR_ARGUMENT);
    assert_string_equal(error.message,
                        "main.lua:3: terrain 'mud': weight: -1 is not in 0 to 1e+06");
    def.weight = (double)NAN;
    assert_int_equal(dv_program_add_terrain(program, &def, &error), DV_ERROR_ARGUMENT);
    def.weight = 2;
    def.speed = 101;
    assert_int_equal(dv_program_add_terrain(program, &def, &error), DV_ERROR_ARGUMENT);
    assert_string_equal(error.message, "main.lua:3: terrain 'mud': speed: 101 is not in 0 to 100");
    def.speed = 100;
    assert_int_equal(dv_program_add_terrain(program, &def, &error), DV_OK);
    assert_int_equal(dv_program_add_terrain(program, &def, &error), DV_ERROR_ARGUMENT);
    assert_string_equal(error.message, "main.lua:3: terrain 'mud': it is declared twice");
    assert_int_equal(dv_program_terrain_count(program), 1);
    assert_int_equal(dv_program_terrain(program, "mud"), 0);
    assert_int_equal(dv_program_terrain(program, "sand"), -1);
    dv_program_release(program);
    assert_int_equal(dv_allocated_bytes(), 0);
}

static void a_snapshot_has_what_was_laid_in_its_order(void **state) {
    (void)state;
    lab l = open_lab((lab_kinds){0});
    dv_snapshot snapshot;
    uint64_t bare = world_hash(l.world);
    dv_region road = lay(&l, ROAD, 0, 0, 4, 4);
    dv_region stream = lay(&l, STREAM, 0, 0, 4, 4);
    uint64_t before = world_hash(l.world);
    assert_true(before != bare);
    assert_int_equal(dv_world_take_snapshot(l.world, &snapshot, &l.error), DV_OK);
    assert_int_equal(dv_region_set_terrain(l.world, road, ROAD, &l.error), DV_OK);
    assert_true(world_hash(l.world) != before);
    assert_int_equal(dv_region_remove(l.world, stream), DV_OK);
    assert_int_equal(at(&l, 0, 0), ROAD);
    assert_int_equal(dv_world_load_snapshot(l.world, &snapshot, &l.error), DV_OK);
    assert_true(world_hash(l.world) == before);
    assert_int_equal(at(&l, 0, 0), STREAM);
    // What is laid from now on lies on top again.
    lay(&l, GRASS, 0, 0, 4, 4);
    assert_int_equal(at(&l, 0, 0), GRASS);
    dv_snapshot_free(&snapshot);
    lab_close(&l);
}

static void other_programs_are_asked_by_name(void **state) {
    (void)state;
    static const dv_terrain_def fewer[] = {{.name = "road", .speed = 1},
                                           {.name = "grass", .weight = 5, .speed = 1}};
    lab l = open_lab((lab_kinds){0});
    lab other = lab_open_with(lab_def(), (lab_kinds){.terrain = fewer, .terrain_count = 2});
    dv_snapshot snapshot;
    dv_region region = lay(&l, GRASS, 0, 0, 4, 4);
    assert_int_equal(dv_world_swap_program(l.world, other.program, NULL, &l.error), DV_OK);
    assert_int_equal(dv_region_terrain(l.world, region), 1);
    assert_int_equal(dv_world_swap_program(l.world, l.program, NULL, &l.error), DV_OK);
    assert_int_equal(dv_region_set_terrain(l.world, region, STREAM, &l.error), DV_OK);
    assert_int_equal(dv_world_swap_program(l.world, other.program, NULL, &l.error), DV_ERROR_NAME);
    assert_string_equal(
        l.error.message,
        "terrain 'stream' is gone, and 1 of it is in use: write renamed_from = \"stream\" in the "
        "new terrain, or removed = { { terrain = \"stream\" } } in the scenario");
    assert_int_equal(dv_region_terrain(l.world, region), STREAM);
    assert_int_equal(dv_world_take_snapshot(l.world, &snapshot, &l.error), DV_OK);
    assert_int_equal(dv_world_load_snapshot(other.world, &snapshot, &l.error), DV_ERROR_NAME);
    assert_string_equal(
        l.error.message,
        "terrain 'stream' is gone, and 1 of it is in use: write renamed_from = \"stream\" in the "
        "new terrain, or removed = { { terrain = \"stream\" } } in the scenario");
    dv_snapshot_free(&snapshot);
    dv_world_destroy(other.world);
    dv_program_release(other.program);
    lab_close(&l);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_laid_last_counts),
        cmocka_unit_test(caps_are_scaled_by_the_terrain_on_top),
        cmocka_unit_test(terrain_counts_by_how_full_its_field_is),
        cmocka_unit_test(a_flow_to_a_goal_heeds_the_field),
        cmocka_unit_test(a_terrain_names_a_field_of_the_program),
        cmocka_unit_test(wrong_types_are_refused),
        cmocka_unit_test(a_snapshot_has_what_was_laid_in_its_order),
        cmocka_unit_test(other_programs_are_asked_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
