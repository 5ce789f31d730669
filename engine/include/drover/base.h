// What every part of the public interface uses: results, error messages, vectors, the allocator.
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

/// The version of the library that runs, as of DV_VERSION: "0.1.0". It may differ from the one that
/// a program was compiled with.
const char *dv_version(void);

#define DV_MAX_AGENTS (1u << 22)
#define DV_MAX_THREADS 64

/// What a function that can fail returns.
typedef enum dv_result {
    DV_OK = 0,
    DV_ERROR_MEMORY,   ///< an allocation failed; nothing was changed
    DV_ERROR_ARGUMENT, ///< an argument is of the wrong type or out of range
    DV_ERROR_NAME,     ///< a name is unknown or already taken
    DV_ERROR_STALE,    ///< a handle names something that no longer exists
    DV_ERROR_LIMIT,    ///< a fixed limit, such as DV_MAX_AGENTS, is reached
    DV_ERROR_FORMAT,   ///< a file or stream is damaged or of another version
    DV_ERROR_IO,       ///< the operating system refused to read or write
    DV_ERROR_SCRIPT    ///< the host's script failed
} dv_result;

#define DV_ERROR_CAPACITY 1024

/// The message of a failure: one line without a newline, truncated to fit. Functions that take a
/// `dv_error *` accept NULL and write nothing there when they succeed.
typedef struct dv_error {
    char message[DV_ERROR_CAPACITY];
} dv_error;

/// A point, offset, velocity or force: meters, m/s or N along x, y and z (z up).
typedef struct dv_vec3 {
    float x, y, z;
} dv_vec3;

/// Where all of Drover's memory comes from. `reallocate(context, pointer, old_size, new_size)`
/// works as realloc does and frees when new_size is 0. Blocks are aligned for any type. One that it
/// refused to make smaller may come back as of the smaller size.
typedef struct dv_allocator {
    void *(*reallocate)(void *context, void *pointer, size_t old_size, size_t new_size);
    void *context;
} dv_allocator;

/// Replace the allocator. Only while nothing is allocated; refused with DV_ERROR_ARGUMENT
/// otherwise.
dv_result dv_set_allocator(dv_allocator allocator);

/// Bytes allocated at present.
size_t dv_allocated_bytes(void);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
