#include "player/draw/film.h"

#include "base/alloc.h"
#include "base/result.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

// How red, green, and blue make up the brightness, in parts of 2^16, times 219/255: its values are
// from 16 to 235. The differences of color are from 16 to 240.
typedef struct weights {
    int red, green, blue;
} weights;

typedef struct matrix {
    weights brightness, blueness, redness;
} matrix;

// The format doesn't say which matrix a film has. Players go by its size: ITU-R BT.601 for small
// films, BT.709 for large ones.
static const matrix bt601 = {{16829, 33039, 6416}, {-9714, -19070, 28784}, {28784, -24103, -4681}};
static const matrix bt709 = {{11966, 40254, 4064}, {-6596, -22188, 28784}, {28784, -26145, -2639}};

struct dv_film {
    dv_text_file *file;
    int width, height;
    matrix matrix;
    size_t size; // of a frame, bytes
    unsigned char *frame;
};

dv_film_pace dv_film_pace_for(double dt, double speed) {
    double ticks = fmax(ceil(speed / (dt * DV_FILM_RATE) - 1e-6), 1);
    double rate = speed / (dt * ticks), whole = round(rate);
    // No decimal fraction is exactly 1/60 s.
    if (whole >= 1 && fabs(rate - whole) < 1e-5 * whole)
        return (dv_film_pace){(uint64_t)ticks, (uint64_t)whole, 1};
    return (dv_film_pace){(uint64_t)ticks, (uint64_t)fmax(round(rate * 1e6), 1), 1000000};
}

static bool is_large(int width, int height) { return width >= 1280 || height > 576; }

static size_t half(int length) { return ((size_t)length + 1) / 2; }

dv_film *dv_film_create(dv_text_file *file, int width, int height, const dv_film_pace *pace,
                        dv_error *error) {
    if (!file)
        return NULL;
    size_t size = (size_t)width * (size_t)height + 2 * half(width) * half(height);
    dv_film *film = dv_alloc(sizeof *film);
    unsigned char *frame = dv_alloc(size);
    if (!film || !frame) {
        dv_error ignored;
        dv_free(film);
        dv_free(frame);
        dv_text_keep_old(file);
        dv_text_close(file, &ignored);
        dv_fail(error, DV_ERROR_MEMORY, "out of memory for a film");
        return NULL;
    }
    *film = (dv_film){.file = file,
                      .width = width,
                      .height = height,
                      .matrix = is_large(width, height) ? bt709 : bt601,
                      .size = size,
                      .frame = frame};
    dv_text_hold_on_disk(file);
    char heading[160];
    snprintf(heading, sizeof heading,
             "YUV4MPEG2 W%d H%d F%" PRIu64 ":%" PRIu64 " Ip A1:1 C420jpeg XCOLORRANGE=LIMITED\n",
             width, height, pace->frames, pace->seconds);
    dv_text_add(file, heading);
    return film;
}

dv_text_file *dv_film_file(dv_film *film) { return film->file; }

static inline int weigh(weights w, int red, int green, int blue, int parts, int middle) {
    return (w.red * red + w.green * green + w.blue * blue + (middle * 2 + 1) * (parts << 15)) /
           (parts << 16);
}

static void write_brightness(const dv_film *film, const uint32_t *restrict pixels) {
    const size_t count = (size_t)film->width * (size_t)film->height;
    unsigned char *restrict to = film->frame;
    const weights w = film->matrix.brightness;
    for (size_t i = 0; i < count; i++)
        to[i] = (unsigned char)weigh(w, (int)(pixels[i] >> 16 & 0xff), (int)(pixels[i] >> 8 & 0xff),
                                     (int)(pixels[i] & 0xff), 1, 16);
}

/// The two rows are the same at the bottom of a film of odd height.
static void write_row_of_colors(const dv_film *film, const uint32_t *restrict above,
                                const uint32_t *restrict below, unsigned char *restrict blueness,
                                unsigned char *restrict redness) {
    const weights b = film->matrix.blueness, r = film->matrix.redness;
    const size_t columns = half(film->width), last = (size_t)film->width - 1;
    for (size_t i = 0; i < columns; i++) {
        size_t x = 2 * i, next = x < last ? x + 1 : last;
        const uint32_t four[] = {above[x], above[next], below[x], below[next]};
        int red = 0, green = 0, blue = 0;
        for (int k = 0; k < 4; k++) {
            red += (int)(four[k] >> 16 & 0xff);
            green += (int)(four[k] >> 8 & 0xff);
            blue += (int)(four[k] & 0xff);
        }
        blueness[i] = (unsigned char)weigh(b, red, green, blue, 4, 128);
        redness[i] = (unsigned char)weigh(r, red, green, blue, 4, 128);
    }
}

static void write_colors(const dv_film *film, const uint32_t *pixels) {
    const size_t width = (size_t)film->width, height = (size_t)film->height;
    const size_t columns = half(film->width), rows = half(film->height);
    unsigned char *blueness = film->frame + width * height, *redness = blueness + columns * rows;
    for (size_t row = 0; row < rows; row++) {
        const uint32_t *above = pixels + 2 * row * width;
        const uint32_t *below = 2 * row + 1 < height ? above + width : above;
        write_row_of_colors(film, above, below, blueness + row * columns, redness + row * columns);
    }
}

dv_result dv_film_add(dv_film *film, const uint32_t *pixels, dv_error *error) {
    write_brightness(film, pixels);
    write_colors(film, pixels);
    dv_text_add(film->file, "FRAME\n");
    dv_text_add_bytes(film->file, film->frame, film->size);
    return dv_text_flush(film->file, error);
}

dv_result dv_film_close(dv_film *film, dv_error *error) {
    if (!film)
        return DV_OK;
    dv_result result = dv_text_close(film->file, error);
    dv_free(film->frame);
    dv_free(film);
    return result;
}
