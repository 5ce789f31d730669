// Runs a sample over five seeds, or two in the short form, and checks that no two bodies of some
// kinds ever overlap by more than 2 % of the sum of their radii. Prints the deepest overlap of each
// seed.
//
// Usage: overlaps SAMPLE KIND... The exit status is 1 if two overlap, or if bodies of a kind are
// not solid for agents.
#include "../whole.h"
#include "drover/scenario.h"
#include "world/world_data.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEEDS 5
#define FEW_SEEDS 2
#define TICKS 3600
#define BETWEEN_LOOKS 5 ///< ticks
#define ALLOWED 0.02f   ///< of the sum of radii
#define MOST 1024       ///< bodies of a sample

typedef struct bodies {
    uint32_t count;
    dv_agent agents[MOST];
    dv_vec3 places[MOST]; ///< m
    double radii[MOST];   ///< m
} bodies;

/// The deepest overlap of a run, and where it was.
typedef struct deepest {
    float share; ///< of the sum of radii
    uint64_t tick;
    dv_agent one, other;
} deepest;

static void stop_with(const char *what, const char *why) {
    fprintf(stderr, "overlaps: %s: %s\n", what, why);
    exit(1);
}

static dv_kind_set kinds_named(const dv_world *world, char **names, int count) {
    dv_kind_set kinds = dv_no_kinds();
    for (int i = 0; i < count; i++) {
        int32_t kind = dv_program_kind(dv_world_program(world), names[i]);
        if (kind < 0)
            stop_with(names[i], "no such kind");
        dv_add_kind(&kinds, (uint32_t)kind);
    }
    return kinds;
}

static void read_bodies(const dv_world *world, dv_kind_set kinds, bodies *b) {
    b->count = dv_world_read(world, DV_COLUMN_AGENT, kinds, b->agents, MOST);
    if (b->count > MOST)
        stop_with("bodies", "too many for this test");
    dv_world_read(world, DV_COLUMN_POSITION, kinds, b->places, MOST);
    dv_world_read(world, DV_COLUMN_RADIUS, kinds, b->radii, MOST);
}

/// A body that is not solid for agents could overlap with none for want of a meeting.
static void check_solid(const dv_world *world, const bodies *b) {
    for (uint32_t i = 0; i < b->count; i++)
        if (dv_agent_property(world, b->agents[i], DV_SOLID) != DV_SOLID_FOR_AGENTS)
            stop_with(
                dv_program_kind_name(dv_world_program(world), dv_agent_kind(world, b->agents[i])),
                "not solid for agents");
}

static void look(const dv_world *world, const bodies *b, deepest *d) {
    dv_vec3 span = dv_subtract(world->bounds.max, world->bounds.min);
    for (uint32_t i = 0; i < b->count; i++)
        for (uint32_t k = 0; k < i; k++) {
            dv_vec3 offset = dv_subtract(b->places[i], b->places[k]);
            if (world->bounds.edge == DV_EDGE_WRAP)
                offset = dv_offset_without_spans(offset, span, world->space == DV_VOLUME);
            float share = 1 - dv_length(offset) / (float)(b->radii[i] + b->radii[k]);
            if (share > d->share)
                *d = (deepest){share, dv_world_tick(world), b->agents[i], b->agents[k]};
        }
}

static deepest watch_seed(const char *sample, char **names, int count, uint64_t seed) {
    dv_error error = {""};
    dv_scenario_options options = dv_scenario_options_default();
    options.seed = &seed;
    dv_scenario *scenario = dv_scenario_open(sample, &options, &error);
    if (!scenario)
        stop_with(sample, error.message);
    dv_world *world = dv_scenario_world(scenario);
    dv_kind_set kinds = kinds_named(world, names, count);
    static bodies b;
    deepest d = {.share = -1};
    for (int tick = 0; tick < TICKS; tick++) {
        if (dv_scenario_step(scenario, &error) != DV_OK)
            stop_with(sample, error.message);
        if (tick % BETWEEN_LOOKS > 0)
            continue;
        read_bodies(world, kinds, &b);
        check_solid(world, &b);
        look(world, &b, &d);
    }
    dv_scenario_close(scenario);
    return d;
}

int main(int argument_count, char **arguments) {
    if (argument_count < 3)
        stop_with("usage", "overlaps SAMPLE KIND...");
    int failed = 0;
    for (int seed = 1; seed <= few_or_all(FEW_SEEDS, SEEDS); seed++) {
        deepest d = watch_seed(arguments[1], arguments + 2, argument_count - 2, (uint64_t)seed);
        if (d.share > ALLOWED)
            failed++;
        printf("seed %d: %.2f %% at tick %" PRIu64 ", agents %" PRIu32 " and %" PRIu32 "\n", seed,
               100 * (double)d.share, d.tick, dv_agent_id(d.one), dv_agent_id(d.other));
    }
    return failed > 0;
}
