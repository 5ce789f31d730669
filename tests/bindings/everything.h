// A scenario that uses everything that a world keeps between ticks: groups and elections; events
// that are still traveling; behaviors and guards with state; behaviors that are retained, chosen,
// or applied until the next step; obstacles that appear, move, and disappear; memory with shared
// tables and cycles; own values, colors, and labels; timers; links; reused ids; suspended agents;
// settings; the mouse; and random numbers.
#ifndef DV_TEST_EVERYTHING_H
#define DV_TEST_EVERYTHING_H

#include "../read_script.h"
#include "scenario_fixture.h"

// The files are found from the folders of all tests that use them.
static inline const char *everything_deer(void) {
    return read_script("../bindings/everything/deer.lua");
}

static inline const char *everything_main(void) {
    return read_script("../bindings/everything/main.lua");
}

static inline void open_everything(fixture *f) {
    write_file(f, "deer.lua", everything_deer());
    write_file(f, "main.lua", everything_main());
    open_folder(f);
    dv_world_set_mouse(dv_scenario_world(f->scenario), &(dv_vec3){3, 4, 0});
}

/// Step, and apply the outside inputs at their ticks.
static inline void step_everything(fixture *f, int ticks) {
    dv_world *world = dv_scenario_world(f->scenario);
    for (int i = 0; i < ticks; i++) {
        if (dv_world_tick(world) == 10)
            assert_int_equal(dv_scenario_set(f->scenario, "mist", "true", &f->error), DV_OK);
        if (dv_world_tick(world) == 28)
            assert_int_equal(dv_scenario_set(f->scenario, "wind", "south", &f->error), DV_OK);
        step(f, 1);
    }
}

#endif
