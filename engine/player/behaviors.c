// The catalogue as text; see behaviors.h. Everything printed comes from the descriptors.
#include "player/behaviors.h"

#include "base/names.h"
#include "drover/catalogue.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MOST_NAMES 256
#define TEXT_WIDTH 96

// One list of the catalogue.
typedef struct name_list {
    const char *title;
    const char *prefix; // what scripts write before a name
    uint32_t (*count)(void);
    const dv_entry *(*entry)(uint32_t index);
    bool has_parts; // whether the entries are blends
} name_list;

static const dv_entry *behavior_entry(uint32_t index) { return &dv_behavior_type_at(index)->entry; }

static const dv_entry *blend_entry(uint32_t index) { return &dv_blend_type_at(index)->entry; }

static const dv_entry *guard_entry(uint32_t index) { return &dv_guard_type_at(index)->entry; }

static const dv_entry *stress_entry(uint32_t index) { return &dv_stress_type_at(index)->entry; }

static const dv_entry *locomotion_entry(uint32_t index) {
    return &dv_locomotion_type_at(index)->entry;
}

static const name_list sections[] = {
    {"Behaviors", "steer.", dv_behavior_type_count, behavior_entry, false},
    {"Blends", "blend.", dv_blend_type_count, blend_entry, true},
    {"Guards", "when.", dv_guard_type_count, guard_entry, false},
    {"Stress", "stress.", dv_stress_type_count, stress_entry, false},
    {"Locomotion", "", dv_locomotion_type_count, locomotion_entry, false},
};

#define SECTION_COUNT (sizeof sections / sizeof *sections)

// Parameters

static const char *type_name(dv_parameter_type type) {
    switch (type) {
    case DV_PARAMETER_NUMBER:
        return "number";
    case DV_PARAMETER_BOOLEAN:
        return "boolean";
    case DV_PARAMETER_TARGET:
        return "target";
    case DV_PARAMETER_VECTOR:
        return "vector";
    case DV_PARAMETER_AGENT:
        return "agent";
    case DV_PARAMETER_SLOT:
    case DV_PARAMETER_PATH:
        return "slot";
    case DV_PARAMETER_KIND:
        return "kind";
    case DV_PARAMETER_WHO:
        return "kind, agent";
    case DV_PARAMETER_STATE:
        return "state";
    case DV_PARAMETER_EVENT:
        return "event";
    case DV_PARAMETER_SETTING:
        return "setting";
    case DV_PARAMETER_LITERAL:
        return "value";
    case DV_PARAMETER_CALLBACK:
        return "function";
    }
    return "";
}

void dv_parameter_range(const dv_parameter *parameter, char text[DV_PARAMETER_TEXT]) {
    bool from = isfinite(parameter->minimum), to = isfinite(parameter->maximum);
    text[0] = '\0';
    if (parameter->type != DV_PARAMETER_NUMBER)
        return;
    if (from && to)
        snprintf(text, DV_PARAMETER_TEXT, "%g to %g", parameter->minimum, parameter->maximum);
    else if (from)
        snprintf(text, DV_PARAMETER_TEXT, "from %g", parameter->minimum);
    else if (to)
        snprintf(text, DV_PARAMETER_TEXT, "to %g", parameter->maximum);
}

void dv_parameter_default(const dv_parameter *parameter, char text[DV_PARAMETER_TEXT]) {
    text[0] = '\0';
    if (parameter->required)
        snprintf(text, DV_PARAMETER_TEXT, "required");
    else if (parameter->type == DV_PARAMETER_BOOLEAN)
        snprintf(text, DV_PARAMETER_TEXT, "default %s",
                 parameter->fallback != 0 ? "true" : "false");
    else if (parameter->type == DV_PARAMETER_NUMBER && !isnan(parameter->fallback))
        snprintf(text, DV_PARAMETER_TEXT,
                 isinf(parameter->fallback) ? "default unlimited" : "default %g",
                 parameter->fallback);
}

static void print_parameter(const dv_parameter *parameter) {
    char range[DV_PARAMETER_TEXT], fallback[DV_PARAMETER_TEXT], line[256];
    dv_parameter_range(parameter, range);
    dv_parameter_default(parameter, fallback);
    const char *unit = parameter->unit ? parameter->unit : "";
    int length = snprintf(line, sizeof line, "    %-20s %-11s %-5s %-16s %-17s", parameter->name,
                          type_name(parameter->type), unit, range, fallback);
    // Nothing may follow where there is no description.
    const char *doc = parameter->doc ? parameter->doc : "";
    while (!*doc && length > 0 && line[length - 1] == ' ')
        line[--length] = '\0';
    printf("%s%s%s\n", line, *doc ? " " : "", doc);
}

// Entries

static void print_wrapped(const char *text) {
    while (*text) {
        size_t length = strlen(text);
        if (length > TEXT_WIDTH) {
            length = TEXT_WIDTH;
            while (length > 0 && text[length] != ' ')
                length--;
            if (length == 0)
                length = strcspn(text, " ");
        }
        printf("    %.*s\n", (int)length, text);
        text += length;
        text += strspn(text, " ");
    }
}

// The number that each part of a blend may carry.
static const dv_parameter *weight_of(const name_list *section, const dv_entry *entry) {
    return section->has_parts ? dv_blend_type_by_name(entry->name)->weight : NULL;
}

// The parts of a blend in braces, and the names of its own parameters behind them.
static void print_parts(const dv_entry *entry, const dv_parameter *weight) {
    if (weight)
        printf(" { { part, %s }, …", weight->name);
    else
        printf(" { part, …");
    for (uint32_t i = 0; i < entry->parameter_count; i++)
        printf(", %s = …", entry->parameters[i].name);
    printf(" }");
}

// How a script writes it: parameters by position in parentheses, or all in braces.
static void print_usage(const name_list *section, const dv_entry *entry) {
    printf("%s%s", section->prefix, entry->name);
    if (!*section->prefix)
        return;
    if (section->has_parts) {
        print_parts(entry, weight_of(section, entry));
        return;
    }
    if (entry->positional == 0) {
        printf("%s", entry->parameter_count > 0 ? " { … }" : "");
        return;
    }
    printf("(");
    for (uint32_t i = 0; i < entry->positional; i++)
        printf("%s%s", i > 0 ? ", " : "", entry->parameters[i].name);
    printf(")");
}

static void print_entry(const name_list *section, const dv_entry *entry) {
    print_usage(section, entry);
    printf("\n");
    print_wrapped(entry->doc ? entry->doc : "");
    if (entry->source && *entry->source) {
        char source[1024];
        snprintf(source, sizeof source, "[%s]", entry->source);
        print_wrapped(source);
    }
    if (weight_of(section, entry))
        print_parameter(weight_of(section, entry));
    for (uint32_t i = 0; i < entry->parameter_count; i++)
        print_parameter(&entry->parameters[i]);
    printf("\n");
}

static void print_all(void) {
    for (size_t s = 0; s < SECTION_COUNT; s++) {
        printf("%s\n\n", sections[s].title);
        for (uint32_t i = 0; i < sections[s].count(); i++)
            print_entry(&sections[s], sections[s].entry(i));
    }
    printf("Body and senses\n\n");
    for (int i = 0; i < DV_PROPERTY_COUNT; i++)
        print_parameter(&dv_properties[i]);
}

// A name may stand in several lists.
static bool print_named(const char *name) {
    bool found = false;
    for (size_t s = 0; s < SECTION_COUNT; s++) {
        for (uint32_t i = 0; i < sections[s].count(); i++) {
            const dv_entry *entry = sections[s].entry(i);
            if (strcmp(entry->name, name) != 0)
                continue;
            print_entry(&sections[s], entry);
            found = true;
        }
    }
    for (int i = 0; i < DV_PROPERTY_COUNT; i++) {
        if (strcmp(dv_properties[i].name, name) != 0)
            continue;
        printf("body and senses\n");
        print_parameter(&dv_properties[i]);
        found = true;
    }
    return found;
}

static const char *nearest_name(const char *name) {
    const char *names[MOST_NAMES];
    size_t count = 0;
    for (size_t s = 0; s < SECTION_COUNT; s++) {
        for (uint32_t i = 0; i < sections[s].count() && count < MOST_NAMES; i++)
            names[count++] = sections[s].entry(i)->name;
    }
    for (int i = 0; i < DV_PROPERTY_COUNT && count < MOST_NAMES; i++)
        names[count++] = dv_properties[i].name;
    return dv_nearest_name(name, names, count);
}

// People copy names as scripts write them: "steer.seek".
static const char *without_prefix(const char *name) {
    for (size_t s = 0; s < SECTION_COUNT; s++) {
        size_t length = strlen(sections[s].prefix);
        if (length > 0 && strncmp(name, sections[s].prefix, length) == 0)
            return name + length;
    }
    return name;
}

int dv_behaviors(const char *name) {
    if (!name) {
        print_all();
        return 0;
    }
    name = without_prefix(name);
    if (print_named(name))
        return 0;
    const char *nearest = nearest_name(name);
    fprintf(stderr, "drover: nothing in the catalogue is called '%s'%s%s%s\n", name,
            nearest ? " (" : "", nearest ? nearest : "", nearest ? "?)" : "");
    return 2;
}
