// Bodies and surfaces as scripts declare and use them.
#include "../program.h"
#include "../read_script.h"
#include "script_fixture.h"

#define PREFACE                                                                                    \
    "local drover = require 'drover'\n"                                                            \
    "local steer = drover.steer\n"                                                                 \
    "local function near(a, b) assert(math.abs(a - b) < 1e-4, a .. ' is not ' .. b) end\n"

static void changing_the_model_changes_nothing_else(void **state) {
    (void)state;
    static const char *const models[] = {"point_mass", "flying", "surface",
                                         "wheeled",    "legged", "fixed"};
    for (int volume = 0; volume < 2; volume++)
        for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
            char script[2048];
            char model[64];
            snprintf(script, sizeof script, "%s",
                     read_script("locomotion/changing_the_model_changes_nothing_else.lua"));
            snprintf(model, sizeof model, "\"%s\"", models[i]);
            replace_in(script, sizeof script, "\"point_mass\"", model);
            replace_in(script, sizeof script, "\"plane\"", volume ? "\"volume\"" : "\"plane\"");
            dv_error error = {""};
            dv_scenario *scenario = open_script(script, &error);
            if (!scenario)
                fail_msg("%s: %s", models[i], error.message);
            for (int tick = 0; tick < 900; tick++)
                assert_int_equal(dv_scenario_step(scenario, &error), DV_OK);
            const dv_world *world = dv_scenario_world(scenario);
            dv_vec3 p = dv_agent_position(world, dv_world_agent_at(world, 0));
            bool came = p.x > 29 && p.x < 31 && p.y > 4 && p.y < 6;
            assert_true(came == (strcmp(models[i], "fixed") != 0));
            dv_scenario_close(scenario);
        }
}

static void surfaces_are_declared_made_and_asked(void **state) {
    (void)state;
    run(read_script("locomotion/surfaces_are_declared_made_and_asked.lua"), 200);
}

static void a_volume_has_local_axes(void **state) {
    (void)state;
    run(read_script("locomotion/a_volume_has_local_axes.lua"), 1);
}

#define REST                                                                                       \
    "local k = drover.kind('k', {})\n"                                                             \
    "return drover.scenario { kinds = { k }, space = 'volume' }\n"

static void mistakes_are_told_at_load(void **state) {
    (void)state;
    expect_error(PREFACE "drover.surface('s', {})\n" REST, "one of plane, sphere or height");
    expect_error(PREFACE "drover.surface('s', { sphere = { radus = 2 } })\n" REST,
                 "sphere.radus: unknown key (radius?)");
    expect_error(PREFACE "drover.surface('s', { sphere = { radius = -2 } })\n" REST,
                 ":4: surface 's': sphere: radius: -2 is not in 1e-06 to 1e+09 m");
    expect_error(PREFACE "drover.surface('s', { plane = { normal = { 0, 0, 0 } } })\n" REST,
                 "plane.normal must be finite and not zero");
    expect_error(PREFACE "drover.surface('s', { height = function(x) if x < 0 then return 1 end "
                         "end })\n" REST,
                 "not a finite number");
    expect_error(PREFACE "drover.surface('s', { height = function() return 0 end, resolution = "
                         "0.01 })\n" REST,
                 "resolution: 10001 by 10001 are more than 4194304 heights");
    expect_error(PREFACE "drover.surface('s', { plane = {}, resolution = 1 })\n" REST,
                 "resolution belongs to a height");
    expect_error(PREFACE "drover.kind('k', { body = { turn_rte = 1 } })\n" REST,
                 "body.turn_rte: unknown key (turn_rate?)");
    expect_error(PREFACE "drover.surface('hills', { plane = {} })\n"
                         "local k = drover.kind('k', {})\n"
                         "return drover.scenario { kinds = { k }, space = 'volume',\n"
                         "  setup = function(world) world:surface('hils') end }\n",
                 "no surface 'hils' (hills?)");
    expect_error(PREFACE "local k = drover.kind('k', { body = { locomotion = 'wheled' } })\n"
                         "return drover.scenario { kinds = { k } }\n",
                 "body.locomotion: no model 'wheled' (wheeled?)");
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changing_the_model_changes_nothing_else),
        cmocka_unit_test(surfaces_are_declared_made_and_asked),
        cmocka_unit_test(a_volume_has_local_axes),
        cmocka_unit_test(mistakes_are_told_at_load),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
