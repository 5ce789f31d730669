// Calls of scripts that run short of memory. What the engine does then, tests/fuzz/failing_memory.c
// walks past every allocation of.
#include "scenario_fixture.h"

#include "base/alloc.h"

// What scripts ask for when there is no memory raises an error they can catch.
static void what_a_script_cannot_get_raises(void **state) {
    fixture *f = *state;
    static const char source[] = HEAD
        "local stray = steer.wander {}\n"
        "local g = drover.group('g', { memory = { l = {} } })\n"
        "local a = drover.kind('a', { memory = { l = {} }, slots = { p = 'point' } })\n"
        "local calls = { function(w, s) w:spawn('a', { l = { 1 } }) end,\n"
        "  function(w, s) w:scatter('a', 3) end, function(w, s) w:new_group('g') end,\n"
        "  function(w, s) s.group = w:new_group('g') end, function(w, s) s.mass = 3 end,\n"
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
        CASE(what_a_script_cannot_get_raises),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
