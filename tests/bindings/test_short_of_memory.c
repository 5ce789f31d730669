// Every allocation that fails once, or from then on, while a scenario is opened, stepped, saved,
// loaded or changed: a message, nothing lost, nothing leaked, the state old or new.
#include "everything.h"

#include "base/alloc.h"

/// The next allocation to try: all of the first, then ever fewer.
static uint64_t after(uint64_t n) { return n + 1 + n / 60; }

static bool says_memory(const char *message) {
    return strstr(message, "memory") || strstr(message, "out of");
}

static void write_everything(fixture *f) {
    write_file(f, "deer.lua", everything_deer);
    write_file(f, "main.lua", everything_main);
}

static void open_short_of_memory(fixture *f, bool and_after) {
    uint64_t opened = 0;
    write_everything(f);
    for (uint64_t n = 1; opened < 20; n = after(n)) {
        uint64_t before = dv_allocations();
        dv_fail_allocation(n, and_after);
        bool is_open = try_open(f) != NULL;
        bool reached = dv_allocations() - before >= n;
        dv_fail_allocation(0, false);
        if (!is_open && !says_memory(f->error.message))
            fail_msg("allocation %d: %s", (int)n, f->error.message);
        if (and_after && reached)
            assert_false(is_open);
        opened += !reached;
        close_scenario(f);
        assert_int_equal(dv_allocated_bytes(), 0);
    }
}

static void opening_short_of_memory_fails_with_a_message(void **state) {
    open_short_of_memory(*state, false);
    open_short_of_memory(*state, true);
}

#define AT 40

static void open_at(fixture *f) {
    close_scenario(f);
    open_everything(f);
    step_everything(f, AT);
}

static void saving_short_of_memory_changes_nothing(void **state) {
    fixture *f = *state;
    char path[256];
    int saved = 0, failed = 0;
    open_at(f);
    uint64_t hash = hash_of(f);
    path_in(f, "s.snap", path);
    for (uint64_t n = 1; saved < 20; n++) {
        dv_fail_allocation(n, true);
        bool done = dv_world_save(dv_scenario_world(f->scenario), path, &f->error) == DV_OK;
        dv_fail_allocation(0, false);
        saved += done;
        failed += !done;
        if (!done && !says_memory(f->error.message))
            fail_msg("allocation %d: %s", (int)n, f->error.message);
        assert_int_equal(access(path, F_OK) == 0, saved > 0);
        assert_int_equal(hash_of(f), hash);
    }
    assert_true(failed > 5);
}

static void loading_short_of_memory_leaves_the_old_world_or_makes_the_new(void **state) {
    fixture *f = *state;
    char path[256];
    int loaded = 0, failed = 0;
    open_at(f);
    uint64_t saved = hash_of(f);
    path_in(f, "s.snap", path);
    assert_int_equal(dv_world_save(dv_scenario_world(f->scenario), path, &f->error), DV_OK);
    for (int and_after = 0; and_after < 2; and_after++) {
        step_everything(f, 3);
        for (uint64_t n = 1, before = hash_of(f); loaded < 40 * (and_after + 1); n = after(n)) {
            dv_fail_allocation(n, and_after);
            bool done = dv_world_load(dv_scenario_world(f->scenario), path, &f->error) == DV_OK;
            dv_fail_allocation(0, false);
            loaded += done;
            failed += !done;
            if (!done && !says_memory(f->error.message))
                fail_msg("allocation %d: %s", (int)n, f->error.message);
            assert_int_equal(hash_of(f), done ? saved : before);
            if (done) {
                step_everything(f, 1);
                before = hash_of(f);
            }
        }
    }
    assert_true(failed > 50);
}

// A tick that is short of memory is one that did not begin, or one whose scripts failed: then their
// agents are suspended, and the world goes on.
static void step_short_of_memory(fixture *f, bool and_after) {
    uint64_t hashes[4];
    open_at(f);
    for (int i = 0; i < 4; i++) {
        step_everything(f, 1);
        hashes[i] = hash_of(f);
    }
    int failed = 0, whole = 0;
    for (uint64_t n = 1; n < 400; n = after(n)) {
        open_at(f);
        uint64_t before = hash_of(f);
        dv_fail_allocation(n, and_after);
        bool done = dv_scenario_step(f->scenario, &f->error) == DV_OK;
        dv_fail_allocation(0, false);
        failed += !done;
        if (!done) {
            assert_true(says_memory(f->error.message));
            assert_int_equal(hash_of(f), before);
            step_everything(f, 1);
        }
        if (!*banner_of(f) || !says_memory(banner_of(f))) {
            whole++;
            assert_int_equal(hash_of(f), hashes[0]);
        }
        step_everything(f, 3);
    }
    assert_true(whole > 0);
    (void)failed;
}

static void a_tick_short_of_memory_does_not_begin_or_suspends(void **state) {
    step_short_of_memory(*state, false);
    step_short_of_memory(*state, true);
}

// What scripts ask for when there is no memory raises an error they can catch.
static void what_a_script_cannot_get_raises(void **state) {
    fixture *f = *state;
    static const char source[] = HEAD
        "local stray = steer.wander {}\n"
        "local g = drover.group('g', { memory = { l = {} } })\n"
        "local a = drover.kind('a', { memory = { l = {} }, targets = { p = 'point' } })\n"
        "local calls = { function(w, s) w:spawn('a', { l = { 1 } }) end,\n"
        "  function(w, s) w:scatter('a', 3) end, function(w, s) w:group('g') end,\n"
        "  function(w, s) s.group = w:group('g') end, function(w, s) s.mass = 3 end,\n"
        "  function(w, s) s.color = 'red' end, function(w, s) s.label = 'x' .. w.tick end,\n"
        "  function(w, s) w:obstacle { polygon = { { 60, 60 }, { 70, 60 }, { 65, 70 } } } end,\n"
        "  function(w, s) s:emit('x', 3) end, function(w, s) s:apply(stray) end,\n"
        "  function(w, s) s:steering(stray) end, function(w, s) for n in s:neighbors('a', 30) do "
        "end end,\n"
        "  function(w, s) for n in w:agents() do end end, function(w, s) s.p = vec(1, 2) end,\n"
        "  function(w, s) s.l = { { 1 } } end, function(w, s) w:finish('done') end }\n"
        "return drover.scenario { kinds = { a }, settings = { drover.slider('call', 0, { max = "
        "99 }) },\n"
        "  setup = function(w) w:scatter('a', 20) end,\n"
        "  update = function(w) local s = w:agents()() local call = calls[w.settings.call // 1 | "
        "0]\n"
        "    if call then pcall(call, w, s) end end }";
    write_file(f, "main.lua", source);
    for (int call = 1; call <= 16; call++)
        for (int and_after = 0; and_after < 2; and_after++) {
            open_folder(f);
            char number[16];
            snprintf(number, sizeof number, "%d", call);
            assert_int_equal(dv_scenario_set(f->scenario, "call", number, &f->error), DV_OK);
            for (uint64_t n = 1; n < 60; n++) {
                dv_fail_allocation(n, and_after);
                dv_scenario_step(f->scenario, NULL);
                dv_fail_allocation(0, false);
                hash_of(f);
            }
            step(f, 2);
            close_scenario(f);
            assert_int_equal(dv_allocated_bytes(), 0);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(opening_short_of_memory_fails_with_a_message),
        CASE(saving_short_of_memory_changes_nothing),
        CASE(loading_short_of_memory_leaves_the_old_world_or_makes_the_new),
        CASE(a_tick_short_of_memory_does_not_begin_or_suspends),
        CASE(what_a_script_cannot_get_raises),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
