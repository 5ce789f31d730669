// All writes to the disk go through here, so that tests can make any of these calls fail as on a
// full disk, with a short write, or by killing the process between two calls. Without a fault they
// do what the system's functions of the same names do, and set errno the same way.
#ifndef DV_BASE_DISK_H
#define DV_BASE_DISK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Open or create a file. `folder` is the folder that a relative path starts from, or AT_FDCWD.
int dv_disk_open(int folder, const char *path, int flags, mode_t mode);
/// Write all bytes, in several system calls if necessary; false, with errno set, on failure.
bool dv_disk_write(int descriptor, const void *bytes, size_t size);
/// Flush a file to the disk. True also for what cannot be flushed, such as a pipe.
bool dv_disk_sync(int descriptor);
/// Close a descriptor, even when closing fails.
bool dv_disk_close(int descriptor);
bool dv_disk_rename(const char *from, const char *to);
/// Remove a file, or with AT_REMOVEDIR a folder.
bool dv_disk_remove(int folder, const char *path, int flags);
bool dv_disk_make_folder(int folder, const char *path, mode_t mode);

// For tests

/// The number of system calls made through here since the program started.
uint64_t dv_disk_calls(void);

typedef struct dv_disk_fault {
    enum {
        DV_DISK_FAILS,  ///< the call fails with `reason`
        DV_DISK_WRITES, ///< a write writes at most half of its bytes
        DV_DISK_KILLS   ///< the process is killed before the call
    } how;
    uint64_t call;  ///< counted from now; 1 is the next
    bool and_after; ///< every later one too
    int reason;     ///< errno
} dv_disk_fault;

/// Make calls fail; NULL ends it.
void dv_fail_disk(const dv_disk_fault *fault);

#endif
