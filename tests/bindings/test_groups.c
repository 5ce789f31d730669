// Groups: members, slots, memory, leaders, and their election.
#include "../program.h"
#include "shared_module.h"

static void groups_have_members_slots_and_memory(void **state) {
    expect_run(
        *state, read_script("groups/groups_have_members_slots_and_memory.lua"), 0,
        "pack#1\tpack#2\tfalse\t0\tnil\tpack\ttrue\t0\tnil\n"
        "3\t1\tpack#2\n"
        "1 2 4\n"
        "5\t0\t2\t1\n"
        "a#3\n"
        "nil\t3\n"
        "a#1\n"
        "a#4\n"
        "2\n"
        "false\tmain.lua:34: group 'pack' has no field, slot or memory 'kils' (kills?)\n"
        "false\tmain.lua:35: group 'pack' has no field, slot or memory 'qarry' (quarry?)\n"
        "false\tmain.lua:36: quarry: an agent expected, got number\n"
        "false\tmain.lua:37: kind: cannot be assigned\n"
        "false\tmain.lua:38: plan: a function cannot be remembered: numbers, strings, booleans, "
        "vectors, "
        "handles and tables of these can\n"
        "false\tmain.lua:39: group 'pack' has no field, slot or memory 'members'\n");
}

static void leaders_are_members(void **state) {
    expect_run(*state, read_script("groups/leaders_are_members.lua"), 0,
               "a#1\nfalse\tmain.lua:12: leader: not a member of the group\n"
               "false\tmain.lua:13: leader: a living agent expected, got "
               "number\na#1\nnil\nnil\nnil\nnil\nnil\n");
}

static void elections_run_after_setup_and_when_a_leader_is_gone(void **state) {
    expect_run(
        *state, read_script("groups/elections_run_after_setup_and_when_a_leader_is_gone.lua"), 7,
        "nil\nelect\t0\t4\n0\ta#3\n1\ta#3\nelect\t2\t3\n2\ta#4\n3\ta#4\nelect\t4\t2\n4\ta#2\n");
}

static void nil_leaves_a_group_without_a_leader_and_is_asked_again(void **state) {
    expect_run(*state,
               read_script("groups/nil_leaves_a_group_without_a_leader_and_is_asked_again.lua"), 5,
               "elect\t0\nelect\t0\nelect\t1\nelect\t2\n");
}

static void electing_a_stranger_is_an_error(void **state) {
    static const char name[] = "groups/electing_a_stranger_is_an_error.lua";
    expect_failing_run(*state, read_script(name), 1, "",
                       "main.lua:5: elect: a member of the group expected, got a#2");
    expect_failing_run(*state, read_script_with(name, "group.quarry", "3", NULL), 1, "",
                       "main.lua:5: elect: a member of the group expected, got a number");
    expect_failing_run(*state, read_script_with(name, "return group.quarry", "error('no')", NULL),
                       1, "", "main.lua:5: no");
}

static void a_large_group_is_walked_through(void **state) {
    expect_run(*state, read_script("groups/a_large_group_is_walked_through.lua"), 0,
               "5000\t2500\n");
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE_WITH("groups/pack.lua", groups_have_members_slots_and_memory),
        CASE_WITH("groups/pack.lua", leaders_are_members),
        CASE(elections_run_after_setup_and_when_a_leader_is_gone),
        CASE(nil_leaves_a_group_without_a_leader_and_is_asked_again),
        CASE(electing_a_stranger_is_an_error),
        CASE_WITH("groups/pack.lua", a_large_group_is_walked_through),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
