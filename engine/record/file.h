// Whole files: read at once, or replaced so that a reader finds the old content or the new.
#ifndef DV_RECORD_FILE_H
#define DV_RECORD_FILE_H

#include "drover/base.h"

/// Read a file of at most `limit` bytes into a block to be freed.
dv_result dv_file_read(const char *path, size_t limit, unsigned char **bytes, size_t *size,
                       dv_error *error);

/// Replace a file: what was there stays good until all of the new content is on the disk.
dv_result dv_file_replace(const char *path, const void *bytes, size_t size, dv_error *error);

#endif
