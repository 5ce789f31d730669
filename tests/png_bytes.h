// PNG files that tests make.
#ifndef DV_TEST_PNG_BYTES_H
#define DV_TEST_PNG_BYTES_H

#include <assert.h>
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

/// A picture of red, green, blue, and alpha, which isn't compressed. Colors are 0xRRGGBBAA.
static inline void png_make(png_bytes *png, uint32_t width, uint32_t height,
                            uint32_t (*color)(uint32_t x, uint32_t y)) {
    static png_bytes rows;
    uint32_t a = 1, b = 0, size = height * (4 * width + 1);
    const unsigned char stored[] = {0x78,
                                    0x01,
                                    1,
                                    (unsigned char)size,
                                    (unsigned char)(size >> 8),
                                    (unsigned char)~size,
                                    (unsigned char)(~size >> 8)};
    rows.size = 0;
    png_add(&rows, stored, sizeof stored);
    for (uint32_t y = 0; y < height; y++) {
        png_add(&rows, "", 1);
        for (uint32_t x = 0; x < width; x++)
            png_add_u32(&rows, color(x, y));
    }
    for (size_t i = sizeof stored; i < rows.size; i++) {
        a = (a + rows.bytes[i]) % 65521;
        b = (b + a) % 65521;
    }
    png_add_u32(&rows, b << 16 | a);
    png_begin(png, width, height, 8, 6);
    png_add_chunk(png, "IDAT", rows.bytes, rows.size);
    png_add_chunk(png, "IEND", "", 0);
}

#endif
