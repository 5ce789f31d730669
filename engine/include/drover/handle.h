// Handles refer to agents, groups, obstacles, paths, flows, regions, surfaces, and fields. They are
// values that compare by their bits. Every use is checked: a handle to something removed is stale,
// but never unsafe.
#ifndef DROVER_HANDLE_H
#define DROVER_HANDLE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef enum dv_handle_type {
    DV_HANDLE_NULL = 0,
    DV_HANDLE_AGENT = 1,
    DV_HANDLE_GROUP = 2,
    DV_HANDLE_OBSTACLE = 3,
    DV_HANDLE_PATH = 4,
    DV_HANDLE_FLOW = 5,
    DV_HANDLE_REGION = 6,
    DV_HANDLE_SURFACE = 7,
    DV_HANDLE_FIELD = 8
} dv_handle_type;

/// Bits 0–21 hold the index, 22–45 the generation, 46–57 the world, and 58–61 the type. Zero is
/// null.
typedef struct dv_handle {
    uint64_t bits;
} dv_handle;

typedef struct dv_agent {
    uint64_t bits;
} dv_agent;

typedef struct dv_group {
    uint64_t bits;
} dv_group;

typedef struct dv_obstacle {
    uint64_t bits;
} dv_obstacle;

typedef struct dv_surface {
    uint64_t bits;
} dv_surface;

typedef struct dv_path {
    uint64_t bits;
} dv_path;

typedef struct dv_flow {
    uint64_t bits;
} dv_flow;

typedef struct dv_region {
    uint64_t bits;
} dv_region;

typedef struct dv_field {
    uint64_t bits;
} dv_field;

#define DV_HANDLE_INDEX_BITS 22
#define DV_HANDLE_GENERATION_BITS 24
#define DV_HANDLE_WORLD_BITS 12

/// No handle has this generation. An index that reaches it is retired, so that stale handles stay
/// stale instead of matching again after the generation wraps around.
#define DV_LAST_GENERATION ((1u << DV_HANDLE_GENERATION_BITS) - 1)

/// Pack a handle's parts, each of which must fit its bits.
static inline uint64_t dv_handle_make(dv_handle_type type, uint32_t world, uint32_t generation,
                                      uint32_t index) {
    return (uint64_t)index | (uint64_t)generation << 22 | (uint64_t)world << 46 |
           (uint64_t)type << 58;
}

/// The parts of a handle.
static inline uint32_t dv_handle_index(uint64_t bits) { return (uint32_t)(bits & 0x3fffffu); }

static inline uint32_t dv_handle_generation(uint64_t bits) {
    return (uint32_t)(bits >> 22 & 0xffffffu);
}

static inline uint32_t dv_handle_world(uint64_t bits) { return (uint32_t)(bits >> 46 & 0xfffu); }

static inline dv_handle_type dv_handle_type_of(uint64_t bits) {
    return (dv_handle_type)(bits >> 58 & 0xfu);
}

/// The same handle in the world with another ID, or in none (0). A null handle stays null. A world
/// that was loaded, and one opened beside another, has an ID of its own.
static inline uint64_t dv_handle_in_world(uint64_t bits, uint32_t world) {
    return bits ? dv_handle_make(dv_handle_type_of(bits), world, dv_handle_generation(bits),
                                 dv_handle_index(bits))
                : 0;
}

/// The ID shown to users, as in `wolf#12`: the agent's index plus 1.
static inline uint32_t dv_agent_id(dv_agent agent) { return dv_handle_index(agent.bits) + 1; }

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
