// Clear places for agents: a hash table of cells as wide as two bodies, each with a list of the
// agents in it.
//
// Invariant: `heads` and `next` are indices + 1 of entries; 0 ends a list. There are at least as
// many heads as entries, so lists stay short however many agents there are.
#include "base/alloc.h"
#include "base/result.h"
#include "world/obstacles.h"
#include "world/world_data.h"

#include <math.h>

#define PLACE_TRIES 1000
#define FEWEST_HEAD_BITS 10

typedef struct entry {
    uint32_t agent, hash, next;
} entry;

struct dv_places {
    dv_world *world;
    dv_region within; ///< null: the bounds
    float radius, cell;
    uint32_t *heads;
    uint32_t head_bits;
    entry *entries;
    uint32_t count, capacity;
};

static uint32_t hash_of(int32_t x, int32_t y, int32_t z) {
    uint32_t hash =
        (uint32_t)x * 0x9e3779b1u ^ (uint32_t)y * 0x85ebca77u ^ (uint32_t)z * 0xc2b2ae3du;
    return (hash ^ hash >> 15) * 0x2c1b3c6du;
}

static uint32_t *head_of(const dv_places *places, uint32_t hash) {
    return &places->heads[hash >> (32 - places->head_bits)];
}

static int32_t cell_of(const dv_places *places, float coordinate) {
    return (int32_t)dv_clamp(floorf(coordinate / places->cell), -1e9f, 1e9f);
}

static void put_in_list(dv_places *places, uint32_t place) {
    uint32_t *head = head_of(places, places->entries[place].hash);
    places->entries[place].next = *head;
    *head = place + 1;
}

static bool set_head_bits(dv_places *places, uint32_t bits) {
    uint32_t *heads = dv_alloc(sizeof *heads << bits);
    if (!heads)
        return false;
    dv_free(places->heads);
    places->heads = heads;
    places->head_bits = bits;
    for (uint32_t i = 0; i < places->count; i++)
        put_in_list(places, i);
    return true;
}

static bool add_place(dv_places *places, uint32_t agent) {
    if (!dv_reserve((void **)&places->entries, &places->capacity, places->count + 1,
                    sizeof *places->entries) ||
        (places->count >> places->head_bits && !set_head_bits(places, places->head_bits + 2)))
        return false;
    dv_vec3 p = dv_position_of(places->world, agent);
    uint32_t hash = hash_of(cell_of(places, p.x), cell_of(places, p.y), cell_of(places, p.z));
    places->entries[places->count] = (entry){.agent = agent, .hash = hash};
    put_in_list(places, places->count++);
    return true;
}

dv_places *dv_places_begin(dv_world *world, double radius, dv_error *error) {
    dv_places *places = dv_alloc(sizeof *places);
    if (!places || !set_head_bits(places, FEWEST_HEAD_BITS) ||
        !dv_obstacles_index(&world->obstacles)) {
        dv_places_end(places);
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
        if ((world->agents.flags[i] & DV_AGENT_ALIVE) && !add_place(places, i)) {
            dv_places_end(places);
            dv_fail(error, DV_ERROR_MEMORY, "out of memory");
            return NULL;
        }
    return places;
}

static bool clear_in_cell(const dv_places *places, uint32_t hash, dv_vec3 point) {
    const dv_world *world = places->world;
    for (uint32_t next = *head_of(places, hash); next; next = places->entries[next - 1].next) {
        uint32_t agent = places->entries[next - 1].agent;
        if (!(world->agents.flags[agent] & DV_AGENT_ALIVE))
            continue;
        dv_vec3 offset = dv_offset_between(world, point, dv_position_of(world, agent));
        float apart = places->radius + dv_property_of(world, agent, DV_RADIUS);
        if (dv_length_squared(offset) < apart * apart)
            return false;
    }
    return true;
}

static bool is_clear_around(const dv_places *places, dv_vec3 image, dv_vec3 point) {
    int32_t x = cell_of(places, image.x), y = cell_of(places, image.y);
    int32_t z = cell_of(places, image.z);
    int32_t layers = places->world->space == DV_VOLUME ? 1 : 0;
    for (int32_t k = z - layers; k <= z + layers; k++)
        for (int32_t j = y - 1; j <= y + 1; j++)
            for (int32_t i = x - 1; i <= x + 1; i++)
                if (!clear_in_cell(places, hash_of(i, j, k), point))
                    return false;
    return true;
}

/// The least and the most spans by which an image of a coordinate may be moved, so that it is still
/// within a cell of the bounds.
static void image_range(const dv_places *places, float place, float low, float high, int *first,
                        int *last) {
    bool wraps = places->world->bounds.edge == DV_EDGE_WRAP;
    *first = wraps && place > high - places->cell ? -1 : 0;
    *last = wraps && place < low + places->cell ? 1 : 0;
}

static bool is_clear(const dv_places *places, dv_vec3 point) {
    dv_surface_point surface;
    const dv_world *world = places->world;
    const dv_vec3 low = world->bounds.min, high = world->bounds.max;
    const dv_vec3 span = dv_subtract(high, low);
    int first[3], last[3];
    if (dv_obstacles_nearest(&world->obstacles, world->space, point, places->radius, &surface))
        return false;
    image_range(places, point.x, low.x, high.x, &first[0], &last[0]);
    image_range(places, point.y, low.y, high.y, &first[1], &last[1]);
    image_range(places, point.z, low.z, high.z, &first[2], &last[2]);
    if (world->space == DV_PLANE)
        first[2] = last[2] = 0;
    for (int k = first[2]; k <= last[2]; k++)
        for (int j = first[1]; j <= last[1]; j++)
            for (int i = first[0]; i <= last[0]; i++) {
                dv_vec3 by = {(float)i * span.x, (float)j * span.y, (float)k * span.z};
                if (!is_clear_around(places, dv_add(point, by), point))
                    return false;
            }
    return true;
}

void dv_places_within(dv_places *places, dv_region region) { places->within = region; }

dv_result dv_places_find(dv_places *places, dv_vec3 *point, dv_error *error) {
    bool is_region = places->within.bits != 0;
    for (int try = 0; try < PLACE_TRIES; try++) {
        dv_result result = is_region
                               ? dv_region_random_point(places->world, places->within, point, error)
                               : dv_world_random_point(places->world, point, error);
        if (result != DV_OK)
            return result;
        if (is_clear(places, *point))
            return DV_OK;
    }
    return dv_fail(error, DV_ERROR_LIMIT,
                   "no place for a radius of %g m was found in %d tries: the %s is full",
                   (double)places->radius, PLACE_TRIES, is_region ? "region" : "world");
}

dv_result dv_places_add(dv_places *places, dv_agent agent, dv_error *error) {
    uint32_t index;
    if (!dv_agent_index(places->world, agent.bits, &index))
        return DV_OK;
    return add_place(places, index) ? DV_OK : dv_fail(error, DV_ERROR_MEMORY, "out of memory");
}

void dv_places_end(dv_places *places) {
    if (!places)
        return;
    dv_free(places->heads);
    dv_free(places->entries);
    dv_free(places);
}
