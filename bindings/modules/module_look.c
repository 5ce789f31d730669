#include "modules/module_look.h"

#include "data/data_format.h"

#include "base/alloc.h"
#include "base/hash.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *copy_path(const dv_finder *finder, const char *name) {
    if (strcmp(name, finder->entry_name) == 0)
        return dv_copy_string(finder->entry_file);
    if (dv_is_data_name(name))
        return dv_copy_string(strncmp(name, "./", 2) == 0 ? name + 2 : name);
    char *path = dv_join(name, ".lua", "");
    for (size_t i = 0; path && name[i]; i++)
        if (path[i] == '.')
            path[i] = '/';
    return path;
}

// Note that a file cannot be read. The hash tells different problems apart.
static void set_problem(struct dv_module_look *look, const char *problem) {
    look->found = FOUND_UNREADABLE;
    snprintf(look->problem, sizeof look->problem, "%s", problem);
    look->hash = dv_hash_bytes(problem, strlen(problem));
}

// Returns false when out of memory.
static bool read_open_file(int file, size_t expected, struct dv_module_look *look) {
    size_t capacity = expected + 1;
    look->source = dv_alloc(capacity + 1);
    while (look->source) {
        ssize_t count = read(file, look->source + look->size, capacity - look->size);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            set_problem(look, strerror(errno));
        if (count <= 0)
            return true;
        look->size += (size_t)count;
        if (look->size > DV_MODULE_SOURCE_LIMIT) {
            set_problem(look, "larger than 16 MiB");
            return true;
        }
        if (look->size == capacity) {
            capacity *= 2;
            char *larger = dv_resize(look->source, capacity + 1);
            if (!larger)
                return false;
            look->source = larger;
        }
    }
    return false;
}

/// Detected by the first two bytes: a byte order mark, or an ASCII character with a zero byte.
static bool is_utf16(const struct dv_module_look *look) {
    const unsigned char *bytes = (const unsigned char *)look->source;
    if (look->size < 2)
        return false;
    bool is_marked =
        (bytes[0] == 0xFF && bytes[1] == 0xFE) || (bytes[0] == 0xFE && bytes[1] == 0xFF);
    bool is_ascii = (bytes[0] == 0) != (bytes[1] == 0);
    return is_marked || (is_ascii && look->size % 2 == 0);
}

/// The folder that a module's file is in, and set `file` to its path in there. NULL: there is no
/// such mod.
static const char *folder_of(const dv_finder *finder, const char *path, const char **file) {
    const char *name;
    size_t length;
    *file = dv_after_mod(path, &name, &length);
    if (!*file) {
        *file = path;
        return finder->folder;
    }
    const dv_mod *mod = dv_find_mod(finder->mods, name, length);
    return mod ? mod->folder : NULL;
}

char *dv_file_of_module(const dv_finder *finder, const char *path) {
    const char *file, *folder = folder_of(finder, path, &file);
    return dv_join(folder ? folder : finder->folder, "/", folder ? file : path);
}

/// Whether a file is in a folder once all symbolic links are followed.
static bool is_within(const char *folder, const char *file) {
    char outer[PATH_MAX], inner[PATH_MAX];
    if (!realpath(folder, outer) || !realpath(file, inner))
        return false;
    size_t length = strcmp(outer, "/") == 0 ? 0 : strlen(outer);
    return strncmp(inner, outer, length) == 0 && inner[length] == '/';
}

static bool is_text(const struct dv_module_look *look) {
    return dv_data_format_of(look->path) != DV_DATA_PNG;
}

static bool read_file(const dv_finder *finder, struct dv_module_look *look) {
    const char *file_name, *folder = folder_of(finder, look->path, &file_name);
    if (!folder)
        return true;
    char *full = dv_join(folder, "/", file_name);
    if (!full)
        return false;
    // O_NONBLOCK, so that a pipe does not make this wait for a writer.
    int file = open(full, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    int reason = errno;
    bool leads_out = file >= 0 && dv_is_data_name(look->name) && !is_within(folder, full);
    dv_free(full);
    if (file < 0) {
        if (reason != ENOENT && reason != ENOTDIR)
            set_problem(look, strerror(reason));
        return true;
    }
    struct stat status;
    bool fine = true;
    look->found = FOUND_FILE;
    if (leads_out)
        set_problem(look, "a link leads out of the scenario's folder");
    else if (fstat(file, &status) != 0)
        set_problem(look, strerror(errno));
    else if (S_ISDIR(status.st_mode))
        set_problem(look, "it is a folder");
    else if (!S_ISREG(status.st_mode))
        set_problem(look, "not a file");
    else if ((uint64_t)status.st_size > DV_MODULE_SOURCE_LIMIT)
        set_problem(look, "larger than 16 MiB");
    else
        fine = read_open_file(file, (size_t)status.st_size, look);
    close(file);
    if (fine && look->found == FOUND_FILE && is_text(look) && is_utf16(look))
        set_problem(look, "UTF-16: save it as UTF-8");
    return fine;
}

static bool read_from_reader(const dv_finder *finder, struct dv_module_look *look) {
    const char *source;
    size_t size;
    if (!finder->reader(finder->reader_context, look->path, &source, &size))
        return true;
    look->source = dv_alloc(size + 1);
    if (!look->source)
        return false;
    memcpy(look->source, source, size);
    look->size = size;
    look->found = FOUND_FILE;
    return true;
}

static bool copy_from_library(const dv_library_module *library, struct dv_module_look *look) {
    dv_free(look->path);
    char *path = dv_join("<drover>/", library->name, ".lua");
    look->path = path;
    look->source = dv_alloc(library->size + 1);
    if (!path || !look->source)
        return false;
    for (char *c = path; c < path + strlen(path) - 4; c++)
        if (*c == '.')
            *c = '/';
    memcpy(look->source, library->source, library->size);
    look->size = library->size;
    look->found = FOUND_LIBRARY;
    return true;
}

void dv_clear_look(struct dv_module_look *look) {
    dv_free(look->name);
    dv_free(look->path);
    dv_free(look->source);
    memset(look, 0, sizeof *look);
}

static bool is_about(const struct dv_kept_out *entry, const struct dv_module_look *look) {
    return entry->name && strcmp(entry->name, look->name) == 0 && entry->found == look->found &&
           entry->hash == look->hash;
}

/// If there is a draft of the file, or it is kept out, replace its content by the source in the
/// entry. Returns false when out of memory.
static bool put_in_place(const dv_finder *finder, struct dv_module_look *look) {
    const struct dv_kept_out *entry = is_about(&finder->draft, look) ? &finder->draft : NULL;
    for (uint32_t i = 0; !entry && i < finder->kept_out.count; i++)
        if (is_about(&finder->kept_out.items[i], look))
            entry = &finder->kept_out.items[i];
    if (finder->reader || !entry)
        return true;
    char *source = dv_alloc(entry->size + 1);
    if (!source)
        return false;
    dv_free(look->source);
    look->source = memcpy(source, entry->source, entry->size);
    look->size = entry->size;
    look->hash = entry->source_hash;
    look->found = FOUND_FILE;
    return true;
}

bool dv_look_at(const dv_finder *finder, const char *name, struct dv_module_look *look) {
    memset(look, 0, sizeof *look);
    look->name = dv_copy_string(name);
    look->path = copy_path(finder, name);
    bool fine = look->name && look->path &&
                (finder->reader ? read_from_reader(finder, look) : read_file(finder, look));
    for (size_t i = 0; fine && look->found == FOUND_NOTHING && i < finder->library_count; i++)
        if (strcmp(finder->library[i].name, name) == 0)
            fine = copy_from_library(&finder->library[i], look);
    if (!fine) {
        dv_clear_look(look);
        return false;
    }
    if (look->found == FOUND_FILE || look->found == FOUND_LIBRARY)
        look->hash = dv_hash_bytes(look->source, look->size);
    if (!put_in_place(finder, look)) {
        dv_clear_look(look);
        return false;
    }
    return true;
}

bool dv_look_at_file(const dv_finder *finder, const char *name, struct dv_module_look *look) {
    dv_finder files = *finder;
    files.kept_out.count = 0;
    files.draft.name = NULL;
    return dv_look_at(&files, name, look);
}

static struct dv_module_look *find_look(const struct dv_looks *looks, const char *name) {
    for (uint32_t i = 0; i < looks->count; i++)
        if (strcmp(looks->items[i].name, name) == 0)
            return &looks->items[i];
    return NULL;
}

struct dv_module_look *dv_look_once(const dv_finder *finder, struct dv_looks *looks,
                                    const char *name) {
    struct dv_module_look *known = find_look(looks, name);
    if (known)
        return known;
    if (!dv_reserve((void **)&looks->items, &looks->capacity, looks->count + 1,
                    sizeof *looks->items) ||
        !dv_look_at(finder, name, &looks->items[looks->count]))
        return NULL;
    return &looks->items[looks->count++];
}

bool dv_looks_changed(const dv_finder *finder, const struct dv_looks *looks) {
    for (uint32_t i = 0; i < looks->count; i++) {
        const struct dv_module_look *before = &looks->items[i];
        struct dv_module_look now;
        if (!dv_look_at(finder, before->name, &now))
            return true;
        bool same = now.found == before->found && now.hash == before->hash;
        dv_clear_look(&now);
        if (!same)
            return true;
    }
    return false;
}

void dv_free_look_sources(struct dv_looks *looks) {
    for (uint32_t i = 0; i < looks->count; i++) {
        dv_free(looks->items[i].source);
        looks->items[i].source = NULL;
    }
}

void dv_add_looks(struct dv_looks *looks, struct dv_looks *more) {
    dv_free_look_sources(more);
    for (uint32_t i = 0; i < more->count; i++) {
        struct dv_module_look *look = &more->items[i];
        if (!find_look(looks, look->name) &&
            dv_reserve((void **)&looks->items, &looks->capacity, looks->count + 1, sizeof *look))
            looks->items[looks->count++] = *look;
        else
            dv_clear_look(look);
    }
    dv_free(more->items);
    *more = (struct dv_looks){0};
}

void dv_clear_looks(struct dv_looks *looks) {
    for (uint32_t i = 0; i < looks->count; i++)
        dv_clear_look(&looks->items[i]);
    looks->count = 0;
}
