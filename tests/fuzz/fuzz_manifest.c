// Damaged sweeps: the manifest and its file of rows, as `drover sweep` goes on with them, joins
// them, and runs one of their runs again. Most have the right checksums. They are taken, or refused
// in one line that names a file.
//
// An input is a manifest, a line "--@ rows", and the rows.
#include "fuzz.h"

#include "base/hash.h"
#include "player/subcommands.h"
#include "player/sweep/sweep_file.h"
#include "player/sweep/sweep_join.h"
#include "player/sweep/sweep_rerun.h"
#include "player/terminal/messages.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MARK "--@ rows\n"
#define CHECKSUM ",\"checksum\":\""
#define NO_CHECKSUM CHECKSUM "0000000000000000\"}\n"
#define HEADING "run,seed,set.wolves,tick\n"
#define HEAD_WORDS                                                                                 \
    "{\"drover\":\"0.1.0\",\"sweep\":2,\"command\":\"drover sweep x\",\"scenario\":\"no/such\","   \
    "\"mods\":[\"winter\"],\"scripts\":{\"main.lua\":\"0123456789abcdef\"},\"seed\":\"1\","        \
    "\"runs\":3"

static char folder[] = "/tmp/drover_fuzz_XXXXXX";
static char rows_path[64], out_path[64];

/// The length of the manifest in an input, and where its rows begin: at the end if it has none.
static size_t split(const uint8_t *bytes, size_t size, const uint8_t **rows) {
    const uint8_t *mark = memmem(bytes, size, MARK, strlen(MARK));
    *rows = mark ? mark + strlen(MARK) : bytes + size;
    return mark ? (size_t)(mark - bytes) : size;
}

/// How many bytes a line says that the rows of its run have.
static size_t bytes_of(const uint8_t *line, size_t length) {
    static const char key[] = "\"bytes\":";
    const uint8_t *found = memmem(line, length, key, sizeof key - 1);
    size_t count = 0;
    for (found = found ? found + sizeof key - 1 : line; *found >= '0' && *found <= '9'; found++)
        count = count > 1 << 24 ? count : 10 * count + *found - '0';
    return count;
}

/// Make the checksums right.
static void mend(uint8_t *bytes, size_t size) {
    const uint8_t *rows, *end = bytes + split(bytes, size, &rows);
    for (uint8_t *line = bytes, *newline; (newline = memchr(line, '\n', (size_t)(end - line)));
         line = newline + 1) {
        const uint8_t *sum = memmem(line, (size_t)(newline - line), CHECKSUM, strlen(CHECKSUM));
        if (!sum || newline - sum != (long)strlen(NO_CHECKSUM) - 1)
            continue;
        size_t count = bytes_of(line, (size_t)(sum - line));
        bool fits = count <= (size_t)(bytes + size - rows);
        char text[17];
        dv_hash hash;
        dv_hash_begin(&hash);
        dv_hash_add(&hash, line, (size_t)(sum - line));
        dv_hash_add(&hash, rows, fits ? count : 0);
        snprintf(text, sizeof text, "%016" PRIx64, dv_hash_end(&hash));
        memcpy(line + (sum - line) + strlen(CHECKSUM), text, 16);
        rows += fits ? count : 0;
    }
}

static void write_one(const char *name, const char *head, int first, int step) {
    char text[4096], rows[1024] = HEADING;
    int used = snprintf(text, sizeof text, "%s" NO_CHECKSUM, head);
    for (int run = first; run <= 3; run += step) {
        char row[64];
        int bytes = snprintf(row, sizeof row, "%d,%d,%d,600\n", run, 1234567 * run, run % 2);
        strcat(rows, row);
        used += snprintf(
            text + used, sizeof text - (size_t)used,
            "{\"run\":%d,\"status\":\"%s\",\"tick\":600,\"bytes\":%d,\"hash\":%s" NO_CHECKSUM, run,
            run == 2 ? "failed" : "ticks", bytes, run == 2 ? "null" : "\"a6e2e6d2d1f3a1b4\"");
    }
    used += snprintf(text + used, sizeof text - (size_t)used, MARK "%s", rows);
    mend((uint8_t *)text, (size_t)used);
    fuzz_write_seed(name, text, (size_t)used);
}

static void write_seeds(void) {
    write_one("whole", HEAD_WORDS, 1, 1);
    write_one("part", HEAD_WORDS ",\"part\":[1,1]", 1, 1);
    write_one("second", HEAD_WORDS ",\"part\":[2,2]", 2, 2);
    write_one("design", HEAD_WORDS ",\"design\":\"0123456789abcdef\"", 1, 1);
}

static void remove_files(void) {
    static const char *const names[] = {"f.csv", "g.csv", "f.manifest.jsonl", "g.manifest.jsonl"};
    for (int i = 0; i < 8; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s/%s%s", folder, names[i % 4], i < 4 ? "" : ".part");
        unlink(path);
    }
}

static void remove_folder(void) {
    remove_files();
    rmdir(folder);
}

static void write_file(const char *name, const char *ending, const uint8_t *bytes, size_t size) {
    char path[128];
    snprintf(path, sizeof path, "%s/%s%s", folder, name, ending);
    FILE *file = fopen(path, "wb");
    fuzz_expect(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0,
                "cannot write %s", path);
}

static void write_files(const uint8_t *bytes, size_t size, const char *ending) {
    const uint8_t *rows;
    size_t length = split(bytes, size, &rows);
    remove_files();
    write_file("f.csv", ending, rows, (size_t)(bytes + size - rows));
    write_file("f.manifest.jsonl", ending, bytes, length);
}

static void expect_refusal(dv_result result, const dv_error *error) {
    char shown[DV_ERROR_CAPACITY]; // as it is printed
    dv_show_text(NULL, error->message, shown, sizeof shown);
    if (result != DV_OK)
        fuzz_expect_line(shown, "/f.");
    fuzz_expect(!strstr(shown, "memory"), "%s", shown);
}

static void resume(const char *head) {
    dv_sweep_file file;
    dv_error error = {""};
    dv_result result = dv_sweep_file_open(&file, rows_path, head, HEADING, true, &error);
    dv_sweep_file_close(&file);
    expect_refusal(result, &error);
}

static void join(uint32_t count) {
    const char *files[] = {rows_path, rows_path};
    const dv_options options = {
        .sweep = {.files = files, .file_count = count, .out = out_path, .join = true}};
    uint64_t runs, failed;
    dv_error error = {""};
    expect_refusal(dv_sweep_join(&options, &runs, &failed, &error), &error);
}

/// There is no such scenario, so nothing runs.
static int rerun(void) {
    const char *files[] = {rows_path};
    const dv_options options = {
        .known = dv_subcommands,
        .headless = true,
        .sweep = {.files = files, .file_count = 1, .rerun = 2},
    };
    return dv_sweep_rerun(&options);
}

static int try_input(const uint8_t *bytes, size_t size) {
    static char head[1024];
    if (!*head) {
        fuzz_expect(mkdtemp(folder) != NULL, "no folder");
        atexit(remove_folder);
        snprintf(rows_path, sizeof rows_path, "%s/f.csv", folder);
        snprintf(out_path, sizeof out_path, "%s/g.csv", folder);
        snprintf(head, sizeof head, HEAD_WORDS NO_CHECKSUM);
        mend((uint8_t *)head, strlen(head));
    }
    fuzz_listen();
    write_files(bytes, size, "");
    resume(head);
    join(1);
    join(2);
    int status = rerun();
    write_files(bytes, size, ".part");
    resume(head);
    char *said = fuzz_heard();
    fuzz_expect(status == 1 || status == 2, "status %d", status);
    fuzz_expect(strstr(said, "drover: ") != NULL, "it fails without a word");
    free(said);
    fuzz_expect(dv_allocated_bytes() == 0, "%zu bytes are left", dv_allocated_bytes());
    return 0;
}

static size_t mutate(uint8_t *bytes, size_t size, size_t capacity, unsigned seed) {
    static const char *const values[] = {
        "0",
        "1",
        "2",
        "3",
        "-1",
        "1.5",
        "1000000001",
        "9223372036854775807",
        "18446744073709551615",
        "null",
        "true",
        "[]",
        "[1",
        "{}",
        "\"\"",
        "\"part\"",
        "\"runs\"",
        "\"bytes\"",
        "\"checksum\"",
        "\"ticks\"",
        "\"failed\"",
        "\"much longer than a status\"",
        "\"0123456789abcdefg\"",
        "\"\\u0000\"",
        "\"\\n\"",
        "seed",
        "set.x",
        "\"two\nlines\"",
    };
    switch (fuzz_below(&seed, 4)) {
    case 0:
        size = LLVMFuzzerMutate(bytes, size, capacity);
        break;
    case 1:
        size = fuzz_move_lines(bytes, size, capacity, &seed);
        break;
    default:
        size =
            fuzz_change_value(bytes, size, capacity, &seed, values, sizeof values / sizeof *values);
    }
    if (fuzz_below(&seed, 8) > 0)
        mend(bytes, size);
    return size;
}

const fuzz_harness manifest_harness = {"manifest", write_seeds, try_input, mutate};
