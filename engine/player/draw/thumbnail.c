// Thumbnails; see thumbnail.h. Pictures are averaged down once: SDL's software renderer would skip
// pixels, and would scale the picture in every frame.
#include "player/draw/thumbnail.h"

#include "base/alloc.h"
#include "pictures/png_read.h"
#include "record/file.h"

#include <stdint.h>

/// Larger files are not read.
static const size_t most_bytes = (size_t)64 << 20;

/// The share of the panel in pictures written by Drover. It is cut off, because it would be
/// unreadable.
#define PANEL_SHARE (286.0f / 1280)

typedef struct picture {
    const unsigned char *pixels; ///< red, green, blue
    int width, height;
} picture;

/// The mean of the pixels with x0 ≤ x < x1 and y0 ≤ y < y1, opaque.
static uint32_t mean_of_pixels(const picture *p, int x0, int y0, int x1, int y1) {
    uint32_t sum[3] = {0}, count = 0;
    for (int y = y0; y < y1; y++) {
        for (int x = x0; x < x1; x++, count++) {
            const unsigned char *pixel = p->pixels + 3 * ((size_t)y * (size_t)p->width + (size_t)x);
            for (int i = 0; i < 3; i++)
                sum[i] += pixel[i];
        }
    }
    return 0xff000000u | sum[0] / count << 16 | sum[1] / count << 8 | sum[2] / count;
}

static int next_after(int at, int size, int parts) {
    int end = (int)((int64_t)(at + 1) * size / parts), start = (int)((int64_t)at * size / parts);
    return end > start ? end : start + 1;
}

/// Scale the center of the picture, without the panel, cropped to the requested aspect ratio.
static void scale_picture(const picture *p, uint32_t *pixels, int width, int height) {
    int panel = (int)(PANEL_SHARE * (float)p->width);
    int used_width = p->width - panel, used_height = p->height;
    if ((int64_t)used_width * height > (int64_t)used_height * width)
        used_width = (int)((int64_t)used_height * width / height);
    else
        used_height = (int)((int64_t)used_width * height / width);
    used_width = used_width > 0 ? used_width : 1;
    used_height = used_height > 0 ? used_height : 1;
    int left = panel + (p->width - panel - used_width) / 2, top = (p->height - used_height) / 2;
    for (int y = 0; y < height; y++) {
        int y0 = (int)((int64_t)y * used_height / height);
        for (int x = 0; x < width; x++) {
            int x0 = (int)((int64_t)x * used_width / width);
            pixels[(size_t)y * (size_t)width + (size_t)x] =
                mean_of_pixels(p, left + x0, top + y0, left + next_after(x, used_width, width),
                               top + next_after(y, used_height, height));
        }
    }
}

static SDL_Texture *make_texture(SDL_Renderer *renderer, const picture *p, int width, int height) {
    uint32_t *pixels = dv_alloc((size_t)width * (size_t)height * sizeof *pixels);
    SDL_Texture *texture = pixels ? SDL_CreateTexture(renderer, SDL_PIXELFORMAT_ARGB8888,
                                                      SDL_TEXTUREACCESS_STATIC, width, height)
                                  : NULL;
    if (texture) {
        scale_picture(p, pixels, width, height);
        SDL_UpdateTexture(texture, NULL, pixels, 4 * width);
    }
    dv_free(pixels);
    return texture;
}

SDL_Texture *dv_thumbnail_read(SDL_Renderer *renderer, const char *path, int width, int height) {
    picture p = {.width = 0};
    unsigned char *bytes;
    size_t size;
    if (dv_file_read(path, most_bytes, &bytes, &size, NULL) != DV_OK)
        return NULL;
    unsigned char *pixels = dv_png_read(bytes, size, 3, &p.width, &p.height);
    dv_free(bytes);
    if (!pixels)
        return NULL;
    p.pixels = pixels;
    SDL_Texture *texture = make_texture(renderer, &p, width, height);
    dv_free(pixels);
    return texture;
}
