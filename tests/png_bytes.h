// PNG files that tests make.
#ifndef DV_TEST_PNG_BYTES_H
#define DV_TEST_PNG_BYTES_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct png_bytes {
    unsigned char bytes[1 << 16];
    size_t size;
} png_bytes;

static inline void png_add(png_bytes *png, const void *bytes, size_t size) {
    assert(png->size + size <= sizeof png->bytes);
    memcpy(png->bytes + png->size, bytes, size);
    png->size += size;
}

static inline void png_add_u32(png_bytes *png, uint32_t number) {
    const unsigned char bytes[] = {(unsigned char)(number >> 24), (unsigned char)(number >> 16),
                                   (unsigned char)(number >> 8), (unsigned char)number};
    png_add(png, bytes, 4);
}

static inline uint32_t png_checksum(const unsigned char *bytes, size_t size) {
    uint32_t sum = 0xffffffffu;
    for (size_t i = 0; i < size; i++) {
        sum ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            sum = sum & 1 ? sum >> 1 ^ 0xedb88320u : sum >> 1;
    }
    return ~sum;
}

static inline void png_add_chunk(png_bytes *png, const char *name, const void *bytes, size_t size) {
    png_add_u32(png, (uint32_t)size);
    png_add(png, name, 4);
    png_add(png, bytes, size);
    png_add_u32(png, png_checksum(png->bytes + png->size - size - 4, size + 4));
}

/// Begin a file: the signature and a header.
static inline void png_begin(png_bytes *png, uint32_t width, uint32_t height, unsigned char depth,
                             unsigned char type) {
    png_bytes header = {.size = 0};
    const unsigned char rest[] = {depth, type, 0, 0, 0};
    png->size = 0;
    png_add(png, "\x89PNG\r\n\x1a\n", 8);
    png_add_u32(&header, width);
    png_add_u32(&header, height);
    png_add(&header, rest, sizeof rest);
    png_add_chunk(png, "IHDR", header.bytes, header.size);
}

/// Add rows of pixels, each of which begins with a 0, without compressing them, and end the file.
static inline void png_end(png_bytes *png, const png_bytes *rows) {
    static png_bytes data;
    uint32_t a = 1, b = 0, size = (uint32_t)rows->size;
    const unsigned char stored[] = {0x78,
                                    0x01,
                                    1,
                                    (unsigned char)size,
                                    (unsigned char)(size >> 8),
                                    (unsigned char)~size,
                                    (unsigned char)(~size >> 8)};
    assert(size <= UINT16_MAX);
    for (size_t i = 0; i < rows->size; i++) {
        a = (a + rows->bytes[i]) % 65521;
        b = (b + a) % 65521;
    }
    data.size = 0;
    png_add(&data, stored, sizeof stored);
    png_add(&data, rows->bytes, rows->size);
    png_add_u32(&data, b << 16 | a);
    png_add_chunk(png, "IDAT", data.bytes, data.size);
    png_add_chunk(png, "IEND", "", 0);
}

/// A picture of red, green, blue, and alpha, which isn't compressed. Colors are 0xRRGGBBAA.
static inline void png_make(png_bytes *png, uint32_t width, uint32_t height,
                            uint32_t (*color)(uint32_t x, uint32_t y)) {
    static png_bytes rows;
    rows.size = 0;
    for (uint32_t y = 0; y < height; y++) {
        png_add(&rows, "", 1);
        for (uint32_t x = 0; x < width; x++)
            png_add_u32(&rows, color(x, y));
    }
    png_begin(png, width, height, 8, 6);
    png_end(png, &rows);
}

/// A picture of 16 bits for each value: gray, or red, green, blue, and alpha.
static inline void png_make_16(png_bytes *png, uint32_t width, uint32_t height, bool is_gray,
                               uint16_t (*value)(uint32_t x, uint32_t y, uint32_t channel)) {
    static png_bytes rows;
    rows.size = 0;
    for (uint32_t y = 0; y < height; y++) {
        png_add(&rows, "", 1);
        for (uint32_t i = 0, channels = is_gray ? 1 : 4; i < channels * width; i++) {
            uint16_t v = value(i / channels, y, i % channels);
            png_add(&rows, (const unsigned char[]){(unsigned char)(v >> 8), (unsigned char)v}, 2);
        }
    }
    png_begin(png, width, height, 16, is_gray ? 0 : 6);
    png_end(png, &rows);
}

#endif
