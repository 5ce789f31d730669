// Links in C: who is linked to whom, in which order, and what ends links.
#include "../../program.h"
#include "link_bench.h"

#include <stdio.h>

static void undirected_links_are_the_same_for_both(void **state) {
    (void)state;
    bench b = bench_open();
    dv_agent a = spawn(&b, LIGHT, 0, 0), c = spawn(&b, HEAVY, 1, 0), d = spawn(&b, FIXED, 2, 0);
    tie(&b, c, ROPE, a);
    tie(&b, a, ROPE, d);
    tie(&b, a, ROPE, c);
    tie(&b, c, ROPE, a);
    assert_int_equal(dv_world_link_count(b.world, ROPE), 2);
    assert_true(dv_agent_is_linked(b.world, a, ROPE, c) && dv_agent_is_linked(b.world, c, ROPE, a));
    assert_false(dv_agent_is_linked(b.world, c, ROPE, d));
    assert_false(dv_agent_is_linked(b.world, a, LEASH, c));
    expect_links(&b, a, "0 2>1, 0 1>3");
    expect_links(&b, c, "0 2>1");
    assert_true(dv_agent_unlink(b.world, a, ROPE, c));
    assert_false(dv_agent_unlink(b.world, a, ROPE, c));
    expect_links(&b, a, "0 1>3");
    expect_links(&b, c, "");
    bench_close(&b);
}

static void directed_links_lead_one_way(void **state) {
    (void)state;
    bench b = bench_open();
    dv_agent a = spawn(&b, LIGHT, 0, 0), c = spawn(&b, LIGHT, 1, 0);
    tie(&b, a, LEASH, c);
    assert_true(dv_agent_is_linked(b.world, a, LEASH, c));
    assert_false(dv_agent_is_linked(b.world, c, LEASH, a));
    assert_false(dv_agent_unlink(b.world, c, LEASH, a));
    tie(&b, c, LEASH, a);
    tie(&b, a, ROPE, c);
    expect_links(&b, a, "1 1>2, 1 2>1, 0 1>2");
    expect_links(&b, c, "1 1>2, 1 2>1, 0 1>2");
    assert_true(dv_agent_unlink(b.world, a, LEASH, c));
    expect_links(&b, a, "1 2>1, 0 1>2");
    bench_close(&b);
}

static void the_links_of_an_agent_end_with_it(void **state) {
    (void)state;
    bench b = bench_open();
    dv_agent a = spawn(&b, LIGHT, 0, 0), c = spawn(&b, LIGHT, 1, 0), d = spawn(&b, LIGHT, 2, 0);
    tie(&b, a, ROPE, c);
    tie(&b, c, LEASH, d);
    tie(&b, d, ROPE, a);
    tie(&b, d, LEASH, c);
    assert_int_equal(dv_agent_remove(b.world, c), DV_OK);
    expect_all(&b, "0 3>1");
    assert_int_equal(dv_world_link_count(b.world, LEASH), 0);
    assert_int_equal(dv_agent_link(b.world, a, ROPE, c, &b.error), DV_ERROR_STALE);
    assert_string_equal(b.error.message, "the agent is gone");
    assert_false(dv_agent_unlink(b.world, a, ROPE, c));
    // A new agent with the same index has none.
    dv_agent born = spawn(&b, LIGHT, 3, 0);
    assert_int_equal(dv_handle_index(born.bits), dv_handle_index(c.bits));
    expect_links(&b, born, "");
    expect_links(&b, c, "");
    bench_close(&b);
}

static void turning_into_another_kind_keeps_links(void **state) {
    (void)state;
    bench b = bench_open();
    dv_agent a = spawn(&b, LIGHT, 0, 0), c = spawn(&b, LIGHT, 1, 0);
    tie(&b, a, LEASH, c);
    step(&b, 1);
    assert_int_equal(dv_agent_turn_into(b.world, a, HEAVY, &b.error), DV_OK);
    step(&b, 1);
    assert_int_equal(dv_agent_kind(b.world, a), HEAVY);
    expect_links(&b, c, "1 1>2");
    bench_close(&b);
}

static void what_cannot_be_linked_is_refused(void **state) {
    (void)state;
    bench b = bench_open(), other = bench_open();
    dv_agent a = spawn(&b, LIGHT, 0, 0), c = spawn(&b, LIGHT, 1, 0);
    dv_agent foreign = spawn(&other, LIGHT, 0, 0);
    assert_int_equal(dv_agent_link(b.world, a, ROPE, a, &b.error), DV_ERROR_ARGUMENT);
    assert_string_equal(b.error.message, "an agent cannot be linked to itself");
    assert_int_equal(dv_agent_link(b.world, a, 2, c, &b.error), DV_ERROR_NAME);
    assert_string_equal(b.error.message, "no type of links number 2");
    assert_int_equal(dv_agent_link(b.world, a, ROPE, foreign, &b.error), DV_ERROR_STALE);
    assert_int_equal(dv_agent_link(b.world, (dv_agent){0}, ROPE, c, &b.error), DV_ERROR_STALE);
    assert_false(dv_agent_unlink(b.world, a, 77, c));
    assert_false(dv_agent_is_linked(b.world, a, 77, c));
    assert_int_equal(dv_world_link_count(b.world, 77), 0);
    expect_all(&b, "");
    dv_world_destroy(other.world);
    dv_program_release(other.program);
    bench_close(&b);
}

static void wrong_types_are_refused(void **state) {
    (void)state;
    dv_error error;
    dv_program *program = dv_program_create();
    dv_link_def def = spring(-1, 1, 1);
    def.where = "main.lua:3";
    assert_int_equal(dv_program_add_link(program, &def, &error), DV_ERROR_ARGUMENT);
    assert_string_equal(error.message,
                        "main.lua:3: link 'spring': spring.length: -1 is not in 0 to 1e+09 m");
    def = spring(1, (double)NAN, 1);
    assert_int_equal(dv_program_add_link(program, &def, &error), DV_ERROR_ARGUMENT);
    assert_string_equal(error.message,
                        "link 'spring': spring.stiffness: nan is not in 0 to 1e+12 N/m");
    def = spring(1, 1, (double)INFINITY);
    assert_int_equal(dv_program_add_link(program, &def, &error), DV_ERROR_ARGUMENT);
    def = spring(1, 1, 1);
    def.width = -0.1;
    assert_int_equal(dv_program_add_link(program, &def, &error), DV_ERROR_ARGUMENT);
    def.width = 1;
    assert_int_equal(dv_program_add_link(program, &def, &error), DV_OK);
    assert_int_equal(dv_program_add_link(program, &def, &error), DV_ERROR_NAME);
    assert_string_equal(error.message, "link 'spring' is declared twice");
    for (int i = 1; i < DV_MAX_LINK_TYPES; i++) {
        char name[16];
        snprintf(name, sizeof name, "l%d", i);
        def.name = name;
        assert_int_equal(dv_program_add_link(program, &def, &error), DV_OK);
    }
    def.name = "more";
    assert_int_equal(dv_program_add_link(program, &def, &error), DV_ERROR_LIMIT);
    assert_string_equal(error.message, "more than 64 types of links");
    dv_program_release(program);
}

#define MANY 40

/// Whether links are what a table says, through many changes, which close up records.
static void many_changes_come_out_right(void **state) {
    (void)state;
    bench b = bench_open();
    dv_agent agents[MANY];
    static bool linked[2][MANY][MANY];
    uint64_t n = 0;
    for (int i = 0; i < MANY; i++)
        agents[i] = spawn(&b, LIGHT, (float)i, 0);
    for (int i = 0; i < 20000; i++) {
        uint32_t from = (uint32_t)lab_random(&n, 0, MANY), to = (uint32_t)lab_random(&n, 0, MANY);
        uint32_t type = lab_random(&n, 0, 1) < 0.5f ? ROPE : LEASH;
        bool is = linked[type][from][to], links = lab_random(&n, 0, 1) < 0.3f;
        if (from == to)
            continue;
        assert_int_equal(dv_agent_is_linked(b.world, agents[from], type, agents[to]), is);
        if (links)
            tie(&b, agents[from], type, agents[to]);
        else
            assert_int_equal(dv_agent_unlink(b.world, agents[from], type, agents[to]), is);
        linked[type][from][to] = links;
        if (type == ROPE)
            linked[type][to][from] = links;
    }
    uint32_t count = 0, listed = 0, cursor, twice[2] = {0};
    for (int type = 0; type < 2; type++)
        for (int i = 0; i < MANY; i++)
            for (int k = 0; k < MANY; k++)
                twice[type] += linked[type][i][k];
    count = twice[ROPE] / 2 + twice[LEASH];
    assert_true(count > 100);
    assert_int_equal(dv_world_link_count(b.world, ROPE) + dv_world_link_count(b.world, LEASH),
                     count);
    assert_true(dv_world_link_limit(b.world) < 2 * count + 1100);
    dv_link link;
    for (int i = 0; i < MANY; i++)
        for (cursor = 0; dv_agent_next_link(b.world, agents[i], &cursor, &link);)
            listed++;
    assert_int_equal(listed, 2 * count);
    bench_close(&b);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(undirected_links_are_the_same_for_both),
        cmocka_unit_test(directed_links_lead_one_way),
        cmocka_unit_test(the_links_of_an_agent_end_with_it),
        cmocka_unit_test(turning_into_another_kind_keeps_links),
        cmocka_unit_test(what_cannot_be_linked_is_refused),
        cmocka_unit_test(wrong_types_are_refused),
        cmocka_unit_test(many_changes_come_out_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
