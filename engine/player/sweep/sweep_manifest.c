#include "player/sweep/sweep_manifest.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "base/result.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define FORMAT 2
#define HASH_TEXT 17

static json_t *hash_json(uint64_t hash) {
    char text[HASH_TEXT];
    snprintf(text, sizeof text, "%016" PRIx64, hash);
    return json_string(text);
}

// The command, as one would type it again

/// Add a word, quoted for a shell where it needs it.
static void add_word(FILE *text, const char *word) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_-./=:,%+@";
    if (*word && word[strspn(word, plain)] == '\0') {
        fprintf(text, " %s", word);
        return;
    }
    fputs(" '", text);
    for (const char *c = word; *c; c++)
        if (*c == '\'')
            fputs("'\\''", text);
        else
            fputc(*c, text);
    fputc('\'', text);
}

__attribute__((format(printf, 2, 3))) static void add_format(FILE *text, const char *format, ...) {
    char word[4096];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(word, sizeof word, format, arguments);
    va_end(arguments);
    add_word(text, word);
}

static void add_number(FILE *text, const char *option, uint64_t number) {
    fprintf(text, " --%s %" PRIu64, option, number);
}

static void add_choices(FILE *text, const dv_options *options) {
    for (uint32_t i = 0; i < options->setting_count; i++) {
        fputs(" --set", text);
        add_format(text, "%s=%s", options->settings[i].name, options->settings[i].value);
    }
    for (uint32_t i = 0; i < options->mod_count; i++) {
        fputs(strchr(options->mods[i], '/') ? " --mod" : " --mods", text);
        add_word(text, options->mods[i]);
    }
}

static void add_options(FILE *text, const dv_options *options) {
    const dv_sweep_options *sweep = &options->sweep;
    fputs("drover sweep", text);
    add_word(text, options->scenario);
    for (uint32_t i = 0; i < sweep->vary_count; i++) {
        fputs(" --vary", text);
        add_word(text, sweep->vary[i]);
    }
    if (sweep->design) {
        fputs(" --design", text);
        add_word(text, sweep->design);
    }
    add_choices(text, options);
    if (options->has_seed)
        add_number(text, "seed", options->seed);
    if (sweep->same_seeds)
        fputs(" --same-seeds", text);
    add_number(text, "repeat", sweep->repeat);
    add_number(text, "ticks", options->ticks);
    if (sweep->until) {
        fputs(" --until", text);
        add_word(text, sweep->until);
    }
    if (sweep->warmup > 0)
        add_number(text, "warmup", sweep->warmup);
    if (sweep->every > 0)
        add_number(text, "every", sweep->every);
    if (options->budget > 0)
        fprintf(text, " --budget %g", options->budget);
    if (options->lua_memory > 0)
        add_number(text, "lua-memory", options->lua_memory);
    if (options->agents > 0)
        add_number(text, "agents", options->agents);
}

/// Without what says how the work is split, and where it goes.
static json_t *command_json(const dv_options *options) {
    char *line = NULL;
    size_t size;
    FILE *text = open_memstream(&line, &size);
    if (!text)
        return NULL;
    add_options(text, options);
    json_t *command = fclose(text) == 0 ? json_string(line) : NULL;
    free(line);
    return command;
}

// The head

static json_t *scripts_json(const dv_sweep_plan *plan) {
    json_t *scripts = json_object();
    for (uint32_t i = 0; i < plan->module_count; i++)
        if (json_object_set_new(scripts, plan->modules[i].path, hash_json(plan->modules[i].hash)) !=
            0) {
            json_decref(scripts);
            return NULL;
        }
    return scripts;
}

static json_t *mods_json(const dv_options *options) {
    json_t *mods = json_array();
    for (uint32_t i = 0; i < options->mod_count; i++)
        json_array_append_new(mods, json_string(options->mods[i]));
    return mods;
}

// Checksums. Each line ends with one, of what stands before it in the line and of the rows that it
// describes. So a file that was damaged is not taken for the one that was written.

#define CHECKSUM ",\"checksum\":\""
#define CHECKSUM_TEXT (sizeof CHECKSUM + 16 + sizeof "\"}\n")

/// Write the end of a line of which `length` bytes are there: its checksum, and the newline.
static void end_line(char *end, const char *line, size_t length, const char *rows, uint64_t bytes) {
    dv_hash hash;
    dv_hash_begin(&hash);
    dv_hash_add(&hash, line, length);
    dv_hash_add(&hash, rows, (size_t)bytes);
    snprintf(end, CHECKSUM_TEXT, CHECKSUM "%016" PRIx64 "\"}\n", dv_hash_end(&hash));
}

/// Whether a line, and the rows that it describes, are those that it was written for.
static bool is_intact(const char *line, const char *rows, uint64_t bytes) {
    char wanted[CHECKSUM_TEXT];
    const char *end = strstr(line, CHECKSUM);
    if (!end)
        return false;
    end_line(wanted, line, (size_t)(end - line), rows, bytes);
    return strcmp(end, wanted) == 0;
}

/// Other rooms have JSON allocated likewise, such as the window of a run that is run again.
static void count_json(void) { json_set_alloc_funcs(dv_alloc, dv_free); }

static char *dump(json_t *head) {
    char *text = head ? json_dumps(head, JSON_COMPACT) : NULL;
    size_t length = text ? strlen(text) : 0;
    char *line = text ? dv_resize(text, length + CHECKSUM_TEXT) : NULL;
    if (!line) {
        dv_free(text);
        return NULL;
    }
    length--; // the brace
    end_line(line + length, line, length, "", 0);
    return line;
}

json_t *dv_manifest_head_in(const char *line) {
    count_json();
    json_t *head = is_intact(line, "", 0) ? json_loads(line, JSON_REJECT_DUPLICATES, NULL) : NULL;
    json_object_del(head, "checksum");
    return head;
}

char *dv_manifest_head(const dv_sweep_plan *plan) {
    const dv_options *options = plan->options;
    char seed[24];
    snprintf(seed, sizeof seed, "%" PRIu64, plan->seed);
    count_json();
    json_t *head = json_object();
    bool fine = head && json_object_set_new(head, "drover", json_string(dv_version())) == 0 &&
                json_object_set_new(head, "sweep", json_integer(FORMAT)) == 0 &&
                json_object_set_new(head, "command", command_json(options)) == 0 &&
                json_object_set_new(head, "scenario", json_string(options->scenario)) == 0 &&
                json_object_set_new(head, "mods", mods_json(options)) == 0 &&
                json_object_set_new(head, "scripts", scripts_json(plan)) == 0 &&
                json_object_set_new(head, "seed", json_string(seed)) == 0 &&
                json_object_set_new(head, "runs", json_integer((json_int_t)plan->runs)) == 0;
    if (fine && plan->is_design)
        fine = json_object_set_new(head, "design", hash_json(plan->design_hash)) == 0;
    if (fine && options->sweep.parts > 0)
        fine = json_object_set_new(head, "part",
                                   json_pack("[I,I]", (json_int_t)options->sweep.part,
                                             (json_int_t)options->sweep.parts)) == 0;
    char *line = fine ? dump(head) : NULL;
    json_decref(head);
    return line;
}

char *dv_manifest_whole_head(const json_t *head) {
    count_json();
    json_t *copy = json_copy((json_t *)head);
    if (copy)
        json_object_del(copy, "part");
    char *line = dump(copy);
    json_decref(copy);
    return line;
}

void dv_manifest_line(const dv_manifest_run *run, const char *rows, char line[DV_MANIFEST_LINE]) {
    char hash[HASH_TEXT + 2] = "null";
    if (run->has_hash)
        snprintf(hash, sizeof hash, "\"%016" PRIx64 "\"", run->hash);
    int length = snprintf(line, DV_MANIFEST_LINE - CHECKSUM_TEXT,
                          "{\"run\":%" PRIu64 ",\"status\":\"%s\",\"tick\":%" PRIu64
                          ",\"bytes\":%" PRIu64 ",\"hash\":%s",
                          run->run, run->status, run->tick, run->bytes, hash);
    end_line(line + length, line, (size_t)length, rows, run->bytes);
}

char *dv_manifest_path(const char *rows) {
    static const char ending[] = ".manifest.jsonl";
    size_t length = strlen(rows);
    if (length > 4 && strcmp(rows + length - 4, ".csv") == 0)
        length -= 4;
    char *path = dv_alloc(length + sizeof ending);
    if (path) {
        memcpy(path, rows, length);
        memcpy(path + length, ending, sizeof ending);
    }
    return path;
}

// Reading

/// Read a line that ends with a newline.
static bool read_line(dv_manifest *manifest) {
    ssize_t length = getline(&manifest->line, &manifest->capacity, manifest->file);
    return length > 0 && manifest->line[length - 1] == '\n';
}

uint64_t dv_manifest_runs(const json_t *head) {
    return (uint64_t)json_integer_value(json_object_get(head, "runs"));
}

void dv_manifest_part(const json_t *head, uint64_t *part, uint64_t *parts) {
    const json_t *list = json_object_get(head, "part");
    *part = (uint64_t)json_integer_value(json_array_get(list, 0));
    *parts = (uint64_t)json_integer_value(json_array_get(list, 1));
}

dv_result dv_manifest_open(dv_manifest *manifest, const char *name, FILE *file, dv_error *error) {
    uint64_t part, parts;
    *manifest = (dv_manifest){.name = name, .file = file};
    if (read_line(manifest))
        manifest->head = dv_manifest_head_in(manifest->line);
    dv_manifest_part(manifest->head, &part, &parts);
    bool is_part = part >= 1 && part <= parts && parts <= DV_MOST_RUNS;
    if (json_integer_value(json_object_get(manifest->head, "sweep")) != FORMAT ||
        dv_manifest_runs(manifest->head) > DV_MOST_RUNS || !(is_part || (part == 0 && parts == 0)))
        return dv_fail(error, DV_ERROR_FORMAT,
                       "%s is not the manifest of a sweep, or its first line is damaged", name);
    manifest->expected = parts > 0 ? part : 1;
    manifest->stride = parts > 0 ? parts : 1;
    manifest->end = ftell(file);
    return DV_OK;
}

void dv_manifest_close(dv_manifest *manifest) {
    json_decref(manifest->head);
    free(manifest->line);
    manifest->head = NULL;
    manifest->line = NULL;
}

static bool take_number(const json_t *line, const char *key, uint64_t *number) {
    const json_t *value = json_object_get(line, key);
    *number = (uint64_t)json_integer_value(value);
    return json_is_integer(value) && json_integer_value(value) >= 0;
}

static bool take_run(const json_t *line, dv_manifest_run *run) {
    const char *status = json_string_value(json_object_get(line, "status"));
    const json_t *hash = json_object_get(line, "hash");
    char *end = NULL;
    *run = (dv_manifest_run){.has_hash = json_is_string(hash)};
    if (run->has_hash)
        run->hash = strtoull(json_string_value(hash), &end, 16);
    if (!status || strlen(status) >= sizeof run->status || (end && *end))
        return false;
    strcpy(run->status, status);
    return take_number(line, "run", &run->run) && take_number(line, "tick", &run->tick) &&
           take_number(line, "bytes", &run->bytes);
}

bool dv_manifest_next(dv_manifest *manifest, dv_manifest_run *run) {
    if (!read_line(manifest))
        return false;
    count_json();
    json_t *line = json_loads(manifest->line, 0, NULL);
    bool is_next = line && take_run(line, run) && run->run == manifest->expected;
    json_decref(line);
    if (!is_next)
        return false;
    manifest->expected += manifest->stride;
    manifest->end = ftell(manifest->file);
    return true;
}

bool dv_manifest_fits(const dv_manifest_run *run, FILE *rows) {
    struct stat status;
    return fstat(fileno(rows), &status) == 0 && run->bytes <= (uint64_t)status.st_size;
}

bool dv_manifest_holds(const dv_manifest *manifest, const dv_manifest_run *run, const char *rows) {
    return is_intact(manifest->line, rows, run->bytes);
}

bool dv_manifest_is_whole(const dv_manifest *manifest) {
    return manifest->expected > dv_manifest_runs(manifest->head) &&
           fseek(manifest->file, 0, SEEK_END) == 0 && ftell(manifest->file) == manifest->end;
}

// Comparing

static bool script_differs(const json_t *there, const json_t *here, char *text, size_t capacity) {
    const char *path;
    json_t *hash;
    json_object_foreach((json_t *)here, path, hash) {
        const json_t *other = json_object_get(there, path);
        if (json_equal(other, hash))
            continue;
        snprintf(text, capacity, other ? "%s has changed since it began" : "it had no %s", path);
        return true;
    }
    json_object_foreach((json_t *)there, path, hash) {
        if (json_object_get(here, path))
            continue;
        snprintf(text, capacity, "it had a file %s", path);
        return true;
    }
    return false;
}

static const char *string_in(const json_t *head, const char *key) {
    const char *text = json_string_value(json_object_get(head, key));
    return text ? text : "";
}

/// Also if neither has it.
static bool is_same(const json_t *there, const json_t *here, const char *key) {
    const json_t *a = json_object_get(there, key), *b = json_object_get(here, key);
    return a == b || json_equal(a, b);
}

bool dv_manifest_differs(const json_t *there, const json_t *here, char *text, size_t capacity) {
    uint64_t part, parts;
    if (strcmp(string_in(there, "drover"), string_in(here, "drover")) != 0)
        snprintf(text, capacity, "it was begun with drover %s", string_in(there, "drover"));
    else if (strcmp(string_in(there, "command"), string_in(here, "command")) != 0)
        snprintf(text, capacity, "its command was: %s", string_in(there, "command"));
    else if (script_differs(json_object_get(there, "scripts"), json_object_get(here, "scripts"),
                            text, capacity))
        return true;
    else if (strcmp(string_in(there, "design"), string_in(here, "design")) != 0)
        snprintf(text, capacity, "its design has changed since it began");
    else if (!is_same(there, here, "part")) {
        dv_manifest_part(there, &part, &parts);
        if (parts > 0)
            snprintf(text, capacity, "it was begun with --part %" PRIu64 "/%" PRIu64, part, parts);
        else
            snprintf(text, capacity, "it was begun without --part");
    } else if (!json_equal(there, here))
        snprintf(text, capacity, "its manifest says otherwise");
    else
        return false;
    return true;
}
