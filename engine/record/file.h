// Read whole files, or replace them so that a reader finds either the old content or the new.
#ifndef DV_RECORD_FILE_H
#define DV_RECORD_FILE_H

#include "drover/base.h"

/// Read a file of at most `limit` bytes into a new block, which the caller frees with dv_free.
dv_result dv_file_read(const char *path, size_t limit, unsigned char **bytes, size_t *size,
                       dv_error *error);

/// Replace a file. The old content stays in place until all of the new content is on the disk.
dv_result dv_file_replace(const char *path, const void *bytes, size_t size, dv_error *error);

#endif
