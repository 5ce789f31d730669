#include "record/file.h"

#include "base/alloc.h"
#include "base/result.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static dv_result cannot(dv_error *error, const char *what, const char *path) {
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

static bool write_all(int file, const unsigned char *bytes, size_t size) {
    for (size_t done = 0; done < size;) {
        ssize_t count = write(file, bytes + done, size - done);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return false;
        done += (size_t)count;
    }
    return true;
}

dv_result dv_file_read(const char *path, size_t limit, unsigned char **bytes, size_t *size,
                       dv_error *error) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return cannot(error, "open", path);
    struct stat status;
    dv_result result = DV_OK;
    *bytes = NULL;
    if (fstat(file, &status) != 0)
        result = cannot(error, "read", path);
    else if (!S_ISREG(status.st_mode))
        result = dv_fail(error, DV_ERROR_IO, "'%s' is not a file", path);
    else if ((uint64_t)status.st_size > limit)
        result = dv_fail(error, DV_ERROR_IO, "'%s' is larger than %zu MiB", path, limit >> 20);
    else if (!(*bytes = dv_alloc((size_t)status.st_size + 1)))
        result = dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    else if (!read_all(file, *bytes, (size_t)status.st_size))
        result = cannot(error, "read", path);
    close(file);
    if (result != DV_OK) {
        dv_free(*bytes);
        *bytes = NULL;
        return result;
    }
    *size = (size_t)status.st_size;
    return DV_OK;
}

/// The new name must be on the disk too, or a power cut could bring the old content back.
static void sync_folder_of(const char *path) {
    char folder[4096];
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) : 0;
    if (length >= sizeof folder)
        return;
    memcpy(folder, path, length);
    folder[length] = '\0';
    int handle = open(slash ? (length ? folder : "/") : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (handle < 0)
        return;
    fsync(handle);
    close(handle);
}

dv_result dv_file_replace(const char *path, const void *bytes, size_t size, dv_error *error) {
    size_t length = strlen(path) + 32;
    char *temporary = dv_alloc(length);
    if (!temporary)
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    snprintf(temporary, length, "%s.%ld.part", path, (long)getpid());
    int file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0) {
        dv_free(temporary);
        return cannot(error, "write", path);
    }
    bool written = write_all(file, bytes, size) && fsync(file) == 0;
    int cause = errno;
    bool closed = close(file) == 0;
    cause = written ? errno : cause;
    dv_result result = DV_OK;
    if (!written || !closed || rename(temporary, path) != 0) {
        errno = written && closed ? errno : cause;
        result = cannot(error, "write", path);
        unlink(temporary);
    } else {
        sync_folder_of(path);
    }
    dv_free(temporary);
    return result;
}
