// The log of incidents: the event, the agent, the place, and the line of the script.
#include "../program.h"
#include "../read_script.h"
#include "reload_fixture.h"

static dv_world *logged(fixture *f) {
    dv_world *world = dv_scenario_world(f->scenario);
    if (dv_world_explain(world, 16, &f->error) != DV_OK)
        fail_msg("%s", f->error.message);
    return world;
}

static void expect_incident(const dv_world *world, uint32_t back, uint64_t tick,
                            dv_incident_type type, const char *who, const char *what,
                            const char *place) {
    dv_incident incident;
    if (!dv_world_incident(world, back, &incident))
        fail_msg("only %u incidents", dv_world_incident_count(world));
    assert_int_equal(incident.tick, tick);
    assert_int_equal(incident.type, type);
    assert_string_equal(incident.who, who);
    assert_string_equal(incident.what, what);
    assert_string_equal(incident.place, place);
}

static void expect_position(const dv_world *world, uint32_t back, float x, float y) {
    dv_incident incident;
    assert_true(dv_world_incident(world, back, &incident));
    assert_true(incident.has_position);
    assert_float_equal(incident.position.x, x, 1e-3);
    assert_float_equal(incident.position.y, y, 1e-3);
}

static void what_happens_is_kept(void **state) {
    fixture *f = *state;
    dv_incident incident;
    open_main(f, read_script("explain/eventful.lua"));
    dv_world *world = logged(f);
    assert_int_equal(dv_world_incident_count(world), 0);
    step(f, 6);
    assert_int_equal(dv_world_incident_count(world), 6);
    expect_incident(world, 5, 1, DV_INCIDENT_EVENT, "wolf#1", "howl", "main.lua:7");
    expect_position(world, 5, 3, 4);
    assert_true(dv_world_incident(world, 5, &incident));
    assert_float_equal(incident.radius, 20, 1e-6);
    assert_true(dv_agent_alive(world, incident.agent));
    expect_incident(world, 4, 2, DV_INCIDENT_SPAWN, "bird#2", "", "");
    expect_position(world, 4, 7, 8);
    expect_incident(world, 3, 3, DV_INCIDENT_REMOVAL, "bird#2", "", "");
    expect_position(world, 3, 7, 8);
    assert_true(dv_world_incident(world, 3, &incident));
    assert_true(incident.agent.bits && !dv_agent_alive(world, incident.agent));
    expect_incident(world, 2, 4, DV_INCIDENT_ELECTION, "wolf#1", "", "");
    expect_incident(world, 1, 4, DV_INCIDENT_EVENT, "", "dawn", "main.lua:26");
    expect_position(world, 1, 1, 2);
    expect_incident(world, 0, 5, DV_INCIDENT_ERROR, "wolf#1", "main.lua:8: broken on purpose", "");
    assert_false(dv_world_incident(world, 6, &incident));
}

static void keeping_changes_nothing(void **state) {
    fixture *f = *state;
    open_main(f, read_script("explain/eventful.lua"));
    step(f, 6);
    uint64_t without = hash_of(f);
    open_main(f, read_script("explain/eventful.lua"));
    logged(f);
    step(f, 6);
    assert_true(hash_of(f) == without);
}

// Nothing else can tell the script's own error.
static void an_error_of_the_world_is_kept(void **state) {
    fixture *f = *state;
    open_main(f, HEAD "return drover.scenario { kinds = { drover.kind('a', {}) },\n"
                      "  update = function() error('no more') end }");
    dv_world *world = logged(f);
    step(f, 1);
    expect_incident(world, 0, 0, DV_INCIDENT_ERROR, "", "main.lua:3: no more", "");
    dv_incident incident;
    assert_true(dv_world_incident(world, 0, &incident));
    assert_false(incident.has_position);
}

static void a_world_that_goes_back_forgets_what_is_to_come(void **state) {
    fixture *f = *state;
    dv_snapshot snapshot;
    open_main(f, read_script("explain/eventful.lua"));
    dv_world *world = logged(f);
    step(f, 3);
    assert_int_equal(dv_world_take_snapshot(world, &snapshot, &f->error), DV_OK);
    step(f, 2);
    assert_int_equal(dv_world_incident_count(world), 5);
    assert_int_equal(dv_scenario_load_snapshot(f->scenario, &snapshot, &f->error), DV_OK);
    dv_snapshot_free(&snapshot);
    expect_incident(world, 0, 2, DV_INCIDENT_SPAWN, "bird#2", "", "");
    assert_int_equal(dv_world_incident_count(world), 2);
    // Its handles are those of the world that was loaded.
    dv_incident incident;
    assert_true(dv_world_incident(world, 0, &incident));
    assert_true(dv_agent_alive(world, incident.agent));
    step(f, 2);
    assert_int_equal(dv_world_incident_count(world), 5);
}

static void the_latest_are_kept(void **state) {
    fixture *f = *state;
    open_main(f, read_script("explain/eventful.lua"));
    dv_world *world = dv_scenario_world(f->scenario);
    dv_world_note_incident(world, DV_INCIDENT_RELOAD, (dv_agent){0}, "accepted", "");
    assert_int_equal(dv_world_incident_count(world), 0);
    assert_int_equal(dv_world_explain(world, 2, &f->error), DV_OK);
    step(f, 4);
    assert_int_equal(dv_world_incident_count(world), 2);
    expect_incident(world, 0, 3, DV_INCIDENT_REMOVAL, "bird#2", "", "");
    expect_incident(world, 1, 2, DV_INCIDENT_SPAWN, "bird#2", "", "");
    // One that a host adds stands by itself.
    for (int i = 0; i < 2; i++)
        dv_world_note_incident(world, DV_INCIDENT_RELOAD, (dv_agent){0}, "accepted", "");
    expect_incident(world, 0, 4, DV_INCIDENT_RELOAD, "", "accepted", "");
    expect_incident(world, 1, 4, DV_INCIDENT_RELOAD, "", "accepted", "");
    assert_int_equal(dv_world_explain(world, 0, &f->error), DV_OK);
    assert_int_equal(dv_world_incident_count(world), 0);
}

// The wolf is at (3, 4) and hears up to the default range; the event at (1, 2) reaches 9 m.
static void who_can_hear_an_event(void **state) {
    fixture *f = *state;
    dv_incident howl, dawn;
    open_main(f, read_script("explain/eventful.lua"));
    dv_world *world = logged(f);
    step(f, 5);
    assert_true(dv_world_incident(world, 4, &howl));
    assert_true(dv_world_incident(world, 0, &dawn));
    dv_agent wolf = dv_world_agent_at(world, 0), bird;
    assert_false(dv_agent_can_hear(world, wolf, &howl)); // its own
    assert_true(dv_agent_can_hear(world, wolf, &dawn));
    dv_agent_def def = dv_agent_def_default(1);
    def.position = (dv_vec3){15, 4, 0};
    assert_int_equal(dv_agent_spawn(world, &def, &bird, &f->error), DV_OK);
    assert_true(dv_agent_can_hear(world, bird, &howl)); // 20 m
    assert_false(dv_agent_can_hear(world, bird, &dawn));
    howl.among = dv_agent_group(world, wolf);
    assert_false(dv_agent_can_hear(world, bird, &howl));
    assert_int_equal(dv_agent_set_group(world, bird, howl.among, &f->error), DV_OK);
    assert_true(dv_agent_can_hear(world, bird, &howl));
    assert_int_equal(dv_agent_set_property(world, bird, DV_HEARING_RANGE, 5, &f->error), DV_OK);
    assert_false(dv_agent_can_hear(world, bird, &howl));
    dv_incident spawned = howl;
    spawned.type = DV_INCIDENT_SPAWN;
    assert_false(dv_agent_can_hear(world, bird, &spawned));
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(what_happens_is_kept),          CASE(keeping_changes_nothing),
        CASE(an_error_of_the_world_is_kept), CASE(a_world_that_goes_back_forgets_what_is_to_come),
        CASE(the_latest_are_kept),           CASE(who_can_hear_an_event),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
