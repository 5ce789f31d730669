#include "drover/stream.h"

#include <string.h>

void dv_write_bytes(dv_stream *stream, const void *bytes, size_t count) {
    if (stream->result == DV_OK && count)
        stream->write(stream, bytes, count);
}

// Numbers are little-endian on every machine.
static void write_integer(dv_stream *stream, uint64_t value, int count) {
    unsigned char bytes[8];
    for (int i = 0; i < count; i++)
        bytes[i] = (unsigned char)(value >> 8 * i);
    dv_write_bytes(stream, bytes, (size_t)count);
}

void dv_write_u8(dv_stream *stream, uint8_t value) { write_integer(stream, value, 1); }

void dv_write_u32(dv_stream *stream, uint32_t value) { write_integer(stream, value, 4); }

void dv_write_u64(dv_stream *stream, uint64_t value) { write_integer(stream, value, 8); }

void dv_write_f64(dv_stream *stream, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    write_integer(stream, bits, 8);
}

void dv_write_string(dv_stream *stream, const char *string, size_t length) {
    dv_write_u64(stream, length);
    dv_write_bytes(stream, string, length);
}

bool dv_read_fits(dv_reader *reader, uint64_t count, size_t size) {
    size_t left = reader->size - reader->position;
    if (size && count > left / size)
        reader->damaged = true;
    return !reader->damaged;
}

void dv_read_bytes(dv_reader *reader, void *bytes, size_t count) {
    if (!dv_read_fits(reader, count, 1)) {
        memset(bytes, 0, count);
        return;
    }
    if (count)
        memcpy(bytes, reader->bytes + reader->position, count);
    reader->position += count;
}

static uint64_t read_integer(dv_reader *reader, int count) {
    unsigned char bytes[8];
    uint64_t value = 0;
    dv_read_bytes(reader, bytes, (size_t)count);
    for (int i = 0; i < count; i++)
        value |= (uint64_t)bytes[i] << 8 * i;
    return value;
}

uint8_t dv_read_u8(dv_reader *reader) { return (uint8_t)read_integer(reader, 1); }

uint32_t dv_read_u32(dv_reader *reader) { return (uint32_t)read_integer(reader, 4); }

uint64_t dv_read_u64(dv_reader *reader) { return read_integer(reader, 8); }

double dv_read_f64(dv_reader *reader) {
    uint64_t bits = read_integer(reader, 8);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

const char *dv_read_string(dv_reader *reader, size_t *length) {
    uint64_t count = dv_read_u64(reader);
    *length = 0;
    if (!dv_read_fits(reader, count, 1))
        return "";
    const char *string = (const char *)reader->bytes + reader->position;
    *length = (size_t)count;
    reader->position += *length;
    return string;
}
