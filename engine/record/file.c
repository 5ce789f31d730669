#include "record/file.h"

#include "base/alloc.h"
#include "base/result.h"
#include "record/output.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static dv_result fail_with_errno(dv_error *error, const char *what, const char *path) {
    return dv_fail(error, DV_ERROR_IO, "cannot %s '%s': %s", what, path, strerror(errno));
}

static bool read_all(int file, unsigned char *bytes, size_t size) {
    for (size_t done = 0; done < size;) {
        ssize_t count = read(file, bytes + done, size - done);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0) {
            errno = count == 0 ? EIO : errno;
            return false;
        }
        done += (size_t)count;
    }
    return true;
}

dv_result dv_file_read(const char *path, size_t limit, unsigned char **bytes, size_t *size,
                       dv_error *error) {
    // O_NONBLOCK: if the path is a pipe, do not wait for a writer.
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file < 0)
        return fail_with_errno(error, "open", path);
    struct stat status;
    dv_result result = DV_OK;
    *bytes = NULL;
    if (fstat(file, &status) != 0)
        result = fail_with_errno(error, "read", path);
    else if (!S_ISREG(status.st_mode))
        result = dv_fail(error, DV_ERROR_IO, "'%s' is not a file", path);
    else if ((uint64_t)status.st_size > limit)
        result = dv_fail(error, DV_ERROR_IO, "'%s' is larger than %zu MiB", path, limit >> 20);
    else if (!(*bytes = dv_alloc((size_t)status.st_size + 1)))
        result = dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    else if (!read_all(file, *bytes, (size_t)status.st_size))
        result = fail_with_errno(error, "read", path);
    close(file);
    if (result != DV_OK) {
        dv_free(*bytes);
        *bytes = NULL;
        return result;
    }
    *size = (size_t)status.st_size;
    return DV_OK;
}

dv_result dv_file_replace(const char *path, const void *bytes, size_t size, dv_error *error) {
    dv_output output;
    dv_result result = dv_output_open(&output, path, error);
    if (result != DV_OK)
        return result;
    if (dv_output_write(&output, bytes, size))
        return dv_output_finish(&output, error);
    result = dv_fail(error, DV_ERROR_IO, "cannot write %s: %s", path, strerror(errno));
    dv_output_drop(&output);
    return result;
}
