// Reads PNG files.
#ifndef DV_PICTURES_PNG_READ_H
#define DV_PICTURES_PNG_READ_H

#include <stddef.h>
#include <stdint.h>

/// The pixels of a PNG file, whose bytes are given, in rows from the top down: red, green, blue,
/// and, of 4 channels, alpha, a byte each. NULL if it can't be read, or when out of memory. Free
/// them with dv_free.
unsigned char *dv_png_read(const unsigned char *bytes, size_t size, int channels, int *width,
                           int *height);
/// The same with 16 bits each; those of a file that has bytes are 257 times as large.
uint16_t *dv_png_read_16(const unsigned char *bytes, size_t size, int channels, int *width,
                         int *height);

#endif
