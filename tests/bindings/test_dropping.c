// Reloads and undos that drop, rename, remove, and restore: what happens to data that cannot be
// kept, and to all data if memory runs out.
#include "../program.h"
#include "../read_script.h"
#include "../whole.h"
#include "scenario_fixture.h"

#include "base/alloc.h"

/// A world with something in use of all that a swap can move, and the save that moves it.
static const char *read_before(void) {
    static const char *text;
    return text ? text : (text = read_script("dropping/before.lua"));
}

static const char *read_after(void) {
    static const char *text;
    return text ? text : (text = read_script("dropping/after.lua"));
}

// Past every allocation, failing once and failing from there on: what a swap comes to is the old
// world or the new one.

typedef enum outcome { REFUSED, TAKEN_BACK, SWAPPED } outcome;

static void expect_shortage(const char *message, uint64_t n) {
    if (!strstr(message, "memory"))
        fail_msg("allocation %d: \"%s\"", (int)n, message);
}

static outcome try_once(fixture *f, uint64_t n, bool and_after, bool is_undo, uint64_t before,
                        uint64_t after) {
    char text[4096];
    assert_in_range(snprintf(text, sizeof text, "%s-- %d\n", read_after(), (int)n), 1,
                    sizeof text - 1);
    if (!is_undo)
        write_file(f, "main.lua", text);
    dv_fail_allocation(n, and_after);
    dv_reload_report report =
        is_undo ? dv_scenario_undo(f->scenario) : dv_scenario_reload(f->scenario);
    dv_fail_allocation(0, false);
    bool has_failed = report.outcome == DV_RELOAD_SWAPPED && dv_scenario_trial_failed(f->scenario);
    if (report.outcome == DV_RELOAD_SWAPPED && !has_failed)
        assert_int_equal(hash_of(f), after);
    if (report.outcome == DV_RELOAD_SWAPPED) {
        dv_reload_report back = dv_scenario_roll_back(f->scenario);
        assert_int_equal(back.outcome, DV_RELOAD_ROLLED_BACK);
        if (has_failed)
            expect_shortage(back.message, n);
    } else {
        assert_int_equal(report.outcome, DV_RELOAD_REFUSED);
        expect_shortage(report.message, n);
    }
    assert_int_equal(hash_of(f), before);
    return report.outcome != DV_RELOAD_SWAPPED ? REFUSED : has_failed ? TAKEN_BACK : SWAPPED;
}

static void swap_whole(fixture *f, const char *source) {
    write_file(f, "main.lua", source);
    dv_reload_report report = dv_scenario_reload(f->scenario);
    if (report.outcome != DV_RELOAD_SWAPPED || dv_scenario_trial_failed(f->scenario))
        fail_msg("%s %s", report.message, banner_of(f));
}

static void open_before(fixture *f, bool is_undo) {
    open_main(f, read_before());
    step(f, 2);
    if (!is_undo)
        return;
    swap_whole(f, read_after());
    step(f, 2);
}

/// The hash after the swap, in a run of its own: what is allocated but once is allocated in the
/// walk.
static uint64_t find_hash_after(fixture *f, bool is_undo) {
    open_before(f, is_undo);
    if (is_undo)
        assert_int_equal(dv_scenario_undo(f->scenario).outcome, DV_RELOAD_SWAPPED);
    else
        swap_whole(f, read_after());
    return hash_of(f);
}

static void walk(fixture *f, bool is_undo) {
    uint64_t after = find_hash_after(f, is_undo);
    const int stride = stride_or_each(3);
    int taken_back = 0;
    open_before(f, is_undo);
    uint64_t before = hash_of(f);
    for (int and_after = 1; and_after >= 0; and_after--) {
        int counts[3] = {0};
        uint64_t refused = 0;
        for (uint64_t n = 1; dv_refused_allocations() > refused || n == 1; n += (uint64_t)stride) {
            refused = dv_refused_allocations();
            counts[try_once(f, n, and_after, is_undo, before, after)]++;
        }
        // Lua makes room for itself when it is refused once, the engine does not.
        assert_true(counts[REFUSED] > (and_after ? 300 : 30) / stride);
        assert_true(counts[SWAPPED] > 0);
        taken_back += counts[TAKEN_BACK];
    }
    assert_true(taken_back > 0);
}

static void what_a_reload_drops_and_moves_is_there_before_or_after(void **state) {
    walk(*state, false);
}

static void what_an_undo_gives_back_is_there_before_or_after(void **state) { walk(*state, true); }

// What cannot be kept

/// One agent with a bag, into which setup puts this.
static const char *bag(const char *setup) {
    return read_script_with("dropping/bag.lua", "--[[setup]]", setup, NULL);
}

typedef struct field {
    const char *name;
    char value[64];
} field;

static void find_field(void *context, const char *name, const char *value) {
    field *wanted = context;
    if (strcmp(name, wanted->name) == 0)
        snprintf(wanted->value, sizeof wanted->value, "%s", value);
}

static void expect_described(const fixture *f, const char *name, const char *value) {
    field wanted = {.name = name, .value = "(none)"};
    dv_agent agent = dv_world_agent_at(dv_scenario_world(f->scenario), 0);
    dv_scenario_describe(f->scenario, agent, find_field, &wanted);
    assert_string_equal(wanted.value, value);
}

// What a script hid in a table from the checks cannot be written. The world is not on trial then.
static void a_field_that_cannot_be_remembered_is_lost_alone(void **state) {
    fixture *f = *state;
    open_main(f, read_script("dropping/a_field_that_cannot_be_remembered.lua"));
    step(f, 1);
    write_file(f, "main.lua", HEAD "return drover.scenario { kinds = { drover.kind('a', {}) } }");
    dv_reload_report report = dv_scenario_reload(f->scenario);
    assert_int_equal(report.outcome, DV_RELOAD_SWAPPED);
    assert_non_null(strstr(report.message, "not on trial: a#1.bag.f: a function"));
    hash_of(f);
    assert_int_equal(dv_scenario_undo(f->scenario).outcome, DV_RELOAD_SWAPPED);
    expect_described(f, "n", "7");
    expect_described(f, "bag", "{ }");
}

// One string in many places is small in Lua, and large where it is kept.
static void a_field_larger_than_all_that_is_kept_is_lost_alone(void **state) {
    fixture *f = *state;
    open_main(f, bag("local s = ('x'):rep(1 << 22) for i = 1, 40 do one.bag[i] = s end"));
    size_t before = dv_allocated_bytes();
    swap_whole(f, HEAD "return drover.scenario { kinds = { drover.kind('a', {}) } }");
    while (dv_scenario_trial_count(f->scenario) > 0)
        dv_scenario_pass_trial(f->scenario);
    assert_in_range(dv_allocated_bytes(), 0, before + DV_MAX_DROPPED / 2 * 3 + (1 << 20));
    assert_int_equal(dv_scenario_undo(f->scenario).outcome, DV_RELOAD_SWAPPED);
    expect_described(f, "n", "7");
    expect_described(f, "bag", "{ }");
}

#define LARGE ((size_t)2 << 20)

/// Refuses one request of that size or more: how many come before it, and whether it came.
typedef struct refusal {
    int before;
    bool is_armed, has_come;
} refusal;

static void *refuse_large(void *context, void *pointer, size_t old_size, size_t new_size) {
    refusal *r = context;
    (void)old_size;
    if (new_size == 0) {
        free(pointer);
        return NULL;
    }
    if (r->is_armed && new_size >= LARGE && r->before-- == 0) {
        r->has_come = true;
        return NULL;
    }
    return realloc(pointer, new_size);
}

// The room for a field grows as it is written; that of the trial before it, and of what is kept
// behind it.
static void a_field_there_is_no_room_for_refuses_the_save(void **state) {
    fixture *f = *state;
    int refused = 0;
    refusal r = {.has_come = true};
    assert_int_equal(dv_set_allocator((dv_allocator){refuse_large, &r}), DV_OK);
    for (int before = 0; r.has_come; before++) {
        open_main(f, bag("for i = 1, 9 do one.bag[i] = ('x'):rep(1 << 19) end"));
        write_file(f, "main.lua",
                   HEAD "return drover.scenario { kinds = { drover.kind('a', {}) } }");
        uint64_t hash = hash_of(f);
        r = (refusal){.before = before, .is_armed = true};
        dv_reload_report report = dv_scenario_reload(f->scenario);
        r.is_armed = false;
        if (report.outcome != DV_RELOAD_REFUSED)
            continue;
        refused++;
        assert_string_equal(report.message, "out of memory");
        assert_int_equal(hash_of(f), hash);
        swap_whole(f, HEAD "return drover.scenario { kinds = { drover.kind('a', {}) } }");
        assert_int_equal(dv_scenario_undo(f->scenario).outcome, DV_RELOAD_SWAPPED);
        assert_int_equal(hash_of(f), hash);
    }
    assert_true(refused >= 3);
    close_scenario(f);
    assert_int_equal(dv_set_allocator((dv_allocator){0}), DV_OK);
}

static void what_long_ago_swaps_dropped_is_forgotten(void **state) {
    fixture *f = *state;
    open_main(f, bag("one.bag[1] = 5"));
    swap_whole(f, read_script_with("dropping/bag.lua", ", bag = {}", "", NULL));
    for (int i = 0; i < 40; i++) {
        char source[512], name[32];
        snprintf(name, sizeof name, "field_%d = %d", i, i);
        snprintf(source, sizeof source,
                 HEAD "return drover.scenario { kinds = { drover.kind('a', { memory = { n = 1, "
                      "%s } }) } }",
                 name);
        swap_whole(f, source);
    }
    swap_whole(f, read_script_with("dropping/bag.lua", "bag = {}", "bag = {}, field_38 = 0", NULL));
    expect_described(f, "n", "7");
    expect_described(f, "field_38", "38");
    expect_described(f, "bag", "{ }");
}

// Undo

static void an_undo_that_is_taken_back_and_done_again_keeps_a_file_out_once(void **state) {
    fixture *f = *state;
    open_main(f, read_before());
    swap_whole(f, read_after());
    for (int i = 0; i < 3; i++) {
        dv_reload_report report = dv_scenario_undo(f->scenario);
        assert_int_equal(report.outcome, DV_RELOAD_SWAPPED);
        assert_string_equal(report.kept_out, "main.lua");
        dv_scenario_roll_back(f->scenario);
    }
    assert_int_equal(dv_scenario_undo(f->scenario).outcome, DV_RELOAD_SWAPPED);
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_UNCHANGED);
    assert_int_equal(dv_scenario_reload_again(f->scenario).outcome, DV_RELOAD_SWAPPED);
}

/// Reload where a `pcall` hides that memory ran out at an allocation; false where it cannot.
static bool reload_without_extra(fixture *f, uint64_t n) {
    write_file(f, "extra.lua", "return 1");
    open_main(f, HEAD "local ok, extra = pcall(require, 'extra')\n"
                      "return drover.scenario { kinds = { drover.kind('a', {}) } }");
    write_file(f, "extra.lua", "return 2");
    dv_fail_allocation(n, false);
    dv_reload_report report = dv_scenario_reload(f->scenario);
    dv_fail_allocation(0, false);
    return report.outcome == DV_RELOAD_SWAPPED && !strstr(report.modules, "extra");
}

// All that the code which runs has read is then as it was before.
static void an_undo_to_what_runs_already_says_so(void **state) {
    fixture *f = *state;
    uint64_t n = 1;
    while (n < 10000 && !reload_without_extra(f, n))
        n++;
    dv_reload_report report = dv_scenario_undo(f->scenario);
    assert_int_equal(report.outcome, DV_RELOAD_UNCHANGED);
    assert_string_equal(report.message,
                        "nothing to undo: the code from before the last reload is already running");
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(what_a_reload_drops_and_moves_is_there_before_or_after),
        CASE(what_an_undo_gives_back_is_there_before_or_after),
        CASE(a_field_that_cannot_be_remembered_is_lost_alone),
        CASE(a_field_larger_than_all_that_is_kept_is_lost_alone),
        CASE(a_field_there_is_no_room_for_refuses_the_save),
        CASE(what_long_ago_swaps_dropped_is_forgotten),
        CASE(an_undo_that_is_taken_back_and_done_again_keeps_a_file_out_once),
        CASE(an_undo_to_what_runs_already_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
