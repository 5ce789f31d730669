#include "base/disk.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_uint_fast64_t call_count;
static dv_disk_fault fault; // only tests set it, while nothing writes
static uint64_t faulty_call;

uint64_t dv_disk_calls(void) { return atomic_load(&call_count); }

void dv_fail_disk(const dv_disk_fault *wanted) {
    fault = wanted ? *wanted : (dv_disk_fault){0};
    faulty_call = wanted ? dv_disk_calls() + wanted->call : 0;
}

static bool is_faulty(void) {
    uint64_t call = atomic_fetch_add(&call_count, 1) + 1;
    if (faulty_call == 0 || call < faulty_call || (call > faulty_call && !fault.and_after))
        return false;
    if (fault.how == DV_DISK_KILLS)
        raise(SIGKILL);
    return true;
}

/// Whether a call other than a write must fail.
static bool must_fail(void) {
    if (!is_faulty() || fault.how != DV_DISK_FAILS)
        return false;
    errno = fault.reason;
    return true;
}

int dv_disk_open(int folder, const char *path, int flags, mode_t mode) {
    return must_fail() ? -1 : openat(folder, path, flags, mode);
}

static ssize_t write_once(int descriptor, const void *bytes, size_t size) {
    if (!is_faulty())
        return write(descriptor, bytes, size);
    if (fault.how == DV_DISK_WRITES)
        return write(descriptor, bytes, size > 1 ? size / 2 : size);
    errno = fault.reason;
    return -1;
}

bool dv_disk_write(int descriptor, const void *bytes, size_t size) {
    for (size_t done = 0; done < size;) {
        ssize_t count = write_once(descriptor, (const char *)bytes + done, size - done);
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

bool dv_disk_sync(int descriptor) {
    if (must_fail())
        return false;
    return fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP;
}

bool dv_disk_close(int descriptor) {
    bool fails = must_fail();
    int reason = errno;
    // A descriptor is closed even if close was interrupted.
    bool is_closed = close(descriptor) == 0 || errno == EINTR;
    if (fails)
        errno = reason;
    return is_closed && !fails;
}

bool dv_disk_rename(const char *from, const char *to) {
    return !must_fail() && rename(from, to) == 0;
}

bool dv_disk_remove(int folder, const char *path, int flags) {
    return !must_fail() && unlinkat(folder, path, flags) == 0;
}

bool dv_disk_make_folder(int folder, const char *path, mode_t mode) {
    return !must_fail() && mkdirat(folder, path, mode) == 0;
}
