// Write text in pieces, and hold it back; see text_file.h.
#include "record/text_file.h"

#include "base/alloc.h"
#include "base/result.h"
#include "base/utf8.h"
#include "record/base64.h"
#include "record/gzip.h"
#include "record/held_file.h"
#include "record/held_text.h"
#include "record/output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUFFER_SIZE 65536

// Invariant: `buffer` holds `used` bytes not yet written. Once `failure` is set, nothing is added.
// `counts` has an entry for each section that is held back.
struct dv_text_file {
    dv_output output;
    int failure; // errno of the first write that failed
    bool reported;
    bool borrowed;  // the caller closes the descriptor
    bool forgotten; // not to be put in place on close
    bool waiting;   // a log before dv_text_begin: everything is held back
    size_t used;
    char *path;
    dv_held_text held; // follows what is in the buffer
    bool is_on_disk;   // `disk` holds back, instead of `held`
    dv_held_file disk;
    bool held_failed; // `failure` is of `disk`
    dv_gzip *gzip;    // compresses what is written; NULL: it is written as it is
    uint64_t counted; // by dv_text_count
    uint64_t *counts; // what was counted when each section began, oldest first
    uint32_t count_capacity;
    char buffer[BUFFER_SIZE];
};

static dv_text_file *make_file(const char *path, dv_error *error) {
    dv_text_file *file = dv_alloc(sizeof *file);
    char *copy = dv_copy_string(path);
    if (!file || !copy) {
        dv_free(file);
        dv_free(copy);
        dv_fail(error, DV_ERROR_MEMORY, "%s: out of memory", path);
        return NULL;
    }
    file->path = copy;
    file->output.descriptor = -1;
    file->disk.descriptor = -1;
    return file;
}

static void free_file(dv_text_file *file) {
    dv_held_free(&file->held);
    dv_held_file_free(&file->disk);
    dv_gzip_free(file->gzip);
    dv_free(file->counts);
    dv_free(file->path);
    dv_free(file);
}

dv_text_file *dv_text_create(const char *path, dv_error *error) {
    dv_text_file *file = make_file(path, error);
    if (file && dv_output_open(&file->output, path, error) == DV_OK)
        return file;
    if (file)
        free_file(file);
    return NULL;
}

dv_text_file *dv_text_create_gzip(const char *path, dv_error *error) {
    dv_text_file *file = make_file(path, error);
    if (!file)
        return NULL;
    file->gzip = dv_gzip_create();
    if (!file->gzip)
        dv_fail(error, DV_ERROR_MEMORY, "%s: out of memory", path);
    if (file->gzip && dv_output_open(&file->output, path, error) == DV_OK)
        return file;
    free_file(file);
    return NULL;
}

dv_text_file *dv_text_create_log(const char *path, dv_error *error) {
    dv_text_file *file = make_file(path, error);
    if (file && dv_text_hold(file)) {
        file->waiting = true;
        return file;
    }
    if (file) {
        dv_fail(error, DV_ERROR_MEMORY, "%s: out of memory", path);
        free_file(file);
    }
    return NULL;
}

dv_result dv_text_begin(dv_text_file *file, dv_error *error) {
    dv_result result = dv_output_open_log(&file->output, file->path, error);
    if (result != DV_OK)
        return result;
    file->waiting = false;
    dv_text_release(file);
    return dv_text_flush(file, error);
}

void dv_text_keep_old(dv_text_file *file) { file->forgotten = true; }

dv_text_file *dv_text_use(int descriptor, const char *name, dv_error *error) {
    dv_text_file *file = make_file(name, error);
    if (file) {
        file->output.descriptor = descriptor;
        file->borrowed = true;
    }
    return file;
}

const char *dv_text_name(const dv_text_file *file) { return file->path; }

static bool write_output(void *context, const void *bytes, size_t size) {
    const dv_text_file *file = context;
    return dv_output_write(&file->output, bytes, size);
}

static void write_buffer(dv_text_file *file) {
    bool is_written =
        file->used == 0 || file->failure ||
        (file->gzip ? dv_gzip_add(file->gzip, file->buffer, file->used, write_output, file)
                    : write_output(file, file->buffer, file->used));
    if (!is_written)
        file->failure = errno;
    file->used = 0;
}

static void write_end(dv_text_file *file) {
    write_buffer(file);
    if (file->gzip && !file->failure && !dv_gzip_end(file->gzip, write_output, file))
        file->failure = errno;
}

static void put_bytes(dv_text_file *file, const char *bytes, size_t count) {
    while (count > 0 && !file->failure) {
        size_t room = BUFFER_SIZE - file->used;
        size_t piece = count < room ? count : room;
        memcpy(file->buffer + file->used, bytes, piece);
        file->used += piece;
        bytes += piece;
        count -= piece;
        if (file->used == BUFFER_SIZE)
            write_buffer(file);
    }
}

static bool is_held(const dv_text_file *file) {
    return file->is_on_disk ? file->disk.count > 0 : dv_is_held(&file->held);
}

static void note_held(dv_text_file *file, bool fine) {
    if (fine || file->failure)
        return;
    file->failure = errno;
    file->held_failed = true;
}

static void add_bytes(dv_text_file *file, const char *bytes, size_t count) {
    if (!is_held(file))
        put_bytes(file, bytes, count);
    else if (file->failure)
        return;
    else if (file->is_on_disk)
        note_held(file, dv_held_file_add(&file->disk, bytes, count));
    else if (!dv_held_add(&file->held, bytes, count))
        file->failure = ENOMEM;
}

// Holding back

void dv_text_hold_on_disk(dv_text_file *file) { file->is_on_disk = true; }

static const char *folder_of(const dv_text_file *file, char folder[PATH_MAX]) {
    const char *temporary = getenv("TMPDIR");
    if (dv_output_folder(&file->output, folder))
        return folder;
    return temporary && *temporary ? temporary : "/var/tmp";
}

static uint32_t section_count(const dv_text_file *file) {
    return file->is_on_disk ? file->disk.count : file->held.count;
}

static bool hold_on_disk(dv_text_file *file) {
    char folder[PATH_MAX];
    int reason = 0;
    bool has_begun = dv_held_file_begin(&file->disk, folder_of(file, folder), &reason);
    errno = reason;
    note_held(file, reason == 0);
    return has_begun;
}

bool dv_text_hold(dv_text_file *file) {
    uint32_t sections = section_count(file);
    if (!dv_reserve((void **)&file->counts, &file->count_capacity, sections + 1,
                    sizeof *file->counts) ||
        !(file->is_on_disk ? hold_on_disk(file) : dv_held_begin(&file->held)))
        return false;
    file->counts[sections] = file->counted;
    return true;
}

size_t dv_text_held(const dv_text_file *file) { return file->held.size; }

static void put_held(void *file, const char *bytes, size_t size) { put_bytes(file, bytes, size); }

static void forget_oldest_count(dv_text_file *file) {
    uint32_t sections = section_count(file);
    if (sections > 0)
        memmove(file->counts, file->counts + 1, (sections - 1) * sizeof *file->counts);
}

void dv_text_release(dv_text_file *file) {
    const char *bytes;
    forget_oldest_count(file);
    if (file->is_on_disk) {
        note_held(file, dv_held_file_release(&file->disk, put_held, file));
        return;
    }
    size_t count = dv_held_release(&file->held, &bytes);
    put_bytes(file, bytes, count);
}

void dv_text_drop(dv_text_file *file) {
    const char *bytes;
    uint32_t sections = section_count(file);
    if (sections > 0)
        file->counted = file->counts[sections - 1];
    if (file->is_on_disk)
        dv_held_file_drop(&file->disk);
    else
        dv_held_drop(&file->held, &bytes);
}

void dv_text_join(dv_text_file *file) {
    const char *bytes;
    if (file->is_on_disk) {
        note_held(file, dv_held_file_join(&file->disk, put_held, file));
        return;
    }
    size_t count = dv_held_join(&file->held, &bytes);
    put_bytes(file, bytes, count);
}

void dv_text_count(dv_text_file *file) { file->counted++; }

uint64_t dv_text_counted(const dv_text_file *file) { return file->counted; }

void dv_text_add_bytes(dv_text_file *file, const void *bytes, size_t size) {
    add_bytes(file, bytes, size);
}

void dv_text_add(dv_text_file *file, const char *text) { add_bytes(file, text, strlen(text)); }

// Some readers drop a space at either end unless the field is quoted.
static bool is_plain_field(const char *bytes, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (bytes[i] == ',' || bytes[i] == '"' || bytes[i] == '\r' || bytes[i] == '\n')
            return false;
    return size == 0 || (bytes[0] != ' ' && bytes[size - 1] != ' ');
}

void dv_text_add_csv_bytes(dv_text_file *file, const char *bytes, size_t size) {
    if (is_plain_field(bytes, size)) {
        add_bytes(file, bytes, size);
        return;
    }
    add_bytes(file, "\"", 1);
    for (size_t i = 0; i < size; i++) {
        if (bytes[i] == '"')
            add_bytes(file, "\"", 1);
        add_bytes(file, bytes + i, 1);
    }
    add_bytes(file, "\"", 1);
}

void dv_text_add_csv(dv_text_file *file, const char *text) {
    dv_text_add_csv_bytes(file, text, strlen(text));
}

static void add_json_character(dv_text_file *file, const char *c, size_t length) {
    char escape[8];
    if (length == 0) {
        add_bytes(file, "\\ufffd", 6);
    } else if (*c == '"' || *c == '\\') {
        add_bytes(file, "\\", 1);
        add_bytes(file, c, 1);
    } else if ((unsigned char)*c < 0x20) {
        snprintf(escape, sizeof escape, "\\u%04x", (unsigned)*c);
        add_bytes(file, escape, 6);
    } else {
        add_bytes(file, c, length);
    }
}

/// How many characters from here on stand for themselves in a JSON string, and are ASCII.
static size_t plain_length(const char *text) {
    const unsigned char *c = (const unsigned char *)text;
    while (*c >= ' ' && *c < 0x80 && *c != '"' && *c != '\\')
        c++;
    return (size_t)(c - (const unsigned char *)text);
}

void dv_text_add_json(dv_text_file *file, const char *text) {
    add_bytes(file, "\"", 1);
    for (;;) {
        size_t plain = plain_length(text);
        add_bytes(file, text, plain);
        text += plain;
        if (!*text)
            break;
        size_t length = dv_utf8_length(text);
        add_json_character(file, text, length);
        text += length ? length : 1;
    }
    add_bytes(file, "\"", 1);
}

void dv_text_add_base64(dv_text_file *file, const void *bytes, size_t size) {
    char text[4096];
    const size_t most = dv_base64_capacity(sizeof text);
    const unsigned char *from = bytes;
    add_bytes(file, "\"", 1);
    for (size_t done = 0; done < size; done += most) {
        size_t piece = size - done < most ? size - done : most;
        dv_base64_encode(from + done, piece, text);
        add_bytes(file, text, dv_base64_length(piece));
    }
    add_bytes(file, "\"", 1);
}

static bool is_text(const char *bytes, size_t size) {
    size_t length = 1;
    for (size_t i = 0; i < size && length > 0; i += length)
        length = bytes[i] ? dv_utf8_length(bytes + i) : 0;
    return length > 0;
}

void dv_text_add_json_bytes(dv_text_file *file, const char *bytes, size_t size) {
    if (is_text(bytes, size)) {
        dv_text_add_json(file, bytes);
        return;
    }
    dv_text_add(file, "{\"base64\":");
    dv_text_add_base64(file, bytes, size);
    dv_text_add(file, "}");
}

void dv_text_add_integer(dv_text_file *file, uint64_t value) {
    char text[DV_NUMBER_TEXT];
    char *start = text + sizeof text;
    do
        *--start = (char)('0' + value % 10);
    while (value /= 10);
    add_bytes(file, start, (size_t)(text + sizeof text - start));
}

void dv_text_add_float(dv_text_file *file, float value) {
    char text[DV_NUMBER_TEXT];
    add_bytes(file, text, dv_float_text(value, text));
}

void dv_text_add_double(dv_text_file *file, double value) {
    char text[DV_NUMBER_TEXT];
    add_bytes(file, text, dv_double_text(value, text));
}

static dv_result tell_failure(dv_text_file *file, dv_error *error) {
    if (!file->failure)
        return DV_OK;
    bool first = !file->reported;
    file->reported = true;
    dv_fail(error, DV_ERROR_IO, "cannot %s %s: %s",
            file->held_failed ? "hold back, in a temporary file, what goes to" : "write",
            file->path, strerror(file->failure));
    return first ? DV_ERROR_IO : DV_OK;
}

dv_result dv_text_flush(dv_text_file *file, dv_error *error) {
    // Compressed files come in whole buffers: what zlib makes of some bytes may depend on how many
    // it is given at a time.
    if (!file->gzip)
        write_buffer(file);
    return tell_failure(file, error);
}

/// Put the file in place, unless it was forgotten, or a write failed. A log that was not begun has
/// nothing to put in place.
static dv_result end_output(dv_text_file *file, dv_error *error) {
    if (file->borrowed || file->waiting)
        return tell_failure(file, error);
    if (!file->failure && !file->forgotten)
        return dv_output_finish(&file->output, error);
    dv_output_drop(&file->output);
    return tell_failure(file, error);
}

dv_result dv_text_close(dv_text_file *file, dv_error *error) {
    if (!file)
        return DV_OK;
    while (!file->waiting && is_held(file))
        dv_text_release(file);
    write_end(file);
    dv_result result = end_output(file, error);
    free_file(file);
    return result;
}
