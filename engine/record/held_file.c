// Bytes that are held back in a file; see held_file.h.
#include "record/held_file.h"

#include "base/alloc.h"
#include "base/disk.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static atomic_uint last_number; // of the last file with a name

/// Some file systems can't make a file without a name: it loses its name at once.
static int open_and_unname(const char *folder) {
    char path[PATH_MAX];
    int length = snprintf(path, sizeof path, "%s/.drover-%ld-%u.held", folder, (long)getpid(),
                          atomic_fetch_add(&last_number, 1) + 1);
    if (length >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return -1;
    }
    int descriptor = dv_disk_open(AT_FDCWD, path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (descriptor >= 0)
        dv_disk_remove(AT_FDCWD, path, 0);
    return descriptor;
}

static int open_file(const char *folder) {
    int descriptor = dv_disk_open(AT_FDCWD, folder, O_RDWR | O_TMPFILE | O_CLOEXEC, 0600);
    bool is_unknown = descriptor < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL);
    return is_unknown ? open_and_unname(folder) : descriptor;
}

/// The file is closed with its last section, so that it takes no room on the disk any more.
static void remove_section(dv_held_file *held) {
    if (--held->count > 0)
        return;
    if (held->descriptor >= 0)
        dv_disk_close(held->descriptor);
    held->descriptor = -1;
    held->end = 0;
}

bool dv_held_file_begin(dv_held_file *held, const char *folder, int *failure) {
    if (!dv_reserve((void **)&held->starts, &held->capacity, held->count + 1, sizeof *held->starts))
        return false;
    if (held->count == 0) {
        held->end = 0;
        held->descriptor = open_file(folder);
        if (held->descriptor < 0)
            *failure = errno;
    }
    held->starts[held->count++] = held->end;
    return true;
}

bool dv_held_file_add(dv_held_file *held, const void *bytes, size_t size) {
    if (held->descriptor < 0) {
        errno = EBADF;
        return false;
    }
    // What was dropped before is written over.
    if (lseek(held->descriptor, (off_t)held->end, SEEK_SET) < 0 ||
        !dv_disk_write(held->descriptor, bytes, size))
        return false;
    held->end += size;
    return true;
}

static ssize_t read_piece(const dv_held_file *held, char *piece, size_t size, uint64_t from) {
    ssize_t count;
    do
        count = pread(held->descriptor, piece, size, (off_t)from);
    while (count < 0 && errno == EINTR);
    if (count == 0)
        errno = EIO; // the file is shorter than what was written
    return count;
}

static bool copy(const dv_held_file *held, uint64_t from, uint64_t to, dv_held_sink *sink,
                 void *context) {
    char piece[65536];
    while (from < to) {
        uint64_t rest = to - from;
        ssize_t count =
            read_piece(held, piece, rest < sizeof piece ? (size_t)rest : sizeof piece, from);
        if (count <= 0)
            return false;
        sink(context, piece, (size_t)count);
        from += (uint64_t)count;
    }
    return true;
}

bool dv_held_file_release(dv_held_file *held, dv_held_sink *sink, void *context) {
    if (held->count == 0)
        return true;
    uint64_t end = held->count > 1 ? held->starts[1] : held->end;
    bool fine = copy(held, held->starts[0], end, sink, context);
    int reason = errno;
    memmove(held->starts, held->starts + 1, (held->count - 1) * sizeof *held->starts);
    remove_section(held);
    errno = reason;
    return fine;
}

bool dv_held_file_join(dv_held_file *held, dv_held_sink *sink, void *context) {
    if (held->count == 1)
        return dv_held_file_release(held, sink, context);
    held->count -= held->count > 0;
    return true;
}

void dv_held_file_drop(dv_held_file *held) {
    if (held->count == 0)
        return;
    held->end = held->starts[held->count - 1];
    remove_section(held);
}

void dv_held_file_free(dv_held_file *held) {
    while (held->count > 0)
        dv_held_file_drop(held);
    dv_free(held->starts);
    *held = (dv_held_file){0};
}
