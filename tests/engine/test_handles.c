// Handles of removed objects stay stale forever. An index whose generations are used up is never
// reused, in this world or in one that is loaded, and reading a snapshot distinguishes such an
// index from a damaged one.
#include "../program.h"
#include "../world_hash.h"
#include "behavior_world.h"

#include "world/obstacles.h"
#include "world/world_data.h"

#include <stdio.h>

typedef dv_result maker(dv_world *world, uint64_t *bits, dv_error *error);

/// The indices of one type of thing, wherever its world keeps them.
typedef struct indices {
    uint32_t *count, *free_count, *free_indices;
} indices;

/// A type of thing, as the cases below use it.
typedef struct thing {
    const char *name;
    maker *make;
    dv_result (*remove)(dv_world *world, uint64_t bits);
    bool (*is_alive)(const dv_world *world, uint64_t bits);
    void (*set_generation)(dv_world *world, uint32_t index, uint32_t generation);
    indices (*indices_of)(dv_world *world);
} thing;

// Agents

static dv_result make_agent(dv_world *world, uint64_t *bits, dv_error *error) {
    dv_agent agent = {0};
    dv_agent_def def = dv_agent_def_default(0);
    dv_result result = dv_agent_spawn(world, &def, &agent, error);
    *bits = agent.bits;
    return result;
}

static dv_result remove_agent(dv_world *world, uint64_t bits) {
    return dv_agent_remove(world, (dv_agent){bits});
}

static bool is_agent(const dv_world *world, uint64_t bits) {
    return dv_agent_alive(world, (dv_agent){bits});
}

static void set_agent_generation(dv_world *world, uint32_t index, uint32_t generation) {
    world->agents.generation[index] = generation;
}

static indices agent_indices(dv_world *world) {
    return (indices){&world->agents.limit, &world->free_count, world->free_indices};
}

// Obstacles

static dv_result make_obstacle(dv_world *world, uint64_t *bits, dv_error *error) {
    dv_obstacle obstacle;
    dv_obstacle_def def = {.shape = DV_SPHERE, .position = {9, 9, 0}, .radius = 1};
    dv_result result = dv_obstacle_create(world, &def, &obstacle, error);
    *bits = obstacle.bits;
    return result;
}

static dv_result remove_obstacle(dv_world *world, uint64_t bits) {
    return dv_obstacle_remove(world, (dv_obstacle){bits});
}

static bool is_obstacle(const dv_world *world, uint64_t bits) {
    return dv_obstacle_record_of(world, bits) != NULL;
}

static void set_obstacle_generation(dv_world *world, uint32_t index, uint32_t generation) {
    world->obstacles.records[index].generation = generation & DV_LAST_GENERATION;
}

static indices obstacle_indices(dv_world *world) {
    dv_obstacles *o = &world->obstacles;
    return (indices){&o->count, &o->free_count, o->free_indices};
}

// What a dv_id_pool numbers

static indices pool_indices(dv_id_pool *ids) {
    return (indices){&ids->count, &ids->free_count, ids->free_indices};
}

static const dv_vec3 ends[] = {{0, 0, 0}, {10, 0, 0}};

static dv_result make_path(dv_world *world, uint64_t *bits, dv_error *error) {
    dv_path path = {0};
    dv_path_def def = {ends, 2, 1, false, false};
    dv_result result = dv_path_create(world, &def, &path, error);
    *bits = path.bits;
    return result;
}

static dv_result remove_path(dv_world *world, uint64_t bits) {
    return dv_path_remove(world, (dv_path){bits});
}

static bool is_path(const dv_world *world, uint64_t bits) {
    return dv_path_alive(world, (dv_path){bits});
}

static void set_path_generation(dv_world *world, uint32_t index, uint32_t generation) {
    world->paths.ids.generations[index] = generation;
}

static indices path_indices(dv_world *world) { return pool_indices(&world->paths.ids); }

static dv_result make_flow(dv_world *world, uint64_t *bits, dv_error *error) {
    dv_flow flow = {0};
    dv_result result = dv_flow_create(world, 0, &flow, error);
    *bits = flow.bits;
    return result;
}

static dv_result remove_flow(dv_world *world, uint64_t bits) {
    return dv_flow_remove(world, (dv_flow){bits});
}

static bool is_flow(const dv_world *world, uint64_t bits) {
    return dv_flow_alive(world, (dv_flow){bits});
}

static void set_flow_generation(dv_world *world, uint32_t index, uint32_t generation) {
    world->flows.ids.generations[index] = generation;
}

static indices flow_indices(dv_world *world) { return pool_indices(&world->flows.ids); }

static dv_result make_region(dv_world *world, uint64_t *bits, dv_error *error) {
    dv_region region = {0};
    dv_region_def def = {.shape = {.shape = DV_CYLINDER, .radius = 9}, .speed = 0.5f};
    dv_result result = dv_region_create(world, &def, &region, error);
    *bits = region.bits;
    return result;
}

static dv_result remove_region(dv_world *world, uint64_t bits) {
    return dv_region_remove(world, (dv_region){bits});
}

static bool is_region(const dv_world *world, uint64_t bits) {
    return dv_region_alive(world, (dv_region){bits});
}

static void set_region_generation(dv_world *world, uint32_t index, uint32_t generation) {
    world->regions.ids.generations[index] = generation;
}

static indices region_indices(dv_world *world) { return pool_indices(&world->regions.ids); }

static const thing things[] = {
    {"agent", make_agent, remove_agent, is_agent, set_agent_generation, agent_indices},
    {"obstacle", make_obstacle, remove_obstacle, is_obstacle, set_obstacle_generation,
     obstacle_indices},
    {"path", make_path, remove_path, is_path, set_path_generation, path_indices},
    {"flow", make_flow, remove_flow, is_flow, set_flow_generation, flow_indices},
    {"region", make_region, remove_region, is_region, set_region_generation, region_indices},
};

#define EACH_THING(t)                                                                              \
    for (const thing *t = things; t < things + sizeof things / sizeof *things; t++)

// The cases

static uint64_t make(lab *l, const thing *t) {
    uint64_t bits;
    if (t->make(l->world, &bits, &l->error) != DV_OK)
        fail_msg("%s: %s", t->name, l->error.message);
    return bits;
}

static void take_away(lab *l, const thing *t, uint64_t bits) {
    assert_int_equal(t->remove(l->world, bits), DV_OK);
    assert_false(t->is_alive(l->world, bits));
}

/// A thing whose index has no generation left when it is removed.
static uint64_t make_the_last_of_its_index(lab *l, const thing *t) {
    uint64_t first = make(l, t);
    take_away(l, t, first);
    t->set_generation(l->world, dv_handle_index(first), DV_LAST_GENERATION - 1);
    uint64_t last = make(l, t);
    assert_int_equal(dv_handle_index(last), dv_handle_index(first));
    assert_int_equal(dv_handle_generation(last), DV_LAST_GENERATION - 1);
    return last;
}

static void an_index_without_generations_left_is_never_given_out_again(void **state) {
    (void)state;
    EACH_THING(t) {
        lab l = lab_open();
        uint64_t last = make_the_last_of_its_index(&l, t);
        take_away(&l, t, last);
        assert_int_equal(*t->indices_of(l.world).free_count, 0);
        for (int i = 0; i < 100; i++) {
            uint64_t next = make(&l, t);
            assert_int_equal(dv_handle_index(next), dv_handle_index(last) + 1);
            assert_false(t->is_alive(l.world, last));
            take_away(&l, t, next);
        }
        lab_close(&l);
    }
}

/// What a handle is after a load, which gives the world another number.
static uint64_t loaded(const lab *l, uint64_t bits) {
    return dv_handle_make(dv_handle_type_of(bits), dv_world_id(l->world),
                          dv_handle_generation(bits), dv_handle_index(bits));
}

static void a_used_up_index_is_saved_and_loaded(void **state) {
    (void)state;
    EACH_THING(t) {
        lab l = lab_open();
        uint64_t last = make_the_last_of_its_index(&l, t);
        uint64_t kept = make(&l, t), freed = make(&l, t);
        take_away(&l, t, last);
        take_away(&l, t, freed);
        uint64_t hash = world_hash(l.world);
        dv_snapshot snapshot;
        assert_int_equal(dv_world_take_snapshot(l.world, &snapshot, &l.error), DV_OK);
        make(&l, t);
        if (dv_world_load_snapshot(l.world, &snapshot, &l.error) != DV_OK)
            fail_msg("%s: %s", t->name, l.error.message);
        assert_true(world_hash(l.world) == hash);
        assert_true(t->is_alive(l.world, loaded(&l, kept)));
        assert_int_equal(dv_handle_index(make(&l, t)), dv_handle_index(freed));
        assert_int_equal(dv_handle_index(make(&l, t)), dv_handle_index(freed) + 1);
        assert_false(t->is_alive(l.world, loaded(&l, last)));
        dv_snapshot_free(&snapshot);
        lab_close(&l);
    }
}

static void expect_damage(lab *l, const thing *t, const char *what) {
    dv_snapshot snapshot;
    assert_int_equal(dv_world_take_snapshot(l->world, &snapshot, &l->error), DV_OK);
    if (dv_world_load_snapshot(l->world, &snapshot, &l->error) != DV_ERROR_FORMAT)
        fail_msg("%s: %s was loaded", t->name, what);
    dv_snapshot_free(&snapshot);
}

static void what_no_world_can_be_is_damage(void **state) {
    (void)state;
    EACH_THING(t) {
        lab l = lab_open();
        uint64_t bits = make(&l, t);
        t->set_generation(l.world, dv_handle_index(bits), DV_LAST_GENERATION);
        expect_damage(&l, t, "one alive whose index is used up");
        t->set_generation(l.world, dv_handle_index(bits), dv_handle_generation(bits));
        take_away(&l, t, bits);
        t->set_generation(l.world, dv_handle_index(bits), DV_LAST_GENERATION);
        expect_damage(&l, t, "a used up index on the free list");
        t->set_generation(l.world, dv_handle_index(bits), 5);
        *t->indices_of(l.world).free_count = 0;
        expect_damage(&l, t, "an index that is neither alive nor free nor used up");
        *t->indices_of(l.world).free_count = 1;
        lab_close(&l);
    }
}

static void a_world_without_indices_left_says_why(void **state) {
    (void)state;
    EACH_THING(t) {
        lab l = lab_open();
        char expected[128];
        uint64_t bits;
        make(&l, t);
        uint32_t *count = t->indices_of(l.world).count, before = *count;
        *count = 1u << DV_HANDLE_INDEX_BITS;
        assert_int_equal(t->make(l.world, &bits, &l.error), DV_ERROR_LIMIT);
        *count = before;
        snprintf(expected, sizeof expected,
                 "a world holds at most 4194304 %ss: it has 1, and 4194303 numbers are used up",
                 t->name);
        assert_string_equal(l.error.message, expected);
        lab_close(&l);
    }
}

// Numbers of what a program declares

#define REFUSED(call, text)                                                                        \
    do {                                                                                           \
        l.error.message[0] = '\0';                                                                 \
        assert_int_not_equal(call, DV_OK);                                                         \
        assert_string_equal(l.error.message, text);                                                \
    } while (0)

// Each number here is one past the last that there is.
static void a_number_past_the_last_names_nothing(void **state) {
    (void)state;
    static const dv_surface_def ground = {.name = "ground", .normal = {0, 0, 1}};
    static const dv_terrain_def mud = {.name = "mud", .speed = 1};
    dv_world_def def = lab_def();
    def.space = DV_VOLUME;
    lab l = lab_open_with(
        def,
        (lab_kinds){.surfaces = &ground, .surface_count = 1, .terrain = &mud, .terrain_count = 1});
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0), other;
    dv_group group;
    dv_flow flow;
    dv_surface surface;
    dv_region region;
    dv_region_def place = dv_region_def_default();
    place.shape = (dv_obstacle_def){.shape = DV_SPHERE, .radius = 1};
    dv_agent_def no_kind = dv_agent_def_default(DOG + 1), no_state = dv_agent_def_default(DOG);
    no_state.state = 2;
    dv_slot_value number = {.is_set = true, .as.number = 1};
    REFUSED(dv_agent_spawn(l.world, &no_kind, &other, &l.error), "no kind number 2");
    REFUSED(dv_agent_spawn(l.world, &no_state, &other, &l.error),
            "kind 'dog' has no state number 2");
    REFUSED(dv_agent_become(l.world, agent, 2, &l.error), "kind 'sheep' has no state number 2");
    REFUSED(dv_agent_choose_blend(l.world, agent, 0, &l.error),
            "kind 'sheep' has no blend number 0");
    REFUSED(dv_agent_turn_into(l.world, agent, DOG + 1, &l.error), "no kind number 2");
    REFUSED(dv_agent_set_slot(l.world, agent, SLOT_PACK + 1, number, &l.error),
            "no slot number 10");
    assert_false(dv_agent_slot(l.world, agent, SLOT_PACK + 1).is_set);
    REFUSED(dv_group_create(l.world, 0, &group, &l.error), "no group number 0");
    REFUSED(dv_flow_create(l.world, 1, &flow, &l.error), "no flow number 1");
    REFUSED(dv_surface_create(l.world, 1, &surface, &l.error), "no surface number 1");
    REFUSED(dv_terrain_create(l.world, 1, &region, &l.error), "no terrain number 1");
    assert_int_equal(dv_region_create(l.world, &place, &region, &l.error), DV_OK);
    REFUSED(dv_region_set_terrain(l.world, region, 1, &l.error), "no terrain number 1");
    // The last ones are fine.
    assert_int_equal(dv_region_set_terrain(l.world, region, 0, &l.error), DV_OK);
    assert_int_equal(dv_surface_create(l.world, 0, &surface, &l.error), DV_OK);
    assert_int_equal(dv_agent_turn_into(l.world, agent, DOG, &l.error), DV_OK);
    lab_close(&l);
}

static void a_property_of_the_kind_belongs_to_no_agent(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    char expected[200];
    for (uint32_t p = 0; p < DV_PROPERTY_COUNT; p++) {
        // NAN gives an agent back what its kind has.
        dv_result result = dv_agent_set_property(l.world, agent, (dv_property)p, NAN, &l.error);
        assert_int_equal(result, p < DV_OWN_PROPERTY_COUNT ? DV_OK : DV_ERROR_ARGUMENT);
        snprintf(expected, sizeof expected,
                 "%s: belongs to the kind, not to single agents: name a slot in the body",
                 dv_properties[p].name);
        if (result != DV_OK)
            assert_string_equal(l.error.message, expected);
    }
    lab_close(&l);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_index_without_generations_left_is_never_given_out_again),
        cmocka_unit_test(a_used_up_index_is_saved_and_loaded),
        cmocka_unit_test(what_no_world_can_be_is_damage),
        cmocka_unit_test(a_world_without_indices_left_says_why),
        cmocka_unit_test(a_number_past_the_last_names_nothing),
        cmocka_unit_test(a_property_of_the_kind_belongs_to_no_agent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
