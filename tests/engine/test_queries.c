// Queries about agents find what a search through all of them finds, in every space and at every
// edge; and places in regions are drawn evenly.
#include "../program.h"
#include "query_world.h"
#include "world/world_data.h"

#include <string.h>

static const uint32_t numbers[KINDS] = {1200, 120, 30};

static dv_agent_filter any_filter(query_world *q) {
    dv_agent_filter filter = dv_agent_filter_default();
    uint32_t kind = (uint32_t)between(q, 0, KINDS + 1);
    if (kind < KINDS)
        filter.kinds = dv_one_kind(kind);
    filter.state = (int32_t)between(q, 0, 3) - 1;
    int region = (int)between(q, 0, 2 * SHAPES);
    if (region < SHAPES)
        filter.within = q->regions[region];
    if (between(q, 0, 1) < 0.3)
        filter.except = dv_world_agent_at(q->world, (uint32_t)between(q, 0, 1300));
    return filter;
}

static bool is_asked_for(const dv_world *world, dv_agent agent, const dv_agent_filter *filter) {
    return agent.bits && dv_has_kind(&filter->kinds, dv_agent_kind(world, agent)) &&
           (filter->state < 0 || dv_agent_state(world, agent) == (uint32_t)filter->state) &&
           (!filter->within.bits ||
            dv_region_contains(world, filter->within, dv_agent_position(world, agent))) &&
           agent.bits != filter->except.bits;
}

static float distance_to(const dv_world *world, dv_vec3 point, dv_agent agent) {
    return dv_length(dv_world_offset(world, point, dv_agent_position(world, agent)));
}

#define MOST 1400

static void compare_agents(const query_world *q, const dv_agent_filter *filter) {
    dv_agent found[MOST];
    uint32_t count = dv_world_agents_among(q->world, filter, found, MOST), by_hand = 0;
    for (uint32_t i = 0; i < dv_world_agent_limit(q->world); i++) {
        dv_agent agent = dv_world_agent_at(q->world, i);
        if (!is_asked_for(q->world, agent, filter))
            continue;
        assert_true(by_hand < count);
        assert_int_equal(found[by_hand++].bits, agent.bits);
    }
    assert_int_equal(by_hand, count);
    assert_int_equal(dv_world_agents_among(q->world, filter, NULL, 0), count);
}

static void compare_neighbors(const query_world *q, dv_vec3 point, float radius,
                              const dv_agent_filter *filter) {
    static dv_neighbor found[MOST], nearest[7];
    const float rounding = 1e-4f + 2.4e-7f * (float)q->half; // two steps of single precision
    uint32_t by_hand = 0,
             count = dv_world_neighbors_among(q->world, point, (double)radius, filter, found, MOST);
    for (uint32_t i = 0; i < dv_world_agent_limit(q->world); i++) {
        dv_agent agent = dv_world_agent_at(q->world, i);
        by_hand +=
            is_asked_for(q->world, agent, filter) && distance_to(q->world, point, agent) <= radius;
    }
    assert_int_equal(count, by_hand);
    for (uint32_t i = 0; i < count; i++) {
        dv_agent agent = found[i].agent;
        assert_true(is_asked_for(q->world, agent, filter));
        assert_float_equal(found[i].distance, distance_to(q->world, point, agent), rounding);
        assert_true(i == 0 || found[i - 1].distance < found[i].distance ||
                    (found[i - 1].distance == found[i].distance &&
                     dv_agent_id(found[i - 1].agent) < dv_agent_id(agent)));
    }
    // A list that is too short holds the first ones.
    uint32_t fits = count < 7 ? count : 7;
    assert_int_equal(dv_world_neighbors_among(q->world, point, (double)radius, filter, nearest, 7),
                     count);
    for (uint32_t i = 0; i < fits; i++)
        assert_int_equal(nearest[i].agent.bits, found[i].agent.bits);
    assert_int_equal(dv_world_neighbors_among(q->world, point, (double)radius, filter, NULL, 0),
                     count);
}

static void compare_all(uint64_t seed, dv_space space, dv_edge edge) {
    query_world q = open_world(seed, space, edge, numbers);
    add_regions(&q);
    sense(&q);
    for (int i = 0; i < 60; i++) {
        dv_agent_filter filter = any_filter(&q);
        dv_vec3 point = anywhere(&q, i % 4 ? (double)HALF : 2 * (double)HALF);
        compare_agents(&q, &filter);
        compare_neighbors(&q, point, (float)(i % 10) * 2, &filter);
        compare_neighbors(&q, point, i % 7 ? (float)i : INFINITY, &filter);
    }
    close_world(&q);
}

static void they_find_what_a_search_through_all_finds(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++)
        for (int space = DV_PLANE; space <= DV_VOLUME; space++)
            for (int edge = DV_EDGE_OPEN; edge <= DV_EDGE_WRAP; edge++)
                compare_all(seed, (dv_space)space, (dv_edge)edge);
}

#define FAR 15

/// Some agents far from all others, by up to two hundred kilometers, on every side.
static void send_away(query_world *q, dv_agent far[FAR]) {
    for (int i = 0; i < FAR; i++) {
        float way = powf(10, (float)between(q, 3, 5));
        dv_vec3 place = dv_add(dv_scale(anywhere(q, 1), way), dv_vec(i % 2 ? way : -way, 0, 0));
        far[i] = dv_world_agent_at(q->world, (uint32_t)i * 89);
        must(dv_agent_set_position(q->world, far[i], place, &error));
    }
}

/// A ray to one from the middle meets it, or something on the way there.
static void expect_ray(const query_world *q, dv_agent from, dv_agent to) {
    dv_ray_hit hit;
    dv_vec3 way = dv_subtract(dv_agent_position(q->world, to), dv_agent_position(q->world, from));
    assert_true(
        dv_agent_ray(q->world, from, way, 1e7, dv_one_kind(dv_agent_kind(q->world, to)), &hit));
}

// The index is laid over most agents; the others are found all the same.
static void far_agents_are_found_too(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++)
        for (int space = DV_PLANE; space <= DV_VOLUME; space++) {
            query_world q = open_world(seed, (dv_space)space, DV_EDGE_OPEN, numbers);
            dv_agent far[FAR];
            add_regions(&q);
            send_away(&q, far);
            sense(&q);
            for (int i = 0; i < 40; i++) {
                dv_agent_filter filter = any_filter(&q);
                dv_vec3 point =
                    i < FAR ? dv_agent_position(q.world, far[i]) : anywhere(&q, 3 * (double)HALF);
                compare_neighbors(&q, point, (float)(i % 10) * 3, &filter);
                compare_neighbors(&q, point, i % 3 ? (float)i * 5000 : INFINITY, &filter);
            }
            for (int i = 1; i < FAR; i++)
                expect_ray(&q, far[0], far[i]);
            close_world(&q);
        }
}

#define TOWNS 12

/// All agents to towns anywhere in the world, 1 to 60 m to each side. The first is in a corner.
static void gather_in_towns(query_world *q, dv_vec3 towns[TOWNS]) {
    double sizes[TOWNS];
    for (int i = 0; i < TOWNS; i++) {
        sizes[i] = pow(60, between(q, 0, 1));
        towns[i] = anywhere(q, q->half - 60);
    }
    float corner = (float)q->half - 3;
    towns[0] = dv_vec(corner, -corner, q->volume ? corner : 0);
    for (uint32_t i = 0; i < dv_world_agent_limit(q->world); i++) {
        int town = (int)between(q, 0, TOWNS);
        dv_vec3 place = dv_add(towns[town], anywhere(q, sizes[town]));
        must(dv_agent_set_position(q->world, dv_world_agent_at(q->world, i), place, &error));
    }
}

static void compare_in_towns(uint64_t seed, dv_space space, dv_edge edge, float half) {
    query_world q = open_wide_world(seed, space, edge, half, numbers);
    dv_vec3 towns[TOWNS];
    add_regions(&q);
    gather_in_towns(&q, towns);
    sense(&q);
    assert_true(q.world->sensed.grid.has_blocks);
    for (int i = 0; i < 60; i++) {
        dv_agent_filter filter = any_filter(&q);
        dv_vec3 point = anywhere(&q, i % 4 ? q.half : 2 * q.half);
        if (i % 5)
            point = dv_add(towns[i % TOWNS], anywhere(&q, i));
        compare_neighbors(&q, point, (float)(i % 10) * 3, &filter);
        compare_neighbors(&q, point, (float)pow(q.half, i / 50.0), &filter);
        compare_neighbors(&q, point, i % 7 ? (float)(i * i) : INFINITY, &filter);
    }
    for (uint32_t i = 1; i < 60; i++)
        expect_ray(&q, dv_world_agent_at(q.world, 0), dv_world_agent_at(q.world, i * 20));
    close_world(&q);
}

// The index has cells only where agents are.
static void agents_in_towns_far_apart_are_found_too(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++)
        for (int space = DV_PLANE; space <= DV_VOLUME; space++)
            for (int edge = DV_EDGE_OPEN; edge <= DV_EDGE_WRAP; edge++)
                compare_in_towns(seed, (dv_space)space, (dv_edge)edge, seed % 2 ? 5000 : 30000);
}

/// Agents at whole meters: many are equally far away, so IDs decide.
static void ties_go_by_id(void **state) {
    (void)state;
    query_world q = open_world(1, DV_PLANE, DV_EDGE_WRAP, (const uint32_t[KINDS]){0, 0, 0});
    for (int i = 0; i < 1200; i++) {
        dv_agent_def birth = dv_agent_def_default(0);
        dv_agent agent;
        birth.position = anywhere(&q, 12);
        birth.position = dv_vec(floorf(birth.position.x), floorf(birth.position.y), 0);
        must(dv_agent_spawn(q.world, &birth, &agent, &error));
    }
    must(dv_world_step(q.world, &error));
    dv_agent_filter filter = dv_agent_filter_default();
    for (float radius = 0; radius < 20; radius++)
        compare_neighbors(&q, dv_vec(0, 0, 0), radius, &filter);
    close_world(&q);
}

/// Who moves, switches, or is born after the agents were sensed is found where and as it was.
static void neighbors_are_as_sensed_and_agents_as_they_are(void **state) {
    (void)state;
    query_world q = open_world(1, DV_PLANE, DV_EDGE_OPEN, (const uint32_t[KINDS]){1, 0, 1});
    dv_agent first = dv_world_agent_at(q.world, 0), second = dv_world_agent_at(q.world, 1);
    dv_agent_filter filter = dv_agent_filter_default();
    dv_vec3 at = dv_agent_position(q.world, first);
    dv_neighbor found[2];
    assert_int_equal(dv_world_neighbors_among(q.world, at, 1e9, &filter, found, 2), 0);
    assert_int_equal(dv_world_agents_among(q.world, &filter, NULL, 0), 2);
    must(dv_world_step(q.world, &error));
    must(dv_agent_set_position(q.world, first, dv_vec(400, 400, 0), &error));
    assert_int_equal(dv_world_neighbors_among(q.world, at, 0.5, &filter, found, 2), 1);
    assert_int_equal(found[0].agent.bits, first.bits);
    // A plane has no heights.
    at.z = 7;
    assert_int_equal(dv_world_neighbors_among(q.world, at, 0.5, &filter, found, 2), 1);
    dv_region_def def = dv_region_def_default();
    def.shape = (dv_obstacle_def){.shape = DV_SPHERE, .position = {400, 400, 0}, .radius = 1};
    must(dv_region_create(q.world, &def, &filter.within, &error));
    assert_int_equal(dv_world_neighbors_among(q.world, at, 1e9, &filter, found, 2), 0);
    assert_int_equal(dv_world_agents_among(q.world, &filter, &first, 1), 1);
    must(dv_region_remove(q.world, filter.within));
    assert_int_equal(dv_world_agents_among(q.world, &filter, &first, 1), 0);
    assert_int_equal(dv_world_neighbors_among(q.world, at, 1e9, &filter, found, 2), 0);
    filter.within.bits = 0;
    must(dv_agent_remove(q.world, second));
    assert_int_equal(dv_world_neighbors_among(q.world, at, 1e9, &filter, found, 2), 1);
    close_world(&q);
}

// Places

#define DRAWS 4000
#define PARTS 4

/// Whether points fall evenly on a region: as often on each part of a grid over its box as on the
/// part of a fine grid of points that is in the region and the bounds.
static void drawn_evenly(query_world *q, dv_region region) {
    double drawn[PARTS][PARTS] = {0}, expected[PARTS][PARTS] = {0}, all = 0;
    double cell = 2 * (double)HALF / PARTS;
    for (double x = 0.5; x < 200; x++)
        for (double y = 0.5; y < 200; y++) {
            dv_vec3 p = dv_vec((float)(x / 2) - HALF, (float)(y / 2) - HALF, 0);
            if (!dv_region_contains(q->world, region, p))
                continue;
            expected[(int)(x / 2 / cell)][(int)(y / 2 / cell)]++;
            all++;
        }
    for (int i = 0; i < DRAWS; i++) {
        dv_vec3 p;
        must(dv_region_random_point(q->world, region, &p, &error));
        assert_true(dv_region_contains(q->world, region, p));
        assert_true(p.x >= -HALF && p.x <= HALF && p.y >= -HALF && p.y <= HALF);
        int i_x = (int)((double)(p.x + HALF) / cell), i_y = (int)((double)(p.y + HALF) / cell);
        drawn[i_x < PARTS ? i_x : PARTS - 1][i_y < PARTS ? i_y : PARTS - 1]++;
    }
    for (int i = 0; i < PARTS * PARTS; i++) {
        double share = expected[i / PARTS][i % PARTS] / all;
        double slack = 5 * sqrt(share * (1 - share) / DRAWS) + 0.005;
        assert_float_equal(drawn[i / PARTS][i % PARTS] / DRAWS, share, slack);
    }
}

static void points_fall_evenly_on_regions(void **state) {
    (void)state;
    static const dv_edge edges[] = {DV_EDGE_CONTAIN, DV_EDGE_WRAP};
    for (int i = 0; i < 2; i++) {
        query_world q = open_world(3, DV_PLANE, edges[i], (const uint32_t[KINDS]){0, 0, 0});
        add_regions(&q);
        for (int shape = 0; shape < SHAPES; shape++)
            drawn_evenly(&q, q.regions[shape]);
        close_world(&q);
    }
}

static void points_of_a_volume_are_in_the_region(void **state) {
    (void)state;
    for (int edge = DV_EDGE_OPEN; edge <= DV_EDGE_WRAP; edge++) {
        query_world q = open_world(3, DV_VOLUME, (dv_edge)edge, (const uint32_t[KINDS]){0, 0, 0});
        add_regions(&q);
        for (int i = 0; i < 100 * SHAPES; i++) {
            dv_vec3 p;
            must(dv_region_random_point(q.world, q.regions[i % SHAPES], &p, &error));
            assert_true(dv_region_contains(q.world, q.regions[i % SHAPES], p));
            assert_true(edge == DV_EDGE_OPEN ||
                        (fabsf(p.x) <= HALF && fabsf(p.y) <= HALF && fabsf(p.z) <= HALF));
        }
        close_world(&q);
    }
}

static void place_agents(query_world *q, dv_region region, uint32_t count) {
    dv_places *places = dv_places_begin(q->world, 0.5, &error);
    assert_non_null(places);
    dv_places_within(places, region);
    for (uint32_t i = 0; i < count; i++) {
        dv_agent_def birth = dv_agent_def_default(0);
        dv_agent agent;
        must(dv_places_find(places, &birth.position, &error));
        must(dv_agent_spawn(q->world, &birth, &agent, &error));
        must(dv_places_add(places, agent, &error));
    }
    dv_places_end(places);
}

static void places_within_a_region_are_clear(void **state) {
    (void)state;
    query_world q = open_world(5, DV_PLANE, DV_EDGE_WRAP, (const uint32_t[KINDS]){0, 0, 0});
    add_regions(&q);
    dv_obstacle_def stone = {.shape = DV_SPHERE, .position = {45, 45, 0}, .radius = 6};
    dv_obstacle obstacle;
    must(dv_obstacle_create(q.world, &stone, &obstacle, &error));
    place_agents(&q, q.regions[3], 200);
    for (uint32_t i = 0; i < 200; i++) {
        dv_vec3 p = dv_agent_position(q.world, dv_world_agent_at(q.world, i));
        assert_true(dv_region_contains(q.world, q.regions[3], p));
        assert_true(dv_length(dv_world_offset(q.world, stone.position, p)) >= 6.5f - 1e-4f);
        for (uint32_t j = 0; j < i; j++)
            assert_true(distance_to(q.world, p, dv_world_agent_at(q.world, j)) >= 1 - 1e-4f);
    }
    close_world(&q);
}

static void expect_no_place(query_world *q, dv_region region, dv_result result,
                            const char *message) {
    dv_places *places = dv_places_begin(q->world, 2, &error);
    dv_vec3 point;
    assert_non_null(places);
    dv_places_within(places, region);
    assert_int_equal(dv_places_find(places, &point, &error), result);
    assert_string_equal(error.message, message);
    dv_places_end(places);
}

static void a_region_without_places_is_told(void **state) {
    (void)state;
    query_world q = open_world(5, DV_PLANE, DV_EDGE_CONTAIN, (const uint32_t[KINDS]){0, 0, 0});
    dv_region_def def = dv_region_def_default();
    dv_region region;
    def.shape = (dv_obstacle_def){.shape = DV_SPHERE, .position = {90, 0, 0}, .radius = 5};
    must(dv_region_create(q.world, &def, &region, &error));
    expect_no_place(&q, region, DV_ERROR_LIMIT, "the region has no room within the bounds");
    must(dv_region_remove(q.world, region));
    expect_no_place(&q, region, DV_ERROR_STALE, "the region is gone");
    def.shape.position.x = 0;
    must(dv_region_create(q.world, &def, &region, &error));
    place_agents(&q, region, 30);
    expect_no_place(&q, region, DV_ERROR_LIMIT,
                    "no place for a radius of 2 m was found in 1000 tries: the region is full");
    def.shape.radius = 9;
    dv_obstacle obstacle;
    must(dv_obstacle_create(q.world, &def.shape, &obstacle, &error));
    expect_no_place(&q, region, DV_ERROR_LIMIT, "no place in the region is free");
    close_world(&q);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_find_what_a_search_through_all_finds),
        cmocka_unit_test(far_agents_are_found_too),
        cmocka_unit_test(agents_in_towns_far_apart_are_found_too),
        cmocka_unit_test(ties_go_by_id),
        cmocka_unit_test(neighbors_are_as_sensed_and_agents_as_they_are),
        cmocka_unit_test(points_fall_evenly_on_regions),
        cmocka_unit_test(points_of_a_volume_are_in_the_region),
        cmocka_unit_test(places_within_a_region_are_clear),
        cmocka_unit_test(a_region_without_places_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
