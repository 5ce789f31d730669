// Streams write and read snapshots. A host uses the same streams for its own data about agents.
#ifndef DROVER_STREAM_H
#define DROVER_STREAM_H

#include <drover/base.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/// An output stream: a file, memory, or a hash. Once a write fails, `result` keeps the error and
/// later writes do nothing, so it is enough to check it at the end.
typedef struct dv_stream {
    void (*write)(struct dv_stream *stream, const void *bytes, size_t count);
    dv_result result;
    void *context;
} dv_stream;

/// Write raw bytes.
void dv_write_bytes(dv_stream *stream, const void *bytes, size_t count);
/// Write one byte.
void dv_write_u8(dv_stream *stream, uint8_t value);
/// Write 4 bytes, little-endian.
void dv_write_u32(dv_stream *stream, uint32_t value);
/// Write 8 bytes, little-endian.
void dv_write_u64(dv_stream *stream, uint64_t value);
/// Write the 8 bytes of a double, little-endian.
void dv_write_f64(dv_stream *stream, double value);
/// Write the length of a string, then its bytes.
void dv_write_string(dv_stream *stream, const char *string, size_t length);

/// An input stream over bytes in memory. Reads past the end return zeros and set `damaged`.
typedef struct dv_reader {
    const unsigned char *bytes;
    size_t size, position;
    bool damaged;
} dv_reader;

/// Read raw bytes.
void dv_read_bytes(dv_reader *reader, void *bytes, size_t count);
/// Read one byte.
uint8_t dv_read_u8(dv_reader *reader);
/// Read 4 bytes, little-endian.
uint32_t dv_read_u32(dv_reader *reader);
/// Read 8 bytes, little-endian.
uint64_t dv_read_u64(dv_reader *reader);
/// Read the 8 bytes of a double, little-endian.
double dv_read_f64(dv_reader *reader);
/// Read a string. Returns a pointer into the reader's memory, without a terminator; `length` gets
/// the number of bytes.
const char *dv_read_string(dv_reader *reader, size_t *length);
/// Whether the rest of the stream is large enough for `count` items of `size` bytes. Sets `damaged`
/// if not.
bool dv_read_fits(dv_reader *reader, uint64_t count, size_t size);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
