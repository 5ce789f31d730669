// Compression as by gzip (RFC 1952), in pieces. The header has neither a time nor a name, so the
// same pieces give the same bytes.
#ifndef DV_RECORD_GZIP_H
#define DV_RECORD_GZIP_H

#include <stdbool.h>
#include <stddef.h>

typedef struct dv_gzip dv_gzip;

/// What compressed bytes are passed to. False, with errno set, when they can't be written.
typedef bool dv_gzip_sink(void *context, const void *bytes, size_t size);

/// NULL when memory is short.
dv_gzip *dv_gzip_create(void);
/// Compress bytes, and pass on what is ready. Returns false as soon as the sink does.
bool dv_gzip_add(dv_gzip *gzip, const void *bytes, size_t size, dv_gzip_sink *sink, void *context);
/// Pass on the rest, once. With nothing added, that is an empty file, compressed.
bool dv_gzip_end(dv_gzip *gzip, dv_gzip_sink *sink, void *context);
/// NULL is fine.
void dv_gzip_free(dv_gzip *gzip);

#endif
