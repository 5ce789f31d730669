// Terrain: which terrain applies where regions overlap, how it changes speed, and that snapshots
// and other programs find it again by its name.
#include "../world_hash.h"
#include "behavior_world.h"

#include "base/alloc.h"

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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_laid_last_counts),
        cmocka_unit_test(caps_are_scaled_by_the_terrain_on_top),
        cmocka_unit_test(wrong_types_are_refused),
        cmocka_unit_test(a_snapshot_has_what_was_laid_in_its_order),
        cmocka_unit_test(other_programs_are_asked_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
