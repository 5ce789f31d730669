// Binding parameters to a kind: turns names of slots, settings, fields, kinds, and states into
// indices.
#include "program/binder.h"

#include "base/math.h"
#include "base/names.h"
#include "drover/world.h"

#include <stdio.h>
#include <string.h>

/// Where a value stands in a script, for messages: "main.lua:2: steer.seek: target". A weight has
/// no key: "main.lua:2: blend.weighted: part 2: weight". What agents leave has none beside the
/// field's name: "main.lua:2: leaves.scent".
#define PLACE "%s%s%s.%s%s%s%s"
#define PLACE_OF(b, entry, parameter)                                                              \
    (b)->where, *(b)->where ? ": " : "", (b)->family, (entry)->name,                               \
        *(parameter)->name ? ": " : "", (b)->part, (parameter)->name

static dv_result fail_at(const dv_binder *b, const dv_entry *entry, const dv_parameter *parameter,
                         const char *problem, const char *name, const char *nearest) {
    return dv_fail(b->error, DV_ERROR_NAME, PLACE ": %s '%s'%s%s%s", PLACE_OF(b, entry, parameter),
                   problem, name, nearest ? " (" : "", nearest ? nearest : "", nearest ? "?)" : "");
}

static const char *nearest_slot(const dv_binder *b, const char *name) {
    const dv_kind *kind = &b->program->kinds[b->kind];
    const char *names[64];
    uint32_t count = 0;
    for (uint32_t i = 0; i < kind->slot_count && count < 64; i++)
        names[count++] = kind->slots[i].name;
    return dv_nearest_name(name, names, count);
}

static bool type_fits(const dv_parameter *parameter, dv_slot_type type) {
    switch (parameter->type) {
    case DV_PARAMETER_NUMBER:
        return type == DV_SLOT_NUMBER;
    case DV_PARAMETER_AGENT:
        return type == DV_SLOT_AGENT;
    case DV_PARAMETER_WHO:
        return type == DV_SLOT_AGENT || ((type == DV_SLOT_POINT || type == DV_SLOT_POSE) &&
                                         strcmp(parameter->unit, "point") == 0);
    case DV_PARAMETER_TARGET:
        return type == DV_SLOT_AGENT || type == DV_SLOT_POINT || type == DV_SLOT_POSE ||
               type == DV_SLOT_OBSTACLE || type == DV_SLOT_REGION || type == DV_SLOT_PATH ||
               type == DV_SLOT_SURFACE;
    case DV_PARAMETER_VECTOR:
        return type == DV_SLOT_VECTOR;
    case DV_PARAMETER_PATH:
    case DV_PARAMETER_SLOT:
        return !*parameter->unit || type == dv_slot_type_by_name(parameter->unit);
    default:
        return false;
    }
}

static dv_result wrong_type(const dv_binder *b, const dv_entry *entry,
                            const dv_parameter *parameter, const char *name, dv_slot_type type) {
    const char *expected =
        parameter->type == DV_PARAMETER_TARGET
            ? "; an agent, point, pose, obstacle, region, path or surface expected"
            : "";
    return dv_fail(b->error, DV_ERROR_ARGUMENT, PLACE ": slot '%s' holds %s %s%s",
                   PLACE_OF(b, entry, parameter), name,
                   type == DV_SLOT_AGENT || type == DV_SLOT_OBSTACLE ? "an" : "a",
                   dv_slot_type_name(type), expected);
}

static dv_result bind_group_slot(const dv_binder *b, const dv_entry *entry,
                                 const dv_parameter *parameter, const char *path, dv_bound *bound) {
    const char *name = path + strlen("group.");
    if (strcmp(name, "leader") == 0) {
        bound->source = DV_SOURCE_GROUP_LEADER;
        bound->slot_type = DV_SLOT_AGENT;
        return type_fits(parameter, DV_SLOT_AGENT)
                   ? DV_OK
                   : wrong_type(b, entry, parameter, path, DV_SLOT_AGENT);
    }
    int16_t *slots =
        dv_arena_alloc(b->memory, (b->program->group_type_count + 1) * sizeof(int16_t));
    if (!slots)
        return dv_out_of_memory(b->error);
    dv_slot_type type = DV_SLOT_NONE;
    for (uint32_t i = 0; i < b->program->group_type_count; i++) {
        slots[i] = (int16_t)dv_program_group_slot_named(b->program, i, name);
        if (slots[i] < 0)
            continue;
        dv_slot_type found = b->program->group_types[i].slots[slots[i]].type;
        if (type != DV_SLOT_NONE && type != found)
            return fail_at(b, entry, parameter, "groups declare different types of", name, NULL);
        type = found;
    }
    if (type == DV_SLOT_NONE)
        return fail_at(b, entry, parameter, "no group has a slot", name, NULL);
    if (!type_fits(parameter, type))
        return wrong_type(b, entry, parameter, path, type);
    bound->source = DV_SOURCE_GROUP_SLOT;
    bound->slot_type = (uint8_t)type;
    bound->group_slots = slots;
    return DV_OK;
}

bool dv_is_memory(const dv_kind *kind, const char *name) {
    for (uint32_t i = 0; i < kind->memory_count; i++)
        if (strcmp(kind->memory[i], name) == 0)
            return true;
    return false;
}

static dv_result no_slot(const dv_binder *b, const dv_entry *entry, const dv_parameter *parameter,
                         const char *name) {
    const dv_kind *kind = &b->program->kinds[b->kind];
    char problem[128];
    if (dv_is_memory(kind, name) && parameter->type == DV_PARAMETER_NUMBER)
        return dv_fail(b->error, DV_ERROR_NAME, PLACE ": " DV_NUMBER_IN_MEMORY,
                       PLACE_OF(b, entry, parameter), name, name);
    if (dv_is_memory(kind, name))
        return dv_fail(b->error, DV_ERROR_NAME, PLACE ": " DV_SLOT_IN_MEMORY,
                       PLACE_OF(b, entry, parameter), name);
    snprintf(problem, sizeof problem, "kind '%s' has no slot", kind->name);
    return fail_at(b, entry, parameter, problem, name, nearest_slot(b, name));
}

static dv_result bind_slot(const dv_binder *b, const dv_entry *entry, const dv_parameter *parameter,
                           const char *name, dv_bound *bound) {
    if (strncmp(name, "group.", 6) == 0 && parameter->type != DV_PARAMETER_SLOT)
        return bind_group_slot(b, entry, parameter, name, bound);
    int32_t slot = dv_program_slot_named(b->program, b->kind, name);
    if (slot < 0)
        return no_slot(b, entry, parameter, name);
    dv_slot_type type = b->program->kinds[b->kind].slots[slot].type;
    if (!type_fits(parameter, type))
        return wrong_type(b, entry, parameter, name, type);
    bound->source = DV_SOURCE_SLOT;
    bound->slot_type = (uint8_t)type;
    bound->index = (uint16_t)slot;
    return DV_OK;
}

static dv_result bind_setting(const dv_binder *b, const dv_entry *entry,
                              const dv_parameter *parameter, const char *name, dv_bound *bound) {
    int32_t setting = dv_program_setting_named(b->program, name);
    if (setting < 0)
        return fail_at(b, entry, parameter, "no setting", dv_unscoped_setting(name),
                       dv_program_nearest_setting(b->program, name));
    bound->source = DV_SOURCE_SETTING;
    bound->index = (uint16_t)setting;
    return DV_OK;
}

static dv_result bind_field(const dv_binder *b, const dv_entry *entry,
                            const dv_parameter *parameter, const char *name, dv_bound *bound) {
    int32_t field = dv_program_field(b->program, name);
    if (field < 0)
        return fail_at(b, entry, parameter, "no field", name,
                       dv_program_nearest_field(b->program, name));
    bound->source = DV_SOURCE_FIELD;
    bound->index = (uint16_t)field;
    return DV_OK;
}

static dv_result bind_kind(const dv_binder *b, const dv_entry *entry, const dv_parameter *parameter,
                           const char *name, dv_bound *bound) {
    int32_t kind = dv_program_kind(b->program, name);
    if (kind < 0)
        return fail_at(b, entry, parameter, "no kind", name,
                       dv_program_nearest_kind(b->program, name));
    bound->source = DV_SOURCE_KINDS;
    dv_add_kind(&bound->kinds, (uint32_t)kind);
    return DV_OK;
}

static dv_result bind_kinds(const dv_binder *b, const dv_entry *entry,
                            const dv_parameter *parameter, const dv_value *value, dv_bound *bound) {
    bound->kinds = dv_no_kinds();
    if (value->type == DV_VALUE_NAME)
        return bind_kind(b, entry, parameter, value->as.name, bound);
    dv_result result = DV_OK;
    for (uint32_t i = 0; result == DV_OK && i < value->count; i++)
        result = bind_kind(b, entry, parameter, value->as.names[i], bound);
    return result;
}

static dv_result bind_state(const dv_binder *b, const dv_entry *entry,
                            const dv_parameter *parameter, const char *name, dv_bound *bound) {
    uint32_t count = b->program->kind_count;
    int16_t *states = dv_arena_alloc(b->memory, DV_MAX_KINDS * sizeof *states);
    if (!states)
        return dv_out_of_memory(b->error);
    bool found = false;
    const char *nearest = NULL;
    for (uint32_t kind = 0; kind < count; kind++) {
        states[kind] = (int16_t)dv_program_state(b->program, kind, name);
        found = found || states[kind] >= 0;
        if (!nearest)
            nearest = dv_program_nearest_state(b->program, kind, name);
    }
    if (!found)
        return fail_at(b, entry, parameter, "no kind has a state", name, nearest);
    bound->states = states;
    return DV_OK;
}

/// Bind a literal that is compared with a setting. The name of an option becomes its index.
static dv_result bind_literal(const dv_binder *b, const dv_entry *entry,
                              const dv_parameter *parameter, const dv_value *value,
                              const dv_bound *setting, dv_bound *bound) {
    bound->source = DV_SOURCE_LITERAL;
    const dv_setting_def *def = &b->program->settings[setting->index];
    if (value->type == DV_VALUE_BOOLEAN && def->type == DV_TOGGLE) {
        bound->number = value->as.boolean;
        return DV_OK;
    }
    if (value->type == DV_VALUE_NUMBER && def->type == DV_SLIDER) {
        bound->number = value->as.number;
        return DV_OK;
    }
    if (value->type == DV_VALUE_NAME && def->type == DV_CHOICE) {
        for (uint32_t i = 0; i < def->option_count; i++)
            if (strcmp(def->options[i], value->as.name) == 0) {
                bound->number = i;
                return DV_OK;
            }
        return fail_at(b, entry, parameter, "the setting has no option", value->as.name,
                       dv_nearest_name(value->as.name, def->options, def->option_count));
    }
    return fail_at(b, entry, parameter, "a value whose type is not that of setting", def->name,
                   NULL);
}

void dv_bind_number(const dv_parameter *parameter, double number, dv_bound *bound) {
    bound->source = DV_SOURCE_LITERAL;
    bound->number = number;
    if (strcmp(parameter->unit, "rad") == 0)
        bound->half_cosine = number >= 2 * DV_PI ? -1.0f : (float)dv_cos(number / 2);
}

/// A name that is neither a kind nor a slot. Slots of other types are not suggested.
static dv_result no_kind_or_slot(const dv_binder *b, const dv_entry *entry,
                                 const dv_parameter *parameter, const char *name) {
    const dv_kind *kind = &b->program->kinds[b->kind];
    const char *names[DV_MAX_KINDS + 64];
    uint32_t count = 0;
    for (uint32_t i = 0; i < b->program->kind_count; i++)
        names[count++] = b->program->kinds[i].name;
    for (uint32_t i = 0; i < kind->slot_count && count < DV_MAX_KINDS + 64; i++)
        if (type_fits(parameter, kind->slots[i].type))
            names[count++] = kind->slots[i].name;
    char problem[128];
    snprintf(problem, sizeof problem, "no kind and no slot of %.64s is called", kind->name);
    return fail_at(b, entry, parameter, problem, name, dv_nearest_name(name, names, count));
}

static dv_result bind_who(const dv_binder *b, const dv_entry *entry, const dv_parameter *parameter,
                          const dv_value *value, dv_bound *bound) {
    const char *name = value->as.name;
    bool is_slot = dv_program_slot_named(b->program, b->kind, name) >= 0;
    bool is_kind = dv_program_kind(b->program, name) >= 0;
    if (!is_slot && !is_kind && dv_is_memory(&b->program->kinds[b->kind], name))
        return no_slot(b, entry, parameter, name);
    if (is_slot && is_kind)
        return fail_at(b, entry, parameter, "both a kind and a slot of this kind are called", name,
                       NULL);
    if (is_slot || strncmp(name, "group.", 6) == 0)
        return bind_slot(b, entry, parameter, name, bound);
    return is_kind ? bind_kinds(b, entry, parameter, value, bound)
                   : no_kind_or_slot(b, entry, parameter, name);
}

static dv_result bind_name(const dv_binder *b, const dv_entry *entry, const dv_parameter *parameter,
                           const dv_value *value, const dv_bound *before, dv_bound *bound) {
    const char *name = value->as.name;
    switch (parameter->type) {
    case DV_PARAMETER_KIND:
        return bind_kinds(b, entry, parameter, value, bound);
    case DV_PARAMETER_WHO:
        return bind_who(b, entry, parameter, value, bound);
    case DV_PARAMETER_STATE:
        return bind_state(b, entry, parameter, name, bound);
    case DV_PARAMETER_EVENT:
        bound->event = dv_event_name(name);
        return DV_OK;
    case DV_PARAMETER_SETTING:
        return bind_setting(b, entry, parameter, name, bound);
    case DV_PARAMETER_FIELD:
        return bind_field(b, entry, parameter, name, bound);
    case DV_PARAMETER_LITERAL:
        return bind_literal(b, entry, parameter, value, before, bound);
    default:
        return bind_slot(b, entry, parameter, name, bound);
    }
}

dv_result dv_bind_value(const dv_binder *b, const dv_entry *entry, const dv_parameter *parameter,
                        const dv_value *value, const dv_bound *before, dv_bound *bound) {
    switch (value->type) {
    case DV_VALUE_NUMBER:
    case DV_VALUE_BOOLEAN:
        if (parameter->type == DV_PARAMETER_LITERAL)
            return bind_literal(b, entry, parameter, value, before, bound);
        dv_bind_number(parameter,
                       value->type == DV_VALUE_NUMBER ? value->as.number : value->as.boolean,
                       bound);
        return DV_OK;
    case DV_VALUE_NAME:
        return bind_name(b, entry, parameter, value, before, bound);
    case DV_VALUE_NAMES:
        return bind_kinds(b, entry, parameter, value, bound);
    case DV_VALUE_SETTING:
        return bind_setting(b, entry, parameter, value->as.name, bound);
    case DV_VALUE_POINT:
        bound->source = DV_SOURCE_POINT;
        bound->point = parameter->type == DV_PARAMETER_VECTOR
                           ? dv_vector_of_place(value->as.place)
                           : dv_program_locate(b->program, value->as.place);
        return DV_OK;
    case DV_VALUE_MOUSE:
        bound->source = DV_SOURCE_MOUSE;
        return DV_OK;
    case DV_VALUE_CALLBACK:
        bound->source = DV_SOURCE_LITERAL;
        bound->callback = value->as.callback;
        return DV_OK;
    case DV_VALUE_STEERING:
        bound->source = DV_SOURCE_PART;
        return DV_OK;
    case DV_VALUE_NONE:
        break;
    }
    return DV_OK;
}

dv_result dv_bind_parameters(const dv_binder *b, const dv_entry *entry, const dv_kept_value *values,
                             dv_bound **parameters) {
    dv_bound *bounds = dv_arena_alloc(b->memory, (entry->parameter_count + 1) * sizeof *bounds);
    if (!bounds)
        return dv_out_of_memory(b->error);
    *parameters = bounds;
    dv_result result = DV_OK, first = DV_OK;
    for (uint32_t i = 0; result == DV_OK && i < entry->parameter_count; i++) {
        const dv_parameter *parameter = &entry->parameters[i];
        bounds[i].kinds = DV_ANY_KIND;
        bounds[i].callback = -1;
        bounds[i].half_cosine = -1.0f;
        if (values[i].is_given)
            result = dv_bind_value(b, entry, parameter, &values[i].value, i ? &bounds[i - 1] : NULL,
                                   &bounds[i]);
        else if (parameter->type == DV_PARAMETER_NUMBER || parameter->type == DV_PARAMETER_BOOLEAN)
            dv_bind_number(parameter, parameter->fallback, &bounds[i]);
        first = first == DV_OK ? result : first;
        result = dv_go_on(b->program, result, b->error);
    }
    return first;
}

dv_result dv_refuse_parameters(const dv_binder *b, const dv_entry *entry, const char *wrong) {
    if (!wrong)
        return DV_OK;
    return dv_fail(b->error, DV_ERROR_ARGUMENT, "%s%s%s.%s: %s", b->where, *b->where ? ": " : "",
                   b->family, entry->name, wrong);
}

bool dv_may_be_empty(const dv_entry *entry, const dv_bound *parameters) {
    for (uint32_t i = 0; i < entry->parameter_count; i++)
        if (entry->parameters[i].type == DV_PARAMETER_NUMBER &&
            (parameters[i].source == DV_SOURCE_SLOT ||
             parameters[i].source == DV_SOURCE_GROUP_SLOT))
            return true;
    return false;
}
