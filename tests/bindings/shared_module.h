// Cases whose scripts require a module that stands beside them, such as "groups/pack.lua".
#ifndef DV_TEST_SHARED_MODULE_H
#define DV_TEST_SHARED_MODULE_H

#include "../read_script.h"
#include "scenario_fixture.h"

static inline int set_up_with_module(void **state) {
    const char *module = *state;
    set_up(state);
    write_file(*state, strrchr(module, '/') + 1, read_script(module));
    return 0;
}

#define CASE_WITH(module, function)                                                                \
    cmocka_unit_test_prestate_setup_teardown(function, set_up_with_module, tear_down,              \
                                             (void *)(uintptr_t)(module))

#endif
