// Looking into a scenario keeps the traceback of the last error that a script made.
#include "../program.h"
#include "scenario_fixture.h"

static void keep_none(void *context, const dv_completion *completion) {
    (void)context, (void)completion;
}

static bool keep_value(void *context, const dv_value_entry *entry) {
    (void)context, (void)entry;
    return true;
}

static const char failing[] =
    HEAD "local a = drover.kind('a', { step = function() error('broken') end })\n"
         "return drover.scenario { kinds = { a }, setup = function(world)\n"
         "  world:spawn 'a'\n"
         "  local gone = world:spawn 'a'\n"
         "  world.memory.gone = gone\n"
         "  gone:remove()\n"
         "end }";

static void looking_keeps_the_traceback(void **state) {
    fixture *f = *state;
    char before[4096];
    dv_expression_value value;
    open_main(f, failing);
    step(f, 1);
    snprintf(before, sizeof before, "%s", dv_scenario_traceback(f->scenario));
    assert_non_null(strstr(before, "main.lua:2: in "));
    // The end of the line names a field of an agent that is gone, which raises an error.
    dv_scenario_complete(f->scenario, "world.memory.gone.position.", (dv_agent){0}, keep_none,
                         NULL);
    assert_string_equal(dv_scenario_traceback(f->scenario), before);
    assert_int_not_equal(dv_scenario_check_expression(f->scenario, "print(1)", &f->error), DV_OK);
    assert_string_equal(dv_scenario_traceback(f->scenario), before);
    dv_scenario_read_expression(f->scenario, "world.memory.gone.position", (dv_agent){0}, &value);
    assert_true(value.has_failed);
    assert_string_equal(dv_scenario_traceback(f->scenario), before);
    dv_scenario_browse(f->scenario, dv_world_agent_at(dv_scenario_world(f->scenario), 0),
                       keep_value, NULL);
    assert_string_equal(dv_scenario_traceback(f->scenario), before);
}

TESTS {
    const struct CMUnitTest tests[] = {CASE(looking_keeps_the_traceback)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
