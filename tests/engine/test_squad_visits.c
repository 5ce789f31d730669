// The agents that a squad visits, or two squads together: every agent within reach of one of their
// members, once and in the order of the records, spread evenly or in towns. In a volume, few others
// are visited.
#include "../program.h"
#include "behavior_world.h"

#include "steering/evaluate.h"
#include "steering/evaluation.h"

#include <stdlib.h>

#define AGENTS 3000
#define MOST_TOWNS 16
#ifdef DV_COVERAGE
#define SQUADS 20 // enough to reach every line, in a build that takes its time
#else
#define SQUADS 200
#endif

typedef struct scene {
    dv_space space;
    dv_edge edge;
    float side;   ///< m, of the square or cube
    float middle; ///< m, its place on every axis
    float radius; ///< m, looked for; cells are laid for 9
    uint32_t vector_bits;
    uint32_t towns; ///< that the agents are in, 30 m to each side; 0: they are anywhere
    float width;    ///< m, of the world along y if it is narrower there
} scene;

/// A place in the world, or in one of the towns. Those at its edges reach beyond them.
static dv_vec3 place_in(const scene *s, uint64_t *n) {
    float low = s->middle - s->side / 2, high = s->middle + s->side / 2;
    dv_vec3 place = dv_vec(lab_random(n, low, high), lab_random(n, low, high), 0);
    if (s->space == DV_VOLUME)
        place.z = lab_random(n, low, high);
    return place;
}

static float into(float place, float low, float high) {
    return place < low ? place + (high - low) : place >= high ? place - (high - low) : place;
}

static dv_vec3 place_of_agent(const scene *s, const dv_vec3 *towns, uint64_t *n) {
    float low = s->middle - s->side / 2, high = s->middle + s->side / 2;
    dv_vec3 place = place_in(s, n);
    if (s->towns) {
        dv_vec3 town = towns[(uint32_t)lab_random(n, 0, (float)s->towns)];
        place.x = into(town.x + lab_random(n, -30, 30), low, high);
        place.y = into(town.y + lab_random(n, -30, 30), low, high);
        if (s->space == DV_VOLUME)
            place.z = into(town.z + lab_random(n, -30, 30), low, high);
    }
    if (s->width > 0)
        place.y = s->middle + lab_random(n, -s->width / 2, s->width / 2);
    return place;
}

static lab open_scene(const scene *s) {
    float low = s->middle - s->side / 2, high = s->middle + s->side / 2;
    dv_steering *steer = MAKE("cohesion", NUMBER("radius", 9));
    dv_world_def def = lab_def();
    def.space = s->space;
    def.bounds = (dv_bounds){{low, low, low}, {high, high, high}, s->edge};
    if (s->width > 0) {
        def.bounds.min.y = s->middle - s->width / 2;
        def.bounds.max.y = s->middle + s->width / 2;
    }
    def.vector_bits = s->vector_bits;
    lab l = lab_open_with(def, (lab_kinds){.steer = steer});
    dv_steering_release(steer);
    uint64_t n = 1;
    dv_vec3 towns[MOST_TOWNS] = {{0}};
    for (uint32_t i = 0; i < s->towns; i++)
        towns[i] = place_in(s, &n);
    // One at a corner of the world, one at the middle of a side.
    towns[0] = dv_vec(low, low, s->space == DV_VOLUME ? low : 0);
    towns[1].x = high;
    for (uint32_t i = 0; i < AGENTS; i++)
        lab_spawn(&l, SHEEP, place_of_agent(s, towns, &n), 0, 0);
    lab_step(&l);
    return l;
}

/// How often each record is visited; returns how many visits there are.
static uint32_t count_visits(const dv_evaluation *e, float radius, uint8_t *visited) {
    const dv_squad *beside = e->squad_count > 1 ? &e->squads[1] : NULL;
    const dv_kind_set kinds = dv_one_kind(0);
    dv_vicinity vicinity;
    dv_visits visits;
    uint32_t count = 0, end = 0;
    memset(visited, 0, AGENTS);
    dv_vicinity_begin(&vicinity, e->squad, beside, DV_CROWD_ALL, &kinds, radius);
    while (dv_next_visits(&vicinity, &visits)) {
        assert_null(visits.list);
        for (uint32_t i = 0; i < visits.count; i++) {
            assert_true(visits.runs[i].first >= end);
            end = visits.runs[i].end;
            for (uint32_t rank = visits.runs[i].first; rank < visits.runs[i].end; rank++) {
                assert_true(rank < AGENTS);
                visited[rank]++;
                count++;
            }
        }
    }
    return count;
}

static bool reaches(const dv_squad *squad, float radius, const dv_record *record) {
    for (uint32_t lane = 0; lane < DV_LANES; lane++) {
        dv_vec3 offset =
            dv_subtract(dv_record_position(record), dv_in_lane(&squad->position, lane));
        if (squad->world->sensed.wraps)
            offset =
                dv_fold_offset(offset, squad->world->sensed.span, squad->world->space == DV_VOLUME);
        if (dv_length_squared(offset) <= radius * radius)
            return true;
    }
    return false;
}

/// Agents that follow each other, or from anywhere.
static void choose(uint64_t *n, bool is_scattered, uint32_t *ranks, uint32_t count) {
    uint32_t first = (uint32_t)lab_random(n, 0, (float)(AGENTS - count));
    for (uint32_t i = 0; i < count; i++)
        ranks[i] = is_scattered ? (uint32_t)lab_random(n, 0, AGENTS - 1) : first + i;
}

/// The part of all pairs of squads and records that is visited.
static double assert_all_are_visited(const scene *s) {
    lab l = open_scene(s);
    const dv_sensed *sensed = &l.world->sensed;
    dv_evaluation *e = calloc(1, sizeof *e);
    uint8_t *visited = calloc(AGENTS, 1);
    assert_non_null(e);
    assert_non_null(visited);
    assert_int_equal(sensed->count, AGENTS);
    if (s->towns || s->width > 0)
        assert_true(sensed->grid.has_blocks);
    dv_evaluation_begin(e, l.world, SHEEP, dv_composition_of(l.world, 0));
    uint64_t n = 2;
    double visits = 0;
    for (int i = 0; i < SQUADS; i++) {
        uint32_t ranks[DV_MAX_ABREAST * DV_LANES], count = i % 2 ? DV_LANES + 3 : DV_LANES;
        choose(&n, i % 10 < 2, ranks, count);
        dv_evaluation_gather(e, ranks, count);
        assert_int_equal(e->squad_count, 1 + i % 2);
        visits += count_visits(e, s->radius, visited);
        for (uint32_t rank = 0; rank < AGENTS; rank++) {
            bool is_reached = reaches(e->squad, s->radius, &sensed->records[rank]);
            if (e->squad_count > 1)
                is_reached |= reaches(&e->squads[1], s->radius, &sensed->records[rank]);
            if (visited[rank] > 1 || (is_reached && !visited[rank]))
                fail_msg("squad %d visits record %u %d times", i, rank, visited[rank]);
        }
    }
    free(visited);
    free(e);
    lab_close(&l);
    return visits / SQUADS / AGENTS;
}

static void everybody_within_reach_is_visited_once(void **state) {
    (void)state;
    const dv_edge edges[] = {DV_EDGE_OPEN, DV_EDGE_WRAP};
    const float sides[] = {15, 40, 120, 700}, middles[] = {0, 20000}, radii[] = {0, 2, 9, 31};
    const uint32_t widths[] = {128, 256, 512};
    uint32_t turn = 0;
    for (int volume = 0; volume < 2; volume++)
        for (int edge = 0; edge < 2; edge++)
            for (int side = 0; side < 4; side++)
                for (int middle = 0; middle < 2; middle++)
                    for (int radius = 0; radius < 4; radius++, turn++)
                        assert_all_are_visited(&(scene){.space = volume ? DV_VOLUME : DV_PLANE,
                                                        .edge = edges[edge],
                                                        .side = sides[side],
                                                        .middle = middles[middle],
                                                        .radius = radii[radius],
                                                        .vector_bits = widths[turn % 3]});
}

// Cells are in blocks, which exist only where agents are.
static void everybody_in_towns_is_visited_once(void **state) {
    (void)state;
    const dv_edge edges[] = {DV_EDGE_OPEN, DV_EDGE_WRAP};
    const float sides[] = {9000, 60000}, middles[] = {0, 20000}, radii[] = {0, 9, 100};
    const uint32_t towns[] = {2, MOST_TOWNS};
    uint32_t turn = 0;
    for (int volume = 0; volume < 2; volume++)
        for (int edge = 0; edge < 2; edge++)
            for (int side = 0; side < 2; side++)
                for (int middle = 0; middle < 2; middle++)
                    for (int radius = 0; radius < 3; radius++, turn++)
                        assert_all_are_visited(&(scene){.space = volume ? DV_VOLUME : DV_PLANE,
                                                        .edge = edges[edge],
                                                        .side = sides[side],
                                                        .middle = middles[middle],
                                                        .radius = radii[radius],
                                                        .vector_bits = 128 << turn % 3,
                                                        .towns = towns[turn % 2]});
}

// Around a narrow world, some squads reach every row, and others all but a few.
static void everybody_along_a_narrow_world_is_visited_once(void **state) {
    (void)state;
    const float radii[] = {2, 9, 20, 31};
    for (int radius = 0; radius < 4; radius++)
        for (int volume = 0; volume < 2; volume++)
            assert_all_are_visited(&(scene){.space = volume ? DV_VOLUME : DV_PLANE,
                                            .edge = DV_EDGE_WRAP,
                                            .side = 400000,
                                            .radius = radii[radius],
                                            .towns = 5,
                                            .width = 60});
}

// A squad that stands in one row of cells looks into the rows around. What it visits of the world's
// volume is less than the box of three rows by three and its own length with the radius at each
// end.
static void far_rows_are_visited_in_part(void **state) {
    (void)state;
    scene s = {.space = DV_VOLUME, .edge = DV_EDGE_WRAP, .side = 72, .radius = 9};
    lab l = open_scene(&s);
    const dv_grid *grid = &l.world->sensed.grid;
    dv_evaluation *e = calloc(1, sizeof *e);
    uint8_t *visited = calloc(AGENTS, 1);
    assert_non_null(e);
    assert_non_null(visited);
    dv_evaluation_begin(e, l.world, SHEEP, dv_composition_of(l.world, 0));
    const dv_kind_set kinds = dv_one_kind(0);
    uint32_t in_box = 0, visits = 0;
    for (uint32_t first = 0; first + DV_LANES <= AGENTS; first += DV_LANES) {
        uint32_t ranks[DV_LANES];
        for (uint32_t lane = 0; lane < DV_LANES; lane++)
            ranks[lane] = first + lane;
        dv_evaluation_gather(e, ranks, DV_LANES);
        dv_runs runs;
        dv_vec3 low = dv_in_lane(&e->squad->position, 0), high = low;
        for (uint32_t lane = 1; lane < DV_LANES; lane++) {
            dv_vec3 p = dv_in_lane(&e->squad->position, lane);
            low = dv_vec(fminf(low.x, p.x), fminf(low.y, p.y), fminf(low.z, p.z));
            high = dv_vec(fmaxf(high.x, p.x), fmaxf(high.y, p.y), fmaxf(high.z, p.z));
        }
        dv_runs_begin(&runs, l.world, DV_CROWD_ALL, &kinds, low, high, s.radius);
        if (runs.rows.count * runs.layers.count > 9)
            continue;
        visits += count_visits(e, s.radius, visited);
        while (dv_next_run(&runs))
            in_box += runs.run.end - runs.run.first;
    }
    assert_int_equal(grid->rows, 8);
    assert_true(visits < in_box - in_box / 20);
    free(visited);
    free(e);
    lab_close(&l);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everybody_within_reach_is_visited_once),
        cmocka_unit_test(everybody_in_towns_is_visited_once),
        cmocka_unit_test(everybody_along_a_narrow_world_is_visited_once),
        cmocka_unit_test(far_rows_are_visited_in_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
