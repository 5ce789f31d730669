#include "pictures/png_check.h"

#include <string.h>

/// A part of a PNG file: its name, and `size` bytes.
typedef struct chunk {
    const unsigned char *name, *bytes;
    uint32_t size;
} chunk;

/// What is left of the file.
typedef struct rest {
    const unsigned char *bytes;
    size_t size;
} rest;

static const char cut_off[] = "the file ends too early";
static const char damaged[] = "the file is damaged";

static uint32_t read_u32(const unsigned char *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/// What each value of half a byte does to a checksum: CRC-32 with the polynomial of the PNG
/// specification. A constant needs no first use that threads would have to agree on.
static const uint32_t of_half[16] = {
    0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
    0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};

/// The checksum of a chunk.
static uint32_t checksum(const unsigned char *bytes, size_t size) {
    uint32_t sum = 0xffffffffu;
    for (size_t i = 0; i < size; i++) {
        sum ^= bytes[i];
        sum = of_half[sum & 15] ^ sum >> 4;
        sum = of_half[sum & 15] ^ sum >> 4;
    }
    return ~sum;
}

static bool is_named(const chunk *c, const char *name) { return memcmp(c->name, name, 4) == 0; }

/// Take the next chunk. Returns what is wrong with it.
static const char *take_chunk(rest *r, chunk *c) {
    if (r->size < 12)
        return cut_off;
    *c = (chunk){r->bytes + 4, r->bytes + 8, read_u32(r->bytes)};
    if (c->size > r->size - 12)
        return c->size > INT32_MAX ? damaged : cut_off;
    if (read_u32(c->bytes + c->size) != checksum(c->name, (size_t)c->size + 4))
        return damaged;
    r->bytes += (size_t)c->size + 12;
    r->size -= (size_t)c->size + 12;
    return NULL;
}

/// Whether pixels of a color type, such as 6 for red, green, blue, and alpha, can have so many bits
/// for each value.
static bool is_depth(unsigned char type, unsigned char bits) {
    static const unsigned char depths[] = {
        1 | 2 | 4 | 8 | 16, 0, 8 | 16, 1 | 2 | 4 | 8, 8 | 16, 0, 8 | 16};
    return type < sizeof depths && bits <= 16 && (depths[type] & bits) && !(bits & (bits - 1));
}

static const char *check_header(const chunk *c) {
    if (!is_named(c, "IHDR") || c->size != 13)
        return damaged;
    uint32_t width = read_u32(c->bytes), height = read_u32(c->bytes + 4);
    if (width == 0 || height == 0 || !is_depth(c->bytes[9], c->bytes[8]) || c->bytes[10] ||
        c->bytes[11] || c->bytes[12] > 1)
        return damaged;
    if (width > DV_MAX_PICTURE_PIXELS || height > DV_MAX_PICTURE_PIXELS)
        return "it has more than 1024 × 1024 pixels";
    return NULL;
}

const char *dv_png_problem(const unsigned char *png, size_t size) {
    static const unsigned char signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    size_t compared = size < sizeof signature ? size : sizeof signature;
    chunk c;
    if (size == 0)
        return "the file is empty";
    if (memcmp(png, signature, compared) != 0)
        return "not a PNG file";
    rest r = {png + compared, size - compared};
    const char *problem = take_chunk(&r, &c);
    if (!problem)
        problem = check_header(&c);
    bool has_pixels = false, needs_palette = !problem && c.bytes[9] == 3;
    while (!problem && !is_named(&c, "IEND")) {
        problem = take_chunk(&r, &c);
        if (!problem && is_named(&c, "PLTE"))
            needs_palette = false;
        has_pixels |= !problem && is_named(&c, "IDAT");
    }
    return problem ? problem : has_pixels && !needs_palette ? NULL : damaged;
}

dv_png_size dv_png_size_of(const unsigned char *png) {
    const unsigned char *header = png + 16; // behind the signature, and the header's size and name
    return (dv_png_size){read_u32(header), read_u32(header + 4), header[8]};
}
