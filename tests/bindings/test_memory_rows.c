// Places in the memory of agents, as rows read them: every type of value, tables in tables, and
// what has no place.
#include "../program.h"
#include "../read_script.h"
#include "base/alloc.h"
#include "scenario_fixture.h"

static dv_agent numbered(const fixture *f, uint32_t id) {
    return dv_world_agent_at(dv_scenario_world(f->scenario), id - 1);
}

static int place_of(fixture *f, const char *path) {
    int place;
    assert_int_equal(dv_scenario_find_memory(f->scenario, path, &place, &f->error), DV_OK);
    return place;
}

/// Read a place of an agent. Reading allocates nothing, so that it may run outside of any call.
static const char *read_place(fixture *f, uint32_t id, const char *path, dv_cell *cell) {
    int place = place_of(f, path);
    uint64_t allocations = dv_allocations();
    const char *type = dv_scenario_read_memory(f->scenario, place, numbered(f, id), cell);
    assert_int_equal(dv_allocations(), allocations);
    return type;
}

static void expect_type(fixture *f, uint32_t id, const char *path, dv_cell_type type) {
    dv_cell cell;
    assert_null(read_place(f, id, path, &cell));
    assert_int_equal(cell.type, type);
}

static void expect_integer(fixture *f, const char *path, int64_t integer) {
    dv_cell cell;
    assert_null(read_place(f, 1, path, &cell));
    assert_int_equal(cell.type, DV_CELL_INTEGER);
    assert_true(cell.integer == integer);
}

static void expect_number(fixture *f, const char *path, double number) {
    dv_cell cell;
    assert_null(read_place(f, 1, path, &cell));
    assert_int_equal(cell.type, DV_CELL_DOUBLE);
    assert_true(cell.number == number);
}

static void expect_text(fixture *f, const char *path, const char *text, size_t size) {
    dv_cell cell;
    assert_null(read_place(f, 1, path, &cell));
    assert_int_equal(cell.type, DV_CELL_TEXT);
    assert_int_equal(cell.size, size);
    assert_memory_equal(cell.text, text, size + 1);
}

static void values_are_read_as_they_are(void **state) {
    fixture *f = *state;
    expect_integer(f, "whole", INT64_MIN);
    expect_number(f, "part", 1.0 / 3);
    expect_number(f, "odd", -INFINITY);
    expect_type(f, 1, "flag", DV_CELL_TRUTH);
    expect_text(f, "text", "a\0b", 3);
    expect_integer(f, "friend", 2);
}

static void tables_have_places_within(void **state) {
    fixture *f = *state;
    expect_text(f, "steps.1", "first", 5);
    expect_integer(f, "steps.2.length", 4);
    expect_integer(f, "deep.a.b.c", 7);
    expect_text(f, "deep.2", "two", 3);
    expect_number(f, "home.x", 1.5);
    expect_number(f, "home.y", -2);
    expect_number(f, "home.z", 1.0 / 7);
}

static void places_may_be_empty(void **state) {
    fixture *f = *state;
    static const char *const paths[] = {"none",         "steps.3", "steps.2.width", "text.x",
                                        "deep.a.b.c.d", "home.w",  "home.xy",       "home.x.y",
                                        "deep.2.1",     "whole.x"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        expect_type(f, 1, paths[i], DV_CELL_EMPTY);
    expect_type(f, 2, "whole", DV_CELL_EMPTY);  // a kind without memory
    expect_type(f, 3, "friend", DV_CELL_EMPTY); // who is gone
    expect_type(f, 4, "whole", DV_CELL_EMPTY);  // and who remembers nothing any more
}

static void other_values_are_named(void **state) {
    fixture *f = *state;
    dv_cell cell;
    assert_string_equal(read_place(f, 1, "deep", &cell), "table");
    assert_string_equal(read_place(f, 1, "deep.a.b", &cell), "table");
    assert_string_equal(read_place(f, 1, "home", &cell), "vector");
    assert_string_equal(read_place(f, 1, "pack", &cell), "group");
    assert_int_equal(cell.type, DV_CELL_EMPTY);
}

static int open_all(void **state) {
    if (set_up(state) != 0)
        return -1;
    fixture *f = *state;
    open_main(f, read_script("memory_rows/all.lua"));
    return 0;
}

#undef CASE
#define CASE(function) cmocka_unit_test_setup_teardown(function, open_all, tear_down)

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(values_are_read_as_they_are),
        CASE(tables_have_places_within),
        CASE(places_may_be_empty),
        CASE(other_values_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
