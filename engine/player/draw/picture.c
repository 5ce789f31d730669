// Draws at twice the size and averages, because SDL's software renderer doesn't antialias edges.
#include "player/draw/picture.h"

#include "player/draw/draw.h"
#include "player/draw/gui.h"
#include "player/draw/legend.h"

#include "base/alloc.h"
#include "base/result.h"
#include "record/output.h"

#include <SDL.h>

#include <errno.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

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

#define STB_IMAGE_WRITE_IMPLEMENTATION
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

enum { picture_width = 1280, picture_height = 800, finer = 2 };

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
    if (setjmp(encoding.out) == 0)
        return stbi_write_png_to_func(write_bytes, png, width, height, 3, pixels, 3 * width);
    while (encoding.blocks.next != &encoding.blocks)
        free_block(encoding.blocks.next + 1);
    return false;
}

static dv_result write_png(const char *path, const unsigned char *pixels, int width, int height,
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

dv_result dv_picture_write_rendered(SDL_Renderer *renderer, const char *path, dv_error *error) {
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
        result = write_png(path, pixels, width, height, error);
    dv_free(pixels);
    return result;
}

static dv_result draw_scenario(dv_scenario *scenario, SDL_Renderer *renderer, dv_error *error) {
    const float scale = finer;
    const int width = picture_width * finer, height = picture_height * finer;
    dv_gui *gui = dv_gui_create(NULL, renderer, scale, error);
    dv_drawing *drawing = dv_alloc(sizeof *drawing);
    dv_result result = gui ? DV_ERROR_MEMORY : DV_ERROR_IO;
    if (gui && drawing) {
        const dv_world *world = dv_scenario_world(scenario);
        dv_scenario_draw(scenario, NULL);
        const dv_drawing_options options = {.fraction = 1,
                                            .pixel_ratio = scale,
                                            .triangles = UINT32_MAX,
                                            .of_tick = dv_scenario_tick_sketch(scenario),
                                            .of_callbacks = dv_scenario_drawn_sketch(scenario),
                                            .scenario = scenario};
        float left = dv_legend_width(scale);
        dv_camera camera = dv_camera_make(left, 0, width - (double)left, height);
        dv_drawing_fit(&camera, world, 24 * (double)scale);
        result = dv_drawing_draw(drawing, renderer, &camera, world, &options);
        dv_gui_begin(gui, width, height, 0);
        dv_drawing_write(drawing, renderer, &camera, &options);
        dv_legend_show(scenario, drawing, &camera, scale, height);
        dv_gui_end(gui);
        SDL_RenderFlush(renderer);
        dv_drawing_free(drawing);
    }
    dv_free(drawing);
    dv_gui_destroy(gui);
    if (result == DV_ERROR_MEMORY)
        return dv_fail(error, result, "out of memory drawing the world");
    return result;
}

// Each pixel is the mean of finer × finer drawn pixels.
static void shrink_picture(const uint32_t *drawn, unsigned char *pixels) {
    for (int y = 0; y < picture_height; y++) {
        for (int x = 0; x < picture_width; x++, pixels += 3) {
            unsigned red = 0, green = 0, blue = 0;
            for (int i = 0; i < finer * finer; i++) {
                uint32_t color = drawn[(size_t)(y * finer + i / finer) * picture_width * finer +
                                       (size_t)(x * finer + i % finer)];
                red += color >> 16 & 0xff;
                green += color >> 8 & 0xff;
                blue += color & 0xff;
            }
            pixels[0] = (unsigned char)(red / (finer * finer));
            pixels[1] = (unsigned char)(green / (finer * finer));
            pixels[2] = (unsigned char)(blue / (finer * finer));
        }
    }
}

static dv_result draw_into(dv_scenario *scenario, uint32_t *drawn, dv_error *error) {
    SDL_SetHint(SDL_HINT_RENDER_BATCHING, "1");
    SDL_Surface *surface =
        SDL_CreateRGBSurfaceWithFormatFrom(drawn, picture_width * finer, picture_height * finer, 32,
                                           picture_width * finer * 4, SDL_PIXELFORMAT_ARGB8888);
    SDL_Renderer *renderer = surface ? SDL_CreateSoftwareRenderer(surface) : NULL;
    dv_result result;
    if (renderer)
        result = draw_scenario(scenario, renderer, error);
    else
        result = dv_fail(error, DV_ERROR_IO, "cannot draw: %s", SDL_GetError());
    if (renderer)
        SDL_DestroyRenderer(renderer);
    SDL_FreeSurface(surface);
    return result;
}

dv_result dv_picture_write(dv_scenario *scenario, const char *path, dv_error *error) {
    const size_t count = (size_t)picture_width * picture_height;
    uint32_t *drawn = dv_alloc(count * finer * finer * sizeof *drawn);
    unsigned char *pixels = dv_alloc(count * 3);
    dv_result result = DV_ERROR_MEMORY;
    if (drawn && pixels) {
        result = draw_into(scenario, drawn, error);
        if (result == DV_OK) {
            shrink_picture(drawn, pixels);
            result = write_png(path, pixels, picture_width, picture_height, error);
        }
    } else {
        dv_fail(error, result, "out of memory writing %s", path);
    }
    dv_free(pixels);
    dv_free(drawn);
    return result;
}
