// Writes the editor stub of a scenario; see types.h. In the stub of `drover new`, one line says
// that nothing is known about kinds; this replaces it with a class for each kind.
#include "player/tools/types.h"

#include "base/disk.h"
#include "base/result.h"
#include "player/options/templates.h"
#include "record/text_file.h"

#include <drover/program.h>
#include <drover/world.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define LONGEST_PATH 4096
#define UNKNOWN_SELF "---@alias drover.self drover.agent\n"

// Kinds

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

static void add_field(void *context, const char *name, const char *type) {
    dv_text_file *file = context;
    dv_text_add(file, "---@field ");
    dv_text_add(file, name);
    dv_text_add(file, " ");
    dv_text_add(file, type);
    dv_text_add(file, "\n");
}

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

static void add_kinds(dv_text_file *file, dv_scenario *scenario) {
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
}

// Files

static dv_result make_folder(const char *folder, const char *name, dv_error *error) {
    char path[LONGEST_PATH];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (dv_disk_make_folder(AT_FDCWD, path, 0777) || errno == EEXIST)
        return DV_OK;
    return dv_fail(error, DV_ERROR_IO, "cannot make %s: %s", path, strerror(errno));
}

static dv_result write_stub(const char *path, dv_scenario *scenario, dv_error *error) {
    const char *stub = dv_new_scenario_template("drover");
    const char *place = strstr(stub, UNKNOWN_SELF);
    if (!place)
        return dv_fail(error, DV_ERROR_ARGUMENT, "the editor stub has no place for kinds");
    dv_text_file *file = dv_text_create(path, error);
    if (!file)
        return DV_ERROR_IO;
    char piece[4096];
    for (const char *at = stub; at < place;) {
        size_t length =
            (size_t)(place - at) < sizeof piece - 1 ? (size_t)(place - at) : sizeof piece - 1;
        memcpy(piece, at, length);
        piece[length] = '\0';
        dv_text_add(file, piece);
        at += length;
    }
    add_kinds(file, scenario);
    dv_text_add(file, place + strlen(UNKNOWN_SELF));
    return dv_text_close(file, error);
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
