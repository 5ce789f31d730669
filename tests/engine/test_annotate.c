// The annotations of every behavior, in scenes whose points and radii are calculated by hand.
#include "../program.h"
#include "../world_hash.h"
#include "annotation_scenes.h"

#include "base/alloc.h"

#include <stdio.h>

static void tell(const scene *s, const figure *f, const dv_sketch *sketch) {
    static const char *const kinds[] = {"nothing", "point", "circle", "line", "arrow", "strip"};
    print_message("%s shows:\n", s->behavior);
    for (uint32_t i = 0; i < dv_sketch_count(sketch); i++) {
        dv_stroke t = dv_sketch_stroke(sketch, i);
        print_message("  shape %d %08x", (int)t.shape, t.pen.color);
        for (uint32_t p = 0; p < t.point_count; p++)
            print_message(" (%g, %g)", (double)t.points[p].x, (double)t.points[p].y);
        print_message(" radius %g\n", (double)t.radius);
    }
    fail_msg("%s, %s: the %s (%g, %g; %g, %g) is %s", s->behavior, s->what, kinds[f->kind],
             (double)f->x, (double)f->y, (double)f->a, (double)f->b,
             f >= s->absent && f < s->absent + 2 ? "there" : "missing");
}

static void every_behavior_shows_what_is_worked_out_by_hand(void **state) {
    (void)state;
    for (int i = 0; i < scene_count; i++) {
        const scene *s = &scenes[i];
        dv_agent agent;
        lab l = stage(s, &agent);
        dv_sketch *sketch = think(&l, agent);
        for (int f = 0; f < 6 && s->shown[f].kind != NOTHING; f++)
            if (!is_drawn(sketch, &s->shown[f]))
                tell(s, &s->shown[f], sketch);
        for (int f = 0; f < 2 && s->absent[f].kind != NOTHING; f++)
            if (is_drawn(sketch, &s->absent[f]))
                tell(s, &s->absent[f], sketch);
        dv_sketch_destroy(sketch);
        lab_close(&l);
    }
}

/// Whether the test of that name checks what is drawn.
static bool has_figures_of_its_own(const char *behavior) {
    static char path[512], text[1 << 16];
    snprintf(path, sizeof path, DROVER_ENGINE_TESTS "/test_%s.c", behavior);
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return strstr(text, "SHOWS(") != NULL;
}

static void every_behavior_has_an_annotation_and_a_scene(void **state) {
    (void)state;
    for (uint32_t i = 0; i < dv_behavior_type_count(); i++) {
        const dv_behavior_type *type = dv_behavior_type_at(i);
        bool is_played = false;
        for (int s = 0; s < scene_count; s++)
            is_played |= strcmp(scenes[s].behavior, type->entry.name) == 0;
        is_played |= has_figures_of_its_own(type->entry.name);
        // What a script's function thinks, nobody knows.
        bool is_custom = strcmp(type->entry.name, "custom") == 0;
        if (is_played == is_custom || (type->annotate != NULL) == is_custom)
            fail_msg(
                "%s: %s", type->entry.name,
                is_played
                    ? "its descriptor has no `annotate`"
                    : "no scene; check what it draws with SHOWS in tests/engine/test_NAME.c, or "
                      "add one to tests/engine/annotation_scenes.h");
    }
}

static void annotating_changes_nothing(void **state) {
    (void)state;
    for (int i = 0; i < scene_count; i++) {
        dv_agent agent;
        lab l = stage(&scenes[i], &agent);
        uint64_t before = world_hash(l.world);
        dv_sketch_destroy(think(&l, agent));
        assert_true(world_hash(l.world) == before);
        lab_close(&l);
    }
}

static void want_of_memory_costs_strokes_and_nothing_else(void **state) {
    (void)state;
    for (int i = 0; i < scene_count; i++) {
        dv_agent agent;
        lab l = stage(&scenes[i], &agent);
        uint64_t before = world_hash(l.world);
        dv_sketch *sketch = dv_sketch_create();
        dv_fail_allocation(1, true);
        dv_result result = dv_agent_annotate(l.world, agent, sketch, NULL);
        dv_fail_allocation(0, false);
        assert_int_equal(result, DV_OK);
        assert_int_equal(dv_sketch_count(sketch), 0);
        assert_false(dv_sketch_complete(sketch));
        assert_true(world_hash(l.world) == before);
        dv_sketch_destroy(sketch);
        lab_close(&l);
    }
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_behavior_shows_what_is_worked_out_by_hand),
        cmocka_unit_test(every_behavior_has_an_annotation_and_a_scene),
        cmocka_unit_test(annotating_changes_nothing),
        cmocka_unit_test(want_of_memory_costs_strokes_and_nothing_else),
    };
    return cmocka_run_group_tests(tests, write_scenes, NULL);
}
