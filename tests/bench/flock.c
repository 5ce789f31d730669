// Measures the flock: Reynolds' boids with three radii and three view cones, about 20 neighbors at
// any size, declared in Lua, the whole tick. Prints nanoseconds per agent and tick.
//
//     flock [--ticks N] [--threads N] [--vector-bits N] [AGENTS…]
#include "scenario.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define RUNS 5
#define WARM_UP 20
// Agents to a square metre, for 20 neighbors within the largest radius of 9 m.
#define DENSITY (21.0 / (3.14159265358979 * 81))

static const char script[] =
    "local drover = require \"drover\"\n"
    "local boid = drover.kind(\"boid\", {\n"
    "  body = { mass = 1, radius = 0.5, max_speed = 9, max_force = 27, response = 0.25 },\n"
    "  steer = drover.steer.flocking {\n"
    "    kind = \"boid\",\n"
    "    separation = { weight = 12, radius = 5, angle = 2 * math.acos(-0.707) },\n"
    "    alignment = { weight = 8, radius = 7.5, angle = 2 * math.acos(0.7) },\n"
    "    cohesion = { weight = 8, radius = 9, angle = 2 * math.acos(-0.15) },\n"
    "  },\n"
    "})\n"
    "return drover.scenario {\n"
    "  kinds = { boid },\n"
    "  bounds = { min = { 0, 0 }, max = { %.9g, %.9g }, edge = \"wrap\" },\n"
    "  setup = function(world) world:scatter(\"boid\", %u, { speed = 9 }) end,\n"
    "}\n";

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static uint32_t vector_bits;

static dv_scenario *open_flock(uint32_t agents, int threads) {
    char path[] = "/tmp/drover-bench-XXXXXX.lua";
    int file = mkstemps(path, 4);
    FILE *out = file < 0 ? NULL : fdopen(file, "w");
    if (!out) {
        perror(path);
        exit(1);
    }
    double side = sqrt(agents / DENSITY);
    fprintf(out, script, side, side, agents);
    fclose(out);
    dv_scenario_options options = dv_scenario_options_default();
    options.threads = threads;
    options.vector_bits = vector_bits;
    dv_error error;
    dv_scenario *scenario = dv_scenario_open(path, &options, &error);
    unlink(path);
    if (!scenario) {
        fprintf(stderr, "%s\n", error.message);
        exit(1);
    }
    return scenario;
}

static void step(dv_scenario *scenario, uint32_t ticks) {
    dv_error error;
    for (uint32_t i = 0; i < ticks; i++)
        if (dv_scenario_step(scenario, &error) != DV_OK) {
            fprintf(stderr, "%s\n", error.message);
            exit(1);
        }
}

static double mean_neighbors(dv_world *world) {
    uint32_t limit = dv_world_agent_limit(world), asked = 0;
    uint64_t found = 0;
    for (uint32_t i = 0; i < limit; i += 1 + limit / 1000, asked++) {
        dv_agent agent = dv_world_agent_at(world, i);
        found += dv_world_neighbors(world, dv_agent_position(world, agent), 9, DV_ANY_KIND, agent,
                                    NULL, 0);
    }
    return (double)found / asked;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void measure(uint32_t agents, int threads, uint32_t ticks) {
    size_t before = dv_allocated_bytes();
    dv_scenario *scenario = open_flock(agents, threads);
    double ns[RUNS];
    step(scenario, WARM_UP);
    for (int run = 0; run < RUNS; run++) {
        double start = now();
        step(scenario, ticks);
        ns[run] = (now() - start) * 1e9 / ticks / agents;
    }
    qsort(ns, RUNS, sizeof *ns, compare);
    printf("%10u %8d %10.1f %10.1f %10.1f %10.1f %8.0f\n", agents, threads,
           mean_neighbors(dv_scenario_world(scenario)), ns[RUNS / 2], ns[0], ns[RUNS - 1],
           (double)(dv_allocated_bytes() - before) / agents);
    fflush(stdout);
    dv_scenario_close(scenario);
}

int main(int count, char **words) {
    static const uint32_t usual[] = {1000, 10000, 100000};
    uint32_t ticks = 30, sizes[16], size_count = 0;
    int threads = 1;
    for (int i = 1; i < count; i++) {
        if (strcmp(words[i], "--ticks") == 0 && i + 1 < count)
            ticks = (uint32_t)strtoul(words[++i], NULL, 10);
        else if (strcmp(words[i], "--threads") == 0 && i + 1 < count)
            threads = atoi(words[++i]);
        else if (strcmp(words[i], "--vector-bits") == 0 && i + 1 < count)
            vector_bits = (uint32_t)strtoul(words[++i], NULL, 10);
        else if (size_count < 16)
            sizes[size_count++] = (uint32_t)strtoul(words[i], NULL, 10);
    }
    if (size_count == 0)
        for (size_count = 0; size_count < 3; size_count++)
            sizes[size_count] = usual[size_count];
    printf("%10s %8s %10s %10s %10s %10s %8s\n", "agents", "threads", "neighbors", "ns/agent",
           "least", "most", "bytes");
    for (uint32_t i = 0; i < size_count; i++) {
        if (sizes[i] == 0 || ticks == 0) {
            fprintf(stderr,
                    "usage: flock [--ticks N] [--threads N] [--vector-bits N] [AGENTS...]\n");
            return 2;
        }
        measure(sizes[i], threads, ticks);
    }
    return 0;
}
