#include "pictures/png_read.h"

#include "base/alloc.h"

#include <limits.h>

/// Pictures with more pixels to a side are rejected.
#define MAX_PIXELS 4096

/// No part of such a picture is larger. A file whose compressed part goes on beyond that is
/// damaged.
static const size_t most_bytes = (size_t)MAX_PIXELS * MAX_PIXELS * 8 + MAX_PIXELS;

static void *take(size_t size) { return size <= most_bytes ? dv_alloc(size) : NULL; }

static void *retake(void *block, size_t size) {
    return size <= most_bytes ? dv_resize(block, size) : NULL;
}

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_NO_LINEAR
#define STBI_NO_HDR
#define STBI_NO_STDIO
#define STBI_NO_FAILURE_STRINGS
#define STBI_MAX_DIMENSIONS MAX_PIXELS
#define STBI_MALLOC(size) take(size)
#define STBI_REALLOC(block, size) retake(block, size)
#define STBI_FREE(block) dv_free(block)
#if defined(__GNUC__)
// GCC reports declared functions that are not defined at the end of the file.
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wshadow"
#endif
// It adds 0 to a null pointer where a part of a file is empty, which sanitizers report.
#if defined(__clang__)
#pragma clang attribute push(__attribute__((no_sanitize("undefined"))), apply_to = function)
#endif
#include <stb_image.h>
#if defined(__clang__)
#pragma clang attribute pop
#endif
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

unsigned char *dv_png_read(const unsigned char *bytes, size_t size, int channels, int *width,
                           int *height) {
    int own_channels;
    if (size > INT_MAX)
        return NULL;
    return stbi_load_from_memory(bytes, (int)size, width, height, &own_channels, channels);
}

uint16_t *dv_png_read_16(const unsigned char *bytes, size_t size, int channels, int *width,
                         int *height) {
    int own_channels;
    if (size > INT_MAX)
        return NULL;
    return stbi_load_16_from_memory(bytes, (int)size, width, height, &own_channels, channels);
}
