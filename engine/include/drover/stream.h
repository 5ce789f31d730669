// Streams that snapshots are written to and read from. A host that keeps data of its own about
// agents writes it to the same stream, and reads it back the same way.
#ifndef DROVER_STREAM_H
#define DROVER_STREAM_H

#include <drover/base.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/// Where bytes go: a file, memory or a hash. Failures stick; look once, at the end.
typedef struct dv_stream {
    void (*write)(struct dv_stream *stream, const void *bytes, size_t count);
    dv_result result;
    void *context;
} dv_stream;

/// Write bytes as they are.
void dv_write_bytes(dv_stream *stream, const void *bytes, size_t count);
/// Write one byte.
void dv_write_u8(dv_stream *stream, uint8_t value);
/// Write 4 bytes, the lowest first.
void dv_write_u32(dv_stream *stream, uint32_t value);
/// Write 8 bytes, the lowest first.
void dv_write_u64(dv_stream *stream, uint64_t value);
/// Write the 8 bytes of a double, the lowest first.
void dv_write_f64(dv_stream *stream, double value);
/// The length, then the bytes.
void dv_write_string(dv_stream *stream, const char *string, size_t length);

/// Bytes in memory that are being read. Reading past the end gives zeros and sets `damaged`.
typedef struct dv_reader {
    const unsigned char *bytes;
    size_t size, position;
    bool damaged;
} dv_reader;

/// Read bytes as they are.
void dv_read_bytes(dv_reader *reader, void *bytes, size_t count);
/// Read one byte.
uint8_t dv_read_u8(dv_reader *reader);
/// Read what dv_write_u32 wrote.
uint32_t dv_read_u32(dv_reader *reader);
/// Read what dv_write_u64 wrote.
uint64_t dv_read_u64(dv_reader *reader);
/// Read what dv_write_f64 wrote.
double dv_read_f64(dv_reader *reader);
/// A string inside the reader's memory, not terminated; its length goes to `length`.
const char *dv_read_string(dv_reader *reader, size_t *length);
/// Whether `count` items of `size` bytes can still be there; sets `damaged` otherwise.
bool dv_read_fits(dv_reader *reader, uint64_t count, size_t size);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
