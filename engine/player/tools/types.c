// Writes the editor stub of a scenario; see types.h. In the stub of `drover new`, some lines say
// that nothing is known about kinds, groups, and settings; this replaces them with what the
// scenario declares.
#include "player/tools/types.h"

#include "base/alloc.h"
#include "base/disk.h"
#include "base/result.h"
#include "player/options/templates.h"
#include "record/text_file.h"

#include <drover/program.h>
#include <drover/world.h>

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LONGEST_PATH 4096

// Slots

static const char *type_of_slot(dv_slot_type type) {
    switch (type) {
    case DV_SLOT_AGENT:
        return "drover.agent|drover.any_agent";
    case DV_SLOT_POINT:
    case DV_SLOT_VECTOR:
        return "drover.vector|drover.point";
    case DV_SLOT_POSE:
        return "drover.vector|drover.point|drover.pose";
    case DV_SLOT_NUMBER:
        return "number";
    case DV_SLOT_GROUP:
        return "drover.group";
    case DV_SLOT_OBSTACLE:
        return "drover.obstacle";
    case DV_SLOT_SURFACE:
        return "drover.surface";
    case DV_SLOT_PATH:
        return "drover.path";
    case DV_SLOT_FLOW:
        return "drover.flow";
    case DV_SLOT_REGION:
        return "drover.region";
    default:
        return "any";
    }
}

/// A name may be a word that would say who sees the field, such as `package`, so one always does.
static void add_field(void *context, const char *name, const char *type) {
    dv_text_file *file = context;
    dv_text_add(file, "---@field public ");
    dv_text_add(file, name);
    dv_text_add(file, " ");
    dv_text_add(file, type);
    dv_text_add(file, "\n");
}

// Kinds

static void add_slots(dv_text_file *file, const dv_program *program, uint32_t kind) {
    char name[256];
    for (uint32_t i = 0; i < dv_program_slot_count(program, kind); i++) {
        const dv_slot_def *slot = dv_program_slot(program, kind, i);
        snprintf(name, sizeof name, "%s?", slot->name);
        add_field(file, name, type_of_slot(slot->type));
    }
}

/// "a"|"b", or "" if the kind has no states.
static void add_state_names(dv_text_file *file, const dv_program *program, uint32_t kind) {
    for (uint32_t i = 0; i < dv_program_state_count(program, kind); i++) {
        dv_text_add(file, i > 0 ? "|\"" : "\"");
        dv_text_add(file, dv_program_state_name(program, kind, i));
        dv_text_add(file, "\"");
    }
}

static void add_kind(dv_text_file *file, dv_scenario *scenario, uint32_t kind) {
    const dv_program *program = dv_world_program(dv_scenario_world(scenario));
    const char *name = dv_program_kind_name(program, kind);
    dv_text_add(file, "---@class drover.agent.");
    dv_text_add(file, name);
    dv_text_add(file, ": drover.any_agent\n---@field kind \"");
    dv_text_add(file, name);
    dv_text_add(file, "\"\n---@field state ");
    add_state_names(file, program, kind);
    dv_text_add(file, "\n---@field become fun(self: drover.any_agent, state: ");
    add_state_names(file, program, kind);
    dv_text_add(file, ")\n");
    add_slots(file, program, kind);
    dv_scenario_memory_types(scenario, kind, add_field, file);
    dv_text_add(file, "\n");
}

static bool add_kinds(dv_text_file *file, dv_scenario *scenario) {
    const dv_program *program = dv_world_program(dv_scenario_world(scenario));
    uint32_t count = dv_program_kind_count(program);
    for (uint32_t kind = 0; kind < count; kind++)
        add_kind(file, scenario, kind);
    dv_text_add(file, "---@alias drover.self ");
    for (uint32_t kind = 0; kind < count; kind++) {
        dv_text_add(file, kind > 0 ? "|drover.agent." : "drover.agent.");
        dv_text_add(file, dv_program_kind_name(program, kind));
    }
    dv_text_add(file, "\n");
    return true;
}

// Groups

/// A slot or memory field, with the types that it has in all kinds of groups that declare it.
typedef struct group_field {
    char name[256], types[256];
} group_field;

typedef struct group_fields {
    group_field *fields;
    uint32_t count, capacity;
    bool failed;
} group_fields;

static bool has_type(const group_field *field, const char *type) {
    size_t length = strlen(type);
    for (const char *at = strstr(field->types, type); at; at = strstr(at + 1, type))
        if ((at == field->types || at[-1] == '|') && (at[length] == '|' || at[length] == '\0'))
            return true;
    return false;
}

static void note_group_field(void *context, const char *name, const char *type) {
    group_fields *all = context;
    uint32_t i = 0;
    while (i < all->count && strcmp(all->fields[i].name, name) != 0)
        i++;
    if (i == all->count) {
        if (!dv_reserve((void **)&all->fields, &all->capacity, i + 1, sizeof *all->fields)) {
            all->failed = true;
            return;
        }
        all->count++;
        snprintf(all->fields[i].name, sizeof all->fields[i].name, "%s", name);
        snprintf(all->fields[i].types, sizeof all->fields[i].types, "%s", type);
        return;
    }
    group_field *field = &all->fields[i];
    size_t length = strlen(field->types);
    if (!has_type(field, type))
        snprintf(field->types + length, sizeof field->types - length, "|%s", type);
}

static int compare_fields(const void *a, const void *b) {
    return strcmp(((const group_field *)a)->name, ((const group_field *)b)->name);
}

static bool add_groups(dv_text_file *file, dv_scenario *scenario) {
    const dv_program *program = dv_world_program(dv_scenario_world(scenario));
    group_fields all = {0};
    char name[256];
    for (uint32_t type = 0; type < dv_program_group_type_count(program); type++)
        for (uint32_t i = 0; i < dv_program_group_slot_count(program, type); i++) {
            const dv_slot_def *slot = dv_program_group_slot(program, type, i);
            snprintf(name, sizeof name, "%s?", slot->name);
            note_group_field(&all, name, type_of_slot(slot->type));
        }
    for (uint32_t type = 0; type < dv_program_group_type_count(program); type++)
        dv_scenario_group_memory_types(scenario, type, note_group_field, &all);
    if (all.count > 0)
        qsort(all.fields, all.count, sizeof *all.fields, compare_fields);
    for (uint32_t i = 0; i < all.count; i++)
        add_field(file, all.fields[i].name, all.fields[i].types);
    dv_free(all.fields);
    return !all.failed;
}

// Settings

static void add_setting(dv_text_file *file, const dv_setting_def *setting) {
    dv_text_add(file, "---@field public ");
    dv_text_add(file, setting->name);
    if (setting->type == DV_SLIDER)
        dv_text_add(file, " number");
    if (setting->type == DV_TOGGLE)
        dv_text_add(file, " boolean");
    for (uint32_t i = 0; setting->type == DV_CHOICE && i < setting->option_count; i++) {
        dv_text_add(file, i > 0 ? "|\"" : " \"");
        dv_text_add(file, setting->options[i]);
        dv_text_add(file, "\"");
    }
    dv_text_add(file, "\n");
}

static bool add_settings(dv_text_file *file, dv_scenario *scenario) {
    const dv_program *program = dv_world_program(dv_scenario_world(scenario));
    dv_text_add(file, "---@class drover.settings\n");
    for (uint32_t i = 0; i < dv_program_setting_count(program); i++)
        add_setting(file, dv_program_setting(program, i));
    return true;
}

// Files

/// Lines of the stub that say nothing, and what writes the scenario's own in their place. In the
/// order of the stub.
static const struct {
    const char *lines;
    bool (*add)(dv_text_file *file, dv_scenario *scenario); ///< false when out of memory
} unknowns[] = {
    {"---@alias drover.self drover.agent\n", add_kinds},
    {"---@field [string] any its slots and memory\n", add_groups},
    {"---@class drover.settings\n---@field [string] any\n", add_settings},
};

static dv_result make_folder(const char *folder, const char *name, dv_error *error) {
    char path[LONGEST_PATH];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (dv_disk_make_folder(AT_FDCWD, path, 0777) || errno == EEXIST)
        return DV_OK;
    return dv_fail(error, DV_ERROR_IO, "cannot make %s: %s", path, strerror(errno));
}

static void add_piece(dv_text_file *file, const char *from, const char *to) {
    char piece[4096];
    while (from < to) {
        size_t length =
            (size_t)(to - from) < sizeof piece - 1 ? (size_t)(to - from) : sizeof piece - 1;
        memcpy(piece, from, length);
        piece[length] = '\0';
        dv_text_add(file, piece);
        from += length;
    }
}

static dv_result write_stub(const char *path, dv_scenario *scenario, dv_error *error) {
    const char *at = dv_new_scenario_template("drover");
    bool is_complete = true;
    dv_text_file *file = dv_text_create(path, error);
    if (!file)
        return DV_ERROR_IO;
    for (size_t i = 0; i < sizeof unknowns / sizeof *unknowns; i++) {
        const char *place = strstr(at, unknowns[i].lines);
        assert(place);
        add_piece(file, at, place);
        is_complete = unknowns[i].add(file, scenario) && is_complete;
        at = place + strlen(unknowns[i].lines);
    }
    dv_text_add(file, at);
    dv_result result = dv_text_close(file, error);
    if (result == DV_OK && !is_complete)
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    return result;
}

static dv_result write_settings(const char *path, dv_error *error) {
    if (access(path, F_OK) == 0)
        return DV_OK; // the user's own file
    dv_text_file *file = dv_text_create(path, error);
    if (!file)
        return DV_ERROR_IO;
    dv_text_add(file, dv_new_scenario_template("luarc"));
    return dv_text_close(file, error);
}

dv_result dv_write_types(dv_scenario *scenario, dv_error *error) {
    char stub[LONGEST_PATH], settings[LONGEST_PATH];
    const char *folder = dv_scenario_folder(scenario);
    int length = snprintf(stub, sizeof stub, "%s/.drover/types/drover.lua", folder);
    if (length < 0 || (size_t)length >= sizeof stub)
        return dv_fail(error, DV_ERROR_ARGUMENT, "the path of the scenario is too long");
    snprintf(settings, sizeof settings, "%s/.luarc.json", folder);
    dv_result result = make_folder(folder, ".drover", error);
    if (result == DV_OK)
        result = make_folder(folder, ".drover/types", error);
    if (result == DV_OK)
        result = write_stub(stub, scenario, error);
    return result == DV_OK ? write_settings(settings, error) : result;
}
