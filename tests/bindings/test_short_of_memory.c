// Calls of scripts that run out of memory. For the engine's reaction, tests/fuzz/failing_memory.c
// lets every single allocation fail.
#include "../program.h"
#include "../read_script.h"
#include "scenario_fixture.h"

#include "base/alloc.h"

// What scripts ask for when there is no memory raises an error they can catch.
static void what_a_script_cannot_get_raises(void **state) {
    fixture *f = *state;
    const char *source = read_script("short_of_memory/what_a_script_cannot_get_raises.lua");
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

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(what_a_script_cannot_get_raises),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
