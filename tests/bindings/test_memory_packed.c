// Memory that is packed before a snapshot needs it. Whatever a script does, the snapshot must equal
// that of a second scenario that packs nothing. The two are compared after each tick.
#include "../program.h"
#include "memory/memory_packed.h"
#include "scenario_data.h"
#include "shared_module.h"

#include "base/alloc.h"

#define TICKS 12

/// Two scenarios of the same source; `f->scenario` is the one that packs.
typedef struct twins {
    fixture *f;
    dv_scenario *plain;
} twins;

static dv_scenario *open_twin(fixture *f) {
    dv_scenario_options options = options_of(f);
    dv_scenario *scenario = dv_scenario_open(f->folder, &options, &f->error);
    if (!scenario)
        fail_msg("%s", f->error.message);
    return scenario;
}

static twins open_twins(fixture *f, const char *source) {
    open_main(f, source);
    return (twins){f, open_twin(f)};
}

static void close_twins(twins *t) {
    close_scenario(t->f);
    dv_scenario_close(t->plain);
}

/// The same bytes, or the same reason why there are none.
static void expect_alike(const twins *t) {
    dv_snapshot packed, plain;
    dv_error error = {0}, other = {0};
    dv_result result = dv_world_take_snapshot(dv_scenario_world(t->f->scenario), &packed, &error);
    assert_int_equal(dv_world_take_snapshot(dv_scenario_world(t->plain), &plain, &other), result);
    assert_string_equal(error.message, other.message);
    assert_int_equal(packed.size, plain.size);
    if (packed.size > 0)
        assert_memory_equal(packed.bytes, plain.bytes, plain.size);
    dv_snapshot_free(&packed);
    dv_snapshot_free(&plain);
}

static void step_both(const twins *t) {
    dv_error error;
    step(t->f, 1);
    assert_int_equal(dv_scenario_step(t->plain, &error), DV_OK);
    expect_alike(t);
}

/// How many agents are packed and not touched since.
static int count_packed(const twins *t) {
    const dv_world *world = dv_scenario_world(t->f->scenario);
    int count = 0;
    for (uint32_t i = 0; i < dv_world_agent_limit(world); i++) {
        dv_agent agent = dv_world_agent_at(world, i);
        count += agent.bits && dv_packed_agent_of(&t->f->scenario->packed, agent) != NULL;
    }
    return count;
}

/// The ticks before a snapshot, which packs so many agents.
static void expect_packed(const twins *t, int agents) {
    for (uint32_t left = TICKS; left > 0; left--) {
        dv_scenario_pack_ahead(t->f->scenario, left);
        expect_alike(t);
        step_both(t);
    }
    assert_int_equal(count_packed(t), agents);
    dv_scenario_end_packing(t->f->scenario);
    assert_int_equal(count_packed(t), 0);
    expect_alike(t);
}

static void expect_all_packed(void **state, const char *source, int agents) {
    twins t = open_twins(*state, source);
    step_both(&t);
    expect_packed(&t, agents);
    assert_string_equal(banner_of(t.f), "");
    close_twins(&t);
}

/// The twelve agents of bags.lua in `all`, with code for the end of setup, and of every update.
static const char *scene(const char *setup, const char *update) {
    return read_script_with("memory_packed/scene.lua", "--[[setup]]", setup, "--[[update]]", update,
                            NULL);
}

/// A file that holds the scenario of a case.
#define SCRIPT(name) read_script("memory_packed/" name ".lua")

static void agents_left_alone_are_packed(void **state) {
    expect_all_packed(state, scene("world:spawn('wall', {}) all[3].label = 'three'", ""), 13);
}

static void data_of_all_kinds_is_packed(void **state) {
    expect_all_packed(state, SCRIPT("data_of_all_kinds_is_packed"), 12);
}

// Bytes of agents that nothing touches serve every snapshot.
static void agents_stay_packed(void **state) {
    twins t = open_twins(*state, scene("", "all[1].name = 'a' .. tick"));
    dv_packed *packed = &t.f->scenario->packed;
    step_both(&t);
    expect_packed(&t, 11);
    uint32_t turns = packed->turn;
    expect_packed(&t, 11);
    // In each of four rounds: a search, and the turn of the first agent; its turn in the snapshot.
    assert_int_equal(packed->turn - turns, 4 * 2 + 1);
    assert_string_equal(banner_of(t.f), "");
    close_twins(&t);
}

// The fifth agent lends its table to the sixth in the first cycle, and has it alone in the second.
static void agents_that_shared_a_table_are_packed_again(void **state) {
    twins t = open_twins(*state, scene("", "if tick == 2 then all[6].also = all[5].bag end\n"
                                           "if tick == 13 then all[6].also = nil end"));
    step_both(&t);
    expect_packed(&t, 10);
    expect_packed(&t, 12);
    close_twins(&t);
}

// The bytes of agents that change again and again would grow without bound.
static void packed_bytes_are_compacted(void **state) {
    twins t = open_twins(*state, scene("", "for i = 1, 5 do all[i].name = 'a' .. tick end"));
    step_both(&t);
    expect_packed(&t, 7);
    uint32_t size = t.f->scenario->packed.bytes.size;
    for (int cycle = 0; cycle < 20; cycle++) {
        expect_packed(&t, 7);
        assert_in_range(t.f->scenario->packed.bytes.size, 1, 5 * size);
    }
    close_twins(&t);
}

// Ticks before a snapshot, with about as much work in each, and little left for the snapshot's own.
static void every_tick_packs_about_as_many(void **state) {
    twins t = open_twins(*state, SCRIPT("few_at_a_time"));
    const dv_packed *packed = &t.f->scenario->packed;
    for (int cycle = 0; cycle < 4; cycle++) {
        for (uint32_t left = 60; left > 0; left--) {
            uint32_t turn = packed->turn;
            dv_scenario_pack_ahead(t.f->scenario, left);
            // All agents in the first 30 ticks, and a turn for each search of what is outside.
            assert_in_range(packed->turn - turn, 0, cycle == 0 && left > 30 ? 21 : 10);
            step_both(&t);
        }
        assert_in_range(count_packed(&t), 592, 600);
        dv_scenario_end_packing(t.f->scenario);
    }
    close_twins(&t);
}

#define ASSIGN                                                                                     \
    "all[1].n, all[2].name, all[3].label = 7, 'y', 'l' all[4].at = nil all[5].bag = nil\n"         \
    "all[6].who = all[1] end"

static void agents_assigned_to_are_packed_again(void **state) {
    expect_all_packed(state, scene("", "if tick == 4 then " ASSIGN), 12);
    expect_all_packed(state, scene("", "if tick == 12 then " ASSIGN), 12);
    expect_all_packed(state, scene("", "if tick == 4 or tick == 11 then " ASSIGN), 12);
}

// The last search is done after tick 12, and the snapshot taken after tick 13.
// All but the first, whose number is overwritten.
static void agents_assigned_to_in_the_last_tick_are_not_packed(void **state) {
    expect_all_packed(state, scene("", "if tick == 13 then " ASSIGN), 7);
}

// Once where the values are there before the first cycle, and for two cycles.
static void values_of_a_fixed_size_are_overwritten(void **state) {
    twins t = open_twins(*state, scene("for i, s in ipairs(all) do s.who, s.also = s, true end",
                                       "for i, s in ipairs(all) do\n"
                                       "  s.n = tick % 2 == 0 and tick or -tick / 7\n"
                                       "  s.at = vec(tick, -i, i * tick) s.also = tick % 3 == 0\n"
                                       "  s.who = all[tick % 12 + 1] end"));
    step_both(&t);
    expect_packed(&t, 12);
    uint32_t turns = t.f->scenario->packed.turn;
    expect_packed(&t, 12);
    assert_int_equal(t.f->scenario->packed.turn - turns, 4); // no more than the searches
    assert_string_equal(banner_of(t.f), "");
    close_twins(&t);
}

static void values_that_change_their_size_are_packed_again(void **state) {
    for (int tick = 1; tick <= TICKS + 1; tick++) {
        char update[256];
        snprintf(update, sizeof update,
                 "if tick == %d then all[1].n, all[2].n, all[3].at = 'text', nil, 5\n"
                 "all[4].name, all[5].name, all[6].n = 5, 'agent six', 0 / 0\n"
                 "elseif tick == %d then for i = 1, 6 do all[i].n = i end end",
                 tick, tick + 3);
        twins t = open_twins(*state, scene("", update));
        step_both(&t);
        for (uint32_t left = TICKS; left > 0; left--) {
            dv_scenario_pack_ahead(t.f->scenario, left);
            step_both(&t);
        }
        assert_string_equal(banner_of(t.f), "");
        close_twins(&t);
    }
}

// What is written for nil is as long as what is written for a boolean.
static void nil_is_not_written_over_a_boolean(void **state) {
    expect_all_packed(state,
                      scene("for _, s in ipairs(all) do s.n = true end",
                            "if tick == 4 then all[1].n = nil end\n"
                            "if tick == 13 then all[2].n = nil end"),
                      11);
}

// The second agent lends its table to its neighbors and lets go of it before its next turn, which
// comes between theirs.
static void tables_whose_owner_lets_go_are_shared_by_the_others(void **state) {
    for (int tick = TICKS; tick <= 2 * TICKS; tick++) {
        char update[192];
        snprintf(update, sizeof update,
                 "if tick == %d then all[1].also, all[3].also = all[2].bag, all[2].bag end\n"
                 "if tick == %d then all[2].bag = tick end",
                 TICKS, tick);
        twins t = open_twins(*state, scene("", update));
        step_both(&t);
        for (int cycle = 0; cycle < 3; cycle++) {
            for (uint32_t left = TICKS; left > 0; left--) {
                dv_scenario_pack_ahead(t.f->scenario, left);
                step_both(&t);
            }
            dv_scenario_end_packing(t.f->scenario);
        }
        assert_string_equal(banner_of(t.f), "");
        close_twins(&t);
    }
}

// The size of its name decides where an agent's number is.
static void more_layouts_than_can_be_kept(void **state) {
    twins t = open_twins(*state, SCRIPT("more_layouts_than_can_be_kept"));
    int packed = 0;
    for (int cycle = 0; cycle < 3; cycle++) {
        for (uint32_t left = TICKS; left > 0; left--) {
            dv_scenario_pack_ahead(t.f->scenario, left);
            step_both(&t);
        }
        packed += count_packed(&t);
        dv_scenario_end_packing(t.f->scenario);
        t.f->scenario->packed.rest = 0;
    }
    assert_true(packed > 0);
    close_twins(&t);
}

// A boundary of the history ends a cycle early.
static void a_cycle_may_end_early(void **state) {
    for (uint32_t end = 1; end < TICKS; end++) {
        twins t = open_twins(*state, scene("", "for i = 1, 9 do all[i].name = 'a' .. tick end"));
        // In the later ticks nothing is touched anymore, so only the early end leaves bytes old.
        for (uint32_t left = TICKS; left > end; left--) {
            dv_scenario_pack_ahead(t.f->scenario, left);
            if (left > TICKS / 2)
                step_both(&t);
        }
        dv_scenario_end_packing(t.f->scenario);
        for (uint32_t left = TICKS; left > 0; left--) {
            dv_scenario_pack_ahead(t.f->scenario, left);
            expect_alike(&t);
        }
        close_twins(&t);
    }
}

static void reading_what_cannot_change_leaves_agents_packed(void **state) {
    expect_all_packed(
        state,
        scene("", "for _, s in ipairs(all) do held[1] = s.n + s.x held[2] = s.name .. 'z'\n"
                  "held[3] = s.at held[4] = s.who held[5] = s.also end"),
        12);
}

static void agents_whose_tables_are_held_are_not_packed(void **state) {
    expect_all_packed(state, SCRIPT("agents_whose_tables_are_held_are_not_packed"), 10);
}

// A table is held for some ticks, changed, and let go of, before and after each search.
static void tables_held_for_a_while_are_as_ever(void **state) {
    for (int from = 1; from <= TICKS + 1; from++)
        for (int until = from; until <= TICKS + 1; until++) {
            char source[2048], held[64];
            snprintf(source, sizeof source, "%s", SCRIPT("tables_held_for_a_while_are_as_ever"));
            snprintf(held, sizeof held, "from, to = %d, %d", from, until);
            replace_in(source, sizeof source, "from, to = 1, 1", held);
            twins t = open_twins(*state, source);
            for (uint32_t left = TICKS; left > 0; left--) {
                dv_scenario_pack_ahead(t.f->scenario, left);
                step_both(&t);
            }
            close_twins(&t);
        }
}

static void tables_held_by_locals_are_found(void **state) {
    expect_all_packed(state,
                      scene("held[1] = all[1].bag held.deep = { { all[2].bag.list } }\n"
                            "local key = { all[3].bag } held.get = function() return key end",
                            "held[1].n, held.deep[1][1][1] = tick, -tick\n"
                            "held.get()[1].n = tick"),
                      9);
}

static void tables_held_by_functions_are_found(void **state) {
    expect_all_packed(state, SCRIPT("tables_held_by_functions_are_found"),
                      // What iterates holds the table only while it is asked.
                      8);
}

static void tables_held_by_coroutines_are_found(void **state) {
    expect_all_packed(state, SCRIPT("tables_held_by_coroutines_are_found"), 8);
}

static void tables_of_groups_and_the_world_are_found(void **state) {
    expect_all_packed(
        state,
        scene("world.memory.bag = all[1].bag world.memory.more = { all[2].bag.list }\n"
              "pack.bag = all[3].bag held.pack = pack",
              "world.memory.bag.n = tick world.memory.more[1][1] = tick held.pack.bag.n = -tick"),
        9);
}

// The seventh of the table is changed through the first, which then lets go of it.
static void tables_that_agents_share_are_found(void **state) {
    static const int changes[] = {1, 3, 5, 8};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        char source[2048], change[64];
        snprintf(source, sizeof source, "%s", SCRIPT("tables_that_agents_share_are_found"));
        snprintf(change, sizeof change, "change = %d", changes[i]);
        replace_in(source, sizeof source, "change = 1", change);
        expect_all_packed(state, source, 6);
    }
}

static void tables_with_themselves_inside_are_written_as_they_are(void **state) {
    expect_all_packed(state,
                      scene("all[1].bag.me = all[1].bag all[2].also = all[2].bag\n"
                            "all[5].bag.twice = { all[5].bag.list, all[5].bag.list }",
                            ""),
                      9);
}

static void agents_come_and_go(void **state) {
    expect_all_packed(state, SCRIPT("agents_come_and_go"), 10);
}

// Once where a script slips it in between two packings, and once where it is there before.
static void what_is_no_data_is_refused_as_ever(void **state) {
    const char *bodies[] = {
        scene("", "if tick == 4 then all[8].bag.list.f = print end"),
        scene("", "if tick == 1 then all[8].bag.list.f = print end"),
        scene("", "if tick == 1 then all[8].bag[1.5] = 1 end\n"
                  "if tick == 5 then all[8].bag[1.5] = nil end"),
        scene("",
              "if tick == 1 then all[8].bag[{}] = 1 end if tick == 3 then all[8].bag.n = 1 end"),
        scene("", "if tick == 1 then setmetatable(all[8].bag, {}) end\n"
                  "if tick == 3 then all[8].bag.n = 1 end"),
        // A metatable, and a function, that get at another's table.
        scene("", "if tick == 1 then setmetatable(all[9].bag, { __index = all[2].bag }) end\n"
                  "if tick == 5 then getmetatable(all[9].bag).__index.n = tick\n"
                  "  setmetatable(all[9].bag, nil) end"),
        scene("", "if tick == 1 then local t = all[2].bag\n"
                  "  all[9].bag.f = function() t.n = tick end end\n"
                  "if tick == 4 then all[9].bag.f() all[9].bag.f = nil end"),
    };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        twins t = open_twins(*state, bodies[i]);
        step_both(&t);
        for (uint32_t left = TICKS; left > 0; left--) {
            dv_scenario_pack_ahead(t.f->scenario, left);
            expect_alike(&t);
            step_both(&t);
        }
        close_twins(&t);
    }
}

// So many that the search would take longer than the walk.
static void what_is_too_much_to_search_is_not_packed(void **state) {
    expect_all_packed(state, scene("for i = 1, 100000 do held[i] = i end", ""), 0);
}

static void packing_that_does_not_pay_rests(void **state) {
    twins t = open_twins(*state, scene("", "for i = 1, 9 do all[i].name = 'a' .. tick end"));
    expect_packed(&t, 0);
    for (int snapshot = 0; snapshot < 29; snapshot++) {
        dv_scenario_pack_ahead(t.f->scenario, TICKS);
        assert_int_equal(t.f->scenario->packed.limit, 0);
        dv_scenario_end_packing(t.f->scenario);
    }
    dv_scenario_pack_ahead(t.f->scenario, TICKS);
    assert_int_equal(t.f->scenario->packed.limit, 12);
    close_twins(&t);
}

static void a_snapshot_that_comes_back_in_the_middle_counts(void **state) {
    twins t = open_twins(*state, scene("", "all[1].n = tick all[2].bag.n = tick"));
    dv_scenario *both[] = {t.f->scenario, t.plain};
    dv_snapshot then[2];
    step_both(&t);
    for (int i = 0; i < 2; i++)
        assert_int_equal(dv_world_take_snapshot(dv_scenario_world(both[i]), &then[i], &t.f->error),
                         DV_OK);
    for (uint32_t left = TICKS; left > 3; left--) {
        dv_scenario_pack_ahead(t.f->scenario, left);
        step_both(&t);
    }
    assert_true(t.f->scenario->packed.limit > 0);
    for (int i = 0; i < 2; i++)
        assert_int_equal(dv_scenario_return_to(both[i], &then[i], &t.f->error), DV_OK);
    assert_int_equal(t.f->scenario->packed.limit, 0);
    expect_alike(&t);
    for (int i = 0; i < 2; i++)
        dv_snapshot_free(&then[i]);
    close_twins(&t);
}

static void a_reload_in_the_middle_counts(void **state) {
    twins t = open_twins(*state, scene("", "all = world.memory.all or all"));
    step_both(&t);
    for (uint32_t left = TICKS; left > 3; left--) {
        dv_scenario_pack_ahead(t.f->scenario, left);
        step_both(&t);
    }
    assert_true(t.f->scenario->packed.limit > 0);
    write_file(t.f, "main.lua", SCRIPT("what_a_reload_saves"));
    assert_int_equal(dv_scenario_reload(t.f->scenario).outcome, DV_RELOAD_SWAPPED);
    assert_int_equal(dv_scenario_reload(t.plain).outcome, DV_RELOAD_SWAPPED);
    assert_int_equal(t.f->scenario->packed.limit, 0);
    step_both(&t);
    expect_packed(&t, 12);
    close_twins(&t);
}

static void memory_may_be_short_at_any_time(void **state) {
    bool has_failed = true;
    for (uint64_t nth = 1; has_failed; nth += 1 + nth / 8) {
        twins t = open_twins(*state, scene("held[1] = all[1].bag", "held[1].n = tick"));
        uint64_t ahead = nth; // that many allocations of packing
        has_failed = false;
        step_both(&t);
        for (uint32_t left = TICKS; left > 0; left--) {
            uint64_t refused = dv_refused_allocations(), before = dv_allocations();
            dv_fail_allocation(ahead, nth % 2 == 0);
            dv_scenario_pack_ahead(t.f->scenario, left);
            dv_fail_allocation(0, false);
            uint64_t asked = dv_allocations() - before;
            ahead = ahead > asked ? ahead - asked : 0;
            has_failed |= dv_refused_allocations() > refused;
            expect_alike(&t);
            step_both(&t);
        }
        close_twins(&t);
    }
}

/// 150 snapshots, which pack more than so many agents on average. With `ends_early`, every fifth is
/// followed by a cycle that ends early, as at a boundary of the history.
static void expect_alike_at_random(void **state, const char *source, bool ends_early, int agents) {
    twins t = open_twins(*state, source);
    int packed = 0;
    for (uint32_t snapshot = 0; snapshot < 150; snapshot++) {
        for (uint32_t left = TICKS; left > 0; left--) {
            dv_scenario_pack_ahead(t.f->scenario, left);
            step_both(&t);
        }
        packed += count_packed(&t);
        dv_scenario_end_packing(t.f->scenario);
        uint32_t end = ends_early && snapshot % 5 == 0 ? snapshot / 5 % TICKS : TICKS;
        for (uint32_t left = TICKS; left > end; left--) {
            dv_scenario_pack_ahead(t.f->scenario, left);
            step_both(&t);
        }
        dv_scenario_end_packing(t.f->scenario);
        t.f->scenario->packed.rest = 0;
        assert_string_equal(banner_of(t.f), "");
    }

    assert_true(packed > 150 * agents);
    close_twins(&t);
}

// Everything above by chance, many times over.
static void what_scripts_do_at_random_is_as_ever(void **state) {
    expect_alike_at_random(state, SCRIPT("what_scripts_do_at_random_is_as_ever"), false, 10);
}

static void what_scripts_assign_at_random_is_as_ever(void **state) {
    expect_alike_at_random(state, SCRIPT("what_scripts_assign_at_random_is_as_ever"), true, 20);
}

#define WITH_BAGS(function) CASE_WITH("memory_packed/bags.lua", function)

TESTS {
    const struct CMUnitTest tests[] = {
        WITH_BAGS(agents_left_alone_are_packed),
        WITH_BAGS(data_of_all_kinds_is_packed),
        WITH_BAGS(agents_stay_packed),
        WITH_BAGS(agents_that_shared_a_table_are_packed_again),
        WITH_BAGS(packed_bytes_are_compacted),
        WITH_BAGS(every_tick_packs_about_as_many),
        WITH_BAGS(agents_assigned_to_are_packed_again),
        WITH_BAGS(agents_assigned_to_in_the_last_tick_are_not_packed),
        WITH_BAGS(values_of_a_fixed_size_are_overwritten),
        WITH_BAGS(values_that_change_their_size_are_packed_again),
        WITH_BAGS(nil_is_not_written_over_a_boolean),
        WITH_BAGS(tables_whose_owner_lets_go_are_shared_by_the_others),
        WITH_BAGS(more_layouts_than_can_be_kept),
        WITH_BAGS(a_cycle_may_end_early),
        WITH_BAGS(reading_what_cannot_change_leaves_agents_packed),
        WITH_BAGS(agents_whose_tables_are_held_are_not_packed),
        WITH_BAGS(tables_held_for_a_while_are_as_ever),
        WITH_BAGS(tables_held_by_locals_are_found),
        WITH_BAGS(tables_held_by_functions_are_found),
        WITH_BAGS(tables_held_by_coroutines_are_found),
        WITH_BAGS(tables_of_groups_and_the_world_are_found),
        WITH_BAGS(tables_that_agents_share_are_found),
        WITH_BAGS(tables_with_themselves_inside_are_written_as_they_are),
        WITH_BAGS(agents_come_and_go),
        WITH_BAGS(what_is_no_data_is_refused_as_ever),
        WITH_BAGS(what_is_too_much_to_search_is_not_packed),
        WITH_BAGS(packing_that_does_not_pay_rests),
        WITH_BAGS(a_snapshot_that_comes_back_in_the_middle_counts),
        WITH_BAGS(a_reload_in_the_middle_counts),
        WITH_BAGS(memory_may_be_short_at_any_time),
        WITH_BAGS(what_scripts_do_at_random_is_as_ever),
        WITH_BAGS(what_scripts_assign_at_random_is_as_ever),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
