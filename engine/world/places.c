// Clear places for agents: a hash of cells as wide as two bodies, each a list of the agents in it.
//
// Invariant: `heads[hash]` and `next[i]` hold place + 1 of an entry in `agents`; 0 ends a list.
#include "base/alloc.h"
#include "base/result.h"
#include "world/world_data.h"

#include <math.h>

#define PLACE_TRIES 1000
#define HEAD_BITS 16

struct dv_places {
    dv_world *world;
    float radius, cell;
    uint32_t heads[1u << HEAD_BITS];
    uint32_t *agents, *next;
    uint32_t count, agent_capacity, next_capacity;
};

static uint32_t hash_of(int32_t x, int32_t y, int32_t z) {
    uint32_t hash =
        (uint32_t)x * 0x9e3779b1u ^ (uint32_t)y * 0x85ebca77u ^ (uint32_t)z * 0xc2b2ae3du;
    return (hash ^ hash >> 15) * 0x2c1b3c6du >> (32 - HEAD_BITS);
}

static int32_t cell_of(const dv_places *places, float coordinate) {
    return (int32_t)dv_clamp(floorf(coordinate / places->cell), -1e9f, 1e9f);
}

static bool add(dv_places *places, uint32_t agent) {
    if (!dv_reserve((void **)&places->agents, &places->agent_capacity, places->count + 1,
                    sizeof *places->agents) ||
        !dv_reserve((void **)&places->next, &places->next_capacity, places->count + 1,
                    sizeof *places->next))
        return false;
    dv_vec3 p = dv_position_of(places->world, agent);
    uint32_t *head =
        &places->heads[hash_of(cell_of(places, p.x), cell_of(places, p.y), cell_of(places, p.z))];
    places->agents[places->count] = agent;
    places->next[places->count++] = *head;
    *head = places->count;
    return true;
}

dv_places *dv_places_begin(dv_world *world, double radius, dv_error *error) {
    dv_places *places = dv_alloc(sizeof *places);
    if (!places || !dv_obstacles_index(&world->obstacles)) {
        dv_free(places);
        dv_fail(error, DV_ERROR_MEMORY, "out of memory");
        return NULL;
    }
    places->world = world;
    places->radius = (float)radius;
    float largest = (float)radius;
    for (uint32_t i = 0; i < world->agents.limit; i++)
        if (world->agents.flags[i] & DV_AGENT_ALIVE)
            largest = (float)dv_greater(largest, dv_property_of(world, i, DV_RADIUS));
    places->cell = (float)dv_greater(places->radius + largest, 1e-3f);
    for (uint32_t i = 0; i < world->agents.limit; i++)
        if ((world->agents.flags[i] & DV_AGENT_ALIVE) && !add(places, i)) {
            dv_places_end(places);
            dv_fail(error, DV_ERROR_MEMORY, "out of memory");
            return NULL;
        }
    return places;
}

static bool clear_in_cell(const dv_places *places, uint32_t head, dv_vec3 point) {
    const dv_world *world = places->world;
    for (uint32_t entry = places->heads[head]; entry; entry = places->next[entry - 1]) {
        uint32_t agent = places->agents[entry - 1];
        if (!(world->agents.flags[agent] & DV_AGENT_ALIVE))
            continue;
        dv_vec3 offset = dv_offset_between(world, point, dv_position_of(world, agent));
        float apart = places->radius + dv_property_of(world, agent, DV_RADIUS);
        if (dv_length_squared(offset) < apart * apart)
            return false;
    }
    return true;
}

static bool is_clear(const dv_places *places, dv_vec3 point) {
    dv_surface_point surface;
    const dv_world *world = places->world;
    if (dv_obstacles_nearest(&world->obstacles, world->space, point, places->radius, &surface))
        return false;
    int32_t x = cell_of(places, point.x), y = cell_of(places, point.y);
    int32_t z = cell_of(places, point.z);
    int32_t layers = world->space == DV_VOLUME ? 1 : 0;
    for (int32_t k = z - layers; k <= z + layers; k++)
        for (int32_t j = y - 1; j <= y + 1; j++)
            for (int32_t i = x - 1; i <= x + 1; i++)
                if (!clear_in_cell(places, hash_of(i, j, k), point))
                    return false;
    return true;
}

dv_result dv_places_find(dv_places *places, dv_vec3 *point, dv_error *error) {
    for (int try = 0; try < PLACE_TRIES; try++) {
        dv_result result = dv_world_random_point(places->world, point, error);
        if (result != DV_OK)
            return result;
        if (is_clear(places, *point))
            return DV_OK;
    }
    return dv_fail(error, DV_ERROR_LIMIT,
                   "no place for a radius of %g m was found in %d tries: the world is full",
                   (double)places->radius, PLACE_TRIES);
}

dv_result dv_places_add(dv_places *places, dv_agent agent, dv_error *error) {
    uint32_t index;
    if (!dv_agent_index(places->world, agent.bits, &index))
        return DV_OK;
    return add(places, index) ? DV_OK : dv_fail(error, DV_ERROR_MEMORY, "out of memory");
}

void dv_places_end(dv_places *places) {
    if (!places)
        return;
    dv_free(places->agents);
    dv_free(places->next);
    dv_free(places);
}
