// Messages for people; see messages.h.
#include "player/terminal/messages.h"

#include "base/utf8.h"
#include "player/terminal/progress.h"

#include <ctype.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Paths of modules

typedef struct module_paths {
    char folder[PATH_MAX]; ///< "samples/caribou/", or "" for the current directory
    const char *entry;     ///< the file's name if the scenario is a single file, else NULL
} module_paths;

/// The part of an absolute path below the current directory; NULL if it isn't there.
static const char *below_current(const char *path) {
    char current[PATH_MAX];
    if (path[0] != '/' || !getcwd(current, sizeof current))
        return NULL;
    size_t length = strlen(current);
    bool below = strncmp(path, current, length) == 0 && (path[length] == '/' || !path[length]);
    return !below ? NULL : path[length] ? path + length + 1 : "";
}

void dv_shorten_path(char path[PATH_MAX]) {
    char real[PATH_MAX];
    const char *rest = below_current(path);
    if (!rest && path[0] == '/' && realpath(path, real))
        rest = below_current(real);
    while (!rest && strncmp(path, "./", 2) == 0)
        memmove(path, path + 2, strlen(path) - 1);
    if (rest)
        memmove(path, rest, strlen(rest) + 1);
    if (strcmp(path, ".") == 0)
        path[0] = '\0';
}

void dv_scenario_name(const char *title, const char *folder, char *name, size_t capacity) {
    char real[PATH_MAX];
    const char *last = realpath(folder, real) ? strrchr(real, '/') : NULL;
    snprintf(name, capacity, "%s", title && *title ? title : last && last[1] ? last + 1 : folder);
}

/// The folders of mods that were given on the command line. Their modules are called after the mod,
/// mods/limp/init.lua, wherever the folder is.
static const char *const *mod_folders;
static uint32_t mod_folder_count;

void dv_know_mods(const char *const *folders, uint32_t count) {
    mod_folders = folders;
    mod_folder_count = count;
}

/// The last part of a path without the slashes at its end, and its length.
static const char *last_part(const char *path, size_t *length) {
    size_t end = strlen(path);
    while (end > 1 && path[end - 1] == '/')
        end--;
    size_t start = end;
    while (start > 0 && path[start - 1] != '/')
        start--;
    *length = end - start;
    return path + start;
}

/// The folder of the mod that a module is part of, if it was given on the command line under the
/// mod's name, and set `rest` to what comes after the mod's name; else NULL.
static const char *folder_of_mod(const char *path, const char **rest) {
    if (strncmp(path, "mods/", 5) != 0)
        return NULL;
    for (uint32_t i = 0; i < mod_folder_count; i++) {
        size_t length;
        const char *name = last_part(mod_folders[i], &length);
        *rest = path + 5 + length;
        if (strchr(mod_folders[i], '/') && strncmp(path + 5, name, length) == 0 && **rest == '/')
            return mod_folders[i];
    }
    return NULL;
}

static module_paths find_modules(const char *scenario) {
    module_paths paths = {.entry = NULL};
    struct stat status;
    if (!scenario || strlen(scenario) + 2 > sizeof paths.folder)
        return paths;
    strcpy(paths.folder, scenario);
    const char *slash = strrchr(scenario, '/');
    bool is_folder = stat(scenario, &status) == 0 && S_ISDIR(status.st_mode);
    if (!is_folder) {
        paths.entry = slash ? slash + 1 : scenario;
        paths.folder[slash ? slash + 1 - scenario : 0] = '\0';
    }
    for (size_t n = strlen(paths.folder); n > 1 && paths.folder[n - 1] == '/';)
        paths.folder[--n] = '\0';
    dv_shorten_path(paths.folder);
    size_t length = strlen(paths.folder);
    if (length > 0 && paths.folder[length - 1] != '/')
        strcpy(paths.folder + length, "/");
    return paths;
}

static bool is_path_letter(char c) {
    return isalnum((unsigned char)c) || strchr("_./-<>", c) != NULL;
}

/// Find the start of the path that ends at `end` with ".lua". NULL if it isn't a module of the
/// scenario, for example one that comes with Drover ("<drover>/…"), or a name that a script has in
/// quotes.
static const char *path_start(const module_paths *paths, const char *text, const char *end) {
    size_t entry = paths->entry ? strlen(paths->entry) : 0;
    const char *start = end;
    if (entry > 0 && (size_t)(end - text) >= entry && memcmp(end - entry, paths->entry, entry) == 0)
        start = end - entry;
    while (start > text && start[-1] && is_path_letter(start[-1]))
        start--;
    if (*start == '<' && strncmp(start, "<drover>/", 9) != 0)
        start++;
    bool in_quotes = start > text && (start[-1] == '"' || start[-1] == '\'');
    bool is_elsewhere = *start == '/' || *start == '<';
    size_t length = strlen(paths->folder);
    bool is_told = length > 0 && strncmp(start, paths->folder, length) == 0;
    return in_quotes || is_elsewhere || is_told || end - start <= 4 ? NULL : start;
}

/// The next module path at or after `from`, and its end. NULL if there is none.
static const char *next_path(const module_paths *paths, const char *from, const char **end) {
    for (const char *found = from; (found = strstr(found, ".lua")); found += 4) {
        char after = found[4];
        if (after && (isalnum((unsigned char)after) || strchr("_/.\"'", after)))
            continue;
        *end = found + 4;
        const char *start = path_start(paths, from, *end);
        if (start)
            return start;
    }
    return NULL;
}

// Copying

typedef struct shown_text {
    char *bytes;
    size_t used, capacity;
} shown_text;

static void append_bytes(shown_text *shown, const char *bytes, size_t size) {
    if (shown->used + size >= shown->capacity) {
        shown->capacity = 0; // once the text is cut, drop everything that follows
        return;
    }
    memcpy(shown->bytes + shown->used, bytes, size);
    shown->used += size;
}

/// Clean one character for a terminal: `*cleaned` is what to print. Returns the number of bytes
/// read.
static size_t clean_character(const char *text, const char **cleaned) {
    size_t length = dv_utf8_length(text);
    const unsigned char *bytes = (const unsigned char *)text;
    bool is_control =
        bytes[0] < ' ' || bytes[0] == 0x7f || (length == 2 && bytes[0] == 0xC2 && bytes[1] < 0xA0);
    *cleaned = length == 0 ? "?" : is_control ? " " : text;
    return length == 0 ? 1 : length;
}

static void add_clean(shown_text *shown, const char *text, const char *end) {
    while (text < end) {
        const char *cleaned;
        size_t length = clean_character(text, &cleaned);
        append_bytes(shown, cleaned, cleaned == text ? length : 1);
        text += length;
    }
}

/// Whether a path is that of a mod, and not of a file in the scenario's folder: the mod is from
/// somewhere else.
static bool is_of_mod_elsewhere(const char *folder, const char *path, const char *end) {
    char file[PATH_MAX];
    if (strncmp(path, "mods/", 5) != 0)
        return false;
    int length = snprintf(file, sizeof file, "%s%.*s", folder, (int)(end - path), path);
    return length < 0 || (size_t)length >= sizeof file || access(file, F_OK) != 0;
}

/// Add the path of a module as it is in the file system. That of a mod whose folder is not known
/// stays as it is, with the mod's name.
static void add_path(shown_text *shown, const char *folder, const char *path, const char *end) {
    char shortened[PATH_MAX];
    const char *rest = path, *mod = folder_of_mod(path, &rest);
    if (!mod && is_of_mod_elsewhere(folder, path, end)) {
        add_clean(shown, path, end);
        return;
    }
    snprintf(shortened, sizeof shortened, "%s", mod ? mod : folder);
    if (mod)
        dv_shorten_path(shortened);
    size_t length = strlen(shortened);
    while (mod && length > 1 && shortened[length - 1] == '/')
        length--;
    add_clean(shown, shortened, shortened + length);
    add_clean(shown, mod ? rest : path, end);
}

void dv_show_text(const char *scenario, const char *text, char *shown, size_t capacity) {
    shown_text result = {shown, 0, capacity};
    module_paths paths = find_modules(scenario);
    const char *end, *path;
    while (scenario && (path = next_path(&paths, text, &end))) {
        add_clean(&result, text, path);
        add_path(&result, paths.folder, path, end);
        text = end;
    }
    add_clean(&result, text, text + strlen(text));
    if (capacity > 0)
        shown[result.used] = '\0';
}

// Printing

void dv_say(const char *scenario, const char *format, ...) {
    char text[DV_MESSAGE_CAPACITY], shown[DV_MESSAGE_CAPACITY + PATH_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    dv_show_text(scenario, text, shown, sizeof shown);
    dv_progress_hide();
    fflush(stdout);
    fprintf(stderr, "%s\n", shown);
}

/// Print a line of any length without copying it. Tabs are kept.
static void say_plain(const char *prefix, const char *line, const char *end) {
    fputs(prefix, stderr);
    while (line < end) {
        const char *cleaned;
        size_t length = clean_character(line, &cleaned);
        cleaned = *line == '\t' ? line : cleaned;
        fwrite(cleaned, 1, cleaned == line ? length : 1, stderr);
        line += length;
    }
    fputc('\n', stderr);
}

void dv_say_written(const char *path) {
    if (isatty(STDERR_FILENO))
        dv_say(NULL, "wrote %s", path);
}

void dv_say_lines(const char *scenario, const char *prefix, const char *text, size_t size) {
    const char *stop = text + size;
    dv_progress_hide();
    fflush(stdout);
    do {
        const char *newline = memchr(text, '\n', (size_t)(stop - text));
        const char *end = newline ? newline : stop;
        char line[DV_MESSAGE_CAPACITY], shown[DV_MESSAGE_CAPACITY + PATH_MAX];
        if (scenario && (size_t)(end - text) < sizeof line) {
            snprintf(line, sizeof line, "%.*s", (int)(end - text), text);
            dv_show_text(scenario, line, shown, sizeof shown);
            fprintf(stderr, "%s%s\n", prefix, shown);
        } else {
            say_plain(prefix, text, end);
        }
        text = newline ? newline + 1 : stop;
    } while (text < stop);
}
