// Recent scenarios; see recent.h.
#include "player/tools/recent.h"

#include "base/alloc.h"
#include "base/disk.h"
#include "base/hash.h"
#include "base/result.h"
#include "base/utf8.h"
#include "player/terminal/messages.h"
#include "player/tools/state_file.h"
#include "record/text_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/// The greatest size of a valid file, in bytes.
#define LONGEST_FILE (DV_MAX_RECENT * (PATH_MAX + DV_RECENT_TITLE))

static void print_failure(const dv_error *error) {
    static bool was_told;
    if (!was_told)
        dv_say(NULL, "drover: recent scenarios: %s", error->message);
    was_told = true;
}

static dv_result find_file(char path[PATH_MAX], dv_error *error) {
    return dv_state_path("recent", path, error);
}

// Reading

static bool is_text(const char *text) {
    while (*text) {
        size_t length = dv_utf8_length(text);
        if (length == 0 || (unsigned char)*text < ' ' || *text == 0x7f)
            return false;
        text += length;
    }
    return true;
}

static bool take_line(dv_recent *recent, char *line) {
    dv_recent_scenario *item = &recent->items[recent->count];
    char *tab = strchr(line, '\t');
    if (line[0] != '/' || !tab || recent->count == DV_MAX_RECENT)
        return false;
    *tab = '\0';
    if (strlen(line) >= sizeof item->path || strlen(tab + 1) >= sizeof item->title ||
        !is_text(tab + 1))
        return false;
    strcpy(item->path, line);
    strcpy(item->title, tab + 1);
    recent->count++;
    return true;
}

static bool take_lines(dv_recent *recent, FILE *file) {
    char line[PATH_MAX + DV_RECENT_TITLE + 2];
    while (fgets(line, sizeof line, file)) {
        size_t length = strlen(line);
        if (length == 0 || line[length - 1] != '\n')
            return false;
        line[length - 1] = '\0';
        if (!take_line(recent, line))
            return false;
    }
    return !ferror(file);
}

static dv_result read_file(dv_recent *recent, const char *path, dv_error *error) {
    struct stat status;
    FILE *file = fopen(path, "r");
    if (!file && errno == ENOENT)
        return DV_OK;
    if (!file)
        return dv_fail(error, DV_ERROR_IO, "cannot read %s: %s", path, strerror(errno));
    bool is_sound = fstat(fileno(file), &status) == 0 && S_ISREG(status.st_mode) &&
                    status.st_size <= LONGEST_FILE && take_lines(recent, file);
    fclose(file);
    return is_sound ? DV_OK
                    : dv_fail(error, DV_ERROR_FORMAT, "%s is damaged and was ignored", path);
}

static dv_result read_recent(dv_recent *recent, dv_error *error) {
    char path[PATH_MAX];
    recent->count = 0;
    dv_result result = find_file(path, error);
    if (result == DV_OK)
        result = read_file(recent, path, error);
    if (result != DV_OK)
        recent->count = 0;
    return result;
}

void dv_recent_read(dv_recent *recent) {
    dv_error error;
    if (read_recent(recent, &error) != DV_OK)
        print_failure(&error);
}

// Writing

static dv_result write_file(const dv_recent *recent, const char *path, dv_error *error) {
    char pictures[PATH_MAX];
    if (dv_recent_picture("/", pictures))
        dv_state_make_folders(pictures);
    dv_text_file *file = dv_text_create(path, error);
    if (!file)
        return DV_ERROR_IO;
    for (uint32_t i = 0; i < recent->count; i++) {
        dv_text_add(file, recent->items[i].path);
        dv_text_add(file, "\t");
        dv_text_add(file, recent->items[i].title);
        dv_text_add(file, "\n");
    }
    return dv_text_close(file, error);
}

bool dv_recent_picture(const char *scenario, char path[PATH_MAX]) {
    char file[PATH_MAX], real[PATH_MAX];
    dv_error error;
    if (!realpath(scenario, real) || find_file(file, &error) != DV_OK)
        return false;
    *strrchr(file, '/') = '\0';
    uint64_t name = dv_hash_bytes(real, strlen(real));
    return snprintf(path, PATH_MAX, "%s/pictures/%016" PRIx64 ".png", file, name) < PATH_MAX;
}

/// Remove the scenario's picture, because it is no longer shown.
static void forget_scenario(const dv_recent_scenario *item) {
    char picture[PATH_MAX];
    if (dv_recent_picture(item->path, picture))
        dv_disk_remove(AT_FDCWD, picture, 0);
}

static void put_in_front(dv_recent *recent, const char *path, const char *title) {
    uint32_t at = 0;
    while (at < recent->count && strcmp(recent->items[at].path, path) != 0)
        at++;
    if (at == DV_MAX_RECENT)
        forget_scenario(&recent->items[--at]);
    else if (at == recent->count)
        recent->count++;
    memmove(&recent->items[1], &recent->items[0], at * sizeof *recent->items);
    strcpy(recent->items[0].path, path);
    dv_show_text(NULL, title, recent->items[0].title, DV_RECENT_TITLE);
}

void dv_recent_add(const char *scenario, const char *title) {
    char path[PATH_MAX], file[PATH_MAX];
    dv_error error;
    // Such a path doesn't fit in a line.
    if (!realpath(scenario, path) || strpbrk(path, "\t\n"))
        return;
    dv_recent *recent = dv_alloc(sizeof *recent);
    dv_result result =
        recent ? find_file(file, &error) : dv_fail(&error, DV_ERROR_MEMORY, "out of memory");
    if (result == DV_OK) {
        dv_recent_read(recent);
        put_in_front(recent, path, title);
        result = write_file(recent, file, &error);
    }
    if (result != DV_OK)
        print_failure(&error);
    dv_free(recent);
}
