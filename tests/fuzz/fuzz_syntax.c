// Damaged sources: the parser accepts exactly those that Lua's compiler accepts.
#include "fuzz.h"

#include "../bindings/syntax_check.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// All of the grammar, in few bytes.
static const char grammar[] =
    "#!shell\n"
    "local a <const>, b <close> = 0x1p-4, nil -- comment\n"
    "local function f(x, ...) return x // 1 ~ 2 << 3 >> 4 & 5 | 6, ... end\n"
    "function a.b:c(d) self.e = not d == 'x\\n\\65\\x41\\u{41}\\z  ' .. [==[ long ]] ]==] end\n"
    "for i = 1, -10, -2.5e-1 do goto continue; do break end ::continue:: end\n"
    "for k, v in next, { 1, 2; x = 3, [k] = 4 } do k, v.w[1] = #v, f { v } 'y' end\n"
    "while a < b and b <= 3 or a ~= 4 ^ 2 ^ 3 % 5 do local c = ~a + -b end\n"
    "repeat local z --[[ long\ncomment ]] until (z or f)(...):g().h >= 1\n"
    "if a then elseif b then ; else ::l:: end goto m ::m:: return ...\n";

static void seed_of_file(const char *folder, const char *name) {
    static char text[1 << 18];
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    fuzz_expect(file != NULL, "cannot open %s", path);
    size_t size = fread(text, 1, sizeof text, file);
    fclose(file);
    fuzz_write_seed(name, text, size);
}

static void write_seeds(void) {
    static const char *const files[] = {"scripts/monitors.lua", "scripts/tree.lua",
                                        "samples/caribou/caribou.lua", "samples/lamp/main.lua",
                                        "tests/bindings/long_calls.lua"};
    fuzz_write_seed("grammar", grammar, sizeof grammar - 1);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char folder[512];
        const char *slash = strrchr(files[i], '/');
        snprintf(folder, sizeof folder, DROVER_SOURCE "/%.*s", (int)(slash - files[i]), files[i]);
        seed_of_file(folder, slash + 1);
    }
}

static int try_input(const uint8_t *bytes, size_t size) {
    char text[2048];
    char *source = fuzz_allocate(size);
    memcpy(source, bytes, size);
    const char *fault = syntax_fault(source, size, text, sizeof text);
    fuzz_expect(fault == NULL, "%s", text);
    fuzz_expect(dv_allocated_bytes() == 0, "%zu bytes are left", dv_allocated_bytes());
    free(source);
    return 0;
}

static size_t mutate(uint8_t *bytes, size_t size, size_t capacity, unsigned seed) {
    static const char *const pieces[] = {
        " local ",  " function ", " end ",     " do ",  " goto a ", " ::a:: ", " break ",
        " return ", " <const> ",  " <close> ", " if ",  " then ",   " else ",  " elseif ",
        " until ",  " repeat ",   " while ",   " for ", " in ",     " = ",     " , ",
        " ; ",      " . ",        " : ",       " .. ",  " ... ",    "(",       ")",
        "{",        "}",          "[",         "]",     "[[",       "]]",      "[=[",
        "--",       "--[[",       "'",         "\"",    "\\",       "\\x",     "\\u{",
        "\\z",      "\n",         "\r",        "\r\n",  "0x",       "e+",      "p-",
        " not ",    " and ",      " or ",      " ~ ",   " // ",     " << ",    " a ",
        " nil ",    " 1 ",        " _ENV ",    " 'x' ", " self ",
    };
    if (size == 0)
        return LLVMFuzzerMutate(bytes, size, capacity);
    size_t at = fuzz_below(&seed, (uint32_t)size), count = fuzz_below(&seed, 8);
    count = at + count > size ? size - at : count;
    switch (fuzz_below(&seed, 4)) {
    case 0:
        return LLVMFuzzerMutate(bytes, size, capacity);
    case 1:
        return fuzz_move_lines(bytes, size, capacity, &seed);
    default: {
        const char *piece = pieces[fuzz_below(&seed, sizeof pieces / sizeof *pieces)];
        return fuzz_replace(bytes, size, capacity, at, fuzz_below(&seed, 2) ? count : 0, piece,
                            strlen(piece));
    }
    }
}

const fuzz_harness syntax_harness = {"syntax", write_seeds, try_input, mutate};
