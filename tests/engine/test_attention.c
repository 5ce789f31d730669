// Which obstacles count for what: each query considers only obstacles that block sight, movement,
// or planning, whichever it is about.
#include "../program.h"
#include "../world_hash.h"
#include "guard_world.h"

#include "base/alloc.h"
#include "world/obstacles.h"
#include "world/world_data.h"

static dv_obstacle put(scene *s, dv_obstacle_def def) {
    dv_obstacle obstacle;
    scene_require(s, dv_obstacle_create(s->world, &def, &obstacle, &s->error));
    return obstacle;
}

/// Across the x axis at 5, from y = −2 to 2.
static dv_obstacle put_wall(scene *s, uint32_t lets_pass) {
    static const dv_vec3 ends[] = {{5, -2, 0}, {5, 2, 0}};
    return put(s, (dv_obstacle_def){
                      .shape = DV_WALL, .points = ends, .point_count = 2, .lets_pass = lets_pass});
}

static void count_one(void *context, uint32_t obstacle, dv_vec3 by) {
    (void)obstacle;
    (void)by;
    ++*(int *)context;
}

static bool is_near_one(const scene *s, dv_blocking what) {
    int count = 0;
    dv_obstacles_each_blocking(&s->world->obstacles, DV_PLANE, what, dv_vec(0, 0, 0), 6, count_one,
                               &count);
    return count == 1;
}

/// m, of the way planned from one side of the wall to the other.
static double planned(const scene *s) {
    dv_plan_def def = dv_plan_def_default();
    dv_plan_outcome outcome;
    dv_path path;
    dv_error error;
    def.to = dv_vec(10, 0, 0);
    assert_int_equal(dv_world_plan(s->world, &def, &path, &outcome, &error), DV_OK);
    assert_int_equal(outcome, DV_PLAN_FOUND);
    double length = dv_path_length(s->world, path);
    dv_path_remove(s->world, path);
    return length;
}

static void assert_blocks(const scene *s, uint32_t blocks) {
    const dv_obstacles *o = &s->world->obstacles;
    dv_vec3 from = dv_vec(0, 0, 0), right = dv_vec(1, 0, 0);
    bool moves = blocks & DV_BLOCKS_MOVEMENT, sees = blocks & DV_BLOCKS_SIGHT;
    dv_sweep_hit hit;
    dv_surface_point nearest;
    assert_int_equal(dv_obstacles_sweep(o, DV_PLANE, from, right, 10, 0.5f, &hit), moves);
    if (moves)
        assert_float_equal(hit.distance, 4.5f, 0);
    assert_int_equal(dv_obstacles_may_be_met(o, DV_PLANE, from, right, 10, 0.5f), moves);
    assert_int_equal(dv_obstacles_nearest(o, DV_PLANE, from, 6, &nearest), moves);
    assert_int_equal(dv_obstacles_hide(o, DV_PLANE, from, dv_vec(10, 0, 0)), sees);
    assert_int_equal(is_near_one(s, DV_BLOCKS_MOVEMENT), moves);
    assert_int_equal(is_near_one(s, DV_BLOCKS_SIGHT), sees);
    if (blocks & DV_BLOCKS_PLANNING)
        assert_true(planned(s) > 10.7); // 2 √(5² + 2²) = 10.77 and the cells
    else
        assert_float_equal(planned(s), 10, 0);
}

static void each_question_regards_what_blocks_it(void **state) {
    (void)state;
    for (uint32_t lets_pass = 0; lets_pass <= DV_BLOCKS_ALL; lets_pass++)
        for (int is_indexed = 0; is_indexed < 2; is_indexed++) {
            scene s = scene_default();
            scene_open(&s);
            dv_obstacle wall = put_wall(&s, lets_pass);
            if (is_indexed)
                assert_true(dv_obstacles_index(&s.world->obstacles));
            assert_int_equal(dv_obstacle_blocks(s.world, wall), DV_BLOCKS_ALL & ~lets_pass);
            assert_blocks(&s, DV_BLOCKS_ALL & ~lets_pass);
            scene_close(&s);
        }
}

static void what_an_obstacle_blocks_may_change(void **state) {
    (void)state;
    scene s = scene_default();
    scene_open(&s);
    dv_obstacle door = put_wall(&s, 0);
    assert_true(dv_obstacles_index(&s.world->obstacles));
    assert_blocks(&s, DV_BLOCKS_ALL);
    scene_require(&s, dv_obstacle_set_blocks(s.world, door, DV_BLOCKS_SIGHT, &s.error));
    assert_blocks(&s, DV_BLOCKS_SIGHT);
    // Wherever it is moved to.
    scene_require(&s, dv_obstacle_move(s.world, door, dv_vec(5, 0.5f, 0), 0, &s.error));
    assert_blocks(&s, DV_BLOCKS_SIGHT);
    scene_require(&s, dv_obstacle_set_blocks(s.world, door, DV_BLOCKS_ALL, &s.error));
    assert_blocks(&s, DV_BLOCKS_ALL);
    assert_int_equal(dv_obstacle_set_blocks(s.world, door, 8, &s.error), DV_ERROR_ARGUMENT);
    assert_string_equal(s.error.message, "obstacle: 8 is more than sight, movement and planning");
    dv_obstacle_remove(s.world, door);
    assert_int_equal(dv_obstacle_blocks(s.world, door), 0);
    assert_int_equal(dv_obstacle_set_blocks(s.world, door, 1, &s.error), DV_ERROR_STALE);
    assert_blocks(&s, 0);
    scene_close(&s);
}

static void one_sees_through_glass_and_not_through_a_curtain(void **state) {
    (void)state;
    scene s = scene_default();
    s.occluded = true;
    scene_open(&s);
    dv_agent wolf = scene_spawn(&s, WOLF, 10, 0);
    dv_obstacle glass = put_wall(&s, DV_BLOCKS_SIGHT);
    scene_step(&s);
    assert_true(dv_agent_sees(s.world, s.deer, wolf));
    dv_obstacle_remove(s.world, glass);
    put_wall(&s, DV_BLOCKS_MOVEMENT | DV_BLOCKS_PLANNING);
    scene_step(&s);
    assert_false(dv_agent_sees(s.world, s.deer, wolf));
    scene_close(&s);
}

static void snapshots_keep_what_obstacles_block(void **state) {
    (void)state;
    scene s = scene_default();
    scene_open(&s);
    dv_snapshot snapshot;
    uint64_t hashes[DV_BLOCKS_ALL + 1];
    dv_obstacle wall = put_wall(&s, 0);
    for (uint32_t blocks = 0; blocks <= DV_BLOCKS_ALL; blocks++) {
        scene_require(&s, dv_obstacle_set_blocks(s.world, wall, blocks, &s.error));
        hashes[blocks] = world_hash(s.world);
        for (uint32_t other = 0; other < blocks; other++)
            assert_true(hashes[other] != hashes[blocks]);
        scene_require(&s, dv_world_take_snapshot(s.world, &snapshot, &s.error));
        scene_require(&s, dv_obstacle_set_blocks(s.world, wall, ~blocks & 7, &s.error));
        scene_require(&s, dv_world_load_snapshot(s.world, &snapshot, &s.error));
        dv_snapshot_free(&snapshot);
        wall = dv_world_obstacle_at(s.world, 0);
        assert_int_equal(dv_obstacle_blocks(s.world, wall), blocks);
        assert_true(world_hash(s.world) == hashes[blocks]);
    }
    scene_close(&s);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_question_regards_what_blocks_it),
        cmocka_unit_test(what_an_obstacle_blocks_may_change),
        cmocka_unit_test(one_sees_through_glass_and_not_through_a_curtain),
        cmocka_unit_test(snapshots_keep_what_obstacles_block),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
