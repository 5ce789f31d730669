// Finding what a finished program declares, by name or number.
#include "base/names.h"
#include "base/result.h"
#include "program/program_draft.h"

#include <string.h>

uint32_t dv_program_kind_count(const dv_program *program) { return program->kind_count; }

const char *dv_program_kind_name(const dv_program *program, uint32_t kind) {
    return program->kinds[kind].name;
}

int32_t dv_program_kind(const dv_program *program, const char *name) {
    for (uint32_t i = 0; i < program->kind_count; i++)
        if (program->kinds[i].name[0] == name[0] && strcmp(program->kinds[i].name, name) == 0)
            return (int32_t)i;
    return -1;
}

uint32_t dv_program_state_count(const dv_program *program, uint32_t kind) {
    return program->kinds[kind].state_count;
}

const char *dv_program_state_name(const dv_program *program, uint32_t kind, uint32_t state) {
    return program->kinds[kind].states[state].name;
}

uint32_t dv_program_state_color(const dv_program *program, uint32_t kind, uint32_t state) {
    return program->kinds[kind].states[state].color;
}

int32_t dv_program_state(const dv_program *program, uint32_t kind, const char *name) {
    const dv_kind *k = &program->kinds[kind];
    for (uint32_t i = 0; i < k->state_count; i++)
        if (strcmp(k->states[i].name, name) == 0)
            return (int32_t)i;
    return -1;
}

int32_t dv_program_blend(const dv_program *program, uint32_t kind, const char *name) {
    const dv_kind *k = &program->kinds[kind];
    for (uint32_t i = 0; i < k->blend_count; i++)
        if (strcmp(k->blends[i].name, name) == 0)
            return (int32_t)i;
    return -1;
}

uint32_t dv_program_slot_count(const dv_program *program, uint32_t kind) {
    return program->kinds[kind].slot_count;
}

const dv_slot_def *dv_program_slot(const dv_program *program, uint32_t kind, uint32_t slot) {
    return &program->kinds[kind].slots[slot];
}

static int32_t slot_named(const dv_slot_def *slots, uint32_t count, const char *name) {
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(slots[i].name, name) == 0)
            return (int32_t)i;
    return -1;
}

int32_t dv_program_slot_named(const dv_program *program, uint32_t kind, const char *name) {
    return slot_named(program->kinds[kind].slots, program->kinds[kind].slot_count, name);
}

dv_look dv_program_look(const dv_program *program, uint32_t kind) {
    return program->kinds[kind].look;
}

uint32_t dv_program_group_type_count(const dv_program *program) {
    return program->group_type_count;
}

int32_t dv_program_group_type(const dv_program *program, const char *name) {
    for (uint32_t i = 0; i < program->group_type_count; i++)
        if (strcmp(program->group_types[i].name, name) == 0)
            return (int32_t)i;
    return -1;
}

const char *dv_program_group_type_name(const dv_program *program, uint32_t type) {
    return program->group_types[type].name;
}

uint32_t dv_program_group_slot_count(const dv_program *program, uint32_t type) {
    return program->group_types[type].slot_count;
}

const dv_slot_def *dv_program_group_slot(const dv_program *program, uint32_t type, uint32_t slot) {
    return &program->group_types[type].slots[slot];
}

int32_t dv_program_group_slot_named(const dv_program *program, uint32_t type, const char *name) {
    return slot_named(program->group_types[type].slots, program->group_types[type].slot_count,
                      name);
}

uint32_t dv_program_flow_type_count(const dv_program *program) { return program->flow_type_count; }

int32_t dv_program_flow_type(const dv_program *program, const char *name) {
    for (uint32_t i = 0; i < program->flow_type_count; i++)
        if (strcmp(program->flow_types[i].name, name) == 0)
            return (int32_t)i;
    return -1;
}

const char *dv_program_flow_type_name(const dv_program *program, uint32_t type) {
    return program->flow_types[type].name;
}

bool dv_program_same_flow_grid(const dv_program *a, uint32_t type_of_a, const dv_program *b,
                               uint32_t type_of_b) {
    const dv_flow_kind *x = &a->flow_types[type_of_a], *y = &b->flow_types[type_of_b];
    return x->resolution == y->resolution && x->has_bounds == y->has_bounds &&
           memcmp(&x->min, &y->min, sizeof x->min) == 0 &&
           memcmp(&x->max, &y->max, sizeof x->max) == 0;
}

bool dv_program_flow_varies(const dv_program *program, uint32_t type) {
    return program->flow_types[type].interval > 0;
}

uint32_t dv_program_field_count(const dv_program *program) { return program->field_count; }

int32_t dv_program_field(const dv_program *program, const char *name) {
    for (uint32_t i = 0; i < program->field_count; i++)
        if (strcmp(program->fields[i].name, name) == 0)
            return (int32_t)i;
    return -1;
}

const char *dv_program_field_name(const dv_program *program, uint32_t field) {
    return program->fields[field].name;
}

const dv_field_def *dv_program_field_def(const dv_program *program, uint32_t field) {
    return &program->fields[field];
}

uint32_t dv_program_setting_count(const dv_program *program) { return program->setting_count; }

const dv_setting_def *dv_program_setting(const dv_program *program, uint32_t setting) {
    return &program->settings[setting];
}

const char *dv_unscoped_setting(const char *name) {
    const char *colon = strchr(name, ':');
    return colon ? colon + 1 : name;
}

static int32_t find_setting(const dv_program *program, const char *name) {
    for (uint32_t i = 0; i < program->setting_count; i++)
        if (strcmp(program->settings[i].name, name) == 0)
            return (int32_t)i;
    return -1;
}

int32_t dv_program_setting_named(const dv_program *program, const char *name) {
    const char *colon = strchr(name, ':');
    if (!colon)
        return find_setting(program, name);
    for (uint32_t i = 0; i < program->setting_count; i++) {
        const char *own = program->settings[i].name;
        size_t scope = (size_t)(colon - name);
        if (strncmp(own, name, scope) == 0 && own[scope] == '.' &&
            strcmp(own + scope + 1, colon + 1) == 0)
            return (int32_t)i;
    }
    return find_setting(program, colon + 1);
}

const char *dv_program_nearest_kind(const dv_program *program, const char *name) {
    const char *names[DV_MAX_KINDS];
    for (uint32_t i = 0; i < program->kind_count; i++)
        names[i] = program->kinds[i].name;
    return dv_nearest_name(name, names, program->kind_count);
}

const char *dv_program_nearest_field(const dv_program *program, const char *name) {
    const char *names[DV_MAX_FIELDS];
    for (uint32_t i = 0; i < program->field_count; i++)
        names[i] = program->fields[i].name;
    return dv_nearest_name(name, names, program->field_count);
}

dv_result dv_no_such_field(const dv_program *program, const char *where, const char *what,
                           const char *name, dv_error *error) {
    const char *nearest = dv_program_nearest_field(program, name);
    return dv_fail(error, DV_ERROR_NAME, "%s%s%s: no field '%s'%s%s%s", where, *where ? ": " : "",
                   what, name, nearest ? " (" : "", nearest ? nearest : "", nearest ? "?)" : "");
}

const char *dv_program_nearest_state(const dv_program *program, uint32_t kind, const char *name) {
    const char *names[DV_MAX_STATES];
    const dv_kind *k = &program->kinds[kind];
    for (uint32_t i = 0; i < k->state_count; i++)
        names[i] = k->states[i].name;
    return dv_nearest_name(name, names, k->state_count);
}

const char *dv_program_nearest_setting(const dv_program *program, const char *name) {
    const char *names[64], *colon = strchr(name, ':');
    uint32_t count = 0;
    for (uint32_t i = 0; i < program->setting_count && count < 64; i++) {
        const char *own = program->settings[i].name;
        size_t scope = colon ? (size_t)(colon - name) : 0;
        bool is_in_scope = colon && strncmp(own, name, scope) == 0 && own[scope] == '.';
        names[count++] = is_in_scope ? own + scope + 1 : own;
    }
    return dv_nearest_name(dv_unscoped_setting(name), names, count);
}

const char *dv_program_speed_slot(const dv_program *program, uint32_t kind, uint32_t state) {
    const dv_kind *k = &program->kinds[kind];
    const dv_bound *speed = &k->states[state].speed;
    return speed->source == DV_SOURCE_SLOT ? k->slots[speed->index].name : NULL;
}

bool dv_program_steers_in_vain(const dv_program *program, uint32_t kind, uint32_t state) {
    const dv_kind *k = &program->kinds[kind];
    return k->locomotion->stays && k->states[state].steer;
}

bool dv_program_lacked_speed(const dv_program *program, uint32_t kind, uint32_t state) {
    const dv_state *s = &program->kinds[kind].states[state];
    return atomic_load_explicit(&s->lacked_speed, memory_order_relaxed);
}
