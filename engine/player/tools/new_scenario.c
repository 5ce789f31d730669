// The command `drover new`; see new_scenario.h.
#include "player/tools/new_scenario.h"

#include "base/disk.h"
#include "base/result.h"
#include "modules/module_path.h"
#include "player/options/samples.h"
#include "player/options/scenario_path.h"
#include "player/options/subcommand.h"
#include "player/tools/scenario_parts.h"
#include "player/tools/scenario_rename.h"
#include "scenario.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// The folder being filled. Invariant: the first `made` parts exist, and this program made them.
typedef struct work {
    const char *folder;
    bool is_ours; // the folder didn't exist before
    int descriptor;
    dv_scenario_parts parts;
    uint32_t made;
} work;

static dv_result fail_with_reason(dv_error *error, const char *what, const char *folder,
                                  const char *path) {
    return dv_fail(error, DV_ERROR_IO, "cannot %s %s%s%s: %s", what, folder, *path ? "/" : "", path,
                   strerror(errno));
}

// The folder

static bool is_empty(DIR *folder) {
    const struct dirent *entry;
    while ((entry = readdir(folder)))
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            return false;
    return true;
}

static dv_result check_empty(const char *path, dv_error *error) {
    DIR *folder = opendir(path);
    if (!folder && errno == ENOTDIR)
        return dv_fail(error, DV_ERROR_ARGUMENT,
                       "%s is a file: name a folder that does not exist yet", path);
    if (!folder)
        return fail_with_reason(error, "read", path, "");
    bool empty = is_empty(folder);
    closedir(folder);
    return empty ? DV_OK
                 : dv_fail(error, DV_ERROR_ARGUMENT,
                           "%s is not empty: name a folder that is empty or does not exist yet",
                           path);
}

static dv_result open_folder(work *w, dv_error *error) {
    w->is_ours = dv_disk_make_folder(AT_FDCWD, w->folder, 0777);
    if (!w->is_ours && errno != EEXIST)
        return fail_with_reason(error, "make", w->folder, "");
    dv_result result = w->is_ours ? DV_OK : check_empty(w->folder, error);
    if (result != DV_OK)
        return result;
    w->descriptor = open(w->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return w->descriptor >= 0 ? DV_OK : fail_with_reason(error, "open", w->folder, "");
}

// Its parts

static dv_result make_file(work *w, const dv_scenario_part *part, dv_error *error) {
    int descriptor =
        dv_disk_open(w->descriptor, part->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0)
        return fail_with_reason(error, "write", w->folder, part->path);
    w->made++;
    dv_result result = DV_OK;
    if (!dv_disk_write(descriptor, part->bytes, part->size))
        result = fail_with_reason(error, "write", w->folder, part->path);
    if (!dv_disk_close(descriptor) && result == DV_OK)
        return fail_with_reason(error, "write", w->folder, part->path);
    return result;
}

static dv_result make_parts(work *w, dv_error *error) {
    dv_result result = DV_OK;
    for (uint32_t i = 0; i < w->parts.count && result == DV_OK; i++) {
        const dv_scenario_part *part = &w->parts.items[i];
        if (part->bytes)
            result = make_file(w, part, error);
        else if (dv_disk_make_folder(w->descriptor, part->path, 0777))
            w->made++;
        else
            result = fail_with_reason(error, "make", w->folder, part->path);
    }
    return result;
}

// Remove everything that was made.
static void undo_work(const work *w) {
    for (uint32_t i = w->made; i-- > 0;)
        dv_disk_remove(w->descriptor, w->parts.items[i].path,
                       w->parts.items[i].bytes ? 0 : AT_REMOVEDIR);
    if (w->is_ours)
        dv_disk_remove(AT_FDCWD, w->folder, AT_REMOVEDIR);
}

/// Write the parts, or leave nothing behind.
static dv_result write_parts(work *w, dv_error *error) {
    dv_result result = open_folder(w, error);
    if (result == DV_OK)
        result = make_parts(w, error);
    if (result != DV_OK)
        undo_work(w);
    if (w->descriptor >= 0)
        close(w->descriptor);
    dv_scenario_parts_free(&w->parts);
    return result;
}

/// The last part of a path, without slashes at its end.
static void last_part(const char *path, char part[PATH_MAX]) {
    char copy[PATH_MAX];
    snprintf(copy, sizeof copy, "%s", path);
    snprintf(part, PATH_MAX, "%s", basename(copy));
}

/// What a scenario without a name is called: as its folder, or as its file without the ending.
static void name_of_path(const char *path, char name[PATH_MAX]) {
    char real[PATH_MAX];
    snprintf(real, sizeof real, "%s", path);
    last_part(real, name);
    bool is_main = strcmp(name, "main.lua") == 0;
    if (is_main || strcmp(name, ".") == 0 || strcmp(name, "..") == 0) {
        bool is_there = realpath(path, real) != NULL;
        last_part(is_there && is_main ? dirname(real) : real, name);
    }
    size_t length = strlen(name);
    if (length > 4 && strcmp(name + length - 4, ".lua") == 0)
        name[length - 4] = '\0';
}

dv_result dv_write_scenario(const char *folder, const char *from, dv_error *error) {
    work w = {.folder = folder, .descriptor = -1};
    char name[PATH_MAX], old[PATH_MAX];
    dv_result result = dv_scenario_parts_read(&w.parts, from, error);
    if (result != DV_OK)
        return result;
    name_of_path(folder, name);
    if (from)
        name_of_path(from, old);
    result = dv_rename_scenario(&w.parts, name, from ? old : NULL, error);
    if (result != DV_OK) {
        dv_scenario_parts_free(&w.parts);
        return result;
    }
    return write_parts(&w, error);
}

/// The path of a scenario, or of the sample of that name.
static const char *path_of(const char *scenario, char sample[PATH_MAX]) {
    struct stat status;
    return stat(scenario, &status) != 0 && dv_sample_path(scenario, sample) ? sample : scenario;
}

dv_result dv_write_mod(const char *folder, const char *scenario, dv_error *error) {
    char name[PATH_MAX], sample[PATH_MAX];
    dv_scenario_options choices = dv_scenario_options_default();
    choices.check_only = true;
    scenario = path_of(scenario, sample);
    last_part(folder, name);
    if (!dv_is_mod_name(name))
        return dv_fail(error, DV_ERROR_ARGUMENT,
                       "a mod is named after its folder, with letters, digits and _, not '%s'",
                       name);
    dv_result result = dv_check_scenario_path(scenario, error);
    if (result != DV_OK)
        return result;
    dv_scenario *opened = dv_scenario_open(scenario, &choices, error);
    if (!opened)
        return DV_ERROR_SCRIPT;
    const dv_program *program = dv_world_program(dv_scenario_world(opened));
    work w = {.folder = folder, .descriptor = -1};
    const dv_mod_words words = {name, dv_scenario_short_name(opened),
                                dv_program_kind_name(program, 0)};
    result = dv_mod_parts_read(&w.parts, &words, error);
    dv_scenario_close(opened);
    return result == DV_OK ? write_parts(&w, error) : result;
}

static int tell_failure(dv_result result, const dv_error *error) {
    fprintf(stderr, "drover: %s\n", error->message);
    return result == DV_ERROR_ARGUMENT ? DV_BAD_USAGE : 1;
}

int dv_new_scenario(const char *folder, const char *from) {
    dv_error error;
    dv_result result = dv_write_scenario(folder, from, &error);
    if (result != DV_OK)
        return tell_failure(result, &error);
    printf("wrote a scenario to %s; to run it type drover run %s\n", folder, folder);
    return 0;
}

static int write_mod(const char *folder, const char *scenario) {
    dv_error error;
    dv_result result = dv_write_mod(folder, scenario, &error);
    if (result != DV_OK)
        return tell_failure(result, &error);
    char sample[PATH_MAX];
    printf("wrote a mod to %s; to run it type drover run %s --mod %s\n", folder,
           path_of(scenario, sample), folder);
    return 0;
}

static int write_new(const dv_options *options) {
    const dv_new_options *own = options->own;
    return own->mod ? write_mod(own->mod, own->scenario)
                    : dv_new_scenario(options->name, own->from);
}

static dv_result check(dv_reading *r) {
    const dv_new_options *own = r->options->own;
    const char *wrong = NULL;
    if (own->mod && (r->operand || own->from))
        wrong = "--mod DIR writes a mod: leave out the other DIR, and --from";
    else if ((own->mod != NULL) != (own->scenario != NULL))
        wrong = "a new mod takes both: --mod DIR --for SCENARIO";
    else if (!r->operand && !own->mod)
        wrong = "no DIR given: a folder to write a scenario into";
    return wrong ? dv_fail(r->error, DV_ERROR_ARGUMENT, "%s", wrong) : DV_OK;
}

static const dv_option rows[] = {
    {"from", "SCENARIO", "write a copy of a scenario instead: a sample by its name, or a path",
     dv_take_text, DV_INTO_OWN(dv_new_options, from)},
    {"mod", "DIR", "write a mod instead, named after the folder", dv_take_text,
     DV_INTO_OWN(dv_new_options, mod)},
    {"for", "SCENARIO", "the scenario that the mod is for", dv_take_text,
     DV_INTO_OWN(dv_new_options, scenario)},
};

const dv_subcommand dv_subcommand_new = {
    .name = "new",
    .takes = "DIR",
    .title = "write a scenario to start from",
    .usage = "drover new DIR [OPTION]\n"
             "drover new --mod DIR --for SCENARIO\n",
    .help = "Write a scenario to start from. It runs as is, and says what to change first. DIR "
            "must be empty, or not exist yet. Editors with lua-language-server complete and check "
            "what you type there.\n",
    DV_OPTIONS(rows),
    .notes = "Exit status: 0 fine; 1 it could not be written, and nothing is left behind; 2 bad "
             "usage.\n",
    .operand = offsetof(dv_options, name),
    .own_size = sizeof(dv_new_options),
    .check = check,
    .run = write_new,
};
