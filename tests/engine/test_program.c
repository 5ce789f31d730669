// Programs are complete or do not exist. Each allocation of building, swapping, and releasing a
// program fails, once and from then on, for a host that checks only the last result.
#include "../program.h"
#include "../world_hash.h"
#include "behavior_world.h"

#include "base/alloc.h"
#include "drover/surface.h"
#include "drover/terrain.h"

#include <stdio.h>

static dv_guard *make_guard(void) {
    dv_argument seen[] = {{"who", dv_value_name("wolf")}, {"as", dv_value_name("threat")}};
    dv_guard *sees = dv_guard_create("sees", seen, 2, "test", NULL);
    dv_guard *leads = dv_guard_create("leads", NULL, 0, "test", NULL);
    dv_guard *both = sees && leads ? dv_guard_both(sees, leads, NULL) : NULL;
    dv_guard_release(sees);
    dv_guard_release(leads);
    return both;
}

static dv_steering *make_blend(void) {
    dv_part parts[] = {
        {dv_behavior_create("wander", NULL, 0, "test", 0, NULL), {0}},
        {dv_behavior_create("containment", NULL, 0, "test", 0, NULL), dv_value_number(2)}};
    dv_steering *blend = parts[0].steering && parts[1].steering
                             ? dv_blend_create("weighted", parts, 2, NULL, 0, "test", NULL)
                             : NULL;
    dv_steering_release(parts[0].steering);
    dv_steering_release(parts[1].steering);
    return blend;
}

/// False when what it is to have could not be made; whatever is added is not looked at.
static bool add_kind(dv_program *program, const char *name) {
    static const dv_slot_def slots[] = {{"threat", DV_SLOT_AGENT}, {"tired", DV_SLOT_NUMBER}};
    static const char *const memory[] = {"hunger"};
    dv_steering *steer = make_blend();
    dv_stress *stress = dv_stress_create("inertia", NULL, 0, "test", NULL);
    dv_stress_part minds[] = {{stress, dv_value_setting("pace"), {0}}};
    dv_kind_def kind = dv_kind_def_default();
    kind.name = name;
    kind.locomotion = "legged";
    kind.slots = slots, kind.slot_count = 2;
    kind.memory = memory, kind.memory_count = 1;
    kind.properties[DV_MAX_SPEED] = dv_value_setting("pace");
    kind.properties[DV_SIGHT_UNCERTAINTY] = dv_value_number(2);
    kind.steer = steer;
    kind.stress = kind.reflex_stress = minds;
    kind.stress_count = kind.reflex_stress_count = 1;
    kind.reflexes = steer;
    bool is_made = steer && stress;
    if (!stress)
        kind.stress_count = kind.reflex_stress_count = 0;
    dv_program_add_kind(program, &kind, NULL);
    for (int i = 0; i < 5; i++) {
        char state_name[8];
        snprintf(state_name, sizeof state_name, "s%d", i);
        dv_guard *guard = make_guard();
        is_made = is_made && guard;
        dv_state_def state = {.name = state_name,
                              .steer = steer,
                              .stress = minds,
                              .stress_count = stress ? 1 : 0,
                              .has_step = true,
                              .think = 3};
        dv_on_def on = {.guard = guard, .state = "s0", .callback = -1};
        dv_program_add_state(program, &state, NULL);
        dv_program_add_blend(program, state_name, steer, NULL);
        dv_number_def pace = {"test", "schema", "exit", "distance", dv_value_name("tired")};
        dv_program_add_number(program, &pace, NULL);
        dv_program_add_on(program, state_name, &on, NULL);
        dv_program_add_on(program, NULL, &on, NULL);
        dv_guard_release(guard);
    }
    dv_steering_release(steer);
    dv_stress_release(stress);
    return is_made;
}

static bool fill(dv_program *program) {
    static const char *const options[] = {"calm", "wild"};
    static const dv_slot_def slots[] = {{"quarry", DV_SLOT_AGENT}};
    dv_setting_def pace = {.name = "pace", .fallback = 1, .minimum = 0, .maximum = 2};
    dv_setting_def mood = {
        .name = "mood", .type = DV_CHOICE, .options = options, .option_count = 2};
    dv_group_def pack = {.name = "pack", .slots = slots, .slot_count = 1};
    dv_flow_def wind = {.name = "wind", .resolution = 10};
    dv_surface_def floor = {.name = "floor", .normal = {0, 0, 1}};
    dv_terrain_def mud = dv_terrain_def_default();
    mud.name = "mud";
    static const dv_terrain_for kinds[] = {{"wolf", 2, 0.5}};
    mud.kinds = kinds;
    mud.kind_count = 1;
    dv_program_set_where(program, "main.lua:1", NULL);
    dv_program_add_setting(program, &pace, NULL);
    dv_program_add_setting(program, &mood, NULL);
    dv_program_add_group(program, &pack, NULL);
    dv_program_add_flow(program, &wind, NULL);
    dv_program_add_surface(program, &floor, NULL);
    dv_program_add_terrain(program, &mud, NULL);
    bool is_made = add_kind(program, "sheep");
    is_made = add_kind(program, "wolf") && is_made;
    dv_program_add_rename(program, DV_FAMILY_KIND, NULL, "wolf", "fox", NULL);
    dv_program_add_removal(program, DV_FAMILY_GROUP, "herd", "pack", NULL);
    return is_made;
}

/// A program for the world, and what came of it; nothing of it is left.
static dv_result reload(dv_world *world, dv_error *error) {
    dv_program *program = dv_program_create();
    if (!program)
        return DV_ERROR_MEMORY;
    bool is_made = fill(program);
    dv_result result = is_made ? dv_program_finish(program, error) : DV_ERROR_MEMORY;
    if (result == DV_OK)
        result = dv_world_swap_program(world, program, NULL, error);
    dv_program_release(program);
    dv_world_forget_migration(world);
    return result;
}

static void a_program_is_whole_or_refused(void **state) {
    (void)state;
    for (int and_after = 0; and_after < 2; and_after++) {
        bool has_passed = false;
        for (uint64_t nth = 1; !has_passed; nth++) {
            dv_error error;
            dv_program *program = dv_program_create();
            assert_true(fill(program));
            assert_int_equal(dv_program_finish(program, &error), DV_OK);
            dv_world_def def = dv_world_def_default();
            dv_world *world = dv_world_create(&def, program, &error);
            dv_program_release(program);
            dv_agent_def birth = dv_agent_def_default(1);
            assert_int_equal(dv_agent_spawn(world, &birth, &(dv_agent){0}, &error), DV_OK);
            assert_int_equal(reload(world, &error), DV_OK);
            uint64_t hash = world_hash(world), refused = dv_refused_allocations();
            size_t bytes = dv_allocated_bytes();
            dv_fail_allocation(nth, and_after);
            dv_result result = reload(world, &error);
            dv_fail_allocation(0, false);
            has_passed = dv_refused_allocations() == refused;
            assert_int_equal(result, has_passed ? DV_OK : DV_ERROR_MEMORY);
            assert_int_equal(world_hash(world), hash);
            if (!has_passed)
                assert_int_equal(dv_allocated_bytes(), bytes);
            assert_int_equal(reload(world, &error), DV_OK);
            assert_int_equal(world_hash(world), hash);
            dv_world_destroy(world);
        }
    }
}

// Hosts in C get the message that scripts get.
static void a_shape_that_cannot_be_drawn_is_refused(void **state) {
    (void)state;
    static const dv_shape_point bow[] = {{0, 0}, {1, 1}, {1, 0}, {0, 1}};
    static const dv_shape_point notched[] = {{-0.5f, -0.5f}, {0.5f, 0}, {-0.5f, 0.5f}, {0, 0}};
    static const dv_shape_polygon polygons[] = {{.points = notched, .count = 4},
                                                {.points = bow, .count = 4}};
    dv_program *program = dv_program_create();
    dv_own_shape shape = {.polygons = polygons, .count = 2};
    dv_kind_def kind = dv_kind_def_default();
    dv_error error;
    kind.name = "kite";
    kind.where = "kite.lua:3";
    kind.look.own = &shape;
    assert_int_equal(dv_program_add_kind(program, &kind, &error), DV_ERROR_ARGUMENT);
    assert_string_equal(error.message, "kite.lua:3: kind 'kite': look.shape: sides of the polygon "
                                       "cross or touch");
    shape.count = 1;
    assert_int_equal(dv_program_add_kind(program, &kind, &error), DV_OK);
    assert_int_equal(dv_program_finish(program, &error), DV_OK);
    const dv_own_shape *own = dv_program_look(program, 0).own;
    assert_true(own != &shape && own->count == 1 && own->polygons[0].points != notched);
    assert_memory_equal(own->polygons[0].points, notched, sizeof notched);
    dv_program_release(program);
}

static void what_has_no_kind_or_is_not_there_is_refused(void **state) {
    (void)state;
    dv_program *program = dv_program_create();
    dv_error error;
    dv_state_def calm = {.name = "calm"};
    dv_on_def on = {.state = "calm", .callback = -1};
    dv_steering *steer = make_blend();
    assert_int_equal(dv_program_add_state(program, &calm, &error), DV_ERROR_ARGUMENT);
    assert_string_equal(error.message, "state 'calm': there is no kind yet");
    assert_int_equal(dv_program_add_blend(program, "b", steer, &error), DV_ERROR_ARGUMENT);
    assert_string_equal(error.message, "blend 'b': there is no kind yet");
    assert_int_equal(dv_program_add_on(program, NULL, &on, &error), DV_ERROR_ARGUMENT);
    assert_string_equal(error.message, "on: there is no kind yet");
    dv_number_def number = {"test", "schema", "exit", "distance", dv_value_name("reach")};
    assert_int_equal(dv_program_add_number(program, &number, &error), DV_ERROR_ARGUMENT);
    assert_string_equal(error.message, "number 'distance': there is no kind yet");
    dv_kind_def kind = dv_kind_def_default();
    kind.name = "sheep";
    assert_int_equal(dv_program_add_kind(program, &kind, &error), DV_OK);
    assert_int_equal(dv_program_add_blend(program, "b", NULL, &error), DV_ERROR_ARGUMENT);
    assert_string_equal(error.message, "blend 'b': a behavior or blend expected");
    assert_int_equal(dv_program_add_on(program, NULL, &on, &error), DV_ERROR_ARGUMENT);
    assert_string_equal(error.message, "on: a guard expected");
    dv_stress_part nothing = {0};
    kind.name = "wolf";
    kind.stress = &nothing, kind.stress_count = 1;
    assert_int_equal(dv_program_add_kind(program, &kind, &error), DV_ERROR_ARGUMENT);
    assert_string_equal(error.message, "kind 'wolf': stress: a stress behavior expected");
    dv_steering_release(steer);
    dv_program_release(program);
}

// What a program declares, each with a name only

static dv_result add_setting(dv_program *program, const char *name, dv_error *error) {
    dv_setting_def def = {.name = name, .maximum = 1};
    return dv_program_add_setting(program, &def, error);
}

static dv_result add_group(dv_program *program, const char *name, dv_error *error) {
    return dv_program_add_group(program, &(dv_group_def){.name = name}, error);
}

static dv_result add_flow(dv_program *program, const char *name, dv_error *error) {
    return dv_program_add_flow(program, &(dv_flow_def){.name = name, .resolution = 1}, error);
}

static dv_result add_field(dv_program *program, const char *name, dv_error *error) {
    return dv_program_add_field(program, &(dv_field_def){.name = name, .cell = 1, .max = 1}, error);
}

static dv_result add_link(dv_program *program, const char *name, dv_error *error) {
    dv_link_def def = dv_link_def_default();
    def.name = name;
    return dv_program_add_link(program, &def, error);
}

static dv_result add_terrain(dv_program *program, const char *name, dv_error *error) {
    dv_terrain_def def = dv_terrain_def_default();
    def.name = name;
    return dv_program_add_terrain(program, &def, error);
}

static dv_result add_surface(dv_program *program, const char *name, dv_error *error) {
    dv_surface_def def = {.name = name, .normal = {0, 0, 1}};
    return dv_program_add_surface(program, &def, error);
}

static dv_result add_plain_kind(dv_program *program, const char *name, dv_error *error) {
    dv_kind_def def = dv_kind_def_default();
    def.name = name;
    return dv_program_add_kind(program, &def, error);
}

static dv_result add_plain_state(dv_program *program, const char *name, dv_error *error) {
    return dv_program_add_state(program, &(dv_state_def){.name = name}, error);
}

static const struct {
    const char *name;
    dv_result (*add)(dv_program *program, const char *name, dv_error *error);
    int most; ///< 0: as many as there is memory for
    const char *too_many;
} declared[] = {
    {"setting", add_setting, 0, NULL},
    {"group", add_group, DV_MAX_GROUP_TYPES, "more than 64 groups"},
    {"flow", add_flow, DV_MAX_FLOW_TYPES, "more than 64 flows"},
    {"field", add_field, DV_MAX_FIELDS, "more than 64 fields"},
    {"link", add_link, DV_MAX_LINK_TYPES, "more than 64 types of links"},
    {"terrain", add_terrain, DV_MAX_TERRAIN_TYPES, "more than 64 types of terrain"},
    {"surface", add_surface, DV_MAX_SURFACE_TYPES, "more than 64 surfaces"},
    {"kind", add_plain_kind, DV_MAX_KINDS, "more than 256 kinds"},
};

static void a_name_is_declared_once(void **state) {
    (void)state;
    static const char *const names[] = {"first", "second", "third"};
    for (size_t d = 0; d < sizeof declared / sizeof *declared; d++) {
        dv_error error;
        dv_program *program = dv_program_create();
        for (int i = 0; i < 3; i++)
            assert_int_equal(declared[d].add(program, names[i], &error), DV_OK);
        for (int i = 0; i < 3; i++) {
            assert_int_not_equal(declared[d].add(program, names[i], &error), DV_OK);
            assert_non_null(strstr(error.message, "declared twice"));
            assert_non_null(strstr(error.message, names[i]));
            assert_int_equal(strncmp(error.message, declared[d].name, strlen(declared[d].name)), 0);
        }
        dv_program_release(program);
    }
}

static void the_last_that_there_is_room_for_is_declared(void **state) {
    (void)state;
    for (size_t d = 0; d < sizeof declared / sizeof *declared; d++) {
        char name[16];
        dv_error error;
        dv_program *program = dv_program_create();
        for (int i = 0; i < declared[d].most; i++) {
            snprintf(name, sizeof name, "n%d", i);
            assert_int_equal(declared[d].add(program, name, &error), DV_OK);
        }
        if (declared[d].most) {
            assert_int_equal(declared[d].add(program, "last", &error), DV_ERROR_LIMIT);
            assert_string_equal(error.message, declared[d].too_many);
        }
        dv_program_release(program);
    }
    char name[16];
    dv_error error;
    dv_program *program = dv_program_create();
    assert_int_equal(add_plain_kind(program, "sheep", &error), DV_OK);
    for (int i = 0; i < DV_MAX_STATES; i++) {
        snprintf(name, sizeof name, "s%d", i);
        assert_int_equal(add_plain_state(program, name, &error), DV_OK);
    }
    assert_int_equal(add_plain_state(program, "last", &error), DV_ERROR_LIMIT);
    assert_string_equal(error.message, "kind 'sheep' has more than 256 states");
    dv_program_release(program);
}

// States are compared with each other when the program is finished.
static void a_state_is_declared_once(void **state) {
    (void)state;
    static const char *const names[] = {"calm", "wild", "tired"};
    for (int again = 0; again < 3; again++) {
        dv_error error;
        dv_program *program = dv_program_create();
        char expected[64];
        assert_int_equal(add_plain_kind(program, "sheep", &error), DV_OK);
        for (int i = 0; i < 3; i++)
            assert_int_equal(add_plain_state(program, names[i], &error), DV_OK);
        assert_int_equal(add_plain_state(program, names[again], &error), DV_OK);
        assert_int_equal(dv_program_finish(program, &error), DV_ERROR_NAME);
        snprintf(expected, sizeof expected, "state '%s' is declared twice", names[again]);
        assert_string_equal(error.message, expected);
        dv_program_release(program);
    }
}

TESTS {
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(a_program_is_whole_or_refused),
        cmocka_unit_test(a_shape_that_cannot_be_drawn_is_refused),
        cmocka_unit_test(a_name_is_declared_once),
        cmocka_unit_test(the_last_that_there_is_room_for_is_declared),
        cmocka_unit_test(a_state_is_declared_once),
        cmocka_unit_test(what_has_no_kind_or_is_not_there_is_refused),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
