// Records a failure: the message, and a command that shows its moment in the window. The command
// runs up to that moment again, from the seed. If the test did more to the world than step it, the
// world is saved in the scenario's folder, and the command loads that snapshot.
#include "testing/test_file_private.h"

#include "base/alloc.h"
#include "base/disk.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define LONGEST_COMMAND 2048
#define LONGEST_PATH 1024

typedef struct command {
    char text[LONGEST_COMMAND];
    size_t length;
} command;

static void add_format(command *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add_format(command *c, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(c->text + c->length, sizeof c->text - c->length, format, arguments);
    va_end(arguments);
    if (length > 0)
        c->length += (size_t)length;
    if (c->length >= sizeof c->text)
        c->length = sizeof c->text - 1;
}

/// Add a word, quoted for a shell if necessary.
static void add_word(command *c, const char *word) {
    static const char plain[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./-+=,:@%";
    add_format(c, " ");
    if (*word && strspn(word, plain) == strlen(word)) {
        add_format(c, "%s", word);
        return;
    }
    add_format(c, "'");
    for (; *word; word++)
        add_format(c, *word == '\'' ? "'\\''" : "%c", *word);
    add_format(c, "'");
}

static void add_setting(command *c, const dv_setting_choice *setting) {
    char word[512];
    snprintf(word, sizeof word, "%s=%s", setting->name, setting->value);
    add_format(c, " --set");
    add_word(c, word);
}

// Saved moments

/// Name a snapshot, such as herd-lua-what-holds-3.snap, in characters that work on all systems.
static void name_moment(const dv_test_file *tests, char name[128]) {
    const char *file = strrchr(tests->file, '/');
    char text[128];
    snprintf(text, sizeof text, "%s %s", file ? file + 1 : tests->file, tests->name);
    size_t length = 0;
    for (const char *c = text; *c && length < 90; c++) {
        bool is_plain = isalnum((unsigned char)*c) && (unsigned char)*c < 128;
        if (is_plain || (length > 0 && name[length - 1] != '-'))
            name[length++] = is_plain ? *c : '-';
    }
    if (tests->has_seed)
        snprintf(name + length, 128 - length, "-%" PRIu64 ".snap", tests->seed);
    else
        snprintf(name + length, 128 - length, ".snap");
}

static bool make_folder(const char *folder, const char *name, char path[LONGEST_PATH]) {
    int length = snprintf(path, LONGEST_PATH, "%s/%s", folder, name);
    return length < LONGEST_PATH && (dv_disk_make_folder(AT_FDCWD, path, 0777) || errno == EEXIST);
}

static bool save_moment(const dv_test_file *tests, dv_world *world, char path[LONGEST_PATH]) {
    char name[128];
    if (!make_folder(tests->folder, ".drover", path) ||
        !make_folder(tests->folder, ".drover/failed", path))
        return false;
    name_moment(tests, name);
    return snprintf(path, LONGEST_PATH, "%s/.drover/failed/%s", tests->folder, name) <
               LONGEST_PATH &&
           dv_world_save(world, path, NULL) == DV_OK;
}

/// Folders have a slash.
static void add_mods(command *c, const dv_hosted *hosted) {
    bool is_first = true;
    for (uint32_t i = 0; i < hosted->mod_count; i++) {
        const char *mod = hosted->mods[i];
        if (strchr(mod, '/')) {
            add_format(c, " --mod");
            add_word(c, mod);
        }
    }
    for (uint32_t i = 0; i < hosted->mod_count; i++) {
        const char *mod = hosted->mods[i];
        if (strchr(mod, '/'))
            continue;
        add_format(c, "%s%s", is_first ? " --mods " : ",", mod);
        is_first = false;
    }
}

static char *make_command(const dv_test_file *tests, const dv_hosted *hosted) {
    dv_world *world = hosted->scenario->world;
    command c = {.text = "drover run", .length = strlen("drover run")};
    char path[LONGEST_PATH];
    add_word(&c, hosted->path);
    add_mods(&c, hosted);
    bool is_special = hosted->is_touched || hosted->edit_count > 0;
    if (is_special && save_moment(tests, world, path)) {
        add_format(&c, " --load");
        add_word(&c, path);
        add_format(&c, " --paused");
        return dv_copy_string(c.text);
    }
    add_format(&c, " --seed %" PRIu64, dv_world_seed(world));
    for (uint32_t i = 0; i < hosted->setting_count; i++)
        add_setting(&c, &hosted->settings[i]);
    add_format(&c, " --pause-at %" PRIu64, dv_world_tick(world));
    if (is_special)
        add_format(&c,
                   " # does not repeat what the test did, which could not be saved in %s/.drover",
                   tests->folder);
    return dv_copy_string(c.text);
}

/// The traceback of the scenario's script, if its failure made the test fail; else NULL.
static const char *scenario_traceback(const dv_hosted *hosted, const char *message) {
    const char *banner = hosted ? dv_scenario_banner(hosted->scenario) : NULL;
    return banner && strstr(message, banner) ? dv_scenario_traceback(hosted->scenario) : NULL;
}

void dv_test_note_failure(dv_test_file *tests, const char *message, const char *traceback) {
    dv_test_result *result = tests->result;
    const dv_hosted *hosted = tests->bridge.last;
    if (!dv_reserve((void **)&result->failures, &result->failure_capacity,
                    result->failure_count + 1, sizeof *result->failures)) {
        tests->out_of_memory = true;
        return;
    }
    dv_test_failure *failure = &result->failures[result->failure_count++];
    *failure = (dv_test_failure){.has_seed = tests->has_seed, .seed = tests->seed};
    snprintf(failure->message, sizeof failure->message, "%s", message);
    const char *reason =
        *tests->unopened.message ? strstr(failure->message, tests->unopened.message) : NULL;
    if (reason) {
        failure->unopened = (uint32_t)(reason - failure->message);
        failure->further = dv_copy_string(dv_scenario_open_further());
    }
    const char *inside = scenario_traceback(hosted, message);
    traceback = inside ? inside : traceback;
    failure->traceback = traceback && *traceback ? dv_copy_string(traceback) : NULL;
    if (!hosted)
        return;
    failure->has_tick = true;
    failure->tick = dv_world_tick(hosted->scenario->world);
    failure->world_seed = dv_world_seed(hosted->scenario->world);
    failure->command = make_command(tests, hosted);
}

void dv_test_result_free(dv_test_result *result) {
    for (uint32_t i = 0; i < result->failure_count; i++) {
        dv_free(result->failures[i].traceback);
        dv_free(result->failures[i].command);
        dv_free(result->failures[i].further);
    }
    dv_free(result->failures);
    dv_free(result->printed);
    *result = (dv_test_result){0};
}
