// Bodies whose positions the host controls, such as a game's own characters among Drover's agents.
// Their kind has `locomotion = "fixed"`, which Drover never moves. Before each step, the program
// sets their positions, headings, and velocities. Others see, chase, and avoid them like any agent.
//
// Here a hare runs along a circle that this program computes, and one of Drover's foxes pursues it.
#include <drover/drover.h>

#include <math.h>
#include <stdio.h>

enum { HARE, FOX };
enum { SLOT_PREY };

static dv_program *make_program(dv_error *error) {
    static const dv_slot_def slots[] = {{"prey", DV_SLOT_AGENT}};
    dv_kind_def hare = dv_kind_def_default(), fox = dv_kind_def_default();
    dv_argument prey = {"target", dv_value_name("prey")};
    hare.name = "hare";
    hare.locomotion = "fixed";
    fox.name = "fox";
    fox.slots = slots;
    fox.slot_count = 1;
    fox.steer = dv_behavior_create("pursuit", &prey, 1, NULL, 0, error);
    dv_program *program = dv_program_create();
    dv_program_add_kind(program, &hare, error);
    dv_program_add_kind(program, &fox, error);
    dv_program_finish(program, error);
    dv_steering_release(fox.steer);
    return program;
}

/// Where the program's own physics, animation or network has the hare at a time (s).
static void place_hare(dv_world *world, dv_agent hare, double time) {
    double angle = 0.2 * time, radius = 20;
    dv_vec3 place = {(float)(radius * cos(angle)), (float)(radius * sin(angle)), 0};
    dv_vec3 velocity = {(float)(-4 * sin(angle)), (float)(4 * cos(angle)), 0};
    dv_agent_set_position(world, hare, place, NULL);
    dv_agent_set_velocity(world, hare, velocity, NULL); // for this tick; it also turns the hare
}

static float distance_between(const dv_world *world, dv_agent a, dv_agent b) {
    dv_vec3 offset =
        dv_world_offset(world, dv_agent_position(world, a), dv_agent_position(world, b));
    return hypotf(offset.x, offset.y);
}

int main(void) {
    dv_error error = {{0}};
    dv_program *program = make_program(&error);
    dv_world_def def = dv_world_def_default();
    dv_world *world = dv_world_create(&def, program, &error);
    dv_agent_def birth = dv_agent_def_default(HARE);
    dv_agent hare, fox;
    dv_agent_spawn(world, &birth, &hare, &error);
    birth.kind = FOX;
    dv_agent_spawn(world, &birth, &fox, &error);
    dv_slot_value prey = {.is_set = true, .as = {.handle = hare.bits}};
    dv_agent_set_slot(world, fox, SLOT_PREY, prey, &error);
    float before = INFINITY, moved = 0;
    for (int tick = 0; tick < 600; tick++) {
        place_hare(world, hare, dv_world_time(world));
        dv_vec3 given = dv_agent_position(world, hare);
        if (dv_world_step(world, &error) != DV_OK)
            break;
        dv_vec3 place = dv_agent_position(world, hare);
        moved += hypotf(place.x - given.x, place.y - given.y);
        before = distance_between(world, hare, fox);
    }
    // Drover moved the hare nowhere, and the fox has caught up with it.
    printf("moved %.1f m, fox within 1 m: %s\n", (double)moved, before < 1 ? "yes" : "no");
    dv_world_destroy(world);
    dv_program_release(program);
    return moved == 0 && before < 1 ? 0 : 1;
}
