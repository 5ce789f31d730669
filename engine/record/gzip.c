// Compression as by gzip; see gzip.h.
#include "record/gzip.h"

#include "base/alloc.h"

#define ZLIB_CONST
#include <zlib.h>

// The run waits for zlib. Its default level, 6, makes rows a tenth smaller, in four times the time;
// 4 makes them 7 % smaller, in twice the time.
#define LEVEL 1
#define GZIP_FORMAT 16 // added to the size of the window

struct dv_gzip {
    z_stream stream;
    unsigned char ready[65536];
};

static void *allocate(void *context, unsigned count, unsigned size) {
    (void)context;
    return dv_alloc((size_t)count * size);
}

static void release(void *context, void *block) {
    (void)context;
    dv_free(block);
}

dv_gzip *dv_gzip_create(void) {
    dv_gzip *gzip = dv_alloc(sizeof *gzip);
    if (!gzip)
        return NULL;
    gzip->stream.zalloc = allocate;
    gzip->stream.zfree = release;
    // Fails only when memory is short.
    if (deflateInit2(&gzip->stream, LEVEL, Z_DEFLATED, MAX_WBITS + GZIP_FORMAT, 8,
                     Z_DEFAULT_STRATEGY) == Z_OK)
        return gzip;
    dv_free(gzip);
    return NULL;
}

/// Compress what the stream has, and all the rest if `flush` is Z_FINISH. deflate has no way to
/// fail here: it takes all bytes as long as there is room for what comes of them.
static bool compress_pending(dv_gzip *gzip, int flush, dv_gzip_sink *sink, void *context) {
    z_stream *stream = &gzip->stream;
    do {
        stream->next_out = gzip->ready;
        stream->avail_out = sizeof gzip->ready;
        deflate(stream, flush);
        size_t count = sizeof gzip->ready - stream->avail_out;
        if (count > 0 && !sink(context, gzip->ready, count))
            return false;
    } while (stream->avail_out == 0);
    return true;
}

bool dv_gzip_add(dv_gzip *gzip, const void *bytes, size_t size, dv_gzip_sink *sink, void *context) {
    gzip->stream.next_in = bytes;
    gzip->stream.avail_in = (unsigned)size;
    return compress_pending(gzip, Z_NO_FLUSH, sink, context);
}

bool dv_gzip_end(dv_gzip *gzip, dv_gzip_sink *sink, void *context) {
    gzip->stream.avail_in = 0;
    return compress_pending(gzip, Z_FINISH, sink, context);
}

void dv_gzip_free(dv_gzip *gzip) {
    if (!gzip)
        return;
    deflateEnd(&gzip->stream);
    dv_free(gzip);
}
