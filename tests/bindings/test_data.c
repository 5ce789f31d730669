// Data files that scripts read: what tables hold, what is wrong with a file, and how files reload,
// undo, and replay with the scripts.
#include "../png_bytes.h"
#include "../program.h"
#include "mods_fixture.h"

#include "base/alloc.h"

#define HERD "name,x,y\nfox,1,2\nhare,3,4\n"
#define MORE "name,x,y\nfox,10,2\nhare,30,4\n"
#define PLACES "[[5, 6], [7, 8.5]]"

static uint32_t white(uint32_t x, uint32_t y) {
    (void)x, (void)y;
    return 0xffffffffu;
}

static void write_folder(const fixture *f, const char *name) {
    char folder[256];
    assert_int_equal(mkdir(path_in(f, name, folder), 0777), 0);
}

static void open_herd(fixture *f) {
    write_folder(f, "extra");
    write_file(f, "herd.csv", HERD);
    write_file(f, "extra/places.json", PLACES);
    open_main(f, read_script("data/main.lua"));
}

static uint32_t ants(const fixture *f) {
    return dv_world_agent_count(dv_scenario_world(f->scenario));
}

// What files hold

static void a_table_has_rows_by_name(void **state) {
    fixture *f = *state;
#define TABLE                                                                                      \
    "\xEF\xBB\xBFname, weight ,note\r\n"                                                           \
    "fox,7,2.5\r\n"                                                                                \
    "\r\n"                                                                                         \
    "\"a \"\"b\"\", c\",-3e2,\r\n"                                                                 \
    ",007,\"\"\r\n"                                                                                \
    "0x10,1-2,\"two\nlines\"\n"                                                                    \
    "\xC3\xBC,9007199254740993,  both sides  "
    write_file(f, "herd.csv", TABLE);
    write_file(f, "copy.csv", TABLE);
    expect_run(f, read_script("data/tables.lua"), 0,
               "5\tnil\tnil\n"
               "name = fox (string), note = 2.5 (float), weight = 7 (integer)\n"
               "name = a \"b\", c (string), weight = -300.0 (float)\n"
               "note =  (string), weight = 7 (integer)\n"
               "name = 0x10 (string), note = two\nlines (string), weight = 1-2 (string)\n"
               "name = \xC3\xBC (string), note = both sides (string), weight = 9007199254740993 "
               "(integer)\n"
               "1\n"
               "true\tfalse\n"
               "false\tmain.lua:25: herd.csv is read-only\n"
               "false\tmain.lua:26: herd.csv is read-only\n"
               "false\tmain.lua:27: herd.csv is read-only\n"
               "false\tmain.lua:28: rawset: this table is read-only\n"
               "false\therd.csv is read-only\n");
}

static void json_is_tables_text_and_numbers(void **state) {
    fixture *f = *state;
    write_file(
        f, "layout.json",
        "{ \"list\": [1, null, 3.0, \"\\u00fc\"], \"nothing\": null, \"zero\": [],\n"
        "  \"object\": { \"deep\": { \"yes\": true, \"no\": false } },\n"
        "  \"whole\": 3, \"real\": 3.0, \"small\": -1e-3, \"large\": -9223372036854775808 }");
    write_file(f, "number.json", " 7 ");
    write_file(f, "map.tmj", "[8]");
    write_file(f, "text.JSON", "\"a\\u0000b\"");
    expect_run(f, read_script("data/json.lua"), 0,
               "{ large: integer -9223372036854775808, list: { 1: integer 1, 2: userdata "
               "drover.none, 3: float 3.0, 4: string \xC3\xBC }, object: { deep: { no: boolean "
               "false, yes: boolean true } }, real: float 3.0, small: float -0.001, whole: integer "
               "3, zero: {  } }\n"
               "4\ttrue\tnil\t0\n"
               "false\tmain.lua:18: layout.json is read-only\n"
               "false\tmain.lua:19: layout.json is read-only\n"
               "false\tmain.lua:20: world.memory.layout: a read-only table cannot be remembered: "
               "copy what it holds\n"
               "7\t8\t3\n");
}

static void a_picture_is_an_image(void **state) {
    fixture *f = *state;
    png_bytes png;
    png_make(&png, 4, 3, white);
    write_bytes(f, "map.png", png.bytes, png.size);
    expect_run(f,
               HEAD "local map = drover.data 'map.png'\n"
                    "print(map, rawequal(map, drover.image 'map.png'))\n"
                    "return drover.scenario { kinds = { drover.kind('ant', {}) } }",
               0, "image (4 \xC3\x97 3)\ttrue\n");
}

// What is wrong

typedef struct refusal {
    const char *name, *content, *message; // no content: there is no such file
} refusal;

/// Check the messages of all refusals. They come from one run, in which the scenario goes on.
static void expect_refusals(fixture *f, const refusal *refusals, size_t count) {
    static char names[1 << 14], expected[1 << 15];
    size_t used = 0, said = 0;
    used += (size_t)snprintf(names, sizeof names, "return {");
    for (size_t i = 0; i < count; i++) {
        if (refusals[i].content)
            write_file(f, refusals[i].name, refusals[i].content);
        used += (size_t)snprintf(names + used, sizeof names - used, "%s'%s'", i ? ", " : " ",
                                 refusals[i].name);
        said += (size_t)snprintf(expected + said, sizeof expected - said, "drover.data: %s\n",
                                 refusals[i].message);
    }
    assert_true(used < sizeof names - 2 && said < sizeof expected);
    snprintf(names + used, sizeof names - used, " }");
    write_file(f, "names.lua", names);
    expect_run(f, read_script("data/refused.lua"), 0, expected);
}

#define EXPECT_REFUSALS(f, refusals)                                                               \
    expect_refusals(f, refusals, sizeof(refusals) / sizeof *(refusals))

#define ENDINGS "a data file ends in .csv, .json, .tmj, .tsj, .png, or .wkt"
#define WITHIN "a data file is in the scenario's folder, such as 'maps/plan.wkt'"

static void a_path_stays_in_the_folder(void **state) {
    fixture *f = *state;
    char link[256], target[256];
    write_folder(f, "inner");
    write_folder(f, "folder.csv");
    write_file(f, "inner/herd.csv", HERD);
    assert_int_equal(symlink("/etc/passwd", path_in(f, "out.csv", link)), 0);
    assert_int_equal(symlink("/etc", path_in(f, "etc", link)), 0);
    assert_int_equal(symlink("inner/herd.csv", path_in(f, "in.csv", link)), 0);
    assert_int_equal(symlink(path_in(f, "gone.csv", target), path_in(f, "loose.csv", link)), 0);
    static const refusal refusals[] = {
        {"../herd.csv", NULL, "'../herd.csv': " WITHIN},
        {"inner/../herd.csv", NULL, "'inner/../herd.csv': " WITHIN},
        {"/etc/herd.csv", NULL, "'/etc/herd.csv': " WITHIN},
        {"./herd.csv", NULL, "'./herd.csv': " WITHIN},
        {"inner//herd.csv", NULL, "'inner//herd.csv': " WITHIN},
        {".herd.csv", NULL, "'.herd.csv': " WITHIN},
        {"herd.txt", NULL, "'herd.txt': " ENDINGS},
        {"herd", NULL, "'herd': " ENDINGS},
        {"", NULL, "'': " ENDINGS},
        {"mods/winter/herd.csv", NULL, "'mods/winter/herd.csv': there is no such mod"},
        {"out.csv", NULL, "cannot read out.csv: a link leads out of the scenario's folder"},
        {"etc/hosts.csv", NULL, "there is no etc/hosts.csv"},
        {"loose.csv", NULL, "there is no loose.csv"},
        {"folder.csv", NULL, "cannot read folder.csv: it is a folder"},
        {"inner/hird.csv", NULL, "there is no inner/hird.csv (herd.csv?)"},
        {"none/herd.csv", NULL, "there is no none/herd.csv"},
    };
    EXPECT_REFUSALS(f, refusals);
    open_main(f, HEAD "print(drover.data('in.csv')[1].name)\n"
                      "return drover.scenario { kinds = { drover.kind('ant', {}) } }");
    expect_log(f, "fox\n");
}

static void a_table_has_a_name_for_each_field(void **state) {
    fixture *f = *state;
#define QUOTES                                                                                     \
    "a quote is not closed, or something stands beside it: a field with quotes is written \"one "  \
    "\"\"two\"\"\""
    static const refusal refusals[] = {
        {"empty.csv", "", "empty.csv: the file is empty: its first row names the columns"},
        {"blank.csv", "\n\r\n", "blank.csv: the file is empty: its first row names the columns"},
        {"semicolons.csv", "x;y\n1,5;2\n",
         "semicolons.csv: row 1, column 1: semicolons between columns: a CSV file has commas "
         "there, "
         "and points in its numbers"},
        {"tabs.csv", "x\ty\n",
         "tabs.csv: row 1, column 1: tabs between columns: a CSV file has commas there, and points "
         "in its numbers"},
        {"long.csv", "a,b\n1,2,3\n", "long.csv: row 2, column 3: the header has only 2 columns"},
        {"short.csv", "a,b,c\n\n1,2\n",
         "short.csv: row 3, column 3 (c): the row ends, but the header has 3 columns"},
        {"twice.csv", "a,b,a\n", "twice.csv: row 1, column 3: column 1 is called 'a', too"},
        {"nameless.csv", "a,,b\n", "nameless.csv: row 1, column 2: a column needs a name"},
        {"quote.csv", "a,b\r\n1,x\"y\r\n", "quote.csv: row 2, column 2 (b): " QUOTES},
        {"open.csv", "a,b\n1,\"y\n", "open.csv: row 2, column 2 (b): " QUOTES},
        {"beside.csv", "\"a\"b\n", "beside.csv: row 1, column 1: " QUOTES},
        {"huge.csv", "a\n1e999\n",
         "huge.csv: row 2, column 1 (a): 1e999 is too large for a number"},
        {"lines.csv", "\"a\nb\"\n1e999\n",
         "lines.csv: row 2, column 1 (a b): 1e999 is too large for a number"},
        {"latin.csv", "a\n\xC3\xBC\xFC\n",
         "latin.csv:2:2: byte 0xFC is not UTF-8: save it as UTF-8"},
        {"wide.csv",
         "\xFF\xFE"
         "a",
         "cannot read wide.csv: UTF-16: save it as UTF-8"},
    };
    EXPECT_REFUSALS(f, refusals);
}

static void json_errors_name_line_and_column(void **state) {
    fixture *f = *state;
    static char deep[2 * 102 + 1];
    memset(deep, '[', 102);
    memset(deep + 102, ']', 102);
    const refusal refusals[] = {
        {"empty.json", "", "empty.json: the file is empty"},
        {"blank.json", " \n", "blank.json: the file is empty"},
        {"comma.json", "{\n  \"a\": 1,\n}", "comma.json:3:1: string or '}' expected near '}'"},
        {"word.json", "[1,\n nil]", "word.json:2:4: invalid token near 'nil'"},
        {"end.json", "[1, 2", "end.json:1:5: ']' expected near end of file"},
        {"twice.json", "{\"a\": 1,\n \"a\": 2}",
         "twice.json:2:4: duplicate object key near '\"a\"'"},
        {"more.json", "{} {}", "more.json:1:4: end of file expected near '{'"},
        {"large.json", "[9223372036854775808]",
         "large.json:1:20: too big integer near '9223372036854775808'"},
        {"huge.json", "[1e999]", "huge.json:1:6: real number overflow near '1e999'"},
        {"deep.json", deep, "deep.json: nested more than 100 deep"},
        {"null.json", "null", "null.json: null is no value"},
        {"control.json", "[\x1E]", "control.json:1:2: invalid token near ' '"},
        {"latin.json", "[\"\xFC\"]", "latin.json:1:3: byte 0xFC is not UTF-8: save it as UTF-8"},
    };
    EXPECT_REFUSALS(f, refusals);
}

static void what_is_too_large_is_refused(void **state) {
    fixture *f = *state;
    char path[256];
    write_file(f, "large.csv", "a\n");
    assert_int_equal(truncate(path_in(f, "large.csv", path), (16 << 20) + 1), 0);
    expect_refusal(f, HEAD "drover.data 'large.csv'",
                   "main.lua:2: drover.data: cannot read large.csv: larger than 16 MiB");
}

/// Before memory is full: then, Lua would look for garbage again with each new string.
static void what_does_not_fit_in_memory_is_refused(void **state) {
    fixture *f = *state;
    dv_scenario_options options = options_of(f);
    static char table[1 << 20];
    size_t used = (size_t)snprintf(table, sizeof table, "a,b\n");
    for (int i = 0; used < sizeof table - 64; i++)
        used += (size_t)snprintf(table + used, sizeof table - used, "x%d,y%d\n", i, i);
    write_file(f, "large.csv", table);
    write_file(f, "main.lua", HEAD "drover.data 'large.csv'");
    options.memory_cap = (size_t)16 << 20;
    assert_null(dv_scenario_open(f->folder, &options, &f->error));
    assert_non_null(strstr(f->error.message, "out of memory: scripts may use at most 16 MiB"));
}

static void the_file_and_line_are_named(void **state) {
    fixture *f = *state;
    expect_refusal(f, HEAD "\nlocal herd = drover.data 'herd.csv'",
                   "main.lua:3: drover.data: there is no herd.csv");
    expect_refusal(f, HEAD "drover.data(3)",
                   "main.lua:2: drover.data: a file's path expected, got number");
    expect_refusal(f, HEAD "drover.data()",
                   "main.lua:2: drover.data: a file's path expected, got no value");
    expect_refusal(f, HEAD "drover.data 'a.csv\\0b'",
                   "main.lua:2: drover.data: a path has no zero bytes");
}

static void a_tick_reads_no_files(void **state) {
    fixture *f = *state;
    write_file(f, "herd.csv", HERD);
    open_main(f, read_script("data/too_late.lua"));
    step(f, 1);
#define TOO_LATE                                                                                   \
    "false\tdrover.data: only at the top of a file and in setup; keep what it returns in a "       \
    "local\n"
    expect_log(f, TOO_LATE TOO_LATE);
}

// Files and the code

static void it_is_part_of_the_code(void **state) {
    fixture *f = *state;
    open_herd(f);
    assert_int_equal(ants(f), 4);
    assert_int_equal(dv_scenario_module_count(f->scenario), 3);
    assert_string_equal(dv_scenario_module_path(f->scenario, 0), "herd.csv");
    assert_string_equal(dv_scenario_module_path(f->scenario, 1), "extra/places.json");
    assert_string_equal(dv_scenario_module_path(f->scenario, 2), "main.lua");
    assert_true(dv_scenario_looked_for_data(f->scenario, "herd.csv"));
    assert_true(dv_scenario_looked_for_data(f->scenario, "places.json"));
    assert_false(dv_scenario_looked_for_data(f->scenario, "other.csv"));
    expect_unchanged(f);
}

static void a_saved_one_reloads(void **state) {
    fixture *f = *state;
    open_herd(f);
    step(f, 1);
    expect_log(f, "4\n");
    write_file(f, "herd.csv", MORE);
    assert_string_equal(expect_swapped(f).changed, "herd.csv");
    step(f, 1);
    expect_log(f, "40\n");
    assert_int_equal(dv_scenario_undo(f->scenario).outcome, DV_RELOAD_SWAPPED);
    step(f, 1);
    expect_log(f, "4\n");
    assert_int_equal(dv_scenario_undo(f->scenario).outcome, DV_RELOAD_SWAPPED);
    step(f, 1);
    expect_log(f, "40\n");
}

static void one_of_setup_waits_for_a_restart(void **state) {
    fixture *f = *state;
    open_herd(f);
    uint64_t hash = hash_of(f);
    write_file(f, "extra/places.json", "[[1, 1]]");
    dv_reload_report report = expect_swapped(f);
    assert_string_equal(report.changed, "extra/places.json");
    assert_string_equal(report.message, "extra/places.json: restart to apply");
    assert_true(hash_of(f) == hash);
    close_scenario(f);
    open_folder(f);
    assert_int_equal(ants(f), 3);
}

static void a_broken_one_leaves_the_old_one(void **state) {
    fixture *f = *state;
    open_herd(f);
    uint64_t hash = hash_of(f);
    write_file(f, "herd.csv", "name,x,y\nfox,1\n");
    expect_refused(f,
                   "main.lua:3: drover.data: herd.csv: row 2, column 3 (y): the row ends, but the "
                   "header has 3 columns",
                   "local herd <const> = drover.data(\"herd.csv\")");
    write_file(f, "herd.csv", HERD);
    dv_scenario_reload(f->scenario);
    assert_string_equal(banner_of(f), "");
    write_file(f, "extra/places.json", "[[1, 1]\n");
    expect_refused(
        f, "main.lua:10: drover.data: extra/places.json:2:0: ']' expected near end of file",
        "for _, place in ipairs(drover.data(\"extra/places.json\")) do world:spawn(\"ant\", "
        "{ x = place[1], y = place[2] }) end");
    assert_true(hash_of(f) == hash);
    step(f, 1);
    expect_log(f, "4\n");
}

// The script that asks for the new name is saved after the file has it.
static void one_can_be_renamed(void **state) {
    fixture *f = *state;
    char path[256], other[256];
    open_herd(f);
    assert_int_equal(rename(path_in(f, "herd.csv", path), path_in(f, "ants.csv", other)), 0);
    expect_refused(f, "main.lua:3: drover.data: there is no herd.csv",
                   "local herd <const> = drover.data(\"herd.csv\")");
    write_file(f, "main.lua", read_script_with("data/main.lua", "herd.csv", "ants.csv", NULL));
    assert_string_equal(expect_swapped(f).changed,
                        "ants.csv, main.lua, herd.csv (no longer required)");
    step(f, 1);
    expect_log(f, "4\n");
}

static void a_mod_reads_its_own(void **state) {
    fixture *f = *state;
    open_herd(f);
    write_mod(f, "meadow", "",
              HEAD "local herd = drover.data 'mods/meadow/herd.csv'\n"
                   "return drover.mod { update = function() print('mod', herd[1].x) end }");
    write_file(f, "mods/meadow/herd.csv", MORE);
    assert_int_equal(dv_scenario_switch_mod(f->scenario, "meadow", true).outcome,
                     DV_RELOAD_SWAPPED);
    step(f, 1);
    expect_log(f, "4\nmod\t10\n");
    write_file(f, "mods/meadow/herd.csv", HERD);
    assert_string_equal(expect_swapped(f).changed, "mods/meadow/herd.csv");
    step(f, 1);
    expect_log(f, "4\nmod\t1\n");
}

/// What a log has: the sources of an open scenario.
static bool read_log(void *context, const char *path, const char **source, size_t *size) {
    const dv_scenario *logged = context;
    for (uint32_t i = 0; i < dv_scenario_module_count(logged); i++) {
        dv_scenario_module module = dv_scenario_module_at(logged, i);
        if (module.is_library || strcmp(module.path, path) != 0)
            continue;
        *source = module.source;
        *size = module.size;
        return true;
    }
    return false;
}

static void a_replay_needs_no_file(void **state) {
    fixture *f = *state;
    char path[256];
    open_herd(f);
    dv_scenario_options options = options_of(f);
    uint64_t hash = hash_of(f);
    assert_int_equal(unlink(path_in(f, "herd.csv", path)), 0);
    assert_int_equal(unlink(path_in(f, "extra/places.json", path)), 0);
    options.reader = read_log;
    options.reader_context = f->scenario;
    dv_scenario *replayed = dv_scenario_open(f->folder, &options, &f->error);
    assert_non_null(replayed);
    assert_true(world_hash(dv_scenario_world(replayed)) == hash);
    dv_scenario_close(replayed);
}

/// However little memory there is, nothing is lost.
static void memory_may_run_out(void **state) {
    fixture *f = *state;
    dv_scenario_options options = options_of(f);
    write_folder(f, "extra");
    write_file(f, "herd.csv", HERD);
    write_file(f, "extra/places.json", PLACES);
    write_file(f, "main.lua", read_script("data/main.lua"));
    for (uint64_t nth = 1; !f->scenario; nth += 211) {
        dv_fail_allocation(nth, true);
        f->scenario = dv_scenario_open(f->folder, &options, &f->error);
        dv_fail_allocation(0, false);
    }
    assert_int_equal(ants(f), 4);
    write_file(f, "herd.csv", MORE);
    bool is_taken = false;
    for (uint64_t nth = 1; !is_taken; nth += 7) {
        dv_fail_allocation(nth, true);
        dv_reload_report report = dv_scenario_reload(f->scenario);
        dv_fail_allocation(0, false);
        is_taken = report.outcome == DV_RELOAD_SWAPPED;
        assert_int_equal(dv_scenario_module_count(f->scenario), 3);
    }
    f->log[0] = '\0';
    step(f, 1);
    expect_log(f, "40\n");
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(a_table_has_rows_by_name),
        CASE(json_is_tables_text_and_numbers),
        CASE(a_picture_is_an_image),
        CASE(a_path_stays_in_the_folder),
        CASE(a_table_has_a_name_for_each_field),
        CASE(json_errors_name_line_and_column),
        CASE(what_is_too_large_is_refused),
        CASE(what_does_not_fit_in_memory_is_refused),
        CASE(the_file_and_line_are_named),
        CASE(a_tick_reads_no_files),
        CASE(it_is_part_of_the_code),
        CASE(a_saved_one_reloads),
        CASE(one_of_setup_waits_for_a_restart),
        CASE(a_broken_one_leaves_the_old_one),
        CASE(one_can_be_renamed),
        CASE(a_mod_reads_its_own),
        CASE(a_replay_needs_no_file),
        CASE(memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
