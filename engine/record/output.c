#include "record/output.h"

#include "base/alloc.h"
#include "base/disk.h"
#include "base/result.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_LINKS 40

static atomic_uint last_number; // N of the last NAME.PID-N.part that this process opened

static dv_result cannot_write(const char *name, int reason, dv_error *error) {
    return dv_fail(error, DV_ERROR_IO, "cannot write %s: %s", name, strerror(reason));
}

// Where it goes

/// The length of the folder part of a path, with the slash.
static size_t folder_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

static bool copy_folder(const char *path, char folder[PATH_MAX]) {
    size_t length = folder_length(path);
    if (length >= PATH_MAX)
        return false;
    snprintf(folder, PATH_MAX, "%.*s", (int)length, length ? path : "");
    if (length == 0)
        strcpy(folder, ".");
    return true;
}

/// Whether a path names one of this process's descriptors, as /dev/stdout does. Such a link is not
/// followed, since its target may have no name.
static bool is_descriptor(const char *path) {
    return strncmp(path, "/proc/", 6) == 0 || strncmp(path, "/dev/fd/", 8) == 0;
}

/// Follow the links of a path, even to a file that does not exist yet. False, with errno set, on
/// failure.
static bool follow_links(const char *path, char target[PATH_MAX]) {
    char link[PATH_MAX];
    if (snprintf(target, PATH_MAX, "%s", path) >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return false;
    }
    for (int links = 0; links < MAX_LINKS; links++) {
        ssize_t length = is_descriptor(target) ? -1 : readlink(target, link, sizeof link - 1);
        if (length < 0)
            return true; // not a link; opening it shows what else it is
        link[length] = '\0';
        size_t folder = link[0] == '/' ? 0 : folder_length(target);
        if (folder + (size_t)length >= PATH_MAX) {
            errno = ENAMETOOLONG;
            return false;
        }
        memcpy(target + folder, link, (size_t)length + 1);
    }
    errno = ELOOP;
    return false;
}

// Part files left behind

/// Read the digits at `text` as a number and move `text` past them; −1 when there are none.
static long read_number(const char **text) {
    char *end;
    if (!isdigit((unsigned char)**text))
        return -1;
    errno = 0;
    long number = strtol(*text, &end, 10);
    *text = end;
    return errno ? -1 : number;
}

/// Whether a name is a part file, BASE.PID-N.part, of a process that is gone.
static bool is_left_over(const char *name, const char *base) {
    size_t length = strlen(base);
    if (strncmp(name, base, length) != 0 || name[length] != '.')
        return false;
    const char *rest = name + length + 1;
    long process = read_number(&rest);
    if (process <= 0 || process > INT_MAX || *rest++ != '-')
        return false;
    long number = read_number(&rest);
    if (number <= 0 || strcmp(rest, ".part") != 0)
        return false;
    // Process ids are reused, and one may now be ours.
    if (process == getpid())
        return number > (long)atomic_load(&last_number);
    return kill((pid_t)process, 0) != 0 && errno == ESRCH;
}

static void sweep_left_over(const char *target) {
    char folder[PATH_MAX];
    const char *base = target + folder_length(target);
    DIR *entries = copy_folder(target, folder) ? opendir(folder) : NULL;
    const struct dirent *entry;
    while (entries && (entry = readdir(entries))) {
        struct stat status;
        if (is_left_over(entry->d_name, base) &&
            fstatat(dirfd(entries), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
            S_ISREG(status.st_mode))
            dv_disk_remove(dirfd(entries), entry->d_name, 0);
    }
    if (entries)
        closedir(entries);
}

// Opening

static void free_names(dv_output *output) {
    dv_free(output->name);
    dv_free(output->target);
    dv_free(output->part);
    *output = (dv_output){.descriptor = -1};
}

static dv_result name_it(dv_output *output, const char *name, dv_error *error) {
    char target[PATH_MAX];
    *output = (dv_output){.descriptor = -1};
    if (!follow_links(name, target))
        return cannot_write(name, errno, error);
    output->name = dv_copy_string(name);
    output->target = dv_copy_string(target);
    if (output->name && output->target)
        return DV_OK;
    free_names(output);
    return dv_fail(error, DV_ERROR_MEMORY, "%s: out of memory", name);
}

static dv_result open_failed(dv_output *output, dv_error *error) {
    dv_result result = cannot_write(output->name, errno, error);
    free_names(output);
    return result;
}

static dv_result open_straight(dv_output *output, int flags, dv_error *error) {
    output->descriptor = dv_disk_open(AT_FDCWD, output->target, O_WRONLY | O_CLOEXEC | flags, 0666);
    return output->descriptor >= 0 ? DV_OK : open_failed(output, error);
}

dv_result dv_output_open_log(dv_output *output, const char *name, dv_error *error) {
    dv_result result = name_it(output, name, error);
    return result == DV_OK ? open_straight(output, O_CREAT | O_TRUNC, error) : result;
}

/// Open a part file next to the target, with the permissions of the existing target, if any.
static dv_result open_beside(dv_output *output, const struct stat *old, dv_error *error) {
    size_t size = strlen(output->target) + 48;
    output->part = dv_alloc(size);
    if (!output->part) {
        dv_fail(error, DV_ERROR_MEMORY, "%s: out of memory", output->name);
        free_names(output);
        return DV_ERROR_MEMORY;
    }
    // A file that may not be written may not be replaced either.
    if (old && access(output->target, W_OK) != 0)
        return open_failed(output, error);
    sweep_left_over(output->target);
    snprintf(output->part, size, "%s.%ld-%u.part", output->target, (long)getpid(),
             atomic_fetch_add(&last_number, 1) + 1);
    output->descriptor =
        dv_disk_open(AT_FDCWD, output->part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (output->descriptor < 0)
        return open_failed(output, error);
    if (old)
        fchmod(output->descriptor, old->st_mode & 07777);
    return DV_OK;
}

dv_result dv_output_open(dv_output *output, const char *name, dv_error *error) {
    struct stat status;
    dv_result result = name_it(output, name, error);
    if (result != DV_OK)
        return result;
    bool is_there = stat(output->target, &status) == 0;
    if (is_there && S_ISDIR(status.st_mode)) {
        errno = EISDIR;
        return open_failed(output, error);
    }
    if (is_there && (!S_ISREG(status.st_mode) || is_descriptor(output->target)))
        return open_straight(output, 0, error);
    return open_beside(output, is_there ? &status : NULL, error);
}

// Writing and the end

const char *dv_output_folder(const dv_output *output, char folder[PATH_MAX]) {
    return output->part && copy_folder(output->target, folder) ? folder : NULL;
}

bool dv_output_write(const dv_output *output, const void *bytes, size_t size) {
    return dv_disk_write(output->descriptor, bytes, size);
}

/// Sync the folder too, or a power cut could bring back the old content under the name.
static void sync_folder_of(const char *path) {
    char folder[PATH_MAX];
    int handle = copy_folder(path, folder) ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (handle < 0)
        return;
    dv_disk_sync(handle);
    close(handle);
}

void dv_output_drop(dv_output *output) {
    if (output->descriptor >= 0)
        dv_disk_close(output->descriptor);
    if (output->part)
        dv_disk_remove(AT_FDCWD, output->part, 0);
    free_names(output);
}

dv_result dv_output_finish(dv_output *output, dv_error *error) {
    bool fine = !output->part || dv_disk_sync(output->descriptor);
    int reason = errno;
    if (!dv_disk_close(output->descriptor) && fine) {
        reason = errno;
        fine = false;
    }
    output->descriptor = -1;
    if (fine && output->part && !dv_disk_rename(output->part, output->target)) {
        reason = errno;
        fine = false;
    }
    if (!fine) {
        dv_result result = cannot_write(output->name, reason, error);
        dv_output_drop(output);
        return result;
    }
    if (output->part)
        sync_folder_of(output->target);
    free_names(output);
    return DV_OK;
}
