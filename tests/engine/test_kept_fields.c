// Fields in snapshots, and in swaps of the program.
#include "../program.h"
#include "field_bench.h"

static void snapshots_keep_what_cells_hold(void **state) {
    (void)state;
    bench b, other;
    dv_field_def def = {.cell = 1, .evaporation = 0.1, .diffusion = 1, .max = 3};
    bench_open(&b, def, def_of(150, 30, DV_EDGE_WRAP));
    bench_open(&other, def, def_of(150, 30, DV_EDGE_WRAP));
    scatter(&b, 50);
    step(&b, 5);
    dv_snapshot snapshot;
    uint64_t hash = hash_of(b.world);
    assert_int_equal(dv_world_take_snapshot(b.world, &snapshot, &b.error), DV_OK);
    step(&b, 10);
    uint64_t later = hash_of(b.world);
    assert_int_not_equal(later, hash);
    assert_int_equal(dv_world_load_snapshot(other.world, &snapshot, &b.error), DV_OK);
    assert_int_equal(hash_of(other.world), hash);
    step(&other, 10);
    assert_int_equal(hash_of(other.world), later);
    assert_int_equal(dv_world_return_to(b.world, &snapshot, &b.error), DV_OK);
    assert_int_equal(hash_of(b.world), hash);
    assert_true(dv_field_alive(b.world, b.field));
    dv_snapshot_free(&snapshot);
    dv_world_destroy(other.world);
    dv_program_release(other.program);
    bench_close(&b);
}

static void an_empty_block_that_is_live_makes_no_difference(void **state) {
    (void)state;
    bench b;
    bench_open(&b, (dv_field_def){.cell = 1}, def_of(150, 30, DV_EDGE_OPEN));
    uint64_t hash = hash_of(b.world);
    add(&b, 5, 5, 0.5, 0);
    assert_int_not_equal(hash_of(b.world), hash);
    add(&b, 5, 5, -0.5, 0);
    assert_int_equal(hash_of(b.world), hash);
    bench_close(&b);
}

static void swap(bench *b, const dv_field_def *fields, uint32_t count) {
    dv_program *next = program_of(fields, count, &b->error);
    if (dv_world_swap_program(b->world, next, NULL, &b->error) != DV_OK)
        fail_msg("%s", b->error.message);
    dv_program_release(b->program);
    b->program = next;
}

static void other_cells_share_out_what_was_there(void **state) {
    (void)state;
    bench b;
    const double cells[] = {0.5, 2, 0.7, 3.3, 1};
    bench_open(&b, (dv_field_def){.cell = 1, .max = 8}, def_of(60, 40, DV_EDGE_OPEN));
    add(&b, 30, 20, 100, 8);
    double before = total(&b);
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        swap(&b, &(dv_field_def){.name = "scent", .cell = cells[i], .max = 100}, 1);
        assert_true(dv_field_alive(b.world, b.field));
        assert_float_equal(total(&b), before, 1e-4);
        assert_true(at(&b, 30, 20) > 0);
        assert_float_equal(at(&b, 10, 10), 0, 0);
    }
    bench_close(&b);
}

static void a_swap_that_changes_no_cells_changes_nothing(void **state) {
    (void)state;
    bench b;
    dv_field_def both[] = {{.name = "heat", .cell = 2, .max = 1},
                           {.name = "scent", .cell = 1, .max = 1, .evaporation = 2}};
    bench_open(&b, (dv_field_def){.cell = 1}, def_of(60, 40, DV_EDGE_OPEN));
    scatter(&b, 100);
    int64_t before = units_of(&b);
    swap(&b, both, 2);
    assert_int_equal(units_of(&b), before);
    assert_int_equal(dv_field_type(b.world, b.field), 1);
    assert_int_equal(dv_world_field(b.world, 1).bits, b.field.bits);
    dv_field heat = dv_world_field(b.world, 0);
    assert_float_equal(dv_field_total(b.world, heat, (dv_region){0}), 0, 0);
    bench_close(&b);
}

static void a_field_that_is_gone_comes_back_with_its_name(void **state) {
    (void)state;
    bench b;
    bench_open(&b, (dv_field_def){.cell = 1}, def_of(60, 40, DV_EDGE_OPEN));
    scatter(&b, 100);
    int64_t before = units_of(&b);
    swap(&b, NULL, 0);
    assert_false(dv_field_alive(b.world, b.field));
    assert_int_equal(dv_field_add(b.world, b.field, dv_vec(1, 1, 0), 1, 0, &b.error),
                     DV_ERROR_STALE);
    step(&b, 1);
    swap(&b, &(dv_field_def){.name = "scent", .cell = 1, .max = 1}, 1);
    assert_false(dv_field_alive(b.world, b.field));
    b.field = dv_world_field(b.world, 0);
    assert_int_equal(units_of(&b), before);
    bench_close(&b);
}

static void what_came_back_is_used_up(void **state) {
    (void)state;
    bench b;
    const dv_field_def heat = {.name = "heat", .cell = 1, .max = 1},
                       scent = {.name = "scent", .cell = 1, .max = 1};
    const dv_field_def both[] = {heat, scent};
    bench_open(&b, (dv_field_def){.cell = 1}, def_of(60, 40, DV_EDGE_OPEN));
    scatter(&b, 20);
    double total = dv_field_total(b.world, b.field, (dv_region){0});
    swap(&b, &heat, 1);
    swap(&b, both, 2);
    // Under another name, it makes room for a field that begins empty.
    dv_program *next = dv_program_create();
    dv_field_def smell = {.name = "smell", .cell = 1, .max = 1};
    assert_int_equal(dv_program_add_field(next, &smell, NULL), DV_OK);
    assert_int_equal(dv_program_add_rename(next, DV_FAMILY_FIELD, NULL, "smell", "scent", NULL),
                     DV_OK);
    assert_int_equal(dv_program_finish(next, NULL), DV_OK);
    assert_int_equal(dv_world_swap_program(b.world, next, NULL, &b.error), DV_OK);
    dv_program_release(next);
    const dv_field_def again[] = {smell, scent};
    swap(&b, again, 2);
    assert_true(total > 0);
    assert_float_equal(dv_field_total(b.world, dv_world_field(b.world, 0), (dv_region){0}), total,
                       1e-6 * total);
    assert_float_equal(dv_field_total(b.world, dv_world_field(b.world, 1), (dv_region){0}), 0, 0);
    bench_close(&b);
}

static void a_renamed_field_keeps_what_it_holds(void **state) {
    (void)state;
    bench b;
    bench_open(&b, (dv_field_def){.cell = 1}, def_of(60, 40, DV_EDGE_OPEN));
    scatter(&b, 100);
    int64_t before = units_of(&b);
    dv_program *next = dv_program_create();
    dv_field_def def = {.name = "smell", .cell = 1, .max = 1};
    assert_int_equal(dv_program_add_field(next, &def, NULL), DV_OK);
    assert_int_equal(dv_program_add_rename(next, DV_FAMILY_FIELD, NULL, "smell", "scent", NULL),
                     DV_OK);
    assert_int_equal(dv_program_finish(next, NULL), DV_OK);
    assert_int_equal(dv_world_swap_program(b.world, next, NULL, &b.error), DV_OK);
    dv_program_release(next);
    assert_true(dv_field_alive(b.world, b.field));
    assert_int_equal(units_of(&b), before);
    bench_close(&b);
}

static dv_program *program_that_merges(bool by_removal) {
    dv_program *program = dv_program_create();
    dv_field_def def = {.name = by_removal ? "a" : "c", .cell = 2, .max = 10};
    assert_int_equal(dv_program_add_field(program, &def, NULL), DV_OK);
    if (by_removal) {
        assert_int_equal(dv_program_add_removal(program, DV_FAMILY_FIELD, "b", "a", NULL), DV_OK);
    } else {
        assert_int_equal(dv_program_add_rename(program, DV_FAMILY_FIELD, NULL, "c", "a", NULL),
                         DV_OK);
        assert_int_equal(dv_program_add_rename(program, DV_FAMILY_FIELD, NULL, "c", "b", NULL),
                         DV_OK);
    }
    assert_int_equal(dv_program_finish(program, NULL), DV_OK);
    return program;
}

static void fields_that_become_one_are_added_up(void **state) {
    (void)state;
    const dv_field_def both[] = {{.name = "a", .cell = 2, .max = 10},
                                 {.name = "b", .cell = 1, .max = 4}};
    for (int by_removal = 0; by_removal < 2; by_removal++) {
        bench b = {.program = program_of(both, 2, &b.error)};
        dv_world_def def = def_of(20, 20, DV_EDGE_OPEN);
        b.world = dv_world_create(&def, b.program, &b.error);
        dv_field first = b.field = dv_world_field(b.world, 0);
        add(&b, 5, 5, 3, 0);
        b.field = dv_world_field(b.world, 1);
        add(&b, 5, 5, 2, 0);
        add(&b, 15, 5, 1, 0);
        dv_program *next = program_that_merges(by_removal);
        assert_int_equal(dv_world_swap_program(b.world, next, NULL, &b.error), DV_OK);
        assert_false(dv_field_alive(b.world, b.field));
        b.field = first;
        assert_float_equal(at(&b, 5, 5), 5, 1e-6);
        assert_float_equal(total(&b), 6, 1e-6);
        dv_program_release(b.program);
        b.program = next;
        bench_close(&b);
    }
}

static void a_much_lower_most_fills_cells(void **state) {
    (void)state;
    bench b;
    bench_open(&b, (dv_field_def){.cell = 1, .max = 1e9}, def_of(20, 20, DV_EDGE_OPEN));
    assert_int_equal(dv_field_fill(b.world, b.field, 1e9, NULL), DV_OK);
    swap(&b, &(dv_field_def){.name = "scent", .cell = 1, .max = 1e-9}, 1);
    assert_float_equal(total(&b), 400e-9, 1e-15);
    bench_close(&b);
}

static void without_memory_nothing_changes(void **state) {
    (void)state;
    bench b;
    dv_field_def finer = {.name = "scent", .cell = 0.5, .max = 1};
    bench_open(&b, (dv_field_def){.cell = 1}, def_of(60, 40, DV_EDGE_OPEN));
    scatter(&b, 100);
    uint64_t before = hash_of(b.world);
    dv_program *next = program_of(&finer, 1, &b.error);
    uint64_t nth = 0;
    dv_result result;
    do {
        dv_fail_allocation(++nth, false);
        result = dv_world_swap_program(b.world, next, NULL, &b.error);
        dv_fail_allocation(0, false);
        if (result != DV_OK)
            assert_int_equal(hash_of(b.world), before);
    } while (result != DV_OK);
    assert_true(nth > 10);
    dv_program_release(next);
    bench_close(&b);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(snapshots_keep_what_cells_hold),
        cmocka_unit_test(an_empty_block_that_is_live_makes_no_difference),
        cmocka_unit_test(other_cells_share_out_what_was_there),
        cmocka_unit_test(a_swap_that_changes_no_cells_changes_nothing),
        cmocka_unit_test(a_field_that_is_gone_comes_back_with_its_name),
        cmocka_unit_test(what_came_back_is_used_up),
        cmocka_unit_test(a_renamed_field_keeps_what_it_holds),
        cmocka_unit_test(fields_that_become_one_are_added_up),
        cmocka_unit_test(a_much_lower_most_fills_cells),
        cmocka_unit_test(without_memory_nothing_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
