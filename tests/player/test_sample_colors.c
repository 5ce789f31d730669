// Everybody can tell the colors of a sample apart, on the ground of its theme: with normal vision,
// and without red, green, or blue cones. Differences are ΔE00, in the vision where they are least:
//
// - The outline of each state differs from the ground by 12 or more.
// - The states of a kind, up to 16, differ from each other by 13 or more.
// - The body or the outline of an agent without states differs from the ground by 12 or more.
// - Two kinds of the same shape differ by 10 or more, unless they have the same color, as those of
//   samples/blends do. Kinds whose agents have colors of their own, or colors that show a number,
//   are not compared.
#include "player/draw/shapes.h"
#include "player/draw/state_colors.h"
#include "player/gui/palette.h"
#include "player/options/theme.h"

#include "../program.h"
#include "color_difference.h"
#include "scenario.h"

#include <dirent.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// Few scenarios have kinds with as many states; more of them could not all differ.
enum { most_states = DV_PALETTE_COUNT };

static const double from_ground = 12, between_states = 13, between_kinds = 10;

/// How much two colors differ in the vision in which they differ least.
typedef struct difference {
    double least;
    vision worst;
} difference;

static difference between(uint32_t a, uint32_t b) {
    difference found = {INFINITY, NORMAL};
    for (vision v = NORMAL; v < VISION_COUNT; v++) {
        double seen = difference_of(lab_of(a, v), lab_of(b, v));
        if (seen < found.least)
            found = (difference){seen, v};
    }
    return found;
}

static int failures;

static void note(const char *sample, const char *a, const char *b, difference found, double bound) {
    if (found.least >= bound)
        return;
    print_message("%s: %s and %s differ by %.1f in %s, less than %g\n", sample, a, b, found.least,
                  vision_names[found.worst], bound);
    failures++;
}

/// A sample that is open.
typedef struct sample {
    const char *name;
    const dv_world *world;
    const dv_program *program;
    const dv_theme *theme;
    dv_state_palette palette;
} sample;

static void check_states(const sample *s, uint32_t kind) {
    uint32_t count = dv_program_state_count(s->program, kind);
    for (uint32_t i = 0; i < count; i++) {
        char names[2][256];
        uint32_t color = dv_color_of_state(s->program, &s->palette, kind, i);
        snprintf(names[0], sizeof names[0], "%s %s #%06x", dv_program_kind_name(s->program, kind),
                 dv_program_state_name(s->program, kind, i), color >> 8);
        note(s->name, names[0], "the ground", between(color, s->theme->ground), from_ground);
        for (uint32_t k = 0; k < i && count <= most_states; k++) {
            uint32_t other = dv_color_of_state(s->program, &s->palette, kind, k);
            snprintf(names[1], sizeof names[1], "%s #%06x",
                     dv_program_state_name(s->program, kind, k), other >> 8);
            note(s->name, names[0], names[1], between(color, other), between_states);
        }
    }
}

/// An agent is seen by its body or by its outline, in each vision by either.
static void check_body(const sample *s, uint32_t kind, uint32_t color) {
    char name[256];
    difference found = {INFINITY, NORMAL};
    for (vision v = NORMAL; v < VISION_COUNT; v++) {
        lab ground = lab_of(s->theme->ground, v);
        double seen = fmax(difference_of(lab_of(color, v), ground),
                           difference_of(lab_of(dv_outline_around(color), v), ground));
        if (seen < found.least)
            found = (difference){seen, v};
    }
    snprintf(name, sizeof name, "%s #%06x", dv_program_kind_name(s->program, kind), color >> 8);
    note(s->name, name, "the ground", found, from_ground);
}

/// Whether some agent of a kind has a color of its own.
static bool has_own_colors(const sample *s, uint32_t kind) {
    uint32_t plain = dv_program_look(s->program, kind).color;
    for (uint32_t i = 0; i < dv_world_agent_limit(s->world); i++) {
        dv_agent agent = dv_world_agent_at(s->world, i);
        if (agent.bits && dv_agent_kind(s->world, agent) == kind &&
            dv_agent_color(s->world, agent) != plain)
            return true;
    }
    return false;
}

static void check_own_colors(const sample *s, uint32_t kind) {
    for (uint32_t i = 0; i < dv_world_agent_limit(s->world); i++) {
        dv_agent agent = dv_world_agent_at(s->world, i);
        if (agent.bits && dv_agent_kind(s->world, agent) == kind)
            check_body(s, kind, dv_agent_color(s->world, agent));
    }
}

static bool are_alike(const dv_look *a, const dv_look *b) {
    bool same_shape = a->own && b->own ? a->own->hash == b->own->hash
                                       : !a->own && !b->own && a->shape == b->shape;
    return same_shape && !a->map && !b->map;
}

static void check_kinds(const sample *s, uint32_t kind) {
    dv_look look = dv_program_look(s->program, kind);
    for (uint32_t other = 0; other < kind; other++) {
        dv_look its = dv_program_look(s->program, other);
        if (!are_alike(&look, &its) || look.color == its.color || has_own_colors(s, other))
            continue;
        note(s->name, dv_program_kind_name(s->program, kind),
             dv_program_kind_name(s->program, other), between(look.color, its.color),
             between_kinds);
    }
}

static void check_sample(const char *folder, const char *name) {
    char path[1024];
    dv_error error;
    dv_scenario_options options = dv_scenario_options_default();
    snprintf(path, sizeof path, "%s/%s", folder, name);
    dv_scenario *scenario = dv_scenario_open(path, &options, &error);
    if (!scenario)
        fail_msg("%s: %s", name, error.message);
    const dv_world *world = dv_scenario_world(scenario);
    const dv_program *program = dv_world_program(world);
    const dv_theme *theme = dv_theme_named(dv_scenario_theme(scenario));
    const sample s = {name, world, program, theme, dv_state_palette_of(program)};
    for (uint32_t kind = 0; kind < dv_program_kind_count(program); kind++) {
        bool shows_states = dv_shows_states(program, kind), is_own = has_own_colors(&s, kind);
        if (shows_states)
            check_states(&s, kind);
        else if (is_own)
            check_own_colors(&s, kind);
        else if (!dv_program_look(program, kind).map)
            check_body(&s, kind, dv_program_look(program, kind).color);
        if (!is_own)
            check_kinds(&s, kind);
    }
    dv_scenario_close(scenario);
}

static void every_sample_has_colors_that_can_be_told_apart(void **state) {
    (void)state;
    const char *folder = getenv("DROVER_SAMPLES");
    int count = 0;
    assert_non_null(folder);
    DIR *entries = opendir(folder);
    assert_non_null(entries);
    for (struct dirent *entry; (entry = readdir(entries));) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s/main.lua", folder, entry->d_name);
        if (entry->d_name[0] == '.' || access(path, R_OK) != 0)
            continue;
        check_sample(folder, entry->d_name);
        count++;
    }
    closedir(entries);
    print_message("# %d samples\n", count);
    assert_true(count >= 30);
    assert_int_equal(failures, 0);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_sample_has_colors_that_can_be_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
