// Shared by tests that move a world from one version of the code to another.
#ifndef DROVER_TESTS_MOVING_FIXTURE_H
#define DROVER_TESTS_MOVING_FIXTURE_H

#include "../read_script.h"
#include "scenario_fixture.h"

static inline const char *state_of(const dv_scenario *scenario, uint32_t agent) {
    const dv_world *world = dv_scenario_world((dv_scenario *)scenario);
    dv_agent handle = dv_world_agent_at(world, agent);
    return dv_program_state_name(dv_world_program(world), dv_agent_kind(world, handle),
                                 dv_agent_state(world, handle));
}

static inline dv_snapshot take(fixture *f) {
    dv_snapshot snapshot;
    assert_int_equal(dv_world_take_snapshot(dv_scenario_world(f->scenario), &snapshot, &f->error),
                     DV_OK);
    return snapshot;
}

static inline dv_reload_report save(fixture *f, const char *source) {
    write_file(f, "main.lua", source);
    dv_reload_report report = dv_scenario_reload(f->scenario);
    if (report.outcome != DV_RELOAD_SWAPPED)
        fail_msg("outcome %d: %s", report.outcome, report.message);
    assert_string_equal(banner_of(f), "");
    return report;
}

static inline dv_reload_report undo(fixture *f) {
    dv_reload_report report = dv_scenario_undo(f->scenario);
    if (report.outcome != DV_RELOAD_SWAPPED)
        fail_msg("outcome %d: %s", report.outcome, report.message);
    assert_string_equal(banner_of(f), "");
    return report;
}

static inline void must(fixture *f, dv_result result) {
    if (result != DV_OK)
        fail_msg("%s", f->error.message);
}

static inline void open_for_loading(fixture *f) {
    dv_scenario_options options = options_of(f);
    options.check_only = true;
    f->scenario = dv_scenario_open(f->folder, &options, &f->error);
    assert_non_null(f->scenario);
}

/// Checks a world after it was moved.
typedef void seen(fixture *f, dv_scenario *scenario, dv_moved moved);

/// Move a world from `before` to `after` in every possible way, and check each result.
static inline void move_every_way(fixture *f, const char *before, const char *after, seen *look) {
    open_main(f, before);
    step(f, 5);
    dv_snapshot snapshot = take(f);
    look(f, f->scenario, save(f, after).moved);
    // Return to the snapshot under the new code.
    must(f, dv_scenario_return_to(f->scenario, &snapshot, &f->error));
    look(f, f->scenario, dv_scenario_moved(f->scenario));
    step(f, 70);
    // The comparison with the code before.
    dv_scenario *beside = dv_scenario_open_beside(f->scenario, false, &f->error);
    assert_non_null(beside);
    must(f, dv_scenario_load_snapshot(beside, &snapshot, &f->error));
    look(f, beside, dv_scenario_moved(beside));
    dv_scenario_close(beside);
    // Load the snapshot in another run, which does not set up anything itself.
    close_scenario(f);
    open_for_loading(f);
    must(f, dv_scenario_load_snapshot(f->scenario, &snapshot, &f->error));
    look(f, f->scenario, dv_scenario_moved(f->scenario));
    step(f, 1);
    dv_snapshot_free(&snapshot);
}

static inline uint32_t count_of(dv_scenario *scenario, const char *kind) {
    const dv_world *world = dv_scenario_world(scenario);
    int32_t number = dv_program_kind(dv_world_program(world), kind);
    assert_true(number >= 0);
    return dv_world_count(world, dv_one_kind(number), -1);
}

typedef struct field {
    const char *name;
    char value[64];
} field;

static inline void find_field(void *context, const char *name, const char *value) {
    field *f = context;
    if (strcmp(name, f->name) == 0)
        snprintf(f->value, sizeof f->value, "%s", value);
}

static inline void expect_field(dv_scenario *scenario, uint32_t agent, const char *name,
                                const char *value) {
    field f = {.name = name, .value = "(none)"};
    dv_scenario_describe(scenario, dv_world_agent_at(dv_scenario_world(scenario), agent),
                         find_field, &f);
    assert_string_equal(f.value, value);
}

#endif
