// The files of a new scenario; see scenario_parts.h. The templates are those of scripts/new, plus
// the editor stub, which is copied because editors don't know where the program is.
#include "player/tools/scenario_parts.h"

#include "base/alloc.h"
#include "base/result.h"
#include "player/options/samples.h"
#include "player/options/scenario_path.h"
#include "player/options/templates.h"
#include "record/file.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define MAX_PARTS 1000
#define MAX_LEVELS 8
#define MAX_BYTES ((size_t)64 << 20)

typedef struct template_part {
    const char *path;
    const char *template; // NULL: a folder
} template_part;

static const template_part templates[] = {
    {"README.md", "README"},      {"sheep.lua", "sheep"}, {"tests", NULL},
    {"tests/flock.lua", "flock"}, {"main.lua", "main"},
};

/// The files for editors, which every scenario gets.
static const template_part for_editors[] = {
    {".luarc.json", "luarc"},
    {".drover", NULL},
    {".drover/types", NULL},
    {".drover/types/drover.lua", "drover"},
};

static dv_result out_of_memory(dv_error *error) {
    return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
}

/// Add a part; NULL `bytes`: a folder. Takes ownership of `bytes`.
static dv_result add_part(dv_scenario_parts *parts, const char *path, char *bytes, size_t size,
                          dv_error *error) {
    char *copy = dv_copy_string(path);
    if (!copy || !dv_reserve((void **)&parts->items, &parts->capacity, parts->count + 1,
                             sizeof *parts->items)) {
        dv_free(copy);
        dv_free(bytes);
        return out_of_memory(error);
    }
    parts->items[parts->count++] = (dv_scenario_part){copy, bytes, size};
    return DV_OK;
}

static dv_result add_template(dv_scenario_parts *parts, const template_part *part,
                              dv_error *error) {
    if (!part->template)
        return add_part(parts, part->path, NULL, 0, error);
    const char *text = dv_new_scenario_template(part->template);
    char *copy = dv_copy_string(text);
    return copy ? add_part(parts, part->path, copy, strlen(text), error) : out_of_memory(error);
}

static dv_result add_templates(dv_scenario_parts *parts, const template_part *items, size_t count,
                               dv_error *error) {
    dv_result result = DV_OK;
    for (size_t i = 0; i < count && result == DV_OK; i++)
        result = add_template(parts, &items[i], error);
    return result;
}

// Copying a scenario

static dv_result cannot_read(const char *path, dv_error *error) {
    return dv_fail(error, DV_ERROR_IO, "cannot read %s: %s", path, strerror(errno));
}

static dv_result add_file(dv_scenario_parts *parts, const char *source, const char *path,
                          dv_error *error) {
    unsigned char *bytes;
    size_t size;
    dv_result result = dv_file_read(source, MAX_BYTES, &bytes, &size, error);
    return result == DV_OK ? add_part(parts, path, (char *)bytes, size, error) : result;
}

static dv_result add_folder(dv_scenario_parts *parts, const char *source, const char *path,
                            int levels, dv_error *error);

static dv_result add_entry(dv_scenario_parts *parts, const char *folder, const char *path,
                           const char *name, int levels, dv_error *error) {
    char source[PATH_MAX], inside[PATH_MAX];
    struct stat status;
    bool fits = snprintf(source, sizeof source, "%s/%s", folder, name) < PATH_MAX &&
                snprintf(inside, sizeof inside, "%s%s%s", path, *path ? "/" : "", name) < PATH_MAX;
    if (parts->count >= MAX_PARTS || levels == 0 || !fits)
        return dv_fail(error, DV_ERROR_LIMIT,
                       "%s has more files, or deeper folders, than a scenario can have", folder);
    if (stat(source, &status) != 0)
        return cannot_read(source, error);
    if (S_ISREG(status.st_mode))
        return add_file(parts, source, inside, error);
    return S_ISDIR(status.st_mode) ? add_folder(parts, source, inside, levels - 1, error) : DV_OK;
}

static int is_visible(const struct dirent *entry) { return entry->d_name[0] != '.'; }

static dv_result add_folder(dv_scenario_parts *parts, const char *source, const char *path,
                            int levels, dv_error *error) {
    struct dirent **entries = NULL;
    dv_result result = *path ? add_part(parts, path, NULL, 0, error) : DV_OK;
    int count = result == DV_OK ? scandir(source, &entries, is_visible, alphasort) : 0;
    if (count < 0)
        return cannot_read(source, error);
    for (int i = 0; i < count; i++) {
        if (result == DV_OK)
            result = add_entry(parts, source, path, entries[i]->d_name, levels, error);
        free(entries[i]);
    }
    free(entries);
    return result;
}

static void put_main_last(dv_scenario_parts *parts) {
    for (uint32_t i = 0; i + 1 < parts->count; i++) {
        if (strcmp(parts->items[i].path, "main.lua") != 0)
            continue;
        dv_scenario_part main_part = parts->items[i];
        memmove(&parts->items[i], &parts->items[i + 1],
                (parts->count - i - 1) * sizeof *parts->items);
        parts->items[parts->count - 1] = main_part;
        return;
    }
}

static dv_result add_scenario(dv_scenario_parts *parts, const char *from, dv_error *error) {
    struct stat status;
    char sample[PATH_MAX];
    if (stat(from, &status) != 0 && dv_sample_path(from, sample))
        from = sample;
    dv_result result = dv_check_scenario_path(from, error);
    if (result != DV_OK)
        return result;
    bool is_folder = stat(from, &status) == 0 && S_ISDIR(status.st_mode);
    return is_folder ? add_folder(parts, from, "", MAX_LEVELS, error)
                     : add_file(parts, from, "main.lua", error);
}

dv_result dv_scenario_parts_read(dv_scenario_parts *parts, const char *from, dv_error *error) {
    *parts = (dv_scenario_parts){0};
    dv_result result = from ? add_scenario(parts, from, error)
                            : add_templates(parts, templates, COUNT(templates), error);
    if (result == DV_OK)
        result = add_templates(parts, for_editors, COUNT(for_editors), error);
    put_main_last(parts);
    if (result != DV_OK)
        dv_scenario_parts_free(parts);
    return result;
}

// Mods

/// A copy of a template with words in place of NAME, SCENARIO, and KIND. NULL when out of memory.
static char *fill_in(const char *text, const dv_mod_words *words) {
    const char *const marks[] = {"NAME", "SCENARIO", "KIND"};
    const char *const values[] = {words->name, words->scenario, words->kind};
    size_t longest = strlen(words->name) + strlen(words->scenario) + strlen(words->kind);
    char *filled = dv_alloc(strlen(text) * (longest + 1) + 1), *end = filled;
    while (filled && *text) {
        size_t i = 0;
        while (i < COUNT(marks) && strncmp(text, marks[i], strlen(marks[i])) != 0)
            i++;
        if (i == COUNT(marks)) {
            *end++ = *text++;
            continue;
        }
        end = stpcpy(end, values[i]);
        text += strlen(marks[i]);
    }
    return filled;
}

dv_result dv_mod_parts_read(dv_scenario_parts *parts, const dv_mod_words *words, dv_error *error) {
    static const char *const files[] = {"init", "mod"};
    *parts = (dv_scenario_parts){0};
    dv_result result = DV_OK;
    for (size_t i = 0; i < COUNT(files) && result == DV_OK; i++) {
        char path[16];
        snprintf(path, sizeof path, "%s.lua", files[i]);
        char *text = fill_in(dv_new_scenario_template(files[i]), words);
        result = text ? add_part(parts, path, text, strlen(text), error) : out_of_memory(error);
    }
    if (result == DV_OK)
        result = add_templates(parts, for_editors, COUNT(for_editors), error);
    if (result != DV_OK)
        dv_scenario_parts_free(parts);
    return result;
}

void dv_scenario_parts_free(dv_scenario_parts *parts) {
    for (uint32_t i = 0; i < parts->count; i++) {
        dv_free(parts->items[i].path);
        dv_free(parts->items[i].bytes);
    }
    dv_free(parts->items);
    *parts = (dv_scenario_parts){0};
}
