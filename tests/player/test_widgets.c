// The names of widgets: paths of panels, sections, and rows, and how they are found.
#include "player/gui/widgets.h"

#include "base/alloc.h"

#include "../program.h"

#include <stdio.h>
#include <string.h>

/// Two panels with a section each, whose rows have parts; two have a button "Close".
static void add_some(dv_widgets *w) {
    dv_widgets_add_panel(w, "panel");
    dv_widgets_add(w, "Play##button", 0, false);
    dv_widgets_add_section(w, "Agents");
    dv_widgets_add(w, "fox", 0, true);
    dv_widgets_add(w, "calm", 1, false);
    dv_widgets_add(w, "Density map", 0, false);
    dv_widgets_add(w, "calm", 1, false);
    dv_widgets_add(w, "hen", 0, true);
    dv_widgets_add(w, "calm", 1, false);
    dv_widgets_add_section(w, "Keys")->is_folded = true;
    dv_widgets_add_panel(w, "keys");
    dv_widgets_add(w, "Close", 0, false);
    dv_widgets_add_panel(w, "comparison");
    dv_widgets_add(w, "Close", 0, false);
    dv_widgets_add(w, "Close", 0, false);
}

static void names_are_paths(void **state) {
    (void)state;
    dv_widgets w = {0};
    add_some(&w);
    const char *names[] = {"panel",
                           "panel/Play",
                           "panel/Agents",
                           "panel/Agents/fox",
                           "panel/Agents/fox/calm",
                           "panel/Agents/Density map",
                           "panel/Agents/calm",
                           "panel/Agents/hen",
                           "panel/Agents/hen/calm",
                           "panel/Keys",
                           "keys",
                           "keys/Close",
                           "comparison",
                           "comparison/Close",
                           "comparison/Close"};
    assert_int_equal(w.count, sizeof names / sizeof *names);
    for (uint32_t i = 0; i < w.count; i++)
        assert_string_equal(w.items[i].name, names[i]);
    dv_widgets_free(&w);
}

static void they_are_found_with_and_without_their_panel(void **state) {
    (void)state;
    dv_widgets w = {0};
    add_some(&w);
    assert_ptr_equal(dv_widgets_find(&w, "panel/Agents/hen/calm"), &w.items[8]);
    assert_ptr_equal(dv_widgets_find(&w, "Agents/hen/calm"), &w.items[8]);
    assert_ptr_equal(dv_widgets_find(&w, "Close"), &w.items[11]);
    assert_ptr_equal(dv_widgets_find(&w, "comparison/Close"), &w.items[13]);
    assert_ptr_equal(dv_widgets_find(&w, "comparison/Close (2)"), &w.items[14]);
    assert_null(dv_widgets_find(&w, "comparison/Close (3)"));
    assert_null(dv_widgets_find(&w, "hen/calm"));
    dv_widgets_free(&w);
}

static void what_is_not_there_has_a_reason_or_a_neighbor(void **state) {
    (void)state;
    dv_widgets w = {0};
    char nearest[DV_WIDGET_NAME];
    add_some(&w);
    assert_ptr_equal(dv_widgets_find_folded(&w, "Keys/Space"), &w.items[9]);
    assert_ptr_equal(dv_widgets_find_folded(&w, "panel/Keys/Space"), &w.items[9]);
    assert_null(dv_widgets_find_folded(&w, "Keyset"));
    assert_null(dv_widgets_find_folded(&w, "Agents/wolf"));
    assert_true(dv_widgets_nearest(&w, "Agents/fox/clam", nearest));
    assert_string_equal(nearest, "Agents/fox/calm");
    assert_false(dv_widgets_nearest(&w, "nothing of the kind", nearest));
    dv_widgets_free(&w);
}

static void a_place_is_in_whole_pixels(void **state) {
    (void)state;
    char text[DV_WIDGET_PLACE];
    dv_widget widget = {.left = 10.4f, .top = 20, .right = 30.2f, .bottom = 25.5f};
    assert_true(dv_widget_place(&widget, text));
    assert_string_equal(text, "10 20 21 6");
    widget.sight = DV_WIDGET_ABOVE;
    assert_false(dv_widget_place(&widget, text));
    assert_string_equal(text, "scrolled out of sight: above");
}

static void a_list_has_places_names_and_values(void **state) {
    (void)state;
    dv_widgets w = {0};
    dv_widgets_add_panel(&w, "panel")->right = 5;
    strcpy(dv_widgets_add(&w, "speed", 0, false)->value, "2 m/s");
    dv_widgets_add(&w, "speed", 0, false)->sight = DV_WIDGET_BELOW;
    char *table = dv_widgets_table(&w);
    assert_string_equal(table, "0 0 5 0  panel\n"
                               "0 0 0 0  panel/speed = 2 m/s\n"
                               "scrolled out of sight: below  panel/speed (2)\n");
    dv_free(table);
    dv_widgets_free(&w);
}

static void long_and_deep_names_are_cut(void **state) {
    (void)state;
    dv_widgets w = {0};
    char label[2 * DV_WIDGET_NAME];
    memset(label, 'x', sizeof label - 1);
    label[sizeof label - 1] = '\0';
    dv_widgets_add_panel(&w, "panel");
    for (uint32_t depth = 0; depth < 2 * DV_WIDGET_LEVELS; depth++) {
        dv_widget *widget = dv_widgets_add(&w, label, depth, true);
        assert_int_equal(strlen(widget->name), DV_WIDGET_NAME - 2);
    }
    assert_null(dv_widgets_add(&w, "##nothing to read", 0, false));
    dv_widgets_free(&w);
}

static void without_memory_it_says_so(void **state) {
    (void)state;
    dv_widgets w = {0};
    dv_fail_allocation(1, true);
    dv_widget *widget = dv_widgets_add_panel(&w, "panel");
    dv_fail_allocation(0, false);
    assert_null(widget);
    assert_true(w.is_cut);
    dv_widgets_clear(&w);
    assert_false(w.is_cut);
    dv_widgets_free(&w);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_paths),
        cmocka_unit_test(they_are_found_with_and_without_their_panel),
        cmocka_unit_test(what_is_not_there_has_a_reason_or_a_neighbor),
        cmocka_unit_test(a_place_is_in_whole_pixels),
        cmocka_unit_test(a_list_has_places_names_and_values),
        cmocka_unit_test(long_and_deep_names_are_cut),
        cmocka_unit_test(without_memory_it_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
