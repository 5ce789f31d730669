// What writes to the disk goes through here, so that tests can have any of these calls fail: a disk
// that is full, a write that is cut short, a process that is killed between two calls. Without a
// fault they do what the system's functions of these names do, and set errno alike.
#ifndef DV_BASE_DISK_H
#define DV_BASE_DISK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Open or make a file. `folder` is what a relative path begins at, or AT_FDCWD.
int dv_disk_open(int folder, const char *path, int flags, mode_t mode);
/// Write all of it, however often the system has to be asked; false, with errno, when that fails.
bool dv_disk_write(int descriptor, const void *bytes, size_t size);
/// Bring it onto the disk; true of what has none, as a pipe.
bool dv_disk_sync(int descriptor);
/// Close it, also when that fails.
bool dv_disk_close(int descriptor);
bool dv_disk_rename(const char *from, const char *to);
/// Remove a file, or with AT_REMOVEDIR a folder.
bool dv_disk_remove(int folder, const char *path, int flags);
bool dv_disk_make_folder(int folder, const char *path, mode_t mode);

// For tests

/// How many calls of the system were made through here since the program started.
uint64_t dv_disk_calls(void);

typedef struct dv_disk_fault {
    enum {
        DV_DISK_FAILS,  ///< with `reason`
        DV_DISK_WRITES, ///< no more than half of what it is given, if it is a write
        DV_DISK_KILLS   ///< ends the process before it
    } how;
    uint64_t call;  ///< which from now; 1 is the next
    bool and_after; ///< every later one too
    int reason;     ///< errno
} dv_disk_fault;

/// Have calls fail; NULL: none.
void dv_fail_disk(const dv_disk_fault *fault);

#endif
