// Damaged data files, in each format that scripts read: CSV, JSON, WKT, pictures, and maps of
// Tiled. A file is refused in one line that names it, or read; then all its numbers are finite, and
// the script of scenes/data builds what it holds, or says in one line why not. Libraries print
// nothing.
//
// An input is the file.
#include "fuzz.h"

#include "../png_bytes.h"
#include "../read_script.h"
#include "scenario_data.h"

#include "base/utf8.h"

#include <math.h>
#include <stdlib.h>

/// To open a scenario takes a hundred times as long as to read a file. So this one reads a file in
/// each tick, and is opened anew only after some.
#define TICKS 100

static struct {
    dv_scenario *scenario;
    const char *ending; ///< of the files' names, such as "csv"
    char *bytes;        ///< of the file, and a zero
    size_t size;
    char said[DV_ERROR_CAPACITY]; ///< what the script has printed
} now;

static bool read_module(void *context, const char *path, const char **source, size_t *size) {
    static const char *script, *tileset;
    static char name[64];
    const char *ending = strrchr(path, '.');
    (void)context;
    if (!script) {
        script = read_script("scenes/data/main.lua");
        tileset = read_script("../bindings/tiled/ground.tsj");
    }
    *source = NULL;
    if (strcmp(path, "main.lua") == 0)
        *source = script;
    else if (strcmp(path, "ground.tsj") == 0)
        *source = tileset;
    else if (strcmp(path, "name.lua") == 0)
        *source = name;
    else if (!ending || strcmp(ending + 1, now.ending) != 0)
        return false;
    snprintf(name, sizeof name, "return \"input%%d.%s\"", now.ending);
    *size = *source ? strlen(*source) : now.size;
    *source = *source ? *source : now.bytes;
    return true;
}

static void keep_line(void *context, const char *line) {
    (void)context;
    snprintf(now.said, sizeof now.said, "%s", line);
}

static void close_scenario(void) {
    if (now.scenario)
        fuzz_check_world(now.scenario, false);
    dv_scenario_close(now.scenario);
    now.scenario = NULL;
    fuzz_expect(dv_allocated_bytes() == 0, "%zu bytes are left", dv_allocated_bytes());
}

static void open_scenario(void) {
    static bool is_first = true;
    dv_error error = {""};
    dv_scenario_options options = fuzz_options();
    options.budget = INFINITY;
    options.reader = read_module;
    options.print = keep_line;
    now.scenario = dv_scenario_open("main.lua", &options, &error);
    fuzz_expect(now.scenario != NULL, "%s", error.message);
    // Scripts read files only in `setup`, and while they load.
    now.scenario->is_setting_up = true;
    if (is_first)
        atexit(close_scenario);
    is_first = false;
}

static int try_file(const char *ending, const uint8_t *bytes, size_t size) {
    char name[32];
    now.ending = ending;
    now.bytes = fuzz_allocate(size + 1);
    now.size = size;
    memcpy(now.bytes, bytes, size);
    now.bytes[size] = '\0';
    if (now.scenario && dv_world_tick(dv_scenario_world(now.scenario)) == TICKS)
        close_scenario();
    if (!now.scenario)
        open_scenario();
    snprintf(name, sizeof name, "input%d.%s", (int)dv_world_tick(dv_scenario_world(now.scenario)),
             ending);
    fuzz_listen();
    fuzz_step(now.scenario, 1);
    char *printed = fuzz_heard();
    const char *banner = dv_scenario_banner(now.scenario);
    fuzz_expect(*printed == '\0', "somebody prints: %s", printed);
    fuzz_expect(!banner, "%s", banner);
    fuzz_expect(!strstr(now.said, "broken: "), "%s", now.said);
    if (strcmp(now.said, "read") != 0)
        fuzz_expect_line(now.said, name);
    free(printed);
    free(now.bytes);
    return 0;
}

/// Put a piece of the format somewhere, or change anything.
static size_t mutate_text(const char *const *pieces, uint32_t count, uint8_t *bytes, size_t size,
                          size_t capacity, unsigned seed) {
    uint32_t at = fuzz_below(&seed, (uint32_t)size + 1), replaced = fuzz_below(&seed, 8);
    const char *piece = pieces[fuzz_below(&seed, count)];
    switch (fuzz_below(&seed, 4)) {
    case 0:
        return LLVMFuzzerMutate(bytes, size, capacity);
    case 1:
        return fuzz_move_lines(bytes, size, capacity, &seed);
    default:
        if (fuzz_below(&seed, 2) || at + replaced > size)
            replaced = 0;
        return fuzz_replace(bytes, size, capacity, at, replaced, piece, strlen(piece));
    }
}

#define COUNT(list) (uint32_t)(sizeof(list) / sizeof *(list))

static void write_text(const char *name, const char *text) {
    fuzz_write_seed(name, text, strlen(text));
}

// CSV

static void write_csv(void) {
    write_text("table", "\xEF\xBB\xBFname, weight ,note\r\nfox,7,2.5\r\n\r\n\"a \"\"b\"\", "
                        "c\",-3e2,\r\n0x10,1-2,\"two\nlines\"\n");
    write_text("numbers", "x\n1e308\n-1e-320\n9223372036854775807\n9223372036854775808\n.5\n");
    write_text("quoted", "\"a\nb\",\"\",c\n1,2,3\n");
    write_text("separators", "a;b\n1,5;2\n");
    write_text("tabs", "a\tb\n1\t2\n");
}

static int try_csv(const uint8_t *bytes, size_t size) { return try_file("csv", bytes, size); }

static size_t mutate_csv(uint8_t *bytes, size_t size, size_t capacity, unsigned seed) {
    static const char *const pieces[] = {
        "\"", "\"\"",  ",", "\n",           "\r",       "\r\n",
        ";",  "\t",    " ", "1e999",        "-inf",     "nan",
        "1e", "0x1p4", ".", "\xEF\xBB\xBF", "\xC3\xBC", "\xF4\x90\x80\x80",
    };
    return mutate_text(pieces, COUNT(pieces), bytes, size, capacity, seed);
}

// JSON

static void write_json(void) {
    write_text("values",
               "{ \"list\": [1, null, 3.0, \"\\u00fc\"], \"nothing\": null, \"zero\": [],\n"
               "\"deep\": { \"yes\": true, \"no\": false },\n"
               "\"real\": -1e-3, \"large\": -9223372036854775808 }");
    write_text("text", "\"a\\u0000\\ud83d\\ude00\\n\"");
    write_text("number", " 7 ");
    write_text("nested", "[[[[[[[[{\"a\":[[[[]]]]}]]]]]]]]");
}

static int try_json(const uint8_t *bytes, size_t size) { return try_file("json", bytes, size); }

static size_t mutate_json(uint8_t *bytes, size_t size, size_t capacity, unsigned seed) {
    static const char *const pieces[] = {
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"",
        "\"a\":",
        "null",
        "true",
        "1e999",
        "-1e-5",
        "1e308",
        "\\u0000",
        "\\ud800",
        "\\",
        "\n",
        "0",
        "-",
        "1.",
        "[[[[[",
        "{\"\":1",
        "9223372036854775808",
        "\xEF\xBB\xBF",
        "\xFF",
    };
    return mutate_text(pieces, COUNT(pieces), bytes, size, capacity, seed);
}

// WKT

static void write_wkt(void) {
    write_text("shapes", "POINT (1 2)\nLINESTRING Z (0 0 1, 5 0 2)\n"
                         "POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0), (1 1, 2 1, 2 2, 1 1))\n");
    write_text("lists", "MULTIPOINT ((1 1), (2 2)) MULTILINESTRING ((0 0, 1 0), (3 3, 4 4))\n"
                        "MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)), ((5 5, 6 5, 6 6, 5 5)))");
    write_text("collection", "SRID=4326;GEOMETRYCOLLECTION (POINT M (1 2 3), POLYGON EMPTY,\n"
                             "LINESTRING ZM (0 0 1 2, 1 1 1 2))\nPOINT EMPTY");
}

static int try_wkt(const uint8_t *bytes, size_t size) { return try_file("wkt", bytes, size); }

static size_t mutate_wkt(uint8_t *bytes, size_t size, size_t capacity, unsigned seed) {
    static const char *const pieces[] = {
        "(",           ")",
        ",",           " ",
        "EMPTY",       " Z ",
        " M ",         " ZM ",
        "POINT ",      "SRID=1;",
        "LINESTRING ", "POLYGON ((",
        "MULTI",       "GEOMETRYCOLLECTION (",
        "nan",         "inf",
        "1e308",       "-1e-308",
        "1e999",       "0",
        "\n",          "CIRCULARSTRING ",
        "0 0, ",       "4 4, ",
        "1.5.5",       "-",
    };
    return mutate_text(pieces, COUNT(pieces), bytes, size, capacity, seed);
}

// Maps of Tiled

static void write_tiled(void) {
    write_text("village", read_script("../bindings/tiled/village.tmj"));
    write_text(
        "infinite",
        "{ \"orientation\": \"orthogonal\", \"infinite\": true, \"width\": 4, \"height\": 4,\n"
        "\"tilewidth\": 8, \"tileheight\": 8, \"tilesets\": [{ \"firstgid\": 1, \"tiles\": [\n"
        "{ \"id\": 0, \"properties\": [{ \"name\": \"wet\", \"value\": 0.5 }] },\n"
        "{ \"id\": 1, \"properties\": [{ \"name\": \"solid\", \"value\": true },\n"
        "{ \"name\": \"terrain\", \"value\": \"mud\" }] }] }],\n"
        "\"layers\": [{ \"name\": \"ground\", \"type\": \"tilelayer\", \"chunks\": [\n"
        "{ \"x\": -2, \"y\": 0, \"width\": 2, \"height\": 2, \"data\": [1, 2, 0, 1] },\n"
        "{ \"x\": 0, \"y\": 0, \"width\": 2, \"height\": 2, \"data\": [2, 2, 2, 0] }] },\n"
        "{ \"name\": \"things\", \"type\": \"objectgroup\", \"objects\": [\n"
        "{ \"id\": 1, \"x\": 8, \"y\": 8, \"gid\": 2, \"width\": 8, \"height\": 8 },\n"
        "{ \"id\": 2, \"class\": \"person\", \"x\": 1, \"y\": 1, \"point\": true }] }] }");
}

static int try_tiled(const uint8_t *bytes, size_t size) { return try_file("tmj", bytes, size); }

static size_t mutate_tiled(uint8_t *bytes, size_t size, size_t capacity, unsigned seed) {
    static const char *const values[] = {
        "0",
        "-1",
        "1.5",
        "1e308",
        "-1e308",
        "9223372036854775807",
        "4294967295",
        "null",
        "true",
        "[]",
        "{}",
        "\"\"",
        "\"x\"",
        "[0]",
        "[{}]",
        "\"ground.tsj\"",
        "\"orthogonal\"",
        "\"tilelayer\"",
        "\"objectgroup\"",
        "\"base64\"",
        "\"width\"",
        "\"data\"",
        "\"gid\"",
        "\"polygon\"",
        "\"ellipse\"",
        "\"rotation\"",
        "\"offsetx\"",
        "\"name\"",
        "\"\\n\"",
    };
    if (fuzz_below(&seed, 8) == 0)
        return mutate_json(bytes, size, capacity, seed);
    return fuzz_change_value(bytes, size, capacity, &seed, values, COUNT(values));
}

// Pictures

static uint32_t color(uint32_t x, uint32_t y) { return (x * 0x40u << 24) | (y << 20) | x << 7; }

static uint16_t value_of(uint32_t x, uint32_t y, uint32_t channel) {
    return (uint16_t)(40000 + 4 * y + x + 100 * channel);
}

static uint32_t white_and_red(uint32_t x, uint32_t y) { return x < y ? 0xff0000ffu : 0xffffffffu; }

/// Some of the kinds of pixels that a file may have, each by hand: 2 × 2.
static void write_plain(const char *name, unsigned char bits, unsigned char type, const char *row) {
    static png_bytes png, rows;
    rows.size = 0;
    for (int y = 0; y < 2; y++) {
        png_add(&rows, "", 1);
        png_add(&rows, row, strlen(row));
    }
    png_begin(&png, 2, 2, bits, type);
    if (type == 3)
        png_add_chunk(&png, "PLTE", "\377\0\0\377\377\377", 6);
    if (type != 6)
        png_add_chunk(&png, "tRNS", "\0\1\0\1\0\1", type == 2 ? 6 : 2);
    png_end(&png, &rows);
    fuzz_write_seed(name, png.bytes, png.size);
}

static void write_png(void) {
    static png_bytes png;
    png_make(&png, 4, 3, color);
    fuzz_write_seed("colors", png.bytes, png.size);
    png_make(&png, 9, 9, white_and_red);
    fuzz_write_seed("terrain", png.bytes, png.size);
    png_make_16(&png, 4, 3, true, value_of);
    fuzz_write_seed("gray16", png.bytes, png.size);
    png_make_16(&png, 4, 3, false, value_of);
    fuzz_write_seed("colors16", png.bytes, png.size);
    write_plain("bits", 1, 0, "\200");
    write_plain("gray", 8, 0, "\1\2");
    write_plain("palette", 2, 3, "\20");
    write_plain("rgb", 8, 2, "\1\2\3\4\5\6");
    write_plain("rgb16", 16, 2, "\1\2\3\4\5\6\7\1\2\3\4\5");
    const char *walk = DROVER_SOURCE "/tests/fuzz/scenes/calls/map.png"; // a compressed one
    FILE *in = fopen(walk, "rb");
    fuzz_expect(in != NULL, "cannot open %s", walk);
    png.size = fread(png.bytes, 1, sizeof png.bytes, in);
    fclose(in);
    fuzz_write_seed("map", png.bytes, png.size);
}

static int try_png(const uint8_t *bytes, size_t size) { return try_file("png", bytes, size); }

/// Make the checksums of the parts right.
static void mend_png(uint8_t *bytes, size_t size) {
    for (size_t at = 8; at + 12 <= size;) {
        const uint8_t *c = bytes + at;
        size_t count = (size_t)c[0] << 24 | (size_t)c[1] << 16 | (size_t)c[2] << 8 | c[3];
        if (count > size - at - 12)
            return;
        uint32_t sum = png_checksum(c + 4, count + 4);
        uint8_t *end = bytes + at + 8 + count;
        for (int i = 0; i < 4; i++)
            end[i] = (uint8_t)(sum >> (24 - 8 * i));
        at += count + 12;
    }
}

static size_t mutate_png(uint8_t *bytes, size_t size, size_t capacity, unsigned seed) {
    // What the header says, from the width on to how the rows are interlaced.
    if (size > 29 && fuzz_below(&seed, 4) == 0)
        bytes[16 + fuzz_below(&seed, 13)] = (uint8_t)fuzz_below(&seed, 20);
    else
        size = LLVMFuzzerMutate(bytes, size, capacity);
    if (fuzz_below(&seed, 8) > 0)
        mend_png(bytes, size);
    return size;
}

const fuzz_harness csv_harness = {"csv", write_csv, try_csv, mutate_csv};
const fuzz_harness json_harness = {"json", write_json, try_json, mutate_json};
const fuzz_harness wkt_harness = {"wkt", write_wkt, try_wkt, mutate_wkt};
const fuzz_harness tiled_harness = {"tiled", write_tiled, try_tiled, mutate_tiled};
const fuzz_harness png_harness = {"png", write_png, try_png, mutate_png};
