// Links in scripts: declaring them, linking agents, and changing types of links by a reload.
#include "../program.h"
#include "../read_script.h"
#include "drover/links.h"
#include "scenario_fixture.h"

static void they_are_listed(void **state) {
    expect_run(*state, read_script("links_lua/they_are_listed.lua"), 1,
               "rope\trope\n"
               "3: a#2 a#3 a#4\t1: a#1\t3: a#2 a#3 a#4\n"
               "2: a#3 a#2\t1: a#4\t0: \n"
               "true\tfalse\ttrue\tfalse\n"
               "0: \tfalse\ttrue\n"
               "a#1\ta#3\n"
               "a#4\ta#1\n"
               "1\t0\n"
               "main.lua:35: no link 'rop' (rope?)\n"
               "main.lua:36: argument 2: an agent expected, got no value\n"
               "main.lua:37: link: an agent cannot be linked to itself\n"
               "main.lua:38: argument 2: agent #3 is gone\n"
               "main.lua:39: argument 2: an agent expected, got world\n"
               "main.lua:40: a link's name expected, got number\n"
               "main.lua:41: a link's name expected, got nil\n"
               "main.lua:42: bad argument #2 to 'links' (invalid option 'up')\n"
               "main.lua:43: no link 'ropes' (rope?)\n"
               "main.lua:44: self: agent #3 is gone\n"
               "main.lua:45: no link 'lead' (leads?)\n"
               "main.lua:46: links: cannot be assigned\n");
}

static void wrong_declarations_are_refused(void **state) {
    static const struct {
        const char *source, *message;
    } cases[] = {
        {HEAD "drover.link('rope', { spring = {} })",
         "main.lua:2: spring.stiffness: a number expected, got nil"},
        {HEAD "drover.link('rope', { spring = { stiffness = -1 } })",
         "main.lua:2: spring.stiffness: -1 is not in 0 to 1000000000000.0"},
        {HEAD "drover.link('rope', { spring = { stiffness = 1, length = 0/0 } })",
         "main.lua:2: spring.length: a finite number expected, got nan"},
        {HEAD "drover.link('rope', { spring = { stiffness = 1, damping = 1/0 } })",
         "main.lua:2: spring.damping: a finite number expected, got inf"},
        {HEAD "drover.link('rope', { spring = { stifness = 1 } })",
         "main.lua:2: spring.stifness: unknown key (stiffness?)"},
        {HEAD "drover.link('rope', { spring = 3 })",
         "main.lua:2: spring: a table expected, got number"},
        {HEAD "drover.link('rope', { directd = true })",
         "main.lua:2: directd: unknown key (directed?)"},
        {HEAD "drover.link('rope', { directed = 1 })",
         "main.lua:2: directed: a boolean expected, got number"},
        {HEAD "drover.link('rope', { color = 'brwn' })",
         "main.lua:2: color: no color 'brwn' (brown?)"},
        {HEAD "drover.link('rope', { width = -1 })",
         "main.lua:2: width: -1 is not in 0 to 2000000000.0"},
        {HEAD "drover.link('two words', {})",
         "main.lua:2: drover.link: a name of letters, digits and _ expected, got 'two words'"},
        {HEAD "drover.link('rope')", "main.lua:2: drover.link rope: a table expected, got nil"},
        {HEAD "drover.link('a', {}) drover.link('a', {})",
         "main.lua:2: drover.link: 'a' is declared twice in this module"},
        {HEAD "for i = 1, 65 do drover.link('l' .. i, {}) end\nreturn drover.scenario { kinds = { "
              "drover.kind('a', {}) } }",
         "main.lua:2: more than 64 types of links"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_refusal(*state, cases[i].source, cases[i].message);
}

#define CHAIN "links_lua/chain.lua"

static uint32_t links(fixture *f) { return dv_world_link_count(dv_scenario_world(f->scenario), 0); }

static dv_reload_report reload(fixture *f, const char *source) {
    write_file(f, "main.lua", source);
    dv_reload_report reloaded = dv_scenario_reload(f->scenario);
    assert_int_equal(reloaded.outcome, DV_RELOAD_SWAPPED);
    return reloaded;
}

static float x_of_last(fixture *f) {
    const dv_world *world = dv_scenario_world(f->scenario);
    return dv_agent_position(world, dv_world_agent_at(world, 9)).x;
}

static void a_reload_changes_springs_at_once(void **state) {
    fixture *f = *state;
    open_main(f, read_script(CHAIN));
    step(f, 600);
    float before = x_of_last(f);
    assert_true(before < 17);
    reload(f, read_script_with(CHAIN, "length = 1", "length = 5", NULL));
    assert_int_equal(links(f), 9);
    step(f, 600);
    assert_true(x_of_last(f) > before + 2);
    reload(f, read_script_with(CHAIN, "link(\"rope\", {", "link(\"cord\", { renamed_from = 'rope',",
                               ":link(\"rope\"", ":link(\"cord\"", NULL));
    assert_int_equal(links(f), 9);
}

static void a_type_may_go_and_come_back(void **state) {
    fixture *f = *state;
    open_main(f, read_script(CHAIN));
    dv_reload_report gone =
        reload(f, read_script_with(CHAIN, "drover.link", "-- ", "bead:link", "-- ", NULL));
    assert_string_equal(gone.moved.removed, "9 links 'rope' removed");
    assert_string_equal(gone.message, "setup: restart to apply");
    assert_int_equal(dv_world_link_limit(dv_scenario_world(f->scenario)), 0);
    reload(f, read_script(CHAIN));
    assert_int_equal(links(f), 9);
    reload(f, read_script_with(CHAIN, "drover.link", "-- ", "bead:link", "-- ", NULL));
    assert_int_equal(dv_scenario_undo(f->scenario).outcome, DV_RELOAD_SWAPPED);
    assert_int_equal(links(f), 9);
}

static void too_strong_springs_warn_once(void **state) {
    fixture *f = *state;
    open_main(f, read_script_with(CHAIN, "stiffness = 20", "stiffness = 1e6", NULL));
    step(f, 30);
    assert_string_equal(f->warnings,
                        "main.lua:3: link 'rope': the spring between bead#2 and post#1 is too "
                        "strong for their masses and a tick of 0.0167 s: only 0.348 % of its "
                        "stiffness and 100 % of its damping are used. Lower these, make the bodies "
                        "heavier, give each fewer links, or raise tick_rate. Other springs of this "
                        "type are weakened without a warning\n");
}

static void a_snapshot_goes_on_bit_for_bit(void **state) {
    fixture *f = *state;
    open_main(f, read_script(CHAIN));
    expect_to_go_on(f, 15, 40);
}

static void reading_code_cannot_link(void **state) {
    fixture *f = *state;
    open_main(f, read_script_with(CHAIN, "setup =",
                                  "monitors = { m = function(world) local a, b = "
                                  "table.unpack(world:links('rope')[1]) a:unlink('rope', b) return "
                                  "1 end }, setup =",
                                  NULL));
    assert_true(isnan(dv_scenario_monitor(f->scenario, 0)));
    assert_non_null(strstr(banner_of(f), "may read the world but not change it"));
    assert_int_equal(links(f), 9);
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(they_are_listed),
        CASE(wrong_declarations_are_refused),
        CASE(a_reload_changes_springs_at_once),
        CASE(a_type_may_go_and_come_back),
        CASE(too_strong_springs_warn_once),
        CASE(a_snapshot_goes_on_bit_for_bit),
        CASE(reading_code_cannot_link),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
