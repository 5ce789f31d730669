// Suggestions for mistyped names.
#include "base/names.h"

#include "../program.h"

#include <string.h>

static const char *const names[] = {
    "seek",       "flee",     "pursuit", "evasion", "arrival", "obstacle_avoidance",
    "separation", "cohesion", "wander",  "steer",   "state",   "x",
};

static const char *nearest(const char *given) {
    return dv_nearest_name(given, names, sizeof names / sizeof *names);
}

static void one_slip_is_mended(void **state) {
    (void)state;
    assert_string_equal(nearest("stee"), "steer");
    assert_string_equal(nearest("sek"), "seek");
    assert_string_equal(nearest("pursuet"), "pursuit");
    assert_string_equal(nearest("wandder"), "wander");
    assert_string_equal(nearest("obstacle_avoidence"), "obstacle_avoidance");
}

static void swapped_letters_are_one_slip(void **state) {
    (void)state;
    assert_string_equal(nearest("esek"), "seek");
    assert_string_equal(nearest("fele"), "flee");
    assert_string_equal(nearest("staet"), "state");
}

static void case_does_not_matter(void **state) {
    (void)state;
    assert_string_equal(nearest("Seek"), "seek");
    assert_string_equal(nearest("WANDRE"), "wander");
    assert_string_equal(nearest("ARR"), "arrival");
}

static void long_names_may_have_more_slips(void **state) {
    (void)state;
    assert_string_equal(nearest("seperatoin"), "separation");
    assert_string_equal(nearest("obstical_avoidence"), "obstacle_avoidance");
}

static void the_start_of_a_name_is_enough(void **state) {
    (void)state;
    assert_string_equal(nearest("sep"), "separation");
    assert_string_equal(nearest("arriv"), "arrival");
    assert_string_equal(nearest("fleeing_from_wolves"), "flee");
    assert_null(nearest("ob"));
}

static void what_is_far_from_all_is_not_guessed(void **state) {
    (void)state;
    assert_null(nearest("banana"));
    assert_null(nearest(""));
    assert_null(nearest("q"));
    assert_null(nearest("gravity"));
    assert_null(dv_nearest_name("seek", names, 0));
}

static void the_nearest_wins_and_among_equals_the_first(void **state) {
    (void)state;
    static const char *const close[] = {"bat", "cat", "car", "cart"};
    assert_string_equal(dv_nearest_name("cat", close, 4), "cat");
    assert_string_equal(dv_nearest_name("hat", close, 4), "bat");
    assert_string_equal(dv_nearest_name("crat", close, 4), "cat");
    assert_string_equal(dv_nearest_name("carx", close, 4), "car");
}

static void very_long_names_are_harmless(void **state) {
    (void)state;
    char given[1000];
    memset(given, 's', sizeof given - 1);
    given[sizeof given - 1] = '\0';
    assert_null(nearest(given));
    memcpy(given, "wander", 6);
    assert_string_equal(nearest(given), "wander");
    const char *const long_name[] = {given};
    assert_string_equal(dv_nearest_name("wanders", long_name, 1), given);
}

static void without_a_near_name_all_are_listed(void **state) {
    (void)state;
    char text[64];
    dv_write_suggestion("sek", names, 3, text, sizeof text);
    assert_string_equal(text, " (seek?)");
    dv_write_suggestion("banana", names, 3, text, sizeof text);
    assert_string_equal(text, ": one of seek, flee or pursuit expected");
    dv_write_suggestion("banana", names, 1, text, sizeof text);
    assert_string_equal(text, ": only seek is known");
    dv_write_suggestion("banana", names, 0, text, sizeof text);
    assert_string_equal(text, "");
    // As many as there is room for.
    dv_write_suggestion("banana", names, 12, text, sizeof text);
    assert_string_equal(text, ": one of seek, flee, pursuit, evasion, arrival, ... expected");
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_slip_is_mended),
        cmocka_unit_test(swapped_letters_are_one_slip),
        cmocka_unit_test(case_does_not_matter),
        cmocka_unit_test(long_names_may_have_more_slips),
        cmocka_unit_test(the_start_of_a_name_is_enough),
        cmocka_unit_test(what_is_far_from_all_is_not_guessed),
        cmocka_unit_test(the_nearest_wins_and_among_equals_the_first),
        cmocka_unit_test(very_long_names_are_harmless),
        cmocka_unit_test(without_a_near_name_all_are_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
