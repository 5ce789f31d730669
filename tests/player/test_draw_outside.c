// What is written at the edges of a picture about agents that no usual view shows.
#include "../program.h"
#include "picture_fixture.h"

/// Pixels of text at the four edges: left, right, top, and bottom.
typedef struct edges {
    int left, right, top, bottom;
} edges;

static edges written(picture *p) {
    double half = side / 2 / p->camera.scale, text = half / 5;
    return (edges){written_within(p, -half, -text, -half / 2, text),
                   written_within(p, half / 2, -text, half, text),
                   written_within(p, -half / 4, half - text, half / 4, half),
                   written_within(p, -half / 4, -half, half / 4, -half + 1.3 * text)};
}

static void open_with(picture *p, const char *bounds, const char *spawns) {
    char source[1024];
    snprintf(source, sizeof source,
             "local drover = require 'drover'\n"
             "return drover.scenario { kinds = { drover.kind('a', {}) }, bounds = { %s },\n"
             "setup = function(world) world:spawn('a', { x = 0, y = 0 }) %s end }",
             bounds, spawns);
    open_picture(p, source);
    p->options.scenario = p->scenario;
}

#define BOUNDS "min = { -10, -10 }, max = { 10, 10 }"

static void agents_far_away_are_told_of_where_they_are(void **state) {
    (void)state;
    static const struct {
        const char *spawn;
        edges has;
    } cases[] = {
        {"world:spawn('a', { x = -1e6, y = 7 })", {.left = 1}},
        {"world:spawn('a', { x = 21, y = 0 })", {.right = 1}},
        {"world:spawn('a', { x = 1e6, y = 0 }) world:spawn('a', { x = 0, y = 1e5 })",
         {.right = 1, .top = 1}},
        {"world:spawn('a', { x = 5, y = -200 })", {.bottom = 1}},
        {"world:spawn('a', { x = -15, y = 15 })", {0}}, // outside the bounds, but in the picture
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        picture p;
        open_with(&p, BOUNDS, cases[i].spawn);
        edges found = written(&p);
        assert_int_equal(found.left > 0, cases[i].has.left);
        assert_int_equal(found.right > 0, cases[i].has.right);
        assert_int_equal(found.top > 0, cases[i].has.top);
        assert_int_equal(found.bottom > 0, cases[i].has.bottom);
        close_picture(&p);
    }
}

/// A close-up is expected to leave out some of them.
static void agents_within_the_bounds_are_not_told_of(void **state) {
    (void)state;
    picture p;
    open_with(&p, BOUNDS, "world:spawn('a', { x = 9, y = 0 })");
    p.camera.scale = 100;
    edges found = written(&p);
    assert_int_equal(found.left + found.right + found.top + found.bottom, 0);
    close_picture(&p);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agents_far_away_are_told_of_where_they_are),
        cmocka_unit_test(agents_within_the_bounds_are_not_told_of),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
