// Write text, and numbers that read back to the same value; see text_file.h.
#include "record/text_file.h"

#include "base/alloc.h"
#include "base/result.h"
#include "base/utf8.h"
#include "record/base64.h"
#include "record/held_file.h"
#include "record/held_text.h"
#include "record/output.h"

#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUFFER_SIZE 65536

// Invariant: `buffer` holds `used` bytes not yet written. Once `failure` is set, nothing is added.
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

dv_text_file *dv_text_create_log(const char *path, dv_error *error) {
    dv_text_file *file = make_file(path, error);
    if (file && dv_held_begin(&file->held)) {
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

static void write_buffer(dv_text_file *file) {
    if (file->used > 0 && !file->failure &&
        !dv_output_write(&file->output, file->buffer, file->used))
        file->failure = errno;
    file->used = 0;
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

bool dv_text_hold(dv_text_file *file) {
    char folder[PATH_MAX];
    int reason = 0;
    if (!file->is_on_disk)
        return dv_held_begin(&file->held);
    bool has_begun = dv_held_file_begin(&file->disk, folder_of(file, folder), &reason);
    errno = reason;
    note_held(file, reason == 0);
    return has_begun;
}

size_t dv_text_held(const dv_text_file *file) { return file->held.size; }

static void put_held(void *file, const char *bytes, size_t size) { put_bytes(file, bytes, size); }

void dv_text_release(dv_text_file *file) {
    const char *bytes;
    if (file->is_on_disk) {
        note_held(file, dv_held_file_release(&file->disk, put_held, file));
        return;
    }
    size_t count = dv_held_release(&file->held, &bytes);
    put_bytes(file, bytes, count);
}

void dv_text_drop(dv_text_file *file) {
    const char *bytes;
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

void dv_text_add_bytes(dv_text_file *file, const void *bytes, size_t size) {
    add_bytes(file, bytes, size);
}

void dv_text_add(dv_text_file *file, const char *text) { add_bytes(file, text, strlen(text)); }

void dv_text_add_csv(dv_text_file *file, const char *text) {
    // Some readers drop a space at either end unless the field is quoted.
    size_t length = strlen(text);
    bool plain =
        !strpbrk(text, ",\"\r\n") && (length == 0 || (text[0] != ' ' && text[length - 1] != ' '));
    if (plain) {
        add_bytes(file, text, length);
        return;
    }
    add_bytes(file, "\"", 1);
    for (const char *c = text; *c; c++) {
        if (*c == '"')
            add_bytes(file, "\"", 1);
        add_bytes(file, c, 1);
    }
    add_bytes(file, "\"", 1);
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

void dv_text_add_json(dv_text_file *file, const char *text) {
    add_bytes(file, "\"", 1);
    while (*text) {
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
    int length = snprintf(text, sizeof text, "%" PRIu64, value);
    add_bytes(file, text, (size_t)length);
}

void dv_text_add_float(dv_text_file *file, float value) {
    char text[DV_NUMBER_TEXT];
    dv_float_text(value, text);
    dv_text_add(file, text);
}

void dv_text_add_double(dv_text_file *file, double value) {
    char text[DV_NUMBER_TEXT];
    dv_double_text(value, text);
    dv_text_add(file, text);
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
    write_buffer(file);
    dv_result result = end_output(file, error);
    free_file(file);
    return result;
}

// Numbers

// A locale's decimal point can be any text; everything else in a number is one of these characters.
static void use_plain_point(char *text) {
    size_t length = strspn(text, "+-0123456789e");
    if (!text[length])
        return;
    size_t point = strcspn(text + length, "+-0123456789e");
    text[length] = '.';
    memmove(text + length + 1, text + length + point, strlen(text + length + point) + 1);
}

static bool special_text(double value, char text[DV_NUMBER_TEXT]) {
    if (isfinite(value) && value != 0)
        return false;
    const char *name = isnan(value) ? "nan" : isinf(value) ? "inf" : "0";
    bool negative = !isnan(value) && signbit(value);
    snprintf(text, DV_NUMBER_TEXT, "%s%s", negative ? "-" : "", name);
    return true;
}

// %g leaves out trailing zeros, so for a value with fewer digits than `least` printf already gives
// the shortest form. Only subnormal numbers, which are less precise, can be told apart by fewer
// digits.
static void search_digits(double value, bool single, char text[DV_NUMBER_TEXT]) {
    bool subnormal = fabs(value) < (single ? (double)FLT_MIN : DBL_MIN);
    int least = subnormal ? 1 : single ? FLT_DIG : DBL_DIG;
    int most = single ? FLT_DECIMAL_DIG : DBL_DECIMAL_DIG;
    char form[DV_NUMBER_TEXT];
    for (int digits = least; digits <= most; digits++) {
        snprintf(form, sizeof form, "%.*g", digits, value);
        if (single ? strtof(form, NULL) == (float)value : strtod(form, NULL) == value)
            break;
    }
    use_plain_point(form);
    memcpy(text, form, sizeof form);
}

void dv_double_text(double value, char text[DV_NUMBER_TEXT]) {
    if (!special_text(value, text))
        search_digits(value, false, text);
}

static const double powers[] = {1,   1e1, 1e2,  1e3,  1e4,  1e5,  1e6, 1e7,
                                1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14};

// Whether `decimal`, rounded to a float, is `value`. A decimal that has no exact double may round
// to a double halfway between two floats, without lying there itself. Then rounding twice, as done
// here, may differ from rounding once, as a reader does; so the function returns false.
static bool reads_back(double decimal, bool exact, float value) {
    uint64_t bits;
    memcpy(&bits, &decimal, sizeof bits);
    bool halfway = !exact && (bits & 0x1fffffff) == 0x10000000;
    return !halfway && (float)decimal == value;
}

// Write `digits` / 10^decimals without trailing zeros.
static void fixed_text(bool negative, uint64_t digits, int decimals, char *text) {
    while (decimals > 0 && digits % 10 == 0) {
        digits /= 10;
        decimals--;
    }
    char reversed[DV_NUMBER_TEXT];
    int count = 0;
    for (int i = 0; digits > 0 || i <= decimals; i++) {
        if (i == decimals && decimals > 0)
            reversed[count++] = '.';
        reversed[count++] = (char)('0' + digits % 10);
        digits /= 10;
    }
    if (negative)
        reversed[count++] = '-';
    for (int i = 0; i < count; i++)
        text[i] = reversed[count - 1 - i];
    text[count] = '\0';
}

// A run writes millions of positions and velocities, so floats of common size get a fast path:
// scaled to an integer of 6 to 9 digits, such a float is exact enough in double precision.
void dv_float_text(float value, char text[DV_NUMBER_TEXT]) {
    if (special_text(value, text))
        return;
    double size = fabs((double)value);
    if (size < 1e-4 || size >= 1e9) {
        search_digits(value, true, text);
        return;
    }
    int magnitude = -4;
    while (magnitude < 8 &&
           size >= (magnitude + 1 < 0 ? 1 / powers[-magnitude - 1] : powers[magnitude + 1]))
        magnitude++;
    for (int digits = 6; digits <= 9; digits++) {
        int decimals = digits - 1 - magnitude;
        double scale = powers[abs(decimals)];
        double scaled = rint(decimals >= 0 ? size * scale : size / scale);
        double decimal = decimals >= 0 ? scaled / scale : scaled * scale;
        if (!reads_back(decimal, decimals <= 0, (float)size) && digits < 9)
            continue;
        uint64_t whole = (uint64_t)(decimals >= 0 ? scaled : decimal);
        fixed_text(value < 0, whole, decimals >= 0 ? decimals : 0, text);
        return;
    }
}
