// Slots: what they hold; what behaviors, guards, bodies, and weights read from them and from
// settings; and the effect of an empty slot.
#include "../program.h"
#include "../read_script.h"
#include "scenario_fixture.h"

#define SLOT_FORMS "a point expected ({ x, y }, { x = , y = }, a vector or an agent)"

static void slots_take_their_type_only(void **state) {
    expect_run(
        *state, read_script("slots/slots_take_their_type_only.lua"), 0,
        "who\ta#1 - - - - - - - nil\nat\t(4, 0, 0) - - - - - (1, 2, 0) (5, 6, 0) nil\n"
        "way\t- - - - - - (1, 2, 0) (5, 6, 0) nil\npace\t- - - 3.0 - - - - nil\n"
        "rock\t- obstacle#1 - - - - - - nil\npack\t- - g#1 - - - - - nil\n"
        "false\tmain.lua:34: pack: a group expected, got agent\n"
        "false\tmain.lua:35: at: a point expected ({ x, y }, { x = , y = }, a vector or an agent), "
        "got "
        "string\n"
        "false\tmain.lua:36: rock: an obstacle expected, got group\n");
}

static void places_are_written_in_any_of_their_forms(void **state) {
    expect_run(
        *state, read_script("slots/places_are_written_in_any_of_their_forms.lua"), 0,
        "(1, 2, 0)\t(3, 4, 5)\n(7, -2, 0)\n(8, 9, 0)\t(0, 0, 0)\n5.0\n7.0\ntrue\nobstacle#1\n"
        "1\tmain.lua:40: at: " SLOT_FORMS ", got table\n"
        "2\tmain.lua:40: at: " SLOT_FORMS ", got table\n"
        "3\tmain.lua:40: at: a point takes no 'heading': one of x, y or z expected\n"
        "4\tmain.lua:40: at: " SLOT_FORMS ", got table\n"
        "5\tmain.lua:40: at: " SLOT_FORMS ", got table\n"
        "6\tmain.lua:40: at: a point { x = , y = } takes no [1]\n"
        "7\tmain.lua:40: at: a point takes no 'Y' (y?)\n"
        "8\tmain.lua:40: at: a point { x, y } takes no 'foo'\n"
        "9\tmain.lua:40: at: a point { x, y } takes no 'z'\n"
        "10\tmain.lua:40: at: a point { x, y, z } takes no [4]\n"
        "11\tmain.lua:40: at: a point takes no key that is a boolean\n"
        "12\tmain.lua:40: at: " SLOT_FORMS ", got number\n"
        "13\tmain.lua:40: at: " SLOT_FORMS ", got boolean\n"
        "way: a vector expected ({ x, y }, { x = , y = } or a vector), got agent\n"
        "argument 1: a point expected ({ x, y }, { x = , y = } or a vector), got table\n");
}

static void set_and_get_spare_the_vector(void **state) {
    expect_run(
        *state, read_script("slots/set_and_get_spare_the_vector.lua"), 0,
        "7.0\t8.0\t0.0\n1.0\t2.0\t3.0\n4.0\t5.0\t0.0\n6.0\t7.0\t0.0\nnil\tnil\n"
        "a#1\t2.0\n5.0\nfalse\tkind 'a' has no slot 'what'\nfalse\tkind 'a' has no slot 'what'\n"
        "false\tat.x: nan is not finite\nfalse\tpace: inf is not finite\n"
        "false\tbad argument #4 to '?' (number expected, got no value)\n");
}

/// An agent that seeks this, with such slots and values in them.
static const char *seeking(const char *target, const char *slots, const char *values) {
    return read_script_with("slots/seeking.lua", "vec(30, 0)", target, "--[[slots]]", slots,
                            "--[[values]]", values, NULL);
}

static void a_target_may_be_a_slot_a_path_or_a_place(void **state) {
    fixture *f = *state;
    expect_run(f, seeking("'at'", "at = 'agent'", "s.at = rock"), 31, "1.57\n");
    expect_run(f, seeking("'at'", "at = 'agent'", ""), 31, "rests\n");
    expect_run(f, seeking("'at'", "at = 'agent'", "s.at = rock rock:remove()"), 31, "rests\n");
    expect_run(f, seeking("'at'", "at = 'point'", "s.at = { 30, 0 }"), 31, "0.00\n");
    expect_run(f, seeking("'at'", "at = 'point'", "s.at = rock rock:remove()"), 31, "1.57\n");
    expect_run(f, seeking("'at'", "at = 'point'", ""), 31, "rests\n");
    expect_run(f, seeking("{ 30, 30 }", "", ""), 31, "0.79\n");
    expect_run(f, seeking("vec(30, 0)", "", ""), 31, "0.00\n");
    expect_run(
        f, seeking("'group.quarry'", "", "s.group = world:new_group('g') s.group.quarry = rock"),
        31, "1.57\n");
    expect_run(f, seeking("'group.den'", "", "s.group = world:new_group('g') s.group.den = rock"),
               31, "1.57\n");
    expect_run(f, seeking("'group.quarry'", "", ""), 31, "rests\n");
    expect_run(f, seeking("'group.quarry'", "", "s.group = world:new_group('g')"), 31, "rests\n");
    expect_run(
        f,
        seeking("'group.leader'", "", "local g = world:new_group('g') s.group, rock.group = g, g"),
        31, "1.57\n");
    expect_run(f, seeking("'group.leader'", "", ""), 31, "rests\n");
}

static void the_mouse_is_a_target_where_there_is_one(void **state) {
    fixture *f = *state;
    expect_run(f, seeking("drover.mouse", "", ""), 31, "rests\n");
    open_main(f, seeking("drover.mouse", "", ""));
    dv_world_set_mouse(dv_scenario_world(f->scenario), &(dv_vec3){0, -20, 0});
    step(f, 31);
    expect_log(f, "-1.57\n");
}

static void a_slots_type_must_fit_what_reads_it(void **state) {
    fixture *f = *state;
    expect_refusal(f, seeking("'at'", "at = 'number'", ""),
                   "main.lua:15: steer.seek: target: slot 'at' holds a number; an "
                   "agent, point, pose, obstacle, region, path or surface expected");
    expect_refusal(f, seeking("'group.den.x'", "", ""),
                   "main.lua:15: steer.seek: target: no group has a slot 'den.x'");
    expect_refusal(f, seeking("'herd.den'", "", ""),
                   "main.lua:15: steer.seek: target: kind 'a' has no slot 'herd.den'");
}

static void the_leader_does_not_follow_itself(void **state) {
    expect_run(*state,
               seeking("'group.leader'", "",
                       "local g = world:new_group('g') s.group = g rock.group = nil"),
               31, "rests\n");
}

static void an_empty_slot_makes_a_guard_false(void **state) {
    expect_run(*state, read_script("slots/an_empty_slot_makes_a_guard_false.lua"), 3,
               "not\t0\n"
               "not\t1\n"
               "has\t2\n"
               "has at\t2\n"
               "is\t2\n"
               "near\t2\n"
               "far\t2\n"
               "sees\t2\n"
               "near at\t2\n"
               "not\t2\n");
}

static void numbers_come_from_slots_and_settings(void **state) {
    expect_run(*state, read_script("slots/numbers_come_from_slots_and_settings.lua"), 120,
               "3/1/blind 6/2/sees 9/3/sees\n"
               "3/1/blind 4/2/sees 4/3/sees\n"
               "3/1/blind 4/2/sees 4/3/sees\n"
               "1/1/blind 2/2/sees 3/3/sees\n");
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(slots_take_their_type_only),
        CASE(places_are_written_in_any_of_their_forms),
        CASE(set_and_get_spare_the_vector),
        CASE(a_target_may_be_a_slot_a_path_or_a_place),
        CASE(the_mouse_is_a_target_where_there_is_one),
        CASE(a_slots_type_must_fit_what_reads_it),
        CASE(the_leader_does_not_follow_itself),
        CASE(an_empty_slot_makes_a_guard_false),
        CASE(numbers_come_from_slots_and_settings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
