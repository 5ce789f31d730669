// Everything in the catalogue keeps the motions that golden/motions has for it: for each behavior,
// blend, guard, stress behavior, and property of bodies, a plane and a volume are stepped in which
// bodies of all sorts use it, and their hashes are compared. The scenario is in the folder motions.
//
// When a change is meant to alter motions, or to add an entry, keep the new ones:
//     DROVER_UPDATE=1 build/tests/bindings/test_bindings --filter motions
#include "../fuzz/catalogue_module.h"
#include "../program.h"
#include "../read_script.h"
#include "../world_hash.h"
#include "drover/catalogue.h"
#include "scenario.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TICKS 80
#define MOST_REFUSALS 20

typedef struct world_of_one {
    const char *room, *name, *space;
    double x, y;
    int refusals;
    char subject[256];
    char text[1 << 15];
} world_of_one;

static bool read_module(void *context, const char *path, const char **source, size_t *size) {
    world_of_one *w = context;
    *source = strcmp(path, "subject.lua") == 0 ? w->subject
              : strcmp(path, "main.lua") == 0  ? w->text
                                               : catalogue_module(path);
    *size = *source ? strlen(*source) : 0;
    return *source != NULL;
}

static void ignore(void *context, const char *message) {
    (void)context;
    (void)message;
}

/// NULL if it is refused, with the message in `error`.
static dv_scenario *try_open(world_of_one *w, dv_error *error) {
    dv_scenario_options options = dv_scenario_options_default();
    options.budget = (double)INFINITY;
    options.print = options.warn = ignore;
    options.reader = read_module;
    options.reader_context = w;
    snprintf(w->subject, sizeof w->subject,
             "return { room = '%s', name = '%s', space = '%s', refusals = %d, x = %.0f, y = %.0f }",
             w->room, w->name, w->space, w->refusals, w->x, w->y);
    return dv_scenario_open("main.lua", &options, error);
}

/// The hashes of all ticks in one: what differs for a moment only counts, too.
static uint64_t hash_of_motions(const char *room, const char *name, const char *space,
                                dv_place at) {
    static world_of_one w;
    dv_error error = {0};
    w = (world_of_one){.room = room, .name = name, .space = space, .x = at.x, .y = at.y};
    snprintf(w.text, sizeof w.text, "%s", read_script("motions/main.lua"));
    dv_scenario *scenario = try_open(&w, &error);
    while (!scenario && ++w.refusals < MOST_REFUSALS)
        scenario = try_open(&w, &error);
    if (!scenario)
        fail_msg("%s.%s in a %s: %s", room, name, space, error.message);
    uint64_t all = 0;
    for (int i = 0; i < TICKS; i++) {
        if (dv_scenario_step(scenario, &error) != DV_OK)
            fail_msg("%s.%s in a %s, tick %d: %s", room, name, space, i, error.message);
        all = (all ^ world_hash(dv_scenario_world(scenario))) * 0x9E3779B97F4A7C15;
        all ^= all >> 29;
    }
    assert_int_equal(dv_world_suspended_count(dv_scenario_world(scenario)), 0);
    dv_scenario_close(scenario);
    return all;
}

// Rooms

static const char *name_of_behavior(uint32_t i) {
    return i < dv_behavior_type_count() ? dv_behavior_type_at(i)->entry.name : NULL;
}

static const char *name_of_blend(uint32_t i) {
    return i < dv_blend_type_count() ? dv_blend_type_at(i)->entry.name : NULL;
}

static const char *name_of_guard(uint32_t i) {
    return i < dv_guard_type_count() ? dv_guard_type_at(i)->entry.name : NULL;
}

static const char *name_of_stress(uint32_t i) {
    return i < dv_stress_type_count() ? dv_stress_type_at(i)->entry.name : NULL;
}

static const char *name_of_property(uint32_t i) {
    return i < DV_PROPERTY_COUNT ? dv_properties[i].name : NULL;
}

/// The line of the golden file that begins with this name; NULL for what is new.
static const char *line_of(const char *golden, const char *name) {
    size_t length = strlen(name);
    for (const char *line = golden; *line; line = strchr(line, '\n') + 1)
        if (strncmp(line, name, length) == 0 && line[length] == ' ')
            return line;
    return NULL;
}

/// A world that is moved has the same hashes.
static void compare_at(const char *room, const char *name_at(uint32_t i), dv_place at) {
    char name[64], path[1024], own[256];
    bool renews = getenv("DROVER_UPDATE") != NULL && at.x == 0;
    snprintf(name, sizeof name, "../golden/motions/%s.txt", room);
    const char *golden = renews ? "" : read_script(name);
    snprintf(path, sizeof path, "%s/%s", SCRIPTS_FOLDER, name);
    FILE *file = renews ? fopen(path, "w") : NULL;
    int differ = 0, found = 0, kept = 0;
    for (uint32_t i = 0; name_at(i); i++) {
        snprintf(own, sizeof own, "%s plane %016" PRIx64 " volume %016" PRIx64 "\n", name_at(i),
                 hash_of_motions(room, name_at(i), "plane", at),
                 hash_of_motions(room, name_at(i), "volume", at));
        const char *line = line_of(golden, name_at(i));
        found += line != NULL;
        if (file)
            fputs(own, file);
        if (line && strncmp(line, own, strlen(own)) != 0) {
            print_error("%s.%s moves in another way at (%.0f, %.0f)\n", room, name_at(i), at.x,
                        at.y);
            differ++;
        }
    }
    for (const char *c = golden; *c; c++)
        kept += *c == '\n';
    if (file)
        assert_int_equal(fclose(file), 0);
    assert_int_equal(differ, 0);
    assert_int_equal(found, kept);
}

static void compare(const char *room, const char *name_at(uint32_t i)) {
    compare_at(room, name_at, (dv_place){0, 0, 0});
    compare_at(room, name_at, (dv_place){499712, 5599232, 0}); // of a map
}

static void behaviors_keep_their_motions(void **state) {
    (void)state;
    compare("steer", name_of_behavior);
}

static void blends_keep_their_motions(void **state) {
    (void)state;
    compare("blend", name_of_blend);
}

static void guards_keep_their_motions(void **state) {
    (void)state;
    compare("when", name_of_guard);
}

static void stress_behaviors_keep_their_motions(void **state) {
    (void)state;
    compare("stress", name_of_stress);
}

static void properties_keep_their_motions(void **state) {
    (void)state;
    compare("properties", name_of_property);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(behaviors_keep_their_motions),
        cmocka_unit_test(blends_keep_their_motions),
        cmocka_unit_test(guards_keep_their_motions),
        cmocka_unit_test(stress_behaviors_keep_their_motions),
        cmocka_unit_test(properties_keep_their_motions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
