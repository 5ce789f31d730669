// Runs a flock in which one bit of one agent is flipped: comparisons of runs must find it. Usage:
// planted TICKS [TICK]. The bit is flipped after TICK. Prints hashes like drover run.
#include "drover/drover.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AGENTS 200

static dv_error error;

static void must(dv_result result) {
    if (result == DV_OK)
        return;
    fprintf(stderr, "planted: %s\n", error.message);
    exit(1);
}

static dv_program *make_program(void) {
    dv_program *program = dv_program_create();
    dv_kind_def sheep = dv_kind_def_default();
    sheep.name = "sheep";
    sheep.steer = dv_behavior_create("flocking", NULL, 0, NULL, 0, &error);
    if (!sheep.steer)
        must(DV_ERROR_ARGUMENT);
    must(dv_program_add_kind(program, &sheep, &error));
    dv_steering_release(sheep.steer);
    must(dv_program_finish(program, &error));
    return program;
}

static void flip_lowest_bit(dv_world *world, dv_agent agent) {
    uint32_t bits;
    dv_vec3 position = dv_agent_position(world, agent);
    memcpy(&bits, &position.x, sizeof bits);
    bits ^= 1;
    memcpy(&position.x, &bits, sizeof bits);
    must(dv_agent_set_position(world, agent, position, &error));
}

int main(int count, char **arguments) {
    uint64_t ticks = count > 1 ? strtoull(arguments[1], NULL, 10) : 0;
    uint64_t planted = count > 2 ? strtoull(arguments[2], NULL, 10) : UINT64_MAX;
    dv_world_def def = dv_world_def_default();
    dv_program *program = make_program();
    dv_world *world = dv_world_create(&def, program, &error);
    dv_agent agent = {0};
    if (!world)
        must(DV_ERROR_ARGUMENT);
    for (int i = 0; i < AGENTS; i++) {
        dv_agent_def sheep = dv_agent_def_default(0);
        sheep.position = (dv_vec3){(float)(i % 20) * 1.7f, (float)i / 20 * 1.3f, 0};
        sheep.heading = (float)i;
        sheep.speed = 1;
        must(dv_agent_spawn(world, &sheep, &agent, &error));
    }
    while (dv_world_tick(world) < ticks) {
        if (dv_world_tick(world) == planted)
            flip_lowest_bit(world, agent);
        uint64_t hash;
        must(dv_world_step(world, &error));
        must(dv_world_hash(world, &hash, &error));
        printf("hash %016" PRIx64 " tick %" PRIu64 " agents %" PRIu32 "\n", hash,
               dv_world_tick(world), dv_world_agent_count(world));
    }
    dv_world_destroy(world);
    dv_program_release(program);
    return 0;
}
