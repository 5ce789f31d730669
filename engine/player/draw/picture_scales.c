#include "player/draw/picture_scales.h"

#include "base/alloc.h"
#include "base/math.h"
#include "pictures/png_read.h"

#include <math.h>
#include <string.h>

/// Channels of a pixel, from 0 to 255: what stays of red, green, and blue, multiplied by alpha;
/// alpha; and how much of it takes on another color.
enum { ALPHA = 3, TINTED, CHANNELS };

/// A picture whose pixels have these channels.
typedef struct light {
    float *pixels;
    int width, height;
} light;

static bool take_light(light *l, int width, int height) {
    *l = (light){dv_alloc((size_t)width * (size_t)height * CHANNELS * sizeof *l->pixels), width,
                 height};
    return l->pixels;
}

/// Split decoded pixels. White and gray are what red, green, and blue have in common.
static bool split_pixels(light *l, const unsigned char *pixels, int width, int height,
                         bool is_tinted) {
    if (!take_light(l, width, height))
        return false;
    for (size_t i = 0; i < (size_t)width * (size_t)height; i++) {
        const unsigned char *from = pixels + 4 * i;
        float *to = l->pixels + CHANNELS * i, alpha = (float)from[ALPHA] / 255;
        float common = is_tinted ? dv_smaller(from[0], dv_smaller(from[1], from[2])) : 0;
        for (int channel = 0; channel < ALPHA; channel++)
            to[channel] = ((float)from[channel] - common) * alpha;
        to[ALPHA] = from[ALPHA];
        to[TINTED] = common * alpha;
    }
    return true;
}

// Scaling

/// The part of a side, from one place to another, that a pixel covers.
static float covered(float from, float to, int pixel) {
    return dv_smaller(to, (float)pixel + 1) - dv_larger(from, (float)pixel);
}

/// The mean of the part of a picture that a pixel of a smaller one covers.
static void average(const light *l, float left, float right, float top, float bottom, float *mean) {
    float area = (right - left) * (bottom - top);
    for (int y = (int)top; y < l->height && (float)y < bottom; y++)
        for (int x = (int)left; x < l->width && (float)x < right; x++) {
            const float *pixel = l->pixels + CHANNELS * ((ptrdiff_t)y * l->width + x);
            float share = covered(left, right, x) * covered(top, bottom, y) / area;
            for (int channel = 0; channel < CHANNELS; channel++)
                mean[channel] += share * pixel[channel];
        }
}

static bool halve(const light *from, light *to) {
    if (!take_light(to, (from->width + 1) / 2, (from->height + 1) / 2))
        return false;
    float across = (float)from->width / (float)to->width;
    float down = (float)from->height / (float)to->height;
    for (int y = 0; y < to->height; y++)
        for (int x = 0; x < to->width; x++)
            average(from, (float)x * across, (float)(x + 1) * across, (float)y * down,
                    (float)(y + 1) * down, to->pixels + CHANNELS * ((ptrdiff_t)y * to->width + x));
    return true;
}

// Textures

static uint32_t whole(float channel) { return (uint32_t)(dv_clamp(channel, 0, 255) + 0.5f); }

static uint32_t own_pixel(const float *p) {
    return whole(p[ALPHA]) << 24 | whole(p[0]) << 16 | whole(p[1]) << 8 | whole(p[2]);
}

static uint32_t tinted_pixel(const float *p) { return whole(p[TINTED]) * 0x1010101u; }

static bool make_texture(dv_texture *texture, const light *l, uint32_t (*pixel)(const float *p)) {
    texture->width = l->width + 2 * DV_TEXTURE_MARGIN;
    texture->height = l->height + 2 * DV_TEXTURE_MARGIN;
    texture->pixels =
        dv_alloc((size_t)texture->width * (size_t)texture->height * sizeof *texture->pixels);
    if (!texture->pixels)
        return false;
    for (int y = 0; y < l->height; y++)
        for (int x = 0; x < l->width; x++)
            texture->pixels[(ptrdiff_t)(y + DV_TEXTURE_MARGIN) * texture->width + x +
                            DV_TEXTURE_MARGIN] =
                pixel(l->pixels + CHANNELS * ((ptrdiff_t)y * l->width + x));
    return true;
}

/// Make all scales, the first from a picture, which is freed. False if out of memory.
static bool make_scales(dv_picture_scales *made, light *l, bool is_tinted) {
    bool fits = true;
    while (fits && made->count < DV_PICTURE_SCALES) {
        dv_picture_scale *scale = &made->scales[made->count++];
        light smaller = {0};
        fits = make_texture(&scale->own, l, own_pixel) &&
               (!is_tinted || make_texture(&scale->tinted, l, tinted_pixel));
        if (l->width == 1 && l->height == 1)
            break;
        fits = fits && halve(l, &smaller);
        dv_free(l->pixels);
        *l = smaller;
    }
    dv_free(l->pixels);
    return fits;
}

dv_result dv_picture_scales_make(dv_picture_scales *made, const dv_shape_picture *picture) {
    light l = {0};
    *made = (dv_picture_scales){0};
    uint64_t refused = dv_refused_allocations();
    unsigned char *pixels =
        dv_png_read(picture->png, picture->size, 4, &made->width, &made->height);
    if (!pixels)
        return dv_refused_allocations() > refused ? DV_ERROR_MEMORY : DV_ERROR_FORMAT;
    bool fits = split_pixels(&l, pixels, made->width, made->height, picture->is_tinted);
    dv_free(pixels);
    return fits && make_scales(made, &l, picture->is_tinted) ? DV_OK : DV_ERROR_MEMORY;
}

void dv_picture_scales_free(dv_picture_scales *made) {
    for (int i = 0; i < made->count; i++) {
        dv_texture_free(&made->scales[i].own);
        dv_texture_free(&made->scales[i].tinted);
    }
    *made = (dv_picture_scales){0};
}

dv_picture_scale *dv_picture_scale_for(dv_picture_scales *made, float length) {
    // One pixel of the screen is up to one and a half of the picture.
    float width = (float)made->width;
    int scale = 0;
    while (scale + 1 < made->count && width > 1.5f * length) {
        width /= 2;
        scale++;
    }
    return &made->scales[scale];
}
