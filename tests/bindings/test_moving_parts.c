// Parts of schemas and options of utility choice, when the code changes. A running part continues
// although others are added, removed, or reordered.
#include "moving_fixture.h"

/// One agent in a state of parts. `count` counts in its own memory, and says so in the agent's.
#define GOING(go)                                                                                  \
    HEAD "local schema, never = drover.schema, function() return false end\n"                      \
         "local function count(name) return schema.custom { name = name, steer = steer.wander "    \
         "{},\n"                                                                                   \
         "  begin = function(self, own) own.n = 0 self.begun = self.begun + 1 end,\n"              \
         "  step = function(self, own) own.n = own.n + 1 self.n = own.n end } end\n"               \
         "local function idle(name) return schema.custom { name = name, precondition = never,\n"   \
         "  steer = steer.target_speed { speed = 0 } } end\n"                                      \
         "local turn = schema.turning { angle = 1, precondition = never }\n"                       \
         "local a = drover.kind('a', { memory = { n = 0, begun = 0 }, states = { go = " go         \
         " } })\n"                                                                                 \
         "return drover.scenario { kinds = { a }, setup = function(world) world:spawn('a') end }"

static void goes_on(fixture *f, dv_scenario *scenario, dv_moved moved) {
    (void)moved;
    must(f, dv_scenario_step(scenario, &f->error));
    expect_field(scenario, 0, "n", "6");
    expect_field(scenario, 0, "begun", "1");
}

static void begins_again(fixture *f, dv_scenario *scenario, dv_moved moved) {
    (void)moved;
    must(f, dv_scenario_step(scenario, &f->error));
    expect_field(scenario, 0, "n", "1");
    expect_field(scenario, 0, "begun", "2");
}

static void parts_are_known_by_their_names_whichever_way_code_meets_a_world(void **state) {
    move_every_way(*state, GOING("schema.select { count 'on', idle 'off' }"),
                   GOING("schema.select { idle 'first', turn, idle 'off', count 'on' }"), goes_on);
}

static void parts_without_a_name_are_known_by_type_and_place(void **state) {
    move_every_way(*state, GOING("schema.select { count() }"),
                   GOING("schema.select { turn, count() }"), goes_on);
    // Where they are not as many nobody can tell which is which.
    move_every_way(*state, GOING("schema.select { count() }"),
                   GOING("schema.select { idle(), count() }"), begins_again);
}

static void parts_of_parts_are_found_as_well(void **state) {
    move_every_way(
        *state,
        GOING("schema.goals { idle 'a', { schema.select { turn, count() }, urgency = 5 } }"),
        GOING("schema.goals { { schema.select { count() }, urgency = 5 }, turn, idle 'a' }"),
        goes_on);
}

static void a_part_that_is_gone_lets_its_state_begin_again(void **state) {
    move_every_way(*state, GOING("schema.select { count 'on', idle() }"),
                   GOING("schema.select { idle(), count 'other' }"), begins_again);
}

static void goals_that_are_over_stay_so(void **state) {
    fixture *f = *state;
#define GOALS(goals)                                                                               \
    HEAD "local schema = drover.schema\n"                                                          \
         "local function say(name) return schema.custom { name = name,\n"                          \
         "  step = function(self) print(name) return self.world.tick % 3 == 2 or nil end } end\n"  \
         "local a = drover.kind('a', { initial = 'go', states = { go = schema.goals { " goals      \
         ",\n"                                                                                     \
         "  done = 'rest', failed = 'rest' }, rest = {} } })\n"                                    \
         "return drover.scenario { kinds = { a }, setup = function(world) world:spawn('a') end }"
    open_main(f, GOALS("say 'a', say 'b'"));
    step(f, 3);
    uint64_t tick = dv_world_tick(dv_scenario_world(f->scenario));
    assert_int_equal(tick, 3);
    save(f, GOALS("say 'c', say 'b', say 'a'"));
    f->log[0] = '\0';
    step(f, 12);
    assert_null(strstr(f->log, "a\n"));
    assert_non_null(strstr(f->log, "b\n"));
    assert_non_null(strstr(f->log, "c\n"));
}

static void a_state_put_aside_goes_on_with_other_parts_around(void **state) {
    fixture *f = *state;
#define ASIDE(go, fetch)                                                                           \
    HEAD                                                                                           \
        "local schema = drover.schema\n"                                                           \
        "local count = schema.custom { steer = steer.wander {}, step = function(self, own)\n"      \
        "  own.n = (own.n or 0) + 1 self.n = own.n end }\n"                                        \
        "local never = schema.turning { angle = 1, precondition = function() return false end }\n" \
        "local a = drover.kind('a', { memory = { n = 0 }, slots = { prey = 'agent' },\n"           \
        "  initial = 'go', interrupts = { { when.has 'prey', 'fetch' } },\n"                       \
        "  states = { go = schema.select { " go " }, fetch = {" fetch "} } })\n"                   \
        "return drover.scenario { kinds = { a }, setup = function(world) world:spawn('a') end,\n"  \
        "  update = function(world) if world.tick ~= 5 then return end\n"                          \
        "    for one in world:agents 'a' do one.prey = one end end }"
    open_main(f, ASIDE("count", ""));
    step(f, 8);
    assert_string_equal(state_of(f->scenario, 0), "fetch");
    expect_field(f->scenario, 0, "n", "6");
    save(f, ASIDE("never, count", "step = function() return 'resume' end"));
    step(f, 3);
    assert_string_equal(state_of(f->scenario, 0), "go");
    expect_field(f->scenario, 0, "n", "8");
    // Parts that are not found again begin once it is taken up.
    open_main(f, ASIDE("count", ""));
    step(f, 8);
    save(f, ASIDE("count, count", "step = function() return 'resume' end"));
    step(f, 3);
    assert_string_equal(state_of(f->scenario, 0), "go");
    expect_field(f->scenario, 0, "n", "2");
    assert_int_equal(suspended(f), 0);
}

static void the_option_that_has_its_turn_keeps_it(void **state) {
    fixture *f = *state;
#define OPTIONS(more)                                                                              \
    HEAD                                                                                           \
        "local function option(score) return { score = function() return score end,\n"             \
        "  steer = steer.wander {}, enter = function(self) self.entered = self.entered + 1 end } " \
        "end\nlocal a = drover.kind('a', { memory = { entered = 0 }, initial = 'go', states = {\n" \
        "  go = drover.utility.best { options = { good = option(5)" more " } } } })\n"             \
        "return drover.scenario { kinds = { a }, setup = function(world) world:spawn('a') end }"
    open_main(f, OPTIONS(""));
    step(f, 5);
    save(f, OPTIONS(", better = option(4)"));
    step(f, 5);
    expect_field(f->scenario, 0, "entered", "1");
    save(f, OPTIONS(", best = option(6)"));
    step(f, 5);
    expect_field(f->scenario, 0, "entered", "2");
    // The one that has it is gone.
    save(f, OPTIONS(", better = option(4)"));
    step(f, 5);
    expect_field(f->scenario, 0, "entered", "3");
}

static void two_parts_have_two_names(void **state) {
    expect_refusal(*state,
                   HEAD
                   "local schema = drover.schema\n"
                   "local one = schema.turning { angle = 1, name = 'one' }\n"
                   "local a = drover.kind('a', { states = { go = schema.select { one, one } } })",
                   "main.lua:3: schema.turning.name: two parts are called 'one'");
    expect_refusal(*state, HEAD "drover.schema.turning { angle = 1, name = 7 }",
                   "main.lua:2: schema.turning.name: a name of letters, digits and _ expected, got "
                   "number");
}

static void blends_of_named_parts_keep_their_state(void **state) {
    fixture *f = *state;
    open_main(f, GOING("schema.select { count 'on' }"));
    step(f, 5);
    uint64_t before = hash_of(f);
    save(f, GOING("schema.select { turn, count 'on' }"));
    undo(f);
    assert_int_equal(hash_of(f), before);
    step(f, 5);
    uint64_t later = hash_of(f);
    close_scenario(f);
    // A run without the save comes to the same.
    open_main(f, GOING("schema.select { count 'on' }"));
    step(f, 5);
    save(f, GOING("schema.select { turn, count 'on' }"));
    step(f, 1);
    undo(f);
    step(f, 4);
    assert_int_equal(hash_of(f), later);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(parts_are_known_by_their_names_whichever_way_code_meets_a_world),
        CASE(parts_without_a_name_are_known_by_type_and_place),
        CASE(parts_of_parts_are_found_as_well),
        CASE(a_part_that_is_gone_lets_its_state_begin_again),
        CASE(goals_that_are_over_stay_so),
        CASE(a_state_put_aside_goes_on_with_other_parts_around),
        CASE(the_option_that_has_its_turn_keeps_it),
        CASE(two_parts_have_two_names),
        CASE(blends_of_named_parts_keep_their_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
