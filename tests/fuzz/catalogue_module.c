#include "catalogue_module.h"

#include "drover/catalogue.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char catalogue[1 << 17];

static void add(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void add(const char *format, ...) {
    size_t used = strlen(catalogue);
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(catalogue + used, sizeof catalogue - used, format, arguments);
    va_end(arguments);
    if (used + (size_t)length >= sizeof catalogue)
        abort();
}

static double finite(double number) {
    return number < -1e30 ? -1e30 : number > 1e30 ? 1e30 : number;
}

static void add_parameter(const dv_parameter *parameter) {
    static const char *const types[] = {
        [DV_PARAMETER_NUMBER] = "number",     [DV_PARAMETER_BOOLEAN] = "boolean",
        [DV_PARAMETER_TARGET] = "target",     [DV_PARAMETER_VECTOR] = "vector",
        [DV_PARAMETER_AGENT] = "agent",       [DV_PARAMETER_SLOT] = "slot",
        [DV_PARAMETER_PATH] = "path",         [DV_PARAMETER_KIND] = "kind",
        [DV_PARAMETER_WHO] = "who",           [DV_PARAMETER_STATE] = "state",
        [DV_PARAMETER_EVENT] = "event",       [DV_PARAMETER_SETTING] = "setting",
        [DV_PARAMETER_FIELD] = "field",       [DV_PARAMETER_LITERAL] = "literal",
        [DV_PARAMETER_CALLBACK] = "callback", [DV_PARAMETER_STEERING] = "steering",
        [DV_PARAMETER_SOLIDITY] = "solidity",
    };
    add("{ '%s', '%s', required = %s, unit = '%s', min = %.17g, max = %.17g, default = %.17g }, ",
        parameter->name, types[parameter->type], parameter->required ? "true" : "false",
        parameter->unit, finite(parameter->minimum), finite(parameter->maximum),
        finite(parameter->fallback));
}

/// An entry stays open, for what its table has beyond its parameters.
static void add_entry(const dv_entry *entry) {
    add("{ name = '%s', positional = %u, ", entry->name, entry->positional);
    for (uint32_t i = 0; i < entry->parameter_count; i++)
        add_parameter(&entry->parameters[i]);
}

static void add_blend(const dv_blend_type *type) {
    add_entry(&type->entry);
    if (type->weight) {
        add("weight = ");
        add_parameter(type->weight);
    }
    add("},\n");
}

static void write_catalogue(void) {
    add("return { steer = {\n");
    for (uint32_t i = 0; i < dv_behavior_type_count(); i++)
        add_entry(&dv_behavior_type_at(i)->entry), add("},\n");
    add("}, blend = {\n");
    for (uint32_t i = 0; i < dv_blend_type_count(); i++)
        add_blend(dv_blend_type_at(i));
    add("}, when = {\n");
    for (uint32_t i = 0; i < dv_guard_type_count(); i++)
        add_entry(&dv_guard_type_at(i)->entry), add("},\n");
    add("}, stress = {\n");
    for (uint32_t i = 0; i < dv_stress_type_count(); i++)
        add_entry(&dv_stress_type_at(i)->entry), add("},\n");
    add("}, locomotion = {\n");
    for (uint32_t i = 0; i < dv_locomotion_type_count(); i++)
        add("'%s', ", dv_locomotion_type_at(i)->entry.name);
    add("}, own_properties = %d, properties = {\n", DV_OWN_PROPERTY_COUNT);
    for (uint32_t i = 0; i < DV_PROPERTY_COUNT; i++)
        add_parameter(&dv_properties[i]);
    add("} }\n");
}

/// The file arguments.lua beside this one.
static const char *read_arguments(void) {
    static char text[1 << 13];
    FILE *file = fopen(DROVER_SOURCE "/tests/fuzz/arguments.lua", "rb");
    if (!file)
        abort();
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

const char *catalogue_module(const char *path) {
    static const char *arguments;
    if (strcmp(path, "arguments.lua") == 0)
        return arguments ? arguments : (arguments = read_arguments());
    if (strcmp(path, "catalogue.lua") != 0)
        return NULL;
    if (!*catalogue)
        write_catalogue();
    return catalogue;
}
