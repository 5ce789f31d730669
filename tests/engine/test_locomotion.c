// Every behavior with every locomotion model: they share an interface, so each pair must work, in
// the plane and in volumes with and without ground, with every edge, in calm worlds and in wild
// ones.
#include "../program.h"
#include "../world_hash.h"
#include "behavior_world.h"

#include "world/world_data.h"

#define AGENTS 12
#define TICKS 200

static const dv_surface_def ball = {
    .name = "ball", .shape = DV_SURFACE_SPHERE, .point = {0, 0, -10}, .radius = 20};

/// A behavior with every required parameter given `value`; NULL when one does not take it. Where
/// `prefer` can say where to go instead, a target counts as required.
static dv_steering *make_with(const dv_entry *entry, dv_value value) {
    dv_argument arguments[DV_MAX_PARAMETERS];
    uint32_t count = 0;
    bool may_prefer = dv_part_parameter(entry) < entry->parameter_count;
    for (uint32_t i = 0; i < entry->parameter_count; i++)
        if (entry->parameters[i].required ||
            (may_prefer && strcmp(entry->parameters[i].name, "target") == 0))
            arguments[count++] = (dv_argument){entry->parameters[i].name, value};
    return dv_behavior_create(entry->name, arguments, count, "test", 0, NULL);
}

static bool binds(dv_steering *steering) {
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    dv_vec3 vector;
    bool bound = dv_agent_evaluate(l.world, agent, steering, &vector, NULL) == DV_OK;
    dv_world_destroy(l.world);
    dv_program_release(l.program);
    return bound;
}

static dv_steering *make_any(const dv_entry *entry) {
    const dv_value values[] = {dv_value_name("target"), dv_value_name("place"),
                               dv_value_name("sheep"),  dv_value_number(1),
                               dv_value_name("amount"), dv_value_point(dv_vec(3, 1, 0)),
                               dv_value_name("path"),   dv_value_name("flow"),
                               dv_value_name("scent"),  dv_value_callback(1)};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        dv_steering *steering = make_with(entry, values[i]);
        if (steering && binds(steering))
            return steering;
        dv_steering_release(steering);
    }
    return NULL;
}

typedef struct setting {
    dv_space space;
    dv_edge edge;
    bool has_ground;
    float size, speed;
} setting;

static lab open_setting(const setting *s, dv_steering *steer, const char *model, int body) {
    dv_world_def def = lab_def();
    def.space = s->space;
    def.bounds.edge = s->edge;
    lab_kinds kinds = {.steer = steer, .locomotion = model, .surfaces = &ball, .surface_count = 1};
    if (body) {
        kinds.properties[DV_MIN_SPEED] = dv_value_number(2);
        kinds.properties[DV_MIN_FORCE] = dv_value_number(1);
        kinds.properties[DV_DAMPING] = dv_value_number(0.2);
        kinds.properties[DV_SMOOTHING] = dv_value_number(0.3);
        kinds.properties[DV_TURN_RATE] = dv_value_number(2);
    }
    return lab_open_with(def, kinds);
}

static void populate(lab *l, const setting *s, uint64_t seed) {
    dv_agent agents[AGENTS];
    uint64_t n = seed * 1000;
    for (int i = 0; i < AGENTS; i++) {
        dv_vec3 place = {lab_random(&n, -1, 1), lab_random(&n, -1, 1), lab_random(&n, -1, 1)};
        // Two stand in one point, one begins at rest.
        agents[i] = lab_spawn(l, i % 3 ? SHEEP : DOG, dv_scale(place, i < 2 ? 0 : s->size),
                              lab_random(&n, 0, 360), i == 2 ? 0 : s->speed);
    }
    for (int i = 0; i < AGENTS; i++) {
        lab_aim(l, agents[i], agents[(i * 5 + 1) % AGENTS]);
        lab_set_amount(l, agents[i], (double)lab_random(&n, 0, 3));
        dv_slot_value place = {.is_set = true, .as.point = {lab_random(&n, -9, 9), 4, 0}};
        dv_agent_set_slot(l->world, agents[i], SLOT_PLACE, place, NULL);
    }
    static const dv_vec3 bend[] = {{-8, 0, 0}, {0, 3, 0}, {8, 0, 0}};
    dv_path path = lab_path(l, bend, 3, 2, false, false);
    dv_flow flow;
    assert_int_equal(dv_flow_create(l->world, 0, &flow, &l->error), DV_OK);
    for (int i = 0; i < AGENTS; i++) {
        lab_fill(l, agents[i], SLOT_PATH, path.bits);
        lab_fill(l, agents[i], SLOT_FLOW, flow.bits);
    }
    dv_obstacle_def rock = {.shape = DV_SPHERE, .position = {3, 3, 0}, .radius = 2};
    dv_obstacle obstacle;
    assert_int_equal(dv_obstacle_create(l->world, &rock, &obstacle, &l->error), DV_OK);
    dv_surface surface;
    if (s->has_ground)
        assert_int_equal(dv_surface_create(l->world, 0, &surface, &l->error), DV_OK);
}

static bool is_unit(dv_vec3 v) {
    float length = dv_length(v);
    return length > 0.9999f && length < 1.0001f;
}

static void check_agents(const lab *l, const char *behavior, const char *model) {
    for (uint32_t i = 0; i < AGENTS; i++) {
        dv_agent agent = dv_world_agent_at(l->world, i);
        dv_vec3 forward = dv_agent_forward(l->world, agent), up = dv_agent_up(l->world, agent);
        bool right = dv_is_finite(dv_agent_position(l->world, agent)) &&
                     dv_is_finite(dv_agent_velocity(l->world, agent)) && is_unit(forward) &&
                     is_unit(up) && fabsf(dv_dot(forward, up)) < 1e-4f &&
                     (!l->world->agents.has_inertia ||
                      (isfinite(l->world->agents.ax[i]) && isfinite(l->world->agents.kept[i])));
        if (!right)
            fail_msg("%s on %s, agent %u, tick %d: forward (%g, %g, %g), up (%g, %g, %g)", behavior,
                     model, i, (int)dv_world_tick(l->world), (double)forward.x, (double)forward.y,
                     (double)forward.z, (double)up.x, (double)up.y, (double)up.z);
    }
}

static void run(const setting *s, int ticks) {
    for (uint32_t b = 0; b < dv_behavior_type_count(); b++) {
        const dv_entry *behavior = &dv_behavior_type_at(b)->entry;
        dv_steering *steer = make_any(behavior);
        if (!steer)
            fail_msg("no value here fits the required parameters of %s", behavior->name);
        for (uint32_t m = 0; m < dv_locomotion_type_count(); m++) {
            const char *model = dv_locomotion_type_at(m)->entry.name;
            for (int body = 0; body < 2; body++) {
                lab l = open_setting(s, steer, model, body);
                populate(&l, s, b + 1);
                for (int tick = 0; tick < ticks; tick++) {
                    lab_step(&l);
                    check_agents(&l, behavior->name, model);
                }
                dv_world_destroy(l.world);
                dv_program_release(l.program);
            }
        }
        dv_steering_release(steer);
    }
    assert_int_equal(dv_allocated_bytes(), 0);
}

static void every_pair_runs_in_the_plane(void **state) {
    (void)state;
    run(&(setting){DV_PLANE, DV_EDGE_CONTAIN, false, 12, 4}, TICKS);
    run(&(setting){DV_PLANE, DV_EDGE_WRAP, false, 49, 9}, TICKS);
}

static void every_pair_runs_in_a_volume(void **state) {
    (void)state;
    run(&(setting){DV_VOLUME, DV_EDGE_OPEN, true, 12, 4}, TICKS);
    run(&(setting){DV_VOLUME, DV_EDGE_WRAP, false, 49, 9}, TICKS);
    run(&(setting){DV_VOLUME, DV_EDGE_CONTAIN, true, 30, 4}, TICKS);
}

static void every_pair_is_finite_at_any_size(void **state) {
    (void)state;
    static const float sizes[] = {0, 1e-40f, 1e3f, 1e6f, 2.5e8f};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int space = 0; space < 2; space++) {
            float speed = sizes[i] < 1e6f ? sizes[i] : 1e6f;
            run(&(setting){space ? DV_VOLUME : DV_PLANE, DV_EDGE_OPEN, space, sizes[i], speed}, 5);
        }
}

typedef dv_vec3 map(dv_vec3);

static dv_vec3 same(dv_vec3 v) { return v; }
static dv_vec3 turned(dv_vec3 v) { return dv_vec(-v.y, v.x, v.z); }
static dv_vec3 mirrored(dv_vec3 v) { return dv_vec(v.x, -v.y, v.z); }

/// Where a dozen bodies are that chase each other for 60 ticks from mapped beginnings.
static void chase(const char *model, map *f, dv_vec3 places[AGENTS]) {
    dv_steering *steer = MAKE("seek", AT_TARGET);
    lab l = open_setting(&(setting){.space = DV_PLANE}, steer, model, 1);
    dv_steering_release(steer);
    dv_agent agents[AGENTS];
    uint64_t n = 3;
    for (int i = 0; i < AGENTS; i++) {
        dv_vec3 place = {lab_random(&n, -9, 9), lab_random(&n, -9, 9), 0};
        dv_vec3 velocity = {lab_random(&n, -4, 4), lab_random(&n, -4, 4), 0};
        agents[i] = lab_spawn(&l, SHEEP, f(place), 0, 0);
        dv_agent_set_velocity(l.world, agents[i], f(velocity), NULL);
    }
    for (int i = 0; i < AGENTS; i++)
        lab_aim(&l, agents[i], agents[(i * 5 + 1) % AGENTS]);
    for (int tick = 0; tick < 60; tick++)
        lab_step(&l);
    for (int i = 0; i < AGENTS; i++)
        places[i] = dv_agent_position(l.world, agents[i]);
    lab_close(&l);
}

static void turned_and_mirrored_worlds_move_so(void **state) {
    (void)state;
    static map *const maps[] = {turned, mirrored};
    for (uint32_t m = 0; m < dv_locomotion_type_count(); m++)
        // Legs choose: where two steps are as good, rounding decides, and of equals the right one
        // wins.
        for (int i = 0; strcmp(dv_locomotion_type_at(m)->entry.name, "legged") && i < 2; i++) {
            dv_vec3 plain[AGENTS], changed[AGENTS];
            chase(dv_locomotion_type_at(m)->entry.name, same, plain);
            chase(dv_locomotion_type_at(m)->entry.name, maps[i], changed);
            for (int a = 0; a < AGENTS; a++) {
                dv_vec3 place = maps[i](plain[a]);
                assert_vector(changed[a], place.x, place.y, place.z, 5e-3f);
            }
        }
}

static void threads_do_not_matter(void **state) {
    (void)state;
    for (uint32_t m = 0; m < dv_locomotion_type_count(); m++) {
        uint64_t hashes[2];
        for (int i = 0; i < 2; i++) {
            dv_world_def def = lab_def();
            def.space = DV_VOLUME;
            def.threads = i ? 3 : 1;
            dv_steering *steer = MAKE("flocking", NUMBER("cohesion.radius", 4));
            lab l =
                lab_open_with(def, (lab_kinds){.steer = steer,
                                               .locomotion = dv_locomotion_type_at(m)->entry.name,
                                               .surfaces = &ball,
                                               .surface_count = 1});
            dv_steering_release(steer);
            dv_surface surface;
            assert_int_equal(dv_surface_create(l.world, 0, &surface, &l.error), DV_OK);
            uint64_t n = 0;
            for (int a = 0; a < 2500; a++) {
                dv_vec3 place = {lab_random(&n, -20, 20), lab_random(&n, -20, 20),
                                 lab_random(&n, -30, 10)};
                lab_spawn(&l, SHEEP, place, lab_random(&n, 0, 360), 3);
            }
            for (int tick = 0; tick < 5; tick++)
                lab_step(&l);
            hashes[i] = world_hash(l.world);
            lab_close(&l);
        }
        assert_true(hashes[0] == hashes[1]);
    }
}

/// Where an agent is after a second, if every third of `count` has a property of its own. They are
/// far apart, and each goes its own way.
static void walk_a_second(const char *model, dv_property property, uint32_t first, uint32_t count,
                          dv_vec3 *places) {
    dv_steering *steer = MAKE("seek", {"target", dv_value_point(dv_vec(7, 90, 0))});
    lab l = lab_open_with(lab_def(), (lab_kinds){.steer = steer, .locomotion = model});
    dv_steering_release(steer);
    dv_agent agents[AGENTS];
    double own = dv_kind_property(l.world, SHEEP, property);
    own =
        dv_greater(dv_lesser(isfinite(own) ? own * 0.7 + 0.1 : 1, dv_properties[property].maximum),
                   dv_properties[property].minimum);
    for (uint32_t i = 0; i < count; i++) {
        agents[i] = lab_spawn(&l, SHEEP, dv_vec((float)(first + i) * 8 - 45, 0, 0),
                              10.0f * (float)(first + i), 1);
        if ((first + i) % 3 == 2)
            dv_agent_set_property(l.world, agents[i], property, own, NULL);
    }
    for (int tick = 0; tick < 50; tick++)
        lab_step(&l);
    for (uint32_t i = 0; i < count; i++)
        places[i] = dv_agent_position(l.world, agents[i]);
    lab_close(&l);
}

static void own_properties_hold_among_others(void **state) {
    (void)state;
    static const char *const models[] = {"point_mass", "flying", "wheeled", "legged"};
    for (size_t m = 0; m < sizeof models / sizeof *models; m++)
        for (dv_property p = 0; p < DV_OWN_PROPERTY_COUNT; p++) {
            dv_vec3 together[AGENTS], alone;
            walk_a_second(models[m], p, 0, AGENTS, together);
            for (uint32_t i = 0; i < AGENTS; i++) {
                walk_a_second(models[m], p, i, 1, &alone);
                if (alone.x != together[i].x || alone.y != together[i].y)
                    fail_msg("%s with its own %s moves otherwise among others", models[m],
                             dv_properties[p].name);
            }
        }
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pair_runs_in_the_plane),
        cmocka_unit_test(every_pair_runs_in_a_volume),
        cmocka_unit_test(every_pair_is_finite_at_any_size),
        cmocka_unit_test(turned_and_mirrored_worlds_move_so),
        cmocka_unit_test(threads_do_not_matter),
        cmocka_unit_test(own_properties_hold_among_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
