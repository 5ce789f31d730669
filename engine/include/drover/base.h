// Basic types that all public headers use: results, error messages, vectors, and the allocator.
#ifndef DROVER_BASE_H
#define DROVER_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

#define DV_VERSION_MAJOR 0
#define DV_VERSION_MINOR 1
#define DV_VERSION_PATCH 0
#define DV_VERSION "0.1.0"

/// The version of the running library, in the format of DV_VERSION: "0.1.0". It may differ from the
/// version of the headers that a program was compiled with.
const char *dv_version(void);

#define DV_MAX_AGENTS (1u << 22)
#define DV_MAX_THREADS 64

/// The result of a function that can fail.
typedef enum dv_result {
    DV_OK = 0,
    DV_ERROR_MEMORY,   ///< an allocation failed; nothing was changed
    DV_ERROR_ARGUMENT, ///< an argument is of the wrong type or out of range
    DV_ERROR_NAME,     ///< a name is unknown or already taken
    DV_ERROR_STALE,    ///< a handle names something that no longer exists
    DV_ERROR_LIMIT,    ///< a fixed limit, such as DV_MAX_AGENTS, is reached
    DV_ERROR_FORMAT,   ///< a file or stream is damaged or of another version
    DV_ERROR_IO,       ///< the operating system could not read or write
    DV_ERROR_SCRIPT,   ///< the host's script failed
    DV_ERROR_STOPPED   ///< the host stopped a tick midway; the world must return to a snapshot
} dv_result;

#define DV_ERROR_CAPACITY 1024

/// An error message: one line without a newline, truncated to fit. Functions with an `error`
/// argument accept NULL, and write to it only when they fail.
typedef struct dv_error {
    char message[DV_ERROR_CAPACITY];
} dv_error;

/// A point or offset (m), velocity (m/s), or force (N) along x, y, and z, where z points up.
typedef struct dv_vec3 {
    float x, y, z;
} dv_vec3;

/// A place as scripts, files, and maps give it (m). Inside a world, places are dv_vec3, which count
/// from the world's origin: dv_world_locate and dv_world_place convert.
typedef struct dv_place {
    double x, y, z;
} dv_place;

/// The source of all of Drover's memory. `reallocate(context, pointer, old_size, new_size)` works
/// like realloc, and frees the block if new_size is 0. Blocks are aligned for any type. If it fails
/// to shrink a block, later calls may still pass the smaller size as the old size.
typedef struct dv_allocator {
    void *(*reallocate)(void *context, void *pointer, size_t old_size, size_t new_size);
    void *context;
} dv_allocator;

/// Replace the allocator. Fails with DV_ERROR_ARGUMENT if any memory is allocated.
dv_result dv_set_allocator(dv_allocator allocator);

/// The number of bytes that Drover currently has allocated.
size_t dv_allocated_bytes(void);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
