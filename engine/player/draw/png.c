#include "player/draw/png.h"

#include "base/alloc.h"
#include "base/result.h"
#include "record/output.h"

#include <SDL.h>

#include <errno.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

// When out of memory, stb_image_write fails an assertion or leaks. It keeps no state besides its
// allocations, so these are kept on a list, and a longjmp leaves it when an allocation fails.

typedef struct block {
    struct block *next, *previous; // the bytes follow this header
} block;

_Static_assert(sizeof(block) % _Alignof(max_align_t) == 0, "the bytes are aligned");

static _Thread_local struct {
    block blocks; // a ring
    jmp_buf out;
} encoding;

static void *resize_block(void *bytes, size_t size) {
    block *old = bytes ? (block *)bytes - 1 : NULL;
    block *b = dv_resize(old, sizeof *b + size);
    if (!b)
        longjmp(encoding.out, 1);
    if (!old) {
        b->next = encoding.blocks.next;
        b->previous = &encoding.blocks;
    }
    b->next->previous = b->previous->next = b;
    return b + 1;
}

static void free_block(void *bytes) {
    if (!bytes)
        return;
    block *b = (block *)bytes - 1;
    b->next->previous = b->previous;
    b->previous->next = b->next;
    dv_free(b);
}

/// At level 3, zlib takes a quarter of the time of stb_image_write's own compression, and files are
/// smaller.
static unsigned char *compress_bytes(unsigned char *bytes, int size, int *written, int ignored) {
    uLongf length = compressBound((uLong)size);
    unsigned char *compressed = resize_block(NULL, length);
    (void)ignored;
    if (compress2(compressed, &length, bytes, (uLong)size, 3) != Z_OK)
        longjmp(encoding.out, 1);
    *written = (int)length;
    return compressed;
}

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STBIW_ZLIB_COMPRESS compress_bytes
#define STBI_WRITE_NO_STDIO
#define STBIW_MALLOC(size) resize_block(NULL, size)
#define STBIW_REALLOC(block, size) resize_block(block, size)
#define STBIW_FREE(block) free_block(block)
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wshadow"
#endif
#include <stb_image_write.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

struct png_file {
    dv_output output;
    int failure; // errno of the first write that failed; 0: none
};

static void write_bytes(void *context, void *bytes, int count) {
    struct png_file *png = context;
    if (!png->failure && !dv_output_write(&png->output, bytes, (size_t)count))
        png->failure = errno;
}

/// False when out of memory.
static bool encode_png(struct png_file *png, const unsigned char *pixels, int width, int height) {
    encoding.blocks.next = encoding.blocks.previous = &encoding.blocks;
    // Most of a picture is of few colors. There the filter that stb_image_write would choose for
    // each row takes as long as everything else, and files get no smaller.
    stbi_write_force_png_filter = 0;
    if (setjmp(encoding.out) == 0)
        return stbi_write_png_to_func(write_bytes, png, width, height, 3, pixels, 3 * width);
    while (encoding.blocks.next != &encoding.blocks)
        free_block(encoding.blocks.next + 1);
    return false;
}

dv_result dv_png_write(const char *path, const unsigned char *pixels, int width, int height,
                       dv_error *error) {
    struct png_file png = {.failure = 0};
    dv_result result = dv_output_open(&png.output, path, error);
    if (result != DV_OK)
        return result;
    bool encoded = encode_png(&png, pixels, width, height);
    if (encoded && !png.failure)
        return dv_output_finish(&png.output, error);
    dv_output_drop(&png.output);
    if (png.failure)
        return dv_fail(error, DV_ERROR_IO, "cannot write %s: %s", path, strerror(png.failure));
    return dv_fail(error, DV_ERROR_MEMORY, "out of memory writing %s", path);
}

dv_result dv_png_write_rendered(SDL_Renderer *renderer, const char *path, dv_error *error) {
    int width = 0, height = 0;
    if (SDL_GetRendererOutputSize(renderer, &width, &height) != 0 || width < 1 || height < 1)
        return dv_fail(error, DV_ERROR_IO, "cannot write %s: nothing is drawn", path);
    unsigned char *pixels = dv_alloc((size_t)width * (size_t)height * 3);
    if (!pixels)
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory writing %s", path);
    dv_result result;
    if (SDL_RenderReadPixels(renderer, NULL, SDL_PIXELFORMAT_RGB24, pixels, 3 * width) != 0)
        result = dv_fail(error, DV_ERROR_IO, "cannot write %s: %s", path, SDL_GetError());
    else
        result = dv_png_write(path, pixels, width, height, error);
    dv_free(pixels);
    return result;
}
