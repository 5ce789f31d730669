// Text files: numbers are as short as possible and read back to the same value, fields are quoted
// where needed, and a full disk is reported once.
#include "record/text_file.h"

#include "../program.h"

#include "base/alloc.h"
#include "base/disk.h"
#include "base/random.h"

#include <errno.h>
#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

static const char path[] = "/tmp/drover-text-file-test";

// What a file holds after `add` wrote to it.
static const char *written(void (*add)(dv_text_file *file)) {
    static char content[1024];
    dv_text_file *file = dv_text_create(path, NULL);
    assert_non_null(file);
    add(file);
    assert_int_equal(dv_text_close(file, NULL), DV_OK);
    FILE *read = fopen(path, "r");
    size_t length = fread(content, 1, sizeof content - 1, read);
    fclose(read);
    unlink(path);
    content[length] = '\0';
    return content;
}

static void assert_float(float value, const char *expected) {
    char text[DV_NUMBER_TEXT];
    dv_float_text(value, text);
    assert_string_equal(text, expected);
}

static void common_floats_are_written_as_people_would(void **state) {
    (void)state;
    assert_float(0, "0");
    assert_float(-0.0f, "-0");
    assert_float(1, "1");
    assert_float(-1, "-1");
    assert_float(0.1f, "0.1");
    assert_float(-0.25f, "-0.25");
    assert_float(123.456f, "123.456");
    assert_float(10, "10");
    assert_float(100000, "100000");
    assert_float(16777216, "16777216");
    assert_float(1.0f / 3, "0.33333334");
    assert_float(0.001f, "0.001");
    assert_float(1e-7f, "1e-07");
    assert_float(3e9f, "3e+09");
    assert_float(FLT_MAX, "3.4028235e+38");
    assert_float(FLT_TRUE_MIN, "1e-45");
    assert_float(INFINITY, "inf");
    assert_float(-INFINITY, "-inf");
    assert_float(NAN, "nan");
}

static size_t significant_digits(const char *text) {
    size_t count = 0, zeros = 0;
    for (; *text && *text != 'e'; text++) {
        if (*text < '0' || *text > '9' || (*text == '0' && count == 0))
            continue;
        count++;
        zeros = *text == '0' ? zeros + 1 : 0;
    }
    return count - zeros;
}

// The fewest digits that read back, found by trying all.
static size_t fewest_digits(float value) {
    char text[64];
    for (int digits = 1;; digits++) {
        snprintf(text, sizeof text, "%.*e", digits - 1, value);
        if (strtof(text, NULL) == value)
            return significant_digits(text);
    }
}

static void assert_reads_back(float value) {
    char text[DV_NUMBER_TEXT];
    dv_float_text(value, text);
    // Some readers know only double precision.
    float back = strtof(text, NULL), rounded = (float)strtod(text, NULL);
    if (memcmp(&back, &value, sizeof value) != 0 || memcmp(&rounded, &value, sizeof value) != 0)
        fail_msg("%a is written as %s", value, text);
    if (significant_digits(text) > fewest_digits(value))
        fail_msg("%a is written as %s, with more digits than needed", value, text);
}

static void any_float_reads_back_with_the_fewest_digits(void **state) {
    (void)state;
    dv_random_key key = {.seed = 5};
    for (uint64_t i = 0; i < 100000; i++) {
        uint32_t bits = (uint32_t)dv_random_bits(key, i);
        float value;
        memcpy(&value, &bits, sizeof value);
        if (isfinite(value))
            assert_reads_back(value);
        assert_reads_back((float)(dv_random_unit(key, i) * 1000 - 500));
    }
    for (int exponent = -6; exponent <= 10; exponent++) {
        float power = (float)pow(10, exponent);
        assert_reads_back(power);
        assert_reads_back(nextafterf(power, 0));
        assert_reads_back(nextafterf(power, INFINITY));
    }
}

static void any_double_reads_back(void **state) {
    (void)state;
    dv_random_key key = {.seed = 6};
    for (uint64_t i = 0; i < 20000; i++) {
        uint64_t bits = dv_random_bits(key, i);
        double value, back;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value))
            continue;
        char text[DV_NUMBER_TEXT];
        dv_double_text(value, text);
        back = strtod(text, NULL);
        assert_memory_equal(&back, &value, sizeof value);
    }
    char text[DV_NUMBER_TEXT];
    dv_double_text(1.0 / 60, text);
    assert_string_equal(text, "0.016666666666666666");
    dv_double_text(0.1, text);
    assert_string_equal(text, "0.1");
    dv_double_text(-DBL_MAX, text);
    assert_string_equal(text, "-1.7976931348623157e+308");
}

static void the_locale_does_not_matter(void **state) {
    (void)state;
    if (!setlocale(LC_NUMERIC, "de_DE.UTF-8"))
        fail_msg("no locale de_DE.UTF-8: install the package locales and set up the build again");
    assert_float(0.5f, "0.5");
    assert_float(1.5e-7f, "1.5e-07");
    char text[DV_NUMBER_TEXT];
    dv_double_text(1.0 / 3, text);
    setlocale(LC_NUMERIC, "C");
    assert_string_equal(text, "0.3333333333333333");
}

static void add_fields(dv_text_file *file) {
    static const char *const fields[] = {"plain", "", "a,b", "say \"hi\"", "two\nlines", " space"};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        dv_text_add_csv(file, fields[i]);
        dv_text_add(file, ";");
    }
}

static void csv_fields_are_quoted_where_needed(void **state) {
    (void)state;
    assert_string_equal(written(add_fields),
                        "plain;;\"a,b\";\"say \"\"hi\"\"\";\"two\nlines\";\" space\";");
}

static void add_strings(dv_text_file *file) {
    static const char *const strings[] = {
        "plain",        "a\"b\\c",  "tab\tnew\n", "wölf €𝄞", "\xff|\xc3|\xc3\x28",
        "\xed\xa0\x80", "\xc0\xaf", "\xe2\x82",
    };
    for (size_t i = 0; i < sizeof strings / sizeof *strings; i++) {
        dv_text_add_json(file, strings[i]);
        dv_text_add(file, ",");
    }
}

static void json_strings_are_escaped_and_valid(void **state) {
    (void)state;
    assert_string_equal(written(add_strings),
                        "\"plain\",\"a\\\"b\\\\c\",\"tab\\u0009new\\u000a\",\"wölf €𝄞\","
                        "\"\\ufffd|\\ufffd|\\ufffd(\",\"\\ufffd\\ufffd\\ufffd\","
                        "\"\\ufffd\\ufffd\",\"\\ufffd\\ufffd\",");
}

static void add_any_bytes(dv_text_file *file) {
    dv_text_add_json_bytes(file, "wölf\n", 6);
    dv_text_add(file, ",");
    dv_text_add_json_bytes(file, "", 0);
    dv_text_add(file, ",");
    dv_text_add_json_bytes(file, "a\0b", 3);
    dv_text_add(file, ",");
    dv_text_add_json_bytes(file, "w\xf6lf", 4);
    dv_text_add(file, ",");
    dv_text_add_base64(file, "foobar", 6);
}

static void bytes_that_are_no_text_are_base64(void **state) {
    (void)state;
    assert_string_equal(written(add_any_bytes), "\"wölf\\u000a\",\"\",{\"base64\":\"YQBi\"},"
                                                "{\"base64\":\"d/ZsZg==\"},\"Zm9vYmFy\"");
}

static void add_numbers(dv_text_file *file) {
    dv_text_add_integer(file, UINT64_MAX);
    dv_text_add(file, " ");
    dv_text_add_float(file, 0.5f);
    dv_text_add(file, " ");
    dv_text_add_double(file, -2);
}

static void numbers_are_added(void **state) {
    (void)state;
    assert_string_equal(written(add_numbers), "18446744073709551615 0.5 -2");
}

/// One that others read while it is written.
static dv_text_file *begin_log(void) {
    dv_text_file *file = dv_text_create_log(path, NULL);
    assert_non_null(file);
    assert_int_equal(dv_text_begin(file, NULL), DV_OK);
    return file;
}

static void what_is_flushed_can_be_read(void **state) {
    (void)state;
    dv_text_file *file = begin_log();
    char content[8] = "";
    dv_text_add(file, "rows");
    assert_int_equal(dv_text_flush(file, NULL), DV_OK);
    FILE *read = fopen(path, "r");
    assert_non_null(fgets(content, sizeof content, read));
    fclose(read);
    assert_string_equal(content, "rows");
    dv_text_close(file, NULL);
    unlink(path);
}

static void a_descriptor_in_use_stays_open(void **state) {
    (void)state;
    FILE *other = tmpfile();
    char content[16] = "";
    assert_non_null(other);
    dv_text_file *file = dv_text_use(fileno(other), "another's file", NULL);
    assert_non_null(file);
    dv_text_add(file, "rows");
    assert_int_equal(dv_text_close(file, NULL), DV_OK);
    assert_int_equal(write(fileno(other), " more", 5), 5);
    rewind(other);
    assert_non_null(fgets(content, sizeof content, other));
    assert_string_equal(content, "rows more");
    fclose(other);
}

static void more_than_a_buffer_is_written_whole(void **state) {
    (void)state;
    dv_text_file *file = dv_text_create(path, NULL);
    for (int i = 0; i < 100000; i++)
        dv_text_add(file, "0123456789");
    assert_int_equal(dv_text_close(file, NULL), DV_OK);
    FILE *read = fopen(path, "r");
    fseek(read, 0, SEEK_END);
    assert_int_equal(ftell(read), 1000000);
    fclose(read);
    unlink(path);
}

static void add_and_drop(dv_text_file *file) {
    dv_text_add(file, "a ");
    dv_text_hold(file);
    dv_text_add(file, "b ");
    dv_text_hold(file);
    dv_text_add(file, "never ");
    dv_text_drop(file);
    dv_text_add(file, "c ");
    dv_text_hold(file);
    dv_text_add(file, "d ");
    dv_text_join(file);
    dv_text_hold(file);
    dv_text_add(file, "e ");
    dv_text_release(file);
    dv_text_drop(file);
    dv_text_add(file, "f");
}

static void add_and_join(dv_text_file *file) {
    dv_text_hold(file);
    dv_text_add(file, "a ");
    dv_text_join(file);
    dv_text_add(file, "b ");
    // What is held when the file is closed comes in order.
    dv_text_hold(file);
    dv_text_add(file, "c ");
    dv_text_hold(file);
    dv_text_add(file, "d");
}

static void add_and_drop_on_disk(dv_text_file *file) {
    dv_text_hold_on_disk(file);
    add_and_drop(file);
}

static void add_and_join_on_disk(dv_text_file *file) {
    dv_text_hold_on_disk(file);
    add_and_join(file);
}

static void what_is_held_back_is_let_go_or_dropped(void **state) {
    (void)state;
    assert_string_equal(written(add_and_drop), "a b c d f");
    assert_string_equal(written(add_and_join), "a b c d");
    assert_string_equal(written(add_and_drop_on_disk), "a b c d f");
    assert_string_equal(written(add_and_join_on_disk), "a b c d");
}

// Sections of any length, let go one by one, come out in order and not before.
static void hold_and_let_go(bool on_disk) {
    dv_text_file *file = begin_log();
    FILE *read = fopen(path, "r");
    size_t lengths[] = {3, 90000, 0, 1, 70000, 12}, expected = 1;
    dv_text_add(file, "*");
    if (on_disk)
        dv_text_hold_on_disk(file);
    for (int section = 0; section < 6; section++) {
        dv_text_hold(file);
        for (size_t i = 0; i < lengths[section]; i++)
            dv_text_add(file, (char[]){(char)('a' + section), 0});
    }
    for (int section = 0; section < 6; section++) {
        assert_int_equal(dv_text_flush(file, NULL), DV_OK);
        fseek(read, 0, SEEK_END);
        assert_int_equal(ftell(read), expected);
        dv_text_release(file);
        expected += lengths[section];
    }
    assert_int_equal(dv_text_close(file, NULL), DV_OK);
    rewind(read);
    assert_int_equal(fgetc(read), '*');
    for (int section = 0; section < 6; section++)
        for (size_t i = 0; i < lengths[section]; i++)
            assert_int_equal(fgetc(read), 'a' + section);
    assert_int_equal(fgetc(read), EOF);
    fclose(read);
    unlink(path);
}

static void what_is_held_back_stays_out_of_the_file(void **state) {
    (void)state;
    hold_and_let_go(false);
    hold_and_let_go(true);
}

static void what_is_held_on_disk_takes_no_memory(void **state) {
    (void)state;
    static char bytes[1 << 20];
    dv_text_file *file = dv_text_create(path, NULL);
    size_t before = dv_allocated_bytes();
    dv_text_hold_on_disk(file);
    dv_text_hold(file);
    for (int i = 0; i < 8; i++)
        dv_text_add_bytes(file, bytes, sizeof bytes);
    assert_int_equal(dv_text_held(file), 0);
    assert_true(dv_allocated_bytes() - before < 1000);
    dv_text_drop(file);
    assert_int_equal(dv_text_close(file, NULL), DV_OK);
    unlink(path);
}

/// What a file holds, and what it told, while a call to the disk fails.
static uint64_t with_fault(dv_disk_fault fault, char content[64], int *told) {
    dv_error error;
    FILE *target = tmpfile();
    dv_text_file *file = dv_text_use(fileno(target), path, NULL);
    *told = 0;
    uint64_t calls = dv_disk_calls();
    dv_fail_disk(&fault);
    dv_text_hold_on_disk(file);
    assert_true(dv_text_hold(file));
    dv_text_add(file, "one ");
    assert_true(dv_text_hold(file));
    dv_text_add(file, "two ");
    dv_text_drop(file);
    *told += dv_text_flush(file, &error) != DV_OK;
    dv_text_add(file, "three");
    dv_text_release(file);
    *told += dv_text_flush(file, &error) != DV_OK;
    *told += dv_text_close(file, &error) != DV_OK;
    dv_fail_disk(NULL);
    rewind(target);
    content[fread(content, 1, 63, target)] = '\0';
    fclose(target);
    return dv_disk_calls() - calls;
}

static void whatever_fails_of_what_is_held_on_disk_is_told_once(void **state) {
    (void)state;
    char content[64];
    int told, failures = 0;
    uint64_t calls = with_fault((dv_disk_fault){.call = UINT64_MAX / 2}, content, &told);
    assert_string_equal(content, "one three");
    assert_int_equal(told, 0);
    assert_true(calls >= 5);
    for (uint64_t call = 1; call <= calls; call++) {
        with_fault((dv_disk_fault){.how = DV_DISK_FAILS, .call = call, .reason = ENOSPC}, content,
                   &told);
        // Closing the temporary file may fail: everything has been read from it.
        assert_string_equal(content, told ? "" : "one three");
        assert_in_range(told, 0, 1);
        failures += told;
        with_fault((dv_disk_fault){.how = DV_DISK_WRITES, .call = call}, content, &told);
        assert_string_equal(content, "one three");
    }
    assert_true(failures >= 4);
}

static void a_temporary_file_that_cannot_be_made_is_told(void **state) {
    (void)state;
    dv_error error;
    dv_text_file *file = dv_text_use(STDERR_FILENO, "standard output", NULL);
    const char *before = getenv("TMPDIR");
    char *kept = before ? strdup(before) : NULL;
    setenv("TMPDIR", "/nowhere/at/all", 1);
    dv_text_hold_on_disk(file);
    assert_true(dv_text_hold(file));
    dv_text_add(file, "never written");
    assert_int_equal(dv_text_flush(file, &error), DV_ERROR_IO);
    assert_string_equal(error.message,
                        "cannot hold back, in a temporary file, what goes to standard output: No "
                        "such file or directory");
    dv_text_release(file);
    assert_int_equal(dv_text_close(file, &error), DV_OK);
    if (kept)
        setenv("TMPDIR", kept, 1);
    else
        unsetenv("TMPDIR");
    free(kept);
}

// Sections that go take with them what was counted in them.
static void counted(bool on_disk) {
    dv_text_file *file = dv_text_create(path, NULL);
    if (on_disk)
        dv_text_hold_on_disk(file);
    dv_text_count(file);
    assert_true(dv_text_hold(file));
    dv_text_count(file);
    assert_true(dv_text_hold(file));
    dv_text_count(file);
    dv_text_count(file);
    assert_int_equal(dv_text_counted(file), 4);
    dv_text_drop(file);
    assert_int_equal(dv_text_counted(file), 2);
    assert_true(dv_text_hold(file));
    dv_text_count(file);
    dv_text_release(file);
    assert_true(dv_text_hold(file));
    dv_text_count(file);
    dv_text_join(file);
    assert_int_equal(dv_text_counted(file), 4);
    dv_text_drop(file);
    assert_int_equal(dv_text_counted(file), 2);
    dv_text_drop(file);
    assert_int_equal(dv_text_counted(file), 2);
    assert_int_equal(dv_text_close(file, NULL), DV_OK);
    unlink(path);
}

static void what_is_dropped_is_not_counted(void **state) {
    (void)state;
    counted(false);
    counted(true);
}

#define GZIP_BYTES 1000000

/// Compress the same text, in pieces of this size; returns the size of the file.
static size_t compress_in_pieces(size_t piece, unsigned char *packed, size_t capacity) {
    static char text[GZIP_BYTES];
    dv_random_key key = {.seed = 9};
    for (size_t i = 0; i < GZIP_BYTES; i++)
        text[i] = (char)('0' + dv_random_bits(key, i / 3) % 10);
    dv_text_file *file = dv_text_create_gzip(path, NULL);
    assert_non_null(file);
    for (size_t i = 0; i < GZIP_BYTES; i += piece) {
        dv_text_add_bytes(file, text + i, GZIP_BYTES - i < piece ? GZIP_BYTES - i : piece);
        assert_int_equal(dv_text_flush(file, NULL), DV_OK);
    }
    assert_int_equal(dv_text_close(file, NULL), DV_OK);
    gzFile back = gzopen(path, "rb");
    static char read[GZIP_BYTES + 1];
    assert_int_equal(gzread(back, read, sizeof read), GZIP_BYTES);
    assert_int_equal(gzclose(back), Z_OK);
    assert_memory_equal(read, text, GZIP_BYTES);
    FILE *raw = fopen(path, "rb");
    size_t size = fread(packed, 1, capacity, raw);
    fclose(raw);
    unlink(path);
    return size;
}

static void compressed_bytes_do_not_depend_on_pieces(void **state) {
    (void)state;
    static unsigned char once[GZIP_BYTES], again[GZIP_BYTES];
    size_t size = compress_in_pieces(GZIP_BYTES, once, sizeof once);
    assert_true(size > 100000 && size < GZIP_BYTES / 2);
    const size_t pieces[] = {7, 65536, 100003};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(compress_in_pieces(pieces[i], again, sizeof again), size);
        assert_memory_equal(again, once, size);
    }
}

static void whichever_allocation_fails_a_compressed_file_is_refused(void **state) {
    (void)state;
    dv_error error;
    size_t before = dv_allocated_bytes();
    dv_text_file *file = NULL;
    for (uint64_t nth = 1; !file; nth++) {
        dv_fail_allocation(nth, false);
        file = dv_text_create_gzip(path, &error);
        dv_fail_allocation(0, false);
        if (!file)
            assert_non_null(strstr(error.message, "out of memory"));
        if (!file)
            assert_int_equal(dv_allocated_bytes(), before);
        assert_true(nth < 100);
    }
    assert_int_equal(dv_text_close(file, NULL), DV_OK);
    unlink(path);
}

static void a_full_disk_is_told_once_of_a_compressed_file(void **state) {
    (void)state;
    dv_error error;
    dv_text_file *file = dv_text_create_gzip("/dev/full", &error);
    assert_non_null(file);
    dv_text_add(file, "rows");
    assert_int_equal(dv_text_flush(file, &error), DV_OK); // not full yet
    assert_int_equal(dv_text_close(file, &error), DV_ERROR_IO);
    assert_string_equal(error.message, "cannot write /dev/full: No space left on device");
    file = dv_text_create_gzip("/dev/full", &error);
    dv_random_key key = {.seed = 9};
    dv_result result = DV_OK;
    for (uint64_t i = 0; i < 100000 && result == DV_OK; i++) {
        dv_text_add_integer(file, dv_random_bits(key, i));
        result = dv_text_flush(file, &error);
    }
    assert_int_equal(result, DV_ERROR_IO);
    assert_int_equal(dv_text_close(file, &error), DV_OK);
}

static void a_full_disk_is_told_once(void **state) {
    (void)state;
    dv_error error;
    dv_text_file *file = dv_text_create("/dev/full", &error);
    assert_non_null(file);
    dv_text_add(file, "rows");
    assert_int_equal(dv_text_flush(file, &error), DV_ERROR_IO);
    assert_string_equal(error.message, "cannot write /dev/full: No space left on device");
    dv_text_add(file, "more");
    assert_int_equal(dv_text_flush(file, &error), DV_OK);
    assert_int_equal(dv_text_close(file, &error), DV_OK);
    file = dv_text_create("/dev/full", &error);
    dv_text_add(file, "rows");
    assert_int_equal(dv_text_close(file, &error), DV_ERROR_IO);
}

static void a_file_that_cannot_be_made_is_told(void **state) {
    (void)state;
    dv_error error;
    assert_null(dv_text_create("/nowhere/at/all.csv", &error));
    assert_string_equal(error.message,
                        "cannot write /nowhere/at/all.csv: No such file or directory");
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(common_floats_are_written_as_people_would),
        cmocka_unit_test(any_float_reads_back_with_the_fewest_digits),
        cmocka_unit_test(any_double_reads_back),
        cmocka_unit_test(the_locale_does_not_matter),
        cmocka_unit_test(csv_fields_are_quoted_where_needed),
        cmocka_unit_test(json_strings_are_escaped_and_valid),
        cmocka_unit_test(bytes_that_are_no_text_are_base64),
        cmocka_unit_test(numbers_are_added),
        cmocka_unit_test(what_is_flushed_can_be_read),
        cmocka_unit_test(a_descriptor_in_use_stays_open),
        cmocka_unit_test(more_than_a_buffer_is_written_whole),
        cmocka_unit_test(what_is_held_back_is_let_go_or_dropped),
        cmocka_unit_test(what_is_held_back_stays_out_of_the_file),
        cmocka_unit_test(what_is_held_on_disk_takes_no_memory),
        cmocka_unit_test(whatever_fails_of_what_is_held_on_disk_is_told_once),
        cmocka_unit_test(a_temporary_file_that_cannot_be_made_is_told),
        cmocka_unit_test(a_full_disk_is_told_once),
        cmocka_unit_test(what_is_dropped_is_not_counted),
        cmocka_unit_test(compressed_bytes_do_not_depend_on_pieces),
        cmocka_unit_test(whichever_allocation_fails_a_compressed_file_is_refused),
        cmocka_unit_test(a_full_disk_is_told_once_of_a_compressed_file),
        cmocka_unit_test(a_file_that_cannot_be_made_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
