// Finding descriptors by name, and registering them.
#include "program/catalogue.h"

#include "base/names.h"
#include "base/result.h"
#include "program/program_data.h"

#include <string.h>

uint32_t dv_table_count(const dv_table *t) { return t->built_in_count + t->registered_count; }

const dv_entry *dv_table_at(const dv_table *t, uint32_t index) {
    if (index >= dv_table_count(t))
        return NULL;
    return index < t->built_in_count ? t->built_in[index]
                                     : t->registered[index - t->built_in_count];
}

const dv_entry *dv_table_named(const dv_table *t, const char *name) {
    for (uint32_t i = 0; name && i < dv_table_count(t); i++) {
        const dv_entry *entry = dv_table_at(t, i);
        if (strcmp(entry->name, name) == 0)
            return entry;
    }
    return NULL;
}

const char *dv_table_nearest(const dv_table *t, const char *name) {
    const char *names[DV_MAX_REGISTERED * 2];
    uint32_t count = dv_table_count(t);
    for (uint32_t i = 0; i < count; i++)
        names[i] = dv_table_at(t, i)->name;
    return dv_nearest_name(name, names, count);
}

/// Whether a parameter is compared with a setting that the parameter before it doesn't name.
static bool lacks_setting(const dv_entry *entry, uint32_t parameter) {
    if (entry->parameters[parameter].type != DV_PARAMETER_LITERAL)
        return false;
    const dv_parameter *before = parameter > 0 ? &entry->parameters[parameter - 1] : NULL;
    return !before || before->type != DV_PARAMETER_SETTING || !before->required;
}

static dv_result check_parameters(const dv_table *t, const dv_entry *entry, dv_error *error) {
    if (entry->parameter_count > DV_MAX_PARAMETERS)
        return dv_fail(error, DV_ERROR_LIMIT, "%s %s: %u parameters, at most %d fit", t->what,
                       entry->name, entry->parameter_count, DV_MAX_PARAMETERS);
    if ((entry->parameter_count > 0 && !entry->parameters) ||
        entry->positional > entry->parameter_count)
        return dv_fail(error, DV_ERROR_ARGUMENT, "%s %s: it counts parameters it does not have",
                       t->what, entry->name);
    for (uint32_t i = 0; i < entry->parameter_count; i++) {
        if (lacks_setting(entry, i))
            return dv_fail(
                error, DV_ERROR_ARGUMENT,
                "%s %s: %s is compared with a setting, so the parameter before it must be "
                "a required setting",
                t->what, entry->name, entry->parameters[i].name);
        if (entry->parameters[i].type == DV_PARAMETER_SOLIDITY)
            return dv_fail(error, DV_ERROR_ARGUMENT,
                           "%s %s: %s: only properties of bodies can be a solidity", t->what,
                           entry->name, entry->parameters[i].name);
        if (entry->parameters[i].type == DV_PARAMETER_STEERING &&
            (!t->takes_steering || i != dv_part_parameter(entry)))
            return dv_fail(error, DV_ERROR_ARGUMENT,
                           "%s %s: %s: only behaviors take one behavior as a parameter", t->what,
                           entry->name, entry->parameters[i].name);
        for (uint32_t j = 0; j < i; j++) {
            if (strcmp(entry->parameters[i].name, entry->parameters[j].name) == 0)
                return dv_fail(error, DV_ERROR_NAME, "%s %s: two parameters are called %s", t->what,
                               entry->name, entry->parameters[i].name);
        }
    }
    return DV_OK;
}

dv_result dv_table_add(dv_table *t, const dv_entry *entry, bool has_function, uint32_t state_size,
                       dv_error *error) {
    if (!entry->name || !entry->name[0])
        return dv_fail(error, DV_ERROR_ARGUMENT, "a %s has no name", t->what);
    if (!has_function)
        return dv_fail(error, DV_ERROR_ARGUMENT, "%s %s: it has no function", t->what, entry->name);
    if (state_size > DV_MAX_BEHAVIOR_STATE)
        return dv_fail(error, DV_ERROR_LIMIT, "%s %s: a state of %u bytes, at most %d fit", t->what,
                       entry->name, state_size, DV_MAX_BEHAVIOR_STATE);
    if (dv_table_named(t, entry->name))
        return dv_fail(error, DV_ERROR_NAME, "%s %s: the name is taken", t->what, entry->name);
    dv_result result = check_parameters(t, entry, error);
    if (result != DV_OK)
        return result;
    if (t->registered_count == DV_MAX_REGISTERED)
        return dv_fail(error, DV_ERROR_LIMIT, "%s %s: %d are registered, no more fit", t->what,
                       entry->name, DV_MAX_REGISTERED);
    t->registered[t->registered_count++] = entry;
    return DV_OK;
}

const dv_squad_behavior *dv_squad_behavior_of(const dv_catalogue *catalogue,
                                              const dv_behavior_type *type) {
    static const dv_squad_behavior alone = {0};
    for (uint32_t i = 0; i < catalogue->squad_behavior_count; i++)
        if (catalogue->squad_behaviors[i]->type == type)
            return catalogue->squad_behaviors[i];
    return &alone;
}

dv_evaluate_many *dv_evaluate_many_of(const dv_catalogue *catalogue, const dv_guard_type *type) {
    for (uint32_t i = 0; i < catalogue->squad_guard_count; i++)
        if (catalogue->squad_guards[i]->type == type)
            return catalogue->squad_guards[i]->evaluate_many;
    return NULL;
}
