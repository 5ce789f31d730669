#include "player/sweep/sweep_file.h"

#include "base/alloc.h"
#include "base/disk.h"
#include "base/result.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static dv_result cannot(const char *what, const char *path, dv_error *error) {
    return dv_fail(error, DV_ERROR_IO, "cannot %s %s: %s", what, path, strerror(errno));
}

static char *part_of(const char *path) {
    size_t length = strlen(path);
    char *part = dv_alloc(length + sizeof ".part");
    if (part) {
        memcpy(part, path, length);
        memcpy(part + length, ".part", sizeof ".part");
    }
    return part;
}

static dv_result name_files(dv_sweep_file *file, const char *path, dv_error *error) {
    *file = (dv_sweep_file){.rows = -1, .manifest = -1};
    file->rows_path = dv_copy_string(path);
    file->manifest_path = dv_manifest_path(path);
    if (file->rows_path && file->manifest_path) {
        file->rows_part = part_of(file->rows_path);
        file->manifest_part = part_of(file->manifest_path);
    }
    return file->rows_part && file->manifest_part
               ? DV_OK
               : dv_fail(error, DV_ERROR_MEMORY, "%s: out of memory", path);
}

static bool is_there(const char *path) {
    struct stat status;
    return lstat(path, &status) == 0;
}

static dv_result open_one(int *descriptor, const char *path, int flags, dv_error *error) {
    *descriptor = dv_disk_open(AT_FDCWD, path, O_RDWR | O_CLOEXEC | flags, 0666);
    return *descriptor >= 0 ? DV_OK : cannot("write", path, error);
}

/// Keep other processes from writing the same rows. The lock ends with the process.
static dv_result lock(const dv_sweep_file *file, dv_error *error) {
    if (flock(file->rows, LOCK_EX | LOCK_NB) == 0)
        return DV_OK;
    if (errno == EWOULDBLOCK)
        return dv_fail(error, DV_ERROR_ARGUMENT, "another drover sweep is writing %s",
                       file->rows_part);
    return cannot("lock", file->rows_part, error);
}

static dv_result write_one(int descriptor, const char *path, const char *bytes, size_t size,
                           dv_error *error) {
    return dv_disk_write(descriptor, bytes, size) ? DV_OK : cannot("write", path, error);
}

static dv_result write_heads(dv_sweep_file *file, const char *head, const char *heading,
                             dv_error *error) {
    dv_result result = write_one(file->rows, file->rows_part, heading, strlen(heading), error);
    return result == DV_OK
               ? write_one(file->manifest, file->manifest_part, head, strlen(head), error)
               : result;
}

static dv_result refuse_existing(const dv_sweep_file *file, dv_error *error) {
    if (is_there(file->rows_part))
        return dv_fail(error, DV_ERROR_ARGUMENT,
                       "%s is of a sweep that was interrupted: --resume goes on with it; or remove "
                       "it, or write to another --out",
                       file->rows_part);
    const char *paths[] = {file->rows_path, file->manifest_path};
    for (int i = 0; i < 2; i++)
        if (is_there(paths[i]))
            return dv_fail(error, DV_ERROR_ARGUMENT,
                           "%s exists: remove it, or write to another --out", paths[i]);
    return DV_OK;
}

static dv_result create(dv_sweep_file *file, const char *head, const char *heading,
                        dv_error *error) {
    dv_result result = refuse_existing(file, error);
    if (result == DV_OK)
        result = open_one(&file->rows, file->rows_part, O_CREAT | O_EXCL, error);
    if (result == DV_OK)
        result = lock(file, error);
    if (result == DV_OK)
        result = open_one(&file->manifest, file->manifest_part, O_CREAT | O_TRUNC, error);
    file->is_new = result == DV_OK;
    return result == DV_OK ? write_heads(file, head, heading, error) : result;
}

// Resuming

static dv_result check_same(const dv_manifest *manifest, const char *path, const char *head,
                            dv_error *error) {
    char how[DV_ERROR_CAPACITY];
    json_t *here = dv_manifest_head_in(head);
    if (!here)
        return dv_fail(error, DV_ERROR_MEMORY, "%s: out of memory", path);
    bool differs = dv_manifest_differs(manifest->head, here, how, sizeof how);
    json_decref(here);
    return differs ? dv_fail(error, DV_ERROR_ARGUMENT, "%s is of another sweep: %.800s", path, how)
                   : DV_OK;
}

/// Cut a file off, and continue there.
static dv_result cut(int descriptor, const char *path, off_t size, dv_error *error) {
    return ftruncate(descriptor, size) == 0 && lseek(descriptor, size, SEEK_SET) == size
               ? DV_OK
               : cannot("write", path, error);
}

#define NOT_ITS_ROWS "%s is not what its manifest describes"

/// The rows begin with the heading. Shorter rows are of a process that was killed at once.
static dv_result check_heading(const dv_sweep_file *file, const char *path, const char *heading,
                               bool *has_it, dv_error *error) {
    size_t length = strlen(heading);
    char *found = dv_alloc(length + 1);
    if (!found)
        return dv_fail(error, DV_ERROR_MEMORY, "%s: out of memory", path);
    ssize_t size = pread(file->rows, found, length, 0);
    bool is_same = size >= 0 && memcmp(found, heading, (size_t)size) == 0;
    dv_free(found);
    *has_it = size == (ssize_t)length;
    return is_same ? DV_OK : dv_fail(error, DV_ERROR_ARGUMENT, NOT_ITS_ROWS, path);
}

/// How far the rows and the manifest of a file agree.
typedef struct extent {
    uint64_t rows;      ///< bytes
    long manifest;      ///< likewise
    uint64_t run;       ///< the last one
    uint64_t damaged;   ///< the run after it, if all its rows are there and differ; 0: none
    bool has_followers; ///< there are rows after those that the manifest describes
} extent;

typedef struct rows_buffer {
    char *rows;
    uint64_t capacity;
} rows_buffer;

/// Read the rows of a run, with a zero byte for those that are empty. False when out of memory.
static bool read_rows(const dv_sweep_file *file, uint64_t at, uint64_t size, rows_buffer *b,
                      bool *is_read) {
    if (size >= b->capacity) {
        char *larger = dv_resize(b->rows, (size_t)size + 1);
        if (!larger)
            return false;
        b->rows = larger;
        b->capacity = size + 1;
    }
    *is_read = pread(file->rows, b->rows, (size_t)size, (off_t)at) == (ssize_t)size;
    return true;
}

/// Check the rows of each run, from the end of the heading on, as far as they go. Rows that end
/// before they should are what a kill leaves.
static dv_result check_runs(dv_sweep_file *file, dv_manifest *manifest, const char *path,
                            uint64_t heading, extent *found, dv_error *error) {
    struct stat status;
    dv_manifest_run run;
    rows_buffer b = {0};
    bool has_memory = true, is_read = true;
    if (fstat(file->rows, &status) != 0)
        return cannot("read", path, error);
    uint64_t size = (uint64_t)status.st_size;
    *found = (extent){.rows = heading, .manifest = manifest->end};
    while (dv_manifest_next(manifest, &run) && run.bytes <= size - found->rows) {
        has_memory = read_rows(file, found->rows, run.bytes, &b, &is_read);
        if (!has_memory || !is_read)
            break;
        if (!dv_manifest_holds(manifest, &run, b.rows)) {
            found->damaged = run.run;
            break;
        }
        found->rows += run.bytes;
        found->manifest = manifest->end;
        found->run = run.run;
        file->runs++;
        file->failed += strcmp(run.status, dv_sweep_status_names[DV_SWEEP_FAILED]) == 0;
    }
    found->has_followers = found->rows < size;
    dv_free(b.rows);
    if (!has_memory)
        return dv_fail(error, DV_ERROR_MEMORY, "%s: out of memory", path);
    return is_read ? DV_OK : cannot("read", path, error);
}

/// Find the last run that both files have whole, and cut off what follows.
static dv_result take_up(dv_sweep_file *file, dv_manifest *manifest, const char *heading,
                         dv_error *error) {
    bool has_heading = false;
    extent found = {.manifest = manifest->end};
    dv_result result = check_heading(file, file->rows_part, heading, &has_heading, error);
    if (result == DV_OK && has_heading)
        result = check_runs(file, manifest, file->rows_part, strlen(heading), &found, error);
    if (result != DV_OK)
        return result;
    if (found.damaged)
        fprintf(stderr,
                "drover: %s: run %" PRIu64 " is damaged: it runs again, with those after it\n",
                file->rows_part, found.damaged);
    uint64_t end = has_heading ? found.rows : 0;
    long manifest_end = found.manifest;
    result = cut(file->rows, file->rows_part, (off_t)end, error);
    if (result == DV_OK && !has_heading)
        result = write_one(file->rows, file->rows_part, heading, strlen(heading), error);
    return result == DV_OK ? cut(file->manifest, file->manifest_part, manifest_end, error) : result;
}

/// A finished file has all runs, and each is as it was written.
static dv_result check_whole(dv_sweep_file *file, dv_manifest *manifest, const char *heading,
                             dv_error *error) {
    bool has_heading;
    extent found = {0};
    dv_result result = open_one(&file->rows, file->rows_path, 0, error);
    if (result == DV_OK)
        result = check_heading(file, file->rows_path, heading, &has_heading, error);
    if (result == DV_OK && !has_heading)
        result = dv_fail(error, DV_ERROR_FORMAT, NOT_ITS_ROWS, file->rows_path);
    if (result == DV_OK)
        result = check_runs(file, manifest, file->rows_path, strlen(heading), &found, error);
    if (result != DV_OK)
        return result;
    const char *advice = "remove both, and run the sweep again";
    if (!dv_manifest_is_whole(manifest))
        return dv_fail(error, DV_ERROR_FORMAT,
                       "%s, or its manifest, is damaged after run %" PRIu64 ": %s", file->rows_path,
                       found.run, advice);
    if (found.has_followers)
        return dv_fail(error, DV_ERROR_FORMAT, "%s has rows of no run at its end: %s",
                       file->rows_path, advice);
    return DV_OK;
}

/// A process that was killed before the manifest had its first line has no runs.
static dv_result begin_again(dv_sweep_file *file, const char *head, const char *heading,
                             dv_error *error) {
    dv_result result = cut(file->rows, file->rows_part, 0, error);
    if (result == DV_OK)
        result = cut(file->manifest, file->manifest_part, 0, error);
    return result == DV_OK ? write_heads(file, head, heading, error) : result;
}

static bool has_a_line(FILE *file) {
    int c;
    while ((c = fgetc(file)) != EOF && c != '\n')
        continue;
    rewind(file);
    return c == '\n';
}

static dv_result read_manifest(dv_sweep_file *file, const char *path, const char *head,
                               const char *heading, dv_error *error) {
    dv_manifest manifest;
    FILE *stream = fopen(path, "re");
    if (!stream)
        return cannot("read", path, error);
    dv_result result;
    if (!file->is_whole && !has_a_line(stream)) {
        result = begin_again(file, head, heading, error);
        fclose(stream);
        return result;
    }
    result = dv_manifest_open(&manifest, path, stream, error);
    if (result == DV_OK)
        result =
            check_same(&manifest, file->is_whole ? file->rows_path : file->rows_part, head, error);
    if (result == DV_OK)
        result = file->is_whole ? check_whole(file, &manifest, heading, error)
                                : take_up(file, &manifest, heading, error);
    dv_manifest_close(&manifest);
    fclose(stream);
    return result;
}

static dv_result resume(dv_sweep_file *file, const char *head, const char *heading,
                        dv_error *error) {
    if (is_there(file->rows_path))
        return dv_fail(error, DV_ERROR_ARGUMENT,
                       "%s exists beside %s: remove one of them, or write to another --out",
                       file->rows_path, file->rows_part);
    // Killed between the two renames: the manifest has its name already.
    if (is_there(file->rows_part) && !is_there(file->manifest_part) &&
        is_there(file->manifest_path) && !dv_disk_rename(file->manifest_path, file->manifest_part))
        return cannot("rename", file->manifest_path, error);
    dv_result result = open_one(&file->rows, file->rows_part, 0, error);
    if (result == DV_OK)
        result = lock(file, error);
    if (result == DV_OK)
        result = open_one(&file->manifest, file->manifest_part, O_CREAT, error);
    return result == DV_OK ? read_manifest(file, file->manifest_part, head, heading, error)
                           : result;
}

dv_result dv_sweep_file_open(dv_sweep_file *file, const char *path, const char *head,
                             const char *heading, bool resumes, dv_error *error) {
    dv_result result = name_files(file, path, error);
    if (result != DV_OK)
        return result;
    if (resumes && is_there(file->rows_part))
        return resume(file, head, heading, error);
    file->is_whole = resumes && is_there(file->rows_path);
    if (file->is_whole)
        return read_manifest(file, file->manifest_path, head, heading, error);
    return create(file, head, heading, error);
}

dv_result dv_sweep_file_add(dv_sweep_file *file, const dv_manifest_run *run, const char *rows,
                            dv_error *error) {
    char line[DV_MANIFEST_LINE];
    dv_manifest_line(run, rows, line);
    dv_result result = write_one(file->rows, file->rows_part, rows, run->bytes, error);
    if (result == DV_OK)
        result = write_one(file->manifest, file->manifest_part, line, strlen(line), error);
    if (result != DV_OK)
        return result;
    file->runs++;
    file->failed += strcmp(run->status, dv_sweep_status_names[DV_SWEEP_FAILED]) == 0;
    return DV_OK;
}

dv_result dv_sweep_file_finish(dv_sweep_file *file, dv_error *error) {
    if (file->is_whole)
        return DV_OK;
    if (!dv_disk_sync(file->rows))
        return cannot("write", file->rows_part, error);
    if (!dv_disk_sync(file->manifest))
        return cannot("write", file->manifest_part, error);
    if (!dv_disk_rename(file->manifest_part, file->manifest_path))
        return cannot("write", file->manifest_path, error);
    if (!dv_disk_rename(file->rows_part, file->rows_path))
        return cannot("write", file->rows_path, error);
    return DV_OK;
}

void dv_sweep_file_discard(const dv_sweep_file *file) {
    if (!file->is_new)
        return;
    dv_disk_remove(AT_FDCWD, file->rows_part, 0);
    dv_disk_remove(AT_FDCWD, file->manifest_part, 0);
}

void dv_sweep_file_close(dv_sweep_file *file) {
    if (file->rows >= 0)
        dv_disk_close(file->rows);
    if (file->manifest >= 0)
        dv_disk_close(file->manifest);
    dv_free(file->rows_path);
    dv_free(file->manifest_path);
    dv_free(file->rows_part);
    dv_free(file->manifest_part);
    *file = (dv_sweep_file){.rows = -1, .manifest = -1};
}
